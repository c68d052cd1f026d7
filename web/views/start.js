// The start page: a box to paste or drop anything, one example per game, boards to continue.
// @ts-check
import { h, fill, button, icon, figure, sentence } from '../parts/dom.js';
import { attachMenu } from '../parts/menu.js';
import { familyOf } from '../families.js';
import { isWordGame } from '../games.js';
import { readClipboard, panelList } from '../parts/read.js';
import { boardName, lettersOf } from './board-name.js';
import { importText } from './library-import.js';
import { canShare } from './live-capture.js';
import { progressReader } from '../progress.js';
import { stateLine } from './player-state.js';

const examples = new Map();

/** The example as a board, with an answer if it takes at most two seconds. @param {any} context @param {any} game */
async function loadExample(context, game) {
    if (examples.has(game.name)) return examples.get(game.name);
    const payload = await context.api.board(game.showcase, { game: game.name });
    let scene = payload.scene;
    if (game.verbs.includes('solve')) {
        const options = isWordGame(game.name) ? { limit: 1 } : {};
        const answer = await context.api.run('solve', { game: game.name, board: payload.board, options, seconds: 2, keep: false }).catch(() => null);
        if (answer?.steps && answer.cells) answer.cells = answer.cells.slice(0, Math.ceil(answer.cells.length * .65)); // a partial solution is more instructive
        if (answer) scene = (await context.api.scene({ game: game.name, board: payload.board, answer }).catch(() => payload)).scene;
    }
    examples.set(game.name, { payload, scene });
    return { payload, scene };
}

/** @param {any} context @param {any} game */
function gameCard(context, game) {
    const picture = h('span', { class: 'thumb', 'aria-hidden': 'true' });
    const card = h('a', { class: 'card game', href: '#/' }, picture, h('div', null, h('h3', null, game.title), h('p', null, game.blurb)));
    const loading = loadExample(context, game);
    loading.then(({ payload, scene }) => {
        card.href = `#/play/${payload.code}`;
        fill(picture, context.thumb(scene, 'thumb-in'));
    }, () => {});
    card.addEventListener('click', async event => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        try { context.openBoard({ ...(await loading).payload, example: true }); } catch (error) { context.toast(sentence(error.message)); }
    });
    return h('li', null, card);
}

/** @param {any} context */
function blankCard(context) {
    const picture = h('span', { class: 'thumb', 'aria-hidden': 'true' });
    const blanks = context.games.flatMap(game => game.blank_boards.map(({ title, board }) => ({ label: `${game.title}, ${title}`, game: game.name, board })));
    if (!blanks.length) return null;
    context.api.board(blanks[0].board, { game: blanks[0].game }).then(payload => {
        const scene = { ...payload.scene, cells: payload.scene.cells.map(cell => ({ ...cell, text: '', role: 'empty' })) };
        fill(picture, context.thumb(scene, 'thumb-in'));
    }, () => {});
    const card = h('button', { class: 'card game' }, picture, h('div', null, h('h3', null, 'Blank board'), h('p', null, 'Start from an empty board')));
    const open = ({ game, board }) => context.api.board(board, { game }).then(payload => context.openBoard({ ...payload, tab: 'edit' }), error => context.toast(sentence(error.message)));
    return h('li', null, attachMenu(card, () => blanks.map(blank => ({ label: blank.label, act: () => open(blank) }))));
}

// ---- the paste box ---------------------------------------------------------------------------------------------------

/** Preview of the recognised board, beside the box. @param {any} context @param {any} payload @param {(payload: any) => void} choose @param {boolean} several whether the text has several lines, where Enter adds one */
function preview(context, payload, choose, several) {
    const game = context.game(payload.game), cells = payload.scene.cells.length;
    const detail = familyOf(payload.game).detailOf?.(payload) || `${figure(cells)} cells`;
    return [
        context.thumb(payload.scene),
        h('div', { class: 'stack', id: 'preview' },
            h('h2', null, game.title), h('p', { class: 'small soft' }, detail),
            payload.others?.length > 0 && h('p', { class: 'small soft' }, 'or ', payload.others.map((name, i) => [i ? ', ' : '', h('button', { class: 'as-link', onClick: () => choose(name) }, context.game(name).title)]).flat()),
            h('button', { class: 'btn btn-main', type: 'submit' }, 'Open', h('kbd', null, several ? 'Ctrl Enter' : 'Enter'))),
    ];
}

/** Preview of a list of panels: the number, the first one, and what to do with them. @param {any} context @param {string[]} list @param {any} first */
function previewList(context, list, first) {
    const message = h('div');
    const save = () => importText(context, { text: list.join('\n'), source: 'pasted list', game: first.game }, { show: box => fill(message, box), reload: () => context.go('#/library') });
    return [
        context.thumb(first.scene),
        h('div', { class: 'stack', id: 'preview' },
            h('h2', null, `${figure(list.length)} panels`), h('p', { class: 'small soft' }, `${context.game(first.game).title}, one per line`),
            h('button', { class: 'btn btn-main', type: 'submit' }, 'Open first panel'), button({ label: 'Save to library', onClick: save }), message),
    ];
}

/** Opens the first panel with the list in its side panel. @param {any} context @param {string[]} list @param {any} first */
async function openList(context, list, first) {
    context.openBoard({ ...first, tab: await familyOf(first.game).openList?.(list) });
}

/** @param {string} text @param {any} error */
function refusal(text, error) {
    const { position, length } = error, from = Math.max(0, position);
    const marked = length > 0 && text.length < 200 && h('span', { class: 'mono' }, text.slice(0, from), h('u', null, text.slice(from, from + length)), text.slice(from + length));
    return h('div', { class: 'drop-error' }, icon('warn'), h('div', null, h('p', { class: 'small' }, sentence(error.message)), marked));
}

/** @param {any} context @param {string} [given] the initial text */
function pasteBox(context, given = '') {
    const area = h('textarea', { id: 'in', spellcheck: 'false', autocapitalize: 'characters', autocomplete: 'off', placeholder: 'LPE/EASR/SRTED/PING/LAS', rows: 3, 'aria-describedby': 'preview-box' });
    const out = h('div', { class: 'drop-out', id: 'preview-box' }), file = h('input', { type: 'file', multiple: true, class: 'vh', tabindex: -1, 'aria-hidden': 'true' });
    let payload = null, list = /** @type {string[] | null} */ (null), waiting = 0, asking = null;
    const showEmpty = () => fill(out, h('p', { class: 'small soft drop-idle' }, 'Your board will appear here.'));
    async function recognise(preferred) {
        asking?.abort();
        asking = new AbortController();
        const { signal } = asking, text = area.value;
        if (!text.trim()) { payload = null; showEmpty(); return; }
        try {
            list = panelList(text);
            payload = await context.readAny(list ? list[0] : text, { preferred, signal });
            fill(out, list ? previewList(context, list, payload) : preview(context, payload, recognise, text.includes('\n')));
        } catch (error) {
            if (signal.aborted) return;
            payload = null;
            fill(out, refusal(text, error));
        }
    }
    async function submit(event) {
        event.preventDefault();
        clearTimeout(waiting);
        if (!area.value.trim()) { area.focus(); return; }
        await recognise(payload?.game);
        if (!payload) return;
        if (list) { await openList(context, list, payload); return; }
        context.api.library.add({ game: payload.game, board: payload.board, source: 'typed' }).catch(() => {});
        context.openBoard(payload);
    }
    async function fromClipboard() {
        const found = await readClipboard();
        if (found?.file) { context.openFile(found.file); return; }
        if (!found?.text.trim()) { area.focus(); context.toast(found ? 'The clipboard has no text or picture.' : 'The browser blocked clipboard access. Press Ctrl V.'); return; }
        area.value = found.text;
        recognise();
    }
    area.addEventListener('input', () => { clearTimeout(waiting); waiting = setTimeout(recognise, 180); });
    area.addEventListener('keydown', event => { if (event.key === 'Enter' && !event.shiftKey && (event.ctrlKey || event.metaKey || !area.value.includes('\n'))) submit(event); });
    area.addEventListener('paste', event => {
        const files = [...event.clipboardData?.files || []];
        if (files.length) { event.preventDefault(); context.openFiles(files); }
    });
    file.addEventListener('change', () => { context.openFiles([...file.files]); file.value = ''; });
    showEmpty();
    area.value = given;
    if (given) recognise();
    const element = h('form', { class: 'drop', 'aria-label': 'New board', onSubmit: submit },
        h('div', { class: 'drop-in' }, h('label', { class: 'vh', for: 'in' }, 'Board, link or level'), area,
            h('div', { class: 'tools' }, button({ label: 'Choose a file', icon: 'file', onClick: () => file.click() }), button({ label: 'Paste from clipboard', icon: 'paste', onClick: fromClipboard }),
                file, h('span', { class: 'small soft only-wide' }, 'or drop it anywhere on the page'))),
        out);
    return { element, dispose: () => { clearTimeout(waiting); asking?.abort(); }, focus: () => area.focus({ preventScroll: true }) };
}

// ---- continue --------------------------------------------------------------------------------------------------------

/** @param {any} context @param {any} puzzle */
function resumeCard(context, puzzle) {
    const game = context.game(puzzle.game);
    const open = async event => {
        event.preventDefault();
        try { context.resumeBoard(await context.api.board(puzzle.board, { game: puzzle.game })); } catch (error) { context.toast(error.message); }
    };
    const line = [game?.title, stateLine(puzzle, progressReader())].filter(Boolean).join(', ');
    return h('a', { class: 'card', href: '#/library', onClick: open }, h('b', null, boardName(puzzle, lettersOf(puzzle.board))), h('span', { class: 'small soft' }, line || puzzle.game));
}

/** @param {any} context */
function continueSection(context) {
    const place = h('div', { class: 'resume' }), whole = h('section', { hidden: true, 'aria-label': 'Continue' },
        h('div', { class: 'gal-h' }, h('h2', null, 'Continue'), h('a', { class: 'small', href: '#/library' }, 'Open library')), place);
    context.allSaved().then(() => context.api.library.list({ most: 3 })).then(answer => {
        if (!answer.puzzles?.length) return;
        fill(place, answer.puzzles.slice(0, 3).map(puzzle => resumeCard(context, puzzle)));
        whole.hidden = false;
    }, () => {});
    return whole;
}

const intro = files => `A board as text, a link, ${files}. Comb recognises the game, solves the board and explains every step.`;

/** @param {any} context @param {{text?: string}} [payload] a text for the box */
export function open(context, { text } = {}) {
    const box = pasteBox(context, text);
    const introduction = h('p', null, intro('a level file'));
    context.readsPictures().then(reads => { if (reads) introduction.textContent = intro('a level file, a screenshot'); });
    const element = h('div', null,
        h('div', { class: 'hello' }, h('h1', null, 'Paste or drop anything'), introduction),
        box.element,
        canShare() && h('p', { class: 'small soft live-offer' }, 'Playing right now? ', h('a', { href: '#/live' }, 'Share your game window'), ' and Comb shows the next step beside it.'),
        h('div', { class: 'gal-h' }, h('h2', null, 'Games')),
        h('ul', { class: 'gal' }, context.games.map(game => gameCard(context, game)), blankCard(context)),
        continueSection(context), context.live);
    return { element, title: 'Comb', dispose: box.dispose, shown: () => { if (matchMedia('(pointer: fine)').matches) box.focus(); } };
}
