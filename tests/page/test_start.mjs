// The start page: previews of pasted boards, lists of panels, error messages, blank boards; and a server that is down.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PHONE, PANELS, becomes, announced, onScreen, session, startServer, violations } from './kit.mjs';

const box = page => page.getByRole('textbox', { name: 'Board, link or level' });

async function previews(page, text, pattern) {
    await box(page).fill(text);
    await page.locator('.drop-out').filter({ hasText: pattern }).waitFor();
}

/** A separate server, which the test may stop and restart at the same address. */
async function withServer(kit, test) {
    const folder = await mkdtemp(join(tmpdir(), 'comb-gone-')), start = (more = []) => startServer(join(folder, 'library.db'), more);
    let server = await start();
    const guarded = await session(kit.browser, server.url, kit.note);
    try {
        await test(guarded, { stop: signal => server.stop(signal), again: async () => { server = await start(['--port', new URL(server.url).port]); } });
    } finally {
        await guarded.close();
        await server.stop();
        await rm(folder, { recursive: true });
    }
}

/** Clicks Try again, unless the page has noticed without it that the server is back: it looks every 1.5 seconds. */
const tryAgain = page => page.getByRole('button', { name: 'Try again' }).evaluateAll(buttons => buttons[0]?.click())
    .catch(error => { if (!/context was destroyed/.test(error.message)) throw error; });

export const tests = {
    async 'how it works: three pictures per game; captions of symbols; a first hint that goes away'(kit) {
        const { games } = await kit.ask('/api/games');
        for (const [game, width] of games.map(({ name }, i) => [name, i % 2 ? 360 : 1280])) {
            const page = await kit.play(game, await kit.example(game), { size: { width, height: 800 } });
            await page.getByText('How it works').click();
            await becomes(() => page.locator('.lessons li svg').count(), 3, game);
            await page.close();
        }
        const page = await kit.play('witness', '+ - + - E / | sq:white | sq:black | / S - + - +'), at = await onScreen(page, 50, 50), tip = page.locator('.tip');
        await tip.getByText('Drag from the disc').waitFor();
        await page.mouse.move(at.x, at.y);
        await page.mouse.move(at.x + 2, at.y);
        await page.getByRole('tooltip').getByText('a region has squares of one colour only').waitFor();
        assert.deepEqual(await violations(page), []);
        await page.keyboard.press('ArrowRight');
        await tip.waitFor({ state: 'hidden' });
        await page.reload();
        await page.getByRole('grid').first().waitFor();
        await becomes(() => tip.isVisible(), false, 'shown once');
        const level = await kit.play('hexcells', 'Hexcells position v1\n2: 4=o 6=o\n3: 5=o\n4: 4=1 6=o'), number = await level.locator('main [role=gridcell][aria-label^="row 5 column 5,"]').boundingBox();
        await level.mouse.move(number.x + 20, number.y + 20);
        await level.mouse.move(number.x + 22, number.y + 20);
        await level.getByRole('tooltip').getByText('Counts the blue cells around it.').waitFor();
    },
    async 'a list of panels is recognised and opened with its first panel'(kit) {
        const page = await kit.open();
        await previews(page, PANELS.join('\n'), '2 panels');
        await page.getByRole('button', { name: 'Open first panel' }).click();
        await page.getByText('1 of 2').waitFor();
        await page.getByRole('tab', { name: 'Panels', selected: true }).waitFor();
        await page.getByRole('button', { name: 'Next panel' }).click();
        await page.getByText('2 of 2').waitFor();
        await page.getByRole('heading', { name: 'Panel 3 × 2' }).waitFor();
        await becomes(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Next panel', 'the focus stays');
        await page.keyboard.press('Control+z');
        await page.getByRole('heading', { name: 'Panel 1 × 2' }).waitFor();
        await page.getByText('1 of 2').waitFor();
    },
    async 'Enter opens a board on one line, Ctrl Enter one on several, as the button says'(kit) {
        for (const [text, key] of [['LPE/EASR/SRTED/PING/LAS', 'Enter'], ['LPE\nEASR\nSRTED\nPING\nLAS', 'Ctrl Enter']]) {
            const page = await kit.open();
            await previews(page, text, 'Hexhunt');
            await becomes(() => page.locator('.drop-out kbd').textContent(), key);
            await box(page).press(key.replace('Ctrl ', 'Control+'));
            await page.waitForURL(/#\/play\/comb[12]-/);
        }
    },
    async 'a typed board offers the games that know its shape or its attributes, the likeliest first'(kit) {
        const page = await kit.open(), preview = page.locator('#preview');
        const offered = async () => [...await preview.locator('h2').allTextContents(), ...await preview.locator('.as-link').allTextContents()].join(', ');
        for (const [board, games] of [
            ['TERS/PANE/LIST/GOED', 'Boggle, Word Hunt, Ruzzle, Hexhunt, Squaredle'], ['TERSX/PANEX/LISTX/GOEDX/ABCDE', 'Boggle, Word Hunt, Hexhunt, Squaredle'], ['TER/PAN/LIS', 'Boggle, Word Hunt, Hexhunt, Squaredle'],
            ['TERS/PANE/LIST', 'Word Hunt, Hexhunt, Squaredle'], ['LPE/EASR/SRTED/PING/LAS', 'Hexhunt'], ['LPEEASRSRTEDPINGLAS', 'Hexhunt'], ['S/TA/ERN/DO/G', 'Hexicon'],
            ['S / T A:b / E R:b N / D O:r / G', 'Hexicon'], ['C A:3l T D / W O F O / I R D G / N O A S', 'Ruzzle'],
        ]) {
            await page.locator('#in').fill(board);
            await becomes(offered, games, board);
        }
    },
    async 'rows separated by spaces are a board, a sentence is not'(kit) {
        const page = await kit.open();
        await previews(page, 'LPE EASR SRTED PING LAS', /Hexhunt/);
        await previews(page, 'abcd efgh iklm nopr', /Boggle/);
        await previews(page, 'hello world this is not a board', /Not a board: separate rows/);
    },
    async 'a list pasted anywhere opens the start page and can be saved to the library'(kit) {
        const page = await kit.open({ path: '#/best/hexhunt' });
        await page.evaluate(text => navigator.clipboard.writeText(text), PANELS.join('\r\n'));
        await page.keyboard.press('Control+v');
        await page.getByRole('heading', { name: '2 panels' }).waitFor();
        await page.getByRole('button', { name: 'Save to library' }).click();
        await page.getByRole('searchbox').waitFor();
        for (const text of PANELS) {
            const { board } = await kit.ask('/api/board', { game: 'witness', board: text });
            await becomes(async () => (await kit.ask('/api/library?game=witness&most=500')).puzzles.some(one => one.board === board), true, 'the library has each panel');
        }
    },
    async 'invalid boards show the page\'s own messages, and the console stays quiet'(kit) {
        const page = await kit.open();
        await previews(page, PANELS[1].slice(0, 100), 'Incomplete Windmill string');
        await previews(page, 'https://example.com/foo', 'Unknown address');
        await previews(page, 'A'.repeat(120000), 'Too long for a board: 120,000 characters.');
        await previews(page, 'HELLO', 'One row of 5 letters is not a board');
        await previews(page, 'ABC/DE/FGHIJ', 'The rows have 3, 2, 5 letters');
        await previews(page, 'comb1-hexhunt-UlNF', 'This share code is incomplete or mistyped');
        await previews(page, '{"what": 7}', 'Unknown board format');
        assert.doesNotMatch(await page.locator('.drop-out').textContent(), /name the game first/);
    },
    async 'blank boards of Hexcells and The Witness open in their editor'(kit) {
        for (const name of ['Hexcells, empty level', 'The Witness, empty panel']) {
            const page = await kit.open();
            await page.getByRole('button', { name: /Blank board/ }).click();
            await page.getByRole('menuitem', { name }).click();
            await page.getByRole('tab', { name: 'Edit', selected: true }).waitFor();
            await page.waitForURL(/#\/play\/comb[12]-/);
        }
    },
    async 'a server that is down is reported, and retrying restores the view'(kit) {
        await withServer(kit, async (guarded, server) => {
            const page = await guarded.open();
            await server.stop();
            await page.getByRole('link', { name: 'Library', exact: true }).click();
            await page.getByRole('heading', { name: 'Comb is not responding' }).waitFor();
            assert.doesNotMatch(await page.locator('main').textContent(), /mistyped|module/);
            await page.getByRole('button', { name: 'Try again' }).click();
            await announced(page, 'Comb is not responding');
            await server.again();
            await tryAgain(page);
            await page.getByRole('searchbox').waitFor();
        });
    },
    async 'server goes down while playing: one message, no false verdict, and play continues when it is back'(kit) {
        await withServer(kit, async (guarded, server) => {
            const level = await guarded.play('hexcells', await guarded.example('hexcells')), panel = await guarded.play('witness', '2x2', { size: PHONE });
            const board = await guarded.example('hexcells'), { steps } = await guarded.ask('/api/solve', { game: 'hexcells', board }), { x, y, blue } = steps[0].cells[0];
            const gone = page => page.getByRole('alert').filter({ hasText: 'Comb is not running' });
            const cell = level.locator(`main [role=gridcell][aria-label^="row ${y + 1} column ${x + 1},"]`);
            for (const key of ['ArrowUp', 'ArrowUp', 'ArrowRight']) await panel.keyboard.press(key);
            await panel.waitForFunction(() => /line=0,2UUR(&|$)/.test(location.hash));
            await server.stop();
            await cell.focus();
            await level.keyboard.press(blue ? 'b' : 'k');
            await gone(level).waitFor();
            await announced(level, 'Not checked');
            await panel.getByRole('button', { name: /^Check/ }).first().click();
            await gone(panel).waitFor();
            await announced(panel, 'Not checked');
            await becomes(() => panel.evaluate(() => document.documentElement.scrollWidth), PHONE.width);
            await panel.getByRole('button', { name: 'Try again' }).click();
            await panel.getByText('Comb is still not running').waitFor();
            await server.again();
            /* nobody clicks: the page notices that the server is back */
            for (const page of [level, panel]) await gone(page).waitFor({ state: 'hidden' });
            await panel.getByText('Line is not valid').first().waitFor();
            await becomes(() => cell.getAttribute('aria-label'), label => !/hidden/.test(label), 'the marked cell is uncovered');
        });
    },
    async 'an idle page notices that the server is gone, and that it is back'(kit) {
        await withServer(kit, async (guarded, server) => {
            const page = await guarded.open();
            await server.stop();
            await page.getByText('Comb is not running.').waitFor();
            await server.again();
            await page.getByText('Comb is not running.').waitFor({ state: 'hidden' });
            await announced(page, 'Comb is running again.');
        });
    },
    async 'a search whose server goes down reports the lost connection'(kit) {
        await withServer(kit, async (guarded, server) => {
            const board = (await guarded.ask('/api/board', { game: 'witness', board: '9x9' })).board.replace('.', 'tri:1'), page = await guarded.play('witness', board);
            await page.getByLabel('Find').selectOption('lines');
            await page.getByRole('button', { name: /^Solve/ }).first().click();
            await page.getByRole('heading', { name: 'Counting solutions' }).waitFor();
            await becomes(async () => (await guarded.ask('/api/jobs')).jobs.some(job => !job.done && job.options?.lines), true, 'the search is running');
            await server.stop('SIGKILL'); // a graceful stop would send the results so far
            await page.getByText('Comb is not running').waitFor();
            await server.again();
            await tryAgain(page);
            await page.getByText('The connection to the job was lost').first().waitFor();
        });
    },
};
