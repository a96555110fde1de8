// The result in words, in the line that a screen reader reads out.
import { config } from "./config.js";
import { isWhole, number, withSign } from "./theme.js";

/** @import { Explorer } from "./explorer.js" */
/** @import { View } from "./view.js" */

// Where the row looks most, and what the last edit has changed, of the steps shown.
/** @param {Explorer} app @param {View} view */
export function summaryOf(app, view) {
  const { text } = app;
  const { head } = view;
  const { steps } = app.fixed;
  const last = ["weights", "masked", "scaled", "scores"].find((step) => steps.includes(step));
  if (!last) return "";
  if (view.isUnknown(last)) return text("answer_first");
  const i = view.row;
  const w = head[last][i];
  const best = bestOf(w);
  const row = view.rows[i];
  const names = best.map((j) => view.keys[j]);
  const [col, cols] = [names[0], listed(text, names)];
  if (last !== "weights") {
    const x = number(w[best[0]], isWhole(head[last]));
    return best.length > 1 ? text("fits_equally", { row, cols, x }) : text("fits", { row, col, x });
  }
  const [x, k] = [number(w[best[0]]), w.length];
  const looks = !(w[best[0]] > 0)
    ? text("looks_nowhere", { row })
    : best.length === 1
    ? text("looks", { row, col, x })
    : best.length === k
    ? text("looks_equally_at_all", { row, k, x })
    : text("looks_equally", { row, cols, x });
  return steps.includes("output") && view.before ? `${looks} ${changesOf(app, view, view.before)}` : looks;
}

// Where the largest numbers stand.
export function bestOf(numbers) {
  const most = Math.max(...numbers);
  return [...numbers.keys()].filter((j) => numbers[j] === most || most - numbers[j] < config.alike);
}

// a, b and c; of many, the first four.
export function listed(text, names) {
  const some = names.slice(0, 4).map((name) => text("quoted", { name }));
  if (names.length > 4) return `${some.join(text("comma"))}…`;
  return [some.slice(0, -1).join(text("comma")), some.at(-1)].filter(Boolean).join(text("and"));
}

/** @param {Explorer} app @param {View} view @param {Record<string, any>} before */
function changesOf(app, { head, rows, keys }, before) {
  const { text } = app;
  const made = app.fixed.heads === 1 ? "output" : head.projected ? "projected" : "merged"; // by all heads
  const [weights, outputs] = ["weights", made].map((step) => compared(head[step], before[step]));
  if (weights.count === 0 && outputs.count === 0) return text("nothing_changed");
  const { row, col, by } = weights;
  const largest = weights.count > 0
    ? text("largest", { row: rows[row], col: keys[col], by: withSign(by) })
    : "";
  return text("changed", { weights: weights.count, outputs: outputs.count, largest });
}

// How many numbers have changed so that one sees it, and which the most. Among 512 words it is a quarter of a
// million that are compared: no list is made of them.
function compared(A, old) {
  const most = { count: 0, row: 0, col: 0, by: 0 };
  for (let i = 0; i < A.length; i++) {
    const [now, then] = [A[i], old[i] ?? []];
    if (now === then) continue;
    for (let j = 0; j < now.length; j++) {
      const by = now[j] - then[j];
      if (Math.abs(by) >= 0.005) most.count++;
      if (Math.abs(by) > Math.abs(most.by)) Object.assign(most, { row: i, col: j, by });
    }
  }
  return most;
}
