// Any entry of any step, written out as the sum that made it: arithmetic.py once more, in pieces [text, hue].
import { config } from "./config.js";
import { exact, isWhole, short } from "./theme.js";

/**
 * @import { Head } from "./attention.js"
 * @import { State } from "./state.js"
 * @typedef {any[]} Piece its text, and Q, K or V if it has their hue
 * @typedef {Head & Record<string, any>} AnyHead
 * @typedef {(name: string) => string} Called what a step is called in the reader's language
 */

// The right-hand side of an entry, as pieces; none where the number is given and not computed.
export function explain(state, head, step, i, j, called = (name) => name) {
  if (OTHERS[step]) return OTHERS[step](state, head, i, j, called);
  return sum(termsOf(state, head, step, i, j).map(({ pieces }) => pieces));
}

// What scores are divided by, as texts: √3 and a temperature of 2, say.
/** @param {State} state @param {number} d_k */
export function divisors({ scaling, temperature }, d_k) {
  const T = temperature === 1 ? [] : [short(temperature, 6)];
  return [...{ sqrt: [`√${d_k}`], none: [], d_k: [`${d_k}`] }[scaling], ...T];
}

// The terms of a sum of products: each as pieces, as a number, and the entries that it is made of; none of a step
// that is no such sum, or given.
/**
 * @param {any} state
 * @param {Head & Record<string, any>} head
 * @returns {{ pieces: Piece[], product: number, places: [string, number, number][] }[]}
 */
export function termsOf(state, head, step, i, j) {
  const context = state.context ? "context" : "X";
  if (step === "Q") return projection(state, head, "Q", "X", i, j);
  if (step === "K" || step === "V") return projection(state, head, step, context, i, j);
  if (step === "scores") return products(head, ["Q", i], ["K", j], "Q", "K", true);
  if (step === "output") return products(head, ["weights", i], ["V", j], null, "V");
  if (step !== "projected") return [];
  return [...products(head, ["merged", i], ["W_O", j]), ...bias(state, "b_O", j)];
}

/** @type {Record<string, (state: State, head: AnyHead, i: number, j: number, called: Called) => Piece[]>} */
const OTHERS = {
  scaled: (state, head, i, j) => {
    const score = show(head.scores, head.scores[i][j]);
    const by = divisors(state, head.Q[0].length);
    if (by.length === 0) return [[score]];
    return [[`${score} / ${by.length === 1 ? by[0] : `(${by.join("·")})`}`]];
  },
  masked: (_state, head, i, j, called) => (Number.isFinite(head.masked[i][j]) ? [[called("scaled")]] : []),
  weights: (_state, head, i, j) => {
    const row = head.masked[i];
    if (!row.some(Number.isFinite)) return [];
    const exps = row.map((s) => [[`exp(${show(head.masked, s)})`]]);
    return [...exps[j], [" / ("], ...sum(exps), [")"]];
  },
};

function projection(state, head, name, given, i, j) {
  if (!state[given]) return []; // the step itself is given
  return [...products(head, [given, i], [`W_${name}`, j], null, name), ...bias(head, `b_${name}`, j, name)];
}

function bias(numbers, name, j, hue = /** @type {string | null} */ (null)) {
  const b = numbers[name];
  return b ? [{ pieces: [factor([b], b[j], hue)], product: b[j], places: [[name, 0, j]] }] : [];
}

// The terms of row i of A times column j of B, or times its row j.
function products(head, [a, i], [b, j], hueA, hueB, byRows = false) {
  const [A, B] = [head[a], head[b]];
  return A[i].map((x, k) => {
    const y = byRows ? B[j][k] : B[k][j];
    const places = [[a, i, k], byRows ? [b, j, k] : [b, k, j]];
    return { pieces: [factor(A, x, hueA), ["·"], factor(B, y, hueB)], product: x * y, places };
  });
}

// The terms with + between them; of more than eight, the first four and the last three.
function sum(terms) {
  const some = terms.length > config.most_terms ? [...terms.slice(0, 4), [["…"]], ...terms.slice(-3)] : terms;
  return some.flatMap((term, k) => (k ? [[" + "], ...term] : term));
}

function factor(A, x, hue) {
  const text = show(A, x);
  return [text.startsWith("−") ? `(${text})` : text, hue];
}

// The number x of the matrix A: four decimals, or none where all of A is whole.
export const show = (A, x) => exact(x, isWhole(A));
