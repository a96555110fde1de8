// Read the numbers, shapes and letters that readers type on any keyboard; null if that is impossible.
import { parseNumber, times } from "../../web/js/numbers.js";

// Replace full-width characters by half-width ones, every minus by "-"; a comma stays.
const plain = (text) =>
  text
    .replace(/[\uff01-\uff5e]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
    .replace(/[\u2010-\u2015\u2212\ufe63]/g, "-")
    .replace(/、/g, ",")
    .trim();

const TIMES = { "千": 1e3, "万": 1e4, "百万": 1e6, "亿": 1e8, thousand: 1e3, million: 1e6 };
const TIMED = new RegExp(`^(.*?)\\s*(${Object.keys(TIMES).join("|")})$`, "i");

// Read 0.5, 0,5, 1/2, ½, 1 ½, 50 %, ０．５, - 2, (−2), ~0.66, 144万 and 1 440 000. With the unit "%", 50 and 50 % are
// the same. One comma before three digits is a thousand only if what is asked for is as large.
/** @param {string} text @param {string} unit @param {boolean} large */
export function readNumber(text, unit = "", large = false) {
  const written = bare(plain(text), large);
  const percent = /^(.*?)\s*%$/.exec(written);
  if (percent && unit === "%") return parseNumber(percent[1]);
  const timed = TIMED.exec(written);
  return timed ? times(parseNumber(timed[1]), TIMES[timed[2].toLowerCase()]) : parseNumber(written);
}

// Take away what says nothing: ~ or = before a number, brackets around it, a full stop behind it, a blank after its
// sign, and what separates thousands.
function bare(text, large) {
  const number = text.replace(/^[=≈~约]\s*/, "").replace(/(?<=.)[.。]$/, "").replace(/^\((.*)\)$/, "$1");
  const signed = number.trim().replace(/^([+-])\s+/, "$1");
  const sign = /^[+-]?[1-9]\d{0,2}([ ,.'’])\d{3}(?:\1\d{3})*$/.exec(signed)?.[1];
  const clear = sign === ","
    ? large || signed.split(",").length > 2
    : sign !== "." || signed.split(".").length > 2;
  return sign && clear ? signed.replaceAll(sign, "") : signed;
}

// Read (4, 6), [4, 6], 4x6, 4×6, 4 · 6, 4 by 6, 4 6, 4，6 and (4,) as a list of sizes.
/** @param {string} text */
export function readShape(text) {
  const inside = plain(text).replace(/[.。]$/, "").replace(/^[([]|[)\]]$/g, "").trim();
  const sizes = inside.replace(/,$/, "").split(/\s*(?:[,;xX×*·]|\bby\b|乘)\s*|\s+/);
  return sizes.every((size) => /^\d{1,9}$/.test(size)) ? sizes.map(Number) : null;
}

// Return the index of b, B, (b), b) or （ｂ） among so many choices.
/** @param {string} text @param {number} count */
export function readLetter(text, count) {
  const letter = /^[([]?\s*([a-z])\s*[)\].:,]?$/i.exec(plain(text));
  const k = letter ? letter[1].toLowerCase().charCodeAt(0) - "a".charCodeAt(0) : count;
  return k < count ? k : null;
}
