// How far a reader has come: a dot for each finished lesson in the menu, a line on the first page that leads to where
// he stopped, and a button that forgets all of it.
import { forgetAll, isAnythingKept, keep, kept, pageName } from "./memory.js";
import { part, parts } from "./elements.js";

const LESSON = /^\d\d_/;

export function showProgress(words) {
  const show = () => {
    const { finished, last } = kept();
    for (const link of parts(".menu a")) {
      const isFinished = finished.includes(link.getAttribute("href").replace(".html", ""));
      if (isFinished && !part(".done", link)) link.append(dot(words.done));
    }
    const line = part("#continue");
    if (line && last) line.replaceChildren(way(last, words));
    if (line) line.hidden = !line.hasChildNodes();
    part("#kept").hidden = !isAnythingKept();
  };
  show();
  addEventListener("kept", show);
  part("#forget").addEventListener("click", () => {
    forgetAll();
    scrollTo(0, 0); // else the browser would go back to where one was, and that would be kept
    location.replace(location.href.split("#")[0]);
  });
}

// Keep where the reader is: in a section of a lesson, by its heading.
export function keepLast(heading) {
  const page = pageName();
  if (!heading || !LESSON.test(page)) return;
  const [section = ""] = heading.textContent.match(/^\d+/) ?? [];
  keep((now) => now.last = { page, id: heading.id, section });
}

function dot(said) {
  const sign = document.createElement("span");
  sign.className = "done";
  sign.title = said;
  sign.setAttribute("role", "img");
  sign.setAttribute("aria-label", said);
  return sign;
}

// A link to a section; the menu knows what its lesson is called.
function way({ page, id, section }, words) {
  const link = document.createElement("a");
  link.href = `${page}.html#${id}`;
  const [number, title] = [...part(`.menu a[href="${page}.html"]`)?.childNodes ?? []];
  const lesson = number ? `${number.textContent} ·${title.textContent}` : page;
  const said = section ? words.continue_section : words.continue;
  link.textContent = `${said.replace("{lesson}", lesson).replace("{section}", section)} →`;
  return link;
}
