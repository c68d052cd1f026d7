// Shared parts of the views of logic puzzles: tabs beside the board, hint levels, references from a text to the
// board, the card of a running job.
// @ts-check
import { h, fill, brief, button, icon, pauseButton, sentence, isTextInput } from '../parts/dom.js';

/** The key of a shortcut without modifiers, in lower case, or ''. @param {KeyboardEvent} event */
export function plainKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || isTextInput(event.target)) return '';
    return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}

/** -1 for an undo key, 1 for redo, 0 otherwise. @param {KeyboardEvent} event */
export function undoKey(event) {
    if (isTextInput(event.target)) return 0;
    const key = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && key === 'z') return event.shiftKey ? 1 : -1;
    if ((event.ctrlKey || event.metaKey) && key === 'y') return 1;
    return plainKey(event) === 'u' ? -1 : 0;
}

// ---- tabs ------------------------------------------------------------------------------------------------------------

/**
 * A tab strip that shows one of several panels. @param {{name: string, label: string, panel: HTMLElement}[]} list
 * @param {(name: string) => void} onPick @param {string} label
 */
export function tabs(list, onPick, label) {
    const ids = `tab-${Math.random().toString(36).slice(2, 8)}`;
    const openers = list.map(({ name, label: text, panel }) => {
        Object.assign(panel, { id: `${ids}-${name}` });
        panel.setAttribute('role', 'tabpanel');
        panel.setAttribute('aria-label', text);
        return h('button', { role: 'tab', id: `${ids}-${name}-tab`, 'aria-controls': panel.id, onClick: () => pick(name) }, text);
    });
    const strip = h('div', { class: 'seg seg-wide side-tabs', role: 'tablist', 'aria-label': label }, openers);
    let now = '';
    function pick(name) {
        const same = now === name;
        now = name;
        list.forEach((item, i) => {
            item.panel.hidden = item.name !== name;
            openers[i].setAttribute('aria-selected', String(item.name === name));
            openers[i].tabIndex = item.name === name ? 0 : -1;
        });
        if (!same) onPick(name);
    }
    strip.addEventListener('keydown', event => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key], at = list.findIndex(item => item.name === now);
        if (!step) return;
        const to = (at + step + list.length) % list.length;
        pick(list[to].name);
        openers[to].focus();
        event.preventDefault();
        event.stopPropagation();
    });
    return { strip, pick, get now() { return now; } };
}

/** A group of buttons of which one is pressed. @param {[string, any][]} list @param {string} value @param {(value: string) => void} onPick @param {string} label @param {string} [cls] */
export function segment(list, value, onPick, label, cls = '') {
    const group = h('div', { class: `seg ${cls}`, role: 'group', 'aria-label': label });
    const buttons = list.map(([name, text]) => h('button', { 'aria-pressed': String(name === value), 'data-value': name, onClick: () => { set(name); onPick(name); } }, text));
    const set = name => buttons.forEach(item => item.setAttribute('aria-pressed', String(item.dataset.value === name)));
    group.append(...buttons);
    return Object.assign(group, { set });
}

// ---- cards -----------------------------------------------------------------------------------------------------------

/** @param {any} title @param {any} aside @param {...any} children */
export const card = (title, aside, ...children) => h('section', { class: 'card' },
    h('header', null, h('h2', null, title), aside && (aside instanceof Node ? aside : h('span', { class: 'small soft' }, aside))),
    h('div', { class: 'pad stack' }, children));

/** A field with a label above it. @param {string} label @param {HTMLElement} control */
export const labelled = (label, control) => h('label', { class: 'labelled' }, h('span', null, label), control);

/** The same for several controls. @param {string} label @param {HTMLElement} group */
export const labelledGroup = (label, group) => h('div', { class: 'labelled' }, h('span', null, label), group);

/** @param {Record<string, any>} props */
export const textField = props => h('span', { class: 'field' }, h('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', ...props }));

/** @param {[string, string][]} list @param {string} value @param {Record<string, any>} [props] */
export const choice = (list, value, props = {}) => h('span', { class: 'field field-choice' },
    h('select', props, list.map(([name, text]) => h('option', { value: name, selected: name === value }, text))));

/** @param {string} label @param {boolean} checked @param {(on: boolean) => void} [onChange] */
export const tickBox = (label, checked, onChange) => h('label', { class: 'tick-box' },
    h('input', { type: 'checkbox', checked, onChange: event => onChange?.(event.target.checked) }), h('span', null, label));

// ---- hints -----------------------------------------------------------------------------------------------------------

export { sentence };

export const ref = letter => h('span', { class: 'ref' }, letter);

/**
 * Replaces places such as (3,5) in a text by their letters on the board. @param {string} text
 * @param {Map<string, string>} letters by place: "3,5" @param {RegExp} [pattern]
 */
export function referring(text, letters, pattern = /\((\d+,\d+)\)/g) {
    const parts = [];
    let from = 0;
    for (const found of text.matchAll(pattern)) {
        const letter = letters.get(found[1]);
        if (!letter) continue;
        parts.push(text.slice(from, found.index), ref(letter));
        from = found.index + found[0].length;
    }
    return [...parts, text.slice(from)];
}

/**
 * The list of hint levels; the last revealed one is marked as current.
 * @param {{title: string, content: any, reason?: any}[]} levels @param {number} open how many are revealed
 */
export function ladder(levels, open) {
    return h('ol', { class: 'ladder' }, levels.map(({ title, content, reason }, i) => {
        const state = i + 1 < open ? 'done' : i + 1 === open ? 'now' : '';
        return h('li', { class: state, 'aria-current': state === 'now' ? 'step' : null },
            h('span', { class: 'num' }, i + 1),
            h('div', null, h('h3', null, title), content && h('p', { class: state === 'now' ? '' : 'soft' }, content),
                reason && h('div', { class: 'reason' }, reason)));
    }));
}

// ---- jobs ------------------------------------------------------------------------------------------------------------

/** A duration as text: 9 s, 4 min, 3 h, 340,000 years, 1.4 × 10²⁰ years. @param {number} seconds */
export function span(seconds) {
    /** @type {[number, number, string][]} */
    const units = [[60, 1, 's'], [3600, 60, 'min'], [86400, 3600, 'h'], [86400 * 365, 86400, 'days'], [Infinity, 86400 * 365, 'years']];
    const [, size, word] = units.find(([end]) => seconds < end) || units[0];
    const n = seconds / size;
    return `${n < 10 && size > 1 ? Math.round(n * 10) / 10 : brief(n)} ${word}`;
}

function estimate(progress) {
    const { left_least: min, left_most: max } = progress;
    if (!(min >= 0) || !(max >= 0) || !isFinite(max)) return null;
    return { min, max, middle: Math.sqrt(Math.max(min, .1) * Math.max(max, .1)) };
}

function whenMarkup(guess) {
    const end = guess.max * 1.15 || 1, percent = value => Math.min(96, value / end * 100);
    const at = (value, text) => h('span', { '--at': `${percent(value)}%` }, text);
    const close = percent(guess.max) - percent(guess.min) < 32;
    return h('div', { class: 'when', 'aria-hidden': 'true', '--a': `${percent(guess.min)}%`, '--b': `${Math.max(1.5, percent(guess.max) - percent(guess.min))}%`, '--m': `${percent(guess.middle)}%` },
        h('div', { class: 'axis' }), h('div', { class: 'now' }), h('div', { class: 'band' }), h('div', { class: 'mid' }),
        h('span', { '--at': '0%' }, 'now'), percent(guess.min) > 28 && !close && at(guess.min, span(guess.min)), at(close ? guess.middle : guess.max, span(guess.max)));
}

/** The time left as text; a range of more than a factor of 100 has no meaningful middle. */
function timeLeft({ min, max, middle }) {
    if (Math.round(min) === Math.round(max)) return `About ${span(middle)} left.`;
    return max > 100 * Math.max(min, .1) ? `Between ${span(min)} and ${span(max)} left.` : `About ${span(middle)} left, likely ${span(min)} to ${span(max)}.`;
}

/**
 * The card of a running job: fraction done, estimate with its range, pause, stop.
 * @param {{title: string, onStop: () => void, onPause?: (on: boolean) => void, stopLabel?: string}} how
 */
export function jobCard({ title, onStop, onPause, stopLabel = 'Stop and keep results' }) {
    const fraction = h('b', null, ''), text = h('p', { class: 'small' }, 'Started.'), when = h('div');
    const bar = h('div', { class: 'prog open', role: 'progressbar', 'aria-label': title, 'aria-valuemin': 0, 'aria-valuemax': 100 }, h('i'));
    const stop = button({ label: stopLabel, key: 'Esc', onClick: onStop });
    const pause = onPause && pauseButton(paused => { onPause(paused); bar.classList.toggle('paused', paused); });
    const element = h('section', { class: 'card' }, h('header', null, h('h2', null, title), fraction), h('div', { class: 'pad job' }, bar, text, when, h('div', { class: 'tools' }, stop, pause)));
    return {
        element,
        /** @param {any} progress @param {string} found description of the results so far */
        update(progress, found) {
            const guess = estimate(progress), known = progress.share > 0, per = Math.min(99, Math.round(progress.share * 100));
            bar.classList.toggle('open', !known);
            bar.style.setProperty('--p', `${per}%`);
            if (known) bar.setAttribute('aria-valuenow', String(per));
            fraction.textContent = known ? `${per} %` : span(progress.seconds);
            const likely = guess && timeLeft(guess);
            fill(text, [found, likely || `${span(progress.seconds)} so far; no estimate yet.`].filter(Boolean).join(' '));
            fill(when, guess && known && whenMarkup(guess));
        },
    };
}

/** @param {'good' | 'bad' | 'warn' | ''} kind @param {string} text */
export const chip = (kind, text) => h('span', { class: `chip${kind ? ` chip-${kind}` : ''}` }, icon(kind === 'good' ? 'tick' : kind === 'bad' ? 'cross' : 'info'), text);
