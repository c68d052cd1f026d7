// Sharing a board. The URL fragment holds the share code and, after a `?`, the user's settings and moves (rules, word
// list, a drawn line, marked cells), so that a reload restores them. The Share menu copies text, link, code or picture,
// downloads pictures and prints the board.
//
// `what()` of a view returns {game, board, code, link?, pictured?, answer?, solution?, title?, options?, solving?,
// settings?, position?}; only game and board are required.
//   answer     what is shown on the board            solution  the complete answer, if known
//   options    options for drawing and solving       solving   options for solving, if different
//   settings   part of every link                    position  the player's moves; in a link only on request
//   pictured   the board to draw in pictures, if different
// @ts-check
import * as api from './api.js';
import { h, button, icon, fill } from './parts/dom.js';
import { attachMenu } from './parts/menu.js';
import { printBoard } from './parts/print.js';
import { qrCode, qrMarkup } from './parts/qr.js';

/** @param {string} code @param {Record<string, any>} [more] parameters after the code; empty ones are omitted */
export function fragmentOf(code, more = {}) {
    const given = Object.entries(more).filter(([, value]) => value !== undefined && value !== '' && value !== false && value !== 0);
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString().replaceAll('%2C', ',');
    return `#/play/${code}${text && `?${text}`}`;
}

/** The URL of a board. @param {string} code @param {Record<string, any>} [more] */
export const linkOf = (code, more) => `${location.origin}${location.pathname}${fragmentOf(code, more)}`;

/**
 * Puts the board into the address without a new history entry, and remembers the player's position, unless the board
 * is finished. @param {string} code @param {Record<string, any>} [more]
 * @param {{ended?: boolean, making?: boolean}} [how] making: the board is being edited
 */
export function setCode(code, more, { ended = false, making = false } = {}) {
    const fragment = fragmentOf(code, { ...more, edit: making });
    history.replaceState(history.state, '', fragment);
    if (making && editedCode && editedCode !== code) remember(editedCode, '');
    editedCode = making ? code : '';
    remember(code, ended ? '' : fragment);
}

/** Code of the previous state of the board being edited, which is not worth remembering. */
let editedCode = '';

/** To be called when another board is opened. */
export const forgetEdited = () => { editedCode = ''; };

// ---- boards to continue ----------------------------------------------------------------------------------------------

const STORE = 'comb-played', MAX_REMEMBERED = 200;

/** [code, fragment] pairs, the latest first. @returns {[string, string][]} */
function remembered() {
    try { return JSON.parse(localStorage.getItem(STORE) || '[]'); } catch { return []; }
}

/** @param {string} code @param {string} fragment forgotten if empty or without settings */
function remember(code, fragment) {
    const others = remembered().filter(entry => entry[0] !== code);
    if (fragment.includes('?')) others.unshift([code, fragment]);
    try { localStorage.setItem(STORE, JSON.stringify(others.slice(0, MAX_REMEMBERED))); } catch { /* storage disabled */ }
}

/** Settings and moves of the last visit to the board. @param {string} code */
export const lastSettings = code => settingsIn(remembered().find(entry => entry[0] === code)?.[1] || '');

// ---- links -----------------------------------------------------------------------------------------------------------

/** The share code in a link or text, or ''. @param {string} text */
export function codeIn(text) {
    const found = text.trim().match(/(?:^|#\/play\/|#)(comb[12]-[A-Za-z0-9._~%-]+)(?:\?\S*)?$/);
    return found ? decodeURIComponent(found[1]) : '';
}

/** The parameters after the code in a link. @param {string} text @returns {Record<string, string>} */
export function settingsIn(text) {
    return Object.fromEntries(new URLSearchParams(text.trim().match(/#[^?]*\?(\S*)$/)?.[1] || ''));
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
    if (!done) throw new Error('the browser blocked copying');
}

/** @param {any} what */
async function codeOf(what) {
    return what.code || (await api.board(what.board, { game: what.game, moves: what.moves })).code;
}

const dark = () => getComputedStyle(document.documentElement).colorScheme === 'dark'
    || document.documentElement.dataset.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches;

/** @param {any} what @param {'svg' | 'png'} format */
const pictureOf = (what, format) => api.picture({ game: what.game, board: what.pictured || what.board, moves: what.moves, answer: what.answer, options: what.options, format, theme: dark() ? 'dark' : 'light' });

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

/** Shows the link as a QR code, to be opened with a phone. @param {string} link */
function showQr(link) {
    const code = qrCode(link);
    if (!code) throw new Error('this board is too large for a QR code; copy the link instead');
    const picture = h('div', { class: 'qr' });
    picture.innerHTML = qrMarkup(code);
    const dialog = h('dialog', { class: 'qr-sheet', 'aria-labelledby': 'qr-h' }, h('div', { class: 'stack' }, h('h2', { id: 'qr-h' }, 'Scan to open this board'), picture,
        isLocal() && h('p', { class: 'small soft' }, 'This address is on this computer only: a phone can open it if Comb runs with --listen.'),
        h('form', { method: 'dialog', class: 'tools' }, h('button', { class: 'btn', type: 'submit' }, 'Close'))));
    dialog.addEventListener('close', () => dialog.remove());
    dialog.addEventListener('keydown', event => event.stopPropagation()); // the view's shortcuts do not apply here
    document.body.append(dialog);
    dialog.showModal();
}

/** Whether other devices cannot open the address of this page. */
const isLocal = () => /^(localhost|127\.|\[::1\])/.test(location.hostname);

const fileName = (what, ending) => `${(what.title || what.game || 'board').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'board'}.${ending}`;

/** @param {() => any} what @param {{toast: Function, game: (name: string) => any}} context */
function items(what, context) {
    const act = (work, done) => async () => {
        try {
            await work(what());
            if (done) context.toast(done);
        } catch (error) {
            context.toast(`Failed: ${/** @type {Error} */ (error).message}`);
        }
    };
    const now = what();
    return [
        { label: 'Copy link', icon: 'link', act: act(async w => copyText(linkOf(await codeOf(w), w.settings)), 'Link copied.') },
        now.position && { label: `Copy link with ${now.position.name}`, icon: 'link', act: act(async w => copyText(linkOf(await codeOf(w), { ...w.settings, ...w.position?.parts })), 'Link copied.') },
        { label: 'Copy picture', icon: 'picture', act: act(copyPicture, 'Picture copied.') },
        { label: 'Copy as text', icon: 'text', act: act(w => copyText(w.board), 'Board copied as text.') },
        { label: 'Show QR code', icon: 'qr', act: act(async w => showQr(linkOf(await codeOf(w), w.settings))) },
        { label: 'Print board', icon: 'print', act: act(w => printBoard(w, false)) },
        context.game(now.game)?.verbs.includes('solve') && { label: 'Print with answer', icon: 'print', act: act(w => printBoard(w, true)) },
        { label: 'More formats', icon: 'more', more: moreItems(now, act, context) },
    ].filter(Boolean);
}

/** Formats that few people need. @param {any} now @param {(work: (what: any) => any, done?: string) => () => Promise<void>} act @param {{game: (name: string) => any}} context */
function moreItems(now, act, context) {
    return [
        { label: 'Copy share code', icon: 'text', act: act(async w => copyText(await codeOf(w)), 'Share code copied. It works on this page and on the command line.') },
        now.link && { label: 'Copy Windmill link', icon: 'link', act: act(w => copyText(w.link), 'Windmill link copied.') },
        { label: 'Download SVG', icon: 'down', act: act(async w => saveBlob(await pictureOf(w, 'svg'), fileName(w, 'svg'))) },
        { label: 'Download PNG', icon: 'down', act: act(async w => saveBlob(await pictureOf(w, 'png'), fileName(w, 'png'))) },
        { label: 'Download text', icon: 'down', act: act(async w => saveBlob(new Blob([`${w.board}\n`], { type: 'text/plain' }), fileName(w, context.game(w.game)?.file_extension?.slice(1) || 'txt'))) },
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
