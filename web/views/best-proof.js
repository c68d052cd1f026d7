// "Is it the best there is?": the best board known for a shape, whether it is proved, and a proof of a small shape on the page.
// @ts-check
import { h, fill, button, figure, plural, sentence } from '../parts/dom.js';
import { chip } from './logic-parts.js';

/** Cells up to which a proof on the page ends within minutes. */
const MAX_CELLS = 10;
/** Options that a search and a proof have in common. */
const COMMON = ['shape', 'letters', 'lang', 'min-length'];

/** The shape of a search. @param {any} game @param {any} options */
export const shapeOf = (game, options) => options.shape || game.options.find(row => row.name === 'shape')?.choices.split(' ')[0] || '4x4';

/** "hex10" -> "10 hexagons", "3x3" -> "3 × 3" @param {string} shape */
export const shapeTitle = shape => shape.replace(/^hex(\d+)$/, '$1 hexagons').replace(/^(\d+)x(\d+)$/, '$1 × $2');

/** @param {string} shape */
function cellCount(shape) {
    const [, hexagons, columns, rows] = /^(?:hex(\d+)|(\d+)x(\d+))$/.exec(shape) || [];
    return hexagons ? Number(hexagons) : columns ? Number(columns) * Number(rows) : Infinity;
}

/** The best board known under these options; null: none is known. @param {any} game @param {any} options */
export function recordOf(game, options) {
    const special = ['letters', 'lang', 'min-length', 'fix', 'start', 'words'].some(name => options[name]);
    return special ? null : game.view?.records?.find(one => one.shape === shapeOf(game, options)) || null;
}

/**
 * @param {any} context @param {any} game @param {() => any} read returns the options chosen
 */
export function proofCard(context, game, read) {
    const state = h('div', { class: 'stack' }), element = h('div', { class: 'card proof' }, h('header', null, h('h2', null, 'Is it the best there is?')), h('div', { class: 'pad' }, state));
    /** @type {any} */
    let job = null;
    let gone = false, told = '';

    function refresh() {
        if (job) return;
        const options = read(), shape = shapeTitle(shapeOf(game, options)), record = recordOf(game, options), small = cellCount(shapeOf(game, options)) <= MAX_CELLS;
        const can = small && game.verbs.includes('prove');
        const text = !record ? `No record is known for ${shape} with these options, and nothing is proved.`
            : record.proved ? `No board of ${shape} has more than ${figure(record.score)} points: every other board was ruled out. The best one is ${record.board}.`
                : `The best board of ${shape} known has ${figure(record.score)} points. That no better one exists is not proved${record.work ? `; a proof would take ${record.work}` : ''}.`;
        if (text === told) return; // a click that also ends an entry must meet the same button
        told = text;
        fill(state, record && h('div', null, record.proved ? chip('good', `Proved: ${figure(record.score)}`) : chip('', `Record: ${figure(record.score)}, not proved`)),
            h('p', { class: 'small soft' }, text), can && button({ label: record?.proved ? 'Prove it again here' : 'Prove it here', onClick: prove }));
    }

    async function prove() {
        const options = read(), bar = h('i'), text = h('p', { class: 'small soft' }, 'Starting …');
        const progress = h('div', { class: 'prog', role: 'progressbar', 'aria-label': 'Proof', 'aria-valuemin': 0, 'aria-valuemax': 100 }, bar);
        job = context.api.job('prove', { game: game.name, options: Object.fromEntries(COMMON.filter(name => options[name]).map(name => [name, options[name]])), keep: false }, {
            onProgress: ({ share, note }) => {
                const done = Math.max(0, share) * 100;
                progress.style.setProperty('--p', `${done.toFixed(1)}%`);
                progress.setAttribute('aria-valuenow', done.toFixed(0));
                fill(text, [`${done.toFixed(0)} % of the boards ruled out`, note].filter(Boolean).join(' · '));
            },
        });
        told = '';
        fill(state, progress, text, button({ label: 'Stop', onClick: () => job?.cancel() }));
        const answer = await job.done.then(({ result }) => result, error => error);
        job = null;
        if (gone) return;
        refresh();
        if (answer instanceof Error) state.prepend(h('p', { class: 'small', role: 'alert' }, sentence(answer.message)));
        else state.prepend(...verdict(answer));
    }

    /** @param {any} answer of the proof */
    function verdict({ proved, optimum, boards, seconds }) {
        const best = plural(boards.length, 'board');
        const text = proved ? `${figure(optimum)} points, ${best}${boards.length === 1 ? ` (${boards[0].board})` : ''}, symmetric ones counted once; ruled out all others in ${Math.ceil(seconds)} s.` : 'Stopped before the end: nothing is proved.';
        context.announce(text, proved ? 'Proved here:' : '');
        return [h('div', null, chip(proved ? 'good' : '', proved ? 'Proved here' : 'Not proved')), h('p', { class: 'small' }, text)];
    }

    return { element, refresh, dispose() { gone = true; job?.cancel(); } };
}
