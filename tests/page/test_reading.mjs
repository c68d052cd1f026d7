// Reading pictures: a screenshot is dropped, chosen or pasted; uncertain cells are asked about, corrected and undone; the
// board is opened. The server reads for real; uncertainty is added to its answer, since a good picture has none.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { answerOf, PHONE, WIDE, becomes, announced, violations } from './kit.mjs';

const corpus = name => readFile(new URL(`../corpus/pictures/${name}.png`, import.meta.url));
const BOARD = 'LPE/EASR/SRTED/PING/LAS';

/** The record board, as Comb draws it. */
const picture = () => corpus('own-hexhunt');

/** Adds uncertainty to the server's answer: a confidence, a second choice and a group, by letter. */
const withUncertainty = (page, doubts) => page.route(/\/api\/read(\?.*)?$/, async route => {
    const reading = await answerOf(route);
    for (const cell of reading.cells) {
        const doubt = doubts[cell.text];
        delete cell.group;
        if (doubt) Object.assign(cell, doubt, { confidence: .5 });
        if (doubt) reading.doubts.push({ x: cell.x, y: cell.y, about: 'cell', message: `cell: '${cell.text}' or '${doubt.second}'` });
    }
    reading.sure = false;
    await route.fulfill({ json: reading });
});

async function drop(page, bytes, name = 'screen.png', type = 'image/png') {
    const files = await page.evaluateHandle(([data, file, kind]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([Uint8Array.from(atob(data), c => c.charCodeAt(0))], file, { type: kind }));
        return transfer;
    }, [bytes.toString('base64'), name, type]);
    await page.locator('main').dispatchEvent('drop', { dataTransfer: files });
}

/** Waits for the reading; a board without questions is opened at once, and the toast leads back to the picture. */
async function asked(page) {
    const heading = page.getByRole('heading', { name: 'Is this your board?' }), back = page.getByRole('button', { name: 'Check reading' });
    await back.or(heading.and(page.locator('main:has(.queue > li) h1'))).first().waitFor();
    if (await back.count()) await back.click();
    await heading.waitFor();
}
const rowOf = (page, number) => page.locator('.queue > li').nth(number - 1);
const lettersOf = page => page.locator('main [role=gridcell]').evaluateAll(cells => cells.map(cell => /, (?:read as )?([A-Z])\b/.exec(cell.getAttribute('aria-label'))?.[1]).join(''));

export const tests = {
    async 'a screenshot dropped on the page is read and opened'(kit) {
        const page = await kit.open();
        await drop(page, await picture());
        await page.waitForURL(/#\/play\/comb[12]-hexhunt/); // sure: no click needed
        await asked(page);
        await becomes(() => page.locator('.head .sub').textContent(), text => /Hexhunt · 19 cells found · all clear/.test(text));
        assert.equal(await page.getByRole('grid', { name: 'Cells of the picture' }).getByRole('gridcell').count(), 19);
        await becomes(() => lettersOf(page), BOARD.replaceAll('/', ''));
        await page.keyboard.press('Enter');
        await page.waitForURL(/#\/play\/comb[12]-hexhunt/);
        await becomes(() => page.locator('main [role=gridcell]').count(), 19);
        await becomes(async () => (await kit.ask('/api/library?q=SRTED')).puzzles.some(one => one.board === BOARD), true, 'the library has it');
    },
    async 'two pictures dropped at once: the last one is read'(kit) {
        const page = await kit.open();
        await page.evaluate(data => {
            const fetched = window.fetch, once = fetched('/api').then(answer => answer.text());
            window.fetch = (path, how) => path === '/api' ? Promise.resolve(/** @type {any} */ ({ text: () => once })) : fetched(path, how); /* both go on at the same moment */
            const give = name => {
                const transfer = new DataTransfer();
                transfer.items.add(new File([Uint8Array.from(atob(data), c => c.charCodeAt(0))], name, { type: 'image/png' }));
                document.querySelector('main')?.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
            };
            give('one.png');
            give('two.png');
        }, (await picture()).toString('base64'));
        await page.waitForURL(/#\/play\/comb[12]-hexhunt/);
        await becomes(() => page.getByText('Read a picture').count(), 0);
    },
    async 'several files dropped at once are all read; those with questions can be checked'(kit) {
        const page = await kit.open(), texts = { 'a.png': await picture(), 'b.png': await corpus('own-wordhunt'), 'c.png': await corpus('asks-ruzzle'), 'd.txt': Buffer.from('ABCD/EFGH/IJKL/MNOP') };
        const files = await page.evaluateHandle(list => {
            const transfer = new DataTransfer();
            for (const [name, data] of list) transfer.items.add(new File([Uint8Array.from(atob(data), c => c.charCodeAt(0))], name, { type: name.endsWith('.png') ? 'image/png' : 'text/plain' }));
            return transfer;
        }, Object.entries(texts).map(([name, bytes]) => [name, bytes.toString('base64')]));
        await page.locator('main').dispatchEvent('drop', { dataTransfer: files });
        await page.getByRole('heading', { name: '4 files' }).waitFor();
        await page.locator('.head .sub', { hasText: '3 boards saved to the library.' }).waitFor();
        await page.locator('.files li', { hasText: 'c.png' }).getByText(/questions?\.$/).waitFor();
        assert.deepEqual(await violations(page), []);
        await page.getByRole('button', { name: 'Open b.png' }).click();
        await page.waitForURL(/#\/play\/comb[12]-wordhunt/);
        await page.goBack();
        await page.getByRole('button', { name: 'Check c.png' }).click();
        await page.locator('.queue > li').first().waitFor();
    },
    async 'a slow picture can be cancelled and read again'(kit) {
        const page = await kit.open();
        let held = /** @type {any} */ (null);
        await page.route(/\/api\/read\?/, route => { if (held) route.fallback(); else held = route; });
        await drop(page, await picture());
        await page.getByText(/Looking for a board: \d+ s so far/).waitFor();
        await page.getByRole('button', { name: /^Cancel/ }).click();
        await page.getByRole('heading', { name: 'Reading stopped' }).waitFor();
        await page.getByRole('button', { name: 'Read it again' }).click();
        await page.waitForURL(/#\/play\/comb[12]-hexhunt/);
        kit.forgive(/Failed to load resource/);
    },
    async 'the progress of a slow picture ends with its reading'(kit) {
        const page = await kit.open();
        await page.route(/\/api\/read\?/, async route => {
            await page.getByRole('button', { name: /^Cancel/ }).waitFor();
            const reading = await answerOf(route);
            await route.fulfill({ json: { ...reading, sure: false } });
        });
        await drop(page, await picture());
        await page.getByRole('heading', { name: 'Is this your board?' }).waitFor();
        await becomes(() => page.getByRole('button', { name: /^Cancel/ }).count(), 0);
        assert.equal(await page.locator('.stage .prog').count(), 0);
    },
    async 'a picture that is too large for the server is scaled down'(kit) {
        const page = await kit.open(), sent = [];
        await page.route(/\/api\/read\?/, route => { sent.push(route.request().postDataBuffer()?.length); route.fallback(); });
        const [head, rest] = [(await picture()).subarray(0, 33), (await picture()).subarray(33)], filler = Buffer.alloc(17 << 20);
        const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from('prIv'), filler, Buffer.alloc(4)]);
        chunk.writeUInt32BE(filler.length, 0);
        chunk.writeInt32BE(crc32(chunk.subarray(4, -4)) | 0, chunk.length - 4);
        const folder = await mkdtemp(join(tmpdir(), 'comb-huge-')), file = join(folder, 'huge.png'); // as a file: sending so much to the browser takes long
        try {
            await writeFile(file, Buffer.concat([head, chunk, rest]));
            await page.locator('main input[type=file]').setInputFiles(file);
            await page.waitForURL(/#\/play\/comb[12]-hexhunt/);
        } finally {
            await rm(folder, { recursive: true });
        }
        assert(sent[0] < 2e6, `${sent[0]} bytes sent`);
    },
    async 'a newer screenshot of the same level is merged into the position; contradictions are shown'(kit) {
        for (const size of [WIDE, PHONE]) {
            const page = await kit.open({ size }), cell = (x, y) => page.locator(`main [role=gridcell][aria-label^="row ${y + 1} column ${x + 1},"]`);
            let older = true;
            await page.route(/\/api\/read\?/, async route => {
                const reading = await answerOf(route);
                if (older) reading.board = reading.board.replace('4=o\n6', '4=x\n6').replace('8: 1=2 3=2', '8: 1=o 3=o').replace('0=3 2=x', '0=_ 2=x').replace('remaining 4', 'remaining 5');
                older = false;
                await route.fulfill({ json: reading });
            });
            await drop(page, await corpus('hexcells-a'));
            await page.waitForURL(/#\/play\/comb[12]-hexcells/);
            await becomes(() => cell(1, 8).getAttribute('aria-label'), 'row 9 column 2, hidden');
            await page.getByText('1 number to copy from the game').waitFor();
            await drop(page, await corpus('hexcells-a'));
            await page.locator('.explain', { hasText: 'Newer picture of this level: 2 cells uncovered, 1 number copied.' }).waitFor();
            await becomes(() => cell(1, 8).getAttribute('aria-label'), 'row 9 column 2, black, 2');
            await becomes(() => cell(0, 5).getAttribute('aria-label'), 'row 6 column 1, black, 3');
            await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
            await becomes(() => cell(1, 8).getAttribute('aria-label'), 'row 9 column 2, hidden');
            await page.close();
        }
        const page = await kit.open();
        await page.route(/\/api\/read\?/, async route => {
            const reading = await answerOf(route);
            if (reading.board.includes('remaining 4') && !page.url().includes('#/play')) Object.assign(reading, { board: reading.board.replace('9: 2=x', '9: 2=1').replace('8: 1=2 3=2', '8: 1=o 3=2') });
            await route.fulfill({ json: reading });
        }, { times: 1 });
        await drop(page, await corpus('hexcells-a'));
        await page.getByRole('grid', { name: 'Hexcells board' }).waitFor();
        await drop(page, await corpus('hexcells-a'));
        await page.locator('.explain', { hasText: '1 contradiction; the picture counts.' }).waitFor();
        await page.locator('.explain', { hasText: 'was black, is blue in the picture' }).waitFor();
        await drop(page, await corpus('hexcells-b'));
        await becomes(() => page.locator('main [role=gridcell][aria-label^="row 1 column 4, hidden"]').count(), 1, 'another level opens as a new board');
    },
    async 'uncertain cells are asked first; equal ones are answered together; undo works'(kit) {
        const page = await kit.open();
        await withUncertainty(page, { S: { second: 'Z', group: 7 }, I: { second: 'L', group: 8 } });
        await drop(page, await picture());
        await asked(page);
        await becomes(() => page.locator('.queue > li').count(), 2, 'three S that look the same are one question');
        assert.match(await rowOf(page, 1).textContent(), /2 more look the same/);
        assert.equal(await rowOf(page, 1).locator('.crop svg image').count(), 1);
        await rowOf(page, 1).getByRole('button', { name: 'No, it is Z' }).click();
        await announced(page, '1 question left');
        await becomes(() => lettersOf(page), 'LPEEAZRZRTEDPINGLAZ');
        await page.keyboard.press('Control+z');
        await announced(page, 'Undone');
        await becomes(() => lettersOf(page), BOARD.replaceAll('/', ''));
        await rowOf(page, 1).getByRole('button', { name: 'It is S', exact: true }).click();
        await announced(page, '1 question left');
        await rowOf(page, 2).getByRole('textbox').fill('J');
        await page.keyboard.press('Enter');
        await announced(page, 'All clear');
        await becomes(() => lettersOf(page), 'LPEEASRSRTEDPJNGLAS');
        await page.getByRole('button', { name: 'Open board' }).click();
        await page.waitForURL(/#\/play\/comb[12]-hexhunt/);
        await becomes(() => lettersOf(page), letters => /PJNG/.test(letters));
    },
    async 'keyboard only: accept, type, continue'(kit) {
        const page = await kit.open();
        await withUncertainty(page, { T: { second: 'I', group: 1 }, D: { second: 'O', group: 2 } });
        await drop(page, await picture());
        await asked(page);
        await page.keyboard.press('Enter');
        await announced(page, '1 question left');
        await becomes(() => page.evaluate(() => document.activeElement.closest('li')?.dataset.key), 'cells 8,2');
        await page.keyboard.press('Tab');
        await page.keyboard.press('Tab');
        await page.keyboard.type('o');
        await page.keyboard.press('Enter');
        await announced(page, 'All clear');
        await becomes(() => lettersOf(page), 'LPEEASRSRTEOPINGLAS');
        await page.keyboard.press('Enter');
        await page.waitForURL(/#\/play\/comb[12]-hexhunt/);
    },
    async 'a certain cell is changed by selecting it and typing; equal ones are offered'(kit) {
        const page = await kit.open();
        await page.route(/\/api\/read\?/, async route => {
            const reading = await answerOf(route);
            for (const cell of reading.cells) if (cell.text === 'E') cell.group = 5; else delete cell.group;
            await route.fulfill({ json: reading });
        });
        await drop(page, await picture());
        await asked(page);
        const cell = page.getByRole('gridcell', { name: /^row 1 column 3, read as E/ });
        const box = await cell.boundingBox();
        await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
        await page.getByRole('heading', { name: 'Row 1 column 3' }).waitFor();
        await page.keyboard.type('b');
        await announced(page, '2 other cells look the same');
        await becomes(() => lettersOf(page), 'LPBEASRSRTEDPINGLAS');
        await page.getByRole('button', { name: 'Change them too' }).click();
        await page.waitForFunction(() => document.querySelectorAll('[role=gridcell][aria-label*="read as B"]').length === 3);
        await becomes(() => lettersOf(page), 'LPBBASRSRTBDPINGLAS');
    },
    async 'an invalid correction shows an error and changes nothing'(kit) {
        const page = await kit.open();
        await withUncertainty(page, { I: { second: 'L', group: 1 } });
        await drop(page, await picture());
        await asked(page);
        await rowOf(page, 1).getByRole('textbox').fill('%7');
        await page.keyboard.press('Enter');
        await page.getByRole('alert').filter({ hasText: 'Correction rejected' }).waitFor();
        await becomes(() => lettersOf(page), BOARD.replaceAll('/', ''));
    },
    async 'a question about the whole board is confirmed'(kit) {
        const page = await kit.open();
        await page.route(/\/api\/read\?/, async route => {
            const reading = await answerOf(route);
            reading.doubts.push({ about: 'board', message: 'the lower edge may be cut off' });
            await route.fulfill({ json: reading });
        });
        await drop(page, await picture());
        await asked(page);
        await page.getByRole('button', { name: 'Looks right' }).click();
        await announced(page, 'All clear');
        await page.keyboard.press('Enter');
        await page.waitForURL(/#\/play\/comb[12]-hexhunt/);
    },
    async 'questions about a whole panel are not questions about its symmetry'(kit) {
        const page = await kit.open();
        await page.route(/\/api\/read\?/, async route => {
            const reading = await answerOf(route);
            reading.doubts.push({ about: 'board', message: 'the panel may be cut off at the left border: zoom out or scroll; if not, -2,-2=whole' });
            await route.fulfill({ json: { ...reading, sure: false } });
        });
        await drop(page, await corpus('own-witness'));
        const question = page.locator('.queue > li').filter({ hasText: 'cut off at the left border' });
        await question.getByRole('button', { name: 'Looks right' }).waitFor();
        assert.doesNotMatch(await question.textContent(), /sure|Symmetry|whole/);
    },
    async 'no board, no picture: shows an error, another picture can be chosen'(kit) {
        const page = await kit.open();
        const blank = await page.evaluate(() => new Promise(resolve => {
            const canvas = Object.assign(document.createElement('canvas'), { width: 300, height: 200 });
            canvas.getContext('2d').fillRect(20, 20, 9, 9);
            resolve(canvas.toDataURL('image/png').split(',')[1]);
        }));
        await drop(page, Buffer.from(blank, 'base64'));
        await page.getByRole('heading', { name: 'No board found' }).waitFor();
        await drop(page, Buffer.from('this is no picture'), 'broken.png');
        await page.getByRole('heading', { name: 'Cannot read this picture' }).waitFor();
        await page.locator('main input[type=file]').setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer: await picture() });
        await asked(page);
    },
    async 'a pasted picture is read; the start page mentions screenshots'(kit) {
        const page = await kit.open();
        await page.getByText('a screenshot', { exact: false }).first().waitFor();
        await page.evaluate(data => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([Uint8Array.from(atob(data), c => c.charCodeAt(0))], 'image.png', { type: 'image/png' }));
            document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }));
        }, (await picture()).toString('base64'));
        await asked(page);
    },
    async 'the buttons read a copied picture too'(kit) {
        const data = (await picture()).toString('base64');
        const copy = page => page.evaluate(text => navigator.clipboard.write([new ClipboardItem({ 'image/png': new Blob([Uint8Array.from(atob(text), c => c.charCodeAt(0))], { type: 'image/png' }) })]), data);
        for (const [path, name] of [['', 'Paste from clipboard'], ['#/library', /^Paste or drop anything/]]) {
            const page = await kit.open({ path });
            await copy(page);
            await page.getByRole('button', { name }).click();
            await asked(page);
        }
        const page = await kit.open();
        await page.evaluate(() => navigator.clipboard.writeText(' '));
        await page.getByRole('button', { name: 'Paste from clipboard' }).click();
        await page.getByText('The clipboard has no text or picture.').first().waitFor();
    },
    async 'screenshots of other games open in their own views'(kit) {
        for (const [name, game, cells] of [['own-hexicon', 'hexicon', 61], ['hexcells-c', 'hexcells', 7], ['own-wordhunt', 'wordhunt', 16]]) {
            const page = await kit.open();
            await drop(page, await corpus(name));
            await asked(page);
            assert.match(await page.locator('.head .sub').textContent(), new RegExp(`${cells} cells found`));
            await page.getByRole('button', { name: 'Board', exact: true }).click();
            await page.getByRole('grid', { name: 'The board as it was read' }).waitFor();
            await page.getByRole('button', { name: 'Open board' }).click();
            await page.waitForURL(new RegExp(`#/play/comb[12]-${game}`));
            await becomes(() => page.locator('main [role=gridcell]').count(), count => count >= cells);
            await page.context().close();
        }
    },
    async 'back and forward restore a picture with its corrections; a reload reports that it is gone'(kit) {
        const page = await kit.open();
        await withUncertainty(page, { I: { second: 'L' } });
        await drop(page, await picture());
        await asked(page);
        await rowOf(page, 1).getByRole('button', { name: 'No, it is L' }).click();
        const corrected = BOARD.replaceAll('/', '').replace('I', 'L');
        await becomes(() => lettersOf(page), corrected);
        await page.getByRole('button', { name: 'Open board' }).click();
        await page.waitForURL(/#\/play\/comb[12]-hexhunt/);
        await page.goBack();
        await asked(page);
        await becomes(() => lettersOf(page), corrected);
        await page.locator('main .shot-read image').first().waitFor();
        await page.getByRole('button', { name: 'Undo' }).click();
        await becomes(() => lettersOf(page), BOARD.replaceAll('/', ''));
        await page.goBack();
        await page.getByRole('heading', { name: 'Is this your board?' }).waitFor({ state: 'hidden' });
        await page.goForward();
        await asked(page);
        await page.keyboard.press('Control+y');
        await becomes(() => lettersOf(page), corrected);
        await page.locator('main input[type=file]').setInputFiles({ name: 'other.png', mimeType: 'image/png', buffer: await picture() });
        await becomes(() => lettersOf(page), BOARD.replaceAll('/', ''));
        await page.goBack();
        await becomes(() => lettersOf(page), corrected);
        await page.reload();
        await page.getByText('The picture is gone').waitFor();
        await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    },
    async 'without a picture the view explains what to do'(kit) {
        const page = await kit.open({ path: '#/read' });
        await page.getByRole('heading', { name: 'Read a picture' }).waitFor();
        await page.getByRole('button', { name: 'Choose a file' }).waitFor();
        assert.deepEqual(await violations(page), []);
    },
    async 'no serious violation, nothing wider than a phone'(kit) {
        for (const [size, scheme] of [[WIDE, 'light'], [WIDE, 'dark'], [PHONE, 'light'], [PHONE, 'dark']]) {
            const page = await kit.open({ size, scheme, touch: size === PHONE });
            await withUncertainty(page, { S: { second: 'Z', group: 7 }, I: { second: 'L', group: 8 } });
            await drop(page, await picture());
            await asked(page);
            assert.deepEqual(await violations(page), [], `${scheme} ${size.width}`);
            assert(await page.evaluate(() => document.documentElement.scrollWidth) <= size.width, `${size.width}`);
            await page.context().close();
        }
    },
};
