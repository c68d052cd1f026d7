// Files of puzzles: one a line, one object a line, or a pack of Hexcells levels, each with its own header.
// @ts-check
import { h, button, note, figure, plural, sentence } from '../parts/dom.js';
import { problem, shapeOf, wordGames } from '../parts/read.js';

const LARGEST = 8e6;
/** How many lines that are no boards are named. */
const NAMED = 10;

/** A pack of levels, one after another, becomes one object a line. @param {string} text @param {string} source */
function unpack(text, source) {
    const levels = text.replace(/\r/g, '').split(/^(?=Hexcells level v)/m).filter(level => level.startsWith('Hexcells level v'));
    if (levels.length < 2) return text;
    return levels.map((board, i) => JSON.stringify({ game: 'hexcells', board, source: `${source}, level ${i + 1}` })).join('\n');
}

/** @typedef {{line: number, why: string}} Refusal */
/** @typedef {{source: string, text: string, game?: string, unclear?: {line: number, board: string}[], refused?: Refusal[], missed?: number}} Batch
 * unclear: boards that wait for their game; refused: lines that are no boards, the first of `missed` */

/** Whether each line is a puzzle of its own: a board has its rows on it, or a code. @param {string} text */
const isList = text => !/^(Hexcells level|Witness panel) v/mi.test(text) && text.split('\n').some(line => /^\{|\/|_0\s*$/.test(line));

/**
 * The lines of a list with what is known of them; those that are left out stay as blank lines, so that numbers keep.
 * '#' starts a remark; boards of letters are read by their shape, and where it goes with several games they wait.
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

/** The boards that waited, as they stand in the file, now with their game. @param {Batch} batch @param {string} game @returns {Batch} */
function settled({ source, unclear = [], ...rest }, game) {
    const lines = [];
    for (const { line, board } of unclear) lines[line - 1] = JSON.stringify({ game, board });
    return { ...rest, text: lines.join('\n'), source, unclear: [], game: undefined };
}

/** A file in words: what is new, what was there, what is no board. @param {any} figures */
const outcome = ({ kept, known, refused }) => [`${figure(kept)} new`, known && `${figure(known)} there already`, refused && `${figure(refused)} not read`].filter(Boolean).join(', ');

/** Each line that was not read, as long as they are few. @param {string} title @param {Refusal[]} refused @param {number} count */
function refusalNote(title, refused, count) {
    const named = refused.slice(0, NAMED).map(({ line, why }) => h('span', { class: 'broken' }, `Line ${figure(line)}: ${sentence(why)}`));
    return note('warn', title, [...named, count > named.length && h('span', { class: 'broken' }, `And ${plural(count - named.length, 'line')} more.`)]);
}

/**
 * Letters alone do not say which word game they are: then the game is asked for.
 * @param {any} context @param {{text: string, source: string, game?: string}} what
 * @param {{show: (note: Node | null) => void, reload: () => void}} place
 */
export async function importText(context, { text, source, game }, place) {
    const plain = text.replace(/\r/g, '');
    if (!game && isList(plain)) await take(context, sortLines(plain, source), place);
    else await take(context, { text: unpack(plain, source), source, game: game || onlyGame(plain) }, place);
}

/** The game of one board over several lines, where its shape goes with one only. @param {string} text */
function onlyGame(text) {
    const games = shapeOf(text)?.games || [];
    return games.length === 1 ? games[0] : undefined;
}

/** @param {any} context @param {Batch} batch @param {any} place */
async function take(context, batch, place) {
    const { text, source, game, unclear = [], refused = [], missed = refused.length } = batch;
    try {
        const { import: figures } = text.trim() ? await context.api.library.import({ text, source, game }) : { import: { kept: 0, known: 0, refused: 0, refusals: [] } };
        if (figures.kept + figures.known === 0 && figures.refused > 0 && !game && !batch.unclear) { askGame(context, place, source, null, chosen => take(context, { ...batch, game: chosen }, place)); return; }
        const lines = text.split('\n'), count = figures.refused + missed;
        const all = [...refused, ...figures.refusals.map(({ line, why }) => ({ line, why: problem(lines[line - 1] || '', why) }))].sort((a, b) => a.line - b.line);
        const told = outcome({ ...figures, refused: count }), box = count > 0 && refusalNote(`${source}: ${told}`, all, count);
        place.show(box);
        if (unclear.length < 1 || figures.kept + figures.known > 0) {
            context.toast(`${told}.`, { seconds: 8 });
            place.reload();
        }
        if (unclear.length) askGame(context, place, source, box, chosen => take(context, settled({ ...batch, refused: all, missed: count }, chosen), place), unclear.length);
    } catch (error) {
        place.show(note('bad', `${source} could not be taken in`, sentence(error.message)));
    }
}

/** @param {any} context @param {any} place @param {string} source @param {Node | null | false} above @param {(game: string) => void} choose @param {number} [count] */
function askGame(context, place, source, above, choose, count) {
    const choices = context.games.filter(game => wordGames.includes(game.name)).map(game => button({ label: game.title, onClick: () => choose(game.name) }));
    const box = count === undefined ? note('warn', 'Which game are these boards from?', `No line of ${source} says it by itself.`)
        : note('warn', count === 1 ? 'Which game is this board from?' : `Which game are these ${figure(count)} boards from?`, `${source}: ${count === 1 ? 'the shape of one board goes' : `the shapes of ${figure(count)} boards go`} with several games.`);
    place.show(h('div', { class: 'stack' }, above, box, h('div', { class: 'tools', role: 'group', 'aria-label': 'Game of the boards' }, choices)));
    choices[0]?.focus();
}

/** @param {any} context @param {Iterable<File>} files @param {any} place */
export async function importFiles(context, files, place) {
    for (const file of files) {
        if (file.type.startsWith('image/')) await context.openFile(file);
        else if (file.size > LARGEST) place.show(note('bad', `${file.name} is too large`, 'A file of puzzles may have 8 MB.'));
        else await importText(context, { text: await file.text(), source: file.name }, place);
    }
}
