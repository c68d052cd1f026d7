// What the drawings of test pictures share: pages rendered by a browser, so that the readers are not tested on our own
// renderer's handwriting only; fonts; chance by seed; and the list of what each picture shows.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBrowser } from '../lib/browser.mjs';

/** Chance that a seed repeats: next() in [0,1), below(n), pick(list), shuffle(list) as a new list. */
export function chance(seed) {
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

/** Height of a capital in CSS pixels, by the usual size of single letters, or of numbers where there are none. */
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

/**
 * Renders pictures to DIR/name.png and writes DIR/truth.json = {"name.png": {game, board, extra, cap}}.
 * A picture: {name, game, board: text as comb prints it, extra: members of the reading that must be equal, html or svg,
 * width, height: CSS pixels, scale: device pixels for one of them (1)}.
 */
export async function render(pictures, directory) {
    mkdirSync(directory, { recursive: true });
    const names = new Set(), truth = {};
    const browser = await startBrowser();
    try {
        for (const one of pictures) {
            if (names.has(one.name)) throw new Error(`two pictures are called ${one.name}`);
            names.add(one.name);
            const context = await browser.newContext({ viewport: { width: one.width, height: one.height }, deviceScaleFactor: one.scale ?? 1 });
            const tab = await context.newPage();
            await tab.setContent(documentOf(one), { waitUntil: 'load' });
            await tab.evaluate(() => document.fonts.ready.then(() => true));
            const cap = Math.round(10 * await tab.evaluate(capHeight) * (one.scale ?? 1)) / 10;
            await tab.screenshot({ path: join(directory, `${one.name}.png`) });
            await context.close();
            truth[`${one.name}.png`] = { game: one.game, board: one.board, extra: one.extra ?? {}, cap };
        }
    } finally {
        await browser.close();
    }
    writeFileSync(join(directory, 'truth.json'), `${JSON.stringify(truth, null, 1)}\n`);
    return truth;
}
