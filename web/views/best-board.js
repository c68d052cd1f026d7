// The large board of the best-board view. It changes with every improvement: cells with a new letter are marked for a moment, and
// once the board stands still, its longest words are traced one after another. With reduced motion only the longest is shown.
// @ts-check
import { h, fill, plural, prefersReducedMotion } from '../parts/dom.js';
import { withPath } from '../scene.js';
import { makeModel } from './words-model.js';

const WORDS = 12, SECONDS_PER_WORD = 2.2, STILL_MS = 400;

/** @param {any} context @param {any} game */
export function livingBoard(context, game) {
    const holder = h('div', { class: 'best-board' }), caption = h('p', { class: 'small soft mid best-caption' });
    /** @type {any} */
    let drawn = null, model = null, asking = /** @type {AbortController | null} */ (null);
    let letters = /** @type {string[]} */ ([]), timer = 0;

    /** @param {any} scene */
    function draw(scene) {
        const shown = model.shown(scene, false);
        if (drawn) drawn.update(shown); else drawn = context.drawScene(holder, shown, { label: 'Best board so far' });
    }

    /** Shows the words one after another. @param {any[]} words @param {number} at @param {HTMLElement} name */
    function trace(words, at, name) {
        const { word, path } = words[at % words.length];
        draw(withPath(model.scene, path, word));
        fill(name, word);
        if (!prefersReducedMotion() && words.length > 1) timer = window.setTimeout(() => trace(words, at + 1, name), SECONDS_PER_WORD * 1000);
    }

    /** @param {any} read @param {any} options */
    async function tellWords(read, options) {
        const mine = asking = new AbortController();
        const answer = await context.api.run('solve', { game: game.name, board: read.board, options: { ...options, sort: 'score' }, keep: false }, mine.signal).catch(() => null);
        if (!answer?.words?.length || mine.signal.aborted) return;
        const name = h('b', null), longest = [...answer.words].sort((a, b) => b.word.length - a.word.length).slice(0, WORDS);
        fill(caption, h('span', { class: 'mono' }, textOf(read.board)), ` · ${plural(answer.count, 'word')} · `, name);
        trace(longest, 0, name);
    }

    function still() {
        clearTimeout(timer);
        asking?.abort();
    }

    return {
        element: h('div', { class: 'stack' }, holder, caption),
        /** An empty board, before a search. @param {any} read @param {string} text */
        empty(read, text) {
            still();
            model = makeModel(read);
            letters = [];
            draw({ ...model.scene, cells: model.scene.cells.map(cell => ({ ...cell, text: '' })) });
            fill(caption, text);
        },
        /** @param {any} read the board, as the program reads it @param {any} options that decide which words count */
        show(read, options) {
            still();
            model = makeModel(read);
            const now = model.scene.cells.map(cell => cell.text || ''), before = letters.length === now.length ? letters : [];
            const fresh = index => before.length > 0 && before[index] !== now[index];
            letters = now;
            draw({ ...model.scene, cells: model.scene.cells.map((cell, i) => fresh(i) ? { ...cell, marks: [...cell.marks || [], 'fresh'] } : cell) });
            fill(caption, h('span', { class: 'mono' }, textOf(read.board)));
            timer = window.setTimeout(() => tellWords(read, options), STILL_MS);
        },
        dispose() { still(); drawn?.dispose(); },
    };
}

/** The board on one line. @param {string} board */
const textOf = board => board.replace(/\s*\n\s*/g, '/').replace(/\/$/, '');
