// Draws word boards in many fonts and looks, to measure how letters are read (bench/reliability.py).
//
//     node bench/letters.mjs OUTDIR [--fonts 'A,B,...'] [--each N] [--accents LETTERS] [--seed N]
//
// OUTDIR gets the pictures and a truth.json: a list of {file, client, kind, game, source, truth: {board}}; `source` is the
// font. The default fonts are those of letters_fonts.txt, which the glyph model does not know; a family that is not
// installed is refused, since the browser would replace it. --each draws N
// boards per font. --accents puts three of these letters on each board.
import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bare, boggle, ruzzle, wordhunt } from '../tests/pictures/draw_squares.mjs';
import { render, seededRandom } from '../tests/pictures/kit.mjs';

/** The fonts of letters_fonts.txt. */
const heldOut = () => readFileSync(new URL('letters_fonts.txt', import.meta.url), 'utf8').split('\n')
    .filter(line => line && !line.startsWith('#')).map(line => line.slice(line.indexOf(' ') + 1));

const option = (name, fallback) => {
    const at = process.argv.indexOf(name);
    return at < 0 ? fallback : process.argv[at + 1];
};

const GREYS = [['#fbfaf4', '#16264a', '#23509a'], ['#3a3a40', '#f0ead8', '#17171a'], ['#ffe08a', '#402010', '#aa3333'], ['#e4e9ee', '#111111', '#8899aa'],
    ['#d9c09a', '#2a1a08', '#5a3a1a'], ['#ffffff', '#333333', '#3f86c4']];

/** One random board in a font. */
function board(random, font, name, accents) {
    const seed = random.below(1e6), weight = random.pick([400, 600, 700, 700, 800]), scale = random.pick([1, 1.5, 2, 2, 3]);
    const [die, ink, tray] = random.pick(GREYS), common = { name, seed, font, weight, scale, accents };
    return random.pick([
        () => wordhunt({ ...common, path: random.pick(['none', 'none', 'translucent', 'green', 'red']) }),
        () => boggle({ ...common, die, ink, tray, qu: '', back: random.pick(['#eee', '#d8e3f2', '#202024']) }),
        () => bare({ ...common, back: die, ink, size: 36 + random.below(14) }),
        () => ruzzle({ ...common, badge: 'disc', gap: 12, size: 70, back: '#3f86c4', tile: '#ececec', ink: '#333' }),
    ])();
}

/** Whether the browser would use the family itself. */
const installed = family => execFileSync('fc-match', ['-f', '%{family}', family], { encoding: 'utf8' }).split(',').includes(family);

const directory = process.argv[2];
if (!directory || directory.startsWith('--')) {
    console.error("usage: node bench/letters.mjs OUTDIR [--fonts 'A,B,...'] [--each N] [--accents LETTERS] [--seed N]");
    process.exit(2);
}
const fonts = option('--fonts', heldOut().join(',')).split(','), each = Number(option('--each', 4)), letters = [...option('--accents', '')];
const random = seededRandom(Number(option('--seed', 1)) + 700), pictures = [], sources = {};
for (const font of fonts) {
    if (!installed(font)) throw new Error(`the font '${font}' is not installed`);
    for (let i = 0; i < each; i++) {
        const name = `${font.replace(/[^A-Za-z0-9]+/g, '-')}-${i}`, one = board(random, font, name, random.shuffle(letters).slice(0, 3).join(''));
        sources[`${one.name}.png`] = font;
        pictures.push(one);
    }
}
const truth = await render(pictures, directory);
renameSync(join(directory, 'truth.json'), join(directory, 'drawn.json'));
writeFileSync(join(directory, 'truth.json'), JSON.stringify(Object.entries(truth).map(([file, one]) => (
    { file, client: 'drawn', kind: file.split('-')[0], game: one.game, source: sources[file], truth: { board: one.board } }))));
console.log(`${pictures.length} pictures in ${directory}`);
