// The result in words, in the line that a screen reader reads out.
import { config } from "./config.js";
import { isWhole, number } from "./theme.js";
import { entryName, largestChange } from "./view.js";

/** @import { Explorer } from "./explorer.js" */
/** @import { View } from "./view.js" */

// A summary of the screen: the changes by the last edit, and the words at which the row in focus looks most.
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
  return steps.includes("output") && view.before
    ? `${changesOf(app, view, view.before)}${text("space")}${looks}`
    : looks;
}

// The places of the largest numbers.
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

// The largest change by the last edit, in the row in focus if that has changed, and the number of changes in all.
/** @param {Explorer} app @param {View} view @param {Record<string, any>} before */
function changesOf(app, { head, rows, keys, row: spoken }, before) {
  const { text } = app;
  const made = app.fixed.heads === 1 ? "output" : head.projected ? "projected" : "merged"; // by all heads
  const [weights, outputs] = ["weights", made].map((step) => largestChange(head[step], before[step]));
  if (weights.count === 0 && outputs.count === 0) return text("nothing_changed");
  const step = weights.count > 0 ? "weights" : made;
  const own = largestChange(head[step], before[step], spoken);
  const { row, col } = own.count > 0 ? own : step === made ? outputs : weights;
  const moved = step === made
    ? entryName(app, made, row, col)
    : text("pair", { row: rows[row], col: keys[col] });
  const [old, x] = [before, head].map((one) => number(one[step][row]?.[col] ?? 0));
  return text("changed", { moved, old, x, weights: weights.count, outputs: outputs.count });
}
