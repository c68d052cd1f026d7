// Numbers of a Hexcells position that are not known yet: they look like no clue of the game, are asked for, and nothing is
// claimed about what follows while some are missing.
import assert from 'node:assert/strict';
import { PHONE, becomes, heard, violations } from './kit.mjs';

/** The 0 makes two cells black; the number on (5,3) then decides the other two. */
const POSITION = 'Hexcells position v1\n2: 4=o 6=o\n3: 5=o\n4: 4=0 6=o';
const cell = (page, x, y) => page.locator(`main [role=gridcell][aria-label^="column ${x} row ${y},"]`);
const label = (page, x, y) => () => cell(page, x, y).getAttribute('aria-label');
const focused = page => () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') || '');
const asking = page => page.getByRole('region', { name: 'To copy from the game' });

/** Climbs the ladder and makes the step, or all that follows. @param {any} page @param {RegExp} done */
async function takeHint(page, done) {
    for (const rung of [/Where|look/i, /look at/i, /is (black|blue)|are (black|blue)/]) {
        await page.locator('.tools-board').getByRole('button', { name: /^Hint/ }).click();
        await heard(page, rung);
    }
    await page.getByRole('button', { name: /^Make this step/ }).click();
    await page.locator('.toast', { hasText: done }).waitFor();
}

export const tests = {
    async 'after a hint on a position its numbers are asked for; then the next hint comes'(kit) {
        const page = await kit.play('hexcells', POSITION);
        await takeHint(page, /2 cells uncovered/);
        await asking(page).getByText('2 numbers to copy from the game').waitFor();
        await page.locator('.head .sub', { hasText: '2 numbers missing' }).waitFor();
        await becomes(label(page, 4, 2), 'column 4 row 2, black, number not known yet');
        await becomes(() => page.locator('main .board .slot').count(), 2, 'a field to fill in, no "?"');
        await becomes(() => page.locator('main .board svg text', { hasText: '?' }).count(), 0);
        await becomes(focused(page), text => text.startsWith('column 4 row 2,'), 'the first of them has the focus');
        await page.keyboard.press('h');
        await heard(page, 'No safe step without the missing numbers.');
        await becomes(() => page.getByText('Nothing follows').count(), 0);
        await page.keyboard.press('0');
        await becomes(label(page, 4, 2), 'column 4 row 2, black, 0');
        await becomes(focused(page), text => text.startsWith('column 5 row 3,'), 'the focus moves on');
        await asking(page).getByText('1 number to copy from the game').waitFor();
        await page.keyboard.press('9');
        await heard(page, 'A black cell counts up to 6');
        await page.keyboard.press('{');
        await page.keyboard.press('2');
        await becomes(label(page, 5, 3), 'column 5 row 3, black, {2}');
        await becomes(() => asking(page).count(), 0, 'nothing is asked for any more');
        await page.reload();
        await becomes(label(page, 5, 3), 'column 5 row 3, black, {2}');
        await takeHint(page, /uncovered/);
        await page.locator('.explain', { hasText: 'Everything is uncovered.' }).waitFor();
    },
    async 'phone: the keypad has marks, ? and, for blue cells, no number; undo takes one back'(kit) {
        const page = await kit.play('hexcells', POSITION.replace('4=0', '4=2').replace('6=o\n3', '6=_\n3'), { size: PHONE, touch: true });
        await asking(page).getByText('1 number to copy from the game').waitFor();
        const key = name => asking(page).getByRole('button', { name, exact: true });
        await key('together: {n}').tap();
        await becomes(() => key('together: {n}').getAttribute('aria-pressed'), 'true');
        await key('1').tap();
        await becomes(label(page, 6, 2), 'column 6 row 2, black, {1}');
        await page.getByRole('button', { name: 'Undo', exact: true }).tap();
        await becomes(label(page, 6, 2), 'column 6 row 2, black, number not known yet');
        await key('question mark').tap();
        await becomes(label(page, 6, 2), 'column 6 row 2, black, ?');
        await takeHint(page, /2 cells uncovered/);
        await asking(page).getByText('2 numbers to copy from the game').waitFor();
        await key('no number').tap();
        await becomes(label(page, 4, 2), 'column 4 row 2, blue');
        await key('18').tap();
        await becomes(label(page, 5, 3), 'column 5 row 3, blue, 18');
        assert(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), 'nothing is too wide');
    },
    async 'blue cells without a number are told at once; steps, check and editor claim nothing either'(kit) {
        const page = await kit.play('hexcells', 'Hexcells position v1\nremaining 1\n2: 2=x_ 4=x_ 6=_\n3: 3=o 5=o');
        assert.deepEqual(await violations(page), []);
        await page.keyboard.press('s');
        await heard(page, 'No safe step without the missing numbers.');
        await page.keyboard.press('c');
        await page.getByRole('tabpanel', { name: 'Level' }).getByText('No safe step without the missing numbers.').waitFor();
        await becomes(() => page.getByText(/Not fair|Stuck|stuck|to guess/).count(), 0);
        await page.getByRole('tab', { name: 'Edit' }).click();
        await page.locator('.live-verdict', { hasText: '3 numbers missing' }).waitFor();
        await page.getByRole('tab', { name: 'Hint' }).click();
        await asking(page).getByRole('button', { name: 'The blue cells have no number' }).click();
        await asking(page).getByText('1 number to copy from the game').waitFor();
        await becomes(label(page, 2, 2), 'column 2 row 2, blue');
        await asking(page).getByRole('button', { name: 'question mark' }).click();
        await page.keyboard.press('h');
        await page.getByText('Nothing follows from here.').waitFor(); // now it is true
    },
    async 'the cells that follow in a position leave the others open, not stuck'(kit) {
        const page = await kit.play('hexcells', POSITION);
        await page.keyboard.press('s');
        await page.getByRole('tabpanel', { name: 'Steps' }).getByText('2 cells can be uncovered now; 2 cells depend on the numbers that appear then.').waitFor();
        await page.keyboard.press('c');
        await page.getByRole('tabpanel', { name: 'Level' }).getByText('Some cells can be uncovered now.').waitFor();
        await becomes(() => page.getByText(/Not fair|Stuck|stuck/).count(), 0);
    },
    async 'the example opens in the editor without a complaint, and marks follow the colours'(kit) {
        const { examples } = (await kit.ask('/api/games')).games.find(game => game.name === 'hexcells');
        for (const { input } of examples) {
            const page = await kit.play('hexcells', input);
            await page.getByRole('tab', { name: 'Edit' }).click();
            await page.locator('.live-verdict .chip').filter({ hasText: /Fair|left to guess|follow now/ }).waitFor();
            await becomes(() => page.getByText(/the mark is/).count(), 0, 'no complaint');
            await page.close();
        }
    },
    async 'a mark that is put, and one whose cells change, is worked out before it is judged'(kit) {
        const level = ['Hexcells level v1', 'Ring', '', '', '', '..x...', 'x.....', '..Oc..', 'x.....', '..o...'].join('\n');
        const page = await kit.play('hexcells', level);
        await page.getByRole('tab', { name: 'Edit' }).click();
        await page.locator('.live-verdict .chip').filter({ hasText: /Fair|left to guess/ }).waitFor();
        await becomes(() => page.locator('main [role=gridcell][aria-label*="{3}"]').count(), 1, 'the three blue cells lie together');
        await page.locator('main [role=gridcell][aria-label*="{3}"]').focus();
        const place = (await focused(page)()).match(/column (\d+) row (\d+)/).slice(1).map(Number);
        await cell(page, place[0] - 1, place[1] - 1).focus();
        await page.keyboard.press('k'); // two are left, apart
        await becomes(() => page.locator('main [role=gridcell][aria-label*="-2-"]').count(), 1);
        await page.locator('.live-verdict .chip').filter({ hasText: /Fair|left to guess/ }).waitFor();
        await becomes(() => page.getByText(/the mark is/).count(), 0);
    },
};
