// My words: what was found, what was missed, and why a word did not count.
// @ts-check
import { h, fill, button, note, plural } from '../parts/dom.js';
import { wordsIn } from './words-list.js';

const STORE = 'comb-my-words', MOST_BOARDS = 300;

/** The player's words stay with their board in this browser, also when it is closed. @returns {Record<string, string>} */
const kept = () => { try { return JSON.parse(localStorage.getItem(STORE) || '{}'); } catch { return {}; } };
const keyOf = ({ game, board }) => `${game} ${board}`;

/** Where there is no room for all, the boards of the longest ago go first. @param {[string, string][]} boards */
function store(boards) {
    for (let from = 0; from <= boards.length; from += Math.ceil((boards.length - from) / 2) || 1) {
        try { localStorage.setItem(STORE, JSON.stringify(Object.fromEntries(boards.slice(from)))); return true; } catch { /* less, then */ }
    }
    return false;
}

/** @param {{game: string, board: string}} payload */
export const keptWords = payload => kept()[keyOf(payload)] || '';

/** The boards of the last changes stay; none for a board without words. @param {{game: string, board: string}} payload @param {string} words */
export function keepWords(payload, words) {
    const { [keyOf(payload)]: before, ...others } = kept();
    if (!words && !before) return;
    store([...Object.entries(others), .../** @type {[string, string][]} */ (words ? [[keyOf(payload), words]] : [])].slice(-MOST_BOARDS));
}

/** @param {any} view the WordsView */
export function openReview(view) {
    const area = h('textarea', { id: 'mine', rows: 8, spellcheck: 'false', autocapitalize: 'characters', placeholder: 'honeycomb, stream, combats …' });
    area.value = view.history.state.mine;
    const out = h('div', { class: 'stack', role: 'status' });
    area.addEventListener('input', () => keepWords(view.payload, area.value)); // at once: nobody types twenty words twice
    const close = () => {
        dialog.close();
        dialog.remove();
        view.review.focus();
        if (area.value !== view.history.state.mine) enterWords(wordsIn(area.value, view.lang));
    };
    /** @param {Set<string>} mine */
    function enterWords(mine) {
        view.change({ mine: area.value }, mine.size ? 'entered my words' : 'removed my words');
        view.setFilter({ mine, side: mine.size ? 'missed' : 'all' });
    }
    async function take(event) {
        event.preventDefault();
        const mine = wordsIn(area.value, view.lang), words = [...mine];
        if (area.value !== view.history.state.mine) enterWords(mine); else view.setFilter({ mine, side: words.length ? 'missed' : 'all' });
        if (!words.length) { close(); return; }
        await tell(words, close);
    }
    /** What counts, what does not and why. @param {string[]} words @param {() => void} good when all count @param {Node} [done] what was done before */
    async function tell(words, good, done) {
        if (!view.answer) { fill(out, note('', 'The board is not solved yet.', 'Your words are saved; what was missed is told when its words are known.')); return; }
        const found = new Set((view.items || []).map(item => item.word)), unknown = words.filter(word => !found.has(word));
        view.context.say(`${plural(words.length - unknown.length, 'word')} of yours found, ${plural(found.size - words.length + unknown.length, 'word')} missed${view.soFar}.`);
        if (!unknown.length) { good(); return; }
        fill(out, done, note('warn', `${plural(unknown.length, 'word')} ${unknown.length === 1 ? 'does' : 'do'} not count`, await reasons(view, unknown, (act, word) => change(act, word, words))));
    }
    /** A word is added from here, or that is taken back; the reasons are told anew. */
    async function change(act, word, words) {
        const before = view.own.standing(word), text = view.own.saying(act, word);
        try {
            await view.own.send(act, word);
            await view.own.settled();
            const undo = button({ label: 'Undo', onClick: () => change(before, word, words) }), done = note('good', text, null, undo);
            await tell(words, () => fill(out, done), done);
            undo.focus();
        } catch (error) {
            fill(out, note('bad', error.message));
        }
    }
    const dialog = h('dialog', { class: 'review', 'aria-labelledby': 'mine-h' }, h('form', { class: 'stack', onSubmit: take },
        h('h2', { id: 'mine-h' }, 'My words'),
        h('label', { class: 'small soft', for: 'mine' }, 'Type or paste the words that you found; anything between them is ignored.'),
        area, out, h('div', { class: 'tools' }, h('button', { class: 'btn btn-main', type: 'submit' }, 'Show what I missed'), button({ label: 'Close', onClick: close }))));
    dialog.addEventListener('cancel', () => setTimeout(close));
    document.body.append(dialog);
    dialog.showModal();
    area.focus();
}

/** Why each word does not count; what the list does not have can be added. @param {any} view @param {string[]} words @param {(act: any, word: string) => void} change */
async function reasons(view, words, change) {
    const shown = words.slice(0, 12);
    const judged = await view.own.judge(shown).catch(() => shown.map(word => ({ word, why: 'off', text: word })));
    return h('span', { class: 'reasons' }, judged.map(one => h('span', null, one.text, view.own.offer(one, change))), words.length > shown.length && h('span', null, `and ${plural(words.length - shown.length, 'more word')}`));
}
