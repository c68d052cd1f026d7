// A sheet for the printer: the title, the board as large as the paper allows, and with the answer also the words or
// moves in columns. It stands in the page only while it is printed; style/print.css hides all else.
// @ts-check
import * as api from '../api.js';
import { h, figure, plural } from './dom.js';
import { pictureMarkup } from './paint.js';

const PATIENCE = 10, MOST_MOVES = 100;

/** What the view has, or else what the server finds. @param {any} what */
async function answerOf(what) {
    const answer = what.solution || await api.run('solve', { game: what.game, board: what.board, moves: what.moves, options: what.solving || what.options, seconds: PATIENCE, keep: false });
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
        || moves?.slice(0, MOST_MOVES).map(move => [move.word, `blue +${move.blue_hexagons}, red +${move.red_hexagons}`]);
    if (!items) return null;
    const sum = words ? `${plural(answer.count, 'word')}, ${plural(answer.score, 'point')}` : `The best ${figure(items.length)} of ${plural(answer.count, 'move')} for ${answer.mover}`;
    return [h('p', { class: 'print-sum' }, sum),
        h('ul', { class: `print-list${moves ? ' print-moves' : ''}` }, items.map(([word, value]) => h('li', null, h('b', null, word), h('span', null, value))))];
}

/** @param {any} what as a view gives it to be shared @param {boolean} solved with the answer */
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
