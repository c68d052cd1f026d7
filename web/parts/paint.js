// Renders scene JSON as SVG text; no DOM, no colours. Classes name the parts and scene.css colours them. Back to front:
//
//     panel, rails, discs, cells, bands of paths, cells on paths, marks, chevrons, shapes, notes, tags
//
// A band runs from centre to centre below the cells that it joins, so that it never covers a letter. Units are the
// scene's: 100 per pitch.
// @ts-check
import { escape } from './dom.js';

const UNIT = 100, ROOT_3 = Math.sqrt(3);

/** Positions of the parts of a cell, relative to its centre. */
const layouts = {
    'square': { size: 42, room: 78, value: [31, 37], step: [31, -25], badge: [-23, -29], tag: [40, -40], side: [-30, 31] },
    'hex-pointy': { size: 39, room: 74, value: [0, 39], step: [29, -16], badge: [0, -30], tag: [37, -35], side: [0, 34] },
    'hex-flat': { size: 38, room: 72, value: [0, 36], step: [26, -24], badge: [0, -28], tag: [27, -44], side: [0, 31] },
    'panel': { size: 40, room: 70, value: [28, 30], step: [28, -30], badge: [-24, -28], tag: [34, -34], side: [0, 30] },
};

/** @param {number} n */
const num = n => String(Math.round(n * 100) / 100);
/** @param {number[]} p */
const at = p => `${num(p[0])} ${num(p[1])}`;

/** A polygon with its corners cut by curves. @param {number[][]} corners @param {number} cut */
export function roundPolygon(corners, cut) {
    const n = corners.length;
    const towards = (a, b) => {
        const d = Math.hypot(b[0] - a[0], b[1] - a[1]), t = d > 0 ? Math.min(cut / d, .5) : 0;
        return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
    };
    if (!(cut > 0)) return `M${corners.map(at).join('L')}Z`;
    return corners.map((p, i) => `${i ? 'L' : 'M'}${at(towards(p, corners[(i + n - 1) % n]))}Q${at(p)} ${at(towards(p, corners[(i + 1) % n]))}`).join('') + 'Z';
}

/** The outline of a cell around the origin. @param {string} kind @param {number} scale */
export function cellOutline(kind, scale) {
    if (kind === 'square' || kind === 'panel') {
        const half = UNIT * scale / 2;
        return roundPolygon([[-half, -half], [half, -half], [half, half], [-half, half]], UNIT * Math.max(.15 - .5 * (.92 - scale), .04));
    }
    const turn = kind === 'hex-flat' ? 0 : -30, r = UNIT / ROOT_3 * scale;
    const corners = [0, 1, 2, 3, 4, 5].map(k => [r * Math.cos((k * 60 + turn) * Math.PI / 180), r * Math.sin((k * 60 + turn) * Math.PI / 180)]);
    return roundPolygon(corners, UNIT * .085 * scale);
}

/** Bold capitals are about 0.7 of their size wide. @param {string} text @param {number} size @param {number} room */
const fitted = (text, size, room) => Math.min(size, room / (.7 * Math.max(1, [...text].length)));

/** Text centred on a point: capitals are 0.72 of the font size high. */
const write = (text, x, y, size, cls = '') =>
    text ? `<text${cls ? ` class="${cls}"` : ''}${x ? ` x="${num(x)}"` : ''} y="${num(y + .36 * size)}" font-size="${num(size)}">${escape(text)}</text>` : '';

const marksOf = thing => thing.marks || [];
const has = (thing, mark) => marksOf(thing).includes(mark);
const classesOf = thing => marksOf(thing).map(mark => ` is-${mark}`).join('');

/** Repeats the colour as a shape: a dot for blue, a triangle for red. */
function sideMark(cell, layout, thumb) {
    const side = /blue$/.test(cell.role) ? 'blue' : /red$/.test(cell.role) ? 'red' : '';
    if (!side || cell.role.startsWith('cell-') || thumb) return '';
    const [x, y] = layout.side;
    return side === 'blue' ? `<circle class="who" cx="${x}" cy="${y}" r="5.6"/>` : `<path class="who" d="M${x} ${y - 6.4}l6.8 11h-13.6Z"/>`;
}

/** Letter bonuses are round, word bonuses square. */
function badge(cell, layout, thumb) {
    const text = cell.corners?.badge, role = cell.corners?.badgeRole;
    if (!text) return '';
    if (thumb) return `<rect class="badge b-${role}" x="-44" y="-44" width="30" height="30" rx="${/^word/.test(role) ? 5 : 15}"/>`;
    const half = Math.max(14, [...text].length * 3.85 + 5.5), [x, y] = layout.badge;
    return `<g class="badge b-${role}" transform="translate(${x} ${y})"><rect x="${num(-half)}" y="-9.5" width="${num(2 * half)}" height="19" rx="${/^word/.test(role) ? 3 : 9.5}"/>${write(text, 0, 0, 11.5)}</g>`;
}

/** A number that is not known yet: an empty field, not the "?" of the game. */
const slot = '<rect class="slot" x="-17" y="-21" width="34" height="42" rx="6"/>';

function cellText(cell, kind, layout, thumb) {
    const text = cell.text || '';
    if (text === '_' && cell.role.startsWith('cell-')) return slot;
    const lifted = kind !== 'square' && kind !== 'panel' && !thumb && (cell.corners?.value || /^(very-)?(blue|red)$/.test(cell.role));
    const size = fitted(text, thumb ? 52 : layout.size, thumb ? 80 : layout.room);
    let out = write(text, 0, lifted ? -4 : 0, size);
    if (thumb) return out;
    out += write(cell.corners?.value, layout.value[0], layout.value[1] - 3, 12.5, 'val');
    return out + (cell.step > 0 ? write(String(cell.step), layout.step[0], layout.step[1], 12.5, 'order') : '');
}

function cellMarkup(cell, kind, thumb, face) {
    const layout = layouts[kind];
    let inner = `<path class="face" d="${face}"/>`;
    if (cell.role === 'cell-blue') inner += `<path class="in" d="${cellOutline(kind, .68)}"/>`;
    if (has(cell, 'first') && !thumb) inner += `<path class="first" d="${cellOutline(kind, kind === 'square' ? .82 : .79)}"/>`;
    inner += sideMark(cell, layout, thumb) + badge(cell, layout, thumb) + cellText(cell, kind, layout, thumb);
    return `<g class="c r-${cell.role}${classesOf(cell)}" transform="translate(${at([cell.px, cell.py])})">${inner}</g>`;
}

/** Scale of each ring, on hexagons and on squares. @type {[string, number, number][]} */
const rings = [
    ['maybe', .70, .84], ['clear', .76, .84], ['claim', .78, .86], ['claim', .66, .77],
    ['doubt', .98, .98], ['wrong', .98, .98], ['why', .98, .98], ['aim', .98, .98], ['focus', 1.02, 1.02],
];
const outside = new Set(['doubt', 'wrong', 'why', 'aim', 'focus']);

function cellMarks(scene) {
    let out = '';
    for (const [mark, hexScale, squareScale] of rings) {
        const outline = cellOutline(scene.kind, scene.kind === 'square' ? squareScale : hexScale);
        for (const cell of scene.cells) {
            if (!has(cell, mark)) continue;
            const place = ` transform="translate(${at([cell.px, cell.py])})"`;
            if (outside.has(mark)) out += `<path class="ring-case" d="${outline}"${place}/>`;
            out += `<path class="ring ring-${mark} on-${cell.role}${has(cell, 'path') ? ' on-path' : ''}" d="${outline}"${place}/>`;
        }
    }
    for (const cell of scene.cells) {
        if (has(cell, 'aim') && !cell.text) out += `<circle class="aim-dot on-${cell.role}" cx="${num(cell.px)}" cy="${num(cell.py)}" r="8.5"/>`;
        if (has(cell, 'wrong')) out += cross(cell.px - layouts[scene.kind].tag[0], cell.py - layouts[scene.kind].tag[1], 15, 'bad');
    }
    return out;
}

const cross = (x, y, r, cls) => `<g class="cross cross-${cls}" transform="translate(${at([x, y])})"><circle r="${r}"/><path d="M${num(-r / 3)} ${num(-r / 3)}L${num(r / 3)} ${num(r / 3)}M${num(r / 3)} ${num(-r / 3)}L${num(-r / 3)} ${num(r / 3)}"/></g>`;

const lineOf = path => `M${path.places.map(at).join('L')}${path.tip ? `L${at(path.tip)}` : ''}${path.closed ? 'Z' : ''}`;

/** Length of a drawn line, with its tip. @param {any} path */
export function pathLength(path) {
    const points = [...path.places, ...(path.tip ? [path.tip] : [])];
    return points.slice(1).reduce((sum, p, i) => sum + Math.hypot(p[0] - points[i][0], p[1] - points[i][1]), 0);
}

function panelLine(path) {
    const d = lineOf(path), [x, y] = path.places[0], fraction = path.reveal ?? 1;
    const dash = fraction < 1 ? ` pathLength="1" stroke-dasharray="${Math.round(fraction * 10000) / 10000} 2"` : '';
    const disc = path.start ? [`<circle class="trace-case-fill" cx="${num(x)}" cy="${num(y)}" r="31.5"/>`, `<circle class="trace-fill" cx="${num(x)}" cy="${num(y)}" r="27"/>`] : ['', ''];
    return `<g class="trace t-${path.role}${path.stale || path.ghost ? ' is-stale' : ''}${path.ghost ? ' is-ghost' : ''}"><path class="trace-case" d="${d}"${dash}/>${disc[0]}<path class="trace-line" d="${d}"${dash}/>${disc[1]}</g>`;
}

function band(path) {
    const d = lineOf(path);
    return `<path class="band-case" d="${d}"/><path class="band" d="${d}"/>`;
}

function chevrons(path) {
    let d = '';
    const middle = i => [(path.places[i - 1][0] + path.places[i][0]) / 2, (path.places[i - 1][1] + path.places[i][1]) / 2];
    const met = new Map();
    for (let i = 1; i < path.places.length; i++) met.set(at(middle(i)), (met.get(at(middle(i))) || 0) + 1);
    for (let i = 1; path.chevrons && i < path.places.length; i++) {
        const [a, b] = [path.places[i - 1], path.places[i]], length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
        const u = [(b[0] - a[0]) / length, (b[1] - a[1]) / length], crossed = met.get(at(middle(i))) > 1 ? 18 * Math.sign(u[0]) : 0;
        const m = [middle(i)[0] + u[0] * crossed, middle(i)[1] + u[1] * crossed]; // where two bands cross, both chevrons move to the right, where tiles have nothing in their corners
        const spot = (s, t) => at([m[0] + u[0] * s - u[1] * t, m[1] + u[1] * s + u[0] * t]);
        d += `M${spot(-4, 8)}L${spot(4, 0)}L${spot(-4, -8)}`;
    }
    return d && `<path class="chev-case" d="${d}"/><path class="chev" d="${d}"/>`;
}

/** Ends at a gap are cut, ends at crossings are round. */
function edgeMarkup(edge) {
    const { from, to, width } = edge, w = ` stroke-width="${num(width)}"`;
    if (!(edge.gap > 0)) return `<path class="rail e-${edge.role}" d="M${at(from)}L${at(to)}"${w}/>`;
    const fraction = (1 - edge.gap) / 2, along = [(to[0] - from[0]) * fraction, (to[1] - from[1]) * fraction];
    return `<path class="rail rail-cut e-${edge.role}" d="M${at(from)}L${at([from[0] + along[0], from[1] + along[1]])}M${at([to[0] - along[0], to[1] - along[1]])}L${at(to)}"${w}/>`
        + [from, to].map(p => `<circle class="rail-fill" cx="${num(p[0])}" cy="${num(p[1])}" r="${num(width / 2)}"/>`).join('');
}

function markedEdge(edge) {
    const d = `M${at(edge.from)}L${at(edge.to)}`;
    let out = '';
    if (has(edge, 'aim')) out += `<path class="aim-edge-case" d="${d}" stroke-width="${num(edge.width + 9)}"/><path class="aim-edge" d="${d}" stroke-width="${num(edge.width)}"/><path class="aim-edge-case" d="${d}" stroke-width="${num(Math.max(1, edge.width - 9))}"/>`;
    if (has(edge, 'wrong')) out += cross((edge.from[0] + edge.to[0]) / 2, (edge.from[1] + edge.to[1]) / 2, 13, 'panel');
    return out;
}

function panelBox(scene) {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const edge of scene.edges) {
        for (const [x, y] of [edge.from, edge.to]) {
            const [sx, sy] = [Math.round(x / UNIT) * UNIT, Math.round(y / UNIT) * UNIT];
            left = Math.min(left, sx); right = Math.max(right, sx); top = Math.min(top, sy); bottom = Math.max(bottom, sy);
        }
    }
    return scene.edges.length ? `<rect class="panel-back" x="${num(left - 58)}" y="${num(top - 58)}" width="${num(right - left + 116)}" height="${num(bottom - top + 116)}" rx="26"/>` : '';
}

function panelCell(cell) {
    const hole = cell.role === 'empty';
    if (!hole && !has(cell, 'maybe') && !has(cell, 'wrong')) return '';
    const half = hole ? 34 : 50;
    return `<rect class="${hole ? 'panel-hole' : 'panel-wash'}" x="${num(cell.px - half)}" y="${num(cell.py - half)}" width="${2 * half}" height="${2 * half}" rx="${hole ? 9 : 0}"/>`;
}

function shapeMarkup(shape, panel) {
    const d = shape.polygons.map(corners => roundPolygon(corners, shape.round || 0)).join('');
    let out = `<path fill-rule="evenodd" d="${d}"/>`;
    if (panel && (has(shape, 'wrong') || has(shape, 'why'))) {
        const inCell = shape.x % 2 !== 0 && shape.y % 2 !== 0, reach = inCell ? 34 : 18;
        out += inCell ? `<rect class="sym-ring" x="-34" y="-34" width="68" height="68" rx="14"/>` : `<circle class="sym-ring" r="18"/>`;
        if (has(shape, 'wrong')) out += cross(reach - 4, 4 - reach, 11, 'panel');
    }
    return `<g class="sym s-${shape.role}${classesOf(shape)}" transform="translate(${at([shape.px, shape.py])})">${out}</g>`;
}

const turned = (x, y, degrees) => {
    const c = Math.cos(degrees * Math.PI / 180), s = Math.sin(degrees * Math.PI / 180);
    return [x * c - y * s, x * s + y * c];
};

function noteMarkup(item) {
    const lean = item.arrow ? turned(0, 5, item.angle) : [0, 0], flip = item.angle > 90 || item.angle < -90 ? 180 : 0;
    const place = [item.px + lean[0], item.py + lean[1]], half = Math.max(30, (item.text || '').length * 12.95 + 8);
    const box = has(item, 'why') ? `<rect class="note-box" x="${num(-half)}" y="-27" width="${num(2 * half)}" height="54" rx="13" transform="rotate(${item.angle})"/>` : '';
    const arm = item.arrow ? `<path class="hint-arm" d="M-9 28.5L0 37.5L9 28.5" transform="rotate(${item.angle})"/>` : '';
    return `<g class="hint-n n-${item.role}${classesOf(item)}" transform="translate(${at(place)})">${box}<g transform="rotate(${item.angle + flip})">${write(item.text, 0, 0, 35)}</g>${arm}</g>`;
}

const tag = (x, y, text) => text ? `<g class="tag" transform="translate(${at([x, y])})"><circle r="18"/>${write(text, 0, 0, fitted(text, 20, 26))}</g>` : '';

function tags(scene) {
    const [x, y] = layouts[scene.kind].tag;
    return scene.cells.map(cell => tag(cell.px + x, cell.py + y, cell.tag)).join('')
        + scene.notes.map(item => { const [dx, dy] = turned(0, -42, item.angle); return tag(item.px + dx, item.py + dy, item.tag); }).join('')
        + (scene.tags || []).map(item => tag(item.px, item.py, item.text)).join('');
}

/**
 * The content of the SVG. A thumbnail has larger letters and nothing in the corners.
 * @param {any} scene @param {{thumb?: boolean}} [how]
 */
export function paint(scene, { thumb = false } = {}) {
    const panel = scene.kind === 'panel', face = cellOutline(scene.kind, .92);
    const drawn = scene.cells.filter(cell => !panel || cell.text);
    const cells = onPath => drawn.filter(cell => has(cell, 'path') === onPath).map(cell => cellMarkup(cell, scene.kind, thumb, face)).join('');
    return (panel ? panelBox(scene) + scene.cells.map(panelCell).join('') : '')
        + scene.edges.map(edgeMarkup).join('')
        + scene.discs.map(disc => `<circle class="disc d-${disc.role}" cx="${num(disc.px)}" cy="${num(disc.py)}" r="${num(disc.radius)}"/>`).join('')
        + cells(false)
        + (panel ? scene.paths.map(panelLine) : scene.paths.map(band)).join('')
        + cells(true)
        + (panel ? scene.edges.map(markedEdge).join('') : cellMarks(scene) + (thumb ? '' : scene.paths.map(chevrons).join('')))
        + scene.shapes.map(shape => shapeMarkup(shape, panel)).join('')
        + scene.notes.map(noteMarkup).join('')
        + (thumb ? '' : tags(scene));
}

/** The whole SVG as markup. @param {any} scene */
export function pictureMarkup(scene) {
    return `<svg class="pic" viewBox="${scene.viewBox.map(num).join(' ')}" aria-hidden="true" focusable="false">${paint(scene)}</svg>`;
}

/** A thumbnail as markup. @param {any} scene */
export function thumbMarkup(scene) {
    const [x, y, w, h] = scene.viewBox, side = Math.max(w, h);
    const box = [x - (side - w) / 2, y - (side - h) / 2, side, side].map(num).join(' ');
    return `<svg class="pic" viewBox="${box}" aria-hidden="true" focusable="false">${paint(scene, { thumb: true })}</svg>`;
}
