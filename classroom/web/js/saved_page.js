// A page without Python.

// Return the model of a widget: its state, and who listens to a change of it.
/** @param {any} state @returns {any} as anywidget has it */
export function modelOf(state) {
  const changes = new EventTarget();
  return {
    get: (name) => state[name],
    set(name, value) {
      state[name] = value;
      changes.dispatchEvent(new Event(`change:${name}`));
    },
    on: (event, listener) => changes.addEventListener(event, listener),
    off: (event, listener) => changes.removeEventListener(event, listener),
    save_changes() {},
  };
}

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
