// What other views need to know about Hexcells.
// @ts-check
import { plural } from '../parts/dom.js';
import { boardRow, solverRows, undoRows } from '../parts/key-rows.js';
import { placeName } from '../parts/places.js';
import { read, tally } from './hexcells-model.js';

export const view = () => import('./hexcells.js');

/** The level's title, or "Hexcells position, 37 cells". @param {string} board */
export function nameOf(board) {
    const { kind, head, things } = read(board);
    const cells = [...things.values()].filter(thing => thing.type === 'cell').length;
    return head.title?.trim() || `Hexcells ${kind}, ${plural(cells, 'cell')}`;
}

/** @param {{x: number, y: number}} thing */
export const placeOf = ({ x, y }) => placeName(x, y);

/** Progress of a position, which contains its own state. @param {string} board */
export function progressOf(board) {
    const model = read(board), { shown, cells } = tally(model);
    return model.kind === 'position' ? { done: shown, of: cells } : null;
}

/** A newer picture of the open board is merged into it. @param {any} open @param {any} payload */
export const withPicture = async (open, payload) => (await import('./hexcells.js')).withPicture(open, payload);

/** The hint level that names the cells. */
export const stepLevel = 5;

/** The levels of a text with several. @param {string} text */
export const split = text => text.split(/^(?=Hexcells level v)/m).filter(level => level.startsWith('Hexcells level v'));

/** @type {import('../parts/key-rows.js').Row[]} */
export const keys = [
    boardRow, [['B', 'K'], 'mark the cell blue or black'], [['Enter', 'Space'], 'mark the cell with the chosen colour'], [['Backspace'], 'remove the mark'], [['0…9'], 'in a position: enter the number of the cell'],
    ...solverRows, [['N', 'P'], 'next or previous step'], [['Enter'], 'outside the board: apply the step'], ...undoRows,
    [['B', 'K', 'O', 'L'], 'in the editor: blue, black, hidden, line'], [['R', 'N'], 'in the editor: uncovered, number'], [['Delete'], 'in the editor: remove'],
];
