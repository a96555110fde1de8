// The scores of a model for the next token, as Python sends and stores them: see classroom/desk/_step.py.

/**
 * @import { Scores } from "./choosing.js"
 * @typedef {{ numbers: string, rows: Record<string, string>, text?: string, of?: number, token?: number }} Packed
 * @typedef {Scores & { ids: number[], rows: Map<string, number[]>, text: string | null }} Step
 * @typedef {{ prompt: string, tokens: number[], pieces: Record<string, string>, steps: Packed[] }} Stored
 */

const TEMPERATURES = 20; // 0.1, 0.2, … 2.0
const UNIT = 1000; // of scores: three decimals
const MOST = 11; // no rest is larger: the logarithm of 49,152 tokens is 10.8

/** @param {Packed} packed @returns {Step} */
export function readStep({ numbers, rows, text }) {
  const bytes = bytesOf(numbers);
  const all = Array.from({ length: bytes.length / 2 }, (_, k) => bytes[2 * k] + 256 * bytes[2 * k + 1]);
  const count = (all.length - TEMPERATURES) / 2;
  const rests = all.slice(2 * count).map((number) => MOST - number / UNIT);
  return {
    ids: all.slice(0, count),
    scores: all.slice(count, 2 * count).map((number) => -number / UNIT), // below the largest, which is 0
    rest: (temperature) => rests[Math.round(10 * temperature) - 1],
    rows: new Map(Object.entries(rows).map(([at, row]) => [at, bytesOf(row).map((byte) => byte / 255)])),
    text: text ?? null,
  };
}

/** @param {string} base64 @returns {number[]} */
const bytesOf = (base64) => Array.from(atob(base64), (letter) => letter.charCodeAt(0));

// The name of a place in a text: after this prompt and these tokens.
/** @param {string} prompt @param {number[]} taken */
export const keyOf = (prompt, taken) => JSON.stringify([prompt, ...taken]);

// Read all steps of a stored prompt, by their places.
/** @param {Stored} stored @returns {Map<string, Step>} */
export function readStored({ prompt, steps }) {
  /** @type {number[][]} */
  const taken = [];
  return new Map(steps.map((packed) => {
    taken.push(packed.token === undefined ? [] : [...taken[packed.of ?? 0], packed.token]);
    return [keyOf(prompt, taken[taken.length - 1]), readStep(packed)];
  }));
}
