// Draws the test pictures of all games: every draw_*.mjs beside this file exports pictures(), a list for kit.mjs's render().
//
//     node tests/pictures/draw.mjs OUTDIR [NAME-FILTER]
//
// The filter is a regular expression that the pictures' names must match. OUTDIR/truth.json lists what each one shows.
import { readdirSync } from 'node:fs';
import { render } from './kit.mjs';

const [directory, filter = ''] = process.argv.slice(2);
if (!directory) {
    console.error('usage: node draw.mjs OUTDIR [NAME-FILTER]');
    process.exit(2);
}
const wanted = new RegExp(filter);
const modules = readdirSync(new URL('.', import.meta.url)).filter(name => /^draw_.*\.mjs$/.test(name)).sort();
const pictures = [];
for (const name of modules) pictures.push(...(await (await import(new URL(name, import.meta.url))).pictures()));
const chosen = pictures.filter(one => wanted.test(one.name));
await render(chosen, directory);
console.log(`${chosen.length} pictures in ${directory}`);
