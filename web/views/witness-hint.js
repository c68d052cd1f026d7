// Hints for a panel, in four levels: where to look, which symbols, one edge and why, a few steps of the line.
// @ts-check
import { h, fill, bringIntoView, button, note } from '../parts/dom.js';
import { card, ladder, jobCard, sentence } from './logic-parts.js';
import { isComplete } from './witness-line.js';
import { pathText } from './witness-model.js';
import { lettered, spoken } from './witness-places.js';

const names = ['Where', 'Which symbols', 'One edge, and why', 'Next steps'];
const arrows = { '1,0': '→', '-1,0': '←', '0,1': '↓', '0,-1': '↑' };
const promises = ['The part of the panel to look at.', 'The symbols that decide it.', 'One edge of the line.', 'A few steps of the line.'];
const sources = { clue: 'Deduced from these symbols.', alone: 'Deduced from the line alone.', proof: 'Proved by search: there is no solution without this edge.', line: 'Taken from one solution; there may be others.' };

/** @param {any} game */
export function hintPanel(game) {
    const element = h('div', { class: 'stack' }), running = h('div');
    /** @type {any} */
    let hint = null, job = null;
    let level = 0;

    async function ask(next) {
        const status = jobCard({ title: 'Searching for a hint', onStop: stop }), from = pathText(game.state.path), turn = game.turn;
        const mine = job = game.api.job('hint', { game: 'witness', board: game.state.board, options: { ...game.options, level: next, ...(from ? { from } : {}) } },
            { revision: game.revision, onProgress: progress => status.update(progress, '') });
        const shown = setTimeout(() => fill(running, status.element), 300);
        try {
            const answer = await mine.done;
            return turn === game.turn ? answer : null;
        } finally {
            clearTimeout(shown);
            fill(running);
            if (job === mine) job = null;
        }
    }

    const stop = () => job ? (job.cancel(), true) : false;

    async function more() {
        if (job) return;
        game.side.pick('hint');
        if (hint && level >= 4) return applyHint();
        try {
            const answer = await ask(hint ? level + 1 : 1);
            if (!answer) return;
            if (answer.result.ladder?.length) await show(answer.result);
            else fill(element, running, none(answer.result));
            bringIntoView(game.context.live, element.querySelector('.now, .note'));
        } catch (error) {
            fill(element, running, note('', sentence(error.message)));
        }
    }

    /** The texts revealed so far; the last level is shown as arrows. */
    const texts = () => hint ? hint.ladder.slice(0, Math.min(level, 3)) : [];

    /** @param {any} answer */
    async function show(answer) {
        hint = answer;
        level = hint.level;
        const { area = [], because, edges } = hint;
        const { scene } = await game.api.scene({ game: 'witness', board: game.state.board, answer: { area, because, edges } });
        game.marked = { ...scene, tags: lettered(texts()).tags };
        game.explainWith();
        game.refresh();
        draw();
        game.announce(level > 3 ? nextSteps() : spoken(lettered(texts()).withLetters(sentence(hint.ladder[level - 1]))));
    }

    /** Explains why there is no hint: the line is wrong, the panel has no solution, or it is solved. */
    function none(result) {
        const { withLetters, tags } = lettered([result.text]), text = withLetters(sentence(result.text)), right = result.right;
        game.marked = { ...game.scene, tags };
        game.explainWith();
        game.refresh();
        game.announce(spoken(text));
        const back = right >= 0 && button({ label: 'Undo to last correct point', onClick: () => game.setPath(game.state.path.slice(0, right + 1), 'hand', 'went back') });
        return note(/solves the panel$/.test(result.text) ? 'good' : '', text, '', back || undefined);
    }

    function nextSteps() {
        const from = Math.max(0, game.state.path.length - 1), steps = hint.path.slice(from + 1).map(([x, y], i) => arrows[`${x - hint.path[from + i][0]},${y - hint.path[from + i][1]}`] || '');
        return `Next steps: ${steps.join(' ')}.`;
    }

    function levels() {
        const { withLetters } = lettered(texts());
        return names.map((title, i) => {
            if (!hint || i >= level) return { title, content: promises[i] };
            const source = hint.kind === 'clue' && !hint.because?.length ? 'alone' : hint.kind;
            return { title, content: i === 3 ? nextSteps() : withLetters(sentence(hint.ladder[i])), reason: i === 2 && source && h('p', { class: 'soft' }, sources[source]) };
        });
    }

    function draw() {
        fill(element, running, card('Hint', 'from your line', ladder(levels(), level),
            h('div', { class: 'tools' },
                level >= 4 && button({ label: 'Draw hint', key: 'H', kind: 'main', onClick: applyHint }),
                level < 4 && button({ label: level ? 'Show more' : 'Show hint', key: 'H', kind: 'main', onClick: more }))));
    }

    function applyHint() {
        if (!hint || level < 4) return;
        game.setPath(hint.path, 'hand', 'applied the hint');
        game.context.toast('Hint drawn.', { undo: () => game.turnBack(-1) });
        if (isComplete(game.panel, game.state)) game.check(false);
    }

    draw();
    return { element, more, stop, stale() { if (!hint && level === 0 && element.querySelector('.ladder')) return; hint = null; level = 0; draw(); } };
}
