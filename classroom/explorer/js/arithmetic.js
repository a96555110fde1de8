// Any entry of any step, written out as the sum that made it, in pieces [text, hue]; as draw/explain.py does it.
import { config } from "./config.js";
import { equals, exact, isWhole, short } from "./theme.js";

/**
 * @import { Head, Matrix } from "./attention.js"
 * @import { State } from "./state.js"
 * @typedef {any[]} Piece its text, and Q, K or V if it has their hue
 * @typedef {{ pieces: Piece[], product: number, places: [string, number, number][] }} Term
 * @typedef {Head & Record<string, any>} AnyHead
 * @typedef {(name: string) => string} Called what a step is called in the reader's language
 */

// The right-hand side of an entry, as pieces; none where the number is given and not computed.
/**
 * @param {State} state
 * @param {AnyHead} head
 * @param {string} step
 * @param {number} i
 * @param {number} j
 * @param {Called} [called]
 * @returns {Piece[]}
 */
export function explain(state, head, step, i, j, called = (name) => name) {
  if (OTHERS[step]) return OTHERS[step](state, head, i, j, called);
  return sum(termsOf(state, head, step, i, j).map(({ pieces }) => pieces));
}

// "=", or "≈" where a number of the line is rounded, or e is raised to a power.
/** @param {State} state @param {AnyHead} head @param {string} step @param {number} i @param {number} j */
export function signOf(state, head, step, i, j) {
  if (step === "weights") return "≈";
  const terms = termsOf(state, head, step, i, j);
  const factors = terms.flatMap(({ places }) =>
    places.map(([name, a, b]) => valueAt(state, head, name, a, b))
  );
  return equals([...factors, ...(step === "scaled" ? [head.scores[i][j]] : []), head[step][i][j]]);
}

/** @param {State} state @param {AnyHead} head @param {string} name @param {number} i @param {number} j */
export function valueAt(state, head, name, i, j) {
  const A = head[name] ?? state[name];
  return Array.isArray(A[0]) ? A[i][j] : A[j]; // a bias is one row
}

// The divisors of scores as texts, such as √3 and a temperature of 2.
/** @param {State} state @param {number} d_k */
export function divisors({ scaling, temperature }, d_k) {
  const T = temperature === 1 ? [] : [short(temperature, 6)];
  const by = scaling === "sqrt" ? [`√${d_k}`] : scaling === "d_k" ? [`${d_k}`] : [];
  return [...by, ...T];
}

// The terms of a sum of products: each as pieces, as a number, and the entries that it is made of; none of a step
// that is no such sum, or given.
/**
 * @param {any} state
 * @param {Head & Record<string, any>} head
 * @param {string} step
 * @param {number} i
 * @param {number} j
 * @returns {Term[]}
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

/** @param {State} state @param {AnyHead} head @param {string} name @param {string} given @param {number} i @param {number} j */
function projection(state, head, name, given, i, j) {
  if (!state[given]) return []; // the step itself is given
  return [...products(head, [given, i], [`W_${name}`, j], null, name), ...bias(head, `b_${name}`, j, name)];
}

/** @param {Record<string, any>} numbers @param {string} name @param {number} j @returns {Term[]} */
function bias(numbers, name, j, hue = /** @type {string | null} */ (null)) {
  const b = numbers[name];
  return b ? [{ pieces: [factor([b], b[j], hue)], product: b[j], places: [[name, 0, j]] }] : [];
}

// The terms of row i of A times column j of B, or times its row j.
/**
 * @param {AnyHead} head
 * @param {[string, number]} row
 * @param {[string, number]} col
 * @param {string | null} [hueA]
 * @param {string | null} [hueB]
 * @returns {Term[]}
 */
function products(head, [a, i], [b, j], hueA, hueB, byRows = false) {
  const [A, B] = [head[a], head[b]];
  return A[i].map((/** @type {number} */ x, /** @type {number} */ k) => {
    const y = byRows ? B[j][k] : B[k][j];
    const places = [[a, i, k], byRows ? [b, j, k] : [b, k, j]];
    return { pieces: [factor(A, x, hueA), ["·"], factor(B, y, hueB)], product: x * y, places };
  });
}

// The terms with + between them; of more than eight, the first four and the last three.
/** @param {Piece[][]} terms @returns {Piece[]} */
function sum(terms) {
  const some = terms.length > config.most_terms ? [...terms.slice(0, 4), [["…"]], ...terms.slice(-3)] : terms;
  return some.flatMap((term, k) => (k ? [[" + "], ...term] : term));
}

/** @param {Matrix} A @param {number} x @param {string | null} [hue] @returns {Piece} */
function factor(A, x, hue) {
  const text = show(A, x);
  return [text.startsWith("−") ? `(${text})` : text, hue];
}

// The number x of the matrix A: four decimals, or none where all of A is whole.
/** @param {Matrix} A @param {number} x */
export const show = (A, x) => exact(x, isWhole(A));
