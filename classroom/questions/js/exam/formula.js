// Work out a formula that Python has read, as _formulas.py does: a number, the name of a number, or [operation, …].

/** @typedef {number | string | any[]} Formula */

/** @type {Record<string, (...parts: any[]) => any>} */
const DONE = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "//": (a, b) => Math.floor(a / b),
  "%": (a, b) => ((a % b) + b) % b,
  "**": (a, b) => a ** b,
  "==": (a, b) => Math.abs(a - b) < 1e-9,
  "!=": (a, b) => Math.abs(a - b) >= 1e-9,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  and: (...parts) => parts.every(Boolean),
  or: (...parts) => parts.some(Boolean),
  not: (a) => !a,
  if: (condition, one, other) => (condition ? one : other),
  sqrt: Math.sqrt,
  exp: Math.exp,
  log: Math.log,
  max: Math.max,
  min: Math.min,
  abs: Math.abs,
  floor: Math.floor,
  round: (a) => Math.floor(a + 0.5),
};

/** @param {Formula} formula @param {Record<string, number>} numbers @returns {any} */
export function value(formula, numbers) {
  if (typeof formula === "string") return numbers[formula];
  if (!Array.isArray(formula)) return formula;
  const [operation, ...parts] = formula;
  return DONE[operation](...parts.map((part) => value(part, numbers)));
}
