// How the next token is chosen: softmax with a temperature, top-k, top-p, and a draw that its seed repeats.

/**
 * @typedef {{ temperature: number, topK: number | null, topP: number | null }} Dials null cuts nothing off
 * @typedef {{ scores: number[], rest: (temperature: number) => number }} Scores
 *   the largest scores, falling; and log Σ exp(score / temperature) of all others
 * @typedef {{ before: number[], after: number[] }} Shares
 *   probabilities before and after top-k and top-p: one for each score, then that of all others together
 */

/** @param {Scores} known @param {Dials} dials @returns {Shares} */
export function sharesOf({ scores, rest }, { temperature, topK, topP }) {
  const before = temperature === 0
    ? [1, ...scores.map(() => 0)] // the limit: the largest score takes all
    : shared([...scores.map((score) => Math.exp((score - scores[0]) / temperature)), othersOf()]);
  const others = scores.length;
  const most = topP ?? 1;
  const possible = shared(before.map((share, k) => (topK !== null && k >= topK ? 0 : share)));
  let sum = 0;
  const kept = possible.map((share, k) => {
    const left = most - sum;
    sum += share;
    if (k === 0 || most >= 1) return share;
    if (k === others) return Math.min(share, Math.max(left, 0)); // top-p ends somewhere among them
    return left > 0 ? share : 0; // the token that crosses top-p is kept
  });
  return { before, after: shared(kept) };

  function othersOf() {
    return Math.exp(rest(temperature) - scores[0] / temperature);
  }
}

/** @param {number[]} parts @returns {number[]} */
function shared(parts) {
  const sum = parts.reduce((a, b) => a + b, 0);
  return parts.map((part) => part / sum);
}

// Draw one of the shares. Where `k` is the last, all others, `within` says where among them: from 0 up to 1.
/** @param {number[]} shares that add up to 1 @param {number} random from 0 up to 1 */
export function draw(shares, random) {
  let sum = 0;
  for (const [k, share] of shares.entries()) {
    if (random < sum + share) return { k, within: (random - sum) / share };
    sum += share;
  }
  return { k: shares.findLastIndex((share) => share > 0), within: 0 }; // rounding left the sum below 1
}

// Return a number from 0 up to 1 that depends on the seed and on how many tokens stand before, and on nothing else.
// So a reader who undoes a token and writes on gets the same text. The bits are mixed as MurmurHash3 does.
/** @param {number} seed @param {number} place */
export function random(seed, place) {
  let bits = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(place + 1, 0x85ebca77);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
}
