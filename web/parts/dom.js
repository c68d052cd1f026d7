// DOM helpers. The content security policy forbids style attributes, so custom properties are set one by one.
// @ts-check

/** @typedef {Node | string | number | null | undefined | false} Child */

const icons = {
    back: 'M12.5 5 7.5 10l5 5', next: 'M7.5 5l5 5-5 5', play: 'M6.5 4.5v11l9-5.5Z', pause: 'M7 5v10M13 5v10', stop: 'M6 6h8v8H6Z',
    step: 'M5 4.5v11l7-5.5ZM15 4.5v11', repeat: 'M4.5 11a5.5 5.5 0 1 0 1.6-4.9L4 8.2M4 4.4v3.8h3.8',
    plus: 'M10 4v12M4 10h12', minus: 'M4 10h12',
    undo: 'M4 9h8.5a4 4 0 0 1 0 8H9M4 9l4-4M4 9l4 4', redo: 'M16 9H7.5a4 4 0 0 0 0 8H11M16 9l-4-4M16 9l-4 4',
    share: 'M10 12.5V3.5M6.5 7 10 3.5 13.5 7M4.5 11v5.5h11V11', search: 'M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12ZM13.5 13.5 17 17',
    tick: 'M4 10.5 8 14.5 16 5.5', cross: 'M5 5l10 10M15 5 5 15', file: 'M5 2.5h7l3 3v12H5ZM12 2.5v3h3',
    paste: 'M7 4H5v13h10V4h-2M7.5 2.5h5v3h-5Z', hint: 'M7.5 14.5c0-2-2.5-3-2.5-6a5 5 0 0 1 10 0c0 3-2.5 4-2.5 6ZM8 17.2h4',
    eye: 'M2.5 10S5.5 5 10 5s7.5 5 7.5 5-3 5-7.5 5-7.5-5-7.5-5ZM10 12.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4Z',
    info: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM10 9v5M10 6.2v.1', warn: 'M10 3.5 17.5 16.5h-15ZM10 8.5v3.5M10 14.4v.1',
    edit: 'M4 16l.8-3.6L13.5 3.7l2.8 2.8-8.7 8.7ZM11.6 5.6l2.8 2.8', dice: 'M4 4h12v12H4ZM7.5 7.5h.1M12.5 7.5h.1M10 10h.1M7.5 12.5h.1M12.5 12.5h.1',
    link: 'M8.5 11.5 11.5 8.5M7 9.5 5.2 11.3a2.5 2.5 0 0 0 3.5 3.5L10.5 13M13 10.5l1.8-1.8a2.5 2.5 0 0 0-3.5-3.5L9.5 7',
    text: 'M4 5.5h12M4 10h12M4 14.5h7', picture: 'M3.5 4.5h13v11h-13ZM3.5 13l3.5-3.5 3 3 2.5-2.5 4 4M12.5 7.5h.1',
    down: 'M10 3.5v9M6.5 9l3.5 3.5L13.5 9M4.5 16.5h11', print: 'M6 8V3.5h8V8M6 13.5H4V8h12v5.5h-2M6 11.5h8v5H6Z',
    qr: 'M3.5 3.5h5v5h-5ZM11.5 3.5h5v5h-5ZM3.5 11.5h5v5h-5ZM11.5 11.5h2v2h-2ZM14.5 14.5h2v2h-2Z',
    settings: 'M3.5 6h7M14 6h2.5M3.5 14h2.5M9.5 14h7M12.2 7.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6ZM7.8 15.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6Z',
    more: 'M3.6 10a.9.9 0 1 0 1.8 0 .9.9 0 0 0-1.8 0ZM9.1 10a.9.9 0 1 0 1.8 0 .9.9 0 0 0-1.8 0ZM14.6 10a.9.9 0 1 0 1.8 0 .9.9 0 0 0-1.8 0Z', star: 'M10 3l2.1 4.5 4.9.6-3.6 3.4.9 4.9L10 14l-4.3 2.4.9-4.9L3 8.1l4.9-.6Z',
};

/** @param {Element} element @param {Record<string, any>} props */
function setProps(element, props) {
    for (const [name, value] of Object.entries(props)) {
        if (value === undefined || value === null || value === false) continue;
        if (name.startsWith('on')) element.addEventListener(name.slice(2).toLowerCase(), value);
        else if (name.startsWith('--')) /** @type {HTMLElement} */ (element).style.setProperty(name, String(value));
        else if (name === 'class') element.setAttribute('class', value);
        else if (name === 'value' || name === 'checked' || name === 'disabled' || name === 'selected') /** @type {any} */ (element)[name] = value;
        else element.setAttribute(name, value === true ? '' : String(value));
    }
}

/**
 * An element: h('button', {class: 'btn', onClick: act}, 'Solve').
 * @param {string} tag @param {Record<string, any> | null} [props] @param {...(Child | Child[])} children
 * @returns {any}
 */
export function h(tag, props, ...children) {
    const element = document.createElement(tag);
    if (tag === 'button') element.setAttribute('type', 'button');
    if (props) setProps(element, props);
    fill(element, ...children);
    return element;
}

/** Replaces the content of an element. @param {Element} element @param {...(Child | Child[])} children */
export function fill(element, ...children) {
    element.replaceChildren(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false).map(child => /** @type {any} */ (child instanceof Node ? child : String(child))));
    return element;
}

/** @param {keyof typeof icons} name @returns {SVGElement} */
export function icon(name) {
    const template = document.createElement('template');
    template.innerHTML = `<svg class="ico" viewBox="0 0 20 20" aria-hidden="true"><path d="${icons[name] || ''}"/></svg>`;
    return /** @type {SVGElement} */ (template.content.firstElementChild);
}

/**
 * A button. With an icon and `text: false` it is an icon button whose accessible name is the label.
 * @param {{label: string, icon?: keyof typeof icons, text?: boolean, kind?: string, key?: string, onClick?: (event: Event) => void, disabled?: boolean, [more: string]: any}} options
 */
export function button({ label, icon: name, text = true, kind = '', key, onClick, disabled, ...more }) {
    const classes = ['btn', kind && `btn-${kind}`, !text && 'btn-icon', more.class].filter(Boolean).join(' ');
    return h('button', { ...more, class: classes, onClick, disabled, 'aria-label': text ? more['aria-label'] : label, title: text ? more.title : label },
        name && icon(name), text && h('span', null, label), key && h('kbd', null, key));
}

/** A Pause/Resume button; reset() prepares it for the next job, which may already be paused. @param {(paused: boolean) => void} onChange */
export function pauseButton(onChange) {
    const word = h('span', null, 'Pause');
    let paused = false;
    const show = () => fill(word, paused ? 'Resume' : 'Pause');
    const toggle = () => { paused = !paused; show(); onChange(paused); };
    return Object.assign(h('button', { class: 'btn', onClick: toggle }, word), { reset(on = false) { paused = on; show(); } });
}

/**
 * A message: kind '' | 'bad' | 'warn' | 'good'.
 * @param {string} kind @param {Child | Child[]} title @param {Child | Child[]} [text] @param {Node} [action]
 */
export function note(kind, title, text, action) {
    const sign = kind === 'bad' || kind === 'warn' ? 'warn' : kind === 'good' ? 'tick' : 'info';
    return h('div', { class: `note${kind ? ` note-${kind}` : ''}`, role: kind === 'bad' ? 'alert' : null },
        icon(sign), h('div', null, h('b', null, title), text && h('p', { class: 'soft' }, text)), action);
}

/** Escapes text for markup. @param {unknown} text */
export function escape(text) {
    return String(text).replace(/[&<>"]/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }[c] || c));
}

/** 8964 -> 8,964 @param {number} n */
export const figure = n => Math.round(n).toLocaleString('en-GB');

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';
/** Numbers from this size on are shown in scientific notation. */
const HUGE = 1e7;

/** Whether brief() uses scientific notation. @param {number | string} n */
export const isHuge = n => Number(n) >= HUGE;

/** 8964 -> 8,964, but 1800000000000 -> 1.8 × 10¹² @param {number | string} n */
export function brief(n) {
    if (!isHuge(n)) return figure(Number(n));
    const [digits, power] = Number(n).toExponential(1).split('e+');
    return `${digits}\u00a0×\u00a010${[...power].map(digit => superscripts[Number(digit)]).join('')}`;
}

/** "1 word", "3 words" @param {number} n @param {string} one @param {string} [many] */
export const plural = (n, one, many = `${one}s`) => `${figure(n)} ${n === 1 ? one : many}`;

/** "rows differ" -> "Rows differ."; a leading "--" of an option name is dropped. @param {string} text */
export function sentence(text) {
    const plain = text.replace(/^--(?=[a-z])/, '');
    return plain && plain[0].toUpperCase() + plain.slice(1) + (/[.:!?]$/.test(plain) ? '' : '.');
}

/** Whether the element consumes typed keys. @param {EventTarget | null} target */
export function isTextInput(target) {
    return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !/^(range|checkbox|radio|button)$/.test(/** @type {any} */ (target).type || ''));
}

/** Whether the user prefers no animations. */
export const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Whether the element is entirely in the viewport. @param {Element} element */
function isInViewport(element) {
    const { top, bottom, height } = element.getBoundingClientRect();
    return height > 0 && top >= 0 && bottom <= innerHeight;
}

/**
 * Scrolls the element into view; style/ keeps it clear of a phone's toolbar.
 * @param {Element} element @param {Element | null} [instead] an element with the same content: if visible, nothing scrolls
 */
export function bringIntoView(element, instead) {
    if (!instead || !isInViewport(instead)) element.scrollIntoView({ block: 'nearest', behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
}
