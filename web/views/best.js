// Search for the best board of a word game: a job that runs until stopped. Every improvement arrives as a line with its
// time, score and board, is drawn and plotted, and so is the end of every restart. The job runs on the server, which saves the
// best board to the library: leaving or reloading the page does not stop it, and following it again replays it from the beginning
// (restarts are shown from then on).
// @ts-check
import { h, fill, button, note, figure, pauseButton, sentence } from '../parts/dom.js';
import { fillForm, optionForm, readForm } from './best-options.js';
import { clock } from '../parts/clock.js';
import { endMarkup, plotMarkup } from './best-plot.js';
import { livingBoard } from './best-board.js';
import { proofCard, recordOf, shapeOf } from './best-proof.js';
import { parseBoard, printBoard } from './words-model.js';
import { machineLists } from './words-parts.js';

/** Restarts in the plot; older ones are dropped. */
const MAX_RESTARTS = 400;

/** The last search of this tab, per game: a finished one is shown again after a reload. */
const STORE = 'comb-best';
const remembered = () => { try { return JSON.parse(sessionStorage.getItem(STORE) || '{}'); } catch { return {}; } };
const remember = (game, { job, started }) => { try { sessionStorage.setItem(STORE, JSON.stringify({ ...remembered(), [game]: { job, started } })); } catch { /* private windows may refuse */ } };

/** The search of this tab, and one that was started elsewhere. @param {any} api @param {string} game @returns {Promise<{mine?: any, other?: any}>} */
async function findSearches(api, game) {
    const last = remembered()[game], all = (await api.jobs().catch(() => [])).filter(one => one.verb === 'best' && one.game === game);
    const mine = all.find(one => one.job === last?.job && one.started === last?.started);
    return { mine, other: all.find(one => !one.done && one !== mine) };
}

/** 2517300 -> "2.52 M" @param {number} n */
const short = n => n >= 1e9 ? `${(n / 1e9).toFixed(2)} G` : n >= 1e6 ? `${(n / 1e6).toFixed(2)} M` : figure(n);

/** "     3.65 s    3882  SOD/EPRE/RLATS" @param {string} text */
function readGain(text) {
    const found = /^\s*([\d.]+) s\s+(\d+)\s+(\S.*)$/.exec(text);
    return found ? { seconds: Number(found[1]), score: Number(found[2]), board: found[3].trim() } : null;
}

// ---- the view --------------------------------------------------------------------------------------------------------

/** @param {any} context @param {{game?: string}} payload */
export async function open(context, payload) {
    const games = context.games.filter(game => game.verbs.includes('best'));
    const game = games.find(one => one.name === payload.game) || games[0];
    if (!game) return { element: note('', 'No game here supports a search for the best board.'), title: 'Best board', dispose() {} };

    /** @type {{seconds: number, score: number, board: string}[]} */
    let gains = [];
    /** Ends of restarts. @type {{seconds: number, score: number}[]} */
    let restarts = [];
    /** @type {any} */
    let job = null, shown = null, answer = null;
    /** The options that decide which words count. @type {Record<string, any>} */
    let wordOptions = {};
    let now = 0, done = 0, rate = 0, goal = 0, record = 0, attempts = 0, lastAnnounced = 0, gone = false, stopping = false, paused = false;

    const figures = { best: h('dd', null, '–'), time: h('dd', null, '0:00'), boards: h('dd', null, '0'), rate: h('dd', null, '–'), restarts: h('dd', null, '0'), gap: h('dd', null, '–') };
    const stat = h('dl', { class: 'stat' }, [['best', 'best so far'], ['time', 'run time'], ['gap', 'since last improvement'], ['restarts', 'restarts'], ['boards', 'boards scored'], ['rate', 'boards per second']]
        .map(([key, label]) => h('div', null, h('dt', null, label), figures[key])));
    const plot = h('div', { class: 'plot', role: 'img', 'aria-label': 'Score over time' });
    const course = h('div', { class: 'stack', hidden: true });
    const progress = h('div', { class: 'prog open', role: 'progressbar', 'aria-label': 'Search for the best board', hidden: true }, h('i'));
    const problem = h('div'), elsewhere = h('div');
    const start = button({ label: 'Start search', icon: 'play', kind: 'main', key: 'S', onClick: begin });
    const stop = button({ label: 'Stop and keep best', key: 'Esc', onClick: halt, hidden: true });
    const pause = pauseButton(on => { setPaused(on); job?.pause(on); });
    pause.hidden = true;
    const choice = h('nav', { class: 'seg', 'aria-label': 'Game' }, games.map(one => h('a', { href: `#/best/${one.name}`, 'aria-current': one === game ? 'true' : null }, one.title)));
    const form = optionForm(game, await machineLists(context.api));
    const board = livingBoard(context, game), proof = proofCard(context, game, () => readForm(form).options), acts = h('div', { class: 'tools tools-mid', hidden: true });

    function drawPlot() {
        course.hidden = !job && !gains.length;
        if (!gains.length) { fill(plot); return; }
        const width = Math.round(plot.clientWidth) || 640, height = 260;
        const svg = plot.firstElementChild || document.createElementNS('http://www.w3.org/2000/svg', 'svg');
        svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
        svg.setAttribute('aria-hidden', 'true');
        svg.innerHTML = plotMarkup({ points: gains, restarts, now, goal, record, width, height });
        if (!plot.firstElementChild) plot.append(svg);
        const last = gains[gains.length - 1];
        plot.setAttribute('aria-label', last ? `Score over time: ${figure(last.score)} after ${clock(last.seconds)}, ${gains.length} improvements, ${attempts} restarts${record ? `, record ${figure(record)}` : ''}` : 'Score over time, empty');
    }

    function showFigures() {
        const last = gains[gains.length - 1];
        fill(figures.best, last ? figure(last.score) : '–');
        fill(figures.time, clock(now));
        fill(figures.boards, short(done));
        fill(figures.rate, rate > 0 ? figure(Number(rate.toPrecision(3))) : '–');
        fill(figures.restarts, figure(attempts));
        fill(figures.gap, last ? clock(now - last.seconds) : '–');
    }

    /** Draws the newest improvement; one request at a time, so that a burst draws only its last. */
    let drawing = false;
    async function showBest() {
        const last = gains[gains.length - 1];
        if (drawing || gone || !last || shown?.text === last.board) return;
        drawing = true;
        try {
            const read = await context.api.board(last.board, { game: game.name, options: drawnWith() });
            if (gone) return;
            shown = { ...read, text: last.board };
            board.show(read, wordOptions);
            showActs();
        } catch (error) {
            fill(problem, note('bad', 'Cannot draw the board', sentence(error.message)));
        } finally {
            drawing = false;
        }
        if (gains[gains.length - 1].board !== last.board) showBest();
    }

    const drawnWith = () => wordOptions.lang && { lang: wordOptions.lang };
    const what = () => ({ game: game.name, board: shown?.board || '', code: shown?.code, title: `Best ${game.title}`, options: drawnWith(), solving: wordOptions, settings: wordOptions });
    function showActs() {
        acts.hidden = false;
        fill(acts, button({ label: 'Show words', kind: job ? '' : 'main', onClick: () => context.openBoard({ ...shown, others: [], settings: wordOptions }) }), context.share.button(what));
    }

    function onGain(text) {
        const gain = readGain(text);
        if (!gain || gone) return;
        gains.push(gain);
        now = Math.max(now, gain.seconds);
        if (performance.now() - lastAnnounced > 10000) { lastAnnounced = performance.now(); context.announce(`${figure(gain.score)} after ${clock(gain.seconds)}.`, 'Better board:'); }
        showFigures();
        drawPlot();
        showBest();
    }

    let plotted = 0;
    function onProgress(report) {
        if (gone) return;
        now = Math.max(now, report.seconds);
        ({ done, rate } = report);
        showFigures();
        if (performance.now() - plotted > 400) { plotted = performance.now(); drawPlot(); }
    }

    /** @param {{attempts: number, score: number, seconds: number}} ended */
    function onState(ended) {
        if (gone || !ended.attempts) return;
        attempts = Math.max(attempts, ended.attempts);
        restarts.push(ended);
        if (restarts.length > MAX_RESTARTS) restarts.shift();
        showFigures();
    }

    function setRunning(on) {
        progress.hidden = !on;
        start.hidden = on;
        stop.hidden = pause.hidden = !on;
        stop.disabled = false;
        setPaused(false);
        pause.reset();
        for (const input of /** @type {any[]} */ ([...form.elements])) input.disabled = on;
    }

    function setPaused(on) {
        paused = on;
        progress.classList.toggle('paused', on);
    }

    /** Events are replayed from the beginning, also after a reconnect. */
    function reset() {
        gains = []; restarts = []; now = done = rate = attempts = 0;
        drawPlot();
        showFigures();
    }

    const callbacks = { onOpen: reset, onLine: onGain, onProgress, onState };

    async function begin() {
        if (job || !form.reportValidity()) return;
        const asked = readForm(form), mine = context.api.job('best', { ...asked, game: game.name }, callbacks);
        mine.begun.then(state => remember(game.name, state), () => {});
        context.announce(`Searching for the best ${game.title} board.`);
        const watched = watch(mine, asked);
        stop.focus();
        if (await watched) start.focus();
    }

    /** Shows this tab's search again and offers one of another tab. */
    async function restoreSearches() {
        const { mine, other } = await findSearches(context.api, game.name);
        if (gone || job) return;
        if (other) offer(other);
        if (mine) resume(mine);
    }

    /** @param {any} search of another tab */
    function offer(search) {
        const since = new Date(search.started * 1000).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
        const watchIt = async () => resume((await context.api.jobs()).find(one => one.job === search.job) || search); // it may have been paused or ended since
        fill(elsewhere, note('', `Another search ${search.paused ? 'is paused' : 'is running'} in the background.`, `Started in another tab or window at ${since}.`, button({ label: 'Watch search', onClick: watchIt })));
    }

    /** @param {any} state of the search, which may have ended */
    function resume(state) {
        if (job) return;
        remember(game.name, state);
        fillForm(form, state);
        if (!state.done) context.announce(state.paused ? `The search for the best ${game.title} board is paused.` : `The search for the best ${game.title} board is running.`);
        watch(context.api.follow(state, callbacks), state);
        setPaused(!!state.paused);
        pause.reset(state.paused);
    }

    /** Follows the job to its end; returns false if the view was closed first. */
    async function watch(mine, { options }) {
        job = mine;
        wordOptions = Object.fromEntries(['lang', 'min-length'].flatMap(name => options?.[name] ? [[name, options[name]]] : []));
        goal = Number(options?.target) || 0; record = recordOf(game, options || {})?.score || 0; answer = null; stopping = false; lastAnnounced = performance.now();
        fill(problem);
        fill(elsewhere);
        reset();
        setRunning(true);
        try {
            finish(await mine.done);
        } catch (error) {
            if (!gone) { context.announce(''); fill(problem, note('bad', gains.length ? 'Lost the connection to the search' : 'The search did not start', sentence(error.message))); } // the note is an alert, which screen readers speak
        }
        job = null;
        if (gone) return false;
        setRunning(false);
        if (shown) showActs();
        return true;
    }

    function finish(data) {
        answer = data.result;
        if (!answer || gone) return;
        now = Math.max(now, answer.seconds || 0);
        done = answer.evaluations || done;
        if (answer.board && gains[gains.length - 1]?.board !== answer.board) gains.push({ seconds: answer.found_after || now, score: answer.score, board: answer.board });
        showFigures();
        drawPlot();
        showBest();
        proof.refresh();
        const end = answer.complete ? 'Searched every board: there is no better one.' : record && answer.score > record ? 'A new record.' : record && answer.score === record ? 'The record is reached.' : stopping || data.code === 130 ? 'Stopped.' : goal && answer.score >= goal ? 'Target reached.' : 'Finished.';
        context.announce(`${figure(answer.score)} points, found after ${clock(answer.found_after || 0)}. ${data.kept ? 'Saved to the library.' : 'Could not save it to the library.'}`, end);
    }

    function halt() {
        if (!job) return;
        stopping = true;
        stop.disabled = true;
        job.cancel();
    }

    course.append(stat, plot, legend());

    /** Empty cells in the chosen shape, until there is a board. */
    async function showEmpty() {
        proof.refresh();
        if (shown || job) return;
        const read = await blankBoard(context.api, game, shapeOf(game, readForm(form).options)).catch(() => null);
        if (read && !shown && !gone) board.empty(read, 'Start the search: the best board so far appears here.');
    }
    form.addEventListener('input', proof.refresh);
    form.addEventListener('change', showEmpty);

    const element = h('div', { class: 'bench' },
        h('section', { class: 'stage best-stage', 'aria-labelledby': 'best-h' },
            h('div', { class: 'head' }, h('div', null, h('h1', { id: 'best-h' }, 'Best board'), h('p', { class: 'sub' }, game.title)), h('div', { class: 'tools' }, start, pause, stop)),
            h('div', { class: 'seg-scroll' }, choice), elsewhere, problem, board.element, acts, progress, course, context.live),
        h('aside', { class: 'side', 'aria-label': 'What is known, and options' }, proof.element,
            h('div', { class: 'card' }, h('header', null, h('h2', null, 'Options')), h('div', { class: 'pad stack' }, form))));
    showEmpty();
    const sizes = new ResizeObserver(() => drawPlot());
    sizes.observe(plot);
    showFigures();
    restoreSearches();
    return {
        element, title: `Best board · ${game.title}`,
        shown: drawPlot,
        board: () => shown && what(),
        onKey(event) {
            if (event.key === 'Escape' && job) { halt(); return true; }
            if (event.key.toLowerCase() === 's' && !event.ctrlKey && !event.metaKey && !event.altKey && !/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName || '')) { begin(); return true; }
            return false;
        },
        dispose() {
            gone = true;
            sizes.disconnect();
            board.dispose();
            proof.dispose();
            const left = job;
            if (!left) return;
            left.close();
            context.toast(`The search for the best ${game.title} board ${paused ? 'stays paused' : 'continues'}.`, { action: { label: 'Stop search', act: () => left.cancel() } });
        },
    };
}

/** A board of the shape without letters: a random one shows where its cells are. @param {any} api @param {any} game @param {string} shape */
async function blankBoard(api, game, shape) {
    const options = game.options.some(row => row.name === 'shape') ? { shape } : {}, { board } = await api.run('make', { game: game.name, options, seed: 1, keep: false });
    const rows = parseBoard(board).map(row => row.map(tile => ({ ...tile, text: tile.text === '.' ? '.' : '?' })));
    return api.board(printBoard(rows), { game: game.name });
}

function legend() {
    const template = document.createElement('template'), mark = (markup, text) => `<span><svg viewBox="0 0 24 20" aria-hidden="true">${markup}</svg>${text}</span>`;
    template.innerHTML = `<div class="legend">${mark('<path d="M1 14H11V6H23" class="best-case"/><path d="M1 14H11V6H23" class="best-line"/>', 'best so far')}${mark(endMarkup(12, 10, false), 'end of a restart')}${mark(endMarkup(12, 10, true), 'restart that reached the best')}</div>`;
    return template.content.firstElementChild;
}
