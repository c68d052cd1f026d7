// Draws the picture with the reading on it. drawScene() provides grid, focus and pointer; the drawing is the screenshot
// with outlines, the guesses below the glyphs, and numbers on uncertain cells.
// @ts-check
import { escape } from '../parts/dom.js';
import { cellOutline } from '../parts/paint.js';
import { readPlace } from '../families.js';
import { MIN_CONFIDENCE, fullGuessOf, isBare, isGlobal } from './reading-model.js';

/** @typedef {ReturnType<typeof import('./reading-model.js').layoutOf>} Layout */

const num = n => String(Math.round(n * 10) / 10);

/** Selectable places: everything that was read, and places where something is missing. */
export function placesOf(shown) {
    const { layout, things, entries } = shown, k = 100 / layout.pitch;
    const from = (box, more) => ({ px: (box[0] + box[2] / 2) * k, py: (box[1] + box[3] / 2) * k, box: box.map(v => v * k), ...more });
    const places = things.filter(thing => thing.box?.[2] > 0 && !isGlobal(thing)).map(thing => from(thing.box, { x: thing.x, y: thing.y, key: thing.key, thing }));
    for (const entry of entries) {
        const box = entry.kind === 'place' && !things.some(thing => thing.x === entry.x && thing.y === entry.y) && layout.boxAt(entry.x, entry.y);
        if (box) places.push(from(box, { x: entry.x, y: entry.y, key: entry.key, thing: null }));
    }
    return places.sort((a, b) => a.y - b.y || a.x - b.x);
}

/** Label for screen readers. */
function labelOf(place, shown) {
    const { thing } = place, number = shown.numberOf(place.key);
    const guess = thing ? `read as ${[thing.text, thing.state].filter(Boolean).join(' ') || 'blank'}` : 'nothing found here';
    const question = number ? `, question ${number}${shown.isOpen(place.key) ? '' : ', checked'}` : '';
    return `${readPlace(shown.game, place, shown.things.filter(one => one.list === 'cells'))}, ${guess}${thing && thing.confidence < MIN_CONFIDENCE ? `, ${Math.round(thing.confidence * 100)} percent sure` : ''}${question}`;
}

/**
 * The scene for drawScene(): places in units of 100 per pitch over the relevant part of the picture.
 * @param {{game: string, layout: Layout, things: any[], entries: any[], url: string, chosen: string, numberOf: (key: string) => number, isOpen: (key: string) => boolean}} shown
 */
export function sceneOf(shown) {
    const k = 100 / shown.layout.pitch;
    return { kind: shown.layout.kind, viewBox: shown.layout.view.map(v => v * k), title: 'Picture', shown, places: placesOf(shown) };
}

export const scenePlaces = scene => scene.places.map(place => ({ ...place, label: labelOf(place, scene.shown), selected: place.key === scene.shown.chosen }));

function outline(place, kind, grow) {
    const [x, y, w, h] = place.box, [fw, fh] = { 'hex-flat': [200 / Math.sqrt(3), 100], 'hex-pointy': [100, 200 / Math.sqrt(3)] }[kind] || [100, 100];
    return `transform="translate(${num(x + w / 2)} ${num(y + h / 2)}) scale(${(w / fw * grow).toFixed(3)} ${(h / fh * grow).toFixed(3)})"`;
}

/** The guess in a pill at the bottom of the cell. */
function pill(place) {
    const { thing } = place;
    if (!thing || isBare(thing) && thing.confidence >= MIN_CONFIDENCE) return '';
    const text = fullGuessOf(thing) + (thing.confidence < MIN_CONFIDENCE ? '?' : ''), size = 17, half = Math.max(12, [...text].length * size * .33 + 6);
    const room = Math.min(1, place.box[2] * .46 / half);
    return `<g class="guess${thing.confidence < MIN_CONFIDENCE ? ' guess-uncertain' : ''}" transform="translate(${num(place.px)} ${num(place.py + place.box[3] * (thing.direction ? -.12 : .33))}) scale(${room.toFixed(2)})"><rect x="${num(-half)}" y="-11.5" width="${num(2 * half)}" height="23" rx="11.5"/><text y="6" font-size="${size}">${escape(text)}</text></g>`;
}

const tag = (place, number, done) => `<g class="tag${done ? ' tag-done' : ''}" transform="translate(${num(place.px + place.box[2] * .34)} ${num(place.py - place.box[3] * .34)})"><circle r="19"/>${done ? '<path d="M-8 0.5 -2.5 6 8 -6"/>' : `<text y="8" font-size="23">${number}</text>`}</g>`;

/** @param {any} scene */
export function paintPicture(scene) {
    const { shown, kind, places } = scene, k = 100 / shown.layout.pitch;
    const path = cellOutline(kind, 1), back = [], front = [], tags = [];
    for (const place of places) {
        const uncertain = shown.isOpen(place.key), now = place.key === shown.chosen, number = shown.numberOf(place.key);
        if (now || uncertain) {
            const at = outline(place, kind, 1.02);
            front.push(`<path class="mark-halo" d="${path}" ${at}/><path class="${now ? 'mark-now' : 'mark-uncertain'}" d="${path}" ${at}/>`);
        } else back.push(`<path class="mark-edge" d="${path}" ${outline(place, kind, 1)}/><path class="mark-certain" d="${path}" ${outline(place, kind, 1)}/>`);
        if (number) tags.push(tag(place, number, !uncertain));
    }
    return `<image href="${escape(shown.url)}" width="${num(shown.layout.width * k)}" height="${num(shown.layout.height * k)}" preserveAspectRatio="none"/>`
        + back.join('') + front.join('') + places.map(pill).join('') + tags.join('');
}

/** A crop of the picture. @param {string} url @param {Layout} layout @param {number[]} box */
export function cropMarkup(url, layout, box) {
    const side = Math.max(box[2], box[3]) * .94, x = box[0] + box[2] / 2 - side / 2, y = box[1] + box[3] / 2 - side / 2;
    return `<svg viewBox="${[x, y, side, side].map(num).join(' ')}" aria-hidden="true" focusable="false"><image href="${escape(url)}" width="${layout.width}" height="${layout.height}" preserveAspectRatio="none"/></svg>`;
}
