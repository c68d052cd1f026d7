// My words: what was found, what was missed, and why a word did not count.
// @ts-check
import { h, fill, button, note, plural } from '../parts/dom.js';
import { wordsIn } from './words-list.js';

/** @param {any} view the WordsView */
export function openReview(view) {
    const area = h('textarea', { id: 'mine', rows: 8, spellcheck: 'false', autocapitalize: 'characters', placeholder: 'honeycomb, stream, combats …' });
    area.value = view.history.state.mine;
    const out = h('div');
    const close = () => { dialog.close(); dialog.remove(); view.review.focus(); };
    async function take(event) {
        event.preventDefault();
        const words = [...wordsIn(area.value)];
        view.change({ mine: area.value }, words.length ? 'entered my words' : 'removed my words');
        view.setFilter({ mine: wordsIn(area.value), side: words.length ? 'missed' : 'all' });
        if (!words.length) { close(); return; }
        const found = new Set((view.items || []).map(item => item.word)), unknown = words.filter(word => !found.has(word));
        view.context.say(`${plural(words.length - unknown.length, 'word')} of yours found, ${plural(view.list.count, 'word')} missed.`);
        if (!unknown.length) { close(); return; }
        fill(out, note('warn', `${plural(unknown.length, 'word')} ${unknown.length === 1 ? 'does' : 'do'} not count`, await reasons(view, unknown)));
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

/** Why each word does not count, from the checker. @param {any} view @param {string[]} words */
async function reasons(view, words) {
    const { board, options } = view.history.state, shown = words.slice(0, 12);
    const answer = await view.context.api.run('check', { game: view.game.name, board, answer: shown, options: options.lang ? { lang: options.lang } : {} }).catch(() => null);
    const texts = answer?.violations?.map(item => item.message) || shown;
    return h('span', { class: 'reasons' }, texts.map(text => h('span', null, text)), words.length > shown.length && h('span', null, `and ${plural(words.length - shown.length, 'more word')}`));
}
