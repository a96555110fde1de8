// One question of an exam: its text, its program and picture, and where it is answered. It says nothing of right or
// wrong.
import { make } from "../../../web/js/dom.js";
import { makeBox } from "../box.js";
import { makeChoices } from "../choices.js";
import { marked } from "../markup.js";

const FIELDS = { choices: makeChoices, number: makeBox, shape: makeBox };

// Return what shows a question, and the field that reads its answer.
/**
 * @param {any} fixed the question as `posed` returns it
 * @param {{ text: (key: string, values?: any) => string, shades: any, given: any }} exam
 */
export function makeSheet(fixed, { text, shades, given }) {
  const id = Math.random().toString(36).slice(2);
  const labelId = `aq-label-${id}`;
  const field = FIELDS[fixed.kind]({ fixed, id, labelId, text, get: () => null });
  field.update({ given: given ?? null, done: false, right: null });
  const element = make(
    "fieldset",
    {},
    make("legend", { class: "aq-question", id: labelId }, ...marked(fixed.question)),
    ...material(fixed, shades),
    field.element,
  );
  element.addEventListener("keydown", (event) => {
    field.onkey?.(event);
    if (event.defaultPrevented) element.dispatchEvent(new Event("change", { bubbles: true })); // a letter has chosen
  });
  element.addEventListener("paste", (event) => field.onpaste?.(event));
  return { element, field };
}

// Return the program and the picture of a question, where it has them.
export function material({ code, picture }, shades) {
  return [
    code && make("pre", { class: "aq-code", tabindex: "0" }, code),
    picture && make("div", { class: "aq-picture" }, tableOf(picture, shades[picture.kind])),
  ].filter(Boolean);
}

function tableOf({ rows, columns, values, kind }, shades) {
  const all = values.flat();
  const most = kind === "weights" ? 1 : 1.25 * Math.max(...all.map(Math.abs)) || 1;
  const decimals = all.every((x) => Math.abs(x - Math.round(x)) < 1e-9) ? 0 : 2;
  const cell = (x) => {
    const t = kind === "weights" ? x : 0.5 + x / (2 * most);
    const [paper, pen] = shades[Math.round(Math.min(Math.max(t, 0), 1) * (shades.length - 1))];
    const written = (Math.round(x * 100) / 100 || 0).toFixed(decimals).replace("-", "−");
    return make("td", { style: `background: ${paper}; color: ${pen}` }, written);
  };
  return make(
    "table",
    {},
    make("thead", {}, make("tr", {}, make("td"), ...columns.map((one) => make("th", { scope: "col" }, one)))),
    make(
      "tbody",
      {},
      ...values.map((row, k) => make("tr", {}, make("th", { scope: "row" }, rows[k]), ...row.map(cell))),
    ),
  );
}
