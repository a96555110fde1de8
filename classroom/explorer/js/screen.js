// The whole explorer as one element of the page, and its keys.
import { makeControls, updateControls } from "./controls.js";
import { make, named, setText } from "../../web/js/dom.js";
import { keepKeys } from "../../web/js/keys.js";
import { makeExplanation, updateExplanation } from "./explanation.js";
import { fitStage, makeLayout, updateLayout } from "./layout.js";
import { listenToPointing } from "./pointing.js";
import { fitPlane } from "./plane.js";
import { makeQuestion, updateQuestion } from "./prediction.js";
import { makePuzzle, updatePuzzle } from "./puzzle.js";
import { changesOf } from "./state_text.js";
import { summaryOf } from "./summary.js";
import { number, paintOf } from "./theme.js";

/** @import { Explorer } from "./explorer.js" */
/** @import { View } from "./view.js" */

let count = 0; // of explorers on this page

// Built once.
/** @param {Explorer} app */
export function makeScreen(app) {
  const { text, fixed } = app;
  const layout = makeLayout(app);
  const screen = {
    layout,
    controls: makeControls(app),
    puzzle: makePuzzle(app),
    question: makeQuestion(app, (value) => app.look({ prediction: value, judged: changesOf(app) })),
    explanation: makeExplanation(app),
    status: make("p", { role: "status", class: "ax-status" }),
    strip: make("p", { class: "ax-strip", "aria-hidden": true }), // on a phone, what an edit has made of the output
    leftOut: make("p", { class: "ax-hint", hidden: true }), // of large type
    python: make("span", { class: "ax-kernel" }),
    alarm: make("span", { class: "ax-unseen", role: "status" }),
  };
  const asked = [screen.question?.element, screen.puzzle?.element].filter(Boolean);
  const element = make(
    "section",
    {
      class: "ax ax-explorer",
      lang: fixed.language === "zh" ? "zh-CN" : "en",
      "aria-label": `${text("title")} ${++count}`, // landmarks of a page have names of their own
    },
    ...asked,
    screen.controls.top,
    screen.layout.element,
    make(
      "div",
      { class: "ax-foot" },
      screen.controls.element,
      makeLegend(app, layout.blocks),
      screen.python,
      screen.alarm,
    ),
    screen.controls.panel,
  );
  const { explanation, status, strip, leftOut } = screen;
  screen.layout.element.append(
    make("div", { class: "ax-said" }, explanation.element, status, strip),
    leftOut,
  );
  listen(app, element);
  listenToPointing(screen.layout, element);
  followTheme(app);
  const sizes = new ResizeObserver(() => {
    const tables = [...element.querySelectorAll("table")]; // of which each is panned on a phone
    const isWide = element.scrollWidth > element.clientWidth + 1 ||
      tables.some((one) => one.offsetWidth > screen.layout.element.clientWidth);
    element.classList.toggle("ax-wide", isWide); // there is more to the side
    requestAnimationFrame(() => {
      element.classList.add("ax-drawn"); // of what is out of sight the size is known
      fitScreen(app);
    });
  });
  for (const one of [element, layout.inputs, layout.results]) sizes.observe(one);
  return { ...screen, element };
}

/** @param {Explorer} app */
export function fitScreen(app) {
  fitStage(app.screen.layout, app.view.large);
  fitPlane(app, app.screen.layout.plane);
}

// Draw canvases again when the theme changes, since styles do not reach their colours.
/** @param {Explorer} app */
function followTheme(app) {
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  const body = new MutationObserver(() => app.readTheme());
  const read = () => app.readTheme();
  scheme.addEventListener("change", read);
  body.observe(document.body, { attributeFilter: ["data-jp-theme-light", "data-vscode-theme-kind"] });
  app.ends.push(() => (scheme.removeEventListener("change", read), body.disconnect()));
}

// The legend: the meaning of the colours in sight, and of the frames around cells.
/** @param {Explorer} app @param {Record<string, any>} blocks */
function makeLegend(app, blocks) {
  const { text } = app;
  const specs = Object.values(blocks).map(({ spec }) => spec);
  const isOpen = specs.some(({ editable }) => editable);
  const kinds = new Set(specs.map(({ kind }) => kind));
  const scale = (low, kind, high) =>
    make("span", {}, low, make("i", { class: "ax-scale", style: `background: ${gradient(kind)}` }), high);
  const sign = (key) =>
    make("span", {}, make("i", { "aria-hidden": true, class: `ax-sign-${key}` }), text(key));
  return make(
    "span",
    { class: "ax-legend" },
    kinds.has("signed") ? scale(text("below_zero"), "signed", text("above_zero")) : null,
    kinds.has("weights") ? scale(`${app.called("weights")} 0`, "weights", "1") : null,
    isOpen ? sign("can_change") : null,
    sign("goes_in"),
  );
}

// From one end of a scale to the other.
/** @param {"weights" | "signed"} kind */
function gradient(kind) {
  const shades = [0, 0.1, 0.3, 0.5, 0.7, 0.9, 1].map((t) =>
    paintOf(kind === "weights" ? t : 2 * t - 1, kind, 1)
  );
  return `linear-gradient(90deg, ${shades.map(({ paper }) => paper)})`;
}

// Ctrl+Z and Ctrl+Y are the explorer's; and a message goes with whatever is done next.
/** @param {Explorer} app */
function listen(app, element) {
  keepKeys(element);
  element.addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || !["y", "z"].includes(key)) return;
    if (event.target.tagName === "TEXTAREA") return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) app.redo();
    else app.undo();
  });
  const forgetMessage = (event) => {
    // The player shows a message at each step; and if a message vanished while one of its buttons is pressed, the page
    // might move under the pointer.
    if (app.message === null || event.target.closest(".ax-player")) return;
    app.message = null;
    app.paint();
  };
  for (const kind of ["keydown", "pointerdown"]) element.addEventListener(kind, forgetMessage, true);
  element.addEventListener("submit", (event) => event.preventDefault());
}

// A sentence that names the matrices and rows for which large type has no room.
/** @param {Explorer} app @param {View} view */
function leftOutOf(app, { rows, row, hasAllRows }) {
  const names = Object.entries(app.screen.layout.blocks)
    .filter(([, { element }]) => element.matches(".ax-left-out")).map(([name]) => app.called(name))
    .join(app.text("comma"));
  if (hasAllRows) return names ? app.text("without", { names }) : "";
  const others = names ? app.text("and_left_out", { names }) : "";
  return app.text("left_out", { row: rows[row], others });
}

// "output[chases]: (1.10, −0.78)", and what it was.
/** @param {Explorer} app @param {View} view */
function outputOf(app, { head, before, row, rows, isUnknown }) {
  if (!app.fixed.steps.includes("output") || isUnknown("output")) return "";
  const [now, then] = [head, before].map((one) =>
    one?.output[row]?.slice(0, 4).map((x) => number(x)).join(", ")
  );
  const was = then && then !== now ? `(${then}) → ` : "";
  return `${app.called("output")}[${rows[row]}]: ${was}(${now})`;
}

/** @param {Explorer} app @param {View} view */
export function updateScreen(app, view) {
  const { screen } = app;
  screen.element.classList.toggle("ax-large", Boolean(view.large));
  if (view.large) screen.leftOut.replaceChildren(...named(leftOutOf(app, view)));
  screen.leftOut.hidden = !view.large || screen.leftOut.textContent === "";
  setText(screen.strip, outputOf(app, view));
  updateLayout(app, screen.layout, view);
  updateControls(app, screen.controls, view);
  if (screen.puzzle) updatePuzzle(app, screen.puzzle, view);
  if (screen.question) updateQuestion(app, screen.question, view);
  updateExplanation(app, screen.explanation, view);
  setText(screen.status, app.message ?? summaryOf(app, view));
}
