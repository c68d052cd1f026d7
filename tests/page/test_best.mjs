// Search for the best board: a job without an end is followed, stopped, and its result saved.
import assert from 'node:assert/strict';
import { PHONE, becomes, announced, violations } from './kit.mjs';

const score = page => page.locator('.stat dd').first().textContent().then(text => Number(text.replace(/\D/g, '')));

/** The search has found a board. */
const hasBoard = page => page.locator('.best-caption .mono').first().waitFor();

export const tests = {
    async 'the known records are right'(kit) {
        const { games } = await kit.ask('/api/games'), records = games.flatMap(({ name, view }) => (view?.records || []).map(one => ({ game: name, ...one })));
        assert(records.length >= 6);
        for (const { game, shape, score: points, board } of records) {
            const answer = await kit.ask('/api/solve', { game, board, options: { shape }, keep: false });
            assert.equal(answer.score, points, `${game} ${shape}`);
        }
    },
    async 'record, restarts and a living board; axe'(kit) {
        const page = await kit.open({ path: '#/best/hexhunt' });
        await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => 3 })); // without a server: two Workers
        await page.reload();
        await page.locator('.proof').getByText('Record: 4,064, not proved').waitFor();
        await page.getByLabel('Shape').selectOption('hex10');
        await page.locator('.proof').getByText('Proved: 1,026').waitFor();
        await becomes(() => page.locator('.best-board [role=gridcell]').count(), 10, 'empty cells in the chosen shape');
        await page.getByRole('button', { name: /^Start/ }).click();
        await hasBoard(page);
        await page.locator('.best-caption b').filter({ hasText: /^[A-Z]+$/ }).waitFor();
        await page.locator('.best-board .is-path').first().waitFor();
        await page.locator('.plot .end').first().waitFor();
        await becomes(() => page.locator('.plot').getAttribute('aria-label'), text => /record 1,026/.test(text) && /[1-9]\d* restarts/.test(text), 'the plot tells');
        assert.deepEqual(await violations(page), []);
        await page.keyboard.press('Escape');
        await announced(page, 'Saved to the library');
    },
    async 'phone: a small shape is proved on the page'(kit) {
        const page = await kit.open({ path: '#/best/hexhunt', size: PHONE });
        await page.getByLabel('Shape').selectOption('hex7');
        await page.getByLabel('Letters').fill('AEST');
        await page.locator('.proof').getByText('No record is known').waitFor();
        await page.getByRole('button', { name: 'Prove it here' }).click();
        await page.locator('.proof').getByText('Proved here').first().waitFor();
        assert.match(await page.locator('.proof').textContent(), /ruled out all others/);
        assert.deepEqual(await violations(page), []);
    },
    async 'a cancelled search saves its best board'(kit) {
        const page = await kit.open({ path: '#/best/hexhunt' });
        await page.getByRole('button', { name: /^Start/ }).click();
        await hasBoard(page);
        await page.locator('.plot .best-line').waitFor();
        assert.equal(await page.locator('.best-board [role=gridcell]').count(), 19);
        await becomes(() => score(page), points => points > 1000, 'a short search exceeds a thousand points');
        await page.keyboard.press('Escape');
        assert.match(await announced(page, 'Saved to the library'), /^Stopped\./);
        await becomes(() => page.getByRole('button', { name: /^Stop/ }).isVisible(), false);
        const best = await score(page);
        await page.getByRole('button', { name: 'Show words' }).click();
        await page.getByRole('grid').first().waitFor();
        const { puzzles } = await kit.ask('/api/library?q=best&game=hexhunt');
        assert(puzzles.some(one => one.title.includes(best.toLocaleString('en-GB'))), 'the library has it');
    },
    async 'a search is paused and resumed'(kit) {
        const page = await kit.open({ path: '#/best/hexhunt' });
        await page.getByRole('button', { name: /^Start/ }).click();
        await hasBoard(page);
        const boards = () => page.locator('.stat').textContent();
        await page.getByRole('button', { name: 'Pause' }).click();
        await page.getByRole('button', { name: 'Resume' }).waitFor();
        let still = '', same = 0;
        await becomes(async () => {
            await page.waitForTimeout(300);
            same = still === (still = await boards()) ? same + 1 : 0;
            return same;
        }, count => count === 5, 'nothing changes while paused');
        await page.getByRole('button', { name: 'Resume' }).click();
        await page.waitForFunction(before => document.querySelector('.stat').textContent !== before, still);
        await page.keyboard.press('Escape');
        await announced(page, 'Saved to the library');
    },
    async 'the target and the shape are passed on'(kit) {
        const page = await kit.open({ path: '#/best/hexhunt' });
        await page.getByLabel('Shape').selectOption('hex7');
        await page.getByLabel('Target').fill('50');
        await page.getByRole('button', { name: /^Start/ }).click();
        assert.match(await announced(page, 'Saved to the library'), /^Target reached\./);
        await becomes(() => page.locator('.best-board [role=gridcell]').count(), 7);
        await becomes(() => score(page), points => points >= 50);
    },
    async 'a reload follows the search again; the best board is saved while it runs'(kit) {
        const page = await kit.open({ path: '#/best/wordhunt' });
        await page.getByLabel('Target score').fill('9000000');
        await page.getByRole('button', { name: /^Start/ }).click();
        await hasBoard(page);
        const saved = async () => (await kit.ask('/api/library?q=best&game=wordhunt')).puzzles.length;
        await becomes(saved, 1, 'saved while it runs');
        const before = await score(page);
        await page.reload();
        await hasBoard(page);
        await becomes(() => score(page), points => points >= before, 'nothing is lost');
        await becomes(() => page.getByLabel('Target score').inputValue(), '9000000');
        await page.getByRole('button', { name: /^Stop/ }).click();
        assert.match(await announced(page, 'Saved to the library'), /^Stopped\./);
        await becomes(saved, 1, 'a better board replaces the one before');
        await becomes(async () => (await kit.ask('/api/library?q=best&game=wordhunt')).puzzles[0].outcome, 'solved', 'with its answer');
        const best = await score(page);
        await page.reload();
        await hasBoard(page);
        await becomes(() => score(page), best, 'a finished search is shown again in the same tab');
        await becomes(() => page.getByRole('button', { name: /^Start/ }).isVisible(), true);
    },
    async 'a search continues when the view is left, with a message, and is shown again'(kit) {
        const page = await kit.open({ path: '#/best/boggle' });
        await page.getByRole('button', { name: /^Start/ }).click();
        await hasBoard(page);
        const running = async () => (await kit.ask('/api/jobs')).jobs.filter(one => one.game === 'boggle' && one.verb === 'best' && !one.done).length;
        await page.getByRole('link', { name: 'Library' }).click();
        await page.getByText('The search for the best Boggle board continues').first().waitFor();
        assert.equal(await running(), 1);
        await page.getByRole('link', { name: 'Best', exact: true }).click();
        await page.getByRole('link', { name: 'Boggle' }).click();
        await hasBoard(page);
        await becomes(() => page.getByRole('button', { name: /^Stop and/ }).isVisible(), true);
        await page.getByRole('link', { name: 'Library' }).click();
        await page.getByRole('button', { name: 'Stop search' }).click();
        await becomes(running, 0);
    },
    async 'a search of another tab is offered, not shown; a paused one is reported as paused'(kit) {
        const first = await kit.open({ path: '#/best/ruzzle' }), second = await kit.open({ path: '#/library' });
        await first.getByRole('button', { name: /^Start/ }).click();
        await hasBoard(first);
        await first.getByRole('button', { name: 'Pause' }).click();
        await becomes(async () => (await kit.ask('/api/jobs')).jobs.some(one => one.game === 'ruzzle' && one.paused && !one.done), true);
        await first.getByRole('link', { name: 'Library' }).click();
        await first.getByText('The search for the best Ruzzle board stays paused').first().waitFor();
        await second.getByRole('link', { name: 'Best', exact: true }).click();
        await second.getByRole('link', { name: 'Ruzzle' }).click();
        await second.getByText('Another search is paused in the background').waitFor();
        await becomes(() => second.locator('.best-caption .mono').count(), 0);
        await becomes(() => second.getByRole('button', { name: /^Start/ }).isVisible(), true);
        await second.getByRole('button', { name: 'Watch search' }).click();
        await announced(second, 'is paused');
        await second.getByRole('button', { name: 'Resume' }).click();
        await hasBoard(second);
        await becomes(() => second.getByText('Another search').count(), 0);
        await second.getByRole('button', { name: /^Stop and/ }).click();
        await announced(second, 'Saved to the library');
        await first.getByRole('link', { name: 'Best', exact: true }).click();
        await first.getByRole('link', { name: 'Ruzzle' }).click();
        await hasBoard(first);
        await becomes(() => first.getByText('Another search').count(), 0);
    },
    async 'every option has a title and a help text'(kit) {
        const page = await kit.open({ path: '#/best/hexhunt' });
        await becomes(async () => (await page.getByLabel('Shape').locator('option').allTextContents()).slice(0, 2), ['19 hexagons', '7 hexagons']);
        await page.getByText('More options').click();
        for (const row of await page.locator('.opt-row').all()) {
            const text = await row.locator('p').textContent();
            assert.match(text, /^[A-Z].*\.$/);
            assert.doesNotMatch(text, /--/);
        }
    },
    async 'the word list of the best board uses the options of the search'(kit) {
        const page = await kit.open({ path: '#/best/boggle' });
        await page.getByText('More options').click();
        await page.getByLabel('Minimum length').fill('6');
        await page.getByLabel('Target score').fill('300');
        await page.getByRole('button', { name: /^Start/ }).click();
        await announced(page, 'Saved to the library');
        const best = await score(page);
        await page.reload();
        await page.getByRole('button', { name: 'Show words' }).click();
        await page.locator('.words-card .stat').filter({ hasText: `points${best.toLocaleString('en-GB')}` }).waitFor();
    },
    async 'the best board of another language is scored and shown in that language'(kit) {
        const list = async () => (await kit.ask('/api/words')).lists.find(one => one.code === 'es');
        if (!(await list()).installed && !(await list()).buildable) kit.skip('hunspell-es is not installed');
        if (!(await list()).installed) await kit.ask('/api/words/build', { lang: 'es' });
        await becomes(async () => (await list()).installed, true);
        const page = await kit.open({ path: '#/best/ruzzle' });
        await page.getByLabel('Language').selectOption({ label: 'Spanish' });
        await page.getByLabel('Target score').fill('500');
        await page.getByRole('button', { name: /^Start/ }).click();
        await announced(page, 'Saved to the library');
        const best = await score(page), letters = () => page.locator('main .board text').allTextContents();
        await hasBoard(page);
        const drawn = await letters();
        await page.reload();
        await becomes(() => page.getByLabel('Language').locator('option:checked').textContent(), 'Spanish');
        await becomes(letters, drawn);
        await page.getByRole('button', { name: 'Show words' }).click();
        await page.locator('.words-card .stat').filter({ hasText: `points${best.toLocaleString('en-GB')}` }).waitFor();
        await page.locator('.head .sub').filter({ hasText: 'Hunspell es_ES' }).waitFor();
    },
    async 'a search that fails to start is not announced as running'(kit) {
        const page = await kit.open({ path: '#/best/boggle' });
        await page.getByLabel('Letters').fill('123');
        await page.getByRole('button', { name: /^Start/ }).click();
        await page.getByRole('alert').filter({ hasText: 'The search did not start' }).waitFor();
        await becomes(() => page.locator('.live').first().textContent(), '');
        kit.forgive(/400/);
    },
};
