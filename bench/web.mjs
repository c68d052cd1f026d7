// CPU time of the same requests, answered by the native server and by the WebAssembly module under node. Prints a table.
//
//     node bench/web.mjs [STATIC FOLDER] [PROGRAM]        default: build/web, build/comb
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const folder = resolve(process.argv[2] || 'build/web'), program = process.argv[3] || 'build/comb', SEARCH = 8;
const { createComb } = await import(join(folder, 'comb.mjs'));

const work = mkdtempSync(join(tmpdir(), 'comb-bench-'));
const server = spawn(program, ['serve', '--port', '0', '--db', join(work, 'library.db')], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, XDG_DATA_HOME: work } });
const url = String((await once(server.stdout, 'data'))[0]).match(/http:\S+\//)[0];

const post = async (path, body, type = 'application/json') => (await fetch(url + path, { method: 'POST', headers: { 'Content-Type': type }, body })).json();
/** CPU seconds of the server; the kernel counts in hundredths. */
const serverCpu = () => readFileSync(`/proc/${server.pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ').slice(11, 13).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
const ownCpu = () => process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6;
const lines = name => readFileSync(`tests/corpus/${name}.jsonl`, 'utf8').trim().split('\n').map(line => JSON.parse(line));

/** Milliseconds of CPU per call, for a list of requests repeated until a second is used; the first round warms up. */
async function measure(clock, calls) {
    for (const call of calls) await call();
    const start = clock();
    let count = 0;
    while (clock() - start < 1) for (const call of calls) { await call(); count++; }
    return (clock() - start) * 1000 / count;
}

const comb = await createComb(), rows = [];
const report = (name, native, wasm, unit, ratio) => rows.push(`| ${name} | ${native} | ${wasm} | ${ratio.toFixed(1)} |${unit}`);
async function compare(name, native, wasm) {
    const a = await measure(serverCpu, native), b = await measure(ownCpu, wasm);
    report(name, a.toFixed(2), b.toFixed(2), '', b / a);
}
const compareSolves = (name, game, boards) => compare(name, boards.map(board => () => post('api/solve', JSON.stringify({ game, board, keep: false }))), boards.map(board => () => comb.solve(game, board)));

const words = await Promise.all(Array.from({ length: 40 }, async (_, seed) => (await comb.make('hexhunt', { seed })).board));
await compareSolves('Hexhunt, 40 made boards', 'hexhunt', words);
await compareSolves('Hexcells, the levels of the corpus', 'hexcells', lines('hexcells').map(({ level }) => `Hexcells level v1\nA\nB\n\n\n${level}`));
await compareSolves('The Witness, 120 panels of the corpus', 'witness', lines('witness').slice(0, 120).map(({ panel }) => panel.replaceAll('/', '\n')));
const pictures = ['own-hexhunt', 'own-witness', 'hexcells-a', 'boggle'].map(name => readFileSync(`tests/corpus/pictures/${name}.png`));
await compare('reading, four pictures, with decoding', pictures.map(bytes => () => post('api/read?quiet=1', bytes, 'image/png')), pictures.map(bytes => () => comb.read(bytes)));

const nativeStart = serverCpu(), { job } = await post('api/jobs', JSON.stringify({ verb: 'best', game: 'hexhunt', seconds: SEARCH, keep: false }));
const events = await (await fetch(`${url}api/jobs/${job}/events`)).text(), found = JSON.parse(events.match(/event: result\ndata: (.*)/)[1]).result;
const nativeRate = found.evaluations / (serverCpu() - nativeStart), wasmStart = ownCpu(), search = await comb.best('hexhunt', { seconds: SEARCH }), wasmRate = search.evaluations / (ownCpu() - wasmStart);
report('best, Hexhunt: boards per CPU second', Math.round(nativeRate).toLocaleString('en-GB'), Math.round(wasmRate).toLocaleString('en-GB'), '', nativeRate / wasmRate);

console.log('| ms of CPU per request | native | WebAssembly | ratio |\n|---|---:|---:|---:|');
for (const row of rows) console.log(row);
console.log('\n| file | bytes | brotli |\n|---|---:|---:|');
for (const name of ['core.wasm', 'core.mjs', 'enable1.dict', 'glyphs.model'])
    console.log(`| ${name} | ${statSync(join(folder, name)).size.toLocaleString('en-GB')} | ${brotliCompressSync(readFileSync(join(folder, name))).length.toLocaleString('en-GB')} |`);
server.kill();
await once(server, 'exit');
rmSync(work, { recursive: true, force: true });
