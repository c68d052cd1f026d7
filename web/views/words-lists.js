// Lists of one's own: adds the file that was chosen or dropped, and removes the list in use.
// @ts-check
import { h, button } from '../parts/dom.js';

/** "Collins 2019.txt" -> "collins-2019" @param {string} file */
export const listName = file => file.toLowerCase().replace(/\.[a-z0-9]+$/, '').replace(/[^a-z0-9_-]+/g, '-').replace(/^[-_]+|[-_]+$/g, '').slice(0, 32);

/**
 * The language menu with the tools for lists of one's own below it.
 * @param {{api: any, menu: HTMLElement, lists: () => Promise<any[]>, forget: () => void, now: string, set: (code?: string) => void}} parts
 */
export function withOwnLists({ api, menu, lists, forget, now, set }) {
    const said = h('p', { class: 'dim', role: 'status' });
    const say = text => { said.textContent = text; };
    async function add(file) {
        const base = (await lists()).find(list => list.code === now);
        try {
            const added = await api.addList(listName(file.name), file, base?.base || base?.code || 'en');
            forget();
            say(`${added.code}: ${added.words.toLocaleString('en-GB')} words${added.skipped ? `, ${added.skipped.toLocaleString('en-GB')} lines skipped` : ''}`);
            set(added.code);
        } catch (error) { say(error.message); }
    }
    async function remove() {
        await api.removeList(now).catch(error => say(error.message));
        forget();
        set(undefined);
    }
    const chooser = h('input', { type: 'file', hidden: true, 'aria-label': 'Word list file', onChange: event => event.target.files[0] && add(event.target.files[0]) });
    const tools = h('div', { class: 'tools' }, button({ label: 'Add a word list…', onClick: () => chooser.click() }));
    lists().then(all => all.find(list => list.code === now)?.own && tools.append(button({ label: `Remove ${now}`, onClick: remove })));
    return h('div', {
        class: 'own-lists', title: 'Choose or drop a file with one word per line',
        onDragover: event => event.preventDefault(),
        onDrop: event => { event.preventDefault(); event.stopPropagation(); if (event.dataTransfer.files[0]) add(event.dataTransfer.files[0]); },
    }, menu, chooser, tools, said);
}
