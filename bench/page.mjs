// Times of the static page in a browser: start on a slow network, and how fast a running job is cancelled. Prints two tables.
//
//     node bench/page.mjs [STATIC FOLDER] [ROUNDS]        default: build/web, 5
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { startBrowser } from '../tests/lib/browser.mjs';

const folder = process.argv[2] || 'build/web', ROUNDS = Number(process.argv[3] || 5), MEGABITS = 10;
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.css': 'text/css', '.json': 'application/json' };
const median = values => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** A web server that compresses, as hosting services do. Files are compressed once. */
const packed = new Map();
const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname), name = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    if (!existsSync(name) || !statSync(name).isFile()) { response.writeHead(404).end(); return; }
    const type = TYPES[extname(name)];
    if (!type) { response.writeHead(200, { 'Content-Type': 'application/octet-stream' }); createReadStream(name).pipe(response); return; }
    if (!packed.has(name)) packed.set(name, brotliCompressSync(readFileSync(name), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
    response.writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'br', 'Content-Length': packed.get(name).length }).end(packed.get(name));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${server.address().port}/`;
const browser = await startBrowser();

/** Opens the page on a slow network without a cache; returns the times since the navigation in milliseconds. */
async function start() {
    const context = await browser.newContext(), page = await context.newPage(), client = await context.newCDPSession(page);
    await client.send('Network.emulateNetworkConditions', { offline: false, latency: 20, downloadThroughput: MEGABITS * 125000, uploadThroughput: MEGABITS * 125000 });
    await page.goto(url, { waitUntil: 'commit' });
    await page.locator('main h1').first().waitFor();
    const answered = await page.evaluate(async () => {
        const api = await import(new URL('api.js', document.baseURI).href), usable = performance.now();
        await api.games();
        const listed = performance.now();
        await api.run('solve', { game: 'hexhunt', board: 'TS/EAR/LB', keep: false });
        return { paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN, usable, listed, solved: performance.now() };
    });
    await context.close();
    return answered;
}

/** Milliseconds from the wish to cancel a running job to its last event. */
async function cancel(verb, request) {
    const context = await browser.newContext(), page = await context.newPage();
    await page.goto(url);
    await page.locator('main h1').first().waitFor();
    const took = await page.evaluate(async ([verb, request]) => {
        const api = await import(new URL('api.js', document.baseURI).href);
        let begun = () => {};
        const running = new Promise(resolve => { begun = resolve; }), job = api.job(verb, { ...request, keep: false }, { onProgress: () => begun() });
        await running;
        const asked = performance.now();
        job.cancel();
        await job.done.catch(() => {});
        return performance.now() - asked;
    }, [verb, request]);
    await context.close();
    return took;
}

await start(); // compresses
const starts = [];
for (let i = 0; i < ROUNDS; i++) starts.push(await start());
console.log(`| start at ${MEGABITS} Mbit/s, nothing cached: median of ${ROUNDS}, ms | |\n|---|---:|`);
for (const [name, text] of [['paint', 'first contentful paint'], ['usable', 'page is drawn and takes input'], ['listed', 'the program answers'], ['solved', 'first board is solved, with the word list']])
    console.log(`| ${text} | ${Math.round(median(starts.map(one => one[name])))} |`);

const JOBS = [['best', { game: 'hexhunt' }, 'best, Hexhunt'], ['prove', { game: 'hexhunt', options: { shape: 'hex10' } }, 'prove, ten hexagons'], ['count', { game: 'witness', board: '9x9' }, 'count, The Witness 9x9'], ['make', { game: 'witness', options: { size: '7x7', unique: true } }, 'make, The Witness 7x7, one solution']];
console.log(`\n| cancelling: largest of ${ROUNDS}, ms | |\n|---|---:|`);
for (const [verb, request, text] of JOBS) {
    const times = [];
    for (let i = 0; i < ROUNDS; i++) times.push(await cancel(verb, request));
    console.log(`| ${text} | ${Math.round(Math.max(...times))} |`);
}
await browser.close();
server.close();
