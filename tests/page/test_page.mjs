// The page as a whole: size, first paint, accessibility of every view, share links, shortcuts.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PHONE, WIDE, becomes, announced, session, settled, startServer, tabTo, violations } from './kit.mjs';

const MAX_BYTES = 300_000;
const games = ['boggle', 'hexhunt', 'wordhunt', 'ruzzle', 'hexicon', 'hexcells', 'witness'];

async function sizeOf(folder) {
    let sum = 0;
    for (const entry of await readdir(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name);
        sum += entry.isDirectory() ? await sizeOf(path) : gzipSync(await readFile(path)).length;
    }
    return sum;
}

/** Every view: [name, address]. */
async function views(kit) {
    const list = [['start', '#/'], ['library', '#/library'], ['best', '#/best/hexhunt']];
    for (const game of games) {
        const { code } = await kit.ask('/api/board', { game, board: await kit.example(game) });
        list.push([game, `#/play/${code}`]);
    }
    return list;
}

/** Violations that are still there once the view shows its result: figures are pale until they are final. */
async function lasting(page) {
    let lines = await violations(page);
    for (let tries = 0; lines.length && tries < 10; tries++) {
        await page.waitForTimeout(500);
        lines = await violations(page);
    }
    return lines;
}

/** No violation in any view, and no overflow. */
function accessible(scheme, size) {
    return async kit => {
        const found = [];
        for (const [name, path] of await views(kit)) {
            const page = await kit.open({ path, scheme, size, motion: 'reduce', touch: size === PHONE });
            await settled(page);
            const width = await page.evaluate(() => document.documentElement.scrollWidth);
            if (width > size.width) found.push(`${name}: ${width} wide`);
            found.push(...(await lasting(page)).map(line => `${name}: ${line}`));
            await page.context().close();
        }
        assert.deepEqual(found, []);
    };
}

export const tests = {
    async 'all files together are under 300 kB compressed'(kit) {
        const bytes = await sizeOf('web');
        kit.note(`the files of web/ packed: ${bytes} bytes`);
        assert(bytes < MAX_BYTES, `${bytes} bytes`);
    },
    async 'first paint, measured beside a page of one word'(kit) {
        const painted = page => page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN);
        const times = [], floor = [];
        for (let i = 0; i < 9; i++) {
            const page = await kit.open();
            times.push(await painted(page));
            await page.goto('data:text/html,<p>Comb');
            await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length);
            floor.push(await painted(page));
            await page.context().close();
        }
        assert(times.every(time => time > 0), 'something was painted');
        const list = all => `${all.map(time => time.toFixed(0)).sort((a, b) => a - b).join(', ')} ms`;
        kit.note(`first contentful paint: ${list(times)}; of a page of one word: ${list(floor)}`);
    },
    async 'with a token the printed address opens the page, and the token is removed from the address'(kit) {
        const folder = await mkdtemp(join(tmpdir(), 'comb-token-')), token = '0123456789abcdef';
        const server = await startServer(join(folder, 'library.db'), ['--token', token]);
        const guarded = await session(kit.browser, server.url, kit.note);
        try {
            const page = await guarded.open({ path: `?token=${token}` });
            await becomes(() => page.url(), address => !address.includes(token));
            await page.getByRole('link', { name: /Hexhunt/ }).or(page.getByRole('button', { name: /Hexhunt/ })).first().click();
            await page.getByText('782').first().waitFor();
            await page.reload();
            await page.getByText('782').first().waitFor();
            guarded.confirmQuiet();
        } finally {
            await guarded.close();
            await server.stop();
            await rm(folder, { recursive: true });
        }
    },
    'every view is accessible and fits, light': accessible('light', WIDE),
    'every view is accessible and fits, dark': accessible('dark', WIDE),
    'every view is accessible and fits, phone, light': accessible('light', PHONE),
    'every view is accessible and fits, phone, dark': accessible('dark', PHONE),
    async 'the about page lists word lists with their licences'(kit) {
        const page = await kit.open();
        await page.getByRole('link', { name: 'About Comb' }).click();
        await page.getByRole('heading', { name: 'About Comb' }).waitFor();
        await page.getByRole('row', { name: /ENABLE1 public domain/ }).waitFor();
        assert.deepEqual(await violations(page), []);
    },
    async 'a link is shown as a QR code'(kit) {
        const page = await kit.play('hexhunt', 'LPE/EASR/SRTED/PING/LAS');
        await page.getByRole('button', { name: 'Share' }).click();
        await page.getByRole('menuitem', { name: 'Show QR code' }).click();
        await page.getByRole('img', { name: 'QR code of the link' }).waitFor();
        assert.deepEqual(await violations(page), []);
        await page.keyboard.press('Escape');
        await becomes(() => page.locator('.qr-sheet').count(), 0);
    },
    async 'a share link opens the same board again'(kit) {
        const page = await kit.play('hexhunt', 'LPE/EASR/SRTED/PING/LAS');
        await page.getByRole('button', { name: 'Share' }).click();
        await page.getByRole('menuitem', { name: /link/i }).first().click();
        const link = await page.evaluate(() => navigator.clipboard.readText());
        assert(link.startsWith(kit.url), link);
        const again = await kit.open({ path: link.slice(kit.url.length) });
        await again.getByRole('grid').first().waitFor();
        const labels = await again.locator('main [role=gridcell]').evaluateAll(cells => cells.map(cell => cell.getAttribute('aria-label')).join('; '));
        assert.match(labels, /\bL\b.*\bP\b.*\bE\b/);
        await becomes(() => again.locator('main [role=gridcell]').count(), 19);
    },
    async 'an incomplete code shows an error message'(kit) {
        const page = await kit.open({ path: '#/play/comb1-nonsense' });
        await page.getByRole('heading', { name: 'Cannot open this board' }).waitFor();
        await page.getByText('This share code is incomplete or mistyped').waitFor();
    },
    async 'keyboard only: open a game, move, ask for the keys'(kit) {
        const page = await kit.open();
        await page.locator('.game[href*="/play/comb"]').nth(6).waitFor();
        await tabTo(page, '.game[href*="/play/comb"]');
        await page.keyboard.press('Enter');
        await page.getByRole('grid').first().waitFor();
        await tabTo(page, '[role=gridcell]');
        const before = await page.evaluate(() => document.activeElement.getAttribute('aria-label'));
        await page.keyboard.press('ArrowDown');
        await becomes(() => page.evaluate(() => document.activeElement.getAttribute('aria-label')), label => label !== before, 'the arrow moves the focus');
        await page.keyboard.press('?');
        await page.getByRole('dialog').waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'hidden' });
    },
    async 'the list of shortcuts matches the open view'(kit) {
        const keys = { hexcells: 'mark the cell blue or black', witness: 'draw the line', hexhunt: 'step back or forward along the path' };
        for (const [game, wanted] of Object.entries(keys)) {
            const page = await kit.play(game, await kit.example(game));
            await page.getByRole('grid').first().waitFor();
            await page.keyboard.press('?');
            const sheet = page.getByRole('dialog');
            await sheet.getByText(wanted).waitFor();
            for (const other of Object.values(keys).filter(text => text !== wanted)) await becomes(() => sheet.getByText(other).count(), 0);
            await page.context().close();
        }
    },
    async 'keyboard only: the library'(kit) {
        await kit.ask('/api/library', { game: 'hexhunt', board: 'LPE/EASR/SRTED/PING/LAS', title: 'Quince record' });
        const page = await kit.open({ path: '#/library' });
        await page.keyboard.press('/');
        await page.keyboard.type('quince record');
        await announced(page, '1 board shown');
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await page.getByRole('grid').first().waitFor();
        await page.waitForURL(/#\/play\/comb[12]-/);
    },
    async 'a board pasted anywhere is opened and saved'(kit) {
        const page = await kit.open({ path: '#/library' });
        await page.evaluate(() => navigator.clipboard.writeText('PAST/EDBO/ARDX/YZZZ'));
        await page.keyboard.press('Control+v');
        await page.getByRole('grid').first().waitFor();
        await becomes(async () => (await kit.ask('/api/library?q=PAST')).puzzles.length, 1);
    },
    async 'pasted letters: squares are not opened as hexagons, and the game can be changed'(kit) {
        const page = await kit.play('hexhunt', 'LPE/EASR/SRTED/PING/LAS');
        await page.evaluate(() => navigator.clipboard.writeText('RUZZ/LEOR/BOGG/LEXX'));
        await page.keyboard.press('Control+v');
        await page.getByRole('heading', { name: 'Boggle', exact: true, level: 1 }).waitFor();
        await page.getByText('Opened as Boggle.').first().waitFor();
        await page.getByRole('button', { name: 'Change game' }).click();
        await page.locator('.drop-out').getByRole('button', { name: 'Ruzzle' }).click();
        await page.locator('.drop-out').getByRole('heading', { name: 'Ruzzle' }).waitFor();
        await page.getByRole('button', { name: /^Open/ }).click();
        await page.getByRole('heading', { name: 'Ruzzle', exact: true, level: 1 }).waitFor();
        await page.evaluate(() => navigator.clipboard.writeText('SQUA/REOF/FOUR/ROWS'));
        await page.keyboard.press('Control+v');
        await page.locator('.head .sub').filter({ hasText: 'SQUA / REOF' }).waitFor();
        await becomes(() => page.locator('main h1').textContent(), 'Ruzzle', 'the open game is preferred');
        await becomes(() => page.getByText('Opened as').count(), 0);
    },
};
