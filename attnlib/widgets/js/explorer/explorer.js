// The explorer: edit a number, see what follows, ask why. What it holds, what can be asked of it, done to it.
import { keepAddress } from "./address.js";
import { allFinite, attend } from "./attention.js";
import { isOwn } from "./controls.js";
import { setText, textsOf } from "../shared/dom.js";
import { facts, useFacts } from "./facts.js";
import { changed, headOf } from "./heads.js";
import { commit, mark, openHistory, redo, takeBack, undo, withEntries } from "./history.js";
import { forgetColours } from "./layout.js";
import { makeScreen, updateScreen } from "./screen.js";
import { readLine } from "./python.js";
import { chosenBy, fixedOf, isList, lists, ofSentence, startOf, stateOf } from "./state.js";
import { follow } from "./sync.js";

/**
 * @import { Head, Trace } from "./attention.js"
 *
 * @typedef {object} Model the traits of the Explorer in Python, as anywidget hands them over
 * @property {(name: string) => any} get
 * @property {(name: string, value: any) => void} set
 * @property {() => void} save_changes
 * @property {(event: string, listener: () => void) => void} on
 * @property {(event: string, listener: () => void) => void} off
 * @property {{ kernel: any }} [widget_manager]
 *
 * @typedef {Record<string, any>} State all that can be edited, by name: matrices, temperature and the like
 * @typedef {{ step: string, row: number, col: number }} Chosen
 *
 * @typedef {object} View what is looked at
 * @property {number} head
 * @property {boolean} large type for a lecture hall
 * @property {Chosen | null} selected
 * @property {number | null} focus the row behind which the others recede
 * @property {number | null} prediction what the reader has said: a position, or a number
 * @property {boolean} painting whether a mask is painted
 * @property {{ state: State, trace: Trace } | null} pinned what today's numbers are compared with
 * @property {HTMLInputElement | null} typing the input in which the present change is typed
 */

// What anywidget calls to show a model in an element of the page.
export function render({ model, el }) {
  const app = new Explorer(model);
  el.append(app.screen.element);
  app.readTheme();
  app.link?.connected();
  return () => {
    app.close();
    app.screen.element.remove(); // JupyterLab keeps the empty place, and with it all that stands there
  };
}

// A page without Python: the state is all there is, and the address of the page says what has become of it. Of
// several explorers on a page each has a key of its own.
export function renderPage(state, el, key = "") {
  const model = { get: (name) => state[name], set() {}, save_changes() {}, on() {}, off() {} };
  const app = new Explorer(model, true);
  el.append(app.screen.element);
  app.readTheme();
  app.link = keepAddress(app, key);
  return app;
}

export class Explorer {
  /** @param {Model} model @param {boolean} alone whether there is no Python */
  constructor(model, alone = false) {
    this.id = Math.random().toString(36).slice(2); // in the names of radio buttons
    this.model = model;
    this.fixed = fixedOf(model);
    useFacts(this.fixed.facts);
    this.text = textsOf(this.fixed.texts); // text("scores"): what is said to the reader
    this.history = openHistory(stateOf(model));
    this.trace = this.traceOf(this.state);
    /** @type {{ state: State, trace: Trace } | null} */
    this.before = null; // the last change
    /** @type {View} */
    this.view = {
      head: model.get("head"),
      large: model.get("large"),
      selected: chosenBy(model.get("selected")),
      focus: model.get("focus") ?? null,
      prediction: model.get("prediction") ?? null,
      painting: false,
      pinned: null,
      typing: null,
    };
    /** @type {string | null} */
    this.told = null; // what stands in the place of the result, in words
    /** @type {(() => void)[]} */
    this.ends = []; // what is to be let go when it is closed
    this.isDark = false;
    this.renamed = false; // whether names have changed since the last paint
    this.screen = makeScreen(this);
    /** @type {ReturnType<typeof follow> | ReturnType<typeof keepAddress> | null} */
    this.link = alone ? null : follow(this);
    this.paint();
  }

  paint() {
    updateScreen(this);
  }

  // What is drawn on a canvas has the colours of the page, as they are once it stands there.
  readTheme() {
    this.isDark = getComputedStyle(this.screen.element).colorScheme === "dark";
    this.paint();
  }

  close() {
    this.link?.stop();
    this.ends.forEach((end) => end());
  }

  // What can be asked of it

  /** @returns {State} */
  get state() {
    return this.history.state;
  }

  get sentence() {
    return this.fixed.sentences[this.state.sentence] ?? this.fixed.sentences[0];
  }

  // last is what there was before: what has not changed since is not computed again.
  /** @param {State} state @param {{ state: State, trace: Trace } | null} [last] */
  traceOf(state, last = null) {
    return attend(lists(state), this.fixed.heads, last);
  }

  /** @returns {string[]} */
  rowNames() {
    return this.sentence.tokens;
  }

  /** @returns {string[]} */
  keyNames() {
    return this.sentence.context_tokens;
  }

  sizes() {
    return [this.rowNames().length, this.keyNames().length];
  }

  // The head that is shown, and the same before the last change.
  head() {
    return headOf(this.state, this.trace, this.view.head, this.fixed.heads);
  }

  headBefore() {
    const { before } = this;
    return before && headOf(before.state, before.trace, this.view.head, this.fixed.heads);
  }

  // The row in focus: that of a word or a number that was clicked, or the one that is asked for; or null.
  focus() {
    const { focus, selected } = this.view;
    const ofChosen = selected && isOfWord(selected.step) ? selected.row : null;
    const row = focus ?? ofChosen ?? (this.fixed.question ?? this.fixed.goals[0])?.row ?? null;
    return row === null ? null : Math.min(row, this.rowNames().length - 1);
  }

  // The row that is spoken of.
  row() {
    return this.focus() ?? 0;
  }

  // Whether a matrix holds numbers that are given.
  /** @param {string} name */
  isNumber(name) {
    return facts.numbers.includes(name) && this.state[name] != null;
  }

  // Before the reader has answered, the step that is asked for and all that follow are not shown.
  /** @param {string} name */
  isUnknown(name) {
    const { question } = this.fixed;
    if (!question || this.view.prediction !== null) return false;
    const inOrder = Object.keys(facts.steps);
    return inOrder.indexOf(name) >= inOrder.indexOf(question.step);
  }

  // A mask of one's own can be painted on, be it the reader's or one that was given.
  isPainting() {
    return this.view.painting || (this.fixed.edit.includes("keep") && isOwn(this.state.keep));
  }

  // What can be done to it. What changes the numbers says whether it was taken over.

  // key: what is changed with the same key, without a pause, is undone together. typing: the field in which
  // that is done, which is left alone; while one types, nothing is said of a number that is too large.
  /**
   * @param {State} changes
   * @param {string | null} [key]
   * @param {HTMLInputElement | null} [typing]
   */
  change(changes, key = null, typing = null) {
    const state = { ...this.state, ...changes };
    const last = { state: this.state, trace: this.trace };
    const trace = this.traceOf(state, last);
    if (!allFinite(trace)) {
      if (!typing) this.tell(this.text("too_large"));
      return false;
    }
    if (commit(this.history, state, key, performance.now())) this.before = last;
    this.trace = trace;
    this.#changed(typing);
    return true;
  }

  // Put entries [row, col, x] into a matrix.
  /**
   * @param {string} name
   * @param {[number, number, number][]} entries
   * @param {string | null} [key]
   * @param {HTMLInputElement | null} [typing]
   */
  edit(name, entries, key = null, typing = null) {
    const A = this.state[name];
    const given = ["Q", "K", "V"].includes(name) && !isList(A);
    const changes = given
      ? { [name]: withEntries(A, entries) }
      : changed(this.state, name, entries, this.view.head, this.fixed.heads);
    return this.change(changes, key, typing);
  }

  // From here on, what is done is a step of its own; takeBack(mark) makes it undone, as if it had not been.
  mark() {
    return { state: mark(this.history), before: this.before };
  }

  takeBack({ state, before }, typing = null) {
    if (!takeBack(this.history, state)) return;
    this.before = before;
    this.trace = this.traceOf(state);
    this.#changed(typing);
  }

  undo() {
    this.#move(undo);
  }

  redo() {
    this.#move(redo);
  }

  reset() {
    this.renamed = true;
    forgetColours(this.screen.layout);
    this.screen.controls.presets?.forget();
    this.setPainting(false);
    this.change(startOf(this.fixed));
  }

  // Take over what a line of Python says; returns the key of what is to be said of it.
  load(line) {
    const { state, view, problem } = readLine(line, this);
    if (problem) return problem;
    this.renamed = true;
    if (!this.change({ ...startOf(this.fixed), ...state })) return "too_large";
    this.look(view ?? {});
    return "loaded";
  }

  showSentence(i) {
    this.view.pinned = null; // of other words
    this.renamed = true;
    this.change(ofSentence(this.fixed, i));
  }

  // Begin with another state, as if it had always been so: there is nothing to undo.
  /** @param {State} state @param {Partial<View>} view */
  begin(state, view) {
    this.history = openHistory(state);
    this.trace = this.traceOf(state);
    this.before = null;
    this.renamed = true;
    Object.assign(this.view, view);
    this.paint();
  }

  // What makes every entry [i, j] that it is given as hidden, or as visible, as this one is not; or null.
  brush(i, j) {
    if (!this.isPainting()) return null;
    const [n, m] = this.sizes();
    const keep = () => this.state.keep ?? Array.from({ length: n }, () => Array(m).fill(true));
    const visible = !keep()[i][j];
    const key = `paint ${performance.now()}`;
    return (entries) =>
      this.change({ keep: withEntries(keep(), entries.map((at) => [...at, visible])) }, key);
  }

  // A head that is off adds nothing to what all heads make together.
  /** @param {number} k @param {boolean} on */
  switchHead(k, on) {
    const before = this.state.heads_on ?? Array(this.fixed.heads).fill(true);
    const now = before.map((isOn, other) => (other === k ? on : isOn));
    this.change({ heads_on: now.every(Boolean) ? null : now });
  }

  // Keep today's numbers beside those that come; or no longer.
  /** @param {boolean} on */
  pin(on) {
    this.view.pinned = on ? { state: this.state, trace: this.trace } : null;
    this.paint();
  }

  setPainting(painting) {
    this.view.painting = painting;
    this.paint();
  }

  /** @param {string} step @param {number} row @param {number} col */
  select(step, row, col) {
    const now = this.view.selected;
    if (now && now.step === step && now.row === row && now.col === col) return;
    this.look({ selected: { step, row, col }, ...(isOfWord(step) ? { focus: row } : {}) });
  }

  /** @param {number | null} row */
  focusOn(row) {
    const { selected } = this.view;
    const isElsewhere = selected && isOfWord(selected.step) && selected.row !== row;
    this.look({ focus: row, ...(isElsewhere ? { selected: null } : {}) });
  }

  // A change of what is looked at, not of the numbers.
  /** @param {Partial<View>} changes */
  look(changes) {
    Object.assign(this.view, changes);
    this.paint();
    this.link?.changed();
  }

  // Say something in the place of the result, until the reader does something else.
  /** @param {string} sentence */
  tell(sentence) {
    this.told = sentence;
    setText(this.screen.status, sentence);
  }

  /** @param {HTMLInputElement | null} [typing] */
  #changed(typing = null) {
    this.told = null;
    this.view.typing = typing;
    this.paint();
    this.view.typing = null;
    this.link?.changed();
  }

  #move(step) {
    const last = { state: this.state, trace: this.trace };
    if (!step(this.history)) return;
    this.before = last;
    this.trace = this.traceOf(this.state, last);
    this.renamed = true;
    this.#changed();
  }
}

// Whether the rows of a step are the words that look.
const isOfWord = (step) => facts.steps[step]?.rows === "queries";
