// Turns any text into a board. The server recognises level files, links and codes; letters alone do not determine the
// word game, so this module ranks the games by the shape of the board and offers the others.
// @ts-check
import * as api from '../api.js';
import { startsWithGame, wordGames } from '../games.js';
import { codeIn, settingsIn } from '../share.js';
import { plural } from './dom.js';

/** Longest text that is considered a word board. */
const MAX_LENGTH = 4000;

/** Rows separated by spaces, LPE EASR SRTED PING LAS, or false. @param {string} text */
const spacedRows = text => /^\p{L}{2,}(\s+\p{L}{2,})+$/u.test(text.trim()) && !/[/\n]/.test(text.trim()) && text.trim().split(/\s+/);

/** Number of cells per row. @param {string} text */
function rowLengths(text) {
    const spaced = spacedRows(text);
    if (spaced) return spaced.map(row => [...row].length);
    const rows = text.trim().split(/\s*[/\n]\s*/).map(row => /[\s:]/.test(row) ? row.trim().split(/\s+/).length : [...row].length);
    if (rows.length > 1) return rows;
    const side = Math.sqrt(rows[0]);
    if (rows[0] === 19) return [3, 4, 5, 4, 3];
    return Number.isInteger(side) && side >= 3 ? Array(side).fill(side) : rows;
}

/** Names of a shape as games list them: its size, then its kind. @param {number[]} rows */
function shapeNames(rows) {
    const steps = rows.slice(1).map((n, i) => Math.abs(n - rows[i]));
    if (!steps.length) return [];
    if (steps.every(n => n === 0)) return [`${rows[0]}x${rows.length}`, 'rectangle'];
    return steps.every(n => n === 1) ? [rows[0] === 1 ? 'half-rows' : 'hexagons'] : [];
}

/** The attributes in a text: "B M:2w" -> ['2w'] @param {string} text */
const attributesIn = text => [...text.matchAll(/:(\w+)/g)].map(([, attribute]) => attribute);

/**
 * The games that a text fits, the likeliest first: those that know its attributes, else those that know its shape; a size
 * counts more than a kind of shape. `likely` is the number of those for which the shape is usual.
 * @param {string} text
 */
function gamesFor(text) {
    const attributes = attributesIn(text), names = shapeNames(rowLengths(text)), all = wordGames();
    const marked = all.filter(({ view }) => attributes.some(attribute => view.attributes.includes(attribute)));
    if (marked.length) return { games: marked.map(game => game.name), likely: marked.length };
    const fits = list => names.flatMap(name => all.filter(({ view }) => view[list].includes(name)).map(game => game.name));
    const likely = [...new Set(fits('likely_shapes'))];
    return { games: [...new Set([...likely, ...fits('possible_shapes')])], likely: likely.length };
}

/** @param {string} text */
const isAddress = text => /^[a-z]+:\/\/\S+$/i.test(text);
/** Whether the text is a Windmill string or part of one; all have the same beginning. @param {string} text */
const isCoded = text => /^C[A-D][\w+/=%-]{18,}$/.test(text) && /[a-z]/.test(text);

/** Whether the text consists of letters, row separators and bonuses only. @param {string} text */
const looksLikeLetters = text => text.length < MAX_LENGTH && /^[\p{L}?.\s/:0-9]+$/u.test(text) && /[\p{L}?]/u.test(text)
    && !isAddress(text.trim()) && !isCoded(text.trim()) && !startsWithGame(text.trim()) && !/^\d+x\d+$/i.test(text.trim());

/**
 * The games that a text of letters fits, the likeliest first, or why it fits none; null for any other text.
 * @param {string} text
 */
export function shapeOf(text) {
    if (!looksLikeLetters(text)) return null;
    const found = gamesFor(text);
    return { ...found, why: found.games.length ? '' : rowsProblem(text) };
}

/** The lines of a text that is a list of Windmill strings or links, or null; '#' starts a comment. @param {string} text */
export function panelList(text) {
    const lines = text.split('\n').map(line => line.trim()).filter(line => line && !line.startsWith('#'));
    return lines.length > 1 && lines.every(line => isAddress(line) || isCoded(line)) && lines.some(line => line.endsWith('_0')) ? lines : null;
}

/** @param {string} text */
function rowsProblem(text) {
    const rows = rowLengths(text);
    if (rows.length === 1 && /\p{L}{3,}\s|\s\p{L}{3,}/u.test(text.trim())) return 'not a board: separate rows with / or a new line; rows must be equally long (squares) or differ by one (hexagons)';
    if (rows.length === 1) return `one row of ${plural(rows[0], 'letter')} is not a board: separate rows with / or a new line`;
    return `the rows have ${rows.slice(0, 9).join(', ')}${rows.length > 9 ? ' …' : ''} letters: they must be equally long (squares) or differ by one (hexagons)`;
}

/** Why a text is not a board. Replaces server messages that are meant for the command line. @param {string} text @param {string} message */
export function problem(text, message) {
    if (/^share code/.test(message)) return 'this share code is incomplete or mistyped: copy it again';
    if (!/^cannot tell the game|^this input could be/.test(message)) return message;
    if (text.length >= MAX_LENGTH) return `too long for a board: ${plural(text.length, 'character')}`;
    if (isAddress(text)) return 'unknown address: Comb opens Windmill links and links from its Share menu';
    if (isCoded(text)) return 'incomplete Windmill string: a complete one ends with _0';
    return 'unknown board format: Comb reads word boards, level files, panels, Windmill links and share codes';
}

/** @param {string} text @param {{game?: string, signal?: AbortSignal}} how */
async function readText(text, how) {
    try {
        return await api.board(text, how);
    } catch (error) {
        if (error instanceof api.ApiError) error.message = problem(text.trim(), error.message);
        throw error;
    }
}

/**
 * {game, board, code, link?, scene, settings, others: [names of other games that fit]}
 * @param {string} text @param {{preferred?: string, beside?: string, signal?: AbortSignal}} [how] preferred: the game the user
 *     chose; beside: the game that is open
 */
export async function readAny(text, { preferred, beside, signal } = {}) {
    const code = codeIn(text);
    if (code) return { ...await readText(code, { signal }), settings: settingsIn(text), others: [] };
    const shape = shapeOf(text);
    if (!shape) return { ...await readText(text, { signal }), others: [] };
    const { games, likely, why } = shape;
    if (why) throw new api.ApiError({ message: why }, 0);
    const isLikely = beside && games.slice(0, likely).includes(beside); // a rarely meant game must not take every pasted board
    const game = preferred && games.includes(preferred) ? preferred : isLikely ? beside : games[0];
    return { ...await readText(text, { game, signal }), others: games.filter(name => name !== game) };
}

/** The clipboard's text or picture; null if the browser blocks access. @returns {Promise<{text: string, file?: Blob} | null>} */
export async function readClipboard() {
    try {
        if (!navigator.clipboard.read) return { text: await navigator.clipboard.readText() };
        const [item] = await navigator.clipboard.read(), picture = item?.types.find(type => type.startsWith('image/'));
        if (item?.types.includes('text/plain')) return { text: await (await item.getType('text/plain')).text() };
        return { text: '', file: picture && await item.getType(picture) };
    } catch {
        return null;
    }
}
