// A reading as the page uses it: the things that were read (cells and line hints), what of them is in doubt, where they
// are on the picture, and how a correction is written. No DOM.
//
// Reading: {game, board, cells: [{x, y, text, state, confidence, second, box, group?}], lines?, expected, found, sure,
// doubts: [{x?, y?, about, message}]}, as POST /api/read gives it.
// @ts-check

export const SURE = .8;

/** @typedef {{x: number, y: number, text: string, state?: string, direction?: string, confidence: number, second: string, box: number[], group?: number, list: string, key: string}} Thing */
/** @typedef {{key: string, kind: 'thing' | 'place' | 'board', x: number, y: number, message: string, things: string[]}} Entry a question: about one thing and those that look the same, an empty place, or the whole */

/** @param {any} reading @returns {Thing[]} */
export function thingsOf(reading) {
    const listed = list => (reading[list] || []).map(thing => ({ ...thing, list, key: `${list} ${thing.x},${thing.y}` }));
    return [...listed('cells'), ...listed('lines')];
}

/** What a thing was read as, for people. @param {{text?: string, state?: string}} thing */
export const guessOf = thing => thing.text || thing.state || 'blank';

const arrows = { n: '↑', ne: '↗', se: '↘', s: '↓', sw: '↙', nw: '↖', e: '→', w: '←' };

/** The same with the colour or the direction that goes with it. @param {Thing} thing */
export const saidOf = thing => thing.direction ? `${arrows[thing.direction] || thing.direction} ${thing.text}` : thing.text && /^((very_)?(red|blue)|black)$/.test(thing.state || '') ? `${thing.text} ${thing.state?.replace('very_', 'v. ')}` : guessOf(thing);

/** What is said of the whole board, such as a panel's symmetry, stands at a negative place. @param {Thing} thing */
export const isBeyond = thing => thing.x < 0 && thing.y < 0;

/** Places that hold nothing: a panel's bare lines and cells. @param {Thing} thing */
export const isBare = thing => thing.state === 'plain' || thing.state === 'empty';

/** @param {Thing} a @param {Thing} b */
const looksLike = (a, b) => a.key !== b.key && a.group !== undefined && a.group === b.group && a.text === b.text;

/** Others that look the same and were read the same. @param {Thing[]} things @param {Thing} thing */
export const equalsOf = (things, thing) => things.filter(other => looksLike(thing, other));

/** A choice as a correction says it: a line hint with its direction, a number on blue with its colour. @param {any} reading @param {Thing | null} thing @param {string} choice */
export function fixText(reading, thing, choice) {
    const text = choice.trim();
    if (!thing) return text;
    if (text === '' || text === 'blank') return '_';
    if (thing.direction) return /^[a-z.]/.test(text) ? text : thing.direction + text;
    return reading.game === 'hexcells' && thing.state === 'blue' && /^[\d{-]/.test(text) ? `blue ${text}` : text;
}

/** The first guess of a thing, as a correction. @param {any} reading @param {Thing} thing */
export const acceptText = (reading, thing) => fixText(reading, thing, guessOf(thing));

// ---- doubts ----------------------------------------------------------------------------------------------------------

/** Questions, one for things that look the same. @param {any} reading @returns {Entry[]} */
export function entriesOf(reading) {
    const things = thingsOf(reading), asked = new Set();
    /** @type {Entry[]} */
    const entries = [];
    for (const doubt of reading.doubts) {
        const { x = -1, y = -1, message } = doubt, of = doubt.about === 'cell';
        if (doubt.x === undefined && !of) {
            entries.push({ key: `board ${message}`, kind: 'board', x, y, message, things: [] });
            continue;
        }
        const here = things.filter(thing => doubt.x === undefined ? isBeyond(thing) : thing.x === x && thing.y === y);
        const thing = here.find(one => one.confidence < SURE) || here[0];
        if (!thing) entries.push({ key: `place ${x},${y}`, kind: 'place', x, y, message, things: [] });
        else if (!asked.has(thing.key)) {
            const all = [thing, ...equalsOf(things, thing)].map(one => one.key);
            all.forEach(key => asked.add(key));
            entries.push({ key: thing.key, kind: 'thing', x: thing.x, y: thing.y, message: of ? '' : message, things: all });
        }
    }
    return entries;
}

/** Whether a question is still open. @param {any} reading @param {string[]} agreed @param {Entry} entry */
export function isOpen(reading, agreed, entry) {
    if (entry.kind === 'board') return !agreed.includes(entry.message) && reading.doubts.some(doubt => doubt.x === undefined && doubt.message === entry.message);
    if (thingsOf(reading).some(thing => entry.things.includes(thing.key) && thing.confidence < SURE)) return true;
    const places = entry.kind === 'place' ? [`${entry.x},${entry.y}`] : entry.things.map(key => key.split(' ')[1]);
    return reading.doubts.some(doubt => places.includes(`${doubt.x},${doubt.y}`));
}

/** Which counter a doubt about the whole board speaks of and what it seems to show, if any. @param {string} message */
export function counterOf(message) {
    const [, name, count] = /^(remaining|mistakes): (?:perhaps (\d+))?/.exec(message) || [];
    return name ? { name, count } : null;
}

// ---- where things are ------------------------------------------------------------------------------------------------

const middle = list => [...list].sort((a, b) => a - b)[list.length >> 1];

/** Least squares of value = a + b x + c y. @param {Thing[]} cells @param {(cell: Thing) => number} value */
function fit(cells, value) {
    const m = [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]];
    for (const cell of cells) {
        const row = [1, cell.x, cell.y], right = value(cell);
        for (let i = 0; i < 3; i++) { for (let j = 0; j < 3; j++) m[i][j] += row[i] * row[j]; m[i][3] += row[i] * right; }
    }
    for (let column = 0; column < 3; column++) {
        const best = [0, 1, 2].slice(column).reduce((a, b) => Math.abs(m[b][column]) > Math.abs(m[a][column]) ? b : a, column);
        if (Math.abs(m[best][column]) < 1e-9) return () => NaN;
        [m[best], m[column]] = [m[column], m[best]];
        for (let row = 0; row < 3; row++) {
            const share = row === column ? 0 : m[row][column] / m[column][column];
            for (let i = column; i < 4; i++) m[row][i] -= share * m[column][i];
        }
    }
    const [a, b, c] = m.map((row, i) => row[3] / row[i]);
    return (x, y) => a + b * x + c * y;
}

const centre = box => [box[0] + box[2] / 2, box[1] + box[3] / 2];

/** Pixels between neighbours: the usual distance from a cell to the nearest one. @param {Thing[]} cells */
function pitchOf(cells) {
    const centres = cells.map(cell => centre(cell.box));
    const gaps = centres.map(([x, y], i) => Math.min(...centres.map(([u, v], j) => i === j ? Infinity : Math.hypot(u - x, v - y)))).filter(Number.isFinite);
    return gaps.length ? middle(gaps) : cells[0]?.box[3] || 60;
}

/**
 * Shape and size of the cells, where an unseen place must be, and the part of the picture that matters.
 * @param {any} reading @param {number} width @param {number} height of the picture
 */
export function layoutOf(reading, width, height) {
    const things = thingsOf(reading).filter(thing => thing.box?.[2] > 0 && !isBeyond(thing)), cells = things.filter(thing => thing.list === 'cells');
    const pitch = pitchOf(cells), ratio = cells.length ? middle(cells.map(cell => cell.box[2] / cell.box[3])) : 1;
    const kind = ratio > 1.08 ? 'hex-flat' : ratio < .93 ? 'hex-pointy' : 'square';
    const across = fit(cells, cell => centre(cell.box)[0]), down = fit(cells, cell => centre(cell.box)[1]);
    const usual = cells.length ? [middle(cells.map(cell => cell.box[2])), middle(cells.map(cell => cell.box[3]))] : [pitch, pitch];
    const whole = reading.doubts.some(doubt => doubt.x === undefined && doubt.about !== 'cell'); // it may lie beside the cells
    const edge = (least, most, end) => whole ? [0, end] : [Math.max(0, least - pitch * .7), Math.min(end, most + pitch * .7)];
    const [left, right] = things.length ? edge(Math.min(...things.map(t => t.box[0])), Math.max(...things.map(t => t.box[0] + t.box[2])), width) : [0, width];
    const [top, bottom] = things.length ? edge(Math.min(...things.map(t => t.box[1])), Math.max(...things.map(t => t.box[1] + t.box[3])), height) : [0, height];
    return {
        kind, pitch, width, height, view: [left, top, right - left, bottom - top],
        /** The box of a place where nothing was found. @param {number} x @param {number} y */
        boxAt(x, y) {
            const cx = across(x, y), cy = down(x, y);
            return Number.isFinite(cx + cy) ? [cx - usual[0] / 2, cy - usual[1] / 2, ...usual] : null;
        },
    };
}

/** What else was read: counters, scores. @param {any} reading */
function besides({ remaining, mistakes, scores }) {
    const counters = [Number.isInteger(remaining) && `remaining ${remaining}`, Number.isInteger(mistakes) && `mistakes ${mistakes}`];
    return [...counters, Number.isInteger(scores?.blue_left) && Number.isInteger(scores.red_right) && `blue ${scores.blue_left}, red ${scores.red_right}, crown ${scores.crown_target}`].filter(Boolean);
}

/** ["61 of 61 cells found", "remaining 4", "2 to look at"] @param {any} reading @param {number} open */
export function summary(reading, open) {
    const cells = reading.cells.length, found = reading.found ?? cells, expected = reading.expected || found;
    return [expected === found ? `${found} cells found` : `${found} of ${expected} cells found`, ...besides(reading), open ? `${open} to look at` : 'nothing in doubt'];
}
