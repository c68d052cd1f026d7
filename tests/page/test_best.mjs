// The best board: a job without an end is watched, stopped, and what it found is kept.
import assert from 'node:assert/strict';
import { heard } from './kit.mjs';

const score = page => page.locator('.stat dd').first().textContent().then(text => Number(text.replace(/\D/g, '')));

export const tests = {
    async 'a long job is cancelled and its best board kept'(kit) {
        const page = await kit.open({ path: '#/best/hexhunt' });
        await page.getByRole('button', { name: /^Start/ }).click();
        await page.locator('.side [role=gridcell]').first().waitFor();
        await page.locator('.plot .best-line').waitFor();
        assert.equal(await page.locator('.side [role=gridcell]').count(), 19);
        assert(await score(page) > 1000, 'a search of a moment passes a thousand points');
        await page.keyboard.press('Escape');
        assert.match(await heard(page, 'Kept in the library'), /^Stopped\./);
        assert(await page.getByRole('button', { name: /^Stop/ }).isDisabled());
        const best = await score(page);
        await page.getByRole('button', { name: 'See the words' }).click();
        await page.getByRole('grid').first().waitFor();
        const { puzzles } = await kit.ask('/api/library?q=best&game=hexhunt');
        assert(puzzles.some(one => one.title.includes(best.toLocaleString('en-GB'))), 'the library has it');
    },
    async 'a search is paused and goes on'(kit) {
        const page = await kit.open({ path: '#/best/hexhunt' });
        await page.getByRole('button', { name: /^Start/ }).click();
        await page.locator('.side [role=gridcell]').first().waitFor();
        const boards = () => page.locator('.stat').textContent();
        await page.getByRole('button', { name: 'Pause' }).click();
        await page.getByRole('button', { name: 'Go on' }).waitFor();
        let still = '';
        for (let i = 0; i < 20 && still !== (still = await boards()); i++) await page.waitForTimeout(300); // until it is heard
        await page.waitForTimeout(700);
        assert.equal(await boards(), still, 'nothing moves in a pause');
        await page.getByRole('button', { name: 'Go on' }).click();
        await page.waitForFunction(before => document.querySelector('.stat').textContent !== before, still);
        await page.keyboard.press('Escape');
        await heard(page, 'Kept in the library');
    },
    async 'the target and the shape are passed on'(kit) {
        const page = await kit.open({ path: '#/best/hexhunt' });
        await page.getByLabel('Shape').selectOption('hex7');
        await page.getByLabel('Target').fill('50');
        await page.getByRole('button', { name: /^Start/ }).click();
        assert.match(await heard(page, 'Kept in the library'), /^Target reached\./);
        assert.equal(await page.locator('.side [role=gridcell]').count(), 7);
        assert(await score(page) >= 50);
    },
    async 'leaving the view stops the job'(kit) {
        const page = await kit.open({ path: '#/best/boggle' });
        const [started] = await Promise.all([page.waitForResponse(answer => answer.url().endsWith('/api/jobs') && answer.request().method() === 'POST'), page.getByRole('button', { name: /^Start/ }).click()]);
        const { job } = await started.json();
        await page.locator('.side [role=gridcell]').first().waitFor();
        await page.getByRole('link', { name: 'Library' }).click();
        await page.getByRole('searchbox').waitFor();
        for (let i = 0; i < 50 && !(await kit.ask(`/api/jobs/${job}`)).done; i++) await page.waitForTimeout(100);
        assert.equal((await kit.ask(`/api/jobs/${job}`)).done, true);
    },
};
