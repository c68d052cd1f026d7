// The options of a best-board search: the game's option rows as a form, with texts for players.
// @ts-check
import { h, sentence } from '../parts/dom.js';

/** Always visible; the other rows are under "More options". */
const firstRows = ['shape', 'lang', 'letters', 'target'];
/** Not offered: the page shows the best board only. */
const hidden = ['keep'];
const titles = {
    'min-length': 'Minimum length', 'fix': 'Fixed cells', 'start': 'Start from', 'hot': 'Start temperature', 'cold': 'End temperature', 'steps': 'Changes',
    'target': 'Target score', 'time': 'Seconds', 'lang': 'Language',
};
const methods = {
    auto: 'Automatic', anneal: 'Simulated annealing', climb: 'Hill climbing', tabu: 'Tabu search',
    genetic: 'Genetic algorithm', heat: 'Heat: random, favours good letters', complete: 'Exhaustive: every board',
};

const timeRow = { name: 'time', kind: 'int', least: 1, most: 86400, fallback: null, help: 'stop after this many seconds (default: after 60 s without a better board)' };
const seedRow = { name: 'seed', kind: 'int', least: 0, most: 2 ** 31, fallback: null, help: 'random seed; the same seed gives the same search' };

/** Replaces help texts that are written for the command line. */
const helps = {
    'shape': 'Number and arrangement of the cells.',
    'lang': 'Word list. Install more from any word game.',
    'method': 'Search method. The default suits most boards.',
    'min-length': 'Only words with at least this many letters count.',
    'patience': 'Stop after this many seconds without a better board. Ignored with a target or a time.',
    'hot': 'Roughly how many points a change may lose at the start of a run. For annealing and heat.',
    'cold': 'The same at the end of a run. Smaller is stricter.',
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

/** The help text of the row as a sentence. @param {any} row */
function helpOf({ name, help = '' }) {
    return helps[name] || sentence((help.startsWith('best: ') ? help.slice(6).split(';')[0] : help).replace(/--(?=[a-z])/g, ''));
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

/** The form's values as the body of a job. @param {HTMLFormElement} form */
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

/** Fills the form with the options of a job. @param {HTMLFormElement} form @param {{options?: any, seconds?: number, seed?: number}} asked */
export function fillForm(form, { options, seconds, seed }) {
    for (const [name, value] of Object.entries({ ...options, time: seconds, seed })) {
        const input = /** @type {any} */ (form.elements.namedItem(name));
        if (!input || value === undefined) continue;
        if (input.type === 'checkbox') input.checked = true; else input.value = value;
    }
}
