// What a search for the best board can be told: the game's own option rows as a form, with words for players.
// @ts-check
import { h, sentence } from '../parts/dom.js';

/** Shown at once; the other rows of the game are behind "More options". */
const firstRows = ['shape', 'lang', 'letters', 'target'];
/** The page shows the best board alone. */
const hidden = ['keep'];
const titles = {
    'min-length': 'Shortest word', 'fix': 'Fixed cells', 'start': 'Start from', 'hot': 'Loss at first', 'cold': 'Loss at last', 'steps': 'Changes',
    'target': 'Target score', 'time': 'Seconds', 'lang': 'Language',
};
const methods = {
    auto: 'Let Comb choose', anneal: 'Anneal: losses at first, fewer later', climb: 'Climb: gains only', tabu: 'Tabu: never straight back',
    genetic: 'Genetic: good boards mixed', heat: 'Heat: chance, good letters likelier', complete: 'Complete: every board',
};

const timeRow = { name: 'time', kind: 'int', least: 1, most: 86400, fallback: null, help: 'stop after so many seconds; without it, after 60 without a better board' };
const seedRow = { name: 'seed', kind: 'int', least: 0, most: 2 ** 31, fallback: null, help: 'a number: the same one searches the same way' };

/** Where the words of the command line say little here. */
const helps = {
    'lang': 'Whose words count. A list that is missing here is built beside a word board.',
    'method': 'The ways to search; the first one is right for most.',
    'min-length': 'Only words with so many letters or more count.',
    'patience': 'Stop after so many seconds without a better board; not with a target or a time.',
    'hot': 'Points that a change may lose, roughly, when an attempt begins. For Anneal and Heat.',
    'cold': 'The same when it ends: a small number is strict.',
};

/** "hex19" -> "19 hexagons", "4x4" -> "4 × 4" @param {string} choice */
const choiceTitle = choice => methods[choice] || choice.replace(/^hex(\d+)$/, '$1 hexagons').replace(/^(\d+)x(\d+)$/, '$1 × $2');

/** @param {any} row @param {any[]} lists of words */
function control(row, lists) {
    const props = { id: `best-${row.name}`, name: row.name };
    if (row.name === 'lang')
        return h('select', props, lists.filter(list => list.installed).map(({ code, language }) => h('option', { value: code === (row.fallback ?? 'en') ? '' : code }, language)));
    if (row.kind === 'choice')
        return h('select', props, row.choices.split(' ').map(choice => h('option', { value: choice, selected: choice === row.fallback }, choiceTitle(choice))));
    if (row.kind === 'flag') return h('input', { ...props, type: 'checkbox' });
    if (row.kind === 'int') return h('input', { ...props, type: 'number', min: row.least, max: row.most, placeholder: row.fallback || 'none', inputmode: 'numeric' });
    return h('input', { ...props, type: 'text', placeholder: row.fallback || 'any', autocomplete: 'off', spellcheck: 'false' });
}

const titleOf = row => titles[row.name] || row.name[0].toUpperCase() + row.name.slice(1).replace(/-/g, ' ');

/** What the command line says of the row, as a sentence. @param {any} row */
function helpOf({ name, help = '' }) {
    return helps[name] || sentence(help.startsWith('best: ') ? help.slice(6).split(';')[0] : help);
}

/** @param {any} row @param {any[]} lists */
function optionRow(row, lists) {
    const input = control(row, lists), help = helpOf(row), id = `${input.id}-help`;
    input.setAttribute('aria-describedby', id);
    return h('div', { class: 'opt-row' }, h('label', { for: input.id }, titleOf(row)), row.kind === 'flag' ? input : h('span', { class: 'field' }, input),
        h('p', { class: 'small soft', id }, help));
}

/** @param {any} game @param {any[]} lists of words that this machine has */
export function optionForm(game, lists) {
    const rows = game.options.filter(row => (!row.verbs || row.verbs.split(' ').includes('best')) && !hidden.includes(row.name)), shown = row => optionRow(row, lists);
    const first = firstRows.flatMap(name => rows.filter(row => row.name === name)), rest = rows.filter(row => !first.includes(row));
    return h('form', { class: 'opts', onSubmit: event => event.preventDefault() }, [...first, timeRow].map(shown),
        h('details', null, h('summary', null, 'More options'), h('div', { class: 'opts' }, [...rest, seedRow].map(shown))));
}

/** What was entered, as the body of a job. @param {HTMLFormElement} form */
export function readForm(form) {
    const options = {}, body = {};
    for (const input of /** @type {any[]} */ ([...form.elements])) {
        const value = input.type === 'checkbox' ? (input.checked ? '' : null) : (input.value || '').trim();
        if (!input.name || value === null || value === '' && input.type !== 'checkbox') continue;
        if (input.name === 'time') body.seconds = Number(value);
        else if (input.name === 'seed') body.seed = Number(value);
        else options[input.name] = input.type === 'number' ? Number(value) : value;
    }
    return { ...body, options };
}

/** Shows what a job was asked. @param {HTMLFormElement} form @param {{options?: any, seconds?: number, seed?: number}} asked */
export function fillForm(form, { options, seconds, seed }) {
    for (const [name, value] of Object.entries({ ...options, time: seconds, seed })) {
        const input = /** @type {any} */ (form.elements.namedItem(name));
        if (!input || value === undefined) continue;
        if (input.type === 'checkbox') input.checked = true; else input.value = value;
    }
}
