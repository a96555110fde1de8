// Which weights would put an output at a place between the values: of all that do, those nearest to today's.

/** @import { Matrix, Vector } from "./attention.js" */

const ENOUGH = 1e-10; // of the largest value: so near is there
const MOST_STEPS = 200;

// V (m, 2), weights (m,) and the place (2,) give weights (m,), or null where there are none: outside the values that
// are looked at. Nearest is meant in information (Kullback and Leibler): then each weight is multiplied by
// exp(a · v), as if a had been added to the query, and Newton's method finds a.
/** @param {Matrix} V @param {Vector} weights @param {Vector} place @returns {Vector | null} */
export function requiredWeights(V, weights, place) {
  const most = Math.max(...V.flat().map(Math.abs), ...place.map(Math.abs)) || 1;
  const offsets = V.map((v) => v.map((x, k) => (x - place[k]) / most));
  let a = [0, 0];
  let now = tilted(weights, offsets, a);
  for (let step = 0; step < MOST_STEPS; step++) {
    if (Math.hypot(...now.mean) < ENOUGH) return now.weights;
    const way = newton(now);
    let size = 1;
    let next = tilted(weights, offsets, [a[0] - way[0], a[1] - way[1]]);
    while (!(next.log < now.log + 1e-15) && size > 1e-6) { // too far: half the way
      size /= 2;
      next = tilted(weights, offsets, a.map((x, k) => x - size * way[k]));
    }
    a = a.map((x, k) => x - size * way[k]);
    now = next;
    if (Math.hypot(...a) > 1e5) return null; // the place is outside, and a goes to infinity
  }
  return null;
}

// The weights times exp(a · offset), divided by their sum; the logarithm of that sum, and the mean and spread of the
// offsets.
/** @param {Vector} weights @param {Matrix} offsets @param {Vector} a */
function tilted(weights, offsets, a) {
  const powers = offsets.map(([x, y]) => a[0] * x + a[1] * y);
  const top = Math.max(...powers.filter((_, j) => weights[j] > 0));
  const e = powers.map((p, j) => (weights[j] > 0 ? weights[j] * Math.exp(p - top) : 0));
  const sum = e.reduce((one, other) => one + other, 0);
  const w = e.map((x) => x / sum);
  const mean = [0, 1].map((k) => w.reduce((total, x, j) => total + x * offsets[j][k], 0));
  const spread = (/** @type {number} */ k, /** @type {number} */ l) =>
    w.reduce((total, x, j) => total + x * offsets[j][k] * offsets[j][l], 0) - mean[k] * mean[l];
  return { weights: w, log: Math.log(sum) + top, mean, xx: spread(0, 0), xy: spread(0, 1), yy: spread(1, 1) };
}

// The step that would be the last one if the sum's logarithm were a parabola.
/** @param {ReturnType<typeof tilted>} now */
function newton({ mean, xx, xy, yy }) {
  const small = 1e-13 + 1e-9 * (xx + yy); // for values on one line
  const [a, d] = [xx + small, yy + small];
  const det = a * d - xy * xy;
  return [(d * mean[0] - xy * mean[1]) / det, (a * mean[1] - xy * mean[0]) / det];
}
