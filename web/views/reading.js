// Reads a picture: shows the screenshot with the reading on it, asks about uncertain cells, and opens the board once the
// user accepts it.
//
// A state of the history is {reading, agreed}: the server's object after the corrections so far, and the questions about
// the whole board that the user confirmed. Answered questions stay in the list, so that their numbers do not change.
// @ts-check
import { h, fill, button, note, plural, sentence, isTextInput } from '../parts/dom.js';
import { attachMenu } from '../parts/menu.js';
import { familyOf } from '../families.js';
import { isWordGame } from '../games.js';
import { plainKey, undoKey, segment } from './logic-parts.js';
import { MIN_CONFIDENCE, thingsOf, entriesOf, equalsOf, isOpen, layoutOf, guessOf, counterOf, fixText, acceptText, summary } from './reading-model.js';
import { sceneOf, scenePlaces, paintPicture } from './reading-picture.js';
import { questionItem, chosenCard } from './reading-queue.js';
import { prepare, sizeOf } from './reading-file.js';

/** Error code for a picture without a board. */
const NO_BOARD = 4;

/** Views of this session by the key in the address, so that Back restores them. @type {Map<string, ReadingView>} */
const cache = new Map();
const CACHE_SIZE = 8;

/** @param {string} key @param {ReadingView} view */
function store(key, view) {
    cache.set(key, view);
    const [oldest] = cache.keys();
    if (cache.size <= CACHE_SIZE) return;
    cache.get(oldest)?.release();
    cache.delete(oldest);
}

/** @param {any} context @param {{key?: string, file?: File | Blob, beside?: any}} payload */
export async function open(context, { key = '', file, beside }) {
    const view = cache.get(key) || new ReadingView(context, beside);
    if (file) store(key, view);
    if (file) view.load(file);
    else if (cache.has(key)) view.resume();
    else if (key) view.drawLost();
    return view.view();
}

class ReadingView {
    /** @param {any} context @param {any} [beside] the board that was open */
    constructor(context, beside) {
        this.context = context;
        this.beside = beside;
        this.url = '';
        /** The original picture, and the one that is sent. @type {Blob | null} */
        this.given = null;
        /** @type {Blob | null} */
        this.file = null;
        this.size = { width: 0, height: 0 };
        this.left = false;
        /** @type {any} */
        this.history = null;
        /** @type {import('./reading-model.js').Entry[]} */
        this.entries = [];
        this.chosen = '';
        this.asking = new AbortController();
        this.working = Promise.resolve();
        this.build();
        this.drawIdle();
    }

    view() {
        return {
            element: this.element, title: 'Picture', onKey: event => this.onKey(event),
            dispose: () => this.leave(),
        };
    }

    leave() {
        this.left = true;
        this.asking.abort();
        this.board?.dispose();
        this.board = null;
    }

    /** To be called when the user returns to the view. */
    resume() {
        if (!this.left) return;
        this.left = false;
        if (this.history) this.showReading();
        else if (this.file) this.read();
        else if (this.given) this.load(this.given);
    }

    /** To be called when the view leaves the cache. */
    release() {
        if (this.url) URL.revokeObjectURL(this.url);
    }

    get reading() { return this.history.state.reading; }
    get agreed() { return this.history.state.agreed; }
    get open() { return this.entries.filter(entry => isOpen(this.reading, this.agreed, entry)); }

    // ---- layout ----

    build() {
        this.title = h('h1', { id: 'read-h' });
        this.sub = h('p', { class: 'sub' });
        this.gameMenu = attachMenu(button({ label: 'Game', icon: 'settings', class: 'game-open' }), () => this.gameItems());
        this.show = segment([['picture', 'Picture'], ['board', 'Board']], 'picture', name => this.showSide(name), 'Show');
        this.picture = h('div');
        this.drawn = h('div');
        this.figure = h('figure', { class: 'shot shot-read' }, this.picture, this.drawn);
        this.message = h('div', { class: 'stack' });
        this.picker = h('input', { type: 'file', accept: 'image/*', multiple: true, class: 'vh', tabindex: -1, 'aria-hidden': 'true' });
        this.picker.addEventListener('change', () => { this.context.openFiles([...this.picker.files]); this.picker.value = ''; });
        this.undoButton = button({ label: 'Undo', icon: 'undo', key: 'Ctrl Z', onClick: () => this.undo(-1) });
        this.tools = h('div', { class: 'tools' }, this.undoButton, this.gameMenu, h('span', { class: 'gap' }), button({ label: 'Choose another picture', icon: 'picture', onClick: () => this.picker.click() }));
        this.card = h('div', { hidden: true });
        this.heading = h('h2', null);
        this.counter = h('span', { class: 'small soft' });
        this.queue = h('ol', { class: 'queue' });
        this.refusal = h('div', { class: 'refusal' });
        this.actions = h('div', { class: 'tools' });
        this.side = h('aside', { class: 'side', 'aria-label': 'What was read' }, this.card, this.refusal,
            h('section', { class: 'card', 'aria-label': 'Cells to check' }, h('header', null, this.heading, this.counter), this.queue, h('div', { class: 'pad pad-foot' }, this.actions)),
            this.context.live);
        this.stage = h('section', { class: 'stage', 'aria-labelledby': 'read-h' }, h('div', { class: 'head' }, h('div', null, this.title, this.sub), this.show), this.message, this.figure, this.tools, this.picker);
        this.element = h('div', { class: 'bench bench-read' }, this.stage, this.side);
    }

    /** @param {string} title @param {string} sub @param {'idle' | 'busy' | 'failed' | 'shown'} state */
    setState(title, sub, state) {
        this.title.textContent = title;
        this.sub.textContent = sub;
        this.element.classList.toggle('is-alone', state !== 'shown');
        this.element.setAttribute('aria-busy', String(state === 'busy'));
        this.show.hidden = this.side.hidden = this.undoButton.hidden = state !== 'shown';
        this.figure.hidden = state === 'idle' || !this.size.width;
        this.tools.hidden = state === 'idle' || state === 'busy';
        (state === 'shown' ? this.side : this.stage).append(this.context.live);
    }

    drawIdle() {
        this.setState('Read a picture', 'Comb finds the board in a screenshot or photo and asks about uncertain cells.', 'idle');
        fill(this.message, h('div', { class: 'card empty' }, h('p', null, 'Drop a picture anywhere, paste one, or choose a file.'), button({ label: 'Choose a file', icon: 'picture', kind: 'main', onClick: () => this.picker.click() })));
    }

    /** Shown for the address of a picture after a reload. */
    drawLost() {
        this.message.prepend(note('', 'The picture is gone', 'Reloading clears the picture and its corrections. Choose it again, or open the board from the library if you had opened it.'));
    }

    gameItems() {
        const likely = this.history?.state.reading.alternatives || [], now = this.history?.state.reading.game;
        const games = this.context.games.filter(game => game.pictures).sort((a, b) => Number(likely.includes(b.name)) - Number(likely.includes(a.name)));
        return games.map(game => ({ label: game.title, checked: game.name === now, act: () => this.read(game.name) }));
    }

    // ---- loading ----

    /** @param {File | Blob} file */
    async load(file) {
        this.given = file;
        const blob = await prepare(file), url = URL.createObjectURL(blob), size = await sizeOf(url);
        Object.assign(this, { file: blob, url, size });
        if (!this.left) await this.read();
    }

    /** @param {string} [game] */
    async read(game) {
        this.asking.abort();
        const { signal } = this.asking = new AbortController();
        this.history = null;
        fill(this.message);
        this.drawPlain();
        const waiting = this.showBusy();
        try {
            const reading = await this.context.api.read(this.file, game, signal);
            clearInterval(waiting);
            fill(this.message);
            if (!signal.aborted) await this.begin(reading, !game);
        } catch (error) {
            if (!signal.aborted) this.fail(error, game);
        } finally {
            clearInterval(waiting);
        }
    }

    /** Counts the seconds, and offers to stop once it takes long. @returns {number} the timer */
    showBusy() {
        const start = performance.now();
        this.setState('Reading the picture', 'Looking for a board.', 'busy');
        return window.setInterval(() => {
            this.sub.textContent = `Looking for a board: ${Math.round((performance.now() - start) / 1000)} s so far.`;
            if (!this.message.childElementCount) fill(this.message, h('div', { class: 'stack' }, h('div', { class: 'prog open', role: 'progressbar', 'aria-label': 'Reading the picture' }, h('i')), button({ label: 'Cancel', key: 'Esc', onClick: () => this.cancel() })));
        }, 1000);
    }

    /** Stops reading; the picture stays. */
    cancel() {
        if (this.element.getAttribute('aria-busy') !== 'true') return false;
        this.asking.abort();
        this.setState('Reading stopped', '', 'failed');
        fill(this.message, button({ label: 'Read it again', kind: 'main', onClick: () => this.read() }));
        return true;
    }

    /** Draws the picture alone, before it is read. */
    drawPlain() {
        this.board?.dispose();
        this.board = null;
        this.picture.className = 'plain';
        this.drawn.hidden = true;
        this.picture.hidden = false;
        fill(this.picture, this.size.width ? h('img', { src: this.url, alt: 'The picture' }) : null);
    }

    /** @param {any} error @param {string} [game] */
    fail(error, game) {
        const none = error.code === NO_BOARD, title = game && this.context.game(game)?.title;
        this.setState(none ? 'No board found' : 'Cannot read this picture', none ? 'Try another picture.' : '', 'failed');
        this.gameMenu.hidden = !none;
        fill(this.message, note('bad', sentence(error.message.replace(/^picture: /, '')), none ? `The whole board should be in the picture, upright and in focus.${title ? '' : ' If you know the game, choose it below.'}` : 'Comb reads PNG, JPEG, WebP, BMP and GIF.'));
    }

    /** @param {any} reading @param {boolean} first whether the user has not seen a reading of the picture yet */
    begin(reading, first) {
        this.layout = layoutOf(reading, this.size.width || 1, this.size.height || 1);
        this.entries = entriesOf(reading);
        this.history = this.context.history({ reading, agreed: [] }, () => this.changed());
        this.things = thingsOf(reading);
        this.chosen = this.open[0]?.key || '';
        if (first && reading.sure && !this.open.length) return this.openSure();
        this.showReading();
        this.context.announce(this.open.length ? `${plural(this.open.length, 'question')} about the picture. Enter accepts, typing corrects.` : 'All cells read. Enter opens the board.');
    }

    showReading() {
        fill(this.picture);
        this.picture.className = '';
        this.board = this.context.drawScene(this.picture, sceneOf(this.shown()), {
            label: 'Cells of the picture', paint: paintPicture, places: scenePlaces,
            onCell: place => this.choose(place.key),
            onFocus: place => this.choose(place.key),
            onKey: (event, place) => this.cellKey(event, place),
        });
        this.setState('Is this your board?', '', 'shown');
        this.gameMenu.hidden = false;
        this.show.set('picture');
        this.showSide('picture');
        this.drawAll();
    }

    // ---- drawing ----

    /** @param {string} key */
    thing(key) { return this.things.find(one => one.key === key) || null; }
    /** @param {string} key */
    entry(key) { return this.entries.find(one => one.key === key) || null; }
    /** @param {string} key */
    numberOf(key) { return this.entries.findIndex(one => one.key === key || one.things.includes(key)) + 1; }
    /** @param {string} key */
    isOpen(key) {
        const entry = this.entry(key);
        if (entry) return isOpen(this.reading, this.agreed, entry);
        return this.reading.doubts.some(doubt => doubt.x !== undefined && key.endsWith(` ${doubt.x},${doubt.y}`));
    }

    shown() {
        return { game: this.reading.game, layout: this.layout, things: this.things, entries: this.entries, url: this.url, chosen: this.chosen, numberOf: key => this.numberOf(key), isOpen: key => this.isOpen(key) };
    }

    drawAll() {
        const open = this.open.length, game = this.context.game(this.reading.game);
        this.sub.textContent = [game?.title || this.reading.game, ...summary(this.reading, open)].join(' · ');
        this.board?.update(sceneOf(this.shown()));
        this.drawCard();
        fill(this.queue, this.entries.map((entry, i) => questionItem(this, entry, i + 1)));
        this.counter.textContent = this.entries.length ? open ? `${this.entries.length - open} of ${this.entries.length} checked` : 'all checked' : '';
        this.heading.textContent = this.entries.length ? 'Please check' : 'All clear';
        this.undoButton.disabled = !this.history.canUndo;
        this.drawActions();
    }

    drawActions() {
        const guesses = this.guessed(), open = this.open.length;
        fill(this.actions, open
            ? [button({ label: 'Accept', kind: 'main', key: 'Enter', disabled: !this.acceptable(), onClick: () => this.accept() }), guesses.length > 1 && button({ label: `Accept all ${guesses.length}`, onClick: () => this.acceptAll() })]
            : button({ label: 'Open board', kind: 'main', key: 'Enter', class: 'open-board', onClick: () => this.openBoard() }));
    }

    drawCard() {
        const card = chosenCard(this);
        fill(this.card, card);
        this.card.hidden = !card;
    }

    /** @param {string} name */
    async showSide(name) {
        const board = name === 'board';
        this.picture.hidden = board;
        this.drawn.hidden = !board;
        if (board && this.history) await this.drawBoard();
    }

    /** Draws the board as the game's view will show it, with uncertain cells marked. */
    async drawBoard() {
        const { reading } = this;
        try {
            const { scene } = await this.context.api.board(reading.board, { game: reading.game });
            const marked = scene.cells.length === reading.cells.length
                ? scene.cells.map((cell, i) => reading.cells[i].confidence < MIN_CONFIDENCE ? { ...cell, marks: [...cell.marks || [], 'doubt'] } : cell) : scene.cells;
            this.context.drawScene(this.drawn, { ...scene, cells: marked }, { label: 'The board as it was read' });
        } catch (error) {
            fill(this.drawn, note('warn', 'Not a valid board yet', sentence(error.message)));
        }
    }

    // ---- selection ----

    /** @param {string} key */
    choose(key) {
        if (key === this.chosen || !this.history) return;
        this.chosen = key;
        this.board.update(sceneOf(this.shown()));
        for (const item of this.queue.children) {
            item.classList.toggle('now', item.dataset.key === key);
            if (item.dataset.key === key) item.setAttribute('aria-current', 'true'); else item.removeAttribute('aria-current');
        }
        this.drawCard();
        this.drawActions();
        if (!this.queue.contains(document.activeElement)) this.queue.querySelector('.now')?.scrollIntoView({ block: 'nearest' });
    }

    /** The next open question after the selected one, wrapping around. @param {number} [step] */
    nextOpen(step = 1) {
        const open = this.open, at = this.entries.findIndex(entry => entry.key === this.chosen), n = this.entries.length;
        for (let i = 1; i <= n; i++) {
            const entry = this.entries[(at + step * i + n * i) % n];
            if (open.includes(entry)) return entry;
        }
        return null;
    }

    // ---- corrections ----

    /** Sends corrections in order: each needs the reading of the one before. @param {string[]} fixes @param {string} what @returns {Promise<boolean>} */
    fix(fixes, what) {
        const work = this.working.then(async () => {
            if (!this.history) return false;
            try {
                const reading = await this.context.api.readFix(this.reading, fixes);
                this.history.push({ reading, agreed: this.agreed }, what);
                return true;
            } catch (error) {
                fill(this.refusal, note('bad', 'Correction rejected', sentence(error.message)));
                return false;
            }
        });
        this.working = work.then(() => {});
        return work;
    }

    /** Answers a question for all things that look the same. @param {import('./reading-model.js').Entry} entry @param {string} text */
    async answer(entry, text) {
        const things = entry.things.map(key => this.thing(key)).filter(Boolean);
        const fixes = things.length ? things.map(thing => `${thing.x},${thing.y}=${fixText(this.reading, thing, text)}`) : [`${entry.x},${entry.y}=${text}`];
        this.chosen = entry.key;
        if (await this.fix(fixes, `${entry.x},${entry.y} is ${text}`)) this.advance(`${entry.x},${entry.y} is ${text}${things.length > 1 ? `, and ${things.length - 1} more` : ''}.`);
    }

    /** Corrects a cell without a question; offers to change those that look the same. @param {any} thing @param {string} text */
    async change(thing, text) {
        const alike = equalsOf(this.things, thing);
        if (text === guessOf(thing) && thing.confidence === 1) return;
        if (!await this.fix([`${thing.x},${thing.y}=${fixText(this.reading, thing, text)}`], `${thing.x},${thing.y} is ${text}`)) return;
        const result = `${thing.x},${thing.y} is ${text}.`;
        if (!alike.length) { this.context.announce(result); return; }
        const others = () => this.fix(alike.map(one => `${one.x},${one.y}=${fixText(this.reading, one, text)}`), `${alike.length + 1} cells are ${text}`);
        this.context.toast(`${result} ${plural(alike.length, 'other cell')} look${alike.length === 1 ? 's' : ''} the same.`, { action: { label: alike.length === 1 ? 'Change it too' : 'Change them too', act: others } });
    }

    /** @param {import('./reading-model.js').Entry} entry @param {string} name @param {string} count */
    async count(entry, name, count) {
        this.chosen = entry.key;
        if (await this.fix([`0,0=${name} ${count}`], `${name} ${count}`)) this.advance(`${name[0].toUpperCase()}${name.slice(1)}: ${count}.`);
    }

    /** Confirms a question about the whole board. @param {import('./reading-model.js').Entry} entry */
    agree(entry) {
        this.chosen = entry.key;
        if (this.agreed.includes(entry.message)) return;
        this.history.push({ reading: this.reading, agreed: [...this.agreed, entry.message] }, 'confirmed');
        this.advance('Confirmed.');
    }

    /** The question that Enter would accept, or null. */
    acceptable() {
        const entry = this.entry(this.chosen);
        const known = entry?.kind === 'board' ? counterOf(entry.message)?.count !== undefined || !counterOf(entry.message) : entry && this.thingOf(entry);
        return entry && known && this.isOpen(entry.key) ? entry : null;
    }

    /** @param {import('./reading-model.js').Entry} entry */
    thingOf(entry) { return entry.kind === 'thing' ? this.thing(entry.key) : null; }
    guessed() { return this.open.filter(entry => this.thingOf(entry)); }

    accept() {
        const entry = this.acceptable(), thing = entry && this.thingOf(entry), counter = entry?.kind === 'board' && counterOf(entry.message);
        if (thing) this.answer(entry, guessOf(thing));
        else if (counter) this.count(entry, counter.name, counter.count);
        else if (entry) this.agree(entry);
        else this.ask();
    }

    /** Focuses the field of the selected question, or selects the next one. */
    ask() {
        const entry = this.entry(this.chosen), next = this.nextOpen();
        if (entry && this.isOpen(entry.key)) this.queue.querySelector('.now .choice-type')?.focus();
        else if (next) this.choose(next.key);
    }

    async acceptAll() {
        const fixes = this.guessed().flatMap(entry => entry.things.map(key => this.thing(key)).filter(Boolean)).map(thing => `${thing.x},${thing.y}=${acceptText(this.reading, thing)}`);
        if (await this.fix(fixes, 'all guesses accepted')) this.advance('All guesses accepted.');
    }

    /** After an answer: selects the next question, or the Open button. @param {string} result */
    advance(result) {
        const next = this.nextOpen(), inBoard = this.board.hasFocus();
        if (next) this.chosen = next.key;
        this.drawAll();
        this.context.announce(next ? `${result} ${plural(this.open.length, 'question')} left.` : `${result} All clear. Enter opens the board.`);
        const place = next && this.board.places.find(one => one.key === next.key);
        if (inBoard && place) this.board.focus(place.index);
        else if (next) this.queue.querySelector('.now .choice')?.focus();
        else this.actions.querySelector('.open-board')?.focus();
    }

    changed() {
        this.things = thingsOf(this.reading);
        const known = new Set(this.entries.flatMap(entry => [entry.key, ...entry.things]));
        this.entries.push(...entriesOf(this.reading).filter(entry => !known.has(entry.key) && !this.entries.some(old => old.kind === 'place' && old.x === entry.x && old.y === entry.y)));
        fill(this.refusal);
        this.drawAll();
        if (!this.drawn.hidden) this.drawBoard();
    }

    /** @param {number} step */
    undo(step) {
        const { history } = this;
        if (!history) return;
        const what = step < 0 ? history.undoes : history.redoes;
        if (step < 0 ? history.undo() : history.redo()) this.context.announce(`${step < 0 ? 'Undone' : 'Redone'}: ${what}.`);
    }

    /** Opens a board without questions; Back, or the button, leads to the picture. */
    async openSure() {
        const address = location.hash;
        await this.openBoard();
        if (location.hash === address) { if (!this.left) this.showReading(); return; }
        this.context.toast(`Read from the picture: ${this.context.game(this.reading.game)?.title}.`, { action: { label: 'Check reading', act: () => this.context.go(address) } });
    }

    async openBoard() {
        const { reading, context } = this;
        try {
            const payload = await context.api.board(reading.board, { game: reading.game });
            const merged = this.beside?.game === payload.game && await familyOf(payload.game).withPicture?.(this.beside, payload);
            if (merged) { await context.openBoard(merged); return; }
            context.api.library.add({ game: payload.game, board: payload.board, source: 'picture' }).catch(() => {});
            await context.openBoard(payload);
        } catch (error) {
            fill(this.refusal, note('bad', 'Not a valid board', sentence(error.message)));
        }
    }

    // ---- keys ----

    /** A key on a cell: on word boards a letter corrects it; on others it starts typing into the field. @param {KeyboardEvent} event @param {any} place */
    cellKey(event, place) {
        if (event.ctrlKey || event.altKey || event.metaKey) return false;
        if (event.key === 'Enter' || event.key === ' ') return false;
        if (event.key.length !== 1 || event.key === '?' && isWordGame(this.reading.game)) return false;
        this.choose(place.key);
        return this.typed(event);
    }

    /** @param {KeyboardEvent} event */
    typed(event) {
        const entry = this.entry(this.chosen), thing = this.thing(this.chosen);
        if (!entry && !thing) return false;
        event.preventDefault();
        event.stopPropagation();
        if (isWordGame(this.reading.game) && /^\p{L}$/u.test(event.key)) {
            const letter = event.key.toUpperCase();
            if (entry) this.answer(entry, letter); else this.change(thing, letter);
            return true;
        }
        const field = /** @type {HTMLInputElement | null} */ ((entry ? this.queue.querySelector('.now') : this.card)?.querySelector('.choice-type'));
        if (!field) return false;
        field.focus();
        field.value = event.key;
        return true;
    }

    /** @param {KeyboardEvent} event */
    onKey(event) {
        if (!this.history) return event.key === 'Escape' && this.cancel();
        const step = undoKey(/** @type {any} */ (event)), key = plainKey(event), words = isWordGame(this.reading.game);
        if (step && !(words && key === 'u' && !event.ctrlKey)) { this.undo(step); return true; }
        if (isTextInput(event.target)) return false;
        const control = /** @type {Element | null} */ (event.target)?.closest?.('button, a, summary');
        if (key === 'Enter' && !control) {
            if (this.open.length) this.accept(); else this.openBoard();
            return true;
        }
        if (control || event.ctrlKey || event.metaKey || event.altKey) return this.altKey(event);
        if (key.length === 1 && /[\p{L}\d{}?.-]/u.test(key) && this.chosen && key !== '?') return this.typed(event);
        return false;
    }

    /** Alt N and Alt P move between questions. @param {KeyboardEvent} event */
    altKey(event) {
        const step = event.altKey && { n: 1, p: -1 }[event.key.toLowerCase()], next = step && this.nextOpen(step);
        if (!next) return false;
        this.choose(next.key);
        return true;
    }
}

