// The state as one line of JSON: to be copied, behind the # of an address, and in a saved page. It names what differs
// from how the example begins, as Python names it.
import { allFinite } from "./attention.js";
import { config } from "./config.js";
import { matrixOf } from "./head_view.js";
import { same } from "./history.js";
import { chosenBy, ofSentence, startOf, stateNames } from "./state.js";

/** @import { Explorer } from "./explorer.js" */
/** @import { Fixed, Screen, State } from "./state.js" */

const LOOKS = { head: 0, large: false, selected: null, focus: null, prediction: null, judged: null };

/** @param {Explorer} app */
export function textOf({ fixed, state, choices }) {
  const { selected, ...looks } = choices;
  const chosen = selected && [selected.step, selected.row, selected.col];
  const differs = { ...changesOf({ fixed, state }), ...differing({ ...looks, selected: chosen }, LOOKS) };
  // A mask is written in ones and zeros.
  const short = (name, value) => typeof value === "boolean" && name !== "large" ? Number(value) : value;
  return JSON.stringify({ ...(fixed.name && { example: fixed.name }), ...differs }, short);
}

// The part of it that is of the numbers.
/** @param {{ fixed: Fixed, state: State }} app */
export const changesOf = ({ fixed, state }) =>
  differing(state, { ...startOf(fixed), ...ofSentence(fixed, state.sentence), sentence: 0 });

/** @param {State} now @param {State} start @returns {State} */
const differing = (now, start) =>
  Object.fromEntries(
    Object.keys(start).filter((name) => !same(now[name] ?? null, start[name] ?? null))
      .map((name) => [name, now[name]]),
  );

// What such an object stands for.
/** @param {Record<string, any>} given @param {Fixed} fixed @returns {Screen} */
export function screenOf({ example: _, ...given }, fixed) {
  /** @type {State} */
  const all = { ...LOOKS, ...given };
  const { head, large, selected, focus, prediction, judged, ...values } = all;
  /** @type {State} */
  const state = { ...startOf(fixed), ...ofSentence(fixed, values.sentence ?? 0), ...values };
  if (state.keep) state.keep = state.keep.map((row) => row.map(Boolean));
  if (state.heads_on) state.heads_on = state.heads_on.map(Boolean);
  return { state, choices: { head, large, selected: chosenBy(selected), focus, prediction, judged } };
}

// What a text says that anybody may have written: { state, choices }, or { problem }, the key of what is to be said.
/** @param {string} text @param {Explorer} app @returns {Screen | { problem: string }} */
export function readText(text, app) {
  let given;
  try {
    given = JSON.parse(text);
  } catch {
    return { problem: /Explorer\(|\.load\(/.test(text) ? "old_state" : "unreadable" };
  }
  if (given?.constructor !== Object) return { problem: "unreadable" };
  if ((given.example ?? app.fixed.name) !== app.fixed.name) return { problem: "other_explorer" };
  if (!Object.entries(given).every(([name, value]) => fits(app, name, value))) {
    return { problem: "not_loaded" };
  }
  const screen = screenOf(given, app.fixed);
  return allFinite(app.traceOf(screen.state)) ? screen : { problem: "too_large" };
}

/** @param {Explorer} app @param {string} name @param {any} value */
function fits(app, name, value) {
  const { fixed, state, view } = app;
  const [n, m] = [view.rows.length, view.keys.length];
  const isAmong = (k, count) => Number.isInteger(k) && k >= 0 && k < count;
  if (value === null) return ["keep", "heads_on", "selected", "focus", "prediction", "judged"].includes(name);
  switch (name) {
    case "example":
      return true;
    case "keep":
      return alike(value, Array(n).fill(Array(m).fill(0)));
    case "heads_on":
      return fixed.heads > 1 && alike(value, Array(fixed.heads).fill(0));
    case "temperature":
      return alike(value, 1) && value > 0;
    case "scaling":
      return config.scalings.includes(value);
    case "sentence":
      return isAmong(value, fixed.sentences.length);
    case "head":
      return isAmong(value, fixed.heads);
    case "large":
      return typeof value === "boolean";
    case "focus":
      return isAmong(value, n);
    case "prediction":
      return Boolean(fixed.question) && (fixed.question.col === null ? isAmong(value, m) : alike(value, 1));
    case "judged":
      return value.constructor === Object &&
        Object.entries(value).every(([own, x]) => stateNames().includes(own) && fits(app, own, x));
    case "selected": {
      const [step, row, col] = Array.isArray(value) && value.length === 3 ? value : [];
      const isShown = typeof step === "string" && Object.hasOwn(app.screen.layout.blocks, step);
      const A = isShown ? matrixOf(view.head, step) : [];
      return isAmong(row, A.length) && isAmong(col, A[0].length);
    }
  }
  // What is locked may be there already, or be as it is to begin with.
  const isOpen = () =>
    fixed.edit.includes(name) || [state, fixed.start].some((one) => same(value, one[name]));
  return app.isNumber(name) && alike(value, state[name]) && isOpen();
}

// Whether a value has the shape of b, and only finite numbers.
const alike = (a, b) =>
  Array.isArray(b)
    ? Array.isArray(a) && a.length === b.length && a.every((x, k) => alike(x, b[k]))
    : Number.isFinite(a);
