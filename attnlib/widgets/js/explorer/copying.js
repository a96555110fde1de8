// Numbers for a spreadsheet: Ctrl+C copies the chosen number, Ctrl+A and Ctrl+C its whole matrix.
import { make, setText } from "../shared/dom.js";

/** @import { Explorer } from "./explorer.js" */

/** @param {Explorer} app @param {HTMLElement} element */
export function listenToCopying(app, element) {
  /** @type {string | null} */
  let all = null; // the matrix that is chosen as a whole
  const matrixAt = (place) => {
    const { blocks } = app.screen.layout;
    return Object.keys(blocks).find((name) => blocks[name].element.contains(place)) ?? null;
  };
  element.addEventListener("keydown", (event) => {
    const isModifier = ["Control", "Meta"].includes(event.key);
    const isControl = event.ctrlKey || event.metaKey;
    if (isControl && event.key.toLowerCase() === "a") {
      const place = /** @type {HTMLElement} */ (event.target);
      all = matrixAt(place);
      if (all === null) return;
      if (!("value" in place)) event.preventDefault(); // a field selects its own text, to be typed over
      app.tell(app.text("all_chosen", { name: app.called(all) }));
    } else if (!isModifier && !(isControl && event.key.toLowerCase() === "c")) all = null;
  });
  element.addEventListener("pointerdown", () => (all = null));
  element.addEventListener("copy", (event) => {
    const place = /** @type {HTMLElement} */ (event.target);
    const name = matrixAt(place);
    if (name === null || app.view.isUnknown(name)) return;
    const A = matrixOf(app, name);
    const at = /** @type {HTMLElement | null} */ (place.closest("[data-at]"))?.dataset.at;
    const isPicked = (getSelection()?.toString() ?? "").trim().includes("\n"); // cells under the mouse
    if (all === name || isPicked) {
      event.clipboardData?.setData("text/plain", asBlock(A));
      app.tell(app.text("copied_block", { name: app.called(name), n: A.length, m: A[0].length }));
    } else if (at && !("value" in place)) {
      const [i, j] = at.split(",").map(Number);
      event.clipboardData?.setData("text/plain", String(A[i][j]));
    } else return; // a field's own text
    event.preventDefault();
  });
}

// A button that copies all matrices on the screen, one below the other.
/** @param {Explorer} app @param {HTMLElement} said */
export function makeCopyAll(app, said) {
  const copy = () => {
    const names = Object.keys(app.screen.layout.blocks).filter((name) => !app.view.isUnknown(name));
    const text = names.map((name) => `${app.called(name)}\n${asBlock(matrixOf(app, name))}`).join("\n\n");
    const done = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
    done.then(() => setText(said, app.text("copied")), () => setText(said, app.text("no_clipboard")));
  };
  return make("button", { type: "button", onclick: copy }, app.text("copy_numbers"));
}

/** @param {Explorer} app @param {string} name @returns {number[][]} */
function matrixOf({ view }, name) {
  const A = view.head[name];
  return Array.isArray(A[0]) ? A : [A];
}

// Rows on lines, numbers in full between tabs; a place that a mask hides stays empty.
/** @param {number[][]} rows */
export const asBlock = (rows) =>
  rows.map((row) => row.map((x) => (Number.isFinite(x) ? String(x) : "")).join("\t")).join("\n");
