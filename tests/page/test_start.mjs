// The start page: what is pasted is told, lists of panels, messages for what is no board, blank boards; and a server
// that is gone.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PHONE, PANELS, becomes, heard, session, startServer } from './kit.mjs';

const box = page => page.getByRole('textbox', { name: 'Board, link or level' });

async function told(page, text, pattern) {
    await box(page).fill(text);
    await page.locator('.drop-out').filter({ hasText: pattern }).waitFor();
}

/** A server of the test's own, which it may stop and start again at the same address. */
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

export const tests = {
    async 'a list of panels is seen as one and opened with the list beside its first'(kit) {
        const page = await kit.open();
        await told(page, PANELS.join('\n'), '2 panels');
        await page.getByRole('button', { name: 'Open the first' }).click();
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
            await told(page, text, 'Hexhunt');
            await becomes(() => page.locator('.drop-out kbd').textContent(), key);
            await box(page).press(key.replace('Ctrl ', 'Control+'));
            await page.waitForURL(/#\/play\/comb1-/);
        }
    },
    async 'rows side by side are a board, a sentence is none'(kit) {
        const page = await kit.open();
        await told(page, 'LPE EASR SRTED PING LAS', /Hexhunt/);
        await told(page, 'abcd efgh iklm nopr', /Boggle/);
        await told(page, 'hello world this is not a board', /These words are no board/);
    },
    async 'a list pasted anywhere comes to the start page; it can go to the library'(kit) {
        const page = await kit.open({ path: '#/best/hexhunt' });
        await page.evaluate(text => navigator.clipboard.writeText(text), PANELS.join('\r\n'));
        await page.keyboard.press('Control+v');
        await page.getByRole('heading', { name: '2 panels' }).waitFor();
        await page.getByRole('button', { name: 'To the library' }).click();
        await page.getByRole('searchbox').waitFor();
        for (const text of PANELS) {
            const { board } = await kit.ask('/api/board', { game: 'witness', board: text });
            await becomes(async () => (await kit.ask('/api/library?game=witness&most=500')).puzzles.some(one => one.board === board), true, 'the library has each panel');
        }
    },
    async 'what is no board is told in the words of the page, and the console stays quiet'(kit) {
        const page = await kit.open();
        await told(page, PANELS[1].slice(0, 100), 'This looks like a Windmill string that is cut short');
        await told(page, 'https://example.com/foo', 'Comb does not know this address');
        await told(page, 'A'.repeat(120000), '120,000 characters are too many for a board.');
        await told(page, 'HELLO', 'One row of 5 letters is no board');
        await told(page, 'ABC/DE/FGHIJ', 'The rows have 3, 2, 5 letters');
        await told(page, 'comb1-hexhunt-UlNF', 'This share code is cut short or mistyped');
        await told(page, '{"what": 7}', 'This is no board that Comb knows');
        assert.doesNotMatch(await page.locator('.drop-out').textContent(), /name it before/);
    },
    async 'blank boards of Hexcells and The Witness open in their editor'(kit) {
        for (const name of ['Hexcells, an empty level', 'The Witness, an empty panel']) {
            const page = await kit.open();
            await page.getByRole('button', { name: /Blank board/ }).click();
            await page.getByRole('menuitem', { name }).click();
            await page.getByRole('tab', { name: 'Edit', selected: true }).waitFor();
            await page.waitForURL(/#\/play\/comb1-/);
        }
    },
    async 'a server that is gone is named, and trying again brings the view back'(kit) {
        await withServer(kit, async (guarded, server) => {
            const page = await guarded.open();
            await server.stop();
            await page.getByRole('link', { name: 'Library', exact: true }).click();
            await page.getByRole('heading', { name: 'Comb does not answer' }).waitFor();
            assert.doesNotMatch(await page.locator('main').textContent(), /mistyped|module/);
            await page.getByRole('button', { name: 'Try again' }).click();
            await heard(page, 'Comb does not answer');
            await server.again();
            await page.getByRole('button', { name: 'Try again' }).click();
            await page.getByRole('searchbox').waitFor();
        });
    },
    async 'a server that goes while one plays: said once, nothing is called right, and it goes on when it is back'(kit) {
        await withServer(kit, async (guarded, server) => {
            const level = await guarded.play('hexcells', await guarded.example('hexcells')), panel = await guarded.play('witness', '2x2', { size: PHONE });
            const board = await guarded.example('hexcells'), { steps } = await guarded.ask('/api/solve', { game: 'hexcells', board }), { x, y, blue } = steps[0].cells[0];
            const gone = page => page.getByRole('alert').filter({ hasText: 'Comb is not running' });
            const cell = level.locator(`main [role=gridcell][aria-label^="column ${x} row ${y},"]`);
            for (const key of ['ArrowUp', 'ArrowUp', 'ArrowRight']) await panel.keyboard.press(key);
            await panel.waitForFunction(() => /line=0,2UUR(&|$)/.test(location.hash));
            await server.stop();
            await cell.focus();
            await level.keyboard.press(blue ? 'b' : 'k');
            await gone(level).waitFor();
            await heard(level, 'Not checked');
            await panel.getByRole('button', { name: /^Check/ }).first().click();
            await gone(panel).waitFor();
            await heard(panel, 'Not checked');
            await becomes(() => panel.evaluate(() => document.documentElement.scrollWidth), PHONE.width);
            await panel.getByRole('button', { name: 'Try again' }).click();
            await panel.getByText('Still no answer').waitFor();
            await server.again();
            for (const page of [level, panel]) await page.getByRole('button', { name: 'Try again' }).click();
            for (const page of [level, panel]) await gone(page).waitFor({ state: 'hidden' });
            await panel.getByText('Line is not valid').first().waitFor();
            await becomes(() => cell.getAttribute('aria-label'), label => !/hidden/.test(label), 'what was marked is uncovered');
        });
    },
    async 'a search whose server goes is not waited for in silence'(kit) {
        await withServer(kit, async (guarded, server) => {
            const board = (await guarded.ask('/api/board', { game: 'witness', board: '9x9' })).board.replace('.', 'tri:1'), page = await guarded.play('witness', board);
            await page.getByLabel('Find').selectOption('lines');
            await page.getByRole('button', { name: /^Solve/ }).first().click();
            await page.getByRole('heading', { name: 'Counting every line' }).waitFor();
            await server.stop('SIGKILL'); // with time to end, it would send what was found
            await page.getByText('Comb is not running any more').waitFor();
            await server.again();
            await page.getByRole('button', { name: 'Try again' }).click();
            await page.getByText('The connection to the job was lost').waitFor();
        });
    },
};
