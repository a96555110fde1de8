// The whole explorer as one element of the page, and its keys.
import { makeGoals, makeQuestion, updateGoals, updateQuestion } from "./challenges.js";
import { makeControls, updateControls } from "./controls.js";
import { make, setText } from "../../browser/js/dom.js";
import { keepKeys } from "../../browser/js/keys.js";
import { makeExplanation, updateExplanation } from "./explanation.js";
import { makeLayout, rename, updateLayout } from "./layout.js";
import { summaryOf } from "./summary.js";

/** @import { Explorer } from "./explorer.js" */

// Built once.
/** @param {Explorer} app */
export function makeScreen(app) {
  const { text, fixed } = app;
  const screen = {
    layout: makeLayout(app),
    controls: makeControls(app),
    goals: makeGoals(app),
    question: makeQuestion(app, (value) => app.look({ prediction: value })),
    explanation: makeExplanation(app),
    status: make("p", { role: "status", class: "ax-status" }),
    python: make("span", { class: "ax-kernel" }),
    alarm: make("span", { class: "ax-unseen", role: "status" }),
  };
  const minis = screen.layout.minis
    ? [
      make(
        "div",
        { class: "ax-minis", role: "group", "aria-label": text("heads") },
        ...screen.layout.minis.map(({ element }) => element),
      ),
    ]
    : [];
  const asked = [screen.question?.element, screen.goals?.element].filter(Boolean);
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
    screen.controls.element,
    screen.controls.copy.panel,
    ...asked,
    ...minis,
    screen.layout.top,
    screen.layout.bottom,
    screen.explanation.element,
    make("div", { class: "ax-foot" }, screen.status, screen.python, screen.alarm),
    keys,
  );
  listen(app, element);
  // Whether there is more of it to the side.
  new ResizeObserver(() => element.classList.toggle("ax-wide", element.scrollWidth > element.clientWidth + 1))
    .observe(element);
  return { ...screen, element };
}

// Ctrl+Z and Ctrl+Y are the explorer's; and whatever is done, what was told goes.
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
  const forgetTold = () => {
    if (app.told === null) return;
    app.told = null;
    app.paint();
  };
  for (const kind of ["keydown", "pointerdown"]) element.addEventListener(kind, forgetTold, true);
  element.addEventListener("submit", (event) => event.preventDefault());
}

// At every change.
/** @param {Explorer} app */
export function updateScreen(app) {
  const { screen, view } = app;
  if (app.renamed) rename(app, screen.layout);
  app.renamed = false;
  screen.element.classList.toggle("ax-large", Boolean(view.large));
  const head = app.head();
  updateLayout(app, screen.layout);
  updateControls(app, screen.controls);
  if (screen.goals) {
    const unknown = app.fixed.goals.some((goal) => app.isUnknown(goal.step));
    updateGoals(app, screen.goals, head, unknown);
  }
  if (screen.question) updateQuestion(app, screen.question, head, view.prediction);
  updateExplanation(app, screen.explanation, head);
  setText(screen.status, app.told ?? summaryOf(app, head));
}
