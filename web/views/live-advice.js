// What the live companion shows beside a board: the next step of a deduction game, the path of a panel, the best words or
// moves. It depends on the members of the answer, not on the game.
// @ts-check
import { h, plural, sentence, figure } from '../parts/dom.js';
import { familyOf } from '../families.js';

/** Words or moves listed at most. */
const MAX_LISTED = 12;

/** The request for a board: the next hint, or the answer. @param {any} game @param {'hint' | 'solve'} depth */
export function adviceRequest(game, depth) {
    if (depth === 'hint' && game.verbs.includes('hint')) return { verb: 'hint', options: { level: familyOf(game.name).stepLevel ?? 3 } };
    return { verb: 'solve', options: game.family === 'words' ? { limit: MAX_LISTED } : {} };
}

/** What a game shows first. @param {any} game @returns {'hint' | 'solve'} */
export const usualDepth = game => game.verbs.includes('hint') && familyOf(game.name).advice !== 'solve' ? 'hint' : 'solve';

/** @param {any[]} rows words or moves @param {(index: number) => void} onChoose */
const wordList = (rows, onChoose) => h('ol', { class: 'live-words' }, rows.slice(0, MAX_LISTED).map((row, i) => h('li', null,
    h('button', { class: 'row-w', onClick: () => onChoose(i) }, h('b', null, row.word), h('span', { class: 'soft' }, row.score !== undefined ? figure(row.score) : `+${row.blue_hexagons ?? 0}`)))));

/** @param {any} answer @param {string} words what is listed */
const countOf = (answer, words) => `${plural(answer.count ?? answer[words].length, words.slice(0, -1))}${answer.score ? `, ${figure(answer.score)} points` : ''}`;

/**
 * {lead, text, list?}: a heading, a sentence and a list for an answer.
 * @param {any} answer @param {(index: number) => void} onChoose called with the index of the chosen word or move
 */
export function describeAdvice(answer, onChoose) {
    for (const words of ['words', 'moves']) {
        if (answer[words]) return { lead: countOf(answer, words), text: answer[words].length ? 'Choose one to see its path.' : '', list: wordList(answer[words], onChoose) };
    }
    if (answer.missing) return { lead: 'Numbers are missing', text: `${plural(answer.missing, 'number')} could not be read. Open the board to enter them.` };
    if (answer.text) return { lead: 'Next step', text: sentence(answer.text) };
    if (answer.path) return { lead: 'Solution', text: `${plural(answer.path.length - 1, 'step')}.` };
    if (answer.cells?.length) return { lead: 'Solution', text: `${plural(answer.cells.length, 'cell')} can be deduced.` };
    if (answer.solved === false) return { lead: answer.proved ? 'No solution' : 'No answer yet', text: answer.proved ? 'This board has no solution under these rules.' : 'The search ran out of time.' };
    return { lead: 'Done', text: '' };
}
