// Read the numbers, shapes and letters that readers type on any keyboard; null if that is impossible.
import { parseNumber } from "../shared/numbers.js";

// Replace full-width characters by half-width ones, every minus by "-", ½ by 1/2; a comma stays.
const plain = (text) =>
  text
    .replace(/[\uff01-\uff5e]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
    .replace(/[\u2010-\u2015\u2212\ufe63]/g, "-")
    .replace(/[\u00bc-\u00be\u2150-\u215e]/g, (c) => ` ${c.normalize("NFKC")}`)
    .replace(/\u2044/g, "/")
    .replace(/、/g, ",")
    .trim();

// Read 0.5, 0,5, 1/2, ½, 1 ½, 50 %, ０．５, −2. With the unit "%", 50 and 50 % are the same.
/** @param {string} text @param {string} unit */
export function readNumber(text, unit = "") {
  const written = plain(text).replace(/^[=≈]\s*/, "");
  const percent = /^(.*?)\s*%$/.exec(written);
  if (percent) {
    const x = fraction(percent[1]);
    return x === null || unit === "%" ? x : Number((x / 100).toPrecision(15));
  }
  return fraction(written);
}

function fraction(text) {
  const parts = /^([+-]?)(?:(\d+)\s+)?([^/\s]+)\s*\/\s*([^/\s]+)$/.exec(text);
  if (!parts) return parseNumber(text);
  const [top, bottom] = [parseNumber(parts[3]), parseNumber(parts[4])];
  if (top === null || bottom === null || bottom === 0) return null;
  return (parts[1] === "-" ? -1 : 1) * (Number(parts[2] ?? 0) + top / bottom);
}

// Read (4, 6), [4, 6], 4x6, 4×6, 4 6, 4，6 and (4,) as a list of sizes.
/** @param {string} text */
export function readShape(text) {
  const inside = plain(text).replace(/^[([]|[)\]]$/g, "").trim();
  const sizes = inside.replace(/,$/, "").split(/\s*[,;xX×*]\s*|\s+/);
  return sizes.every((size) => /^\d{1,9}$/.test(size)) ? sizes.map(Number) : null;
}

// Return the index of b, B, (b), b) or （ｂ） among so many choices.
/** @param {string} text @param {number} count */
export function readLetter(text, count) {
  const letter = /^[([]?\s*([a-z])\s*[)\].:,]?$/i.exec(plain(text));
  const k = letter ? letter[1].toLowerCase().charCodeAt(0) - "a".charCodeAt(0) : count;
  return k < count ? k : null;
}
