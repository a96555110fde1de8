// Judge an answer. A wrong one that a known mistake gives gets its reason; any other is told what was asked.

/**
 * @typedef {number | number[]} Answer the index of a choice, a number, or sizes
 * @typedef {object} Known
 * @property {Answer} answer
 * @property {number} within the largest difference of a number that is right
 * @property {string} [text] why it is wrong
 */

/** @type {Record<string, (given: any, known: any, within: number) => boolean>} */
const FITS = {
  choices: (given, known) => given === known,
  number: (given, known, within) => Math.abs(given - known) <= within + 1e-9 * Math.max(1, Math.abs(known)),
  shape: (given, known) => String(given) === String(known),
};

/** @param {string} kind @param {Answer} given @param {Known} known */
export const fits = (kind, given, known) => FITS[kind](given, known.answer, known.within);

// Return why an answer is wrong, in a sentence, or null if it is right.
/** @param {any} fixed @param {any} given @param {(key: string) => string} text */
export function reasonAgainst(fixed, given, text) {
  const { kind, right, wrong, otherwise } = fixed;
  if (fits(kind, given, right)) return null;
  const mistake = wrong.find((known) => fits(kind, given, known));
  return mistake ? mistake.text : [...clues(kind, given, right, text), otherwise].join(" ");
}

// Return what is wrong with an answer that no known mistake explains: its sign, percent, a point in thousands, its
// number of axes.
function clues(kind, given, right, text) {
  if (kind === "shape") return given.length === right.answer.length ? [] : [text("axes")];
  if (kind !== "number") return [];
  if (right.answer !== 0 && fits(kind, -given, right)) return [text("sign")];
  if (right.answer >= 1000 && fits(kind, given * 1000, right)) return [text("point")];
  return right.within > 0 && fits(kind, given / 100, right) ? [text("percent")] : [];
}
