// How far the player is with a board of the library, in a few words. That Comb has an answer to it says nothing about that.
// @ts-check
import { plural } from '../parts/dom.js';
import { wordGames } from '../parts/read.js';
import { read, tally } from './hexcells-model.js';
import { parseBoard } from './words-model.js';
import { keptWords } from './words-review.js';

/** @typedef {(puzzle: any) => import('../progress.js').Progress | null} ProgressOf */

/** A position holds its own state. @param {string} board */
function uncovered(board) {
    const model = read(board), { shown, cells } = tally(model);
    return model.kind === 'position' ? { done: shown, of: cells } : null;
}

/** Nobody can go on where nothing follows, or where no line is to be had. */
const isHopeless = ({ outcome }) => outcome === 'stuck' || outcome === 'no solution';

/** @param {import('../progress.js').Progress} progress */
function told({ done, of, by }) {
    if (done < of) return { state: 'open', text: `${done} of ${of}` };
    return { state: 'done', text: by === 'comb' ? 'solved by Comb' : of === 1 ? 'solved' : `${done} of ${of}` };
}

/** Word boards are for looking up what is on them. @param {any} puzzle */
function wordState(puzzle) {
    const tiles = parseBoard(puzzle.board).flat().filter(({ text }) => text !== '.'), letters = tiles.filter(({ text }) => text !== '?').length;
    const yours = new Set(keptWords(puzzle).toUpperCase().match(/\p{L}{2,}/gu)).size, own = yours ? `, ${yours} yours` : '';
    if (puzzle.solved) return { state: 'done', text: `${puzzle.game === 'hexicon' ? 'moves' : 'words'} listed${own}` };
    return { state: 'open', text: letters < tiles.length ? `${letters} of ${tiles.length} letters` : '' };
}

/**
 * @param {any} puzzle of the library @param {ProgressOf} progressOf
 * @returns {{state: string, text: string}} 'done', 'open' or 'unsolvable'; the text is '' where nothing is done yet
 */
export function playerState(puzzle, progressOf) {
    if (wordGames.includes(puzzle.game)) return wordState(puzzle);
    const own = progressOf(puzzle), progress = own || puzzle.game === 'hexcells' && uncovered(puzzle.board);
    if (isHopeless(puzzle)) return { state: 'unsolvable', text: [own && told(own).text, puzzle.outcome].filter(Boolean).join(', ') };
    return progress ? told(progress) : { state: 'open', text: '' };
}

/** The same for a card. @param {any} puzzle @param {ProgressOf} progressOf */
export function stateLine(puzzle, progressOf) {
    const { text } = playerState(puzzle, progressOf), of = text.match(/^(\d+) of (\d+)$/);
    return of ? `${of[1]} of ${plural(Number(of[2]), 'cell')} uncovered` : text || (wordGames.includes(puzzle.game) ? 'not solved yet' : 'not begun');
}
