// Runs tests/web/test_*.mjs, one test after another; the last line counts them.
//
//     node tests/web/run.mjs [PART OF A NAME]        COMB_WEB=build/web: the static folder, COMB=build/comb: the program
import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url)), part = process.argv[2] || '';
let passed = 0, failed = 0;
for (const file of (await readdir(here)).filter(name => /^test_.*\.mjs$/.test(name)).sort()) {
    const { tests } = await import(`./${file}`);
    for (const [title, test] of Object.entries(tests)) {
        const name = `${file.slice(5, -4)}: ${title}`, start = performance.now();
        if (!name.includes(part)) continue;
        const failure = await test().then(() => null, error => error);
        failure ? failed++ : passed++;
        console.log(`${failure ? 'FAILED' : 'ok    '} ${name} (${Math.round(performance.now() - start)} ms)`);
        if (failure) console.log(`    ${String(failure.stack || failure).split('\n').slice(0, 12).join('\n    ')}`);
    }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed || !passed ? 1 : 0;
