// Draw an exam with a seed: its questions, and the numbers of each. _drawing.py draws the same.
import { value } from "./formula.js";

/**
 * @typedef {object} Asked a question of the bank, in one language, before its numbers are drawn
 * @property {string} id
 * @property {string} lesson
 * @property {number} section
 * @property {"choices" | "number" | "shape"} kind
 * @property {string} question
 * @property {string} code
 * @property {{ rows: string[], columns: string[], values: any[][], kind: "weights" | "signed" } | null} picture
 * @property {string} explanation
 * @property {string[]} choices
 * @property {any} answer
 * @property {{ answer: any, text: string }[]} wrong
 * @property {Record<string, number[]>} draw
 * @property {[string, any][]} let
 * @property {any} where
 * @property {number} within
 * @property {string} unit
 */

export const LENGTH = 40; // questions in an exam
const FROM_EACH = 2; // of each lesson at least
const TRIES = 1000;

// The generator of Park and Miller, begun with a hash of the text: the same numbers for the same text.
/** @param {string} text @returns {() => number} */
export function randomFrom(text) {
  let state = 2166136261;
  for (const character of text + text) {
    state = Math.imul(state ^ character.charCodeAt(0), 16777619);
    state ^= state >>> 13;
  }
  state = (state >>> 0) % 2147483646 + 1;
  return () => {
    state = state * 48271 % 2147483647;
    return (state - 1) / 2147483646;
  };
}

// Return the questions of the exam with this seed, in the order of the lessons.
/** @param {Asked[]} bank @param {number} seed */
export function chosen(bank, seed) {
  const random = randomFrom(`exam ${seed}`), order = bank.map((_, k) => k);
  for (let k = order.length - 1; k > 0; k--) {
    const other = Math.floor(random() * (k + 1));
    [order[k], order[other]] = [order[other], order[k]];
  }
  /** @type {Map<string, number[]>} */
  const taken = new Map();
  const rest = [];
  for (const k of order) {
    const ofLesson = taken.get(bank[k].lesson) ?? [];
    taken.set(bank[k].lesson, ofLesson);
    (ofLesson.length < FROM_EACH ? ofLesson : rest).push(k);
  }
  const first = [...taken.values()].flat();
  return [...first, ...rest].slice(0, LENGTH).sort((a, b) => a - b).map((k) => bank[k]);
}

// Return a question with its numbers, as question.js has one: texts, the right answer, and those of known mistakes.
/** @param {Asked} asked @param {number} seed */
export function posed(asked, seed) {
  const numbers = numbersOf(asked, seed);
  const said = (text) => filled(text, numbers);
  const { picture } = asked;
  return {
    ...asked,
    numbers,
    question: said(asked.question),
    code: filled(asked.code, numbers, true),
    explanation: said(asked.explanation),
    choices: asked.choices.map(said),
    right: { answer: answerOf(asked, asked.answer, numbers), within: asked.within },
    wrong: asked.wrong.map((one) => ({
      answer: answerOf(asked, one.answer, numbers),
      within: asked.within,
      text: said(one.text),
    })),
    otherwise: "",
    picture: picture &&
      { ...picture, values: picture.values.map((row) => row.map((one) => value(one, numbers))) },
  };
}

/** @param {Asked} asked @param {number} seed @returns {Record<string, number>} */
function numbersOf(asked, seed) {
  const random = randomFrom(`${seed} ${asked.id}`);
  for (let k = 0; k < TRIES; k++) {
    /** @type {Record<string, number>} */
    const numbers = {};
    for (const [name, values] of Object.entries(asked.draw)) {
      numbers[name] = values[Math.floor(random() * values.length)];
    }
    for (const [name, formula] of asked.let) numbers[name] = value(formula, numbers);
    if (asked.where !== null && !value(asked.where, numbers)) continue;
    const right = answerOf(asked, asked.answer, numbers);
    const answers = [right, ...asked.wrong.map((one) => answerOf(asked, one.answer, numbers))];
    if (answers.some((one, k) => answers.slice(0, k).some((other) => same(one, other, 2 * asked.within)))) {
      continue;
    }
    return asked.kind === "number" ? { ...numbers, answer: right } : numbers;
  }
  throw new Error(`${asked.id}: no numbers`);
}

function answerOf(asked, answer, numbers) {
  if (asked.kind === "choices") return answer;
  if (asked.kind === "shape") return answer.map((size) => Math.round(value(size, numbers)));
  return value(answer, numbers);
}

const same = (one, other, within) =>
  Array.isArray(one)
    ? String(one) === String(other)
    : Math.abs(one - other) <= within + 1e-9 * Math.max(1, Math.abs(one));

/** @param {string} text @param {Record<string, number>} numbers @param {boolean} [code] */
export const filled = (text, numbers, code = false) =>
  text.replace(
    /\{([A-Za-z]\w*)(?::(\d))?\}/g,
    (_, name, decimals) => written(numbers[name], decimals === undefined ? null : Number(decimals), code),
  );

// Return a number as a text has it: with thousands separated, and at most four decimals.
/** @param {number} x @param {number | null} decimals @param {boolean} code */
export function written(x, decimals = null, code = false) {
  let text = x.toFixed(decimals ?? 4);
  if (Number(text) === 0) text = text.replace("-", "");
  if (decimals === null) text = text.replace(/\.?0+$/, "");
  const large = Math.abs(Number(text)) >= 10000 && !code;
  if (large) text = text.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ",");
  return code ? text : text.replace("-", "−");
}
