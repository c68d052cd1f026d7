// Panels drawn the way The Windmill draws them, by an SVG of our own: a unit of 100 between nodes, lines 20 thick, discs of
// radius 25, ends that stick out by 30, hexagons of radius 8, squares of 40, stars of two squares of 30, triangles of base 16
// every 20, three bars of 15 by 8 for an elimination mark, blocks of 18 every 21, rotated by 15 degrees if a piece may be
// rotated. The colours, the size, the surrounding page and the line drawn over the panel vary from picture to picture.
//
// The panels come from ../shared/data/windmill if it exists, otherwise from the list at the end. With COMB_OWN_PUZZLES in
// the environment they come from tests/corpus. `comb` (or $COMB) prints them as text and finds the lines that are drawn.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { seededRandom, escapeHtml, page } from './kit.mjs';

const ROOT = new URL('../../', import.meta.url);
const COMB = process.env.COMB ?? new URL('build/comb', ROOT).pathname;
const DATA = [['windmill_puzzles', 1], ['witness_puzzles', 3]].map(([name, step]) => [new URL(`../shared/data/windmill/${name}.txt`, ROOT), step]);

const comb = (args, input) => execFileSync(COMB, args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] });

/* ---- panels as text ---- */

/** Words of a panel's rows: horizontal edges lose the dashes around their symbols. */
function placesOf(text) {
    const rows = text.split('\n').filter(row => row && !/^(Witness|symmetry|lines)/.test(row));
    return rows.map(row => row.trim().split(/\s+/).map(word => word.replace(/^-+(o.*?)-+$/, '$1').replace(/^--+$/, '-')));
}

const isNode = (x, y) => x % 2 === 0 && y % 2 === 0;
const isEdge = (x, y) => x % 2 !== y % 2;

/** Reduces a panel to what a picture can show: ends point in their default direction, edges need both nodes, nodes need an edge. */
function shown(places) {
    const at = (x, y) => places[y]?.[x] ?? 'x';
    const edges = places.map((row, y) => row.map((word, x) => {
        if (!isEdge(x, y)) return word;
        const [dx, dy] = x % 2 ? [1, 0] : [0, 1];
        return at(x - dx, y - dy) === 'x' || at(x + dx, y + dy) === 'x' ? 'x' : word;
    }));
    return edges.map((row, y) => row.map((word, x) => {
        if (isNode(x, y) && [[-1, 0], [1, 0], [0, -1], [0, 1]].every(([dx, dy]) => (edges[y + dy]?.[x + dx] ?? 'x') === 'x')) return 'x';
        return isNode(x, y) ? word.replace(/^E.*/, 'E') : word;
    }));
}

const print = (places, symmetry) => comb(['draw', 'witness', '-', '--format', 'text'], `Witness panel v1\nsymmetry ${symmetry}\n${places.map(row => row.join(' ')).join('\n')}\n`).trimEnd();

/** Whether starts and ends come in mirrored pairs: then a picture does not show whether the panel is symmetric. */
function isPaired(places) {
    const high = places.length - 1, wide = places[0].length - 1;
    const mirrors = [(x, y) => [wide - x, y], (x, y) => [x, high - y], (x, y) => [wide - x, high - y]];
    return mirrors.some(mirror => places.every((row, y) => row.every((word, x) => {
        const [a, b] = mirror(x, y);
        return !/^[SE]/.test(word) || ((a !== x || b !== y) && places[b][a] === word);
    })));
}

/* ---- drawing ---- */

const COLOURS = { black: '#000', white: '#fff', cyan: '#0ff', magenta: '#f0f', yellow: '#ff0', red: '#f00', green: '#008000', blue: '#00f', orange: '#ffa500' };
const SOFT = { black: '#111418', white: '#f4f4f4', cyan: '#35c9d6', magenta: '#d45bd0', yellow: '#f2d935', red: '#e0483e', green: '#3f9e4d', blue: '#4464e0', orange: '#f29a2e' };

function square(colour) {
    return `<rect x="-20" y="-20" width="40" height="40" rx="15" fill="${colour}" stroke="${colour}"/>`;
}

function star(colour) {
    const box = turn => `<rect x="-15" y="-15" width="30" height="30" transform="rotate(${turn})"/>`;
    return `<g fill="${colour}" stroke="${colour}">${box(0)}${box(45)}</g>`;
}

function fork(colour) {
    return `<g transform="translate(0,4)" fill="${colour}" stroke="${colour}">${[-90, 30, 150].map(turn => `<rect y="-4" width="15" height="8" transform="rotate(${turn})"/>`).join('')}</g>`;
}

function triangles(count, colour) {
    let out = '';
    for (let i = 0; i < count; i++) out += `<polygon points="0,-6.93 8,6.93 -8,6.93" transform="translate(${(i - (count - 1) / 2) * 20},0)"/>`;
    return `<g fill="${colour}">${out}</g>`;
}

/** `longest` is the side length to which all pieces of the panel are scaled. */
function piece(rows, { turned, hollow, longest, colour }) {
    const room = 63 * (turned ? Math.SQRT1_2 : 1), side = 21 * longest - 3, scale = Math.min(1, room / side);
    const wide = 21 * rows[0].length - 3, high = 21 * rows.length - 3;
    let blocks = '';
    rows.forEach((row, y) => [...row].forEach((block, x) => {
        if (block !== '#') return;
        blocks += hollow ? `<rect x="${21 * x + 2}" y="${21 * y + 2}" width="14" height="14"/>` : `<rect x="${21 * x}" y="${21 * y}" width="18" height="18" rx="2"/>`;
    }));
    const paint = hollow ? `fill="none" stroke="${colour}" stroke-width="4"` : `fill="${colour}"`;
    return `<g ${paint} transform="rotate(${turned ? -15 : 0}) scale(${scale}) translate(${-wide / 2},${-high / 2})">${blocks}</g>`;
}

function hexagon(colour) {
    const corners = [[-8, 0], [-4, -6.93], [4, -6.93], [8, 0], [4, 6.93], [-4, 6.93]];
    return `<polygon points="${corners.map(corner => corner.join(',')).join(' ')}" fill="${colour}" stroke="${colour}"/>`;
}

const pieceRows = word => word.split(':')[1].split(',');
const isPiece = word => /^-?(poly|rot):/.test(word);

function symbol(word, theme, longest) {
    const [kind, value, extra] = word.split(':');
    const paint = theme.colours;
    if (kind === 'sq') return square(paint[value]);
    if (kind === 'star') return star(paint[value]);
    if (kind === 'Y') return fork(paint[value ?? 'white']);
    if (kind === 'tri') return triangles(Number(value) || 1, paint[extra ?? 'orange']);
    const hollow = word.startsWith('-'), rows = pieceRows(word);
    return piece(rows, { turned: /rot$/.test(kind), hollow, colour: paint[extra ?? (hollow ? 'blue' : 'yellow')], longest: longest ?? Math.max(rows.length, rows[0].length) });
}

function edge(x, y, word, theme) {
    const [dx, dy] = x % 2 ? [1, 0] : [0, 1];
    const from = [50 * (x - dx), 50 * (y - dy)], stroke = `stroke="${theme.line}" stroke-width="20"`;
    const piece_ = (a, b) => `<line x1="${from[0] + a * dx}" y1="${from[1] + a * dy}" x2="${from[0] + b * dx}" y2="${from[1] + b * dy}" ${stroke}/>`;
    const open = theme.gap ?? 20;
    return word === ':' ? piece_(0, 50 - open / 2) + piece_(50 + open / 2, 100) : piece_(0, 100);
}

function capWay(places, x, y) {
    return [[-1, 0], [1, 0], [0, -1], [0, 1]].find(([dx, dy]) => (places[y + dy]?.[x + dx] ?? 'x') === 'x');
}

function lineOver(path, places, theme) {
    if (!path) return '';
    const points = path.map(([x, y]) => [100 * x, 100 * y]), [ex, ey] = path.at(-1), way = capWay(places, 2 * ex, 2 * ey);
    if (way) points.push([100 * ex + 20 * way[0], 100 * ey + 20 * way[1]]);
    return `<circle cx="${points[0][0]}" cy="${points[0][1]}" r="25" fill="${theme.path}"/><polyline points="${points.map(p => p.join(',')).join(' ')}" fill="none" stroke="${theme.path}" stroke-width="20" stroke-linejoin="round" stroke-linecap="round"/>`;
}

/** The panel's drawing, (width + 1) by (height + 1) units. */
function drawing(places, theme, paths = []) {
    let lines = '', nodes = '', marks = '';
    const pieces = places.flat().filter(isPiece).map(pieceRows);
    const longest = theme.common && pieces.length ? Math.max(...pieces.map(rows => Math.max(rows.length, rows[0].length))) : undefined;
    places.forEach((row, y) => row.forEach((word, x) => {
        const there = `<g transform="translate(${50 * x},${50 * y})">`;
        if (isEdge(x, y) && word !== 'x') lines += edge(x, y, word, theme);
        if (word === 'S') nodes += `<circle cx="${50 * x}" cy="${50 * y}" r="25" fill="${theme.line}"/>`;
        if (word === 'E') {
            const [dx, dy] = capWay(places, x, y) ?? [0, 0];
            nodes += `<line x1="${50 * x}" y1="${50 * y}" x2="${50 * x + 20 * dx}" y2="${50 * y + 20 * dy}" stroke="${theme.line}" stroke-width="20" stroke-linecap="round"/>`;
        }
        if (word === '+' && theme.joined) nodes += `<circle cx="${50 * x}" cy="${50 * y}" r="10" fill="${theme.line}"/>`;
        if (/^o/.test(word)) marks += `${there}${hexagon(word === 'o' ? theme.dot : theme.colours[word.slice(2)])}</g>`;
        if (!isEdge(x, y) && !isNode(x, y) && word !== '.' && word !== 'x') marks += `${there}${symbol(word, theme, longest)}</g>`;
    }));
    return `<g transform="translate(50,50)">${lines}${nodes}${paths.map(path => lineOver(path, places, theme)).join('')}${marks}</g>`;
}

/* ---- styles and pages ---- */

const THEMES = {
    grey: { back: '#8c8c8c', line: '#000', dot: '#808080', path: '#fff', ink: '#111', colours: COLOURS },
    teal: { back: '#3c8c84', line: '#000', dot: '#808080', path: '#fff', ink: '#fff', colours: COLOURS, common: true },
    plum: { back: '#7d5a86', line: '#1b1020', dot: '#9a9a9a', path: '#fff', ink: '#eee', colours: COLOURS, gap: 30 },
    slate: { back: '#4a5560', line: '#1a1f24', dot: '#b0b6bb', path: '#ffe9a8', ink: '#e6e8ea', colours: COLOURS, joined: true },
    night: { back: '#23262b', line: '#6d747d', dot: '#0d0e10', path: '#f4c542', ink: '#ddd', colours: SOFT, gap: 30, joined: true, dark: true },
    dusk: { back: '#30343f', line: '#9aa3b5', dot: '#181b22', path: '#fff3c4', ink: '#ccc', colours: SOFT, gap: 34, common: true, dark: true },
    paper: { back: '#d8d4c8', line: '#5b5348', dot: '#f5f2ea', path: '#f4a742', ink: '#333', colours: SOFT, gap: 30 },
    cloud: { back: '#c9d3dc', line: '#51606e', dot: '#1a1a1a', path: '#3d8bd4', ink: '#222', colours: COLOURS, gap: 34, common: true },
    moss: { back: '#59804f', line: '#16240f', dot: '#8d9a87', path: '#f2ffd9', ink: '#efe', colours: COLOURS },
    rust: { back: '#a8673f', line: '#2b1206', dot: '#b9a89c', path: '#fff', ink: '#fff', colours: COLOURS, joined: true },
    ice: { back: '#9fc4d6', line: '#20404f', dot: '#6a8794', path: '#fff', ink: '#123', colours: COLOURS, common: true, gap: 30 },
    coal: { back: '#2b2b2b', line: '#777', dot: '#000', path: '#fff', ink: '#ddd', colours: COLOURS, dark: true },
};

const svg = (places, theme, unit, paths) => {
    const columns = (places[0].length - 1) / 2 + 1, rows = (places.length - 1) / 2 + 1;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${columns * unit}" height="${rows * unit}" viewBox="0 0 ${columns * 100} ${rows * 100}" style="display:block">${drawing(places, theme, paths)}</svg>`;
};

/** The drawing alone, at its own size. */
function bare(name, panel, theme, width, paths) {
    const { places, board } = panel, columns = (places[0].length - 1) / 2 + 1, rows = (places.length - 1) / 2 + 1, unit = width / columns;
    return { name, game: 'witness', board, extra: {}, html: page(svg(places, theme, unit, paths), { background: theme.back }), width, height: Math.round(rows * unit) };
}

/** A page with a bar, a title, buttons, the panel and lines of text below it. */
function screen(name, panel, theme, { width, height, scale = 1, title }, paths) {
    const { places, board } = panel, columns = (places[0].length - 1) / 2 + 1, rows = (places.length - 1) / 2 + 1;
    const unit = Math.min((width - 40) / columns, (height - 210) / rows, 100);
    const button = text => `<span style="display:inline-block;padding:8px 16px;margin:4px;border-radius:3px;background:${theme.dark ? '#44484f' : '#fafafa'};color:${theme.dark ? '#eee' : '#333'};box-shadow:0 1px 3px #0006">${text}</span>`;
    const body = `<div style="height:48px;background:${theme.dark ? '#15171a' : '#3f4752'};color:#fff;padding:12px 20px;font-size:20px">The Windmill</div>
<h2 style="text-align:center;margin:12px 0 4px;font-size:22px;font-weight:500">${escapeHtml(title)}</h2>
<div style="display:flex;justify-content:center">${svg(places, theme, unit, paths)}</div>
<div style="text-align:center">${button('Validate')}${button('Next')}${button('Edit')}</div>
<p style="text-align:center;font-size:13px;margin:6px">3 days ago by someone &nbsp; 12 solves</p>`;
    return { name, game: 'witness', board, extra: {}, html: page(body, { background: theme.back, colour: theme.ink, font: "'Roboto','Liberation Sans',sans-serif" }), width, height, scale };
}

/* ---- which panels ---- */

const BUILT_IN = [
    '+ - + - E / | sq:black | star:orange | / + : + o + / o tri:2 | rot:##,.# | / S - + - +',
    '+ - + - + - E / | -poly:#,# | Y | sq:cyan | / S - o - + - + / | poly:####,#... | tri:3 : star:white | / + - + o + - +',
    'S - + - E / | sq:white | sq:black | / + - + - + / | sq:red | sq:blue | / E - + - S',
];

/** Panels from `comb make`: the random ones of the corpus contain what no picture shows, such as absent cells and squares without a colour. */
const own = () => readFileSync(new URL('../corpus/witness.jsonl', import.meta.url), 'utf8').trim().split('\n').map(line => JSON.parse(line))
    .filter(({ name, panel }) => name.startsWith('made-') && !panel.includes('symmetry')).map(({ panel }) => panel);

function sources() {
    if (process.env.COMB_OWN_PUZZLES) return [...BUILT_IN, ...own()];
    const found = DATA.filter(([file]) => existsSync(file));
    if (found.length === 0) return BUILT_IN;
    return found.flatMap(([file, step]) => readFileSync(file, 'utf8').split(/\s+/).filter((line, i) => line && i % step === 0));
}

const kindsOf = places => new Set(places.flat().map(word => (isPiece(word) ? word.split(':')[0] : word.split(':').slice(0, 2).join(':'))));

/** The panel of an input line, or null if it cannot be drawn completely: ends that point nowhere, hardly any lines, no start. */
function panelOf(source) {
    let text;
    try {
        text = comb(['draw', 'witness', source, '--format', 'text']);
    } catch {
        return null;
    }
    const places = shown(placesOf(text)), symmetry = /^symmetry (\w+)/m.exec(text)?.[1] ?? 'none';
    const words = places.flat();
    const hidden = places.some((row, y) => row.some((word, x) => word === 'E' && !capWay(places, x, y)));
    return hidden || words.filter(word => word === 'x').length * 4 > words.length || !words.includes('S') ? null : { source, places, symmetry, paired: isPaired(places) };
}

/** Random panels, those first that show what earlier ones did not. */
function choosePanels(count) {
    const random = seededRandom(41), some = random.shuffle(sources()).slice(0, 220).map(panelOf).filter(Boolean), chosen = [], seen = new Map();
    const rare = places => [...kindsOf(places)].some(kind => (seen.get(kind) ?? 0) < 4);
    for (const wanted of [rare, () => true])
        for (const panel of some) {
            if (chosen.length >= (wanted === rare ? count * 0.7 : count) || chosen.includes(panel) || !wanted(panel.places)) continue;
            for (const kind of kindsOf(panel.places)) seen.set(kind, (seen.get(kind) ?? 0) + 1);
            chosen.push(panel);
        }
    for (const panel of chosen) panel.board = print(panel.places, panel.symmetry);
    return chosen;
}

function solve(panel) {
    try {
        const answer = JSON.parse(comb(['solve', 'witness', panel.source, '--json', '--time-limit', '2']));
        return answer.mirror ? [answer.path, answer.mirror] : [answer.path];
    } catch {
        return null;
    }
}

const SCREENS = [
    { width: 1920, height: 1080 }, { width: 1366, height: 768 }, { width: 390, height: 844, scale: 3 }, { width: 1080, height: 2160 },
    { width: 1280, height: 800, scale: 2 }, { width: 412, height: 915, scale: 1 }, { width: 800, height: 600 },
];

export function pictures() {
    const panels = choosePanels(84), themes = Object.entries(THEMES), out = [];
    panels.filter(panel => !panel.paired).forEach((panel, i) => {
        const [name, theme] = themes[i % themes.length], units = (panel.places[0].length + 1) / 2;
        if (i % 3 === 2)
            out.push(screen(`windmill-screen-${name}-${i}`, panel, theme, { ...SCREENS[(i / 3 | 0) % SCREENS.length], title: `Puzzle ${i}` }));
        else {
            const min = Math.max(150, 34 * units), widths = [400, 640, 900, 300, 1200, min, 2000, 500, 330];
            out.push(bare(`windmill-${name}-${i}`, panel, theme, Math.round(Math.max(min, widths[i % widths.length]))));
        }
    });
    panels.filter(panel => panel.places.length <= 11).slice(0, 14).forEach((panel, i) => {
        const [name, theme] = themes[(5 * i + 2) % themes.length], paths = solve(panel);
        if (paths?.[0]) out.push(bare(`windmill-line-${name}-${i}`, panel, theme, 300 + 60 * i, paths));
    });
    return out;
}
