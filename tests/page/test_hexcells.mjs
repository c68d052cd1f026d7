// Hexcells levels and the player's position: sharing, saving, continuing and restarting.
import assert from 'node:assert/strict';
import { answered, answerOf, PHONE, becomes, clearOfBar, announced, violations } from './kit.mjs';

/** Two cells, one blue, and no clue. */
const STUCK = 'Hexcells level v1\nCoin\n\n\n\nx.o.\n....\n....';
/** A clue with too few cells around it. */
const WRONG = 'Hexcells position v1\nremaining 2\n10: 10=o\n11: 9=o 11=o\n12: 10=5\n13: 9=1 11=o';
const WIDE_LEVEL = `Hexcells level v1\nWide\n\n\n\n${Array.from({ length: 33 }, (_, y) => Array.from({ length: 33 }, (_, x) => y >= 12 && y <= 20 && x >= 12 && x <= 20 && (x + y) % 2 === 0 ? 'o+' : '..').join('')).join('\n')}`;

const HUGE_LEVEL = `Hexcells level v1\nHuge\n\n\n\n${Array.from({ length: 33 }, (_, y) => Array.from({ length: 33 }, (_, x) => y >= 3 && y <= 29 && x >= 2 && x <= 30 && (x + y) % 2 === 0 ? 'o+' : '..').join('')).join('\n')}`;

/** @param {any} page */
const uncovered = page => async () => Number((await page.locator('.head .sub').textContent()).match(/(\d+) of \d+ uncovered/)?.[1]);

/** Opens the example and uncovers the cells of its first steps by key. */
async function begun(kit, { count = 2, ...how } = {}) {
    const board = await kit.example('hexcells'), page = await kit.play('hexcells', board, how);
    const { steps } = await kit.ask('/api/solve', { game: 'hexcells', board, keep: false });
    const before = await uncovered(page)(), cells = steps.flatMap(step => step.cells).slice(0, count);
    for (const [i, { x, y, blue }] of cells.entries()) {
        await page.locator(`main [role=gridcell][aria-label^="row ${y + 1} column ${x + 1},"]`).focus();
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
    async 'a level of 392 cells on a phone: zoomed, with a map; cells can be tapped'(kit) {
        const page = await kit.play('hexcells', HUGE_LEVEL, { size: PHONE, touch: true }), wide = () => page.locator('main [role=gridcell]').first().evaluate(one => one.getBoundingClientRect().width);
        await page.getByRole('button', { name: 'Map of the board' }).waitFor();
        await becomes(wide, width => width >= 32);
        assert(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), 'the page itself does not scroll sideways');
        await page.getByRole('button', { name: 'Map of the board' }).click({ position: { x: 80, y: 60 } });
        await becomes(() => page.locator('.zoom-port').evaluate(port => port.scrollLeft), left => left > 100);
        assert.deepEqual(await violations(page), []);
        await page.getByRole('button', { name: 'Fit' }).click();
        await becomes(wide, width => width < 26);
        const swipe = await page.evaluate(() => getComputedStyle(document.querySelector('main .board')).touchAction);
        assert.equal(swipe, 'pan-y pinch-zoom', 'a swipe across the board never navigates');
    },
    async 'a link contains the level; the position only on request'(kit) {
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
    async 'Restart hides uncovered cells and can be undone'(kit) {
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
    async 'phone: the toolbar does not cover messages of a hint and a mistake'(kit) {
        const board = await kit.example('hexcells'), page = await kit.play('hexcells', board, { size: { ...PHONE, height: 600 }, touch: true });
        const { cells: [{ x, y, blue }] } = await kit.ask('/api/solve', { game: 'hexcells', board, keep: false });
        await page.getByRole('button', { name: /^Hint/ }).first().tap();
        await page.locator('.ladder .now').waitFor();
        await becomes(clearOfBar(page, 'main .live'), true, 'the hint is visible');
        await page.evaluate(() => scrollTo(0, 0));
        await page.locator(`main [role=gridcell][aria-label^="row ${y + 1} column ${x + 1},"]`).focus();
        await page.keyboard.press(blue ? 'k' : 'b');
        await page.locator('.explain .note').waitFor();
        await becomes(clearOfBar(page, '.explain'), true, 'the verdict is visible');
    },
    async 'a level continues where it was left and is saved once'(kit) {
        const { page, board, after } = await begun(kit);
        await kit.ask('/api/library', { game: 'hexcells', board, source: 'test' });
        await becomes(() => page.evaluate(() => location.hash), hash => /open=/.test(hash));
        await page.getByRole('button', { name: /^Solve/ }).first().click();
        await page.getByRole('button', { name: 'Apply all' }).waitFor();
        await page.locator('.bar a[href="#/"]').first().click();
        const card = page.locator('.resume a', { hasText: 'Hexcells' });
        await becomes(() => card.count(), 1, 'solving from a position saves no second level');
        await card.click();
        await becomes(uncovered(page), after);
        await page.getByRole('button', { name: /^Solve/ }).first().click();
        await page.getByRole('button', { name: 'Apply all' }).click();
        await page.getByText('Solved.').waitFor();
        await page.locator('.bar a[href="#/"]').first().click();
        await page.locator('.resume a', { hasText: /Hexcells, solved/ }).click();
        await becomes(uncovered(page), after - 2, 'a finished level restarts');
    },
    async 'leaving before the server has answered loses nothing'(kit) {
        const { page, after } = await begun(kit);
        await page.route(/\/api\/board/, () => {});
        await page.getByRole('button', { name: /^Undo/ }).first().click();
        await becomes(() => page.locator('.head .sub').textContent(), text => text.includes(`${after - 1} of`));
        await page.unrouteAll();
        await page.reload();
        await becomes(uncovered(page), after - 1);
    },
    async 'a level that needs guessing is reported: hint and rating'(kit) {
        const page = await kit.play('hexcells', STUCK);
        await page.getByRole('button', { name: /^Hint/ }).first().click();
        await page.getByText('Nothing can be deduced from here.').waitFor();
        await page.getByRole('tab', { name: 'Level' }).click();
        await page.getByRole('button', { name: 'Rate level', exact: true }).click();
        await page.getByText('2 cells cannot be deduced from the clues.').first().waitFor();
        await page.getByRole('button', { name: 'Explain why' }).click();
        await page.getByText('Stuck: 2 cells undecided').waitFor();
    },
    async 'an abandoned step is not drawn; showing a clue does not delay a move'(kit) {
        const board = await kit.example('hexcells'), page = await kit.play('hexcells', board), cells = page.locator('main [role=gridcell]');
        const { steps } = await kit.ask('/api/solve', { game: 'hexcells', board, keep: false }), { x, y, blue } = steps[0].cells[0];
        const hidden = () => cells.and(page.locator('[aria-label*="hidden"]')).count(), before = await hidden();
        await page.keyboard.press('s');
        await page.locator('.step-rows').waitFor();
        for (const key of ['n', 'n', 'Escape']) await page.keyboard.press(key, { noWaitAfter: true });
        await answered(page);
        await becomes(hidden, before);
        assert.doesNotMatch(await page.locator('.live').first().textContent(), /\(\d+,\d+\)/, 'no coordinates in the message');
        /** @type {() => void} */
        let answer = () => {};
        const held = new Promise(resolve => { answer = () => resolve(0); });
        await page.route(/\/api\/board/, async route => { await held; await route.fallback(); });
        await cells.and(page.locator(`[aria-label^="row ${y + 1} column ${x + 1},"]`)).focus();
        await page.keyboard.press(blue ? 'b' : 'k');
        await cells.and(page.locator('[aria-label^="line hint"]')).first().focus();
        await page.keyboard.press('Enter');
        answer();
        await becomes(hidden, before - 1);
    },
    async 'a slow answer is announced'(kit) {
        const page = await kit.play('hexcells', await kit.example('hexcells'));
        /** @type {() => void} */
        let answer = () => {};
        const held = new Promise(resolve => { answer = () => resolve(0); });
        await page.route(/\/api\/hint/, async route => { await held; await route.fallback(); });
        await page.getByRole('button', { name: /^Hint/ }).first().click();
        await announced(page, 'Working …');
        answer();
        await page.locator('.ladder .now').waitFor();
        await becomes(() => page.locator('.live').first().textContent(), text => !/Working/.test(text));
    },
    async 'quick presses go through all hint levels and apply the step'(kit) {
        const page = await kit.play('hexcells', await kit.example('hexcells')), before = await uncovered(page)();
        await page.getByRole('heading', { name: 'First flower' }).click();
        for (let i = 0; i < 6; i++) await page.keyboard.press('h', { noWaitAfter: true });
        await becomes(uncovered(page), now => now > before);
    },
    async 'steps belong to a position: a manual move discards them'(kit) {
        const board = await kit.example('hexcells'), page = await kit.play('hexcells', board), before = await uncovered(page)();
        const { steps } = await kit.ask('/api/solve', { game: 'hexcells', board, keep: false }), { x, y, blue } = steps.at(-1).cells.at(-1);
        await page.getByRole('button', { name: /^Solve/ }).first().click();
        await page.locator('.step-rows').waitFor();
        await page.locator(`main [role=gridcell][aria-label^="row ${y + 1} column ${x + 1},"]`).focus();
        await page.keyboard.press(blue ? 'b' : 'k');
        await becomes(uncovered(page), before + 1);
        await becomes(() => page.locator('.step-rows').isVisible(), false, 'the steps of the board before are gone');
        await page.keyboard.press('s');
        await page.getByRole('button', { name: 'Apply up to this step' }).click();
        await becomes(uncovered(page), now => now > before + 1);
        await becomes(() => page.locator('.step-rows').isVisible(), true, 'the steps stay while they are applied');
        await page.getByRole('button', { name: 'Apply all' }).click();
        await page.getByText('Solved.').waitFor();
        await page.keyboard.press('s');
        await announced(page, 'All cells are uncovered.');
    },
    async 'the editor rejects invalid edits: last cell, numbers, counter'(kit) {
        const page = await kit.play('hexcells', 'Hexcells position v1\nremaining 1\n10: 10=o\n12: 10={1}');
        await page.getByRole('tab', { name: 'Edit' }).click();
        const cell = row => page.locator(`main [role=gridcell][aria-label^="row ${row + 1} column 11,"]`), label = row => () => cell(row).getAttribute('aria-label');
        await page.getByLabel('Remaining').fill('some');
        await page.keyboard.press('Tab');
        await announced(page, "Remaining: 'some' is not a number.");
        assert.equal(await page.getByLabel('Remaining').inputValue(), '1');
        await page.getByLabel('Number', { exact: true }).fill('zz');
        await cell(10).focus();
        await page.keyboard.press('k');
        await announced(page, "'zz' is not a number.");
        await becomes(label(10), text => /hidden/.test(text));
        await cell(12).focus();
        await page.keyboard.press('b');
        await becomes(label(12), text => /blue/.test(text), 'a mark is dropped where it is invalid');
        await page.keyboard.press('Delete');
        await becomes(label(12), text => /free/.test(text));
        await cell(10).focus();
        await page.keyboard.press('Delete');
        await announced(page, 'A level needs at least one cell.');
        await becomes(label(10), text => /hidden/.test(text));
    },
    async 'cells of a position are marked without checks, whatever the setting for levels'(kit) {
        const page = await kit.play('hexcells', 'Hexcells position v1\nremaining 1\n10: 10=o\n12: 10=1');
        await page.getByRole('tab', { name: 'Level' }).click();
        await page.getByLabel('Cells', { exact: true }).fill('7');
        await page.getByRole('button', { name: 'Generate level', exact: true }).click();
        await page.getByText(/of 7 uncovered/).waitFor();
        await page.getByRole('tab', { name: 'Hint' }).click();
        await page.getByRole('button', { name: 'Instantly' }).click();
        await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
        await page.getByText(/of 2 uncovered/).waitFor();
        await page.locator('main [role=gridcell][aria-label*="hidden"]').focus();
        await page.keyboard.press('b');
        await page.getByText(/1 mark\b/).waitFor();
    },
    async 'contradictory clues are shown by hint, check, solve and editor'(kit) {
        const page = await kit.play('hexcells', WRONG), explanation = () => page.locator('.explain').textContent();
        const shown = () => page.locator('main [role=gridcell][aria-label*="letter A"]').getAttribute('aria-label');
        for (const name of [/^Hint/, /^Check/]) {
            await page.getByRole('button', { name }).first().click();
            await becomes(explanation, text => /The 5 at .*cannot be satisfied/.test(text), String(name));
            await becomes(shown, text => /^row 13 column 11/.test(text), 'the clue is marked');
            await page.keyboard.press('Escape');
            await becomes(explanation, '');
        }
        await page.getByRole('button', { name: /^Solve/ }).first().click();
        await page.getByText('The clues contradict each other.').first().waitFor();
        await becomes(() => page.getByRole('button', { name: 'Apply all' }).count(), 0);
        await page.getByRole('tab', { name: 'Edit' }).click();
        await page.locator('.chip', { hasText: 'contradict' }).waitFor();
    },
    async 'messages are cleared on board change; undo names the undone action'(kit) {
        const { page } = await begun(kit, { count: 1 });
        await page.getByRole('button', { name: 'Restart' }).and(page.locator('.btn')).click();
        await announced(page, 'Restarted.');
        await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
        await announced(page, 'Undone: restarted.');
        await page.getByRole('tab', { name: 'Edit' }).click();
        await becomes(() => page.locator('.live').first().textContent(), '');
    },
    async 'the cursor of the editor stays on its cell'(kit) {
        const page = await kit.play('hexcells', WIDE_LEVEL);
        await page.getByRole('tab', { name: 'Edit' }).click();
        const cell = page.locator('main [role=gridcell][aria-label^="row 17 column 17,"]'), at = () => page.locator('main [role=gridcell][tabindex="0"]').getAttribute('aria-label');
        await cell.focus();
        await page.keyboard.press('b');
        await becomes(at, text => /^row 17 column 17, .*blue/.test(text));
        await page.keyboard.press('Escape');
        await becomes(at, text => /^row 17 column 17,/.test(text));
    },
    async 'the editor shows the level as given; only an edit resets the position'(kit) {
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
    async 'incomplete answers make no claims'(kit) {
        const page = await kit.play('hexcells', await kit.example('hexcells'));
        await page.route(/\/api\/(check|solve)$/, async route => {
            const answer = await answerOf(route);
            const cut = { ...answer, complete: false, redundant: [], ...answer.steps && { left: 7, solved: false, cells: answer.cells.slice(0, 3), steps: answer.steps.slice(0, 1) } };
            await route.fulfill({ json: cut });
        });
        await page.getByRole('gridcell').first().waitFor(); // the view listens to keys now
        await page.keyboard.press('s');
        await page.getByRole('tabpanel', { name: 'Steps' }).getByText('Time limit reached: 3 cells decided, 7 undecided.').waitFor();
        await page.getByRole('tab', { name: 'Level' }).click();
        await page.getByRole('button', { name: 'Find redundant clues' }).click();
        await page.getByText('No redundant clues found. Time ran out before all were tried.').waitFor();
        await becomes(() => page.getByText(/cannot be deduced|No redundant clues\.$/).count(), 0);
    },
};
