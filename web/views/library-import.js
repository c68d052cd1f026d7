// Imports puzzle files: one puzzle per line, one JSON object per line, or level files one after another.
// @ts-check
import { h, button, note, figure, plural, sentence } from '../parts/dom.js';
import { splitFile } from '../families.js';
import { isWordGame } from '../games.js';
import { problem, shapeOf } from '../parts/read.js';

const MAX_BYTES = 8e6;
/** How many rejected lines are listed. */
const MAX_LISTED = 10;

/** Converts a file of several levels to one JSON object per line. @param {any} context @param {string} text @param {string} source */
function unpack(context, text, source) {
    const boards = splitFile(text, context.games);
    return boards.length ? boards.map((one, i) => JSON.stringify({ ...one, source: `${source}, level ${i + 1}` })).join('\n') : text;
}

/** @typedef {{line: number, why: string}} Refusal */
/** @typedef {{source: string, text: string, game?: string, unclear?: {line: number, board: string}[], refused?: Refusal[], missed?: number}} Batch
 * unclear: boards whose game the user must choose; refused: the first of `missed` rejected lines */

/** Whether the text has one puzzle per line. @param {string} text */
const isList = text => !/^\w+ \w+ v\d/m.test(text) && text.split('\n').some(line => /^\{|\/|_0\s*$/.test(line));

/**
 * Sorts the lines of a list: those that are not imported become blank lines, so that line numbers stay right. '#' starts
 * a comment. The shape of a word board determines its game; a board that fits several games is `unclear`.
 * @param {string} text @param {string} source @returns {Batch}
 */
function sortLines(text, source) {
    const unclear = [], refused = [];
    const lines = text.split('\n').map(line => line.trim()).map((line, i) => {
        if (!line || line.startsWith('#')) return '';
        const shape = shapeOf(line);
        if (!shape) return line;
        if (shape.games.length === 1) return JSON.stringify({ game: shape.games[0], board: line });
        if (shape.why) refused.push({ line: i + 1, why: shape.why });
        else unclear.push({ line: i + 1, board: line });
        return '';
    });
    return { text: lines.join('\n'), source, unclear, refused };
}

/** The unclear boards with the chosen game, on their original lines. @param {Batch} batch @param {string} game @returns {Batch} */
function withGame({ source, unclear = [], ...rest }, game) {
    const lines = [];
    for (const { line, board } of unclear) lines[line - 1] = JSON.stringify({ game, board });
    return { ...rest, text: lines.join('\n'), source, unclear: [], game: undefined };
}

/** Summary of an import: "2 new, 1 already there". @param {any} figures */
const outcome = ({ kept, known, refused }) => [`${figure(kept)} new`, known && `${figure(known)} already there`, refused && `${figure(refused)} not read`].filter(Boolean).join(', ');

/** Lists the rejected lines, up to MAX_LISTED. @param {string} title @param {Refusal[]} refused @param {number} count */
function refusalNote(title, refused, count) {
    const named = refused.slice(0, MAX_LISTED).map(({ line, why }) => h('span', { class: 'broken' }, `Line ${figure(line)}: ${sentence(why)}`));
    return note('warn', title, [...named, count > named.length && h('span', { class: 'broken' }, `And ${plural(count - named.length, 'more line')}.`)]);
}

/**
 * Imports a text. Asks for the game if letters alone do not determine it.
 * @param {any} context @param {{text: string, source: string, game?: string}} what
 * @param {{show: (note: Node | null) => void, reload: () => void}} place
 */
export async function importText(context, { text, source, game }, place) {
    const plain = text.replace(/\r/g, '');
    if (!game && isList(plain)) await importBatch(context, sortLines(plain, source), place);
    else await importBatch(context, { text: unpack(context, plain, source), source, game: game || onlyGame(plain) }, place);
}

/** The game of one board over several lines, if its shape fits only one. @param {string} text */
function onlyGame(text) {
    const games = shapeOf(text)?.games || [];
    return games.length === 1 ? games[0] : undefined;
}

/** @param {any} context @param {Batch} batch @param {any} place */
async function importBatch(context, batch, place) {
    const { text, source, game, unclear = [], refused = [], missed = refused.length } = batch;
    try {
        const { import: figures } = text.trim() ? await context.api.library.import({ text, source, game }) : { import: { kept: 0, known: 0, refused: 0, refusals: [] } };
        if (figures.kept + figures.known === 0 && figures.refused > 0 && !game && !batch.unclear) { askGame(context, place, source, null, chosen => importBatch(context, { ...batch, game: chosen }, place)); return; }
        const lines = text.split('\n'), count = figures.refused + missed;
        const all = [...refused, ...figures.refusals.map(({ line, why }) => ({ line, why: problem(lines[line - 1] || '', why) }))].sort((a, b) => a.line - b.line);
        const result = outcome({ ...figures, refused: count }), box = count > 0 && refusalNote(`${source}: ${result}`, all, count);
        place.show(box);
        if (unclear.length < 1 || figures.kept + figures.known > 0) {
            context.toast(`${result}.`, { seconds: 8 });
            place.reload();
        }
        if (unclear.length) askGame(context, place, source, box, chosen => importBatch(context, withGame({ ...batch, refused: all, missed: count }, chosen), place), unclear.length);
    } catch (error) {
        place.show(note('bad', `Could not import ${source}`, sentence(error.message)));
    }
}

/** @param {any} context @param {any} place @param {string} source @param {Node | null | false} above @param {(game: string) => void} choose @param {number} [count] */
function askGame(context, place, source, above, choose, count) {
    const choices = context.games.filter(game => isWordGame(game.name)).map(game => button({ label: game.title, onClick: () => choose(game.name) }));
    const box = count === undefined ? note('warn', 'Which game are these boards from?', `No line of ${source} names its game.`)
        : note('warn', count === 1 ? 'Which game is this board from?' : `Which game are these ${figure(count)} boards from?`, `${source}: ${count === 1 ? 'one board fits' : `${figure(count)} boards fit`} several games.`);
    place.show(h('div', { class: 'stack' }, above, box, h('div', { class: 'tools', role: 'group', 'aria-label': 'Game of the boards' }, choices)));
    choices[0]?.focus();
}

/** @param {any} context @param {Iterable<File>} files @param {any} place */
export async function importFiles(context, files, place) {
    for (const file of files) {
        if (file.type.startsWith('image/')) await context.openFile(file);
        else if (file.size > MAX_BYTES) place.show(note('bad', `${file.name} is too large`, 'The limit for puzzle files is 8 MB.'));
        else await importText(context, { text: await file.text(), source: file.name }, place);
    }
}
