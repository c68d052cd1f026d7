// The page on a plain web server, below a path, that is stopped once the page is loaded: everything works without it.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { startBrowser } from '../lib/browser.mjs';
import { serveFolder } from '../lib/static.mjs';

const folder = process.env.COMB_WEB || 'build/web', PATH = '/games/comb/', MINUTES = 60000;

/** Opens the page and cuts the network after the service worker has all files. */
async function withOfflinePage(test) {
    const server = await serveFolder(folder, PATH), browser = await startBrowser(), errors = [];
    try {
        const context = await browser.newContext(), page = await context.newPage();
        page.setDefaultTimeout(2 * MINUTES);
        page.on('console', message => { if (message.type() === 'error') errors.push(message.text()); });
        page.on('pageerror', error => errors.push(error.message));
        page.on('request', request => { if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(server.url)) errors.push(`external request: ${request.url()}`); });
        await page.goto(server.url);
        await page.locator('main h1').first().waitFor();
        await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
        await server.stop();
        await context.setOffline(true);
        await page.reload();
        await page.locator('main h1').first().waitFor();
        await test(page, context, server.url);
        assert.deepEqual(errors, []);
    } finally {
        await browser.close();
        await server.stop().catch(() => {});
    }
}

/** Calls a function of the page's client of the API. */
const call = (page, name, ...given) => page.evaluate(async ([name, given]) => {
    const api = await import(new URL('api.js', document.baseURI).href);
    return api[name](...given);
}, [name, given]);

export const tests = {
    async 'the start page is drawn and takes input before the program is loaded'() {
        let release = () => {};
        const released = new Promise(resolve => { release = resolve; });
        const stall = (path, response) => {
            if (!path.endsWith('/core.wasm')) return false;
            released.then(async () => response.writeHead(200, { 'Content-Type': 'application/wasm' }).end(await readFile(`${folder}/core.wasm`)));
            return true;
        };
        const server = await serveFolder(folder, PATH, stall), browser = await startBrowser();
        try {
            const page = await browser.newPage();
            await page.goto(server.url, { waitUntil: 'commit' });
            await page.locator('main h1').first().waitFor();
            await page.locator('main textarea').first().fill('TS/EAR/LB');
            release();
            await page.getByRole('button', { name: /^(Open|Solve)/ }).first().click();
            await page.waitForURL(/#\/play\//);
        } finally {
            await browser.close();
            await server.stop();
        }
    },
    async 'one example of every game is solved, a hint is given, a picture is read'() {
        const picture = (await readFile('tests/corpus/pictures/own-hexhunt.png')).toString('base64');
        await withOfflinePage(async page => {
            const { games } = await call(page, 'games');
            assert(games.length >= 8, `${games.length} games`);
            for (const { name, examples } of games) assert.equal((await call(page, 'run', 'solve', { game: name, board: examples[0].input })).game, name);
            const hexcells = games.find(game => game.name === 'hexcells').examples[0].input, hint = await call(page, 'run', 'hint', { game: 'hexcells', board: hexcells });
            assert.match(hint.text, /look at/);
            const reading = await page.evaluate(async text => {
                const api = await import(new URL('api.js', document.baseURI).href);
                return api.read(new Blob([Uint8Array.from(atob(text), c => c.charCodeAt(0))], { type: 'image/png' }));
            }, picture);
            assert.equal(reading.game, 'hexhunt');
            assert.match(reading.board, /^\w{3}\/\w{4}\/\w{5}\/\w{4}\/\w{3}$/);
            const { puzzles } = await page.evaluate(async () => (await import(new URL('api.js', document.baseURI).href)).library.list());
            assert.equal(puzzles.length, games.length);
        });
    },
    async 'the best board is found: 4064'() {
        await withOfflinePage(async (page, context, url) => {
            await page.goto(`${url}#/best/hexhunt`);
            const found = await page.evaluate(async () => {
                const api = await import(new URL('api.js', document.baseURI).href);
                return (await api.job('best', { game: 'hexhunt', options: { target: 4064 } }).done).result;
            });
            assert.equal(found.score, 4064);
            const { puzzles } = await page.evaluate(async () => (await import(new URL('api.js', document.baseURI).href)).library.list({ q: 'Best' }));
            assert.deepEqual(puzzles.map(one => one.title), ['Best Hexhunt, 4,064']);
        });
    },
    async 'a search is paused, resumed and cancelled; its best board is saved'() {
        await withOfflinePage(async page => {
            const { while_paused, after, result } = await page.evaluate(async () => {
                const api = await import(new URL('api.js', document.baseURI).href);
                let count = 0, first = () => {};
                const begun = new Promise(resolve => { first = resolve; });
                const job = api.job('best', { game: 'hexhunt' }, { onProgress: () => { count++; first(); } });
                const more = async from => { while (count <= from) await new Promise(resolve => setTimeout(resolve, 20)); return count; };
                await begun;
                await job.pause(true);
                let before = -1; // the events that were on their way when it was paused
                while (before !== count) { before = count; await new Promise(resolve => setTimeout(resolve, 1500)); }
                const while_paused = count - before;
                await job.pause(false);
                const after = await more(before) - before;
                await job.cancel();
                return { while_paused, after, result: await job.done };
            });
            assert.equal(while_paused, 0);
            assert(after > 0);
            assert.equal(result.kept, true);
            assert(result.result.score > 0);
        });
    },
    async 'a search uses every core but one: its lines only improve, its work is that of all, and the target ends it'() {
        await withOfflinePage(async page => {
            await page.addInitScript(() => Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => 5 }));
            await page.reload();
            await page.locator('main h1').first().waitFor();
            const { scores, workers, ended, mostDone } = await page.evaluate(async () => {
                const api = await import(new URL('api.js', document.baseURI).href), scores = [], NativeWorker = globalThis.Worker;
                let workers = 0, mostDone = 0;
                globalThis.Worker = class extends NativeWorker { constructor(...given) { super(...given); workers++; } };
                const on = { onLine: text => scores.push(Number(text.trim().split(/\s+/)[2])), onProgress: report => { mostDone = Math.max(mostDone, report.done); } };
                const ended = await api.job('best', { game: 'hexhunt', options: { shape: 'hex7', target: 150 } }, on).done;
                return { scores, workers, ended, mostDone };
            });
            assert(workers >= 2, `${workers} further Workers`);
            assert.deepEqual(scores, [...new Set(scores)].sort((a, b) => a - b));
            assert.equal(ended.code, 0);
            assert.equal(ended.result.score, scores.at(-1));
            assert(ended.result.score >= 150);
            assert(ended.result.evaluations >= mostDone);
        });
    },
    async 'two tabs share the library; when the owner is closed, the other takes over'() {
        await withOfflinePage(async (page, context, url) => {
            const second = await context.newPage();
            await second.goto(url);
            await second.locator('main h1').first().waitFor();
            const add = (one, board) => one.evaluate(async board => (await import(new URL('api.js', document.baseURI).href)).library.add({ game: 'hexhunt', board }), board);
            const boards = one => one.evaluate(async () => (await (await import(new URL('api.js', document.baseURI).href)).library.list()).puzzles.map(each => each.board));
            await add(page, 'TS/EAR/LB');
            await add(second, 'TA/EAR/LB');
            assert.deepEqual((await boards(page)).sort(), ['TA/EAR/LB', 'TS/EAR/LB']);
            assert.deepEqual((await boards(second)).sort(), ['TA/EAR/LB', 'TS/EAR/LB']);
            await page.close();
            await add(second, 'TB/EAR/LB');
            assert.deepEqual((await boards(second)).sort(), ['TA/EAR/LB', 'TB/EAR/LB', 'TS/EAR/LB']);
        });
    },
};
