// Own words: banned from the list, added from the filter and from the review, taken back in the card.
import assert from 'node:assert/strict';
import { PHONE, heard, violations } from './kit.mjs';

const rows = page => page.locator('[role=listbox] [role=option]');
const chosen = page => page.locator('[role=option][aria-selected=true] .w').textContent();
const figures = async page => (await page.locator('.words-card .stat').textContent()).replace(/,/g, '').match(/\d+/g).map(Number);
const listed = async (kit, word) => (await kit.ask('/api/solve', { game: 'hexhunt', board, options: {} })).words.some(item => item.word === word);
const board = 'LPE/EASR/SRTED/PING/LAS';

/** The board's page; whatever a test does to words is taken back for the tests after it. */
const withBoard = (test, how) => async kit => {
    const page = await kit.play('hexhunt', board, how);
    try {
        await rows(page).first().waitFor();
        await test(kit, page);
    } finally {
        const { added, banned } = await kit.ask('/api/words/own');
        if (added.length + banned.length) await kit.ask('/api/words/forget', { words: [...added, ...banned] });
    }
};

async function banAndUndo(kit, page) {
    const word = await chosen(page), [count, score] = await figures(page);
    await page.locator('[role=listbox]').focus();
    await page.keyboard.press('x');
    await page.getByText(`${word} is banned from the English list.`).first().waitFor();
    const [fewer, less] = await figures(page);
    assert.equal(fewer, count - 1);
    assert(less < score, `${less} points are less than ${score}`);
    assert.notEqual(await chosen(page), word);
    assert(!await listed(kit, word), 'the server solves without it');
    await page.getByText('Word list', { exact: true }).click();
    await page.getByRole('button', { name: `Take back: ${word}` }).waitFor();
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await heard(page, `${word} is no longer banned.`);
    await page.waitForFunction(wanted => document.querySelector('.words-card .stat').textContent.replace(/,/g, '').includes(wanted), String(score));
    assert.deepEqual(await figures(page), [count, score]);
    assert(await listed(kit, word), 'and with it again');
}

async function addFromFilter(kit, page) {
    const [count] = await figures(page), filter = page.getByLabel('Filter words');
    await filter.fill('zebra');
    await heard(page, 'ZEBRA is in the English list, but cannot be traced on the board.');
    assert.equal(await page.getByRole('button', { name: /^Add it/ }).count(), 0);
    await filter.fill('lpesr');
    await heard(page, 'LPESR is not in the English list.');
    await page.getByRole('button', { name: 'Add it: LPESR' }).click();
    await rows(page).filter({ hasText: 'LPESR' }).waitFor();
    assert.equal((await figures(page))[0], count + 1);
    await page.getByRole('button', { name: 'Added by you. Take back: LPESR' }).click();
    await heard(page, 'LPESR is not in the English list.');
}

async function reviewTellsApart(kit, page) {
    await page.getByRole('button', { name: 'My words' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('astringed zebra lpesr');
    await dialog.getByRole('button', { name: 'Show what I missed' }).click();
    await dialog.getByText('ZEBRA cannot be traced on the board').waitFor();
    await dialog.getByText('LPESR is not in the English list').waitFor();
    assert.deepEqual(await violations(page), []);
    await dialog.getByRole('button', { name: 'Add it: LPESR' }).click();
    await dialog.getByText('LPESR is added to the English list.').waitFor();
    await dialog.getByText('1 word does not count').waitFor();
    await page.keyboard.press('Enter'); // the focus is on Undo
    await dialog.getByText('2 words do not count').waitFor();
    assert.deepEqual((await kit.ask('/api/words/own')).added, []);
}

async function cardOnPhone(kit, page) {
    await kit.ask('/api/words/ban', { words: ['astringed', 'replating'] });
    await page.reload();
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: /^Not a word in my game/ }).tap();
    await page.locator('.toast').waitFor();
    await page.getByText('Word list', { exact: true }).tap();
    assert.equal(await page.locator('.own-words .chip').count(), 3);
    assert.deepEqual(await violations(page), []);
    await page.getByRole('button', { name: 'Take back: ASTRINGED' }).tap();
    await page.waitForFunction(() => document.querySelectorAll('.own-words .chip').length === 2);
    assert(await listed(kit, 'ASTRINGED'), 'taken back');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert(wide <= 0, 'nothing sticks out');
}

export const tests = {
    'a word that the game does not know is banned by key, and that is undone': withBoard(banAndUndo),
    'the filter tells a word off the board from one that is in no list, which is added': withBoard(addFromFilter),
    'the review of my words does so too': withBoard(reviewTellsApart),
    'phone: own words are shown and taken back': withBoard(cardOnPhone, { size: PHONE, touch: true }),
    async 'which lists have a word is told when asked'(kit) {
        const page = await kit.play('hexicon', await kit.example('hexicon'));
        await rows(page).first().waitFor();
        const word = await chosen(page);
        await page.getByRole('button', { name: `Which lists? ${word}` }).click();
        await heard(page, `${word} is in the list English (ENABLE1).`);
        await page.keyboard.press('?');
        await page.getByRole('dialog').getByText('not a word in my game').waitFor();
    },
};
