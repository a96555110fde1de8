// The view: all that the screen shows, computed from the state once a paint and handed to every part.
import { config } from "./config.js";
import { headOf } from "./head_view.js";
import { isOwn } from "./state.js";

/**
 * @import { Head, Mask, Trace } from "./attention.js"
 * @import { Explorer } from "./explorer.js"
 * @import { Chosen, Moment, Sentence, State } from "./state.js"
 *
 * @typedef {object} View
 * @property {State} state
 * @property {Trace} trace
 * @property {Sentence} sentence
 * @property {string[]} rows the words that look
 * @property {string[]} keys the words that are looked at
 * @property {number} k which head is shown
 * @property {Head & Record<string, any>} head it, as matrices by name
 * @property {(Head & Record<string, any>) | null} before the same before the last change
 * @property {Moment | null} change what the last change came from: another one after each change
 * @property {(Head & Record<string, any>) | null} pinned the same as it was pinned, if that was of this sentence
 * @property {Chosen | null} selected
 * @property {number | null} focus the row behind which the others recede
 * @property {number} row the row that is spoken of
 * @property {number | null} prediction
 * @property {boolean} large
 * @property {boolean} isDark
 * @property {boolean} isPainting whether a click hides an entry
 * @property {((i: number, j: number) => boolean) | null} hidden what is masked, if anything is
 * @property {(name: string) => boolean} isUnknown whether a step is hidden until the reader has answered
 * @property {HTMLInputElement | null} typing the input that the reader writes in
 */

/** @param {Explorer} app @param {HTMLInputElement | null} [typing] @returns {View} */
export function viewOf(app, typing = null) {
  const { fixed, state, trace, before, choices, isDark } = app;
  const { head: k, selected, prediction, large, pinned } = choices;
  const headAt = (/** @type {Moment} */ { state, trace }) => headOf(state, trace, k, fixed.heads);
  const sentence = fixed.sentences[state.sentence];
  const focus = focusOf(app, sentence.tokens.length);
  const { keep } = state;
  const head = headAt({ state, trace });
  const [n, m] = [head.weights.length, head.weights[0].length]; // a sentence may have more words
  return {
    state,
    trace,
    sentence,
    rows: sentence.tokens.slice(0, n),
    keys: sentence.context_tokens.slice(0, m),
    k,
    head,
    before: before && headAt(before),
    change: before,
    pinned: pinned && pinned.state.sentence === state.sentence ? headAt(pinned) : null,
    selected,
    focus,
    row: focus ?? 0,
    prediction,
    large,
    isDark,
    isPainting: choices.painting || (fixed.edit.includes("keep") && isOwn(keep)),
    hidden: keep && ((i, j) => !keep[i][j]),
    isUnknown: unknownIn(app),
    typing,
  };
}

// Whether the rows of a step are the words that look.
/** @param {string} step */
export const isOfWord = (step) => config.steps[step]?.rows === "queries";

// The row of the word or the number that was clicked, or the row that the question or the puzzle is about.
/** @param {Explorer} app @param {number} n rows */
function focusOf({ choices: { focus, selected }, fixed }, n) {
  const ofChosen = selected && isOfWord(selected.step) ? selected.row : null;
  const row = focus ?? ofChosen ?? (fixed.question ?? fixed.goals[0])?.row ?? null;
  return row === null ? null : Math.min(row, n - 1);
}

// Before the reader has answered, the step that is asked for and all that follow are unknown.
/** @param {Explorer} app @returns {(name: string) => boolean} */
function unknownIn({ choices, fixed: { question } }) {
  if (!question || choices.prediction !== null) return () => false;
  const inOrder = Object.keys(config.steps);
  const first = inOrder.indexOf(question.step);
  return (name) => inOrder.indexOf(name) >= first;
}
