// Runs all tests/page/test_*.mjs in one browser, prints one line per test and lists the failures at the end. Two workers
// run the tests; each test has its own server and library. Measurements run first, alone. Failed tests are retried once
// at the end, alone, because a wait may time out on a busy machine. Tests that pass then are listed as unsteady, with
// their first failure; more than one unsteady test in two hundred fails the run (policy.mjs). A test that calls
// kit.skip(reason) is counted as skipped; the exit status is then 77, as CTest expects.
//
//     node tests/page/run.mjs [PART OF A NAME]        COMB=build/comb: program to test, SLOW=4: simulate a slow machine,
//                                                     COMB_WEB=build/web: test the static folder instead
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBrowser } from '../lib/browser.mjs';
import { Skipped, startServer, session } from './kit.mjs';
import { runAndRetry, verdict } from './policy.mjs';
import { FOLDER, exceptions } from './static.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const part = process.argv[2] || '';
const folder = await mkdtemp(join(tmpdir(), 'comb-page-'));
const WORKERS = 2;
let skipped = 0, started = 0;

async function collect() {
    const files = (await readdir(here)).filter(name => /^test_.*\.mjs$/.test(name)).sort();
    const found = [];
    for (const file of files) {
        const { tests } = await import(`./${file}`);
        for (const [name, test] of Object.entries(tests)) found.push({ name: `${file.slice(5, -4)}: ${name}`, test });
    }
    const left = FOLDER ? exceptions() : new Map();
    for (const name of left.keys()) if (!found.some(one => one.name === name)) throw new Error(`static_exceptions.txt: there is no test '${name}'`);
    return found.filter(({ name }) => name.includes(part) && !left.has(name));
}

/** Starts a server whose data is in a new folder. */
async function freshServer() {
    const own = join(folder, String(started++));
    await mkdir(own);
    return startServer(join(own, 'library.db'));
}

/** Runs one test in a new session and prints its notes; returns the failure, or null. */
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

const printFailure = (kind, { one, failure }) => console.log(`\n${kind}${one.name}\n    ${String(failure.stack || failure).split('\n').slice(0, 12).join('\n    ')}`);

let browser, count = 0, result;
try {
    const list = await collect(), measured = list.filter(({ name }) => /\bmeasured\b/.test(name));
    count = list.length;
    browser = await startBrowser();
    const opened = browser;
    result = await runAndRetry({ alone: measured, others: list.filter(one => !measured.includes(one)) }, one => runOne(one, opened), WORKERS);
} finally {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
}
for (const one of result.unsteady) printFailure('unsteady: ', one);
for (const one of result.failed) printFailure('FAILED: ', one);
const { status, line } = verdict({ count, failed: result.failed.length, unsteady: result.unsteady.length, skipped });
console.log(`\n${line}`);
if (FOLDER) console.log(`${count - result.failed.length - skipped} passed, ${result.failed.length} failed${skipped ? `, ${skipped} skipped` : ''}`); // for tools/sum-tests
process.exitCode = status;
