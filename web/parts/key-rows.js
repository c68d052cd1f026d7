// Keyboard shortcuts that several views share.
// @ts-check

/** @typedef {[keys: string[], action: string]} Row */

/** @type {Row[]} */
export const undoRows = [[['U', 'Ctrl Z'], 'undo'], [['Ctrl Shift Z'], 'redo']];
/** @type {Row[]} */
export const solverRows = [[['H'], 'show a hint; press again for more'], [['C'], 'check my moves'], [['S'], 'solve']];
/** @type {Row} */
export const boardRow = [['Arrows', 'Home', 'End'], 'move around the board'];
