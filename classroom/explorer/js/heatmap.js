// A large matrix as a coloured picture with one pixel for each number; the number under the pointer is shown.
import { config } from "./config.js";
import { exact, pixelsOf, reach, shadeOf } from "./theme.js";
import { ARROWS, make } from "../../web/js/dom.js";

// Returns whether a matrix is too large for a table of numbers.
/** @param {number} n @param {number} m */
export const isLarge = (n, m) => Math.max(n, m) > config.most_numbered;

const SIDE = 300; // pixels of the page, at most, unless spec.side says otherwise
const ROOM = 15; // pixels, for the name of a row or a column

// spec: name, kind, label, rows and cols (names, or null), cellLabel(i, j), side in pixels, and brightest(x), the text
// that says how large the largest weight is. act: select(i, j), enter() to edit what is selected.
export function makeHeatmap(spec, n, m, act) {
  // The height and width of one number.
  const pixels = [n, m].map((size) => Math.max(1, Math.min(12, Math.floor((spec.side ?? SIDE) / size))));
  const canvas = make("canvas", {
    width: m,
    height: n,
    style: `width:${m * pixels[1]}px;height:${n * pixels[0]}px`,
  });
  const cursor = make("div", { class: "ax-cursor" });
  const value = make("output", { class: "ax-value" });
  const frame = make(
    "div",
    { class: "ax-map", tabindex: "0", role: "img", "aria-label": spec.label },
    canvas,
    cursor,
  );
  const names = make("div", { class: "ax-names", "aria-hidden": true });
  frame.append(names);
  const map = {
    element: make("div", {}, frame, value),
    spec,
    names,
    image: new ImageData(m, n),
    canvas,
    cursor,
    value,
    frame,
    pixels,
    n,
    m,
    at: [0, 0],
    A: null,
    all: null,
  };
  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    const inside = (x, size) => Math.min(Math.max(Math.floor(x), 0), size - 1);
    return [
      inside(((event.clientY - box.top) / box.height) * n, n),
      inside(((event.clientX - box.left) / box.width) * m, m),
    ];
  };
  frame.addEventListener("pointermove", (event) => point(map, ...place(event)));
  frame.addEventListener("click", (event) => act.select(...(map.at = place(event))));
  frame.addEventListener("focus", () => act.select(...map.at));
  frame.addEventListener("keydown", (event) => {
    const [down, right] = ARROWS[event.key] ?? [0, 0];
    const enters = event.key === "Enter" && !event.shiftKey;
    if (!enters && !down && !right) return;
    event.preventDefault();
    if (enters) return act.enter?.();
    const by = event.shiftKey ? 10 : 1;
    const clip = (x, size) => Math.min(Math.max(x, 0), size - 1);
    map.at = [clip(map.at[0] + by * down, n), clip(map.at[1] + by * right, m)];
    act.select(...map.at);
  });
  return map;
}

export function updateHeatmap(map, A, { hidden, keep, unknown, selected, isDark }) {
  map.unknown = unknown;
  if (map.A !== A) map.limit = map.spec.kind === "signed" ? reach(A) : brightest(map, A);
  drawHeatmap(map, A, hidden, [map.limit, unknown, isDark, hidden && keep]);
  const [i, j] = map.at;
  map.cursor.hidden = selected?.step !== map.spec.name || selected.row !== i || selected.col !== j;
  const [down, across] = map.pixels;
  map.cursor.style.transform = `translate(${j * across}px, ${i * down}px)`;
  map.cursor.style.width = `${Math.max(across, 3)}px`;
  map.cursor.style.height = `${Math.max(down, 3)}px`;
  point(map, i, j);
}

// all is what every row is drawn by: while that stays, only rows are drawn that are not the ones from before.
function drawHeatmap(map, A, hidden, all) {
  const [limit, unknown, isDark] = all;
  const isSame = map.all?.every((one, k) => one === all[k]);
  const { kind } = map.spec;
  const shades = pixelsOf(kind, isDark);
  const pixels = new Uint32Array(map.image.data.buffer);
  let isDrawn = false;
  A.forEach((row, i) => {
    if (isSame && row === map.A[i]) return;
    isDrawn = true;
    for (let j = 0, k = i * map.m; j < map.m; j++, k++) {
      const isSeen = !unknown && Number.isFinite(row[j]) && !hidden?.(i, j);
      pixels[k] = isSeen ? shades[shadeOf(row[j], kind, limit)] : 0;
    }
  });
  Object.assign(map, { A, all });
  if (isDrawn) map.canvas.getContext("2d").putImageData(map.image, 0, 0);
}

// Among hundreds of words no weight comes near to 1: the largest one there is gets the brightest colour.
function brightest(map, A) {
  let most = 0;
  for (const row of A) for (const x of row) most = Math.max(most, x);
  return map.spec.brightest && most > 0 ? most : 1;
}

function point(map, i, j) {
  if (!map.A) return;
  const end = map.spec.brightest && !map.unknown ? `; ${map.spec.brightest(exact(map.limit))}` : "";
  const text = `${map.spec.cellLabel(i, j)} = ${map.unknown ? "?" : exact(map.A[i][j])}${end}`;
  if (map.value.textContent !== text) map.value.textContent = text;
}

// The names of rows and columns, of as many as there is room for.
export function nameHeatmap(map) {
  const { rows, cols } = map.spec;
  const [down, across] = map.pixels;
  const some = (names, size, place) => {
    const every = Math.ceil(ROOM / size);
    return (names ?? []).flatMap((name, k) =>
      k % every ? [] : [make("span", { style: place((k + 0.5) * size), title: name }, name)]
    );
  };
  const left = some(rows, down, (at) => `top:${at}px`);
  const below = some(cols, across, (at) => `left:${at}px`);
  map.names.replaceChildren(make("div", {}, ...left), make("div", {}, ...below));
  map.frame.classList.toggle("ax-with-rows", left.length > 0);
  map.frame.classList.toggle("ax-with-cols", below.length > 0);
}
