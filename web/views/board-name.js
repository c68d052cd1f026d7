// Names for boards without a title.
// @ts-check
import { plural } from '../parts/dom.js';
import { familyOf } from '../families.js';

/** Longer texts would fill a card; a board of 61 hexagons has about 170 characters. */
const MAX_LENGTH = 48;

/** The letters of a board in one line; for a long board their number and the first ones. @param {string} board */
export function lettersOf(board) {
    const line = board.trim().replace(/\s*\n\s*/g, ' / ');
    if (line.length <= MAX_LENGTH) return line;
    const letters = [...line.replace(/:\w+|[\s/]/g, '')]; // without bonuses, owners and row separators
    return `${plural(letters.length, 'letter')}, ${letters.slice(0, 8).join('')}…`;
}

/** The library's title, the name given by the family, or the fallback. @param {{game: string, board: string, title?: string}} puzzle @param {string} fallback */
export const boardName = ({ game, board, title }, fallback) => title || familyOf(game).nameOf?.(board) || fallback;
