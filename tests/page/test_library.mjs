// The library: search, filters, rename, tags, delete and undo, import, export, copies, opening.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { PANELS, PHONE, WIDE, becomes, heard, session, startServer } from './kit.mjs';

const rows = page => page.locator('.lib tbody tr[data-id]');
const names = page => page.locator('.lib tbody tr[data-id] a').allTextContents();
const keep = (kit, game, board, title) => kit.ask('/api/library', { game, board, title, source: 'test' });

/** The list may have that many rows before it is searched: what is said tells that it was. */
async function search(page, text, count) {
    await page.getByRole('searchbox', { name: 'Search the library' }).fill(text);
    await heard(page, `${count} ${count === 1 ? 'board' : 'boards'} shown.`);
    await becomes(() => rows(page).count(), count);
}

export const tests = {
    async 'search finds by title and by board'(kit) {
        await keep(kit, 'hexhunt', 'LPE/EASR/SRTED/PING/LAS', 'Quince record');
        await keep(kit, 'boggle', 'PERS/LATG/SINE/TERS', 'Quince dice');
        const page = await kit.open({ path: '#/library' });
        await search(page, 'quince', 2);
        await search(page, 'quince srted', 1);
        await becomes(() => names(page), ['Quince record']);
        await search(page, 'nothing is called this', 0);
        await page.getByRole('button', { name: 'Show all' }).click();
        await rows(page).first().waitFor();
    },
    async 'filters by game, done and tag'(kit) {
        const { id } = await keep(kit, 'wordhunt', 'SLPS/EAIE/RNTR/GESO', 'Larch');
        await kit.ask(`/api/library/${id}`, { tag: 'larch-tag' });
        await kit.ask('/api/solve', { game: 'wordhunt', board: 'SLPS/EAIE/RNTR/GESO' });
        await keep(kit, 'wordhunt', 'ABCD/EFGH/IJKL/MNOP', 'Larch unsolved');
        const page = await kit.open({ path: '#/library' });
        await page.locator('.filters .chip', { hasText: 'Word Hunt' }).click();
        await search(page, 'larch', 2);
        await page.getByRole('button', { name: 'Done', exact: true }).click();
        await becomes(() => names(page), ['Larch']);
        await becomes(() => rows(page).locator('.num:not(.opt)').allTextContents(), ['words listed']);
        await page.getByRole('button', { name: 'Not yet' }).click();
        await becomes(() => names(page), ['Larch unsolved']);
        await page.locator('.seg').getByRole('button', { name: 'All', exact: true }).click();
        await page.getByLabel('Tag', { exact: true }).selectOption('larch-tag');
        await page.waitForFunction(() => document.querySelectorAll('.lib tbody tr[data-id]').length === 1);
        await becomes(() => names(page), ['Larch']);
    },
    async 'a board that is stuck or has no solution is not called solved'(kit) {
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
        await page.locator('.lib-card', { hasText: 'stuck, 4 cells left' }).filter({ hasText: 'Answered in' }).waitFor();
        await page.goto(page.url().replace(/#.*/, '#/'));
        await page.locator('.resume a', { hasText: /Hexcells, no solution/ }).waitFor();
    },
    async 'boards without a title are called by what they are'(kit) {
        await keep(kit, 'hexcells', 'Hexcells position v1\nremaining 1\n2: 2=o 4=o 6=x1\n3: 1=o');
        const hexicon = (await kit.ask('/api/games')).games.find(game => game.name === 'hexicon').examples[0].input;
        await keep(kit, 'hexicon', hexicon);
        const page = await kit.open();
        await page.locator('.resume a', { hasText: 'Hexcells position, 4 cells' }).waitFor();
        await page.locator('.resume a', { hasText: /^61 letters, AIYNMGPO…/ }).waitFor();
        await page.goto(page.url().replace(/#.*|$/, '#/library'));
        await search(page, 'remaining', 1);
        await becomes(() => names(page), ['Hexcells position, 4 cells']);
    },
    async 'rename, tag, delete and undo'(kit) {
        const { id } = await keep(kit, 'boggle', 'TEST/RENA/METH/ISXX', 'Alder');
        const page = await kit.open({ path: '#/library' });
        await search(page, 'alder', 1);
        await page.getByRole('button', { name: 'Rename' }).click();
        await page.getByRole('textbox', { name: 'Title' }).fill('Alder renamed');
        await page.keyboard.press('Enter');
        await heard(page, 'Renamed to Alder renamed');
        await page.getByRole('textbox', { name: 'New tag' }).fill('bark');
        await page.keyboard.press('Enter');
        await heard(page, 'Tagged bark');
        const kept = (await kit.ask(`/api/library/${id}`)).puzzle;
        assert.equal(kept.title, 'Alder renamed');
        assert.deepEqual(kept.tags, ['bark']);
        await page.getByRole('button', { name: 'Delete' }).click();
        await page.waitForFunction(() => !document.querySelector('.lib tbody tr[data-id]'));
        await page.getByRole('button', { name: 'Undo' }).click();
        await heard(page, 'is back');
        await becomes(() => names(page), ['Alder renamed']);
    },
    async 'a list that comes late leaves what is being typed alone'(kit) {
        await keep(kit, 'boggle', 'LATE/LIST/COME/SXXX', 'Hazel');
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
            await heard(page, '1 board shown');
            assert.equal(await title.inputValue(), 'Hazelnut');
            assert(await title.evaluate(field => field === document.activeElement), 'the field keeps the focus');
        }
    },
    async 'deletions are undone one after another, also from the search field'(kit) {
        await keep(kit, 'boggle', 'UNDO/ONEX/XXAA/BBCC', 'Aspen one');
        await keep(kit, 'boggle', 'UNDO/TWOX/XXAA/BBCC', 'Aspen two');
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
        await page.getByRole('button', { name: /^Bring back Aspen/ }).click();
        await becomes(() => rows(page).count(), 2);
        await becomes(() => page.getByRole('button', { name: /^Bring back/ }).count(), 0);
    },
    async 'Delete pressed twice deletes one board; one that is gone already is taken off the list'(kit) {
        for (const name of ['one', 'two', 'three']) await keep(kit, 'boggle', `UNDO/${name.toUpperCase().slice(0, 3)}X/XXAA/BBCC`, `Aspen ${name}`);
        const page = await kit.open({ path: '#/library' });
        await page.locator('.lib tbody a').first().focus();
        await Promise.all(['Delete', 'Delete', 'Delete'].map(key => page.keyboard.press(key)));
        await heard(page, 'Aspen three deleted.');
        await becomes(() => names(page), ['Aspen two', 'Aspen one']);
        const { puzzles } = await kit.ask('/api/library?q=two');
        await fetch(`${kit.url}api/library/${puzzles[0].id}`, { method: 'DELETE' });
        await page.route('**/api/library/*', route => route.request().method() === 'DELETE' ? route.fulfill({ json: { error: { message: `the library has no puzzle ${puzzles[0].id}` } } }) : route.fallback()); // its 404 would be in the console
        await page.locator('.lib tbody a').first().focus();
        await page.keyboard.press('Delete');
        await page.locator('.toast').filter({ hasText: 'The library has no puzzle' }).waitFor();
        await becomes(() => names(page), ['Aspen one']);
    },
    async 'of a file the list shows the name, the card the whole path on demand'(kit) {
        await kit.ask('/api/library', { game: 'witness', board: PANELS[0], source: '/home/someone/panels/maple.txt, line 7' });
        const page = await kit.open({ path: '#/library' });
        await page.locator('.lib tbody td').getByText('maple.txt, line 7', { exact: true }).waitFor();
        assert.equal(await page.locator('.lib-card').getByText('maple.txt, line 7', { exact: true }).getAttribute('title'), '/home/someone/panels/maple.txt, line 7');
    },
    async 'a long word in a title, a tag or a source stays in its place'(kit) {
        const long = 'hornbeam'.repeat(15), { id } = await keep(kit, 'boggle', 'LONG/WORD/XXAA/BBCC', long);
        await kit.ask(`/api/library/${id}`, { tag: long.slice(0, 40) });
        for (const size of [WIDE, PHONE]) {
            const page = await kit.open({ path: '#/library', size });
            await search(page, 'hornbeam', 1);
            await page.locator('.lib tbody a').first().click();
            await page.locator('.lib-card').waitFor();
            await becomes(() => page.evaluate(() => [document.documentElement, ...document.querySelectorAll('.lib td, .lib-card')].filter(one => one.scrollWidth > one.clientWidth).map(one => one.className || one.tagName)), [], 'nothing is too wide');
        }
    },
    async 'a file of boards is taken in, one a line; the game is asked for'(kit) {
        const page = await kit.open({ path: '#/library' });
        await page.locator('input[type=file]').setInputFiles({ name: 'birch.txt', mimeType: 'text/plain', buffer: Buffer.from('BIRC/HONE/XXAA/BBCC\nBIRC/HTWO/XXAA/BBCC\n') });
        await page.getByRole('group', { name: 'Game of the boards' }).getByRole('button', { name: 'Boggle' }).click();
        await heard(page, '2 new');
        await search(page, 'birc', 2);
    },
    async 'a pack of levels is taken in by dropping it'(kit) {
        const level = title => `Hexcells level v1\n${title}\nmaker\n\n\n${'.'.repeat(66)}\n`.concat(`${'.'.repeat(66)}\n`.repeat(15), `${'.'.repeat(32)}o.${'.'.repeat(32)}\n`, `${'.'.repeat(66)}\n`.repeat(16));
        const page = await kit.open({ path: '#/library' });
        const files = await page.evaluateHandle(text => {
            const data = new DataTransfer();
            data.items.add(new File([text], 'pack.hexcells', { type: 'text/plain' }));
            return data;
        }, level('Pack one') + level('Pack two').replace('o.', 'x.'));
        await page.locator('main').dispatchEvent('drop', { dataTransfer: files });
        await heard(page, '2 new');
        await search(page, 'pack', 2);
    },
    async 'what is new, what was there and what is no board is counted apart'(kit) {
        const page = await kit.open({ path: '#/library' });
        const give = text => page.locator('input[type=file]').setInputFiles({ name: 'rowan.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
        await give('ROW/ANAB/CDEFG/HIJK/LMN\nhello\n\n???\nROW/ANBB/CDEFG/HIJK/LMN\n');
        await heard(page, '2 new, 2 not read.');
        await page.getByText('Line 2: One row of 5 letters is no board').waitFor();
        await give('ROW/ANAB/CDEFG/HIJK/LMN\nROW/ANCC/CDEFG/HIJK/LMN\n');
        await heard(page, '1 new, 1 there already.');
        await search(page, 'row/an', 3);
        assert.deepEqual((await kit.ask('/api/library?q=ANAB')).puzzles[0].source, 'rowan.txt, line 1');
    },
    async 'a mixed file: remarks are passed over, shapes tell the game or it is asked for, what is no board is named'(kit) {
        const page = await kit.open({ path: '#/library' });
        const lines = ['# a remark', 'YE/WXY/EW', 'YEW/EASR/SRTED/PING/LAS', 'what is this!', PANELS[1], 'YEWY/EWYE/WYEW/YEWY', '', 'HELLO', PANELS[0].slice(0, 40)];
        await page.locator('input[type=file]').setInputFiles({ name: 'yew.txt', mimeType: 'text/plain', buffer: Buffer.from(lines.join('\r\n')) });
        await heard(page, ', 3 not read.');
        for (const line of [4, 8, 9]) await page.getByText(`Line ${line}: `).waitFor();
        await page.getByText('Which game is this board from?').waitFor();
        await page.getByRole('group', { name: 'Game of the boards' }).getByRole('button', { name: 'Word Hunt' }).click();
        await heard(page, '1 new, 3 not read.');
        for (const [board, game] of [['YE/WXY', 'hexhunt'], ['YEW/EASR', 'hexhunt'], ['YEWY/EWYE', 'wordhunt']]) {
            const { puzzles } = await kit.ask(`/api/library?q=${encodeURIComponent(board)}`);
            assert.deepEqual(puzzles.map(one => one.game), [game], board);
        }
        assert.equal((await kit.ask('/api/library?q=YEWY')).puzzles[0].source, 'yew.txt, line 6');
    },
    async 'panels of a list have their size and line for a name'(kit) {
        const page = await kit.open({ path: '#/library' });
        await page.locator('input[type=file]').setInputFiles({ name: 'hazel.txt', mimeType: 'text/plain', buffer: Buffer.from(`${PANELS.join('\n')}\n`) });
        await heard(page, '2 new.');
        await search(page, 'hazel', 2);
        await becomes(async () => (await names(page)).sort(), ['Panel 1 × 2', 'Panel 3 × 2']);
        await page.getByText('hazel.txt, line 2').first().waitFor();
    },
    async 'tags are separated by commas'(kit) {
        const { id } = await keep(kit, 'boggle', 'TAGS/WITH/COMM/ASXX', 'Maple');
        const page = await kit.open({ path: '#/library' });
        await search(page, 'maple', 1);
        await page.getByRole('textbox', { name: 'New tag' }).fill('hard, very nice');
        await page.keyboard.press('Enter');
        await heard(page, 'Tagged hard, very-nice.');
        assert.deepEqual((await kit.ask(`/api/library/${id}`)).puzzle.tags.sort(), ['hard', 'very-nice']);
    },
    async 'export says what it saves'(kit) {
        await keep(kit, 'boggle', 'EXPO/RTON/EOFX/XXXX', 'Poplar one');
        await keep(kit, 'boggle', 'EXPO/RTTW/OOFX/XXXX', 'Poplar two');
        const page = await kit.open({ path: '#/library' });
        await page.getByRole('button', { name: 'Export all' }).waitFor();
        await search(page, 'poplar', 2);
        const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export these 2' }).click()]);
        const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n').map(line => JSON.parse(line));
        assert.deepEqual(lines.map(line => line.title), ['Poplar one', 'Poplar two']);
    },
    async 'export gives one object a line'(kit) {
        await keep(kit, 'hexhunt', 'LPE/EASR/SRTED/PING/LAS', 'Quince record');
        const page = await kit.open({ path: '#/library' });
        const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()]);
        const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n').map(line => JSON.parse(line));
        assert(lines.some(line => line.game === 'hexhunt' && line.board.startsWith('LPE')));
    },
    async 'turned copies are found'(kit) {
        await keep(kit, 'boggle', 'COPY/ABCD/EFGH/IJKL', 'Copy upright');
        await keep(kit, 'boggle', 'IEAC/JFBO/KGCP/LHDY', 'Copy turned');
        const page = await kit.open({ path: '#/library' });
        await search(page, 'copy', 2);
        await page.getByRole('button', { name: /^Copies / }).click();
        await becomes(async () => (await names(page)).sort(), ['Copy turned', 'Copy upright']);
        await page.locator('.lib-card').getByText('1 turned or mirrored').waitFor();
    },
    async 'a row opens its board, on a phone from its card'(kit) {
        await keep(kit, 'hexhunt', 'LPE/EASR/SRTED/PING/LAS', 'Quince record');
        const page = await kit.open({ path: '#/library', size: PHONE, touch: true });
        await search(page, 'quince record', 1);
        await page.locator('.lib tbody a').first().tap();
        await page.getByRole('button', { name: /^Open/ }).tap();
        await page.getByRole('grid').first().waitFor();
        await page.waitForURL(/#\/play\/comb1-/);
    },
    async 'without a library boards are solved, and the page says that they are not kept'(kit) {
        const server = await startServer('/nobody/has/this/library.db'), without = await session(kit.browser, server.url, kit.note);
        try {
            const page = await without.play('hexhunt', 'LPE/EASR/SRTED/PING/LAS');
            await page.getByText('782').first().waitFor();
            await page.locator('.toast').filter({ hasText: 'Not kept in the library: cannot open' }).waitFor();
            await page.goto(`${server.url}#/library`);
            await page.getByRole('alert').filter({ hasText: 'The library cannot be read' }).waitFor();
            assert.equal(await page.getByRole('columnheader').count(), 0, 'no list without a library');
            await becomes(() => page.locator('.lib-bar button:visible').allTextContents(), ['Import']);
        } finally {
            await without.close();
            await server.stop();
        }
    },
};
