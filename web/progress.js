// The player's progress per board, stored in this browser: how much of a level is uncovered, whether a panel is solved.
// Comb's own results are in the library.
// @ts-check

const STORE = 'comb-progress', MAX_ENTRIES = 2000;

/**
 * @typedef {{done: number, of: number, by?: string}} Progress by: 'comb' if the solver made the last step, otherwise the player
 */

/** A 53-bit hash: levels are long, and only equality matters. @param {string} text */
function digest(text) {
    let a = 0xdeadbeef, b = 0x41c6ce57;
    for (let i = 0; i < text.length; i++) {
        a = Math.imul(a ^ text.charCodeAt(i), 2654435761);
        b = Math.imul(b ^ text.charCodeAt(i), 1597334677);
    }
    a = Math.imul(a ^ a >>> 16, 2246822507) ^ Math.imul(b ^ b >>> 13, 3266489909);
    b = Math.imul(b ^ b >>> 16, 2246822507) ^ Math.imul(a ^ a >>> 13, 3266489909);
    return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}

/** Stored entries, oldest first. @returns {[string, number, number, string][]} */
function entries() {
    try { return JSON.parse(localStorage.getItem(STORE) || '[]'); } catch { return []; }
}

/** @param {{game: string, board: string}} puzzle */
const keyOf = ({ game, board }) => digest(`${game} ${board}`);

/** @param {{game: string, board: string}} puzzle @param {Progress | null} progress null: none */
export function setProgress(puzzle, progress) {
    const key = keyOf(puzzle), others = entries().filter(entry => entry[0] !== key);
    if (progress) others.push([key, progress.done, progress.of, progress.by || '']);
    try { localStorage.setItem(STORE, JSON.stringify(others.slice(-MAX_ENTRIES))); } catch { /* storage disabled */ }
}

/** Loads all entries once, for a whole list. @returns {(puzzle: {game: string, board: string}) => Progress | null} */
export function progressReader() {
    const known = new Map(entries().map(([key, done, of, by]) => [key, { done, of, by }]));
    return puzzle => known.get(keyOf(puzzle)) || null;
}
