// Imitations of Hexicon: a phone's whole screen with the interface around the board, light and dark, recoloured, with
// boards that lack some of the five states, crops, and other fonts.
import { seededRandom, escapeHtml, page } from './kit.mjs';

const ROWS = [1, 2, 3, 4, 5, 4, 5, 4, 5, 4, 5, 4, 5, 4, 3, 2, 1], CELLS = 61;
const STATES = { '': 'none', r: 'red', R: 'very_red', b: 'blue', B: 'very_blue' };

const THEMES = {
    light: { back: '#efefef', none: '#dedede', r: '#ffb2b2', R: '#ff7171', b: '#a0e8e6', B: '#01c2bb', letter: '#000', ink: '#222', dim: '#c4c4c4', crown: '#ffd100', crownInk: '#fff' },
    dark: { back: '#1c1c1e', none: '#333336', r: '#7a3c3f', R: '#e05a5a', b: '#1f5f5d', B: '#0aa8a2', letter: '#f4f4f4', ink: '#f4f4f4', dim: '#555', crown: '#e0b000', crownInk: '#1c1c1e' },
    night: { back: '#000', none: '#1d1d1d', r: '#5a2230', R: '#c2405a', b: '#153e5c', B: '#2a86cf', letter: '#fff', ink: '#eee', dim: '#444', crown: '#caa12a', crownInk: '#000' },
    orange: { back: '#faf6ee', none: '#e6dfd0', r: '#ffd3a0', R: '#ff9326', b: '#bcc9ff', B: '#5b78f2', letter: '#20202c', ink: '#30303c', dim: '#c9c2b2', crown: '#f2c230', crownInk: '#fff' },
    pink: { back: '#f7f7fb', none: '#dfe1ea', r: '#ffbfe0', R: '#ef4fa6', b: '#c0e6b0', B: '#57b833', letter: '#101018', ink: '#242430', dim: '#c6c8d2', crown: '#ffcc33', crownInk: '#fff' },
};

/** Random letters and states; all 26 letters occur. `states` are those that may occur. */
function makeBoard(random, states, share) {
    const letters = random.shuffle([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', ...Array.from({ length: CELLS - 26 }, () => random.pick([...'EEEEAAAIIIOOOTTTNNRRSSLLDUGMQJI']))]);
    const cells = letters.map(letter => ({ letter, state: random.next() < share ? random.pick(states) : '' }));
    return ROWS.map(length => cells.splice(0, length));
}

const boardText = rows => {
    const plain = rows.every(row => row.every(cell => !cell.state));
    return rows.map(row => row.map(cell => cell.letter + (cell.state ? `:${cell.state}` : '')).join(plain ? '' : ' ')).join(plain ? '/' : ' / ');
};

const hexagon = (x, y, r) => Array.from({ length: 6 }, (_, i) => `${(x + r * Math.cos(i * Math.PI / 3)).toFixed(2)},${(y + r * Math.sin(i * Math.PI / 3)).toFixed(2)}`).join(' ');

function boardSvg(rows, { pitch, x, y, theme, size, weight, gap }) {
    let out = '';
    rows.forEach((row, j) => row.forEach((cell, i) => {
        const cx = x + (2 * i - (row.length - 1)) * pitch * 0.866, cy = y + (j - 8) * pitch / 2;
        out += `<polygon points="${hexagon(cx, cy, (pitch - gap) / 1.732)}" fill="${theme[cell.state || 'none']}"/>`
            + `<text x="${cx}" y="${cy + size * 0.36}" font-size="${size}" font-weight="${weight}" text-anchor="middle" fill="${theme.letter}">${cell.letter}</text>`;
    }));
    return out;
}

/** The interface above and below the board on the phone. */
function interfaceSvg({ width, height, theme, scores, names, top }) {
    const k = width / 360, cx = width / 2, row = top + 60 * k;
    const text = (x, y, size, fill, what, more = '') => `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" text-anchor="middle" ${more}>${escapeHtml(what)}</text>`;
    return `<path d="M${33 * k} ${top + 5 * k}h${-20 * k}m${9 * k} ${-9 * k}l${-9 * k} ${9 * k}l${9 * k} ${9 * k}" stroke="${theme.ink}" stroke-width="${3 * k}" fill="none" stroke-linecap="round"/>`
        + `<polygon points="${hexagon(width - 19 * k, top + 5 * k, 11 * k)}" fill="${theme.ink}" transform="rotate(30 ${width - 19 * k} ${top + 5 * k})"/><circle cx="${width - 19 * k}" cy="${top + 5 * k}" r="${4 * k}" fill="${theme.back}"/>`
        + text(cx, top + 4 * k, 12 * k, theme.ink, `vs ${names[1]}`)
        + `<rect x="${cx - 46 * k}" y="${top + 11 * k}" width="${92 * k}" height="${16 * k}" rx="${8 * k}" fill="${theme.R}"/>` + text(cx, top + 24 * k, 12 * k, '#fff', 'Wordsmith I')
        + `<circle cx="${50 * k}" cy="${row}" r="${25 * k}" fill="${theme.B}"/>` + text(50 * k, row + 9 * k, 26 * k, '#fff', names[0][0])
        + `<circle cx="${width - 50 * k}" cy="${row}" r="${25 * k}" fill="${theme.R}"/>` + text(width - 50 * k, row + 9 * k, 26 * k, '#fff', names[1][0])
        + text(cx - 51 * k, row + 17 * k, 42 * k, theme.B, scores.blue_left) + text(cx + 51 * k, row + 17 * k, 42 * k, theme.R, scores.red_right)
        + `<path d="M${cx - 14 * k} ${row + 15 * k}v${-30 * k}l${7 * k} ${8 * k}l${7 * k} ${-8 * k}l${7 * k} ${8 * k}l${7 * k} ${-8 * k}v${30 * k}z" fill="${theme.crown}"/>` + text(cx, row + 9 * k, 15 * k, theme.crownInk, scores.crown_target, 'font-weight="700"')
        + `<path d="M${28 * k} ${height - 40 * k}a${15 * k} ${15 * k} 0 1 1 ${12 * k} ${14 * k}" stroke="${theme.dim}" stroke-width="${7 * k}" fill="none"/>`
        + `<circle cx="${cx}" cy="${height - 44 * k}" r="${12 * k}" fill="${theme.ink}"/>` + text(cx, height - 40 * k, 10 * k, theme.back, '\u25b2\u25bc')
        + `<circle cx="${width - 48 * k}" cy="${height - 47 * k}" r="${28 * k}" fill="${theme.b}"/><path d="M${width - 54 * k} ${height - 58 * k}l${20 * k} ${11 * k}l${-20 * k} ${11 * k}z" fill="${theme.back}"/>`
        + text(width - 40 * k, height - 82 * k, 15 * k, theme.dim, '5 Days')
        + `<path d="M${cx - 52 * k} ${height}l${11 * k} ${-22 * k}h${82 * k}l${11 * k} ${22 * k}z" fill="${theme.ink}"/>` + text(cx, height - 5 * k, 13 * k, theme.back, 'REPLAY');
}

function screen({ name, seed, theme = 'light', width = 360, height = 720, scale = 3, font = 'Quicksand', weight = 500, states = ['r', 'R', 'b', 'B'], share = 0.35, crop = false, scores, gap = 2.6 }) {
    const random = seededRandom(seed), palette = THEMES[theme];
    const rows = makeBoard(random, states, share);
    const shown = scores ?? { blue_left: random.below(16), red_right: random.below(16), crown_target: random.pick([10, 12, 16, 20]) };
    const pitch = crop ? Math.min(width / 8.2, height / 9.3) : Math.min(width / 8.75, (height - 200 * width / 360) / 9.4);
    const k = width / 360;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="'${font}', sans-serif">`
        + boardSvg(rows, { pitch, x: width / 2, y: crop ? height / 2 : height / 2 - 10 * k, theme: palette, size: pitch * 0.44, weight, gap: gap * pitch / 41 })
        + (crop ? '' : interfaceSvg({ width, height, theme: palette, scores: shown, names: random.pick([['Joe', 'Scz'], ['Ann', 'Bea'], ['Kim', 'Moe']]), top: 18 * k })) + '</svg>';
    return {
        name: `hexicon-${name}`, game: 'hexicon', board: boardText(rows),
        extra: { expected: 61, found: 61, scores: crop ? { blue_left: null, red_right: null, crown_target: null } : shown },
        html: page(svg, { background: palette.back }), width, height, scale,
    };
}

export const hexiconStates = STATES;

export const pictures = () => [
    screen({ name: '1080x2160', seed: 1 }),
    screen({ name: '720x1560', seed: 2, height: 780, scale: 2, font: 'Lato', weight: 400 }),
    screen({ name: '1440x3120', seed: 3, height: 780, scale: 4, font: 'Manrope' }),
    screen({ name: 'tablet', seed: 4, width: 768, height: 1024, scale: 2, font: 'Open Sans', weight: 400 }),
    screen({ name: 'dark', seed: 5, theme: 'dark', font: 'Karla' }),
    screen({ name: 'night', seed: 6, theme: 'night', height: 800, font: 'Cabin', weight: 600 }),
    screen({ name: 'orange', seed: 7, theme: 'orange', font: 'Roboto', weight: 400 }),
    screen({ name: 'pink', seed: 8, theme: 'pink', font: 'Cantarell' }),
    screen({ name: 'start', seed: 9, states: [], share: 0, font: 'Quicksand', scores: { blue_left: 0, red_right: 0, crown_target: 16 } }),
    screen({ name: 'pale-only', seed: 10, states: ['r', 'b'], share: 0.3, font: 'Quicksand', scores: { blue_left: 0, red_right: 1, crown_target: 16 } }),
    screen({ name: 'red-only', seed: 11, states: ['r'], share: 0.2, font: 'Comfortaa' }),
    screen({ name: 'dark-pale', seed: 12, theme: 'dark', states: ['r', 'b'], share: 0.3, font: 'Lato' }),
    screen({ name: 'crop', seed: 13, width: 400, height: 440, scale: 2, crop: true, font: 'Quicksand' }),
    screen({ name: 'small', seed: 14, scale: 1, font: 'Quicksand' }),
    screen({ name: 'strong-only', seed: 15, states: ['R', 'B'], share: 0.3, font: 'Clear Sans' }),
];
