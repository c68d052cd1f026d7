// Files of puzzles: one a line, one object a line, or a pack of Hexcells levels, each with its own header.
// @ts-check
import { h, button, note, plural } from '../parts/dom.js';
import { wordGames } from '../parts/read.js';

const LARGEST = 8e6;

/**
 * Many puzzles become one object a line: levels one after another, and word boards written on a line each, which would
 * be read as the rows of one tall board otherwise.
 * @param {string} text @param {string} [game]
 */
function unpack(text, game) {
    const line = (name, board) => JSON.stringify({ game: name, board });
    const levels = text.replace(/\r/g, '').split(/^(?=Hexcells level v)/m).filter(level => level.startsWith('Hexcells level v'));
    if (levels.length > 1) return levels.map(board => line('hexcells', board)).join('\n');
    const boards = text.split('\n').map(one => one.trim()).filter(Boolean);
    return game && boards.length > 1 && boards.every(one => one.includes('/')) ? boards.map(board => line(game, board)).join('\n') : text;
}

/** A file in words: what was kept, what was not. @param {any} figures */
function outcome({ kept, refused, first_refused: first }) {
    const left = refused ? `; ${plural(refused, 'line')} could not be read, the first is line ${first}` : '';
    return `${plural(kept, 'board')} taken in${left}.`;
}

/**
 * Letters alone do not say which word game they are: then the game is asked for.
 * @param {any} context @param {{text: string, source: string, game?: string}} what
 * @param {{show: (note: Node | null) => void, reload: () => void}} place
 */
export async function importText(context, { text, source, game }, place) {
    try {
        const { import: figures } = await context.api.library.import({ text: unpack(text, game), source, game });
        if (figures.kept === 0 && figures.refused > 0 && !game) askGame(context, { text, source }, place);
        else {
            place.show(null);
            context.toast(outcome(figures), { seconds: 8 });
            place.reload();
        }
    } catch (error) {
        place.show(note('bad', `${source} could not be taken in`, error.message));
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
