// Prints a board: a sheet with the title, the board as large as the paper allows and, with the answer, the words or moves
// in columns. The sheet is in the page only while printing; style/print.css hides everything else.
// @ts-check
import * as api from '../api.js';
import { h, figure, plural } from './dom.js';
import { pictureMarkup } from './paint.js';

const SOLVE_SECONDS = 10, MAX_MOVES = 100;

/** The view's solution, or the server's. @param {any} what */
async function answerOf(what) {
    const answer = what.solution || await api.run('solve', { game: what.game, board: what.board, moves: what.moves, options: what.solving || what.options, seconds: SOLVE_SECONDS, keep: false });
    if (answer.solved === false && !answer.cells?.length) throw new Error('there is no answer to print');
    return answer;
}

/** @param {any} scene */
function picture(scene) {
    const element = h('div', { class: 'print-board', role: 'img', 'aria-label': scene.alt });
    element.innerHTML = pictureMarkup(scene);
    return element;
}

/** @param {any} answer */
function list({ words, moves, ...answer }) {
    const items = words?.map(({ word, score }) => [word, figure(score)])
        || moves?.slice(0, MAX_MOVES).map(move => [move.word, `blue +${move.blue_hexagons}, red +${move.red_hexagons}`]);
    if (!items) return null;
    const sum = words ? `${plural(answer.count, 'word')}, ${plural(answer.score, 'point')}` : `The best ${figure(items.length)} of ${plural(answer.count, 'move')} for ${answer.mover}`;
    return [h('p', { class: 'print-sum' }, sum),
        h('ul', { class: `print-list${moves ? ' print-moves' : ''}` }, items.map(([word, value]) => h('li', null, h('b', null, word), h('span', null, value))))];
}

/** @param {any} what see share.js @param {boolean} solved whether to print the answer too */
export async function printBoard(what, solved) {
    const answer = solved ? await answerOf(what) : undefined;
    const drawn = answer?.words || answer?.moves ? what.answer : answer;
    const { scene } = await api.scene({ game: what.game, board: what.board, moves: what.moves, answer: drawn, options: what.options });
    const sheet = h('section', { class: 'print-sheet', 'aria-hidden': 'true' }, h('h1', null, what.title || scene.title), picture(scene),
        scene.captions?.map(({ text }) => h('p', null, text)), answer && list(answer));
    document.querySelector('.print-sheet')?.remove();
    document.body.append(sheet);
    addEventListener('afterprint', () => sheet.remove(), { once: true });
    print();
}
