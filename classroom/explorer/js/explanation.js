// The line of arithmetic: how the chosen number comes about, and where it goes.
import { divisors, explain, show, signOf } from "./arithmetic.js";
import { matrixOf } from "./head_view.js";
import { fullText, KEYBOARD, parseNumber } from "../../web/js/numbers.js";
import { equals, number, withSign } from "./theme.js";
import { isolated, make, named, setInvalid, setText } from "../../web/js/dom.js";
import { frameNow, makePlayer } from "./play.js";
import { reasonOf } from "./typing.js";

/** @import { Explorer } from "./explorer.js" */
/** @import { Chosen } from "./state.js" */
/** @import { View } from "./view.js" */

// The arithmetic, and where a matrix is a picture the box in which the chosen number is edited.
/** @param {Explorer} app */
export function makeExplanation(app) {
  const [formula, notes] = [make("span", { class: "ax-formula" }), make("span", { class: "ax-notes" })];
  const box = make("input", {
    type: "text",
    inputmode: KEYBOARD,
    autocomplete: "off",
    class: "ax-number",
    hidden: true,
  });
  const chosen = () => {
    const { step, row, col } = /** @type {Chosen} */ (app.view.selected); // or the box is hidden
    return { step, row, col, x: matrixOf(app.view.head, step)[row][col] };
  };
  const take = () => {
    const { step, row, col, x } = chosen();
    const y = parseNumber(box.value);
    const taken = y === x || (y !== null && app.edit(step, [[row, col, y]]));
    setInvalid(box, !taken);
    if (y === null) {
      app.tell(app.text(reasonOf({ text: box.value, x: y }), { text: box.value, kept: fullText(x) }));
    }
    return taken;
  };
  box.addEventListener("change", take);
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" && (event.key !== "Enter" || event.shiftKey)) return;
    if (event.key === "Escape") box.value = fullText(chosen().x);
    if (!take()) return;
    box.value = fullText(chosen().x);
    app.screen.layout.blocks[chosen().step].body.frame.focus();
  });
  const player = makePlayer(app);
  const label = { class: "ax-arithmetic", role: "group", "aria-label": app.text("arithmetic") };
  const element = make("div", label, player.element, formula, player.bars, box, notes);
  return { element, formula, box, notes, player };
}

// "scores[chases, fish] = 0·0 + 2·3 + … = 6", and for an edited number where it goes.
/** @param {Explorer} app @param {any} parts @param {View} view */
export function updateExplanation(app, parts, view) {
  const { text } = app;
  const { head } = view;
  const { step, row, col } = view.selected ?? { step: null };
  const { formula, box, notes, player } = parts;
  const A = step && head[step] && matrixOf(head, step);
  const none = !A || A[row]?.[col] === undefined;
  const frame = frameNow(app, player, none || view.isUnknown(step) ? null : view.selected);
  notes.hidden = none || frame !== null;
  if (none) {
    box.hidden = true;
    return formula.replaceChildren(text("choose_a_number"));
  }
  const spec = app.screen.layout.blocks[step]?.spec;
  const place = `[${[spec?.rows?.[row] ?? row, spec?.cols?.[col] ?? col].map(isolated).join(", ")}]`;
  const unknown = view.isUnknown(step);
  const inWords = app.fixed.plain && step === "weights" && !unknown;
  const pieces = frame?.line ??
    (unknown
      ? [["?"]]
      : inWords
      ? []
      : explain(view.state, head, step, row, col, (name) => app.called(name)));
  const old = frame ? pieces.length - frame.fresh : pieces.length;
  const isDone = !unknown && (!frame || frame.lands);
  const sign = pieces.length ? ` ${signOf(view.state, head, step, row, col)} ` : "";
  const value = isDone ? [sign, make("strong", {}, show(A, A[row][col]))] : [];
  const isPart = frame && !frame.lands;
  const subject = isPart && step === "weights" // what is on the way to a weight is no weight yet
    ? []
    : [
      make("b", {}, ...named(app.called(step))),
      place,
      " = ",
    ];
  formula.replaceChildren(
    ...subject,
    ...pieces.map(([piece, hue], k) => {
      const style = [hue && `ax-hue-${hue}`, k >= old && "ax-fresh"].filter(Boolean).join(" ");
      return style ? make("span", { class: style }, piece) : piece;
    }),
    ...(isPart && step !== "weights" ? [" + …"] : []),
    ...value,
  );
  const said = unknown ? [] : [
    change(app, step, row, col, A),
    ...(inWords ? [inPlainWords(app, row, col, A)] : chain(app, head, step, row, col)),
    app.isNumber(step) ? goesTo(app, step, row, col) : "",
  ];
  setText(notes, said.filter(Boolean).join("; "));
  box.hidden = unknown || !app.screen.layout.blocks[step]?.large || !spec.editable;
  if (box.hidden) return;
  if (document.activeElement !== box) box.value = fullText(A[row][col]);
  box.removeAttribute("aria-invalid");
  box.setAttribute("aria-label", spec.cellLabel(row, col));
}

/** @param {Explorer} app */
function change(app, step, row, col, A) {
  const { before } = app.view;
  const old = before && (step.startsWith("b_") ? [before[step]] : before[step])?.[row]?.[col];
  if (old === undefined || old === null || !Number.isFinite(old) || Math.abs(A[row][col] - old) < 0.00005) {
    return "";
  }
  return app.text("was", { x: number(old), by: withSign(A[row][col] - old) });
}

// A sentence about a weight, for readers who have not met softmax.
/** @param {Explorer} app */
function inPlainWords({ text, view, fixed }, row, col, A) {
  const share = text("plain_weight", { row: view.rows[row], col: view.keys[col], x: number(A[row][col]) });
  return fixed.steps.includes("scores") ? `${share}${text("space")}${text("plain_score")}` : share;
}

// From a score on to its weight, where weights are shown.
/** @param {Explorer} app */
function chain(app, head, step, row, col) {
  if (!app.fixed.steps.includes("weights") || app.view.isUnknown("weights")) return [];
  if (step === "weights") return ofScore(app, head, row, col);
  if (step !== "scores") return [];
  const weight = number(head.weights[row][col]);
  if (app.fixed.plain) return [`→ ${app.called("weights")} ${weight}`];
  const by = divisors(app.state, head.Q[0].length).map((one) => `÷ ${one} `).join("");
  return [`${by}→ ${number(head.masked[row][col])} → softmax → ${weight}`];
}

// The scaled score from which softmax computes a weight: "3.4641 = 6 ÷ √3".
function ofScore(app, head, row, col) {
  const by = divisors(app.state, head.Q[0].length).map((one) => ` ÷ ${one}`).join("");
  const s = head.masked[row][col];
  if (!by || !Number.isFinite(s)) return [];
  const score = head.scores[row][col];
  return [`${show(head.masked, s)} ${equals([s, score])} ${show(head.scores, score)}${by}`];
}

/** @param {Explorer} app */
function goesTo(app, step, row, col) {
  const { text } = app;
  const [kind, of] = step.split("_");
  const { context } = app.state;
  if (kind === "W" && "QKV".includes(of)) {
    return text("goes_W", {
      row: columnOf(app, "X", row),
      X: context && of !== "Q" ? text("step_context") : "X",
      step: of,
      col: columnOf(app, of, col),
    });
  }
  if (kind === "b" && "QKV".includes(of)) return text("goes_b", { step: of, col: columnOf(app, of, col) });
  if (step === "X") return text(context ? "goes_query" : "goes_X", { row: app.view.rows[row] });
  return step === "context" ? text("goes_context", { row: app.view.keys[row] }) : "";
}

// "column doer", or where it has no name "column 0".
/** @param {Explorer} app */
function columnOf(app, step, k) {
  const name = app.fixed.columns[step]?.[k];
  return name === undefined ? app.text("column_k", { k }) : app.text("column_named", { name });
}
