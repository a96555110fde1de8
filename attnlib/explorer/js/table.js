// One matrix as a table: numbers to type into, or computed ones to ask about. Only what changed is touched.
import { fullText, parseBlock, parseNumber } from "./numbers.js";
import { colorOf, ink, isWhole, number, reach } from "./theme.js";
import { ARROWS, make, setText } from "./dom.js";

// spec: name, kind ("weights" or "signed"), label, cellLabel(i, j), editable, locked(), rows and cols (names, or
// null), rowsShown, sums. act: select(i, j), edit([[i, j, x], …], key, input), refuse(typed, kept),
// refuseBlock(rows, cols, n, m), toggle(i, j).
export function makeTable(spec, n, m, act) {
  const cells = grid(n, m, (i, j) => (spec.editable ? inputCell(spec, i, j) : plainCell(i, j)));
  const sums = spec.sums ? cells.map(() => make("td", { class: "ax-sum" })) : null;
  const body = make(
    "tbody",
    {},
    ...cells.map((row, i) => {
      const name = spec.rows
        ? [
          make(
            "th",
            { scope: "row", class: spec.rowsShown ? "" : "ax-unseen", title: spec.rows[i] },
            spec.rows[i],
          ),
        ]
        : [];
      return make("tr", {}, ...name, ...row.map((cell) => cell.td), ...(sums ? [sums[i]] : []));
    }),
  );
  const head = spec.cols
    ? [
      make(
        "thead",
        { class: sizeOf(spec.cols) },
        make(
          "tr",
          {},
          ...(spec.rows ? [make("td", { class: spec.rowsShown ? "" : "ax-unseen" })] : []),
          ...spec.cols.map((name) => make("th", { scope: "col", title: name }, name)),
          ...(sums ? [make("td", {})] : []),
        ),
      ),
    ]
    : [];
  const element = make("table", { role: "grid", "aria-label": spec.label }, ...head, body);
  const table = { element, spec, cells, sums, n, m, at: [0, 0], A: null };
  cells[0][0].focus.tabIndex = 0;
  listen(table, act);
  return table;
}

// Names wider than a cell are all written smaller; a Chinese character is as wide as two letters.
export const sizeOf = (
  names,
) => (names.some((name) => [...name].reduce((sum, c) => sum + (c > "\u2e80" ? 2 : 1), 0) > 6)
  ? "ax-long"
  : "");

const grid = (n, m, f) => Array.from({ length: n }, (_, i) => Array.from({ length: m }, (_, j) => f(i, j)));

// A form of its own: after each key a browser that fills in forms reads all inputs of one form, or of none.
function inputCell(spec, i, j) {
  const input = make("input", {
    type: "text",
    inputmode: "decimal",
    autocomplete: "off",
    spellcheck: "false",
    tabindex: "-1",
    "aria-label": spec.cellLabel(i, j),
    "data-at": `${i},${j}`,
  });
  return {
    td: make("td", { class: "ax-editable" }, make("form", {}, input)),
    focus: input,
    input,
    text: null,
    color: null,
    marks: "",
  };
}

function plainCell(i, j) {
  const span = make("span");
  const td = make("td", { tabindex: "-1", "data-at": `${i},${j}` }, span);
  return { td, span, focus: td, input: null, text: null, color: null, marks: "" };
}

// Show the matrix A. before is what it was (for the marks); lit(i, j) and chosen(i, j) say what stands out, and
// hidden(i, j), if there is a mask, what is masked; typing is the input that the reader writes in: left alone.
export function updateTable(table, A, { before, lit, chosen, hidden, unknown, typing }) {
  const { spec, cells } = table;
  const whole = spec.kind === "signed" && isWhole(A);
  const limit = spec.kind === "signed" ? reach(A) : 1;
  const focused = document.activeElement;
  table.A = A;
  for (let i = 0; i < table.n; i++) {
    for (let j = 0; j < table.m; j++) {
      const masked = hidden?.(i, j);
      const x = A[i][j];
      const text = unknown ? "?" : masked && spec.kind === "weights" ? "" : number(x, whole);
      const color = unknown || !Number.isFinite(x) || masked
        ? ""
        : `${colorOf(x, spec.kind, limit)};${colorOf(x, spec.kind, limit, true)}`;
      const step = before && !unknown && before[i] && Number.isFinite(x) ? x - before[i][j] : 0;
      const change = Math.abs(step) < 0.005 ? "" : step > 0 ? " ax-up" : " ax-down";
      const digits = text.length - (text.includes(".") ? 0.5 : 0); // that it is as wide as
      const small = digits > 4.5 ? ` ax-${Math.min(Math.ceil(digits), 8)}` : "";
      const marks = (chosen(i, j) ? "ax-chosen" : "") + (lit(i, j) ? " ax-lit" : "") + change + small +
        (masked ? " ax-masked" : "");
      paintCell(cells[i][j], text, color, marks, cells[i][j].input === focused ? fullText(x) : text, typing);
    }
    if (table.sums) {
      setText(
        table.sums[i],
        unknown ? "" : `Σ ${number(A[i].reduce((a, b) => a + b, 0))}`,
      );
    }
  }
}

// An input that is being edited shows its number in full.
function paintCell(cell, text, color, marks, typed, typing) {
  if (cell.text !== text) {
    cell.text = text;
    if (!cell.input) setText(cell.span, text);
  }
  if (cell.input && cell.input !== typing && cell.input.value !== typed) {
    cell.input.value = typed;
    cell.input.removeAttribute("aria-invalid");
  }
  if (cell.color !== color) {
    cell.color = color;
    const [light, dark] = color ? color.split(";").map((one) => one.split(",").map(Number)) : [];
    cell.td.style.backgroundColor = light ? `light-dark(rgb(${light}), rgb(${dark}))` : "";
    cell.td.style.color = light ? `light-dark(${ink(light)}, ${ink(dark)})` : "";
  }
  if (cell.marks !== marks) {
    cell.marks = marks;
    cell.td.className = (cell.input ? "ax-editable " : "") + marks;
    if (!cell.input) cell.td.setAttribute("aria-selected", marks.startsWith("ax-chosen"));
  }
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
    if (table.spec.editable) beginTyping(table, event.target, at);
    act.select(...at);
  });
  element.addEventListener("keydown", (event) => onKey(table, act, event));
  if (!table.spec.editable) {
    element.addEventListener("click", (event) => {
      const at = placeOf(event);
      if (at) act.toggle(...at);
    });
    return;
  }
  element.addEventListener("input", (event) => onInput(table, act, event.target, placeOf(event)));
  element.addEventListener("focusout", (event) => endTyping(table, event.target, placeOf(event)));
  element.addEventListener("paste", (event) => onPaste(table, act, event));
  element.addEventListener("pointerdown", (event) => beginDrag(table, act, event));
}

function beginTyping(table, input, [i, j]) {
  if (table.A) input.value = fullText(table.A[i][j]);
  if (document.activeElement === input) input.select();
}

function onInput(table, act, input, [i, j]) {
  const x = parseNumber(input.value);
  const taken = x !== null && act.edit([[i, j, x]], `${table.spec.name} ${i} ${j}`, input);
  if (taken) input.removeAttribute("aria-invalid");
  else input.setAttribute("aria-invalid", "true");
  if (x === null) act.refuse(input.value, table.A[i][j]);
}

// The last good value comes back; what was wrong with the text has been said.
function endTyping(table, input, at) {
  if (at && table.A) {
    input.removeAttribute("aria-invalid");
    input.value = table.cells[at[0]][at[1]].text;
  }
}

function onPaste(table, act, event) {
  const text = event.clipboardData.getData("text");
  const block = parseBlock(text);
  if (block && block.length === 1 && block[0].length === 1) return; // one number: as if typed
  event.preventDefault();
  const [i, j] = table.at;
  if (!block) return act.refuse(text.slice(0, 40), table.A[i][j]);
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
    beginTyping(table, event.target, [i, j]);
  }
}

const TENTHS = { step: 0.1, pixels: 6 };

// Drag a number sideways: a tenth every few pixels; all of one drag is undone together.
function beginDrag(table, act, event) {
  const at = placeOf(event);
  if (!at || event.button !== 0 || table.spec.locked()) return;
  const input = event.target.closest("input");
  if (!input) return;
  const start = table.A[at[0]][at[1]];
  const key = `drag ${table.spec.name} ${at} ${event.timeStamp}`;
  let dragging = false;
  const move = (moved) => {
    const far = moved.clientX - event.clientX;
    if (!dragging && Math.abs(far) < 5) return;
    if (!dragging) input.setPointerCapture?.(event.pointerId);
    dragging = true;
    moved.preventDefault();
    const x = Math.round((start + TENTHS.step * Math.trunc(far / TENTHS.pixels)) * 1e6) / 1e6;
    if (x !== table.A[at[0]][at[1]] && act.edit([[...at, x]], key)) input.value = fullText(x);
  };
  const end = () => {
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", end);
    window.removeEventListener("pointercancel", end);
    if (dragging) input.select();
  };
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", end);
  window.addEventListener("pointercancel", end);
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
    if (down) return nudge(table, act, event, at, event.shiftKey ? -down / 10 : -down);
    const [from, to] = [input.selectionStart, input.selectionEnd];
    const all = from === 0 && to === input.value.length;
    if (!event.shiftKey && (all || (from === to && from === (right < 0 ? 0 : input.value.length)))) {
      go(i, j + right);
    }
  } else if (event.key === "Enter" && input) {
    if (i + 1 < table.n) go(i + 1, j);
    else go(0, j + 1);
  } else if (event.key === "Home" && !input) go(i, 0);
  else if (event.key === "End" && !input) go(i, table.m - 1);
  else if (event.key === "Escape" && input) {
    input.removeAttribute("aria-invalid");
    beginTyping(table, input, at);
  } else if ((event.key === " " || event.key === "Enter") && !input) {
    event.preventDefault();
    act.toggle(i, j);
  }
}

// An arrow adds one, with Shift a tenth.
function nudge(table, act, event, [i, j], by) {
  event.preventDefault();
  if (table.spec.locked()) return;
  const x = Math.round((table.A[i][j] + by) * 1e6) / 1e6;
  if (act.edit([[i, j, x]], `${table.spec.name} ${i} ${j}`)) beginTyping(table, event.target, [i, j]);
}
