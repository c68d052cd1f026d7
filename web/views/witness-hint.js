// Hints for a panel, in five levels: which symbols or region, which rule, one edge and why, a few steps, the whole line.
// Steps that are not drawn yet are shown on the panel as ghosts.
// @ts-check
import { h, fill, bringIntoView, button, note } from '../parts/dom.js';
import { card, ladder, jobCard, sentence } from './logic-parts.js';
import { isComplete } from './witness-line.js';
import { pathText } from './witness-model.js';
import { lettered, spoken } from './witness-places.js';

const names = ['Which symbols', 'Which rule', 'One edge, and why', 'Next steps', 'All steps'];
const ALL = names.length;
const promises = ['The symbols or the region to look at.', 'The rule that decides it.', 'One edge of the line.', 'A few steps of the line.', 'The whole line.'];
const sources = { clue: 'Deduced from these symbols.', cases: 'Deduced by ruling out the other possibility.', alone: 'Deduced from the line alone.', proof: 'Proved by search: there is no solution without this edge.', line: 'Taken from one solution; there may be others.' };

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
        if (hint && level >= ALL) return applyHint();
        try {
            const answer = await ask(hint ? level + 1 : 1);
            if (!answer) return;
            if (!hint && answer.result.ladder?.length) game.stopwatch.hint();
            if (answer.result.ladder?.length) await show(answer.result);
            else fill(element, running, none(answer.result));
            bringIntoView(game.context.live, element.querySelector('.now, .note'));
        } catch (error) {
            fill(element, running, note('', sentence(error.message)));
        }
    }

    /** The texts revealed so far; steps are shown as ghosts. */
    const texts = () => hint ? hint.ladder.slice(0, Math.min(level, 3)) : [];

    /** @param {any} answer */
    async function show(answer) {
        hint = answer;
        level = hint.level;
        const { area = [], because, edges, avoid = [], path, drawn } = hint;
        const { scene } = await game.api.scene({ game: 'witness', board: game.state.board, answer: { area, because, edges, avoid, path, drawn } });
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
        const count = hint.path.length - Math.max(1, game.state.path.length);
        return `${count} step${count === 1 ? '' : 's'}${level >= ALL ? ' to the end' : ''}, dotted on the panel${hint.kind === 'line' ? '; from one solution, there are others' : ''}.`;
    }

    function levels() {
        const { withLetters } = lettered(texts());
        return names.map((title, i) => {
            if (!hint || i >= level) return { title, content: promises[i] };
            const source = hint.kind === 'clue' && !hint.because?.length ? 'alone' : hint.kind;
            return { title, content: i >= 3 ? nextSteps() : withLetters(sentence(hint.ladder[i])), reason: i === 2 && source && h('p', { class: 'soft' }, sources[source]) };
        });
    }

    function draw() {
        fill(element, running, card('Hint', 'from your line', ladder(levels(), level),
            h('div', { class: 'tools' },
                level >= 4 && button({ label: 'Draw hint', key: level >= ALL ? 'H' : undefined, kind: level >= ALL ? 'main' : undefined, onClick: applyHint }),
                level < ALL && button({ label: level ? 'Show more' : 'Show hint', key: 'H', kind: 'main', onClick: more }))));
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
