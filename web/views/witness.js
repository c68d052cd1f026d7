// The Witness: draw a line by mouse, finger or keys with checks and hints, solve and browse all solutions, edit and
// generate panels.
//
// A state is {board, path, by, stale, listAt, made}: the panel's text; the line; who drew it ('hand', 'solve', 'hint');
// whether the panel was edited since; the panel's index if it is from the list; whether the panel was edited ('hand'),
// generated ('random') or opened (''). Every stroke and every answer adds a state to the history; what a check or a hint
// marks on the board is an overlay, cleared by the next action.
// @ts-check
import { h, fill, bringIntoView, button, note, plural } from '../parts/dom.js';
import { attachMenu } from '../parts/menu.js';
import { placeName, withPanelPlaces } from '../parts/places.js';
import { tabs, segment, plainKey, undoKey, chip, sentence } from './logic-parts.js';
import { firstTip, rulesCard } from '../parts/rules.js';
import { captionAt, inventory, read, isEnd, nodeWord, pathText, ruleNames, same, starts, steps, usualRules } from './witness-model.js';
import * as pen from './witness-line.js';
import { resultPanel } from './witness-result.js';
import { hintPanel } from './witness-hint.js';
import { panelsPanel } from './witness-lists.js';
import { editPanel } from './witness-edit.js';
import { loadSwatches } from './witness-symbols.js';
import { lettered } from './witness-places.js';
import { rolledView } from './witness-pillar.js';
import { setProgress } from '../progress.js';
import { createStopwatch } from '../results.js';

const MAX_VIOLATIONS = 6; // shown
/** "4x4": an empty panel. @param {string} board */
const isSize = board => /^\d+x\d+$/.test(board);
const NO_START = 'This panel has no start. Add one in the editor.';

/** @param {any} context @param {any} payload */
export async function open(context, payload) {
    await loadSwatches(context.api);
    return new Witness(context, payload).view();
}

class Witness {
    /** @param {any} context @param {any} payload */
    constructor(context, payload) {
        this.context = context;
        this.scene = payload.scene;
        this.link = payload.link;
        this.code = payload.code;
        this.boardShown = payload.board;
        this.overhang = !!payload.settings?.overhang;
        this.editing = false;
        this.turn = 0;
        this.revision = 0;
        /** The solution that can be revealed step by step. @type {{path: number[][], cancelled?: number[][]} | null} */
        this.answer = null;
        /** The line while a pointer draws it. @type {import('./witness-line.js').Line | null} */
        this.stroke = null;
        /** The current line of a running search. @type {number[][] | null} */
        this.watched = null;
        /** The scene with a check or a hint on it. @type {any} */
        this.marked = null;
        /** @type {any} */
        this.verdict = null;
        this.panel = read(payload.board);
        this.rules = ruleNames[payload.settings?.rules] ? payload.settings.rules : usualRules(this.panel);
        /** Places named in the verdict. */
        this.named = lettered([]);
        this.history = context.history({ board: payload.board, path: pen.readLine(this.panel, payload.settings?.line), by: 'hand', stale: false, listAt: payload.tab === 'panels' ? 0 : undefined, made: payload.settings?.edit ? 'hand' : '' }, () => this.changed());
        this.draft = context.draft('witness', payload.board);
        this.build(payload.settings?.edit ? 'edit' : payload.tab);
    }

    get state() { return this.history.state; }
    get api() { return this.context.api; }
    get options() { return { rules: this.rules, ...(this.overhang ? { overhang: true } : {}) }; }

    // ---- layout ----

    /** @param {string} [tab] the initial tab */
    build(tab = 'result') {
        this.title = h('h1', null);
        this.sub = h('p', { class: 'sub' });
        this.badge = h('div', null);
        this.holder = h('div');
        this.stopwatch = createStopwatch();
        this.explain = h('div', { class: 'explain' });
        this.rolledHolder = h('div');
        this.shape = segment([['flat', 'Flat'], ['rolled', 'Rolled']], 'flat', how => this.roll(how), 'Pillar');
        this.board = this.context.drawScene(this.holder, this.scene, {
            label: 'Panel', places: scene => this.places(scene),
            onPoint: (point, event) => this.pointer(point, event),
            onCell: (place, event) => this.acted(place, event),
            onKey: (event, place) => this.boardKey(event, place),
            caption: point => this.editing || this.stroke ? '' : captionAt(this.panel, point),
        });
        this.tip = firstTip('witness', 'Drag from the disc to draw a line, or use the arrow keys. Rest on a symbol to see what it means.', 'Drag from the disc to draw a line. Hold a finger on a symbol to see what it means.');
        this.result = resultPanel(this);
        this.hint = hintPanel(this);
        this.panels = panelsPanel(this);
        this.edit = editPanel(this);
        this.side = tabs([
            { name: 'result', label: 'Solve', panel: this.result.element }, { name: 'hint', label: 'Hint', panel: this.hint.element },
            { name: 'panels', label: 'Panels', panel: this.panels.element }, { name: 'edit', label: 'Edit', panel: this.edit.element },
        ], name => this.picked(name), 'Panel tools');
        this.buildTools();
        this.side.pick(tab);
        this.refresh();
    }

    buildTools() {
        this.slider = h('input', { type: 'range', min: 0, max: 1, value: 1, onInput: event => this.revealTo(Number(event.target.value)) });
        this.revealed = h('output', null);
        this.nextStep = button({ label: 'Next step', key: 'R', onClick: () => this.revealNext() });
        this.wholeLine = button({ label: 'Show whole line', onClick: () => this.result.showWhole() });
        this.revealer = h('div', { class: 'revealer', hidden: true }, h('label', { class: 'range' }, h('span', null, 'Reveal steps'), this.slider, this.revealed), this.nextStep, this.wholeLine);
        this.pager = h('span', { class: 'small pager' });
        this.previous = button({ label: 'Previous solution', icon: 'back', text: false, onClick: () => this.result.go(-1) });
        this.next = button({ label: 'Next solution', icon: 'next', text: false, onClick: () => this.result.go(1) });
        this.turner = h('span', { class: 'tools turner', hidden: true }, this.previous, this.pager, this.next);
        this.undo = button({ label: 'Undo', icon: 'undo', text: false, onClick: () => this.turnBack(-1) });
        this.redo = button({ label: 'Redo', icon: 'redo', text: false, class: 'only-wide', onClick: () => this.turnBack(1) });
        this.playTools = [
            button({ label: 'Hint', icon: 'hint', kind: 'main', key: 'H', onClick: () => this.hint.more() }),
            button({ label: 'Check', key: 'C', onClick: () => this.check(true) }),
            button({ label: 'Solve', key: 'S', onClick: () => this.result.solve() }),
            button({ label: 'Clear line', class: 'only-wide', onClick: () => this.clear() }),
        ];
        this.more = button({ label: 'More', icon: 'more', text: false });
        const more = h('span', { class: 'only-narrow' }, attachMenu(this.more, () => this.moreItems()));
        this.doneTool = button({ label: 'Done', kind: 'main', key: 'Esc', onClick: () => this.side.pick('result') });
        this.tools = h('div', { class: 'tools tools-board', role: 'toolbar', 'aria-label': 'Panel' },
            this.doneTool, this.playTools, h('span', { class: 'gap' }), this.undo, this.redo, more,
            this.context.share.button(() => this.what(), { text: false }));
    }

    /** Actions that do not fit into a phone's toolbar. */
    moreItems() {
        return [
            this.history.canRedo && { label: 'Redo', icon: 'redo', act: () => this.turnBack(1) },
            this.canClear && { label: 'Clear line', icon: 'cross', act: () => this.clear() },
        ].filter(Boolean);
    }

    get canClear() { return !this.editing && this.state.path.length > 0; }

    clear() { this.setPath([], 'hand', 'cleared the line'); }

    view() {
        const element = h('div', { class: 'bench' },
            h('section', { class: 'stage', 'aria-label': 'Panel' },
                h('div', { class: 'head' }, h('div', null, this.title, this.sub), this.badge),
                this.shape, this.holder, this.rolledHolder, this.revealer, this.explain, h('div', { class: 'bar-board' }, this.turner, this.tools), this.context.live, this.tip.element),
            h('aside', { class: 'side', 'aria-label': 'Solve, hints, panels and editor' }, this.side.strip,
                this.result.element, this.hint.element, this.panels.element, this.edit.element, rulesCard(this.context.game('witness'))));
        return {
            element, title: this.scene.title || 'The Witness', board: () => this.what(),
            dispose: () => { this.draft.dispose(); this.turn = -1; this.stopJobs(); this.edit.live.stop(); this.result.live.stop(); this.stopwatch.dispose(); this.board.dispose(); },
            onKey: event => this.pageKey(event),
        };
    }

    what() {
        const { board, path } = this.state;
        const answer = path.length ? { path, cancelled: this.verdict?.cancelled } : undefined;
        return {
            game: 'witness', board, code: this.code, link: this.link, options: this.options, title: this.scene.title, answer, solution: this.verdict?.valid ? answer : undefined,
            settings: this.settings, position: path.length ? { name: 'my line', parts: { line: pen.lineText(path) } } : undefined,
        };
    }

    get settings() { return { rules: this.rules === usualRules(this.panel) ? '' : this.rules, overhang: this.overhang }; }

    /** Puts the panel, its rules and the line into the address. */
    remember() {
        this.context.share.setCode(this.code, { ...this.settings, line: pen.lineText(this.state.path) }, { making: this.editing && !!this.state.made });
    }

    /** What is made is saved as it is; an empty panel is not. */
    saveDraft() {
        const { board, made } = this.state;
        if (made && !isSize(board)) this.draft.save(board, made); else this.draft.begin(board);
    }

    stopJobs() {
        return [this.result.stop(), this.hint.stop(), this.panels.stop()].some(Boolean);
    }

    // ---- states ----

    /** @param {Record<string, any>} change @param {string} what */
    set(change, what) {
        this.tip.drop();
        this.history.push({ ...this.state, ...change }, what);
    }

    /** @param {number[][]} path @param {string} by @param {string} what */
    setPath(path, by, what) {
        if (pathText(path) !== pathText(this.state.path) || by !== this.state.by) this.set({ path, by, stale: false }, what);
        else this.refresh();
    }

    /** Sets another panel, or this one edited: the line stays but is unchecked. */
    setBoard(board, what, { fresh = false, listAt = fresh ? undefined : this.state.listAt, made = 'hand' } = {}) {
        this.set({ board, made, path: fresh ? [] : this.state.path, stale: !fresh && this.state.path.length > 0, by: fresh ? 'hand' : this.state.by, listAt }, what);
    }

    async changed() {
        const turn = ++this.turn, board = this.state.board;
        this.forget();
        if (board !== this.boardShown) {
            this.revision++;
            this.stopwatch.restart();
            this.saveDraft();
            this.result.outdated();
            this.panels.follow(this.state.listAt);
            try {
                const answer = await this.api.board(board, { game: 'witness' });
                if (turn !== this.turn) return;
                Object.assign(this, { scene: answer.scene, code: answer.code, link: answer.link, boardShown: answer.board, panel: read(answer.board) });
                this.history.amend({ ...this.state, board: answer.board, ...this.lineLeft() });
            } catch (error) {
                if (turn === this.turn) this.explainWith(note('bad', sentence(error.message)));
            }
        }
        this.remember();
        this.refresh();
    }

    /** The part of the line that fits on the panel, which may have become smaller. */
    lineLeft() {
        const path = pen.within(this.panel, this.state.path);
        return path.length ? { path } : { path, stale: false, by: 'hand' };
    }

    /** Clears the overlay of a check or hint. */
    forget() {
        this.marked = null;
        this.verdict = null;
        this.stroke = null;
        this.hint.stale();
        this.explainWith();
    }

    /** @param {any} [element] */
    explainWith(element) {
        fill(this.explain, element);
    }

    // ---- drawing ----

    refresh() {
        this.paint();
        this.headline();
    }

    line() {
        return this.stroke || { path: this.watched || this.state.path };
    }

    /** Shows the current line of a running search instead of the player's; null: none. @param {number[][] | null} path */
    watch(path) {
        if (!path && !this.watched) return;
        this.watched = path;
        this.paint();
    }

    /** The view of a pillar as a body, for panels that are pillars. @param {string} how 'flat' or 'rolled' */
    roll(how) {
        this.rolled = how === 'rolled' ? rolledView(this.panel) : null;
        fill(this.rolledHolder, this.rolled?.element);
        this.holder.hidden = !!this.rolled;
        this.paint();
    }

    paint() {
        const scene = this.marked || this.scene, shown = this.shownScene(scene);
        this.shape.hidden = this.editing || !this.panel.pillar;
        if (this.rolled && this.shape.hidden) { this.shape.set('flat'); this.roll('flat'); }
        this.board.update(shown);
        this.rolled?.update(shown, pen.last(this.line()));
    }

    shownScene(scene) {
        return this.editing ? { ...scene, paths: [] } : pen.withLine(scene, this.panel, this.line(), {
            stale: this.state.stale || !!this.watched, cancelled: this.watched ? [] : this.verdict?.cancelled,
        });
    }

    headline() {
        const { width, height, symmetry } = this.panel, count = pen.length(this.line());
        fill(this.title, `Panel ${width} × ${height}`);
        fill(this.sub, ['The Witness', `rules: ${ruleNames[this.rules]}`, symmetry !== 'none' && `${symmetry} symmetry`, count && plural(count, 'step')].filter(Boolean).join(' · '));
        fill(this.badge, !this.editing && h('div', { class: 'verdicts' }, this.result.live.place,  this.verdict && (this.verdict.valid ? chip('good', 'Line is valid') : chip('bad', 'Line is not valid')) || !this.editing && this.state.stale && chip('warn', 'Before your edit')));
        this.drawRevealer();
        for (const tool of this.playTools) tool.hidden = this.editing;
        this.doneTool.hidden = !this.editing;
        this.undo.disabled = !this.history.canUndo;
        this.redo.disabled = !this.history.canRedo;
        this.more.disabled = !this.history.canRedo && !this.canClear;
        this.result.refresh();
        this.edit.refresh();
    }

    drawRevealer() {
        this.revealer.hidden = this.editing || !this.answer;
        if (!this.answer) return;
        const count = this.answer.path.length - 1, shown = pen.stepsShown(this.answer.path, this.state.path);
        this.slider.max = String(count);
        this.slider.value = String(shown);
        fill(this.revealed, `${shown} of ${count}`);
        this.slider.setAttribute('aria-valuetext', shown === count ? `whole line, ${count} steps` : `${shown} of ${count} steps`);
        this.nextStep.disabled = this.wholeLine.disabled = shown === count;
    }

    /** Draws the first steps of the solution as the line; one undo restores the player's own line. @param {number} count */
    revealTo(count) {
        const { path, cancelled } = /** @type {any} */ (this.answer), shown = path.slice(0, count + 1);
        if (this.state.by === 'solve') this.amendPath(shown); else this.setPath(shown, 'solve', 'revealed the solution');
        const whole = count === path.length - 1;
        if (whole) this.verdict = { valid: true, violations: [], cancelled };
        this.refresh();
        if (whole && !cancelled && inventory(this.panel).elimination) this.check(false); // a stored or streamed solution without this information
    }

    /** Reveals one more step, after those that the player has drawn. */
    revealNext() {
        if (!this.answer) return this.result.solve();
        const count = pen.stepsShown(this.answer.path, this.state.path) + 1;
        if (count >= this.answer.path.length) return;
        this.revealTo(count);
        const [x, y] = this.answer.path[count];
        this.announce(`Step ${count}: to ${placeName(x, y)}.`);
    }

    /** Replaces the line without an undo step. @param {number[][]} path */
    amendPath(path) {
        this.history.amend({ ...this.state, path, by: 'solve', stale: false });
        this.forget();
        this.remember();
    }

    // ---- places for keys and screen readers ----

    places(scene) {
        return this.editing ? this.edit.places() : this.playPlaces(scene);
    }

    playPlaces(scene) {
        const { width, height } = this.panel, found = [], path = this.line().path;
        for (let y = 0; y <= height; y++) for (let x = 0; x <= width; x++) if (nodeWord(this.panel, [x, y]) !== 'x') found.push(this.nodePlace([x, y], path, scene));
        for (const shape of scene.shapes) if ((shape.x % 2 || shape.y % 2) && shape.label) found.push({ x: shape.x, y: shape.y, px: shape.px, py: shape.py, label: `${withPanelPlaces(shape.label)}${(shape.marks || []).includes('wrong') ? ', broken' : ''}` });
        return found.sort((a, b) => a.y - b.y || a.x - b.x);
    }

    nodePlace(node, path, scene) {
        const gone = scene.shapes.some(({ x, y, marks = [] }) => x === 2 * node[0] && y === 2 * node[1] && marks.includes('off'));
        const word = nodeWord(this.panel, node), at = path.findIndex(other => same(other, node));
        const label = [`crossing ${placeName(node[0], node[1])}`, word === 'S' && 'start', word[0] === 'E' && 'end', word[0] === 'o' && 'dot', gone && pen.CANCELLED,
            at >= 0 && `point ${at + 1} of the line`, at >= 0 && at === path.length - 1 && 'tip'].filter(Boolean).join(', ');
        return { x: 2 * node[0], y: 2 * node[1], px: 100 * node[0], py: 100 * node[1], label, selected: at >= 0 };
    }

    // ---- drawing the line by hand ----

    pointer(point, event) {
        if (event.isPrimary === false) return; // ignore a second finger
        if (this.editing) return this.edit.pointer(point, event);
        const at = [point.px / 100, point.py / 100];
        if (event.type === 'pointerdown' && event.button === 0) this.penDown(at);
        else if (event.type === 'pointermove' && this.stroke) this.penMove(at);
        else if (event.type === 'pointerup' && this.stroke) this.penUp();
        else if (event.type === 'pointercancel' && this.stroke) this.penUp();
    }

    penDown(at) {
        const line = pen.pickUp(this.panel, { path: this.state.path }, at);
        if (!line) return this.announce(this.state.path.length ? 'Continue the line from its tip.' : starts(this.panel).length ? 'Start at a large disc.' : NO_START);
        this.marked = null;
        this.verdict = null;
        this.explainWith();
        this.stroke = line;
        this.refresh();
    }

    penMove(at) {
        this.stroke = pen.follow(this.panel, /** @type {any} */ (this.stroke), at);
        if (this.frame) return;
        this.frame = requestAnimationFrame(() => { this.frame = 0; if (this.stroke) this.paint(); });
    }

    penUp() {
        const line = pen.settle(this.panel, /** @type {any} */ (this.stroke));
        this.stroke = null;
        this.finishStroke(line);
    }

    finishStroke(line) {
        const done = pen.isComplete(this.panel, line);
        this.setDrawn(line.path);
        if (done) this.check(false);
    }

    /** Sets the player's line; a replaced one can be restored by undo. @param {number[][]} path */
    setDrawn(path) {
        const before = this.state.path, another = pen.isAnother(before, path);
        this.setPath(path, 'hand', another ? 'started a new line' : pen.isCut(before, path) ? 'cut the line' : 'drew the line');
        if (another) this.context.toast('Started a new line.', { undo: () => this.turnBack(-1) });
    }

    /** Undoes or redoes, and announces what. @param {number} step */
    turnBack(step) {
        const { history } = this, what = step < 0 ? history.undoes : history.redoes;
        if (step < 0 ? history.undo() : history.redo()) this.announce(`${step < 0 ? 'Undone' : 'Redone'}: ${what}.`);
    }

    announce(text) { this.context.announce(text); }

    /** @param {any} place @param {Event} event */
    acted(place, event) {
        if (this.editing) return event.type === 'keydown' && this.edit.act(place);
        if (event.type !== 'keydown' || place.x % 2 || place.y % 2) return;
        const node = [place.x / 2, place.y / 2], path = this.state.path, on = path.findIndex(other => same(other, node));
        this.lifted = false;
        if (on >= 0 && on === path.length - 1) return isEnd(this.panel, node) ? this.check(true) : this.announce('Draw with the arrow keys.');
        if (on >= 0) return this.setDrawn(path.slice(0, on + 1));
        const line = pen.startAt(this.panel, node);
        if (!line || !same(line.path[0], node)) return this.announce('A line must begin at a start.');
        this.setDrawn(line.path);
        this.announce('Line started. Draw with the arrow keys; Backspace goes back, Escape lifts the pen.');
    }

    /** @param {string} key an arrow */
    draw(key) {
        const line = this.state.path.length ? { path: this.state.path } : pen.startAt(this.panel, [-1, -1]);
        if (!line) return this.announce(starts(this.panel).length ? 'Choose a start first: move to it and press Enter.' : NO_START);
        const at = pen.last(line), to = [at[0] + steps[key][0], at[1] + steps[key][1]], next = pen.stepTo(this.panel, line, to);
        if (next.path.length === line.path.length) {
            if (!this.state.path.length) this.setPath(line.path, 'hand', 'started a line');
            return this.announce('The line cannot go there.');
        }
        this.setPath(next.path, 'hand', 'drew a step');
        const tip = pen.last(next);
        if (this.board.hasFocus()) this.board.focus({ x: 2 * tip[0], y: 2 * tip[1] });
        if (pen.isComplete(this.panel, next)) this.check(false);
    }

    // ---- checking ----

    /** @param {boolean} asked */
    async check(asked) {
        const path = this.state.path, turn = this.turn;
        if (path.length < 2) return asked && this.announce('Draw a line first.');
        try {
            const answer = await this.api.run('check', { game: 'witness', board: this.state.board, answer: [pathText(path)], options: this.options });
            if (turn !== this.turn || path !== this.state.path) return;
            if (!answer.valid) this.stopwatch.mistake();
            else if (this.state.by === 'hand') this.stopwatch.solved('witness', this.state.board);
            if (answer.valid) setProgress({ game: 'witness', board: this.state.board }, { done: 1, of: 1, by: this.state.by === 'hand' ? undefined : 'comb' });
            this.verdict = { valid: answer.valid, violations: answer.violations, cancelled: answer.valid ? answer.answer.cancelled : undefined };
            if (this.state.stale) this.history.amend({ ...this.state, stale: false });
            this.named = lettered(answer.violations.slice(0, MAX_VIOLATIONS).map(({ message }) => message));
            this.marked = answer.valid ? null : { ...(await this.api.scene({ game: 'witness', board: this.state.board, answer: { violations: answer.violations } })).scene, tags: this.named.tags };
            this.showVerdict();
        } catch (error) {
            this.explainWith(note('bad', sentence(error.message)));
        }
        this.refresh();
        bringIntoView(this.explain.firstChild ? this.explain : this.context.live);
    }

    showVerdict() {
        const { valid, violations, cancelled = [] } = this.verdict, rules = ruleNames[this.rules];
        const gone = cancelled.length ? ` ${plural(cancelled.length, 'symbol')} cancelled.` : '';
        this.announce(valid ? `Line is valid under the rules of ${rules}.${gone}` : `Line is not valid under the rules of ${rules}.`);
        this.explainWith(!valid && note('bad', violations.length === 1 ? 'One rule is broken.' : `${violations.length} rules are broken.`,
            violations.slice(0, MAX_VIOLATIONS).map(({ message }) => h('span', { class: 'broken' }, this.named.withLetters(sentence(message))))));
    }

    // ---- keys ----

    boardKey(event, place) {
        const key = plainKey(event);
        if (this.editing) return this.edit.key(key, place) && consume(event);
        const path = this.state.path, tip = path[path.length - 1];
        const atTip = tip && !this.lifted && place.x === 2 * tip[0] && place.y === 2 * tip[1];
        if (steps[key] && atTip) this.draw(key);
        else if (key === 'Escape' && atTip) { this.lifted = true; this.announce('Pen lifted. The arrow keys move the cursor; press Enter on the tip to continue.'); }
        else return false;
        return consume(event);
    }

    pageKey(event) {
        const turn = undoKey(event), key = plainKey(event), field = event.target.closest?.(`input, [role="listbox"], [role="menu"]${steps[key] ? ', [role="tablist"]' : ''}`);
        if (turn) { this.turnBack(turn); return true; }
        if (this.editing && key !== 'Escape' || field && key !== 'Escape') return false;
        const acts = {
            h: () => this.hint.more(), c: () => this.check(true), s: () => this.result.solve(), n: () => this.result.go(1), p: () => this.result.go(-1), r: () => this.revealNext(),
            Backspace: () => this.state.path.length && this.setPath(this.state.path.slice(0, -1), 'hand', 'one step back'),
            Escape: () => this.stopJobs() || this.editing && this.side.pick('result'),
        };
        if (steps[key] && !this.board.hasFocus()) this.draw(key);
        else if (acts[key]) acts[key]();
        else return false;
        if (key === 'Backspace') this.focusTip();
        return true;
    }

    focusTip() {
        const tip = this.state.path[this.state.path.length - 1];
        if (tip && this.board.hasFocus()) this.board.focus({ x: 2 * tip[0], y: 2 * tip[1] });
    }

    /** @param {string} name of the tab */
    picked(name) {
        this.editing = name === 'edit';
        if (!this.tools) return;
        this.marked = null;
        this.holder.classList.toggle('is-editing', this.editing);
        if (this.editing) this.edit.draw();
        this.remember();
        this.refresh();
    }
}

function consume(event) {
    event.preventDefault();
    event.stopPropagation();
    return true;
}
