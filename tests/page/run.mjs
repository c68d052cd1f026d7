// Runs every tests/page/test_*.mjs in one browser, prints a line for each test and lists the failures at the end. Two
// hands take the tests in turn; each test has a server and a library of its own, so that none depends on the others. What
// is measured is measured first, alone. What failed is tried once more in the end, alone: on a machine that stood still for
// a moment a wait may run out. What passes then is called unsteady, with how it failed, and is to be looked at. A test that
// calls kit.skip(reason) is counted as skipped; the status is then 77, as CTest expects it.
//
//     node tests/page/run.mjs [PART OF A NAME]        COMB=build/comb names the program, SLOW=4 a slow machine
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBrowser } from '../lib/browser.mjs';
import { Skipped, startServer, session } from './kit.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const part = process.argv[2] || '';
const folder = await mkdtemp(join(tmpdir(), 'comb-page-'));
const HANDS = 2;
/** @type {{one: {name: string, test: Function}, failure: Error}[]} */
let failures = [];
let count = 0, skipped = 0, started = 0;

async function collect() {
    const files = (await readdir(here)).filter(name => /^test_.*\.mjs$/.test(name)).sort();
    const found = [];
    for (const file of files) {
        const { tests } = await import(`./${file}`);
        for (const [name, test] of Object.entries(tests)) found.push({ name: `${file.slice(5, -4)}: ${name}`, test });
    }
    return found.filter(({ name }) => name.includes(part));
}

/** The data of the server, library and words, is in a folder of its own. */
async function freshServer() {
    const own = join(folder, String(started++));
    await mkdir(own);
    return startServer(join(own, 'library.db'));
}

/** One test in a fresh session; what it prints comes indented under its line. The failure, or null. */
async function runOne({ name, test }, browser) {
    const start = performance.now(), notes = [], server = await freshServer();
    const kit = await session(browser, server.url, text => notes.push(text));
    let failure = null;
    try {
        await test(kit);
        kit.confirmQuiet();
    } catch (error) {
        failure = error;
    }
    await kit.close();
    await server.stop();
    const left = failure instanceof Skipped;
    if (left) {
        notes.push(`skipped: ${failure.message}`);
        failure = null;
        skipped++;
    }
    console.log(`${left ? 'skip  ' : failure ? 'FAILED' : 'ok    '} ${name} (${Math.round(performance.now() - start)} ms)`);
    for (const text of notes) console.log(`         ${text}`);
    return failure;
}

/** Takes tests from the list until it is empty. */
async function work(list, browser) {
    while (list.length) {
        const one = list.shift(), failure = await runOne(one, browser);
        if (failure) failures.push({ one, failure });
    }
}

/** The failures that stay; the others are told as unsteady. */
async function tryAgain(browser) {
    const first = failures;
    failures = [];
    for (const { one, failure } of first) {
        const again = await runOne(one, browser);
        if (again) failures.push({ one, failure: again });
        else tell('unsteady: ', { one, failure });
    }
}

const tell = (kind, { one, failure }) => console.log(`\n${kind}${one.name}\n    ${String(failure.stack || failure).split('\n').slice(0, 12).join('\n    ')}`);

let browser;
try {
    const list = await collect(), measured = list.filter(({ name }) => /\bmeasured\b/.test(name)), others = list.filter(one => !measured.includes(one));
    count = list.length;
    browser = await startBrowser();
    await work(measured, browser);
    await Promise.all(Array.from({ length: HANDS }, () => work(others, browser)));
    await tryAgain(browser);
} finally {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
}
for (const failed of failures) tell('', failed);
console.log(`\n${count - failures.length - skipped} passed, ${failures.length} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exitCode = failures.length || !count ? 1 : skipped ? 77 : 0;
