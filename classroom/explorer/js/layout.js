// Where each matrix stands: a product where the rows of its left factor meet the columns of its upper one.
import { divisors } from "./arithmetic.js";
import { config } from "./config.js";
import { fullText } from "../../web/js/numbers.js";
import { matrixOf } from "./head_view.js";
import { isLarge, makeHeatmap, nameHeatmap, updateHeatmap } from "./heatmap.js";
import { afterPaint } from "./after_paint.js";
import { makePlane, updatePlane } from "./plane.js";
import { togglePlay } from "./play.js";
import { makeTable, nameTable, updateTable } from "./table.js";
import { make, named, setText } from "../../web/js/dom.js";
import { reasonOf } from "./typing.js";
import { isOfRows, isOfWord } from "./view.js";
import { isJoined, makeWords, updateWords } from "./words.js";

/** @import { Explorer } from "./explorer.js" */
/** @import { View } from "./view.js" */

const INPUTS = ["X", "context", "W_Q", "b_Q", "Q", "W_K", "b_K", "K", "W_V", "b_V", "V"];
const RESULTS = ["scores", "scaled", "masked", "weights", "output", "merged", "W_O", "b_O", "projected"];
const PAIRS = [["X", "context"], ["W_Q", "Q"], ["W_K", "K"], ["W_V", "V"]]; // one below the other
const FEW = 5; // matrices
// In columns of numbers:
const LARGE = 12; // what has room side by side in large type
const WIDE = 18; // what stands side by side in a notebook on a laptop
const OF_MAP = 6; // the width of a large map
const OF_ARROW = 1.5; // that of an arrow, with what stands at it
// In pixels, of type of the usual size:
const GAP = 22; // between two parts of the stage
const OF_PLANE = 190; // at least
const MOST_OF_PLANE = 300;
const OF_WORDS = 230; // what is said, at least

// The blocks of all matrices that are shown, by name, and the parts of the page that hold them.
/** @param {Explorer} app */
export function makeLayout(app) {
  const { head } = app.view;
  const shown = [...INPUTS, ...RESULTS].filter((name) => head[name] && isShown(app, name));
  const blocks = Object.fromEntries(shown.map((name) => [name, makeBlock(app, name, shown)]));
  const words = makeWords(app);
  const inputs = make("div", { class: isFlowing(head, shown) ? "ax-inputs ax-flows" : "ax-inputs" });
  // In the corner that X and the projection matrices leave free; without these, before all.
  const hasCorner = shown.some((name) => /^W_[QKV]/.test(name)) &&
    (isJoined(app.view.rows.length, app.view.keys.length) || shown.includes("X"));
  const corner = make("div", { class: "ax-corner" }, hasCorner ? words?.element : null);
  if (words && hasCorner) inputs.append(corner);
  const pairs = PAIRS.map((names) => names.filter((name) => shown.includes(name)))
    .filter((names) => names.length > 0);
  const first = hasCorner && !shown.includes("X") ? 2 : 1; // the corner has the first column
  pairs.forEach((names, k) => {
    inputs.append(
      make("div", { class: "ax-pair" }, ...names.map((one) => placed(app, blocks, one, first + k))),
    );
  });
  const plane = shown.includes("V") && shown.includes("output") && isPlane(head) ? makePlane(app) : null;
  const results = make("div", { class: "ax-results" });
  const arrows = [];
  shown.filter((one) => RESULTS.includes(one) && one !== "b_O").forEach((name, k) => {
    const arrow = k > 0 ? makeArrow(name) : null;
    if (arrow) arrows.push(arrow);
    results.append(make("div", { class: "ax-then" }, arrow?.element, withBias(blocks, name)));
  });
  if (shown.length > FEW && (plane || app.fixed.goals.length > 0 || widthOf(head, shown) > LARGE)) {
    shown.filter((name) => !isKept(app, name)).forEach((name) => leaveOut(blocks[name]));
  }
  const hasLine = shown.some((name) => ["X", "Q", "K", "V"].includes(name)); // that of the words
  const hasTop = shown.some((name) => /^W_[QKV]/.test(name));
  const element = make(
    "div",
    { class: hasTop ? "ax-stage ax-storeys" : "ax-stage" },
    inputs,
    results,
    plane?.element,
  );
  if (words && !hasCorner) {
    (words.lines && inputs.children.length === 0 ? results : element).prepend(words.element);
  }
  return {
    element,
    inputs,
    hasLine,
    results,
    corner,
    blocks,
    words,
    plane,
    arrows,
    named: app.view.sentence,
    hasLargeType: false,
    isWaiting: false,
  };
}

// How wide a matrix is drawn.
function columnsOf(A) {
  const [n, m] = [A.length, A[0].length];
  return isLarge(n, m) ? Math.min(m, OF_MAP) : m;
}

// Returns whether the grid of inputs would be wider than its frame; its matrices then flow in lines.
const isFlowing = (head, shown) => widthOf(head, shown) > WIDE;

// How many columns of numbers what goes in has side by side.
function widthOf(head, shown) {
  const widest = (names) =>
    Math.max(0, ...names.filter((one) => shown.includes(one)).map((one) => columnsOf(head[one])));
  return PAIRS.reduce((sum, names) => sum + widest(names), 0);
}

// How its parts share the room: the results stand beside what goes in, if there is room, and else below; what is said,
// or the plane, fills what that leaves free.
/** @param {any} layout @param {boolean} large */
export function fitStage({ element, inputs, hasLine, results, plane, blocks }, large) {
  const set = (name, on) => element.classList.toggle(name, on);
  const sizeOf = (all) => [...all].reduce((sum, one) => sum + one.offsetWidth, 0);
  if (large) {
    set("ax-narrow", false);
    set("ax-narrow", inputs.scrollWidth > element.clientWidth);
    const top = inputs.querySelector("[class*=ax-block-W_]:not(.ax-left-out)");
    const free = top && !inputs.querySelector(".ax-corner") ? top.offsetLeft - inputs.offsetLeft - GAP : 0;
    set("ax-cornered", sizeOf(results.children) <= free && results.offsetHeight <= top.offsetHeight);
  }
  const words = element.querySelector(":scope > .ax-block-words")?.offsetWidth ?? -GAP;
  const left = element.clientWidth - inputs.offsetWidth - GAP;
  const beside = left - words - GAP - sizeOf(results.children) - 10 * (results.children.length - 1);
  const isGrid = !large && element.clientWidth > 700 && hasLine &&
    !Object.values(blocks).some((block) => block.large);
  const isTall = element.classList.contains("ax-storeys");
  // In two storeys the plane and what is said stand above the results, else the plane stands between.
  const free = isTall ? left - OF_WORDS : beside;
  const isBeside = isGrid && beside >= 0 && (!plane || free >= OF_PLANE + GAP);
  const ofPlane = plane ? Math.min(MOST_OF_PLANE, beside - GAP) + GAP : 0;
  const room = beside - ofPlane - GAP;
  set("ax-beside", isBeside);
  set("ax-roomy", isBeside && !isTall && room >= OF_WORDS);
  set("ax-aside", isGrid && !isBeside && left >= (plane ? OF_PLANE : OF_WORDS));
  for (const [name, width] of [["--room", room], ["--plane", ofPlane - GAP]]) {
    const now = `${width}px`; // set only where it is another, or every cell gets its style anew
    if (element.style.getPropertyValue(name) !== now) element.style.setProperty(name, now);
  }
}

// The results that begin a line, where there is no room beside those before.
function beginners(head, shown) {
  const found = [];
  let taken = WIDE;
  for (const name of shown.filter((one) => RESULTS.includes(one) && one !== "b_O")) {
    const own = columnsOf(head[name]);
    taken += OF_ARROW + own;
    if (taken <= WIDE) continue;
    found.push(name);
    taken = own;
  }
  return found;
}

// In a lecture hall few matrices are shown: of one row all steps, and the projections that decide who is looked at and
// what is passed on; of a puzzle, which may be about several rows, what it speaks of.
/** @param {Explorer} app */
function isKept(app, name) {
  const { only, edit, goals } = app.fixed;
  if (isOfRows(goals)) return ["X", ...edit].includes(name) || goals.some(({ step }) => step === name);
  if (/^[Wb]_[QKV]$/.test(name)) {
    return (only ?? ["W_Q", "W_V"].filter((one) => edit.includes(one))).includes(name);
  }
  return !["context", "K", "V"].includes(name);
}

const leaveOut = ({ element }) => element.classList.add("ax-left-out");

// From one result to the next: what is done to it.
function makeArrow(name) {
  const [sign, label] = [make("span", {}, { W_O: "×", projected: "=" }[name] ?? "→"), make("small")];
  const element = make("span", { class: "ax-arrow", "aria-hidden": true }, label, sign);
  return { name, element, label };
}

// The operations that lead to a matrix from the one shown before it, as a text: "÷ √3, mask".
/** @param {Explorer} app */
function done(app, name, head) {
  const { steps, plain } = app.fixed;
  const by = plain ? "" : divisors(app.state, head.Q[0].length).map((one) => `÷ ${one}`).join(" ");
  const mask = app.state.keep ? app.text("mask").toLowerCase() : "";
  const before = (step) => !steps.includes(step);
  const divided = before("scaled") ? by : "";
  return {
    scaled: by || app.text("no_scale"),
    masked: [divided, mask].filter(Boolean).join(", "),
    weights: [before("masked") && divided, before("masked") && mask, "softmax"].filter(Boolean).join(", "),
    output: "× V",
    merged: app.text("side_by_side"),
  }[name] ?? "";
}

// Returns whether the rows, or the columns, of a step are the words that are looked at. A mask hides some of these
// columns.
const isOfKeys = (name) => config.steps[name]?.rows === "keys";
const isAcross = (name) => config.steps[name]?.cols === "keys";

const isPlane = (head) => head.V[0].length === 2 && head.V.length <= config.most_numbered;

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

// In three rows: projection matrices, what is made of X, and what is made of a context.
/** @param {Explorer} app */
function placed(app, blocks, name, col) {
  const element = withBias(blocks, name);
  const row = name.startsWith("W_") ? 1 : name === "context" || (app.state.context && isOfKeys(name)) ? 3 : 2;
  element.style.gridArea = `${row} / ${col}`;
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
  const A = matrixOf(app.view.head, name);
  const [n, m] = [A.length, A[0].length];
  const spec = specOf(app, name, shown, n, m);
  const act = {
    select: (i, j) => app.select(name, i, j),
    brush: (i, j) => (isAcross(name) ? app.brush(i, j) : null),
    play: () => togglePlay(app, app.screen.explanation.player),
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
  if (large) nameHeatmap(body);
  const hint = text(`hint_${name}`) === `hint_${name}` ? "" : text(`hint_${name}`);
  const lock = spec.editable || !app.isNumber(name) ? "" : `, ${text("locked")}`;
  const caption = make(
    "figcaption",
    {},
    make("strong", {}, ...titleOf(app, name)),
    ...madeOf(app, name, shown),
    make("small", {}, ` ${n}×${m}${lock}`),
    hint ? make("small", { class: "ax-what" }, hint) : null,
  );
  // A large computed matrix is drawn at once only while it is in sight, and else a little later.
  const lazy = !large && !spec.editable && n * m > config.most_lively;
  const look = `ax-matrix ax-block-${name}${lazy ? " ax-lazy" : ""}`;
  const element = make("figure", { class: look }, caption, body.element);
  const block = { element, body, large, spec, lazy, isOutOfSight: false };
  element.addEventListener(
    "contentvisibilityautostatechange",
    ({ skipped }) => (block.isOutOfSight = skipped),
  );
  return block;
}

/** @param {Explorer} app */
function titleOf(app, name) {
  if (["Q", "K", "V"].includes(name)) return [make("span", { class: `ax-hue-${name}` }, name)];
  return named(app.called(name));
}

// The product that makes a matrix, such as X · W_Q, if both factors are on the screen.
/** @param {Explorer} app */
function madeOf(app, name, shown) {
  const hue = (one) => make("span", { class: `ax-hue-${one}` }, one);
  const context = app.state.context ? app.text("step_context") : "X";
  const factors = {
    Q: ["X", "W_Q"],
    K: [app.state.context ? "context" : "X", "W_K"],
    V: [app.state.context ? "context" : "X", "W_V"],
    scores: ["Q", "K"],
  }[name];
  if (!factors?.every((one) => shown.includes(one))) return [];
  const product = name === "scores"
    ? [hue("Q"), " ", hue("K"), "ᵀ"]
    : [name === "Q" ? "X" : context, " ", ...named(factors[1])];
  return [make("span", { class: "ax-made" }, " = ", ...product)];
}

/** @param {Explorer} app */
function specOf(app, name, shown, n, m) {
  const { text, fixed } = app;
  const words = isOfKeys(name) ? app.view.keys : app.view.rows;
  const ofTokens = !/^[Wb]_/.test(name);
  const inFeatures = /^W_[QKV]$/.test(name);
  const rows = ofTokens
    ? words
    : inFeatures
    ? fixed.columns.X ?? null
    : name.startsWith("b_")
    ? [name.replace("_", "")]
    : null;
  const cols = isAcross(name) ? app.view.keys : fixed.columns[name] ?? null;
  const beside = {
    Q: ["X"],
    K: app.state.context ? ["context"] : ["X", "Q"],
    V: app.state.context ? ["context", "K"] : ["X", "Q", "K"],
    W_K: ["W_Q"],
    W_V: ["W_Q", "W_K"],
    scaled: ["scores"],
    masked: ["scores", "scaled"],
    weights: ["scores", "scaled", "masked"],
    output: ["scores", "scaled", "masked", "weights"],
    merged: ["output"],
  }[name] ?? [];
  const isRepeated = beside.some((other) => shown.includes(other)) &&
    !beginners(app.view.head, shown).includes(name);
  const editable = app.isNumber(name) && fixed.edit.includes(name);
  const results = shown.filter((other) => RESULTS.includes(other) && !app.isNumber(other));
  return {
    name,
    rows,
    cols,
    editable,
    kind: config.steps[name]?.kind ?? "signed",
    rowsAs: name.startsWith("b_") ? "ax-unseen" : isRepeated ? "ax-repeated" : "",
    colsShown: !name.startsWith("b_"), // its matrix stands above it
    sums: name === "weights",
    stage: results.indexOf(name) + 1,
    label: `${app.called(name)} ${n}×${m}`,
    brightest: name === "weights" && isLarge(n, m) ? (x) => text("brightest", { x }) : null,
    locked: () => !editable,
    cellLabel: labelOf(app, name, rows, cols),
  };
}

// The name of the cell (i, j) for a screen reader.
const labelOf = (app, name, rows, cols) => (i, j) =>
  `${app.called(name)} ${rows?.[i] ?? i}${app.text("comma")}${cols?.[j] ?? j}`;

// Draw everything anew; what has not changed is not touched.
/** @param {Explorer} app @param {any} layout @param {View} view */
export function updateLayout(app, layout, view) {
  const { blocks, plane } = layout;
  if (layout.named !== view.sentence) rename(app, layout, view);
  const names = Object.keys(blocks);
  const inSight = names.filter((name) => !blocks[name].isOutOfSight);
  updateBlocks(layout, inSight, view);
  if (inSight.length < names.length) updateLate(app, layout);
  if (plane && layout.hasLargeType !== view.large) {
    layout.hasLargeType = view.large;
    if (view.large && layout.corner.parentNode) layout.corner.append(plane.element);
    else layout.results.after(plane.element);
    plane.shown = "";
  }
  layout.arrows.forEach(({ name, label }) => setText(label, done(app, name, view.head)));
  const { weights } = blocks;
  if (layout.words) updateWords(layout.words, view, weights.large ? weights.body.limit : 1);
  if (plane) updatePlane(plane, view);
}

// Draw matrices that are out of sight after the rest is on the screen.
/** @param {Explorer} app @param {any} layout */
function updateLate(app, layout) {
  if (layout.isWaiting) return;
  layout.isWaiting = true;
  afterPaint(() => {
    layout.isWaiting = false;
    updateBlocks(layout, Object.keys(layout.blocks).filter((name) => layout.blocks[name].lazy), app.view);
  });
}

/** @param {{ blocks: Record<string, any> }} layout @param {string[]} names @param {View} view */
function updateBlocks({ blocks }, names, view) {
  const { head, before, change, selected, large, isDark, isPainting, typing } = view;
  for (const name of names) {
    const block = blocks[name];
    const isPainted = isPainting && isAcross(name);
    const show = {
      before: before && matrixOf(before, name),
      change,
      selected,
      large,
      hidden: isPainted || ["masked", "weights"].includes(name) ? view.hidden : null,
      keep: view.state.keep,
      unknown: view.isUnknown(name),
      isDark,
      typing,
      focus: !isOfWord(name) ? null : large ? view.row : view.focus,
      hasAllRows: view.hasAllRows,
    };
    (block.large ? updateHeatmap : updateTable)(block.body, matrixOf(head, name), show);
    if (block.isPainted !== isPainted) block.element.classList.toggle("ax-painting", isPainted);
    block.isPainted = isPainted;
  }
}

/** @param {Explorer} app @param {any} layout @param {View} view */
function rename(app, layout, { sentence, rows: words, keys }) {
  layout.named = sentence;
  for (const { spec, body, large } of Object.values(layout.blocks)) {
    if (/^[Wb]_/.test(spec.name)) continue;
    const rows = isOfKeys(spec.name) ? keys : words;
    const cols = isAcross(spec.name) ? keys : spec.cols;
    Object.assign(spec, { rows, cols, cellLabel: labelOf(app, spec.name, rows, cols) });
    if (large) nameHeatmap(body);
    else nameTable(body, rows, cols);
  }
}

// From here on colours reach as far as today's numbers need, and formats are theirs.
export function forgetColours(layout) {
  for (const { body } of Object.values(layout.blocks)) Object.assign(body, { limit: 0, whole: null });
  if (layout.plane) layout.plane.box = null;
}
