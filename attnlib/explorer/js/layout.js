// Where each matrix stands: a product where the rows of its left factor meet the columns of its upper one.
import { divisors } from "./arithmetic.js";
import { facts } from "./facts.js";
import { fullText } from "../../browser/js/numbers.js";
import { isSource } from "./heads.js";
import { makeHeatmap, updateHeatmap } from "./heatmap.js";
import { makePlane, updatePlane } from "./plane.js";
import { makeTable, sizeOf, updateTable } from "./table.js";
import { make, named, setText } from "../../browser/js/dom.js";
import { reasonOf } from "./typing.js";

/** @import { Explorer } from "./explorer.js" */

const INPUTS = ["X", "context", "W_Q", "b_Q", "W_K", "b_K", "W_V", "b_V", "Q", "K", "V"];
const RESULTS = ["scores", "scaled", "masked", "weights", "output", "merged", "W_O", "b_O", "projected"];
const PLACES = {
  X: [2, 1],
  context: [3, 1],
  W_Q: [1, 2],
  W_K: [1, 3],
  W_V: [1, 4],
  Q: [2, 2],
  K: [2, 3],
  V: [2, 4],
};

// The blocks of all matrices that are shown, by name, and the two parts of the page that hold them.
/** @param {Explorer} app */
export function makeLayout(app) {
  const head = app.head();
  const shown = [...INPUTS, ...RESULTS].filter((name) => head[name] && isShown(app, name));
  const blocks = Object.fromEntries(shown.map((name) => [name, makeBlock(app, name, shown)]));
  const top = make("div", { class: "ax-inputs" });
  for (const name of shown.filter((one) => INPUTS.includes(one) && !one.startsWith("b_"))) {
    top.append(placed(app, blocks, name));
  }
  const plane = shown.includes("V") && shown.includes("output") && isPlane(head) ? makePlane(app.text) : null;
  if (plane) top.append(plane.element);
  const isFirst = !shown.some((name) => /^(W_|X)/.test(name));
  if (plane && isFirst) plane.element.style.gridArea = "2 / 1"; // beside V, not above
  const bottom = make("div", { class: "ax-results" });
  shown.filter((one) => RESULTS.includes(one) && one !== "b_O").forEach((name, k) => {
    const sign = { W_O: "×", projected: "=" }[name] ?? "→";
    const arrow = k ? [make("span", { class: "ax-arrow", "aria-hidden": true }, sign)] : [];
    bottom.append(make("div", { class: "ax-then" }, ...arrow, withBias(blocks, name)));
  });
  const minis = app.fixed.heads > 1 ? makeMinis(app) : null;
  return { blocks, plane, minis, top, bottom };
}

// Whether the rows are the words that are looked at; and whether the columns are, so that a mask can hide
// some.
const isOfKeys = (name) => facts.steps[name]?.rows === "keys";
const isAcross = (name) => facts.steps[name]?.cols === "keys";

const isLarge = (n, m) => Math.max(n, m) > facts.most_numbered;

const isPlane = (head) => head.V[0].length === 2 && head.V.length <= facts.most_numbered;

/** @param {Explorer} app */
function isShown(app, name) {
  const { steps, heads } = app.fixed;
  if (name.startsWith("b_")) {
    return steps.includes(`W_${name[2]}`) || (name === "b_O" && steps.includes("output"));
  }
  if (name === "context") return steps.includes("X");
  if (name === "merged") return heads > 1 && steps.includes("output");
  if (name === "W_O" || name === "projected") return steps.includes("output");
  return steps.includes(name);
}

/** @param {Explorer} app */
function placed(app, blocks, name) {
  const element = withBias(blocks, name);
  const [row, col] = PLACES[name];
  element.style.gridArea = `${app.state.context && isOfKeys(name) ? 3 : row} / ${col}`;
  return element;
}

// A bias stands below its matrix.
function withBias(blocks, name) {
  const bias = blocks[`b_${name[2]}`];
  return name.startsWith("W_") && bias
    ? make("div", { class: "ax-with-bias" }, blocks[name].element, bias.element)
    : blocks[name].element;
}

/** @param {Explorer} app */
function makeBlock(app, name, shown) {
  const { text } = app;
  const A = matrixOf(app.head(), name);
  const [n, m] = [A.length, A[0].length];
  const spec = specOf(app, name, shown, n, m);
  const act = {
    select: (i, j) => app.select(name, i, j),
    brush: (i, j) => (isAcross(name) ? app.brush(i, j) : null),
    mark: () => app.mark(),
    takeBack: (mark, typing) => app.takeBack(mark, typing),
    edit: (entries, key, typing) => app.edit(name, entries, key, typing),
    enter: () => { // nothing happens where it is hidden
      app.screen.explanation.box.focus();
      app.screen.explanation.box.select();
    },
    refuse: (wrong, kept) => app.tell(text(reasonOf(wrong), { text: wrong.text, kept: fullText(kept) })),
    refuseBlock: (rows, cols, n_, m_) => app.tell(text("bad_block", { rows, cols, n: n_, m: m_ })),
  };
  const large = isLarge(n, m);
  const body = large ? makeHeatmap(spec, n, m, act) : makeTable(spec, n, m, act);
  const hint = text(`hint_${name}`) === `hint_${name}` ? "" : text(`hint_${name}`);
  const what = make("small", { class: "ax-what" }, hint);
  const lock = spec.editable || !app.isNumber(name) ? "" : ` · ${text("locked")}`;
  const caption = make(
    "figcaption",
    {},
    make("strong", {}, ...titleOf(name)),
    make("small", {}, ` ${n}×${m}${lock}`),
    ...(hint || name === "scaled" ? [what] : []),
  );
  const element = make("figure", { class: `ax-matrix ax-block-${name}` }, caption, body.element);
  return { element, body, large, spec, what };
}

export const matrixOf = (head, name) => (name.startsWith("b_") ? [head[name]] : head[name]);

function titleOf(name) {
  if (["Q", "K", "V"].includes(name)) return [make("span", { class: `ax-hue-${name}` }, name)];
  return /_/.test(name) || name === "X" ? named(name) : [facts.steps[name].title];
}

/** @param {Explorer} app */
function specOf(app, name, shown, n, m) {
  const { text, fixed } = app;
  const words = isOfKeys(name) ? app.keyNames() : app.rowNames();
  const ofTokens = !/^[Wb]_/.test(name);
  const inFeatures = /^W_[QKV]$/.test(name);
  const rows = ofTokens
    ? words
    : inFeatures
    ? fixed.columns.X ?? null
    : name.startsWith("b_")
    ? [name.replace("_", "")]
    : null;
  const cols = isAcross(name) ? app.keyNames() : fixed.columns[name] ?? null;
  const beside = {
    Q: ["X"],
    K: app.state.context ? ["context"] : ["X", "Q"],
    V: app.state.context ? ["context", "K"] : ["X", "Q", "K"],
    W_K: ["W_Q"],
    W_V: ["W_Q", "W_K"],
    merged: ["output"],
  }[name] ?? [];
  const repeated = beside.some((other) => shown.includes(other)) || name.startsWith("b_") ||
    (name === "merged" && shown.includes("output"));
  const editable = app.isNumber(name) && fixed.edit.includes(name);
  return {
    name,
    rows,
    cols,
    editable,
    kind: facts.steps[name]?.kind ?? "signed",
    rowsShown: !repeated,
    colsShown: !name.startsWith("b_"), // its matrix stands above it
    sums: name === "weights",
    label: `${name} ${n}×${m}`,
    brightest: name === "weights" && isLarge(n, m) ? (x) => text("brightest", { x }) : null,
    locked: () => !editable,
    cellLabel: (i, j) => `${name} ${rows?.[i] ?? i}, ${cols?.[j] ?? j}`,
  };
}

// Everything anew; what has not changed is not touched.
/** @param {Explorer} app */
export function updateLayout(app, layout) {
  const { view } = app;
  const head = app.head();
  const before = app.headBefore();
  const { keep } = app.state;
  const hidden = keep && ((i, j) => !keep[i][j]);
  for (const [name, block] of Object.entries(layout.blocks)) {
    const show = {
      before: before && matrixOf(before, name),
      chosen: (i, j) => view.selected?.step === name && view.selected.row === i && view.selected.col === j,
      lit: (i, j) => view.selected !== null && isSource(view.selected, name, i, j),
      hidden: ["masked", "weights"].includes(name) || (app.isPainting() && isAcross(name)) ? hidden : null,
      unknown: app.isUnknown(name),
      typing: view.typing,
    };
    (block.large ? updateHeatmap : updateTable)(block.body, matrixOf(head, name), show);
    block.element.classList.toggle("ax-painting", app.isPainting() && isAcross(name));
  }
  if (layout.blocks.scaled) {
    const by = divisors(app.state, head.Q[0].length).map((text) => `÷ ${text}`);
    setText(layout.blocks.scaled.what, by.join(" ") || app.text("no_scale"));
  }
  if (layout.plane) {
    const i = app.row();
    updatePlane(
      layout.plane,
      head.V,
      head.weights[i],
      head.output[i],
      app.keyNames(),
      app.rowNames()[i],
      app.fixed.columns.V,
      app.isUnknown("weights") || app.isUnknown("output"),
    );
  }
  if (layout.minis) layout.minis.forEach((mini, k) => updateMini(app, mini, k, hidden));
}

// Names change with the sentence.
/** @param {Explorer} app */
export function rename(app, layout) {
  for (const { spec, body, large } of Object.values(layout.blocks)) {
    if (/^[Wb]_/.test(spec.name)) continue;
    const rows = isOfKeys(spec.name) ? app.keyNames() : app.rowNames();
    const cols = isAcross(spec.name) ? app.keyNames() : spec.cols;
    Object.assign(spec, { rows, cols, cellLabel: (i, j) => `${spec.name} ${rows[i]}, ${cols?.[j] ?? j}` });
    if (large) continue;
    nameAll(body.element.querySelectorAll("tbody th"), rows);
    if (isAcross(spec.name)) {
      nameAll(body.element.querySelectorAll("thead th"), cols);
      body.element.querySelector("thead").className = sizeOf(cols);
    }
    body.cells.flat().forEach((cell) =>
      cell.input?.setAttribute("aria-label", spec.cellLabel(...cell.input.dataset.at.split(",").map(Number)))
    );
  }
}

function nameAll(cells, names) {
  cells.forEach((th, k) => {
    setText(th, names[k]);
    th.title = names[k];
  });
}

// All heads at once, small: each a button that shows its head, and below it what switches it off.
/** @param {Explorer} app */
function makeMinis(app) {
  const [n, m] = app.sizes();
  return Array.from({ length: app.fixed.heads }, (_, k) => {
    const label = app.text("head", { k: k + 1 });
    const map = makeHeatmap(
      {
        name: "weights",
        kind: "weights",
        label,
        side: 72,
        cellLabel: () => "",
        brightest: isLarge(n, m) && (() => ""),
      },
      n,
      m,
      { select: () => app.look({ head: k }) },
    );
    map.frame.removeAttribute("tabindex");
    const button = make(
      "button",
      { type: "button", class: "ax-mini", onclick: () => app.look({ head: k }) },
      map.canvas,
      make("span", {}, label),
    );
    const toggle = app.fixed.edit.includes("heads_on") && app.fixed.steps.includes("output")
      ? makeSwitch(app, k)
      : null;
    const element = make("div", { class: "ax-head" }, button, ...(toggle ? [toggle.element] : []));
    return { map, button, toggle, element };
  });
}

/** @param {Explorer} app */
function makeSwitch(app, k) {
  const input = make("input", {
    type: "checkbox",
    "aria-label": app.text("head_is_on", { k: k + 1 }),
    onchange: () => app.switchHead(k, input.checked),
  });
  return { input, element: make("label", {}, input, app.text("head_on")) };
}

/** @param {Explorer} app */
function updateMini(app, { map, button, toggle, element }, k, hidden) {
  updateHeatmap(map, app.trace.heads[k].weights, {
    hidden,
    unknown: app.isUnknown("weights"),
    chosen: () => false,
  });
  button.setAttribute("aria-pressed", app.view.head === k);
  const isOn = app.state.heads_on?.[k] !== false;
  element.classList.toggle("ax-off", !isOn);
  if (toggle) toggle.input.checked = isOn;
}
