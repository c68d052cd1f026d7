// The module under node: one board of each game, a picture, errors, types and the package.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const folder = resolve(process.env.COMB_WEB || 'build/web');
const { createComb, CombError } = await import(join(folder, 'comb.mjs'));

/** Drawn by Comb itself. */
const PICTURE = 'tests/corpus/pictures/own-hexhunt.png';

export const tests = {
    async 'one board of each game is solved'() {
        const comb = await createComb(), games = await comb.games();
        assert(games.length >= 8);
        for (const { name, examples } of games) {
            const result = await comb.solve(name, examples[0].input);
            assert.equal(result.game, name);
        }
    },
    async 'the file of games is what the program lists'() {
        const comb = await createComb();
        assert.deepEqual(JSON.parse(await readFile(join(folder, 'games.json'), 'utf8')), await comb.request('GET', '/api/games'));
    },
    async 'a board is solved as the command line solves it'() {
        const comb = await createComb(), result = await comb.solve('hexhunt', 'LPE/EASR/SRTED/PING/LAS');
        const native = JSON.parse(execFileSync(process.env.COMB || 'build/comb', ['solve', 'hexhunt', 'LPE/EASR/SRTED/PING/LAS', '--json'], { encoding: 'utf8', env: { ...process.env, XDG_DATA_HOME: tmpdir() } }));
        assert.equal(result.score, 4064);
        assert.deepEqual(result.words, native.words);
    },
    async 'verbs without a board, with options and events'() {
        const comb = await createComb(), made = await comb.make('hexcells', { seed: 3 }), events = [];
        assert.deepEqual(await comb.make('hexcells', { seed: 3 }), made);
        assert.match(made.board, /^Hexcells level v1/);
        const hint = await comb.hint('hexcells', made.board);
        assert.equal(hint.game, 'hexcells');
        const best = await comb.best('hexhunt', { seconds: 1, onEvent: name => events.push(name) });
        assert(best.score > 1000, String(best.score));
        assert(events.includes('line') && events.includes('progress'));
    },
    async 'a search scores boards as the solver does'() {
        const comb = await createComb();
        for (const [game, options] of [['hexhunt', {}], ['hexhunt', { 'min-length': 5 }], ['boggle', { shape: '6x6' }], ['ruzzle', {}]]) {
            const lines = [];
            await comb.best(game, { seconds: .5, options, onEvent: (name, { text }) => { if (name === 'line') lines.push(text.trim().split(/\s+/)); } });
            assert(lines.length > 3, `${game}: ${lines.length} boards`);
            for (const [, , score, ...board] of lines.slice(-5)) {
                const { shape, ...rest } = options, solved = await comb.solve(game, board.join(' '), { options: rest });
                assert.equal(solved.score, Number(score), `${game} ${board.join(' ')}`);
            }
        }
    },
    async 'a picture is read'() {
        const comb = await createComb(), reading = await comb.read(await readFile(PICTURE));
        assert.equal(reading.game, 'hexhunt');
        const native = JSON.parse(execFileSync(process.env.COMB || 'build/comb', ['read', PICTURE, '--json'], { encoding: 'utf8' }));
        assert.equal(reading.board, native.board);
    },
    async 'a picture that is none is rejected'() {
        const comb = await createComb();
        await assert.rejects(comb.read(new Uint8Array(100)), error => error instanceof CombError && error.code === 2 && /unknown format/.test(error.message));
        const whole = await readFile(PICTURE);
        await assert.rejects(comb.read(whole.subarray(0, whole.length / 2)), /truncated/);
    },
    async 'errors have a place'() {
        const comb = await createComb();
        await assert.rejects(comb.solve('hexhunt', 'AB1/C'), error => error instanceof CombError && error.code === 2);
        await assert.rejects(comb.solve('nothing', 'AB'), /unknown game/);
    },
    async 'a board is drawn'() {
        assert.match(await (await createComb()).draw('hexhunt', 'TS/EAR/LB'), /^<svg|^<\?xml/);
    },
    async 'the package is installed and used, with its types'() {
        const work = await mkdtemp(join(tmpdir(), 'comb-package-'));
        try {
            const npm = (...args) => execFileSync('npm', args, { cwd: work, encoding: 'utf8', env: { ...process.env, npm_config_cache: join(work, 'cache'), npm_config_update_notifier: 'false' } });
            const [archive] = npm('pack', '--silent', folder).trim().split('\n');
            execFileSync('tar', ['-xzf', archive], { cwd: work });
            await writeFile(join(work, 'use.mjs'), `import { createComb } from './package/comb.mjs';\nconst comb = await createComb();\nconsole.log((await comb.solve('hexhunt', 'TS/EAR/LB')).score);\n`);
            assert.equal(execFileSync('node', ['use.mjs'], { cwd: work, encoding: 'utf8' }), '376\n');
            await writeFile(join(work, 'use.mts'), `import { createComb } from './package/comb.mjs';\nconst comb = await createComb();\nconst score: number = (await comb.solve('hexhunt', 'TS/EAR/LB')).score;\nconst board: string = (await comb.make('witness', { seed: 1 })).board;\nexport { score, board };\n`);
            execFileSync('node', [resolve('.deps/page/node_modules/typescript/bin/tsc'), '--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'nodenext', '--moduleResolution', 'nodenext', 'use.mts'], { cwd: work, encoding: 'utf8' });
        } finally {
            await rm(work, { recursive: true, force: true });
        }
    },
};
