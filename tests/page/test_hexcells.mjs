// A Hexcells level and the position in it: what is given away, kept, gone on with and begun again.
import assert from 'node:assert/strict';
import { PHONE, becomes, clearOfBar, heard } from './kit.mjs';

/** Two cells, one blue, and nothing that says which. */
const STUCK = 'Hexcells level v1\nCoin\n\n\n\nx.o.\n....\n....';
/** A clue that has not enough cells around it. */
const WRONG = 'Hexcells position v1\nremaining 2\n10: 10=o\n11: 9=o 11=o\n12: 10=5\n13: 9=1 11=o';
const WIDE_LEVEL = `Hexcells level v1\nWide\n\n\n\n${Array.from({ length: 33 }, (_, y) => Array.from({ length: 33 }, (_, x) => y >= 12 && y <= 20 && x >= 12 && x <= 20 && (x + y) % 2 === 0 ? 'o+' : '..').join('')).join('\n')}`;

/** @param {any} page */
const uncovered = page => async () => Number((await page.locator('.head .sub').textContent()).match(/(\d+) of \d+ uncovered/)?.[1]);

/** Opens the example and uncovers the cells of its first steps by key. */
async function begun(kit, { count = 2, ...how } = {}) {
    const board = await kit.example('hexcells'), page = await kit.play('hexcells', board, how);
    const { steps } = await kit.ask('/api/solve', { game: 'hexcells', board, keep: false });
    const before = await uncovered(page)(), cells = steps.flatMap(step => step.cells).slice(0, count);
    for (const [i, { x, y, blue }] of cells.entries()) {
        await page.locator(`main [role=gridcell][aria-label^="column ${x} row ${y},"]`).focus();
        await page.keyboard.press(blue ? 'b' : 'k');
        await becomes(uncovered(page), before + i + 1);
    }
    return { page, board, before, after: before + count };
}

async function shared(page, name) {
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
    await page.locator('.toast', { hasText: 'opied' }).waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
}

export const tests = {
    async 'a link gives the level away, not the position; with the position when asked'(kit) {
        const { page, board, before, after } = await begun(kit);
        await becomes(() => page.evaluate(() => location.hash), hash => /open=/.test(hash));
        const plain = await shared(page, 'Copy link'), whole = await shared(page, 'Copy link with my position');
        const text = await shared(page, 'Copy as text');
        assert.equal((await kit.ask('/api/board', { board: text })).board, (await kit.ask('/api/board', { board })).board);
        const fresh = await kit.open({ path: plain.slice(kit.url.length) });
        await becomes(uncovered(fresh), before);
        const same = await kit.open({ path: whole.slice(kit.url.length) });
        await becomes(uncovered(same), after);
        await same.reload();
        await becomes(uncovered(same), after);
    },
    async 'Restart covers what was uncovered, and is undone'(kit) {
        const { page, before, after } = await begun(kit);
        const again = page.getByRole('button', { name: 'Restart' }).and(page.locator('.btn'));
        await becomes(() => page.getByRole('button', { name: 'More' }).isVisible(), false, 'the menu is for phones');
        await again.click();
        await becomes(uncovered(page), before);
        await becomes(() => again.isDisabled(), true);
        await becomes(() => page.evaluate(() => location.hash), hash => !/open=/.test(hash));
        await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
        await becomes(uncovered(page), after);
    },
    async 'phone: Redo and Restart are in a menu'(kit) {
        const { page, before, after } = await begun(kit, { size: PHONE, touch: true });
        const pick = async name => {
            await page.getByRole('button', { name: 'More' }).click();
            await page.getByRole('menuitem', { name }).click();
        };
        await pick('Restart');
        await becomes(uncovered(page), before);
        await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
        await becomes(uncovered(page), after);
        await pick('Redo');
        await becomes(uncovered(page), before);
    },
    async 'phone: what a hint and a mistake say is clear of the bar'(kit) {
        const board = await kit.example('hexcells'), page = await kit.play('hexcells', board, { size: { ...PHONE, height: 600 }, touch: true });
        const { cells: [{ x, y, blue }] } = await kit.ask('/api/solve', { game: 'hexcells', board, keep: false });
        await page.getByRole('button', { name: /^Hint/ }).first().tap();
        await page.locator('.ladder .now').waitFor();
        await becomes(clearOfBar(page, 'main .live'), true, 'the hint is in sight');
        await page.evaluate(() => scrollTo(0, 0));
        await page.locator(`main [role=gridcell][aria-label^="column ${x} row ${y},"]`).focus();
        await page.keyboard.press(blue ? 'k' : 'b');
        await page.locator('.explain .note').waitFor();
        await becomes(clearOfBar(page, '.explain'), true, 'the verdict is in sight');
    },
    async 'a level is gone on with where it was left, and kept once'(kit) {
        const { page, board, after } = await begun(kit);
        await kit.ask('/api/library', { game: 'hexcells', board, source: 'test' });
        await becomes(() => page.evaluate(() => location.hash), hash => /open=/.test(hash));
        await page.getByRole('button', { name: /^Solve/ }).first().click();
        await page.getByRole('button', { name: 'Make all' }).waitFor();
        await page.locator('.bar a[href="#/"]').first().click();
        const card = page.locator('.resume a', { hasText: 'Hexcells' });
        await becomes(() => card.count(), 1, 'solving from a position keeps no second level');
        await card.click();
        await becomes(uncovered(page), after);
        await page.getByRole('button', { name: /^Solve/ }).first().click();
        await page.getByRole('button', { name: 'Make all' }).click();
        await page.getByText('Solved.').waitFor();
        await page.locator('.bar a[href="#/"]').first().click();
        await page.locator('.resume a', { hasText: /Hexcells, solved/ }).click();
        await becomes(uncovered(page), after - 2, 'a level that was ended begins anew');
    },
    async 'one who leaves before the server has answered loses nothing'(kit) {
        const { page, after } = await begun(kit);
        await page.route(/\/api\/board/, () => {});
        await page.getByRole('button', { name: /^Undo/ }).first().click();
        await becomes(() => page.locator('.head .sub').textContent(), text => text.includes(`${after - 1} of`));
        await page.unrouteAll();
        await page.reload();
        await becomes(uncovered(page), after - 1);
    },
    async 'a level that cannot be solved by reason is told so: hint and rating'(kit) {
        const page = await kit.play('hexcells', STUCK);
        await page.getByRole('button', { name: /^Hint/ }).first().click();
        await page.getByText('Nothing follows from here.').waitFor();
        await page.getByRole('tab', { name: 'Level' }).click();
        await page.getByRole('button', { name: 'Rate', exact: true }).click();
        await page.getByText('2 cells do not follow from the clues.').first().waitFor();
        await page.getByRole('button', { name: 'Why?' }).click();
        await page.getByText('Stuck: 2 cells not decided').waitFor();
    },
    async 'a step that is left before it is drawn is not drawn; a clue looked at holds no move up'(kit) {
        const board = await kit.example('hexcells'), page = await kit.play('hexcells', board), cells = page.locator('main [role=gridcell]');
        const { steps } = await kit.ask('/api/solve', { game: 'hexcells', board, keep: false }), { x, y, blue } = steps[0].cells[0];
        const hidden = () => cells.and(page.locator('[aria-label*="hidden"]')).count(), before = await hidden();
        await page.keyboard.press('s');
        await page.locator('.step-rows').waitFor();
        for (const key of ['n', 'n', 'Escape']) await page.keyboard.press(key, { noWaitAfter: true });
        await page.waitForLoadState('networkidle');
        await becomes(hidden, before);
        assert.doesNotMatch(await page.locator('.live').first().textContent(), /\(\d+,\d+\)/, 'no numbers in what is said');
        /** @type {() => void} */
        let answer = () => {};
        const held = new Promise(resolve => { answer = () => resolve(0); });
        await page.route(/\/api\/board/, async route => { await held; await route.fallback(); });
        await cells.and(page.locator(`[aria-label^="column ${x} row ${y},"]`)).focus();
        await page.keyboard.press(blue ? 'b' : 'k');
        await cells.and(page.locator('[aria-label^="line hint"]')).first().focus();
        await page.keyboard.press('Enter');
        answer();
        await becomes(hidden, before - 1);
    },
    async 'an answer that takes its time is announced'(kit) {
        const page = await kit.play('hexcells', await kit.example('hexcells'));
        /** @type {() => void} */
        let answer = () => {};
        const held = new Promise(resolve => { answer = () => resolve(0); });
        await page.route(/\/api\/hint/, async route => { await held; await route.fallback(); });
        await page.getByRole('button', { name: /^Hint/ }).first().click();
        await heard(page, 'Looking …');
        answer();
        await page.locator('.ladder .now').waitFor();
        await becomes(() => page.locator('.live').first().textContent(), text => !/Looking/.test(text));
    },
    async 'quick presses climb the whole ladder and make the step'(kit) {
        const page = await kit.play('hexcells', await kit.example('hexcells')), before = await uncovered(page)();
        await page.getByRole('heading', { name: 'First flower' }).click();
        for (let i = 0; i < 5; i++) await page.keyboard.press('h', { noWaitAfter: true });
        await becomes(uncovered(page), now => now > before);
    },
    async 'steps are of the position: who goes on by hand loses nothing to them'(kit) {
        const board = await kit.example('hexcells'), page = await kit.play('hexcells', board), before = await uncovered(page)();
        const { steps } = await kit.ask('/api/solve', { game: 'hexcells', board, keep: false }), { x, y, blue } = steps.at(-1).cells.at(-1);
        await page.getByRole('button', { name: /^Solve/ }).first().click();
        await page.locator('.step-rows').waitFor();
        await page.locator(`main [role=gridcell][aria-label^="column ${x} row ${y},"]`).focus();
        await page.keyboard.press(blue ? 'b' : 'k');
        await becomes(uncovered(page), before + 1);
        await becomes(() => page.locator('.step-rows').isVisible(), false, 'the steps of the board before are gone');
        await page.keyboard.press('s');
        await page.getByRole('button', { name: 'Make up to here' }).click();
        await becomes(uncovered(page), now => now > before + 1);
        await becomes(() => page.locator('.step-rows').isVisible(), true, 'the steps stay while they are made');
        await page.getByRole('button', { name: 'Make all' }).click();
        await page.getByText('Solved.').waitFor();
        await page.keyboard.press('s');
        await heard(page, 'Everything is uncovered.');
    },
    async 'the editor takes nothing that is no board: last cell, numbers, counter'(kit) {
        const page = await kit.play('hexcells', 'Hexcells position v1\nremaining 1\n10: 10=o\n12: 10={1}');
        await page.getByRole('tab', { name: 'Edit' }).click();
        const cell = row => page.locator(`main [role=gridcell][aria-label^="column 10 row ${row},"]`), label = row => () => cell(row).getAttribute('aria-label');
        await page.getByLabel('Remaining').fill('some');
        await page.keyboard.press('Tab');
        await heard(page, 'Remaining is a number: some is none.');
        assert.equal(await page.getByLabel('Remaining').inputValue(), '1');
        await page.getByLabel('Number').fill('zz');
        await cell(10).focus();
        await page.keyboard.press('k');
        await heard(page, 'No number: zz.');
        await becomes(label(10), text => /hidden/.test(text));
        await cell(12).focus();
        await page.keyboard.press('b');
        await becomes(label(12), text => /blue/.test(text), 'a mark goes where it cannot stand');
        await page.keyboard.press('Delete');
        await becomes(label(12), text => /free/.test(text));
        await cell(10).focus();
        await page.keyboard.press('Delete');
        await heard(page, 'A level has at least one cell.');
        await becomes(label(10), text => /hidden/.test(text));
    },
    async 'cells of a position are marked, not judged, whatever was chosen for a level'(kit) {
        const page = await kit.play('hexcells', 'Hexcells position v1\nremaining 1\n10: 10=o\n12: 10=1');
        await page.getByRole('tab', { name: 'Level' }).click();
        await page.getByLabel('Cells', { exact: true }).fill('7');
        await page.getByRole('button', { name: 'Make', exact: true }).click();
        await page.getByText(/of 7 uncovered/).waitFor();
        await page.getByRole('tab', { name: 'Hint' }).click();
        await page.getByRole('button', { name: 'At once' }).click();
        await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
        await page.getByText(/of 2 uncovered/).waitFor();
        await page.locator('main [role=gridcell][aria-label*="hidden"]').focus();
        await page.keyboard.press('b');
        await page.getByText(/1 mark\b/).waitFor();
    },
    async 'clues that contradict each other are shown, whoever is asked'(kit) {
        const page = await kit.play('hexcells', WRONG), told = () => page.locator('.explain').textContent();
        const shown = () => page.locator('main [role=gridcell][aria-label*="letter A"]').getAttribute('aria-label');
        for (const name of [/^Hint/, /^Check/]) {
            await page.getByRole('button', { name }).first().click();
            await becomes(told, text => /The 5 at .*cannot hold/.test(text), String(name));
            await becomes(shown, text => /^column 10 row 12/.test(text), 'the clue is marked');
            await page.keyboard.press('Escape');
            await becomes(told, '');
        }
        await page.getByRole('button', { name: /^Solve/ }).first().click();
        await page.getByText('The clues contradict each other.').first().waitFor();
        await becomes(() => page.getByRole('button', { name: 'Make all' }).count(), 0);
        await page.getByRole('tab', { name: 'Edit' }).click();
        await page.locator('.chip', { hasText: 'contradict' }).waitFor();
    },
    async 'what was said goes with the board; undo says what it took back'(kit) {
        const { page } = await begun(kit, { count: 1 });
        await page.getByRole('button', { name: 'Restart' }).and(page.locator('.btn')).click();
        await heard(page, 'From the beginning.');
        await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
        await heard(page, 'Undone: restarted.');
        await page.getByRole('tab', { name: 'Edit' }).click();
        await becomes(() => page.locator('.live').first().textContent(), '');
    },
    async 'the cursor of the editor stays on its cell'(kit) {
        const page = await kit.play('hexcells', WIDE_LEVEL);
        await page.getByRole('tab', { name: 'Edit' }).click();
        const cell = page.locator('main [role=gridcell][aria-label^="column 16 row 16,"]'), at = () => page.locator('main [role=gridcell][tabindex="0"]').getAttribute('aria-label');
        await cell.focus();
        await page.keyboard.press('b');
        await becomes(at, text => /^column 16 row 16, .*blue/.test(text));
        await page.keyboard.press('Escape');
        await becomes(at, text => /^column 16 row 16,/.test(text));
    },
    async 'the editor shows the level as given; only a change begins it anew'(kit) {
        const { page, before, after } = await begun(kit);
        await page.getByRole('tab', { name: 'Edit' }).click();
        await becomes(uncovered(page), before);
        await page.getByRole('tab', { name: 'Hint' }).click();
        await becomes(uncovered(page), after);
        await page.getByRole('tab', { name: 'Edit' }).click();
        await page.getByLabel('Title').fill('Another');
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'Another' }).waitFor();
        await page.getByRole('tab', { name: 'Hint' }).click();
        await becomes(uncovered(page), before);
        await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
        await becomes(uncovered(page), after);
    },
    async 'what the time did not suffice for is not claimed'(kit) {
        const page = await kit.play('hexcells', await kit.example('hexcells'));
        await page.route(/\/api\/(check|solve)$/, async route => {
            const answer = await (await route.fetch()).json();
            const cut = { ...answer, complete: false, redundant: [], ...answer.steps && { left: 7, solved: false, cells: answer.cells.slice(0, 3), steps: answer.steps.slice(0, 1) } };
            await route.fulfill({ json: cut });
        });
        await page.keyboard.press('s');
        await page.getByRole('tabpanel', { name: 'Steps' }).getByText('The time was up: 3 cells decided so far, 7 not.').waitFor();
        await page.getByRole('tab', { name: 'Level' }).click();
        await page.getByRole('button', { name: 'Find spare clues' }).click();
        await page.getByText('No clue that could be left out was found. The time was up before all were tried.').waitFor();
        await becomes(() => page.getByText(/do not follow|No clue can be left out/).count(), 0);
    },
};
