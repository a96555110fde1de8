// What a reader has answered and where he stopped, kept in his browser alone. A page that is a file may have no
// storage: then nothing is kept, and all else works.
const NAME = "attnlib-site";
const EXAM = "attnlib-exam"; // an exam keeps itself, in classroom/questions/js/exam/memory.js

/**
 * @typedef {{ _given: any, right: boolean | null, tries: number, shown: boolean }} Answer
 * @typedef {object} Kept
 * @property {Record<string, Record<string, Answer>>} answers by page and question, the same in both languages
 * @property {string[]} finished pages on which all is answered
 * @property {{ page: string, id: string, section: string } | null} last where the reader stopped
 */

/** @returns {Kept} */
export function kept() {
  let found = null;
  try {
    found = JSON.parse(localStorage.getItem(NAME) ?? "null");
  } catch { /* no storage, or something else of that name */ }
  return { answers: {}, finished: [], last: null, ...found };
}

// Change what is kept; it is read anew each time, for there may be several pages open.
/** @param {(now: Kept) => void} change */
export function keep(change) {
  const now = kept();
  change(now);
  try {
    localStorage.setItem(NAME, JSON.stringify(now));
  } catch {
    return;
  }
  dispatchEvent(new Event("kept"));
}

export function isAnythingKept() {
  try {
    return [NAME, EXAM].some((name) => localStorage.getItem(name) !== null);
  } catch {
    return false;
  }
}

export function forgetAll() {
  for (const name of [NAME, EXAM]) localStorage.removeItem(name);
}

// The name of this page, without .html.
export const pageName = () => document.body.classList[0];
