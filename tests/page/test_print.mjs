// Printing: the puzzle alone or with its answer, as one light sheet.
import assert from 'node:assert/strict';
import { settled } from './kit.mjs';

/** The page as it would be printed by this entry of the Share menu, without printing. */
async function printed(page, entry) {
    await page.evaluate(() => { window.printed = 0; window.print = () => { window.printed++; }; });
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('menuitem', { name: entry, exact: true }).click();
    await page.waitForFunction(() => window.printed === 1);
    await page.emulateMedia({ media: 'print' });
    return page.locator('.print-sheet');
}

async function done(page) {
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen' });
    assert.equal(await page.locator('.print-sheet').count(), 0, 'the sheet is gone after printing');
    assert(await page.locator('.bar').isVisible());
}

/** Sum of red, green and blue of the paper and of the ink. */
const tones = page => page.evaluate(() => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector('.print-sheet h1')).color]
    .map(colour => colour === 'rgba(0, 0, 0, 0)' ? 765 : colour.match(/\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0)));

const lists = { boggle: 1044, hexhunt: 782, hexicon: 100 };

export const tests = {
    async 'every game, alone and with its answer, light in both themes'(kit) {
        for (const game of ['boggle', 'hexhunt', 'wordhunt', 'ruzzle', 'hexicon', 'hexcells', 'witness']) {
            const page = await kit.play(game, await kit.example(game), { scheme: game.length % 2 ? 'dark' : 'light' });
            await settled(page);
            const alone = await printed(page, 'Print board');
            assert(await alone.getByRole('heading', { includeHidden: true }).isVisible());
            assert(!await page.locator('.bar').isVisible() && !await page.locator('main').isVisible(), `${game}: the sheet is all there is`);
            const [paper, ink] = await tones(page);
            assert(paper > 700 && ink < 200, `${game}: dark on white, ${paper} and ${ink}`);
            assert.equal(await alone.locator('li, .is-path, .trace').count(), 0, `${game}: nothing of the answer`);
            const plain = await alone.locator('svg').innerHTML();
            await done(page);
            const solved = await printed(page, 'Print with answer');
            if (lists[game]) assert.equal(await solved.locator('li').count(), lists[game]);
            assert(await solved.locator('li').count() || await solved.locator('svg').innerHTML() !== plain, `${game}: the answer is there`);
            const box = await solved.locator('svg').boundingBox();
            assert(box.height > 400, `${game}: the board is large, ${box.height}`);
            await done(page);
            await page.context().close();
        }
    },
    async 'a dark theme does not affect printing'(kit) {
        const page = await kit.play('hexhunt', 'LPE/EASR/SRTED/PING/LAS', { scheme: 'dark' });
        await page.evaluate(() => { document.documentElement.dataset.theme = 'dark'; });
        await printed(page, 'Print board');
        const [paper, ink] = await tones(page);
        assert(paper > 700 && ink < 200, `${paper} and ${ink}`);
        await done(page);
    },
};
