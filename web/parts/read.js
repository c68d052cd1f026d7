// Any text becomes a board: the server knows level files, links and codes by their form; letters alone do not say which
// word game they are, so their shape is looked at here, the likeliest game comes first and the others are offered.
// @ts-check
import * as api from '../api.js';
import { codeIn, settingsIn } from '../share.js';

export const wordGames = ['hexhunt', 'boggle', 'wordhunt', 'ruzzle', 'hexicon'];

/** How many cells each row has. @param {string} text */
function rowLengths(text) {
    const rows = text.trim().split(/\s*[/\n]\s*/).map(row => /[\s:]/.test(row) ? row.trim().split(/\s+/).length : [...row].length);
    if (rows.length > 1) return rows;
    const side = Math.sqrt(rows[0]);
    if (rows[0] === 19) return [3, 4, 5, 4, 3];
    return Number.isInteger(side) && side >= 3 ? Array(side).fill(side) : rows;
}

/** The games that a shape goes with, the likeliest first. @param {string} text */
function gamesFor(text) {
    const rows = rowLengths(text), steps = rows.slice(1).map((n, i) => Math.abs(n - rows[i]));
    const hexagons = steps.length > 0 && steps.every(n => n === 1), box = steps.length > 0 && steps.every(n => n === 0);
    const bonuses = /:(2l|3l|2w|3w|dl|tl|dw|tw)\b/i.test(text), sides = /:[rb](\s|\/|$)/i.test(text);
    if (bonuses) return ['ruzzle'];
    if (sides) return ['hexicon'];
    if (hexagons) return rows[0] === 1 ? ['hexicon'] : ['hexhunt'];
    if (!box) return [];
    const square = rows.length === rows[0];
    return [square && rows[0] >= 3 && rows[0] <= 6 && 'boggle', 'wordhunt', square && rows[0] === 4 && 'ruzzle', 'hexhunt'].filter(Boolean);
}

/** Letters, rows, bonuses: what a word board is written with. @param {string} text */
const looksLikeLetters = text => text.length < 4000 && /^[\p{L}?.\s/:0-9]+$/u.test(text) && /[\p{L}?]/u.test(text) && !/^hexcells |^witness |^\d+x\d+$/i.test(text.trim());

/**
 * {game, board, code, link?, scene, settings, others: [names of games that would take it as well]}
 * @param {string} text @param {{preferred?: string, signal?: AbortSignal}} [how]
 */
export async function readAny(text, { preferred, signal } = {}) {
    const code = codeIn(text);
    if (code) return { ...await api.board(code, { signal }), settings: settingsIn(text), others: [] };
    if (!looksLikeLetters(text)) return { ...await api.board(text, { signal }), others: [] };
    const games = gamesFor(text);
    if (!games.length) throw new api.ApiError({ message: `rows of ${rowLengths(text).join(', ')} cells are no board: rows are equal (squares) or differ by one (hexagons)` }, 0);
    const game = preferred && games.includes(preferred) ? preferred : games[0];
    return { ...await api.board(text, { game, signal }), others: games.filter(name => name !== game) };
}
