// Hides the answer of a word board until the player asks for it: the words are counted by length, and each length, or the
// whole list, is shown on request. A setting shows answers immediately, for people who want a solver.
// @ts-check
import { h, fill, button, figure, plural } from '../parts/dom.js';
import { answersBox, showsAnswers } from '../answers.js';

/** @param {{refresh: () => void, showAll: () => void}} on refresh: other words are visible now; showAll: the whole list is */
export function createCover({ refresh, showAll }) {
    const element = h('div', { class: 'pad stack cover' });
    /** Lengths that are shown. @type {Set<number>} */
    let lengths = new Set();
    let all = showsAnswers();
    const always = answersBox(reveal);

    function reveal() {
        all = true;
        showAll();
    }

    /** @param {number} length @param {any[]} words */
    const row = (length, words) => h('li', null, h('span', null, plural(length, 'letter')), h('b', null, figure(words.length)),
        lengths.has(length) ? h('span', { class: 'small soft' }, 'shown') : button({ label: 'Show', 'aria-label': `Show words with ${plural(length, 'letter')}`, onClick: () => { lengths.add(length); refresh(); } }));

    return {
        element,
        /** Whether the list is complete. */
        get open() { return all; },
        /** Whether the word may be shown; the player's own words always are. @param {string} word @param {Set<string>} mine */
        allows: (word, mine) => all || lengths.has([...word].length) || mine.has(word),
        /** To be called for another board. */
        close() { lengths = new Set(); all = showsAnswers(); },
        reveal,
        /** Counts by length; hidden once everything is shown. @param {any[]} items */
        draw(items) {
            element.hidden = all || !items.length;
            if (element.hidden) return;
            /** @type {Map<number, any[]>} */
            const byLength = new Map();
            for (const item of items) {
                const length = [...item.word].length, same = byLength.get(length);
                if (same) same.push(item); else byLength.set(length, [item]);
            }
            fill(element, h('ol', { class: 'cover-rows' }, [...byLength].sort(([a], [b]) => b - a).map(([length, words]) => row(length, words))),
                h('div', { class: 'tools' }, button({ label: 'Show all words', icon: 'eye', kind: 'main', onClick: reveal }), always));
        },
    };
}
