// One head of the whole, as matrices by name: what the screen shows and the arithmetic speaks of.
import { facts } from "./facts.js";
import { withEntries } from "./history.js";

/**
 * @import { Head, Matrix, Trace, Vector } from "./attention.js"
 * @import { Chosen, State } from "./explorer.js"
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

function slice(A, k, heads) {
  if (heads === 1) return A;
  const kept = slices.get(A) ?? [];
  slices.set(A, kept);
  const row = (r) => r.slice((k * r.length) / heads, ((k + 1) * r.length) / heads);
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
    return { [name]: A.map((M, h) => (h === k ? withEntries(M, entries) : M)) };
  }
  const across = Array.isArray(A[0]) ? A[0].length : A.length;
  const from = PROJECTIONS.includes(name) ? (k * across) / heads : 0;
  const moved = entries.map(([i, j, x]) => [i, j + from, x]);
  return { [name]: Array.isArray(A[0]) ? withEntries(A, moved) : withEntries([A], moved)[0] };
}

// A bias is a matrix of one row.
export const matrixOf = (head, name) => (name.startsWith("b_") ? [head[name]] : head[name]);

// Whether an entry of a matrix goes straight into the chosen one.
/** @param {Chosen} chosen @param {string} name @param {number} i @param {number} j */
export function isSource(chosen, name, i, j) {
  const { step, row, col } = chosen;
  const from = facts.steps[step]?.sources[name];
  if (from === "row") return i === row;
  if (from === "col") return j === col;
  if (from === "row of col") return i === col;
  return from === "entry" && i === row && j === col;
}
