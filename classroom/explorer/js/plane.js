// Where values have two numbers, they are points in the plane, and an output is a point between them. Values can be
// dragged.
import {
  along,
  around,
  axisNames,
  boxOf,
  circle,
  draw,
  H,
  line,
  named,
  offPage,
  onPage,
  TYPE,
  W,
} from "./chart.js";
import { number } from "./theme.js";
import { track } from "./tracking.js";
import { ARROWS, isolated, make, setText } from "../../web/js/dom.js";
import { stepped } from "../../web/js/numbers.js";

/** @import { Explorer } from "./explorer.js" */
/** @import { View } from "./view.js" */
/** @import { Vector } from "./attention.js" */

const TENTH = 0.1;
const FEW = 6; // names, of which each must be seen
const SEEN = 0.05; // a weight whose line would cross out a name among more
const LARGE = 1.3; // how much larger type is in a lecture hall

/** @param {Explorer} app */
export function makePlane(app) {
  const svg = make("svg:svg", { viewBox: `0 0 ${W} ${H}`, role: "group", tabindex: -1, class: "ax-plane" });
  const title = make("strong");
  const caption = make("figcaption", {}, title);
  const element = make("figure", { class: "ax-matrix ax-block-plane" }, caption, svg);
  const plane = {
    element,
    title,
    svg,
    app,
    box: null,
    shown: "", // the numbers and names that are shown
    drawn: new Map(),
    times: 1, // how much larger its type is
  };
  listen(plane);
  return plane;
}

// A picture that is drawn smaller has larger type.
/** @param {Explorer} app @param {any} plane */
export function fitPlane(app, plane) {
  const times = plane ? Math.max(1, Math.round((10 * W) / plane.svg.clientWidth) / 10) : 1;
  if (!plane || !Number.isFinite(times) || times === plane.times) return;
  Object.assign(plane, { times, shown: "" });
  updatePlane(plane, app.view);
}

// V (m, 2), one row of weights, the output (2,) of that row, and that output before the last change.
/** @param {any} plane @param {View} view */
export function updatePlane(plane, { head, before, row: i, rows, keys: names, large, isUnknown }) {
  const { app } = plane;
  const { V } = head;
  const unknown = isUnknown("weights") || isUnknown("output");
  const [rowName, columns] = [rows[i], app.fixed.columns.V];
  const [weights, output] = [head.weights[i], head.output[i]];
  const old = !unknown && before?.output[i]?.some((x, k) => Math.abs(x - output[k]) >= 0.005)
    ? before.output[i]
    : null;
  const now = JSON.stringify([V, weights, output, old, names, rowName, columns, unknown]);
  if (now === plane.shown) return;
  plane.shown = now;
  setText(plane.title, app.text("plane", { row: rowName }));
  plane.box = boxOf(plane.box, V);
  const toPage = onPage(plane.box);
  const times = plane.times * (large ? LARGE : 1);
  plane.svg.style.fontSize = `${times * TYPE}px`;
  const [x0, y0] = toPage([0, 0]);
  const points = V.map(toPage);
  const isFew = points.length <= FEW;
  const out = unknown ? null : toPage(output);
  const taken = [...points.map(([x, y]) => around(x, y, 5)), ...(out ? [around(...out, 8)] : [])];
  const parts = [line("ax-axis", [0, y0], [W, y0]), line("ax-axis", [x0, 0], [x0, H])];
  const ofAxes = columns ? axisNames(columns, x0, y0, taken, times) : [];
  if (out) {
    points.forEach((point, j) =>
      weights[j] > 0 &&
      parts.push(line("ax-pull", point, out, { "stroke-opacity": 0.15 + 0.85 * weights[j] }))
    );
    taken.push(
      ...points.flatMap((at, j) => weights[j] > (isFew ? 0 : SEEN) ? along(at, out, weights[j]) : []),
    );
  }
  const from = out && old && toPage(old);
  if (from) taken.push(around(...from, 7), ...along(from, out));
  if (from) parts.push(line("ax-moved", from, out), circle("ax-was", from, 6));
  parts.push(...ofAxes); // names come after lines, which their edges of paper part
  const labels = points.map((at, j) => ({
    text: `${isolated(names[j])}${out ? ` ${number(weights[j])}` : ""}`,
    at,
    name: "ax-value-name",
    must: isFew,
  }));
  if (out) labels.push({ text: app.called("output"), at: out, name: "ax-out-name", must: true });
  const texts = named(labels, taken, times);
  parts.push(...points.map((point, j) => handle(app, j, point, V[j], names[j])));
  parts.push(...texts.slice(0, points.length).flat());
  if (out) {
    const said = app.text("output_at", { name: rowName, at: written(output) });
    const text = `${rowName} ${written(output)}`;
    parts.push(circle("ax-out", out, 7, text, { role: "img", "aria-label": said }));
    parts.push(...texts.slice(points.length).flat());
  }
  draw(plane.svg, plane.drawn, parts);
  plane.svg.setAttribute("aria-label", described(plane, V, rowName, output, unknown));
}

function described({ app }, V, row, output, unknown) {
  const at = V.map((v, j) => `${app.view.keys[j]} ${written(v)}`).join(", ");
  return app.text("plane_alt", { row, values: at, output: unknown ? "?" : written(output) });
}

const written = (v) => `(${v.map((x) => number(x)).join(", ")})`;

// The point of a value: it can be dragged, or moved with the arrow keys.
/** @param {Explorer} app */
function handle(app, k, at, v, name) {
  const attributes = mover(app, k) ? { tabindex: 0, role: "button", "data-handle": k } : { role: "img" };
  return circle("ax-point", at, 5, `${name} ${written(v)}`, {
    ...attributes,
    "aria-label": app.text("value_at", { name, at: written(v) }),
  });
}

// A function that moves the value of word j to a place, or null if neither V nor W_V may be edited. It changes V if V
// is given, else W_V as little as possible; other words with the same features then move along.
/** @param {Explorer} app @returns {((place: Vector, key: string) => void) | null} */
function mover(app, j) {
  const { fixed, state } = app;
  if (app.isNumber("V") && fixed.edit.includes("V")) {
    return (place, key) => app.edit("V", [[j, 0, place[0]], [j, 1, place[1]]], key);
  }
  const x = (state.context ?? state.X)?.[j];
  const size = x?.reduce((sum, one) => sum + one * one, 0);
  if (!size || !app.isNumber("W_V") || !fixed.edit.includes("W_V")) return null;
  return (place, key) => {
    const { V, W_V } = app.view.head;
    const way = place.map((one, k) => one - V[j][k]);
    const entries = x.flatMap((one, f) =>
      one === 0 ? [] : way.map((step, k) => [f, k, rounded(W_V[f][k] + (one * step) / size)])
    );
    app.edit("W_V", entries, key);
  };
}

const rounded = (x) => Number(x.toPrecision(12));

function listen(plane) {
  const { svg, app } = plane;
  const chosen = (event) => {
    const k = event.target.closest?.("[data-handle]")?.dataset.handle;
    return k === undefined ? null : Number(k);
  };
  const move = (k, place, key) => mover(app, k)?.(place, key);
  svg.addEventListener("pointerdown", (event) => {
    const k = chosen(event);
    if (k === null || event.button !== 0) return;
    event.preventDefault();
    svg.querySelector(`[data-handle="${k}"]`).focus({ preventScroll: true });
    const back = offPage(plane.box, svg);
    const mark = app.mark();
    const key = `plane ${event.timeStamp}`;
    track(event, {
      move: (moved) => move(k, back(moved).map((x) => rounded(Math.round(x / TENTH) * TENTH)), key),
      cancel: () => app.takeBack(mark),
      end() {},
    });
  });
  svg.addEventListener("keydown", (event) => {
    const k = chosen(event);
    const [down, right] = ARROWS[event.key] ?? [0, 0];
    if (k === null || (!down && !right) || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const [x, y] = app.view.head.V[k];
    const far = event.shiftKey ? 10 : 1;
    move(k, [stepped(x, right * far, TENTH), stepped(y, -down * far, TENTH)], `plane ${k}`);
  });
}
