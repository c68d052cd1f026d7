// Shared by the page tests: the server, the browser, and a session that records console and network errors.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { require } from '../lib/browser.mjs';
import { FOLDER, answerInPage, askPage, startStatic } from './static.mjs';

const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

export const WIDE = { width: 1280, height: 800 }, PHONE = { width: 360, height: 780 };
/** SLOW=4 finds tests that rely on a fast machine: the CPU is throttled four times and every response is delayed. */
const SLOW = Number(process.env.SLOW) || 1;
const TIMEOUT = 20000 * SLOW;
/** Two panels as Windmill strings, 1 × 2 and 3 × 2. */
export const PANELS = [
    'CAMSAggEEgIoAhICCAESAigDEgIIARIAEgIIARICKAISAggBEgIIARICCAM=_0',
    'CAcSAggDEgIoAxICCAESAggBEgIIBBICCAESABICCAESABICCAESAigDEgIIARIAEgIIARICCAESAggBEgASAggBEgASAggBEgASAggBEgIoAxICCAESABICCAESABICCAESAggD_0',
];

/** Starts a server with its own library and data folder, so that tests do not change the user's words. */
export async function startServer(library, more = []) {
    if (FOLDER) return startStatic();
    const program = process.env.COMB || 'build/comb';
    const env = { ...process.env, XDG_DATA_HOME: dirname(library) };
    const child = spawn(program, ['serve', ...(more.includes('--port') ? [] : ['--port', '0']), '--db', library, ...more], { stdio: ['ignore', 'pipe', 'inherit'], env });
    const [first] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => { throw new Error(`${program} serve exited immediately`); })]);
    const url = String(first).match(/http:\S+\//)?.[0];
    assert(url, `expected an address from ${program} serve, got: ${first}`);
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
        await route.fallback().catch(() => {}); // the page may be closed by now
    });
}

/** Requests of a page that have no answer yet, except for the one that asks whether the server is there. @type {WeakMap<any, Set<any>>} */
const waiting = new WeakMap();

function countRequests(page) {
    const open = new Set();
    waiting.set(page, open);
    page.on('request', request => { if (request.method() === 'POST') open.add(request); });
    for (const end of ['requestfinished', 'requestfailed']) page.on(end, request => open.delete(request));
}

/** Waits until the page has all answers. The network is never idle: the page asks whether the server is there. */
export const answered = page => becomes(() => waiting.get(page)?.size, 0, 'requests without an answer');

/** Thrown by kit.skip: the test cannot run here. */
export class Skipped extends Error {}

/** A browser session that records errors: console errors, uncaught errors, failed and external requests. */
export async function session(browser, url, note) {
    const wrong = [], contexts = [];
    /** Static folder: pages share the library if they share the context, and a test asks through one of them. */
    let shared = null, asking = null;
    const changes = []; // what tests have asked to change, for contexts that are opened later
    const newest = () => shared?.pages().filter(page => page !== asking).at(-1);

    async function newContext({ size, scheme, touch, motion, scripts }) {
        const context = await browser.newContext({ viewport: size, colorScheme: scheme, hasTouch: touch, reducedMotion: motion, javaScriptEnabled: scripts, acceptDownloads: true, permissions: ['clipboard-read', 'clipboard-write'], serviceWorkers: 'block' });
        contexts.push(context);
        context.setDefaultTimeout(TIMEOUT);
        context.on('close', () => { if (shared === context) shared = asking = null; });
        return context;
    }

    /** A page in the shared context, without what an earlier one has stored besides the library. */
    async function sharedPage({ size, scheme, motion }) {
        await asking?.close();
        asking = null;
        await newest()?.evaluate(() => localStorage.clear());
        const page = await shared.newPage();
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: motion });
        return page;
    }

    /** A context with touch cannot be made from the shared one: it starts with the same library. */
    async function touchContext(how) {
        const context = await newContext(how), page = await context.newPage();
        await page.goto(url);
        for (const change of changes) await askPage(page, ...change);
        await page.close();
        return context;
    }

    /** answers: 'shown' as for users who want a solver, or 'hidden', the default of the page */
    async function open({ size = WIDE, scheme = 'light', touch = false, motion = 'no-preference', scripts = true, path = '', answers = 'shown' } = {}) {
        const how = { size, scheme, touch, motion, scripts };
        if (FOLDER && touch) shared = await touchContext(how);
        if (FOLDER) shared ||= await newContext(how);
        const page = FOLDER ? await sharedPage(how) : await (await newContext(how)).newPage();
        if (SLOW > 1) await slowDown(page);
        countRequests(page);
        if (answers === 'shown') await page.addInitScript(() => { try { localStorage.setItem('comb-answers', 'shown'); } catch { /* storage disabled */ } });
        page.on('console', message => { if (message.type() === 'error') wrong.push(`console: ${message.text()}`); });
        page.on('pageerror', error => wrong.push(`uncaught: ${error.message}`));
        page.on('request', request => { if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(url)) wrong.push(`external request: ${request.url()}`); });
        await page.goto(url + path);
        await page.locator('main h1').first().waitFor();
        return page;
    }

    async function askProgram(path, body, method) {
        shared ||= await newContext({ size: WIDE, scheme: 'light', touch: false, motion: 'no-preference', scripts: true });
        if (!newest() && !asking) {
            asking = await shared.newPage();
            await asking.goto(url);
        }
        if (body !== undefined || method) changes.push([path, body, method]);
        return askPage(newest() || asking, path, body, method);
    }

    const ask = async (path, body, method) => {
        if (FOLDER) return askProgram(path, body, method);
        const answer = await fetch(url + path.replace(/^\//, ''), body === undefined ? { method: method || 'GET' } : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
        return answer.json();
    };

    return {
        browser, url, note, open, ask,
        /** Opens the page with a board. */
        async play(game, board, how = {}) {
            const { code, error } = await ask('/api/board', { game, board });
            assert(code, `${game} board ${board}: ${error?.message}`);
            return open({ ...how, path: `#/play/${code}` });
        },
        example: async game => (await ask('/api/games')).games.find(one => one.name === game).examples[0].input,
        /** Ends the test and counts it as skipped. */
        skip(reason) { throw new Skipped(reason); },
        /** Removes expected errors from the list. */
        forgive(pattern) { for (let i = wrong.length; i-- > 0;) if (pattern.test(wrong[i])) wrong.splice(i, 1); },
        confirmQuiet() { assert.deepEqual([...new Set(wrong)], [], 'no console errors, no external requests'); },
        async close() { for (const context of contexts) await context.close(); },
    };
}

/** The answer to an intercepted request, for a test that changes it. @param {any} route */
export const answerOf = async route => FOLDER ? answerInPage(route) : (await route.fetch()).json();

/** Waits until the view has drawn its board or its list, and nothing is being computed. */
export async function settled(page) {
    await page.locator('main :is([role=gridcell], .game svg, .lib tbody tr, .empty)').first().waitFor();
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
}

/** Waits until the value read is the wanted one: a page shows the result of an action with a delay. */
export async function becomes(read, wanted, message) {
    const fits = typeof wanted === 'function' ? wanted : value => isDeepStrictEqual(value, wanted);
    for (const end = performance.now() + TIMEOUT; ;) {
        const value = await read();
        if (fits(value)) return value;
        if (performance.now() > end) assert.fail(`${message || 'not as expected'}: ${JSON.stringify(value)} for ${typeof wanted === 'function' ? wanted : JSON.stringify(wanted)}`);
        await new Promise(resolve => setTimeout(resolve, 50));
    }
}

/** Waits until the live region matches; returns its text. */
export async function announced(page, pattern) {
    await page.locator('.live').filter({ hasText: pattern }).first().waitFor();
    return page.locator('.live').first().textContent();
}

/** Whether the element is entirely visible above the sticky toolbar of a phone. */
export const clearOfBar = (page, selector) => async () => {
    const [text, bar] = [await page.locator(selector).first().boundingBox(), await page.locator('.tools-board').boundingBox()];
    return !!text && text.height > 20 && text.y >= 0 && text.y + text.height <= bar.y;
};

/** Screen coordinates of a point of the board's picture. */
export const onScreen = (page, px, py) => page.locator('main .board svg.pic').first().evaluate((svg, [x, y]) => {
    const box = svg.getBoundingClientRect(), [left, top, width, height] = svg.getAttribute('viewBox').split(' ').map(Number);
    return { x: box.left + (x - left) / width * box.width, y: box.top + (y - top) / height * box.height };
}, [px, py]);

/** Serious violations found by axe-core, as lines, once nothing is busy: results that are being replaced are dimmed. */
export async function violations(page) {
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
    await page.evaluate(axeSource);
    const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
    return found.violations.filter(one => one.impact === 'serious' || one.impact === 'critical')
        .map(one => `${one.id}: ${one.nodes.map(node => node.target.join(' ')).slice(0, 3).join(', ')} (${one.help})`);
}

/** Presses Tab until the focus matches the selector. */
export async function tabTo(page, selector, max = 60) {
    for (let i = 0; i < max; i++) {
        await page.keyboard.press('Tab');
        if (await page.evaluate(wanted => document.activeElement?.matches(wanted), selector)) return;
    }
    assert.fail(`${selector} cannot be reached with the Tab key`);
}
