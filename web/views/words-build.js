// Builds a missing word list from the installed dictionary when its language is chosen.
// @ts-check
import { h, fill, button, note } from '../parts/dom.js';
import { forgetLists, machineLists } from './words-parts.js';

/** @param {any} view the WordsView */
export function createBuilder(view) {
    const { api } = view.context;
    let job = null;

    const missing = async code => (await machineLists(api)).find(list => list.code === code && !list.installed);
    function stop() {
        job?.cancel();
        job = null;
    }

    /** Builds the list; returns whether it succeeded. */
    async function build({ code, language }) {
        stop();
        const title = `Building the ${language} list`, figure = h('b', null, ''), bar = h('div', { class: 'prog', role: 'progressbar', 'aria-label': title, 'aria-valuemin': 0, 'aria-valuemax': 100 }, h('i'));
        const show = ({ share: fraction }) => {
            const per = Math.round(Math.min(1, Math.max(0, fraction)) * 100);
            bar.style.setProperty('--p', `${per}%`);
            bar.setAttribute('aria-valuenow', String(per));
            fill(figure, `${per} %`);
        };
        const card = h('section', { class: 'card' }, h('header', null, h('h2', null, title), figure), h('div', { class: 'pad job' }, bar, h('div', { class: 'tools' }, button({ label: 'Stop', onClick: stop }))));
        const shown = setTimeout(() => fill(view.notes, card), 300);
        view.context.announce(`${title}.`);
        const mine = job = api.buildWords(code, { onProgress: show });
        try {
            const { result } = await mine.done;
            forgetLists();
            fill(view.notes);
            view.context.announce(`${language} list built: ${result.words.toLocaleString('en-GB')} words.`);
            return job === mine;
        } catch (error) {
            if (job === mine) fill(view.notes, note('bad', `${error.message[0].toUpperCase()}${error.message.slice(1)}.`));
            else if (!job) fill(view.notes);
            return false;
        } finally {
            clearTimeout(shown);
            if (job === mine) job = null;
        }
    }

    return {
        /** Sets the language, building its list first if needed. @param {string} [code] */
        async choose(code) {
            const list = await missing(code || 'en');
            if (!list || await build(list)) view.setOption('lang', code);
            else view.drawOptions();
        },
        /** A message that offers to build the missing list of the board's language, or null. */
        async offer() {
            const list = await missing(view.lang);
            const act = async () => { if (await build(list) || !view.notes.childElementCount) view.listChanged(); };
            return list?.buildable ? note('warn', `No ${list.language} word list yet`, 'Comb can build it from the dictionary on this computer (takes a few seconds).', button({ label: 'Build list', onClick: act })) : null;
        },
        dispose: stop,
    };
}
