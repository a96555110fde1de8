// The formula, one function a step: attention.py once more, so that the browser can follow an edit at once.
// A matrix is a list of rows. Where this and Python disagree, Python is right; a test compares them.

export function dot(a, b) {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}

export const transpose = (A) => A[0].map((_, j) => A.map((row) => row[j]));

export const product = (A, B) => outer(A, transpose(B));

const outer = (A, B) => A.map((a) => B.map((b) => dot(a, b)));

export function project(X, W, b) {
  const Y = product(X, W); // (n, d_out)
  return b ? Y.map((y) => y.map((x, j) => x + b[j])) : Y;
}

export const scores = (Q, K) => outer(Q, K); // (n, m)

export const divisor = (scaling, d_k) => ({ sqrt: Math.sqrt(d_k), none: 1, d_k })[scaling];

export const scale = (S, by) => S.map((row) => row.map((s) => s / by));

export const applyMask = (S, keep) => S.map((row, i) => row.map((s, j) => (keep[i][j] ? s : -Infinity)));

// A row that may look nowhere gets the weights 0.
export function softmax(S) {
  return S.map((row) => {
    const top = row.reduce((a, b) => Math.max(a, b), -Infinity);
    const e = row.map((s) => (top === -Infinity ? 0 : Math.exp(s - top)));
    const total = e.reduce((a, b) => a + b, 0);
    return e.map((x) => x / (total || 1));
  });
}

export const mix = (weights, V) => product(weights, V); // (n, d_v)

// (n, h*d) -> h times (n, d), and back.
export function splitHeads(A, h) {
  const d = A[0].length / h;
  return Array.from({ length: h }, (_, k) => A.map((row) => row.slice(k * d, (k + 1) * d)));
}

export const mergeHeads = (heads) => heads[0].map((_, i) => heads.flatMap((A) => A[i]));

export const causalMask = (n) =>
  Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => j <= i));

// Every step for every head, from a state: { X or Q K V, W_Q, …, keep, temperature, scaling }.
export function attend(state, h) {
  const heads = queriesKeysValues(state, h).map(([Q, K, V]) => {
    const S = scores(Q, K);
    const scaled = scale(S, divisor(state.scaling, Q[0].length) * state.temperature);
    const masked = state.keep ? applyMask(scaled, state.keep) : scaled;
    const weights = softmax(masked);
    return { Q, K, V, scores: S, scaled, masked, weights, output: mix(weights, V) };
  });
  const trace = { heads, merged: mergeHeads(heads.map((head) => head.output)) };
  if (state.W_O) trace.projected = project(trace.merged, state.W_O, state.b_O);
  return trace;
}

function queriesKeysValues(state, h) {
  if (!state.X) return state.Q.map((Q, k) => [Q, state.K[k], state.V[k]]); // given, head by head
  const context = state.context ?? state.X;
  const Q = splitHeads(project(state.X, state.W_Q, state.b_Q), h);
  const K = splitHeads(project(context, state.W_K, state.b_K), h);
  const V = splitHeads(project(context, state.W_V, state.b_V), h);
  return Q.map((q, k) => [q, K[k], V[k]]);
}

// Whether every number of a trace is finite; -∞ is right only where it is masked.
export function allFinite(trace) {
  const steps = trace.heads.flatMap((
    head,
  ) => [head.Q, head.K, head.V, head.scores, head.scaled, head.output]);
  return [...steps, trace.merged, trace.projected ?? []].every((A) =>
    A.every((row) => row.every(Number.isFinite))
  );
}
