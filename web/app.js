// Frame of the page: routes, paste and drop, theme, keys, toasts and the live line. A view is a module with
//
//     open(context, payload) -> {element, dispose(), title, onKey?(event) -> handled, board?() -> {game, board, ...}}
//
//     #/                  views/start.js; payload = {text?}
//     #/play/<code>       the view of the code's game; payload = {game, board, code, link?, scene, others, settings, tab?}
//     #/library           views/library.js
//     #/best/<game>       views/best.js; payload = {game}
//     #/round/<code>      views/round.js; payload as for #/play
//     #/daily             views/daily.js
//     #/challenge/<n>     the view of a series of boards (families.js); payload = {number}
//     #/about             views/about.js
//     #/live              views/live.js
//     #/files             views/files.js; payload = {files}: several files dropped at once
//     #/read/<key>        views/reading.js; payload = {key, file?, beside?: the board that was open}; the key is valid until the page is reloaded
// @ts-check
import * as api from './api.js';
import { familyOf, series } from './families.js';
import { findGame, loadGames } from './games.js';
import { createHistory, dropOffer } from './history.js';
import { drawScene, thumb, withPath } from './scene.js';
import * as drafts from './drafts.js';
import * as share from './share.js';
import { h, fill, note, button, sentence, isTextInput } from './parts/dom.js';
import { openKeySheet } from './parts/keys.js';
import { createOutage } from './parts/outage.js';
import { readClipboard, panelList, problem, readAny } from './parts/read.js';

const main = /** @type {HTMLElement} */ (document.getElementById('main'));
const sheet = /** @type {HTMLDialogElement} */ (document.querySelector('dialog.keys-sheet'));
const live = h('p', { class: 'live', role: 'status' });

/** @type {any} */
let view = null;
/** Name of the view and family of its game, to choose the shortcuts. */
let viewName = 'start', viewFamily = /** @type {import('./families.js').Family | null} */ (null);
let routeNumber = 0;
/** Payload for the next route, if already known. @type {any} */
let nextPayload = null;

const outage = createOutage(api.isServerUp, gone => {
    announce(gone ? '' : 'Comb is running again.');
    if (!gone && main.querySelector('.no-answer')) location.reload();
});

// ---- the live line and toasts ----------------------------------------------------------------------------------------

/** Shows a message in the live region; `lead` comes first, in bold. @param {string} text @param {string} [lead] */
function announce(text, lead) {
    if (outage.gone) { fill(live, 'Not checked: Comb is not responding.'); return; }
    fill(live, lead && h('strong', null, lead), lead && text ? `${/^[,.]/.test(text) ? '' : ' '}${text}` : text);
}

/**
 * Shows a short message over the page, with an optional Undo or action button.
 * @param {string} text @param {{undo?: () => void, action?: {label: string, act: () => void}, seconds?: number}} [how]
 */
function toast(text, { undo, action, seconds = undo || action ? 8 : 4 } = {}) {
    const place = /** @type {HTMLElement} */ (document.querySelector('[data-toasts]'));
    const offer = undo ? { label: 'Undo', act: undo } : action;
    const element = h('div', { class: `toast${offer ? '' : ' toast-plain'}` }, h('span', null, text),
        offer && h('button', { class: 'btn', onClick: () => { element.remove(); offer.act(); } }, offer.label));
    fill(place, element);
    announce(text);
    setTimeout(() => element.remove(), seconds * 1000);
}

// ---- context passed to views ------------------------------------------------------------------------------------------

const context = {
    api, announce, toast, live, drawScene, thumb, withPath, readAny,
    /** @type {import('./games.js').Game[]} */
    games: [],
    game: findGame,
    /** @param {string} hash @param {any} [payload] handed to the view as it is */
    go(hash, payload) {
        nextPayload = payload || null;
        if (location.hash !== hash) history.pushState(null, '', hash); /* fires no event: route() is called here */
        return route();
    },
    history: createHistory,
    /** Saves boards while they are edited. @param {string} game @param {string} board */
    draft: (game, board) => drafts.createDraft(game, board),
    /** Resolves once all edited boards are in the library. */
    allSaved: drafts.flush,
    share: {
        setCode: share.setCode, saveBlob: share.saveBlob,
        /** A Share button with its menu. @param {() => any} what @param {{text?: boolean}} [how] */
        button: (what, how) => share.shareButton(what, context, how),
    },
    openText, openFile, openFiles, readsPictures,
    /** Opens a board that the server has parsed. @param {any} payload */
    openBoard: payload => context.go(share.fragmentOf(payload.code, payload.settings), payload),
    /** Opens it with the settings and moves of the last visit. @param {any} payload */
    resumeBoard: payload => context.openBoard({ ...payload, settings: share.lastSettings(payload.code) }),
};

// ---- opening anything ------------------------------------------------------------------------------------------------

/** Letters alone do not determine the game; offers the start page, where the user can choose. @param {any} payload @param {string} text */
function offerOthers({ game }, text) {
    toast(`Opened as ${context.game(game).title}.`, { action: { label: 'Change game', act: () => context.go('#/', { text }) } });
}

/** @param {string} text @param {{source?: string}} [how] */
async function openText(text, { source = 'pasted' } = {}) {
    if (!text.trim()) return false;
    if (panelList(text)) { context.go('#/', { text }); return true; }
    try {
        const beside = view?.board?.()?.game, payload = await readAny(text, { beside });
        api.library.add({ game: payload.game, board: payload.board, source }).catch(() => {});
        await context.openBoard(payload);
        if (payload.others.length && payload.game !== beside && share.codeIn(location.hash) === payload.code) offerOthers(payload, text);
        return true;
    } catch (error) {
        toast(sentence(error.message), { seconds: 8 });
        return false;
    }
}

/** Whether the server can read pictures. */
async function readsPictures() {
    return (await api.overview()).includes('/api/read');
}

/** @param {File | Blob} file */
async function openFile(file) {
    if (file.type.startsWith('image/')) {
        const beside = view?.board?.();
        if (await readsPictures()) context.go(`#/read/${Math.random().toString(36).slice(2, 10)}`, { file, beside });
        else toast('This build cannot read pictures. Type the letters or paste the board as text.', { seconds: 8 });
    } else if (file.size > 8e6) toast('File too large (limit: 8 MB).');
    else await openText(await file.text(), { source: /** @type {any} */ (file).name || 'file' });
}

/** Opens a file; several are listed, and all of them are read. @param {File[]} files */
async function openFiles(files) {
    if (files.length > 1) await context.go('#/files', { files });
    else if (files.length) await openFile(files[0]);
}

function listenForPasteAndDrop() {
    addEventListener('paste', event => {
        if (isTextInput(event.target) || sheet.open) return;
        const files = [...event.clipboardData?.files || []], text = event.clipboardData?.getData('text/plain') || '';
        if (!files.length && !text.trim()) return;
        event.preventDefault();
        if (text.trim()) openText(text); else openFiles(files);
    });
    const zone = /** @type {HTMLElement} */ (document.querySelector('[data-dropzone]'));
    const hasContent = event => [...event.dataTransfer?.types || []].some(type => type === 'Files' || type === 'text/plain');
    addEventListener('dragover', event => { if (hasContent(event)) { event.preventDefault(); zone.hidden = false; } });
    addEventListener('dragleave', event => { if (!event.relatedTarget) zone.hidden = true; });
    addEventListener('drop', event => {
        zone.hidden = true;
        if (!hasContent(event)) return;
        event.preventDefault();
        const files = [...event.dataTransfer?.files || []], text = event.dataTransfer?.getData('text/plain') || '';
        if (files.length) openFiles(files); else openText(text, { source: 'dropped' });
    });
}

/** Opens the clipboard's content; if the browser blocks it, opens the start page, where the user can paste. */
async function pasteFromBar() {
    const { text = '', file = undefined } = await readClipboard() || {};
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
        return [await familyOf(payload.game).view(), payload];
    }
    if (place === 'round' && rest) return [await loadView('round'), { ...await api.board(decodeURIComponent(rest)), settings: share.settingsIn(location.hash) }];
    if (place === 'about') return [await loadView('about'), {}];
    if (place === 'challenge') return [await series.view(), { number: Number(rest) }];
    if (place === 'daily') return [await loadView('daily'), {}];
    if (place === 'library') return [await loadView('library'), given || {}];
    if (place === 'best') return [await loadView('best'), given || { game: rest }];
    if (place === 'files') return [await loadView('files'), given || {}];
    if (place === 'live') return [await loadView('live'), {}];
    if (place === 'read') return [await loadView('reading'), { ...given, key: rest }];
    return [await loadView('start'), given || {}];
}

/** While the server is down, modules cannot load either, and browsers may cache that failure: hence the reload. */
function reloadIfServerUp() {
    api.isServerUp().then(up => up ? location.reload() : announce('Comb is not responding; is it still running?'));
}

function showFailure(error) {
    const silent = error.status === 0 || /dynamically imported module|module script failed/i.test(error.message);
    const element = h('div', { class: silent ? 'stack no-answer' : 'stack' }, h('h1', null, silent ? 'Comb is not responding' : 'Cannot open this board'),
        silent && api.isLocal ? note('bad', 'The program inside this page could not be started.', `${sentence(error.message)} It needs a browser with WebAssembly, SIMD and module Workers.`,
            button({ label: 'Try again', onClick: () => location.reload() }))
        : silent ? note('bad', 'Is it still running?', 'Start it again with comb serve, then try again.', button({ label: 'Try again', onClick: reloadIfServerUp }))
            : note('bad', sentence(problem('', error.message)), 'The address may be incomplete or mistyped.', button({ label: 'Go to start page', onClick: () => context.go('#/') })), live);
    return { element, title: 'Comb', dispose() {} };
}

function markPlace(place) {
    for (const link of document.querySelectorAll('.nav a')) {
        const here = /** @type {HTMLElement} */ (link).dataset.place === (place === 'challenge' ? 'daily' : ['play', 'read', 'live', 'round', 'files'].includes(place) ? 'start' : place);
        if (here) link.setAttribute('aria-current', 'page'); else link.removeAttribute('aria-current');
    }
    /** @type {HTMLElement} */ (document.querySelector('[data-do="paste"]')).hidden = place === 'start';
}

async function route() {
    const number = ++routeNumber, given = nextPayload;
    nextPayload = null;
    const direct = share.codeIn(location.hash);
    const parts = direct ? ['play', direct] : location.hash.replace(/^#\/?|\?.*$/g, '').split('/').filter(Boolean);
    const name = parts[0] || 'start';
    let next, family = null;
    try {
        const [module, payload] = await find(parts, given);
        if (number !== routeNumber) return;
        if (name === 'play') family = familyOf(payload.game);
        announce('');
        share.forgetEdited();
        next = module.open(context, payload);
        if (next instanceof Promise) next = await next;
    } catch (error) {
        console.warn(error);
        next = showFailure(error);
    }
    if (number !== routeNumber) { next.dispose?.(); return; }
    const first = !view;
    dropOffer(); // before dispose(), which may show a toast itself
    if (view?.element !== next.element) view?.dispose?.(); // Back may return to the view that is still shown
    view = next;
    viewName = name;
    viewFamily = family;
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
    const root = document.documentElement, words = theme || 'system';
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
        announce(`Theme: ${setTheme(themes[(themes.indexOf(now) + 1) % themes.length])}.`);
    });
    document.querySelector('[data-do="keys"]')?.addEventListener('click', () => openKeySheet(sheet, viewName, viewFamily));
    document.querySelector('[data-do="paste"]')?.addEventListener('click', pasteFromBar);
    document.querySelector('.skip')?.addEventListener('click', event => {
        event.preventDefault();
        /** @type {HTMLElement} */ (main.querySelector('[role="gridcell"][tabindex="0"]') || main).focus();
    });
    addEventListener('keydown', event => {
        if (sheet.open || event.defaultPrevented) return;
        if (view?.onKey?.(event)) event.preventDefault();
        else if (event.key === '?' && !isTextInput(event.target)) openKeySheet(sheet, viewName, viewFamily);
    });
}

/** Reopens a board that was being edited when the page was left, even if the address is older than the last edit. */
async function restore() {
    const note = await drafts.recover(share.codeIn(location.hash)), { game, board } = note || {};
    if (board) nextPayload = { ...await api.board(board, { game }), settings: share.settingsIn(location.hash), others: [] };
}

/* the server turned the token in the address into a cookie: remove it from the address and the history */
if (location.search) history.replaceState(null, '', location.pathname + location.hash);
setTheme(storedTheme());
listenForKeys();
listenForPasteAndDrop();
addEventListener('hashchange', route);
main.before(outage.place);
const listing = loadGames().then(games => { context.games = games; api.setServerWait(outage.wait); if (!api.isLocal) outage.start(); });
api.setOnUnsaved(why => toast(`Not saved to the library: ${why.replace(/^cannot use the library: /, '')}.`, { seconds: 8 }));
api.storageProblem().then(why => { if (why) toast(`${sentence(why)}`, { seconds: 8 }); }, () => {});
listing.then(restore).then(route, error => { view = showFailure(error); fill(main, view.element); });
