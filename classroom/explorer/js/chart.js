// A picture with two axes: where things stand on it, lines, points, and texts that cover nothing.
import { isolated, make, setText } from "../../web/js/dom.js";

export const W = 280;
export const H = 176;
const PAD = 30;
const EDGE = 4; // units by which a name may stand out at the sides
const APART = 7; // units between the boxes of a line
export const TYPE = 13; // units, of which a picture in type of the usual size is so many wide and high

/**
 * @typedef {object} Part of a picture
 * @property {"line" | "circle" | "text"} tag
 * @property {string} text of a circle, what is said when one points at it
 * @property {Record<string, any>} attributes
 */

/** @type {(name: string, from: number[], to: number[], more?: Record<string, any>) => Part} */
export const line = (name, from, to, more = {}) => ({
  tag: "line",
  text: "",
  attributes: { class: name, x1: from[0], y1: from[1], x2: to[0], y2: to[1], ...more },
});
/** @returns {Part} */
export const circle = (name, at, r, text = "", more = {}) => ({
  tag: "circle",
  text,
  attributes: { class: name, cx: at[0], cy: at[1], r, ...more },
});
/** @returns {Part} */
const writing = (name, box, times, text) => ({
  tag: "text",
  text,
  attributes: { class: name, x: box.x, y: box.y + 11 * times },
});

// The picture shows these parts, each over those before it. The first of a class becomes the first of that class in
// the next picture, and so on: it keeps the focus, and only what differs is touched.
/** @param {SVGElement} svg @param {Map<string, SVGElement>} drawn @param {Part[]} parts */
export function draw(svg, drawn, parts) {
  const counts = {};
  const keyOf = (name) => `${name} ${counts[name] = (counts[name] ?? 0) + 1}`;
  const keyed = new Map(parts.map((part) => [keyOf(part.attributes.class), part]));
  for (const [key, element] of drawn) {
    if (keyed.has(key)) continue;
    element.remove();
    drawn.delete(key);
  }
  let next = svg.firstElementChild;
  for (const [key, { tag, text, attributes }] of keyed) {
    const isPoint = tag === "circle";
    const element = drawn.get(key) ?? make(`svg:${tag}`, {}, isPoint ? make("svg:title") : null);
    if (!drawn.has(key)) svg.insertBefore(element, next);
    drawn.set(key, element);
    next = element.nextElementSibling;
    become(element, attributes);
    if (text) setText(isPoint ? element.firstElementChild : element, text);
  }
}

function become(element, attributes) {
  for (const name of element.getAttributeNames()) {
    if (!(name in attributes)) element.removeAttribute(name);
  }
  for (const [name, value] of Object.entries(attributes)) {
    if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
  }
}

export const around = (x, y, r) => ({ x: x - r, y: y - r, w: 2 * r, h: 2 * r });

// The boxes along a line, which texts avoid. Where there is no free place, a text covers a line rather than a point,
// and a faint line rather than a strong one.
/** @param {number[]} from @param {number[]} to @param {number} strength from 0 to 1 */
export function along([x0, y0], [x1, y1], strength = 1) {
  const n = Math.min(Math.ceil(Math.hypot(x1 - x0, y1 - y0) / APART), 40);
  const at = (from, to, k) => from + (to - from) * k / n;
  const cost = 0.02 + 0.18 * strength;
  return Array.from({ length: n }, (_, k) => ({ ...around(at(x0, x1, k), at(y0, y1, k), 2), cost }));
}

// The part of the plane that is shown: all values and zero. It stays while one edits, unless it has become too small,
// or far too large. In units of the largest number: differences of the very largest are not finite, and what one
// divides by the very smallest neither.
export function boxOf(before, V) {
  const most = Math.max(...V.flat().map(Math.abs)) || 1;
  const ends = [0, 1].map((k) => [0, ...V.map((v) => v[k] / most)]);
  const [xs, ys] = ends.map((all) => [Math.min(...all), Math.max(...all)]);
  const now = { most, xs, ys };
  if (!before) return now;
  const by = most / before.most;
  const inside = (now, held) => held[0] <= now[0] * by + 1e-9 && now[1] * by <= held[1] + 1e-9;
  const far = Math.max(...[xs, ys].flat().map(Math.abs)) * by;
  return inside(xs, before.xs) && inside(ys, before.ys) && far > 0.3 ? before : now;
}

// The same unit across and up.
function unitOf({ xs, ys }) {
  return Math.min((W - 4 * PAD) / (xs[1] - xs[0] || 1), (H - 2 * PAD) / (ys[1] - ys[0] || 1));
}

const middle = ([low, high]) => (low + high) / 2;

// Keep a coordinate finite: a previous value may lie far outside the picture.
const within = (x) => Math.max(-1e6, Math.min(x, 1e6));

/** @returns {(at: number[]) => number[]} */
export function onPage(box) {
  const unit = unitOf(box);
  return ([x, y]) => [
    within(W / 2 + (x / box.most - middle(box.xs)) * unit),
    within(H / 2 - (y / box.most - middle(box.ys)) * unit),
  ];
}

// From where one points back to the plane.
export function offPage(box, svg) {
  const unit = unitOf(box);
  const { left, top, width, height } = svg.getBoundingClientRect();
  return ({ clientX, clientY }) => [
    (((clientX - left) * W / width - W / 2) / unit + middle(box.xs)) * box.most,
    ((H / 2 - (clientY - top) * H / height) / unit + middle(box.ys)) * box.most,
  ];
}

// The names of the two columns of V, at the far ends of the axes.
export function axisNames([across, up], x0, y0, taken, times) {
  const [right, top] = [`${isolated(across)} →`, `↑ ${isolated(up)}`];
  const [w, h] = [widthOf(right, times), 14 * times];
  const wide = widthOf(top, times);
  const boxes = [
    freest(
      [Math.max(y0 - 17 * times, 0), Math.min(y0 + 3, H - h)].map((y) => ({ x: W - 8 - w, y, w, h })),
      taken,
    ),
    freest(
      [Math.min(x0 + 4, W - wide), Math.max(x0 - 4 - wide, 0)].map((x) => ({ x, y: 0, w: wide, h })),
      taken,
    ),
  ].map(({ box }) => box);
  taken.push(...boxes.map((box) => ({ ...box, x: box.x - 6, w: box.w + 12 }))); // or two names read as one
  return boxes.map((box, k) => writing("ax-axis-name", box, times, k ? top : right));
}

// In the usual type, or so many times that.
function widthOf(text, times = 1) {
  return times * TYPE * [...text].reduce((sum, c) => sum + (c > "\u2e80" ? 1 : 0.55), 0);
}

/**
 * @typedef {object} Label
 * @property {string} text
 * @property {number[]} at the point that it stands beside
 * @property {string} name its class
 * @property {boolean} must be seen, even if it covers another
 */

// Texts beside points, one after the other, so that none covers what is taken or another. If one must, another goes
// first, and the order in which they cover least is kept. In the order given: of each what shows it, or nothing.
/** @param {Label[]} labels @returns {Part[][]} */
export function named(labels, taken, times) {
  const first = (one) => [one, ...labels.filter((other) => other !== one)];
  const orders = [labels, ...labels.filter(({ must }) => must).map(first)];
  /** @type {{ area: number, parts: Map<Label, Part[]> }} */
  let best = { area: Infinity, parts: new Map() };
  for (const order of orders) {
    const now = { area: 0, parts: new Map() };
    const held = [...taken];
    for (const one of order) {
      const { box, area } = placed(one, held, times);
      if (!one.must && area > 0) continue;
      held.push(box);
      now.parts.set(one, [writing(one.name, box, times, one.text)]);
      now.area += area;
    }
    if (now.area < best.area) best = now;
    if (best.area === 0) break;
  }
  return labels.map((one) => best.parts.get(one) ?? []);
}

// The first of twelve places beside its point where a text covers least, and how much of others that is. Where there
// is none in the picture, it is none for what may be left out: among many words the points alone are seen, and named
// when pointed at.
/** @param {Label} label */
function placed({ text, at, name }, taken, times) {
  const [x, y] = at;
  const wide = widthOf(text, name === "ax-out-name" ? 1.2 * times : times); // the output's is bold
  const places = [
    [8, -6],
    [8, 12],
    [-8 - wide, -6],
    [-8 - wide, 12],
    [-wide / 2, -12],
    [-wide / 2, 20],
    [12, 26],
    [-12 - wide, 26],
    [12, -22],
    [-12 - wide, -22],
    [-wide / 2, 36],
    [-wide / 2, -28],
  ];
  const boxes = places.map(([dx, dy]) => ({ x: x + dx, y: y + dy - 11 * times, w: wide, h: 14 * times }));
  const isInside = ({ x, y, w, h }) => x >= -EDGE && y >= 0 && x + w <= W + EDGE && y + h <= H;
  return freest(boxes.filter(isInside), taken, { box: boxes[0], area: W * H });
}

// The first of the boxes that cover least, and how much that is; if there are none, what else there is.
function freest(boxes, taken, best = { box: boxes[0], area: Infinity }) {
  for (const box of boxes) {
    const area = covered(box, taken);
    if (area < best.area) best = { box, area };
    if (area === 0) break;
  }
  return best;
}

// How much of the others a box covers.
function covered(a, others) {
  let area = 0;
  for (const b of others) {
    const wide = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
    const high = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
    if (wide > 0 && high > 0) area += wide * high * (b.cost ?? 1);
  }
  return area;
}
