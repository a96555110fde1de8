// An exam: it asks one question after the other, and says nothing until it is handed in.
import { make, setText, textsOf } from "../../../web/js/dom.js";
import { keepKeys } from "../../../web/js/keys.js";
import { modelOf } from "../../../web/js/saved_page.js";
import { chosen, LENGTH, posed } from "./drawing.js";
import { keep, kept } from "./memory.js";
import { makeResult } from "./result.js";
import { makeSheet } from "./sheet.js";
import { fits } from "../judging.js";

const MOST = 999999; // the largest number of an exam

// anywidget calls this to show a model in an element of the page.
export function render({ model, el }) {
  const exam = new Exam(model);
  el.append(exam.element);
  return () => exam.element.remove();
}

// Show an exam from its state, on a page without Python.
export function renderPage(state, el) {
  const exam = new Exam(modelOf(state));
  el.append(exam.element);
  return exam;
}

class Exam {
  constructor(model) {
    this.model = model;
    this.fixed = model.get("_fixed");
    this.text = textsOf(this.fixed.texts);
    this.questions = /** @type {any[]} */ ([]);
    this.sheets = /** @type {any[]} */ ([]); // what shows each question
    this.places = /** @type {any[]} */ ([]); // the buttons that lead to them
    this.at = 0;
    this.warned = false; // that something is not answered
    this.element = make("section", {
      class: "ax aq aq-exam",
      lang: this.fixed.language === "zh" ? "zh-CN" : "en",
      "aria-label": this.text("title"),
    });
    keepKeys(this.element);
    const before = kept();
    const seed = this.get("seed");
    if (before && Object.keys(this.get("answers")).length === 0 && (seed === null || seed === before.seed)) {
      this.set(before);
    }
    if (this.get("seed") === null) this.choose();
    else this.open();
  }

  // None arrives as null, in Pyodide as undefined.
  get(name) {
    return this.model.get(name) ?? null;
  }

  set(changes) {
    for (const [name, value] of Object.entries(changes)) this.model.set(name, value);
    if (this.model.widget_manager?.kernel !== null) this.model.save_changes();
  }

  remember(changes) {
    this.set(changes);
    keep({ seed: this.get("seed"), answers: this.get("answers"), handed_in: this.get("handed_in") });
  }

  // The first page: which exam

  choose() {
    const { text } = this;
    const input = make("input", {
      class: "ax-number aq-box",
      inputmode: "numeric",
      autocomplete: "off",
      value: 1 + Math.floor(Math.random() * 9999),
    });
    const note = make("p", { class: "aq-verdict", role: "status" });
    const form = make(
      "form",
      {},
      make("label", { class: "aq-boxed" }, text("number"), input),
      make("p", { class: "aq-keys" }, text("number_why")),
      make(
        "div",
        { class: "aq-actions" },
        make("button", { type: "submit", class: "aq-commit" }, text("begin")),
      ),
      note,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const seed = Number(input.value);
      if (!Number.isInteger(seed) || seed < 1 || seed > MOST) return setText(note, text("bad_number"));
      this.remember({ seed, answers: {}, handed_in: false, right: [] });
      this.open();
      this.show(0);
    });
    this.element.replaceChildren(
      make("div", { class: "aq-head" }, make("span", {}, text("title"))),
      make("p", { class: "aq-intro" }, text("intro", { count: LENGTH })),
      form,
    );
  }

  // The exam itself

  open() {
    const seed = this.get("seed");
    this.questions = chosen(this.fixed.exam, seed).map((asked) => posed(asked, seed));
    if (this.get("handed_in")) this.finish();
    else this.build();
  }

  build() {
    const { text, questions } = this;
    const button = (key, onclick, more = {}) =>
      make("button", { type: "button", onclick, ...more }, text(key));
    this.sheets = questions.map((one) =>
      makeSheet(one, { text, shades: this.fixed.shades, given: this.get("answers")[one.id] })
    );
    this.places = questions.map((_, k) =>
      make("button", { type: "button", onclick: () => this.show(k) }, String(k + 1))
    );
    this.done = make("span", { class: "aq-done" });
    this.place = make("p", { class: "aq-keys" });
    this.sheet = make("div");
    this.before = button("before", () => this.show(this.at - 1));
    this.after = make("button", { type: "submit" }, text("after"));
    const form = make(
      "form",
      {},
      this.sheet,
      make(
        "div",
        { class: "aq-actions" },
        this.before,
        this.after,
        button("hand_in", () => this.handIn()),
      ),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.show(this.at + 1);
    });
    form.addEventListener("change", () => this.read());
    this.note = make("p", { class: "aq-verdict", role: "status" });
    this.warned = false;
    this.element.replaceChildren(
      make(
        "div",
        { class: "aq-head" },
        make("span", {}, text("name", { seed: this.get("seed") })),
        this.done,
      ),
      make(
        "nav",
        { "aria-label": text("questions") },
        make("ol", { class: "aq-places" }, ...this.places.map((one) => make("li", {}, one))),
      ),
      this.place,
      form,
      this.note,
    );
    this.at = 0;
    this.update();
  }

  // Show a question, and go to where it is answered.
  show(at) {
    this.read();
    this.at = at;
    this.update();
    const inputs = [...this.sheet.querySelectorAll("input")];
    (inputs.find((one) => one.checked) ?? inputs[0]).focus();
  }

  // Take over the answer that stands in the field now; what cannot be read stays there, and is no answer.
  read() {
    const { field, element } = this.sheets[this.at], { id } = this.questions[this.at];
    const { given, problem } = field.read();
    const isEmpty = [...element.querySelectorAll("input")].every((one) =>
      one.type === "radio" ? !one.checked : one.value.trim() === ""
    );
    if (isEmpty) element.querySelector("[aria-invalid]")?.removeAttribute("aria-invalid");
    const { [id]: _, ...others } = this.get("answers");
    this.remember({ answers: problem === undefined ? { ...others, [id]: given } : others });
    this.warned = false;
    this.paint();
    setText(this.note, problem === undefined || isEmpty ? "" : problem);
  }

  update() {
    const { text, questions, at } = this;
    setText(this.place, text("place", { number: at + 1, count: questions.length }));
    this.sheet.replaceChildren(this.sheets[at].element);
    this.before.disabled = at === 0;
    this.after.disabled = at === questions.length - 1;
    setText(this.note, "");
    this.paint();
  }

  // Mark which questions have an answer.
  paint() {
    const { text, questions } = this;
    const open = this.stillOpen();
    setText(this.done, text("answered", { done: questions.length - open.length, count: questions.length }));
    this.places.forEach((button, k) => {
      const isOpen = open.includes(k);
      button.classList.toggle("aq-answered", !isOpen);
      button.setAttribute("aria-label", text(isOpen ? "place_open" : "place_done", { number: k + 1 }));
      if (k === this.at) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    });
  }

  stillOpen() {
    const answers = this.get("answers");
    return this.questions.map((_, k) => k).filter((k) => answers[this.questions[k].id] === undefined);
  }

  // Hand in; whoever has left something out is told so first, once.
  handIn() {
    const warned = this.warned;
    this.read();
    const open = this.stillOpen();
    if (open.length && !warned) {
      this.warned = true;
      const numbers = open.map((k) => k + 1).join(this.fixed.language === "zh" ? "、" : ", ");
      return setText(this.note, this.text("still_open", { numbers }));
    }
    const answers = this.get("answers");
    const right = this.questions
      .filter((one) => answers[one.id] !== undefined && fits(one.kind, answers[one.id], one.right))
      .map((one) => one.id);
    this.remember({ handed_in: true, right });
    this.finish();
    this.element.querySelector("h2")?.focus();
  }

  finish() {
    const result = makeResult({
      questions: this.questions,
      answers: this.get("answers"),
      fixed: this.fixed,
      seed: this.get("seed"),
      text: this.text,
      again: () => {
        this.remember({ seed: null, answers: {}, handed_in: false, right: [] });
        this.choose();
        this.element.querySelector("input")?.focus();
      },
    });
    this.element.replaceChildren(result);
  }
}
