// The journeys of docs/page.md, each from its beginning to its end, on a computer and on a phone. Every journey ends without
// serious violations. Other tests go into detail.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { PANELS, PHONE, WIDE, announced, becomes, violations } from './kit.mjs';
import { shareCanvas } from './test_live.mjs';

const SIZES = { computer: { size: WIDE }, phone: { size: PHONE, touch: true } };
const picture = name => readFile(new URL(`../corpus/pictures/${name}.png`, import.meta.url));
const sub = page => () => page.locator('.head .sub').textContent();
const nav = (page, place) => page.locator(`.nav a[data-place="${place}"]`).click();
const row = page => page.locator('.lib tbody tr[data-id]');

async function drop(page, name) {
    const files = await page.evaluateHandle(data => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([Uint8Array.from(atob(data), c => c.charCodeAt(0))], 'screen.png', { type: 'image/png' }));
        return transfer;
    }, (await picture(name)).toString('base64'));
    await page.locator('main').dispatchEvent('drop', { dataTransfer: files });
}

/** Asks for more of the hint until it has shown everything, then applies the step. */
async function applyHint(page) {
    for (let level = 1; level <= 5; level++) {
        await page.locator('.tools-board').getByRole('button', { name: /^Hint/ }).click();
        await page.locator(`.ladder li:nth-child(${level})`).and(page.locator('.now')).waitFor();
        if (level === 1) await becomes(() => page.locator('main .board .ring-maybe').count(), count => count > 0, 'the first level marks a region on the board');
    }
    await page.getByRole('button', { name: /^Apply this step/ }).click();
    await page.locator('.toast', { hasText: 'uncovered' }).waitFor();
}

/** Types a word into the field of a round. */
async function typeWord(page, word) {
    await page.getByRole('textbox', { name: 'Type a word' }).fill(word);
    await page.keyboard.press('Enter');
}

const journeys = {
    async 'stuck in Hexcells, with a screenshot'(kit, how) {
        const page = await kit.open(how);
        await drop(page, 'hexcells-a');
        await page.getByRole('grid', { name: 'Hexcells board' }).waitFor();
        const before = Number((await sub(page)()).match(/(\d+) of/)[1]);
        await applyHint(page);
        await becomes(sub(page), text => Number(text.match(/(\d+) of/)[1]) > before, 'cells are uncovered');
        const asking = page.getByRole('region', { name: 'Numbers to copy from the game' });
        if (await asking.count()) {
            const unknown = () => page.locator('main .board .slot').count(), first = await unknown();
            await asking.getByRole('button', { name: /^(question mark|no number)$/ }).first().click();
            await becomes(unknown, count => count < first, 'a number is copied from the game');
        }
        await drop(page, 'hexcells-a'); // a newer picture of the same level
        await page.locator('.explain', { hasText: 'Newer picture of this level' }).waitFor();
        return page;
    },
    async 'live companion'(kit, how) {
        const page = await kit.open({ ...how, path: '#/live' }), show = await shareCanvas(page);
        await page.getByText('Nothing is recorded').waitFor();
        await show('hexcells-six-a');
        await page.getByRole('button', { name: 'Share my game window' }).click();
        const lead = () => page.getByRole('region', { name: 'Advice' }).getByRole('heading').textContent();
        await becomes(sub(page), text => /^Hexcells · 19 cells/.test(text));
        await becomes(lead, 'Next step');
        await show('own-wordhunt');
        await becomes(lead, text => /\d+ words/.test(text), 'the advice follows the window');
        await page.getByRole('button', { name: 'Stop sharing' }).click();
        await page.getByRole('button', { name: 'Share my game window' }).waitFor();
        return page;
    },
    async 'what did I miss'(kit, how) {
        const page = await kit.open({ ...how, answers: 'hidden' });
        await drop(page, 'own-wordhunt');
        await page.locator('.cover-rows li').first().waitFor();
        assert.equal(await page.locator('.rows .row-w:visible').count(), 0, 'words are not shown unasked');
        const { board } = await kit.ask('/api/board', { board: new URL(page.url()).hash.split('/').pop().split('?')[0] });
        const { words } = await kit.ask('/api/solve', { game: 'wordhunt', board, keep: false });
        await page.getByRole('button', { name: 'My words' }).click();
        await page.getByRole('dialog').getByRole('textbox').fill(words.slice(0, 2).map(one => one.word).join(' '));
        await page.getByRole('dialog').getByRole('button', { name: 'Show what I missed' }).click();
        const stat = page.locator('.words-card .stat'), points = words[0].score + words[1].score;
        await stat.filter({ hasText: `your points${points.toLocaleString('en-GB')} (` }).waitFor();
        await page.getByRole('button', { name: `Missed ${(words.length - 2).toLocaleString('en-GB')}` }).waitFor();
        await page.reload();
        await stat.filter({ hasText: 'yours2' }).waitFor();
        return page;
    },
    async 'is this panel solvable'(kit, how) {
        const page = await kit.open({ ...how, answers: 'hidden' }), line = () => page.evaluate(() => new URLSearchParams(location.hash.split('?')[1]).get('line') || '');
        await page.getByLabel('Board, link or level').fill(PANELS[0]);
        await page.getByRole('button', { name: 'Open' }).first().click();
        await page.locator('.live-verdict').getByText('Solvable, one solution').waitFor();
        await page.locator('.tools-board').getByRole('button', { name: /^Solve/ }).click();
        await page.getByText('Solution found.').first().waitFor();
        assert.equal(await line(), '', 'nothing is drawn before the user asks');
        await page.getByRole('button', { name: /^Next step/ }).click();
        await becomes(line, text => /^\d,\d[A-Z]$/.test(text), 'one step from the start');
        await page.getByRole('button', { name: 'Show whole line' }).click();
        await page.getByText('Line is valid', { exact: true }).waitFor();
        return page;
    },
    async 'I make a level'(kit, how) {
        const page = await kit.open(how);
        await page.getByRole('button', { name: /Blank board/ }).click();
        await page.getByRole('menuitem', { name: 'The Witness, empty panel' }).click();
        await page.getByRole('tab', { name: 'Edit', selected: true }).waitFor();
        for (const [place, key] of [['cell row 1 column 1', 'q'], ['cell row 2 column 3', 'r']]) {
            const at = page.locator(`main [role=gridcell][aria-label^="${place},"]`);
            await at.focus();
            await page.keyboard.press(key);
            await becomes(() => at.getAttribute('aria-label'), text => !text.endsWith('empty'), place);
        }
        await page.locator('.live-verdict .chip').first().waitFor();
        await nav(page, 'library');
        await becomes(() => row(page).count(), 1, 'saved without Done');
        await page.goBack();
        await becomes(() => page.locator('main [role=gridcell][aria-label^="cell row 1 column 1,"]').getAttribute('aria-label'), text => /sq/.test(text));
        await page.locator('.live-verdict .chip').first().waitFor();
        return page;
    },
    async 'a puzzle every day'(kit, how) {
        const page = await kit.open({ ...how, path: '#/daily' });
        await page.getByRole('button', { name: 'Play Boggle' }).click();
        await page.getByRole('heading', { name: /^Boggle daily \d+$/ }).waitFor();
        const { board } = await kit.ask('/api/board', { board: new URL(page.url()).hash.split('/').pop().split('?')[0] });
        const { words } = await kit.ask('/api/solve', { game: 'boggle', board, keep: false });
        await page.getByRole('button', { name: 'Start', exact: true }).click();
        await typeWord(page, words[0].word);
        await announced(page, new RegExp(`${words[0].word}: `));
        await page.getByRole('button', { name: 'End round' }).click();
        await page.getByRole('region', { name: 'Result' }).waitFor();
        await page.getByRole('button', { name: 'Copy result' }).click();
        await becomes(() => page.evaluate(() => navigator.clipboard.readText()), text => /^Boggle daily \d+: 1 word, /.test(text));
        await nav(page, 'daily');
        await page.getByText('Your streak: 1 day.').waitFor();
        return page;
    },
    async 'come back tomorrow'(kit, how) {
        const board = await kit.example('hexcells'), { steps } = await kit.ask('/api/solve', { game: 'hexcells', board, keep: false }), [cell] = steps[0].cells;
        await kit.ask('/api/library', { game: 'hexcells', board, source: 'pasted' });
        const page = await kit.play('hexcells', board, how);
        await page.locator(`main [role=gridcell][aria-label^="row ${cell.y + 1} column ${cell.x + 1},"]`).focus();
        await page.keyboard.press(cell.blue ? 'b' : 'k');
        await announced(page, 'Correct');
        const progress = (await sub(page)()).match(/\d+ of \d+/)[0];
        await nav(page, 'library');
        await becomes(() => row(page).locator('td.num').first().textContent(), progress, 'my progress, not that of Comb');
        await nav(page, 'start');
        await page.locator('.resume a', { hasText: `${progress} cells uncovered` }).click();
        await becomes(sub(page), text => text.includes(`${progress} uncovered`), 'continued where it was left');
        return page;
    },
    async 'send it to a friend'(kit, how) {
        const page = await kit.play('hexhunt', 'LPE/EASR/SRTED/PING/LAS', how), menu = page.getByRole('menu').first();
        await page.locator('.share-open').click();
        await becomes(() => menu.getByRole('menuitem').count(), count => count <= 7, 'few formats');
        await page.getByRole('menuitem', { name: /link/i }).first().click();
        const link = await becomes(() => page.evaluate(() => navigator.clipboard.readText()), text => text.startsWith(kit.url));
        await page.locator('.share-open').click();
        await page.getByRole('menuitem', { name: 'Show QR code' }).click();
        await page.getByRole('img', { name: 'QR code of the link' }).waitFor();
        await page.keyboard.press('Escape');
        const friend = await kit.open({ ...how, path: link.slice(kit.url.length) });
        await becomes(() => friend.locator('main [role=gridcell]').count(), 19);
        return friend;
    },
};

export const tests = Object.fromEntries(Object.entries(journeys).flatMap(([name, walk]) => Object.entries(SIZES).map(([device, how]) => [`${name}, ${device}`, async kit => {
    const page = await walk(kit, how);
    assert.deepEqual(await violations(page), []);
    await becomes(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'nothing is wider than the window');
}])));
