// Pointing at a number marks the numbers that it comes from and those that it goes into.
import { isIn, sourceOf } from "./head_view.js";

/** @param {{ blocks: Record<string, any> }} layout @param {HTMLElement} element */
export function listenToPointing(layout, element) {
  let /** @type {HTMLElement[]} */ marked = [];
  let /** @type {Element | null} */ last = null;
  const forget = () => {
    marked.forEach((td) => delete td.dataset.preview);
    marked = [];
    last = null;
  };
  const { blocks } = layout;
  element.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const { target } = event;
    const td = target instanceof Element ? target.closest("td") : null;
    if (td === last && td) return;
    forget();
    last = td;
    const at = td && (td.querySelector("[data-at]") ?? td).getAttribute("data-at");
    const step = at && Object.keys(blocks).find((name) => blocks[name].element.contains(td));
    if (!step) return;
    const [row, col] = at.split(",").map(Number);
    marked = neighbours(blocks, { step, row, col });
  });
  element.addEventListener("pointerleave", forget);
}

// The cells that go straight into that one, and those that it goes straight into; they are marked.
function neighbours(blocks, here) {
  const found = /** @type {HTMLElement[]} */ ([]);
  for (const [name, { body, large }] of Object.entries(blocks)) {
    if (large) continue;
    const from = sourceOf(here, name);
    body.cells.forEach((row, i) =>
      row.forEach(({ td }, j) => {
        const isFrom = isIn(from, i, j);
        if (!isFrom && !isIn(sourceOf({ step: name, row: i, col: j }, here.step), here.row, here.col)) return;
        td.dataset.preview = isFrom ? "from" : "to";
        found.push(td);
      })
    );
  }
  return found;
}
