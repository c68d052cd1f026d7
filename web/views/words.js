// View of the boards of all word games: the board with the path of one word, the list of words
// or moves, an editor, and a review of the player's words.
//
// A state of the history is {board, options, mine, made}: the board's text, the options, the player's words, and whether
// the board was edited ('hand'), generated ('random') or opened (''). Scenes and answers are derived from the state and
// cached, so that undo is instant and an answer always belongs to its board.
// @ts-check
import { h, fill, button, icon, note, figure, plural, sentence, prefersReducedMotion, isTextInput } from '../parts/dom.js';
import { attachMenu } from '../parts/menu.js';
import { rulesCard } from '../parts/rules.js';
import { withPath } from '../scene.js';
import { fragmentOf } from '../share.js';
import { makeModel, allPaths, fold, parseBoard, pathThrough, letterScore, MAX_PATHS } from './words-model.js';
import { createList, sorts, filterWords, wordsIn } from './words-list.js';
import { createPlayer, speeds } from './words-play.js';
import { ribbon, sideLegend, optionsForm, optionsIn, languageTitle } from './words-parts.js';
import { createBuilder } from './words-build.js';
import { createCover } from './words-cover.js';
import { createEditor } from './words-edit.js';
import { createMoves } from './words-moves.js';
import { createOwn } from './words-own.js';
import { openReview, storedWords, storeWords } from './words-review.js';
import { createSearch, richer, SEARCH_SECONDS } from './words-search.js';

/** Cache key of an answer. @param {{board: string, options: any}} state */
const askedFor = ({ board, options }) => JSON.stringify([board, options]);

/** The points of words. @param {{score: number}[]} items */
const points = items => items.reduce((sum, item) => sum + item.score, 0);

/** "0.3 %", "12 %" @param {number} part @param {number} whole */
const share = (part, whole) => `${(whole ? 100 * part / whole : 0).toFixed(10 * part < whole ? 1 : 0)} %`;

const MAX_BLANKS = 2, TYPING_PAUSE = 350;

/** Options for drawing a board: letter values depend on the language. @param {{lang?: string}} [options] */
const drawnWith = ({ lang } = {}) => lang ? { lang } : undefined;

/** Parses the board again in the language of the link, which the first request did not know. @param {any} context @param {any} payload */
async function inLanguage(context, payload) {
    const options = drawnWith(optionsIn(context.game(payload.game), payload.settings)), { game, board } = payload;
    const read = options && await context.api.board(board, { game, options }).catch(() => null); // the search reports what is wrong
    return read ? { ...payload, ...read } : payload;
}

/** @param {any} context @param {any} payload */
export async function open(context, payload) {
    return new WordsView(context, await inLanguage(context, payload)).view();
}

class WordsView {
    constructor(context, payload) {
        this.context = context;
        this.game = context.game(payload.game);
        this.isMoves = this.game.answer_member === 'moves';
        /** How letters score, if they do. */
        this.scoring = this.game.view.letter_scoring;
        this.history = context.history({ board: payload.board, options: optionsIn(this.game, payload.settings), mine: storedWords(payload), made: payload.settings?.edit ? 'hand' : '' }, state => this.enter(state));
        this.draft = context.draft(payload.game, payload.board);
        this.payload = payload;
        /** A board that was only looked at is not the player's: it is saved once they do something with it. */
        this.example = !!payload.example;
        this.model = makeModel(payload);
        this.cache = new Map();
        this.answer = null;
        this.editing = this.model.blanks === this.model.tiles.length || !!payload.settings?.edit;
        this.item = this.hovered = null;
        this.paths = [];
        this.pathIndex = 0;
        this.filter = { text: '', slot: -1, length: 0, longer: true, side: 'all', mine: wordsIn(this.history.state.mine, this.lang) };
        this.sort = this.isMoves ? 'rank' : 'score';
        this.turn = 0;
        this.timer = 0;
        /** The latest board of the current edit. */
        this.inEdit = '';
        /** Cache key of the last search. */
        this.asked = '';
        /** Created when first drawn. @type {HTMLElement | undefined} */
        this.lengthMenu = this.speedButton = this.shareWrap = undefined;
        this.quiet = false;
        /** The search, if it runs as a job. @type {ReturnType<typeof import('../api.js').job> | null} */
        this.job = null;
        this.player = createPlayer({ onStep: count => this.draw(count), onChange: () => this.drawTools() });
        this.moves = this.isMoves ? createMoves(this) : null;
        this.own = createOwn(this);
        this.search = createSearch(this);
        this.cover = createCover({ refresh: () => this.refreshList(), showAll: () => { this.refreshList(); this.list.element.focus({ preventScroll: true }); } });
        this.builder = createBuilder(this);
        this.build();
        this.editor = createEditor(this);
        this.drawAll();
        this.solve();
    }

    view() {
        return {
            element: this.element, title: this.game.title, board: () => this.what(),
            onKey: event => this.onKey(event), dispose: () => this.dispose(),
            shown: () => { if (this.editing) this.board.focus(0); },
        };
    }

    /** Suffix of a number that may still grow. */
    get soFar() { return this.answer?.complete === false ? ' so far' : ''; }

    get lang() { return this.history.state.options.lang || 'en'; }

    dispose() {
        this.draft.dispose();
        this.turn++;
        clearTimeout(this.timer);
        this.asking?.abort();
        this.job?.cancel();
        this.search.end();
        this.own.dispose();
        this.builder.dispose();
        this.player.dispose();
        this.list.dispose();
        this.board.dispose();
    }

    get drawnWith() { return drawnWith(this.history.state.options); }

    /** For share.js: the board, the word shown, and all words. */
    what() {
        const { board, code, link } = this.payload, item = this.editing ? null : this.item, { options } = this.history.state;
        const answer = item && (this.isMoves ? { ...this.answer, moves: [item] } : { words: [{ word: item.word, score: item.score, path: this.path() }] });
        return { game: this.game.name, board, code, link, answer, solution: this.editing ? null : this.answer, title: this.game.title, options: this.drawnWith, solving: options, settings: options };
    }

    // ---- layout ------------------------------------------------------------------------------------------------------

    build() {
        const { context } = this;
        this.title = h('h1', { id: 'words-h' }, this.game.title);
        this.sub = h('p', { class: 'sub' });
        this.modes = h('div', { class: 'seg', role: 'group', 'aria-label': 'Mode' });
        this.holder = h('div');
        this.under = h('div', { class: 'under' });
        this.tools = h('div', { class: 'tools tools-board' });
        this.notes = h('div', { class: 'stack notes' });
        this.stage = h('section', { class: 'stage', 'aria-labelledby': 'words-h' },
            h('div', { class: 'head' }, h('div', null, this.title, this.sub), this.modes), this.holder, this.under, this.tools, context.live);
        this.element = h('div', { class: `bench bench-words${this.isMoves ? ' is-moves' : ''}${this.scoring ? ' has-scoring' : ''}` }, this.stage, this.buildSide());
        this.board = context.drawScene(this.holder, this.model.shown(this.model.scene, this.editing), {
            label: `${this.game.title} board`, onCell: (place, event) => this.onCell(place, event), onKey: (event, place) => this.editor.onKey(event, place),
            onFocus: place => { this.slot = place.slot; },
        });
    }

    buildSide() {
        this.stat = h('dl', { class: 'stat' });
        this.sides = h('div', { class: 'seg seg-wide', role: 'group', 'aria-label': 'Show words' });
        this.field = h('input', { type: 'search', placeholder: 'Filter: letters, a?b, b*', 'aria-label': this.isMoves ? 'Filter moves' : 'Filter words', onInput: () => this.setFilter({ text: this.field.value }) });
        this.sorter = button({ label: 'By score' });
        this.lengths = button({ label: 'Any length', class: 'chip-btn' });
        this.chips = h('div', { class: 'chips' });
        this.list = createList({
            label: this.isMoves ? 'Moves, best first' : 'Words', row: item => this.isMoves ? this.moves.row(item) : this.row(item),
            onPick: (item, how) => { this.pick(item); if (how === 'pointer') this.showBoard(); }, onHover: item => this.hover(item), onAct: () => this.player.start(),
        });
        this.review = button({ label: 'My words', icon: 'tick', onClick: () => openReview(this) });
        this.optionsBox = h('div', { class: 'pad' });
        this.optionsSum = h('span', { class: 'small soft' });
        this.listNote = h('p', { class: 'small soft pad' });
        this.empty = h('div', { class: 'empty', hidden: true });
        const find = h('label', { class: 'field' }, icon('search'), this.field, h('kbd', null, '/'));
        this.card = h('div', { class: 'card words-card' },
            h('header', null, this.stat, this.isMoves ? null : this.review),
            h('div', { class: 'pad stack' }, this.sides, this.isMoves ? find : h('div', { class: 'pair' }, find, attachMenu(this.sorter, () => this.sortMenu())), this.chips),
            this.cover.element, this.list.element, this.empty, this.own.foot);
        const options = h('details', { class: 'card options-card' }, h('summary', null, h('b', null, this.isMoves ? 'Options and word list' : 'Word list'), this.optionsSum), this.listNote, this.optionsBox, h('div', { class: 'pad' }, this.own.card));
        return h('aside', { class: 'side', 'aria-label': this.isMoves ? 'Moves' : 'Words' }, this.notes, this.card, options, rulesCard(this.game));
    }

    // ---- states ------------------------------------------------------------------------------------------------------

    /** Applies a change by the user. @param {any} change @param {string} what description */
    change(change, what) {
        if (this.example) this.adopt();
        this.history.push({ ...this.history.state, ...change.board && { made: 'hand' }, ...change }, what);
    }

    /** Saves the example to the library. */
    adopt() {
        this.example = false;
        this.context.api.library.add({ game: this.game.name, board: this.payload.board, source: 'example' }).catch(() => {});
    }

    /** Saves an edited board; an empty board is not saved, and the next edit starts another entry. */
    saveDraft({ board, made }) {
        const blank = parseBoard(board).flat().every(({ text, attr }) => /^[?.]$/.test(text) && !attr);
        if (made && !blank) this.draft.save(board, made); else this.draft.begin(board);
    }

    async enter(state) {
        const turn = ++this.turn, quiet = this.asked === askedFor(state);
        this.filter.mine = wordsIn(state.mine, this.lang);
        if (!this.filter.mine.size) this.filter.side = 'all';
        this.saveDraft(state);
        if (state.board === this.payload.board) storeWords(this.payload, state.mine); // immediately: the user may reload before the answer
        try {
            const payload = await this.cached(`board ${this.lang} ${state.board}`, () => this.context.api.board(state.board, { game: this.game.name, options: drawnWith(state.options) }));
            if (turn !== this.turn) return;
            this.moveWords(payload, state.mine);
            if (payload.board !== this.payload.board) this.cover.close();
            this.payload = payload;
            this.model = makeModel(payload);
            this.remember();
            this.drawAll();
        } catch (error) {
            if (turn !== this.turn) return;
            fill(this.notes, note('bad', sentence(error.message)));
        }
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.solve(false, quiet), this.editing ? TYPING_PAUSE : 0);
    }

    /** Puts the board and its options into the address. */
    remember() {
        const { options, made } = this.history.state;
        this.context.share.setCode(this.payload.code, options, { making: this.editing && !!made });
    }

    /** Stores the player's words with the new board, and removes them from intermediate states of an edit. */
    moveWords(payload, mine) {
        if (this.inEdit === this.payload.board && payload.board !== this.inEdit) storeWords(this.payload, '');
        if (payload.board !== this.payload.board) this.inEdit = this.editing ? payload.board : '';
        storeWords(payload, mine);
    }

    /** @template T @param {string} key @param {() => Promise<T>} fetch @returns {Promise<T>} */
    async cached(key, fetch) {
        const { cache } = this;
        if (!cache.has(key)) {
            const found = await fetch();
            if (cache.size > 200) cache.clear();
            cache.set(key, found);
        }
        return cache.get(key);
    }

    /** @param {string} name @param {any} value */
    setOption(name, value) {
        const options = { ...this.history.state.options, [name]: value };
        if (value === undefined) delete options[name];
        this.change({ options }, `changed ${name}`);
    }

    // ---- solving -----------------------------------------------------------------------------------------------------

    /**
     * @param {boolean} [forced] even with blanks @param {boolean} [quiet] without announcing the selected word
     * @param {number} [seconds] time limit; above the default the cache is bypassed
     */
    async solve(forced = false, quiet = false, seconds = SEARCH_SECONDS) {
        const { board, options } = this.history.state, key = this.asked = askedFor(this.history.state);
        this.asking?.abort();
        this.asking = new AbortController();
        const { signal } = this.asking;
        this.search.end();
        /* answers of the editor are not saved: once the user is done, the board is solved again, which saves it */
        const place = this.editing && !this.model.blanks && !this.cache.has(key) ? `draft ${key}` : key;
        if (this.model.blanks > MAX_BLANKS && !forced && !this.cache.has(key)) { this.waitForLetters(); return; }
        this.search.begin(seconds);
        const ask = () => this.ask(board, options, signal, seconds);
        try {
            const answer = seconds > SEARCH_SECONDS ? richer(await ask(), this.cache.get(place)) : await this.cached(place, ask);
            if (signal.aborted) return;
            this.cache.set(place, answer);
            fill(this.notes, this.search.incompleteNote(answer));
            if (quiet) this.quietly(() => this.setAnswer(answer)); else this.setAnswer(answer);
        } catch (error) {
            if (!signal.aborted) this.showError(error);
        } finally {
            if (!signal.aborted) this.search.end();
        }
    }

    /** Requests the answer; with blanks or a longer time limit as a job, which can be stopped. */
    ask(board, options, signal, seconds) {
        const request = { game: this.game.name, board, options, keep: !this.editing && !this.example, source: 'page' };
        if (this.isMoves) return this.moves.ask(request, signal, seconds);
        const words = { ...request, options: { ...options, sort: 'score' }, seconds };
        return this.model.blanks || seconds > SEARCH_SECONDS ? this.search.follow(words, signal) : this.context.api.run('solve', words, signal);
    }

    /** To be called when own words changed: cached answers are outdated. */
    async listChanged() {
        this.cache = new Map();
        await this.solve(!!this.answer, true);
        this.drawOptions();
    }

    /** Runs an action without announcing the selected word, so that the action's own message stays. @param {() => void} act */
    quietly(act) {
        this.quiet = true;
        act();
        this.quiet = false;
    }

    /** Removes a word from the list immediately, before the server's new answer. @param {string} word */
    dropWord(word) {
        const others = item => item.word !== word, gone = this.items.filter(item => !others(item));
        if (!gone.length) return;
        this.items = this.items.filter(others);
        this.answer = { ...this.answer, count: this.answer.count - gone.length, score: this.answer.score - gone.reduce((sum, item) => sum + item.score, 0) };
        this.quietly(() => this.refreshList(this.list.near(others)));
    }

    setAnswer(answer) {
        this.answer = answer;
        this.items = this.isMoves ? answer.moves : answer.words;
        this.refreshList();
        if (this.sort === 'common') this.rankWords();
        const count = answer.count ?? this.items.length;
        if (this.editing || answer.complete === false) this.context.announce(this.isMoves ? `${plural(count, 'move')}${this.soFar}.` : `${plural(count, 'word')}${this.soFar}, ${plural(answer.score, 'point')}.`);
        this.drawSub();
    }

    async showError(error) {
        this.answer = null;
        this.context.announce(''); // it may name a word of the previous list
        this.items = [];
        this.refreshList();
        fill(this.notes, note('bad', sentence(error.message)));
        const { turn } = this, offer = await this.builder.offer();
        if (offer && turn === this.turn) fill(this.notes, offer);
    }

    waitForLetters() {
        this.answer = null;
        this.items = [];
        this.refreshList();
        const all = this.model.blanks === this.model.tiles.length;
        fill(this.empty, h('p', null, all ? 'The board is empty. Type its letters.' : `${plural(this.model.blanks, 'cell')} without a letter.`),
            all ? this.shakeButton() : button({ label: 'Solve anyway', onClick: () => this.solve(true) }));
        this.empty.hidden = false;
    }

    shakeButton() {
        return this.game.verbs.includes('make') && button({ label: 'Shake', title: 'Fill with random letters', icon: 'dice', onClick: () => this.editor.shake() });
    }

    // ---- the list ----------------------------------------------------------------------------------------------------

    /** @param {any} [wanted] the row to select */
    refreshList(wanted) {
        const visible = this.isMoves ? this.items || [] : (this.items || []).filter(item => this.cover.allows(item.word, this.filter.mine));
        const rows = filterWords(visible, this.filter, fold(this.filter.text.trim(), this.lang), item => this.filter.slot < 0 || !!this.through(item));
        if (!this.isMoves) rows.sort(sorts[this.sort].order);
        const keep = rows.includes(wanted) ? wanted : rows.find(row => row.word === this.item?.word) || rows[0];
        this.list.set(rows, keep);
        if (!this.isMoves) this.cover.draw(this.items || []);
        this.card.classList.toggle('is-covered', !this.isMoves && !this.cover.open && !rows.length && !!this.items?.length);
        this.empty.hidden = true;
        this.own.checkFilter(this.filter.text);
        if (!rows.length && this.answer && !(visible.length < this.items.length && !this.filter.text)) { fill(this.empty, h('p', null, this.items.length ? 'Nothing matches the filter.' : this.soFar ? 'No words found so far.' : 'No words found on this board.'), this.own.verdict); this.empty.hidden = false; }
        this.drawStat(rows.length);
        this.drawFilters();
        if (keep) this.pick(keep, true);
        else { this.item = null; this.draw(); this.drawUnder(); this.drawTools(); }
    }

    setFilter(change) {
        Object.assign(this.filter, change);
        if (this.field.value !== this.filter.text) this.field.value = this.filter.text;
        this.refreshList();
        this.context.announce(`${figure(this.list.count)} of ${figure(this.items?.length || 0)}.`);
    }

    row(item) {
        const count = item.count ??= allPaths(this.model, item.word, item.path, 10).length;
        return [h('span', { class: 'w' }, item.word),
            h('span', { class: 'm' }, this.filter.mine.has(item.word) && icon('tick'), count > 1 && `${count > 9 ? '10+' : count} paths`),
            h('span', { class: 'n' }, figure(item.score))];
    }

    /** The item's path through the selected tile; a move has only one path. @returns {number[] | null} */
    through(item) {
        const { slot } = this.filter;
        return this.isMoves ? item.path.includes(slot) ? item.path : null : pathThrough(this.model, item, slot);
    }

    /** The paths of an item, those through the selected tile first. */
    pathsOf(item) {
        const { slot } = this.filter, paths = this.isMoves ? [item.path] : allPaths(this.model, item.word, slot >= 0 && this.through(item) || item.path);
        return slot < 0 ? paths : [...paths.filter(path => path.includes(slot)), ...paths.filter(path => !path.includes(slot))];
    }

    pick(item, quiet = false) {
        this.item = item;
        this.hovered = null;
        this.paths = this.pathsOf(item);
        this.pathIndex = 0;
        this.player.load(this.path().length);
        this.moves?.load(item);
        this.draw();
        this.drawUnder();
        this.drawTools();
        if (!quiet || !this.editing) this.announceItem();
    }

    /** Scrolls the board into view if the list is below it. */
    showBoard() {
        const { top, bottom, height } = this.holder.getBoundingClientRect();
        const visible = Math.min(bottom, innerHeight) - Math.max(top, 0);
        if (visible < height / 2) this.holder.scrollIntoView({ block: 'nearest', behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
    }

    hover(item) {
        if (this.player.playing || this.editing) return;
        this.hovered = item;
        this.moves?.load(item || this.item);
        this.draw();
    }

    announceItem() {
        const { item } = this;
        if (!item || this.quiet) return;
        if (this.isMoves) { this.context.announce(this.moves.sentence(item), item.word); return; }
        const cell = this.model.scene.cells[this.path()[0]], where = cell.label.split(',')[0];
        const paths = this.paths.length === 1 ? 'One path.' : `Path ${this.pathIndex + 1} of ${this.paths.length}${this.pathsTruncated() ? ' or more' : ''}.`;
        this.context.announce(`, ${plural(item.score, 'point')}, starts at ${where}. ${paths}`, item.word);
    }

    /** Whether there may be more paths than the limit. */
    pathsTruncated() { return this.paths.length >= MAX_PATHS; }

    path() { return this.paths[this.pathIndex] || this.item?.path || []; }

    // ---- drawing -----------------------------------------------------------------------------------------------------

    drawAll() {
        this.item = null;
        this.draw();
        this.drawSub();
        this.drawModes();
        this.drawStat();
        this.drawFilters();
        this.drawUnder();
        this.drawTools();
        this.drawOptions();
        this.own.load();
    }

    drawOptions() {
        fill(this.optionsBox, optionsForm(this.context.api, this.game, this.history.state.options, (name, value) => name === 'lang' ? this.builder.choose(value) : this.setOption(name, value)));
    }

    /** @param {number} [count] number of cells of the path to show */
    draw(count) {
        const shown = this.hovered || this.item;
        let scene = this.model.scene;
        if (shown && !this.editing) {
            const path = shown === this.item ? this.path() : this.filter.slot >= 0 && this.through(shown) || shown.path;
            scene = this.moves ? this.moves.scene(shown, count) : withPath(scene, path, shown.word, count ?? path.length);
        }
        if (this.filter.slot >= 0 && !this.editing) scene = { ...scene, cells: scene.cells.map((cell, i) => i === this.filter.slot ? { ...cell, marks: [...(cell.marks || []), 'why'] } : cell) };
        this.board.update(this.model.shown(scene, this.editing));
    }

    drawSub() {
        const list = this.answer?.list || '', language = languageTitle(this.history.state.options.lang);
        const text = this.isMoves ? this.moves.standing() : this.model.rows.map(row => row.map(tile => tile.text).join('')).join(' / ');
        fill(this.sub, [text, this.isMoves ? '' : language, list].filter(Boolean).join(' · '));
        fill(this.optionsSum, [language, list].filter(Boolean).join(', '));
        fill(this.listNote, list === 'ENABLE1' ? 'ENABLE1 is a public list of English words for word games.' : /^Hunspell/.test(list) ? 'This list is made from the Hunspell spelling dictionary.' : '');
        this.listNote.hidden = !this.listNote.textContent;
    }

    drawModes() {
        const mode = (label, on) => h('button', { 'aria-pressed': String(this.editing === on), onClick: () => this.setEditing(on) }, label);
        fill(this.modes, mode(this.isMoves ? 'Moves' : 'Words', false), mode('Edit', true),
            !this.isMoves && h('button', { onClick: () => this.playRound() }, 'Play'));
        this.element.classList.toggle('is-editing', this.editing);
    }

    /** Opens the board as a timed round. */
    playRound() {
        this.context.go(`#/round/${fragmentOf(this.payload.code, this.history.state.options).replace(/^#\/play\//, '')}`);
    }

    drawStat(shown) {
        const fig = (value, label) => h('div', null, h('dt', null, label), h('dd', null, value));
        const { answer } = this, all = this.items || [];
        if (this.isMoves) { this.sides.hidden = true; fill(this.stat, answer ? this.moves.stat(fig) : fig('–', 'moves')); return; }
        const yours = all.filter(item => this.filter.mine.has(item.word));
        fill(this.stat, fig(answer ? figure(answer.count) : '–', `${answer?.count === 1 ? 'word' : 'words'}${this.soFar}`), fig(answer ? figure(answer.score) : '–', 'points'),
            this.filter.mine.size > 0 && answer && fig(figure(yours.length), 'yours'),
            this.filter.mine.size > 0 && answer && fig(`${figure(points(yours))} (${share(points(yours), answer.score)})`, 'your points'));
        const side = (key, label, n) => h('button', { 'aria-pressed': String(this.filter.side === key), onClick: () => this.setFilter({ side: key }) }, `${label}${n === undefined ? '' : ` ${figure(n)}`}`);
        this.sides.hidden = !this.filter.mine.size;
        fill(this.sides, side('all', 'All'), side('missed', 'Missed', all.length - yours.length), side('mine', 'Mine', yours.length));
    }

    drawFilters() {
        const { slot, length, longer } = this.filter, cell = this.model.scene.cells[slot];
        const lengthText = !length ? 'Any length' : longer ? `${length} letters or more` : `${length} letters`;
        fill(this.sorter, h('span', null, sorts[this.sort]?.label || ''));
        const off = (text, change) => h('button', { class: 'chip chip-warn', onClick: () => this.setFilter(change) }, text, icon('cross'));
        fill(this.lengths, h('span', null, lengthText));
        this.lengthMenu ||= attachMenu(this.lengths, () => this.lengthChoices());
        fill(this.chips, this.isMoves ? null : this.lengthMenu, cell && off(`through ${cell.text || 'a tile'}, ${cell.label.split(',')[0]}`, { slot: -1 }), !cell && !this.filter.text && h('span', { class: 'small soft hint-tile' }, 'Click a tile to see words through it'),
            this.list.count > 0 && this.own.verdict);
    }

    lengthChoices() {
        const set = (length, longer) => () => this.setFilter({ length, longer });
        const lengths = [...new Set((this.items || []).map(item => item.word.length))].sort((a, b) => b - a), { length, longer } = this.filter;
        return [{ label: 'Any length', checked: !length, act: set(0, true) },
            ...[6, 5].filter(n => lengths[0] >= n).map(n => ({ label: `${n} letters or more`, checked: length === n && longer, act: set(n, true) })),
            ...lengths.map(n => ({ label: `${n} letters`, checked: length === n && !longer, act: set(n, false) }))];
    }

    /** @param {string} key of sorts */
    setSort(key) {
        this.sort = key;
        this.item = null;
        this.refreshList();
        if (key === 'common') this.rankWords();
    }

    /** Asks how common the words are, and sorts again; until then, and if it fails, they are sorted by score. */
    async rankWords() {
        const { items, history: { state: { board, options } } } = this;
        if (!items || items.some(item => item.rank !== undefined)) return;
        try {
            const { words } = await this.context.api.run('solve', { game: this.game.name, board, options: { ...options, sort: 'common' }, keep: false, source: 'page' });
            const ranks = new Map(words.map(({ word }, rank) => [word, rank]));
            for (const item of items) item.rank = ranks.get(item.word);
            if (this.items === items && this.sort === 'common') this.quietly(() => this.refreshList());
        } catch (error) {
            this.context.toast(`Could not sort by frequency: ${error.message}.`);
        }
    }

    sortMenu() {
        return Object.entries(sorts).map(([key, { label }]) => ({ label, checked: this.sort === key, act: () => this.setSort(key) }));
    }

    drawUnder() {
        if (this.editing) fill(this.under, this.editor.element);
        else if (this.isMoves) fill(this.under, sideLegend());
        else if (this.scoring && this.item) fill(this.under, ribbon(letterScore(this.model, this.path(), this.item.word, this.scoring)));
        else fill(this.under);
        this.element.classList.toggle('has-under', this.under.childElementCount > 0);
    }

    drawTools() {
        const { player, history } = this, any = !!this.item && !this.editing;
        const back = button({ label: 'Previous', icon: 'back', text: false, disabled: !any, onClick: () => this.list.move(-1) });
        const next = button({ label: 'Next', icon: 'next', text: false, disabled: !any, onClick: () => this.list.move(1) });
        const play = button({ label: player.playing ? 'Pause' : 'Play path', icon: player.playing ? 'pause' : 'play', disabled: !any, class: 'play', onClick: () => player.toggle() });
        this.speedButton ||= attachMenu(button({ label: 'Playback options', icon: 'settings', text: false, class: 'speed' }), () => this.playMenu());
        this.shareWrap ||= this.context.share.button(() => this.what());
        const undo = button({ label: 'Undo', icon: 'undo', text: false, disabled: !history.canUndo, onClick: () => this.undo() });
        const redo = button({ label: 'Redo', icon: 'redo', text: false, disabled: !history.canRedo, class: this.editing ? '' : 'only-wide', onClick: () => this.redo() });
        const again = this.focusedTool();
        this.own.drawFoot();
        fill(this.tools, this.editing ? this.editor.tools() : [back, play, next, this.speedButton, this.pathButton(), this.moves?.tools()], h('span', { class: 'gap' }), undo, redo, this.shareWrap);
        if (again) /** @type {any} */ ([...this.tools.querySelectorAll('button')].find(node => node.getAttribute('aria-label') === again || node.textContent === again))?.focus();
    }

    focusedTool() {
        const now = document.activeElement;
        return now && this.tools.contains(now) ? now.getAttribute('aria-label') || now.textContent : '';
    }

    pathButton() {
        if (this.isMoves || this.paths.length < 2) return null;
        const label = `Path ${this.pathIndex + 1} of ${this.paths.length}${this.pathsTruncated() ? '+' : ''}`;
        return button({ label, class: 'only-wide', onClick: () => this.nextPath() });
    }

    nextPath() {
        this.pathIndex = (this.pathIndex + 1) % Math.max(1, this.paths.length);
        this.player.load(this.path().length);
        this.draw();
        this.drawUnder();
        this.drawTools();
        this.announceItem();
    }

    playMenu() {
        const { player, history } = this;
        return [{ label: 'Step forward', icon: 'step', act: () => player.step(1) }, { label: 'Step back', icon: 'back', act: () => player.step(-1) },
            { label: player.repeat ? 'Stop repeating' : 'Repeat path', icon: 'repeat', act: () => { player.setRepeat(!player.repeat); if (player.repeat) player.start(); } },
            this.paths.length > 1 && { label: `Next path (${this.paths.length}${this.pathsTruncated() ? '+' : ''})`, icon: 'next', act: () => this.nextPath() },
            history.canRedo && { label: `Redo: ${history.redoes}`, icon: 'redo', act: () => this.redo() },
            ...speeds.map((speed, i) => ({ label: `Speed ${speed} ×`, checked: i === player.speed, act: () => player.setSpeed(i) }))].filter(Boolean);
    }

    // ---- actions -----------------------------------------------------------------------------------------------------

    setEditing(on) {
        this.editing = on;
        this.inEdit = '';
        this.remember();
        this.player.stop();
        this.hovered = null;
        this.drawModes();
        this.draw();
        this.drawUnder();
        this.drawTools();
        if (on) { this.board.focus(Math.max(0, this.slot ?? 0)); this.context.announce('Type letters; the cursor moves on automatically.'); }
        else this.solve();
    }

    /** A clicked tile is painted by the brush, or filters the list. */
    onCell(place, event) {
        if (this.editing) this.editor.paint(place.slot);
        else if (!this.model.scene.cells[place.slot].hole) this.setFilter({ slot: this.filter.slot === place.slot ? -1 : place.slot });
    }

    undo() {
        const what = this.history.undoes;
        if (this.history.undo()) this.context.announce(`Undone: ${what}.`);
    }

    redo() {
        const what = this.history.redoes;
        if (this.history.redo()) this.context.announce(`Redone: ${what}.`);
    }

    /** Single-letter shortcuts; a focused cell consumes letters, except with Alt. */
    onKey(event) {
        const ctrl = event.ctrlKey || event.metaKey, key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
        if (ctrl && (key === 'z' || key === 'y') && !isTextInput(event.target)) { key === 'y' || event.shiftKey ? this.redo() : this.undo(); return true; }
        if (ctrl || isTextInput(event.target)) return key === 'Escape' && event.target === this.field ? (this.setFilter({ text: '' }), this.list.element.focus(), true) : false;
        const onBoard = this.board.hasFocus();
        if (onBoard && !event.altKey && /^\p{L}$/u.test(key)) return false;
        const acts = {
            'u': () => this.undo(), 's': () => this.solve(true), 'n': () => this.list.move(1), 'p': () => this.list.move(-1), 'e': () => this.setEditing(!this.editing),
            '/': () => this.field.focus(), ' ': () => this.player.toggle(), ']': () => this.speed(1), '[': () => this.speed(-1), 'Escape': () => this.leave(),
            '.': () => this.player.step(1), ',': () => this.player.step(-1), 'r': () => { this.player.setRepeat(!this.player.repeat); this.player.start(); },
            'x': () => this.own.ban(), 'l': () => this.own.lists(),
        };
        const isButton = event.target instanceof HTMLElement && /^(BUTTON|A|SUMMARY|INPUT|SELECT)$/.test(event.target.tagName);
        if (!acts[key] || key === ' ' && isButton) return false;
        acts[key]();
        return true;
    }

    speed(by) {
        this.context.announce(`Speed ${this.player.setSpeed(this.player.speed + by)} ×.`);
    }

    leave() {
        if (this.search.isShown) this.search.stop();
        else if (this.player.playing) this.player.stop();
        else if (this.filter.slot >= 0 || this.filter.text) this.setFilter({ slot: -1, text: '' });
        else if (this.editing) this.setEditing(false);
        else if (this.board.hasFocus()) this.list.element.focus();
    }
}
