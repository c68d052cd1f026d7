// A timed round on a word board: words are traced with pointer or finger, tapped cell by cell, or typed. The answer is
// known from the start but not shown; when the time is over the review shows the score, its share of all points, and the
// missed words by length.
//
//     ready -> running -> over
// @ts-check
import { h, fill, button, figure, note, plural, sentence, isTextInput } from '../parts/dom.js';
import { clock } from '../parts/clock.js';
import { withPath } from '../scene.js';
import { resultCard, setDailyResult } from '../daily.js';
import { linkOf } from '../share.js';
import { segment } from './logic-parts.js';
import { optionsIn } from './words-parts.js';
import { fold, letterScore, makeModel, pathThrough } from './words-model.js';
import { storeWords, storedWords } from './words-review.js';

const TIMES = [[80, '1:20'], [120, '2:00'], [180, '3:00'], [0, 'No limit']];
const TIME_STORE = 'comb-round-seconds';
/** A pointer within this distance of a centre is on the cell; less than half the pitch, so that diagonals can be traced. */
const REACH = 38;

const storedTime = () => { try { return Number(localStorage.getItem(TIME_STORE) ?? 120); } catch { return 120; } };

/** @param {any} context @param {any} payload */
export function open(context, payload) {
    const round = new Round(context, payload);
    return { element: round.element, title: `${round.game.title} round`, onKey: event => round.onKey(event), dispose: () => round.dispose() };
}

class Round {
    /** @param {any} context @param {any} payload */
    constructor(context, payload) {
        this.context = context;
        this.payload = payload;
        this.game = context.game(payload.game);
        this.options = optionsIn(this.game, payload.settings);
        this.daily = Number(payload.settings?.daily) || 0;
        this.model = makeModel(payload);
        this.seconds = storedTime();
        this.state = 'ready';
        /** Words of the board by text; null until the answer is there. @type {Map<string, any> | null} */
        this.words = null;
        /** @type {Map<string, number>} */
        this.found = new Map();
        /** Cells of the word being traced. @type {number[]} */
        this.path = [];
        this.dragging = false;
        this.timer = 0;
        this.build();
        this.load();
        this.draw();
    }

    get score() { return [...this.found.values()].reduce((sum, points) => sum + points, 0); }

    async load() {
        try {
            this.answer = await this.context.api.run('solve', { game: this.game.name, board: this.payload.board, options: { ...this.options, sort: 'score' }, seconds: 20, keep: false });
            this.words = new Map(this.answer.words.map(item => [item.word, item]));
            this.draw();
        } catch (error) {
            fill(this.panel, note('bad', sentence(error.message)));
        }
    }

    dispose() {
        clearInterval(this.timer);
        this.board.dispose();
    }

    // ---- layout ----

    build() {
        this.title = h('h1', { id: 'round-h' }, this.daily ? `${this.game.title} daily ${this.daily}` : `${this.game.title} round`);
        this.sub = h('p', { class: 'sub' });
        this.clock = h('p', { class: 'round-clock', role: 'timer' });
        this.holder = h('div');
        this.traced = h('p', { class: 'round-word', 'aria-hidden': 'true' });
        this.field = h('input', { class: 'input', 'aria-label': 'Type a word', placeholder: 'Type a word', autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false', onInput: () => this.typed() });
        this.form = h('form', { class: 'pair round-form', onSubmit: event => { event.preventDefault(); this.submitTyped(); } }, this.field, h('button', { class: 'btn', type: 'submit' }, 'Enter'));
        this.panel = h('div', { class: 'stack' });
        this.element = h('div', { class: 'bench bench-round' },
            h('section', { class: 'stage', 'aria-labelledby': 'round-h' }, h('div', { class: 'head' }, h('div', null, this.title, this.sub), this.clock), this.holder, this.traced, this.form),
            h('aside', { class: 'side', 'aria-label': 'Round' }, this.panel, this.context.live));
        this.board = this.context.drawScene(this.holder, this.scene(), {
            label: `${this.game.title} board`, onPoint: (point, event) => this.point(point, event),
            onKey: event => /^\p{L}$/u.test(event.key) && !event.ctrlKey && !event.metaKey && this.typeInto(event),
        });
    }

    /** The board with the traced path; before the start its letters are hidden. */
    scene() {
        const scene = this.model.shown(this.model.scene, false);
        if (this.state === 'ready') return { ...scene, cells: scene.cells.map(cell => ({ ...cell, text: '', corners: undefined, label: 'hidden until the round starts' })), shapes: [] };
        const shownAt = new Map(scene.cells.map((cell, i) => [cell.slot, i]));
        return this.path.length ? withPath(scene, this.path.map(slot => shownAt.get(slot))) : scene;
    }

    draw() {
        this.board.update(this.scene());
        this.form.hidden = this.state !== 'running';
        this.traced.textContent = this.path.length ? this.textOf(this.path) : '\u00a0';
        this.clock.hidden = this.state !== 'running' || !this.seconds;
        this.sub.textContent = this.state === 'running' ? `${plural(this.found.size, 'word')}, ${plural(this.score, 'point')}` : this.state === 'over' ? 'The round is over.' : 'Find as many words as you can.';
        if (this.state === 'ready') this.drawReady(); else if (this.state === 'running') this.drawFound(); else this.drawReview();
    }

    drawReady() {
        const earlier = storedWords(this.payload);
        const times = segment(TIMES.map(([value, text]) => /** @type {[string, string]} */ ([String(value), String(text)])), String(this.seconds), value => this.setSeconds(Number(value)), 'Time');
        fill(this.panel, h('section', { class: 'card' }, h('header', null, h('h2', null, 'Ready?')), h('div', { class: 'pad stack' },
            h('p', { class: 'small soft' }, 'Drag across neighbouring cells, tap them one by one, or type. The letters appear when you start.'), times,
            earlier && h('p', { class: 'small soft' }, 'You have played this board before. A new round replaces your words.'),
            button({ label: 'Start', icon: 'play', kind: 'main', disabled: !this.words, onClick: () => this.start() }))));
    }

    drawFound() {
        const rows = [...this.found].reverse().map(([word, points]) => h('li', null, h('b', null, word), h('span', { class: 'soft' }, figure(points))));
        fill(this.panel, h('section', { class: 'card', 'aria-label': 'Found words' }, h('header', null, h('h2', null, plural(this.found.size, 'word')), h('span', { class: 'fig' }, figure(this.score))),
            h('div', { class: 'pad stack' }, rows.length ? h('ol', { class: 'round-found' }, rows) : h('p', { class: 'small soft' }, 'No words yet.'), button({ label: 'End round', onClick: () => this.end() }))));
    }

    // ---- the clock ----

    /** @param {number} seconds */
    setSeconds(seconds) {
        this.seconds = seconds;
        try { localStorage.setItem(TIME_STORE, String(seconds)); } catch { /* storage disabled */ }
    }

    start() {
        this.state = 'running';
        this.found = new Map();
        this.until = performance.now() + this.seconds * 1000;
        if (this.seconds) { this.tick(); this.timer = window.setInterval(() => this.tick(), 250); }
        this.draw();
        this.context.announce('The round has started.');
        if (matchMedia('(pointer: fine)').matches) this.field.focus({ preventScroll: true });
    }

    tick() {
        const left = Math.max(0, Math.ceil((this.until - performance.now()) / 1000));
        this.clock.textContent = clock(left);
        this.clock.classList.toggle('is-late', left <= 10);
        if (left === 0) this.end();
    }

    end() {
        if (this.state !== 'running') return;
        clearInterval(this.timer);
        this.state = 'over';
        this.path = [];
        if (this.daily) setDailyResult(this.game.name, this.daily, { text: this.summary(), done: true });
        this.draw();
        this.context.announce(`${this.summary()}.`, 'Time is up.');
    }

    // ---- entering words ----

    /** @param {number[]} path */
    textOf(path) { return path.map(slot => this.model.scene.cells[slot].text.toUpperCase()).join(''); }

    /** Follows pointer and finger: a drag traces a word; taps add cell after cell, and a tap on the last one enters it. @param {any} point @param {PointerEvent} event */
    point({ place, distance }, event) {
        if (this.state !== 'running' || event.type === 'pointerdown' && event.button !== 0) return;
        const slot = place && distance <= REACH ? place.slot : -1, last = this.path.at(-1);
        if (event.type === 'pointerdown' && slot >= 0) this.press(slot, last);
        else if (event.type === 'pointermove' && this.dragging && slot >= 0 && slot !== last) this.dragTo(slot);
        else if (event.type === 'pointerup' && this.dragging) this.release();
        else if (event.type === 'pointercancel') { this.dragging = false; this.setPath([]); }
    }

    /** @param {number} slot @param {number | undefined} last */
    press(slot, last) {
        this.dragging = true;
        this.moved = false;
        this.pressedLast = slot === last;
        if (this.pressedLast) return;
        const joins = last !== undefined && this.model.near[last].includes(slot) && !this.path.includes(slot);
        this.setPath(joins ? [...this.path, slot] : [slot]);
    }

    /** @param {number} slot */
    dragTo(slot) {
        this.moved = true;
        if (slot === this.path.at(-2)) this.setPath(this.path.slice(0, -1)); // back along the path
        else if (!this.path.includes(slot) && this.model.near[this.path.at(-1) ?? -1]?.includes(slot)) this.setPath([...this.path, slot]);
    }

    release() {
        this.dragging = false;
        if (!this.moved && !this.pressedLast) return; // a tap: the next one continues
        if (this.path.length > 1) this.enter(this.textOf(this.path), this.path);
        this.setPath([]);
    }

    /** @param {number[]} path */
    setPath(path) {
        this.path = path;
        this.board.update(this.scene());
        this.traced.textContent = path.length ? this.textOf(path) : '\u00a0';
    }

    /** A letter typed while the board has the focus goes into the field. @param {KeyboardEvent} event */
    typeInto(event) {
        this.field.focus({ preventScroll: true });
        this.field.value += event.key;
        this.typed();
        event.preventDefault();
        return true;
    }

    typed() {
        const text = fold(this.field.value.trim(), this.options.lang);
        this.setPath(text && pathThrough(this.model, { word: text, path: [] }, -1) || []);
    }

    submitTyped() {
        const word = fold(this.field.value.trim(), this.options.lang);
        this.field.value = '';
        this.setPath([]);
        if (word) this.enter(word, null);
    }

    /** @param {string} word @param {number[] | null} path the traced path; null: typed, the best path counts */
    enter(word, path) {
        const item = this.words?.get(word);
        if (!item) { this.say(this.onBoard(word) ? `${word} is not in the word list.` : `${word} is not on the board.`, 'bad'); return; }
        if (this.found.has(word)) { this.say(`${word}: already found.`, 'bad'); return; }
        const { letter_scoring: scoring } = this.game.view;
        const points = scoring && path ? letterScore(this.model, path, word, scoring).score : item.score;
        this.found.set(word, points);
        storeWords(this.payload, [...this.found.keys()].join(' '));
        this.draw();
        this.say(`${word}: ${plural(points, 'point')}.`, 'good');
    }

    /** @param {string} word */
    onBoard(word) { return Boolean(pathThrough(this.model, { word, path: [] }, -1)); }

    /** @param {string} text @param {'good' | 'bad'} kind */
    say(text, kind) {
        this.context.announce(text);
        this.holder.classList.remove('is-good', 'is-bad');
        void this.holder.offsetWidth; // restarts the animation
        this.holder.classList.add(`is-${kind}`);
    }

    /** @param {KeyboardEvent} event */
    onKey(event) {
        if (this.state !== 'running' || isTextInput(event.target) || event.ctrlKey || event.metaKey || event.altKey) return false;
        if (event.key === 'Escape') { this.setPath([]); return true; }
        return /^\p{L}$/u.test(event.key) && this.typeInto(event);
    }

    // ---- review ----

    /** "41 words, 210 points, 38 %" */
    summary() {
        const percent = this.answer?.score ? Math.round(100 * this.score / this.answer.score) : 0;
        return `${plural(this.found.size, 'word')}, ${plural(this.score, 'point')}, ${percent} %`;
    }

    drawReview() {
        const missed = [...this.words?.values() || []].filter(item => !this.found.has(item.word));
        const lengths = [...new Set(missed.map(item => item.word.length))].sort((a, b) => b - a);
        const copy = async () => {
            await navigator.clipboard.writeText(this.daily ? resultCard(this.game.title, this.daily, this.summary(), `${location.origin}${location.pathname}#/daily`)
                : `${this.game.title}: ${this.summary()}\n${linkOf(this.payload.code, this.options)}`);
            this.context.toast('Result copied.');
        };
        const percent = this.answer?.score ? Math.round(100 * this.score / this.answer.score) : 0;
        fill(this.panel,
            h('section', { class: 'card', 'aria-label': 'Result' }, h('header', null, h('h2', null, 'Your result'), h('span', { class: 'fig' }, figure(this.score))), h('div', { class: 'pad stack' },
                h('p', null, `${plural(this.found.size, 'word')} of ${figure(this.words?.size || 0)}, ${percent} % of ${plural(this.answer?.score || 0, 'point')}.`),
                this.found.size > 0 && h('p', { class: 'small soft' }, `Best: ${[...this.found].sort((a, b) => b[1] - a[1]).slice(0, 3).map(([word, points]) => `${word} (${figure(points)})`).join(', ')}`),
                h('div', { class: 'tools' }, button({ label: 'Copy result', icon: 'share', kind: 'main', onClick: () => copy().catch(error => this.context.toast(sentence(error.message))) }),
                    button({ label: 'Open board', onClick: () => this.context.openBoard({ ...this.payload, others: [], settings: this.options }) }), button({ label: 'Play again', onClick: () => { this.state = 'ready'; this.draw(); } })))),
            h('section', { class: 'card', 'aria-label': 'Missed words' }, h('header', null, h('h2', null, 'Missed'), h('span', { class: 'small soft' }, plural(missed.length, 'word'))),
                h('div', { class: 'pad stack' }, lengths.map(length => missedOf(length, missed.filter(item => item.word.length === length), item => this.setPath(item.path))))));
    }
}

/** The missed words of one length, folded. @param {number} length @param {any[]} items @param {(item: any) => void} onShow */
const missedOf = (length, items, onShow) => h('details', { class: 'missed' }, h('summary', null, `${plural(length, 'letter')}: ${plural(items.length, 'word')}`),
    h('p', { class: 'missed-words' }, items.slice(0, 400).map(item => h('button', { class: 'chip', onClick: () => onShow(item) }, item.word))));
