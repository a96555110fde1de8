// The formula, one function a step: attention.py once more, so that the browser can follow an edit at once.
// A matrix is a list of rows. Where this and Python disagree, Python is right; a test compares them.

/**
 * @typedef {number[]} Vector
 * @typedef {Vector[]} Matrix
 * @typedef {boolean[][]} Mask keep: true where a query may look
 *
 * @typedef {object} Head every step of one head
 * @property {Matrix} Q (n, d_k)
 * @property {Matrix} K (m, d_k)
 * @property {Matrix} V (m, d_v)
 * @property {Matrix} scores (n, m)
 * @property {Matrix} scaled (n, m)
 * @property {Matrix} masked (n, m), -Infinity where a query may not look
 * @property {Matrix} weights (n, m)
 * @property {Matrix} output (n, d_v)
 *
 * @typedef {object} Trace every step of every head, and what follows when all are computed
 * @property {Head[]} heads
 * @property {Matrix} merged the outputs of all heads, side by side
 * @property {Matrix} [projected] merged, times W_O
 */

/** @param {Vector} a @param {Vector} b */
export function dot(a, b) {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}

/** @param {Matrix} A */
export const transpose = (A) => A[0].map((_, j) => A.map((row) => row[j]));

/** @param {Matrix} A @param {Matrix} B */
export const product = (A, B) => outer(A, transpose(B));

// The dot product of each row of A with each row of B.
/** @param {Matrix} A @param {Matrix} B */
const outer = (A, B) => A.map((a) => B.map((b) => dot(a, b)));

/** @param {Matrix} X @param {Matrix} W @param {Vector | null} [b] */
export function project(X, W, b) {
  const Y = product(X, W); // (n, d_out)
  return b ? Y.map((y) => y.map((x, j) => x + b[j])) : Y;
}

/** @param {Matrix} Q @param {Matrix} K */
export const scores = (Q, K) => outer(Q, K); // (n, m)

/** @param {"sqrt" | "none" | "d_k"} scaling @param {number} d_k */
export const divisor = (scaling, d_k) => ({ sqrt: Math.sqrt(d_k), none: 1, d_k })[scaling];

/** @param {Matrix} S @param {number} by */
export const scale = (S, by) => S.map((row) => row.map((s) => s / by));

/** @param {Matrix} S @param {Mask} keep */
export const applyMask = (S, keep) => S.map((row, i) => row.map((s, j) => (keep[i][j] ? s : -Infinity)));

// A row that may look nowhere gets the weights 0.
/** @param {Matrix} S */
export function softmax(S) {
  return S.map((row) => {
    const top = row.reduce((a, b) => Math.max(a, b), -Infinity);
    const e = row.map((s) => (top === -Infinity ? 0 : Math.exp(s - top)));
    const total = e.reduce((a, b) => a + b, 0);
    return e.map((x) => x / (total || 1));
  });
}

/** @param {Matrix} weights @param {Matrix} V */
export const mix = (weights, V) => product(weights, V); // (n, d_v)

// (n, h*d) -> h times (n, d), and back.
/** @param {Matrix} A @param {number} h */
export function splitHeads(A, h) {
  const d = A[0].length / h;
  return Array.from({ length: h }, (_, k) => A.map((row) => row.slice(k * d, (k + 1) * d)));
}

const zeros = (A) => A.map((row) => row.map(() => 0));

/** @param {Matrix[]} heads */
export const mergeHeads = (heads) => heads[0].map((_, i) => heads.flatMap((A) => A[i]));

/** @param {number} n @returns {Mask} */
export const causalMask = (n) =>
  Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => j <= i));

// Every step for every head, from a state: { X or Q K V, W_Q, …, keep, temperature, scaling, heads_on }.
/** @param {Record<string, any>} state @param {number} h @returns {Trace} */
export function attend(state, h) {
  const heads = queriesKeysValues(state, h).map(([Q, K, V]) => {
    const S = scores(Q, K);
    const scaled = scale(S, divisor(state.scaling, Q[0].length) * state.temperature);
    const masked = state.keep ? applyMask(scaled, state.keep) : scaled;
    const weights = softmax(masked);
    return { Q, K, V, scores: S, scaled, masked, weights, output: mix(weights, V) };
  });
  const isOff = (k) => state.heads_on?.[k] === false;
  const merged = mergeHeads(heads.map(({ output }, k) => (isOff(k) ? zeros(output) : output)));
  return state.W_O ? { heads, merged, projected: project(merged, state.W_O, state.b_O) } : { heads, merged };
}

/** @param {Record<string, any>} state @param {number} h @returns {Matrix[][]} */
function queriesKeysValues(state, h) {
  if (!state.X) return state.Q.map((Q, k) => [Q, state.K[k], state.V[k]]); // given, head by head
  const context = state.context ?? state.X;
  const Q = splitHeads(project(state.X, state.W_Q, state.b_Q), h);
  const K = splitHeads(project(context, state.W_K, state.b_K), h);
  const V = splitHeads(project(context, state.W_V, state.b_V), h);
  return Q.map((q, k) => [q, K[k], V[k]]);
}

// Whether every number of a trace is finite; -∞ is right only where it is masked.
/** @param {Trace} trace */
export function allFinite({ heads, merged, projected = [] }) {
  const steps = heads.flatMap(({ Q, K, V, scores, scaled, output }) => [Q, K, V, scores, scaled, output]);
  return [...steps, merged, projected].every((A) => A.every((row) => row.every(Number.isFinite)));
}
