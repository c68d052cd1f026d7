// The library of the static page: nothing confirmed is lost when the browser is killed, and the program reads its exports.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProfile } from '../lib/browser.mjs';
import { serveFolder } from '../lib/static.mjs';

const folder = process.env.COMB_WEB || 'build/web', program = process.env.COMB || 'build/comb';

/** Runs a test with a folder for profiles and files, and the page's server. */
async function withFolder(test) {
    const work = mkdtempSync(join(tmpdir(), 'comb-storage-')), server = await serveFolder(folder);
    try {
        await test(work, server.url);
    } finally {
        await server.stop();
        rmSync(work, { recursive: true, force: true, maxRetries: 5 });
    }
}

/** Opens the page in a browser with this profile. */
async function openPage(profile, url) {
    const context = await startProfile(profile), page = await context.newPage();
    page.setDefaultTimeout(120000);
    await page.goto(url);
    await page.locator('main h1').first().waitFor();
    return { context, page };
}

/** Calls functions of the page's client of the library, one for each list of arguments, and `confirmSaved` after each. */
const callLibrary = (page, name, calls) => page.evaluate(async ([name, calls]) => {
    const { library } = await import(new URL('api.js', document.baseURI).href);
    let last;
    for (const given of calls) {
        last = await library[name](given);
        await globalThis.confirmSaved?.(given.board);
    }
    return last;
}, [name, calls]);

const boardsOf = async page => (await callLibrary(page, 'list', [{ most: 2000 }])).puzzles.map(one => one.board);

/** Ends the browser of this profile at once, as a crash would. */
function killBrowser(profile) {
    const found = spawnSync('pkill', ['-KILL', '-f', '--', `--user-data-dir=${profile}`]);
    assert.equal(found.status, 0, 'the browser is running');
}

/** A board of 19 letters for each number, all different. */
const boardFor = number => [...String(number).padStart(4, '0')].reduce((text, digit) => text.replace('?', 'ABCDEFGHIJ'[digit]), '???/?ASR/SLTED/PING/RAS');

export const tests = {
    async 'the browser is killed while it saves: what was confirmed is there afterwards'() {
        await withFolder(async (work, url) => {
            const profile = join(work, 'profile'), confirmed = [];
            let next = 0;
            for (let round = 0; round < 4; round++) {
                const { context, page } = await openPage(profile, url), enough = confirmed.length + 5 + 7 * round;
                await page.exposeFunction('confirmSaved', board => { confirmed.push(board); });
                const saving = callLibrary(page, 'add', Array.from({ length: 400 }, () => ({ game: 'hexhunt', board: boardFor(next++) })));
                let ended = null;
                saving.then(() => { ended = 'all saved'; }, error => { ended = error.message; });
                while (confirmed.length < enough && !ended) await new Promise(resolve => setTimeout(resolve, 2));
                assert.equal(ended, null);
                killBrowser(profile);
                await assert.rejects(saving);
                await context.close().catch(() => {});
            }
            const { context, page } = await openPage(profile, url), found = new Set(await boardsOf(page));
            assert.deepEqual(confirmed.filter(board => !found.has(board)), []);
            assert((await page.evaluate(async () => (await import(new URL('api.js', document.baseURI).href)).storageProblem())) === '');
            await context.close();
        });
    },
    async 'libraries go from the page to the program and back'() {
        await withFolder(async (work, url) => {
            const { context, page } = await openPage(join(work, 'profile'), url), file = join(work, 'page.jsonl'), database = join(work, 'native.db');
            await callLibrary(page, 'add', ['TS/EAR/LB', 'TA/EAR/LB'].map(board => ({ game: 'hexhunt', board, title: `Title of ${board}` })));
            await page.goto(`${url}#/library`);
            const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export all' }).click()]);
            await download.saveAs(file);
            execFileSync(program, ['library', 'import', file, '--db', database, '--quiet']);
            const listed = JSON.parse(execFileSync(program, ['library', 'list', '--db', database, '--json'], { encoding: 'utf8' }));
            assert.deepEqual(listed.puzzles.map(one => one.title).sort(), ['Title of TA/EAR/LB', 'Title of TS/EAR/LB']);
            execFileSync(program, ['solve', 'hexhunt', 'TB/EAR/LB', '--db', database, '--quiet']);
            const exported = execFileSync(program, ['library', 'export', '-', '--db', database], { encoding: 'utf8' });
            await callLibrary(page, 'import', [{ text: exported, source: 'native.jsonl' }]);
            assert.deepEqual((await boardsOf(page)).sort(), ['TA/EAR/LB', 'TB/EAR/LB', 'TS/EAR/LB']);
            await context.close();
        });
    },
};
