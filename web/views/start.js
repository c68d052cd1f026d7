// The start page: paste or drop anything, one example of each game, boards to go on with.
// @ts-check
import { h, fill, button, icon, figure, sentence } from '../parts/dom.js';
import { attachMenu } from '../parts/menu.js';
import { copied, panelList, wordGames } from '../parts/read.js';
import { boardName, lettersOf } from './board-name.js';
import { importText } from './library-import.js';
import { progressReader } from '../progress.js';
import { stateLine } from './player-state.js';

const order = ['hexhunt', 'boggle', 'wordhunt', 'ruzzle', 'hexicon', 'hexcells', 'witness'];
const lines = {
    hexhunt: 'Words over 19 hexagons', boggle: 'Words on 4 × 4 dice, a Qu tile', wordhunt: 'Words on 4 × 4 or with holes',
    ruzzle: 'Words with letter and word bonuses', hexicon: 'Two players, 61 hexagons', hexcells: 'Blue or black, by reason alone', witness: 'One line, every symbol',
};
/** Boards that show a game at its best; any other game shows its first example. */
const showpieces = {
    ruzzle: 'B M:2w S S:3w / O A T:2l S / C:2l R:3l E N / D:2w Y H:3l O',
    hexcells: 1,
    witness: 'Witness panel v1\n+ - + - + - E\n| sq:white | . | . |\n+ - + - + - +\n| . | . | sq:blue |\n+ - + - + - +\n| . | star:magenta | star:magenta |\nS - + - + - +',
};

const rowsOf = counts => counts.map(n => Array(n).fill('?').join(' ')).join(' / ');
/** What the menu says, the game, cells of each row. @type {[string, string, number[]][]} */
const blanks = [
    ['Hexhunt, 19 hexagons', 'hexhunt', [3, 4, 5, 4, 3]], ['Hexhunt, 10 hexagons', 'hexhunt', [3, 4, 3]], ['Boggle, 4 × 4', 'boggle', [4, 4, 4, 4]],
    ['Boggle, 5 × 5', 'boggle', [5, 5, 5, 5, 5]], ['Word Hunt, 4 × 4', 'wordhunt', [4, 4, 4, 4]], ['Word Hunt, 5 × 5', 'wordhunt', [5, 5, 5, 5, 5]],
    ['Ruzzle, 4 × 4', 'ruzzle', [4, 4, 4, 4]], ['Hexicon, 61 hexagons', 'hexicon', [1, 2, 3, 4, 5, 4, 5, 4, 5, 4, 5, 4, 5, 4, 3, 2, 1]],
];

/** @param {any} game */
function exampleOf(game) {
    const piece = showpieces[game.name];
    return typeof piece === 'string' ? piece : game.examples[piece || 0]?.input ?? '';
}

const examples = new Map();

/** The example as a board, with an answer drawn where one comes at once. @param {any} context @param {any} game */
async function loadExample(context, game) {
    if (examples.has(game.name)) return examples.get(game.name);
    const payload = await context.api.board(exampleOf(game), { game: game.name });
    let scene = payload.scene;
    if (game.verbs.includes('solve')) {
        const options = wordGames.includes(game.name) ? { limit: 1 } : {};
        const answer = await context.api.run('solve', { game: game.name, board: payload.board, options, seconds: 2, keep: false }).catch(() => null);
        if (answer?.steps && answer.cells) answer.cells = answer.cells.slice(0, Math.ceil(answer.cells.length * .65)); // half-way shows more than the end
        if (answer) scene = (await context.api.scene({ game: game.name, board: payload.board, answer }).catch(() => payload)).scene;
    }
    examples.set(game.name, { payload, scene });
    return { payload, scene };
}

/** @param {any} context @param {any} game */
function gameCard(context, game) {
    const picture = h('span', { class: 'thumb', 'aria-hidden': 'true' });
    const card = h('a', { class: 'card game', href: '#/' }, picture, h('div', null, h('h3', null, game.title), h('p', null, lines[game.name] || game.summary)));
    const loading = loadExample(context, game);
    loading.then(({ payload, scene }) => {
        card.href = `#/play/${payload.code}`;
        fill(picture, context.thumb(scene, 'thumb-in'));
    }, () => {});
    card.addEventListener('click', async event => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        try { context.openBoard((await loading).payload); } catch (error) { context.toast(sentence(error.message)); }
    });
    return h('li', null, card);
}

/** @param {any} context */
function blankCard(context) {
    const picture = h('span', { class: 'thumb', 'aria-hidden': 'true' });
    context.api.board(rowsOf([3, 4, 5, 4, 3]), { game: 'hexhunt' }).then(payload => {
        const scene = { ...payload.scene, cells: payload.scene.cells.map(cell => ({ ...cell, text: '', role: 'empty' })) };
        fill(picture, context.thumb(scene, 'thumb-in'));
    }, () => {});
    const card = h('button', { class: 'card game' }, picture, h('div', null, h('h3', null, 'Blank board'), h('p', null, 'For letters, a level or a panel')));
    const open = (game, board, tab) => context.api.board(board, { game }).then(payload => context.openBoard({ ...payload, tab }), error => context.toast(sentence(error.message)));
    const level = async () => open('hexcells', (await import('./hexcells-model.js')).blank(), 'edit');
    return h('li', null, attachMenu(card, () => [...blanks.map(([label, game, counts]) => ({ label, act: () => open(game, rowsOf(counts)) })),
        { label: 'Hexcells, an empty level', act: level }, { label: 'The Witness, an empty panel', act: () => open('witness', '4x4', 'edit') }]));
}

// ---- the box ---------------------------------------------------------------------------------------------------------

/** What is seen in the text, beside the box. @param {any} context @param {any} payload @param {(payload: any) => void} choose @param {boolean} several lines: Enter adds one there */
function seen(context, payload, choose, several) {
    const game = context.game(payload.game), cells = payload.scene.cells.length;
    const detail = payload.game === 'witness' ? payload.scene.title : `${figure(cells)} cells`;
    return [
        context.thumb(payload.scene),
        h('div', { class: 'stack', id: 'seen' },
            h('h2', null, game.title), h('p', { class: 'small soft' }, detail),
            payload.others?.length > 0 && h('p', { class: 'small soft' }, 'or ', payload.others.map((name, i) => [i ? ', ' : '', h('button', { class: 'as-link', onClick: () => choose(name) }, context.game(name).title)]).flat()),
            h('button', { class: 'btn btn-main', type: 'submit' }, 'Open', h('kbd', null, several ? 'Ctrl Enter' : 'Enter'))),
    ];
}

/** A list of panels: how many, the first of them, and where they can go. @param {any} context @param {string[]} list @param {any} first */
function seenList(context, list, first) {
    const message = h('div');
    const keep = () => importText(context, { text: list.join('\n'), source: 'a pasted list', game: 'witness' }, { show: box => fill(message, box), reload: () => context.go('#/library') });
    return [
        context.thumb(first.scene),
        h('div', { class: 'stack', id: 'seen' },
            h('h2', null, `${figure(list.length)} panels`), h('p', { class: 'small soft' }, `${context.game('witness').title}, one a line`),
            h('button', { class: 'btn btn-main', type: 'submit' }, 'Open the first'), button({ label: 'To the library', onClick: keep }), message),
    ];
}

/** The list goes beside its first panel. @param {any} context @param {string[]} list @param {any} first */
async function openList(context, list, first) {
    (await import('./witness-lists.js')).keepList(list);
    context.openBoard({ ...first, tab: 'panels' });
}

/** @param {string} text @param {any} error */
function refusal(text, error) {
    const { position, length } = error, from = Math.max(0, position);
    const marked = length > 0 && text.length < 200 && h('span', { class: 'mono' }, text.slice(0, from), h('u', null, text.slice(from, from + length)), text.slice(from + length));
    return h('div', { class: 'drop-no' }, icon('warn'), h('div', null, h('p', { class: 'small' }, sentence(error.message)), marked));
}

/** @param {any} context @param {string} [given] a text to begin with */
function pasteBox(context, given = '') {
    const area = h('textarea', { id: 'in', spellcheck: 'false', autocapitalize: 'characters', autocomplete: 'off', placeholder: 'LPE/EASR/SRTED/PING/LAS', rows: 3, 'aria-describedby': 'seen-box' });
    const out = h('div', { class: 'drop-out', id: 'seen-box' }), file = h('input', { type: 'file', class: 'vh', tabindex: -1, 'aria-hidden': 'true' });
    let payload = null, list = /** @type {string[] | null} */ (null), waiting = 0, asking = null;
    const nothing = () => fill(out, h('p', { class: 'small soft drop-idle' }, 'What Comb sees in it stands here: the game, the board, and whether something is missing.'));
    async function look(preferred) {
        asking?.abort();
        asking = new AbortController();
        const { signal } = asking, text = area.value;
        if (!text.trim()) { payload = null; nothing(); return; }
        try {
            list = panelList(text);
            payload = await context.readAny(list ? list[0] : text, { preferred, signal });
            fill(out, list ? seenList(context, list, payload) : seen(context, payload, look, text.includes('\n')));
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
        await look(payload?.game);
        if (!payload) return;
        if (list) { await openList(context, list, payload); return; }
        context.api.library.keep({ game: payload.game, board: payload.board, source: 'typed' }).catch(() => {});
        context.openBoard(payload);
    }
    async function fromClipboard() {
        const found = await copied();
        if (found?.file) { context.openFile(found.file); return; }
        if (!found?.text.trim()) { area.focus(); context.toast(found ? 'Neither a text nor a picture was copied.' : 'The browser does not give the clipboard away. Press Ctrl V.'); return; }
        area.value = found.text;
        look();
    }
    area.addEventListener('input', () => { clearTimeout(waiting); waiting = setTimeout(look, 180); });
    area.addEventListener('keydown', event => { if (event.key === 'Enter' && !event.shiftKey && (event.ctrlKey || event.metaKey || !area.value.includes('\n'))) submit(event); });
    area.addEventListener('paste', event => {
        const picture = [...event.clipboardData?.files || []][0];
        if (picture) { event.preventDefault(); context.openFile(picture); }
    });
    file.addEventListener('change', () => { if (file.files?.[0]) context.openFile(file.files[0]); file.value = ''; });
    nothing();
    area.value = given;
    if (given) look();
    const element = h('form', { class: 'drop', 'aria-label': 'New board', onSubmit: submit },
        h('div', { class: 'drop-in' }, h('label', { class: 'vh', for: 'in' }, 'Board, link or level'), area,
            h('div', { class: 'tools' }, button({ label: 'Choose a file', icon: 'file', onClick: () => file.click() }), button({ label: 'From the clipboard', icon: 'paste', onClick: fromClipboard }),
                file, h('span', { class: 'small soft only-wide' }, 'or drop it anywhere on the page'))),
        out);
    return { element, dispose: () => { clearTimeout(waiting); asking?.abort(); }, focus: () => area.focus({ preventScroll: true }) };
}

// ---- go on with ------------------------------------------------------------------------------------------------------

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
function goOn(context) {
    const place = h('div', { class: 'resume' }), whole = h('section', { hidden: true, 'aria-label': 'Go on with' },
        h('div', { class: 'gal-h' }, h('h2', null, 'Go on with'), h('a', { class: 'small', href: '#/library' }, 'All in the library')), place);
    context.allSaved().then(() => context.api.library.list({ most: 3 })).then(answer => {
        if (!answer.puzzles?.length) return;
        fill(place, answer.puzzles.slice(0, 3).map(puzzle => resumeCard(context, puzzle)));
        whole.hidden = false;
    }, () => {});
    return whole;
}

const intro = files => `A text board, a link, ${files}. Comb sees which game it is, reads it, solves it and says why.`;

/** @param {any} context @param {{text?: string}} [payload] a text to look at */
export function open(context, { text } = {}) {
    const box = pasteBox(context, text);
    const known = order.map(name => context.game(name)).filter(Boolean), more = context.games.filter(game => !order.includes(game.name));
    const takes = h('p', null, intro('a level file'));
    context.readsPictures().then(reads => { if (reads) takes.textContent = intro('a level file, a screenshot'); });
    const element = h('div', null,
        h('div', { class: 'hello' }, h('h1', null, 'Paste or drop anything'), takes),
        box.element,
        h('div', { class: 'gal-h' }, h('h2', null, 'Games')),
        h('ul', { class: 'gal' }, [...known, ...more].map(game => gameCard(context, game)), blankCard(context)),
        goOn(context), context.live);
    return { element, title: 'Comb', dispose: box.dispose, shown: () => { if (matchMedia('(pointer: fine)').matches) box.focus(); } };
}
