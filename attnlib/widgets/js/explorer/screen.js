// The whole explorer as one element of the page, and its keys.
import { makeControls, updateControls } from "./controls.js";
import { listenToCopying } from "./copying.js";
import { make, setText } from "../shared/dom.js";
import { keepKeys } from "../shared/keys.js";
import { config } from "./config.js";
import { makeExplanation, updateExplanation } from "./explanation.js";
import { makeLayout, updateLayout } from "./layout.js";
import { makePins, updatePins } from "./pins.js";
import { listenToPointing } from "./pointing.js";
import { makeQuestion, updateQuestion } from "./prediction.js";
import { makePuzzle, updatePuzzle } from "./puzzle.js";
import { summaryOf } from "./summary.js";
import { colorOf } from "./theme.js";

/** @import { Explorer } from "./explorer.js" */
/** @import { View } from "./view.js" */

// Built once.
/** @param {Explorer} app */
export function makeScreen(app) {
  const { text, fixed } = app;
  const layout = makeLayout(app);
  const screen = {
    layout,
    pins: makePins(app, layout.blocks),
    controls: makeControls(app),
    puzzle: makePuzzle(app),
    question: makeQuestion(app, (value) => app.look({ prediction: value })),
    explanation: makeExplanation(app),
    status: make("p", { role: "status", class: "ax-status" }),
    python: make("span", { class: "ax-kernel" }),
    alarm: make("span", { class: "ax-unseen", role: "status" }),
  };
  const thumbnails = layout.thumbnails
    ? [
      make(
        "div",
        { class: "ax-minis", role: "group", "aria-label": text("heads") },
        ...layout.thumbnails.map(({ element }) => element),
      ),
    ]
    : [];
  const asked = [screen.question?.element, screen.puzzle?.element].filter(Boolean);
  const keys = make(
    "details",
    { class: "ax-keys" },
    make("summary", {}, text("keys")),
    make("p", {}, text("keys_text")),
  );
  const element = make(
    "section",
    {
      class: "ax ax-explorer",
      lang: fixed.language === "zh" ? "zh-CN" : "en",
      "aria-label": text("title"),
    },
    ...asked,
    ...thumbnails,
    screen.layout.element,
    screen.pins?.element,
    screen.controls.element,
    screen.controls.copy.panel,
    make("div", { class: "ax-foot" }, screen.python, screen.alarm, makeLegend(app), keys),
  );
  screen.layout.element.append(make("div", { class: "ax-said" }, screen.explanation.element, screen.status));
  listen(app, element);
  listenToPointing(screen.layout, element);
  listenToCopying(app, element);
  followTheme(app);
  new ResizeObserver(() => {
    element.classList.toggle("ax-wide", element.scrollWidth > element.clientWidth + 1); // there is more to the side
    requestAnimationFrame(() => element.classList.add("ax-drawn")); // of what is out of sight the size is known
  }).observe(element);
  return { ...screen, element };
}

// What is drawn on a canvas is drawn anew in a theme's own colours.
/** @param {Explorer} app */
function followTheme(app) {
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  const body = new MutationObserver(() => app.readTheme());
  const read = () => app.readTheme();
  scheme.addEventListener("change", read);
  body.observe(document.body, { attributeFilter: ["data-jp-theme-light", "data-vscode-theme-kind"] });
  app.ends.push(() => (scheme.removeEventListener("change", read), body.disconnect()));
}

// What colours and frames mean.
/** @param {Explorer} app */
function makeLegend({ text, fixed }) {
  const isOpen = fixed.edit.some((name) => config.numbers.includes(name));
  const hue = (x) => {
    const [light, dark] = [false, true].map((isDark) => colorOf(x, "signed", 1, isDark));
    return `background: light-dark(rgb(${light}), rgb(${dark}))`;
  };
  const sign = (key, attributes) =>
    make("span", {}, make("i", { "aria-hidden": true, ...attributes }), text(key));
  return make(
    "span",
    { class: "ax-legend" },
    sign("below_zero", { style: hue(-0.7) }),
    sign("above_zero", { style: hue(0.7) }),
    isOpen ? sign("can_change", { class: "ax-sign-open" }) : null,
    sign("goes_in", { class: "ax-sign-lit" }),
  );
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
    // A number that is played says something at each step. And were the line to change while a button is pressed, the page might
    // move under it.
    if (app.message === null || event.target.closest(".ax-player")) return;
    app.message = null;
    app.paint();
  };
  for (const kind of ["keydown", "pointerdown"]) element.addEventListener(kind, forgetMessage, true);
  element.addEventListener("submit", (event) => event.preventDefault());
}

/** @param {Explorer} app @param {View} view */
export function updateScreen(app, view) {
  const { screen } = app;
  screen.element.classList.toggle("ax-large", Boolean(view.large));
  updateLayout(app, screen.layout, view);
  if (screen.pins) updatePins(screen.pins, screen.layout.blocks, view);
  updateControls(app, screen.controls, view);
  if (screen.puzzle) updatePuzzle(app, screen.puzzle, view);
  if (screen.question) updateQuestion(app, screen.question, view);
  updateExplanation(app, screen.explanation, view);
  setText(screen.status, app.message ?? summaryOf(app, view));
}
