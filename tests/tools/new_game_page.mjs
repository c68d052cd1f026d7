// Opens a game that `make new` has just created on the page, as a player would: the start page shows it, a blank board is
// filled in and solved, and its list of words appears. Run by new_game.sh.
//
//     COMB=program node tests/tools/new_game_page.mjs GAME FOLDER      FOLDER: for the library
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { startBrowser } from '../lib/browser.mjs';
import { becomes, session, startServer } from '../page/kit.mjs';

const [, , name, folder] = process.argv;
const rows = page => page.locator('[role=listbox] [role=option]');

/** The start page shows the game; its card opens the example with its words. */
async function opensFromStart(kit, game) {
    const page = await kit.open(), card = page.locator('main .gal a.card').filter({ hasText: game.title });
    await card.getByText(game.blurb).waitFor();
    await becomes(() => card.getAttribute('href'), href => href.startsWith('#/play/'));
    await card.click();
    await page.getByRole('heading', { level: 1, name: game.title }).waitFor();
    await rows(page).first().waitFor();
    const { count } = await kit.ask('/api/solve', { game: name, board: game.showcase });
    assert(count > 0, 'the example has words');
    assert.equal(Number(await rows(page).first().getAttribute('aria-setsize')), count);
    await page.locator('.rules-card summary').click();
    await page.locator('.rules-card').getByText(game.rules.split('\n')[0].slice(0, 30)).waitFor();
}

/** A blank board is filled by typing; the list shows the words of the typed letters. */
async function editsBlankBoard(kit, game) {
    const page = await kit.open(), [blank] = game.blank_boards;
    await page.getByRole('button', { name: /Blank board/ }).click();
    await page.getByRole('menuitem', { name: `${game.title}, ${blank.title}` }).click();
    await page.getByText('The board is empty').waitFor();
    const letters = game.examples[0].input.replace(/[^A-Z]/g, '').slice(0, blank.board.split('?').length - 1).split('').reverse().join('');
    await page.locator('main [role=gridcell]').first().click();
    await page.keyboard.type(letters.toLowerCase());
    await page.getByRole('button', { name: 'Done' }).click();
    let next = 0;
    const board = blank.board.replace(/\?/g, () => letters[next++]), { words, count } = await kit.ask('/api/solve', { game: name, board });
    assert(count > 0, 'the typed letters have words');
    await becomes(async () => Number(await rows(page).first().getAttribute('aria-setsize').catch(() => 0)), count);
    const best = Math.max(...words.map(word => word.score)), tops = words.filter(word => word.score === best).map(word => word.word.toUpperCase());
    const first = (await rows(page).first().textContent()).toUpperCase();
    assert(tops.some(word => first.includes(word)), `${first} is one of the best words`);
}

/** A typed board of the usual shape offers the game. */
async function recognisesTypedBoard(kit, game) {
    const page = await kit.open();
    await page.locator('#in').fill(game.examples[0].input);
    const preview = page.locator('#preview');
    await preview.getByRole('button', { name: game.title }).click();
    await preview.getByRole('heading', { name: game.title }).waitFor();
}

const server = await startServer(join(folder, 'library.db')), browser = await startBrowser();
try {
    const kit = await session(browser, server.url, console.log);
    const game = (await kit.ask('/api/games')).games.find(one => one.name === name);
    assert(game, `GET /api/games lists ${name}`);
    for (const test of [opensFromStart, editsBlankBoard, recognisesTypedBoard]) {
        await test(kit, game);
        console.log(`ok ${test.name}`);
    }
    kit.confirmQuiet();
} finally {
    await browser.close();
    await server.stop();
}
