// Imitations of the square word games: Word Hunt's wooden tiles on felt with a path being drawn, Boggle's dice, and
// Ruzzle's tiles with letter values and bonus badges.
import { seededRandom, page } from './kit.mjs';

const letterDeck = (random, count) => {
    const out = [];
    while (out.length < count) out.push(...random.shuffle([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']));
    return random.shuffle(out.slice(0, count));
};

/** Places of a random path over neighbouring cells. */
function walk(random, shape, length) {
    const open = [];
    shape.forEach((row, y) => [...row].forEach((c, x) => c === '#' && open.push([x, y])));
    let path = [random.pick(open)];
    while (path.length < length) {
        const [x, y] = path[path.length - 1];
        const next = open.filter(([a, b]) => Math.max(Math.abs(a - x), Math.abs(b - y)) === 1 && !path.some(([c, d]) => c === a && d === b));
        if (next.length === 0) path = [random.pick(open)];
        else path.push(random.pick(next));
    }
    return path;
}

/** Puts letters beyond A to Z on every fifth place. */
const addAccents = (deck, accents) => [...accents].forEach((letter, i) => { deck[5 * i % deck.length] = letter; });

export const fullShape = (columns, rows) => Array.from({ length: rows }, () => '#'.repeat(columns));

// ---- Word Hunt ----

const WOOD = 'background:linear-gradient(160deg,rgba(255,255,255,.25),rgba(90,50,10,.18)),repeating-linear-gradient(92deg,#e9c98e 0 5px,#e2bd7d 5px 9px,#edd09b 9px 15px);box-shadow:0 3px 4px rgba(0,0,0,.45),inset 0 1px 1px rgba(255,255,255,.6)';
const PATHS = {
    none: null,
    translucent: { over: true, stroke: 'rgba(255,255,255,.55)', share: 0.16, tile: '#f4f0e8' },
    green: { over: false, stroke: '#5fd35f', share: 0.2, tile: '#b6f0a8' },
    red: { over: true, stroke: 'rgba(220,40,40,.4)', share: 0.14, tile: '#f5e9d2' },
};

export function wordhunt({ name, seed, accents = '', shape = fullShape(4, 4), width = 390, height = 844, scale = 2, font = 'Liberation Sans', path = 'none', size = 76, gap = 6, weight = 700, felt = '#3f7d4f', board = '#2f5d3b' }) {
    const random = seededRandom(seed + 200), deck = letterDeck(random, 64);
    addAccents(deck.reverse(), accents);
    deck.reverse(); // rows take letters from the end
    const rows = shape.map(row => [...row].map(c => (c === '#' ? deck.pop() : '.')).join(''));
    const how = PATHS[path], walked = how ? walk(random, shape, 5) : [];
    const across = shape[0].length * (size + gap) - gap, left = (width - across) / 2, top = height * 0.42 - (shape.length * (size + gap)) / 2 + 60;
    const middle = ([x, y]) => `${left + x * (size + gap) + size / 2},${top + y * (size + gap) + size / 2}`;
    let tiles = '', letters = '';
    rows.forEach((row, y) => [...row].forEach((letter, x) => {
        if (letter === '.') return;
        const place = `position:absolute;left:${left + x * (size + gap)}px;top:${top + y * (size + gap)}px;width:${size}px;height:${size}px`;
        const lit = walked.some(([a, b]) => a === x && b === y);
        tiles += `<div style="${place};border-radius:${size * 0.12}px;${WOOD};${lit ? `background:${how.tile}` : ''}"></div>`;
        letters += `<div style="${place};display:flex;align-items:center;justify-content:center;font-size:${size * 0.68}px;font-weight:${weight};color:#171310">${letter}</div>`;
    }));
    const line = how ? `<svg width="${width}" height="${height}" style="position:absolute;left:0;top:0"><polyline points="${walked.map(middle).join(' ')}" fill="none" stroke="${how.stroke}" stroke-width="${size * how.share}" stroke-linecap="round" stroke-linejoin="round"/></svg>` : '';
    const tray = `<div style="position:absolute;left:${left - 14}px;top:${top - 14}px;width:${across + 28}px;height:${shape.length * (size + gap) - gap + 28}px;background:${board};border-radius:14px"></div>`;
    const head = `<div style="position:absolute;left:20px;right:20px;top:60px;height:70px;background:rgba(255,255,255,.92);border-radius:12px;color:#222;padding:10px 16px;font-size:15px"><b>WORDS: ${random.below(30)}</b><br>SCORE: ${String(random.below(9000)).padStart(4, '0')}</div><div style="position:absolute;right:30px;top:80px;font-size:26px;color:#222">0:${10 + random.below(49)}</div>`;
    return {
        name: `wordhunt-${name}`, game: 'wordhunt', board: rows.join('/'), extra: {},
        html: page(head + tray + tiles + (how && !how.over ? line + letters : letters + line), { background: `radial-gradient(circle at 50% 30%,${felt},#1f4a2d)`, font: `'${font}', sans-serif` }), width, height, scale,
    };
}

/** Letters on paper, without tiles. */
export function bare({ name, seed, accents = '', side = 4, width = 420, height = 380, scale = 1.5, font = 'Liberation Sans', weight = 600, size = 44, pitch = 84, back = '#fff', ink = '#111' }) {
    const random = seededRandom(seed + 500), deck = letterDeck(random, side * side), left = width / 2 - (side * pitch) / 2, top = height / 2 - (side * pitch) / 2;
    addAccents(deck, accents);
    const cells = deck.map((letter, i) => `<div style="position:absolute;left:${left + (i % side) * pitch}px;top:${top + Math.floor(i / side) * pitch}px;width:${pitch}px;height:${pitch}px;display:flex;align-items:center;justify-content:center;font-size:${size}px;font-weight:${weight};color:${ink}">${letter}</div>`);
    const board = Array.from({ length: side }, (_, y) => deck.slice(y * side, (y + 1) * side).join(''));
    return { name: `wordhunt-${name}`, game: 'wordhunt', board: board.join('/'), extra: {}, html: page(cells.join(''), { background: back, font: `'${font}', sans-serif` }), width, height, scale };
}

// ---- Boggle ----

/** The upper face of a die in a tray, turned in any direction and off the middle, with a letter of its side below. */
const turnedFace = (random, text, size) => `<span style="transform:translate(${size * (random.next() - 0.5) * 0.08}px,${-size * 0.08}px) rotate(${90 * random.below(4) + 6 * (random.next() - 0.5)}deg)">${text}</span>`
    + `<span style="position:absolute;bottom:${-size * 0.34}px;left:${size * 0.3}px;transform:scaleY(.5)">${random.pick([...'NOEY'])}</span>`;

export function boggle({ name, seed, accents = '', side = 4, width = 500, height = 560, scale = 2, font = 'Liberation Sans', weight = 700, size = 96, gap = 14, die = '#fbfaf4', tray = '#23509a', ink = '#16264a', back = '#d8e3f2', qu = 'Qu', radius = 0.2, turned = false, letters = '' }) {
    const random = seededRandom(seed + 300);
    const deck = letterDeck(random, side * side).map(letter => (letter === 'Q' ? 'E' : letter));
    if (qu) deck[random.below(deck.length)] = 'Q';
    [...letters].forEach((letter, i) => { deck[i] = letter; });
    addAccents(deck, accents);
    const across = side * (size + gap) + gap, left = (width - across) / 2, top = height - across - 30;
    let dice = '';
    deck.forEach((letter, i) => {
        const x = left + gap + (i % side) * (size + gap), y = top + gap + Math.floor(i / side) * (size + gap), text = letter === 'Q' ? qu : letter;
        dice += `<div style="position:absolute;left:${x}px;top:${y}px;width:${size}px;height:${size}px;border-radius:${size * radius}px;background:linear-gradient(#fff2,#0001),${die};box-shadow:0 2px 5px #0006, inset 0 -4px 6px #0002;display:flex;align-items:center;justify-content:center;overflow:hidden;font-size:${size * (text.length > 1 ? 0.5 : 0.62)}px;font-weight:${weight};color:${ink}">${turned ? turnedFace(random, text, size) : text}</div>`;
    });
    const board = Array.from({ length: side }, (_, y) => deck.slice(y * side, (y + 1) * side).join(''));
    return {
        name: `boggle-${name}`, game: 'boggle', board: board.join('/'), extra: {},
        html: page(`<h2 style="margin:14px 30px">Boggle</h2><div style="position:absolute;left:${left}px;top:${top}px;width:${across}px;height:${across}px;background:${tray};border-radius:18px"></div>${dice}`, { background: back, font: `'${font}', sans-serif`, colour: ink }), width, height, scale,
    };
}

// ---- Ruzzle ----

const VALUES = Object.fromEntries(Object.entries({ 1: 'AEIOLNSTR', 2: 'DU', 3: 'GM', 4: 'BCFHPVWY', 5: 'K', 8: 'X', 10: 'JQZ' }).flatMap(([value, letters]) => [...letters].map(letter => [letter, value])));
const BADGES = {
    dl: { '2l': ['DL', '#3aa655'], '3l': ['TL', '#2f6fd0'], '2w': ['DW', '#e8a317'], '3w': ['TW', '#d43b3b'] },
    '2l': { '2l': ['2L', '#57b8d9'], '3l': ['3L', '#2a5fa8'], '2w': ['2W', '#f09a9a'], '3w': ['3W', '#c22e2e'] },
};

export function ruzzle({ name, seed, width = 360, height = 640, scale = 2, font = 'Lato', weight = 700, size = 74, gap = 8, back = 'linear-gradient(#1c6ea4,#0d3c63)', tile = '#fdfdfb', ink = '#233', badges = 'dl', badge = 'circle', bonuses = 6, accents = '', values = true, valueCorner = 'right', path = false, swiped = 0 }) {
    const random = seededRandom(seed + 400), deck = letterDeck(random, 16), kinds = BADGES[badges];
    addAccents(deck, accents);
    const bonus = random.shuffle([...Array.from({ length: bonuses }, (_, i) => Object.keys(kinds)[i % 4]), ...Array(16 - bonuses).fill('')]);
    const across = 4 * (size + gap) - gap, left = (width - across) / 2, top = height - across - 90;
    const walked = path ? walk(random, fullShape(4, 4), 5) : swiped ? walk(random, fullShape(4, 4), swiped) : [];
    let tiles = '';
    deck.forEach((letter, i) => {
        const x = left + (i % 4) * (size + gap), y = top + Math.floor(i / 4) * (size + gap), mark = bonus[i] && kinds[bonus[i]];
        const lit = walked.some(([a, b]) => a === i % 4 && b === Math.floor(i / 4));
        const orange = swiped && lit;
        const shape = { circle: 'border-radius:50%', disc: 'border-radius:50%', corner: `border-radius:${size * 0.16}px 0 ${size * 0.16}px 0`, square: 'border-radius:3px' }[badge];
        const place = { corner: 'left:0;top:0', disc: `left:${-size * 0.115}px;top:${-size * 0.105}px;box-sizing:border-box;border:${size * 0.03}px solid #fff` }[badge] || 'left:3px;top:3px';
        const frame = badge === 'disc' && mark && !orange ? `border:${size * 0.05}px solid ${mark[1]};box-sizing:border-box;background-clip:padding-box;` : '';
        tiles += `<div style="position:absolute;left:${x}px;top:${y}px;width:${size}px;height:${size}px;border-radius:${size * 0.16}px;background:${orange ? 'linear-gradient(#ffbf10,#ff9a05)' : lit ? '#ffe9a8' : tile};${frame}box-shadow:${orange ? `0 0 ${size * 0.12}px #ffc04d` : '0 2px 3px #0007'};display:flex;align-items:center;justify-content:center;font-size:${size * 0.52}px;font-weight:${weight};color:${ink}">${letter}`
            + (values ? `<span style="position:absolute;${valueCorner}:5px;${valueCorner === 'right' ? 'top:3px' : 'bottom:3px'};font-size:${size * 0.18}px;font-weight:600">${VALUES[letter] || 4}</span>` : '')
            + (mark ? `<span style="position:absolute;${place};width:${size * 0.3}px;height:${size * 0.3}px;${shape};background:${orange ? '#fcae06' : mark[1]};color:#fff;font-size:${size * (badge === 'disc' ? 0.115 : 0.15)}px;font-weight:700;display:flex;align-items:center;justify-content:center">${mark[0]}</span>` : '') + '</div>';
    });
    const line = path ? `<svg width="${width}" height="${height}" style="position:absolute;left:0;top:0"><polyline points="${walked.map(([x, y]) => `${left + x * (size + gap) + size / 2},${top + y * (size + gap) + size / 2}`).join(' ')}" fill="none" stroke="rgba(255,190,0,.45)" stroke-width="${size * 0.16}" stroke-linecap="round" stroke-linejoin="round"/></svg>` : '';
    const head = `<div style="position:absolute;left:20px;top:24px;color:#fff;font-size:20px">1:${10 + random.below(49)}</div><div style="position:absolute;right:20px;top:24px;color:#fff;font-size:20px">${random.below(900)}</div><div style="position:absolute;left:0;right:0;bottom:24px;text-align:center;color:#cfe;font-size:16px">Round 2 of 3</div>`;
    const cells = deck.map((letter, i) => letter + (bonus[i] ? `:${bonus[i]}` : ''));
    const separator = bonuses ? ' ' : '';
    const board = [0, 4, 8, 12].map(i => cells.slice(i, i + 4).join(separator)).join(bonuses ? ' / ' : '/');
    return { name: `ruzzle-${name}`, game: 'ruzzle', board, extra: {}, html: page(head + tiles + line, { background: back, font: `'${font}', sans-serif` }), width, height, scale };
}

export const pictures = () => [
    wordhunt({ name: 'plain', seed: 1 }),
    wordhunt({ name: 'path', seed: 2, path: 'translucent', font: 'Roboto' }),
    wordhunt({ name: 'path-green', seed: 3, path: 'green', font: 'Open Sans' }),
    wordhunt({ name: 'path-red', seed: 4, path: 'red', font: 'Nimbus Sans', scale: 3 }),
    wordhunt({ name: '5x5', seed: 5, shape: fullShape(5, 5), size: 62, font: 'Inter' }),
    wordhunt({ name: 'ring', seed: 6, shape: ['#####', '#...#', '#...#', '#...#', '#####'].map((row, y) => (y === 1 || y === 3 ? '##.##' : y === 2 ? '#...#' : row)), size: 60, font: 'Karla' }),
    wordhunt({ name: 'corners', seed: 7, shape: ['.###.', '#####', '#####', '#####', '.###.'], size: 60, font: 'Cabin' }),
    wordhunt({ name: 'small', seed: 8, scale: 1, size: 60, font: 'Liberation Sans' }),
    wordhunt({ name: 'accents', seed: 9, accents: 'ÉÑÜ', font: 'Open Sans' }),
    bare({ name: 'bare', seed: 1 }),
    bare({ name: 'bare-accents', seed: 3, accents: 'ÇÊÖ', font: 'Liberation Sans' }),
    bare({ name: 'bare-dark', seed: 2, back: '#15181d', ink: '#e8e8e8', font: 'Roboto' }),
    boggle({ name: 'dice', seed: 1 }),
    boggle({ name: 'accents', seed: 10, side: 5, size: 80, gap: 10, accents: 'ÅÄÈ', font: 'Lato' }),
    boggle({ name: 'tray', seed: 8, turned: true, qu: '', letters: 'TKTBGDARELTFSPSJ', die: '#e9e4d6', tray: '#1c2a6b', ink: '#14489b', back: '#10183f' }),
    boggle({ name: 'serif', seed: 2, font: 'Liberation Serif', tray: '#8a5a2b', ink: '#000', back: '#eee' }),
    boggle({ name: 'big', seed: 3, side: 5, size: 80, gap: 10, font: 'Manrope', weight: 800 }),
    boggle({ name: 'super', seed: 4, side: 6, size: 66, gap: 8, font: 'Open Sans', qu: 'Qu' }),
    boggle({ name: 'dark', seed: 5, die: '#3a3a40', ink: '#f0ead8', tray: '#17171a', back: '#202024', font: 'Quicksand' }),
    boggle({ name: 'capital-qu', seed: 6, qu: 'QU', font: 'Roboto', die: '#ffe08a', tray: '#a33', back: '#fff' }),
    boggle({ name: '1x', seed: 7, scale: 1, font: 'Nimbus Sans', width: 440, height: 500, size: 84 }),
    ruzzle({ name: 'round2', seed: 1 }),
    ruzzle({ name: 'round1', seed: 2, bonuses: 4, font: 'Roboto' }),
    ruzzle({ name: 'corners', seed: 3, badge: 'corner', badges: '2l', font: 'Open Sans' }),
    ruzzle({ name: 'squares', seed: 4, badge: 'square', font: 'Cabin', valueCorner: 'right', bonuses: 8, scale: 3 }),
    ruzzle({ name: 'path', seed: 5, path: true, font: 'Karla', scale: 3 }),
    ruzzle({ name: 'dark', seed: 6, tile: '#2b3440', ink: '#eef', back: '#12161c', bonuses: 8, badges: '2l', font: 'Manrope' }),
    ruzzle({ name: 'bonus-only', seed: 7, values: false, font: 'Quicksand', scale: 3 }),
    ruzzle({ name: 'discs', seed: 9, badge: 'disc', gap: 12, size: 70, font: 'Nimbus Sans', back: '#4a90c8', tile: '#ececec', ink: '#333' }),
    ruzzle({ name: 'discs-swedish', seed: 10, badge: 'disc', gap: 12, size: 70, scale: 3, accents: 'ÅÄÖ', font: 'Liberation Sans', back: '#3f86c4', tile: '#ececec', ink: '#333' }),
    ruzzle({ name: 'discs-swiped', seed: 11, badge: 'disc', gap: 12, size: 70, scale: 3, swiped: 5, font: 'Nimbus Sans', back: '#3f86c4', tile: '#ececec', ink: '#333' }),
    ruzzle({ name: 'low', seed: 8, valueCorner: 'left', font: 'Liberation Sans', bonuses: 4 }),
];
