// The marks of an author's text, as in _markup.py: `code`, *an emphasised word*, W_Q, paragraphs.
import { make, named } from "../../web/js/dom.js";

const PIECES = /(\x60[^\x60]+\x60|\*[^*\s](?:[^*]*[^*\s])?\*)/;

/** @param {string} text @returns {(string | Node)[]} the children of an element */
export const marked = (text) =>
  text.split(PIECES).flatMap((piece, k) => k % 2 ? [shown(piece)] : named(piece));

/** @param {string} text @returns {HTMLElement[]} */
export const paragraphs = (text) => text.split("\n\n").map((one) => make("p", {}, ...marked(one)));

function shown(piece) {
  const inside = piece.slice(1, -1);
  return piece.startsWith("*") ? make("em", {}, ...named(inside)) : make("code", {}, inside);
}
