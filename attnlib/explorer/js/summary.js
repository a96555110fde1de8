// The result in words, in the line that a screen reader reads out.
import { isWhole, number, withSign } from "./theme.js";

// Where the row looks most, and what the last edit has changed, of the steps shown.
export function summaryOf(app, head) {
  const { text } = app;
  const { steps } = app.fixed;
  const last = ["weights", "masked", "scaled", "scores"].find((step) => steps.includes(step));
  if (!last) return "";
  if (app.isUnknown(last)) return text("answer_first");
  const i = app.row();
  const w = head[last][i];
  const best = w.indexOf(Math.max(...w));
  const names = app.keyNames();
  if (last !== "weights") {
    return text("fits", {
      row: app.rowNames()[i],
      col: names[best],
      x: number(w[best], isWhole(head[last])),
    });
  }
  const looks = w[best] > 0
    ? text("looks", { row: app.rowNames()[i], col: names[best], x: number(w[best]) })
    : text("looks_nowhere", { row: app.rowNames()[i] });
  const before = steps.includes("output") && app.headBefore();
  return before ? `${looks} ${changesOf(app, head, before)}` : looks;
}

function changesOf(app, head, before) {
  const { text } = app;
  const counted = ["weights", "output"].map((step) => {
    const steps = head[step].map((row, i) => row.map((x, j) => x - before[step][i]?.[j]));
    return [step, steps, steps.flat().filter((d) => Math.abs(d) >= 0.005).length];
  });
  if (counted.every(([, , k]) => k === 0)) return text("nothing_changed");
  const [, steps] = counted[0];
  let most = [0, 0];
  steps.forEach((row, i) =>
    row.forEach((d, j) => Math.abs(d) > Math.abs(steps[most[0]][most[1]]) && (most = [i, j]))
  );
  const largest = counted[0][2] > 0
    ? text("largest", {
      row: app.rowNames()[most[0]],
      col: app.keyNames()[most[1]],
      by: withSign(steps[most[0]][most[1]]),
    })
    : "";
  return text("changed", { weights: counted[0][2], outputs: counted[1][2], largest });
}
