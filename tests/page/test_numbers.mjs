// Unknown numbers of a Hexcells position: they look different from clues, are asked for, and the solver makes no claims
// while some are missing.
import assert from 'node:assert/strict';
import { PHONE, answerOf, becomes, announced, violations } from './kit.mjs';

/** The 0 makes two cells black; the number on (5,3) then decides the other two. */
const POSITION = 'Hexcells position v1\n2: 4=o 6=o\n3: 5=o\n4: 4=0 6=o';
const cell = (page, x, y) => page.locator(`main [role=gridcell][aria-label^="row ${y + 1} column ${x + 1},"]`);
const label = (page, x, y) => () => cell(page, x, y).getAttribute('aria-label');
const focused = page => () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') || '');
const asking = page => page.getByRole('region', { name: 'Numbers to copy from the game' });

/** Goes through the hint levels and applies the step. @param {any} page @param {RegExp} done */
async function applyHint(page, done) {
    for (let level = 1; level <= 5; level++) {
        await page.locator('.tools-board').getByRole('button', { name: /^Hint/ }).click();
        await page.locator(`.ladder li:nth-child(${level})`).and(page.locator('.now')).waitFor();
    }
    await announced(page, /is (black|blue)|are (black|blue)/);
    await page.getByRole('button', { name: /^Apply this step/ }).click();
    await page.locator('.toast', { hasText: done }).waitFor();
}

export const tests = {
    async 'after a hint in a position the new numbers are asked for before the next hint'(kit) {
        const page = await kit.play('hexcells', POSITION);
        await applyHint(page, /2 cells uncovered/);
        await asking(page).getByText('2 numbers to copy from the game').waitFor();
        await page.locator('.head .sub', { hasText: '2 numbers missing' }).waitFor();
        await becomes(label(page, 4, 2), 'row 3 column 5, black, number unknown');
        await becomes(() => page.locator('main .board .slot').count(), 2, 'a field to fill in, no "?"');
        await becomes(() => page.locator('main .board svg text', { hasText: '?' }).count(), 0);
        await becomes(focused(page), text => text.startsWith('row 3 column 5,'), 'the first of them has the focus');
        await page.keyboard.press('h');
        await announced(page, 'No safe step without the missing numbers.');
        await becomes(() => page.getByText('Nothing can be deduced').count(), 0);
        await page.keyboard.press('0');
        await becomes(label(page, 4, 2), 'row 3 column 5, black, 0');
        await becomes(focused(page), text => text.startsWith('row 4 column 6,'), 'the focus moves on');
        await asking(page).getByText('1 number to copy from the game').waitFor();
        await page.keyboard.press('9');
        await announced(page, 'The number of a black cell is at most 6.');
        await page.keyboard.press('{');
        await page.keyboard.press('2');
        await becomes(label(page, 5, 3), 'row 4 column 6, black, {2}');
        await becomes(() => asking(page).count(), 0, 'nothing is asked for any more');
        await page.reload();
        await becomes(label(page, 5, 3), 'row 4 column 6, black, {2}');
        await applyHint(page, /uncovered/);
        await page.locator('.explain', { hasText: 'All cells are uncovered.' }).waitFor();
    },
    async 'phone: the keypad has marks, ? and, for blue cells, no number; undo works'(kit) {
        const page = await kit.play('hexcells', POSITION.replace('4=0', '4=2').replace('6=o\n3', '6=_\n3'), { size: PHONE, touch: true });
        await asking(page).getByText('1 number to copy from the game').waitFor();
        const key = name => asking(page).getByRole('button', { name, exact: true });
        await key('together: {n}').tap();
        await becomes(() => key('together: {n}').getAttribute('aria-pressed'), 'true');
        await key('1').tap();
        await becomes(label(page, 6, 2), 'row 3 column 7, black, {1}');
        await page.getByRole('button', { name: 'Undo', exact: true }).tap();
        await becomes(label(page, 6, 2), 'row 3 column 7, black, number unknown');
        await key('question mark').tap();
        await becomes(label(page, 6, 2), 'row 3 column 7, black, ?');
        await applyHint(page, /2 cells uncovered/);
        await asking(page).getByText('2 numbers to copy from the game').waitFor();
        await key('no number').tap();
        await becomes(label(page, 4, 2), 'row 3 column 5, blue');
        await key('18').tap();
        await becomes(label(page, 5, 3), 'row 4 column 6, blue, 18');
        assert(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), 'nothing is too wide');
    },
    async 'blue cells without numbers are set together; steps, check and editor make no claims'(kit) {
        const page = await kit.play('hexcells', 'Hexcells position v1\nremaining 1\n2: 2=x_ 4=x_ 6=_\n3: 3=o 5=o');
        assert.deepEqual(await violations(page), []);
        await page.keyboard.press('s');
        await announced(page, 'No safe step without the missing numbers.');
        await page.keyboard.press('c');
        await page.getByRole('tabpanel', { name: 'Level' }).getByText('No safe step without the missing numbers.').waitFor();
        await becomes(() => page.getByText(/Not fair|Stuck|stuck|to guess/).count(), 0);
        await page.getByRole('tab', { name: 'Edit' }).click();
        await page.locator('.live-verdict', { hasText: '3 numbers missing' }).waitFor();
        await page.getByRole('tab', { name: 'Hint' }).click();
        await asking(page).getByRole('button', { name: 'Blue cells have no number' }).click();
        await asking(page).getByText('1 number to copy from the game').waitFor();
        await becomes(label(page, 2, 2), 'row 3 column 3, blue');
        await asking(page).getByRole('button', { name: 'question mark' }).click();
        await page.keyboard.press('h');
        await page.getByText('Nothing can be deduced from here.').waitFor(); // now it is true
    },
    async 'if some cells of a position can be deduced, the others are not reported as stuck'(kit) {
        const page = await kit.play('hexcells', POSITION);
        await page.keyboard.press('s');
        await page.getByRole('tabpanel', { name: 'Steps' }).getByText('2 cells can be uncovered now; 2 cells depend on numbers that are not known yet.').waitFor();
        await page.keyboard.press('c');
        await page.getByRole('tabpanel', { name: 'Level' }).getByText('Some cells can be uncovered now.').waitFor();
        await becomes(() => page.getByText(/Not fair|Stuck|stuck/).count(), 0);
    },
    async 'the examples open in the editor without warnings'(kit) {
        const { examples } = (await kit.ask('/api/games')).games.find(game => game.name === 'hexcells');
        for (const { input } of examples) {
            const page = await kit.play('hexcells', input);
            await page.getByRole('tab', { name: 'Edit' }).click();
            await page.locator('.live-verdict .chip').filter({ hasText: /Fair|left to guess|can be deduced/ }).waitFor();
            await becomes(() => page.getByText(/the mark is/).count(), 0, 'no complaint');
            await page.close();
        }
    },
    async 'a warning about a level names the place on the board, not in its file'(kit) {
        const page = await kit.play('hexcells', await kit.example('hexcells'));
        await page.route(/\/api\/check/, async route => {
            const answer = await answerOf(route);
            await route.fulfill({ json: { ...answer, findings: [{ line: 1, column: 1, message: '5 rows, expected 33' }, { line: 8, column: 3, message: 'the mark is wrong' }] } });
        });
        await page.getByRole('tab', { name: 'Level' }).click();
        await page.getByRole('button', { name: 'Check level' }).click();
        await page.getByText('Row 3 column 2: the mark is wrong.').waitFor();
        await becomes(() => page.getByText('5 rows').count(), 0);
        await becomes(() => page.getByText(/Line \d+, column/).count(), 0);
    },
    async 'marks are recomputed before the live check'(kit) {
        const level = ['Hexcells level v1', 'Ring', '', '', '', '..x...', 'x.....', '..Oc..', 'x.....', '..o...'].join('\n');
        const page = await kit.play('hexcells', level);
        await page.getByRole('tab', { name: 'Edit' }).click();
        await page.locator('.live-verdict .chip').filter({ hasText: /Fair|left to guess/ }).waitFor();
        await becomes(() => page.locator('main [role=gridcell][aria-label*="{3}"]').count(), 1, 'the three blue cells are together');
        await page.locator('main [role=gridcell][aria-label*="{3}"]').focus();
        const place = (await focused(page)()).match(/row (\d+) column (\d+)/).slice(1).map(Number);
        await cell(page, place[1] - 2, place[0] - 2).focus();
        await page.keyboard.press('k'); // two are left, apart
        await becomes(() => page.locator('main [role=gridcell][aria-label*="-2-"]').count(), 1);
        await page.locator('.live-verdict .chip').filter({ hasText: /Fair|left to guess/ }).waitFor();
        await becomes(() => page.getByText(/the mark is/).count(), 0);
    },
};
