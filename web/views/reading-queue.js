// Side panel of a reading: one entry per question, and the selected cell.
// @ts-check
import { h, icon, plural, sentence } from '../parts/dom.js';
import { readPlace } from '../families.js';
import { guessOf, counterOf, equalsOf, isGlobal } from './reading-model.js';
import { cropMarkup } from './reading-picture.js';

/** The confidence as five bars and a percentage. @param {number} confidence */
function bars(confidence) {
    const percent = Math.round(confidence * 100), on = Math.max(1, Math.round(confidence * 5));
    return h('span', { class: 'conf' }, h('span', { 'aria-hidden': 'true' }, [0, 1, 2, 3, 4].map(i => h('i', { class: i < on ? 'on' : '' }))), `${percent} % sure`);
}

/** @param {any} view @param {number[] | null | undefined} box */
function crop(view, box) {
    const element = h('span', { class: 'crop' });
    if (box && box[2] > 0) element.innerHTML = cropMarkup(view.url, view.layout, box);
    return element;
}

/** A field for any other value. @param {string} label @param {(text: string) => void} onText @param {string} [hint] */
function otherField(label, onText, hint = 'other') {
    const field = h('input', { class: 'choice choice-type', placeholder: hint, maxlength: 40, 'aria-label': label, autocapitalize: 'characters', autocomplete: 'off', spellcheck: 'false' });
    field.addEventListener('keydown', event => {
        if (event.key !== 'Enter' || !field.value.trim()) return;
        event.preventDefault();
        event.stopPropagation();
        onText(field.value.trim());
    });
    return field;
}

const choice = (text, pressed, onClick, more) => h('button', { class: 'choice', 'aria-pressed': String(pressed), onClick, ...more }, text);

/** "Row 2 column 3", "Line hint at row 2 column 3", "Symmetry" @param {any} view @param {any} thing */
function nameOf(view, thing) {
    if (isGlobal(thing)) return capital(thing.state || 'board');
    return capital(`${thing.list === 'lines' ? 'line hint at ' : ''}${readPlace(view.reading.game, thing, view.reading[thing.list])}`);
}

const capital = text => sentence(text).slice(0, -1);

/** The possible answers for a thing that was read. @param {any} view @param {any} thing @param {(text: string) => void} onAnswer @param {boolean} checked */
function thingChoices(view, thing, onAnswer, checked) {
    const guess = guessOf(thing), name = nameOf(view, thing).toLowerCase();
    return h('div', { class: 'choices' },
        choice(guess, true, () => onAnswer(guess), { 'aria-label': checked ? `${guess}, checked` : `It is ${guess}` }),
        thing.second && thing.second !== guess && choice(thing.second, false, () => onAnswer(thing.second), { 'aria-label': `No, it is ${thing.second}` }),
        otherField(`Other value for ${name}`, onAnswer));
}

/** @param {any} view @param {any} entry */
function body(view, entry) {
    const thing = entry.kind === 'thing' ? view.thing(entry.key) : entry.kind === 'place' && view.things.find(one => one.x === entry.x && one.y === entry.y);
    const open = view.isOpen(entry.key);
    if (thing) {
        const more = entry.things.length - 1;
        return [
            open ? bars(thing.confidence) : h('span', { class: 'conf' }, icon('tick'), 'checked'),
            h('p', { class: 'small soft' }, nameOf(view, thing), entry.message && `: ${entry.message}`, more > 0 && `, ${more} more look${more === 1 ? 's' : ''} the same`),
            thingChoices(view, thing, text => view.answer(entry, text), !open),
        ];
    }
    if (entry.kind === 'board') {
        const counter = counterOf(entry.message);
        return [h('p', { class: 'small' }, sentence(entry.message.replace(/; if not, -2,-2=whole$/, ''))), // the page has a button for it
            h('div', { class: 'choices' }, counter
            ? [counter.count && choice(counter.count, true, () => view.count(entry, counter.name, counter.count)), otherField(`Number for ${counter.name}`, text => view.count(entry, counter.name, text), 'number')]
            : choice('Looks right', !open, () => view.agree(entry)))];
    }
    return [h('p', { class: 'small soft' }, `${capital(readPlace(view.reading.game, entry, view.reading.cells))}: ${entry.message}`),
        h('div', { class: 'choices' }, choice('No cell', false, () => view.answer(entry, '.')), otherField(`Value at ${readPlace(view.reading.game, entry, view.reading.cells)}`, text => view.answer(entry, text)))];
}


/** One question. @param {any} view @param {any} entry @param {number} number */
export function questionItem(view, entry, number) {
    const now = view.chosen === entry.key, open = view.isOpen(entry.key);
    const thing = view.thing(entry.key), box = thing ? thing.box : entry.kind === 'board' ? null : view.layout.boxAt(entry.x, entry.y);
    const item = h('li', { class: [now && 'now', !open && 'is-settled', !box && 'no-crop'].filter(Boolean).join(' '), 'aria-current': now ? 'true' : null, 'data-key': entry.key },
        h('span', { class: 'ref ref-big' }, number), box && crop(view, box), h('div', null, body(view, entry)));
    item.addEventListener('pointerdown', event => { if (!event.target.closest('button, input')) view.choose(entry.key); });
    item.addEventListener('focusin', () => view.choose(entry.key, true));
    return item;
}

/** The card of the selected cell, if no question is about it. @param {any} view */
export function chosenCard(view) {
    const thing = view.thing(view.chosen);
    if (!thing || view.entry(view.chosen)) return null;
    const alike = equalsOf(view.things, thing).length;
    return h('section', { class: 'card', 'aria-label': 'Selected cell' },
        h('header', null, h('h2', null, nameOf(view, thing)), h('span', { class: 'small soft' }, alike ? `${plural(alike, 'other')} look${alike === 1 ? 's' : ''} the same` : '')),
        h('ul', { class: 'queue' }, h('li', { class: 'no-number' }, crop(view, thing.box), h('div', null,
            bars(thing.confidence), thing.state && thing.text ? h('p', { class: 'small soft' }, thing.state) : null,
            thingChoices(view, thing, text => view.change(thing, text), true)))));
}
