// Short text for the player's progress on a board of the library, independent of whether Comb has an answer.
// @ts-check
import { plural } from '../parts/dom.js';
import { familyOf } from '../families.js';
import { findGame, isWordGame } from '../games.js';
import { parseBoard } from './words-model.js';
import { storedWords } from './words-review.js';

/** @typedef {(puzzle: any) => import('../progress.js').Progress | null} ProgressOf */

/** Whether the board cannot be solved. */
const isHopeless = ({ outcome }) => outcome === 'stuck' || outcome === 'no solution';

/** @param {import('../progress.js').Progress} progress */
function toState({ done, of, by }) {
    if (done < of) return { state: 'open', text: `${done} of ${of}` };
    return { state: 'done', text: by === 'comb' ? 'solved by Comb' : of === 1 ? 'solved' : `${done} of ${of}` };
}

/** State of a word board: done once its words are listed. @param {any} puzzle */
function wordState(puzzle) {
    const tiles = parseBoard(puzzle.board).flat().filter(({ text }) => text !== '.'), letters = tiles.filter(({ text }) => text !== '?').length;
    const yours = new Set(storedWords(puzzle).toUpperCase().match(/\p{L}{2,}/gu)).size, own = yours ? `, ${yours} yours` : '';
    if (puzzle.solved) return { state: 'done', text: `${findGame(puzzle.game)?.answer_member} listed${own}` };
    return { state: 'open', text: letters < tiles.length ? `${letters} of ${tiles.length} letters` : '' };
}

/**
 * @param {any} puzzle of the library @param {ProgressOf} progressOf
 * @returns {{state: string, text: string}} 'done', 'open' or 'unsolvable'; text is '' without progress
 */
export function playerState(puzzle, progressOf) {
    if (isWordGame(puzzle.game)) return wordState(puzzle);
    const own = progressOf(puzzle), progress = own || familyOf(puzzle.game).progressOf?.(puzzle.board);
    if (isHopeless(puzzle)) return { state: 'unsolvable', text: [own && toState(own).text, puzzle.outcome].filter(Boolean).join(', ') };
    return progress ? toState(progress) : { state: 'open', text: '' };
}

/** The state as a longer text, for a card. @param {any} puzzle @param {ProgressOf} progressOf */
export function stateLine(puzzle, progressOf) {
    const { text } = playerState(puzzle, progressOf), of = text.match(/^(\d+) of (\d+)$/);
    return of ? `${of[1]} of ${plural(Number(of[2]), 'cell')} uncovered` : text || (isWordGame(puzzle.game) ? 'not solved yet' : 'not started');
}
