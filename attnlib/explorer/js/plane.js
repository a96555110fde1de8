// Where values have two numbers, they are points in the plane, and an output is a point between them.
import { number } from "./theme.js";
import { isolated, make } from "../../browser/js/dom.js";

const [W, H, PAD] = [330, 200, 34];

export function makePlane(text) {
  const svg = make("svg:svg", { viewBox: `0 0 ${W} ${H}`, role: "img", class: "ax-plane" });
  const title = make("figcaption", {}, make("strong", {}, text("plane")));
  return { element: make("figure", { class: "ax-matrix ax-block-plane" }, title, svg), svg, text };
}

// V (m, 2), one row of weights, the output (2,) of that row; names of the keys, of the row and of the two columns.
export function updatePlane(plane, V, weights, output, names, rowName, columns, unknown) {
  const now = JSON.stringify([V, weights, output, names, rowName, columns, unknown]);
  if (now === plane.shown) return;
  plane.shown = now;
  const toPage = scaleOf(V);
  const [x0, y0] = toPage([0, 0]);
  const parts = [
    make("svg:line", { class: "ax-axis", x1: 0, x2: W, y1: y0, y2: y0 }),
    make("svg:line", { class: "ax-axis", x1: x0, x2: x0, y1: 0, y2: H }),
  ];
  const points = V.map(toPage);
  const out = unknown ? null : toPage(output);
  const taken = out ? [{ x: out[0] - 8, y: out[1] - 8, w: 16, h: 16 }] : [];
  points.forEach(([x, y]) => taken.push({ x: x - 5, y: y - 5, w: 10, h: 10 }));
  if (columns) parts.push(...axisNames(columns, x0, y0, taken));
  if (out) {
    points.forEach(([x, y], j) =>
      weights[j] > 0 &&
      parts.push(
        make("svg:line", {
          class: "ax-pull",
          x1: x,
          y1: y,
          x2: out[0],
          y2: out[1],
          "stroke-opacity": 0.15 + 0.85 * weights[j],
        }),
      )
    );
  }
  points.forEach(([x, y], j) => {
    parts.push(make("svg:circle", { class: "ax-point", cx: x, cy: y, r: 5 }));
    parts.push(
      label(
        `${isolated(names[j])}${unknown ? "" : ` ${number(weights[j])}`}`,
        x,
        y,
        taken,
        "ax-value-name",
      ),
    );
  });
  if (out) {
    parts.push(make("svg:circle", { class: "ax-out", cx: out[0], cy: out[1], r: 7 }));
    parts.push(label(plane.text("output_of", { row: rowName }), out[0], out[1], taken, "ax-out-name"));
  }
  plane.svg.replaceChildren(...parts);
  const at = V.map((v, j) => `${names[j]} (${v.map((x) => number(x)).join(", ")})`).join(", ");
  plane.svg.setAttribute(
    "aria-label",
    plane.text("plane_alt", {
      row: rowName,
      values: at,
      output: unknown ? "?" : output.map((x) => number(x)).join(", "),
    }),
  );
}

// A map of the plane that shows all values and the zero, with the same unit across and up. In units of the
// largest number: differences of the very largest are not finite, and what one divides by the very smallest
// neither.
function scaleOf(values) {
  const most = Math.max(...values.flat().map(Math.abs)) || 1;
  const V = values.map((v) => v.map((x) => x / most));
  const [xs, ys] = [0, 1].map((k) => [0, ...V.map((v) => v[k])]);
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const unit = Math.min((W - 4.4 * PAD) / (right - left || 1), (H - 2 * PAD) / (high - low || 1));
  const [cx, cy] = [(left + right) / 2, (low + high) / 2];
  return ([x, y]) => [W / 2 + (x / most - cx) * unit, H / 2 - (y / most - cy) * unit];
}

// What the two columns of the values are called, at the far ends of the axes.
function axisNames([across, up], x0, y0, taken) {
  const right = `${isolated(across)} →`;
  const top = `↑ ${isolated(up)}`;
  const boxes = [
    { x: W - 8 - widthOf(right), y: Math.max(y0 - 17, 0), w: widthOf(right), h: 14 },
    { x: Math.min(x0 + 4, W - widthOf(top)), y: 0, w: widthOf(top), h: 14 },
  ];
  taken.push(...boxes);
  return boxes.map((box, k) =>
    make("svg:text", { class: "ax-axis-name", x: box.x, y: box.y + 11 }, k ? top : right)
  );
}

function widthOf(text, letter = 7.2) {
  return [...text].reduce((sum, c) => sum + (c > "\u2e80" ? 13 : letter), 0);
}

// A text beside a point, at the first of twelve places where it covers nothing.
function label(text, x, y, taken, name) {
  const wide = widthOf(text, name === "ax-out-name" ? 8 : 7.2); // the output's is bold
  const places = [
    [9, -6],
    [9, 12],
    [-9 - wide, -6],
    [-9 - wide, 12],
    [-wide / 2, -12],
    [-wide / 2, 20],
    [12, 26],
    [-12 - wide, 26],
    [12, -22],
    [-12 - wide, -22],
    [-wide / 2, 36],
    [-wide / 2, -28],
  ];
  const boxes = places.map(([dx, dy]) => ({ x: x + dx, y: y + dy - 11, w: wide, h: 14 }));
  const inside = (b) => b.x >= 0 && b.y >= 0 && b.x + b.w <= W && b.y + b.h <= H;
  const free = (b) =>
    !taken.some((t) => b.x < t.x + t.w && t.x < b.x + b.w && b.y < t.y + t.h && t.y < b.y + b.h);
  const box = boxes.find((b) => inside(b) && free(b)) ?? boxes.find(inside) ?? boxes[0];
  taken.push(box);
  return make("svg:text", { class: name, x: box.x, y: box.y + 11 }, text);
}
