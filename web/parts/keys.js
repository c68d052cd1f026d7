// The key sheet: the keys of what is open, then those that act everywhere.
// @ts-check
import { h, fill } from './dom.js';

/** @typedef {[keys: string[], does: string]} Row */

/** @type {Row[]} */
const turns = [[['U', 'Ctrl Z'], 'undo'], [['Ctrl Shift Z'], 'redo']];
/** @type {Row[]} */
const reasons = [[['H'], 'hint; again for more'], [['C'], 'check what I did'], [['S'], 'solve']];
/** @type {Row} */
const overBoard = [['Arrows', 'Home', 'End'], 'move over the board'];

/** By the view that is open: see playViews and find() of app.js. @type {Record<string, Row[]>} */
const sheets = {
    words: [
        overBoard, [['A…Z'], 'on a cell: enter a letter'], [['1…5'], 'on a cell: its bonus or colour'], [['Enter'], 'on a cell: words through it'], [['E'], 'edit the board, or leave off'],
        [['S'], 'solve'], [['N', 'P'], 'next or previous word or move'], [['Space'], 'play the path, or pause'], [[',', '.'], 'one step back or on along the path'],
        [['R'], 'play the path again and again'], [['[', ']'], 'slower, faster'], [['X'], 'not a word in my game'], [['L'], 'which lists have the word'], [['/'], 'filter'], ...turns,
    ],
    hexcells: [
        overBoard, [['B', 'K'], 'mark the cell blue or black'], [['Enter', 'Space'], 'mark the cell with the chosen colour'], [['Backspace'], 'take the mark away'], [['0…9'], 'on a position: the number of the cell'],
        ...reasons, [['N', 'P'], 'next or previous step'], [['Enter'], 'beside the board: make the step'], ...turns,
        [['B', 'K', 'O', 'L'], 'in the editor: blue, black, hidden, line'], [['R', 'N'], 'in the editor: uncovered, number'], [['Delete'], 'in the editor: remove'],
    ],
    witness: [
        [['Arrows'], 'draw the line; lifted, move over the panel'], [['Enter', 'Space'], 'begin at a start; take the line up again'], [['Backspace'], 'one step back'], [['Esc'], 'lift the pen'],
        ...reasons, [['N', 'P'], 'next or previous solution'], ...turns,
        [['Q', 'T', 'R', 'P'], 'in the editor: square, star, triangle, shape'], [['Y', 'O'], 'in the editor: elimination, hexagon'],
        [['S', 'E', 'G', 'X'], 'in the editor: start, end, gap, no edge'], [['Delete'], 'in the editor: clear'],
    ],
    read: [overBoard, [['Enter'], 'accept the reading; then open the board'], [['A…Z', '0…9'], 'what stands there'], [['Alt N', 'Alt P'], 'next or previous question'], [['Ctrl Z'], 'undo'], [['Ctrl Shift Z'], 'redo']],
    library: [[['↑', '↓', 'Home', 'End'], 'move over the list'], [['Enter'], 'open the board'], [['Delete'], 'delete it'], [['U', 'Ctrl Z'], 'bring back what was deleted last'], [['/'], 'search']],
    best: [[['S'], 'search']],
    start: [[['Enter'], 'open the board in the box'], [['Ctrl Enter'], 'where the board has several lines']],
};

/** @type {Row[]} */
const everywhere = [[['Ctrl V'], 'open what was copied: a board, a link, a file'], [['Esc'], 'stop a job, close, leave the board'], [['?'], 'this sheet']];

/** @param {HTMLDialogElement} sheet @param {string} view that is open */
export function openKeySheet(sheet, view) {
    const rows = [...sheets[view] || [], ...everywhere];
    fill(sheet, h('div', { class: 'stack' },
        h('h2', { id: 'keys-h' }, 'Keys'),
        h('dl', { class: 'keys' }, rows.map(([keys, does]) => [h('dt', null, keys.map(key => h('kbd', null, key))), h('dd', null, does)]).flat()),
        view === 'words' && h('p', { class: 'small soft' }, 'While a cell has the focus hold Alt with a single letter.'),
        h('form', { method: 'dialog' }, h('button', { class: 'btn', type: 'submit' }, 'Close'))));
    if (!sheet.open) sheet.showModal();
}
