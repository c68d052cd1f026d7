// The live companion: the user shares the window of a game; about once per second, when the window has changed, the page
// reads the board in it and shows the next step, the path or the best words beside it.
//
//     idle -> watching -> idle
//
// While watching, each round takes a frame if the window has changed and stands still, reads it, applies the answers that
// the user gave to earlier questions, and asks for advice if the board is new and certain. A frame without a board pauses
// the advice; a frame whose cells are uncertain asks, and each question is asked once.
// @ts-check
import { h, fill, button, note, plural, sentence } from '../parts/dom.js';
import { attachMenu } from '../parts/menu.js';
import { readPlace } from '../families.js';
import { segment } from './logic-parts.js';
import { canShare, shareWindow } from './live-capture.js';
import { adviceRequest, describeAdvice, usualDepth } from './live-advice.js';
import { acceptText, counterOf, entriesOf, fixText, guessOf, thingsOf } from './reading-model.js';

/** Error code for a picture without a board. */
const NO_BOARD = 4;
/** Milliseconds between two looks at the window: a change is read when two looks agree, within about a second. */
const INTERVAL = 400;
/** Questions shown at a time. */
const MAX_QUESTIONS = 4;
const ADVICE_SECONDS = 5;

/** @param {any} context */
export function open(context) {
    const view = new LiveView(context);
    return { element: view.element, title: 'Live companion', dispose: () => view.stop() };
}

class LiveView {
    /** @param {any} context */
    constructor(context) {
        this.context = context;
        /** @type {Awaited<ReturnType<typeof shareWindow>> | null} */
        this.window = null;
        this.timer = 0;
        this.asking = new AbortController();
        /** The game chosen by the user; '' detects it. */
        this.game = '';
        /** @type {'hint' | 'solve'} */
        this.level = 'hint';
        /** Answers to questions, by what was asked, so that nothing is asked twice. @type {Map<string, string>} */
        this.answers = new Map();
        this.reset();
        this.build();
        this.showIdle();
    }

    /** Forgets the board. */
    reset() {
        this.board = '';
        this.reading = null;
        /** @type {any} */
        this.payload = null;
        /** @type {any} */
        this.answer = null;
    }

    // ---- layout ----

    build() {
        this.title = h('h1', { id: 'live-h' }, 'Live companion');
        this.sub = h('p', { class: 'sub' });
        this.depth = segment([['hint', 'Next step'], ['solve', 'Answer']], 'hint', name => this.setDepth(name), 'Show');
        this.message = h('div', { class: 'stack' });
        this.holder = h('div');
        this.preview = h('div', { class: 'live-preview' });
        this.gameMenu = attachMenu(button({ label: 'Game', icon: 'settings' }), () => this.gameItems());
        this.stopButton = button({ label: 'Stop sharing', kind: 'main', onClick: () => this.end() });
        this.openButton = button({ label: 'Open board', icon: 'edit', onClick: () => this.openBoard() });
        this.tools = h('div', { class: 'tools' }, this.stopButton, this.openButton, this.gameMenu);
        this.lead = h('h2', null);
        this.text = h('p', null);
        this.list = h('div');
        this.advice = h('section', { class: 'card', 'aria-label': 'Advice' }, h('header', null, this.lead), h('div', { class: 'pad stack' }, this.text, this.list));
        this.questions = h('section', { class: 'card', 'aria-label': 'Questions' });
        this.shared = h('section', { class: 'card', 'aria-label': 'Shared window' }, h('header', null, h('h2', null, 'Shared window')), h('div', { class: 'pad' }, this.preview));
        this.side = h('aside', { class: 'side' }, this.questions, this.advice, this.shared, this.context.live);
        const stage = h('section', { class: 'stage', 'aria-labelledby': 'live-h' }, h('div', { class: 'head' }, h('div', null, this.title, this.sub), this.depth), this.message, this.holder, this.tools);
        this.element = h('div', { class: 'bench bench-live' }, stage, this.side);
    }

    /** @param {boolean} watching */
    setWatching(watching) {
        this.element.classList.toggle('is-alone', !watching);
        this.side.hidden = this.tools.hidden = !watching;
        this.holder.hidden = !watching;
        this.depth.hidden = this.questions.hidden = this.advice.hidden = true;
        this.openButton.disabled = true;
        if (!watching) this.element.firstElementChild.append(this.context.live); else this.side.append(this.context.live);
    }

    showIdle() {
        this.setWatching(false);
        this.sub.textContent = 'Play beside Comb: it reads the game’s window and shows the next step.';
        fill(this.message, canShare()
            ? h('div', { class: 'card empty' }, h('p', null, 'The browser asks which window to share. Choose the window of your game.'),
                h('p', { class: 'small soft' }, 'Comb looks at the window about once per second and forgets each picture after reading it. Nothing is recorded, and nothing leaves this computer.'),
                button({ label: 'Share my game window', icon: 'eye', kind: 'main', onClick: () => this.start() }))
            : note('', 'This browser cannot share windows', 'Browsers on phones cannot, and others only on https pages and on this computer. Drop a screenshot on the page instead.'));
    }

    gameItems() {
        const items = this.context.games.filter(game => game.pictures).map(game => ({ label: game.title, checked: game.name === this.game, act: () => this.setGame(game.name) }));
        return [{ label: 'Detect the game', checked: !this.game, act: () => this.setGame('') }, ...items];
    }

    // ---- sharing ----

    async start() {
        try {
            this.window = await shareWindow(() => this.end());
        } catch (error) {
            this.context.announce(error.name === 'NotAllowedError' ? 'No window was shared.' : sentence(error.message));
            return;
        }
        this.asking = new AbortController();
        fill(this.message);
        fill(this.preview, this.window.video);
        this.setWatching(true);
        this.sub.textContent = 'Looking for a board.';
        this.watch();
    }

    /** Looks at the window again and again; reads it when it has changed. */
    async watch() {
        clearTimeout(this.timer);
        if (!this.window) return;
        if (this.window.hasChanged()) await this.read();
        this.timer = window.setTimeout(() => this.watch(), INTERVAL);
    }

    /** Stops without drawing: the view is left. */
    stop() {
        clearTimeout(this.timer);
        this.asking.abort();
        this.window?.stop();
        this.window = null;
        this.drawn?.dispose();
        this.drawn = null;
    }

    /** The user, or the browser, ended the sharing. */
    end() {
        if (!this.window) return;
        this.stop();
        this.reset();
        this.showIdle();
        this.context.announce('Sharing stopped.');
    }

    /** @param {string} game */
    setGame(game) {
        this.game = game;
        this.reset();
        this.window?.forget();
    }

    // ---- reading ----

    async read() {
        const { signal } = this.asking;
        try {
            const picture = await /** @type {any} */ (this.window).take();
            const reading = await this.context.api.read(picture, this.game || undefined, signal);
            if (!signal.aborted) await this.use(await this.withAnswers(reading, signal), signal);
        } catch (error) {
            if (!signal.aborted) this.pause(error);
        }
    }

    /** @param {any} error */
    pause(error) {
        this.sub.textContent = error.code === NO_BOARD ? 'No board in the window. Waiting for the game.' : sentence(error.message);
        this.questions.hidden = true;
        this.element.classList.add('is-paused');
    }

    /** Applies earlier answers to the questions of a new reading. @param {any} reading @param {AbortSignal} signal */
    async withAnswers(reading, signal) {
        const fixes = thingsOf(reading).flatMap(thing => {
            const answer = this.answers.get(questionKey(reading, thing));
            return answer === undefined ? [] : [`${thing.x},${thing.y}=${answer}`];
        });
        return fixes.length ? this.context.api.readFix(reading, fixes, signal) : reading;
    }

    /** Questions without an answer. @param {any} reading */
    openQuestions(reading) {
        return entriesOf(reading).filter(entry => entry.kind !== 'board' || !this.answers.has(entry.message));
    }

    /** @param {any} reading @param {AbortSignal} signal */
    async use(reading, signal) {
        this.reading = reading;
        this.element.classList.remove('is-paused');
        const open = this.openQuestions(reading), game = this.context.game(reading.game);
        this.sub.textContent = `${game.title} · ${plural(reading.found ?? reading.cells.length, 'cell')}${open.length ? ` · ${open.length} to check` : ''}`;
        this.drawQuestions(open);
        if (open.length) { this.advice.hidden = true; this.board = ''; return; }
        if (reading.board === this.board && this.payload?.game === reading.game) return;
        const first = this.payload?.game !== reading.game;
        this.board = reading.board;
        this.payload = await this.context.api.board(reading.board, { game: reading.game, signal });
        this.openButton.disabled = false;
        this.depth.hidden = !game.verbs.includes('hint');
        if (first) { this.level = usualDepth(game); this.depth.set(this.level); }
        await this.advise(signal);
    }

    // ---- questions ----

    /** @param {import('./reading-model.js').Entry[]} open */
    drawQuestions(open) {
        this.questions.hidden = open.length === 0;
        if (!open.length) return;
        fill(this.questions, h('header', null, h('h2', null, 'Please check'), h('span', { class: 'small soft' }, plural(open.length, 'question'))),
            h('div', { class: 'pad stack' }, open.slice(0, MAX_QUESTIONS).map(entry => this.question(entry))));
        this.context.announce(`${plural(open.length, 'question')} about the window.`);
    }

    /** @param {import('./reading-model.js').Entry} entry */
    question(entry) {
        const thing = thingsOf(this.reading).find(one => one.key === entry.key || one.x === entry.x && one.y === entry.y);
        const field = h('input', { class: 'choice choice-type', placeholder: 'other', maxlength: 40, 'aria-label': 'Other value', autocomplete: 'off' });
        field.addEventListener('keydown', event => { if (event.key === 'Enter' && field.value.trim()) this.reply(entry, thing, field.value.trim()); });
        const choose = text => h('button', { class: 'choice', onClick: () => this.reply(entry, thing, text) }, text);
        if (!thing) {
            const counter = counterOf(entry.message);
            return h('div', { class: 'stack' }, h('p', { class: 'small' }, sentence(entry.message)), h('div', { class: 'choices' }, counter ? field : choose('Looks right')));
        }
        return h('div', { class: 'stack' }, h('p', { class: 'small' }, sentence(entry.message || readPlace(this.reading.game, thing, this.reading[thing.list]))),
            h('div', { class: 'choices' }, choose(guessOf(thing)), thing.second && thing.second !== guessOf(thing) && choose(thing.second), field));
    }

    /** @param {import('./reading-model.js').Entry} entry @param {any} thing @param {string} text */
    async reply(entry, thing, text) {
        const { signal } = this.asking, { reading } = this;
        try {
            if (thing) {
                const same = thingsOf(reading).filter(one => entry.things.includes(one.key) || one === thing);
                for (const one of same) this.answers.set(questionKey(reading, one), text === guessOf(one) ? acceptText(reading, one) : fixText(reading, one, text));
                await this.use(await this.withAnswers(reading, signal), signal);
            } else {
                this.answers.set(entry.message, text);
                const counter = counterOf(entry.message);
                await this.use(counter ? await this.context.api.readFix(reading, [`0,0=${counter.name} ${text}`], signal) : reading, signal);
            }
        } catch (error) {
            if (!signal.aborted) this.context.toast(sentence(error.message));
        }
    }

    // ---- advice ----

    /** @param {string} name */
    setDepth(name) {
        this.level = name === 'solve' ? 'solve' : 'hint';
        if (this.payload) this.advise(this.asking.signal);
    }

    /** @param {AbortSignal} signal */
    async advise(signal) {
        const { payload } = this, game = this.context.game(payload.game), { verb, options } = adviceRequest(game, this.level);
        try {
            const answer = await this.context.api.run(verb, { game: payload.game, board: payload.board, options, seconds: ADVICE_SECONDS, keep: false }, signal);
            if (payload !== this.payload) return;
            this.answer = answer;
            const { scene } = await this.context.api.scene({ game: payload.game, board: payload.board, answer }, signal);
            if (payload !== this.payload || signal.aborted) return;
            this.draw(scene);
            this.show(describeAdvice(answer, i => this.choose(i)));
        } catch (error) {
            if (signal.aborted) return;
            this.draw(payload.scene);
            this.show({ lead: 'No advice', text: sentence(error.message) });
        }
    }

    /** @param {any} scene */
    draw(scene) {
        if (this.drawn) this.drawn.update(scene);
        else this.drawn = this.context.drawScene(this.holder, scene, { label: 'The board in the window' });
    }

    /** @param {{lead: string, text: string, list?: Node}} advice */
    show({ lead, text, list }) {
        this.advice.hidden = false;
        this.lead.textContent = lead;
        this.text.textContent = text;
        this.text.hidden = !text;
        fill(this.list, list || null);
        this.context.announce(text, `${lead}.`);
    }

    /** Draws the path of a word or move. @param {number} index */
    choose(index) {
        const one = (this.answer.words || this.answer.moves)[index];
        if (one && this.payload) this.draw(this.context.withPath(this.payload.scene, one.path, one.word));
    }

    openBoard() {
        const { payload, reading } = this;
        if (!payload) return;
        this.context.api.library.add({ game: reading.game, board: reading.board, source: 'live window' }).catch(() => {});
        this.context.openBoard({ ...payload, others: [] });
    }
}

/** What is asked about a thing: the same place with the same reading is the same question. @param {any} reading @param {any} thing */
const questionKey = (reading, thing) => `${reading.game} ${thing.key} ${guessOf(thing)} ${thing.second}`;
