// The history of edits, for undo and redo. States are never changed in place, and share matrices that are equal.

const TOGETHER = 1000; // milliseconds: what is typed into one cell without a longer pause is one step

/**
 * @template T
 * @typedef {object} History
 * @property {T[]} past
 * @property {T} state
 * @property {T[]} future
 * @property {string | null} key of the last edit, or null where the next one is a step of its own
 * @property {number} at when that was, in milliseconds
 */

/** @template T @param {T} state @returns {History<T>} */
export const openHistory = (state) => ({ past: [], state, future: [], key: null, at: 0 });

// Take a new state over; says whether that is a step of its own. Edits of one key, without a pause, are
// undone together.
/** @template T @param {History<T>} history @param {T} state @param {string | null} key @param {number} now */
export function commit(history, state, key, now) {
  const joined = key !== null && key === history.key && now - history.at < TOGETHER;
  if (!joined) history.past.push(history.state);
  Object.assign(history, { state, future: [], key, at: now });
  return !joined;
}

/** @template T @param {History<T>} history */
export const undo = (history) => move(history, history.past, history.future);
/** @template T @param {History<T>} history */
export const redo = (history) => move(history, history.future, history.past);

/** @template T @param {History<T>} history @param {T[]} from @param {T[]} to */
function move(history, from, to) {
  if (from.length === 0) return false;
  to.push(history.state);
  Object.assign(history, { state: from.pop(), key: null });
  return true;
}

// Mark the present state. The next edit is a step of its own; takeBack(mark) removes all edits since then, and redo
// does not bring them back.
/** @template T @param {History<T>} history */
export function mark(history) {
  history.key = null;
  return history.state;
}

/** @template T @param {History<T>} history @param {T} state */
export function takeBack(history, state) {
  const at = history.past.lastIndexOf(state);
  if (at < 0) return false;
  Object.assign(history, { state, past: history.past.slice(0, at), future: [], key: null });
  return true;
}

// A copy of the matrix with some entries changed, given as [row, col, x]; other rows are shared.
/** @template T @param {T[][]} A @param {[number, number, T][]} entries */
export function withEntries(A, entries) {
  const copy = [...A];
  for (const [i, j, x] of entries) {
    if (copy[i] === A[i]) copy[i] = [...A[i]];
    copy[i][j] = x;
  }
  return copy;
}

/** @param {unknown} a @param {unknown} b */
export const same = (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b);
