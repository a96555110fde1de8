// Keep an unfinished exam in the browser: an hour's work must outlive a page that is loaded anew.
const NAME = "attnlib-exam";

/** @returns {{ seed: number, answers: Record<string, any>, handed_in: boolean } | null} */
export function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(NAME) ?? "null");
    return Number.isInteger(found?.seed) && typeof found.answers === "object" ? found : null;
  } catch {
    return null; // no storage, as on a page that is a file, or something else of that name
  }
}

/** @param {{ seed: number | null, answers: Record<string, any>, handed_in: boolean }} exam */
export function keep(exam) {
  try {
    if (exam.seed === null) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, JSON.stringify(exam));
  } catch {
    // then the notebook alone keeps it
  }
}
