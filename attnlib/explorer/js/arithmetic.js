// Any entry of any step, written out as the sum that made it: arithmetic.py once more, in pieces [text, hue].
import { transpose } from "./attention.js";
import { facts } from "./facts.js";
import { exact, isWhole, short } from "./theme.js";

/**
 * @import { Head } from "./attention.js"
 * @import { State } from "./explorer.js"
 * @typedef {any[]} Piece its text, and Q, K or V if it has their hue
 */

// The right-hand side of an entry, as pieces; none where the number is given and not computed.
export function explain(state, head, step, i, j) {
  return STEPS[step] ? STEPS[step](state, head, i, j) : [];
}

// What scores are divided by, as texts: √3 and a temperature of 2, say.
/** @param {State} state @param {number} d_k */
export function divisors({ scaling, temperature }, d_k) {
  const T = temperature === 1 ? [] : [short(temperature, 6)];
  return [...{ sqrt: [`√${d_k}`], none: [], d_k: [`${d_k}`] }[scaling], ...T];
}

/** @type {Record<string, (state: any, head: Head & Record<string, any>, i: number, j: number) => Piece[]>} */
const STEPS = {
  Q: (state, head, i, j) => projection(head, "Q", state.X, i, j),
  K: (state, head, i, j) => projection(head, "K", state.context ?? state.X, i, j),
  V: (state, head, i, j) => projection(head, "V", state.context ?? state.X, i, j),
  scores: (_state, head, i, j) => sum(products(head.Q, i, head.K, j, "Q", "K")),
  scaled: (state, head, i, j) => {
    const score = show(head.scores, head.scores[i][j]);
    const by = divisors(state, head.Q[0].length);
    if (by.length === 0) return [[score]];
    return [[`${score} / ${by.length === 1 ? by[0] : `(${by.join("·")})`}`]];
  },
  masked: (_state, head, i, j) => (Number.isFinite(head.masked[i][j]) ? [["scaled"]] : []),
  weights: (_state, head, i, j) => {
    const row = head.masked[i];
    if (!row.some(Number.isFinite)) return [];
    const exps = row.map((s) => [[`exp(${show(head.masked, s)})`]]);
    return [...exps[j], [" / ("], ...sum(exps), [")"]];
  },
  output: (_state, head, i, j) => sum(products(head.weights, i, transpose(head.V), j, null, "V")),
  projected: (state, head, i, j) => {
    const terms = products(head.merged, i, transpose(state.W_O), j);
    if (state.b_O) terms.push([factor([state.b_O], state.b_O[j])]);
    return sum(terms);
  },
};

function projection(head, name, X, i, j) {
  if (!X) return []; // given
  const W = head[`W_${name}`];
  const b = head[`b_${name}`];
  const terms = products(X, i, transpose(W), j, null, name);
  if (b) terms.push([factor([b], b[j], name)]);
  return sum(terms);
}

// The terms of the dot product of row i of A and row j of B.
const products = (A, i, B, j, hueA, hueB) =>
  A[i].map((a, k) => [factor(A, a, hueA), ["·"], factor(B, B[j][k], hueB)]);

// The terms with + between them; of more than eight, the first four and the last three.
function sum(terms) {
  const some = terms.length > facts.most_terms ? [...terms.slice(0, 4), [["…"]], ...terms.slice(-3)] : terms;
  return some.flatMap((term, k) => (k ? [[" + "], ...term] : term));
}

function factor(A, x, hue) {
  const text = show(A, x);
  return [text.startsWith("−") ? `(${text})` : text, hue];
}

// The number x of the matrix A: four decimals, or none where all of A is whole.
export const show = (A, x) => exact(x, isWhole(A));
