// What a board is called that has no title.
// @ts-check
import { plural } from '../parts/dom.js';
import { read as readHexcells } from './hexcells-model.js';
import { read as readPanel } from './witness-model.js';

/** Longer texts fill a card; a Hexicon board has some 170 characters. */
const LONGEST = 48;

/** The letters of a board in one line: all of its text, or of a long one how many and the first of them. @param {string} board */
export function lettersOf(board) {
    const line = board.trim().replace(/\s*\n\s*/g, ' / ');
    if (line.length <= LONGEST) return line;
    const letters = [...line.replace(/:\w+|[\s/]/g, '')]; // without bonuses, owners and ends of rows
    return `${plural(letters.length, 'letter')}, ${letters.slice(0, 8).join('')}…`;
}

/** A position that was read from a picture has no name of its own. @param {string} board */
function hexcellsName(board) {
    const { kind, head, things } = readHexcells(board);
    const cells = [...things.values()].filter(thing => thing.type === 'cell').length;
    return head.title?.trim() || `Hexcells ${kind}, ${plural(cells, 'cell')}`;
}

/** Its title, else a level's own one, what a position or a panel is, or the fallback. @param {{game: string, board: string, title?: string}} puzzle @param {string} fallback */
export function boardName({ game, board, title }, fallback) {
    if (title) return title;
    if (game === 'hexcells') return hexcellsName(board);
    if (game !== 'witness') return fallback;
    const { width, height } = readPanel(board);
    return `Panel ${width} × ${height}`;
}
