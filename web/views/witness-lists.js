// More panels: one made by chance to order, and a list of panels to go through: one a line, or those of the library.
// @ts-check
import { h, fill, button, note } from '../parts/dom.js';
import { card, labelled, choice, textField, tickBox, jobCard, sentence } from './logic-parts.js';

const kinds = [['squares', 'Squares'], ['stars', 'Stars'], ['triangles', 'Triangles'], ['dots', 'Hexagons'], ['polyominoes', 'Shapes'], ['blue', 'Blue shapes'], ['eliminations', 'Eliminations']];
const STORE = 'comb-witness-list';

/** {list, at, library: whether it is the library's}. It outlives the view, so that opening one of its panels does not lose it. */
const kept = () => { try { return JSON.parse(sessionStorage.getItem(STORE) || '{}'); } catch { return {}; } };
const keep = list => { try { sessionStorage.setItem(STORE, JSON.stringify(list)); } catch { /* private windows may refuse */ } };

/** A list that was pasted elsewhere, its first panel open. @param {string[]} list */
export const keepList = list => keep({ list, at: 0 });

/** Lines that hold something; '#' starts a remark. @param {string} text */
const linesOf = text => text.split('\n').map(line => line.trim()).filter(line => line && !line.startsWith('#'));

const value = field => field.firstElementChild.value.trim();
const whole = (field, least, most) => value(field) === '' ? undefined : Math.max(least, Math.min(most, Math.round(Number(value(field)) || least)));

/** @param {any} game */
export function panelsPanel(game) {
    const running = h('div'), listing = h('div', { class: 'stack' });
    /** @type {any} */
    let job = null;
    const stop = () => job ? (job.cancel(), true) : false;

    // ---- made by chance ----

    async function make(options, seed) {
        stop();
        const status = jobCard({ title: 'Making a panel', onStop: stop });
        const mine = job = game.api.job('make', { game: 'witness', options, seed }, { onProgress: progress => status.update(progress, '') });
        const shown = setTimeout(() => fill(running, status.element), 300);
        fill(running);
        try {
            const { result } = await mine.done;
            game.setBoard(result.board, 'a new panel', { fresh: true, made: 'random' });
            game.context.toast(`A new panel, seed ${result.seed}.`, { undo: () => game.turnBack(-1) });
            fill(running);
        } catch (error) {
            fill(running, note('', sentence(error.message)));
        } finally {
            clearTimeout(shown);
            if (job === mine) job = null;
        }
    }

    function maker() {
        const size = textField({ value: '5x5', 'aria-label': 'Size' }), seed = textField({ inputmode: 'numeric', placeholder: 'by chance', 'aria-label': 'Seed' });
        const symmetry = choice([['none', 'none'], ['horizontal', 'left and right'], ['vertical', 'up and down'], ['rotational', 'half a turn']], 'none');
        const number = (label, hint) => textField({ inputmode: 'numeric', placeholder: hint, 'aria-label': label });
        const colors = number('Colours', 'by chance'), gaps = number('Gaps', 'by chance'), starts = number('Starts', '1'), exits = number('Ends', '1');
        const wanted = new Set(), only = { unique: false, any: false };
        const boxes = kinds.map(([name, text]) => tickBox(text, false, on => { if (on) wanted.add(name); else wanted.delete(name); }));
        const start = () => {
            const options = { size: value(size).replace(/\s*[×x*]\s*/i, 'x') || '5x5', symmetry: value(symmetry), symbols: wanted.size ? [...wanted].join(' ') : undefined, colors: whole(colors, 1, 9), gaps: whole(gaps, 0, 60), starts: whole(starts, 1, 8), exits: whole(exits, 1, 8), ...only };
            make(Object.fromEntries(Object.entries(options).filter(([, given]) => given !== undefined && given !== false)), whole(seed, 0, 2 ** 31) ?? 1 + Math.floor(Math.random() * 1e6));
        };
        return card('Random panel', '', h('div', { class: 'form-2' }, labelled('Size', size), labelled('Symmetry', symmetry)),
            h('fieldset', { class: 'ticks' }, h('legend', null, 'Symbols; none ticked: by chance'), boxes),
            h('details', { class: 'more' }, h('summary', null, 'More'), h('div', { class: 'form-2' }, labelled('Colours', colors), labelled('Gaps', gaps), labelled('Starts', starts), labelled('Ends', exits), labelled('Seed', seed))),
            h('div', { class: 'tools' }, tickBox('Only one line', false, on => { only.unique = on; }), tickBox('May have no line', false, on => { only.any = on; })),
            h('div', { class: 'tools' }, button({ label: 'Make', icon: 'dice', kind: 'main', onClick: start })), running);
    }

    // ---- a list ----

    /** @param {Element} one */
    const nameOf = one => one.getAttribute('aria-label') || one.textContent;

    /** @param {{list: string[], library?: boolean}} whole @param {number} at */
    async function openAt(whole, at) {
        const { list } = whole, next = { ...whole, at: (at + list.length) % list.length };
        try {
            const payload = await game.api.board(list[next.at], { game: 'witness' });
            keep(next);
            game.setBoard(payload.board, `panel ${next.at + 1} of the list`, { fresh: true, listAt: next.at, made: '' });
            drawList();
        } catch (error) {
            keep(next);
            drawList(note('bad', `Panel ${next.at + 1} cannot be read.`, sentence(error.message)));
        }
    }

    /** From the panel on that is shown, where the library has it. */
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
        const whole = kept(), { list, at, library } = whole, now = document.activeElement, held = now && listing.contains(now) ? nameOf(now) : '';
        const area = h('textarea', { class: 'paste-list', rows: 4, spellcheck: 'false', 'aria-label': 'Panels, one a line', placeholder: 'Windmill strings or links, one a line' });
        if (list && !library) area.value = list.join('\n');
        const load = () => { const lines = linesOf(area.value); if (lines.length) openAt({ list: lines }, 0); else drawList(note('', 'The list is empty.')); };
        fill(listing, message, list?.length > 0 && h('div', { class: 'tools' },
            button({ label: 'Previous panel', icon: 'back', text: false, onClick: () => openAt(whole, at - 1) }), h('span', { class: 'small pager' }, `${at + 1} of ${list.length}${library ? ' in the library' : ''}`),
            button({ label: 'Next panel', icon: 'next', text: false, onClick: () => openAt(whole, at + 1) })),
        area, h('div', { class: 'tools' }, button({ label: 'Open the list', onClick: load }), button({ label: 'From the library', onClick: openLibrary }), list && button({ label: 'Forget it', onClick: () => { keep({}); drawList(); } })));
        if (held) (/** @type {HTMLElement[]} */ ([...listing.querySelectorAll('button')]).find(one => nameOf(one) === held) || area).focus();
    }

    /** Undo went to another panel of the list, or redo. @param {number | undefined} at */
    function follow(at) {
        const whole = kept();
        if (at === undefined || at === whole.at || !whole.list?.[at]) return;
        keep({ ...whole, at });
        drawList();
    }

    drawList();
    const element = h('div', { class: 'stack' }, maker(), card('List of panels', '', listing));
    return { element, stop, follow };
}
