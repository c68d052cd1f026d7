// Test pictures of Hexcells: drawn in the style of the game, of the free editor and player SixCells, and of skins that
// recolour them, from partly solved levels. The cells, hints and counters of a picture come from the level's own layout, so
// that the picture is always a possible board.
//
// Levels come from ../shared/data/hexcells; if that is missing, the two small ones below are drawn in all styles. With
// COMB_OWN_PUZZLES in the environment they come from tests/corpus, so that the pictures show only levels of our own.
import { existsSync, readFileSync } from 'node:fs';
import { seededRandom, page } from './kit.mjs';

const LEVELS = new URL('../../../shared/data/hexcells/levels/', import.meta.url);

const SMALL = [
    ['....|+....', '..\\+../+..', '....x.....', '..x...o+..', '....Oc....', '..x...o...', '....o+....'],
    ['........|+....', '......x.......', '\\n..o...o.....', '..o...o...x...', '....o+..o.../+', '..o+..x...o...', '....o...o+....',
        '..o...o...x...', '....o...x.....', '......x+......'],
];

const OWN = process.env.COMB_OWN_PUZZLES ? readFileSync(new URL('../corpus/hexcells.jsonl', import.meta.url), 'utf8').trim().split('\n').map(line => JSON.parse(line).level.split('\n')) : [];

// ---- levels ----

const RING = [[0, -2], [1, -1], [1, 1], [0, 2], [-1, 1], [-1, -1]];
const FLOWER = [...RING, [0, -4], [1, -3], [2, -2], [2, 0], [2, 2], [1, 3], [0, 4], [-1, 3], [-2, 2], [-2, 0], [-2, -2], [-1, -3]];
const LINE_KINDS = { '|': ['s', 0, 2, 0], '\\': ['se', 1, 1, -60], '/': ['sw', -1, 1, 60] };
const key = (x, y) => `${x},${y}`;

function parseRows(rows) {
    const cells = new Map(), lines = [];
    rows.forEach((row, y) => {
        for (let x = 0; 2 * x + 1 < row.length; x++) {
            const [kind, info] = [row[2 * x], row[2 * x + 1]];
            if ('oOxX'.includes(kind)) cells.set(key(x, y), { x, y, blue: 'xX'.includes(kind), open: 'OX'.includes(kind), info });
            else if (kind in LINE_KINDS) lines.push({ x, y, kind, info });
        }
    });
    return { cells, lines };
}

function readLevel(name, fallback) {
    const file = new URL(`${name}.hexcells`, LEVELS);
    if (process.env.COMB_OWN_PUZZLES) return parseRows(OWN[(7 * fallback + 20) % OWN.length]);
    if (!existsSync(file)) return parseRows(SMALL[fallback % SMALL.length]);
    const rows = readFileSync(file, 'utf8').split(/\r?\n/).map(row => row.trim());
    return parseRows(rows.slice(5, 38));
}

const marked = (number, info, together) => (info === '+' ? `${number}` : together ? `{${number}}` : `-${number}-`);

/** The text of a black cell; a missing neighbour breaks a run. */
function blackText(level, cell) {
    if (cell.info === '.') return '?';
    const ring = RING.map(([dx, dy]) => level.cells.get(key(cell.x + dx, cell.y + dy))?.blue ?? false);
    const starts = ring.filter((blue, i) => blue && !ring[(i + 5) % 6]).length;
    return marked(ring.filter(Boolean).length, cell.info, starts <= 1);
}

const blueText = (level, cell) =>
    cell.info === '.' ? '' : `${FLOWER.filter(([dx, dy]) => level.cells.get(key(cell.x + dx, cell.y + dy))?.blue).length}`;

function lineText(level, line) {
    const [, dx, dy] = LINE_KINDS[line.kind], run = [];
    for (let x = line.x + dx, y = line.y + dy; x >= 0 && x < 40 && y < 40; x += dx, y += dy) {
        const cell = level.cells.get(key(x, y));
        if (cell) run.push(cell.blue);
    }
    return marked(run.filter(Boolean).length, line.info, run.filter((blue, i) => blue && !run[i - 1]).length <= 1);
}

/** The position after the fraction `share` of the hidden cells has been uncovered. */
function inPlay(level, share, random, { dim = 0, mistakes = 0 } = {}) {
    const things = [], hidden = random.shuffle([...level.cells.values()].filter(cell => !cell.open));
    const shown = new Set(hidden.slice(0, Math.round(share * hidden.length)));
    let remaining = 0;
    for (const cell of level.cells.values()) {
        const open = cell.open || shown.has(cell);
        if (!open && cell.blue) remaining++;
        const text = !open ? '' : cell.blue ? blueText(level, cell) : blackText(level, cell);
        things.push({ x: cell.x, y: cell.y, state: !open ? 'hidden' : cell.blue ? 'blue' : 'black', text, dim: open && cell.blue && text !== '' && random.next() < dim });
    }
    for (const line of level.lines) {
        const [direction, , , angle] = LINE_KINDS[line.kind];
        things.push({ x: line.x, y: line.y, direction, angle, text: lineText(level, line), dim: random.next() < dim });
    }
    return normal({ things, remaining, mistakes });
}

/** Shifts the smallest x and y to 0, since a reader has no other origin. */
function normal(position) {
    const left = Math.min(...position.things.map(thing => thing.x)), top = Math.min(...position.things.map(thing => thing.y));
    const things = position.things.map(thing => ({ ...thing, x: thing.x - left, y: thing.y - top }));
    return { ...position, things: things.sort((a, b) => a.y - b.y || a.x - b.x) };
}

const spell = thing => (thing.direction ?? { hidden: 'o', blue: 'x', black: '' }[thing.state]) + thing.text + (thing.dim ? '~' : '');

/** The position as Comb prints it. */
function boardText({ things, remaining, mistakes }, counters) {
    const out = ['Hexcells position v1'];
    if (counters) out.push(`remaining ${remaining}`);
    if (counters && mistakes !== null) out.push(`mistakes ${mistakes}`);
    for (const y of [...new Set(things.map(thing => thing.y))])
        out.push(`${y}: ${things.filter(thing => thing.y === y).map(thing => `${thing.x}=${spell(thing)}`).join(' ')}`);
    return out.join('\n');
}

// ---- styles ----

const SKINS = {
    game: { ground: '#efefef', frame: '#fff', hidden: ['#ff9f00', '#ffb129'], blue: ['#149cd8', '#05a4eb'], black: ['#2c2f31', '#3e3e3e'], ink: '#494949', faint: '#000', counter: '#05a4eb', shadow: 0.1 },
    infinite: { ground: '#e7e7e7' },
    night: { ground: '#1d2024', frame: '#101214', hidden: ['#c47a00', '#dd9416'], blue: ['#0b6fa3', '#0f86c2'], black: ['#4b5157', '#5d646b'], ink: '#c9cdd2', faint: '#fff', counter: '#0f86c2', shadow: 0.35 },
    pale: { ground: '#14171a', frame: '#000', hidden: ['#e0a72e', '#f0bd4f'], blue: ['#2c7fb8', '#3b93cf'], black: ['#c3c7cb', '#d8dbde'], ink: '#e6e6e6', faint: '#fff', counter: '#3b93cf', shadow: 0.4, blackInk: '#1b1b1b' },
    sight: { ground: '#f4f1ea', frame: '#fff', hidden: ['#e0d000', '#f0e442'], blue: ['#005a8f', '#0072b2'], black: ['#222', '#303030'], ink: '#333', faint: '#000', counter: '#0072b2', shadow: 0.12 },
    rose: { ground: '#f3eef0', frame: '#fff', hidden: ['#e07a5f', '#f2957b'], blue: ['#3d7fb5', '#5fa3d6'], black: ['#33313b', '#45424f'], ink: '#55505a', faint: '#000', counter: '#5fa3d6', shadow: 0.1 },
};
const skin = name => ({ ...SKINS.game, ...SKINS[name] });

const COLUMN = 0.878; // the game's columns are slightly wider than for regular hexagons

const hexagon = (x, y, high, wide = high / 0.866) => {
    const [w, h] = [wide / 2, high / 2];
    return [[-w, 0], [-w / 2, -h], [w / 2, -h], [w, 0], [w / 2, h], [-w / 2, h]].map(([a, b]) => `${(x + a).toFixed(2)},${(y + b).toFixed(2)}`).join(' ');
};

const upright = (x, y, r) =>
    [0, 1, 2, 3, 4, 5].map(i => `${(x + r * Math.sin((i * Math.PI) / 3)).toFixed(1)},${(y + r * Math.cos((i * Math.PI) / 3)).toFixed(1)}`).join(' ');

/** Faint hexagons, the corner with the menu, and the level's name, as in the game's background. */
function decoration(width, height, palette, title, random) {
    const unit = height / 1080, parts = [];
    for (let i = 0; i < 22; i++) {
        const r = (25 + 130 * random.next() ** 2) * unit, [x, y] = [random.next() * width, random.next() * height];
        parts.push(`<polygon points="${upright(x, y, r)}" fill="${palette.faint}" fill-opacity="${(0.004 + 0.012 * random.next()).toFixed(3)}" stroke="${palette.faint}" stroke-opacity="${(0.012 + 0.03 * random.next()).toFixed(3)}" stroke-width="${(4 * unit).toFixed(1)}"/>`);
    }
    for (let i = 0; i < 6; i++) {
        const at = (285 + 14 * i) * unit;
        parts.push(`<line x1="0" y1="${at}" x2="${at}" y2="0" stroke="${palette.faint}" stroke-opacity=".16" stroke-width="${2.2 * unit}"/>`);
    }
    const thin = `font-family="Lato Hairline, Lato, Inter Thin, Inter" font-weight="100" fill="${palette.faint}" fill-opacity=".22"`;
    parts.push(`<text transform="translate(${58 * unit} ${178 * unit}) rotate(-45)" font-size="${76 * unit}" ${thin}>MENU</text>`);
    parts.push(`<text transform="translate(${8 * unit} ${660 * unit}) rotate(90)" font-size="${104 * unit}" letter-spacing="${6 * unit}" ${thin}>${title}</text>`);
    return parts.join('');
}

function counterBox(x, y, unit, label, number, palette, font) {
    const right = x + 178 * unit, bold = `font-family="${font}" font-weight="700" text-anchor="end" fill="#fff"`;
    return `<rect x="${x - 8 * unit}" y="${y + 7 * unit}" width="${190 * unit}" height="${73 * unit}" fill="#000" fill-opacity=".12" filter="url(#soft)"/>` +
        `<rect x="${x}" y="${y}" width="${190 * unit}" height="${73 * unit}" fill="${palette.counter}"/>` +
        `<text x="${right}" y="${y + 23 * unit}" font-size="${26 * unit}" letter-spacing="${-1.6 * unit}" ${bold} style="font-weight:400">${label}</text>` +
        `<text x="${right}" y="${y + 67 * unit}" font-size="${54 * unit}" letter-spacing="${-2.6 * unit}" ${bold}>${number}</text>`;
}

/** Position of places: the game's own size if the board fits, otherwise smaller. */
function fit(things, width, height, area, column, most) {
    const [columns, rows] = [Math.max(...things.map(t => t.x)) + 1.4, Math.max(...things.map(t => t.y)) / 2 + 1.2];
    const pitch = Math.min(most, (area[2] * width) / (columns * column), (area[3] * height) / rows);
    const left = (area[0] + area[2] / 2) * width - (columns * column * pitch) / 2, top = (area[1] + area[3] / 2) * height - (rows * pitch) / 2;
    return { pitch, at: thing => [left + (thing.x + 0.7) * column * pitch, top + (thing.y / 2 + 0.6) * pitch] };
}

function cellShape(thing, [x, y], pitch, palette, flat, stretch) {
    const [edge, fill] = palette[thing.state], wide = 1.155 * stretch;
    const shadow = flat ? '' : `<polygon points="${hexagon(x - 0.08 * pitch, y + 0.075 * pitch, 0.94 * pitch, 0.94 * wide * pitch)}" fill="#000" fill-opacity="${palette.shadow}" filter="url(#soft)"/>`;
    return [shadow, `<polygon points="${hexagon(x, y, 0.945 * pitch, 0.945 * wide * pitch)}" fill="${palette.frame}"/>` +
        `<polygon points="${hexagon(x, y, 0.903 * pitch, 0.903 * wide * pitch)}" fill="${edge}"/>` +
        `<polygon points="${hexagon(x, y, 0.72 * pitch, 0.72 * wide * pitch)}" fill="${fill}"/>`];
}

function lettering(text, x, y, size, colour, font, { angle = 0, opacity = 1, weight = 700 } = {}) {
    return `<text transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${angle})" y="${(0.36 * size).toFixed(2)}" font-size="${size.toFixed(2)}" font-family="${font}" font-weight="${weight}" letter-spacing="${(-0.02 * size).toFixed(2)}" text-anchor="middle" fill="${colour}" fill-opacity="${opacity}">${text}</text>`;
}

function drawThings(things, place, palette, { font, weight, flat, stretch, size, shift, dimmed }) {
    const shadows = [], bodies = [], texts = [], { pitch } = place;
    for (const thing of things) {
        const [x, y] = place.at(thing), opacity = thing.dim ? dimmed : 1;
        if (thing.direction) {
            const turn = (thing.angle * Math.PI) / 180;
            texts.push(lettering(thing.text, x - Math.sin(turn) * shift * pitch, y + Math.cos(turn) * shift * pitch, size * pitch, palette.ink, font, { angle: thing.angle, opacity, weight }));
            continue;
        }
        const [shadow, body] = cellShape(thing, [x, y], pitch, palette, flat, stretch);
        shadows.push(shadow);
        bodies.push(body);
        const ink = thing.state === 'black' && palette.blackInk ? palette.blackInk : '#fff';
        if (thing.text) texts.push(lettering(thing.text, x, y, size * pitch, ink, font, { opacity, weight }));
    }
    return shadows.join('') + bodies.join('') + texts.join('');
}

const svgOf = (width, height, pitch, body) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" style="display:block"><defs><filter id="soft" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="${(0.03 * pitch).toFixed(2)}"/></filter></defs>${body}</svg>`;

/** The game: decorations, shadows, two boxes at the top right. */
function gamePage(position, { width, height, palette, font, title, random, weight = 700 }) {
    const unit = height / 1080, stretch = COLUMN / 0.866;
    const place = fit(position.things, width, height, [0.1, 0.03, 0.76, 0.94], COLUMN, 93.6 * unit);
    const body = decoration(width, height, palette, title, random) +
        drawThings(position.things, place, palette, { font, weight, flat: false, stretch, size: 0.36, shift: 0.21, dimmed: 0.22 }) +
        counterBox(width - 219 * unit, 21 * unit, unit, 'REMAINING', position.remaining, palette, font) +
        counterBox(width - 219 * unit, 122 * unit, unit, 'MISTAKES', position.mistakes, palette, font);
    return page(svgOf(width, height, place.pitch, body), { background: palette.ground });
}

/** SixCells: a window with a menu, flat cells, the board as large as the window allows, a large number at the top right. */
function sixPage(position, { width, height, palette, font }) {
    const bar = 24, place = fit(position.things, width, height - bar, [0.01, 0.02, 0.98, 0.96], 0.866, 1000);
    const shifted = { ...place, at: thing => { const [x, y] = place.at(thing); return [x, y + bar]; } };
    const text = position.mistakes ? `${position.remaining} (${position.mistakes})` : `${position.remaining}`;
    const body = `<rect width="${width}" height="${bar}" fill="#eceae8"/><text x="8" y="17" font-size="13" font-family="${font}" fill="#222">File   Solve   Help</text>` +
        drawThings(position.things, shifted, palette, { font, weight: 400, flat: true, stretch: 1, size: 0.4, shift: 0.25, dimmed: 0.2 }) +
        `<text x="${width - 6}" y="${bar + 34}" font-size="36" text-anchor="end" font-family="${font}" fill="#000">${text}</text>`;
    return page(svgOf(width, height, place.pitch, body), { background: '#fff' });
}

// ---- the list ----

const HELVETICA = "'TeX Gyre Heros', 'Nimbus Sans', 'Liberation Sans', Arial, sans-serif";
const OTHERS = ["'Liberation Sans', Arial, sans-serif", "'DejaVu Sans', sans-serif", "Roboto, sans-serif", "Inter, sans-serif", "'Open Sans', sans-serif", "'FreeSans', sans-serif"];

/* level, fraction uncovered, width, height, skin, font (-1 Helvetica), dimmed fraction, mistakes */
const GAME = [
    ['tolomea__solved-cookie-so_tiny', 0, 1920, 1080, 'game', -1, 0, 0],
    ['tolomea__solved-cookie-so_tiny', 0.6, 1280, 720, 'infinite', -1, 0.3, 1],
    ['tolomea__solved-cookie-teamwork', 0.4, 1366, 768, 'game', -1, 0.2, 0],
    ['tolomea__solved-cookie-the_star', 0.5, 2560, 1440, 'infinite', -1, 0, 0],
    ['tolomea__solved-glenn-space_invaders', 0.3, 1920, 1080, 'game', -1, 0, 12],
    ['tolomea__solved-pteranodonc-1_2_buckle_my_shoe', 0, 1920, 1080, 'infinite', -1, 0.2, 0],
    ['tolomea__solved-pteranodonc-1_2_buckle_my_shoe', 0.7, 1280, 720, 'game', -1, 0.3, 0],
    ['tolomea__solved-pteranodonc-7_8_lay_them_straight', 0.5, 1366, 768, 'infinite', 0, 0, 3],
    ['tolomea__unsolved-zelox-net', 0.2, 3840, 2160, 'game', -1, 0.1, 0],
    ['tolomea__unsolved-pteranodonc-rings', 0.9, 1920, 1080, 'game', -1, 0.1, 0],
    ['jdurant__diagonal-consecutive_2_level', 0, 1280, 720, 'game', -1, 0, 0],
    ['jdurant__diagonal-non-consecutive_1_level', 0.5, 1024, 768, 'game', -1, 0, 0],
    ['jdurant__column-non-consecutive_level', 0.5, 1680, 1050, 'infinite', 1, 0, 0],
    ['reddit__hexcells-the-book-lv4', 0.1, 1920, 1080, 'game', -1, 0, 0],
    ['reddit__hexcells-the-book-lv6', 0.6, 1920, 1080, 'infinite', -1, 0.3, 5],
    ['reddit__intersection-7', 0.5, 1600, 900, 'game', 2, 0.2, 0],
    ['reddit__moon-flower', 0.5, 1920, 1080, 'infinite', -1, 0.1, 0],
    ['reddit__nuclear-butterfly', 0.8, 2560, 1440, 'game', -1, 0, 2],
    ['reddit__sektis-wires-6', 0.3, 1433, 911, 'infinite', -1, 0.2, 0],
    ['reddit__see-n-solve-6', 0.5, 1920, 1200, 'game', 3, 0, 0],
    ['reddit__snowflake', 0.95, 1920, 1080, 'game', -1, 0, 0],
    ['reddit__surface-layer-the-big-one', 0.4, 1920, 1080, 'infinite', -1, 0.1, 0],
    ['reddit__seven-islands-medium-1-7', 0.5, 1280, 1024, 'game', -1, 0, 0],
    ['reddit__extreme-challenge-2', 0.6, 3840, 2160, 'infinite', -1, 0.2, 0],
    ['gen__dia_w14h14_md35_c196_r72_seed1', 0.5, 1920, 1080, 'game', -1, 0, 0],
    ['reddit__the-amulet', 0.5, 1920, 1080, 'night', -1, 0.2, 0],
    ['reddit__tumbling-dice', 0.4, 1366, 768, 'pale', 3, 0, 1],
    ['reddit__core-2', 0.5, 1280, 720, 'sight', 4, 0, 0],
    ['reddit__clockwork', 0.5, 1920, 1080, 'rose', -1, 0, 0],
    ['reddit__vanilla-2', 0.5, 1707, 960, 'game', 5, 0.1, 0],
];

const SIX = [
    ['tolomea__solved-cookie-so_tiny', 0.3, 1280, 720, 1, 0.2, 0],
    ['reddit__axis-5', 0.5, 1366, 740, 1, 0.2, 2],
    ['reddit__triple-clusters-easy-medium-1-3', 0.4, 1920, 1016, 4, 0, 0],
    ['reddit__large-diamond', 0.6, 1280, 720, 2, 0.1, 0],
    ['reddit__hammer-of-judgement', 0.8, 900, 1000, 0, 0.1, 11],
];

const short = name => name.replace(/^.*__/, '').replace(/[^a-z0-9]+/gi, '-');

export async function pictures() {
    const out = [];
    GAME.forEach(([name, share, width, height, skinName, font, dim, mistakes], i) => {
        const random = seededRandom(100 + i), position = inPlay(readLevel(name, i), share, random, { dim, mistakes });
        const html = gamePage(position, { width, height, palette: skin(skinName), font: OTHERS[font] ?? HELVETICA, title: `LEVEL ${1 + (i % 6)}-${1 + (i % 5)}`, random });
        out.push({ name: `hexcells-${String(i + 1).padStart(2, '0')}-${short(name)}-${skinName}`, game: 'hexcells', board: boardText(position, true),
            extra: { remaining: position.remaining, mistakes: position.mistakes }, html, width, height });
    });
    SIX.forEach(([name, share, width, height, font, dim, mistakes], i) => {
        const position = inPlay(readLevel(name, i), share, seededRandom(200 + i), { dim, mistakes: mistakes || null });
        const html = sixPage(position, { width, height, palette: { ...skin('game'), ground: '#fff' }, font: OTHERS[font] });
        out.push({ name: `hexcells-six-${i + 1}-${short(name)}`, game: 'hexcells', board: boardText(position, true),
            extra: { remaining: position.remaining, mistakes: position.mistakes }, html, width, height });
    });
    return out;
}
