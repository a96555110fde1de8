// Constants that Python writes down in draw/steps.py and draw/style.py; each explorer brings them along, see _config.py.
// They may be one object for all explorers of a page, which each explorer fills again: they depend on no example, no
// option and no language, and a bundle of another version of attnlib is another module with a config of its own.

/**
 * @typedef {object} Step
 * @property {"queries" | "keys"} rows the words that look, or those that are looked at
 * @property {"keys" | "features" | ""} cols
 * @property {"signed" | "weights"} kind of its colours
 * @property {Record<string, "row" | "col" | "row of col" | "entry">} sources which entries of which matrices
 *   go straight into entry [i, j]: those of row i, of column j, of row j, or [i, j] alone
 *
 * @typedef {object} Config
 * @property {Record<string, Step>} steps in the order of the formula
 * @property {string[]} numbers the matrices that may be given
 * @property {string[]} scalings
 * @property {number} most_numbered rows or columns; beyond, a matrix is a picture without numbers
 * @property {number} most_terms of a sum that is written out
 * @property {number} most_lively numbers of a matrix; beyond, none lights up, and only those in sight are drawn anew
 * @property {number} alike weights that differ by less are said to be equal
 * @property {number} reach signed colours end at this multiple of the largest number
 * @property {Record<string, string>} stops colours, as rrggbbrrggbb…
 */

export const config = /** @type {Config} */ ({});

/** @param {Config} given */
export const useConfig = (given) => Object.assign(config, given);
