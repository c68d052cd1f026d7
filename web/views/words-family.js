// What other views need to know about the family of word games.
// @ts-check
import { boardRow, undoRows } from '../parts/key-rows.js';

export const view = () => import('./words.js');

/** @type {import('../parts/key-rows.js').Row[]} */
export const keys = [
    boardRow, [['A…Z'], 'on a cell: enter a letter'], [['1…5'], 'on a cell: set its bonus or colour'], [['Enter'], 'on a cell: show words through it'], [['E'], 'start or stop editing'],
    [['S'], 'solve'], [['N', 'P'], 'next or previous word or move'], [['Space'], 'play or pause the path'], [[',', '.'], 'step back or forward along the path'],
    [['R'], 'repeat the path'], [['[', ']'], 'slower, faster'], [['X'], 'remove the word from my list'], [['L'], 'show which lists contain the word'], [['/'], 'filter the list'], ...undoRows,
];

export const keysNote = 'When a cell has the focus, hold Alt to use a single-letter shortcut.';
