// Model of a reading: the things that were read (cells and line hints), the uncertain ones, their places on the picture,
// and the text of corrections. No DOM.
//
// Reading: {game, board, cells: [{x, y, text, state, confidence, second, box, group?}], lines?, expected, found, sure,
// "doubts": [{x?, y?, about, message}]}, as POST /api/read returns it.
// @ts-check

/** Things below this confidence are uncertain. */
export const MIN_CONFIDENCE = .8;

/** @typedef {{x: number, y: number, text: string, state?: string, direction?: string, confidence: number, second: string, box: number[], group?: number, list: string, key: string}} Thing */
/** @typedef {{key: string, kind: 'thing' | 'place' | 'board', x: number, y: number, message: string, things: string[]}} Entry a question about one thing and those that look the same, an empty place, or the whole board */

/** @param {any} reading @returns {Thing[]} */
export function thingsOf(reading) {
    const listed = list => (reading[list] || []).map(thing => ({ ...thing, list, key: `${list} ${thing.x},${thing.y}` }));
    return [...listed('cells'), ...listed('lines')];
}

/** The reading of a thing as text. @param {{text?: string, state?: string}} thing */
export const guessOf = thing => thing.text || thing.state || 'blank';

const arrows = { n: '↑', ne: '↗', se: '↘', s: '↓', sw: '↙', nw: '↖', e: '→', w: '←' };

/** The reading with its colour or direction. @param {Thing} thing */
export const fullGuessOf = thing => thing.direction ? `${arrows[thing.direction] || thing.direction} ${thing.text}` : thing.text && /^((very_)?(red|blue)|black)$/.test(thing.state || '') ? `${thing.text} ${thing.state?.replace('very_', 'v. ')}` : guessOf(thing);

/** Whether the thing concerns the whole board, such as a panel's symmetry; its place is negative. @param {Thing} thing */
export const isGlobal = thing => thing.x < 0 && thing.y < 0;

/** Whether the place is empty: a panel's plain edges and cells. @param {Thing} thing */
export const isBare = thing => thing.state === 'plain' || thing.state === 'empty';

/** @param {Thing} a @param {Thing} b */
const looksLike = (a, b) => a.key !== b.key && a.group !== undefined && a.group === b.group && a.text === b.text;

/** Other things that look the same and were read the same. @param {Thing[]} things @param {Thing} thing */
export const equalsOf = (things, thing) => things.filter(other => looksLike(thing, other));

/** The text of a correction: a line hint needs its direction, a number on blue its colour. @param {any} reading @param {Thing | null} thing @param {string} choice */
export function fixText(reading, thing, choice) {
    const text = choice.trim();
    if (!thing) return text;
    if (text === '' || text === 'blank') return '_';
    if (thing.direction) return /^[a-z.]/.test(text) ? text : thing.direction + text;
    return thing.state === 'blue' && /^[\d{-]/.test(text) ? `blue ${text}` : text;
}

/** The first guess of a thing, as a correction. @param {any} reading @param {Thing} thing */
export const acceptText = (reading, thing) => fixText(reading, thing, guessOf(thing));

// ---- questions -------------------------------------------------------------------------------------------------------

/** The questions of a reading; things that look the same share one. @param {any} reading @returns {Entry[]} */
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
        const here = things.filter(thing => doubt.x === undefined ? isGlobal(thing) : thing.x === x && thing.y === y);
        const thing = here.find(one => one.confidence < MIN_CONFIDENCE) || here[0];
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
    if (thingsOf(reading).some(thing => entry.things.includes(thing.key) && thing.confidence < MIN_CONFIDENCE)) return true;
    const places = entry.kind === 'place' ? [`${entry.x},${entry.y}`] : entry.things.map(key => key.split(' ')[1]);
    return reading.doubts.some(doubt => places.includes(`${doubt.x},${doubt.y}`));
}

/** The counter that a message is about and the number it seems to show, if any. @param {string} message */
export function counterOf(message) {
    const [, name, count] = /^(remaining|mistakes): (?:\D*(\d+))?/.exec(message) || [];
    return name ? { name, count } : null;
}

// ---- layout ----------------------------------------------------------------------------------------------------------

const middle = list => [...list].sort((a, b) => a - b)[list.length >> 1];

/** Least-squares fit of value = a + b x + c y. @param {Thing[]} cells @param {(cell: Thing) => number} value */
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
            const factor = row === column ? 0 : m[row][column] / m[column][column];
            for (let i = column; i < 4; i++) m[row][i] -= factor * m[column][i];
        }
    }
    const [a, b, c] = m.map((row, i) => row[3] / row[i]);
    return (x, y) => a + b * x + c * y;
}

const centre = box => [box[0] + box[2] / 2, box[1] + box[3] / 2];

/** Pitch in pixels: the median distance from a cell to its nearest neighbour. @param {Thing[]} cells */
function pitchOf(cells) {
    const centres = cells.map(cell => centre(cell.box));
    const gaps = centres.map(([x, y], i) => Math.min(...centres.map(([u, v], j) => i === j ? Infinity : Math.hypot(u - x, v - y)))).filter(Number.isFinite);
    return gaps.length ? middle(gaps) : cells[0]?.box[3] || 60;
}

/**
 * Shape and size of the cells, where a missed place should be, and the relevant part of the picture.
 * @param {any} reading @param {number} width @param {number} height of the picture
 */
export function layoutOf(reading, width, height) {
    const things = thingsOf(reading).filter(thing => thing.box?.[2] > 0 && !isGlobal(thing)), cells = things.filter(thing => thing.list === 'cells');
    const pitch = pitchOf(cells), ratio = cells.length ? middle(cells.map(cell => cell.box[2] / cell.box[3])) : 1;
    const kind = ratio > 1.08 ? 'hex-flat' : ratio < .93 ? 'hex-pointy' : 'square';
    const across = fit(cells, cell => centre(cell.box)[0]), down = fit(cells, cell => centre(cell.box)[1]);
    const usual = cells.length ? [middle(cells.map(cell => cell.box[2])), middle(cells.map(cell => cell.box[3]))] : [pitch, pitch];
    const whole = reading.doubts.some(doubt => doubt.x === undefined && doubt.about !== 'cell'); // its subject may be outside the cells
    const edge = (min, max, end) => whole ? [0, end] : [Math.max(0, min - pitch * .7), Math.min(end, max + pitch * .7)];
    const [left, right] = things.length ? edge(Math.min(...things.map(t => t.box[0])), Math.max(...things.map(t => t.box[0] + t.box[2])), width) : [0, width];
    const [top, bottom] = things.length ? edge(Math.min(...things.map(t => t.box[1])), Math.max(...things.map(t => t.box[1] + t.box[3])), height) : [0, height];
    return {
        kind, pitch, width, height, view: [left, top, right - left, bottom - top],
        /** The expected box of a place where nothing was found. @param {number} x @param {number} y */
        boxAt(x, y) {
            const cx = across(x, y), cy = down(x, y);
            return Number.isFinite(cx + cy) ? [cx - usual[0] / 2, cy - usual[1] / 2, ...usual] : null;
        },
    };
}

/** The counters and scores that were read. @param {any} reading */
function countersOf({ remaining, mistakes, scores }) {
    const counters = [Number.isInteger(remaining) && `remaining ${remaining}`, Number.isInteger(mistakes) && `mistakes ${mistakes}`];
    return [...counters, Number.isInteger(scores?.blue_left) && Number.isInteger(scores.red_right) && `blue ${scores.blue_left}, red ${scores.red_right}, crown ${scores.crown_target}`].filter(Boolean);
}

/** ["61 of 61 cells found", "remaining 4", "2 to check"] @param {any} reading @param {number} open */
export function summary(reading, open) {
    const cells = reading.cells.length, found = reading.found ?? cells, expected = reading.expected || found;
    return [expected === found ? `${found} cells found` : `${found} of ${expected} cells found`, ...countersOf(reading), open ? `${open} to check` : 'all clear'];
}
