// The page's frame: routes, paste and drop anywhere, theme, keys, toasts and the live line. A view is a module with
//
//     open(context, payload) -> {element, dispose(), title, onKey?(event) -> handled, board?() -> {game, board, ...}}
//
//     #/                  views/start.js; payload = {text?}
//     #/play/<code>       the view of the code's game; payload = {game, board, code, link?, scene, others, settings, tab?}
//     #/library           views/library.js
//     #/best/<game>       views/best.js; payload = {game}
//     #/read/<key>        views/reading.js; payload = {key, file?}; the key is good for this session
// @ts-check
import * as api from './api.js';
import { createHistory, dropOffer } from './history.js';
import { drawScene, thumb, withPath } from './scene.js';
import * as drafts from './drafts.js';
import * as share from './share.js';
import { h, fill, note, button, sentence, takesText } from './parts/dom.js';
import { openKeySheet } from './parts/keys.js';
import { createOutage } from './parts/outage.js';
import { copied, panelList, problem, readAny } from './parts/read.js';

const main = /** @type {HTMLElement} */ (document.getElementById('main'));
const sheet = /** @type {HTMLDialogElement} */ (document.querySelector('dialog.keys-sheet'));
const live = h('p', { class: 'live', role: 'status' });
const playViews = { boggle: 'words', hexhunt: 'words', wordhunt: 'words', ruzzle: 'words', hexicon: 'words', hexcells: 'hexcells', witness: 'witness' };

/** @type {any} */
let view = null;
/** Which view that is, for its keys. */
let viewName = 'start';
let routeNumber = 0;
/** What the next route is opened with, when it is known already. @type {any} */
let handedOver = null;

const outage = createOutage(api.answers, gone => {
    say(gone ? '' : 'Comb answers again.');
    if (!gone && main.querySelector('.no-answer')) location.reload();
});

// ---- the live line and toasts ----------------------------------------------------------------------------------------

/** Says results, hints and verdicts; `lead` stands first in bold. @param {string} text @param {string} [lead] */
function say(text, lead) {
    if (outage.gone) { fill(live, 'Not checked: Comb does not answer.'); return; }
    fill(live, lead && h('strong', null, lead), lead && text ? `${/^[,.]/.test(text) ? '' : ' '}${text}` : text);
}

/**
 * A short message over the page, with Undo where the act can be taken back.
 * @param {string} text @param {{undo?: () => void, action?: {label: string, act: () => void}, seconds?: number}} [how]
 */
function toast(text, { undo, action, seconds = undo || action ? 8 : 4 } = {}) {
    const place = /** @type {HTMLElement} */ (document.querySelector('[data-toasts]'));
    const offer = undo ? { label: 'Undo', act: undo } : action;
    const element = h('div', { class: `toast${offer ? '' : ' toast-plain'}` }, h('span', null, text),
        offer && h('button', { class: 'btn', onClick: () => { element.remove(); offer.act(); } }, offer.label));
    fill(place, element);
    say(text);
    setTimeout(() => element.remove(), seconds * 1000);
}

// ---- what views are given --------------------------------------------------------------------------------------------

const context = {
    api, say, toast, live, drawScene, thumb, withPath, readAny,
    /** @type {any[]} */
    games: [],
    /** @param {string} name */
    game: name => context.games.find(game => game.name === name),
    /** @param {string} hash @param {any} [payload] handed to the view as it is */
    go(hash, payload) {
        handedOver = payload || null;
        if (location.hash !== hash) history.pushState(null, '', hash); /* no event: the route is taken here, at once */
        return route();
    },
    history: createHistory,
    /** The boards that a view makes are saved with it. @param {string} game @param {string} board */
    draft: (game, board) => drafts.createDraft(game, board),
    /** Once everything that was made is in the library. */
    allSaved: drafts.flush,
    share: {
        setCode: share.setCode, saveBlob: share.saveBlob,
        /** A Share button with its menu. @param {() => any} what @param {{text?: boolean}} [how] */
        button: (what, how) => share.shareButton(what, context, how),
    },
    openText, openFile, readsPictures,
    /** Opens a board that the server has read. @param {any} payload */
    openBoard: payload => context.go(share.fragmentOf(payload.code, payload.settings), payload),
    /** The same where it was left. @param {any} payload */
    resumeBoard: payload => context.openBoard({ ...payload, settings: share.settingsLeft(payload.code) }),
};

// ---- opening anything ------------------------------------------------------------------------------------------------

/** Letters alone do not say which game they are from; the start page lets one choose. @param {any} payload @param {string} text */
function offerOthers({ game }, text) {
    toast(`Opened as ${context.game(game).title}.`, { action: { label: 'Another game', act: () => context.go('#/', { text }) } });
}

/** @param {string} text @param {{source?: string}} [how] */
async function openText(text, { source = 'pasted' } = {}) {
    if (!text.trim()) return false;
    if (panelList(text)) { context.go('#/', { text }); return true; }
    try {
        const beside = view?.board?.()?.game, payload = await readAny(text, { beside });
        api.library.keep({ game: payload.game, board: payload.board, source }).catch(() => {});
        await context.openBoard(payload);
        if (payload.others.length && payload.game !== beside && share.codeIn(location.hash) === payload.code) offerOthers(payload, text);
        return true;
    } catch (error) {
        toast(sentence(error.message), { seconds: 8 });
        return false;
    }
}

/** Whether this Comb has a reader of pictures. */
async function readsPictures() {
    return (await api.overview()).includes('/api/read');
}

/** @param {File | Blob} file */
async function openFile(file) {
    if (file.type.startsWith('image/')) {
        if (await readsPictures()) context.go(`#/read/${Math.random().toString(36).slice(2, 10)}`, { file });
        else toast('Pictures cannot be read yet. Type the letters, or paste the board as text.', { seconds: 8 });
    } else if (file.size > 8e6) toast('This file is larger than 8 MB; a board is a short text.');
    else await openText(await file.text(), { source: /** @type {any} */ (file).name || 'file' });
}

function listenForGifts() {
    addEventListener('paste', event => {
        if (takesText(event.target) || sheet.open) return;
        const file = [...event.clipboardData?.files || []][0], text = event.clipboardData?.getData('text/plain') || '';
        if (!file && !text.trim()) return;
        event.preventDefault();
        if (text.trim()) openText(text); else openFile(file);
    });
    const zone = /** @type {HTMLElement} */ (document.querySelector('[data-dropzone]'));
    const foreign = event => [...event.dataTransfer?.types || []].some(type => type === 'Files' || type === 'text/plain');
    addEventListener('dragover', event => { if (foreign(event)) { event.preventDefault(); zone.hidden = false; } });
    addEventListener('dragleave', event => { if (!event.relatedTarget) zone.hidden = true; });
    addEventListener('drop', event => {
        zone.hidden = true;
        if (!foreign(event)) return;
        event.preventDefault();
        const file = event.dataTransfer?.files[0], text = event.dataTransfer?.getData('text/plain') || '';
        if (file) openFile(file); else openText(text, { source: 'dropped' });
    });
}

/** The bar's field: the clipboard if the browser gives it, else the start page, where one can paste by hand. */
async function pasteFromBar() {
    const { text = '', file = undefined } = await copied() || {};
    if (file) await openFile(file);
    else if (!text.trim() || !await openText(text)) context.go('#/');
}

// ---- routes ----------------------------------------------------------------------------------------------------------

/** @param {string} name */
async function loadView(name) {
    return import(`./views/${name}.js`);
}

/** @param {string[]} parts @param {any} given @returns {Promise<[any, any]>} */
async function find(parts, given) {
    const [place, rest = ''] = parts;
    if (place === 'play' && rest) {
        const payload = given || { ...await api.board(decodeURIComponent(rest)), settings: share.settingsIn(location.hash) };
        const name = playViews[payload.game];
        const module = name ? await loadView(name).catch(() => import('./parts/plain.js')) : await import('./parts/plain.js');
        return [module, payload];
    }
    if (place === 'library') return [await loadView('library'), given || {}];
    if (place === 'best') return [await loadView('best'), given || { game: rest || 'hexhunt' }];
    if (place === 'read') return [await loadView('reading'), { ...given, key: rest }];
    return [await loadView('start'), given || {}];
}

/** Where the server is gone its modules cannot be loaded either; a browser may remember that, so a reload tries again. */
function tryAgain() {
    api.answers().then(there => there ? location.reload() : say('Comb does not answer; is it still running?'));
}

function showFailure(error) {
    const silent = error.status === 0 || /dynamically imported module|module script failed/i.test(error.message);
    const element = h('div', { class: silent ? 'stack no-answer' : 'stack' }, h('h1', null, silent ? 'Comb does not answer' : 'This cannot be opened'),
        silent ? note('bad', 'Is it still running?', 'Start it again with comb serve, then try again.', button({ label: 'Try again', onClick: tryAgain }))
            : note('bad', sentence(problem('', error.message)), 'The address may be cut short or mistyped.', button({ label: 'Start page', onClick: () => context.go('#/') })), live);
    return { element, title: 'Comb', dispose() {} };
}

function markPlace(place) {
    for (const link of document.querySelectorAll('.nav a')) {
        const here = /** @type {HTMLElement} */ (link).dataset.place === (place === 'play' || place === 'read' ? 'start' : place);
        if (here) link.setAttribute('aria-current', 'page'); else link.removeAttribute('aria-current');
    }
    /** @type {HTMLElement} */ (document.querySelector('[data-do="paste"]')).hidden = place === 'start';
}

async function route() {
    const number = ++routeNumber, given = handedOver;
    handedOver = null;
    const direct = share.codeIn(location.hash);
    const parts = direct ? ['play', direct] : location.hash.replace(/^#\/?|\?.*$/g, '').split('/').filter(Boolean);
    let next, name = parts[0] || 'start';
    try {
        const [module, payload] = await find(parts, given);
        if (number !== routeNumber) return;
        if (name === 'play') name = playViews[payload.game] || name;
        say('');
        share.forgetMade();
        next = module.open(context, payload);
        if (next instanceof Promise) next = await next;
    } catch (error) {
        console.warn(error);
        next = showFailure(error);
    }
    if (number !== routeNumber) { next.dispose?.(); return; }
    const first = !view;
    dropOffer(); // before the view goes: it may leave a word of its own
    if (view?.element !== next.element) view?.dispose?.(); // Back may come before the next view did: the one that is shown stays
    view = next;
    viewName = name;
    fill(main, next.element);
    if (!next.element.contains(live)) next.element.append(live);
    document.title = next.title && next.title !== 'Comb' ? `${next.title} · Comb` : 'Comb';
    markPlace(parts[0] || 'start');
    if (!first) { scrollTo(0, 0); main.focus({ preventScroll: true }); }
    next.shown?.();
}

// ---- theme and keys --------------------------------------------------------------------------------------------------

const themes = ['', 'light', 'dark'];

/** @param {string} theme */
function setTheme(theme) {
    const root = document.documentElement, words = theme || 'as the system';
    if (theme) root.dataset.theme = theme; else delete root.dataset.theme;
    try { localStorage.setItem('comb-theme', theme); } catch { /* private windows may refuse */ }
    document.querySelector('[data-do="theme"]')?.setAttribute('aria-label', `Theme: ${words}`);
    return words;
}

function storedTheme() {
    try { return localStorage.getItem('comb-theme') || ''; } catch { return ''; }
}

function listenForKeys() {
    document.querySelector('[data-do="theme"]')?.addEventListener('click', () => {
        const now = document.documentElement.dataset.theme || '';
        say(`Theme: ${setTheme(themes[(themes.indexOf(now) + 1) % themes.length])}.`);
    });
    document.querySelector('[data-do="keys"]')?.addEventListener('click', () => openKeySheet(sheet, viewName));
    document.querySelector('[data-do="paste"]')?.addEventListener('click', pasteFromBar);
    document.querySelector('.skip')?.addEventListener('click', event => {
        event.preventDefault();
        /** @type {HTMLElement} */ (main.querySelector('[role="gridcell"][tabindex="0"]') || main).focus();
    });
    addEventListener('keydown', event => {
        if (sheet.open || event.defaultPrevented) return;
        if (view?.onKey?.(event)) event.preventDefault();
        else if (event.key === '?' && !takesText(event.target)) openKeySheet(sheet, viewName);
    });
}

/** A board that was being made when the page was left is opened as it was, also where the address came too late. */
async function restore() {
    const note = await drafts.recover(share.codeIn(location.hash)), { game, board } = note || {};
    if (board) handedOver = { ...await api.board(board, { game }), settings: share.settingsIn(location.hash), others: [] };
}

/* a token in the address has become a cookie: it need not be seen, nor kept in the browser's history */
if (location.search) history.replaceState(null, '', location.pathname + location.hash);
setTheme(storedTheme());
listenForKeys();
listenForGifts();
addEventListener('hashchange', route);
main.before(outage.place);
const listing = api.games().then(answer => { context.games = answer.games; api.bePatient(outage.wait); });
api.whenUnkept(why => toast(`Not kept in the library: ${why.replace(/^the library cannot be used: /, '')}.`, { seconds: 8 }));
listing.then(restore).then(route, error => { view = showFailure(error); fill(main, view.element); });
