// Drawing a line by hand. The tip follows the pointer along the edges: from a node it takes the edge that points best
// towards the pointer, on an edge it goes as far as the pointer, and moving back shortens the line.
//
//     path    nodes that the line has reached        toward, fraction    the edge it is on, and how far (0 to 1)
//
// Lines are immutable; an empty path means no line.
// @ts-check
import { isEnd, isStart, canStep, crossesSeam, mirror, same, starts, wrapped } from './witness-model.js';

/** @typedef {{path: number[][], toward?: number[] | null, fraction?: number}} Line */
/** @typedef {import('./witness-model.js').Panel} Panel */

export const none = { path: [] };
/** @param {Line} line */
export const last = line => line.path[line.path.length - 1];
/** @param {Line} line */
export const length = line => Math.max(0, line.path.length - 1);
/** @param {Panel} panel @param {Line} line */
export const isComplete = (panel, line) => line.path.length > 1 && !line.toward && isEnd(panel, last(line));

/** One step to a node, or back if it is the previous one. @param {Panel} panel @param {Line} line @param {number[]} next @returns {Line} */
export function stepTo(panel, line, next) {
    const { path } = line, to = wrapped(panel, next);
    if (path.length > 1 && same(path[path.length - 2], to)) return { path: path.slice(0, -1) };
    return canStep(panel, path, to) ? { path: [...path, to] } : { path };
}

/** @param {Line} line @returns {Line} */
export const back = line => line.toward ? { path: line.path } : { path: line.path.slice(0, -1) };

const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The point in the turn of a pillar that is nearest to a node: its columns repeat. @param {Panel} panel @param {number[]} at @param {number[]} node */
const nearest = (panel, at, node) => panel.pillar ? [at[0] - Math.round((at[0] - node[0]) / panel.width) * panel.width, at[1]] : at;

/** The end of the line, in lattice coordinates. @param {Line} line */
export function tip(line) {
    const at = last(line);
    return line.toward ? [at[0] + (line.toward[0] - at[0]) * (line.fraction || 0), at[1] + (line.toward[1] - at[1]) * (line.fraction || 0)] : at;
}

/**
 * The line when a pointer goes down: at the tip it continues, on the line it is cut back, at another start a new line
 * begins, straight ahead of the tip it is drawn that far. @param {Panel} panel @param {Line} line @param {number[]} at @returns {Line | null}
 */
export function pickUp(panel, line, at) {
    const near = (node, reach) => distance(node, nearest(panel, at, node)) <= reach;
    if (line.path.length && near(tip(line), .42)) return line;
    const on = line.path.findIndex(node => near(node, isStart(panel, node) ? .42 : .35));
    if (on >= 0) return { path: line.path.slice(0, on + 1) };
    const start = starts(panel).find(node => near(node, .42));
    if (start) return { path: [start] };
    return line.path.length ? straightTo(panel, line, [Math.round(at[0]), Math.round(at[1])]) : null;
}

function straightTo(panel, line, to) {
    const from = last(line);
    if (from[0] !== to[0] && from[1] !== to[1]) return null;
    let next = { path: line.path };
    for (let guard = 0; guard < 40 && !same(last(next), to); guard++) {
        const at = last(next), further = stepTo(panel, next, [at[0] + Math.sign(to[0] - at[0]), at[1] + Math.sign(to[1] - at[1])]);
        if (further.path.length <= next.path.length) return guard ? next : null;
        next = further;
    }
    return next;
}

/** The neighbours towards a point, the better first; tiny distances are ignored. */
function candidates(from, at) {
    const [dx, dy] = [at[0] - from[0], at[1] - from[1]];
    const both = [[Math.sign(dx), 0, Math.abs(dx)], [0, Math.sign(dy), Math.abs(dy)]].sort((a, b) => b[2] - a[2]);
    return both.filter(([, , far], i) => far > (i ? .3 : .08)).map(([sx, sy]) => [from[0] + sx, from[1] + sy]);
}

const along = (from, to, at) => (at[0] - from[0]) * (to[0] - from[0]) + (at[1] - from[1]) * (to[1] - from[1]);

/** One iteration of follow(): [line, whether to continue]. @returns {[Line, boolean]} */
function followOnce(panel, line, pointer) {
    const from = last(line), at = nearest(panel, pointer, tip(line));
    if (line.toward) {
        const fraction = along(from, line.toward, at), off = Math.abs(distance(from, at) ** 2 - fraction ** 2) ** .5;
        // people turn just before a crossing: a pointer that moves sideways there has reached it
        if (fraction >= 1 || fraction > .7 && off > 1 - fraction + .15) return [{ path: [...line.path, wrapped(panel, line.toward)] }, true];
        if (fraction <= 0 || fraction < .5 && off > fraction + .3) return [{ path: line.path }, fraction > -.08 ? off > .3 : true];
        return [{ ...line, fraction }, false];
    }
    for (const to of candidates(from, at)) {
        const before = line.path[line.path.length - 2];
        if (before && same(before, wrapped(panel, to))) return [{ path: line.path.slice(0, -1), toward: [before[0] - (to[0] - from[0]), before[1] - (to[1] - from[1])], fraction: 1 - Math.min(1, along(from, to, at)) }, along(from, to, at) >= 1];
        if (canStep(panel, line.path, wrapped(panel, to))) return [{ path: line.path, toward: to, fraction: 0 }, true];
    }
    return [line, false];
}

/** The line after the pointer has moved. @param {Panel} panel @param {Line} line @param {number[]} at in nodes @returns {Line} */
export function follow(panel, line, at) {
    let next = line, on = line.path.length > 0;
    for (let guard = 0; on && guard < 80; guard++) [next, on] = followOnce(panel, next, at);
    return next;
}

/** Whether the second line is a new one, not the first one extended or cut. @param {number[][]} before @param {number[][]} after */
export const isAnother = (before, after) => before.length > 1 && after.length > 0 && !same(before[0], after[0]);

/** Number of steps of the whole line that the other one shows; 0 if it is not its beginning. @param {number[][]} whole @param {number[][]} path */
export const stepsShown = (whole, path) => path.every((node, i) => whole[i] && same(node, whole[i])) ? Math.max(0, path.length - 1) : 0;

/** Whether the second line is the first cut short. @param {number[][]} before @param {number[][]} after */
export const isCut = (before, after) => after.length < before.length && after.every((node, i) => same(node, before[i]));

/** The line when the pointer is lifted: a partial edge is completed or removed. @param {Panel} panel @param {Line} line @returns {Line} */
export function settle(panel, line) {
    if (!line.toward) return line;
    const to = wrapped(panel, line.toward);
    return (line.fraction || 0) > .5 && canStep(panel, line.path, to) ? { path: [...line.path, to] } : { path: line.path };
}

/** A line from this start, or from the only one; for keys. @param {Panel} panel @param {number[]} node @returns {Line | null} */
export function startAt(panel, node) {
    const all = starts(panel);
    if (isStart(panel, node)) return { path: [node] };
    return all.length === 1 ? { path: [all[0]] } : null;
}

// ---- as text ---------------------------------------------------------------------------------------------------------

const letters = { '1,0': 'R', '-1,0': 'L', '0,1': 'D', '0,-1': 'U' };
const stepsBy = Object.fromEntries(Object.entries(letters).map(([step, letter]) => [letter, step.split(',').map(Number)]));

/** "0,4RUU": the start of the line and its steps. @param {number[][]} path */
export const lineText = path => path.length ? path[0] + path.slice(1).map((node, i) => letters[`${crossesSeam(path[i], node) ? -Math.sign(node[0] - path[i][0]) : node[0] - path[i][0]},${node[1] - path[i][1]}`] || '').join('') : '';

/** The part of a line that fits on a resized panel; empty if its start is gone. @param {Panel} panel @param {number[][]} path */
export function within(panel, path) {
    const out = path.findIndex(([x, y]) => x > panel.width || y > panel.height);
    return !path.length || !isStart(panel, path[0]) ? [] : out < 0 ? path : path.slice(0, out);
}

/** Parses the text of a line, as far as it is possible on this panel. @param {Panel} panel @param {string} [text] @returns {number[][]} */
export function readLine(panel, text = '') {
    const found = text.match(/^(\d+),(\d+)([RLUD]*)$/);
    let path = found ? within(panel, [[Number(found[1]), Number(found[2])]]) : [];
    if (!found || !path.length) return [];
    for (const letter of found[3]) {
        const at = path[path.length - 1], to = wrapped(panel, [at[0] + stepsBy[letter][0], at[1] + stepsBy[letter][1]]);
        if (!canStep(panel, path, to)) break;
        path = [...path, to];
    }
    return path;
}

// ---- drawing ---------------------------------------------------------------------------------------------------------

const UNIT = 100;
const toPlace = node => [node[0] * UNIT, node[1] * UNIT];

/** The cap of an end, from the scene's own edges. */
function capOf(scene, node) {
    const [x, y] = toPlace(node);
    return scene.edges.find(edge => edge.from[0] === x && edge.from[1] === y && Math.hypot(edge.to[0] - x, edge.to[1] - y) < UNIT / 2)?.to;
}

/** The line in runs: on a pillar a run ends at the seam, and the next one begins on the other side. @param {Panel} panel @param {number[][]} nodes */
function runs(panel, nodes) {
    /** @type {number[][][]} */
    const found = [[]];
    nodes.forEach((node, i) => {
        const before = nodes[i - 1];
        if (before && crossesSeam(before, node)) {
            const right = node[0] < before[0];
            found[found.length - 1].push([right ? before[0] + 1 : before[0] - 1, node[1]]);
            found.push([[right ? node[0] - 1 : node[0] + 1, node[1]]]);
        }
        found[found.length - 1].push(node);
    });
    return panel.pillar ? found.map(run => run.map(([x, y]) => [Math.max(0, Math.min(panel.width, x)), y])) : found;
}

/** @param {any} scene @param {Panel} panel @param {Line} line @param {{role?: string, stale?: boolean}} how @returns {any[]} */
function scenePaths(scene, panel, line, how) {
    const cap = isComplete(panel, line) ? capOf(scene, last(line)) : null, parts = runs(panel, line.path).map(run => run.map(toPlace));
    if (line.toward) parts[parts.length - 1].push(toPlace(tip(line)));
    return parts.map((places, i) => ({ places, points: line.path.map(([x, y]) => [2 * x, 2 * y]), start: i === 0, tip: i === parts.length - 1 ? cap : null, ...how }));
}

export const CANCELLED = 'cancelled by an elimination mark';

/** Marks the symbols that elimination marks cancel, visibly and in their labels. @param {any} scene @param {number[][]} cancelled [column, row] of the symbols */
function withoutCancelled(scene, cancelled) {
    const gone = new Set(cancelled.map(String)), off = shape => gone.has(`${shape.x},${shape.y}`);
    return { ...scene, shapes: scene.shapes.map(shape => off(shape) ? { ...shape, marks: [...shape.marks || [], 'off'], label: shape.label && `${shape.label}, ${CANCELLED}` } : shape) };
}

/**
 * The scene with the line and its mirror image. @param {any} scene @param {Panel} panel @param {Line} line
 * @param {{stale?: boolean, cancelled?: number[][]}} [how] cancelled: symbols that elimination marks cancel
 */
export function withLine(scene, panel, line, { stale, cancelled = [] } = {}) {
    const ghosts = scene.paths.filter(path => path.ghost);
    if (!line.path.length) return { ...scene, paths: ghosts };
    const paths = scenePaths(scene, panel, line, { role: 'lit', stale });
    if (panel.symmetry !== 'none') {
        const turn = node => /** @type {number[]} */ (mirror(panel, node));
        paths.unshift(...scenePaths(scene, panel, { path: line.path.map(turn), toward: line.toward && turn(line.toward), fraction: line.fraction }, { role: 'twin', stale }));
    }
    return { ...(cancelled.length ? withoutCancelled(scene, cancelled) : scene), paths: [...paths, ...ghosts] };
}
