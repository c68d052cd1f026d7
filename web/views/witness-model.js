// Witness panels on the page: the words of the places, and where a line may go. The server checks lines; this module has
// only what drawing needs.
//
// Places have a column and a row among nodes, edges and cells (both even: a node); nodes have x and y.
// @ts-check

/** @typedef {{width: number, height: number, pillar: boolean, rules: string, symmetry: string, lines: string[], places: string[][]}} Panel */

export const ruleNames = { windmill: 'Windmill', ttws: 'TTWS', game: 'the game', witnesspuzzles: 'witnesspuzzles.com' };
export const ruleNotes = {
    windmill: 'As on the editor The Windmill.', ttws: 'As in TTWS, a solver: shapes must stay on the panel.', game: 'As in the game itself.', witnesspuzzles: 'As on the site witnesspuzzles.com.',
};
/** What the symbols mean, for captions. @type {[RegExp, string][]} */
const meanings = [
    [/^sq:/, 'Square: a region has squares of one colour only.'], [/^star:/, 'Star: its region has exactly two symbols of its colour.'], [/^tri/, 'Triangles: the line passes along as many sides of the cell.'],
    [/^-(poly|rot):/, 'Blue shape: it is subtracted from the other shapes of its region.'], [/^rot:/, 'Tilted shape: it fills its region and may be turned.'], [/^poly:/, 'Shape: it fills its region, as drawn.'],
    [/^o/, 'Dot: the line passes through it.'], [/^Y/, 'Elimination mark: it cancels one broken symbol of its region.'], [/^S/, 'Start: the line begins here.'], [/^E/, 'End: the line ends here.'], [/^:/, 'Gap: the line cannot pass.'],
];
/** The caption of a place. @param {Panel} panel @param {{x: number, y: number}} place */
export const captionAt = (panel, { x, y }) => meanings.find(([pattern]) => pattern.test(wordAt(panel, x, y)))?.[1] || '';

export const steps = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
/** @param {number[]} a @param {number[]} b */
export const same = (a, b) => a[0] === b[0] && a[1] === b[1];

/** The word of a place without the dashes that lengthen an edge. */
function plainWord(word) {
    if (/^-*$/.test(word)) return '-';
    const inner = word.replace(/^-+(?=[^-])(?!poly|rot)/, '').replace(/-+$/, '');
    return /^-(poly|rot):/.test(word) ? word : inner || '-';
}

/** @param {string} text as the server prints it @returns {Panel} */
export function read(text) {
    const panel = { width: 0, height: 0, pillar: false, rules: '', symmetry: 'none', lines: ['none', 'none'], places: /** @type {string[][]} */ ([]) };
    for (const line of text.split('\n')) {
        const words = line.trim().split(/\s+/);
        if (/^Witness/.test(line) || !line.trim()) continue;
        if (words[0] === 'symmetry') panel.symmetry = words[1];
        else if (words[0] === 'pillar') panel.pillar = true;
        else if (words[0] === 'rules') panel.rules = words[1];
        else if (words[0] === 'unpaired') continue;
        else if (words[0] === 'lines') panel.lines = [words[1] || 'none', words[2] || 'none'];
        else panel.places.push(words.map(plainWord));
    }
    panel.height = (panel.places.length - 1) / 2;
    panel.width = Math.floor((panel.places[0]?.length || 1) / 2);
    return panel;
}

/** The Windmill's colours of symbols other than squares and stars; a panel with others was not made there. */
const usualColours = { poly: 'yellow', rot: 'yellow', '-poly': 'blue', '-rot': 'blue', tri: 'orange', Y: 'white' };

/** The server's default rule set for a panel. @param {Panel} panel */
export function usualRules(panel) {
    const own = word => {
        const [, kind, colour] = /^(-?poly|-?rot|tri|Y)(?::.*)?:([a-z]+)$/.exec(word) || [];
        return kind && colour !== usualColours[kind];
    };
    const shared = word => /^(SE|So|E.*o)/.test(word) || /:hidden$/.test(word);
    const half = panel.places.some((row, y) => row.some((word, x) => (x % 2 || y % 2) && /^[SE]/.test(word)));
    if (panel.rules) return panel.rules;
    return panel.pillar || half || panel.places.some(row => row.some(word => own(word) || shared(word))) ? 'game' : 'windmill';
}

/** @param {Panel} panel @param {number} column @param {number} row */
export const wordAt = (panel, column, row) => panel.places[row]?.[column] ?? 'x';
/** @param {Panel} panel @param {number[]} node */
export const nodeWord = (panel, [x, y]) => wordAt(panel, 2 * x, 2 * y);

/** @param {Panel} panel @param {number[]} node */
export const isStart = (panel, node) => /^S/.test(nodeWord(panel, node));
/** @param {Panel} panel @param {number[]} node */
export const isEnd = (panel, node) => /^S?E/.test(nodeWord(panel, node));

/** @param {Panel} panel */
export function starts(panel) {
    const found = [];
    for (let y = 0; y <= panel.height; y++) for (let x = 0; x <= panel.width; x++) if (isStart(panel, [x, y])) found.push([x, y]);
    return found;
}

/** The mirror image of a node. @param {Panel} panel @param {number[]} node */
export function mirror(panel, [x, y]) {
    const { width, height, symmetry, pillar } = panel;
    if (pillar && symmetry !== 'none') {
        const far = (x + width / 2) % width, across = symmetry === 'horizontal' || symmetry === 'rotational';
        return [across ? (width - far) % width : far, symmetry === 'vertical' || symmetry === 'rotational' ? height - y : y];
    }
    return symmetry === 'horizontal' ? [width - x, y] : symmetry === 'vertical' ? [x, height - y] : symmetry === 'rotational' ? [width - x, height - y] : null;
}

/** The node itself; on a pillar the column right of the last one is the first. @param {Panel} panel @param {number[]} node */
export const wrapped = (panel, [x, y]) => panel.pillar ? [(x + panel.width) % panel.width, y] : [x, y];

/** Whether a step crosses the seam of a pillar: its nodes are in the first and the last column. @param {number[]} from @param {number[]} to */
export const crossesSeam = (from, to) => Math.abs(to[0] - from[0]) > 1;

/** @param {Panel} panel @param {number[]} from @param {number[]} to */
function isOpen(panel, from, to) {
    const edge = crossesSeam(from, to) ? wordAt(panel, 2 * panel.width - 1, 2 * to[1]) : wordAt(panel, from[0] + to[0], from[1] + to[1]);
    return edge !== ':' && edge !== 'x' && nodeWord(panel, to) !== 'x';
}

/**
 * Whether the line may continue from the last node of the path to a neighbour: the edge exists, and neither line
 * crosses itself or the other. @param {Panel} panel @param {number[][]} path @param {number[]} to
 */
export function canStep(panel, path, to) {
    const from = path[path.length - 1];
    if (to[0] < 0 || to[1] < 0 || to[0] > panel.width - (panel.pillar ? 1 : 0) || to[1] > panel.height) return false;
    const across = Math.abs(to[0] - from[0]), seam = panel.pillar && across === panel.width - 1 ? 1 : across;
    if (seam + Math.abs(to[1] - from[1]) !== 1) return false;
    if (!isOpen(panel, from, to) || path.some(node => same(node, to))) return false;
    if (panel.symmetry === 'none') return true;
    const twinFrom = mirror(panel, from), twinTo = mirror(panel, to);
    if (!isOpen(panel, twinFrom, twinTo)) return false;
    return !same(twinTo, to) && !same(twinTo, from) && !path.some(node => same(node, twinTo));
}

/** Number of symbols per kind. @param {Panel} panel */
export function inventory(panel) {
    const count = { square: 0, star: 0, triangle: 0, polyomino: 0, dot: 0, elimination: 0 };
    for (const row of panel.places) for (const word of row) {
        if (/^sq:/.test(word)) count.square++;
        else if (/^star:/.test(word)) count.star++;
        else if (/^tri/.test(word)) count.triangle++;
        else if (/^-?(poly|rot):/.test(word)) count.polyomino++;
        else if (/^o(:|$)/.test(word)) count.dot++;
        else if (/^Y/.test(word)) count.elimination++;
    }
    return count;
}

/** Whether the panel has no symbols but plain dots; such solutions are counted without enumerating them. @param {Panel} panel */
export const isBare = panel => panel.lines.every(color => color === 'none') && panel.places.flat().every(word => /^(S|E.*|[-+|:x.o])$/.test(word));

/** The line in the server's format. @param {number[][]} path */
export const pathText = path => path.map(node => node.join(',')).join(' ');
