// All pages of this language are searched. Their words are loaded when they are first asked for, as a script: so
// they are there in a folder of files, too.
import { excerpt, find } from "./finding.js";
import { part, said } from "./elements.js";

const MOST = 12; // places that are shown
const PAUSE = 120; // milliseconds after the last key

export function offerSearch(words) {
  const button = part("#open-search");
  const dialog = part("#site-search");
  const [input, status, list] = ["input", "[role=status]", "ol"].map((one) => part(one, dialog));
  let /** @type {number | undefined} */ timer;

  async function search() {
    const { sections, groups } = await said(dialog.dataset.index, "attnlibIndex");
    const sought = input.value.trim();
    const { sections: found, words: seen } = find(sought, sought ? sections : [], groups);
    const answer = found.length ? words.search_some : words.search_none;
    status.textContent = sought && answer.replace("{count}", String(found.length)).replace("{words}", sought);
    list.replaceChildren(...found.slice(0, MOST).map((section) => shown(section, seen)));
  }

  button.hidden = false;
  button.addEventListener("click", () => dialog.showModal());
  addEventListener("keydown", (event) => {
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand ? event.key.toLowerCase() !== "k" || event.shiftKey || event.altKey : event.key !== "/") {
      return;
    }
    // A dialog that has just closed keeps the focus until the page is drawn again.
    const target = /** @type {Element} */ (event.target);
    if (!isCommand && target.closest("input, textarea, .ax")?.checkVisibility()) return;
    event.preventDefault();
    dialog.showModal();
  });
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, PAUSE);
  });
  // Enter goes to the first place that was found, rather than closing.
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    list.querySelector("a")?.click();
  });
  list.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}

function shown([address, page, section, text], seen) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = address;
  link.textContent = section ? `${page} › ${section}` : page;
  const words = document.createElement("p");
  for (const [piece, isFound] of excerpt(text, seen)) {
    const mark = isFound ? document.createElement("mark") : document.createDocumentFragment();
    mark.append(piece);
    words.append(mark);
  }
  item.append(link, words);
  return item;
}
