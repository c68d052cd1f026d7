// A menu attached to a button: arrows move, Enter acts, Escape closes and returns the focus.
// @ts-check
import { h, icon, fill } from './dom.js';

/** @typedef {{label: string, icon?: any, act?: () => any, checked?: boolean, more?: Item[]}} Item `more`: the entries that replace the menu's */

/**
 * @param {HTMLButtonElement} opener
 * @param {() => Item[]} list called each time the menu opens
 * @returns {HTMLElement} the button in its wrapper
 */
export function attachMenu(opener, list) {
    const menu = h('div', { class: 'menu', role: 'menu', hidden: true });
    const wrap = h('span', { class: 'menu-wrap' }, opener, menu);
    opener.setAttribute('aria-haspopup', 'menu');
    opener.setAttribute('aria-expanded', 'false');

    const outside = event => { if (!wrap.contains(event.target)) close(false); };
    function close(back = true) {
        if (menu.hidden) return;
        menu.hidden = true;
        opener.setAttribute('aria-expanded', 'false');
        document.removeEventListener('pointerdown', outside, true);
        if (back) opener.focus();
    }
    /** @param {Item} item */
    function choose(item) {
        if (item.more) { show(item.more); return; }
        close();
        item.act?.();
    }
    /** @param {Item[]} items */
    function show(items) {
        fill(menu, items.map(item => h('button', {
            class: 'menu-item', role: item.checked === undefined ? 'menuitem' : 'menuitemradio', tabindex: -1,
            'aria-checked': item.checked === undefined ? null : String(item.checked), onClick: () => choose(item),
        }, item.icon && icon(item.icon), h('span', null, item.label), item.checked && icon('tick'))));
        place();
        (menu.querySelector('[aria-checked="true"]') || menu.firstElementChild)?.focus();
    }
    function open() {
        menu.hidden = false;
        show(list());
        opener.setAttribute('aria-expanded', 'true');
        document.addEventListener('pointerdown', outside, true);
    }
    /** Keeps the menu inside the window: opens upwards near the lower edge, to the left near the right edge. */
    function place() {
        menu.classList.remove('up', 'left');
        const box = menu.getBoundingClientRect();
        if (box.bottom > innerHeight - 8 && opener.getBoundingClientRect().top > box.height) menu.classList.add('up');
        if (box.right > document.documentElement.clientWidth - 8) menu.classList.add('left');
    }
    opener.addEventListener('click', () => menu.hidden ? open() : close());
    opener.addEventListener('keydown', event => { if (event.key === 'ArrowDown' && menu.hidden) { event.preventDefault(); open(); } });
    menu.addEventListener('keydown', event => {
        const all = /** @type {HTMLElement[]} */ ([...menu.children]), now = all.indexOf(/** @type {any} */ (document.activeElement));
        const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: all.length - 1 }[event.key];
        if (to !== undefined) all[(to + all.length) % all.length].focus();
        else if (event.key === 'Escape' || event.key === 'Tab') close(event.key === 'Escape');
        else return;
        if (event.key !== 'Tab') event.preventDefault();
        event.stopPropagation();
    });
    return wrap;
}
