// The explorer: edit a number, see what follows, ask why. This file holds its state and all that can be done to it.
import { keepAddress } from "./address.js";
import { allFinite, attend } from "./attention.js";
import { config, useConfig } from "./config.js";
import { setText, textsOf } from "../../web/js/dom.js";
import { changed } from "./head_view.js";
import { commit, mark, openHistory, redo, same, takeBack, undo, withEntries } from "./history.js";
import { forgetColours } from "./layout.js";
import { fitScreen, makeScreen, updateScreen } from "./screen.js";
import { isPainted } from "./puzzle.js";
import { readText, screenOf } from "./state_text.js";
import { chosenBy, fixedOf, isList, lists, ofSentence, startOf, stateOf } from "./state.js";
import { follow } from "./sync.js";
import { followWords, isOfWord, viewOf } from "./view.js";

/**
 * @import { Choices, Fixed, Moment, Screen, State } from "./state.js"
 * @import { Model } from "../../web/js/model.js"
 */

// What anywidget calls to show a model in an element of the page.
export function render({ model, el }) {
  const fixed = fixedOf(model.get("_fixed"));
  useConfig(fixed.config);
  const choices = {
    head: model.get("head"),
    large: model.get("large"),
    selected: chosenBy(model.get("selected")),
    focus: model.get("focus") ?? null,
    prediction: model.get("prediction") ?? null,
    judged: model.get("judged") ?? null,
  };
  const app = new Explorer(fixed, { state: stateOf(model), choices }, model);
  el.append(app.screen.element);
  app.readTheme();
  app.link?.connected();
  return () => {
    app.close();
    app.screen.element.remove(); // JupyterLab keeps the empty element, and everything in it
  };
}

// Show a page without Python: the state is all there is, and the address of the page keeps what the reader changes.
// If a page has several explorers, each has a key of its own.
export function renderPage(saved, el, key = "") {
  const app = openExplorer(saved, el, true);
  app.link = keepAddress(app, key);
  return app;
}

// Show the state that a page has; unless it has an address, keep nothing.
export function openExplorer(saved, el, hasAddress = false) {
  const fixed = fixedOf(saved._fixed);
  useConfig(fixed.config);
  const app = new Explorer(fixed, screenOf(saved.state, fixed), null, hasAddress);
  el.append(app.screen.element);
  app.readTheme();
  return app;
}

export class Explorer {
  /**
   * @param {Fixed} fixed
   * @param {Screen} begin
   * @param {Model | null} [model] null where there is no Python
   * @param {boolean} [hasAddress] whether the address of the page keeps the state
   */
  constructor(fixed, { state, choices }, model = null, hasAddress = false) {
    this.id = Math.random().toString(36).slice(2); // in the names of radio buttons
    this.fixed = fixed;
    this.hasAddress = hasAddress;
    this.text = textsOf(this.fixed.texts); // text("scaling"): a text in the reader's language
    this.history = openHistory(state);
    this.trace = this.traceOf(this.state);
    /** @type {Moment | null} */
    this.before = null; // the last change
    /** @type {Choices} */
    this.choices = {
      ...choices,
      painting: isPainted(this.fixed),
    };
    /** @type {string | null} */
    this.message = model?.get("_kept") ? this.text("kept") : null; // in the place of the result until the reader acts
    /** @type {(() => void)[]} */
    this.ends = []; // called when it is closed
    this.isDark = false;
    this.view = viewOf(this);
    this.screen = makeScreen(this);
    /** @type {ReturnType<typeof follow> | ReturnType<typeof keepAddress> | null} */
    this.link = model && follow(this, model);
    this.paint();
  }

  /** @param {HTMLInputElement | null} [typing] the input that the reader writes in, which is left alone */
  paint(typing = null) {
    this.view = viewOf(this, typing);
    updateScreen(this, this.view);
  }

  // A canvas takes its colours from the page, and the stage its room, which are known once it stands there.
  readTheme() {
    this.isDark = getComputedStyle(this.screen.element).colorScheme === "dark";
    this.paint();
    fitScreen(this);
  }

  close() {
    this.link?.stop();
    this.ends.forEach((end) => end());
  }

  /** @returns {State} */
  get state() {
    return this.history.state;
  }

  // Compute a trace; of the last moment everything is reused that has not changed since.
  /** @param {State} state @param {Moment | null} [last] */
  traceOf(state, last = null) {
    return attend(lists(state), this.fixed.heads, last);
  }

  // The name of a matrix in the reader's language; W_Q and the like have the same name in all languages.
  /** @param {string} name */
  called(name) {
    return this.fixed.texts[`step_${name}`] ?? name;
  }

  // Returns whether the numbers of a matrix are given, not computed.
  /** @param {string} name */
  isNumber(name) {
    return config.numbers.includes(name) && this.state[name] != null;
  }

  // Changes of the numbers. Each returns whether it was accepted.

  // Changes with the same key, without a pause, are undone together. While the reader types in a field, that field is
  // left alone and a result that is too large is not reported.
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
      : changed(this.state, name, entries, this.choices.head, this.fixed.heads);
    return this.change(changes, key, typing);
  }

  // The edit after a mark is a step of its own; takeBack(mark) removes it from the history as well.
  mark() {
    return { state: mark(this.history), before: this.before };
  }

  /** @param {{ state: State, before: Moment | null }} mark @param {HTMLInputElement | null} [typing] */
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
    this.screen.controls.matrices?.forget();
    this.setPainting(isPainted(this.fixed));
    forgetColours(this.screen.layout); // last, since each repaint so far was of the numbers that go
    const { sentence } = this.state;
    this.change(startOf(this.fixed));
    this.#follow(sentence);
  }

  // Load a copied line; returns the key of the text that answers it.
  /** @param {string} line */
  load(line) {
    const found = readText(line, this);
    if ("problem" in found) return found.problem;
    this.take(found);
    return "loaded";
  }

  /** @param {Screen} screen */
  take({ state, choices }) {
    if (!same(state, this.state)) this.change(state);
    this.look(choices);
  }

  /** @param {number} i */
  showSentence(i) {
    const { sentence } = this.state;
    this.change(ofSentence(this.fixed, i));
    this.#follow(sentence);
  }

  // Begin with another state: there is nothing to undo.
  /** @param {Screen} screen */
  begin({ state, choices }) {
    this.history = openHistory(state);
    this.trace = this.traceOf(state);
    this.before = null;
    Object.assign(this.choices, choices);
    this.paint();
  }

  // Begin a stroke of the brush at [i, j]. Returns a function that hides all entries [i, j] it is given, or shows them
  // if the first one was hidden; or null where nothing can be painted.
  /** @param {number} i @param {number} j */
  brush(i, j) {
    if (!this.view.isPainting) return null;
    const { rows, keys } = this.view;
    const keep = () => this.state.keep ?? rows.map(() => Array(keys.length).fill(true));
    const visible = !keep()[i][j];
    const key = `paint ${performance.now()}`;
    return (entries) =>
      this.change({ keep: withEntries(keep(), entries.map((at) => [...at, visible])) }, key);
  }

  // A head that is off adds nothing to the outputs of all heads together.
  /** @param {number} k @param {boolean} on */
  switchHead(k, on) {
    const before = this.state.heads_on ?? Array(this.fixed.heads).fill(true);
    const now = before.map((isOn, other) => (other === k ? on : isOn));
    this.change({ heads_on: now.every(Boolean) ? null : now });
  }

  // Changes of what is looked at

  /** @param {boolean} painting */
  setPainting(painting) {
    this.choices.painting = painting;
    this.paint();
  }

  /** @param {string} step @param {number} row @param {number} col */
  select(step, row, col) {
    const now = this.choices.selected;
    if (now && now.step === step && now.row === row && now.col === col) return;
    const asks = isOfWord(step) && !this.isNumber(step); // who edits a number has not chosen what to look at
    this.look({ selected: { step, row, col }, ...(asks ? { focus: row } : {}) });
  }

  /** @param {number | null} row */
  focusOn(row) {
    const { selected } = this.choices;
    const isElsewhere = selected && isOfWord(selected.step) && selected.row !== row;
    this.look({ focus: row, ...(isElsewhere ? { selected: null } : {}) });
  }

  /** @param {Partial<Choices>} choices */
  look(choices) {
    Object.assign(this.choices, choices);
    this.paint();
    this.link?.changed();
  }

  /** @param {string} sentence */
  tell(sentence) {
    this.message = sentence;
    setText(this.screen.status, sentence);
  }

  /** @param {number} last the sentence before */
  #follow(last) {
    if (last !== this.state.sentence) {
      this.look(followWords(this.fixed, this.choices, last, this.state.sentence));
    }
  }

  /** @param {HTMLInputElement | null} [typing] */
  #changed(typing = null) {
    this.message = null;
    this.paint(typing);
    this.link?.changed();
  }

  /** @param {(history: any) => boolean} step */
  #move(step) {
    const last = { state: this.state, trace: this.trace };
    if (!step(this.history)) return;
    this.before = last;
    this.trace = this.traceOf(this.state, last);
    forgetColours(this.screen.layout); // one undoes a number that was too large
    this.#changed();
    this.#follow(last.state.sentence);
  }
}
