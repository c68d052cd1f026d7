// The hint ladder of a panel: where to look, which symbols, an edge and why, a few steps of the line.
// @ts-check
import { h, fill, bringIntoView, button, note } from '../parts/dom.js';
import { card, ladder, jobCard, sentence } from './logic-parts.js';
import { isComplete } from './witness-line.js';
import { pathText } from './witness-model.js';
import { lettered, spoken } from './witness-places.js';

const names = ['Where', 'Which symbols', 'An edge, and why', 'Further along'];
const arrows = { '1,0': '→', '-1,0': '←', '0,1': '↓', '0,-1': '↑' };
const promises = ['The part of the panel to look at.', 'The symbols that decide.', 'One edge of the line.', 'A few steps of the line.'];
const sources = { clue: 'It follows from these symbols.', alone: 'It follows from the line alone.', proof: 'Proved by search: without this edge no line solves the panel.', line: 'This is one line that solves the panel; there may be others.' };

/** @param {any} game */
export function hintPanel(game) {
    const element = h('div', { class: 'stack' }), running = h('div');
    /** @type {any} */
    let hint = null, job = null;
    let level = 0;

    async function ask(next) {
        const status = jobCard({ title: 'Looking for a hint', onStop: stop }), from = pathText(game.state.path), turn = game.turn;
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
        if (hint && level >= 4) return take();
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

    /** What is told so far; the steps themselves are told by arrows. */
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
        game.say(level > 3 ? furtherOn() : spoken(lettered(texts()).told(sentence(hint.ladder[level - 1]))));
    }

    /** No hint: the line is wrong already, the panel has none, or it is solved. */
    function none(result) {
        const { told, tags } = lettered([result.text]), text = told(sentence(result.text)), right = result.right;
        game.marked = { ...game.scene, tags };
        game.explainWith();
        game.refresh();
        game.say(spoken(text));
        const back = right >= 0 && button({ label: 'Back to where it is right', onClick: () => game.setPath(game.state.path.slice(0, right + 1), 'hand', 'went back') });
        return note(/solves the panel$/.test(result.text) ? 'good' : '', text, '', back || undefined);
    }

    function furtherOn() {
        const from = Math.max(0, game.state.path.length - 1), steps = hint.path.slice(from + 1).map(([x, y], i) => arrows[`${x - hint.path[from + i][0]},${y - hint.path[from + i][1]}`] || '');
        return `The next steps: ${steps.join(' ')}.`;
    }

    function rungs() {
        const { told } = lettered(texts());
        return names.map((title, i) => {
            if (!hint || i >= level) return { title, content: promises[i] };
            const source = hint.kind === 'clue' && !hint.because?.length ? 'alone' : hint.kind;
            return { title, content: i === 3 ? furtherOn() : told(sentence(hint.ladder[i])), reason: i === 2 && source && h('p', { class: 'soft' }, sources[source]) };
        });
    }

    function draw() {
        fill(element, running, card('Hint', 'from your line', ladder(rungs(), level),
            h('div', { class: 'tools' },
                level >= 4 && button({ label: 'Draw it', key: 'H', kind: 'main', onClick: take }),
                level < 4 && button({ label: level ? 'Show more' : 'Give a hint', key: 'H', kind: 'main', onClick: more }))));
    }

    function take() {
        if (!hint || level < 4) return;
        game.setPath(hint.path, 'hand', 'took the hint');
        game.context.toast('The hint is drawn.', { undo: () => game.turnBack(-1) });
        if (isComplete(game.panel, game.state)) game.check(false);
    }

    draw();
    return { element, more, stop, stale() { if (!hint && level === 0 && element.querySelector('.ladder')) return; hint = null; level = 0; draw(); } };
}
