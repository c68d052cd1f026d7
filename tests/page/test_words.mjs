// The user's own words: banning, adding from the filter and the review, reverting in the card. Other languages: folding,
// building lists. The list and the board: words through a tile, the phone layout.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { PHONE, answered, becomes, announced, violations } from './kit.mjs';

const rows = page => page.locator('[role=listbox] [role=option]');
const chosen = page => page.locator('[role=option][aria-selected=true] .w').textContent();
const figures = async page => (await page.locator('.words-card .stat').textContent()).replace(/,/g, '').match(/\d+/g).map(Number);
const listed = async (kit, word) => (await kit.ask('/api/solve', { game: 'hexhunt', board, options: {} })).words.some(item => item.word === word);
const board = 'LPE/EASR/SRTED/PING/LAS';

/** Opens the board; reverts the test's own words afterwards. */
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
    await page.getByText(`${word} removed from the English list.`).first().waitFor();
    const [, less] = await becomes(() => figures(page), ([fewer]) => fewer === count - 1, 'a word less');
    assert(less < score, `${less} points are less than ${score}`);
    await becomes(() => chosen(page), other => other !== word);
    assert(!await listed(kit, word), 'the server solves without it');
    await page.getByText('Word list', { exact: true }).click();
    await page.getByRole('button', { name: `Restore word: ${word}` }).waitFor();
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await announced(page, `${word} restored to the English list.`);
    await page.waitForFunction(wanted => document.querySelector('.words-card .stat').textContent.replace(/,/g, '').includes(wanted), String(score));
    await becomes(() => figures(page), [count, score]);
    assert(await listed(kit, word), 'and with it again');
}

async function addFromFilter(kit, page) {
    const [count] = await figures(page), filter = page.getByLabel('Filter words');
    await filter.fill('zebra');
    await announced(page, 'ZEBRA is in the English list, but cannot be traced on the board.');
    assert.equal(await page.getByRole('button', { name: /^Add word/ }).count(), 0);
    await filter.fill('lpesr');
    await announced(page, 'LPESR is not in the English list.');
    await page.getByRole('button', { name: 'Add word: LPESR' }).click();
    await rows(page).filter({ hasText: 'LPESR' }).waitFor();
    await becomes(async () => (await figures(page))[0], count + 1);
    await page.getByRole('button', { name: 'Remove my addition: LPESR' }).click();
    await announced(page, 'LPESR is not in the English list.');
}

async function reviewTellsApart(kit, page) {
    await page.getByRole('button', { name: 'My words' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('astringed zebra lpesr');
    await dialog.getByRole('button', { name: 'Show what I missed' }).click();
    await dialog.getByText('ZEBRA cannot be traced on the board').waitFor();
    await dialog.getByText('LPESR is not in the English list').waitFor();
    assert.deepEqual(await violations(page), []);
    await dialog.getByRole('button', { name: 'Add word: LPESR' }).click();
    await dialog.getByText('LPESR added to the English list.').waitFor();
    await dialog.getByText('1 word does not count').waitFor();
    await page.keyboard.press('Enter'); // the focus is on Undo
    await dialog.getByText('2 words do not count').waitFor();
    await becomes(async () => (await kit.ask('/api/words/own')).added, []);
}

async function reviewIsStored(kit, page) {
    const yours = text => page.locator('.words-card .stat').filter({ hasText: text }).waitFor();
    const enter = async text => {
        await page.getByRole('button', { name: 'My words' }).click();
        await page.getByRole('dialog').getByRole('textbox').fill(text);
        await page.getByRole('dialog').getByRole('button', { name: 'Show what I missed' }).click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await enter('astringed replating');
    await yours('yours2');
    await yours(/your points18 \(\d\.\d %\)/);
    await page.getByRole('button', { name: 'Common first' }).waitFor();
    await page.reload();
    await yours('yours2');
    await page.getByRole('button', { name: 'My words' }).click();
    await becomes(() => page.getByRole('dialog').getByRole('textbox').inputValue(), 'astringed replating');
    await page.keyboard.press('Escape');
    await enter('');
    await becomes(async () => (await figures(page)).length, 2);
    await page.reload();
    await rows(page).first().waitFor();
    await becomes(async () => (await figures(page)).length, 2, 'none are left');
}

async function cardOnPhone(kit, page) {
    await kit.ask('/api/words/ban', { words: ['astringed', 'replating'] });
    await page.reload();
    await rows(page).first().waitFor();
    const [words] = await figures(page);
    await page.getByRole('button', { name: /^Remove from my list/ }).tap();
    await page.locator('.toast').waitFor();
    await becomes(async () => (await figures(page))[0], words - 1, 'the words were searched again');
    await page.getByText('Word list', { exact: true }).tap();
    await becomes(() => page.locator('.own-words .chip').count(), 3);
    assert.deepEqual(await violations(page), []);
    await page.getByRole('button', { name: 'Restore word: ASTRINGED' }).tap();
    await page.waitForFunction(() => document.querySelectorAll('.own-words .chip').length === 2);
    assert(await listed(kit, 'ASTRINGED'), 'taken back');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert(wide <= 0, 'no overflow');
}

async function foldedAnswers(kit) {
    await kit.ask('/api/words/add', { words: ['zorpelò'] });
    try {
        const page = await kit.play('ruzzle', 'ZORP/OLEX/XXXX/XXXX');
        await rows(page).filter({ hasText: 'ZORPELO' }).waitFor();
        await page.getByLabel('Filter words').fill('zòrp');
        await rows(page).filter({ hasText: 'ZORPELO' }).waitFor();
        await page.getByLabel('Filter words').fill('');
        await page.getByRole('button', { name: 'My words' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('textbox').fill('zorpeló');
        await dialog.getByRole('button', { name: 'Show what I missed' }).click();
        await dialog.waitFor({ state: 'detached' }); // all words count
        await page.locator('.words-card .stat').filter({ hasText: 'yours1' }).waitFor();
    } finally {
        await kit.ask('/api/words/forget', { words: ['zorpelo'] });
    }
}

/** CAT has two paths here: from either C. */
async function throughTile(kit) {
    const page = await kit.play('boggle', 'CAC/XTX/XXX'), shown = () => page.locator('main [role=gridcell]').evaluateAll(cells => cells.flatMap((cell, i) => cell.ariaSelected === 'true' ? [i] : []));
    await rows(page).filter({ hasText: 'CAT' }).first().waitFor();
    for (const corner of [0, 2]) {
        await page.locator('main [role=gridcell]').nth(corner).click();
        await page.getByRole('button', { name: /^through C/ }).waitFor();
        const word = rows(page).filter({ has: page.getByText('CAT', { exact: true }) });
        await word.hover();
        await becomes(shown, [corner, 1, 4].sort((a, b) => a - b), 'the pointer shows the path through the tile');
        await word.click();
        await page.waitForFunction(() => document.querySelectorAll('main [role=gridcell][aria-selected=true]').length === 3);
        await becomes(shown, [corner, 1, 4].sort((a, b) => a - b));
        await announced(page, 'Path 1 of 2');
        await page.locator('main [role=gridcell]').nth(corner).click();
    }
}

async function boardComesBack(kit) {
    const page = await kit.play('ruzzle', await kit.example('ruzzle'), { size: PHONE, touch: true, motion: 'reduce' });
    const top = () => page.locator('main .board').evaluate(board => board.getBoundingClientRect().top);
    await rows(page).first().waitFor();
    await rows(page).nth(6).evaluate(row => row.scrollIntoView({ block: 'end' }));
    await page.evaluate(() => scrollBy(0, 400));
    await becomes(top, at => at < -300, 'the board is out of sight');
    const at = await rows(page).nth(6).boundingBox();
    await page.touchscreen.tap(at.x + at.width / 2, at.y + at.height / 2);
    await page.waitForFunction(() => document.querySelector('main .board').getBoundingClientRect().top >= 0);
}

async function editorOnPhone(kit) {
    const page = await kit.play('ruzzle', await kit.example('ruzzle'), { size: PHONE, touch: true });
    const marked = () => page.locator('main [role=gridcell]').evaluateAll(cells => cells.flatMap((cell, i) => getComputedStyle(cell, '::after').opacity === '1' ? [i] : []));
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).tap();
    await page.getByRole('button', { name: 'Clear' }).tap();
    await page.locator('.toast').waitFor();
    await becomes(marked, [0]);
    for (const name of ['Z', 'backspace']) {
        const key = page.getByRole('button', { name, exact: true });
        assert(await key.evaluate(at => { const { x, y, width, height } = at.getBoundingClientRect(); return at.contains(document.elementFromPoint(x + width / 2, y + height / 2)); }), `nothing lies over ${name}`);
        await key.tap();
    }
    await page.getByRole('button', { name: 'C', exact: true }).tap();
    await becomes(marked, [1], 'the next letter goes to the second cell');
    await page.getByRole('button', { name: 'Undo' }).tap();
    await page.getByRole('button', { name: 'Redo' }).tap();
    await announced(page, 'Redone: typed C.');
    assert.deepEqual(await violations(page), []);
}

async function toastOfAnAct(kit) {
    const page = await kit.play('boggle', 'CATS/DOGS/XXXX/XXXX'), undo = page.locator('.toast').getByRole('button', { name: 'Undo' });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('button', { name: 'Clear' }).click();
    await undo.waitFor();
    await page.keyboard.type('XYZ');
    await page.getByText(/^XYZ\? /).waitFor();
    await becomes(() => undo.count(), 0, 'the next act takes the offer away');
    await page.getByRole('button', { name: 'Clear' }).click();
    await undo.click();
    await page.getByText(/^XYZ\? /).waitFor();
}

async function listIsBuilt(kit) {
    const { lists } = await kit.ask('/api/words'), list = lists.find(one => one.code === 'en-us');
    if (list.installed || !list.buildable) kit.skip('hunspell-en-us is not installed, or its list is there');
    const page = await kit.play('ruzzle', 'CATS/DOGS/XXXX/XXXX');
    await rows(page).first().waitFor();
    await page.getByText('Word list', { exact: true }).click();
    await page.locator('#opt-lang option', { hasText: 'English (US): builds first' }).waitFor({ state: 'attached' });
    await page.locator('#opt-lang').selectOption('en-us');
    await page.locator('.head .sub').filter({ hasText: 'Hunspell en_US' }).waitFor();
    await page.locator('#opt-lang option', { hasText: /^English \(US\), [\d,]+ words/ }).waitFor({ state: 'attached' });
    await becomes(async () => (await kit.ask('/api/words')).lists.find(one => one.code === 'en-us').installed, true);
}

async function listIsOffered(kit) {
    const { lists } = await kit.ask('/api/words'), list = lists.find(one => one.code === 'en-gb');
    if (list.installed || !list.buildable) kit.skip('hunspell-en-gb is not installed, or its list is there');
    const { code } = await kit.ask('/api/board', { game: 'ruzzle', board: 'CATS/DOGS/XXXX/XXXX' });
    const page = await kit.open({ path: `#/play/${code}?lang=en-gb` });
    await page.getByText('No English (GB) word list yet').waitFor();
    await page.getByRole('button', { name: 'Build list' }).click();
    await rows(page).filter({ hasText: 'CATS' }).first().waitFor();
    await becomes(() => page.locator('.notes').textContent(), '');
    kit.forgive(/400/); // what was refused before
}

/** The first search has four seconds in place of its thirty; what the page asks for is noted. */
async function cutOff(kit) {
    const page = await kit.play('boggle', '????/????/????/???A'), asked = [];
    await page.route(/\/api\/jobs$/, route => {
        const body = route.request().postDataJSON();
        asked.push(body.seconds);
        return route.fallback({ postData: JSON.stringify({ ...body, seconds: asked.length === 1 ? 4 : body.seconds }) });
    });
    await page.getByRole('button', { name: 'Solve anyway' }).click();
    await page.getByRole('heading', { name: 'Searching for words' }).waitFor();
    await page.getByRole('button', { name: 'Stop and keep results' }).waitFor();
    await page.getByText('Time limit reached: there may be more words.').waitFor();
    await page.locator('.words-card .stat').filter({ hasText: 'words so far' }).waitFor();
    await announced(page, /words so far/);
    await page.getByRole('button', { name: 'Path 1 of 60+' }).waitFor();
    assert.deepEqual(await violations(page), []);
    const [count] = await figures(page);
    await page.getByRole('button', { name: 'Search longer' }).click();
    await page.getByRole('button', { name: 'Stop and keep results' }).click();
    await page.getByText('Search stopped: there may be more words.').waitFor();
    await becomes(() => page.locator('.words-card').getAttribute('aria-busy'), null);
    await becomes(async () => (await figures(page))[0], now => now >= count, 'nothing that was found is lost');
    assert.deepEqual(asked, [30, 120]);
}

async function rankingIsStopped(kit) {
    const { code } = await kit.ask('/api/board', { game: 'hexicon', board: await kit.example('hexicon') });
    const page = await kit.open({ path: `#/play/${code}?swap=1&reply=1&candidates=1000&samples=1000` });
    await page.getByRole('heading', { name: 'Ranking moves' }).waitFor();
    await page.getByRole('heading', { name: 'Hexicon' }).click();
    await page.keyboard.press('Escape');
    await announced(page, 'Ranking stopped.');
    await page.getByRole('button', { name: 'Rank again' }).click();
    await page.locator('.notes').getByRole('button', { name: /^Stop/ }).click();
    await page.getByRole('button', { name: 'Rank again' }).waitFor();
    await becomes(async () => (await kit.ask('/api/jobs')).jobs.filter(job => job.game === 'hexicon' && !job.done).length, 0, 'the server has stopped too');
}

async function shakeKeepsShape(kit) {
    const shapes = { boggle: ['ABCDE/FGHIK/LMNOP/RSTUV/WXYZA', 'ABC/DEF/GHI'], hexhunt: ['ABC/DEFG/HIK'], wordhunt: ['ABCDE/FGHIK/LMNOP/RSTUV/WXYZA'], ruzzle: ['ABCD/EFGH/IKLM/NOPR'] };
    for (const [game, boards] of Object.entries(shapes)) {
        for (const text of boards) {
            const page = await kit.play(game, text), cells = () => page.locator('main [role=gridcell]').count(), before = await cells();
            const sub = () => page.locator('.head .sub').textContent(), was = (await sub()).split(' · ')[0];
            await page.getByRole('button', { name: 'Edit', exact: true }).click();
            await page.getByRole('button', { name: 'Shake' }).click();
            await announced(page, /words?, [\d,]+ points?\./);
            await becomes(sub, now => !now.startsWith(was), `${game}: letters were shaken`);
            await becomes(cells, before, `${game} ${text}: the shape stays`);
            await page.close();
        }
    }
}

async function roomForTexts(kit, page) {
    const hint = page.getByText('Click a tile to see words through it');
    await hint.waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await hint.waitFor({ state: 'hidden' });
    await page.getByText('Word list', { exact: true }).click();
    await page.locator('#opt-lang option', { hasText: /^English, [\d,]+ words/ }).waitFor({ state: 'attached' });
    const spare = () => page.locator('#opt-lang').evaluate(field => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(field), pen = document.createElement('canvas').getContext('2d'), ARROW = 20;
        pen.font = font;
        return field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - ARROW - pen.measureText(field.selectedOptions[0].text).width;
    });
    await becomes(spare, room => room >= 0, 'the language is seen whole');
}

/** Letters of Ruzzle have other values in Italian. The list itself need not be there. */
async function linkHasLanguage(kit) {
    const { code } = await kit.ask('/api/board', { game: 'ruzzle', board: 'ZARP/QUEL/HINO/ESTI' }), page = await kit.open({ path: `#/play/${code}?lang=it` });
    const values = ['8', '10', '3', '3', '8'], wanted = texts => ['Z', 'Q', 'U', 'L', 'H'].map(letter => texts[texts.indexOf(letter) + 1]);
    const texts = within => page.locator(`${within} text`).allTextContents();
    await becomes(async () => wanted(await texts('main .board')), values, 'on the board');
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('menuitem', { name: 'More formats' }).click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Download SVG' }).click()]);
    const drawn = await readFile(await file.path(), 'utf8');
    assert.deepEqual(wanted([...drawn.matchAll(/>([^<>\s]+)<\/text>/g)].map(found => found[1])), values, 'in the picture');
    await page.evaluate(() => { window.print = () => {}; });
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('menuitem', { name: 'Print board', exact: true }).click();
    await becomes(async () => wanted(await texts('.print-sheet')), values, 'on paper');
    kit.forgive(/400/); // where there is no list
}

async function printsWithOptions(kit) {
    const { code } = await kit.ask('/api/board', { game: 'hexhunt', board }), page = await kit.open({ path: `#/play/${code}?min-length=8` });
    await rows(page).first().waitFor();
    const [count] = await figures(page);
    await page.evaluate(() => { window.print = () => {}; });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('menuitem', { name: 'Print with answer' }).click();
    await page.locator('.print-sheet li').first().waitFor({ state: 'attached' });
    assert.equal(await page.locator('.print-sheet li').count(), count);
}

async function fastTyping(kit) {
    const page = await kit.play('ruzzle', '????/????/????/????'), sub = () => page.locator('.head .sub').textContent();
    await page.route(/\/api\/board$/, async route => { await new Promise(resolve => setTimeout(resolve, 200)); await route.fallback(); });
    await page.locator('main [role=gridcell]').first().focus();
    for (const key of ['a', 'b', 'Backspace']) await page.keyboard.press(key);
    await becomes(sub, text => text.startsWith('A??? / ????'), 'what was typed last is taken back');
    await page.getByRole('button', { name: /^TL/ }).click();
    for (let i = 0; i < 2; i++) await page.locator('main [role=gridcell]').nth(5).click();
    await page.locator('main [role=gridcell]').nth(6).click();
    await page.locator('main [role=gridcell][aria-label*="triple letter"]').first().waitFor();
    assert.equal(await page.locator('main [role=gridcell][aria-label*="triple letter"]').count(), 1, 'the second click takes the bonus away');
}

async function ownList(kit) {
    const page = await kit.play('boggle', 'CATS/ZZZZ/ZZZZ/ZZZZ'), sub = () => page.locator('.head .sub').textContent();
    await page.locator('.options-card summary', { hasText: 'Word list' }).click();
    await page.getByRole('button', { name: 'Add a word list…' }).waitFor();
    await page.getByLabel('Word list file').setInputFiles({ name: 'My Words.txt', mimeType: 'text/plain', buffer: Buffer.from('cat\ncats\n') });
    await becomes(sub, text => text.includes('my-words'), 'the dropped list is used at once');
    await page.locator('#opt-lang option', { hasText: /^my-words, 2 words/ }).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Remove my-words' }).click();
    await becomes(sub, text => text.includes('ENABLE1'), 'the language of the list comes back');
}

async function lettersOfLanguage(kit) {
    const key = name => page.getByRole('group', { name: 'Letters', exact: true }).getByRole('button', { name, exact: true });
    const { code } = await kit.ask('/api/board', { game: 'hexicon', board: await kit.example('hexicon') }), page = await kit.open({ size: PHONE, touch: true, path: `#/play/${code}?lang=es-enye` });
    await page.getByRole('button', { name: 'Edit', exact: true }).tap();
    await key('Ñ').waitFor();
    await becomes(() => key('hole').count(), 0, 'Hexicon boards have no holes');
    const card = page.locator('.options-card summary');
    await card.filter({ hasText: 'Spanish with Ñ' }).tap();
    await page.locator('#opt-lang option', { hasText: /^English, [\d,]+ words/ }).waitFor({ state: 'attached' });
    await page.locator('#opt-lang').selectOption('en');
    await card.filter({ hasText: 'English' }).waitFor();
    await becomes(() => key('Ñ').count(), 0, 'the letters follow the language');
    await key('Z').waitFor();
    kit.forgive(/400/); // where there is no list
}

async function reviewIsAnnounced(kit, page) {
    await page.getByLabel('Filter words').fill('ing');
    await page.getByRole('button', { name: 'My words' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('sting ping');
    await page.getByRole('dialog').getByRole('button', { name: 'Show what I missed' }).click();
    await page.locator('.words-card .stat').filter({ hasText: 'yours2' }).waitFor();
    await answered(page);
    assert.equal(await announced(page, 'missed'), '2 words found, 780 words missed.');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.words-card .seg').waitFor({ state: 'hidden' });
    await answered(page);
    assert.equal(await announced(page, 'Undone'), 'Undone: entered my words.');
}

/** What is out of range the browser tells; nothing is asked, so that the list stays and the console is quiet. */
async function outOfRange(kit, page) {
    await page.getByText('Word list', { exact: true }).click();
    await page.getByLabel('Minimum length').fill('99');
    await page.keyboard.press('Enter');
    await becomes(() => page.getByLabel('Minimum length').evaluate(field => field.validity.valid), false);
    await page.getByLabel('Minimum length').fill('9');
    await page.keyboard.press('Enter');
    await becomes(async () => (await figures(page))[0], count => count < 100);
    await page.getByRole('button', { name: 'Undo' }).click();
    await becomes(async () => (await figures(page))[0], 782, 'one step back');
}

/** The answer is hidden until asked for: by length, all at once, or always. */
async function hidesAnswers(kit) {
    const page = await kit.play('hexhunt', 'TS/EAR/LB', { answers: 'hidden' }), shown = page.locator('.words-card [role=option]');
    await page.getByRole('button', { name: 'Show all words' }).waitFor();
    assert.equal(await shown.count(), 0, 'no word is shown');
    assert.equal(await page.locator('main [role=gridcell][aria-selected=true]').count(), 0, 'no path is drawn');
    const counts = await page.locator('.cover-rows b').allTextContents(), total = counts.reduce((sum, text) => sum + Number(text), 0);
    assert.equal(total, Number((await page.locator('.words-card .stat dd').first().textContent()).replaceAll(',', '')), 'the counts are those of all words');
    assert.deepEqual(await violations(page), []);
    await page.locator('.cover-rows button').first().click();
    await becomes(() => shown.count(), Number(counts[0]), 'the longest words');
    await page.getByRole('button', { name: 'Show all words' }).click();
    await becomes(() => shown.count(), count => count > Number(counts[0]));
    await page.reload();
    await page.getByRole('checkbox', { name: 'Always show answers' }).check();
    await becomes(() => shown.count(), count => count > Number(counts[0]));
    await page.reload();
    await becomes(() => shown.count(), count => count > Number(counts[0]), 'the setting is remembered');
}

export const tests = {
    'the words of a board are hidden until asked for': hidesAnswers,
    'a link contains the language: letter values on the board, in pictures and in print': linkHasLanguage,
    'printing from the editor uses the options': printsWithOptions,
    'typing and clicking faster than the server answers': fastTyping,
    'the editor has the letters of the language; Hexicon has no holes': lettersOfLanguage,
    'a word list is added from a file, used and removed': ownList,
    'messages of the review and its undo are not overwritten': withBoard(reviewIsAnnounced),
    'an option out of range is not sent': withBoard(outOfRange),
    'the tile hint is hidden while editing; the language fits its field': withBoard(roomForTexts),
    'a long ranking shows its progress and can be stopped': rankingIsStopped,
    'random letters keep the shape of the board': shakeKeepsShape,
    'an incomplete answer is reported; the search can be extended and stopped': cutOff,
    'accents in a player\'s words and in the filter are folded': foldedAnswers,
    'words through a tile: any path counts, and that path is shown': throughTile,
    'phone: tapping a word scrolls to the board': boardComesBack,
    'phone: the editor marks the next cell, toasts do not cover its keys': editorOnPhone,
    'Undo in a toast applies only to its action': toastOfAnAct,
    'choosing a language without a list builds the list first': listIsBuilt,
    'an address with a language without a list offers to build it': listIsOffered,
    async 'phone: a Hexicon move is made with a button, undone, and redone from the menu'(kit) {
        const page = await kit.play('hexicon', await kit.example('hexicon'), { size: PHONE, touch: true });
        await rows(page).first().waitFor();
        const legend = await page.locator('.legend-hex').evaluateAll(all => all.map(one => getComputedStyle(one).clipPath + one.getBoundingClientRect().width));
        assert(legend.every(one => /^none2\d/.test(one)), `pictures of the legend are whole: ${legend}`);
        await page.locator('.tools-board').getByRole('button', { name: 'Play this move' }).tap();
        await page.getByText('Red to move').waitFor();
        await page.locator('.toast').getByRole('button', { name: 'Undo' }).tap();
        await page.getByText('Blue to move').waitFor();
        await page.getByRole('button', { name: 'Playback options' }).tap();
        await page.getByRole('menuitem', { name: /^Redo: played/ }).tap();
        await page.getByText('Red to move').waitFor();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert(wide <= 0, 'no overflow');
    },
    'a word is removed from the list by key, and that is undone': withBoard(banAndUndo),
    'the filter distinguishes words off the board from words in no list, which can be added': withBoard(addFromFilter),
    'the review distinguishes them too': withBoard(reviewTellsApart),
    'my words survive a reload': withBoard(reviewIsStored),
    'phone: own words are listed and reverted': withBoard(cardOnPhone, { size: PHONE, touch: true }),
    async 'the lists that contain a word are shown on request'(kit) {
        const page = await kit.play('hexicon', await kit.example('hexicon'));
        await rows(page).first().waitFor();
        const word = await chosen(page);
        await page.getByRole('button', { name: `Find in lists: ${word}` }).click();
        await announced(page, new RegExp(`^${word} is in the lists? English \\(ENABLE1\\)`));
        await page.keyboard.press('?');
        await page.getByRole('dialog').getByText('remove the word from my list').waitFor();
    },
};
