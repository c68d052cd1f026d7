// Timed rounds on word boards and the daily puzzles.
import assert from 'node:assert/strict';
import { PHONE, becomes, announced, violations } from './kit.mjs';

const BOARD = 'TS/EAR/LB';
const result = page => page.getByRole('region', { name: 'Result' });
const start = page => page.getByRole('button', { name: 'Start', exact: true }).click();
const traced = page => page.locator('.round-word').textContent();

/** Opens a round on the board. */
async function round(kit, how = {}) {
    const { code } = await kit.ask('/api/board', { game: 'hexhunt', board: BOARD });
    return kit.open({ ...how, path: `#/round/${code}${how.query || ''}` });
}

/** Centre of a cell on the screen. */
async function centre(page, label) {
    const box = await page.getByRole('gridcell', { name: label }).first().boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
}

export const tests = {
    async 'a daily level: the result names mistakes and hints; times can be exported'(kit) {
        const page = await kit.open({ path: '#/daily' });
        await page.getByRole('button', { name: 'Play Hexcells' }).click();
        await page.locator('.tools-board').getByRole('button', { name: /^Hint/ }).click();
        await page.locator('.ladder .now').waitFor();
        const board = await page.evaluate(() => location.hash.split('/').pop().split('?')[0]);
        const { board: text } = await kit.ask('/api/board', { board });
        const rows = text.split('\n').slice(5), cells = rows.flatMap((row, y) => [...row.matchAll(/../g)].map(([pair], x) => ({ x, y, kind: pair[0] }))).filter(({ kind }) => /[ox]/.test(kind));
        for (const [i, { x, y, kind }] of cells.entries()) {
            await page.locator(`main [role=gridcell][aria-label^="row ${y + 1} column ${x + 1},"]`).focus();
            if (i === 0) await page.keyboard.press(kind === 'x' ? 'k' : 'b');
            if (i === 0) await page.locator('.counter', { hasText: 'Mistakes' }).getByText('1', { exact: true }).waitFor();
            await page.keyboard.press(kind === 'x' ? 'b' : 'k');
        }
        await page.locator('.explain').getByText('Solved.').waitFor();
        await page.goto(page.url().replace(/#.*/, '#/daily'));
        await page.getByText('Solved, 1 mistake, 1 hint.').waitFor();
        await page.goto(page.url().replace(/#.*/, '#/about'));
        await page.getByText('1 solved puzzle with time, hints and mistakes').waitFor();
        const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export results' }).click()]);
        assert.equal(file.suggestedFilename(), 'comb-results.json');
    },
    async 'a round is played by dragging, tapping and typing, and reviewed'(kit) {
        const page = await round(kit);
        await page.getByRole('gridcell', { name: 'hidden until the round starts' }).first().waitFor();
        await page.getByRole('button', { name: 'No limit' }).click();
        await start(page);
        for (const [i, letter] of ['T', 'S', 'A', 'R'].entries()) { // TSAR, dragged
            await page.mouse.move(...await centre(page, new RegExp(`, ${letter}(,|$)`)), { steps: 4 });
            if (i === 0) await page.mouse.down();
        }
        assert.equal(await traced(page), 'TSAR');
        await page.mouse.up();
        await announced(page, /TSAR: 4 points/);
        for (const letter of ['E', 'A', 'T', 'T']) await page.mouse.click(...await centre(page, new RegExp(`, ${letter}(,|$)`))); // EAT, tapped; the second tap on T enters it
        await announced(page, /EAT/);
        await page.getByRole('textbox', { name: 'Type a word' }).fill('tsar');
        await page.keyboard.press('Enter');
        await announced(page, /TSAR: already found/);
        await page.getByRole('textbox', { name: 'Type a word' }).fill('zebra');
        await page.keyboard.press('Enter');
        await announced(page, /ZEBRA is not on the board/);
        await page.getByRole('button', { name: 'End round' }).click();
        await result(page).waitFor();
        assert.match(await result(page).textContent(), /of \d+, \d+ % of/);
        await page.locator('.missed summary').first().click();
        await page.locator('.missed-words button').first().click();
        await becomes(() => page.locator('main [role=gridcell][aria-selected=true]').count(), count => count >= 3, 'the path of a missed word');
        assert.deepEqual(await violations(page), []);
        await page.getByRole('button', { name: 'Open board' }).click();
        await page.waitForURL(/#\/play\/comb/);
        await page.getByRole('button', { name: /^Mine \d/ }).waitFor();
    },
    async 'the clock ends a round'(kit) {
        const page = await round(kit);
        await page.getByRole('button', { name: '1:20' }).click();
        await start(page);
        await becomes(() => page.getByRole('timer').textContent(), text => /^1:\d\d$/.test(text));
        await page.evaluate(() => { const now = performance.now.bind(performance); performance.now = () => now() + 81000; });
        await result(page).waitFor();
        await announced(page, /Time is up/);
    },
    async 'the daily puzzles are the same on every visit; results give a streak and a card'(kit) {
        const page = await kit.open({ path: '#/daily', size: PHONE });
        const cards = page.locator('.daily');
        await becomes(() => cards.count(), count => count >= 6);
        await page.getByRole('button', { name: 'Play Boggle' }).click();
        await page.getByRole('heading', { name: /^Boggle daily \d+$/ }).waitFor();
        const first = page.url();
        await start(page);
        await page.getByRole('button', { name: 'End round' }).click();
        await result(page).waitFor();
        await page.getByRole('button', { name: 'Copy result' }).click();
        await becomes(() => page.evaluate(() => navigator.clipboard.readText()), text => /^Boggle daily \d+: 0 words, 0 points, 0 %\nhttp/.test(text));
        await page.goto(`${kit.url}#/daily`);
        await page.getByText('Your streak: 1 day.').waitFor();
        await page.getByRole('button', { name: 'Open Boggle' }).click();
        await page.waitForURL(first);
        assert.deepEqual(await violations(page), []);
    },
    async 'the word view offers a round with its word list'(kit) {
        const page = await kit.play('hexhunt', BOARD);
        await page.getByRole('group', { name: 'Mode' }).getByRole('button', { name: 'Play' }).click();
        await page.waitForURL(/#\/round\/comb/);
        await page.getByRole('heading', { name: 'Hexhunt round' }).waitFor();
    },
};
