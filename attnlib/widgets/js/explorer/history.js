// What has been edited, so that it can be undone: states are never changed, and share what they can.

const TOGETHER = 1000; // milliseconds: what is typed into one cell without a longer pause is one step

export const openHistory = (state) => ({ past: [], state, future: [], key: null, at: 0 });

// Take a new state over; says whether that is a step of its own. Edits of one key, without a pause, are
// undone together.
export function commit(history, state, key, now) {
  const joined = key !== null && key === history.key && now - history.at < TOGETHER;
  if (!joined) history.past.push(history.state);
  Object.assign(history, { state, future: [], key, at: now });
  return !joined;
}

export const undo = (history) => move(history, history.past, history.future);
export const redo = (history) => move(history, history.future, history.past);

function move(history, from, to) {
  if (from.length === 0) return false;
  to.push(history.state);
  Object.assign(history, { state: from.pop(), key: null });
  return true;
}

// Where the history is now: what follows is a step of its own, and can be taken back as if it had not been.
export function mark(history) {
  history.key = null;
  return history.state;
}

export function takeBack(history, state) {
  const at = history.past.lastIndexOf(state);
  if (at < 0) return false;
  Object.assign(history, { state, past: history.past.slice(0, at), future: [], key: null });
  return true;
}

// A copy of the matrix with some entries changed, given as [row, col, x]; other rows are shared.
export function withEntries(A, entries) {
  const copy = [...A];
  for (const [i, j, x] of entries) {
    if (copy[i] === A[i]) copy[i] = [...A[i]];
    copy[i][j] = x;
  }
  return copy;
}

export const same = (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b);
