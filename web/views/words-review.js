// Review of the player's words: found, missed, and why a word does not count.
// @ts-check
import { h, fill, button, note, plural } from '../parts/dom.js';
import { wordsIn } from './words-list.js';

const STORE = 'comb-my-words', MAX_BOARDS = 300;

/** The player's words per board, in the browser's storage. @returns {Record<string, string>} */
const load = () => { try { return JSON.parse(localStorage.getItem(STORE) || '{}'); } catch { return {}; } };
const keyOf = ({ game, board }) => `${game} ${board}`;

/** Stores the words; if the storage is full, drops the oldest boards. @param {[string, string][]} boards */
function store(boards) {
    for (let from = 0; from <= boards.length; from += Math.ceil((boards.length - from) / 2) || 1) {
        try { localStorage.setItem(STORE, JSON.stringify(Object.fromEntries(boards.slice(from)))); return true; } catch { /* try with fewer */ }
    }
    return false;
}

/** @param {{game: string, board: string}} payload */
export const storedWords = payload => load()[keyOf(payload)] || '';

/** Stores the words of a board and drops the oldest boards; empty words remove the board. @param {{game: string, board: string}} payload @param {string} words */
export function storeWords(payload, words) {
    const { [keyOf(payload)]: before, ...others } = load();
    if (!words && !before) return;
    store([...Object.entries(others), .../** @type {[string, string][]} */ (words ? [[keyOf(payload), words]] : [])].slice(-MAX_BOARDS));
}

/** @param {any} view the WordsView */
export function openReview(view) {
    const area = h('textarea', { id: 'mine', rows: 8, spellcheck: 'false', autocapitalize: 'characters', placeholder: 'honeycomb, stream, combats …' });
    area.value = view.history.state.mine;
    const out = h('div', { class: 'stack', role: 'status' });
    area.addEventListener('input', () => storeWords(view.payload, area.value)); // immediately, so that typed words are never lost
    const close = () => {
        dialog.close();
        dialog.remove();
        view.review.focus();
        if (area.value !== view.history.state.mine) enterWords(wordsIn(area.value, view.lang));
    };
    /** @param {Set<string>} mine */
    function enterWords(mine) {
        view.change({ mine: area.value }, mine.size ? 'entered my words' : 'removed my words');
        showMissed(mine);
    }
    /** Shows missed words, common ones first. @param {Set<string>} mine */
    function showMissed(mine) {
        view.setFilter({ mine, side: mine.size ? 'missed' : 'all' });
        if (mine.size && !view.model.blanks) view.quietly(() => view.setSort('common'));
    }
    async function submit(event) {
        event.preventDefault();
        const mine = wordsIn(area.value, view.lang), words = [...mine];
        if (area.value !== view.history.state.mine) enterWords(mine); else showMissed(mine);
        if (!words.length) { close(); return; }
        await showResult(words, close);
    }
    /** Shows which words do not count and why. @param {string[]} words @param {() => void} onAllGood called if all count @param {Node} [done] message of the last change */
    async function showResult(words, onAllGood, done) {
        if (!view.answer) { fill(out, note('', 'The board is not solved yet.', 'Your words are saved. Missed words are shown once the board is solved.')); return; }
        const found = new Set((view.items || []).map(item => item.word)), unknown = words.filter(word => !found.has(word));
        view.context.announce(`${plural(words.length - unknown.length, 'word')} found, ${plural(found.size - words.length + unknown.length, 'word')} missed${view.soFar}.`);
        if (!unknown.length) { onAllGood(); return; }
        fill(out, done, note('warn', `${plural(unknown.length, 'word')} ${unknown.length === 1 ? 'does' : 'do'} not count`, await reasons(view, unknown, (act, word) => change(act, word, words))));
    }
    /** Adds a word or reverts that, and shows the reasons again. */
    async function change(act, word, words) {
        const before = view.own.statusOf(word), text = view.own.messageOf(act, word);
        try {
            await view.own.send(act, word);
            await view.own.settled();
            const undo = button({ label: 'Undo', onClick: () => change(before, word, words) }), done = note('good', text, null, undo);
            await showResult(words, () => fill(out, done), done);
            undo.focus();
        } catch (error) {
            fill(out, note('bad', error.message));
        }
    }
    const dialog = h('dialog', { class: 'review', 'aria-labelledby': 'mine-h' }, h('form', { class: 'stack', onSubmit: submit },
        h('h2', { id: 'mine-h' }, 'My words'),
        h('label', { class: 'small soft', for: 'mine' }, 'Type or paste the words that you found; anything between them is ignored.'),
        area, out, h('div', { class: 'tools' }, h('button', { class: 'btn btn-main', type: 'submit' }, 'Show what I missed'), button({ label: 'Close', onClick: close }))));
    dialog.addEventListener('cancel', () => setTimeout(close));
    document.body.append(dialog);
    dialog.showModal();
    area.focus();
}

/** Why each word does not count, with buttons to add missing words. @param {any} view @param {string[]} words @param {(act: any, word: string) => void} change */
async function reasons(view, words, change) {
    const shown = words.slice(0, 12);
    const explained = await view.own.explain(shown).catch(() => shown.map(word => ({ word, why: 'off', text: word })));
    return h('span', { class: 'reasons' }, explained.map(one => h('span', null, one.text, view.own.offer(one, change))), words.length > shown.length && h('span', null, `and ${plural(words.length - shown.length, 'more word')}`));
}
