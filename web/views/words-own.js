// Own words: what the user adds to a word list and bans from it, for the word that is chosen, for the word in the filter,
// and all of them in the "Word list" card. They are kept by the server and hold for every game in the language.
// @ts-check
import { h, fill, button, icon } from '../parts/dom.js';
import { fold } from './words-model.js';
import { languageTitle, machineLists, forgetLists } from './words-parts.js';

const REST = 350;

/** "English, Italian and Spanish" @param {string[]} names */
const enumerate = names => names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;

/** New content; the focus stays at its place in it, or goes to the fallback. @param {HTMLElement} element @param {any[]} content @param {HTMLElement} fallback */
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
    /** What the server keeps, by language. @type {Record<string, {added: string[], banned: string[]}>} */
    const kept = {};
    let queue = Promise.resolve(), waiting = 0, relisted = Promise.resolve(), timer = 0;
    /** The filter's word that was judged last, and the answer that it is not in. */
    let asked = { word: '', answer: null };

    const lang = () => view.lang;
    const list = () => `the ${languageTitle(lang())} list`;
    const now = () => kept[lang()] || { added: [], banned: [] };
    /** What is said of a word now, in the way of the API. @param {string} word */
    const standing = word => now().added.includes(word) ? 'add' : now().banned.includes(word) ? 'ban' : 'forget';

    /** What an act does to a word that stands as it does, in words. @param {'add' | 'ban' | 'forget'} act @param {string} word */
    const saying = (act, word) => act === 'add' ? `${word} is added to ${list()}.` : act === 'ban' ? `${word} is banned from ${list()}.`
        : `${word} is no longer ${standing(word) === 'add' ? 'added' : 'banned'}.`;

    async function load() {
        const code = lang(), own = kept[code] || await api.ownWords.get(code).catch(() => null);
        if (own) kept[code] ||= own; // a change may have come in between
        draw();
    }

    /**
     * One change after the other; after the last of them the board is solved anew.
     * @param {'add' | 'ban' | 'forget'} act @param {string} word
     */
    async function send(act, word) {
        const code = lang();
        waiting++;
        const done = queue.then(() => api.ownWords[act]([word], code)).then(own => { kept[code] = own; forgetLists(); });
        queue = done.catch(() => {}).then(() => { if (!--waiting) relisted = view.listChanged(); draw(); });
        await done;
    }

    /** @param {'add' | 'ban' | 'forget'} act @param {string} word */
    async function change(act, word) {
        const before = standing(word), text = saying(act, word);
        if (act === 'ban') view.dropWord(word);
        try {
            await send(act, word);
            view.context.toast(text, { undo: () => change(before, word) });
        } catch (error) {
            view.context.toast(`${word} could not be changed: ${error.message}.`);
        }
    }

    /** Which lists have the word, in a sentence. @param {string} word */
    async function tellLists(word) {
        try {
            const [{ words }, all] = await Promise.all([api.lookup([word]), machineLists(api)]);
            const names = words[word].map(code => { const one = all.find(item => item.code === code); return one ? `${one.language} (${one.title})` : code; });
            const mine = { add: ' You added it.', ban: ' You banned it.', forget: '' }[standing(word)];
            view.context.toast(`${word} is in ${names.length ? `the list${names.length > 1 ? 's' : ''} ${enumerate(names)}` : 'no list'}.${mine}`, { seconds: 8 });
        } catch (error) {
            view.context.toast(`${error.message}.`);
        }
    }

    /**
     * Why words are not among the board's: 'missing' from the list, 'banned' by the user, or 'off' the board or its
     * rules, which `text` tells.
     * @param {string[]} words @returns {Promise<{word: string, why: 'missing' | 'banned' | 'off', text: string}[]>}
     */
    async function judge(words) {
        const { board, options } = view.history.state, rows = view.game.options;
        const known = (await api.lookup(words)).words, there = words.filter(word => known[word].includes(lang()));
        const fits = Object.entries(options).filter(([name]) => rows.some(row => row.name === name && (!row.verbs || row.verbs.split(' ').includes('check'))));
        const checked = there.length ? await api.run('check', { game: view.game.name, board, answer: there, options: Object.fromEntries(fits) }) : { violations: [] };
        const unseen = view.soFar ? 'was not reached by the search' : 'cannot be traced on the board';
        const text = word => checked.violations.find(({ index }) => there[index] === word)?.message || `${word} ${unseen}`;
        return words.map(word => there.includes(word) ? { word, why: 'off', text: text(word) }
            : standing(word) === 'ban' ? { word, why: 'banned', text: `${word} is banned by you` } : { word, why: 'missing', text: `${word} is not in ${list()}` });
    }

    /** What a judged word is offered. @param {{word: string, why: string}} judged @param {(act: 'add' | 'forget', word: string) => void} act */
    const offer = ({ word, why }, act) => why !== 'off' && (why === 'missing' ? button({ label: 'Add it', class: 'chip-btn', 'aria-label': `Add it: ${word}`, onClick: () => act('add', word) })
        : button({ label: 'Take back', class: 'chip-btn', 'aria-label': `Take back: ${word}`, onClick: () => act('forget', word) }));

    /** The filter's text, once the typing rests: a whole word that the answer does not have is judged. @param {string} text */
    function weigh(text) {
        const word = fold(text.trim(), lang()), { answer } = view, same = word === asked.word;
        if (same && answer === asked.answer) return;
        clearTimeout(timer);
        asked = { word, answer };
        if (!same) fill(verdict);
        const whole = /^\p{L}{2,}$/u.test(word) && answer && !view.items.some(item => item.word === word);
        if (whole) timer = setTimeout(() => tellVerdict(word, answer), same ? 0 : REST);
        else refill(verdict, [], view.field);
    }

    async function tellVerdict(word, answer) {
        const [judged] = await judge([word]).catch(() => []);
        if (!judged || asked.word !== word || asked.answer !== answer) return;
        if (judged.why === 'missing' && view.list.count) return refill(verdict, [], view.field); // part of words that are there
        const sentence = judged.why === 'off' ? `${word} is in ${list()}, but ${judged.text.slice(word.length + 1)}.` : `${judged.text}.`;
        refill(verdict, [h('span', null, sentence), offer(judged, change)], view.field);
        view.context.say(sentence);
    }

    function drawFoot() {
        const { item } = view, any = !!item && !view.editing, added = any && standing(item.word) === 'add';
        foot.hidden = !any;
        const name = (label, mark = ':') => ({ label, 'aria-label': `${label}${mark} ${item.word}`, kind: 'quiet' });
        refill(foot, any ? [button({ ...name('Which lists?', ''), title: 'Which word lists have it (L)', onClick: () => tellLists(item.word) }), h('span', { class: 'gap' }),
            added ? button({ ...name('Added by you. Take back'), onClick: () => change('forget', item.word) })
                : button({ ...name('Not a word in my game'), title: 'Ban it from the word list (X)', onClick: () => change('ban', item.word) })] : [], view.list.element);
    }

    function drawCard() {
        const { added, banned } = now();
        const group = (title, words) => words.length > 0 && h('div', null, h('h3', null, title), h('ul', { class: 'own-words' }, words.map(word => h('li', null,
            h('button', { class: 'chip', title: 'Take back', 'aria-label': `Take back: ${word}`, onClick: () => change('forget', word) }, word, icon('cross'))))));
        refill(card, [group('Added by you', added), group('Banned by you', banned),
            h('p', { class: 'small soft' }, added.length || banned.length ? 'They hold for every game in this language.' : 'Words that you add or ban show here; they hold for every game in this language.')], card);
    }

    function draw() {
        drawFoot();
        drawCard();
    }

    return {
        foot, verdict, card, load, drawFoot, judge, offer, send, weigh, saying, standing,
        /** Once the board is solved with the list as it is now. */
        settled: async () => { await queue; await relisted; },
        ban: () => { if (view.item && !view.editing) change('ban', view.item.word); },
        lists: () => { if (view.item && !view.editing) tellLists(view.item.word); },
        dispose: () => clearTimeout(timer),
    };
}
