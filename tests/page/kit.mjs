// What the tests of the page share: the server, the browser, and a session that watches the console and the network.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { require } from '../lib/browser.mjs';

const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

export const WIDE = { width: 1280, height: 800 }, PHONE = { width: 360, height: 780 };
/** SLOW=4 finds tests that rely on a quick machine: pages think four times as long, and every answer comes late. */
const SLOW = Number(process.env.SLOW) || 1;
const PATIENCE = 20000 * SLOW;
/** Two panels as Windmill strings, 1 × 2 and 3 × 2. */
export const PANELS = [
    'CAMSAggEEgIoAhICCAESAigDEgIIARIAEgIIARICKAISAggBEgIIARICCAM=_0',
    'CAcSAggDEgIoAxICCAESAggBEgIIBBICCAESABICCAESABICCAESAigDEgIIARIAEgIIARICCAESAggBEgASAggBEgASAggBEgASAggBEgIoAxICCAESABICCAESABICCAESAggD_0',
];

/** With a library of its own; its folder is the data folder too, so that own words of the tests are nobody's. */
export async function startServer(library, more = []) {
    const program = process.env.COMB || 'build/comb';
    const env = { ...process.env, XDG_DATA_HOME: dirname(library) };
    const child = spawn(program, ['serve', ...(more.includes('--port') ? [] : ['--port', '0']), '--db', library, ...more], { stdio: ['ignore', 'pipe', 'inherit'], env });
    const [first] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => { throw new Error(`${program} serve ended at once`); })]);
    const url = String(first).match(/http:\S+\//)?.[0];
    assert(url, `an address was expected from ${program} serve, got: ${first}`);
    return {
        url,
        async stop(signal = 'SIGTERM') {
            if (child.exitCode !== null || child.signalCode !== null) return;
            child.kill(signal);
            await once(child, 'exit');
        },
    };
}

async function slowDown(page) {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW });
    await page.route(/\/api\//, async route => {
        await new Promise(resolve => setTimeout(resolve, 50 * SLOW));
        await route.fallback().catch(() => {}); // the page may be gone by now
    });
}

/** What kit.skip throws: the test cannot run here. */
export class Skipped extends Error {}

/** A page of its own, with what went wrong in it: console errors, uncaught errors, failed and foreign requests. */
export async function session(browser, url, note) {
    const wrong = [], contexts = [];

    async function open({ size = WIDE, scheme = 'light', touch = false, motion = 'no-preference', scripts = true, path = '' } = {}) {
        const context = await browser.newContext({ viewport: size, colorScheme: scheme, hasTouch: touch, reducedMotion: motion, javaScriptEnabled: scripts, acceptDownloads: true, permissions: ['clipboard-read', 'clipboard-write'] });
        contexts.push(context);
        context.setDefaultTimeout(PATIENCE);
        const page = await context.newPage();
        if (SLOW > 1) await slowDown(page);
        page.on('console', message => { if (message.type() === 'error') wrong.push(`console: ${message.text()}`); });
        page.on('pageerror', error => wrong.push(`uncaught: ${error.message}`));
        page.on('request', request => { if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(url)) wrong.push(`foreign request: ${request.url()}`); });
        await page.goto(url + path);
        await page.locator('main h1').first().waitFor();
        return page;
    }

    const ask = async (path, body) => {
        const answer = await fetch(url + path.replace(/^\//, ''), body === undefined ? {} : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
        return answer.json();
    };

    return {
        browser, url, note, open, ask,
        /** The page with a board on it. */
        async play(game, board, how = {}) {
            const { code, error } = await ask('/api/board', { game, board });
            assert(code, `${game} board ${board}: ${error?.message}`);
            return open({ ...how, path: `#/play/${code}` });
        },
        example: async game => (await ask('/api/games')).games.find(one => one.name === game).examples[0].input,
        /** Ends the test; it is counted as skipped. */
        skip(reason) { throw new Skipped(reason); },
        /** A request that the test makes fail on purpose is taken off the list. */
        forgive(pattern) { for (let i = wrong.length; i-- > 0;) if (pattern.test(wrong[i])) wrong.splice(i, 1); },
        confirmQuiet() { assert.deepEqual([...new Set(wrong)], [], 'nothing in the console, nothing from elsewhere'); },
        async close() { for (const context of contexts) await context.close(); },
    };
}

/** Waits for what is read to be what is wanted: a page shows the outcome of an act when it can, not at once. */
export async function becomes(read, wanted, message) {
    const fits = typeof wanted === 'function' ? wanted : value => isDeepStrictEqual(value, wanted);
    for (const end = performance.now() + PATIENCE; ;) {
        const value = await read();
        if (fits(value)) return value;
        if (performance.now() > end) assert.fail(`${message || 'not as expected'}: ${JSON.stringify(value)} for ${typeof wanted === 'function' ? wanted : JSON.stringify(wanted)}`);
        await new Promise(resolve => setTimeout(resolve, 50));
    }
}

/** Text of the live line, once it matches. */
export async function heard(page, pattern) {
    await page.locator('.live').filter({ hasText: pattern }).first().waitFor();
    return page.locator('.live').first().textContent();
}

/** Whether all of it is seen above the bar that sticks to the lower edge of a phone. */
export const clearOfBar = (page, selector) => async () => {
    const [text, bar] = [await page.locator(selector).first().boundingBox(), await page.locator('.tools-board').boundingBox()];
    return !!text && text.height > 20 && text.y >= 0 && text.y + text.height <= bar.y;
};

/** Where a point of the board's picture is on the screen. */
export const onScreen = (page, px, py) => page.locator('main .board svg.pic').first().evaluate((svg, [x, y]) => {
    const box = svg.getBoundingClientRect(), [left, top, width, height] = svg.getAttribute('viewBox').split(' ').map(Number);
    return { x: box.left + (x - left) / width * box.width, y: box.top + (y - top) / height * box.height };
}, [px, py]);

/** Violations of weight that axe-core finds, as lines. */
export async function violations(page) {
    await page.evaluate(axeSource);
    const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
    return found.violations.filter(one => one.impact === 'serious' || one.impact === 'critical')
        .map(one => `${one.id}: ${one.nodes.map(node => node.target.join(' ')).slice(0, 3).join(', ')} (${one.help})`);
}

/** Tab until the focus is on something that fits; fails when it goes round. */
export async function tabTo(page, selector, most = 60) {
    for (let i = 0; i < most; i++) {
        await page.keyboard.press('Tab');
        if (await page.evaluate(wanted => document.activeElement?.matches(wanted), selector)) return;
    }
    assert.fail(`${selector} cannot be reached with the Tab key`);
}
