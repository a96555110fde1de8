// What must not delay the frame that shows what has just changed.

const LATER = 50; // milliseconds: three frames

/** @param {() => void} action */
export const later = (action) => setTimeout(action, LATER);
