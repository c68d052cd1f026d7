// Shared by the drawings of test pictures: pages rendered by a browser, so that the readers are not tested only on our own
// renderer's output; fonts; seeded random numbers; and the list of what each picture shows.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBrowser } from '../lib/browser.mjs';

/** Seeded random numbers: next() in [0,1), below(n), pick(list), shuffle(list) as a new list. */
export function seededRandom(seed) {
    let state = (seed * 2654435761 + 0x9e3779b9) >>> 0;
    const next = () => { // mulberry32
        state = (state + 0x6d2b79f5) >>> 0;
        let t = state;
        t = Math.imul(t ^ (t >>> 15), t | 1);
        t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
    const below = n => Math.floor(next() * n);
    const shuffle = list => {
        const out = [...list];
        for (let i = out.length - 1; i > 0; i--) {
            const j = below(i + 1);
            [out[i], out[j]] = [out[j], out[i]];
        }
        return out;
    };
    return { next, below, pick: list => list[below(list.length)], shuffle };
}

export const escapeHtml = text => String(text).replace(/[&<>"]/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

/** A page around the body: no margin, no scrollbars, the given background and font. */
export const page = (body, { background = '#fff', font = 'sans-serif', colour = '#000', style = '' } = {}) =>
    `<!doctype html><meta charset="utf-8"><style>*{box-sizing:border-box}html,body{margin:0;width:100%;height:100%;overflow:hidden;background:${background};color:${colour};font-family:${font}}${style}</style>${body}`;

/** Height of a capital in CSS pixels, by the median size of single letters, or of numbers if there are none. */
function capHeight() {
    const sizes = { letters: [], numbers: [] }, texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode.data.trim(), kind = /^([A-Z]|Qu)$/.test(text) ? 'letters' : /^\d{1,2}$/.test(text) ? 'numbers' : '';
        if (!kind) continue;
        const parent = texts.currentNode.parentElement, map = parent.getScreenCTM?.();
        sizes[kind].push(parseFloat(getComputedStyle(parent).fontSize) * (map ? Math.hypot(map.b, map.d) : 1));
    }
    const list = (sizes.letters.length ? sizes.letters : sizes.numbers).sort((a, b) => a - b);
    return list.length ? 0.7 * list[list.length >> 1] : 0;
}

/** The whole page of one picture: `html` is a document, or `svg` a drawing that fills the picture. */
const documentOf = one => one.html ?? page(one.svg, { background: one.background ?? '#fff' });

/** Draws one picture into PATH; returns the height of its capitals in device pixels. */
async function renderOne(browser, one, path) {
    const context = await browser.newContext({ viewport: { width: one.width, height: one.height }, deviceScaleFactor: one.scale ?? 1 });
    const tab = await context.newPage();
    await tab.setContent(documentOf(one), { waitUntil: 'load' });
    await tab.evaluate(() => document.fonts.ready.then(() => true));
    const cap = Math.round(10 * await tab.evaluate(capHeight) * (one.scale ?? 1)) / 10;
    await tab.screenshot({ path });
    await context.close();
    return cap;
}

/**
 * Renders pictures to DIR/name.png and writes DIR/truth.json = {"name.png": {game, board, extra, cap}}.
 * A picture: {name, game, board: text as comb prints it, extra: members of the reading that must be equal, html or svg,
 * width, height: CSS pixels, scale: device pixels per CSS pixel (default 1)}.
 */
export async function render(pictures, directory) {
    mkdirSync(directory, { recursive: true });
    const names = new Set(), truth = {};
    let browser = await startBrowser();
    try {
        for (const one of pictures) {
            if (names.has(one.name)) throw new Error(`duplicate picture name ${one.name}`);
            names.add(one.name);
            const path = join(directory, `${one.name}.png`);
            const cap = await renderOne(browser, one, path).catch(async error => {
                // The browser's compositor can fail on a loaded machine ("Unable to capture screenshot"). What it draws
                // does not depend on the attempt, so a new browser tries once more; a second failure is an error.
                console.error(`${one.name}: ${error.message.split('\n')[0]}; trying again in a new browser`);
                await browser.close().catch(() => {});
                browser = await startBrowser();
                return renderOne(browser, one, path);
            });
            truth[`${one.name}.png`] = { game: one.game, board: one.board, extra: one.extra ?? {}, cap };
        }
    } finally {
        await browser.close();
    }
    writeFileSync(join(directory, 'truth.json'), `${JSON.stringify(truth, null, 1)}\n`);
    return truth;
}
