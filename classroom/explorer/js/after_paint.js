// Work that must not delay the frame that shows what has just changed.

const DELAY = 50; // milliseconds: three frames

/** @param {() => void} action */
export const afterPaint = (action) => setTimeout(action, DELAY);
