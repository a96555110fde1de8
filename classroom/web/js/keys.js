// Keep the keys that are pressed inside a widget: in a notebook `d d` would delete the cell. Keys for the whole
// notebook, such as Ctrl+S, reach it.

const EDITING = ["a", "c", "v", "x", "y", "z", "enter", "backspace", "delete", "home", "end", " "];
const SUPPRESS = "data-lm-suppress-shortcuts"; // read by Lumino, the toolkit of JupyterLab

// Shift+Enter goes to the next cell, as everywhere, but does not run this one: that would throw away what the
// reader has done in the widget.
/** @param {HTMLElement} element the root of the widget */
export function keepKeys(element) {
  element.setAttribute(SUPPRESS, "");
  element.addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    const control = event.ctrlKey || event.metaKey;
    const isEditing = EDITING.includes(key) && !(key === "c" && event.shiftKey);
    if (control && !isEditing && !key.startsWith("arrow")) {
      element.removeAttribute(SUPPRESS);
      setTimeout(() => element.setAttribute(SUPPRESS, ""));
      return;
    }
    event.stopPropagation();
    if (key === "enter" && event.shiftKey && !control) {
      event.preventDefault();
      goToNextCell(element);
    }
  });
  for (const kind of ["keyup", "keypress", "copy", "cut", "paste", "contextmenu", "dblclick"]) {
    element.addEventListener(kind, (event) => event.stopPropagation());
  }
}

// Go to the next cell in JupyterLab and Notebook; elsewhere stay.
function goToNextCell(element) {
  const cells = [...document.querySelectorAll(".jp-Notebook .jp-Cell")];
  const here = cells.indexOf(element.closest(".jp-Cell"));
  if (here >= 0) /** @type {HTMLElement | undefined} */ (cells[here + 1])?.focus();
}
