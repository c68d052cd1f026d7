// What other views need to know about The Witness.
// @ts-check
import { solverRows, undoRows } from '../parts/key-rows.js';
import { panelPlace } from '../parts/places.js';
import { read } from './witness-model.js';

export const view = () => import('./witness.js');

/** @param {string} board */
export function nameOf(board) {
    const { width, height } = read(board);
    return `Panel ${width} × ${height}`;
}

/** @param {{x: number, y: number}} thing */
export const placeOf = ({ x, y }) => panelPlace(x, y);

export const about = 'Editors of panels disagree in details, so a panel is solved under one of several rule sets: those of the editor The Windmill, of the game itself, of the site witnesspuzzles.com, and of the solver TTWS, which asks that pieces stay on the board.';

/** A timed series of panels, made from a number. */
export const series = { title: 'The Challenge', text: 'Panels of The Witness in sequence, against the clock.', view: () => import('./witness-challenge.js') };

/** The path is what a player of a live panel needs. */
export const advice = 'solve';

/** @param {any} payload */
export const detailOf = payload => payload.scene.title;

/** Stores the list for the Panels tab. @param {string[]} list */
export async function openList(list) {
    (await import('./witness-lists.js')).storeList(list);
    return 'panels';
}

/** @type {import('../parts/key-rows.js').Row[]} */
export const keys = [
    [['Arrows'], 'draw the line; with the pen lifted, move around the panel'], [['Enter', 'Space'], 'start a line at a start; continue the line'], [['Backspace'], 'go back one step'], [['Esc'], 'lift the pen'],
    ...solverRows, [['R'], 'reveal the next step of the solution'], [['N', 'P'], 'next or previous solution'], ...undoRows,
    [['Q', 'T', 'R', 'P'], 'in the editor: square, star, triangle, shape'], [['Y', 'O'], 'in the editor: elimination, dot'],
    [['S', 'E', 'G', 'X'], 'in the editor: start, end, gap, missing edge'], [['Delete'], 'in the editor: clear'],
];
