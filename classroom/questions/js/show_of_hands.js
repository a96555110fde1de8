// For a lecture: the question fills the screen, without input; a key or a button uncovers the answer.
import { make } from "../../web/js/dom.js";
import { LETTERS } from "./choices.js";
import { marked } from "./markup.js";

const UNCOVER = ["ArrowRight", "PageDown", "Enter", " "];

export function showHands(app) {
  const { fixed, text } = app;
  const body = makeBody(app);
  const answer = make("div", { class: "aq-hands-answer", tabindex: "-1", hidden: true });
  const show = make("button", { type: "button", onclick: uncover }, text("show"));
  const back = make("button", { type: "button", onclick: () => dialog.close() }, text("back"));
  const keys = make("p", { class: "aq-keys" }, text("hands_keys"));
  const dialog = make(
    "dialog",
    { class: "aq-hands", "aria-label": text("hands") },
    make("p", { class: "aq-question" }, ...marked(fixed.question)),
    body.element,
    answer,
    make("div", { class: "aq-actions" }, show, back, keys),
  );

  function uncover() {
    if (!answer.hidden) return;
    const said = text("the_answer", { answer: fixed.answer_text });
    answer.replaceChildren(make("p", {}, make("strong", {}, ...marked(said))), ...app.explanation());
    answer.hidden = false;
    show.hidden = true;
    body.uncover();
    answer.focus();
  }

  dialog.addEventListener("keydown", (event) => {
    if (!UNCOVER.includes(event.key) || event.target === back || !answer.hidden) return;
    event.preventDefault();
    uncover();
  });
  dialog.addEventListener("close", () => dialog.remove());
  app.element.append(dialog);
  dialog.showModal();
  show.focus();
}

function makeBody({ fixed }) {
  const { choices, right } = fixed;
  const lines = choices.map((choice, k) =>
    make(
      "li",
      { class: "aq-line" },
      make("b", { class: "aq-letter" }, LETTERS[k]),
      make("span", { class: "aq-text" }, ...marked(choice)),
      make("span", { class: "aq-mark", "aria-hidden": "true" }),
    )
  );
  const list = make("ul", { class: "aq-lines" }, ...lines);
  const uncover = () => {
    lines.forEach((line, k) => {
      const good = k === right.answer;
      line.classList.toggle("aq-good", good);
      line.classList.toggle("aq-out", !good);
      if (good) line.lastElementChild.textContent = "✓";
    });
  };
  return { element: list, uncover };
}
