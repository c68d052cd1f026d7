// Pieces of the word view that hold no state: the score ribbon, the legend, the letter panel, the options form.
// @ts-check
import { h, fill, icon, figure } from '../parts/dom.js';
import { cellOutline } from '../parts/paint.js';
import { keptLetters } from './words-model.js';

const bonusNames = { '2l': 'DL', '3l': 'TL', '2w': 'DW', '3w': 'TW' };

/** Brushes of the editor: what a click or a digit puts on a cell. */
export const brushes = {
    ruzzle: [['', 'none', 'No bonus'], ['2l', 'DL', 'Double letter'], ['3l', 'TL', 'Triple letter'], ['2w', 'DW', 'Double word'], ['3w', 'TW', 'Triple word']],
    hexicon: [['', 'free', 'Nobody’s'], ['b', 'blue', 'Blue'], ['r', 'red', 'Red'], ['B', 'blue centre', 'Centre of a blue hexagon'], ['R', 'red centre', 'Centre of a red hexagon']],
};

/** @param {ReturnType<typeof import('./words-model.js').ruzzleScore>} score */
export function ribbon(score) {
    const cell = (big, small, cls) => h('li', cls && { class: cls }, h('b', null, big), small !== undefined && h('small', null, small));
    const letters = score.letters.map(letter => cell(letter.text, letter.times > 1 ? `${letter.value} × ${letter.times}` : letter.value));
    const more = score.times > 1 || score.extra > 0;
    return h('ol', { class: 'ribbon', 'aria-label': `How the ${score.score} points come about` }, letters,
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

export function hexiconLegend() {
    const ring = (mark, scale) => `<path class="ring ring-${mark}" d="${cellOutline('hex-flat', scale)}"/>`;
    return h('div', { class: 'legend legend-mid' },
        [['blue', 'blue'], ['very-blue', 'blue centre'], ['red', 'red'], ['very-red', 'red centre']].map(([role, text]) => h('span', null, sideSwatch(role), text)),
        h('span', null, swatch(ring('claim', .8) + ring('claim', .6)), 'claimed'), h('span', null, swatch(ring('clear', .8)), 'cleared'));
}

/** Letters for a finger. @param {(letter: string) => void} onLetter @param {string[]} alphabet @param {boolean} holes whether boards have them */
export function letterPanel(onLetter, alphabet, holes) {
    const key = (text, label, act) => h('button', { class: 'key', 'aria-label': label, onClick: act, onPointerdown: event => event.preventDefault() }, text);
    return h('div', { class: 'letters', role: 'group', 'aria-label': 'Letters' },
        alphabet.map(letter => key(letter, letter, () => onLetter(letter))),
        key('?', 'any letter', () => onLetter('?')), holes && key('·', 'a hole', () => onLetter('.')), key('⌫', 'one back', () => onLetter('back')));
}

/** The lists of this machine, asked for once and after a change. @type {Promise<any[]> | null} */
let lists = null;
/** @param {any} api @returns {Promise<any[]>} */
export const machineLists = api => lists ||= api.words().then(answer => answer.lists, () => { lists = null; return []; });
export const forgetLists = () => { lists = null; };

/** A list as it is chosen: how large it is, or how it comes about. */
const listTitle = ({ language, installed, words, buildable, package: source }) => installed ? `${language}, ${words.toLocaleString('en-GB')} words`
    : buildable ? `${language}: is built first, some seconds` : `${language}: needs the package ${source}`;

/** A choice of languages; those whose list can neither be used nor built cannot be chosen. */
function languageChoice(api, row, value, set) {
    const now = value ?? row.fallback ?? 'en';
    const element = h('select', { id: `opt-${row.name}`, class: 'select', onChange: event => set(event.target.value === (row.fallback ?? 'en') ? undefined : event.target.value) },
        h('option', { value: now, selected: true }, languageName(now)));
    machineLists(api).then(all => all.length && fill(element, all.map(list => h('option', { value: list.code, selected: list.code === now, disabled: !list.installed && !list.buildable }, listTitle(list)))));
    return element;
}

/** "es-enye" -> "Spanish with Ñ", which no standard has a name for. @param {string} code @returns {string} */
function languageName(code) {
    const [plain, more] = code.split('-');
    if (more && keptLetters[code]) return `${languageName(plain)} with ${[...keptLetters[code]].join(' ')}`;
    try { return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) || code; } catch { return code; }
}

const own = new Set(['sort', 'limit', 'path', 'shape']);
const titles = { 'lang': 'Language', 'min-length': 'Letters at least', 'mover': 'To move', 'swap': 'Also swaps', 'reply': 'Look at the reply', 'candidates': 'Moves looked at', 'samples': 'Draws of new letters' };

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

/** The options that an address tells, those that the game has. @param {any} game @param {Record<string, string>} [settings] */
export function optionsIn(game, settings = {}) {
    const value = row => row.kind === 'flag' ? true : row.kind === 'int' || row.kind === 'seconds' ? Number(settings[row.name]) : settings[row.name];
    const rows = game.options.filter(row => settings[row.name] !== undefined && !own.has(row.name) && !Number.isNaN(value(row)));
    return Object.fromEntries(rows.map(row => [row.name, value(row)]));
}

/** A form from the game's own option rows. @param {any} api @param {any} game @param {any} options @param {(name: string, value: any) => void} set */
export function optionsForm(api, game, options, set) {
    const rows = game.options.filter(row => !own.has(row.name) && (!row.verbs || row.verbs.split(' ').includes('solve')));
    return h('div', { class: 'options' }, rows.map(row => h('div', { class: 'option', title: row.help },
        h('label', { for: `opt-${row.name}` }, titles[row.name] || row.name), control(api, row, options[row.name], value => set(row.name, value)))));
}

/** @param {string} [lang] */
export const languageTitle = lang => languageName(lang || 'en');

/**
 * Where typing goes on: to the next blank when a blank was filled, else to the next cell; holes are skipped.
 * @param {any} model @param {number} slot @param {number} by
 */
export function nextSlot(model, slot, by) {
    const count = model.scene.cells.length, blank = i => model.tiles[i].text === '?';
    if (by > 0 && blank(slot)) for (let i = slot + 1; i < count; i++) if (blank(i)) return i;
    for (let i = slot + by; i >= 0 && i < count; i += by) if (!model.scene.cells[i].hole) return i;
    return slot;
}
