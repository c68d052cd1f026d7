// A virtual list: only visible rows are in the document. One tab stop; arrows move the selection and the board follows;
// hovering over a row previews it.
// @ts-check
import { h } from '../parts/dom.js';
import { fold } from './words-model.js';

const EXTRA_ROWS = 6;

/**
 * @param {{label: string, row: (item: any) => any[], onPick: (item: any, how: 'key' | 'pointer' | 'set') => void,
 *          onHover: (item: any | null) => void, onAct: (item: any) => void}} options
 */
export function createList({ label, row, onPick, onHover, onAct }) {
    const inside = h('div', { class: 'rows-in', role: 'presentation' });
    const element = h('div', { class: 'rows', role: 'listbox', tabindex: 0, 'aria-label': label }, inside);
    /** @type {any[]} */
    let items = [];
    let chosen = -1, rowHeight = 40, hovered = -1;
    /** @type {Map<number, HTMLElement>} */
    const drawn = new Map();

    function makeRow(index) {
        const item = items[index];
        const element = h('div', { class: 'row-w', role: 'option', id: `row-${index}`, 'aria-selected': String(index === chosen), 'aria-posinset': index + 1, 'aria-setsize': items.length, '--top': `${index * rowHeight}px`, 'data-index': index }, row(item));
        if (item.stale) element.classList.add('is-stale');
        return element;
    }
    function draw() {
        const first = Math.max(0, Math.floor(element.scrollTop / rowHeight) - EXTRA_ROWS);
        const last = Math.min(items.length, Math.ceil((element.scrollTop + (element.clientHeight || 600)) / rowHeight) + EXTRA_ROWS);
        for (const [index, node] of drawn) if (index < first || index >= last) { node.remove(); drawn.delete(index); }
        for (let index = first; index < last; index++) {
            if (drawn.has(index)) continue;
            const node = makeRow(index);
            drawn.set(index, node);
            inside.append(node);
        }
    }
    function measure() {
        const probe = drawn.values().next().value, height = probe?.offsetHeight;
        if (!height || Math.abs(height - rowHeight) < .5) return;
        rowHeight = height;
        redraw();
    }
    function redraw() {
        for (const node of drawn.values()) node.remove();
        drawn.clear();
        inside.style.setProperty('--height', `${items.length * rowHeight}px`);
        draw();
    }
    function mark(index) {
        drawn.get(chosen)?.setAttribute('aria-selected', 'false');
        chosen = index;
        drawn.get(chosen)?.setAttribute('aria-selected', 'true');
        if (chosen >= 0) element.setAttribute('aria-activedescendant', `row-${chosen}`); else element.removeAttribute('aria-activedescendant');
    }
    function reveal(index) {
        const top = index * rowHeight;
        if (top < element.scrollTop) element.scrollTop = top;
        else if (top + rowHeight > element.scrollTop + element.clientHeight) element.scrollTop = top + rowHeight - element.clientHeight;
        draw();
    }
    /** @param {number} index @param {'key' | 'pointer' | 'set'} how */
    function pick(index, how) {
        if (!items.length) return;
        const to = Math.max(0, Math.min(items.length - 1, index));
        if (how !== 'pointer') reveal(to);
        mark(to);
        onPick(items[to], how);
    }
    const indexOf = target => Number(target.closest?.('.row-w')?.dataset.index ?? -1);

    element.addEventListener('scroll', draw, { passive: true });
    element.addEventListener('click', event => { const index = indexOf(event.target); if (index >= 0) { pick(index, 'pointer'); onAct(items[index]); } });
    element.addEventListener('pointermove', event => {
        const index = event.pointerType === 'mouse' ? indexOf(event.target) : -1;
        if (index !== hovered) { hovered = index; onHover(index >= 0 ? items[index] : null); }
    });
    element.addEventListener('pointerleave', () => { if (hovered >= 0) { hovered = -1; onHover(null); } });
    element.addEventListener('keydown', event => {
        const page = Math.max(1, Math.floor(element.clientHeight / rowHeight) - 1);
        const to = { ArrowDown: chosen + 1, ArrowUp: chosen - 1, PageDown: chosen + page, PageUp: chosen - page, Home: 0, End: items.length - 1 }[event.key];
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        if (to !== undefined) pick(to, 'key');
        else if ((event.key === 'Enter' || event.key === ' ') && chosen >= 0) onAct(items[chosen]);
        else return;
        event.preventDefault();
        event.stopPropagation();
    });
    const watch = new ResizeObserver(() => { draw(); measure(); });
    watch.observe(element);

    return {
        element,
        /** @param {any[]} next @param {any} [keep] the item that stays selected */
        set(next, keep) {
            items = next;
            hovered = -1;
            chosen = keep ? items.indexOf(keep) : -1;
            element.scrollTop = 0;
            redraw();
            measure();
            if (chosen >= 0) { reveal(chosen); mark(chosen); } else element.removeAttribute('aria-activedescendant');
        },
        refresh: redraw,
        /** @param {number} step */
        move: step => pick(chosen < 0 ? 0 : chosen + step, 'set'),
        /** @param {number} index */
        choose: index => pick(index, 'set'),
        get chosen() { return items[chosen]; },
        /** The nearest row that passes, below the selected one or else above. @param {(item: any) => boolean} passes */
        near: passes => items.slice(chosen + 1).find(passes) || items.slice(0, Math.max(0, chosen)).reverse().find(passes),
        get index() { return chosen; },
        get count() { return items.length; },
        dispose: () => watch.disconnect(),
    };
}

export const sorts = {
    score: { label: 'By score', order: (a, b) => b.score - a.score || b.word.length - a.word.length || a.word.localeCompare(b.word) },
    length: { label: 'By length', order: (a, b) => b.word.length - a.word.length || b.score - a.score || a.word.localeCompare(b.word) },
    word: { label: 'A to Z', order: (a, b) => a.word.localeCompare(b.word) },
    common: { label: 'Common first', order: (a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || b.score - a.score || a.word.localeCompare(b.word) },
    first: { label: 'By first tile', order: (a, b) => a.path[0] - b.path[0] || b.score - a.score || a.word.localeCompare(b.word) },
};

/**
 * The words that match. Plain letters match words that contain them; ? and * work as in file names.
 * @param {any[]} words @param {{length: number, longer: boolean, side: string, mine: Set<string>}} filter
 * @param {string} wanted the filter's text, folded @param {(item: any) => boolean} through whether a word goes through the selected tile
 */
export function filterWords(words, { length, longer, side, mine }, wanted, through) {
    const pattern = /[?*]/.test(wanted) ? new RegExp(`^${wanted.replace(/[^\p{L}?*]/gu, '').replace(/\?/g, '.').replace(/\*/g, '.*')}$`, 'u') : null;
    return words.filter(item => (!wanted || (pattern ? pattern.test(item.word) : item.word.includes(wanted)))
        && (!length || (longer ? item.word.length >= length : item.word.length === length))
        && (side === 'all' || (side === 'mine') === mine.has(item.word))
        && through(item));
}

/** "house, TREE 12" -> the words. @param {string} text @param {string} [lang] determines the letters */
export const wordsIn = (text, lang) => new Set(fold(text, lang).match(/\p{L}+/gu) || []);
