// What the reader is asked: a prediction before the picture is shown, and a goal to reach.
import { parseNumber } from "../../browser/js/numbers.js";
import { number } from "./theme.js";
import { make, named, setText } from "../../browser/js/dom.js";

/** @import { Explorer } from "./explorer.js" */

export const isMet = (goal, head) => {
  const x = head[goal.step][goal.row][goal.col];
  return goal.above ? x > goal.value : x < goal.value;
};

// Goals: what is to be done, how far it is, and whether it is done.
/** @param {Explorer} app */
export function makeGoals(app) {
  const { goals, only } = app.fixed;
  if (goals.length === 0) return null;
  const { text } = app;
  const names = only?.map((name) => (name === "keep" ? text("the_mask") : name)).join(text("and"));
  const by = only ? [make("span", { class: "ax-only" }, ...named(text("goal_by", { names })))] : [];
  const lines = goals.map((goal) => {
    const now = make("span", { class: "ax-now" });
    return { goal, now, line: make("p", {}, make("span", {}, goal.text), now) };
  });
  const state = make("strong", { role: "status" });
  const element = make(
    "section",
    { class: "ax-goal", "aria-label": text("puzzle") },
    make("div", {}, ...lines.map(({ line }) => line)),
    state,
  );
  lines[0].line.prepend(make("strong", {}, text("puzzle")), " ");
  lines.at(-1).line.append(...by);
  return { element, lines, state };
}

/** @param {Explorer} app */
export function updateGoals(app, goals, head, unknown) {
  const all = goals.lines.map(({ goal, now }) => {
    const met = !unknown && isMet(goal, head);
    const x = unknown ? "?" : number(head[goal.step][goal.row][goal.col]);
    setText(now, app.text("now", { x }) + (met ? " ✓" : ""));
    return met;
  });
  const done = all.every(Boolean);
  goals.element.classList.toggle("ax-met", done);
  setText(goals.state, app.text(done ? "goal_met" : "goal_open"));
}

// The question, its answers, and after the answer what is true. answer(value) is called once.
/** @param {Explorer} app */
export function makeQuestion(app, answer) {
  const { question } = app.fixed;
  if (!question) return null;
  const { text } = app;
  const name = `ax-ask-${app.id}`;
  const choices = question.col === null
    ? app.keyNames().map((token, j) =>
      make("label", {}, make("input", { type: "radio", name, value: j }), ` ${token}`)
    )
    : [
      make("input", { type: "text", inputmode: "decimal", class: "ax-number", "aria-label": question.text }),
    ];
  const hint = make("span", { class: "ax-hint", role: "status" });
  const form = make(
    "form",
    {},
    make(
      "fieldset",
      {},
      make("legend", {}, question.text),
      ...choices,
      make("button", { type: "submit" }, text("commit")),
    ),
    hint,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const field = form.querySelector(question.col === null ? "input:checked" : "input");
    const value = field && (question.col === null ? Number(field.value) : parseNumber(field.value));
    if (value === null) return setText(hint, text(question.col === null ? "choose_first" : "write_number"));
    answer(value);
    result.focus(); // the button is gone
  });
  const result = make("p", { role: "status", tabindex: "-1" });
  return {
    element: make("section", { class: "ax-ask", "aria-label": text("predict") }, form, result),
    form,
    result,
  };
}

/** @param {Explorer} app */
export function updateQuestion(app, ask, head, prediction) {
  const { question } = app.fixed;
  if (ask.answered === prediction) return; // the verdict is on the numbers as they were
  ask.answered = prediction;
  ask.form.hidden = prediction !== null;
  if (prediction === null) return setText(ask.result, "");
  const { row, col, step } = question;
  const numbers = head[step][row];
  if (col !== null) {
    const [x, off] = [numbers[col], Math.abs(numbers[col] - prediction)];
    const whole = [x, prediction].every(Number.isInteger);
    const [said, is] = [prediction, x].map((one) => number(one, whole));
    const key = said === is ? "was_exact" : off < 0.05 * Math.max(1, Math.abs(x)) ? "was_close" : "was_off";
    return setText(
      ask.result,
      `${question.text} ${app.text(key, { said, x: is, off: number(off, whole) })}`,
    );
  }
  const best = numbers.indexOf(Math.max(...numbers));
  const names = app.keyNames();
  const verdict = app.text(numbers[prediction] === numbers[best] ? "was_right" : "was_wrong", {
    said: names[prediction],
    best: names[best],
    x: number(numbers[best]),
    y: number(numbers[prediction]),
  });
  setText(ask.result, `${question.text} ${verdict}`);
}
