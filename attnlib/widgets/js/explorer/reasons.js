// Why it is so, from today's numbers: what a wrong prediction overlooked, and what a change would do.
import { explain, show } from "./arithmetic.js";
import { called, facts } from "./facts.js";
import { bestOf, listed } from "./summary.js";
import { number } from "./theme.js";
import { isolated } from "../shared/dom.js";

/**
 * @import { Head, Trace } from "./attention.js"
 * @import { Explorer } from "./explorer.js"
 * @import { Goal } from "./solver.js"
 */

// Whether the word that was said is as good as the best, and a sentence with the reason.
/** @param {Explorer} app @param {any} head @param {{ step: string, row: number }} question @param {number} said */
export function verdictOnWord(app, head, { step, row }, said) {
  const { text } = app;
  const [numbers, names] = [head[step][row], app.keyNames()];
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
  return `${verdict}${text("space")}${whyNot(app, head, step, row, said, best[0])}`;
}

// What the query of a row finds in the key of one word and not in that of another.
/** @param {Explorer} app */
function whyNot(app, head, step, row, said, best) {
  const { text, state } = app;
  const [rows, names] = [app.rowNames(), app.keyNames()];
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
/** @param {Explorer} app @param {any} head @param {{ step: string, row: number, col: number }} question */
export function whyNumber(app, head, { step, row, col }) {
  const { text, state } = app;
  const [rowName, names] = [app.rowNames()[row], app.keyNames()];
  const isHidden = ["masked", "weights"].includes(step) && state.keep && !state.keep[row][col];
  if (isHidden) return text("why_hidden", { said: names[col], row: rowName });
  if (step !== "weights") {
    const pieces = explain(state, head, step, row, col).map(([piece]) => piece).join("");
    return pieces
      ? `${entryName(app, step, row, col)} = ${pieces} = ${show(head[step], head[step][row][col])}`
      : "";
  }
  const scores = head.scores[row];
  const seen = [...scores.keys()].filter((j) => head.masked[row][j] > -Infinity);
  const best = bestOf(seen.map((j) => scores[j])).map((k) => seen[k]);
  const told = seen.length <= facts.most_terms ? seen : [...new Set([best[0], col])];
  const all = told.map((j) => text("word_number", { word: names[j], x: show(head.scores, scores[j]) }));
  const largest = {
    row: rowName,
    all: all.join(text("comma")),
    best: listed(text, best.map((j) => names[j])),
  };
  return text("why_scores", largest);
}

// What a change does on its way to the number of a goal: where query, key, value, scores and weights that go
// into it differ most, and the number itself. before and after are one head of the whole, see headOf.
/** @param {Explorer} app @param {Goal} goal @param {any} before @param {any} after @returns {string[]} */
export function effectsOf(app, { step, row, col }, before, after) {
  const ofPair = { Q: [[row]], K: [[col]], scores: step === "scores" ? [] : [[row, col], [row]] };
  const ofRow = { Q: [[row]], K: [[]], V: [step === "output" ? [null, col] : []], weights: [[row]] };
  const upstream = facts.steps[step].cols === "keys" ? ofPair : "QKV".includes(step) ? {} : ofRow;
  const found = Object.entries(upstream).flatMap(([name, places]) => {
    const [at] = places.flatMap((place) => largestChange(before[name], after[name], place) ?? []);
    return at ? [{ name, at }] : [];
  });
  return [...found, { name: step, at: [row, col] }].map(({ name, at: [i, j] }) =>
    effect(app, name, i, j, before[name][i][j], after[name][i][j])
  );
}

// Where two matrices differ most, in one row or column or anywhere: [[row, col]]; null where none can see it.
function largestChange(A, B, [row = null, col = null]) {
  let [most, at] = [0.005, /** @type {[number, number][] | null} */ (null)];
  A.forEach((a, i) =>
    a.forEach((x, j) => {
      const by = Math.abs(B[i][j] - x);
      if ((row ?? i) !== i || (col ?? j) !== j || !(by >= most)) return;
      [most, at] = [by + 1e-9, [[i, j]]];
    })
  );
  return at;
}

/** @param {Explorer} app */
function effect(app, step, i, j, before, after) {
  const whole = [before, after].every(Number.isInteger);
  const [x, y] = [before, after].map((one) => number(one, whole));
  const { title, rows, cols } = facts.steps[step];
  const row = (rows === "keys" ? app.keyNames() : app.rowNames())[i];
  const values = { step: title, row, x, y };
  const name = app.fixed.columns[step]?.[j];
  if (cols !== "keys") {
    return app.text(name === undefined ? "effect_place" : "effect_number", { ...values, col: name ?? j });
  }
  const kind = ["scores", "weights"].includes(step) ? step : "pair";
  return app.text(`effect_${kind}`, { ...values, col: app.keyNames()[j] });
}

// "Q[chases, doer]", as the arithmetic has it.
/** @param {Explorer} app @param {string} step @param {number} i @param {number} j */
export function entryName(app, step, i, j) {
  const { columns } = app.fixed;
  const of = facts.steps[step];
  const words = { queries: app.rowNames(), keys: app.keyNames() };
  const row = step.startsWith("b_")
    ? []
    : [(of ? words[of.rows] : /^W_[QKV]$/.test(step) ? columns.X : null)?.[i] ?? i];
  const col = (of?.cols === "keys" ? words.keys : columns[step])?.[j] ?? j;
  return `${called(step)}[${[...row, col].map(isolated).join(", ")}]`;
}
