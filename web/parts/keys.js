// The key sheet.
// @ts-check
import { h, fill } from './dom.js';

const rows = [
    [['Arrows', 'Home', 'End'], 'move over the board'],
    [['A…Z', '0…9'], 'enter a letter or a number'],
    [['Enter', 'Space'], 'act on the cell; accept a reading; make the step'],
    [['Backspace'], 'one step back along a path'],
    [['H'], 'hint; again for more'],
    [['S'], 'solve'],
    [['C'], 'check what I did'],
    [['N', 'P'], 'next or previous word, move, solution'],
    [['X'], 'not a word in my game'],
    [['L'], 'which lists have the word'],
    [['U', 'Ctrl Z'], 'undo'],
    [['Ctrl Shift Z'], 'redo'],
    [['[', ']'], 'slower, faster'],
    [['/'], 'filter'],
    [['Ctrl V'], 'open what was copied: a board, a link, a file'],
    [['Esc'], 'stop a job, close, leave the board'],
    [['?'], 'this sheet'],
];

/** @param {HTMLDialogElement} sheet */
export function openKeySheet(sheet) {
    fill(sheet, h('div', { class: 'stack' },
        h('h2', { id: 'keys-h' }, 'Keys'),
        h('dl', { class: 'keys' }, rows.map(([keys, does]) => [h('dt', null, /** @type {string[]} */ (keys).map(key => h('kbd', null, key))), h('dd', null, does)]).flat()),
        h('p', { class: 'small soft' }, 'On a board that takes letters hold Alt with a single letter.'),
        h('form', { method: 'dialog' }, h('button', { class: 'btn', type: 'submit' }, 'Close'))));
    if (!sheet.open) sheet.showModal();
}
