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

// Map f over the rows of A. `before` is [A, result] of the last call: rows that are the same object reuse their result,
// and if all of them do, the last matrix itself is returned.
/**
 * @param {Matrix} A
 * @param {(row: Vector, i: number) => Vector} f
 * @param {[Matrix, Matrix] | null | false} [before]
 * @returns {Matrix}
 */
function byRow(A, f, before) {
  if (!before) return A.map(f);
  const [a, made] = before;
  const rows = A.map((row, i) => row === a[i] ? made[i] : f(row, i));
  return rows.length === made.length && rows.every((row, i) => row === made[i]) ? made : rows;
}

// The dot product of a with each row of B, four at a time: a processor adds to four sums as fast as to one.
/** @param {Vector} a @param {Matrix} B @returns {Vector} */
function dots(a, B) {
  const sums = Array(B.length);
  let j = 0;
  for (; j + 3 < B.length; j += 4) {
    const [b0, b1, b2, b3] = [B[j], B[j + 1], B[j + 2], B[j + 3]];
    let [s0, s1, s2, s3] = [0, 0, 0, 0];
    for (let k = 0; k < a.length; k++) {
      const x = a[k];
      s0 += x * b0[k];
      s1 += x * b1[k];
      s2 += x * b2[k];
      s3 += x * b3[k];
    }
    sums[j] = s0;
    sums[j + 1] = s1;
    sums[j + 2] = s2;
    sums[j + 3] = s3;
  }
  for (; j < B.length; j++) sums[j] = dot(a, B[j]);
  return sums;
}

/** @param {Vector} a @param {Vector} b */
function dot(a, b) {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}

/** @param {Matrix} A */
const transpose = (A) => A[0].map((_, j) => A.map((row) => row[j]));

/** @param {Matrix} A @param {Matrix} B @param {[Matrix, Matrix] | null | false} [before] */
function product(A, B, before) {
  const columns = transpose(B);
  return byRow(A, (a) => dots(a, columns), before);
}

/** @param {Matrix} X @param {Matrix} W @param {Vector | null} [b] */
export function project(X, W, b) {
  const Y = product(X, W); // (n, d_out)
  return b ? Y.map((y) => y.map((x, j) => x + b[j])) : Y;
}

/** @param {Matrix} Q @param {Matrix} K @param {[Matrix, Matrix] | null | false} [before] */
export const scores = (Q, K, before) => byRow(Q, (q) => dots(q, K), before); // (n, m)

/** @param {"sqrt" | "none" | "d_k"} scaling @param {number} d_k */
export const divisor = (scaling, d_k) => ({ sqrt: Math.sqrt(d_k), none: 1, d_k })[scaling];

/** @param {Matrix} S @param {number} by @param {[Matrix, Matrix] | null | false} [before] */
export const scale = (S, by, before) => byRow(S, (row) => row.map((s) => s / by), before);

/** @param {Matrix} S @param {Mask} keep @param {[Matrix, Matrix] | null | false} [before] */
export const applyMask = (S, keep, before) =>
  byRow(S, (row, i) => row.map((s, j) => (keep[i][j] ? s : -Infinity)), before);

// A row that may look nowhere gets the weights 0.
/** @param {Matrix} S @param {[Matrix, Matrix] | null | false} [before] */
export const softmax = (S, before) =>
  byRow(S, (row) => {
    let [top, total] = [-Infinity, 0];
    for (const s of row) top = Math.max(top, s);
    const e = row.map((s) => (top === -Infinity ? 0 : Math.exp(s - top)));
    for (const x of e) total += x;
    return e.map((x) => x / (total || 1));
  }, before);

/** @param {Matrix} weights @param {Matrix} V @param {[Matrix, Matrix] | null | false} [before] */
export const mix = (weights, V, before) => product(weights, V, before); // (n, d_v)

// (n, h*d) -> h times (n, d), and back.
/** @param {Matrix} A @param {number} h */
export function splitHeads(A, h) {
  const d = A[0].length / h;
  return Array.from({ length: h }, (_, k) => A.map((row) => row.slice(k * d, (k + 1) * d)));
}

/** @param {Matrix} A */
const zeros = (A) => A.map((row) => row.map(() => 0));

/** @param {Matrix[]} heads */
export const mergeHeads = (heads) => heads[0].map((_, i) => heads.flatMap((A) => A[i]));

/** @param {number} n @returns {Mask} */
export const causalMask = (n) =>
  Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => j <= i));

// Compute every step of every head from a state: { X or Q K V, W_Q, …, keep, temperature, scaling, heads_on }. `last` is
// an earlier state with its trace: what comes from the same objects is reused, since no edit changes one in place.
/**
 * @param {Record<string, any>} state
 * @param {number} h
 * @param {{ state: Record<string, any>, trace: Trace } | null} [last]
 * @returns {Trace}
 */
export function attend(state, h, last = null) {
  const isSame = (/** @type {string[]} */ ...names) =>
    last !== null && names.every((name) => state[name] === last.state[name]);
  const heads = queriesKeysValues(state, h, last, isSame).map(([Q, K, V], k) => {
    const was = last?.trace.heads[k];
    const S = scores(Q, K, was?.K === K && [was.Q, was.scores]);
    const by = divisor(state.scaling, Q[0].length) * state.temperature;
    const scaled = scale(S, by, was && isSame("scaling", "temperature") && [was.scores, was.scaled]);
    const masked = state.keep
      ? applyMask(scaled, state.keep, was && isSame("keep") && [was.scaled, was.masked])
      : scaled;
    const weights = softmax(masked, was && [was.masked, was.weights]);
    const output = mix(weights, V, was?.V === V && [was.weights, was.output]);
    return { Q, K, V, scores: S, scaled, masked, weights, output };
  });
  const isOff = (/** @type {number} */ k) => state.heads_on?.[k] === false;
  const merged = mergeHeads(heads.map(({ output }, k) => (isOff(k) ? zeros(output) : output)));
  return state.W_O ? { heads, merged, projected: project(merged, state.W_O, state.b_O) } : { heads, merged };
}

/**
 * @param {Record<string, any>} state
 * @param {number} h
 * @param {{ state: Record<string, any>, trace: Trace } | null} last
 * @param {(...names: string[]) => boolean} isSame
 * @returns {Matrix[][]} the Q, K and V of each head
 */
function queriesKeysValues(state, h, last, isSame) {
  if (!state.X) {
    return state.Q.map((/** @type {Matrix} */ Q, /** @type {number} */ k) => [Q, state.K[k], state.V[k]]); // given, head by head
  }
  const made = (/** @type {"Q" | "K" | "V"} */ name, /** @type {Matrix} */ from) => {
    const [W, b] = [`W_${name}`, `b_${name}`];
    return last && isSame("X", "context", W, b)
      ? last.trace.heads.map((head) => head[name])
      : splitHeads(project(from, state[W], state[b]), h);
  };
  const context = state.context ?? state.X;
  const [Q, K, V] = [made("Q", state.X), made("K", context), made("V", context)];
  return Q.map((q, k) => [q, K[k], V[k]]);
}

// Whether every number of a trace is finite; -∞ is right only where it is masked.
/** @param {Trace} trace */
export function allFinite({ heads, merged, projected = [] }) {
  const steps = heads.flatMap(({ Q, K, V, scores, scaled, output }) => [Q, K, V, scores, scaled, output]);
  return [...steps, merged, projected].every((A) => A.every(isFinite));
}

/** @param {Vector} row */
function isFinite(row) {
  for (let k = 0; k < row.length; k++) if (!Number.isFinite(row[k])) return false;
  return true;
}
