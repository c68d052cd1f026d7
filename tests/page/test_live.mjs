// The live companion: a shared window is read when it changes, and the advice follows the game. The window is a canvas
// that shows pictures of the corpus; the browser's own picker cannot be used without a desktop.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { PHONE, answerOf, becomes, violations } from './kit.mjs';

const corpus = name => readFile(new URL(`../corpus/pictures/${name}.png`, import.meta.url), 'base64');

/** Replaces window sharing by a canvas; returns a function that shows a picture in it, or nothing. */
export async function shareCanvas(page) {
    await page.evaluate(() => {
        const canvas = document.createElement('canvas'), paint = canvas.getContext('2d');
        canvas.width = canvas.height = 400;
        let picture = null;
        /* a stream has frames only while something is drawn */
        setInterval(() => { paint.fillStyle = '#888'; paint.fillRect(0, 0, canvas.width, canvas.height); if (picture) paint.drawImage(picture, 0, 0); }, 100);
        window.showInWindow = async data => {
            if (data) {
                const image = new Image();
                image.src = `data:image/png;base64,${data}`;
                await image.decode();
                canvas.width = image.width;
                canvas.height = image.height;
                picture = image;
            } else picture = null;
        };
        navigator.mediaDevices.getDisplayMedia = async () => { window.sharedStream = canvas.captureStream(10); return window.sharedStream; };
    });
    return async name => page.evaluate(data => window.showInWindow(data), name ? await corpus(name) : '');
}

const share = page => page.getByRole('button', { name: 'Share my game window' }).click();
const lead = page => page.getByRole('region', { name: 'Advice' }).getByRole('heading');
const under = page => page.locator('.head .sub').textContent();

export const tests = {
    async 'the advice follows the game in the shared window'(kit) {
        const page = await kit.open({ path: '#/live' }), show = await shareCanvas(page);
        await show('hexcells-six-a');
        await share(page);
        await becomes(() => under(page), text => /^Hexcells · 19 cells/.test(text));
        await becomes(() => lead(page).textContent(), 'Next step');
        await becomes(() => page.locator('main [role=gridcell]').count(), count => count >= 19);
        await page.getByRole('button', { name: 'Answer' }).click();
        await becomes(() => lead(page).textContent(), 'Solution');
        await show('own-wordhunt');
        await becomes(() => under(page), text => /^Word Hunt · 16 cells/.test(text), 'another game in the same window');
        await becomes(() => lead(page).textContent(), text => /\d+ words/.test(text));
        await page.locator('.live-words button').first().click();
        await becomes(() => page.locator('main [role=gridcell][aria-selected=true]').count(), count => count >= 3, 'the path of the chosen word');
        assert.deepEqual(await violations(page), []);
    },
    async 'a window without a board pauses, sharing can be stopped and started again'(kit) {
        const page = await kit.open({ path: '#/live', size: PHONE }), show = await shareCanvas(page);
        await share(page);
        await becomes(() => under(page), text => /No board in the window/.test(text));
        await show('own-witness');
        await becomes(() => under(page), text => /^The Witness · /.test(text));
        await becomes(() => lead(page).textContent(), 'Solution');
        await show('');
        await becomes(() => under(page), text => /No board in the window/.test(text));
        await becomes(() => page.locator('.bench-live.is-paused').count(), 1, 'the old advice is dimmed');
        await page.getByRole('button', { name: 'Stop sharing' }).click();
        await page.getByRole('button', { name: 'Share my game window' }).waitFor();
        assert.equal(await page.evaluate(() => window.sharedStream.getTracks().every(track => track.readyState === 'ended')), true, 'the window is no longer captured');
        await show('own-witness');
        await share(page);
        await becomes(() => lead(page).textContent(), 'Solution');
    },
    async 'an uncertain cell is asked about once'(kit) {
        const page = await kit.open({ path: '#/live' }), show = await shareCanvas(page);
        await page.route(/\/api\/read(\?.*)?$/, async route => {
            const reading = await answerOf(route), cell = reading.cells?.find(one => one.x === 0 && one.y === 0);
            if (cell) {
                Object.assign(cell, { second: 'B', confidence: .5 });
                reading.doubts.push({ x: 0, y: 0, about: 'cell', message: `cell: '${cell.text}' or 'B'` });
                reading.sure = false;
            }
            await route.fulfill({ json: reading });
        });
        await show('own-wordhunt');
        await share(page);
        const questions = page.getByRole('region', { name: 'Questions' });
        await questions.waitFor();
        assert.equal(await page.getByRole('region', { name: 'Advice' }).count(), 0, 'no advice about an uncertain board');
        await questions.locator('.choice').first().click();
        await becomes(() => lead(page).textContent(), text => /\d+ words/.test(text));
        await show('');
        await becomes(() => under(page), text => /No board in the window/.test(text));
        await show('own-wordhunt');
        await becomes(() => under(page), text => /^Word Hunt · 16 cells$/.test(text), 'the same question is not asked again');
    },
    async 'the start page offers it; without window sharing there is an explanation'(kit) {
        const page = await kit.open();
        await page.getByRole('link', { name: 'Share your game window' }).click();
        await page.getByRole('button', { name: 'Share my game window' }).waitFor();
        await page.evaluate(() => { navigator.mediaDevices.getDisplayMedia = undefined; location.hash = '#/'; });
        await page.getByRole('heading', { name: 'Paste or drop anything' }).waitFor();
        await page.evaluate(() => { location.hash = '#/live'; });
        await page.getByText('This browser cannot share windows').waitFor();
    },
};
