// The library: search, filters, rename, tags, delete and undo, import, export, copies, opening.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { PANELS, PHONE, WIDE, becomes, announced, session, startServer } from './kit.mjs';

const rows = page => page.locator('.lib tbody tr[data-id]');
const names = page => page.locator('.lib tbody tr[data-id] a').allTextContents();
const add = (kit, game, board, title) => kit.ask('/api/library', { game, board, title, source: 'test' });

/** Searches and waits for the announcement; the number of rows alone may not change. */
async function search(page, text, count) {
    await page.getByRole('searchbox', { name: 'Search the library' }).fill(text);
    await announced(page, `${count} ${count === 1 ? 'board' : 'boards'} shown.`);
    await becomes(() => rows(page).count(), count);
}

export const tests = {
    async 'an example that was only looked at is not filed; one with own words is'(kit) {
        const page = await kit.open(), count = async () => (await kit.ask('/api/library')).puzzles.length;
        await page.locator('.game[href*="/play/comb"]').first().click();
        await page.locator('.words-card [role=option]').first().waitFor();
        assert.equal(await count(), 0);
        await page.getByRole('button', { name: 'My words' }).click();
        await page.locator('#mine').fill('tear');
        await page.getByRole('button', { name: 'Show what I missed' }).click();
        await becomes(count, 1);
    },
    async 'search finds by title and by board'(kit) {
        await add(kit, 'hexhunt', 'LPE/EASR/SRTED/PING/LAS', 'Quince record');
        await add(kit, 'boggle', 'PERS/LATG/SINE/TERS', 'Quince dice');
        const page = await kit.open({ path: '#/library' });
        await search(page, 'quince', 2);
        await search(page, 'quince srted', 1);
        await becomes(() => names(page), ['Quince record']);
        await search(page, 'nothing is called this', 0);
        await page.getByRole('button', { name: 'Show all' }).click();
        await rows(page).first().waitFor();
    },
    async 'filters by game, done and tag'(kit) {
        const { id } = await add(kit, 'wordhunt', 'SLPS/EAIE/RNTR/GESO', 'Larch');
        await kit.ask(`/api/library/${id}`, { tag: 'larch-tag' });
        await kit.ask('/api/solve', { game: 'wordhunt', board: 'SLPS/EAIE/RNTR/GESO' });
        await add(kit, 'wordhunt', 'ABCD/EFGH/IJKL/MNOP', 'Larch unsolved');
        const page = await kit.open({ path: '#/library' });
        await page.locator('.filters .chip', { hasText: 'Word Hunt' }).click();
        await search(page, 'larch', 2);
        await page.getByRole('button', { name: 'Done', exact: true }).click();
        await becomes(() => names(page), ['Larch']);
        await becomes(() => rows(page).locator('.num:not(.opt)').allTextContents(), ['words listed']);
        await page.getByRole('button', { name: 'Unsolved' }).click();
        await becomes(() => names(page), ['Larch unsolved']);
        await page.locator('.seg').getByRole('button', { name: 'All', exact: true }).click();
        await page.getByLabel('Tag', { exact: true }).selectOption('larch-tag');
        await page.waitForFunction(() => document.querySelectorAll('.lib tbody tr[data-id]').length === 1);
        await becomes(() => names(page), ['Larch']);
    },
    async 'a board that is stuck or has no solution is not shown as solved'(kit) {
        const position = (title, rows) => `Hexcells position v1\ntitle ${title}\n${rows}`;
        for (const board of [position('Aspen stuck', 'remaining 2\n2: 2=o 4=o 6=o\n3: 1=o 3=1'), position('Aspen none', 'remaining 5\n2: 2=o')])
            await kit.ask('/api/solve', { game: 'hexcells', board });
        const page = await kit.open({ path: '#/library' });
        await search(page, 'aspen', 2);
        await becomes(() => rows(page).locator('.num:not(.opt)').allTextContents(), ['no solution', 'stuck']);
        await page.getByRole('button', { name: 'Done', exact: true }).click();
        await becomes(() => names(page), []);
        await page.getByRole('button', { name: 'Unsolvable' }).click();
        await becomes(() => names(page), ['Aspen none', 'Aspen stuck']);
        await rows(page).last().click();
        await page.locator('.lib-card', { hasText: 'stuck, 4 cells left' }).filter({ hasText: 'Solve time' }).waitFor();
        await page.goto(page.url().replace(/#.*/, '#/'));
        await page.locator('.resume a', { hasText: /Hexcells, no solution/ }).waitFor();
    },
    async 'boards without a title get a descriptive name'(kit) {
        await add(kit, 'hexcells', 'Hexcells position v1\nremaining 1\n2: 2=o 4=o 6=x1\n3: 1=o');
        const hexicon = (await kit.ask('/api/games')).games.find(game => game.name === 'hexicon').examples[0].input;
        await add(kit, 'hexicon', hexicon);
        const page = await kit.open();
        await page.locator('.resume a', { hasText: 'Hexcells position, 4 cells' }).waitFor();
        await page.locator('.resume a', { hasText: /^61 letters, AIYNMGPO…/ }).waitFor();
        await page.goto(page.url().replace(/#.*|$/, '#/library'));
        await search(page, 'remaining', 1);
        await becomes(() => names(page), ['Hexcells position, 4 cells']);
    },
    async 'rename, tag, delete and undo'(kit) {
        const { id } = await add(kit, 'boggle', 'TEST/RENA/METH/ISXX', 'Alder');
        const page = await kit.open({ path: '#/library' });
        await search(page, 'alder', 1);
        await page.getByRole('button', { name: 'Rename' }).click();
        await page.getByRole('textbox', { name: 'Title' }).fill('Alder renamed');
        await page.keyboard.press('Enter');
        await announced(page, 'Renamed to Alder renamed');
        await page.getByRole('textbox', { name: 'New tag' }).fill('bark');
        await page.keyboard.press('Enter');
        await announced(page, 'Tagged bark');
        const kept = (await kit.ask(`/api/library/${id}`)).puzzle;
        assert.equal(kept.title, 'Alder renamed');
        assert.deepEqual(kept.tags, ['bark']);
        await page.getByRole('button', { name: 'Delete' }).click();
        await page.waitForFunction(() => !document.querySelector('.lib tbody tr[data-id]'));
        await page.getByRole('button', { name: 'Undo' }).click();
        await announced(page, 'restored.');
        await becomes(() => names(page), ['Alder renamed']);
    },
    async 'a late list does not disturb typing'(kit) {
        await add(kit, 'boggle', 'LATE/LIST/COME/SXXX', 'Hazel');
        for (const size of [WIDE, PHONE]) {
            const page = await kit.open({ path: '#/library', size }), title = page.getByRole('textbox', { name: 'Title' });
            if (size === PHONE) await page.getByRole('link', { name: 'Hazel' }).click();
            let release = () => {};
            const held = new Promise(resolve => { release = resolve; });
            await page.route(/\/api\/library\?/, async route => { await held; await route.fallback(); });
            const asked = page.waitForRequest(/q=haz/);
            await page.getByRole('searchbox', { name: 'Search the library' }).fill('haz');
            await asked;
            await page.getByRole('button', { name: 'Rename' }).click();
            await title.fill('Hazelnut');
            release();
            await announced(page, '1 board shown');
            assert.equal(await title.inputValue(), 'Hazelnut');
            assert(await title.evaluate(field => field === document.activeElement), 'the field keeps the focus');
        }
    },
    async 'deletions are undone one by one, also from the search field'(kit) {
        await add(kit, 'boggle', 'UNDO/ONEX/XXAA/BBCC', 'Aspen one');
        await add(kit, 'boggle', 'UNDO/TWOX/XXAA/BBCC', 'Aspen two');
        const page = await kit.open({ path: '#/library' }), field = page.getByRole('searchbox', { name: 'Search the library' });
        await search(page, 'aspen', 2);
        for (const left of [1, 0]) {
            await page.locator('.lib tbody a').first().focus();
            await page.keyboard.press('Delete');
            await becomes(() => rows(page).count(), left);
        }
        await field.focus();
        await page.keyboard.press('Control+z');
        await becomes(() => names(page), ['Aspen one']);
        await page.keyboard.press('Control+z');
        await becomes(async () => (await names(page)).sort(), ['Aspen one', 'Aspen two']);
        await becomes(() => field.inputValue(), 'aspen', 'what was searched for stays');
        await page.locator('.lib tbody a').first().focus();
        await page.keyboard.press('Delete');
        await becomes(() => rows(page).count(), 1);
        await page.getByRole('button', { name: /^Restore Aspen/ }).click();
        await becomes(() => rows(page).count(), 2);
        await becomes(() => page.getByRole('button', { name: /^Restore/ }).count(), 0);
    },
    async 'Delete pressed twice deletes one board; a board deleted elsewhere disappears'(kit) {
        for (const name of ['one', 'two', 'three']) await add(kit, 'boggle', `UNDO/${name.toUpperCase().slice(0, 3)}X/XXAA/BBCC`, `Aspen ${name}`);
        const page = await kit.open({ path: '#/library' });
        await page.locator('.lib tbody a').first().focus();
        await Promise.all(['Delete', 'Delete', 'Delete'].map(key => page.keyboard.press(key)));
        await announced(page, 'Aspen three deleted.');
        await becomes(() => names(page), ['Aspen two', 'Aspen one']);
        const { puzzles } = await kit.ask('/api/library?q=two');
        await kit.ask(`/api/library/${puzzles[0].id}`, undefined, 'DELETE');
        await page.route('**/api/library/*', route => route.request().method() === 'DELETE' ? route.fulfill({ json: { error: { message: `the library has no puzzle ${puzzles[0].id}` } } }) : route.fallback()); // its 404 would be in the console
        await page.locator('.lib tbody a').first().focus();
        await page.keyboard.press('Delete');
        await page.locator('.toast').filter({ hasText: 'The library has no puzzle' }).waitFor();
        await becomes(() => names(page), ['Aspen one']);
    },
    async 'the list shows the file name, the card the whole path as a tooltip'(kit) {
        await kit.ask('/api/library', { game: 'witness', board: PANELS[0], source: '/home/someone/panels/maple.txt, line 7' });
        const page = await kit.open({ path: '#/library' });
        await page.locator('.lib tbody td').getByText('maple.txt, line 7', { exact: true }).waitFor();
        assert.equal(await page.locator('.lib-card').getByText('maple.txt, line 7', { exact: true }).getAttribute('title'), '/home/someone/panels/maple.txt, line 7');
    },
    async 'long words in titles, tags and sources do not overflow'(kit) {
        const long = 'hornbeam'.repeat(15), { id } = await add(kit, 'boggle', 'LONG/WORD/XXAA/BBCC', long);
        await kit.ask(`/api/library/${id}`, { tag: long.slice(0, 40) });
        for (const size of [WIDE, PHONE]) {
            const page = await kit.open({ path: '#/library', size });
            await search(page, 'hornbeam', 1);
            await page.locator('.lib tbody a').first().click();
            await page.locator('.lib-card').waitFor();
            await becomes(() => page.evaluate(() => [document.documentElement, ...document.querySelectorAll('.lib td, .lib-card')].filter(one => one.scrollWidth > one.clientWidth).map(one => one.className || one.tagName)), [], 'nothing is too wide');
        }
    },
    async 'a file with one board per line is imported after asking for the game'(kit) {
        const page = await kit.open({ path: '#/library' });
        await page.locator('input[type=file]').setInputFiles({ name: 'birch.txt', mimeType: 'text/plain', buffer: Buffer.from('BIRC/HONE/XXAA/BBCC\nBIRC/HTWO/XXAA/BBCC\n') });
        await page.getByRole('group', { name: 'Game of the boards' }).getByRole('button', { name: 'Boggle' }).click();
        await announced(page, '2 new');
        await search(page, 'birc', 2);
    },
    async 'a file of several levels is imported by dropping it'(kit) {
        const level = title => `Hexcells level v1\n${title}\nmaker\n\n\n${'.'.repeat(66)}\n`.concat(`${'.'.repeat(66)}\n`.repeat(15), `${'.'.repeat(32)}o.${'.'.repeat(32)}\n`, `${'.'.repeat(66)}\n`.repeat(16));
        const page = await kit.open({ path: '#/library' });
        const files = await page.evaluateHandle(text => {
            const data = new DataTransfer();
            data.items.add(new File([text], 'pack.hexcells', { type: 'text/plain' }));
            return data;
        }, level('Pack one') + level('Pack two').replace('o.', 'x.'));
        await page.locator('main').dispatchEvent('drop', { dataTransfer: files });
        await announced(page, '2 new');
        await search(page, 'pack', 2);
    },
    async 'new, known and rejected lines are counted separately'(kit) {
        const page = await kit.open({ path: '#/library' });
        const give = text => page.locator('input[type=file]').setInputFiles({ name: 'rowan.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
        await give('ROW/ANAB/CDEFG/HIJK/LMN\nhello\n\n???\nROW/ANBB/CDEFG/HIJK/LMN\n');
        await announced(page, '2 new, 2 not read.');
        await page.getByText('Line 2: One row of 5 letters is not a board').waitFor();
        await give('ROW/ANAB/CDEFG/HIJK/LMN\nROW/ANCC/CDEFG/HIJK/LMN\n');
        await announced(page, '1 new, 1 already there.');
        await search(page, 'row/an', 3);
        assert.deepEqual((await kit.ask('/api/library?q=ANAB')).puzzles[0].source, 'rowan.txt, line 1');
    },
    async 'a mixed file: comments are skipped, the game follows from the shape or is asked for, rejected lines are listed'(kit) {
        const page = await kit.open({ path: '#/library' });
        const lines = ['# a remark', 'YE/WXY/EW', 'YEW/EASR/SRTED/PING/LAS', 'what is this!', PANELS[1], 'YEWY/EWYE/WYEW/YEWY', '', 'HELLO', PANELS[0].slice(0, 40)];
        await page.locator('input[type=file]').setInputFiles({ name: 'yew.txt', mimeType: 'text/plain', buffer: Buffer.from(lines.join('\r\n')) });
        await announced(page, ', 3 not read.');
        for (const line of [4, 8, 9]) await page.getByText(`Line ${line}: `).waitFor();
        await page.getByText('Which game is this board from?').waitFor();
        await page.getByRole('group', { name: 'Game of the boards' }).getByRole('button', { name: 'Word Hunt' }).click();
        await announced(page, '1 new, 3 not read.');
        for (const [board, game] of [['YE/WXY', 'hexhunt'], ['YEW/EASR', 'hexhunt'], ['YEWY/EWYE', 'wordhunt']]) {
            const { puzzles } = await kit.ask(`/api/library?q=${encodeURIComponent(board)}`);
            assert.deepEqual(puzzles.map(one => one.game), [game], board);
        }
        assert.equal((await kit.ask('/api/library?q=YEWY')).puzzles[0].source, 'yew.txt, line 6');
    },
    async 'imported panels are named by size and line'(kit) {
        const page = await kit.open({ path: '#/library' });
        await page.locator('input[type=file]').setInputFiles({ name: 'hazel.txt', mimeType: 'text/plain', buffer: Buffer.from(`${PANELS.join('\n')}\n`) });
        await announced(page, '2 new.');
        await search(page, 'hazel', 2);
        await becomes(async () => (await names(page)).sort(), ['Panel 1 × 2', 'Panel 3 × 2']);
        await page.getByText('hazel.txt, line 2').first().waitFor();
    },
    async 'tags are separated by commas'(kit) {
        const { id } = await add(kit, 'boggle', 'TAGS/WITH/COMM/ASXX', 'Maple');
        const page = await kit.open({ path: '#/library' });
        await search(page, 'maple', 1);
        await page.getByRole('textbox', { name: 'New tag' }).fill('hard, very nice');
        await page.keyboard.press('Enter');
        await announced(page, 'Tagged hard, very-nice.');
        assert.deepEqual((await kit.ask(`/api/library/${id}`)).puzzle.tags.sort(), ['hard', 'very-nice']);
    },
    async 'the export button shows how many boards it exports'(kit) {
        await add(kit, 'boggle', 'EXPO/RTON/EOFX/XXXX', 'Poplar one');
        await add(kit, 'boggle', 'EXPO/RTTW/OOFX/XXXX', 'Poplar two');
        const page = await kit.open({ path: '#/library' });
        await page.getByRole('button', { name: 'Export all' }).waitFor();
        await search(page, 'poplar', 2);
        const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export these 2' }).click()]);
        const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n').map(line => JSON.parse(line));
        assert.deepEqual(lines.map(line => line.title), ['Poplar one', 'Poplar two']);
    },
    async 'export writes one object per line'(kit) {
        await add(kit, 'hexhunt', 'LPE/EASR/SRTED/PING/LAS', 'Quince record');
        const page = await kit.open({ path: '#/library' });
        const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()]);
        const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n').map(line => JSON.parse(line));
        assert(lines.some(line => line.game === 'hexhunt' && line.board.startsWith('LPE')));
    },
    async 'rotated copies are found'(kit) {
        await add(kit, 'boggle', 'COPY/ABCD/EFGH/IJKL', 'Copy upright');
        await add(kit, 'boggle', 'IEAC/JFBO/KGCP/LHDY', 'Copy turned');
        const page = await kit.open({ path: '#/library' });
        await search(page, 'copy', 2);
        await page.getByRole('button', { name: /^Copies / }).click();
        await becomes(async () => (await names(page)).sort(), ['Copy turned', 'Copy upright']);
        await page.locator('.lib-card').getByText('1 rotated or mirrored').waitFor();
    },
    async 'a row opens its board, on a phone from its card'(kit) {
        await add(kit, 'hexhunt', 'LPE/EASR/SRTED/PING/LAS', 'Quince record');
        const page = await kit.open({ path: '#/library', size: PHONE, touch: true });
        await search(page, 'quince record', 1);
        await page.locator('.lib tbody a').first().tap();
        await page.getByRole('button', { name: /^Open/ }).tap();
        await page.getByRole('grid').first().waitFor();
        await page.waitForURL(/#\/play\/comb[12]-/);
    },
    async 'without a library boards are solved, and the page reports that they are not saved'(kit) {
        const server = await startServer('/nobody/has/this/library.db'), without = await session(kit.browser, server.url, kit.note);
        try {
            const page = await without.play('hexhunt', 'LPE/EASR/SRTED/PING/LAS');
            await page.getByText('782').first().waitFor();
            await page.locator('.toast').filter({ hasText: 'Not saved to the library: cannot open' }).waitFor();
            await page.goto(`${server.url}#/library`);
            await page.getByRole('alert').filter({ hasText: 'Cannot read the library' }).waitFor();
            assert.equal(await page.getByRole('columnheader').count(), 0, 'no list without a library');
            await becomes(() => page.locator('.lib-bar button:visible').allTextContents(), ['Import']);
        } finally {
            await without.close();
            await server.stop();
        }
    },
};
