// What the player did with a board, as far as this browser knows: how much of a level is uncovered, whether a panel is
// solved. What Comb found out about a board is in the library, and is another matter.
// @ts-check

const STORE = 'comb-progress', MOST = 2000;

/**
 * @typedef {{done: number, of: number, by?: string}} Progress by 'comb': its solver made the last step, else the player
 */

/** A text in 53 bits: levels are long, and only whether they are the same matters. @param {string} text */
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

/** The latest last. @returns {[string, number, number, string][]} */
function entries() {
    try { return JSON.parse(localStorage.getItem(STORE) || '[]'); } catch { return []; }
}

/** @param {{game: string, board: string}} puzzle */
const keyOf = ({ game, board }) => digest(`${game} ${board}`);

/** @param {{game: string, board: string}} puzzle @param {Progress | null} progress null: nothing is done any more */
export function setProgress(puzzle, progress) {
    const key = keyOf(puzzle), others = entries().filter(entry => entry[0] !== key);
    if (progress) others.push([key, progress.done, progress.of, progress.by || '']);
    try { localStorage.setItem(STORE, JSON.stringify(others.slice(-MOST))); } catch { /* a browser that keeps nothing */ }
}

/** Read once for a whole list. @returns {(puzzle: {game: string, board: string}) => Progress | null} */
export function progressReader() {
    const known = new Map(entries().map(([key, done, of, by]) => [key, { done, of, by }]));
    return puzzle => known.get(keyOf(puzzle)) || null;
}
