// The library: all saved puzzles and the player's progress. Selecting a row shows its card, at the side or, in a narrow
// window, under the row. The whole list is loaded (texts only); pictures are drawn for visible rows.
// @ts-check
import { h, fill, button, icon, figure, plural, sentence, isTextInput } from '../parts/dom.js';
import { isWordGame } from '../games.js';
import { boardName, lettersOf } from './board-name.js';
import { day, puzzleCard, sourceName } from './library-card.js';
import { importFiles } from './library-import.js';
import { undoKey } from './logic-parts.js';
import { progressReader } from '../progress.js';
import { storeWords, storedWords } from './words-review.js';
import { playerState, stateLine } from './player-state.js';

const PAGE = 60;
const wide = matchMedia('(min-width: 64rem)');
/** Puzzles deleted since the page was loaded, the latest last; they can be restored one by one. @type {{id: number, name: string, puzzle: any, words: string}[]} */
const deleted = [];
const states = [['', 'All'], ['done', 'Done'], ['unsolvable', 'Unsolvable'], ['open', 'Unsolved']];

/** @param {any} puzzle */
function subtitle(puzzle) {
    return isWordGame(puzzle.game) ? lettersOf(puzzle.board) : sourceName(puzzle.source) || 'saved';
}

/** @param {any} context @param {any} puzzle */
const nameOf = (context, puzzle) => boardName(puzzle, `${context.game(puzzle.game)?.title || puzzle.game} board`);

/** @param {any} context */
export async function open(context) {
    const query = { q: '', game: '', tag: '', state: '', copies: false };
    /** @type {any[]} */
    let puzzles = [], shown = [];
    /** @type {Map<number, number>} number of copies per puzzle */
    let copies = new Map();
    /** Looks up the player's progress. */
    let progressOf = progressReader();
    /** @type {Map<number, Promise<any>>} */
    const read = new Map();
    let chosen = /** @type {any} */ (null), limit = PAGE, asked = 0;
    /** @type {{id: number, about: string, element: Element} | null} the card of the selected puzzle, and the data it shows */
    let card = null;
    /** The field typed in since the last deletion: Ctrl Z there undoes typing. @type {EventTarget | null} */
    let typedIn = null;

    const sub = h('p', { class: 'sub' }), games = h('div', { class: 'filters', role: 'group', 'aria-label': 'Game' }), more = h('div', { class: 'filters filters-more' });
    const find = h('input', { type: 'search', placeholder: 'Title, board, tag', 'aria-label': 'Search the library', autocomplete: 'off', onInput: () => { query.q = find.value; reloadSoon(); } });
    const picker = h('input', { type: 'file', multiple: true, hidden: true, tabindex: -1, 'aria-label': 'Puzzle files', onChange: () => { importFiles(context, [...picker.files], place).then(() => { picker.value = ''; }); } });
    const exporter = h('span'), exportButton = h('button', { class: 'btn', onClick: exportShown }, icon('down'), exporter);
    const back = button({ label: 'Restore', icon: 'undo', text: false, hidden: true, onClick: () => restore() });
    const rows = h('tbody'), foot = h('div', { class: 'lib-foot' }), message = h('div', { class: 'lib-message' }), side = h('div', { class: 'stack' });
    const table = h('table', { class: 'lib' }, h('thead', null, h('tr', null, h('th', { scope: 'col' }, h('span', { class: 'vh' }, 'Picture')),
        ['Board', 'Game', 'Tags'].map(text => h('th', { scope: 'col' }, text)), ['State', 'Added'].map(text => h('th', { scope: 'col', class: 'num' }, text)))), rows);
    const place = { show: box => fill(message, box), reload };

    // ---- pictures ----
    const payloadOf = puzzle => {
        if (!read.has(puzzle.id)) read.set(puzzle.id, context.api.board(puzzle.board, { game: puzzle.game }));
        return /** @type {Promise<any>} */ (read.get(puzzle.id));
    };
    const watcher = new IntersectionObserver(entries => {
        for (const entry of entries.filter(one => one.isIntersecting)) {
            watcher.unobserve(entry.target);
            const puzzle = puzzles.find(one => String(one.id) === /** @type {HTMLElement} */ (entry.target).dataset.id);
            if (puzzle) payloadOf(puzzle).then(payload => {
                fill(/** @type {Element} */ (entry.target.querySelector('.thumb')), context.thumb(payload.scene, 'thumb-in'));
                /** @type {HTMLAnchorElement} */ (entry.target.querySelector('a')).href = `#/play/${payload.code}`;
            }, () => {});
        }
    }, { rootMargin: '200px' });

    // ---- acts ----
    const openPuzzle = puzzle => payloadOf(puzzle).then(payload => context.resumeBoard({ ...payload, others: [] }), error => context.toast(error.message));

    /** Whether a deletion is in progress: a held key must not delete the next boards. */
    let removing = false;

    async function remove(puzzle) {
        if (removing) return;
        removing = true;
        await removeNow(puzzle).finally(() => { removing = false; });
    }

    async function removeNow(puzzle) {
        const at = shown.indexOf(puzzle);
        try {
            await context.api.library.remove(puzzle.id);
        } catch (error) {
            context.toast(sentence(error.message));
            reload(); // it may have been deleted elsewhere
            return;
        }
        const gone = { id: puzzle.id, name: nameOf(context, puzzle), puzzle, words: storedWords(puzzle) };
        storeWords(puzzle, ''); // the player's words are deleted and restored with the board
        deleted.push(gone);
        typedIn = chosen = null;
        await reload();
        focusRow(Math.min(at, shown.length - 1));
        context.toast(`${gone.name} deleted.`, { undo: () => restore(gone) });
    }

    const undoes = event => undoKey(event) < 0
        || (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z' && event.target !== typedIn;

    async function restore(gone = deleted[deleted.length - 1]) {
        const at = deleted.indexOf(gone);
        if (at < 0) return;
        deleted.splice(at, 1);
        try {
            await context.api.library.undo(gone.id);
            storeWords(gone.puzzle, gone.words);
            context.toast(`${gone.name} restored.`);
        } catch (error) {
            context.toast(error.message);
        }
        await reload();
        focusRow(shown.findIndex(one => one.id === gone.id));
    }

    function showDeleted() {
        const last = deleted[deleted.length - 1];
        back.hidden = !last;
        if (!last) return;
        back.setAttribute('aria-label', `Restore ${last.name}`);
        back.title = `Restore ${last.name} (Ctrl Z)`;
    }

    const focusRow = index => /** @type {HTMLElement | null} */ (rows.querySelector(`tr[data-id="${shown[index]?.id}"] a`))?.focus();

    // ---- rows ----
    function choose(puzzle) {
        if (chosen?.id === puzzle?.id && (rows.querySelector('.lib-detail') || side.firstChild)) return;
        chosen = puzzle;
        placeCard();
    }

    /** Reuses the card while the user types into it, even if the list is reloaded. @param {any} held the focused element */
    function cardOf(puzzle, held) {
        const about = JSON.stringify([puzzle, copies.get(puzzle.id)]), typedInto = card?.element.contains(held) && isTextInput(held);
        if (card?.id === puzzle.id && (card.about === about || typedInto)) return card.element;
        const element = puzzleCard(context, puzzle, {
            title: nameOf(context, puzzle), gameTitle: context.game(puzzle.game)?.title || puzzle.game, copies: copies.get(puzzle.id) || 0, state: stateLine(puzzle, progressOf), read: payloadOf(puzzle),
            open: () => openPuzzle(puzzle), remove: () => remove(puzzle), changed: () => refreshRow(puzzle),
        });
        card = { id: puzzle.id, about, element };
        return element;
    }

    function placeCard(held = document.activeElement) {
        for (const line of /** @type {NodeListOf<HTMLElement>} */ (rows.querySelectorAll('tr[data-id]'))) {
            const here = Number(line.dataset.id) === chosen?.id;
            line.classList.toggle('is-now', here);
            if (here) line.querySelector('a')?.setAttribute('aria-current', 'true'); else line.querySelector('a')?.removeAttribute('aria-current');
        }
        const element = chosen && cardOf(chosen, held), detail = rows.querySelector('.lib-detail');
        if (detail && (!element || wide.matches || !detail.contains(element) || detail.previousElementSibling !== rowFor(chosen))) detail.remove();
        if (!element || !wide.matches) fill(side);
        if (element && wide.matches && element.parentNode !== side) fill(side, element);
        if (element && !wide.matches && !element.isConnected) rowFor(chosen)?.after(h('tr', { class: 'lib-detail' }, h('td', { colspan: 6 }, element)));
        if (element?.contains(held)) /** @type {HTMLElement} */ (held).focus(); // moving an element loses the focus
    }

    const rowFor = puzzle => rows.querySelector(`tr[data-id="${puzzle.id}"]`);

    function refreshRow(puzzle) {
        const line = rowFor(puzzle);
        if (!line) return;
        fill(/** @type {Element} */ (line.querySelector('a')), nameOf(context, puzzle));
        fill(/** @type {Element} */ (line.querySelector('.lib-tags')), puzzle.tags.join(', ') || dash('no tags'));
        showFilters();
    }

    const dash = words => h('span', { class: 'soft' }, '–', h('span', { class: 'vh' }, words));

    function stateCell(puzzle) {
        const { state, text } = playerState(puzzle, progressOf);
        if (state === 'done') return h('span', { class: 'done' }, icon('tick'), text);
        return text ? h('span', { class: 'soft' }, text) : dash(stateLine(puzzle, progressOf));
    }

    function rowOf(puzzle) {
        const link = h('a', { href: '#/library', onFocus: () => { if (wide.matches) choose(puzzle); } }, nameOf(context, puzzle));
        link.addEventListener('click', event => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            const byKey = event.detail === 0;
            if (byKey || wide.matches && line.classList.contains('is-now') && event.detail > 1) openPuzzle(puzzle);
            else if (!wide.matches && chosen?.id === puzzle.id) { chosen = null; placeCard(); } else choose(puzzle);
        });
        const line = h('tr', { 'data-id': puzzle.id },
            h('td', null, h('span', { class: 'thumb', 'aria-hidden': 'true' })),
            h('td', null, link, h('div', { class: 'soft' }, subtitle(puzzle))),
            h('td', { class: 'opt' }, context.game(puzzle.game)?.title || puzzle.game),
            h('td', { class: 'opt lib-tags' }, puzzle.tags.join(', ') || dash('no tags')),
            h('td', { class: 'num' }, stateCell(puzzle)),
            h('td', { class: 'num soft opt' }, day(puzzle.added)));
        watcher.observe(line);
        return line;
    }

    const passes = puzzle => (!query.state || query.state === playerState(puzzle, progressOf).state) && (!query.copies || copies.has(puzzle.id));

    function showRows() {
        const held = document.activeElement;
        watcher.disconnect();
        shown = puzzles.filter(passes);
        if (query.copies) shown.sort((a, b) => (groups.get(a.id) || 0) - (groups.get(b.id) || 0) || a.id - b.id);
        fill(rows, shown.slice(0, limit).map(rowOf));
        table.hidden = exportButton.disabled = shown.length === 0;
        exportButton.hidden = false;
        const filtered = query.q || query.game || query.tag || query.state || query.copies;
        fill(exporter, filtered ? `Export these ${figure(shown.length)}` : 'Export all');
        fill(foot, shown.length > limit && button({ label: `Show ${plural(Math.min(PAGE, shown.length - limit), 'more', 'more')} of ${figure(shown.length)}`, onClick: () => { const from = limit; limit += PAGE; showRows(); focusRow(from); } }),
            shown.length === 0 && h('div', { class: 'empty' }, emptyPicture(), h('p', null, filtered ? 'No boards match.' : 'Nothing saved yet. Boards that you paste, read from a picture, make or solve are saved here.'),
                filtered ? button({ label: 'Show all', onClick: showAll }) : button({ label: 'Open a board', kind: 'main', onClick: () => context.go('#/') })));
        if (chosen && !shown.some(one => one.id === chosen.id)) chosen = null;
        if (!chosen && wide.matches) chosen = shown[0] || null;
        placeCard(held);
    }

    function showAll() {
        Object.assign(query, { q: '', game: '', tag: '', state: '', copies: false });
        find.value = '';
        reload();
        find.focus();
    }

    // ---- filters ----
    let counts = /** @type {any} */ ({ puzzles: 0, games: {} }), groups = new Map();
    const chip = (label, on, act) => h('button', { class: `chip${on ? ' chip-warn' : ''}`, 'aria-pressed': String(on), onClick: act }, label);

    function showFilters() {
        const pick = game => { query.game = game; limit = PAGE; reload(); };
        const held = /** @type {HTMLElement} */ (document.activeElement), heldText = games.contains(held) || more.contains(held) ? held.textContent : '';
        const list = Object.entries(counts.games).sort((a, b) => Number(b[1]) - Number(a[1]));
        fill(games, chip(`All ${figure(counts.puzzles)}`, !query.game, () => pick('')), list.map(([name, n]) => chip(`${context.game(name)?.title || name} ${figure(Number(n))}`, query.game === name, () => pick(query.game === name ? '' : name))));
        const tags = [...new Set([query.tag, ...puzzles.flatMap(one => one.tags)].filter(Boolean))].sort();
        fill(more, h('div', { class: 'seg', role: 'group', 'aria-label': 'State' }, states.map(([state, label]) => h('button', { 'aria-pressed': String(query.state === state), onClick: () => { query.state = state; showRows(); showFilters(); announceCount(); } }, label))),
            copies.size > 0 && chip(`Copies ${figure(copies.size)}`, query.copies, () => { query.copies = !query.copies; showRows(); showFilters(); announceCount(); }),
            tags.length > 0 && h('label', { class: 'field field-pick' }, h('span', { class: 'soft' }, 'Tag'), h('select', { 'aria-label': 'Tag', onChange: event => { query.tag = event.target.value; reload(); } },
                h('option', { value: '' }, 'any'), tags.map(tag => h('option', { value: tag, selected: tag === query.tag }, tag)))));
        if (heldText) /** @type {HTMLElement | undefined} */ ([...games.children, ...more.querySelectorAll('button')].find(one => one.textContent === heldText))?.focus();
        fill(sub, `${plural(counts.puzzles, 'board')}${groups.size ? `; ${plural(new Set(groups.values()).size, 'group')} of rotated or mirrored copies` : ''}`);
    }

    const announceCount = () => context.announce(`${plural(shown.length, 'board')} shown.`);

    // ---- loading ----
    let timer = 0;
    function reloadSoon() {
        clearTimeout(timer);
        timer = window.setTimeout(() => reload().then(announceCount), 120);
    }

    async function reload() {
        const number = ++asked;
        try {
            const [list, figures, same] = await Promise.all([context.api.library.list({ q: query.q, game: query.game, tag: query.tag }), context.api.library.count(), context.api.library.duplicates()]);
            if (number !== asked) return;
            puzzles = list.puzzles;
            progressOf = progressReader();
            counts = figures.library;
            copies = new Map(same.duplicates.flatMap(ids => ids.map(id => [id, ids.length - 1])));
            groups = new Map(same.duplicates.flatMap((ids, i) => ids.map(id => [id, i])));
            keepSelected();
            showRows();
            showFilters();
            showDeleted();
        } catch (error) {
            if (number === asked) showError(error);
        }
    }

    /** Shows an error below the list; without a list, there is nothing to export either. @param {Error} error */
    function showError(error) {
        table.hidden = exportButton.hidden = shown.length === 0;
        fill(foot, h('div', { class: 'note note-bad', role: 'alert' }, icon('warn'), h('div', null, h('b', null, 'Cannot read the library'), h('p', { class: 'soft' }, sentence(error.message)))));
    }

    /** Keeps the object of the selected puzzle, which its card modifies. */
    function keepSelected() {
        const at = puzzles.findIndex(one => one.id === chosen?.id);
        if (at < 0) chosen = null;
        else puzzles[at] = Object.assign(chosen, puzzles[at]);
    }

    /** Exports the listed puzzles, oldest first, in the format of the command line. */
    function exportShown() {
        const lines = [...shown].sort((a, b) => a.added - b.added || a.id - b.id).map(puzzle => `${JSON.stringify(puzzle)}\n`);
        context.share.saveBlob(new Blob(lines, { type: 'application/x-ndjson' }), 'comb-library.jsonl');
        context.announce(`${plural(lines.length, 'board')} exported, one per line.`);
    }

    // A file dropped here is imported; elsewhere the page opens it as one board.
    const drop = event => {
        const files = [...event.dataTransfer?.files || []];
        if (!files.length) return;
        event.preventDefault();
        event.stopPropagation();
        const zone = /** @type {HTMLElement | null} */ (document.querySelector('[data-dropzone]'));
        if (zone) zone.hidden = true;
        importFiles(context, files, place);
    };
    document.addEventListener('drop', drop, true);
    const narrow = () => placeCard();
    wide.addEventListener('change', narrow);

    const element = h('div', { class: 'bench', onInput: event => { if (event.target !== picker) typedIn = event.target; } },
        h('section', { class: 'stage stage-tight', 'aria-labelledby': 'lib-h' },
            h('div', { class: 'head' }, h('div', null, h('h1', { id: 'lib-h' }, 'Library'), sub), h('label', { class: 'field field-find' }, icon('search'), find, h('kbd', null, '/'))),
            games, h('div', { class: 'lib-bar' }, more, h('span', { class: 'gap' }), back, button({ label: 'Import', icon: 'file', onClick: () => picker.click() }), exportButton),
            picker, message, table, foot, context.live),
        h('aside', { class: 'side', 'aria-label': 'Selected board' }, side));
    await context.allSaved();
    await reload();

    return {
        element, title: 'Library',
        onKey(event) {
            if (deleted.length && undoes(event)) { restore(); return true; }
            if (isTextInput(event.target)) {
                if (event.key === 'Escape' && event.target === find && find.value) { find.value = query.q = ''; reloadSoon(); return true; }
                if (event.key === 'ArrowDown' && event.target === find) { focusRow(0); return true; }
                return false;
            }
            if (event.key === '/') { find.focus(); return true; }
            const line = event.target.closest?.('.lib tr[data-id]');
            if (!line) return false;
            const at = shown.findIndex(one => String(one.id) === line.dataset.id);
            const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: Math.min(shown.length, limit) - 1 }[event.key];
            if (to !== undefined) { focusRow(Math.max(0, Math.min(to, shown.length - 1))); return true; }
            if (event.key === 'Delete') { remove(shown[at]); return true; }
            return false;
        },
        dispose() {
            clearTimeout(timer);
            watcher.disconnect();
            document.removeEventListener('drop', drop, true);
            wide.removeEventListener('change', narrow);
        },
    };
}

function emptyPicture() {
    const template = document.createElement('template');
    const hexagon = 'M15 -8.7V8.7L0 17.3L-15 8.7V-8.7L0 -17.3Z';
    template.innerHTML = `<svg viewBox="-50 -22 100 44" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true">${[-32, 0, 32].map(x => `<path d="${hexagon}" transform="translate(${x} 0)"/>`).join('')}</svg>`;
    return /** @type {Element} */ (template.content.firstElementChild);
}
