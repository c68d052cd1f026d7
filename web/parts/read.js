// Any text becomes a board: the server knows level files, links and codes by their form; letters alone do not say which
// word game they are, so their shape is looked at here, the likeliest game comes first and the others are offered.
// @ts-check
import * as api from '../api.js';
import { codeIn, settingsIn } from '../share.js';
import { plural } from './dom.js';

/** A text of letters that is longer is no word board. */
const LONGEST = 4000;

export const wordGames = ['hexhunt', 'boggle', 'wordhunt', 'ruzzle', 'hexicon'];

/** Rows that stand beside each other, LPE EASR SRTED PING LAS: words of letters only, no tiles. @param {string} text */
const sideBySide = text => /^\p{L}{2,}(\s+\p{L}{2,})+$/u.test(text.trim()) && !/[/\n]/.test(text.trim()) && text.trim().split(/\s+/);

/** How many cells each row has. @param {string} text */
function rowLengths(text) {
    const beside = sideBySide(text);
    if (beside) return beside.map(row => [...row].length);
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

/** @param {string} text */
const isAddress = text => /^[a-z]+:\/\/\S+$/i.test(text);
/** A Windmill string, or part of one: what it begins with is the same in all. @param {string} text */
const isCoded = text => /^C[A-D][\w+/=%-]{18,}$/.test(text) && /[a-z]/.test(text);

/** Letters, rows, bonuses: what a word board is written with. @param {string} text */
const looksLikeLetters = text => text.length < LONGEST && /^[\p{L}?.\s/:0-9]+$/u.test(text) && /[\p{L}?]/u.test(text)
    && !isAddress(text.trim()) && !isCoded(text.trim()) && !/^hexcells |^witness |^\d+x\d+$/i.test(text.trim());

/**
 * What a text of letters tells by its shape: the games that it goes with, the likeliest first, and why there are none;
 * null for any other text.
 * @param {string} text
 */
export function shapeOf(text) {
    if (!looksLikeLetters(text)) return null;
    const games = gamesFor(text);
    return { games, why: games.length ? '' : rowsProblem(text) };
}

/** The lines of a text that is a list of Windmill strings or links, or null; '#' starts a remark. @param {string} text */
export function panelList(text) {
    const lines = text.split('\n').map(line => line.trim()).filter(line => line && !line.startsWith('#'));
    return lines.length > 1 && lines.every(line => isAddress(line) || isCoded(line)) && lines.some(line => line.endsWith('_0')) ? lines : null;
}

/** @param {string} text */
function rowsProblem(text) {
    const rows = rowLengths(text);
    if (rows.length === 1 && /\p{L}{3,}\s|\s\p{L}{3,}/u.test(text.trim())) return 'these words are no board: its rows are separated by / or a new line, and are equally long (squares) or differ by one (hexagons)';
    if (rows.length === 1) return `one row of ${plural(rows[0], 'letter')} is no board: put a / or a new line between its rows`;
    return `the rows have ${rows.slice(0, 9).join(', ')}${rows.length > 9 ? ' …' : ''} letters: on a board they are equally long (squares) or differ by one (hexagons)`;
}

/** Why a text is no board. The server's words speak to the command line where no game is known. @param {string} text @param {string} message */
export function problem(text, message) {
    if (/^share code/.test(message)) return 'this share code is cut short or mistyped: copy it once more';
    if (!/^cannot tell the game|^this input could be/.test(message)) return message;
    if (text.length >= LONGEST) return `${plural(text.length, 'character')} are too many for a board`;
    if (isAddress(text)) return 'Comb does not know this address: it opens Windmill links and the links of its own Share button';
    if (isCoded(text)) return 'this looks like a Windmill string that is cut short: a whole one ends with _0';
    return 'this is no board that Comb knows: it reads word boards, Hexcells levels, Witness panels, Windmill links and share codes';
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
 * {game, board, code, link?, scene, settings, others: [names of games that would take it as well]}
 * @param {string} text @param {{preferred?: string, beside?: string, signal?: AbortSignal}} [how] preferred: the game that was
 *     chosen for it; beside: the game that is open, which it may be a board of
 */
export async function readAny(text, { preferred, beside, signal } = {}) {
    const code = codeIn(text);
    if (code) return { ...await readText(code, { signal }), settings: settingsIn(text), others: [] };
    const shape = shapeOf(text);
    if (!shape) return { ...await readText(text, { signal }), others: [] };
    const { games, why } = shape;
    if (why) throw new api.ApiError({ message: why }, 0);
    const likely = games.filter((name, i) => !i || name !== 'hexhunt'); // takes any rows, but squares are seldom meant for it
    const game = preferred && games.includes(preferred) ? preferred : beside && likely.includes(beside) ? beside : games[0];
    return { ...await readText(text, { game, signal }), others: games.filter(name => name !== game) };
}

/** What was copied, a text or a picture; null where the browser keeps it to itself. @returns {Promise<{text: string, file?: Blob} | null>} */
export async function copied() {
    try {
        if (!navigator.clipboard.read) return { text: await navigator.clipboard.readText() };
        const [item] = await navigator.clipboard.read(), picture = item?.types.find(type => type.startsWith('image/'));
        if (item?.types.includes('text/plain')) return { text: await (await item.getType('text/plain')).text() };
        return { text: '', file: picture && await item.getType(picture) };
    } catch {
        return null;
    }
}
