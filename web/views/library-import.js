// Files of puzzles: one a line, one object a line, or a pack of Hexcells levels, each with its own header.
// @ts-check
import { h, button, note, figure, sentence } from '../parts/dom.js';
import { problem, wordGames } from '../parts/read.js';

const LARGEST = 8e6;

/** A pack of levels, one after another, becomes one object a line. @param {string} text @param {string} source */
function unpack(text, source) {
    const levels = text.replace(/\r/g, '').split(/^(?=Hexcells level v)/m).filter(level => level.startsWith('Hexcells level v'));
    if (levels.length < 2) return text;
    return levels.map((board, i) => JSON.stringify({ game: 'hexcells', board, source: `${source}, level ${i + 1}` })).join('\n');
}

/** A file in words: what is new, what was there, what is no board. @param {any} figures */
const outcome = ({ kept, known, refused }) => [`${figure(kept)} new`, known && `${figure(known)} there already`, refused && `${figure(refused)} not read`].filter(Boolean).join(', ');

/** @param {string} text @param {any} figures */
function whyNot(text, { first_refused: line, why }) {
    return `Line ${line}: ${sentence(problem(text.split('\n')[line - 1] || '', why))}`;
}

/**
 * Letters alone do not say which word game they are: then the game is asked for.
 * @param {any} context @param {{text: string, source: string, game?: string}} what
 * @param {{show: (note: Node | null) => void, reload: () => void}} place
 */
export async function importText(context, { text, source, game }, place) {
    try {
        const { import: figures } = await context.api.library.import({ text: unpack(text, source), source, game });
        if (figures.kept + figures.known === 0 && figures.refused > 0 && !game) askGame(context, { text, source }, place);
        else {
            place.show(figures.refused > 0 && note('warn', `${source}: ${outcome(figures)}`, whyNot(text, figures)));
            context.toast(`${outcome(figures)}.`, { seconds: 8 });
            place.reload();
        }
    } catch (error) {
        place.show(note('bad', `${source} could not be taken in`, sentence(error.message)));
    }
}

function askGame(context, what, place) {
    const choices = context.games.filter(game => wordGames.includes(game.name))
        .map(game => button({ label: game.title, onClick: () => importText(context, { ...what, game: game.name }, place) }));
    const box = note('warn', 'Which game are these boards from?', `No line of ${what.source} says it by itself.`);
    place.show(h('div', { class: 'stack' }, box, h('div', { class: 'tools', role: 'group', 'aria-label': 'Game of the boards' }, choices)));
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
