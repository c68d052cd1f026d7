// The start page: what is pasted is told, lists of panels, messages for what is no board, blank boards; and a server
// that is gone.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PANELS, becomes, heard, session, startServer } from './kit.mjs';

const box = page => page.getByRole('textbox', { name: 'Board, link or level' });

async function told(page, text, pattern) {
    await box(page).fill(text);
    await page.locator('.drop-out').filter({ hasText: pattern }).waitFor();
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
        const folder = await mkdtemp(join(tmpdir(), 'comb-gone-'));
        let server = await startServer(join(folder, 'library.db'));
        const guarded = await session(kit.browser, server.url, kit.note);
        try {
            const page = await guarded.open();
            await server.stop();
            await page.getByRole('link', { name: 'Library', exact: true }).click();
            await page.getByRole('heading', { name: 'Comb does not answer' }).waitFor();
            assert.doesNotMatch(await page.locator('main').textContent(), /mistyped|module/);
            await page.getByRole('button', { name: 'Try again' }).click();
            await heard(page, 'Comb does not answer');
            server = await startServer(join(folder, 'library.db'), ['--port', new URL(server.url).port]);
            await page.getByRole('button', { name: 'Try again' }).click();
            await page.getByRole('searchbox').waitFor();
        } finally {
            await guarded.close();
            await server.stop();
            await rm(folder, { recursive: true });
        }
    },
};
