// Times of the page in a browser: first paint from `comb serve` and from the static folder, start on a slow network, how fast a
// running job is cancelled, and how fast the page reacts while a search runs. Prints tables. Run it on an idle machine; the last
// table also has the reactions without a search, so that a busy machine shows.
//
//     node bench/page.mjs [STATIC FOLDER] [ROUNDS]        default: build/web, 5; COMB=build/comb: program to serve
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { startBrowser } from '../tests/lib/browser.mjs';
import { startServer } from '../tests/page/kit.mjs';

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

/** Milliseconds from the navigation to the first contentful paint, without a cache. */
async function firstPaint(address) {
    const context = await browser.newContext(), page = await context.newPage();
    await page.goto(address);
    await page.locator('main h1').first().waitFor();
    const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime);
    await context.close();
    return paint;
}

/** Milliseconds from inputs to the frames that show their effect, on a board of words, with or without a search for the best board. */
async function reactions(address, searching) {
    const context = await browser.newContext(), page = await context.newPage();
    await page.goto(`${address}#/best/hexhunt`);
    await page.locator('.best-board [role=gridcell]').first().waitFor();
    if (searching) {
        await page.getByRole('button', { name: /^Start/ }).click();
        await page.locator('.best-caption .mono').waitFor();
    }
    await page.getByRole('link', { name: 'Games' }).click(); // the search goes on
    await page.locator('.game', { hasText: 'Hexhunt' }).click();
    await page.getByRole('button', { name: 'Show all words' }).click();
    await page.locator('.rows .row-w').first().waitFor();
    await page.evaluate(() => {
        window.reactions = [];
        const listen = event => requestAnimationFrame(() => {
            const channel = new MessageChannel(); // its message arrives after the frame
            channel.port1.onmessage = () => window.reactions.push(performance.now() - event.timeStamp);
            channel.port2.postMessage(0);
        });
        for (const name of ['keydown', 'pointerdown']) addEventListener(name, listen, { capture: true });
    });
    for (let i = 0; i < 12; i++) {
        await page.locator('.rows').press('ArrowDown'); // chooses a word and draws its path
        if (i % 3 === 0) await page.getByRole('button', { name: /^Theme/ }).click();
    }
    await page.getByLabel('Filter words').pressSequentially('ring');
    const times = await page.evaluate(() => window.reactions);
    await context.close();
    return times;
}

await start(); // compresses
const data = await mkdtemp(join(tmpdir(), 'comb-bench-')), served = await startServer(join(data, 'library.db'));
console.log(`| first contentful paint from loopback, nothing cached: median and largest of ${ROUNDS}, ms | | |\n|---|---:|---:|`);
for (const [text, address] of [['comb serve', served.url], ['static folder', url]]) {
    const paints = [];
    for (let i = 0; i < ROUNDS; i++) paints.push(await firstPaint(address));
    console.log(`| ${text} | ${Math.round(median(paints))} | ${Math.round(Math.max(...paints))} |`);
}

console.log(`\n| from an input to the frame with its effect: median and largest of ${ROUNDS} rounds of 20 inputs, ms | | |\n|---|---:|---:|`);
for (const [text, address] of [['comb serve', served.url], ['static folder', url]]) for (const searching of [false, true]) {
    const times = [];
    for (let i = 0; i < ROUNDS; i++) times.push(...await reactions(address, searching));
    console.log(`| ${text}, ${searching ? 'while a search runs on all cores' : 'idle'} | ${Math.round(median(times))} | ${Math.round(Math.max(...times))} |`);
}
await served.stop();
await rm(data, { recursive: true, force: true });

console.log('');
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
