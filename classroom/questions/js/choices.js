// Two to five choices; the reader takes one by mouse, with the arrow keys, or by its letter.
import { make } from "../../web/js/dom.js";
import { marked } from "./markup.js";
import { readLetter } from "./reading.js";

export const LETTERS = "abcdefgh";

export function makeChoices(app) {
  const { choices } = app.fixed;
  const inputs = choices.map((_, k) => make("input", { type: "radio", name: `aq-${app.id}`, value: k }));
  const marks = choices.map(() => make("span", { class: "aq-mark", "aria-hidden": "true" }));
  const lines = choices.map((choice, k) =>
    make(
      "label",
      { class: "aq-line" },
      inputs[k],
      make("b", { class: "aq-letter" }, LETTERS[k]),
      make("span", { class: "aq-text" }, ...marked(choice)),
      marks[k],
    )
  );
  const take = (text, event) => {
    const k = readLetter(text, choices.length);
    if (k === null || inputs[k].disabled) return;
    event.preventDefault();
    inputs[k].checked = true;
    inputs[k].focus();
  };
  return {
    element: make("div", { class: "aq-lines" }, ...lines),
    label: null,
    onkey: (event) => event.ctrlKey || event.metaKey || event.altKey || take(event.key, event),
    onpaste: (event) => take(event.clipboardData?.getData("text") ?? "", event),
    read() {
      const k = inputs.findIndex((input) => input.checked);
      return k < 0 ? { problem: app.text("choose_first") } : { given: k };
    },
    said: (k) => `(${LETTERS[k]})`,
    update({ given, done, right }) {
      inputs.forEach((input, k) => {
        if (k === given) input.checked = true;
        input.disabled = done;
        const mark = done && k === right ? "✓" : k === given ? "✗" : "";
        marks[k].textContent = mark;
        lines[k].classList.toggle("aq-good", mark === "✓");
        lines[k].classList.toggle("aq-bad", mark === "✗");
      });
    },
  };
}
