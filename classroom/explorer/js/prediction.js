// A prediction: the reader says what will come before the picture shows it, and hears why it is so.
import { headOf } from "./head_view.js";
import { verdictOnWord, whyNumber } from "./reasons.js";
import { readText } from "./state_text.js";
import { KEYBOARD, parseNumber } from "../../web/js/numbers.js";
import { number } from "./theme.js";
import { entryName } from "./view.js";
import { group, make, setText } from "../../web/js/dom.js";

/** @import { Explorer } from "./explorer.js" */
/** @import { View } from "./view.js" */

// The question, its answers, and after the answer what is true. answer(value) is called once.
/** @param {Explorer} app */
export function makeQuestion(app, answer) {
  const { question } = app.fixed;
  if (!question) return null;
  const { text } = app;
  const name = `ax-ask-${app.id}`;
  const choices = question.col === null
    ? app.view.keys.map((token, j) =>
      make("label", {}, make("input", { type: "radio", name, value: j }), ` ${token}`)
    )
    : [
      make("input", { type: "text", inputmode: KEYBOARD, class: "ax-number", "aria-label": question.text }),
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
    element: make("div", { class: "ax-ask", role: "group", "aria-label": text("predict") }, form, result),
    form,
    result,
  };
}

// The verdict is on the numbers as they were when the reader answered, after a reload as well.
/** @param {Explorer} app */
function judgedState(app) {
  const { judged } = app.choices;
  const then = judged && readText(JSON.stringify(judged), app);
  return then && "state" in then ? then.state : app.state;
}

/** @param {Explorer} app @param {any} ask @param {View} view */
export function updateQuestion(app, ask, { k, prediction }) {
  const { question } = app.fixed;
  if (ask.answered === prediction) return;
  ask.answered = prediction;
  ask.form.hidden = prediction !== null;
  if (prediction === null) return setText(ask.result, "");
  const { row, col, step } = question;
  const state = judgedState(app);
  const head = headOf(state, app.traceOf(state), k, app.fixed.heads);
  if (col === null) {
    return setText(ask.result, verdictOnWord(app, state, head, question, prediction));
  }
  const x = head[step][row][col];
  const off = Math.abs(x - prediction);
  const whole = [x, prediction].every(Number.isInteger);
  const [said, is] = [prediction, x].map((one) => number(one, whole));
  const key = said === is ? "was_exact" : off < 0.05 * Math.max(1, Math.abs(x)) ? "was_close" : "was_off";
  const verdict = app.text(key, { said, x: is, off: number(off, whole) });
  const reason = key === "was_off" ? `${app.text("space")}${whyNumber(app, state, head, question)}` : "";
  setText(ask.result, `${entryName(app, step, row, col)}: ${verdict}${reason}`);
}
