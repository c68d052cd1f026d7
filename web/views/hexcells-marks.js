// Overlays on the scene of a Hexcells board: the player's marks, the reason of a step, a violated clue and, in the
// editor, the free places. Each function returns a new scene.
// @ts-check
import { placeName } from '../parts/places.js';
import { bounds, cellsOf, keyOf, members, pointOf, isHidden } from './hexcells-model.js';

/**
 * What a hint, a step or a check highlights: `known` cells uncovered before it, `aim` the cells it decides, `why` the ids
 * of its clues, `wrong` keys of violated places, `near` cells to look at, `text` a text whose places get letters.
 * @typedef {{known?: any[], aim?: any[], why?: string[], wrong?: string[], near?: any[], text?: string, weigh?: boolean, on?: import('./hexcells-model.js').Model}} Shown
 */

const UNIT_X = 50 * Math.sqrt(3), UNIT_Y = 50;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

const keyAt = item => keyOf(item.x, item.y);
const withMarks = (item, ...marks) => ({ ...item, marks: [...(item.marks || []), ...marks] });

/** Adds the player's marks on hidden cells. @param {any} scene @param {Record<string, string>} notes */
export function withNotes(scene, notes) {
    const cells = scene.cells.map(cell => {
        const colour = cell.role === 'hidden' && notes[keyAt(cell)];
        return colour ? withMarks({ ...cell, role: `cell-${colour}`, label: `${cell.label.replace('hidden', colour)}, my mark` }, 'doubt') : cell;
    });
    return { ...scene, cells };
}

/** Marks the cell whose number is being entered. @param {any} scene @param {string} key '' for none */
export const withTarget = (scene, key) => key ? { ...scene, cells: scene.cells.map(cell => keyAt(cell) === key ? withMarks(cell, 'focus') : cell) } : scene;

/** The player's marks as text for the address: "3,4b_5,6k". @param {Record<string, string>} notes */
export const notesText = notes => Object.entries(notes).map(([key, colour]) => `${key}${colour === 'blue' ? 'b' : 'k'}`).join('_');

/** @param {string} [text] @returns {Record<string, string>} */
export const readNotes = (text = '') => Object.fromEntries([...text.matchAll(/(\d+,\d+)([bk])/g)].map(([, key, colour]) => [key, colour === 'b' ? 'blue' : 'black']));

// The uncovered cells of a level as text: one bit per hidden cell in reading order, six bits per letter.
const SIX = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const hiddenKeys = model => cellsOf(model).filter(([, cell]) => isHidden(model, cell)).map(([key]) => key);

/** @param {import('./hexcells-model.js').Model} given @param {import('./hexcells-model.js').Model} now the same level with more cells uncovered */
export function openText(given, now) {
    const bits = hiddenKeys(given).map(key => isHidden(now, now.things.get(key)) ? 0 : 1);
    const letters = Array.from({ length: Math.ceil(bits.length / 6) }, (_, i) => SIX[bits.slice(6 * i, 6 * i + 6).reduce((sum, bit, k) => sum | bit << k, 0)]);
    return letters.join('').replace(/A+$/, '');
}

/** The cells in such a text. @param {import('./hexcells-model.js').Model} given @param {string} text */
export function readOpen(given, text) {
    return hiddenKeys(given).filter((_, i) => SIX.indexOf(text[Math.floor(i / 6)]) >> i % 6 & 1 && text.length > i / 6).map(key => {
        const [x, y] = pointOf(key);
        return { x, y, blue: given.things.get(key).blue };
    });
}

/** Assigns letters to the clues and, if they are few, to the decided cells. @param {Shown} shown */
export function lettersOf(shown) {
    const letters = new Map(), clues = (shown.why || []).map(id => id.replace(/^[cl](?=\d)/, ''));
    const cells = [...shown.wrong || [], ...(shown.aim || []).map(keyAt)];
    const named = [...(shown.text || '').matchAll(/\((\d+),(\d+)\)/g)].map(([, x, y]) => keyOf(Number(x), Number(y)));
    for (const key of [...clues, ...cells.length + clues.length <= 9 ? cells : [], ...named])
        if (!letters.has(key) && letters.size < LETTERS.length) letters.set(key, LETTERS[letters.size]);
    return letters;
}

function partsOf(model, shown) {
    const known = new Map((shown.known || []).map(cell => [keyAt(cell), cell.blue]));
    const why = new Set((shown.why || []).map(id => id.replace(/^[cl](?=\d)/, ''))), aim = new Set((shown.aim || []).map(keyAt));
    const counted = new Set((shown.why || []).flatMap(id => id === 'counter' ? [] : members(model, id, known.get(id.slice(1)))));
    return { known, why, aim, counted, wrong: new Set(shown.wrong || []), near: new Set((shown.near || []).map(keyAt)) };
}

function markCell(cell, model, parts, weigh) {
    const key = keyAt(cell), thing = model.things.get(key);
    const hidden = thing && isHidden(model, thing) && !parts.known.has(key), marks = [];
    if (parts.wrong.has(key)) marks.push('wrong');
    if (parts.aim.has(key) && !(cell.marks || []).includes('aim')) marks.push('aim');
    if (parts.why.has(key) && !(cell.marks || []).includes('why')) marks.push('why');
    if (weigh && hidden && parts.counted.has(key) && !parts.aim.has(key)) marks.push('maybe');
    if (parts.near.has(key)) marks.push('maybe');
    const plays = parts.near.has(key) || parts.wrong.has(key) || parts.aim.has(key) || parts.why.has(key) || parts.counted.has(key);
    if (!plays && (parts.why.size || parts.aim.size || parts.near.size)) marks.push('dim');
    return marks.length ? withMarks(cell, ...marks) : cell;
}

/**
 * Adds the reason of a step to a scene in which its known cells are uncovered. @param {any} scene
 * @param {import('./hexcells-model.js').Model} model @param {Shown} shown
 */
export function withReason(scene, model, shown) {
    const parts = partsOf(model, shown), letters = lettersOf(shown), colours = new Map((shown.aim || []).map(cell => [keyAt(cell), cell.blue]));
    const cells = scene.cells.map(cell => {
        const key = keyAt(cell), next = markCell(cell, model, parts, shown.weigh !== false), letter = letters.get(key);
        const preview = colours.has(key) && cell.role === 'hidden' ? { role: `cell-${colours.get(key) ? 'blue' : 'black'}`, marks: [...next.marks || [], 'doubt'] } : {}; // in its own colour, but not uncovered
        const result = colours.has(key) ? `, the hint says ${colours.get(key) ? 'blue' : 'black'}` : '';
        return letter || result ? { ...next, ...preview, tag: letter, label: `${next.label}${result}${letter ? `, letter ${letter}` : ''}` } : next;
    });
    const notes = scene.notes.map(item => {
        const key = keyAt(item), plain = { ...item, marks: (item.marks || []).filter(mark => mark !== 'why') };
        if (parts.why.has(key) || parts.wrong.has(key)) return withMarks({ ...plain, tag: letters.get(key), label: `${item.label}${parts.wrong.has(key) ? ', broken' : ''}` }, 'why', ...(parts.wrong.has(key) ? ['wrong'] : []));
        return parts.why.size || parts.aim.size ? withMarks(plain, 'dim') : plain;
    });
    return { ...scene, cells, notes };
}

// ---- the editor ------------------------------------------------------------------------------------------------------

/** The parity of x + y of most things. @param {import('./hexcells-model.js').Model} model */
function parity(model) {
    const odd = [...model.things.keys()].map(pointOf).filter(([x, y]) => (x + y) % 2).length;
    return odd * 2 > model.things.size ? 1 : 0;
}

function freePlaces(model) {
    const { left, top, right, bottom } = bounds(model), odd = parity(model), found = [];
    for (let y = Math.max(0, top - 2); y <= Math.min(model.height - 1, bottom + 2); y++)
        for (let x = Math.max(0, left - 1); x <= Math.min(model.width - 1, right + 1); x++)
            if ((x + y) % 2 === odd && !model.things.has(keyOf(x, y))) found.push([x, y]);
    return found;
}

const cellOf = (x, y, more) => ({ x, y, px: x * UNIT_X, py: y * UNIT_Y, ...more });

function framed(scene, cells) {
    const all = [...cells, ...scene.notes], xs = all.map(item => item.px), ys = all.map(item => item.py), room = 62;
    const left = Math.min(...xs) - room, top = Math.min(...ys) - room;
    return { ...scene, cells, viewBox: [left, top, Math.max(...xs) + room - left, Math.max(...ys) + room - top] };
}

/**
 * The scene for the editor: every cell with its colour, and the free places. @param {any} scene
 * @param {import('./hexcells-model.js').Model} model @param {Set<string>} faded places of redundant clues
 */
export function forEditing(scene, model, faded) {
    const fade = item => faded.has(keyAt(item)) ? withMarks({ ...item, label: `${item.label}, redundant` }, 'dim') : item;
    const cells = scene.cells.map(cell => {
        const thing = model.things.get(keyAt(cell));
        if (model.kind !== 'level' || !thing || thing.shown) return cell;
        return { ...cell, role: `cell-${thing.blue ? 'blue' : 'black'}`, marks: ['maybe'], label: `${cell.label.replace(', hidden', `, ${thing.blue ? 'blue' : 'black'}`)}, hidden at the start` };
    });
    const free = freePlaces(model).map(([x, y]) => cellOf(x, y, { role: 'empty', label: `${placeName(x, y)}, free` }));
    return framed({ ...scene, notes: scene.notes.map(fade) }, [...cells.map(fade), ...free]);
}

/** Focusable places: cells and line hints, in reading order. @param {any} scene */
export const placesOf = scene => [...scene.cells, ...scene.notes].sort((a, b) => a.y - b.y || a.x - b.x);
