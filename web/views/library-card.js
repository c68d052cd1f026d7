// The card of one puzzle of the library: picture, facts, tags and actions.
// @ts-check
import { h, fill, button, icon, figure, plural } from '../parts/dom.js';

/** The file name without its folder; URLs stay whole. @param {string} source @returns {string} */
export const sourceName = source => source.replace(/^(?!\w+:).*\/(?=.)/, '');

/** "today", "yesterday", "11 Nov" @param {number} seconds since 1970 */
export function day(seconds) {
    const then = new Date(seconds * 1000), now = new Date(), start = date => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
    const days = Math.round((start(now) - start(then)) / 864e5);
    if (days < 2) return days < 1 ? 'today' : 'yesterday';
    return then.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', ...(then.getFullYear() !== now.getFullYear() && { year: 'numeric' }) });
}

/** A short summary of an answer. @param {{answer: any, outcome: string}} stored */
function result({ answer, outcome }) {
    if (outcome === 'stuck' || outcome === 'partly solved') return `${outcome}, ${plural(answer.left, 'cell')} left`;
    if (outcome !== 'solved') return outcome;
    if (typeof answer.score === 'number' && typeof answer.count === 'number') return `${figure(answer.score)} points, ${plural(answer.count, 'word')}`;
    if (Array.isArray(answer.moves)) return plural(answer.moves.length, 'move');
    if (answer.solved === true) return Array.isArray(answer.steps) ? `solved in ${plural(answer.steps.length, 'step')}` : 'solved';
    return outcome;
}

/** @param {number} seconds */
const duration = seconds => seconds < 0.001 ? 'under 1 ms' : seconds < 1 ? `${figure(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;

const row = (name, ...value) => [h('dt', null, name), h('dd', null, ...value)];

/**
 * @param {any} context @param {any} puzzle
 * @param {{title: string, gameTitle: string, copies: number, state: string, read: Promise<any>, open: () => void, remove: () => void, changed: () => void}} how
 */
export function puzzleCard(context, puzzle, how) {
    const picture = h('span', { class: 'thumb thumb-big', 'aria-hidden': 'true' }), facts = h('dl', { class: 'kv' }), tags = h('div', { class: 'tag-row' });
    const heading = h('h2', null, how.title);
    const header = h('header', null, heading, h('span', { class: 'small soft' }, how.gameTitle));
    how.read.then(payload => { picture.innerHTML = ''; picture.append(context.thumb(payload.scene, 'thumb-in')); }, error => fill(picture, h('span', { class: 'small soft' }, error.message)));

    function showFacts(whole) {
        const best = whole?.answers?.find(one => one.answered && one.outcome === whole.outcome && one.verified === whole.verified);
        fill(facts, ...[
            row('Added', day(puzzle.added)), puzzle.source ? row('From', h('span', { class: 'cut', title: puzzle.source }, sourceName(puzzle.source))) : [],
            row('Your progress', how.state), best ? row('Comb found', result(best) + (best.verified ? '' : ' (unverified)')) : [], best ? row('Solve time', duration(best.seconds)) : [],
            row('Copies', how.copies ? `${how.copies} rotated or mirrored` : 'none'),
        ].flat());
    }

    const change = async (what, done) => {
        try {
            await context.api.library.change(puzzle.id, what);
            done();
            how.changed();
        } catch (error) {
            context.toast(error.message);
        }
    };

    function showTags() {
        const entry = h('input', { 'aria-label': 'New tag', placeholder: 'Add a tag', autocomplete: 'off', maxlength: 40 });
        const add = event => {
            event.preventDefault();
            const given = entry.value.split(',').map(one => one.trim().replace(/\s+/g, '-')).filter(Boolean);
            Promise.all(given.map(tag => change({ tag }, () => { if (!puzzle.tags.includes(tag)) puzzle.tags.push(tag); }))).then(() => {
                showTags();
                tags.querySelector('input')?.focus();
                if (given.length) context.announce(`Tagged ${given.join(', ')}.`);
            });
        };
        fill(tags, puzzle.tags.map(tag => h('span', { class: 'chip' }, tag, h('button', {
            class: 'chip-x', 'aria-label': `Remove tag ${tag}`,
            onClick: () => change({ untag: tag }, () => { puzzle.tags.splice(puzzle.tags.indexOf(tag), 1); showTags(); tags.querySelector('input')?.focus(); context.announce(`Tag ${tag} removed.`); }),
        }, icon('cross')))), h('form', { onSubmit: add }, h('span', { class: 'field field-tag' }, entry)));
    }

    function rename() {
        const entry = h('input', { value: puzzle.title || '', 'aria-label': 'Title', maxlength: 200 });
        const back = () => { fill(header, heading, h('span', { class: 'small soft' }, how.gameTitle)); renameButton.focus(); };
        const save = event => {
            event.preventDefault();
            const title = entry.value.trim();
            change({ title }, () => { puzzle.title = title; fill(heading, title || how.gameTitle); back(); context.announce(`Renamed to ${title || how.gameTitle}.`); });
        };
        fill(header, h('form', { class: 'rename', onSubmit: save, onKeydown: event => { if (event.key === 'Escape') { event.stopPropagation(); back(); } } },
            h('span', { class: 'field' }, entry), h('button', { class: 'btn', type: 'submit' }, 'Save')));
        entry.focus();
        entry.select();
    }

    const renameButton = button({ label: 'Rename', icon: 'edit', text: false, onClick: rename });
    const what = () => ({ game: puzzle.game, board: puzzle.board, title: how.title });
    const acts = h('div', { class: 'tools' }, button({ label: 'Open', kind: 'main', key: 'Enter', onClick: how.open }), renameButton,
        context.share.button(what, { text: false }), h('span', { class: 'gap' }), button({ label: 'Delete', kind: 'quiet', onClick: how.remove }));
    showFacts(null);
    showTags();
    if (puzzle.answers) context.api.library.get(puzzle.id).then(answer => showFacts(answer.puzzle), () => {});
    return h('div', { class: 'card lib-card' }, header, h('div', { class: 'pad stack' }, picture, facts, tags, acts));
}
