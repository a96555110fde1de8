// What solves a puzzle: one entry after another is tried, and the whole of attention computed each time.
import { attend } from "./attention.js";
import { lists } from "./state.js";

/**
 * @import { Trace } from "./attention.js"
 * @import { State } from "./explorer.js"
 *
 * @typedef {{ step: string, row: number, col: number, above: boolean, value: number, text: string }} Goal
 * @typedef {{ name: string, at: number[], x: any }} Move one entry, and what is written there
 * @typedef {{ moves: Move[], far: number }} Found far: how far one is from the goals when that is done
 *
 * @typedef {object} Puzzle
 * @property {Goal[]} goals
 * @property {number} heads how many
 * @property {number} head the one that is shown
 * @property {number[]} sizes how many words look, and at how many
 * @property {string[]} names the matrices that may be changed, and "keep" if the mask may
 * @property {[number, number]} entries the least and the largest whole number to write
 */

const MOST_WORK = 1e8; // multiplications for all single changes, or for all pairs, that are tried
const SEEN = 0.005; // by so much a change brings one nearer, if it is said to: what two decimals show
const KEPT = 60; // of the sets of changes that are tried, those to which one more is added
const AFTER_HEADS = ["merged", "projected"];

// The number that a goal speaks of; of several heads, that of the one that is shown.
/** @param {Goal} goal @param {Trace | Record<string, any>} trace @param {number} head @returns {number} */
export const numberOf = (goal, trace, head) =>
  (AFTER_HEADS.includes(goal.step) ? trace : trace.heads[head])[goal.step][goal.row][goal.col];

/** @param {Goal} goal @param {number} x */
export const isMetBy = (goal, x) => (goal.above ? x > goal.value : x < goal.value);

// How far a state is from solving the puzzle: what each number still lacks, all together. A goal that is met
// adds nothing, however far beyond it is. Weights count as they are, other numbers as a share of what is asked
// for, so that a weight and a score can be added. A number that equals the goal does not meet it.
/** @param {Puzzle} puzzle @param {Trace} trace */
export function distance({ goals, head }, trace) {
  return goals.reduce((sum, goal) => {
    const x = numberOf(goal, trace, head);
    const unit = goal.step === "weights" ? 1 : Math.max(1, Math.abs(goal.value));
    return sum + (isMetBy(goal, x) ? 0 : 1e-9 + Math.abs(goal.value - x) / unit);
  }, 0);
}

// Every single change: an entry, and another number in it; or an entry of the mask, turned over. The number
// that is nearest comes first, so that of equally good ones it is found.
/** @param {Puzzle} puzzle @param {State} state @returns {Move[]} */
export function movesOf(puzzle, state) {
  const [low, high] = puzzle.entries;
  const all = Array.from({ length: high - low + 1 }, (_, k) => low + k);
  const moves = [];
  for (const name of puzzle.names) {
    forEach(numbersOf(puzzle, state, name), [], (now, at) => {
      if (name !== "keep" && !isInHead(puzzle, state, name, at)) return;
      const others = name === "keep" ? [!now] : all.filter((x) => x !== now);
      others.sort((a, b) => Math.abs(a - now) - Math.abs(b - now));
      moves.push(...others.map((x) => ({ name, at, x })));
    });
  }
  return moves;
}

// No mask is a mask that hides nothing, and no head that is off is all of them on.
/** @param {Puzzle} puzzle @param {State} state @param {string} name */
function numbersOf({ heads, sizes }, state, name) {
  const [n, m] = sizes;
  const nothing = {
    keep: () => Array.from({ length: n }, () => Array(m).fill(true)),
    heads_on: () => Array(heads).fill(true),
  };
  return state[name] ?? nothing[name]?.() ?? null;
}

function forEach(A, at, f) {
  A.forEach((one, k) => (Array.isArray(one) ? forEach(one, [...at, k], f) : f(one, [...at, k])));
}

// A goal of one head is reached in the columns of that head, whose numbers are on the screen.
function isInHead({ goals, heads, head }, state, name, at) {
  if (heads === 1 || goals.every(({ step }) => AFTER_HEADS.includes(step))) return true;
  return (headOfEntry(state, name, at, heads) ?? head) === head;
}

// To which head an entry belongs; null where it is of all.
/** @param {State} state @param {string} name @param {number[]} at @param {number} heads */
export function headOfEntry(state, name, at, heads) {
  if (heads > 1 && ["Q", "K", "V"].includes(name)) return at[0];
  if (!/^[Wb]_[QKV]$/.test(name)) return null;
  const across = Array.isArray(state[name][0]) ? state[name][0].length : state[name].length;
  return Math.floor((at[at.length - 1] * heads) / across);
}

// The state with these changes.
/** @param {Puzzle} puzzle @param {State} state @param {Move[]} moves @returns {State} */
export function withMoves(puzzle, state, moves) {
  const changed = { ...state };
  for (const { name, at, x } of moves) {
    changed[name] = put(changed[name] ?? numbersOf(puzzle, state, name), at, x);
  }
  return changed;
}

function put(A, at, x) {
  return A.map((one, k) => (k !== at[0] ? one : at.length > 1 ? put(one, at.slice(1), x) : x));
}

// The one change after which one is nearest to the goals, or where none brings one nearer, the two; of these,
// first the one that alone does less harm. A search, which is to be asked for more until it is done: then its
// value is { moves, isAll }, in which moves is empty if nothing helps that one could see, and isAll tells
// whether all pairs were tried, if any.
/** @param {Puzzle} puzzle @param {State} state */
export const bestMove = function* (puzzle, state) {
  const far = (moves) => distance(puzzle, attend(lists(withMoves(puzzle, state, moves)), puzzle.heads));
  const now = far([]);
  const best = (sets) => nearest(sets).find((set) => set.far === 0 || set.far < now - SEEN)?.moves;
  const moves = movesOf(puzzle, state);
  const singles = yield* tried(puzzle, state, [{ moves: [], far: now }], moves);
  const single = best(singles);
  if (single) return { moves: single, isAll: true };
  const isAll = canTry(puzzle, state, moves.length);
  const pair = best(yield* tried(puzzle, state, isAll ? singles : nearest(singles), moves)) ?? [];
  return { moves: pair.sort((a, b) => far([a]) - far([b])), isAll };
};

// At most so many changes that meet all goals, as few as are found: all single ones are tried, all pairs, and
// then one more to the best of these. Of several, that with the smallest numbers, and then the first in order
// of reading. The search's value is a list of changes, or null.
/** @param {Puzzle} puzzle @param {State} start @param {number} most */
export const solutionOf = function* (puzzle, start, most) {
  const moves = movesOf(puzzle, start);
  let sets = [/** @type {Found} */ ({ moves: [], far: Infinity })];
  for (let k = 1; k <= most; k++) {
    const isAll = k === 1 || (k === 2 && canTry(puzzle, start, moves.length));
    sets = yield* tried(puzzle, start, isAll ? sets : nearest(sets), moves);
    const solutions = sets.filter(({ far }) => far === 0);
    if (solutions.length > 0) return solutions.reduce((a, b) => (size(b) < size(a) ? b : a)).moves;
  }
  return null;
};

/** @param {Found} set */
const size = ({ moves }) => moves.reduce((sum, { x }) => sum + Math.abs(x), 0);

/** @param {Found[]} sets */
const nearest = (sets) => [...sets].sort((a, b) => a.far - b.far).slice(0, KEPT);

// Each of these sets of changes with one more.
/** @param {Puzzle} puzzle @param {State} state @param {Found[]} sets @param {Move[]} moves */
function* tried(puzzle, state, sets, moves) {
  const entry = ({ name, at }) => `${name} ${at}`;
  const seen = new Set();
  const all = /** @type {Found[]} */ ([]);
  for (const { moves: before } of sets) {
    const taken = new Set(before.map(entry));
    const base = withMoves(puzzle, state, before);
    for (const move of moves) {
      if (taken.has(entry(move))) continue;
      const together = [...before, move];
      const key = before.length && together.map((one) => `${entry(one)} ${one.x}`).sort().join();
      if (key && seen.has(key)) continue;
      if (key) seen.add(key);
      const far = distance(puzzle, attend(lists(withMoves(puzzle, base, [move])), puzzle.heads));
      if (Number.isFinite(far)) all.push({ moves: together, far });
      yield;
    }
  }
  return all;
}

// Whether there is the time to try every one, or every pair, of so many changes.
/** @param {Puzzle} puzzle @param {State} state @param {number} count */
function canTry(puzzle, state, count, others = count / 2) {
  return count * others * workOf(puzzle, state) <= MOST_WORK;
}

/** @param {Puzzle} puzzle @param {State} state */
export const canTryAll = (puzzle, state) => canTry(puzzle, state, movesOf(puzzle, state).length, 1);

// Multiplications of one attend, and as much again for all that is not multiplied.
function workOf(puzzle, state) {
  const { heads, merged } = attend(lists(state), puzzle.heads);
  const [{ Q, K }] = heads;
  const inside = Q.length * K.length * 2 * merged[0].length;
  const X = state.X?.[0].length ?? 0;
  return 500 + inside + (Q.length + 2 * K.length) * X * merged[0].length;
}

// The values of all that is not as it was at the start: { name, x }. A number is one, and so is an entry of
// the mask, a head that is off, the temperature, the scaling.
/** @param {Puzzle} puzzle @param {State} start @param {State} state @param {string[]} names */
export function changedSince(puzzle, start, state, names) {
  return names.flatMap((name) => {
    const [before, now] = [start, state].map((one) => [numbersOf(puzzle, one, name)].flat(Infinity));
    return now.flatMap((x, k) => (x === before[k] ? [] : [{ name, x }]));
  });
}

// Run a search to its end, in slices, between which the page answers; then(value) is told, unless isOff().
// What is found within the first slice is told at once.
/** @param {Iterator<void, any>} search @param {(value: any) => void} then @param {() => boolean} isOff */
export function run(search, then, isOff, slice = 80) {
  const end = performance.now() + slice;
  do {
    const { done, value } = search.next();
    if (done) return then(value);
  } while (performance.now() < end);
  setTimeout(() => isOff() || run(search, then, isOff, slice));
}
