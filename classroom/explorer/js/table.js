// One matrix as a table: numbers to type into, or computed ones to ask about. Only what changed is touched.
import { fullText, KEYBOARD, parseBlock, parseNumber, stepped } from "../../web/js/numbers.js";
import { isIn, sourceOf } from "./head_view.js";
import { isWhole, number, paintOf, reach } from "./theme.js";
import { ARROWS, make, setText } from "../../web/js/dom.js";
import { glow } from "./animations.js";
import { track } from "./tracking.js";
import { isOfWord } from "./view.js";
import { finish, forget, openTyping, takeBack, type } from "./typing.js";

/** @import { Matrix } from "./attention.js" */
/** @import { Chosen } from "./state.js" */

// spec: name, kind ("weights" or "signed"), label, cellLabel(i, j), editable, locked(), rows and cols (names, or null),
// rowsAs (the class of the names of rows), colsShown, sums, stage (in the order in which steps light up).
// act: select(i, j), edit([[i, j, x], …], key, input), mark(), takeBack(mark, input), refuse({ text, x }, kept),
// refuseBlock(rows, cols, n, m), brush(i, j), play().
export function makeTable(spec, n, m, act) {
  const cells = grid(n, m, (i, j) => (spec.editable ? inputCell(spec, i, j) : plainCell(i, j)));
  const sums = spec.sums ? cells.map(() => make("td", { class: "ax-sum" })) : null;
  const rows = cells.map((row, i) =>
    make("tr", {}, nameOfRow(spec, i), ...row.map((cell) => cell.td), sums?.[i])
  );
  const attributes = { role: "grid", "aria-label": spec.label, class: sizeOf(spec.cols, m) };
  const element = make("table", attributes, makeHead(spec), make("tbody", {}, ...rows));
  const blank = {
    A: null,
    limit: 0,
    whole: null,
    all: null,
    away: [],
    here: [],
    light: null,
    glowing: null,
    nudged: null,
  };
  /** @type {any} */
  const table = { element, spec, cells, sums, n, m, at: [0, 0], typing: openTyping(), ...blank };
  cells[0][0].focus.tabIndex = 0;
  listen(table, act);
  return table;
}

const nameOfRow = ({ rows, rowsAs }, i) =>
  rows && make("th", { scope: "row", class: rowsAs, title: rows[i] }, rows[i]);

// The head of a table. Where column names are not shown, a screen reader still reads them out.
function makeHead({ rows, rowsAs, cols, colsShown, sums }) {
  if (!cols) return null;
  const unseen = colsShown ? "" : "ax-unseen";
  const names = cols.map((name) => make("th", { scope: "col", class: unseen, title: name }, name));
  const above = rows && make("td", { class: unseen || rowsAs });
  return make("thead", {}, make("tr", {}, above, ...names, sums ? make("td") : null));
}

const MANY = 5; // columns beside which a phone has no room for another

// Long names of columns make the cells wider; a Chinese character is as wide as two letters.
function sizeOf(names, m) {
  const width = (name) => [...name].reduce((sum, c) => sum + (c > "\u2e80" ? 2 : 1), 0);
  const most = Math.max(0, ...(names ?? []).map(width));
  const size = most > 6 ? "ax-long" : most > 5 ? "ax-six" : "";
  return m > MANY ? `${size} ax-many` : size;
}

const grid = (n, m, f) => Array.from({ length: n }, (_, i) => Array.from({ length: m }, (_, j) => f(i, j)));

// The content and look of a cell before anything is painted into it: a number, its change, colours.
const BLANK = {
  x: null,
  moved: "",
  since: null,
  masked: false,
  isChosen: false,
  text: null,
  paper: "",
  pen: "",
  marks: "",
};

// An input in a form of its own: a browser that fills in forms reads all inputs of a form after each key, here one.
function inputCell(spec, i, j) {
  const input = make("input", {
    type: "text",
    inputmode: KEYBOARD,
    autocomplete: "off",
    spellcheck: "false",
    tabindex: "-1",
    "aria-label": spec.cellLabel(i, j),
    "data-at": `${i},${j}`,
  });
  return { td: make("td", { class: "ax-editable" }, make("form", {}, input)), focus: input, input, ...BLANK };
}

function plainCell(i, j) {
  const words = document.createTextNode("");
  const td = make("td", { tabindex: "-1", "data-at": `${i},${j}` }, make("span", {}, words));
  return { td, words, focus: td, input: null, ...BLANK };
}

/**
 * @typedef {object} Show how a matrix is shown
 * @property {Matrix | null} before the matrix before the last change, for the marks
 * @property {any} change that change: another one each time
 * @property {Chosen | null} selected
 * @property {((i: number, j: number) => boolean) | null} hidden what is masked, if anything is
 * @property {boolean} unknown
 * @property {HTMLInputElement | null} typing the input that the reader writes in: left alone
 * @property {number | null} focus the row behind which the others recede, or in large type the only one
 * @property {boolean} hasAllRows in large type, too
 * @property {boolean} large
 */

/** @param {any} table @param {Matrix} A @param {Show} show */
export function updateTable(table, A, show) {
  const { before, change, selected, hidden, unknown, typing, focus, hasAllRows, large } = show;
  const { spec, cells } = table;
  // While one edits, colours and formats stay: the limit only grows, and where all was whole, what still is stays so.
  if (spec.kind === "signed") table.limit = Math.max(table.limit, reach(A));
  table.whole ??= spec.kind === "signed" && isWhole(A);
  const limit = spec.kind === "signed" ? table.limit : 1;
  // All cells depend on these four. While they stay the same, only cells whose own number has changed are painted.
  const all = [limit, table.whole, unknown, selected];
  const isSame = table.all?.every((one, k) => one === all[k]);
  const source = selected && sourceOf(selected, spec.name);
  const chosen = selected?.step === spec.name ? selected : null;
  const focused = document.activeElement;
  const glowing = [];
  Object.assign(table, { A, all });
  for (let i = 0; i < table.n; i++) {
    const isAway = focus !== null && focus !== i && !hasAllRows;
    const isHere = focus === i && table.n > 1;
    if (table.away[i] !== isAway || table.here[i] !== isHere) {
      const row = cells[i][0].td.parentElement;
      row.classList.toggle("ax-away", isAway);
      row.classList.toggle("ax-here", isHere); // with :has() in the style sheet each edit would take longer
    }
    table.away[i] = isAway;
    table.here[i] = isHere;
    for (let j = 0; j < table.m; j++) {
      const cell = cells[i][j];
      const x = A[i][j];
      const masked = hidden !== null && hidden(i, j);
      const then = before?.[i]?.[j];
      const isKnown = then !== undefined && !unknown && x - x === 0; // ±∞ and NaN are not
      const moved = !isKnown || Math.abs(x - then) < 0.005 ? "" : x > then ? " ax-up" : " ax-down";
      if (moved && cell.since !== change) {
        cell.since = change;
        glowing.push([i, j]);
      }
      if (isSame && cell.x === x && cell.moved === moved && cell.masked === masked) continue;
      const text = unknown
        ? "?"
        : masked && spec.kind === "weights"
        ? ""
        : number(x, table.whole && Number.isInteger(x));
      const isPlain = unknown || masked || !Number.isFinite(x);
      const paint = isPlain ? UNPAINTED : paintOf(x, spec.kind, limit);
      const marks = (chosen?.row === i && chosen.col === j ? "ax-chosen" : "") +
        (isIn(source, i, j) ? " ax-lit" : "") + moved + smaller(text) + (masked ? " ax-masked" : "");
      if (cell.input && cell.input !== typing) paintInput(table, cell, x, text, cell.input === focused);
      paintCell(cell, text, paint, marks);
      Object.assign(cell, { x, moved, masked });
    }
    if (table.sums) setText(table.sums[i], unknown ? "" : `Σ ${number(A[i].reduce((a, b) => a + b, 0))}`);
  }
  glow(table, glowing, large ? focus : null);
}

const UNPAINTED = { paper: "", pen: "" };

// Long numbers are written smaller; a point is half as wide as a digit.
function smaller(text) {
  const digits = text.length - (text.includes(".") ? 0.5 : 0);
  return digits > 4 ? ` ax-${Math.min(Math.ceil(digits), 8)}` : "";
}

// An input that has the focus shows its number in full, and while that stays, what is being typed.
function paintInput(table, { input, x: before }, x, text, isFocused) {
  if (isFocused ? x === before : input.value === text) return;
  input.value = isFocused ? fullText(x) : text;
  input.removeAttribute("aria-invalid");
  if (!isFocused) return;
  forget(table.typing);
  widen(input);
}

function paintCell(cell, text, { paper, pen }, marks) {
  if (cell.text !== text) {
    cell.text = text;
    if (!cell.input) cell.words.data = text;
  }
  if (cell.paper !== paper) {
    cell.paper = paper;
    cell.td.style.backgroundColor = paper;
  }
  if (cell.pen !== pen) {
    cell.pen = pen;
    cell.td.style.color = pen;
  }
  if (cell.marks !== marks) {
    cell.marks = marks;
    cell.td.className = (cell.input ? "ax-editable " : "") + marks;
  }
  const isChosen = marks.startsWith("ax-chosen");
  if (!cell.input && cell.isChosen !== isChosen) {
    cell.isChosen = isChosen;
    cell.td.setAttribute("aria-selected", isChosen);
  }
}

// Give the rows and columns of a table other names.
export function nameTable({ spec, element, cells }, rows, cols) {
  const write = (names, css) =>
    element.querySelectorAll(css).forEach((th, k) => {
      setText(th, names[k]);
      th.title = names[k];
    });
  if (rows) write(rows, "tbody th");
  if (cols) write(cols, "thead th");
  element.className = sizeOf(cols, cells[0].length);
  cells.flat().forEach(({ input }) =>
    input?.setAttribute("aria-label", spec.cellLabel(...input.dataset.at.split(",").map(Number)))
  );
}

// Listening: one listener a table and kind of event.

const placeOf = (event) => {
  const cell = event.target.closest?.("[data-at]") ?? event.target.querySelector?.("[data-at]");
  return cell ? cell.dataset.at.split(",").map(Number) : null;
};

export function focusCell(table, i, j) {
  const [a, b] = [Math.min(Math.max(i, 0), table.n - 1), Math.min(Math.max(j, 0), table.m - 1)];
  table.cells[a][b].focus.focus();
}

function listen(table, act) {
  const { element } = table;
  element.addEventListener("focusin", (event) => {
    const at = placeOf(event);
    if (!at) return;
    table.cells[table.at[0]][table.at[1]].focus.tabIndex = -1;
    table.at = at;
    event.target.tabIndex = 0;
    if (table.spec.editable) showInFull(table, event.target, at);
    act.select(...at);
  });
  element.addEventListener("keydown", (event) => onKey(table, act, event));
  if (!table.spec.editable) return listenToBrush(table, act);
  element.addEventListener("input", (event) => onInput(table, act, event.target, placeOf(event)));
  element.addEventListener("focusout", (event) => onLeave(table, act, event.target, placeOf(event)));
  element.addEventListener("paste", (event) => onPaste(table, act, event));
  element.addEventListener("pointerdown", (event) => beginDrag(table, act, event));
  // of the selected text, in Firefox
  element.addEventListener("dragstart", (event) => event.preventDefault());
}

function showInFull(table, input, [i, j]) {
  forget(table.typing);
  if (table.A) input.value = fullText(table.A[i][j]);
  widen(input);
  if (document.activeElement === input) input.select();
}

// As wide as its text, over what stands to its left; or to its right, where the explorer begins at its left.
function widen(input) {
  input.style.setProperty("--digits", input.value.length);
  input.classList.toggle("ax-over", input.value.length > 5);
  const frame = input.closest(".ax");
  if (!frame || input.value.length <= 5) return;
  input.classList.remove("ax-rightwards");
  const isOut = input.getBoundingClientRect().left < frame.getBoundingClientRect().left;
  input.classList.toggle("ax-rightwards", isOut);
}

function onInput(table, act, input, [i, j]) {
  type(table.typing, act, input, (x) => act.edit([[i, j, x]], `${table.spec.name} ${i} ${j}`, input));
  widen(input);
}

// Finish an edit. A text that is no number is refused with a message, and the previous number comes back.
// Returns whether the text was right.
function settle(table, act, input, [i, j]) {
  const wrong = finish(table.typing, act, input);
  if (wrong) act.refuse(wrong, table.A[i][j]);
  return !wrong;
}

function onLeave(table, act, input, at) {
  if (!at || !table.A) return;
  settle(table, act, input, at);
  input.removeAttribute("aria-invalid");
  input.value = table.cells[at[0]][at[1]].text;
}

function onPaste(table, act, event) {
  const text = event.clipboardData.getData("text");
  if (parseNumber(text) !== null) return; // one number: as if typed
  event.preventDefault();
  const block = parseBlock(text);
  const [i, j] = placeOf(event) ?? table.at;
  if (!block) return act.refuse({ text: text.trim().slice(0, 40), x: null }, table.A[i][j]);
  const fits = block.every((row) => row.length === block[0].length && j + row.length <= table.m) &&
    i + block.length <= table.n;
  if (!fits) {
    return act.refuseBlock(
      block.length,
      Math.max(...block.map((row) => row.length)),
      table.n - i,
      table.m - j,
    );
  }
  if (act.edit(block.flatMap((row, a) => row.map((x, b) => [i + a, j + b, x])), null)) {
    showInFull(table, event.target, [i, j]);
  }
}

const TENTHS = { step: 0.1, pixels: 6 };

// Drag a number sideways: a tenth every few pixels; all of one drag is undone together. A finger on an
// explorer that is wider than the screen pans, unless it is on the number that was chosen before.
function beginDrag(table, act, event) {
  const at = placeOf(event);
  if (!at || event.button !== 0 || table.spec.locked()) return;
  const input = event.target.closest("input");
  const pans = event.pointerType === "touch" && input !== document.activeElement;
  if (!input || (pans && input.closest(".ax-wide"))) return;
  const start = table.A[at[0]][at[1]];
  const key = `drag ${table.spec.name} ${at} ${event.timeStamp}`;
  let mark = null; // since it is dragged
  track(event, {
    move(moved) {
      const far = moved.clientX - event.clientX;
      if (!mark && Math.abs(far) < 5) return;
      if (!mark) input.setPointerCapture?.(event.pointerId);
      mark ??= act.mark();
      moved.preventDefault();
      const x = stepped(start, Math.trunc(far / TENTHS.pixels), TENTHS.step);
      if (x !== table.A[at[0]][at[1]] && act.edit([[...at, x]], key)) showInFull(table, input, at);
    },
    // The browser has made something else of it: it pans.
    cancel() {
      if (mark) act.takeBack(mark);
    },
    end() {
      if (mark) input.select();
    },
  });
}

// A mouse or a pen paints a mask by moving from cell to cell; a finger, which pans when it moves, by single taps.
function listenToBrush(table, act) {
  const { element } = table;
  let isDone = false; // so that the click at the end of it does nothing more
  let isPen = false;
  element.addEventListener("pointerdown", (event) => {
    let last = placeOf(event);
    const paint = last && event.button === 0 && event.pointerType !== "touch" ? act.brush(...last) : null;
    isDone = Boolean(paint);
    isPen = isDone && event.pointerType === "pen";
    if (!paint) return;
    const mark = act.mark();
    paint([last]);
    track(event, {
      move(moved) {
        const under = element.getRootNode().elementFromPoint(moved.clientX, moved.clientY);
        const at = element.contains(under) ? placeOf({ target: under }) : null;
        if (!at || at.join() === last.join()) return;
        paint(between(last, at));
        last = at;
      },
      end() {
        setTimeout(() => (isDone = false)); // after the click, if there is one
      },
      cancel() {
        act.takeBack(mark);
      },
    });
  });
  // A pen pans too, unless this is said.
  element.addEventListener("touchstart", (event) => isPen && event.preventDefault(), { passive: false });
  element.addEventListener("click", (event) => {
    const at = placeOf(event);
    if (at && !isDone) act.brush(...at)?.([at]);
  });
}

// The cells on the way from one to another, without the first: a fast hand leaves none out.
function between([i, j], [k, l]) {
  const steps = Math.max(Math.abs(k - i), Math.abs(l - j));
  const part = (from, to, step) => from + Math.round(((to - from) * step) / steps);
  return Array.from({ length: steps }, (_, step) => [part(i, k, step + 1), part(j, l, step + 1)]);
}

function onKey(table, act, event) {
  const at = placeOf(event);
  if (!at || event.shiftKey && event.key === "Enter") return;
  const [i, j] = at;
  const input = table.spec.editable ? event.target : null;
  const go = (a, b) => (event.preventDefault(), focusCell(table, a, b));
  if (ARROWS[event.key]) {
    const [down, right] = ARROWS[event.key];
    if (!input || event.ctrlKey || event.altKey) return go(i + down, j + right);
    if (down) return nudge(table, act, event, at, -down * (event.shiftKey ? 1 : 10));
    const [from, to] = [input.selectionStart, input.selectionEnd];
    const all = from === 0 && to === input.value.length;
    if (!event.shiftKey && (all || (from === to && from === (right < 0 ? 0 : input.value.length)))) {
      go(i, j + right);
    }
  } else if (event.key === "Enter" && input) {
    event.preventDefault();
    if (!settle(table, act, input, at)) return;
    if (isOfWord(table.spec.name)) go(i, Math.min(j + 1, table.m - 1)); // the word in focus stays
    else if (i + 1 < table.n) go(i + 1, j);
    else go(0, j + 1);
  } else if (event.key === "Home" && !input) go(i, 0);
  else if (event.key === "End" && !input) go(i, table.m - 1);
  else if (event.key === "Escape" && input) {
    takeBack(table.typing, act);
    input.removeAttribute("aria-invalid");
    showInFull(table, input, at);
  } else if ((event.key === " " || event.key === "Enter") && !input) {
    event.preventDefault();
    const paint = act.brush(i, j);
    if (paint) paint([at]);
    else if (event.key === "Enter") act.play();
  }
}

// An arrow key adds or subtracts 1, with Shift 0.1. The same number of steps up and down gives back exactly the number
// from before, to its last digit.
function nudge(table, act, event, [i, j], tenths) {
  event.preventDefault();
  if (table.spec.locked()) return;
  const x = table.A[i][j];
  const { nudged } = table;
  const isSame = nudged && nudged.at === `${i},${j}` && nudged.x === x;
  const { from, far } = isSame ? nudged : { from: x, far: 0 };
  const now = (far + tenths) % 10 ? stepped(from, far + tenths, 0.1) : stepped(from, (far + tenths) / 10, 1);
  if (!act.edit([[i, j, now]], `${table.spec.name} ${i} ${j}`)) return;
  table.nudged = { at: `${i},${j}`, x: now, from, far: far + tenths };
  showInFull(table, event.target, [i, j]);
}
