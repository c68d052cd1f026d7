// A browser without scripts: the link to /solve, its form, the answer, and the link back.
import assert from 'node:assert/strict';
import { PHONE, WIDE, becomes, violations } from './kit.mjs';

export const tests = {
    async 'without scripts a board is solved by a form'(kit) {
        for (const [scheme, size] of [['light', WIDE], ['dark', PHONE]]) {
            const page = await kit.open({ scripts: false, scheme, size });
            await page.getByRole('link', { name: 'Solve a board' }).click();
            await page.getByLabel('Board').fill('LPE\nEASR\nSRTED\nPING\nLAS');
            await page.getByLabel('Game').selectOption('Hexhunt');
            await page.getByRole('button', { name: 'Solve' }).click();
            await page.getByText('4064 points, 782 words').waitFor();
            assert.equal(await page.locator('tbody tr').count(), 100);
            const box = await page.locator('figure svg').boundingBox();
            assert(box.width > 250 && box.height > 250, 'the board is drawn');
            const [paper, tile] = await page.evaluate(() => [document.body, document.querySelector('figure path')].map(element => getComputedStyle(element)).map((style, i) => i ? style.fill : style.backgroundColor));
            const light = colour => colour.match(/\d+/g).reduce((sum, part) => sum + Number(part), 0) > 380;
            assert.equal(light(paper), scheme === 'light', `the page, ${paper}`);
            assert.equal(light(tile), scheme === 'light', `the board, ${tile}`);
            assert(await page.evaluate(() => document.documentElement.scrollWidth) <= size.width, 'nothing is wider than the window');
            assert.match(await page.getByRole('link', { name: 'live page' }).getAttribute('href'), /^\/#\/play\/comb[12]-hexhunt-/);
        }
    },
    async 'no serious violation in an answer of any game, light and dark'(kit) {
        const found = [];
        for (const [scheme, size] of [['light', WIDE], ['dark', PHONE]])
            for (const game of ['hexhunt', 'hexicon', 'hexcells', 'witness']) {
                const page = await kit.open({ path: `solve?game=${game}&board=${encodeURIComponent(await kit.example(game))}`, scheme, size });
                found.push(...(await violations(page)).map(line => `${game}, ${scheme}: ${line}`));
            }
        assert.deepEqual(found, []);
    },
    async 'the answer leads to the live page'(kit) {
        const page = await kit.open({ path: 'solve?game=hexhunt&board=TS/EAR/LB' });
        await page.getByRole('link', { name: 'live page' }).click();
        await page.getByRole('grid').first().waitFor();
        await becomes(() => page.locator('main [role=gridcell]').count(), 7);
    },
};
