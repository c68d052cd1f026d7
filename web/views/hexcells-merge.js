// Merges a newer screenshot of the same Hexcells level into the open board. Cells are matched by shape: pictures may be
// cropped differently, so the newer one is first moved to where its cells cover those of the open board.
// @ts-check
import { cellsOf, isHidden, isUnread, keyOf, pointOf, uncover, withHead } from './hexcells-model.js';

/** @typedef {import('./hexcells-model.js').Model} Model */
/** @typedef {{model: Model, uncovered: number, numbers: number, conflicts: {key: string, text: string}[]}} Merged */

/** Share of cells that must be in the same place, and of those that may contradict. */
const MIN_COMMON = .9, MAX_WRONG = .25, MIN_CELLS = 4;

/** @param {Model} model @param {number} dx @param {number} dy @returns {Map<string, any>} */
const moved = (model, dx, dy) => new Map([...model.things].map(([key, thing]) => [keyOf(pointOf(key)[0] + dx, pointOf(key)[1] + dy), thing]));

/** The things of the newer board in the places of the older one, or null if the shapes differ. @param {Model} old @param {Model} newer */
function aligned(old, newer) {
    const mine = cellsOf(old).map(([key]) => key), theirs = cellsOf(newer).map(([key]) => pointOf(key)), known = new Set(mine);
    const wanted = Math.max(mine.length, theirs.length) * MIN_COMMON;
    if (mine.length < MIN_CELLS) return null;
    for (const start of mine.slice(0, Math.max(1, Math.ceil(mine.length * (1 - MIN_COMMON)) + 1))) for (const [x, y] of theirs) {
        const [dx, dy] = [pointOf(start)[0] - x, pointOf(start)[1] - y];
        if ((dx + dy) % 2 === 0 && theirs.filter(([a, b]) => known.has(keyOf(a + dx, b + dy))).length >= wanted) return moved(newer, dx, dy);
    }
    return null;
}

const colourOf = thing => thing.state ?? (thing.blue ? 'blue' : 'black');
const isKnown = text => text !== undefined && text !== '_';

/** What an open cell or a line has become, and whether that contradicts. */
function newer(old, now) {
    if (old.type !== now.type || now.state === 'hidden') return { thing: old, text: '' };
    if (old.type === 'cell' && old.state !== 'hidden' && old.state !== now.state) return { thing: now, text: `was ${old.state}, is ${now.state} in the picture` };
    if (old.type === 'cell' && old.state !== 'hidden' && !isKnown(now.text)) return { thing: old, text: '' };
    const differs = old.state !== 'hidden' && isKnown(old.text) && isKnown(now.text) && old.text !== now.text;
    return { thing: now, text: differs ? `was ${old.text || 'without number'}, is ${now.text || 'without number'} in the picture` : '' };
}

/** @param {Model} old a position @param {Map<string, any>} picture @param {Model} shown @returns {Merged} */
function intoPosition(old, picture, shown) {
    const things = new Map(old.things), conflicts = [];
    let uncovered = 0, numbers = 0;
    for (const [key, now] of picture) {
        const before = things.get(key), { thing, text } = before ? newer(before, now) : { thing: now, text: '' };
        if (text) conflicts.push({ key, text });
        if (before?.state === 'hidden' && thing.state !== 'hidden') uncovered++;
        else if (before && isUnread(before) && !isUnread(thing)) numbers++;
        things.set(key, thing);
    }
    const { remaining, mistakes } = shown.head;
    return { model: withHead({ ...old, things }, { ...remaining !== undefined && { remaining }, ...mistakes !== undefined && { mistakes } }), uncovered, numbers, conflicts };
}

/** A level knows its colours: the picture only says which cells are uncovered. @param {Model} old @param {Map<string, any>} picture @returns {Merged} */
function intoLevel(old, picture) {
    const cells = [], conflicts = [];
    for (const [key, now] of picture) {
        const before = old.things.get(key), [x, y] = pointOf(key);
        if (before?.type !== 'cell' || now.type !== 'cell' || now.state === 'hidden') continue;
        if (colourOf(before) !== now.state) conflicts.push({ key, text: `is ${colourOf(before)} in the level and ${now.state} in the picture` });
        else if (isHidden(old, before)) cells.push({ x, y, blue: before.blue });
    }
    return { model: uncover(old, cells), uncovered: cells.length, numbers: 0, conflicts };
}

/** The open board with what a newer picture shows; null if the picture shows another level. @param {Model} old @param {Model} shown @returns {Merged | null} */
export function merge(old, shown) {
    const picture = shown.kind === 'position' ? aligned(old, shown) : null;
    if (!picture) return null;
    const merged = old.kind === 'level' ? intoLevel(old, picture) : intoPosition(old, picture, shown);
    return merged.conflicts.length <= cellsOf(old).length * MAX_WRONG ? merged : null;
}
