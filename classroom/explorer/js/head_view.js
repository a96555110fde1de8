// One head of a trace, as matrices by name, the way the screen shows it.
import { config } from "./config.js";
import { withEntries } from "./history.js";

/**
 * @import { Head, Matrix, Trace, Vector } from "./attention.js"
 * @import { Chosen, State } from "./state.js"
 */

const PROJECTIONS = ["W_Q", "b_Q", "W_K", "b_K", "W_V", "b_V"];
const slices = new WeakMap(); // of a matrix, so that what has not changed stays the same object

/**
 * @param {State} state
 * @param {Trace} trace
 * @param {number} k which head
 * @param {number} heads how many there are
 * @returns {Head & Record<string, any>} its steps, and its own columns of W_Q and the like
 */
export function headOf(state, trace, k, heads) {
  /** @type {Head & Record<string, any>} */
  const own = {
    ...trace.heads[k],
    X: state.X,
    context: state.context,
    W_O: state.W_O,
    b_O: state.b_O,
    merged: trace.merged,
    projected: trace.projected,
  };
  for (const name of PROJECTIONS) own[name] = state[name] ? slice(state[name], k, heads) : null;
  return own;
}

/** @param {any} A a matrix, or a bias @param {number} k @param {number} heads */
function slice(A, k, heads) {
  if (heads === 1) return A;
  const kept = slices.get(A) ?? [];
  slices.set(A, kept);
  const row = (/** @type {Vector} */ r) => r.slice((k * r.length) / heads, ((k + 1) * r.length) / heads);
  return (kept[k] ??= Array.isArray(A[0]) ? A.map(row) : row(A));
}

// The change of the state that puts these entries [row, col, x] into a matrix as it is shown for that head.
/**
 * @param {State} state
 * @param {string} name
 * @param {[number, number, number][]} entries
 * @param {number} k
 * @param {number} heads
 * @returns {State}
 */
export function changed(state, name, entries, k, heads) {
  const A = state[name];
  if (["Q", "K", "V"].includes(name)) {
    return {
      [name]: A.map((
        /** @type {Matrix} */ M,
        /** @type {number} */ h,
      ) => (h === k ? withEntries(M, entries) : M)),
    };
  }
  const across = Array.isArray(A[0]) ? A[0].length : A.length;
  const from = PROJECTIONS.includes(name) ? (k * across) / heads : 0;
  /** @type {[number, number, number][]} */
  const moved = entries.map(([i, j, x]) => [i, j + from, x]);
  return { [name]: Array.isArray(A[0]) ? withEntries(A, moved) : withEntries([A], moved)[0] };
}

// A bias is a matrix of one row.
/** @param {Record<string, any>} head @param {string} name @returns {Matrix} */
export const matrixOf = (head, name) => (name.startsWith("b_") ? [head[name]] : head[name]);

/** @typedef {{ row: number | null, col: number | null }} Part a row, a column or an entry of a matrix */

// The part of a matrix that goes straight into the chosen number, or null.
/** @param {Chosen} chosen @param {string} name @returns {Part | null} */
export function sourceOf({ step, row, col }, name) {
  const from = config.steps[step]?.sources[name];
  if (!from) return null;
  return {
    "row": { row, col: null },
    "col": { row: null, col },
    "row of col": { row: col, col: null },
    "entry": { row, col },
  }[from];
}

/** @param {Part | null} part @param {number} i @param {number} j */
export const isIn = (part, i, j) => part !== null && (part.row ?? i) === i && (part.col ?? j) === j;

// The head that an entry of the state belongs to; null where it belongs to all.
/** @param {State} state @param {string} name @param {number[]} at @param {number} heads */
export function headOfEntry(state, name, at, heads) {
  if (heads > 1 && ["Q", "K", "V"].includes(name)) return at[0];
  if (!PROJECTIONS.includes(name)) return null;
  const across = Array.isArray(state[name][0]) ? state[name][0].length : state[name].length;
  return Math.floor((at[at.length - 1] * heads) / across);
}
