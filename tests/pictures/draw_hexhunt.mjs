// Imitations of Hexhunt: a web page with 19 hexagons, some of them blank, other hexagon shapes, light and dark.
import { seededRandom, page } from './kit.mjs';

const HEX19 = [3, 4, 5, 4, 3];

function makeRows(random, lengths, blanks) {
    const count = lengths.reduce((a, b) => a + b, 0);
    const letters = [];
    while (letters.length < count) letters.push(...random.shuffle([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']));
    letters.length = count;
    for (let left = blanks; left > 0;) {
        const at = random.below(count);
        if (letters[at] === '.') continue;
        letters[at] = '.';
        left--;
    }
    return lengths.map(length => letters.splice(0, length).join(''));
}

const cellStyle = theme => `.cell{position:absolute;display:flex;align-items:center;justify-content:center;clip-path:polygon(50% 0,100% 25%,100% 75%,50% 100%,0 75%,0 25%);background:${theme.cell};color:${theme.letter};font-weight:${theme.weight ?? 600}}
.pill{display:inline-block;border-radius:99px;color:#fff;font-weight:700;padding:8px 20px;margin:0 8px}`;

function screen({ name, seed, lengths = HEX19, blanks = 0, width = 1440, height = 900, scale = 1, font = 'Inter', size = 125, gap = 10, theme = {}, top = 140, chosen = 0 }) {
    const random = seededRandom(seed + 100);
    const rows = makeRows(random, lengths, blanks);
    const colours = { back: '#fff', cell: '#e6e6e6', letter: '#000', ink: '#000', ...theme };
    const pitch = size + gap, tall = size * 1.1547;
    let cells = '', marked = chosen;
    rows.forEach((row, j) => [...row].forEach((letter, i) => {
        const left = width / 2 + (i - (row.length - 1) / 2) * pitch - size / 2, y = top + j * pitch * 0.866;
        const extra = letter !== '.' && marked > 0 && (marked--, true) ? `background:${colours.chosen};` : '';
        cells += `<div class="cell" style="left:${left}px;top:${y}px;width:${size}px;height:${tall}px;font-size:${size * 0.36}px;${extra}">${letter === '.' ? '' : letter}</div>`;
    }));
    const bottom = top + (rows.length - 1) * pitch * 0.866 + tall;
    const body = `<h1 style="text-align:center;margin:8px 0 0;font-size:32px">Hexhunt</h1><p style="text-align:center;margin:20px">Explore Novel Arrangements By Linking Elements 1-by-1.</p>${cells}
<div style="position:absolute;left:0;right:0;top:${bottom + 50}px;text-align:center;font-size:22px"><span class="pill" style="background:#ef7672">Clear</span><span class="pill" style="background:#74cbc2">Enter</span></div>
<p style="position:absolute;left:${width * 0.2}px;top:${bottom + 120}px">UNPACK &nbsp; &nbsp; Hexhunt Score: ${random.below(4000)}</p>`;
    return {
        name: `hexhunt-${name}`, game: 'hexhunt', board: rows.join('/'), extra: { expected: lengths.reduce((a, b) => a + b, 0) },
        html: page(body, { background: colours.back, colour: colours.ink, font: `'${font}', sans-serif`, style: cellStyle(colours) }), width, height, scale,
    };
}

const DARK = { back: '#121212', cell: '#2e2e32', letter: '#f2f2f2', ink: '#eee' };

export const pictures = () => [
    screen({ name: 'page', seed: 1, scale: 2 }),
    screen({ name: 'page-1x', seed: 2, font: 'Liberation Sans', theme: { weight: 700 } }),
    screen({ name: 'blanks', seed: 3, blanks: 5, font: 'Open Sans' }),
    screen({ name: 'dark', seed: 4, blanks: 2, theme: DARK, font: 'Roboto' }),
    screen({ name: 'dark-2x', seed: 5, scale: 2, theme: { ...DARK, cell: '#20303c', letter: '#ffd97a', weight: 400 }, font: 'Karla' }),
    screen({ name: 'phone', seed: 6, width: 390, height: 844, scale: 3, size: 66, gap: 6, font: 'Manrope', top: 200 }),
    screen({ name: 'phone-small', seed: 7, width: 360, height: 740, scale: 1, size: 62, gap: 5, top: 200, font: 'Lato', theme: { weight: 700 } }),
    screen({ name: 'hex10', seed: 8, lengths: [3, 4, 3], font: 'Cabin' }),
    screen({ name: 'hex12', seed: 9, lengths: [3, 4, 3, 2], blanks: 1, font: 'League Spartan' }),
    screen({ name: 'hex7', seed: 10, lengths: [2, 3, 2], font: 'Play', theme: { weight: 700 } }),
    screen({ name: 'chosen', seed: 11, chosen: 4, theme: { chosen: '#9fd8ff' }, font: 'Nimbus Sans' }),
    screen({ name: 'serif', seed: 12, font: 'Liberation Serif', theme: { weight: 700 } }),
    screen({ name: 'hex37', seed: 13, lengths: [4, 5, 6, 7, 6, 5, 4], size: 90, gap: 7, top: 110, font: 'Inter' }),
];
