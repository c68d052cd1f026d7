// Times as text.
// @ts-check

/** 83 -> "1:23" @param {number} seconds */
export const clock = seconds => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
