// A language model at work: what it would write next, with what probability, and where it looks.
// With Python the model says it, for every text; without, it is stored for some.
import { textsOf } from "../../web/js/dom.js";
import { keepKeys } from "../../web/js/keys.js";
import { modelOf } from "../../web/js/saved_page.js";
import { written } from "./bars.js";
import { draw, random, sharesOf } from "./choosing.js";
import { keyOf, readStep, readStored } from "./steps.js";
import { makeView, shown } from "./view.js";

/**
 * @import { Model } from "../../web/js/model.js"
 * @import { Step, Stored } from "./steps.js"
 */

const TRAITS = ["prompt", "taken", "temperature", "top_k", "top_p", "seed", "at", "_live"];
const AT_ONCE = 40; // tokens, before it stops by itself
const PACE = 120; // milliseconds for a token that is known already
const END = /^<\|(im_end|endoftext)\|>$/;

// anywidget calls this to show a desk in an element of the page.
/** @param {{ model: Model, el: HTMLElement }} widget */
export function render({ model, el }) {
  const desk = new Desk(model);
  el.append(desk.view.element);
  return () => {
    desk.close();
    desk.view.element.remove(); // else JupyterLab keeps it in memory with the output's place
  };
}

// Show a desk from its state, on a page without Python.
export function renderPage(state, el) {
  const desk = new Desk(modelOf(state));
  el.append(desk.view.element);
  return desk;
}

class Desk {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    this.fixed = model.get("_fixed");
    this.text = textsOf(this.fixed.texts);
    this.heads = this.fixed.heads;
    /** @type {Map<string, Step>} what Python has said */
    this.steps = new Map();
    /** @type {Map<string, Step>} */
    this.stored = new Map();
    /** @type {Map<number, string>} */
    this.pieces = new Map();
    /** @type {Map<string, number[]>} the tokens of each prompt */
    this.tokens = new Map();
    for (const one of /** @type {Stored[]} */ (this.fixed.stored)) {
      for (const [key, step] of readStored(one)) this.stored.set(key, step);
      this.learn(one.prompt, one.tokens, one.pieces);
    }
    this.asked = { count: 0, key: "" };
    this.left = 0; // tokens to be written before it stops
    this.from = 0; // where it began to write,
    this.began = 0; // and when
    this.speed = ""; // of the last writing
    this.run = { rows: 0, without: 0 }; // since the prompt was read
    this.said = "";
    this.view = makeView(this.fixed, this.text, {
      read: (prompt) => this.goTo({ prompt, taken: [] }),
      take: (k) => this.choose(k),
      toggle: () => this.left ? this.stop() : this.write(AT_ONCE),
      writeOne: () => this.write(1),
      undo: () => this.goTo({ taken: this.get("taken").slice(0, -1) }),
      restart: () => this.goTo({ taken: [] }),
      set: (name, value) => this.set({ [name]: value }),
    });
    keepKeys(this.view.element);
    this.changing = false;
    /** @type {number[] | undefined} */
    this.row = undefined; // of attention, as it was last known
    this.paint = () => this.changing || this.update();
    this.hear = () => this.answered();
    for (const name of TRAITS) model.on(`change:${name}`, this.paint);
    model.on("change:_live_answer", this.hear);
    this.update();
  }

  close() {
    this.left = 0;
    for (const name of TRAITS) this.model.off(`change:${name}`, this.paint);
    this.model.off("change:_live_answer", this.hear);
  }

  get(name) {
    return this.model.get(name) ?? null;
  }

  // Change traits together, and then show them: a new prompt after which old tokens stand is none.
  set(changes) {
    this.changing = true;
    for (const [name, value] of Object.entries(changes)) this.model.set(name, value);
    this.changing = false;
    // After the kernel has been shut down, ipywidgets would only log an error.
    if (this.model.widget_manager?.kernel !== null) this.model.save_changes();
    this.update();
  }

  // What is known

  isLive() {
    return this.get("_live") === true && this.model.widget_manager?.kernel !== null;
  }

  // Return what is known of the next token. With the model only a prompt's first step comes from the store, so
  // that nothing needs to be loaded before the reader does something.
  /** @param {number[]} taken @returns {Step | undefined} */
  stepAfter(taken) {
    const key = keyOf(this.get("prompt"), taken);
    return this.steps.get(key) ?? (this.isLive() && taken.length ? undefined : this.stored.get(key));
  }

  /** @param {string} prompt @param {number[]} tokens @param {Record<string, string>} pieces */
  learn(prompt, tokens, pieces) {
    this.tokens.set(prompt, tokens);
    for (const [id, piece] of Object.entries(pieces)) this.pieces.set(Number(id), piece);
  }

  /** @param {Step} step */
  sharesOf(step) {
    const [temperature, topK, topP] = ["temperature", "top_k", "top_p"].map((name) => this.get(name));
    return sharesOf(step, { temperature, topK, topP });
  }

  /** @param {number} id */
  piece(id) {
    return this.pieces.get(id) ?? "";
  }

  // The tokens of the prompt and of what was taken.
  words() {
    return [...(this.tokens.get(this.get("prompt")) ?? []), ...this.get("taken")];
  }

  // What the reader does

  goTo(place) {
    this.left = 0;
    this.said = this.asked.key = "";
    if ("prompt" in place) [this.run, this.speed] = [{ rows: 0, without: 0 }, ""];
    this.set(place);
  }

  choose(k) {
    const step = this.stepAfter(this.get("taken"));
    if (!step) return; // the model is reading
    this.left = 0;
    const { before, after } = this.sharesOf(step);
    this.take(step.ids[k], "took", after[k] || before[k]);
  }

  write(count) {
    this.left = count;
    this.from = this.get("taken").length;
    this.began = performance.now();
    this.writeOn();
  }

  stop() {
    this.left = 0;
    if (this.get("taken").length > this.from) this.sayWritten();
    this.update();
  }

  // Draw a token and take it.
  writeOn() {
    const taken = this.get("taken");
    const step = this.stepAfter(taken);
    if (!step) return this.update(); // it goes on when the answer is here
    const { before, after } = this.sharesOf(step);
    const { k, within } = draw(after, random(this.get("seed"), this.words().length));
    if (k < step.ids.length) return this.take(step.ids[k], "drawn", after[k]);
    const kept = after[k] * before[0] / after[0] / before[k]; // the part of all others that top-p keeps
    if (this.isLive()) this.ask({ among: within * kept, temperature: this.get("temperature") });
    else this.halt(this.text("other_drawn"));
  }

  /** @param {number} id @param {"took" | "drawn"} how @param {number} share */
  take(id, how, share) {
    const taken = [...this.get("taken"), id];
    const piece = shown(this.piece(id));
    if (!this.isLive() && !this.stepAfter(taken)) return this.halt(this.notStored(piece));
    this.wrote(id, this.text(how, { piece, share: written(share) }));
    this.set({ taken });
    if (!this.left && how === "drawn" && taken.length - this.from > 1) {
      this.sayWritten();
      this.update();
    }
    if (this.left && this.stepAfter(taken)) setTimeout(() => this.left && this.writeOn(), PACE);
  }

  // Return what to say where no stored text goes on with a token: perhaps none goes on at all.
  notStored(piece) {
    const taken = this.get("taken");
    const goesOn = this.stepAfter(taken)?.ids.some((id) => this.stepAfter([...taken, id]));
    return this.text(goesOn ? "not_stored" : "stored_end", { piece });
  }

  wrote(id, said) {
    this.said = said;
    const count = this.get("taken").length + 1 - this.from;
    if (this.left && count > 1) { // the first is mostly known before the button is pressed
      const seconds = (performance.now() - this.began) / 1000;
      this.speed = this.text("speed", { speed: (count / seconds).toFixed(1) });
    }
    this.left = END.test(this.piece(id)) ? 0 : Math.max(this.left - 1, 0);
  }

  // What Python is asked and answers

  ask(more = {}) {
    const [prompt, taken, at] = ["prompt", "taken", "at"].map((name) => this.get(name));
    const key = JSON.stringify([prompt, taken, at, more]);
    if (key === this.asked.key) return;
    this.asked = { count: this.asked.count + 1, key };
    this.set({ _live_asked: { count: this.asked.count, prompt, taken, at, ...more } });
  }

  answered() {
    const answer = this.get("_live_answer");
    if (!answer || answer.count !== this.asked.count) return; // the reader has gone on
    if (answer.problem) return this.failed(answer.problem);
    this.asked.key = "";
    const { prompt, taken, tokens, pieces, heads, rows } = answer;
    this.learn(prompt, tokens, pieces);
    this.heads = heads;
    const [key, step] = [keyOf(prompt, taken), readStep(answer.step)];
    const known = this.steps.get(key);
    if (known) { for (const [at, row] of step.rows) known.rows.set(at, row); }
    else this.steps.set(key, step);
    this.run.rows += rows;
    this.run.without += rows ? tokens.length + taken.length : 0;
    if (taken.length > this.get("taken").length) {
      const id = taken[taken.length - 1];
      this.wrote(id, this.text("drawn_other", { piece: shown(this.piece(id)) }));
      this.set({ taken });
    }
    this.update();
    if (this.left && !known) this.writeOn();
  }

  // Say why, and go back to what is stored if there is no model.
  /** @param {string} problem */
  failed(problem) {
    const [first] = this.fixed.stored;
    if (!this.isLive() && first && !this.stepAfter(this.get("taken"))) {
      const prompt = this.tokens.has(this.get("prompt")) ? this.get("prompt") : first.prompt;
      this.set({ prompt, taken: [] });
    }
    this.halt(this.text("problem", { problem }));
  }

  /** @param {string} said */
  halt(said) {
    this.left = 0;
    this.said = said;
    this.update();
  }

  // What is shown

  update() {
    const [taken, at, live] = [this.get("taken"), this.get("at"), this.isLive()];
    const step = this.stepAfter(taken);
    const row = step?.rows.get(`${at}`);
    if (step) this.row = row; // until the next is known, the words stay lit
    if (live && !row) this.ask();
    this.view.update({
      get: (name) => this.get(name),
      live,
      writing: this.left > 0,
      pieces: this.tokens.has(this.get("prompt")) ? this.words().map((id) => this.piece(id)) : null,
      step,
      shares: step ? this.sharesOf(step) : null,
      goesOn: step?.ids.map((id) => !live && this.stepAfter([...taken, id]) !== undefined) ?? [],
      names: step?.ids.map((id) => shown(this.piece(id))) ?? [],
      row: this.row,
      heads: this.heads,
      cost: this.cost(live, taken),
      said: this.sentence(live, step, row),
    });
  }

  sentence(live, step, row) {
    if (this.left) return this.text("writing");
    if (!step) return this.said || this.text(live ? "reading" : "stored_end");
    if (!this.said && !this.get("taken").length) return this.text(live ? "hint" : "hint_stored");
    if (!row) return this.said;
    const [block, head] = this.get("at");
    const most = row.indexOf(Math.max(...row));
    const piece = shown(this.piece(this.words()[most]));
    return this.join(this.said, this.text("looks", { block, head, piece, weight: written(row[most]) }));
  }

  // Without a cache all tokens before would be computed again for each. What is stored had one.
  cost(live, taken) {
    if (live) {
      const { rows, without } = this.run;
      return this.join(rows ? this.costOf(rows, without) : "", this.speed);
    }
    const first = this.tokens.get(this.get("prompt"))?.length ?? 0;
    const without = taken.reduce((sum, _, k) => sum + first + k + 1, first);
    return this.join(this.costOf(first + taken.length, without), this.text("stored"));
  }

  costOf(rows, without) {
    return this.text("rows", { rows, without: without.toLocaleString("en") });
  }

  sayWritten() {
    const taken = this.get("taken").slice(this.from);
    const ended = END.test(this.piece(taken[taken.length - 1]));
    this.said = this.join(this.text("wrote", { count: taken.length }), ended ? this.text("ended") : "");
  }

  join(...sentences) {
    return sentences.filter(Boolean).join(this.fixed.language === "zh" ? "" : " ");
  }
}
