// What a board is called that has no title.
// @ts-check
import { read } from './witness-model.js';

/** Its title, else a level's own one, a panel's size, or the fallback. @param {{game: string, board: string, title?: string}} puzzle @param {string} fallback */
export function boardName({ game, board, title }, fallback) {
    if (title) return title;
    if (game === 'hexcells') return board.split('\n')[1]?.replace(/^title /, '').trim() || 'Hexcells level';
    if (game !== 'witness') return fallback;
    const { width, height } = read(board);
    return `Panel ${width} × ${height}`;
}
