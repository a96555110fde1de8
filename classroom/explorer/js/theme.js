// Colours and texts of numbers, as draw/style.py and draw/numbers.py have them; a test compares the two.
import { config } from "./config.js";

/** @import { Matrix } from "./attention.js" */

// Colours, as [red, green, blue] from 0 to 255.

// The colours from one end to the other as pixels, of which a map has hundreds of thousands.
/** @param {"weights" | "signed"} kind @returns {Uint32Array} */
export function pixelsOf(kind, dark = false) {
  const name = `${kind} ${dark}`;
  pixels[name] ??= new Uint32Array(
    Uint8ClampedArray.from(
      Array.from({ length: SHADES }, (_, k) => {
        const t = k / (SHADES - 1);
        return [...colorOf(kind === "weights" ? t : 2 * t - 1, kind, 1, dark), 255];
      }).flat(),
    ).buffer,
  );
  return pixels[name];
}

// Which of them a number has.
/** @param {number} x @param {"weights" | "signed"} kind @param {number} limit */
export function shadeOf(x, kind, limit) {
  const t = kind === "weights" ? x / limit : 0.5 + x / (2 * limit);
  return Math.round(Math.min(Math.max(t, 0), 1) * (SHADES - 1));
}

const SHADES = 1024;
/** @type {Record<string, Uint32Array>} */
const pixels = {};

/** @type {Record<string, number[][]>} */
const stops = {}; // by what is handed over

/** @param {"weights" | "signed"} kind */
function stopsOf(kind, dark = false) {
  const given = config.stops[dark ? `dark ${kind}` : kind];
  return stops[given] ??= (given.match(/.{6}/g) ?? []).map((hex) =>
    [0, 2, 4].map((k) => parseInt(hex.slice(k, k + 2), 16))
  );
}

/** @param {number[][]} stops @param {number} t */
function between(stops, t) {
  const at = Math.min(Math.max(t, 0), 1) * (stops.length - 1);
  const k = Math.min(Math.floor(at), stops.length - 2);
  return stops[k].map((c, i) => Math.round(c + (stops[k + 1][i] - c) * (at - k)));
}

// The colour of a number: weights from 0 to limit, others from -limit to limit.
/** @param {number} x @param {"weights" | "signed"} kind @param {number} limit */
export function colorOf(x, kind, limit, dark = false) {
  return between(stopsOf(kind, dark), kind === "weights" ? x / limit : 0.5 + x / (2 * limit));
}

// How a cell with that number is painted, in light and in dark: colours of CSS. Few of the shades are ever needed, and
// none is made twice.
/** @param {number} x @param {"weights" | "signed"} kind @param {number} limit */
export function paintOf(x, kind, limit) {
  const shade = shadeOf(x, kind, limit);
  return painted[`${kind} ${shade}`] ??= paintShade(shade / (SHADES - 1), kind);
}

/** @type {Record<string, { paper: string, pen: string }>} */
const painted = {};

/** @param {number} t @param {"weights" | "signed"} kind */
function paintShade(t, kind) {
  const [light, dark] = [false, true].map((isDark) =>
    colorOf(kind === "weights" ? t : 2 * t - 1, kind, 1, isDark)
  );
  return {
    paper: `light-dark(rgb(${light}), rgb(${dark}))`,
    pen: `light-dark(${ink(light)}, ${ink(dark)})`,
  };
}

// The number at which the colours of a signed matrix end; numbers that are not finite do not count.
/** @param {Matrix} A */
export function reach(A) {
  let most = 0;
  for (const row of A) for (const x of row) if (Number.isFinite(x)) most = Math.max(most, Math.abs(x));
  return Math.min(config.reach * most, 8e307) || 1;
}

// Black or white, whichever can be read on the colour: 4.58 : 1 or more.
/** @param {number[]} color */
export function ink(color) {
  const linear = (
    /** @type {number} */ part,
  ) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const [r, g, b] = color.map((c) => linear(c / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? "#000000" : "#ffffff";
}

// Numbers. All have a true minus sign, and none before zero.

// As in a cell: two decimals, or none if the whole matrix is whole; fewer for a large number.
/** @param {number} x */
export function number(x, whole = false) {
  const size = Math.abs(x);
  if (size === Infinity) return x < 0 ? "−∞" : "∞";
  if (size >= 99999.5) return signed(scientific(x, 1).replace("e+", "e"));
  return signed(fixed(x, whole || size >= 999.5 ? 0 : size >= 9.995 ? 1 : 2));
}

// As in arithmetic: four decimals, or none if the whole matrix is whole; 1.5e9 and so on from there.
/** @param {number} x */
export function exact(x, whole = false) {
  if (x === -Infinity) return "−∞";
  if (Math.abs(x) < 1e9) return signed(fixed(x, whole ? 0 : 4));
  const [mantissa, exponent] = scientific(x, 4).split("e");
  return signed(`${bare(mantissa)}e${Number(exponent)}`);
}

// The sign between what is written and a number that comes of these: "≈" where one of them is rounded.
/** @param {number[]} numbers as they are written by exact */
export const equals = (numbers) =>
  numbers.every((x) => Math.abs(Number(exact(x).replace("−", "-")) - x) <= 1e-12 * Math.abs(x)) ? "=" : "≈";

// As in a sentence: so many significant digits, and no zeros behind them.
/** @param {number} x */
export function short(x, digits = 3) {
  const [mantissa, exponent] = scientific(x, digits - 1).split("e");
  const power = Number(exponent);
  if (power >= -4 && power < digits) return signed(bare(fixed(x, digits - 1 - power)));
  return signed(`${bare(mantissa)}e${exponent[0]}${exponent.slice(1).padStart(2, "0")}`);
}

// Returns whether every number is whole; ±∞ counts as whole.
/** @param {Matrix} A */
export function isWhole(A) {
  if (!whole.has(A)) {
    whole.set(
      A,
      A.every((row) => row.every((x) => !Number.isFinite(x) || Number.isInteger(x))),
    );
  }
  return Boolean(whole.get(A));
}

/** @type {WeakMap<Matrix, boolean>} */
const whole = new WeakMap(); // no matrix is ever changed: each is asked once

/** @param {number} x */
export const withSign = (x) => (x > 0 ? "+" : "") + number(x);

// Without zeros behind the decimals.
/** @param {string} text */
const bare = (text) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);

/** @param {string} text */
const signed = (text) => Number(text) === 0 ? text.replace(/^-/, "") : text.replaceAll("-", "−");

// toFixed and toExponential, but writing all digits of a large number, and with ties to even, as Python has
// them.

/** @param {number} x @param {number} decimals */
function fixed(x, decimals) {
  if (Math.abs(x) >= 1e21) return BigInt(x).toString() + (decimals ? `.${"0".repeat(decimals)}` : "");
  const isTie = Math.abs(x * 2 ** (decimals + 1)) % 2 === 1; // a power of two: nothing is rounded here
  return isTie ? tieToEven(x.toFixed(decimals)) : x.toFixed(decimals);
}

/** @param {number} x @param {number} decimals */
function scientific(x, decimals) {
  const [mantissa] = Math.abs(x).toExponential(decimals + 30).split("e");
  const isTie = /^50*$/.test(mantissa.replace(".", "").slice(decimals + 1));
  return isTie ? tieToEven(x.toExponential(decimals)) : x.toExponential(decimals);
}

// JavaScript has rounded a tie away from 0: an odd last digit, before the exponent, goes back by one.
/** @param {string} text */
const tieToEven = (text) => text.replace(/^([^e]*)([13579])(?=e|$)/, (_, start, odd) => start + (odd - 1));
