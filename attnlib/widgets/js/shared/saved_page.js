// A page that `save_html` has written: the widget's state stands in it as JSON, [arrays, state], and a "data" in
// the state is the place of its array, so that each array stands there once.

/** @param {(state: any, element: HTMLElement) => void} renderPage */
export function openSavedPage(renderPage) {
  const saved = globalThis.document?.getElementById("attnlib-saved")?.textContent;
  if (!saved) return; // in a notebook
  const [arrays] = JSON.parse(saved);
  const [, state] = JSON.parse(saved, (key, value) => (key === "data" ? arrays[value] : value));
  renderPage(state, /** @type {HTMLElement} */ (document.getElementById("widget")));
}
