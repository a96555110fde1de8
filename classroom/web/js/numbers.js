// Read the numbers that are typed and pasted, and write them.

const FORM = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const DECIMAL_COMMA = /^([+-]?\d*),(\d+(?:e[+-]?\d+)?)$/i;
const THOUSANDS = /^[+-]?[1-9]\d{0,2},\d{3}$/; // 1,000 is a thousand in one country and one in another

// Rewrite a number as Python would: full-width characters of a Chinese keyboard (１．５, －, 。), the true minus sign,
// ½ as 1/2, and the narrow spaces in a French number. Other signs, such as the ² of 2², stay.
const plain = (text) =>
  withoutGroups(text)
    .replace(/[\uff01-\uff5e]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
    .replace(/[\u2010-\u2015\u2212\ufe63]/g, "-")
    .replace(/[\u00bc-\u00be\u2150-\u215e]/g, (c) => ` ${c.normalize("NFKC")}`)
    .replace(/\u2044/g, "/")
    .replace(/。/g, ".")
    .trim();

const withoutGroups = (text) => text.replace(/(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))/g, "");

function toNumber(written) {
  const number = FORM.test(written) ? Number(written) : NaN;
  return Number.isFinite(number) ? number : null;
}

const withPoint = (written) => written.replace(DECIMAL_COMMA, "$1.$2");

// Read a text as a number, or return null: 1.5 and −2, but also 1/2, ½, 1 ½ and 3 %. A comma is a decimal comma, except
// in 1,000: that may be a thousand.
export function parseNumber(text) {
  const written = plain(text);
  const percent = /^(.*\S)\s*%$/.exec(written);
  return percent ? times(fraction(percent[1]), 0.01) : fraction(written);
}

export const times = (x, factor) => x === null ? null : Number((x * factor).toPrecision(15));

function fraction(written) {
  const parts = /^([+-]?)\s*(?:(\d+)\s+)?([^/\s]+)\s*\/\s*([^/\s]+)$/.exec(written);
  if (!parts) return decimal(written);
  const [top, bottom] = [decimal(parts[3]), decimal(parts[4])];
  if (top === null || !bottom) return null;
  return (parts[1] === "-" ? -1 : 1) * (Number(parts[2] ?? 0) + top / bottom);
}

const decimal = (written) => toNumber(THOUSANDS.test(written) ? written : withPoint(written));

// Return true if commas are the reason why a text was refused.
export const hasComma = (text) => /\d,\d/.test(plain(text));

// Read a block from a spreadsheet, or an array as Python prints it, as rows of numbers; null if anything in it,
// such as an empty cell, is not a number.
export function parseBlock(text) {
  const rows = /[[(]/.test(text) ? rowsOfArray(text) : rowsOfSheet(text);
  const numbers = rows.map((row) => row.map(toNumber));
  const right = numbers.length > 0 && numbers.every((row) => row.length > 0 && !row.includes(null));
  return right ? numbers : null;
}

// Numbers are separated by tabs, or else by spaces, semicolons, or commas followed by a space. A comma alone is a
// decimal comma if one of the numbers can be read in no other way and none has a point.
function rowsOfSheet(text) {
  const lines = withoutGroups(text).split(/\r?\n/).filter((line) => line.trim() !== "");
  const rows = lines.map((line) =>
    line.includes("\t") ? line.split("\t") : line.split(/[\s;]+|,\s+/).filter(Boolean)
  );
  const written = rows.map((row) => row.map(plain));
  const all = written.flat();
  const decimal = all.some((one) => DECIMAL_COMMA.test(one) && !THOUSANDS.test(one)) &&
    !all.some((one) => one.includes("."));
  return decimal ? written.map((row) => row.map(withPoint)) : written;
}

// array([[1., 2.]], dtype=float32)
const ARRAY = /^[\w\s.:]*?\(?\s*(\[[^]*\])\s*(?:,\s*\w+=[^[\]]*)*\)?[,;]?$/;

// NumPy arrays, tensors and lists as they are printed: each innermost pair of brackets is a row, and commas
// separate numbers.
function rowsOfArray(text) {
  const scalars = text.replace(/\bnp\.\w+\(([^()]*)\)/g, "$1"); // [np.float64(0.5), np.float64(1.0)]
  const array = scalars.includes("[") ? scalars : scalars.replace(/\(/g, "[").replace(/\)/g, "]");
  const inner = array.trim().match(ARRAY)?.[1] ?? "";
  let depth = 0;
  for (const c of inner) depth += { "[": 1, "]": -1 }[c] ?? 0;
  const rows = [...inner.matchAll(/\[([^[\]]*)\]/g)].map(([, row]) => row);
  const between = inner.replace(/\[[^[\]]*\]/g, "");
  if (depth !== 0 || /[^\s,[\]]/.test(between)) return [];
  return rows.map((row) => row.split(/[\s,;]+/).filter(Boolean).map(plain));
}

// The keyboard for a number that may be negative: on an iPhone or iPad the one for decimals has no minus.
export const KEYBOARD = navigator.maxTouchPoints > 1 && /iP(hone|ad|od)|Macintosh/.test(navigator.userAgent)
  ? "text"
  : "decimal";

// Write a number in full, for an input that is being edited.
export const fullText = (x) => String(x).replace("-", "−");

// Return x + k steps, rounded to the digits that x or the step has: 0.1 + 0.2 is 0.3, and no digit of x is lost.
export function stepped(x, k, step) {
  const digits = Math.max(decimalsOf(x), decimalsOf(step));
  return k === 0 || digits > 17 ? x + k * step : Number((x + k * step).toFixed(digits));
}

function decimalsOf(x) {
  const [digits, exponent] = String(x).split("e");
  return Math.max((digits.split(".")[1] ?? "").length - Number(exponent ?? 0), 0);
}
