// Pictures of symbols for lists and palettes, taken from a scene that the server draws once, so that they match the
// board.
// @ts-check
import { h } from '../parts/dom.js';
import { paint } from '../scene.js';

export const colours = ['black', 'white', 'cyan', 'magenta', 'yellow', 'red', 'green', 'blue', 'orange'];
const samples = { square: 'sq:white', star: 'star:magenta', triangle: 'tri:2', polyomino: 'poly:#.,#.,##', rotated: 'rot:#.,#.,##', blue: '-poly:##,#.', elimination: 'Y' };

/** @type {Map<string, any[]>} */
const shapes = new Map();

/** A panel of one row with these words in its cells. @param {string[]} words */
function rowOf(words) {
    const nodes = (first, last) => words.map((_, i) => `${i ? '+' : first} -`).join(' ') + ` ${last}`;
    return ['Witness panel v1', nodes('S', 'E'), `| ${words.join(' | ')} |`, nodes('+', '+')].join('\n');
}

/** @param {any} api @returns {Promise<void>} */
export async function loadSwatches(api) {
    if (shapes.size) return;
    const words = [...Object.entries(samples), ...colours.map(colour => [`square ${colour}`, `sq:${colour}`])];
    const rows = [words.slice(0, 7), words.slice(7)];
    try {
        for (const row of rows) {
            const { scene } = await api.board(rowOf(row.map(([, word]) => word)), { game: 'witness' });
            row.forEach(([name], i) => shapes.set(name, scene.shapes.filter(shape => shape.x === 2 * i + 1 && shape.y === 1).map(shape => ({ ...shape, px: 0, py: 0 }))));
        }
    } catch { /* the labels are enough */ }
}

const rail = { role: 'rail', from: [-44, 0], to: [44, 0], width: 20 };
const dot = { x: 0, y: 0, px: 0, py: 0, role: 'sym-dot', polygons: [[[4.5, -7.79], [9, 0], [4.5, 7.79], [-4.5, 7.79], [-9, 0], [-4.5, -7.79]]] };
const bare = { kind: 'square', cells: [], paths: [], edges: [], discs: [], notes: [], shapes: [] };
const extras = {
    dot: { edges: [rail], shapes: [dot] }, gap: { edges: [{ ...rail, gap: .4 }] }, line: { edges: [rail] },
    start: { edges: [rail], discs: [{ px: 0, py: 0, role: 'rail', radius: 24 }] }, end: { edges: [{ ...rail, to: [12, 0] }] },
};

/** A small picture on the panel's background. @param {string} name a kind, "square cyan", dot, gap, start, end */
export function swatch(name) {
    const box = h('span', { class: 'sw', 'aria-hidden': 'true' });
    box.innerHTML = `<svg viewBox="-36 -36 72 72">${paint({ ...bare, shapes: shapes.get(name) || [], ...extras[name] })}</svg>`;
    return box;
}
