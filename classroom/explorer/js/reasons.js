// Why a prediction was wrong, from the numbers on which it was made.
import { explain, show } from "./arithmetic.js";
import { config } from "./config.js";
import { bestOf, listed } from "./summary.js";
import { number } from "./theme.js";
import { entryName } from "./view.js";

/**
 * @import { Explorer } from "./explorer.js"
 * @import { State } from "./state.js"
 */

// A sentence that says whether the predicted word has the largest number of its row, and why.
/** @param {Explorer} app @param {State} state @param {any} head @param {{ step: string, row: number }} question @param {number} said */
export function verdictOnWord(app, state, head, { step, row }, said) {
  const { text } = app;
  const [numbers, names] = [head[step][row], app.view.keys];
  const best = bestOf(numbers);
  const others = listed(text, best.filter((j) => j !== said).map((j) => names[j]));
  const x = number(numbers[best[0]]);
  if (best.includes(said)) {
    return text(others ? "was_right_as_others" : "was_right", { said: names[said], x, others });
  }
  const verdict = text(best.length > 1 ? "was_wrong_as_others" : "was_wrong", {
    said: names[said],
    y: number(numbers[said]),
    best: names[best[0]],
    others: listed(text, best.map((j) => names[j])),
    x,
  });
  return `${verdict}${text("space")}${whyNot(app, state, head, step, row, said, best[0])}`;
}

// The reason why the best word has a larger number than the predicted one: what its key shares with the query.
/** @param {Explorer} app @param {State} state */
function whyNot(app, state, head, step, row, said, best) {
  const { text } = app;
  const [rows, names] = [app.view.rows, app.view.keys];
  const words = { row: rows[row], said: names[said], best: names[best] };
  const isHidden = ["masked", "weights"].includes(step) && state.keep && !state.keep[row][said];
  if (isHidden) return text("why_hidden", words);
  const { Q, K } = head;
  const q = Q[row];
  const gains = q.map((x, k) => x * (K[best][k] - K[said][k]));
  const k = gains.indexOf(Math.max(...gains));
  const values = { q: show(Q, q[k]), a: show(K, K[best][k]), b: show(K, K[said][k]) };
  const name = app.fixed.columns.Q?.[k];
  const asksMost = q[k] > 0 && q.every((x) => Math.abs(x) <= q[k]);
  if (name !== undefined && asksMost) return text("why_asks", { ...words, ...values, name });
  const column = name === undefined ? text("column_counted", { k }) : text("column_named", { name });
  return text("why_column", { ...words, ...values, column });
}

// How a number comes about, for whoever said another one: its sum, or for a weight the scores of its row.
/** @param {Explorer} app @param {State} state @param {any} head @param {{ step: string, row: number, col: number }} question */
export function whyNumber(app, state, head, { step, row, col }) {
  const { text } = app;
  const [rowName, names] = [app.view.rows[row], app.view.keys];
  const isHidden = ["masked", "weights"].includes(step) && state.keep && !state.keep[row][col];
  if (isHidden) return text("why_hidden", { said: names[col], row: rowName });
  if (step !== "weights") {
    const pieces = explain(state, head, step, row, col, (name) => app.called(name)).map(([piece]) => piece)
      .join("");
    return pieces
      ? `${entryName(app, step, row, col)} = ${pieces} = ${show(head[step], head[step][row][col])}`
      : "";
  }
  const scores = head.scores[row];
  const seen = [...scores.keys()].filter((j) => head.masked[row][j] > -Infinity);
  const best = bestOf(seen.map((j) => scores[j])).map((k) => seen[k]);
  const told = seen.length <= config.most_terms ? seen : [...new Set([best[0], col])];
  const all = told.map((j) => text("word_number", { word: names[j], x: show(head.scores, scores[j]) }));
  const largest = {
    row: rowName,
    all: all.join(text("comma")),
    best: listed(text, best.map((j) => names[j])),
  };
  return text("why_scores", largest);
}
