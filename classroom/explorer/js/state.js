// The state of an explorer (all that can be edited): at its start, and on its way between Python and the browser.
import { causalMask } from "./attention.js";
import { config } from "./config.js";
import { same } from "./history.js";

/**
 * @import { Mask, Trace } from "./attention.js"
 * @import { Config } from "./config.js"
 * @import { Model } from "../../web/js/model.js"
 *
 * @typedef {Record<string, any>} State all that can be edited, by name: matrices, temperature and the like
 * @typedef {{ state: State, trace: Trace }} Moment
 * @typedef {{ step: string, row: number, col: number }} Chosen
 *
 * @typedef {object} Sentence
 * @property {string[]} tokens
 * @property {string[]} context_tokens
 * @property {Record<string, any>} numbers its own: X and the like
 * @property {Mask | null} keep
 *
 * @typedef {object} Fixed the constants of an explorer
 * @property {string} name
 * @property {"en" | "zh"} language
 * @property {Record<string, string>} texts
 * @property {Config} config
 * @property {Record<string, any>} start the numbers of the first sentence
 * @property {Sentence[]} sentences
 * @property {Record<string, string[]>} columns what the columns of a matrix are called
 * @property {number} heads
 * @property {boolean} named whether the words are words, and not positions
 * @property {string[]} steps
 * @property {string[]} edit what may be changed
 * @property {string[] | null} only the same, if it was said
 * @property {string[] | null | undefined} controls those that stand open; null: all
 * @property {boolean} plain whether softmax has not been taught yet
 * @property {any} question
 * @property {Goal[]} goals
 * @property {number | null} par
 * @property {[number, number] | "signs"} entries
 * @property {string[]} hints
 * @property {Move[]} solution
 *
 * @typedef {object} Choices what the reader looks at
 * @property {number} head
 * @property {boolean} large type for a lecture hall
 * @property {Chosen | null} selected
 * @property {number | null} focus the row behind which the others recede
 * @property {number | null} prediction a position, or a number
 * @property {State | null} judged what the numbers differed in from the start when that was answered
 * @property {boolean} painting whether a mask is painted
 *
 * @typedef {Omit<Choices, "painting">} Looks of these, what is copied and what Python has
 * @typedef {{ state: State, choices: Looks }} Screen
 *
 * @typedef {{ step: string, row: number, col: number, above: boolean, value: number, text: string }} Goal
 * @typedef {{ name: string, at: number[], x: any }} Move one entry of the state, and what to write there
 */

// The names of all that can be edited.
export const stateNames = () => [...config.numbers, "keep", "temperature", "scaling", "sentence", "heads_on"];

// Read the state from Python's traits.
/** @param {Model} model @returns {State} */
export const stateOf = (model) =>
  Object.fromEntries(stateNames().map((name) => [name, decode(model.get(name))]));

// Read the constants that Python sends once.
/** @param {any} fixed @returns {Fixed} */
export function fixedOf(fixed) {
  const numbers = (/** @type {Record<string, any>} */ arrays) =>
    Object.fromEntries(Object.entries(arrays).map(([name, array]) => [name, decode(array)]));
  const sentences = fixed.sentences.map((/** @type {any} */ one) => ({
    ...one,
    numbers: numbers(one.numbers),
    context_tokens: one.context_tokens ?? one.tokens,
    keep: decode(one.keep),
  }));
  // Where Python runs in the browser, its None arrives as undefined.
  const question = fixed.question ? { ...fixed.question, col: fixed.question.col ?? null } : null;
  return { ...fixed, question, start: numbers(fixed.start), sentences };
}

// The state at the start; a copied line says what differs from it.
/** @param {Fixed} fixed @returns {State} */
export const startOf = ({ start, sentences }) => ({
  ...start,
  keep: sentences[0].keep,
  temperature: 1,
  scaling: "sqrt",
  sentence: 0,
  heads_on: null,
});

// The part of the state that a sentence sets: its numbers and its mask.
/** @param {Fixed} fixed @param {number} i @returns {State} */
export function ofSentence({ sentences }, i) {
  const { numbers, keep } = sentences[i];
  return { sentence: i, ...numbers, keep };
}

// The selected cell as an object; Python has it as (step, row, col).
/** @param {[string, number, number] | null} selected @returns {Chosen | null} */
export function chosenBy(selected) {
  if (!selected) return null;
  const [step, row, col] = selected;
  return { step, row, col };
}

// Queries, keys and values that are given come as (n, d) or, with heads, (h, n, d): here always the latter.
/** @param {any} A */
export const isList = (A) => Array.isArray(A?.[0]?.[0]);
/** @param {State} state */
export function lists(state) {
  if (state.X) return state;
  return { ...state, Q: listed(state.Q), K: listed(state.K), V: listed(state.V) };
}

/** @param {any} A */
const listed = (A) => (isList(A) ? A : [A]);

// A mask that is neither none nor causal.
/** @param {Mask | null} keep */
export const isOwn = (keep) =>
  keep !== null && !(keep.length === keep[0].length && same(keep, causalMask(keep.length)));

// Between Python and the browser

// Arrays travel as bytes; in a saved page these are base64, in half the length where nothing is lost by it.
/** @param {any} value as Python sends it */
export function decode(value) {
  if (value === null || value === undefined || value.shape === undefined) return value ?? null;
  const bytes = bytesOf(value.data);
  const size = value.shape.reduce((/** @type {number} */ a, /** @type {number} */ b) => a * b, 1);
  const Kind = bytes.length === 4 * size ? Float32Array : Float64Array;
  const flat = bytes.length === size ? Array.from(bytes, (x) => x !== 0) : Array.from(new Kind(bytes.buffer));
  return fold(flat, value.shape);
}

/** @param {string | DataView} data */
function bytesOf(data) {
  if (typeof data === "string") return Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice();
}

/** @param {any[]} flat @param {number[]} shape @returns {any} */
function fold(flat, shape) {
  if (shape.length < 2) return flat;
  const step = flat.length / shape[0];
  return Array.from(
    { length: shape[0] },
    (_, k) => fold(flat.slice(k * step, (k + 1) * step), shape.slice(1)),
  );
}

/** @param {any} value */
export function encode(value) {
  if (!Array.isArray(value) || typeof value[0] === "string") return value; // what is selected: ["W_Q", 1, 0]
  const shape = shapeOf(value);
  const flat = value.flat(shape.length);
  const array = typeof flat[0] === "boolean" ? Uint8Array.from(flat) : Float64Array.from(flat);
  return { shape, data: new DataView(array.buffer) };
}

/** @param {any} array */
function shapeOf(array) {
  const shape = [];
  for (let inner = array; Array.isArray(inner); inner = inner[0]) shape.push(inner.length);
  return shape;
}
