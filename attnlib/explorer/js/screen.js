// The whole explorer as one element of the page, and its keys.
import { makeGoals, makeQuestion, updateGoals, updateQuestion } from "./challenges.js";
import { makeControls, updateControls } from "./controls.js";
import { make, setText } from "./dom.js";
import { makeExplanation, updateExplanation } from "./explanation.js";
import { makeLayout, rename, updateLayout } from "./layout.js";
import { summaryOf } from "./summary.js";

// Built once.
export function makeScreen(app) {
  const { text, fixed } = app;
  const screen = {
    layout: makeLayout(app),
    controls: makeControls(app),
    goals: makeGoals(app),
    question: makeQuestion(app, (value) => app.look({ prediction: value })),
    explanation: makeExplanation(app),
    status: make("p", { role: "status", class: "ax-status" }),
    python: make("span", { class: "ax-kernel", role: "status" }),
  };
  const minis = screen.layout.minis
    ? [
      make(
        "div",
        { class: "ax-minis", role: "group", "aria-label": text("heads") },
        ...screen.layout.minis.map(({ button }) => button),
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
      class: "ax",
      lang: fixed.language === "zh" ? "zh-CN" : "en",
      "aria-label": text("title"),
      "data-lm-suppress-shortcuts": null,
    },
    screen.controls.element,
    screen.controls.copy.panel,
    ...asked,
    ...minis,
    screen.layout.top,
    screen.layout.bottom,
    screen.explanation.element,
    make("div", { class: "ax-foot" }, screen.status, screen.python),
    keys,
  );
  keepKeys(app, element);
  return { ...screen, element };
}

// Keys are ours: in a notebook `d d` would delete the cell. Shift+Enter alone goes on, to run it.
function keepKeys(app, element) {
  const stop = (event) => event.stopPropagation();
  element.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.shiftKey) return;
    event.stopPropagation();
    if (!(event.ctrlKey || event.metaKey) || event.target.tagName === "TEXTAREA") return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) app.redo();
    else app.undo();
  });
  element.addEventListener("submit", (event) => event.preventDefault());
  for (const kind of ["keyup", "keypress", "copy", "cut", "paste", "contextmenu", "dblclick"]) {
    element.addEventListener(kind, stop);
  }
}

// At every change.
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
