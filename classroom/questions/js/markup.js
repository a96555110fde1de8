// The marks of an author's text, as in _markup.py: `code`, *an emphasised word*, W_Q, paragraphs.
import { make, named } from "../../web/js/dom.js";

// Between a number and its unit, and between the last numbers of a vector, no line ends: as in tools/markdown.py.
const WHOLE = /(?<=\d) (?=%)|(?<=[\d.],) (?=[−\d.]+(?:, [−\d.]+){0,2}\))/g;
const PIECES = /(\x60[^\x60]+\x60|\*[^*\s](?:[^*]*[^*\s])?\*)/;

/** @param {string} text @returns {(string | Node)[]} the children of an element */
export const marked = (text) =>
  text.split(PIECES).flatMap((piece, k) => k % 2 ? [shown(piece)] : named(piece.replace(WHOLE, "\u00a0")));

/** @param {string} text @returns {HTMLElement[]} */
export const paragraphs = (text) => text.split("\n\n").map((one) => make("p", {}, ...marked(one)));

function shown(piece) {
  const inside = piece.slice(1, -1);
  return piece.startsWith("*") ? make("em", {}, ...named(inside)) : make("code", {}, inside);
}
