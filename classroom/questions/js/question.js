// A question that answers back. Only this code knows the right answer: no element of the page holds it, visible or
// not, until the reader has found it or has asked for it.
import { make, setText, textsOf } from "../../web/js/dom.js";
import { keepKeys } from "../../web/js/keys.js";
import { modelOf } from "../../web/js/saved_page.js";
import { makeBox } from "./box.js";
import { makeChoices } from "./choices.js";
import { showHands } from "./show_of_hands.js";
import { reasonAgainst } from "./judging.js";
import { marked, paragraphs } from "./markup.js";

const FIELDS = { choices: makeChoices, number: makeBox, shape: makeBox };
const TRAITS = ["_given", "right", "tries", "shown", "large", "_note"];
const WIDE = 544; // pixels: a picture that cannot be read where it is made as narrow as a phone
const TRIES = 2; // so many wrong answers, and the right one is offered

// anywidget calls this to show a model in an element of the page.
export function render({ model, el }) {
  const question = new Question(model);
  el.append(question.element);
  return () => {
    question.close();
    question.element.remove(); // else JupyterLab keeps it in memory with the output's place
  };
}

// Show a question from its state, on a page without Python.
export function renderPage(state, el) {
  const question = new Question(modelOf(state));
  el.append(question.element);
  return question;
}

class Question {
  constructor(model) {
    this.model = model;
    this.fixed = model.get("_fixed");
    this.text = textsOf(this.fixed.texts);
    this.id = Math.random().toString(36).slice(2);
    this.labelId = `aq-label-${this.id}`;
    this.build();
    this.painted = null; // the answer that the verdict is about
    this.paint = () => this.update();
    for (const name of TRAITS) model.on(`change:${name}`, this.paint);
    this.update();
  }

  build() {
    const { fixed, text } = this;
    const button = (key, onclick, more = {}) =>
      make("button", { type: "button", onclick, ...more }, text(key));
    this.field = FIELDS[fixed.kind](this);
    this.large = make(
      "button",
      { type: "button", title: text("large"), "aria-label": text("large"), onclick: () => this.enlarge() },
      "A⁺",
    );
    this.submit = make("button", { type: "submit", class: "aq-commit" }, text("commit"));
    this.hint = button("hint", () => this.openHint(), { "aria-expanded": "false" });
    this.show = button("show", () => this.showAnswer());
    this.hinted = make("div", { class: "aq-hint", hidden: true });
    this.verdict = make("p", { class: "aq-verdict", role: "status", tabindex: "-1" });
    this.uncovered = make("div", { class: "aq-uncovered", hidden: true });
    this.before = make("span", { class: "aq-before" });
    this.reply = button("reply", () => this.openReply());
    this.note = make("p", { class: "aq-keys", role: "status" });
    this.form = make(
      "form",
      {},
      make(
        "fieldset",
        {},
        make("legend", { class: "aq-question", id: this.labelId }, ...marked(fixed.question)),
        this.field.element,
      ),
      make("div", { class: "aq-actions" }, this.submit, this.hint, this.show),
    );
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.commit();
    });
    this.form.addEventListener("keydown", (event) => this.field.onkey?.(event));
    this.form.addEventListener("paste", (event) => this.field.onpaste?.(event));
    this.element = make(
      "section",
      { class: "ax aq", lang: fixed.language === "zh" ? "zh-CN" : "en", "aria-label": text("title") },
      make(
        "div",
        { class: "aq-head" },
        make("span", {}, text("title")),
        this.before,
        this.reply,
        button("hands", () => showHands(this)),
        this.large,
      ),
      this.form,
      this.hinted,
      this.verdict,
      this.uncovered,
      this.note,
    );
    keepKeys(this.element);
  }

  close() {
    for (const name of TRAITS) this.model.off(`change:${name}`, this.paint);
  }

  // None arrives as null, in Pyodide as undefined.
  get(name) {
    return this.model.get(name) ?? null;
  }

  set(changes) {
    for (const [name, value] of Object.entries(changes)) this.model.set(name, value);
    // After the kernel has been shut down, ipywidgets would only log an error.
    if (this.model.widget_manager?.kernel !== null) this.model.save_changes();
  }

  // What the reader does

  commit() {
    if (this.isDone()) return;
    const { given, problem } = this.field.read();
    if (problem) return this.say([problem], "aq-note");
    if (this.get("right") === false && String(given) === String(this.get("_given"))) {
      return this.say([`${this.text("again")} `, ...marked(this.sentence())], "aq-wrong");
    }
    const right = reasonAgainst(this.fixed, given, this.text) === null;
    this.set({ _given: given, right, tries: this.get("tries") + 1 });
    if (right) this.verdict.focus(); // the button is gone
  }

  openHint() {
    const open = this.hinted.hidden;
    this.hinted.replaceChildren(...paragraphs(this.fixed.hint));
    this.hinted.hidden = !open;
    this.hint.setAttribute("aria-expanded", open);
  }

  showAnswer() {
    this.set({ shown: true });
    this.verdict.focus();
  }

  // Open the reply to an answer that was right on an earlier run: it can only have been the right one.
  openReply() {
    this.set({ _given: this.fixed.right.answer, right: true });
    this.verdict.focus();
  }

  enlarge() {
    this.set({ large: !this.get("large") });
  }

  // What is shown

  isDone() {
    return this.get("right") === true || this.get("shown") === true;
  }

  update() {
    const [given, right, shown] = ["_given", "right", "shown"].map((name) => this.get(name));
    const done = this.isDone();
    const { fixed } = this;
    this.element.classList.toggle("ax-large", this.get("large") === true);
    this.large.setAttribute("aria-pressed", this.get("large") === true);
    this.field.update({ given, done, right: done ? fixed.right.answer : null });
    this.submit.hidden = done;
    this.hint.hidden = done || !fixed.hint;
    const before = right === null && !done ? this.get("_before") : null;
    this.before.hidden = before === null;
    this.reply.hidden = before !== "right";
    setText(this.before, this.text(before === "right" ? "before_right" : "before_wrong"));
    this.show.hidden = done || this.get("tries") < TRIES;
    if (done && this.uncovered.hidden) this.uncovered.replaceChildren(...this.explanation());
    if (!done) this.uncovered.replaceChildren();
    this.uncovered.hidden = !done;
    setText(this.note, this.get("_note") ?? "");
    const now = JSON.stringify([given, right, shown]);
    if (now === this.painted) return;
    this.painted = now;
    if (right === null && !shown) return this.say([], "");
    this.say(marked(this.sentence()), right === true ? "aq-right" : shown ? "aq-note" : "aq-wrong");
  }

  // Return the verdict on the last answer, or the right answer if the reader has asked for it.
  sentence() {
    const { fixed, text } = this;
    if (this.get("shown")) return text("the_answer", { answer: fixed.answer_text });
    const given = this.get("_given");
    const said = this.field.said(given);
    const reason = reasonAgainst(fixed, given, text);
    return text(reason === null ? "right" : "wrong", { said, reason });
  }

  // Return the explanation and `then`, which Python gives as HTML.
  explanation() {
    const then = this.fixed.then ?? null;
    const kept = make("div", { class: "aq-then" });
    if (then !== null) kept.innerHTML = then;
    for (const picture of kept.querySelectorAll("img")) {
      picture.classList.toggle("aq-wide", Number(picture.getAttribute("width")) >= WIDE);
    }
    return [...paragraphs(this.fixed.explanation), ...(then === null ? [] : [kept])];
  }

  say(nodes, kind) {
    this.verdict.replaceChildren(...nodes);
    this.verdict.className = `aq-verdict ${kind}`;
  }
}
