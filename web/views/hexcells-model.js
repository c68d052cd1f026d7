// Hexcells boards on the page: parses level files and positions into a map of things by place, and writes them back.
// Solving is done by the server; this module has only what playing and editing need.
//
//     kind 'level'      things: {cell, blue, shown, info} and {line, dir, info}; info is '.', '+', or with a mark 'c' or 'n'
//     kind 'position'   things: {cell, state, text, dim} and {line, dir, text, dim}; text '_' is a number not known yet
//
// Coordinates are doubled: the neighbours of (x,y) are (x,y±2) and (x±1,y±1). Models are immutable.
// @ts-check

/** @typedef {{type: 'cell', blue?: boolean, shown?: boolean, info?: string, state?: string, text?: string, dim?: boolean}} Cell */
/** @typedef {{type: 'line', dir: string, info?: string, text?: string, dim?: boolean}} Line */
/** @typedef {{kind: 'level' | 'position', head: Record<string, any>, width: number, height: number, things: Map<string, any>}} Model */

export const FULL = 33;
const around = [[0, -2], [1, -1], [1, 1], [0, 2], [-1, 1], [-1, -1]];
const ahead = { s: [0, 2], n: [0, -2], se: [1, 1], sw: [-1, 1], ne: [1, -1], nw: [-1, -1], e: [2, 0], w: [-2, 0] };
const letterOf = { se: '\\', s: '|', sw: '/' };
const dirOf = { '\\': 'se', '|': 's', '/': 'sw' };

export const directions = {
    level: [['se', 'down right'], ['s', 'down'], ['sw', 'down left']],
    position: [['se', 'down right'], ['s', 'down'], ['sw', 'down left'], ['ne', 'up right'], ['n', 'up'], ['nw', 'up left'], ['e', 'right'], ['w', 'left']],
};

/** @param {number} x @param {number} y */
export const keyOf = (x, y) => `${x},${y}`;
/** @param {string} key */
export const pointOf = key => key.split(',').map(Number);

// ---- parsing ---------------------------------------------------------------------------------------------------------

function levelThing(kind, info) {
    if (dirOf[kind]) return { type: 'line', dir: dirOf[kind], info };
    if (!/[oxOX]/.test(kind)) return null;
    return { type: 'cell', blue: /x/i.test(kind), shown: /[OX]/.test(kind), info };
}

/** @param {string[]} lines @returns {Model} */
function readLevel(lines) {
    const things = new Map(), rows = lines.slice(5).filter(row => row.trim());
    rows.forEach((row, y) => {
        for (let x = 0; 2 * x + 1 < row.length; x++) {
            const thing = levelThing(row[2 * x], row[2 * x + 1]);
            if (thing) things.set(keyOf(x, y), thing);
        }
    });
    const head = { title: lines[1] || '', author: lines[2] || '', text: [lines[3] || '', lines[4] || ''] };
    return { kind: 'level', head, width: Math.max(0, ...rows.map(row => row.length >> 1)), height: rows.length, things };
}

function positionThing(word) {
    const dim = word.endsWith('~'), text = dim ? word.slice(0, -1) : word;
    const line = text.match(/^(ne|nw|se|sw|n|s|e|w)([{\d-].*)$/);
    if (line) return { type: 'line', dir: line[1], text: line[2], dim };
    if (text === 'o') return { type: 'cell', state: 'hidden', text: '', dim };
    if (text[0] === 'x') return { type: 'cell', state: 'blue', text: text.slice(1), dim };
    return { type: 'cell', state: 'black', text, dim };
}

/** @param {string[]} lines @returns {Model} */
function readPosition(lines) {
    const things = new Map();
    /** @type {Record<string, any>} */
    const head = { title: '', author: '', text: [] };
    for (const line of lines.slice(1)) {
        const row = line.match(/^\s*(\d+):\s*(.*)$/), fact = line.match(/^\s*(\w+)\s*(.*)$/);
        if (row) for (const item of row[2].split(/\s+/).filter(Boolean)) {
            const [x, word] = item.split('=');
            things.set(keyOf(Number(x), Number(row[1])), positionThing(word));
        } else if (fact && fact[1] === 'text') head.text.push(fact[2]);
        else if (fact) head[fact[1]] = /^(remaining|mistakes)$/.test(fact[1]) ? Number(fact[2]) : fact[2];
    }
    return { kind: 'position', head, width: 256, height: 256, things };
}

/** @param {string} text as the server prints it @returns {Model} */
export function read(text) {
    const lines = text.split('\n');
    return /^Hexcells position/.test(lines[0]) ? readPosition(lines) : readLevel(lines);
}

// ---- writing ---------------------------------------------------------------------------------------------------------

/** The server computes from the colours whether a mark is c or n; '+' lets it choose. */
function levelPair(thing) {
    if (thing.type === 'line') return letterOf[thing.dir] + thing.info;
    const kind = thing.blue ? 'x' : 'o';
    return (thing.shown ? kind.toUpperCase() : kind) + (thing.blue && hasMark(thing) ? '+' : thing.info);
}

/** @param {Model} model */
function writeLevel({ head, width, height, things }) {
    const rows = Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => {
        const thing = things.get(keyOf(x, y));
        return thing ? levelPair(thing) : '..';
    }).join(''));
    return ['Hexcells level v1', head.title, head.author, head.text[0] || '', head.text[1] || '', ...rows].join('\n');
}

const positionWord = thing => (thing.type === 'line' ? thing.dir + thing.text
    : thing.state === 'hidden' ? 'o' : thing.state === 'blue' ? `x${thing.text}` : thing.text || '_') + (thing.dim ? '~' : '');

/** @param {Model} model */
function writePosition({ head, things }) {
    const rows = new Map();
    for (const [key, thing] of things) {
        const [x, y] = pointOf(key);
        if (!rows.has(y)) rows.set(y, []);
        rows.get(y).push([x, positionWord(thing)]);
    }
    const facts = [head.title && `title ${head.title}`, head.author && `author ${head.author}`, ...(head.text || []).map(line => `text ${line}`),
        head.remaining >= 0 && `remaining ${head.remaining}`, head.mistakes >= 0 && `mistakes ${head.mistakes}`].filter(Boolean);
    const lines = [...rows].sort((a, b) => a[0] - b[0]).map(([y, row]) => `${y}: ${row.sort((a, b) => a[0] - b[0]).map(([x, word]) => `${x}=${word}`).join(' ')}`);
    return ['Hexcells position v1', ...facts, ...lines].join('\n');
}

/** @param {Model} model */
export const write = model => model.kind === 'level' ? writeLevel(model) : writePosition(model);

// ---- queries ---------------------------------------------------------------------------------------------------------

/** @param {Model} model */
export const cellsOf = model => [...model.things].filter(([, thing]) => thing.type === 'cell');
/** @param {Model} model @param {any} cell */
export const isHidden = (model, cell) => model.kind === 'level' ? !cell.shown : cell.state === 'hidden';
/** @param {Model} model @param {any} cell */
export const isBlue = (model, cell) => model.kind === 'level' ? cell.blue : cell.state === 'blue';

/** Whether a number of a level has { } or - -. @param {any} thing */
export const hasMark = thing => thing.info === 'c' || thing.info === 'n';
/** Whether the cell has no known number yet. @param {any} thing */
export const isUnread = thing => thing.type === 'cell' && (thing.state === 'hidden' || thing.text === '_');
/** Cells whose number must be copied from the game, in reading order. @param {Model} model */
export const missing = model => [...model.things].filter(([, thing]) => thing.type === 'cell' && thing.text === '_').map(([key]) => key)
    .sort((a, b) => pointOf(a)[1] - pointOf(b)[1] || pointOf(a)[0] - pointOf(b)[0]);

/** @param {Model} model */
export function tally(model) {
    const cells = cellsOf(model);
    const hidden = cells.filter(([, cell]) => isHidden(model, cell)).length;
    return { cells: cells.length, hidden, shown: cells.length - hidden };
}

function ray(model, x, y, dir) {
    const [dx, dy] = ahead[dir], found = [];
    for (let i = 0; i < 2 * 256 && x >= 0 && y >= 0 && x < 512 && y < 512; i++) {
        x += dx;
        y += dy;
        if (model.things.get(keyOf(x, y))?.type === 'cell') found.push(keyOf(x, y));
    }
    return found;
}

function ring(model, x, y, wide) {
    const spots = new Set(around.map(([dx, dy]) => keyOf(x + dx, y + dy)));
    if (wide) for (const spot of [...spots]) for (const [dx, dy] of around) {
        const [a, b] = pointOf(spot);
        spots.add(keyOf(a + dx, b + dy));
    }
    spots.delete(keyOf(x, y));
    return [...spots].filter(key => model.things.get(key)?.type === 'cell');
}

/** The cells that a clue counts: id is c12,7 or l17,11 or counter. @param {Model} model @param {string} id @param {boolean} [blue] */
export function members(model, id, blue) {
    if (id === 'counter') return cellsOf(model).filter(([, cell]) => isHidden(model, cell)).map(([key]) => key);
    const [x, y] = pointOf(id.slice(1)), thing = model.things.get(id.slice(1));
    if (!thing) return [];
    if (thing.type === 'line') return ray(model, x, y, thing.dir);
    return ring(model, x, y, blue ?? isBlue(model, thing));
}

/** Bounding box of all things, in places. @param {Model} model */
export function bounds(model) {
    const points = [...model.things.keys()].map(pointOf);
    if (!points.length) return { left: 15, top: 14, right: 17, bottom: 18 };
    const xs = points.map(p => p[0]), ys = points.map(p => p[1]);
    return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

// ---- edits -----------------------------------------------------------------------------------------------------------

/** @param {Model} model @param {string} key @param {any} thing null removes it @returns {Model} */
export function withThing(model, key, thing) {
    const things = new Map(model.things);
    if (thing) things.set(key, thing); else things.delete(key);
    return { ...model, things };
}

/** @param {Model} model @param {Record<string, any>} head @returns {Model} */
export const withHead = (model, head) => ({ ...model, head: { ...model.head, ...head } });

/** Uncovers cells ({x, y, blue}); their numbers in a position are then unknown. @param {Model} model @param {any[]} cells @returns {Model} */
export function uncover(model, cells) {
    const things = new Map(model.things);
    let remaining = model.head.remaining;
    for (const { x, y, blue } of cells) {
        const key = keyOf(x, y), cell = things.get(key);
        if (cell?.type !== 'cell' || !isHidden(model, cell)) continue;
        things.set(key, model.kind === 'level' ? { ...cell, shown: true } : { ...cell, state: blue ? 'blue' : 'black', text: '_' });
        if (blue && remaining > 0) remaining--;
    }
    return { ...model, things, head: model.kind === 'level' ? model.head : { ...model.head, remaining } };
}

/**
 * Centres a level in the full frame, unless it has room on all sides; positions stay as they are.
 * @param {Model} model @returns {Model}
 */
export function centred(model) {
    const { left, top, right, bottom } = bounds(model);
    if (model.kind !== 'level' || right - left >= FULL || bottom - top >= FULL) return model;
    if (model.width === FULL && model.height === FULL && left > 0 && top > 1 && right < FULL - 1 && bottom < FULL - 2) return model;
    const dx = Math.round((FULL - 1 - right - left) / 2);
    let dy = Math.round((FULL - 1 - bottom - top) / 2);
    if ((dx + dy) % 2) dy += top + dy > 0 ? -1 : 1;
    const things = new Map([...model.things].map(([key, thing]) => {
        const [x, y] = pointOf(key);
        return [keyOf(x + dx, y + dy), thing];
    }));
    return { ...model, width: FULL, height: FULL, things };
}

/** What a clue means, for captions. @param {Model} model @param {{x: number, y: number}} place */
export function captionAt(model, { x, y }) {
    const thing = model.things.get(keyOf(x, y));
    if (!thing || thing.type === 'cell' && isHidden(model, thing)) return '';
    const text = thing.text ?? thing.info ?? '', where = thing.type === 'line' ? 'in its line' : isBlue(model, thing) ? 'within two steps' : 'around it';
    if (thing.type === 'cell' && /^[.?_]?$/.test(text)) return text === '_' ? 'Its number is not known yet.' : '';
    const mark = /^\{|c/.test(text) ? '; { } means that they are next to each other' : /^-|n/.test(text) ? '; - - means that they are not all next to each other' : '';
    return `Counts the blue cells ${where}${mark}.`;
}
