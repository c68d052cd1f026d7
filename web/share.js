// Giving a board away: the fragment holds the share code, so that a reload or a sent link opens the same board; text,
// link, code and picture can be copied, pictures downloaded, the board printed.
//
// `what()` of a view gives {game, board, code, link?, answer?, solution?, title?}; only game and board are needed. The
// answer is what is shown on the board, the solution all that is known.
// @ts-check
import * as api from './api.js';
import { h, button, icon, fill } from './parts/dom.js';
import { attachMenu } from './parts/menu.js';
import { printBoard } from './parts/print.js';

/** The page's address of a board. @param {string} code */
export const linkOf = code => `${location.origin}${location.pathname}#/play/${code}`;

/** Puts the board into the address without a new entry in the browser's history. @param {string} code */
export function setCode(code) {
    history.replaceState(history.state, '', `#/play/${code}`);
}

/** The code in a link or a text, or ''. @param {string} text */
export function codeIn(text) {
    const found = text.trim().match(/(?:^|#\/play\/|#)(comb1-[A-Za-z0-9._~%-]+)(?:\?\S*)?\s*$/);
    return found ? decodeURIComponent(found[1]) : '';
}

/** @param {string} text */
async function copyText(text) {
    if (navigator.clipboard?.writeText) return navigator.clipboard.writeText(text);
    const area = h('textarea', { class: 'vh' });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    if (!done) throw new Error('the browser does not let the page copy');
}

/** @param {any} what */
async function codeOf(what) {
    return what.code || (await api.board(what.board, { game: what.game, moves: what.moves })).code;
}

const dark = () => getComputedStyle(document.documentElement).colorScheme === 'dark'
    || document.documentElement.dataset.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches;

/** @param {any} what @param {'svg' | 'png'} format */
const pictureOf = (what, format) => api.picture({ game: what.game, board: what.board, moves: what.moves, answer: what.answer, options: what.options, format, theme: dark() ? 'dark' : 'light' });

/** @param {any} what */
async function copyPicture(what) {
    if (!navigator.clipboard?.write || typeof ClipboardItem === 'undefined') throw new Error('this browser cannot copy pictures; download it instead');
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': pictureOf(what, 'png') })]);
}

/** @param {Blob} blob @param {string} name */
export function saveBlob(blob, name) {
    const link = h('a', { href: URL.createObjectURL(blob), download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const fileName = (what, ending) => `${(what.title || what.game || 'board').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'board'}.${ending}`;

/** @param {() => any} what @param {{toast: Function, game: (name: string) => any}} context */
function items(what, context) {
    const act = (work, done) => async () => {
        try {
            await work(what());
            if (done) context.toast(done);
        } catch (error) {
            context.toast(`That did not work: ${/** @type {Error} */ (error).message}`);
        }
    };
    const now = what();
    return [
        { label: 'Copy link', icon: 'link', act: act(async w => copyText(linkOf(await codeOf(w))), 'Link copied.') },
        { label: 'Copy as text', icon: 'text', act: act(w => copyText(w.board), 'Board copied as text.') },
        { label: 'Copy share code', icon: 'text', act: act(async w => copyText(await codeOf(w)), 'Share code copied. It works in the page and on the command line.') },
        now.link && { label: 'Copy Windmill link', icon: 'link', act: act(w => copyText(w.link), 'Windmill link copied.') },
        { label: 'Copy picture', icon: 'picture', act: act(copyPicture, 'Picture copied.') },
        { label: 'Download SVG', icon: 'down', act: act(async w => saveBlob(await pictureOf(w, 'svg'), fileName(w, 'svg'))) },
        { label: 'Download PNG', icon: 'down', act: act(async w => saveBlob(await pictureOf(w, 'png'), fileName(w, 'png'))) },
        { label: 'Download text', icon: 'down', act: act(async w => saveBlob(new Blob([`${w.board}\n`], { type: 'text/plain' }), fileName(w, w.game === 'hexcells' ? 'hexcells' : 'txt'))) },
        { label: 'Print', icon: 'print', act: act(w => printBoard(w, false)) },
        context.game(now.game)?.verbs.includes('solve') && { label: 'Print with the answer', icon: 'print', act: act(w => printBoard(w, true)) },
    ].filter(Boolean);
}

/**
 * A Share button with its menu. @param {() => any} what the board as it is now
 * @param {{toast: Function, game: (name: string) => any}} context @param {{text?: boolean}} [how]
 */
export function shareButton(what, context, { text = true } = {}) {
    const opener = button({ label: 'Share', icon: 'share', text, class: 'share-open', 'aria-label': 'Share' });
    return attachMenu(opener, () => items(what, context));
}
