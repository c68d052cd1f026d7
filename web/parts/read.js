// Any text becomes a board: the server knows level files, links and codes by their form; letters alone do not say which
// word game they are, so the games that accept them are asked and the likeliest comes first.
// @ts-check
import * as api from '../api.js';
import { codeIn } from '../share.js';

export const wordGames = ['hexhunt', 'boggle', 'wordhunt', 'ruzzle', 'hexicon'];

/** The order in which word games are asked. @param {string} text @param {string} [preferred] */
function guesses(text, preferred) {
    const rows = text.trim().split(/\s*[/\n]\s*/).map(row => /[\s:]/.test(row) ? row.trim().split(/\s+/).length : row.length);
    const steps = rows.slice(1).map((n, i) => Math.abs(n - rows[i]));
    const hexagons = steps.length > 0 && steps.every(n => n === 1);
    let order = ['boggle', 'wordhunt', 'ruzzle', 'hexhunt', 'hexicon'];
    if (/:(2l|3l|2w|3w|dl|tl|dw|tw)/i.test(text)) order = ['ruzzle'];
    else if (/:[rb](\s|\/|$)/i.test(text) || hexagons && rows[0] === 1) order = ['hexicon', 'hexhunt'];
    else if (hexagons || rows.length === 1 && rows[0] === 19) order = ['hexhunt', 'hexicon'];
    return preferred && order.includes(preferred) ? [preferred, ...order.filter(name => name !== preferred)] : order;
}

/** Letters, rows, bonuses: what a word board is written with. @param {string} text */
const looksLikeLetters = text => text.length < 4000 && /^[\p{L}?.\s/:0-9]+$/u.test(text) && /\p{L}/u.test(text);

/**
 * {game, board, code, link?, scene, others: [names of games that would take it as well]}
 * @param {string} text @param {{preferred?: string, signal?: AbortSignal}} [how]
 */
export async function readAny(text, { preferred, signal } = {}) {
    const code = codeIn(text);
    if (code) return { ...await api.board(code, { signal }), others: [] };
    let failure;
    if (looksLikeLetters(text)) {
        const order = guesses(text, preferred);
        const answers = await Promise.allSettled(order.map(game => api.board(text, { game, signal })));
        const taken = answers.flatMap(answer => answer.status === 'fulfilled' ? [answer.value] : []);
        if (taken.length) return { ...taken[0], others: taken.slice(1).map(answer => answer.game) };
        failure = /** @type {PromiseRejectedResult} */ (answers[0]).reason;
    }
    try {
        return { ...await api.board(text, { signal }), others: [] };
    } catch (error) {
        throw failure && !(error instanceof DOMException) ? failure : error;
    }
}
