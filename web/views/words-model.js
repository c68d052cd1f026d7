// Word boards on the page: parses the text into slots, adds a scene cell per slot, and finds all paths of a word. Slots
// are numbered in reading order including holes, as in answers; the server's scenes omit holes.
// @ts-check
import { placeName } from '../parts/places.js';

const ROOT_3 = Math.sqrt(3);

/** "B M:2w / O A" -> [[{text: 'B', attr: ''}, {text: 'M', attr: '2w'}], ...] @param {string} board */
export function parseBoard(board) {
    return board.trim().split(/\s*[/\n]\s*/).map(row => {
        const tiles = /[\s:]/.test(row) ? row.trim().split(/\s+/) : [...row];
        return tiles.map(tile => { const [text, attr = ''] = tile.split(':'); return { text: text.toUpperCase(), attr }; });
    });
}

/** @param {{text: string, attr: string}[][]} rows */
export const printBoard = rows => rows.map(row => row.map(tile => tile.attr && tile.text !== '.' ? `${tile.text}:${tile.attr}` : tile.text).join(' ')).join(' / ');

/** The board with one tile changed. @param {string} board @param {number} slot @param {Partial<{text: string, attr: string}>} change */
export function changeTile(board, slot, change) {
    const rows = parseBoard(board), tile = rows.flat()[slot];
    if (tile) Object.assign(tile, change);
    return printBoard(rows);
}

/** @param {string} board @param {number} a @param {number} b */
export function swapTiles(board, a, b) {
    const rows = parseBoard(board), tiles = rows.flat(), first = { ...tiles[a] };
    Object.assign(tiles[a], tiles[b]);
    Object.assign(tiles[b], first);
    return printBoard(rows);
}

const place = {
    'square': (x, y) => [x * 100, y * 100],
    'hex-pointy': (x, y) => [x * 50, y * 50 * ROOT_3],
    'hex-flat': (x, y) => [x * 50 * ROOT_3, y * 50],
};

/** The cells of one row, including holes. */
function rowCells(scene, row, y) {
    const stride = scene.kind === 'square' ? 1 : 2, drawn = scene.cells.filter(cell => cell.y === y).sort((a, b) => a.x - b.x);
    const columns = row.flatMap((tile, i) => tile.text === '.' ? [] : [i]);
    const base = drawn.length ? drawn[0].x - stride * columns[0] : 0;
    let next = 0;
    return row.map((tile, i) => {
        if (tile.text !== '.') {
            const cell = drawn[next++];
            return tile.text === '?' && cell.role === 'tile' ? { ...cell, role: 'empty' } : cell;
        }
        const x = base + stride * i, [px, py] = place[scene.kind](x, y);
        return { x, y, px, py, role: 'empty', text: '', label: `${placeName(i, y)}, hole`, hole: true };
    });
}

/** @param {{board: string, scene: any}} payload */
export function makeModel(payload) {
    const rows = parseBoard(payload.board), tiles = rows.flat();
    const cells = rows.flatMap((row, y) => rowCells(payload.scene, row, y)).map((cell, slot) => ({ ...cell, slot }));
    const reach = payload.scene.kind === 'square' ? 150 : 110;
    const near = cells.map(cell => cells.filter(other => other !== cell && Math.hypot(other.px - cell.px, other.py - cell.py) < reach).map(other => other.slot));
    const scene = { ...payload.scene, cells };
    return {
        rows, tiles, scene, near,
        blanks: tiles.filter(tile => tile.text === '?').length,
        /** Cache of pathThrough(). @type {Map<string, number[] | null>} */
        through: new Map(),
        /** Removes holes, unless editing. @param {any} full @param {boolean} editing */
        shown: (full, editing) => editing ? full : { ...full, cells: full.cells.filter(cell => !cell.hole) },
    };
}

/** The letters of a tile in capitals; '?' is any letter. */
const tileText = cell => (cell.text || '').toUpperCase();

/** Lower bound of the steps from a cell to every cell; ignores that holes block. @param {any} model @param {number} from */
function stepsFrom(model, from) {
    const steps = new Map([[from, 0]]);
    for (const [slot, count] of steps) for (const next of model.near[slot]) if (!steps.has(next)) steps.set(next, count + 1);
    return steps;
}

/**
 * Enumerates the paths of a word until `onPath` returns true. @param {any} model @param {string} word
 * @param {(path: number[]) => boolean} onPath @param {number} [through] only paths through this cell
 */
function walk(model, word, onPath, through = -1) {
    const cells = model.scene.cells, used = new Set(), path = [], far = through < 0 ? null : stepsFrom(model, through);
    let enough = false;
    /** @param {number} slot @param {number} at number of matched letters */
    function visit(slot, at) {
        const text = tileText(cells[slot]);
        if (!text || used.has(slot) || enough) return;
        const length = text === '?' ? 1 : text.length;
        if (text !== '?' && !word.startsWith(text, at)) return;
        if (far && slot !== through && !used.has(through) && !(far.get(slot) <= word.length - at - length)) return;
        used.add(slot);
        path.push(slot);
        if (at + length === word.length) enough = onPath([...path]);
        else if (at + length < word.length) for (const next of model.near[slot]) visit(next, at + length);
        path.pop();
        used.delete(slot);
    }
    for (let slot = 0; slot < cells.length; slot++) visit(slot, 0);
}

/** Limit of paths per word; words on boards with blanks have thousands. */
export const MAX_PATHS = 60;

/**
 * All paths of a word, the given one first. @param {any} model @param {string} word @param {number[]} first @param {number} [max]
 */
export function allPaths(model, word, first, max = MAX_PATHS) {
    const found = [first], key = first.join();
    walk(model, word, path => {
        if (path.join() !== key) found.push(path);
        return found.length >= max;
    });
    return found;
}

/** A path of the word through a tile, preferably the item's own; null if none. @param {any} model @param {{word: string, path: number[]}} item @param {number} slot @returns {number[] | null} */
export function pathThrough(model, item, slot) {
    const key = `${slot} ${item.word}`;
    if (item.path.includes(slot)) return item.path;
    if (!model.through.has(key)) {
        let found = null;
        walk(model, item.word, path => !!(found = path), slot);
        model.through.set(key, found);
    }
    return model.through.get(key);
}

/** Letters besides A to Z on boards of a language. @type {Record<string, string>} */
export const extraLetters = { 'es': 'Ñ', 'es-enye': 'Ñ', 'de-umlaut': 'ÄÖÜ', 'pt-cedilla': 'Ç', 'sv': 'ÅÄÖ' };
const spelledOut = { Æ: 'AE', Œ: 'OE', Ĳ: 'IJ', Þ: 'TH', Ø: 'O', Đ: 'D', Ð: 'D', Ł: 'L' };

/** Folds a text to the letters of a language's boards: capitals, without accents that the boards do not have. @param {string} text @param {string} [lang] */
export function fold(text, lang = 'en') {
    const extra = extraLetters[lang] || '', bare = letter => spelledOut[letter] || letter.normalize('NFD').replace(/\p{M}/gu, '');
    return [...text.normalize('NFC').toUpperCase()].map(letter => extra.includes(letter) ? letter : bare(letter)).join('');
}

const letterTimes = { '2l': 2, '3l': 3 }, wordTimes = { '2w': 2, '3w': 3 };

/** The score breakdown of a word whose letters score, from the values and bonuses on the board. @param {any} model @param {number[]} path @param {string} word @param {{bonus_beyond: number, bonus: number}} scoring */
export function letterScore(model, path, word, scoring) {
    const letters = path.map(slot => {
        const cell = model.scene.cells[slot], attr = model.tiles[slot].attr;
        const value = Number(cell.corners?.value || 0), times = letterTimes[attr] || 1;
        return { text: cell.text, value, times, sum: value * times };
    });
    const words = path.map(slot => model.tiles[slot].attr).filter(attr => wordTimes[attr]);
    const sum = letters.reduce((total, letter) => total + letter.sum, 0), times = words.reduce((product, attr) => product * wordTimes[attr], 1);
    const count = [...word].length, extra = scoring.bonus * Math.max(0, count - scoring.bonus_beyond);
    return { letters, sum, words, times, count, extra, score: sum * times + extra };
}
