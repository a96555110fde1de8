// Turn anybody's sentence into numbers, as words.py does it: a page without Python has the same table of words.

/**
 * @typedef {object} Table
 * @property {string[]} words
 * @property {string} rows a byte for each number of each word, in base64
 * @property {number} scale what a byte is multiplied by
 * @property {number} most words of a sentence
 *
 * @typedef {(word: string) => number | undefined} Place the row of a word
 * @typedef {{ words: string[], X: number[][] }} Sentence
 * @typedef {{ problem: string, values: Record<string, any> }} Refused the key of a text, and what fills it
 */

const CHINESE = "\\u4e00-\\u9fff";
const LETTER = `(?:(?![${CHINESE}])[\\p{L}\\p{N}])`; // of a word that stands between spaces and signs
const PIECES = new RegExp(`[${CHINESE}]+|${LETTER}+(?:['’]${LETTER}+)*`, "gu");

// Cut a sentence into words, and look each up in the table.
/**
 * @param {string} text
 * @param {Table} table
 * @param {string} between what stands between two unknown words
 * @returns {Sentence | Refused}
 */
export function readSentence(text, table, between) {
  const place = placeIn(table);
  const words = cutWords(text, place);
  const unknown = [...new Set(words.filter((word) => place(word) === undefined))];
  const n = table.words.length.toLocaleString("en-US");
  if (unknown.length) return { problem: "unknown", values: { words: unknown.join(between), n } };
  if (words.length < 2 || words.length > table.most) {
    return { problem: "count", values: { n: words.length, most: table.most } };
  }
  const all = Int8Array.from(atob(table.rows), (c) => c.charCodeAt(0));
  const d = all.length / table.words.length;
  const row = (/** @type {number} */ k) =>
    Array.from(all.subarray(k * d, (k + 1) * d), (x) => x * table.scale);
  return { words, X: words.map((word) => row(place(word) ?? 0)) };
}

// Cut a text at spaces and signs, and Chinese at the longest known words.
/** @param {string} text @param {Place} place */
function cutWords(text, place) {
  const words = [];
  for (let piece of text.match(PIECES) ?? []) {
    if (place(piece) !== undefined || !RegExp(`^[${CHINESE}]`).test(piece)) {
      words.push(piece);
      continue;
    }
    while (piece) {
      let size = piece.length;
      while (size > 1 && place(piece.slice(0, size)) === undefined) size--;
      words.push(piece.slice(0, size));
      piece = piece.slice(size);
    }
  }
  return words;
}

// A word is looked for as it stands, without capitals, and without its ’s. Of two that are written alike the first
// counts.
/** @param {Table} table @returns {Place} */
function placeIn({ words }) {
  const places = new Map(words.map((word, k) => /** @type {[string, number]} */ ([word, k])).reverse());
  return (word) => {
    const small = word.toLowerCase();
    const known = [word, small, small.replace(/['’]s$/, "")].find((one) => places.has(one));
    return known === undefined ? undefined : places.get(known);
  };
}
