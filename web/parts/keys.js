// The list of keyboard shortcuts: those of the open view, then the global ones.
// @ts-check
import { h, fill } from './dom.js';
import { boardRow } from './key-rows.js';

/** @typedef {import('./key-rows.js').Row} Row */

/** By view, except those of games. @type {Record<string, Row[]>} */
const sheets = {
    read: [boardRow, [['Enter'], 'accept the guess, then open the board'], [['A…Z', '0…9'], 'enter the right letter or number'], [['Alt N', 'Alt P'], 'next or previous question'], [['Ctrl Z'], 'undo'], [['Ctrl Shift Z'], 'redo']],
    library: [[['↑', '↓', 'Home', 'End'], 'move through the list'], [['Enter'], 'open the board'], [['Delete'], 'delete it'], [['U', 'Ctrl Z'], 'restore the last deleted board'], [['/'], 'search']],
    best: [[['S'], 'search']],
    start: [[['Enter'], 'open the board in the box'], [['Ctrl Enter'], 'open a board of several lines']],
};

/** @type {Row[]} */
const everywhere = [[['Ctrl V'], 'open a copied board, link or file'], [['Esc'], 'stop a job, close, or leave the board'], [['?'], 'show this list']];

/** @param {HTMLDialogElement} sheet @param {string} view the open view @param {import('../families.js').Family | null} [family] of the game that is open */
export function openKeySheet(sheet, view, family) {
    const rows = [...family?.keys || sheets[view] || [], ...everywhere];
    fill(sheet, h('div', { class: 'stack' },
        h('h2', { id: 'keys-h' }, 'Keyboard shortcuts'),
        h('dl', { class: 'keys' }, rows.map(([keys, action]) => [h('dt', null, keys.map(key => h('kbd', null, key))), h('dd', null, action)]).flat()),
        family?.keysNote && h('p', { class: 'small soft' }, family.keysNote),
        h('form', { method: 'dialog' }, h('button', { class: 'btn', type: 'submit' }, 'Close'))));
    if (!sheet.open) sheet.showModal();
}
