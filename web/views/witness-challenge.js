// The Challenge: panels of The Witness in sequence, against the clock. Some stages show three panels, of which one can be
// solved. A valid line leads to the next stage; the number makes the panels, so that a challenge can be repeated and shared.
//
//     ready -> running -> over
// @ts-check
import { h, fill, button, note, sentence } from '../parts/dom.js';
import { clock } from '../parts/clock.js';
import { dailyNumber } from '../daily.js';
import { segment, plainKey, jobCard } from './logic-parts.js';
import { pathText, read, steps } from './witness-model.js';
import * as pen from './witness-line.js';

const STORE = 'comb-challenge';

/** Best results by number: {done, of, seconds}. */
const results = () => { try { return JSON.parse(localStorage.getItem(STORE) || '{}'); } catch { return {}; } };
const storeResult = (number, result) => { try { localStorage.setItem(STORE, JSON.stringify({ ...results(), [number]: result })); } catch { /* storage disabled */ } };
const isBetter = (a, b) => !b || a.done > b.done || a.done === b.done && a.seconds < b.seconds;

class Challenge {
    /** @param {any} context @param {number} number */
    constructor(context, number) {
        this.context = context;
        this.number = number;
        this.state = 'loading';
        this.stage = 0;
        this.choice = 0;
        /** Seconds at which each stage ended. @type {number[]} */
        this.times = [];
        this.line = /** @type {import('./witness-line.js').Line} */ ({ path: [] });
        /** The panel shown: its text, places and scene. @type {any} */
        this.text = this.model = this.scene = null;
        this.drawing = false;
        /** Counts panels: an answer about an earlier one is dropped. */
        this.turn = 0;
        this.build();
        this.load();
    }

    get panels() { return this.stages[this.stage].panels; }
    get seconds() { return (performance.now() - this.start) / 1000; }

    build() {
        this.title = h('h1', { id: 'challenge-h' }, `Challenge ${this.number}`);
        this.sub = h('p', { class: 'sub' });
        this.clock = h('p', { class: 'round-clock', role: 'timer' });
        this.picker = h('div');
        this.holder = h('div');
        this.panel = h('div', { class: 'stack' });
        this.element = h('div', { class: 'bench bench-round' },
            h('section', { class: 'stage', 'aria-labelledby': 'challenge-h' }, h('div', { class: 'head' }, h('div', null, this.title, this.sub), this.clock), this.picker, this.holder),
            h('aside', { class: 'side', 'aria-label': 'Challenge' }, this.panel, this.context.live));
    }

    async load() {
        const status = jobCard({ title: 'Making the panels', onStop: () => this.job?.cancel(), stopLabel: 'Stop' });
        fill(this.panel, status.element);
        try {
            this.job = this.context.api.job('make', { game: 'witness', seed: this.number, options: { challenge: true } }, { onProgress: progress => status.update(progress, '') });
            const { result } = await this.job.done;
            this.stages = result.stages;
            this.limit = result.seconds;
            this.rules = result.rules;
            this.state = 'ready';
            this.drawReady();
        } catch (error) {
            fill(this.panel, note('bad', sentence(error.message)));
        }
    }

    dispose() {
        clearInterval(this.timer);
        this.job?.cancel();
        this.board?.dispose();
        this.turn++;
    }

    // ---- before ----

    drawReady() {
        const best = results()[this.number], three = this.stages.filter(({ panels }) => panels.length > 1).length;
        this.sub.textContent = `${this.stages.length} stages in ${clock(this.limit)}.`;
        fill(this.holder);
        fill(this.picker);
        this.clock.textContent = '';
        fill(this.panel, h('section', { class: 'card' }, h('header', null, h('h2', null, 'Ready?')), h('div', { class: 'pad stack' },
            h('p', { class: 'small soft' }, `Draw a valid line on each panel. ${three} stages show three panels: only one of them can be solved.`),
            best && h('p', { class: 'small soft' }, `Your best: ${best.done} of ${best.of} in ${clock(best.seconds)}.`),
            h('div', { class: 'tools' }, button({ label: 'Start', icon: 'play', kind: 'main', onClick: () => this.begin() }),
                button({ label: 'Another challenge', onClick: () => this.context.go(`#/challenge/${1 + Math.floor(Math.random() * 9999)}`) })))));
    }

    // ---- running ----

    begin() {
        this.state = 'running';
        this.stage = 0;
        this.times = [];
        this.start = performance.now();
        this.timer = window.setInterval(() => this.tick(), 250);
        this.tick();
        this.enter();
    }

    tick() {
        const left = Math.max(0, this.limit - this.seconds);
        this.clock.textContent = clock(Math.ceil(left));
        this.clock.classList.toggle('is-late', left < 30);
        if (left <= 0) this.end();
    }

    /** Shows the current stage. */
    enter() {
        const { kind, panels } = this.stages[this.stage];
        this.sub.textContent = `Stage ${this.stage + 1} of ${this.stages.length}: ${kind}.`;
        fill(this.picker, panels.length > 1 && h('div', { class: 'stack' }, h('p', { class: 'mid' }, 'Which of the three can be solved?'),
            segment(panels.map((_, i) => /** @type {[string, string]} */ ([String(i), `Panel ${i + 1}`])), '0', value => this.choose(Number(value)), 'Panel', 'seg-wide')));
        this.choose(0);
        this.context.announce(`Stage ${this.stage + 1}: ${kind}${panels.length > 1 ? ', three panels' : ''}.`);
        this.drawStages();
    }

    /** @param {number} index of the panel of the stage */
    async choose(index) {
        const turn = ++this.turn, { scene, board } = await this.context.api.board(this.panels[index], { game: 'witness' });
        if (turn !== this.turn) return;
        Object.assign(this, { choice: index, model: read(board), text: board, scene, line: pen.none });
        this.board?.dispose();
        this.board = this.context.drawScene(this.holder, this.withLine(), { label: `Panel ${index + 1}`, onPoint: (point, event) => this.point(point, event), onKey: event => this.onKey(event) });
    }

    withLine() { return pen.withLine(this.scene, this.model, this.line); }

    /** @param {import('./witness-line.js').Line} line */
    draw(line) {
        this.line = line;
        this.board.update(this.withLine());
    }

    point(point, event) {
        if (this.state !== 'running' || event.isPrimary === false) return;
        const at = [point.px / 100, point.py / 100];
        if (event.type === 'pointerdown' && event.button === 0) {
            const line = pen.pickUp(this.model, this.line, at);
            this.drawing = !!line;
            if (line) this.draw(line);
        } else if (event.type === 'pointermove' && this.drawing) this.draw(pen.follow(this.model, this.line, at));
        else if (this.drawing && /^pointer(up|cancel)$/.test(event.type)) {
            this.drawing = false;
            this.finish(pen.settle(this.model, this.line));
        }
    }

    onKey(event) {
        const key = plainKey(event);
        if (this.state !== 'running' || !this.model || !steps[key] && key !== 'Backspace') return false;
        const from = this.line.path.length ? this.line : pen.startAt(this.model, [-1, -1]);
        if (!from) { this.context.announce('Choose a start with the pointer.'); return true; }
        event.preventDefault();
        event.stopPropagation();
        const at = pen.last(from);
        this.finish(key === 'Backspace' ? pen.back(from) : pen.stepTo(this.model, from, [at[0] + steps[key][0], at[1] + steps[key][1]]));
        return true;
    }

    /** Draws a line, and checks it if it is complete. @param {import('./witness-line.js').Line} line */
    async finish(line) {
        this.draw(line);
        if (!pen.isComplete(this.model, line)) return;
        const { turn } = this, { valid } = await this.context.api.run('check', { game: 'witness', board: this.text, answer: [pathText(line.path)], options: { rules: this.rules } });
        if (turn !== this.turn || this.state !== 'running') return;
        this.holder.classList.remove('is-good', 'is-bad');
        if (!valid) {
            this.holder.classList.add('is-bad');
            this.draw(pen.none);
            this.context.announce('Not valid. Try again.');
            return;
        }
        this.times.push(this.seconds);
        this.stage++;
        if (this.stage < this.stages.length) this.enter(); else this.end();
    }

    drawStages() {
        fill(this.panel, h('section', { class: 'card' }, h('header', null, h('h2', null, 'Stages')), h('div', { class: 'pad' }, this.stageList())),
            this.state === 'running' && h('div', { class: 'tools' }, button({ label: 'Give up', onClick: () => this.end() })));
    }

    stageList() {
        return h('ol', { class: 'challenge-stages' }, this.stages.map(({ kind }, i) => h('li', { 'aria-current': this.state === 'running' && i === this.stage ? 'step' : null },
            h('span', null, `${i + 1}. ${kind[0].toUpperCase()}${kind.slice(1)}`), h('span', { class: 'soft' }, i < this.times.length ? clock(this.times[i] - (this.times[i - 1] || 0)) : ''))));
    }

    // ---- after ----

    end() {
        clearInterval(this.timer);
        this.turn++;
        this.state = 'over';
        const of = this.stages.length, done = this.times.length, seconds = Math.min(this.limit, done === of ? this.times[of - 1] : this.seconds);
        const result = { done, of, seconds }, best = results()[this.number];
        if (done && isBetter(result, best)) storeResult(this.number, result);
        this.sub.textContent = done === of ? 'All stages solved.' : 'The challenge is over.';
        fill(this.picker);
        const text = done === of ? `all ${of} stages in ${clock(seconds)}` : `${done} of ${of} stages in ${clock(seconds)}`;
        const copy = async () => {
            await navigator.clipboard.writeText(`The Challenge ${this.number}: ${text}\n${location.origin}${location.pathname}#/challenge/${this.number}`);
            this.context.toast('Result copied.');
        };
        fill(this.panel, h('section', { class: 'card' }, h('header', null, h('h2', null, 'Result')), h('div', { class: 'pad stack' }, h('p', { class: 'fig' }, sentence(text)), this.stageList(),
            h('div', { class: 'tools' }, button({ label: 'Copy result', icon: 'share', onClick: () => copy().catch(error => this.context.toast(sentence(error.message))) }), button({ label: 'Try again', kind: 'main', onClick: () => this.drawReady() })))));
        this.context.announce(sentence(text));
    }
}

/** @param {any} context @param {{number?: number}} payload default: that of the day */
export function open(context, { number }) {
    const challenge = new Challenge(context, number || dailyNumber());
    return { element: challenge.element, title: `Challenge ${challenge.number}`, dispose: () => challenge.dispose(), onKey: event => challenge.onKey(event) };
}
