// What every block of the screen needs to know of a matrix.
import { facts } from "./facts.js";

// Whether it is a picture, and not a table of numbers.
/** @param {number} n @param {number} m */
export const isLarge = (n, m) => Math.max(n, m) > facts.most_numbered;

// A bias is a matrix of one row.
export const matrixOf = (head, name) => (name.startsWith("b_") ? [head[name]] : head[name]);
