// The line on a Witness panel: drawing, effects of edits, solutions of a search; browsing the panels of the library.
import assert from 'node:assert/strict';
import { PANELS, PHONE, WIDE, becomes, announced, onScreen, violations } from './kit.mjs';

const lineIn = page => () => page.evaluate(() => new URLSearchParams(location.hash.split('?')[1]).get('line') || '');
const trace = page => page.locator('main .board .trace-line');
/** A panel with so many solutions that a search runs until it is stopped. */
const endless = async kit => (await kit.ask('/api/board', { game: 'witness', board: '9x9' })).board.replace('.', 'tri:1');

export const tests = {
    async 'shrinking a panel cuts the line, and undo restores it'(kit) {
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
    async 'a line drawn during a search stays; the solution is offered'(kit) {
        const page = await kit.play('witness', await endless(kit));
        await page.getByLabel('Find').selectOption('lines');
        await page.getByRole('button', { name: /^Solve/ }).first().click();
        await page.locator('main .board .is-stale .trace-line').first().waitFor();
        await page.keyboard.press('ArrowUp');
        await becomes(lineIn(page), '0,9U');
        await becomes(() => trace(page).first().getAttribute('d'), 'M0 900L0 800', 'the line is shown, not the search');
        await page.keyboard.press('Escape');
        await page.getByText(/solutions so far/).first().waitFor();
        await becomes(lineIn(page), '0,9U', 'the search leaves it alone');
        await page.getByRole('button', { name: 'Show solution' }).click();
        await becomes(lineIn(page), line => line.length > 10);
        await page.keyboard.press('u');
        await becomes(lineIn(page), '0,9U');
    },
    async 'is this panel solvable: the verdict comes first, the line is revealed step by step'(kit) {
        for (const how of [{ answers: 'hidden' }, { answers: 'hidden', size: PHONE, touch: true }]) {
            const page = await kit.open(how), badge = page.locator('.live-verdict');
            await page.getByLabel('Board, link or level').fill(PANELS[0]);
            await page.getByRole('button', { name: 'Open' }).first().click();
            await badge.getByText('Solvable, one solution').waitFor();
            await page.getByRole('button', { name: 'Solve', exact: true }).or(page.getByRole('button', { name: 'Solve S' })).first().click();
            await page.getByText('Solution found.').first().waitFor();
            assert.equal(await lineIn(page)(), '', 'nothing is drawn before the user asks');
            const next = page.getByRole('button', { name: /^Next step/ });
            await next.click();
            await becomes(lineIn(page), line => /^\d,\d[A-Z]$/.test(line), 'one step from the start');
            await next.click();
            await becomes(lineIn(page), line => /^\d,\d[A-Z]{2}$/.test(line));
            await page.getByRole('button', { name: 'Show whole line' }).click();
            await page.getByText('Line is valid', { exact: true }).waitFor();
            await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
            await becomes(lineIn(page), '', 'one undo restores the line before');
            await page.close();
        }
        const page = await kit.play('witness', 'S - + - + - + / | star:yellow | star:yellow | poly:###:black | / E - + - + - +', { answers: 'hidden' });
        await page.getByText('Solvable, one solution').or(page.getByText('Solvable, several solutions')).waitFor();
        await page.getByRole('button', { name: 'Windmill', exact: true }).click();
        await page.locator('.live-verdict').getByText('Not solvable').waitFor();
    },
    async 'a pillar opens, and its solution goes around it'(kit) {
        const page = await kit.play('witness', 'pillar / + - + - + - + - / | sq:black | . | sq:white | . / + - + - + - + - / | . | sq:white | . | sq:black / S - + - E - + -');
        await page.getByText('rules: the game').waitFor();
        await page.keyboard.press('s');
        await page.getByRole('tabpanel', { name: 'Solve' }).getByText('Solved.', { exact: true }).waitFor();
        await becomes(() => trace(page).count(), count => count > 0);
    },
    async 'the line crosses the seam of a pillar, by mouse and by keys; the pillar is shown rolled up'(kit) {
        const board = 'pillar / + - + - + - + - / | sq:black | . | sq:white | . / + - + - + - + - / | . | sq:white | . | sq:black / S - + - E - + -';
        const page = await kit.play('witness', board), go = async (x, y) => { const at = await onScreen(page, 100 * x, 100 * y); await page.mouse.move(at.x, at.y, { steps: 6 }); };
        await go(0, 2);
        await page.mouse.down();
        await go(-.45, 2); // to the left of the first column is the last one
        await go(-1, 2);
        await go(-1, 1);
        await page.mouse.up();
        await becomes(lineIn(page), '0,2LU');
        await page.reload();
        await becomes(lineIn(page), '0,2LU');
        await becomes(() => trace(page).evaluateAll(list => list.map(one => one.getAttribute('d'))), list => list.length === 2 && /^M0 200/.test(list[0]) && /^M400 200L300 200L300 100/.test(list[1]));
        for (const key of ['ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
        await page.getByText('Line is valid', { exact: true }).waitFor();
        await page.getByRole('button', { name: 'Rolled' }).click();
        await page.getByRole('img', { name: 'The pillar, rolled up' }).waitFor();
        await becomes(() => page.locator('.pillar .trace-line').count(), count => count > 0);
        await page.keyboard.press('Backspace');
        await becomes(lineIn(page), '0,2LUURRDD');
        assert.deepEqual(await violations(page), []);
    },
    async 'the Challenge is played through: choice of three, clock, result'(kit) {
        const { stages } = await kit.ask('/api/make', { game: 'witness', seed: 3, options: { challenge: true } });
        for (const size of [WIDE, PHONE]) {
            const page = await kit.open({ path: '#/challenge/3', size });
            await page.getByRole('button', { name: 'Start' }).click();
            await becomes(() => page.getByRole('timer').textContent(), text => /^\d:\d\d$/.test(text));
            const played = size === WIDE ? stages : stages.slice(0, 2);
            for (const [i, { panels, solvable }] of played.entries()) {
                await page.getByText(`Stage ${i + 1} of ${stages.length}`).waitFor();
                if (panels.length > 1) await page.getByText('Which of the three can be solved?').waitFor();
                if (solvable > 0) await page.getByRole('button', { name: `Panel ${solvable + 1}` }).click();
                await page.getByRole('grid', { name: `Panel ${solvable + 1}` }).waitFor();
                const { path } = await kit.ask('/api/solve', { game: 'witness', board: panels[solvable], keep: false });
                const pillar = /^pillar$/m.test(panels[solvable]);
                for (const [k, [x, y]] of path.entries()) {
                    const at = await onScreen(page, 100 * x, 100 * y), dx = k ? x - path[k - 1][0] : 0, dy = k ? y - path[k - 1][1] : 0;
                    if (pillar && k > 0) { // around a pillar by keys: a step over the seam goes on in the same direction
                        await page.keyboard.press(dy ? dy > 0 ? 'ArrowDown' : 'ArrowUp' : (dx > 0) === (Math.abs(dx) === 1) ? 'ArrowRight' : 'ArrowLeft');
                        continue;
                    }
                    await page.mouse.move(at.x, at.y, { steps: 2 });
                    if (k === 0) await page.mouse.down();
                    if (pillar) await page.mouse.up();
                }
                if (!pillar) await page.mouse.up();
            }
            if (size === PHONE) await page.getByRole('button', { name: 'Give up' }).click();
            await page.getByText(size === WIDE ? /^All 11 stages in \d:\d\d\.$/ : /^2 of 11 stages in \d:\d\d\.$/).first().waitFor();
            assert.deepEqual(await violations(page), []);
            await page.getByRole('button', { name: 'Copy result' }).click();
            assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^The Challenge 3: .*\n.*#\/challenge\/3$/);
            await page.close();
        }
    },
    async 'a panel with unusual colours opens with the rules of the game; other rules report what they ignore'(kit) {
        const page = await kit.play('witness', 'S - + - + - + / | star:yellow | star:yellow | poly:###:black | / E - + - + - +');
        const hash = () => page.evaluate(() => location.hash), card = page.getByRole('tabpanel', { name: 'Solve' });
        await page.getByText('rules: the game').waitFor();
        await page.keyboard.press('s');
        await card.getByText('Solved.', { exact: true }).waitFor();
        assert(!/rules=/.test(await hash()), 'the default rules are not in the address');
        await page.getByRole('button', { name: 'Windmill', exact: true }).click();
        await becomes(hash, text => /rules=windmill/.test(text));
        await page.keyboard.press('s');
        await card.getByText('This panel has no solution.').waitFor();
        await card.getByText(/ignores the colours.*under the rules of the game they count as drawn/).waitFor();
        await page.getByRole('button', { name: 'Witnesspuzzles.com', exact: true }).click();
        await becomes(hash, text => /rules=witnesspuzzles/.test(text));
        await page.keyboard.press('s');
        await card.getByText('Solved.', { exact: true }).waitFor();
    },
    async 'the pager counts the solutions it can show'(kit) {
        const page = await kit.play('witness', '3x3'), pager = () => page.locator('.turner .pager').textContent();
        await page.getByRole('button', { name: 'Check panel' }).first().click();
        await becomes(pager, '184 solutions');
        await page.getByRole('button', { name: 'Show two solutions' }).click();
        await becomes(pager, '1 of 2, 184 solutions');
        await page.keyboard.press('n');
        await becomes(pager, '2 of 2, 184 solutions');
    },
    async 'only the last request is answered: not an abandoned check, not other rules'(kit) {
        const page = await kit.play('witness', await endless(kit)), card = page.getByRole('tabpanel', { name: 'Solve' });
        const running = async () => (await kit.ask('/api/jobs')).jobs.filter(one => !one.done).length;
        await card.getByRole('button', { name: 'Check panel' }).click();
        await card.getByText('Checking the panel').waitFor();
        await page.keyboard.press('s');
        await card.getByText('Solved.', { exact: true }).waitFor();
        await becomes(running, 0);
        await becomes(() => card.locator('.note').allTextContents(), list => list.length === 1 && /^Solved\./.test(list[0]));
        await card.getByLabel('Find').selectOption('lines');
        await card.getByRole('button', { name: 'Search', exact: true }).click();
        await card.getByText('Counting solutions').waitFor();
        await card.getByRole('button', { name: 'TTWS' }).click();
        await becomes(running, 0);
        await becomes(() => card.locator('.note, .job').count(), 0, 'no results of the previous rules');
        await card.getByRole('button', { name: 'Search', exact: true }).click();
        await card.getByText('Counting solutions').waitFor();
        await page.keyboard.press('Escape');
        await card.getByText('The search was stopped or timed out.').waitFor();
    },
    async 'drawing on a panel without a start shows a message'(kit) {
        const page = await kit.play('witness', '+ - + - E / | . | . | / + - + - +');
        await page.keyboard.press('ArrowUp');
        await announced(page, 'This panel has no start.');
    },
    async 'a quick drag paints all places on its way; an empty shape is rejected'(kit) {
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
        await announced(page, 'Draw the shape first');
        await becomes(() => holding('star:').count(), 4, 'the star stays');
        await edit.getByLabel('Symmetry').selectOption('rotational');
        await page.getByText('rotational symmetry').waitFor();
        await page.locator('main [role=gridcell][aria-label^="crossing row 3 column 3,"]').focus();
        await page.keyboard.press('s');
        await announced(page, /^Expected a node that is not its own mirror image/);
        kit.forgive(/400 \(Bad Request\)/);
    },
    async 'a hint on a wrong line shows the last correct point; applying the last hint checks the line'(kit) {
        const page = await kit.play('witness', '+ - + - E / | sq:white | sq:black | / S - + - +');
        for (const key of ['ArrowUp', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
        await page.getByText('Line is not valid', { exact: true }).waitFor();
        await page.keyboard.press('h');
        await announced(page, /it is right up to A\.$/);
        await becomes(() => page.locator('main .board .tag text').allTextContents(), ['A']);
        await becomes(() => page.locator('.explain').textContent(), '');
        await page.getByRole('button', { name: 'Undo to last correct point' }).click();
        await becomes(lineIn(page), '0,1UR');
        for (let level = 1; level <= 5; level++) {
            await page.keyboard.press('h');
            await page.locator(`.ladder li:nth-child(${level})`).and(page.locator('.now')).waitFor();
            await becomes(() => page.locator('main .board .is-ghost').count(), level >= 4 ? 1 : 0, 'steps are shown as ghosts');
        }
        await page.getByText('squares of different colours must be in different regions', { exact: false }).waitFor();
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
    async 'the panels of the library are browsed one by one'(kit) {
        for (const board of PANELS) await kit.ask('/api/library', { game: 'witness', board });
        const page = await kit.play('witness', PANELS[1]);
        await page.getByRole('tab', { name: 'Panels' }).click();
        await page.getByRole('button', { name: 'Load from library' }).click();
        await page.getByText('1 of 2 in the library').waitFor();
        assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Panel 3 × 2', 'starts with the current panel');
        await page.getByRole('button', { name: 'Next panel' }).click();
        await page.getByText('2 of 2 in the library').waitFor();
        await page.getByRole('heading', { name: 'Panel 1 × 2' }).waitFor();
        await page.reload();
        await page.getByRole('tab', { name: 'Panels' }).click();
        await page.getByText('2 of 2 in the library').waitFor();
    },
};
