// Hexcells: play with checks and hints, see every solution step with its reason; edit, rate and generate levels.
//
// A state is {given, board, notes, mistakes, made, bySolver}: the puzzle as opened, generated or edited; its text with
// the cells uncovered since; the player's marks on hidden cells; the number of mistakes; whether the puzzle was edited
// ('hand'), generated ('random') or opened (''); whether the solver made the last step. Every action adds a state to the
// history. What is shown over the board (a hint, a step, a violated clue) is an overlay, cleared by the next action.
//
// A link to a level contains the level as given; the uncovered cells follow the code as a parameter, so that a level can
// be shared without its solution. A position read from a picture is shared as it is now.
// @ts-check
import { h, fill, bringIntoView, button, note, plural } from '../parts/dom.js';
import { firstTip, rulesCard } from '../parts/rules.js';
import { attachMenu } from '../parts/menu.js';
import { tabs, segment, plainKey, undoKey, sentence, referring, ref } from './logic-parts.js';
import { captionAt, read, write, uncover, missing, tally, cellsOf, centred, keyOf, isHidden } from './hexcells-model.js';
import { withNotes, withReason, withTarget, forEditing, placesOf, lettersOf, notesText, readNotes, openText, readOpen } from './hexcells-marks.js';
import { hintPanel, stepsPanel, levelPanel } from './hexcells-panels.js';
import { editPanel } from './hexcells-edit.js';
import { numbersPanel } from './hexcells-numbers.js';
import { merge } from './hexcells-merge.js';
import { setProgress } from '../progress.js';
import { createStopwatch } from '../results.js';
import { zoomable } from '../parts/zoom.js';

/** @param {any} context @param {any} payload */
export async function open(context, payload) {
    const game = new Hexcells(context, payload);
    if (game.state.board !== payload.board) await game.changed();
    if (payload.picture) await game.mergePicture(payload.picture);
    return game.view();
}

/**
 * The payload that reopens this board with what a newer picture of it shows; null if the picture shows another board.
 * @param {any} open the board that was open, see what() @param {any} payload the board in the picture
 */
export function withPicture(open, payload) {
    if (!open?.state || open.state.made || !merge(read(open.state.board), read(payload.board))) return null;
    return { ...payload, board: open.board, code: open.code, state: open.state, picture: payload.board };
}

class Hexcells {
    /** @param {any} context @param {any} payload */
    constructor(context, payload) {
        this.context = context;
        this.scene = payload.scene;
        this.pen = 'blue';
        this.checkMode = 'now';
        this.editing = false;
        /** Whether the board changed and the server has not parsed it yet. */
        this.unread = false;
        /** @type {import('./hexcells-marks.js').Shown & {board?: string} | null} */
        this.shown = null;
        this.turn = 0;
        /** Counts overlays, separately from `turn`: showing a clue must not cancel a move. */
        this.showing = 0;
        /** Share codes by board text. @type {Map<string, string>} */
        this.codes = new Map([[payload.board, payload.code]]);
        const { open: uncovered, marks, mistakes, edit } = payload.settings || {}, given = read(payload.board);
        const board = uncovered ? write(uncover(given, readOpen(given, uncovered))) : payload.board;
        const state = payload.state || { given: payload.board, board, notes: readNotes(marks), mistakes: Number(mistakes) || 0, made: edit ? 'hand' : '' };
        this.history = context.history(state, () => { this.changing = this.changed(); });
        this.draft = context.draft('hexcells', payload.board);
        /** Resolves when the board has been parsed and redrawn. @type {Promise<void>} */
        this.changing = Promise.resolve();
        this.model = read(state.board);
        if (this.model.kind === 'position' || marks) this.checkMode = 'later';
        this.build(edit ? 'edit' : payload.tab);
    }

    get state() { return this.history.state; }
    get api() { return this.context.api; }
    /** The board that is shared, rated and checked. */
    get puzzle() { return this.model.kind === 'level' ? this.state.given : this.state.board; }
    /** The board that is shown: the position, or in the editor the puzzle, with room on all sides. */
    /** The empty level, as the editor writes it. */
    get blank() { return write(centred(read(this.context.game('hexcells').blank_boards[0].board))); }
    get subject() { return this.editing ? write(centred(read(this.state.given))) : this.state.board; }

    // ---- layout ----

    /** @param {string} [tab] the initial tab */
    build(tab = 'hint') {
        this.title = h('h1', null);
        this.sub = h('p', { class: 'sub' });
        this.remaining = h('b', null);
        this.mistakes = h('b', null);
        this.counterBox = h('div', { class: 'counter' }, h('span', null, 'Remaining'), this.remaining);
        this.story = h('p', { class: 'soft small story' });
        this.explain = h('div', { class: 'explain' });
        this.holder = h('div');
        this.zoom = zoomable(this.holder);
        this.stopwatch = createStopwatch();
        this.board = this.context.drawScene(this.holder, this.scene, {
            label: 'Hexcells board', places: placesOf,
            onCell: (place, event) => this.act(place, event.shiftKey ? 'black' : this.pen),
            onAlt: place => this.act(place, this.pen === 'blue' ? 'black' : 'blue'),
            onKey: (event, place) => this.boardKey(event, place),
            onFocus: place => this.numbers.follow(place),
            caption: point => this.editing ? '' : captionAt(this.model, point),
        });
        this.tip = firstTip('hexcells', 'Click marks a cell blue, right click black. Click a number to see the cells it counts.', 'Choose blue or black, then tap a cell. Tap a number to see the cells it counts.');
        this.numbers = numbersPanel(this);
        this.hint = hintPanel(this);
        this.steps = stepsPanel(this);
        this.level = levelPanel(this);
        this.edit = editPanel(this);
        this.side = tabs([
            { name: 'hint', label: 'Hint', panel: this.hint.element }, { name: 'steps', label: 'Steps', panel: this.steps.element },
            { name: 'level', label: 'Level', panel: this.level.element }, { name: 'edit', label: 'Edit', panel: this.edit.element },
        ], name => this.picked(name), 'Board tools');
        this.buildTools();
        this.side.pick(tab);
        this.refresh();
    }

    buildTools() {
        this.pens = segment([['blue', [swatch('blue'), 'Blue']], ['black', [swatch('black'), 'Black']]], this.pen, pen => { this.pen = pen; }, 'Click marks a cell', 'pens');
        this.checkModes = segment([['now', 'Instantly'], ['later', 'When I ask']], this.checkMode, checkMode => { this.checkMode = checkMode; }, 'Check my moves');
        this.undo = button({ label: 'Undo', icon: 'undo', text: false, onClick: () => this.turnBack(-1) });
        this.redo = button({ label: 'Redo', icon: 'redo', text: false, class: 'only-wide', onClick: () => this.turnBack(1) });
        this.again = button({ label: 'Restart', icon: 'repeat', text: false, class: 'only-wide', onClick: () => this.restart() });
        this.more = h('span', { class: 'only-narrow' }, attachMenu(button({ label: 'More', icon: 'more', text: false }), () => [
            { label: 'Redo', icon: 'redo', act: () => this.turnBack(1) }, { label: 'Restart', icon: 'repeat', act: () => this.restart() }]));
        this.playTools = [
            button({ label: 'Hint', icon: 'hint', kind: 'main', key: 'H', onClick: () => this.hint.more() }),
            button({ label: 'Check', key: 'C', onClick: () => this.check() }),
            button({ label: 'Solve', key: 'S', onClick: () => this.steps.solve() }),
        ];
        this.doneTool = button({ label: 'Done', kind: 'main', key: 'Esc', onClick: () => this.side.pick('hint') });
        this.modes = h('div', { class: 'play-modes' }, h('span', { class: 'small soft only-wide' }, 'Click:'), this.pens);
        this.tools = h('div', { class: 'tools tools-board', role: 'toolbar', 'aria-label': 'Board' },
            this.doneTool, this.playTools, h('span', { class: 'gap' }), this.undo, this.redo, this.again, this.more, this.context.share.button(() => this.what(), { text: false }));
        this.checkRow = h('div', { class: 'tools check-row' }, h('span', { class: 'small soft' }, 'Check my moves'), this.checkModes);
        this.checkRow.hidden = this.model.kind === 'position';
    }

    view() {
        const element = h('div', { class: 'bench' },
            h('section', { class: 'stage', 'aria-label': 'Board' },
                h('div', { class: 'head' }, h('div', null, this.title, this.sub),
                    h('div', { class: 'counters' }, this.counterBox, h('div', { class: 'counter' }, h('span', null, 'Mistakes'), this.mistakes))),
                this.zoom.element, this.story, this.explain, this.numbers.element, h('div', { class: 'bar-board' }, this.modes, this.tools), this.context.live, this.tip.element),
            h('aside', { class: 'side', 'aria-label': 'Hints, steps, level and editor' }, this.side.strip,
                this.hint.element, this.checkRow, this.steps.element, this.level.element, this.edit.element, rulesCard(this.context.game('hexcells'))));
        return {
            element, title: this.scene.title || 'Hexcells', board: () => this.what(),
            dispose: () => { this.draft.dispose(); this.turn = this.showing = -1; this.level.dispose(); this.edit.dispose(); this.zoom.dispose(); this.stopwatch.dispose(); this.board.dispose(); },
            onKey: event => this.pageKey(event),
        };
    }

    what() {
        const played = this.played(), any = Object.values(played).some(Boolean);
        return {
            game: 'hexcells', state: this.state, board: this.puzzle, code: this.codes.get(this.puzzle), pictured: this.state.board, title: this.scene.title,
            position: any ? { name: this.model.kind === 'level' ? 'my position' : 'my marks', parts: played } : undefined,
        };
    }

    /** The player's moves as URL parameters. */
    played() {
        const { given, board, notes, mistakes } = this.state;
        return { open: this.model.kind === 'level' && board !== given ? openText(read(given), read(board)) : '', marks: notesText(notes), mistakes };
    }

    // ---- states ----

    /** @param {Record<string, any>} change @param {string} what */
    set(change, what) {
        this.tip.drop();
        this.history.push({ ...this.state, ...change }, what);
    }

    /** Sets another puzzle, or the same one edited, without moves. @param {string} board @param {string} what @param {string} [made] */
    begin(board, what, made = 'hand') {
        this.stopwatch.restart();
        this.set({ given: board, board, notes: {}, mistakes: 0, made, bySolver: false }, what);
    }

    /** Saves an edited puzzle, and a position the player continues; an empty level is not saved. */
    saveDraft() {
        const { made } = this.state, { puzzle } = this;
        const own = made || read(puzzle).kind === 'position';
        if (own && write(centred(read(puzzle))) !== this.blank) this.draft.save(puzzle, made === 'random' ? 'random' : 'hand'); else this.draft.begin(puzzle);
    }

    /** Undoes or redoes, and announces what. @param {number} step */
    turnBack(step) {
        const what = this.history.turn(step);
        if (what) this.context.announce(what);
    }

    restart() {
        this.begin(this.state.given, 'restarted', this.state.made);
        this.context.toast('Restarted.', { undo: () => this.history.undo() });
    }

    /**
     * @param {any[]} cells {x, y, blue} each @param {string} what
     * @param {{notes?: Record<string, string>, from?: import('./hexcells-model.js').Model, bySolver?: boolean}} [how] notes:
     * marks that stay; from: the board before
     */
    uncover(cells, what, { notes = {}, from = this.model, bySolver = false } = {}) {
        const model = uncover(from, cells);
        this.set({ board: write(model), notes, bySolver }, what);
        if (!tally(model).hidden) this.finished(bySolver);
        else if (model.kind === 'position') this.numbers.start();
    }

    /** After any change of the state: the server parses the board, everything is redrawn. */
    async changed() {
        const turn = ++this.turn;
        this.showing++;
        this.shown = null;
        this.context.announce('');
        this.model = read(this.subject); /* immediately: the next click must not act on the previous board */
        this.unread = true;
        this.saveDraft();
        this.setProgress();
        this.remember(); /* before the server answers: the user may leave */
        this.explainWith();
        this.headline();
        try {
            await this.readAgain(() => turn === this.turn);
        } catch (error) {
            if (turn === this.turn) this.explainWith(note('bad', sentence(error.message)));
        }
        if (turn !== this.turn) return;
        this.hint.stale();
        this.steps.stale();
        this.level.outdated();
        this.refresh();
    }

    /** @param {() => boolean} isCurrent whether the state is still the same */
    async readAgain(isCurrent) {
        const text = this.subject, answer = await this.api.board(text, { game: 'hexcells' });
        if (!isCurrent()) return;
        this.model = read(answer.board);
        this.unread = false;
        this.codes.set(answer.board, answer.code);
        const scene = this.editing && this.model.kind === 'level' ? await this.openScene(answer.board) : answer.scene;
        const settled = member => member === text ? answer.board : member, { given, board } = this.state;
        if (!isCurrent()) return;
        this.scene = scene;
        this.history.amend({ ...this.state, given: settled(given), board: settled(board) });
        if (!this.codes.has(this.puzzle)) this.codes.set(this.puzzle, (await this.api.board(this.puzzle, { game: 'hexcells' })).code);
        if (isCurrent()) this.remember();
    }

    /** Puts the puzzle, once it has a code, and the player's moves into the address. */
    remember() {
        const code = this.codes.get(this.puzzle);
        if (code) this.context.share.setCode(code, this.played(), { ended: !this.editing && !tally(this.model).hidden, making: this.editing && !!this.state.made });
    }

    /** Stores the player's progress for the library. */
    setProgress() {
        const { given, board, bySolver } = this.state, { shown, cells } = tally(read(board));
        if (this.model.kind === 'level' && !this.editing) setProgress({ game: 'hexcells', board: given }, board === given ? null : { done: shown, of: cells, by: bySolver ? 'comb' : undefined });
    }

    /** The scene with every cell uncovered, for the editor. @param {string} board */
    async openScene(board) {
        const cells = cellsOf(this.model).map(([key, cell]) => ({ x: Number(key.split(',')[0]), y: Number(key.split(',')[1]), blue: cell.blue }));
        return (await this.api.scene({ game: 'hexcells', board, answer: { cells } })).scene;
    }

    /** Draws the board with its overlay. @param {any} [scene] with the cells of a step uncovered */
    refresh(scene = this.scene) {
        this.numbers.show();
        let next = withTarget(withNotes(scene, this.state.notes), this.numbers.at);
        if (this.editing) next = forEditing(scene, this.model, this.edit.faded());
        else if (this.shown) next = withReason(next, this.shown.on, this.shown);
        this.board.update(next);
        this.zoom.update(next);
        this.headline();
    }

    headline() {
        const { cells, shown } = tally(this.model), { head } = this.model, { notes: marks, mistakes } = this.editing ? { notes: {}, mistakes: 0 } : this.state;
        const notes = Object.values(marks), unknown = tally(this.model).hidden && missing(this.model).length;
        const left = this.model.kind === 'level' ? cellsOf(this.model).filter(([, cell]) => cell.blue && !cell.shown).length : head.remaining;
        fill(this.title, this.scene.title || 'Hexcells');
        fill(this.sub, ['Hexcells', head.author && `by ${head.author}`, `${shown} of ${cells} uncovered`, unknown && `${plural(unknown, 'number')} missing`, notes.length && plural(notes.length, 'mark')].filter(Boolean).join(' · '));
        fill(this.remaining, left === undefined ? '–' : Number(left) - notes.filter(colour => colour === 'blue').length,
            this.shown?.why?.includes('counter') && ref(lettersOf(this.shown).get('counter') || ''));
        this.counterBox.classList.toggle('is-why', !!this.shown?.why?.includes('counter'));
        fill(this.mistakes, mistakes || head.mistakes || 0);
        fill(this.story, (head.text || []).filter(Boolean).join(' '));
        this.undo.disabled = !this.history.canUndo;
        this.redo.disabled = !this.history.canRedo;
        this.again.disabled = !Object.values(this.played()).some(Boolean) && this.state.board === this.state.given;
        this.again.hidden = this.more.hidden = this.editing;
        this.modes.hidden = this.editing;
        this.doneTool.hidden = !this.editing;
        for (const tool of this.playTools) tool.hidden = this.editing;
        this.edit.refresh();
    }

    /** @param {any} [element] */
    explainWith(element) {
        fill(this.explain, element);
        if (element) bringIntoView(this.explain);
    }

    // ---- overlays ----

    /**
     * Shows a step on the current board, or on one with other known cells. @param {any} shown
     * @param {{board?: string, known?: any[]}} [before] @returns {Promise<boolean>} false if another overlay replaced it
     */
    async show(shown, { board = this.state.board, known = [] } = {}) {
        const mine = ++this.showing;
        this.shown = { ...shown, known, on: board === this.state.board ? this.model : read(board) };
        if (known.length || board !== this.state.board) {
            const { scene } = await this.api.scene({ game: 'hexcells', board, answer: { known, cells: shown.aim || [], because: shown.why || [] } });
            if (mine === this.showing) this.refresh(scene);
        } else this.refresh();
        return mine === this.showing;
    }

    unshow() {
        this.showing++;
        this.shown = null;
        this.explainWith();
        this.refresh();
    }

    /** Replaces places in a text by their letters on the board. @param {string} text */
    withLetters(text) {
        const letters = lettersOf(this.shown || {});
        const parts = referring(sentence(text), letters);
        return letters.has('counter') ? parts.flatMap(part => typeof part === 'string' ? withCounter(part, letters.get('counter')) : [part]) : parts;
    }

    /** Announces a text with letters. @param {string} text */
    announceText(text) {
        this.context.announce(this.withLetters(text).map(part => typeof part === 'string' ? part : part.textContent).join(''));
    }

    // ---- playing ----

    /** @param {any} place @param {string} colour */
    act(place, colour) {
        if (this.editing) return this.edit.act(place);
        const key = keyOf(place.x, place.y), thing = this.model.things.get(key);
        if (thing?.type !== 'cell') return this.showClue(`l${key}`, place);
        if (!isHidden(this.model, thing)) return this.showClue(`c${key}`, place);
        if (this.checkMode === 'later' || this.model.kind === 'position') return this.noteCell(key, colour); // only a level has a known solution
        return this.claim(place, thing, colour);
    }

    /** Marks a cell without checking; the same mark again removes it. @param {string} key @param {string} colour */
    noteCell(key, colour) {
        const notes = { ...this.state.notes };
        if (notes[key] === colour) delete notes[key]; else notes[key] = colour;
        this.explainWith();
        this.set({ notes }, notes[key] ? `marked ${notes[key]}` : 'removed a mark');
    }

    /** As in the game: a right guess uncovers the cell, a wrong one counts as a mistake. */
    async claim(place, thing, colour) {
        const key = keyOf(place.x, place.y), blue = colour === 'blue';
        const { [key]: _, ...notes } = this.state.notes;
        if (thing.blue === blue) {
            this.explainWith();
            this.uncover([{ ...place, blue }], `uncovered ${colour}`, { notes });
            const { hidden } = tally(this.model);
            this.context.announce(hidden ? `Correct: ${colour}. ${plural(hidden, 'cell')} left.` : 'All cells are uncovered.');
            return;
        }
        this.stopwatch.mistake();
        this.set({ mistakes: this.state.mistakes + 1, notes }, 'a mistake');
        this.context.announce(`Not ${colour}. Mistake counted.`);
        await this.showBroken([`${key}=${colour}`], `Not ${colour}. Mistake counted.`);
    }

    /** All cells are uncovered: the solve request saves the level with its answer to the library. @param {boolean} bySolver */
    finished(bySolver) {
        if (this.model.kind === 'level') this.api.run('solve', { game: 'hexcells', board: this.state.given }).catch(() => {});
        if (this.model.kind === 'position') return this.explainWith(note('good', 'All cells are uncovered.', 'Comb does not know the solution; the game shows whether it is right.'));
        const { mistakes } = this.state;
        if (!bySolver) this.stopwatch.solved('hexcells', this.state.given);
        this.explainWith(note('good', 'Solved.', mistakes ? `With ${plural(mistakes, 'mistake')}.` : bySolver ? '' : 'No mistakes.'));
    }

    /** Highlights the cells that a clue counts. */
    showClue(id, place) {
        if (this.shown?.why?.[0] === id && !this.shown.aim?.length) return this.unshow();
        if (place.text === '_') return this.numbers.follow(place);
        if (id[0] === 'c' && (!place.text || place.text === '?')) return this.context.announce(`${place.label}: no number.`);
        this.explainWith();
        return this.show({ why: [id], aim: [] });
    }

    /** Adds what a newer screenshot of the board shows, and names contradictions. @param {string} picture the position in it */
    async mergePicture(picture) {
        const merged = merge(this.model, read(picture));
        if (!merged) return;
        const { model, uncovered, numbers, conflicts } = merged, notes = Object.entries(this.state.notes);
        const open = key => { const thing = model.things.get(key); return thing && !isHidden(model, thing); };
        const wrong = notes.filter(([key, colour]) => open(key) && (model.things.get(key).state ?? (model.things.get(key).blue ? 'blue' : 'black')) !== colour);
        this.set({ board: write(model), notes: Object.fromEntries(notes.filter(([key]) => !open(key))), bySolver: false }, 'merged a picture');
        await this.changing;
        await this.showMerged(uncovered, numbers, [...conflicts, ...wrong.map(([key, colour]) => ({ key, text: `you marked it ${colour}` }))]);
    }

    async showMerged(uncovered, numbers, conflicts) {
        const found = [uncovered && `${plural(uncovered, 'cell')} uncovered`, numbers && `${plural(numbers, 'number')} copied`].filter(Boolean).join(', ');
        const title = found ? `Newer picture of this level: ${found}.` : 'Newer picture of this level: nothing new.';
        this.context.announce(title);
        if (!conflicts.length) { this.explainWith(note('good', title)); this.numbers.start(); return; }
        await this.show({ wrong: conflicts.map(({ key }) => key), why: [], aim: [] });
        const lines = conflicts.map(({ key, text }) => h('p', null, this.withLetters(`(${key}) ${text}`)));
        this.explainWith(note('bad', `${title} ${plural(conflicts.length, 'contradiction')}; the picture counts.`, lines, button({ label: 'Undo', onClick: () => this.turnBack(-1) })));
    }

    // ---- checking ----

    async check() {
        const notes = Object.entries(this.state.notes);
        if (notes.length) return this.showBroken(notes.map(([key, colour]) => `${key}=${colour}`));
        const { hidden, shown } = tally(this.model);
        if (this.model.kind === 'position') return this.side.pick('level'), this.level.check();
        this.explainWith(note('good', shown ? `${plural(shown, 'uncovered cell')}, no mistakes.` : 'No cells uncovered yet.',
            hidden ? `${plural(hidden, 'cell')} left.` : ''));
        this.context.announce(`${plural(hidden, 'cell')} left.`);
    }

    /** @param {string[]} answer @param {string} [lead] */
    async showBroken(answer, lead) {
        try {
            const { valid, violations } = await this.api.run('check', { game: 'hexcells', board: this.state.board, answer });
            if (valid) this.allRight(answer);
            else await this.showViolations(violations, lead);
        } catch (error) {
            this.explainWith(note('bad', sentence(error.message)));
        }
    }

    allRight(answer) {
        const level = this.model.kind === 'level', count = plural(answer.length, 'mark');
        const accept = button({ label: level ? 'Uncover cells' : 'Accept my marks', onClick: () => this.acceptNotes() });
        this.explainWith(note('good', level ? `Your ${count} ${answer.length === 1 ? 'is' : 'are'} right.` : `Your ${count} ${answer.length === 1 ? 'matches' : 'match'} every visible clue.`, '', accept));
        this.context.announce(`${count} checked, no clue violated.`);
    }

    acceptNotes() {
        const cells = Object.entries(this.state.notes).map(([key, colour]) => ({ x: Number(key.split(',')[0]), y: Number(key.split(',')[1]), blue: colour === 'blue' }));
        this.explainWith();
        this.uncover(cells, 'uncovered marks');
    }

    async showViolations(violations, lead) {
        const placesIn = message => [...message.matchAll(/\((\d+,\d+)\)/g)].map(found => found[1]);
        const wrong = violations.filter(({ rule }) => rule === 'colour').flatMap(({ message }) => placesIn(message));
        const clues = violations.filter(({ rule }) => rule === 'count' || rule === 'arrangement').flatMap(({ message }) => placesIn(message));
        const why = [...clues.map(key => (this.model.things.get(key)?.type === 'line' ? 'l' : 'c') + key), ...violations.some(({ rule }) => rule === 'counter') ? ['counter'] : []];
        await this.show({ wrong: [...wrong, ...clues], why, aim: [], weigh: false });
        const lines = violations.map(({ message }) => h('p', null, this.withLetters(message)));
        const none = why.length === 0 && 'No clue rules this out yet.';
        const back = !lead && this.history.canUndo && button({ label: 'Undo to before the mistake', onClick: () => this.undoToGood() });
        const verdict = lead || `${plural(violations.length, 'problem')} found.`;
        this.context.announce(verdict);
        this.explainWith(note('bad', verdict, [...lines, none && h('p', { class: 'soft' }, none)], back || undefined));
    }

    /** Shows contradictory clues on the board and as text. @param {{because: string[], text: string}} found */
    async showConflict({ because, text }) {
        await this.show({ wrong: because.filter(id => id !== 'counter').map(id => id.slice(1)), why: because, aim: [] });
        const reason = text.replace(/^contradiction: /, '');
        this.explainWith(note('bad', 'The clues contradict each other.', h('span', null, this.withLetters(reason))));
        this.announceText(reason);
    }

    /** Undoes until no mark is wrong. */
    async undoToGood() {
        const now = this.state;
        let back = 0;
        for (const state of this.history.before) {
            back++;
            const answer = Object.entries(state.notes).map(([key, colour]) => `${key}=${colour}`);
            if (!answer.length || (await this.api.run('check', { game: 'hexcells', board: state.board, answer })).valid) break;
        }
        if (this.state !== now) return; /* the player moved meanwhile */
        for (let i = 0; i < back; i++) this.history.undo();
        this.context.toast(`${plural(back, 'step')} undone; all remaining marks ${this.model.kind === 'level' ? 'are right' : 'match the clues'}.`, { action: { label: 'Redo', act: () => { for (let i = 0; i < back; i++) this.history.redo(); } } });
    }

    // ---- keys ----

    boardKey(event, place) {
        const key = plainKey(event), thing = this.model.things.get(keyOf(place.x, place.y));
        if (this.editing) return this.edit.key(key, place) && (event.preventDefault(), event.stopPropagation(), true);
        if (key === 'b' || key === 'k' || key === 'x') this.act(place, key === 'b' ? 'blue' : 'black');
        else if ((key === 'Backspace' || key === 'Delete') && this.state.notes[keyOf(place.x, place.y)]) this.noteCell(keyOf(place.x, place.y), this.state.notes[keyOf(place.x, place.y)]);
        else if (this.model.kind === 'position' && thing && /^[\d{?-]$/.test(key)) this.numbers.type(place, key);
        else return false;
        event.preventDefault();
        event.stopPropagation();
        return true;
    }

    pageKey(event) {
        const turn = undoKey(event), key = plainKey(event);
        if (turn) return this.turnBack(turn), true;
        const acts = {
            h: () => this.hint.more(), c: () => this.check(), s: () => this.steps.solve(), n: () => this.steps.go(1), p: () => this.steps.go(-1),
            Escape: () => this.level.stop() || (this.shown ? this.unshow() : this.editing && this.side.pick('hint')),
            Enter: () => !event.target.closest?.('button, a, [role="gridcell"], [role="option"]') && this.hint.apply(),
        };
        if (!acts[key] || this.editing && key !== 'Escape') return false;
        acts[key]();
        return true;
    }

    /** @param {string} name of the tab */
    picked(name) {
        const was = this.editing;
        this.editing = name === 'edit';
        if (!this.tools) return;
        this.checkRow.hidden = name !== 'hint' || this.model.kind === 'position';
        if (was === this.editing) return this.refresh();
        this.changed();
        if (this.editing) this.edit.enter();
    }
}

const swatch = colour => h('span', { class: `swatch swatch-${colour}`, 'aria-hidden': 'true' });

function withCounter(text, letter) {
    const at = text.search(/the counter/i);
    return at < 0 ? [text] : [text.slice(0, at + 11), ' ', ref(letter), text.slice(at + 11)];
}
