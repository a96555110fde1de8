// The view: all that the screen shows, computed from the state once a paint and handed to every part.
import { config } from "./config.js";
import { headOf } from "./head_view.js";
import { isOwn } from "./state.js";
import { isolated } from "../../web/js/dom.js";

/**
 * @import { Head, Mask, Matrix, Trace } from "./attention.js"
 * @import { Explorer } from "./explorer.js"
 * @import { Choices, Chosen, Fixed, Goal, Moment, Sentence, State } from "./state.js"
 *
 * @typedef {object} View
 * @property {State} state
 * @property {Trace} trace
 * @property {Sentence} sentence
 * @property {string[]} rows the words that look
 * @property {string[]} keys the words that are looked at
 * @property {number} k which head is shown
 * @property {Head & Record<string, any>} head it, as matrices by name
 * @property {(Head & Record<string, any>) | null} before the same before the last change, which was of this sentence
 * @property {Moment | null} change what the last change came from: another one after each change
 * @property {Chosen | null} selected
 * @property {number | null} focus the row behind which the others recede
 * @property {number} row the row that is spoken of
 * @property {number | null} prediction
 * @property {boolean} large
 * @property {boolean} hasAllRows whether large type shows all rows, and not one: who paints, or has several goals, needs them
 * @property {boolean} isDark
 * @property {boolean} isPainting whether a click hides an entry
 * @property {((i: number, j: number) => boolean) | null} hidden what is masked, if anything is
 * @property {(name: string) => boolean} isUnknown whether a step is hidden until the reader has answered
 * @property {HTMLInputElement | null} typing the input that the reader writes in
 */

/** @param {Explorer} app @param {HTMLInputElement | null} [typing] @returns {View} */
export function viewOf(app, typing = null) {
  const { fixed, state, trace, before, choices, isDark } = app;
  const { head: k, selected, prediction, large } = choices;
  const headAt = (/** @type {Moment} */ { state, trace }) => headOf(state, trace, k, fixed.heads);
  const sentence = fixed.sentences[state.sentence];
  const { keep } = state;
  const head = headAt({ state, trace });
  // Numbers of another sentence are not what an edit has changed.
  const old = before && before.state.sentence === state.sentence ? headAt(before) : null;
  const focus = focusOf(app, head, old);
  const isPainting = choices.painting || (fixed.edit.includes("keep") && isOwn(keep));
  const [n, m] = [head.weights.length, head.weights[0].length]; // a sentence may have more words
  return {
    state,
    trace,
    sentence,
    rows: sentence.tokens.slice(0, n),
    keys: sentence.context_tokens.slice(0, m),
    k,
    head,
    before: old,
    change: old && before,
    selected,
    focus,
    row: focus ?? 0,
    prediction,
    large,
    isDark,
    hasAllRows: large && (isPainting || isOfRows(fixed.goals) || isSmall(fixed.steps, n)),
    isPainting,
    hidden: keep && ((i, j) => !keep[i][j]),
    isUnknown: unknownIn(app),
    typing,
  };
}

// Returns whether the rows of a step are the words that look.
/** @param {string} step */
export const isOfWord = (step) => config.steps[step]?.rows === "queries";

// Returns whether large type has room for every row, since no matrix above them takes it.
const isSmall = (steps, n) => n <= 4 && !steps.some((step) => step.startsWith("W_"));

// Returns whether a puzzle is about several rows.
/** @param {Goal[]} goals */
export const isOfRows = (goals) => new Set(goals.map(({ row }) => row)).size > 1;

// "Q[chases, doer]", as the arithmetic has it.
/** @param {Explorer} app @param {string} step @param {number} i @param {number} j */
export function entryName(app, step, i, j) {
  const { columns } = app.fixed;
  const of = config.steps[step];
  const words = { queries: app.view.rows, keys: app.view.keys };
  const row = step.startsWith("b_")
    ? []
    : [(of ? words[of.rows] : /^W_[QKV]$/.test(step) ? columns.X : null)?.[i] ?? i];
  const col = (of?.cols === "keys" ? words.keys : columns[step])?.[j] ?? j;
  return `${app.called(step)}[${[...row, col].map(isolated).join(", ")}]`;
}

// The row of the word or the number that was clicked; else the one that the last change has moved most; else that of
// the question or the puzzle.
/** @param {Explorer} app @param {Head & Record<string, any>} head @param {(Head & Record<string, any>) | null} old */
function focusOf({ choices: { focus, selected, prediction, large }, fixed, state }, head, old) {
  const asked = (fixed.question ?? fixed.goals[0])?.row ?? null;
  const isOpen = fixed.question && prediction === null;
  const moved = old && !isOpen ? movedRow(fixed.steps, head, old, asked) : null;
  const ofChosen = selected && isOfWord(selected.step) ? selected.row : null;
  // A reader who edits a number has not chosen a row to look at; but in large type that row alone is on the screen.
  const isChosen = selected && (large || !state[selected.step]);
  const row = focus ?? (isChosen ? ofChosen : moved ?? ofChosen) ?? asked;
  return row === null ? null : Math.min(row, head.weights.length - 1);
}

// In another sentence what is looked at stays with its words. A word that is not there gives way to the first new one.
/** @param {Fixed} fixed @param {Choices} choices @param {number} a @param {number} b @returns {Partial<Choices>} */
export function followWords({ sentences }, { focus, selected }, a, b) {
  const at = (/** @type {"tokens" | "context_tokens"} */ names, /** @type {number} */ k) => {
    const [then, now] = [sentences[a][names], sentences[b][names]];
    const same = now[k] === then[k] ? k : now.indexOf(then[k]);
    return same >= 0 ? same : Math.max(0, now.findIndex((word) => !then.includes(word)));
  };
  const of = selected && config.steps[selected.step];
  const row = of?.rows === "keys" ? "context_tokens" : "tokens";
  return {
    focus: focus === null ? null : at("tokens", focus),
    selected: selected && of
      ? {
        step: selected.step,
        row: at(row, selected.row),
        col: of.cols === "keys" ? at("context_tokens", selected.col) : selected.col,
      }
      : selected,
  };
}

// The row in which the last of the steps that are shown has changed most, or the step before it where that has not; if
// the row that is asked about has changed, then that.
/** @param {string[]} steps @param {Record<string, any>} head @param {Record<string, any>} old @param {number | null} asked */
function movedRow(steps, head, old, asked) {
  const shown = Object.keys(config.steps).filter((step) =>
    isOfWord(step) && steps.includes(step) && head[step]
  );
  for (const step of shown.reverse()) {
    const { by, row } = largestChange(head[step], old[step]);
    if (Math.abs(by) < SEEN) continue;
    return asked !== null && largestChange(head[step], old[step], asked).count > 0 ? asked : row;
  }
  return null;
}

export const SEEN = 0.005; // a change that a cell of two decimals may show

// How many numbers have changed so that one sees it, and which the most. Among 512 words it is a quarter of a
// million that are compared: no list is made of them.
/** @param {Matrix} A @param {Matrix} old @param {number | null} [only] the one row that is looked at */
export function largestChange(A, old, only = null) {
  const most = { count: 0, row: 0, col: 0, by: 0 };
  for (let i = 0; i < A.length; i++) {
    const [now, then] = [A[i], old[i] ?? []];
    if (now === then || (only !== null && i !== only)) continue;
    for (let j = 0; j < now.length; j++) {
      const by = now[j] - then[j];
      if (Math.abs(by) >= SEEN) most.count++;
      if (Math.abs(by) > Math.abs(most.by)) Object.assign(most, { row: i, col: j, by });
    }
  }
  return most;
}

// Before the reader has answered, the step that is asked for and all that follow are unknown.
/** @param {Explorer} app @returns {(name: string) => boolean} */
function unknownIn({ choices, fixed: { question } }) {
  if (!question || choices.prediction !== null) return () => false;
  const inOrder = Object.keys(config.steps);
  const first = inOrder.indexOf(question.step);
  return (name) => inOrder.indexOf(name) >= first;
}
