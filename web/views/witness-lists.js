// The Panels tab: generates a random panel, and browses a list of panels (pasted, one per line, or from the library).
// @ts-check
import { h, fill, button, note } from '../parts/dom.js';
import { card, labelled, choice, textField, tickBox, jobCard, sentence } from './logic-parts.js';

const kinds = [['squares', 'Squares'], ['stars', 'Stars'], ['triangles', 'Triangles'], ['dots', 'Dots'], ['polyominoes', 'Shapes'], ['blue', 'Blue shapes'], ['eliminations', 'Eliminations']];
const STORE = 'comb-witness-list';

/** {list, at, library: whether it is from the library}; in session storage, so that it survives opening a panel. */
const storedList = () => { try { return JSON.parse(sessionStorage.getItem(STORE) || '{}'); } catch { return {}; } };
const store = list => { try { sessionStorage.setItem(STORE, JSON.stringify(list)); } catch { /* private windows may refuse */ } };

/** Stores a list that was pasted elsewhere, whose first panel is open. @param {string[]} list */
export const storeList = list => store({ list, at: 0 });

/** Non-empty lines; '#' starts a comment. @param {string} text */
const linesOf = text => text.split('\n').map(line => line.trim()).filter(line => line && !line.startsWith('#'));

const value = field => field.firstElementChild.value.trim();
const integer = (field, min, max) => value(field) === '' ? undefined : Math.max(min, Math.min(max, Math.round(Number(value(field)) || min)));

/** @param {any} game */
export function panelsPanel(game) {
    const running = h('div'), listing = h('div', { class: 'stack' });
    /** @type {any} */
    let job = null;
    const stop = () => job ? (job.cancel(), true) : false;

    // ---- generator ----

    async function generate(options, seed) {
        stop();
        const status = jobCard({ title: 'Generating a panel', onStop: stop });
        const mine = job = game.api.job('make', { game: 'witness', options, seed }, { onProgress: progress => status.update(progress, '') });
        const shown = setTimeout(() => fill(running, status.element), 300);
        fill(running);
        try {
            const { result } = await mine.done;
            game.setBoard(result.board, 'new panel', { fresh: true, made: 'random' });
            game.context.toast(`New panel (seed ${result.seed}).`, { undo: () => game.turnBack(-1) });
            fill(running);
        } catch (error) {
            fill(running, note('', sentence(error.message)));
        } finally {
            clearTimeout(shown);
            if (job === mine) job = null;
        }
    }

    function generator() {
        const size = textField({ value: '5x5', 'aria-label': 'Size' }), seed = textField({ inputmode: 'numeric', placeholder: 'random', 'aria-label': 'Seed' });
        const symmetry = choice([['none', 'none'], ['horizontal', 'left and right'], ['vertical', 'up and down'], ['rotational', 'half a turn']], 'none');
        const number = (label, hint) => textField({ inputmode: 'numeric', placeholder: hint, 'aria-label': label });
        const colors = number('Colours', 'random'), gaps = number('Gaps', 'random'), starts = number('Starts', '1'), exits = number('Ends', '1');
        const wanted = new Set(), only = { unique: false, any: false };
        const boxes = kinds.map(([name, text]) => tickBox(text, false, on => { if (on) wanted.add(name); else wanted.delete(name); }));
        const start = () => {
            const options = { size: value(size).replace(/\s*[×x*]\s*/i, 'x') || '5x5', symmetry: value(symmetry), symbols: wanted.size ? [...wanted].join(' ') : undefined, colors: integer(colors, 1, 9), gaps: integer(gaps, 0, 60), starts: integer(starts, 1, 8), exits: integer(exits, 1, 8), ...only };
            generate(Object.fromEntries(Object.entries(options).filter(([, given]) => given !== undefined && given !== false)), integer(seed, 0, 2 ** 31) ?? 1 + Math.floor(Math.random() * 1e6));
        };
        return card('Random panel', '', h('div', { class: 'form-2' }, labelled('Size', size), labelled('Symmetry', symmetry)),
            h('fieldset', { class: 'ticks' }, h('legend', null, 'Symbols (leave empty for random)'), boxes),
            h('details', { class: 'more' }, h('summary', null, 'More options'), h('div', { class: 'form-2' }, labelled('Colours', colors), labelled('Gaps', gaps), labelled('Starts', starts), labelled('Ends', exits), labelled('Seed', seed))),
            h('div', { class: 'tools' }, tickBox('Exactly one solution', false, on => { only.unique = on; }), tickBox('Allow unsolvable', false, on => { only.any = on; })),
            h('div', { class: 'tools' }, button({ label: 'Generate panel', icon: 'dice', kind: 'main', onClick: start })), running);
    }

    // ---- a list ----

    /** @param {Element} one */
    const nameOf = one => one.getAttribute('aria-label') || one.textContent;

    /** @param {{list: string[], library?: boolean}} whole @param {number} at */
    async function openAt(whole, at) {
        const { list } = whole, next = { ...whole, at: (at + list.length) % list.length };
        try {
            const payload = await game.api.board(list[next.at], { game: 'witness' });
            store(next);
            game.setBoard(payload.board, `panel ${next.at + 1} of the list`, { fresh: true, listAt: next.at, made: '' });
            drawList();
        } catch (error) {
            store(next);
            drawList(note('bad', `Cannot read panel ${next.at + 1}.`, sentence(error.message)));
        }
    }

    /** Opens the library's panels, starting with the current one if it is there. */
    async function openLibrary() {
        try {
            const list = (await game.api.library.list({ game: 'witness' })).puzzles.map(({ board }) => board);
            if (list.length) await openAt({ list, library: true }, Math.max(0, list.indexOf(game.state.board)));
            else drawList(note('', 'The library has no panels yet.'));
        } catch (error) {
            drawList(note('bad', sentence(error.message)));
        }
    }

    function drawList(message) {
        const whole = storedList(), { list, at, library } = whole, now = document.activeElement, held = now && listing.contains(now) ? nameOf(now) : '';
        const area = h('textarea', { class: 'paste-list', rows: 4, spellcheck: 'false', 'aria-label': 'Panels, one per line', placeholder: 'Windmill links, one per line' });
        if (list && !library) area.value = list.join('\n');
        const load = () => { const lines = linesOf(area.value); if (lines.length) openAt({ list: lines }, 0); else drawList(note('', 'The list is empty.')); };
        fill(listing, message, list?.length > 0 && h('div', { class: 'tools' },
            button({ label: 'Previous panel', icon: 'back', text: false, onClick: () => openAt(whole, at - 1) }), h('span', { class: 'small pager' }, `${at + 1} of ${list.length}${library ? ' in the library' : ''}`),
            button({ label: 'Next panel', icon: 'next', text: false, onClick: () => openAt(whole, at + 1) })),
        area, h('div', { class: 'tools' }, button({ label: 'Open list', onClick: load }), button({ label: 'Load from library', onClick: openLibrary }), list && button({ label: 'Clear list', onClick: () => { store({}); drawList(); } })));
        if (held) (/** @type {HTMLElement[]} */ ([...listing.querySelectorAll('button')]).find(one => nameOf(one) === held) || area).focus();
    }

    /** Updates the position in the list after undo or redo. @param {number | undefined} at */
    function follow(at) {
        const whole = storedList();
        if (at === undefined || at === whole.at || !whole.list?.[at]) return;
        store({ ...whole, at });
        drawList();
    }

    drawList();
    const element = h('div', { class: 'stack' }, generator(), card('List of panels', '', listing));
    return { element, stop, follow };
}
