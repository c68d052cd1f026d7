// The line on a Witness panel: who draws it, what an edit leaves of it, and the lines that a search finds; the panels of the
// library one after another.
import assert from 'node:assert/strict';
import { PANELS, PHONE, becomes, heard, onScreen } from './kit.mjs';

const lineIn = page => () => page.evaluate(() => new URLSearchParams(location.hash.split('?')[1]).get('line') || '');
const trace = page => page.locator('main .board .trace-line');
/** A panel with so many lines that a search goes on until it is stopped. */
const endless = async kit => (await kit.ask('/api/board', { game: 'witness', board: '9x9' })).board.replace('.', 'tri:1');

export const tests = {
    async 'a panel that is made smaller keeps no line outside of it, and undo brings the line back'(kit) {
        const page = await kit.play('witness', '5x5');
        for (const key of ['ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
        await becomes(lineIn(page), '0,5URRRR');
        await page.getByRole('tab', { name: 'Edit' }).click();
        await page.getByLabel('Cells across').selectOption('2');
        await page.getByRole('heading', { name: 'Panel 2 × 5' }).waitFor();
        await becomes(lineIn(page), '0,5URR');
        await page.getByLabel('Cells down').selectOption('2');
        await page.getByRole('heading', { name: 'Panel 2 × 2' }).waitFor();
        await becomes(lineIn(page), '');
        await page.getByRole('button', { name: 'Done' }).click();
        await becomes(() => trace(page).count(), 0);
        await becomes(() => page.locator('.chip', { hasText: 'Before your edit' }).count(), 0);
        for (let i = 0; i < 2; i++) await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
        await becomes(lineIn(page), '0,5URRRR');
    },
    async 'a line drawn while a search runs stays; what is found is offered'(kit) {
        const page = await kit.play('witness', await endless(kit));
        await page.getByLabel('Find').selectOption('lines');
        await page.getByRole('button', { name: /^Solve/ }).first().click();
        await page.locator('main .board .is-stale .trace-line').first().waitFor();
        await page.keyboard.press('ArrowUp');
        await becomes(lineIn(page), '0,9U');
        await becomes(() => trace(page).first().getAttribute('d'), 'M0 900L0 800', 'it is seen, not the search');
        await page.keyboard.press('Escape');
        await page.getByText(/lines so far/).first().waitFor();
        await becomes(lineIn(page), '0,9U', 'the search leaves it alone');
        await page.getByRole('button', { name: 'Show the line' }).click();
        await becomes(lineIn(page), line => line.length > 10);
        await page.keyboard.press('u');
        await becomes(lineIn(page), '0,9U');
    },
    async 'a panel with colours of its own opens under the rules of the game; other rules say what they ignore'(kit) {
        const page = await kit.play('witness', 'S - + - + - + / | star:yellow | star:yellow | poly:###:black | / E - + - + - +');
        const hash = () => page.evaluate(() => location.hash), card = page.getByRole('tabpanel', { name: 'Solve' });
        await page.getByText('rules: the game').waitFor();
        await page.keyboard.press('s');
        await card.getByText('Solved.', { exact: true }).waitFor();
        assert(!/rules=/.test(await hash()), 'the usual rules need not be told');
        await page.getByRole('button', { name: 'Windmill', exact: true }).click();
        await becomes(hash, text => /rules=windmill/.test(text));
        await page.keyboard.press('s');
        await card.getByText('No line solves this panel.').waitFor();
        await card.getByText(/ignores the colours.*under the rules of the game they count as drawn/).waitFor();
        await page.getByRole('button', { name: 'Witnesspuzzles.com', exact: true }).click();
        await becomes(hash, text => /rules=witnesspuzzles/.test(text));
        await page.keyboard.press('s');
        await card.getByText('Solved.', { exact: true }).waitFor();
    },
    async 'the pager counts the lines that it can show'(kit) {
        const page = await kit.play('witness', '3x3'), pager = () => page.locator('.turner .pager').textContent();
        await page.getByRole('button', { name: 'Inspect' }).first().click();
        await becomes(pager, '184 lines');
        await page.getByRole('button', { name: 'Show two lines' }).click();
        await becomes(pager, '1 of 2, 184 lines');
        await page.keyboard.press('n');
        await becomes(pager, '2 of 2, 184 lines');
    },
    async 'a search answers what was asked last: not an inspection given up, not other rules'(kit) {
        const page = await kit.play('witness', await endless(kit)), card = page.getByRole('tabpanel', { name: 'Solve' });
        const running = async () => (await kit.ask('/api/jobs')).jobs.filter(one => !one.done).length;
        await card.getByRole('button', { name: 'Inspect' }).click();
        await card.getByText('Inspecting the panel').waitFor();
        await page.keyboard.press('s');
        await card.getByText('Solved.', { exact: true }).waitFor();
        await becomes(running, 0);
        await becomes(() => card.locator('.note').allTextContents(), list => list.length === 1 && /^Solved\./.test(list[0]));
        await card.getByLabel('Find').selectOption('lines');
        await card.getByRole('button', { name: /^Solve/ }).click();
        await card.getByText('Counting every line').waitFor();
        await card.getByRole('button', { name: 'TTWS' }).click();
        await becomes(running, 0);
        await becomes(() => card.locator('.note, .job').count(), 0, 'nothing is said under rules that were left');
        await card.getByRole('button', { name: /^Solve/ }).click();
        await card.getByText('Counting every line').waitFor();
        await page.keyboard.press('Escape');
        await card.getByText('The search was stopped or its time was up.').waitFor();
    },
    async 'a panel without a start says so to whoever wants to draw'(kit) {
        const page = await kit.play('witness', '+ - + - E / | . | . | / + - + - +');
        await page.keyboard.press('ArrowUp');
        await heard(page, 'This panel has no start.');
    },
    async 'the editor paints all that a quick hand passes, and needs a shape to put one'(kit) {
        const page = await kit.play('witness', '4x4'), edit = page.getByRole('tabpanel', { name: 'Edit' });
        const holding = word => page.locator(`main [role=gridcell][aria-label*="${word}"]`);
        await page.getByRole('tab', { name: 'Edit' }).click();
        await edit.getByRole('button', { name: 'Star', exact: true }).click();
        const [first, last] = [await onScreen(page, 50, 50), await onScreen(page, 350, 50)];
        await page.mouse.move(first.x, first.y);
        await page.mouse.down();
        await page.mouse.move(last.x, last.y);
        await page.mouse.up();
        await becomes(() => holding('star:').count(), 4);
        await edit.getByRole('button', { name: 'Shape', exact: true }).click();
        await edit.getByRole('button', { name: 'Clear shape' }).click();
        await page.mouse.click(first.x, first.y);
        await heard(page, 'Draw the shape first');
        await becomes(() => holding('star:').count(), 4, 'the star stays');
        await edit.getByLabel('Symmetry').selectOption('rotational');
        await page.getByText('rotational symmetry').waitFor();
        await page.locator('main [role=gridcell][aria-label^="crossing column 4 row 4,"]').focus();
        await page.keyboard.press('s');
        await heard(page, /^Expected a node that is not its own mirror image/);
        kit.forgive(/400 \(Bad Request\)/);
    },
    async 'a hint on a wrong line shows where it was right; the last hint ends with the verdict'(kit) {
        const page = await kit.play('witness', '+ - + - E / | sq:white | sq:black | / S - + - +');
        for (const key of ['ArrowUp', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
        await page.getByText('Line is not valid', { exact: true }).waitFor();
        await page.keyboard.press('h');
        await heard(page, /it is right up to A\.$/);
        await becomes(() => page.locator('main .board .tag text').allTextContents(), ['A']);
        await becomes(() => page.locator('.explain').textContent(), '');
        await page.getByRole('button', { name: 'Back to where it is right' }).click();
        await becomes(lineIn(page), '0,1UR');
        for (let rung = 1; rung <= 4; rung++) {
            await page.keyboard.press('h');
            await page.locator(`.ladder li:nth-child(${rung})`).and(page.locator('.now')).waitFor();
        }
        await page.keyboard.press('h');
        await page.getByText('Line is valid', { exact: true }).waitFor();
    },
    async 'phone: a second finger does not disturb the line'(kit) {
        const page = await kit.play('witness', '3x3', { size: PHONE, touch: true });
        const devtools = await page.context().newCDPSession(page), send = (type, touchPoints) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
        const at = async (id, px, py) => ({ id, ...await onScreen(page, px, py) }), other = await at(1, 300, 300);
        await send('touchStart', [await at(0, 0, 300)]);
        await send('touchMove', [await at(0, 0, 200)]);
        await send('touchStart', [await at(0, 0, 200), other]);
        await send('touchMove', [await at(0, 0, 200), await at(1, 300, 200)]);
        await send('touchMove', [await at(0, 0, 100), await at(1, 300, 200)]);
        await send('touchMove', [await at(0, 100, 100)]);
        await send('touchEnd', []);
        await becomes(lineIn(page), '0,3UUR');
        assert.equal(await page.evaluate(() => scrollY), 0);
    },
    async 'the panels of the library are gone through one after another'(kit) {
        for (const board of PANELS) await kit.ask('/api/library', { game: 'witness', board });
        const page = await kit.play('witness', PANELS[1]);
        await page.getByRole('tab', { name: 'Panels' }).click();
        await page.getByRole('button', { name: 'From the library' }).click();
        await page.getByText('1 of 2 in the library').waitFor();
        assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Panel 3 × 2', 'it begins with the one that is shown');
        await page.getByRole('button', { name: 'Next panel' }).click();
        await page.getByText('2 of 2 in the library').waitFor();
        await page.getByRole('heading', { name: 'Panel 1 × 2' }).waitFor();
        await page.reload();
        await page.getByRole('tab', { name: 'Panels' }).click();
        await page.getByText('2 of 2 in the library').waitFor();
    },
};
