// The user's own words: adding words to a word list and banning words from it, for the selected word, for the word in the
// filter, and all of them in the "Word list" card. The server stores them; they apply to every game in the language.
// @ts-check
import { h, fill, button, icon } from '../parts/dom.js';
import { fold } from './words-model.js';
import { languageTitle, machineLists, forgetLists } from './words-parts.js';

const REST = 350;

/** "English, Italian and Spanish" @param {string[]} names */
const enumerate = names => names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;

/** Replaces the content; keeps the focus on the same button, or moves it to the fallback. @param {HTMLElement} element @param {any[]} content @param {HTMLElement} fallback */
function refill(element, content, fallback) {
    const buttons = () => [...element.querySelectorAll('button')], at = buttons().indexOf(/** @type {any} */ (document.activeElement));
    fill(element, content);
    if (at >= 0) (buttons()[Math.min(at, buttons().length - 1)] || fallback).focus();
}

/** @param {any} view the WordsView */
export function createOwn(view) {
    const { api } = view.context;
    const foot = h('div', { class: 'word-foot', hidden: true });
    const verdict = h('span', { class: 'verdict small' });
    const card = h('div', { class: 'own', tabindex: -1 });
    /** The server's own words, by language. @type {Record<string, {added: string[], banned: string[]}>} */
    const ownWords = {};
    let queue = Promise.resolve(), waiting = 0, relisted = Promise.resolve(), timer = 0;
    /** The filter's word that was explained last, and the answer it is missing from. */
    let asked = { word: '', answer: null };

    const lang = () => view.lang;
    const list = () => `the ${languageTitle(lang())} list`;
    const now = () => ownWords[lang()] || { added: [], banned: [] };
    /** The API function that would restore the word's current status. @param {string} word */
    const statusOf = word => now().added.includes(word) ? 'add' : now().banned.includes(word) ? 'ban' : 'forget';

    /** Message for a change of a word. @param {'add' | 'ban' | 'forget'} act @param {string} word */
    const messageOf = (act, word) => act === 'add' ? `${word} added to ${list()}.` : act === 'ban' ? `${word} removed from ${list()}.`
        : statusOf(word) === 'add' ? `${word} is no longer added to ${list()}.` : `${word} restored to ${list()}.`;

    async function load() {
        const code = lang(), own = ownWords[code] || await api.ownWords.get(code).catch(() => null);
        if (own) ownWords[code] ||= own; // unless changed meanwhile
        draw();
    }

    /**
     * Sends changes in order; after the last one the board is solved again.
     * @param {'add' | 'ban' | 'forget'} act @param {string} word
     */
    async function send(act, word) {
        const code = lang();
        waiting++;
        const done = queue.then(() => api.ownWords[act]([word], code)).then(own => { ownWords[code] = own; forgetLists(); });
        queue = done.catch(() => {}).then(() => { if (!--waiting) relisted = view.listChanged(); draw(); });
        await done;
    }

    /** @param {'add' | 'ban' | 'forget'} act @param {string} word */
    async function change(act, word) {
        const before = statusOf(word), text = messageOf(act, word);
        if (act === 'ban') view.dropWord(word);
        try {
            await send(act, word);
            view.context.toast(text, { undo: () => change(before, word) });
        } catch (error) {
            view.context.toast(`Could not change ${word}: ${error.message}.`);
        }
    }

    /** Shows which lists contain the word. @param {string} word */
    async function showLists(word) {
        try {
            const [{ words }, all] = await Promise.all([api.lookup([word]), machineLists(api)]);
            const names = words[word].map(code => { const one = all.find(item => item.code === code); return one ? `${one.language} (${one.title})` : code; });
            const mine = { add: ' You added it.', ban: ' You removed it.', forget: '' }[statusOf(word)];
            view.context.toast(`${word} is in ${names.length ? `the list${names.length > 1 ? 's' : ''} ${enumerate(names)}` : 'no list'}.${mine}`, { seconds: 8 });
        } catch (error) {
            view.context.toast(`${error.message}.`);
        }
    }

    /**
     * Explains why words are not in the answer: 'missing' from the list, 'banned' by the user, or 'off' the board or
     * against its rules; `text` has the details.
     * @param {string[]} words @returns {Promise<{word: string, why: 'missing' | 'banned' | 'off', text: string}[]>}
     */
    async function explain(words) {
        const { board, options } = view.history.state, rows = view.game.options;
        const known = (await api.lookup(words)).words, there = words.filter(word => known[word].includes(lang()));
        const fits = Object.entries(options).filter(([name]) => rows.some(row => row.name === name && (!row.verbs || row.verbs.split(' ').includes('check'))));
        const checked = there.length ? await api.run('check', { game: view.game.name, board, answer: there, options: Object.fromEntries(fits) }) : { violations: [] };
        const unseen = view.soFar ? 'was not reached by the search' : 'cannot be traced on the board';
        const text = word => checked.violations.find(({ index }) => there[index] === word)?.message || `${word} ${unseen}`;
        return words.map(word => there.includes(word) ? { word, why: 'off', text: text(word) }
            : statusOf(word) === 'ban' ? { word, why: 'banned', text: `${word} was removed by you` } : { word, why: 'missing', text: `${word} is not in ${list()}` });
    }

    /** The button for an explained word. @param {{word: string, why: string}} explained @param {(act: 'add' | 'forget', word: string) => void} act */
    const offer = ({ word, why }, act) => why !== 'off' && (why === 'missing' ? button({ label: 'Add word', class: 'chip-btn', 'aria-label': `Add word: ${word}`, onClick: () => act('add', word) })
        : button({ label: 'Restore word', class: 'chip-btn', 'aria-label': `Restore word: ${word}`, onClick: () => act('forget', word) }));

    /** After a pause in typing, explains a word in the filter that is not in the answer. @param {string} text */
    function checkFilter(text) {
        const word = fold(text.trim(), lang()), { answer } = view, same = word === asked.word;
        if (same && answer === asked.answer) return;
        clearTimeout(timer);
        asked = { word, answer };
        if (!same) fill(verdict);
        const whole = /^\p{L}{2,}$/u.test(word) && answer && !view.items.some(item => item.word === word);
        if (whole) timer = setTimeout(() => showVerdict(word, answer), same ? 0 : REST);
        else refill(verdict, [], view.field);
    }

    async function showVerdict(word, answer) {
        const [explained] = await explain([word]).catch(() => []);
        if (!explained || asked.word !== word || asked.answer !== answer) return;
        if (explained.why === 'missing' && view.list.count) return refill(verdict, [], view.field); // part of listed words
        const sentence = explained.why === 'off' ? `${word} is in ${list()}, but ${explained.text.slice(word.length + 1)}.` : `${explained.text}.`;
        refill(verdict, [h('span', null, sentence), offer(explained, change)], view.field);
        view.context.announce(sentence);
    }

    function drawFoot() {
        const { item } = view, any = !!item && !view.editing, added = any && statusOf(item.word) === 'add';
        foot.hidden = !any;
        const name = label => ({ label, 'aria-label': `${label}: ${item.word}`, kind: 'quiet' });
        refill(foot, any ? [button({ ...name('Find in lists'), title: 'Show which word lists contain it (L)', onClick: () => showLists(item.word) }), h('span', { class: 'gap' }),
            added ? button({ ...name('Remove my addition'), onClick: () => change('forget', item.word) })
                : button({ ...name('Remove from my list'), title: 'Remove it from the word list (X)', onClick: () => change('ban', item.word) })] : [], view.list.element);
    }

    function drawCard() {
        const { added, banned } = now();
        const group = (title, revert, words) => words.length > 0 && h('div', null, h('h3', null, title), h('ul', { class: 'own-words' }, words.map(word => h('li', null,
            h('button', { class: 'chip', title: revert, 'aria-label': `${revert}: ${word}`, onClick: () => change('forget', word) }, word, icon('cross'))))));
        refill(card, [group('Added by you', 'Remove my addition', added), group('Removed by you', 'Restore word', banned),
            h('p', { class: 'small soft' }, added.length || banned.length ? 'These apply to every game in this language.' : 'Words you add or remove appear here and apply to every game in this language.')], card);
    }

    function draw() {
        drawFoot();
        drawCard();
    }

    return {
        foot, verdict, card, load, drawFoot, explain, offer, send, checkFilter, messageOf, statusOf,
        /** Resolves once the board is solved with the current list. */
        settled: async () => { await queue; await relisted; },
        ban: () => { if (view.item && !view.editing) change('ban', view.item.word); },
        lists: () => { if (view.item && !view.editing) showLists(view.item.word); },
        dispose: () => clearTimeout(timer),
    };
}
