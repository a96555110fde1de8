// The state of an explorer, all that can be edited: as it travels, as it begins, as one line of Python.

import { facts } from "./facts.js";

// The names of all that can be edited.
export const stateNames = () => [...facts.numbers, "keep", "temperature", "scaling", "sentence"];

// What Python has in its traits.
export const stateOf = (model) =>
  Object.fromEntries(stateNames().map((name) => [name, decode(model.get(name))]));

// What Python tells once.
export function fixedOf(model) {
  const fixed = model.get("_fixed");
  const numbers = (arrays) =>
    Object.fromEntries(Object.entries(arrays).map(([name, array]) => [name, decode(array)]));
  const sentences = fixed.sentences.map((one) => ({
    ...one,
    numbers: numbers(one.numbers),
    context_tokens: one.context_tokens ?? one.tokens,
    keep: decode(one.keep),
  }));
  return { ...fixed, start: numbers(fixed.start), sentences };
}

// What the example is to begin with; a line of Python as copied says what differs from it.
export const startOf = ({ start, sentences }) => ({
  ...start,
  keep: sentences[0].keep,
  temperature: 1,
  scaling: "sqrt",
  sentence: 0,
});

// What is selected, as an object: Python has (step, row, col).
export const chosenBy = (
  selected,
) => (selected ? { step: selected[0], row: selected[1], col: selected[2] } : null);

// Queries, keys and values that are given come as (n, d) or, with heads, (h, n, d): here always the latter.
export const isList = (A) => Array.isArray(A?.[0]?.[0]);
export const lists = (
  state,
) => (state.X ? state : { ...state, Q: listed(state.Q), K: listed(state.K), V: listed(state.V) });
const listed = (A) => (isList(A) ? A : [A]);

// One line that restores the state.
export function asPython(app) {
  const start = startOf(app.fixed);
  const differs = (name) => JSON.stringify(app.state[name]) !== JSON.stringify(start[name] ?? null);
  const names = stateNames().filter(differs);
  const items = names.map((name) => `${JSON.stringify(name)}: ${written(app.state[name])}`).join(", ");
  return `Explorer(${app.fixed.name ? JSON.stringify(app.fixed.name) : "…"}).load({${items}})`;
}

function written(value) {
  if (value === null) return "None";
  return JSON.stringify(value).replaceAll("true", "1").replaceAll("false", "0");
}

// The dict in a line of Python as copied, if it fits this explorer; else null.
export function readState(text, app) {
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
    scaling: (scaling) => facts.scalings.includes(scaling),
    sentence: (i) => Number.isInteger(i) && i in app.fixed.sentences,
  };
  for (const [name, value] of Object.entries(given)) {
    const mayBe = Object.hasOwn(right, name)
      ? right[name](value)
      : app.isNumber(name) && app.fixed.edit.includes(name) && alike(value, app.state[name]);
    if (!mayBe) return null;
  }
  if (given.keep) given.keep = given.keep.map((row) => row.map(Boolean));
  return given;
}

const alike = (a, b) =>
  Array.isArray(b)
    ? Array.isArray(a) && a.length === b.length && a.every((x, k) => alike(x, b[k]))
    : typeof a === "number" && Number.isFinite(a);

// Between Python and the browser

// Arrays travel as bytes; in a saved page these are base64.
export function decode(value) {
  if (value === null || value === undefined || value.shape === undefined) return value ?? null;
  const bytes = bytesOf(value.data);
  const size = value.shape.reduce((a, b) => a * b, 1);
  const flat = bytes.length === size
    ? Array.from(bytes, (x) => x !== 0)
    : Array.from(new Float64Array(bytes.buffer));
  return fold(flat, value.shape);
}

function bytesOf(data) {
  if (typeof data === "string") return Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
  return new Uint8Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength));
}

function fold(flat, shape) {
  if (shape.length < 2) return flat;
  const step = flat.length / shape[0];
  return Array.from(
    { length: shape[0] },
    (_, k) => fold(flat.slice(k * step, (k + 1) * step), shape.slice(1)),
  );
}

export function encode(value) {
  if (!Array.isArray(value) || typeof value[0] === "string") return value; // what is selected: ["W_Q", 1, 0]
  const shape = [];
  for (let inner = value; Array.isArray(inner); inner = inner[0]) shape.push(inner.length);
  const flat = value.flat(shape.length);
  const array = typeof flat[0] === "boolean" ? Uint8Array.from(flat) : Float64Array.from(flat);
  return { shape, data: new DataView(array.buffer) };
}
