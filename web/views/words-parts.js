// Stateless parts of the word view: the score ribbon, the legend, the letter panel, the options form.
// @ts-check
import { withOwnLists } from './words-lists.js';
import { h, fill, icon, figure } from '../parts/dom.js';
import { cellOutline } from '../parts/paint.js';
import { extraLetters } from './words-model.js';

const bonusNames = { '2l': 'DL', '3l': 'TL', '2w': 'DW', '3w': 'TW' };

/** @param {ReturnType<typeof import('./words-model.js').letterScore>} score */
export function ribbon(score) {
    const cell = (big, small, cls) => h('li', cls && { class: cls }, h('b', null, big), small !== undefined && h('small', null, small));
    const letters = score.letters.map(letter => cell(letter.text, letter.times > 1 ? `${letter.value} × ${letter.times}` : letter.value));
    const more = score.times > 1 || score.extra > 0;
    return h('ol', { class: 'ribbon', 'aria-label': `Score breakdown: ${score.score} points` }, letters,
        more && h('li', { class: 'op' }, `= ${score.sum}`),
        score.times > 1 && cell(`× ${score.times}`, score.words.map(attr => bonusNames[attr]).join(' ')),
        score.extra > 0 && cell(`+ ${score.extra}`, `${score.count} letters`),
        cell(figure(score.score), undefined, 'sum'));
}

const swatch = (inner, extra = '') => {
    const element = h('span', { class: 'legend-hex', 'aria-hidden': 'true' });
    element.innerHTML = `<svg class="pic" viewBox="-60 -55 120 110">${inner}${extra}</svg>`;
    return element;
};
const sideSwatch = role => swatch(`<g class="c r-${role}"><path class="face" d="${cellOutline('hex-flat', .92)}"/>${/blue/.test(role) ? '<circle class="who" r="16"/>' : '<path class="who" d="M0-19 20 15-20 15Z"/>'}</g>`);

export function sideLegend() {
    const ring = (mark, scale) => `<path class="ring ring-${mark}" d="${cellOutline('hex-flat', scale)}"/>`;
    return h('div', { class: 'legend legend-mid' },
        [['blue', 'blue'], ['very-blue', 'blue centre'], ['red', 'red'], ['very-red', 'red centre']].map(([role, text]) => h('span', null, sideSwatch(role), text)),
        h('span', null, swatch(ring('claim', .8) + ring('claim', .6)), 'captured'), h('span', null, swatch(ring('clear', .8)), 'cleared'));
}

/** On-screen letter keys. @param {(letter: string) => void} onLetter @param {string[]} alphabet @param {boolean} holes whether boards may have holes */
export function letterPanel(onLetter, alphabet, holes) {
    const key = (text, label, act) => h('button', { class: 'key', 'aria-label': label, onClick: act, onPointerdown: event => event.preventDefault() }, text);
    return h('div', { class: 'letters', role: 'group', 'aria-label': 'Letters' },
        alphabet.map(letter => key(letter, letter, () => onLetter(letter))),
        key('?', 'any letter', () => onLetter('?')), holes && key('·', 'hole', () => onLetter('.')), key('⌫', 'backspace', () => onLetter('back')));
}

/** Cached word lists of this machine. @type {Promise<any[]> | null} */
let lists = null;
/** @param {any} api @returns {Promise<any[]>} */
export const machineLists = api => lists ||= api.words().then(answer => answer.lists, () => { lists = null; return []; });
export const forgetLists = () => { lists = null; };

/** The label of a list in the menu. */
const listTitle = ({ language, installed, words, buildable, package: source }) => installed ? `${language}, ${words.toLocaleString('en-GB')} words`
    : buildable ? `${language}: builds first (a few seconds)` : `${language}: requires the package ${source}`;

/** The language menu; languages without a usable or buildable list are disabled. */
function languageChoice(api, row, value, set) {
    const now = value ?? row.fallback ?? 'en';
    const element = h('select', { id: `opt-${row.name}`, class: 'select', onChange: event => set(event.target.value === (row.fallback ?? 'en') ? undefined : event.target.value) },
        h('option', { value: now, selected: true }, languageName(now)));
    machineLists(api).then(all => all.length && fill(element, all.map(list => h('option', { value: list.code, selected: list.code === now, disabled: !list.installed && !list.buildable }, listTitle(list)))));
    return withOwnLists({ api, menu: element, lists: () => machineLists(api), forget: forgetLists, now, set });
}

/** "es-enye" -> "Spanish with Ñ"; Intl has no name for such codes. @param {string} code @returns {string} */
function languageName(code) {
    const [plain, more] = code.split('-');
    if (more === 'plain') return `${languageName(plain)} without ${[...extraLetters[plain]].join(' ')}`;
    if (more && extraLetters[code]) return `${languageName(plain)} with ${[...extraLetters[code]].join(' ')}`;
    try { return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) || code; } catch { return code; }
}

const hidden = new Set(['sort', 'limit', 'path', 'shape']);
const titles = { 'lang': 'Language', 'min-length': 'Minimum length', 'mover': 'To move', 'swap': 'Allow swaps', 'reply': 'Consider the reply', 'candidates': 'Moves considered', 'samples': 'Random letter draws' };

/** One control for an option row. @param {any} api @param {any} row @param {any} value @param {(value: any) => void} set */
function control(api, row, value, set) {
    if (row.name === 'lang') return languageChoice(api, row, value, set);
    if (row.kind === 'flag') return h('input', { type: 'checkbox', id: `opt-${row.name}`, checked: !!value, onChange: event => set(event.target.checked || undefined) });
    const choices = row.choices?.split(' ').map(text => [text, text]);
    if (choices) {
        return h('select', { id: `opt-${row.name}`, class: 'select', onChange: event => set(event.target.value === row.fallback ? undefined : event.target.value) },
            choices.map(([key, text]) => h('option', { value: key, selected: key === (value ?? row.fallback ?? choices[0][0]) }, text)));
    }
    return h('input', { type: row.kind === 'text' ? 'text' : 'number', id: `opt-${row.name}`, class: 'input', min: row.least, max: row.most, value: value ?? '', placeholder: row.fallback ?? '', onChange: event => event.target.reportValidity() && set(event.target.value === '' ? undefined : row.kind === 'int' ? Number(event.target.value) : event.target.value) });
}

/** The options in an address that the game supports. @param {any} game @param {Record<string, string>} [settings] */
export function optionsIn(game, settings = {}) {
    const value = row => row.kind === 'flag' ? true : row.kind === 'int' || row.kind === 'seconds' ? Number(settings[row.name]) : settings[row.name];
    const rows = game.options.filter(row => settings[row.name] !== undefined && !hidden.has(row.name) && !Number.isNaN(value(row)));
    return Object.fromEntries(rows.map(row => [row.name, value(row)]));
}

/** A form from the game's own option rows. @param {any} api @param {any} game @param {any} options @param {(name: string, value: any) => void} set */
export function optionsForm(api, game, options, set) {
    const rows = game.options.filter(row => !hidden.has(row.name) && (!row.verbs || row.verbs.split(' ').includes('solve')));
    return h('div', { class: 'options' }, rows.map(row => h('div', { class: 'option', title: row.help },
        h('label', { for: `opt-${row.name}` }, titles[row.name] || row.name), control(api, row, options[row.name], value => set(row.name, value)))));
}

/** @param {string} [lang] */
export const languageTitle = lang => languageName(lang || 'en');

/**
 * The next slot while typing: the next blank if a blank was filled, else the next cell; skips holes.
 * @param {any} model @param {number} slot @param {number} by
 */
export function nextSlot(model, slot, by) {
    const count = model.scene.cells.length, blank = i => model.tiles[i].text === '?';
    if (by > 0 && blank(slot)) for (let i = slot + 1; i < count; i++) if (blank(i)) return i;
    for (let i = slot + by; i >= 0 && i < count; i += by) if (!model.scene.cells[i].hole) return i;
    return slot;
}
