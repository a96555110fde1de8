// What the reader is asked: a prediction before the picture is shown, and a goal to reach, with help.
import { giveHint, hintedCell, isHelped, parOf, showSolution, solvedBy } from "./help.js";
import { verdictOnWord, whyNumber } from "./reasons.js";
import { isMetBy } from "./solver.js";
import { parseNumber } from "../shared/numbers.js";
import { number } from "./theme.js";
import { group, make, named, setText } from "../shared/dom.js";

/** @import { Explorer } from "./explorer.js" */

const EDITS = 3; // after which a solution is offered

// Goals: what is to be done, how far it is, whether it is done, and what helps.
/** @param {Explorer} app */
export function makeGoals(app) {
  const { goals, only, par } = app.fixed;
  if (goals.length === 0) return null;
  const { text } = app;
  const names = only?.map((name) => (name === "keep" ? text("the_mask") : name)).join(text("and"));
  const by = [only && text("goal_by", { names }), par && parOf(app)].filter(Boolean);
  const lines = goals.map((goal) => {
    const now = make("span", { class: "ax-now" });
    return { goal, now, line: make("p", {}, make("span", {}, goal.text), now) };
  });
  const state = make("strong", { role: "status" });
  const said = make("p", { class: "ax-goal-said", "aria-live": "polite", "aria-atomic": "true" });
  const parts = { lines, state, said, hinted: null, offered: false, told: null, ofState: null };
  const button = (key, action) => make("button", { type: "button", onclick: action }, text(key));
  const hint = button("hint", () => giveHint(app, parts));
  const solution = button("show_solution", () => showSolution(app, parts));
  const help = make("span", { class: "ax-goal-help" }, hint, solution);
  const element = make(
    "section",
    { class: "ax-goal", "aria-label": text("puzzle") },
    make("div", {}, ...lines.map(({ line }) => line)),
    make("div", { class: "ax-goal-end" }, state, ...(isHelped(app) ? [help] : [])),
    said,
  );
  lines[0].line.prepend(make("strong", {}, text("puzzle")), " ");
  lines.at(-1).line.append(...by.map((one) => make("span", { class: "ax-only" }, ...named(one))));
  return Object.assign(parts, { element, help, hint, solution });
}

/** @param {Explorer} app @param {any} goals */
export function updateGoals(app, goals, head, unknown) {
  const all = goals.lines.map(({ goal, now }) => {
    const x = head[goal.step][goal.row][goal.col];
    const met = !unknown && isMetBy(goal, x);
    setText(now, app.text("now", { x: unknown ? "?" : number(x) }) + (met ? " ✓" : ""));
    return met;
  });
  const done = all.every(Boolean);
  goals.element.classList.toggle("ax-met", done);
  const { sentence, isWithin } = done ? solvedBy(app) : { sentence: app.text("goal_open"), isWithin: false };
  setText(goals.state, sentence);
  if (app.state !== goals.ofState) forgetHelp(goals); // what was said was said of other numbers
  goals.offered ||= app.history.past.length >= EDITS;
  goals.help.hidden = unknown;
  goals.solution.hidden = !goals.offered;
  // Not "disabled": that would take the focus away from whoever has just pressed it.
  goals.hint.setAttribute("aria-disabled", done);
  goals.solution.setAttribute("aria-disabled", isWithin);
  goals.marked?.classList.remove("ax-hinted");
  goals.marked = goals.hinted && hintedCell(app, goals.hinted);
  goals.marked?.classList.add("ax-hinted"); // anew, since what has changed was painted anew
}

function forgetHelp(goals) {
  Object.assign(goals, { hinted: null, told: null });
  setText(goals.said, "");
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
    group(`${name}-label`, question.text, ...choices, make("button", { type: "submit" }, text("commit"))),
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
  if (col === null) {
    return setText(ask.result, `${question.text} ${verdictOnWord(app, head, question, prediction)}`);
  }
  const x = head[step][row][col];
  const off = Math.abs(x - prediction);
  const whole = [x, prediction].every(Number.isInteger);
  const [said, is] = [prediction, x].map((one) => number(one, whole));
  const key = said === is ? "was_exact" : off < 0.05 * Math.max(1, Math.abs(x)) ? "was_close" : "was_off";
  const verdict = app.text(key, { said, x: is, off: number(off, whole) });
  const reason = key === "was_off" ? `${app.text("space")}${whyNumber(app, head, question)}` : "";
  setText(ask.result, `${question.text} ${verdict}${reason}`);
}
