// Solved puzzles with time, hints and mistakes, stored in this browser. Nothing is sent; the user may export them (About), for
// example to calibrate difficulty ratings.
// @ts-check
import { plural } from './parts/dom.js';

const STORE = 'comb-results', MAX_ENTRIES = 2000;

/** @typedef {{game: string, board: string, seconds: number, hints: number, mistakes: number, date: string}} Result */

/** @returns {Result[]} oldest first */
export function results() {
    try { return JSON.parse(localStorage.getItem(STORE) || '[]'); } catch { return []; }
}

/** @param {Result[]} list */
const store = list => { try { localStorage.setItem(STORE, JSON.stringify(list.slice(-MAX_ENTRIES))); } catch { /* storage disabled */ } };

export const forgetResults = () => store([]);

/** The first result of a board counts. @param {string} game @param {string} board @returns {Result | undefined} */
export const resultOf = (game, board) => results().find(one => one.game === game && one.board === board);

/** "0 mistakes, 1 hint" @param {{hints: number, mistakes: number}} result */
export const resultText = ({ hints, mistakes }) => `${plural(mistakes, 'mistake')}, ${plural(hints, 'hint')}`;

/** Measures one visit of a board: the time while the page is visible, hints and mistakes. */
export function createStopwatch() {
    let seconds = 0, since = performance.now(), hints = 0, mistakes = 0, recorded = '';
    const pause = () => { if (document.visibilityState === 'hidden') { seconds += (performance.now() - since) / 1000; since = Infinity; } else since = performance.now(); };
    document.addEventListener('visibilitychange', pause);
    return {
        hint: () => { hints++; },
        mistake: () => { mistakes++; },
        /** To be called when the player has solved the board. @param {string} game @param {string} board */
        solved(game, board) {
            if (recorded === board) return;
            recorded = board;
            const spent = seconds + (since === Infinity ? 0 : (performance.now() - since) / 1000);
            if (!resultOf(game, board)) store([...results(), { game, board, seconds: Math.round(spent), hints, mistakes, date: new Date().toISOString().slice(0, 10) }]);
        },
        /** To be called when another board begins. */
        restart() { seconds = 0; since = performance.now(); hints = mistakes = 0; recorded = ''; },
        dispose: () => document.removeEventListener('visibilitychange', pause),
    };
}
