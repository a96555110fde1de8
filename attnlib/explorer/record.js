// What has been edited, so that it can be undone: states are never changed, and share what they have in common.

const TOGETHER = 1000; // milliseconds: what is typed into one cell without a longer pause is one step

export const openRecord = (state) => ({ past: [], state, future: [], key: null, at: 0 });

// Take a new state over. Edits of one key, without a pause, are undone together. Says whether it is a new step.
export function commit(record, state, key, now) {
  const joined = key !== null && key === record.key && now - record.at < TOGETHER;
  if (!joined) record.past.push(record.state);
  Object.assign(record, { state, future: [], key, at: now });
  return !joined;
}

export const undo = (record) => move(record, record.past, record.future);
export const redo = (record) => move(record, record.future, record.past);

function move(record, from, to) {
  if (from.length === 0) return false;
  to.push(record.state);
  Object.assign(record, { state: from.pop(), key: null });
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
