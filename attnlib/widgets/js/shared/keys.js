// Keys inside a widget are its own: in a notebook `d d` would delete the cell. What means the whole notebook goes
// on to it, as Ctrl+S does.

const EDITING = ["a", "c", "v", "x", "y", "z", "enter", "backspace", "delete", "home", "end", " "];
const SUPPRESS = "data-lm-suppress-shortcuts"; // of Lumino, which JupyterLab is made of

// Shift+Enter goes on to the next cell, as everywhere, and runs nothing: nothing here waits to be run, and the
// cell would begin anew, with nothing of what the reader has done.
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

// In JupyterLab and Notebook, if there is one; elsewhere the reader stays.
function goToNextCell(element) {
  const cells = [...document.querySelectorAll(".jp-Notebook .jp-Cell")];
  const here = cells.indexOf(element.closest(".jp-Cell"));
  if (here >= 0) /** @type {HTMLElement | undefined} */ (cells[here + 1])?.focus();
}
