// The explorer: edit a number, see what follows, ask why. Everything meets here.
import { divisors, explain, show } from "./arithmetic.js";
import { makeGoals, makeQuestion, updateGoals, updateQuestion } from "./challenges.js";
import { isOwn, makeControls, updateControls } from "./controls.js";
import { changed, headOf } from "./heads.js";
import { connect, decode } from "./sync.js";
import { makeLayout, matrixOf, rename, updateLayout } from "./layout.js";
import { allFinite, attend } from "./attention.js";
import { cellText, fullText, isWhole, parseNumber, signed } from "./numbers.js";
import { commit, openHistory, redo, undo, withEntries } from "./history.js";
import { isolated, make, named, setInvalid, setText, textsOf } from "./dom.js";

const NUMBERS = ["X", "context", "W_Q", "b_Q", "W_K", "b_K", "W_V", "b_V", "W_O", "b_O", "Q", "K", "V"];
const SETTINGS = ["keep", "temperature", "scaling", "sentence"];
const VIEW = ["head", "large", "selected", "prediction"];
const IN_ORDER = ["Q", "K", "V", "scores", "scaled", "masked", "weights", "output", "merged", "projected"];

export function render({ model, el }) {
  const app = open(model);
  el.append(app.element);
  return () => app.close();
}

// A page without Python: the state is all there is.
export function renderPage(state, el) {
  const model = { get: (name) => state[name], set() {}, save_changes() {}, on() {}, off() {} };
  const app = open(model, true);
  el.append(app.element);
  return app;
}

function open(model, alone = false) {
  const fixed = read(model.get("_fixed"));
  const state = Object.fromEntries([...NUMBERS, ...SETTINGS].map((name) => [name, decode(model.get(name))]));
  // Queries that are given are a list of heads, be there one or several.
  const app = {
    id: Math.random().toString(36).slice(2),
    model,
    fixed,
    alone,
    text: textsOf(fixed.words),
    history: openHistory(state),
    before: null,
  };
  app.view = {
    head: model.get("head"),
    large: model.get("large"),
    selected: chosenBy(model.get("selected")),
    prediction: model.get("prediction") ?? null,
    painting: false,
    typing: null,
  };
  app.state = () => app.history.state;
  app.trace = attend(lists(app.state(), fixed.heads), fixed.heads);
  Object.assign(app, actions(app), questions(app));
  build(app);
  if (!alone) follow(app);
  paint(app);
  return app;
}

function read(fixed) {
  const numbers = (arrays) =>
    Object.fromEntries(Object.entries(arrays).map(([name, array]) => [name, decode(array)]));
  const sentences = fixed.sentences.map((one) => ({
    ...one,
    numbers: numbers(one.numbers),
    keep: decode(one.keep),
  }));
  return { ...fixed, start: numbers(fixed.start), sentences };
}

// What the example is to begin with; a line of Python as copied says what differs from it.
const startOf = ({ start, sentences }) => ({
  ...start,
  keep: sentences[0].keep,
  temperature: 1,
  scaling: "sqrt",
  sentence: 0,
});

const chosenBy = (selected) => (selected ? { step: selected[0], row: selected[1], col: selected[2] } : null);

// Queries, keys and values that are given come as (n, d) or, with heads, (h, n, d): here always the latter.
const isList = (A) => Array.isArray(A?.[0]?.[0]);
export const lists = (
  state,
) => (state.X ? state : { ...state, Q: listed(state.Q), K: listed(state.K), V: listed(state.V) });
const listed = (A) => (isList(A) ? A : [A]);

// What can be asked of an explorer

function questions(app) {
  const { fixed } = app;
  const sentence = () => fixed.sentences[app.state().sentence] ?? fixed.sentences[0];
  return {
    rowNames: () => sentence().tokens,
    keyNames: () => sentence().context_tokens,
    // A mask of one's own can be painted on, be it the reader's or one that was given.
    isPainting: () => app.view.painting || (fixed.edit.includes("mask") && isOwn(app.state().keep)),
    sizes: () => [sentence().tokens.length, sentence().context_tokens.length],
    head: () => headOf(app.state(), app.trace, app.view.head, fixed.heads),
    headBefore: () => app.before && headOf(app.before.state, app.before.trace, app.view.head, fixed.heads),
    isNumber: (name) => NUMBERS.includes(name) && app.state()[name] !== null,
    // Before the reader has answered, the step that is asked for and all that follow are not shown.
    isUnknown: (name) =>
      fixed.question !== null && app.view.prediction === null &&
      IN_ORDER.indexOf(name) >= IN_ORDER.indexOf(fixed.question.step),
    row: () => {
      const { selected } = app.view;
      if (selected && !/^[Wb]_/.test(selected.step)) return Math.min(selected.row, app.rowNames().length - 1);
      return (fixed.question ?? fixed.goals[0])?.row ?? 0;
    },
    asPython: () => {
      const start = startOf(fixed);
      const differs = (name) => JSON.stringify(app.state()[name]) !== JSON.stringify(start[name] ?? null);
      const names = [...NUMBERS, ...SETTINGS].filter(differs);
      const bits = (
        value,
      ) => (value === null ? "None" : JSON.stringify(value).replaceAll("true", "1").replaceAll("false", "0"));
      const items = names.map((name) => `${JSON.stringify(name)}: ${bits(app.state()[name])}`).join(", ");
      return `Explorer(${fixed.name ? JSON.stringify(fixed.name) : "…"}).load({${items}})`;
    },
  };
}

// What can be done to it

function actions(app) {
  const take = (state, key) => {
    const trace = attend(lists(state), app.fixed.heads);
    if (!allFinite(trace)) {
      app.tell(app.text("too_large"));
      return false;
    }
    const last = { state: app.state(), trace: app.trace };
    if (commit(app.history, state, key, performance.now())) app.before = last;
    app.trace = trace;
    return true;
  };
  const finish = () => {
    app.told = null;
    paint(app);
    app.link?.changed();
    return true;
  };
  const move = (step) => {
    const last = { state: app.state(), trace: app.trace };
    if (!step(app.history)) return;
    app.before = last;
    app.trace = attend(lists(app.state()), app.fixed.heads);
    app.renamed = true;
    finish();
  };
  return {
    change: (changes, key = null) => take({ ...app.state(), ...changes }, key) && finish(),
    edit: (name, entries, key = null, typing = null) => {
      const given = ["Q", "K", "V"].includes(name) && !isList(app.state()[name]);
      const changes = given
        ? { [name]: withEntries(app.state()[name], entries) }
        : changed(app.state(), name, entries, app.view.head, app.fixed.heads);
      app.view.typing = typing;
      const taken = app.change(changes, key);
      app.view.typing = null;
      return taken;
    },
    undo: () => move(undo),
    redo: () => move(redo),
    reset: () => {
      app.renamed = true;
      app.forgetPreset?.();
      app.setPainting(false);
      app.change(startOf(app.fixed));
    },
    showSentence: (i) => {
      app.renamed = true;
      app.change({ sentence: i, ...app.fixed.sentences[i].numbers, keep: app.fixed.sentences[i].keep });
    },
    showHead: (k) => view(app, { head: k }),
    setLarge: (large) => view(app, { large }),
    setPainting: (painting) => ((app.view.painting = painting), paint(app)),
    select: (step, row, col) => {
      const { selected } = app.view;
      if (selected?.step === step && selected.row === row && selected.col === col) return;
      view(app, { selected: { step, row, col } });
    },
    togglePainted: (i, j) => {
      if (!app.isPainting()) return;
      const [n, m] = app.sizes();
      const keep = app.state().keep ?? Array.from({ length: n }, () => Array(m).fill(true));
      app.change({ keep: withEntries(keep, [[i, j, !keep[i][j]]]) });
    },
    answer: (prediction) => view(app, { prediction }),
    tell: (text) => {
      app.told = text;
      setText(app.parts.status, text);
    },
    load: (text) => {
      const changes = readState(text, app);
      if (!changes) return false;
      app.renamed = true;
      return app.change({ ...startOf(app.fixed), ...changes });
    },
    close: () => app.link?.stop(),
  };
}

// A change of what is looked at, not of the numbers.
function view(app, changes) {
  Object.assign(app.view, changes);
  paint(app);
  app.link?.changed();
}

// The dict in a line of Python as copied, if it fits this explorer; else null.
function readState(text, app) {
  const inner = text.match(/\{[^]*\}/)?.[0].replace(/\bNone\b/g, "null").replace(/\bTrue\b/g, "1").replace(
    /\bFalse\b/g,
    "0",
  );
  let given;
  try {
    given = JSON.parse(inner);
  } catch {
    return null;
  }
  const [n, m] = app.sizes();
  const right = {
    keep: (keep) => keep === null || alike(keep, Array.from({ length: n }, () => Array(m).fill(0))),
    temperature: (T) => alike(T, 1) && T > 0,
    scaling: (scaling) => ["sqrt", "none", "d_k"].includes(scaling),
    sentence: (i) => Number.isInteger(i) && i in app.fixed.sentences,
  };
  for (const [name, value] of Object.entries(given)) {
    const mayBe = Object.hasOwn(right, name)
      ? right[name](value)
      : app.isNumber(name) && app.fixed.edit.includes(name) && alike(value, app.state()[name]);
    if (!mayBe) return null;
  }
  if (given.keep) given.keep = given.keep.map((row) => row.map(Boolean));
  return given;
}

const alike = (a, b) =>
  Array.isArray(b)
    ? Array.isArray(a) && a.length === b.length && a.every((x, k) => alike(x, b[k]))
    : typeof a === "number" && Number.isFinite(a);

// Building, once

function build(app) {
  const { text, fixed } = app;
  const parts = (app.parts = {});
  app.layout = makeLayout(app);
  parts.controls = makeControls(app);
  parts.goals = makeGoals(app);
  parts.question = makeQuestion(app, (value) => app.answer(value));
  parts.sum = makeArithmetic(app);
  parts.status = make("p", { role: "status", class: "ax-status" });
  parts.kernel = make("span", { class: "ax-kernel", role: "status" });
  const minis = app.layout.minis
    ? [
      make(
        "div",
        { class: "ax-minis", role: "group", "aria-label": text("heads") },
        ...app.layout.minis.map(({ button }) => button),
      ),
    ]
    : [];
  const asked = [parts.question?.element, parts.goals?.element].filter(Boolean);
  const keys = make(
    "details",
    { class: "ax-keys" },
    make("summary", {}, text("keys")),
    make("p", {}, text("keys_text")),
  );
  app.element = make(
    "section",
    {
      class: "ax",
      lang: fixed.language === "zh" ? "zh-CN" : "en",
      "aria-label": text("title"),
      "data-lm-suppress-shortcuts": null,
    },
    parts.controls.element,
    parts.controls.copy.panel,
    ...asked,
    ...minis,
    app.layout.top,
    app.layout.bottom,
    parts.sum.element,
    make("div", { class: "ax-foot" }, parts.status, parts.kernel),
    keys,
  );
  keepKeys(app);
}

// Keys are ours: in a notebook `d d` would delete the cell. Shift+Enter alone goes on, to run it.
function keepKeys(app) {
  const stop = (event) => event.stopPropagation();
  app.element.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.shiftKey) return;
    event.stopPropagation();
    if (!(event.ctrlKey || event.metaKey) || event.target.tagName === "TEXTAREA") return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) app.redo();
    else app.undo();
  });
  app.element.addEventListener("submit", (event) => event.preventDefault());
  for (const kind of ["keyup", "keypress", "copy", "cut", "paste", "contextmenu", "dblclick"]) {
    app.element.addEventListener(kind, stop);
  }
}

// Python

function follow(app) {
  const names = [...NUMBERS, ...SETTINGS, ...VIEW];
  const { selected } = app.view;
  let tuple = [selected, app.model.get("selected") ?? null]; // the same selection is the same tuple
  const get = () => {
    const now = app.view.selected;
    if (now !== tuple[0]) tuple = [now, now && [now.step, now.row, now.col]];
    const { head, large, prediction } = app.view;
    return { ...app.state(), head, large, prediction, selected: tuple[1] };
  };
  const adopt = (values) => {
    const look = Object.fromEntries(
      VIEW.filter((name) => name in values).map((name) => [name, values[name]]),
    );
    if ("selected" in look) look.selected = chosenBy(look.selected);
    if ("selected" in look) tuple = [look.selected, values.selected];
    Object.assign(app.view, look);
    const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !VIEW.includes(name)));
    app.renamed = "sentence" in rest;
    if (Object.keys(rest).length === 0 || !app.change(rest)) paint(app);
  };
  const status = (word) => {
    app.parts.kernel.dataset.state = word;
    setText(app.parts.kernel, app.text(`python_${word}`));
  };
  app.link = connect(app.model, names, get, adopt, status);
  status("follows");
}

// Painting, at every change

function paint(app) {
  const { parts, view } = app;
  if (app.renamed) rename(app, app.layout);
  app.renamed = false;
  app.element.classList.toggle("ax-large", Boolean(view.large));
  const head = app.head();
  updateLayout(app, app.layout);
  updateControls(app, parts.controls);
  if (parts.goals) {
    updateGoals(
      app,
      parts.goals,
      head,
      app.fixed.goals.some((goal) => app.isUnknown(goal.step)),
    );
  }
  if (parts.question) updateQuestion(app, parts.question, head, view.prediction);
  paintArithmetic(app, head);
  setText(parts.status, app.told ?? sentenceOf(app, head));
}

// The arithmetic, and where a matrix is a map the box in which the chosen number is edited.
function makeArithmetic(app) {
  const [formula, notes] = [make("span", { class: "ax-formula" }), make("span", { class: "ax-notes" })];
  const box = make("input", {
    type: "text",
    inputmode: "decimal",
    autocomplete: "off",
    class: "ax-number",
    hidden: true,
  });
  const chosen = () => {
    const { step, row, col } = app.view.selected;
    return { step, row, col, x: matrixOf(app.head(), step)[row][col] };
  };
  const take = () => {
    const { step, row, col, x } = chosen();
    const y = parseNumber(box.value);
    const taken = y === x || (y !== null && app.edit(step, [[row, col, y]]));
    setInvalid(box, !taken);
    if (y === null) app.tell(app.text("bad_number", { text: box.value, kept: fullText(x) }));
    return taken;
  };
  box.addEventListener("change", take);
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" && (event.key !== "Enter" || event.shiftKey)) return;
    if (event.key === "Escape") box.value = fullText(chosen().x);
    if (!take()) return;
    box.value = fullText(chosen().x);
    app.layout.blocks[chosen().step].body.frame.focus();
  });
  return {
    element: make(
      "div",
      { class: "ax-arithmetic", role: "region", "aria-label": app.text("arithmetic") },
      formula,
      box,
      notes,
    ),
    formula,
    box,
    notes,
  };
}

// "scores[chases, fish] = 0·0 + 2·3 + … = 6", and for an edited number where it goes.
function paintArithmetic(app, head) {
  const { text, view, parts } = app;
  const { step, row, col } = view.selected ?? { step: null };
  const { formula, box, notes } = parts.sum;
  const A = step && head[step] && matrixOf(head, step);
  const none = !A || A[row]?.[col] === undefined;
  notes.hidden = none;
  if (none) {
    box.hidden = true;
    return formula.replaceChildren(text("choose_a_number"));
  }
  const spec = app.layout.blocks[step]?.spec;
  const place = `[${[spec?.rows?.[row] ?? row, spec?.cols?.[col] ?? col].map(isolated).join(", ")}]`;
  const unknown = app.isUnknown(step);
  const pieces = unknown ? [["?"]] : explain({ ...app.state() }, head, step, row, col);
  const value = unknown ? [] : [pieces.length ? " = " : "", make("strong", {}, show(A, A[row][col]))];
  formula.replaceChildren(
    make("b", {}, ...named(step)),
    place,
    " = ",
    ...pieces.map(([text, hue]) => (hue ? make("span", { class: `ax-hue-${hue}` }, text) : text)),
    ...value,
  );
  const said = unknown ? [] : [
    change(app, step, row, col, A),
    ...chain(app, head, step, row, col),
    app.isNumber(step) ? goesTo(app, step, row, col) : "",
  ];
  setText(notes, said.filter(Boolean).join(" · "));
  box.hidden = unknown || !app.layout.blocks[step]?.large || !spec.editable;
  if (box.hidden) return;
  if (document.activeElement !== box) box.value = fullText(A[row][col]);
  box.removeAttribute("aria-invalid");
  box.setAttribute("aria-label", spec.cellLabel(row, col));
}

function change(app, step, row, col, A) {
  const before = app.headBefore();
  const old = before && (step.startsWith("b_") ? [before[step]] : before[step])?.[row]?.[col];
  if (old === undefined || old === null || !Number.isFinite(old) || Math.abs(A[row][col] - old) < 0.00005) {
    return "";
  }
  return app.text("was", { x: cellText(old, false), by: signed(A[row][col] - old) });
}

// From a score on to its weight, where weights are shown.
function chain(app, head, step, row, col) {
  if (step !== "scores" || !app.fixed.steps.includes("weights") || app.isUnknown("weights")) return [];
  const by = divisors(app.state(), head.Q[0].length).map((text) => `÷ ${text} `).join("");
  return [
    `${by}→ ${cellText(head.masked[row][col], false)} → softmax → ${cellText(head.weights[row][col], false)}`
      .trim(),
  ];
}

function goesTo(app, step, row, col) {
  const { text } = app;
  const [kind, of] = step.split("_");
  const context = app.state().context;
  if (kind === "W" && "QKV".includes(of)) {
    return text("goes_W", {
      row: app.fixed.features[row] ?? row,
      X: context && of !== "Q" ? text("step_context") : "X",
      step: of,
      col,
    });
  }
  if (kind === "b" && "QKV".includes(of)) return text("goes_b", { step: of, col });
  if (step === "X") return text(context ? "goes_query" : "goes_X", { row: app.rowNames()[row] });
  return step === "context" ? text("goes_context", { row: app.keyNames()[row] }) : "";
}

// The result in words: where the row looks most, and what the last edit has changed, of the steps shown.
function sentenceOf(app, head) {
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
      x: cellText(w[best], isWhole(head[last])),
    });
  }
  const looks = w[best] > 0
    ? text("looks", { row: app.rowNames()[i], col: names[best], x: cellText(w[best], false) })
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
      by: signed(steps[most[0]][most[1]]),
    })
    : "";
  return text("changed", { weights: counted[0][2], outputs: counted[1][2], largest });
}
