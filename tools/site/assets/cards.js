// The card of a term opens above or below its link, for the mouse and for the keyboard; Escape closes it.
import { part, parts } from "./elements.js";

const PAUSE = 200; // milliseconds, in which the mouse can go from the link to its card

export function offerCards() {
  let /** @type {HTMLElement | null} */ open = null;
  let /** @type {number | undefined} */ timer;

  function show(link) {
    clearTimeout(timer);
    const card = part(`#${link.dataset.card}`);
    if (card === open) return;
    hide();
    open = card;
    card.hidden = false;
    const at = link.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = card;
    const isBelow = at.bottom + offsetHeight + 12 < innerHeight || at.top < offsetHeight + 12;
    const left = Math.max(8, Math.min(at.left, document.documentElement.clientWidth - offsetWidth - 8));
    card.style.left = `${left + scrollX}px`;
    card.style.top = `${scrollY + (isBelow ? at.bottom + 6 : at.top - offsetHeight - 6)}px`;
  }

  function hide() {
    clearTimeout(timer);
    if (open) open.hidden = true;
    open = null;
  }

  function later() {
    clearTimeout(timer);
    timer = setTimeout(hide, PAUSE);
  }

  for (const link of parts("a.term")) {
    link.setAttribute("aria-describedby", link.dataset.card);
    link.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && show(link));
    link.addEventListener("pointerleave", later);
    link.addEventListener("focus", () => show(link));
    link.addEventListener("blur", hide);
  }
  for (const card of parts(".card")) {
    card.addEventListener("pointerenter", () => clearTimeout(timer));
    card.addEventListener("pointerleave", later);
  }
  addEventListener("keydown", (event) => event.key === "Escape" && hide());
}
