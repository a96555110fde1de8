// How a chosen number comes about, frame by frame: what is lit, what stands in the line, how far the sum is.
import { divisors, show, termsOf, valueAt } from "./arithmetic.js";
import { config } from "./config.js";
import { equals, exact } from "./theme.js";

/** @import { Explorer } from "./explorer.js" */
/** @import { Piece } from "./arithmetic.js" */

/**
 * @typedef {[string, number, number]} Place a matrix, and an entry of it
 * @typedef {object} Frame
 * @property {Piece[]} line what stands in the line
 * @property {Place[]} from the entries from which the end of the line has come
 * @property {number} fresh how many pieces at the end of the line are new
 * @property {number} value what the line makes, so far
 * @property {string} said what is said of it
 * @property {Bar[] | null} [bars]
 * @property {boolean} [lands] whether it is done: the number goes to its cell
 * @typedef {{ name: string, x: number, text: string, isChosen: boolean }} Bar
 */

const MOST_SHOWN = 4; // terms of a long sum, while it grows
const LARGEST_POWER = 30; // beyond, e to the power of a score is no number that one reads

// The frames that play how a number is computed; an empty list if the number is given.
/** @param {Explorer} app @param {string} step @param {number} i @param {number} j @returns {Frame[]} */
export function framesOf(app, step, i, j) {
  const { head } = app.view;
  if (step === "weights") return ofWeight(app, head, i, j);
  if (step === "scaled" || step === "masked") return ofOne(app, head, step, i, j);
  return ofSum(app, head, step, i, j);
}

// A sum of products: term by term.
function ofSum(app, head, step, i, j) {
  const terms = termsOf(app.state, head, step, i, j);
  let value = 0;
  const frames = terms.map(({ pieces, product, places }, k) => {
    value += product;
    const first = Math.max(0, k + 1 - (terms.length > config.most_terms ? MOST_SHOWN : terms.length));
    const shown = terms.slice(first, k + 1).flatMap((one, at) => [...(at ? [[" + "]] : []), ...one.pieces]);
    const line = [...(first ? [["… + "]] : []), ...shown];
    const factors = places.map(([name, a, b]) => valueAt(app.state, head, name, a, b));
    const sign = equals([...factors, product]);
    const what = { name: nameOf(app, step, k), term: textOf(pieces), sign, x: show([[product]], product) };
    const so = show([[value]], value);
    const said = app.text(k ? "play_term" : "play_first", { ...what, so });
    return { line, from: places, fresh: pieces.length, value, said };
  });
  if (frames.length === 0) return [];
  const x = show(head[step], head[step][i][j]);
  const all = frames[frames.length - 1];
  return [...frames, { ...all, from: [], fresh: 0, lands: true, said: app.text("play_sum", { x }) }];
}

const textOf = (pieces) => pieces.map(([text]) => text).join("");

// The name of the k-th term of a sum: "food", in the product of a query and a key.
function nameOf(app, step, k) {
  const columns = app.fixed.columns;
  if (step === "output") return app.view.keys[k] ?? "";
  const names = { scores: columns.K ?? columns.Q, projected: columns.merged }[step] ?? columns.X;
  return names?.[k] ?? app.text("column_k", { k });
}

/** @param {Piece[]} line @param {number} value @param {string} said @param {Partial<Frame>} [more] @returns {Frame} */
const frame = (line, value, said, more) => ({ line, from: [], fresh: 0, value, said, ...more });

// One number made from one other.
function ofOne(app, head, step, i, j) {
  const by = divisors(app.state, head.Q[0].length).map((one) => ` ÷ ${one}`).join("");
  const score = head.scores[i][j];
  const [value, from] = [head[step][i][j], /** @type {Place[]} */ ([["scores", i, j]])];
  const shown = show(head.scores, score);
  const x = show(head[step], value);
  return [
    frame([[shown]], score, app.text("play_score", { x: shown }), { from, fresh: 1 }),
    frame(by ? [[shown], [by]] : [[shown]], value, app.text("play_sum", { x }), {
      fresh: by ? 1 : 0,
      lands: true,
    }),
  ];
}

// A weight: the scores of its row, divided; e to the power of each; their sum; the share of one.
function ofWeight(app, head, i, j) {
  const { text } = app;
  const row = head.masked[i];
  const [names, top] = [app.view.keys, Math.max(...row)];
  if (top === -Infinity) return [];
  const by = divisors(app.state, head.Q[0].length).map((one) => ` ÷ ${one}`).join("");
  const less = top > LARGEST_POWER || top < -LARGEST_POWER ? top : 0; // changes no weight
  const powers = row.map((s) => Math.exp(s - less));
  const total = powers.reduce((a, b) => a + b, 0);
  const between = (numbers, sign) =>
    numbers.flatMap((x, k) => [...(k ? [[sign]] : []), [show([numbers], x)]]);
  const bars = (shown) => powers.map((x, k) => ({ name: names[k], x, text: shown(x, k), isChosen: k === j }));
  const from = row.map((_, k) => /** @type {Place} */ (["scores", i, k]));
  const scores = head.scores[i].map((s, k) => (row[k] === -Infinity ? -Infinity : s));
  const divided = [
    by && text("play_divided", { by: by.trim() }),
    less && text("play_less", { x: exact(less) }),
  ];
  const sum = [...between(powers, " + "), [` ≈ ${exact(total)}`]];
  const weight = head.weights[i][j];
  return [
    frame(between(scores, ", "), scores[j], text("play_scores", { row: app.view.rows[i] }), {
      from,
      fresh: 2 * scores.length - 1,
    }),
    ...(by || less
      ? [frame(between(row.map((s) => s - less), ", "), row[j] - less, divided.filter(Boolean).join(" "))]
      : []),
    frame(between(powers, ", "), powers[j], text("play_powers"), { bars: bars((x) => exact(x)) }),
    frame(sum, total, text("play_total", { x: exact(total) }), { bars: bars((x) => exact(x)), fresh: 1 }),
    frame(
      [[`${exact(powers[j])} ÷ ${exact(total)}`]],
      weight,
      text("play_share", { col: names[j], x: exact(weight) }),
      { bars: bars((x) => exact(x / total)), lands: true },
    ),
  ];
}
