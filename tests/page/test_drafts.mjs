// Boards are saved while they are edited: typing, leaving, reloading, closing the tab or the browser, and coming back.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProfile } from '../lib/browser.mjs';
import { PANELS, WIDE, becomes, announced, session, startServer } from './kit.mjs';

const sub = page => () => page.locator('.head .sub').textContent();
const saved = kit => async () => (await kit.ask('/api/library')).puzzles.map(({ game, board }) => `${game} ${board}`);
const editing = page => () => page.locator('.bench.is-editing').count();
const row = page => page.locator('.lib tbody tr[data-id]');
/** Leaves the view through a link of the page. */
const leave = (page, place) => page.locator(`.nav a[data-place="${place}"]`).click();

/** Opens a blank board from the start page's menu. */
async function blank(kit, name, how) {
    const page = await kit.open(how);
    await page.getByRole('button', { name: /^Blank board/ }).click();
    await page.getByRole('menuitem', { name }).click();
    await page.waitForURL(/#\/play\//);
    return page;
}

async function type(page, letters) {
    for (const letter of letters) await page.keyboard.press(letter);
}

/** Types letters and waits until the board shows them. */
async function typed(page, letters, shown) {
    await page.locator('main [role=gridcell]').first().waitFor();
    await type(page, letters);
    await becomes(sub(page), text => text.startsWith(shown), shown);
}

/** Opens the only board of the library. */
async function resume(page) {
    await leave(page, 'library');
    await becomes(() => row(page).count(), 1, 'one entry');
    await row(page).locator('a').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/play\//);
}

async function withProfile(kit, test) {
    const folder = await mkdtemp(join(tmpdir(), 'comb-profile-'));
    const start = async path => {
        const context = await startProfile(folder, { viewport: WIDE }), page = await context.newPage();
        await page.goto(kit.url + path);
        return { page, close: () => context.close() };
    };
    try { await test(start); } finally { await rm(folder, { recursive: true, force: true, maxRetries: 5 }); }
}

async function enterWords(page, text, end) {
    await page.getByRole('button', { name: 'My words' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill(text);
    await page.getByRole('dialog').getByRole('button', { name: end }).click();
}

/** Waits until the board is solved: then the review closes by itself if all words count. */
const solved = page => page.locator('.words-card .stat').filter({ hasText: /\d/ }).waitFor();
const yours = (page, count) => page.locator('.words-card .stat').filter({ hasText: `yours${count}` }).waitFor();

export const tests = {
    async 'a typed word board is one library entry and survives leaving and reloading'(kit) {
        const page = await blank(kit, 'Ruzzle, 4 × 4');
        await typed(page, 'bms', 'BMS? / ????');
        await leave(page, 'library');
        await becomes(() => row(page).locator('td.num').first().textContent(), '3 of 16 letters');
        await page.goBack();
        await becomes(sub(page), text => text.startsWith('BMS? / ????'), 'as it was left');
        await becomes(editing(page), 1, 'in the editor');
        await page.reload();
        await becomes(sub(page), text => text.startsWith('BMS? / ????'));
        await becomes(editing(page), 1);
        await page.locator('main [role=gridcell]').nth(3).focus();
        await typed(page, 'so', 'BMSS / O???');
        await becomes(saved(kit), ['ruzzle BMSS/O???/????/????'], 'one entry, updated in place');
        await resume(page);
        await becomes(sub(page), text => text.startsWith('BMSS / O???'));
    },
    async 'closing the tab while typing loses nothing'(kit) {
        const page = await blank(kit, 'Boggle, 4 × 4');
        await typed(page, 'ab', 'AB?? / ????');
        await page.keyboard.press('c');
        const { length } = page.context().pages(), again = await page.context().newPage();
        assert.equal(length, 1);
        await page.close();
        await again.goto(kit.url);
        await again.locator('.resume a', { hasText: 'ABC?/????' }).click();
        await becomes(sub(again), text => text.startsWith('ABC? / ????'));
        await becomes(saved(kit), list => list.length === 1);
    },
    async 'changes that could not be sent are sent by the next page load'(kit) {
        const page = await blank(kit, 'Boggle, 4 × 4');
        await typed(page, 'ab', 'AB?? / ????');
        await becomes(saved(kit), list => list.length === 1);
        await page.route(/\/api\/(board|library)$/, () => {}); // block all requests
        await page.keyboard.press('c');
        await becomes(() => page.evaluate(() => localStorage.getItem('comb-unsaved')), text => text.includes('A B C ?'), 'it is in the journal');
        await page.unrouteAll();
        await page.reload();
        await becomes(sub(page), text => text.startsWith('ABC? / ????'), 'the page shows it, although its address is older');
        await becomes(saved(kit), ['boggle ABC?/????/????/????']);
        await becomes(() => page.evaluate(() => localStorage.getItem('comb-unsaved')), '{}');
    },
    async 'blank and unedited boards are not saved; clearing a board does not change its saved state'(kit) {
        const page = await blank(kit, 'Boggle, 4 × 4');
        await leave(page, 'library');
        await page.getByText('Nothing saved yet. Boards that you paste, read from a picture, make or solve are saved here.').waitFor();
        const again = await blank(kit, 'Hexcells, empty level');
        await again.getByRole('tab', { name: 'Edit', selected: true }).waitFor();
        await leave(again, 'library');
        await again.getByText('Nothing saved yet.').waitFor();
        const third = await blank(kit, 'Boggle, 4 × 4');
        await typed(third, 'ab', 'AB?? / ????');
        await third.getByRole('button', { name: 'Clear' }).click();
        await becomes(sub(third), text => text.startsWith('???? / ????'));
        await typed(third, 'z', 'Z??? / ????');
        await becomes(async () => (await saved(kit)()).map(text => text.slice(0, 11)).sort(), ['boggle AB??', 'boggle Z???'], 'another board, another entry');
    },
    async 'a random board does not replace a typed one'(kit) {
        const page = await blank(kit, 'Boggle, 4 × 4');
        await typed(page, 'ab', 'AB?? / ????');
        const shake = page.locator('.tools-board').getByRole('button', { name: 'Shake' });
        for (let i = 0; i < 3; i++) {
            const before = await sub(page)();
            await shake.click();
            await becomes(sub(page), text => text !== before && !text.includes('?'));
        }
        await becomes(async () => (await saved(kit)()).length, 2, 'the typed one and the last random one');
        assert((await saved(kit)()).some(text => text.startsWith('boggle AB??/')));
    },
    async 'the language of a board is restored with it'(kit) {
        const { code } = await kit.ask('/api/board', { game: 'ruzzle', board: '????/????/????/????' });
        const page = await kit.open({ path: `#/play/${code}?lang=it` });
        await typed(page, 'casalettoreminio', 'CASA / LETT / OREM / INIO');
        await becomes(sub(page), text => text.includes('Italian'));
        await resume(page);
        await becomes(sub(page), text => text.startsWith('CASA / LETT / OREM / INIO') && text.includes('Italian'));
        kit.forgive(/400/); // where there is no list
    },
    async 'editing a finished board creates another entry'(kit) {
        const page = await blank(kit, 'Boggle, 4 × 4');
        await typed(page, 'perslatgsineters', 'PERS / LATG / SINE / TERS');
        await page.locator('.words-card .stat').filter({ hasText: /words\d/ }).waitFor(); // solved in the editor, which saves no answers
        await page.getByRole('button', { name: 'Done', exact: true }).click();
        await becomes(async () => (await kit.ask('/api/library')).puzzles.map(({ solved }) => solved), [true]);
        await page.locator('main [role=gridcell]').last().focus();
        await page.keyboard.press('x');
        await becomes(async () => (await saved(kit)()).map(text => text.slice(-1)).sort(), ['S', 'X']);
    },
    async 'a new Hexcells level is saved while it is edited, in one entry'(kit) {
        const page = await blank(kit, 'Hexcells, empty level');
        await page.locator('main [role=gridcell][aria-label*="hidden at the start"]').first().focus();
        await page.keyboard.press('b');
        await page.locator('main [role=gridcell][aria-label*="blue"]').first().waitFor();
        await page.getByLabel('Title').fill('Draft of mine');
        await page.getByLabel('Title').press('Tab');
        await page.getByRole('heading', { name: 'Draft of mine' }).waitFor();
        await leave(page, 'library');
        await becomes(() => row(page).locator('a').allTextContents(), ['Draft of mine']);
        await page.goBack();
        await page.getByRole('tab', { name: 'Edit', selected: true }).waitFor();
        await becomes(() => page.locator('main [role=gridcell][aria-label*=", blue"]').count(), 1);
        await page.reload();
        await page.getByRole('tab', { name: 'Edit', selected: true }).waitFor();
        await page.locator('main [role=gridcell][aria-label*="black"]').first().focus();
        await page.keyboard.press('b');
        await becomes(() => page.locator('main [role=gridcell][aria-label*=", blue"]').count(), 2);
        await resume(page);
        await becomes(() => page.locator('.head .counter').first().textContent(), 'Remaining2');
    },
    async 'a panel is saved while it is edited; panels browsed in a list are not saved'(kit) {
        const page = await blank(kit, 'The Witness, empty panel');
        await page.locator('main [role=gridcell][aria-label^="cell row 1 column 1,"]').focus();
        await page.keyboard.press('q');
        await page.locator('main [role=gridcell][aria-label*="sq:"]').waitFor();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('t');
        await page.locator('main [role=gridcell][aria-label*="star:"]').waitFor();
        await becomes(async () => (await saved(kit)()).filter(text => /sq:black[^]*star:black/.test(text)).length, 1);
        await page.getByRole('tab', { name: 'Panels' }).click();
        await page.getByLabel('Panels, one per line').fill(PANELS.join('\n'));
        await page.getByRole('button', { name: 'Open list' }).click();
        await page.getByText('1 of 2').waitFor();
        await page.getByRole('button', { name: 'Next panel' }).click();
        await page.getByText('2 of 2').waitFor();
        await resume(page);
        await page.getByRole('tab', { name: 'Edit' }).click();
        await page.locator('main [role=gridcell][aria-label*="star:"]').waitFor();
    },
    async 'numbers entered in a position are saved'(kit) {
        const page = await kit.play('hexcells', 'Hexcells position v1\n2: 4=_ 6=o\n3: 5=_\n4: 4=0 6=o');
        await page.locator('.numbers').getByRole('button', { name: '3', exact: true }).click();
        await announced(page, '1 number left to copy.');
        await resume(page);
        await page.locator('main [role=gridcell][aria-label="row 3 column 5, black, 3"]').waitFor();
    },
    async 'the player\'s words survive closing the browser, even unsubmitted ones'(kit) {
        await withProfile(kit, async start => {
            const { code } = await kit.ask('/api/board', { game: 'hexhunt', board: 'LPE/EASR/SRTED/PING/LAS' });
            let { page, close } = await start(`#/play/${code}`);
            await solved(page);
            await enterWords(page, 'sting ping', 'Show what I missed');
            await yours(page, 2);
            await close();
            ({ page, close } = await start(`#/play/${code}`));
            await yours(page, 2);
            await enterWords(page, 'sting ping raster', 'Close');
            await yours(page, 3);
            await close();
            ({ page, close } = await start('#/library'));
            await becomes(() => row(page).count(), 1);
            await row(page).locator('a').focus();
            await page.keyboard.press('Enter');
            await yours(page, 3);
            await page.getByRole('button', { name: 'My words' }).click();
            await page.getByRole('dialog').getByRole('textbox').fill('sting ping raster easter');
            await page.reload();
            await yours(page, 4);
            await close();
        });
    },
    async 'the player\'s words are deleted and restored with their board'(kit) {
        const page = await kit.play('hexhunt', 'LPE/EASR/SRTED/PING/LAS');
        await solved(page);
        await enterWords(page, 'sting ping', 'Show what I missed');
        await yours(page, 2);
        const kept = () => page.evaluate(() => localStorage.getItem('comb-my-words'));
        await leave(page, 'library');
        await becomes(() => row(page).locator('td.num').first().textContent(), 'words listed, 2 yours');
        await row(page).locator('a').focus();
        await page.keyboard.press('Delete');
        await announced(page, 'deleted.');
        await becomes(kept, '{}');
        await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
        await announced(page, 'restored.');
        await becomes(kept, text => text.includes('sting ping'));
    },
    async 'when the storage is full, the words of the oldest boards are dropped'(kit) {
        const page = await kit.play('hexhunt', 'LPE/EASR/SRTED/PING/LAS');
        await page.evaluate(() => {
            localStorage.setItem('comb-my-words', JSON.stringify({ old: 'x'.repeat(2e6), older: 'y'.repeat(2e6) }));
            let size = 1e6;
            while (size > 1) try { localStorage.setItem(`filler${size}`, 'z'.repeat(size)); size /= 2; } catch { size /= 2; }
        });
        await solved(page);
        await enterWords(page, 'sting ping', 'Show what I missed');
        await yours(page, 2);
        await becomes(() => page.evaluate(() => localStorage.getItem('comb-my-words')), text => text.includes('sting ping'));
        await page.reload();
        await yours(page, 2);
    },
    async 'the library shows the player\'s progress, independent of Comb\'s answer'(kit) {
        const board = await kit.example('hexcells'), { steps } = await kit.ask('/api/solve', { game: 'hexcells', board, keep: false });
        await kit.ask('/api/solve', { game: 'hexcells', board });
        const page = await kit.play('hexcells', board), state = () => row(page).locator('td.num').first().textContent();
        const [before, of] = (await sub(page)()).match(/(\d+) of (\d+) uncovered/).slice(1).map(Number), cells = steps.flatMap(step => step.cells);
        await leave(page, 'library');
        await becomes(state, '–not started');
        await page.goBack();
        for (const [i, { x, y, blue }] of cells.entries()) {
            await page.locator(`main [role=gridcell][aria-label^="row ${y + 1} column ${x + 1},"]`).focus();
            await page.keyboard.press(blue ? 'b' : 'k');
            await becomes(sub(page), text => text.includes(`${before + i + 1} of ${of} uncovered`));
            if (i !== 3) continue;
            await leave(page, 'library');
            await becomes(state, `${before + 4} of ${of}`);
            await page.locator('.lib-card', { hasText: `${before + 4} of ${of} cells uncovered` }).filter({ hasText: 'Comb foundsolved in' }).waitFor();
            await page.getByRole('button', { name: 'Unsolved' }).click();
            await becomes(() => row(page).count(), 1);
            await leave(page, 'start');
            await page.locator('.resume a', { hasText: `${before + 4} of ${of} cells uncovered` }).click();
            await becomes(sub(page), text => text.includes(`${before + 4} of ${of} uncovered`));
        }
        await leave(page, 'library');
        await becomes(state, `${of} of ${of}`);
        await page.getByRole('button', { name: 'Done', exact: true }).click();
        await becomes(() => row(page).count(), 1);
    },
    async 'without a library the page reports that edits are not saved'(kit) {
        const server = await startServer('/nobody/has/this/library.db'), without = await session(kit.browser, server.url, kit.note);
        try {
            const page = await without.play('boggle', '????/????/????/????');
            await typed(page, 'a', 'A??? / ????');
            await page.locator('.toast').filter({ hasText: 'Not saved to the library: cannot open' }).waitFor();
        } finally {
            await without.close();
            await server.stop();
        }
    },
    async 'edits made while the server is down are saved when it is back'(kit) {
        const folder = await mkdtemp(join(tmpdir(), 'comb-away-')), start = (more = []) => startServer(join(folder, 'library.db'), more);
        let server = await start();
        const own = await session(kit.browser, server.url, kit.note);
        try {
            const page = await own.play('boggle', '????/????/????/????');
            await typed(page, 'ab', 'AB?? / ????');
            await becomes(saved(own), list => list.length === 1);
            await server.stop('SIGKILL');
            await page.keyboard.press('c');
            await page.locator('.outage', { hasText: 'Comb is not running.' }).waitFor();
            server = await start(['--port', new URL(server.url).port]);
            await page.getByRole('button', { name: 'Try again' }).click();
            await becomes(saved(own), ['boggle ABC?/????/????/????']);
            await becomes(sub(page), text => text.startsWith('ABC? / ????'));
        } finally {
            await own.close();
            await server.stop();
            await rm(folder, { recursive: true });
        }
    },
    async 'a save is retried after a connection reset'(kit) {
        const page = await blank(kit, 'Boggle, 4 × 4');
        await typed(page, 'a', 'A??? / ????');
        await becomes(saved(kit), list => list.length === 1);
        let broken = 0;
        await page.route(/\/api\/library$/, route => broken++ ? route.fallback() : route.abort('connectionreset'));
        await page.keyboard.press('b');
        await becomes(saved(kit), ['boggle AB??/????/????/????']);
        assert(broken > 1, 'the first attempt was broken off');
        kit.forgive(/ERR_CONNECTION_RESET/);
    },
    async 'the player\'s words are saved without checks if the word list is missing'(kit) {
        const { code } = await kit.ask('/api/board', { game: 'ruzzle', board: 'CASA/LETT/OREM/INIO' });
        const page = await kit.open({ path: `#/play/${code}?lang=it` });
        await page.locator('.notes .note').first().waitFor();
        await enterWords(page, 'casa letto', 'Show what I missed');
        await page.getByRole('dialog').getByText('The board is not solved yet.').waitFor();
        await page.reload();
        await page.getByRole('button', { name: 'My words' }).click();
        await becomes(() => page.getByRole('dialog').getByRole('textbox').inputValue(), 'casa letto');
        kit.forgive(/400/); // there is no list
    },
};
