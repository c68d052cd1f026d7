// The Solve tab: finds one or all solutions as a job with an estimate, shows them as they are found, and shows the
// verdict per rule; the rule set is selectable.
// @ts-check
import { h, fill, button, note, icon, figure, brief, isHuge, plural } from '../parts/dom.js';
import { card, labelled, labelledGroup, choice, textField, tickBox, segment, jobCard, sentence } from './logic-parts.js';
import { answersBox, showsAnswers } from '../answers.js';
import { liveVerdict } from './live-verdict.js';
import { inventory, isBare, ruleNames, ruleNotes } from './witness-model.js';
import { swatch } from './witness-symbols.js';

const MAX_STORED = 5000;
const modes = [['one', 'One solution'], ['shortest', 'Shortest solution'], ['all', 'All solutions'], ['lines', 'Number of solutions'], ['unique', 'Is it unique?']];
/** @type {[string, string][]} */
const rules = [
    ['square', 'Squares: one colour per region'], ['star', 'Stars: pairs of one colour'], ['triangle', 'Triangles: number of edges'],
    ['polyomino', 'Shapes: fill their region'], ['dot', 'Dots: on the line'], ['elimination', 'Eliminations: one error each'],
];
/** Finds the kind of symbol that an elimination mark could not cancel in the server's message. */
const uncancelled = { square: /square/, star: /star/, triangle: /triangle/, polyomino: /piece/, dot: /\bdots?\b/ };
/** Exit codes that are not errors: no solution, limit reached, stopped. */
const quietEnds = new Set([1, 3, 130]);
const lineRules = new Set(['start', 'end', 'line', 'gap', 'symmetry', 'colour']);

/** "Solvable, one solution": the answer that comes first. @param {any} result of `solve` with the option `unique` @returns {import('./live-verdict.js').Verdict} */
function solvability({ solved, proved, unique }) {
    if (!solved) return proved ? { kind: 'bad', text: 'Not solvable' } : { kind: '', text: 'No solution found yet' };
    return unique ? { kind: 'good', text: 'Solvable, one solution' } : { kind: 'good', text: unique === false ? 'Solvable, several solutions' : 'Solvable' };
}

/** @param {any} game */
export function resultPanel(game) {
    const running = h('div'), outcome = h('div'), verdict = h('div');
    let mode = 'one', order = 'fixed', seed = '', watching = true;
    /** @type {any} */
    let job = null;
    /** The solutions found, the index of the one shown, whether they are all, whether they are drawn whole, and the previous line. @type {{paths: any[], count: number, at: number, complete: boolean, busy: boolean, whole: boolean, before?: number[][]}} */
    let found = { paths: [], count: 0, at: -1, complete: false, busy: false, whole: false };
    const live = liveVerdict(game.api, () => ({ game: 'witness', board: game.state.board, options: { ...game.options, unique: true } }), solvability, 'solve');

    // ---- the job ----

    /** The request: without restricting symbols, solutions are counted by `count`, otherwise enumerated by `solve`. */
    const question = () => mode === 'lines' && isBare(game.panel)
        ? { verb: 'count', options: { ends: 'panel', dots: true }, read: counted }
        : { verb: 'solve', options: optionsOf(), read: result => result };
    const counted = ({ paths, seconds }) => ({ solved: paths !== '0', proved: true, lines: paths, complete: true, rules: game.rules, seconds });
    const optionsOf = () => ({ ...game.options, ...(mode === 'one' ? {} : { [mode]: true }), ...(order === 'random' ? { random: true } : {}) });

    async function solve() {
        if (game.editing) game.side.pick('result');
        stop();
        game.side.pick('result');
        const revision = game.revision, title = { one: 'Searching for a solution', shortest: 'Searching for a shortest solution', all: 'Searching for all solutions', lines: 'Counting solutions', unique: 'Searching for a second solution' }[mode];
        const { verb, options, read } = question();
        const status = jobCard({ title, onStop: stop, onPause: on => job?.pause(on), stopLabel: verb === 'count' ? 'Stop' : undefined });
        found = { paths: [], count: 0, at: -1, complete: false, busy: true, whole: showsAnswers(), before: game.state.path };
        fill(outcome);
        const mine = job = game.api.job(verb, { game: 'witness', board: game.state.board, options, ...seedOf() }, {
            revision, onPart: part => addSolution(part, revision), onProgress: progress => status.update(progress, wordsOf(progress)),
            onState: watching ? ({ path }) => { if (job === mine && revision === game.revision && !found.count) game.watch(isFree() ? path : null); } : undefined,
        });
        const shown = setTimeout(() => fill(running, status.element), 250);
        try {
            const answer = await mine.done;
            if (revision === game.revision && job === mine) finish(read(answer.result), answer.code);
        } catch (error) {
            if (job === mine) fill(outcome, note(quietEnds.has(error.code) ? '' : 'bad', sentence(error.message)));
        } finally {
            clearTimeout(shown);
            if (job === mine) { job = null; found.busy = false; fill(running); game.watch(null); game.headline(); }
        }
    }

    /** Stored answers have one solution: to get all or another one, bypasses them. */
    const seedOf = () => order === 'random' ? { seed: Number(seed) || 1 + Math.floor(Math.random() * 1e6), keep: false } : mode === 'all' ? { keep: false } : {};
    const wordsOf = progress => found.count ? `${plural(found.count, 'solution')} so far.` : progress.note ? `${progress.note.replace(/\d{4,}/g, brief)}.` : '';
    const stop = () => job ? (job.cancel(), true) : false;

    /** Adds a solution that arrives while the search runs; if answers are shown, draws the newest. */
    function addSolution(part, revision) {
        if (revision !== game.revision || !part.path) return;
        found.count++;
        if (found.paths.length < MAX_STORED) found.paths.push(part);
        if (found.count === 1) { if (isFree()) show(0, true); game.announce('First solution found.'); }
        else if (watching && found.whole && !addSolution.timer) addSolution.timer = setTimeout(() => { addSolution.timer = 0; if (found.busy && isFree()) show(found.paths.length - 1); }, 160);
    }
    addSolution.timer = 0;

    /** Whether a solution may be drawn: it must not replace a line the player draws meanwhile. */
    const isFree = () => !game.stroke && (!found.whole || (found.at < 0 ? game.state.path === found.before : game.state.by === 'solve'));

    function finish(result, code) {
        if (result.path && !found.paths.length) { found.paths.push(result); found.count = 1; }
        found.busy = false;
        found.complete = result.complete ?? result.proved;
        const offered = found.paths.length > 0 && found.whole && !isFree() && button({ label: 'Show solution', onClick: event => { /** @type {any} */ (event.currentTarget).remove(); showWhole(); } });
        if (found.paths.length && !offered) show(0, found.at < 0);
        fill(outcome, outcomeOf(result, code), offered);
        game.announce(outcome.querySelector('b')?.textContent || '');
    }

    const rulesWords = text => text.replace(/under (?:--rules (\w+)|(\w+) rules)/g, (_, a, b) => `under the rules of ${ruleNames[a || b] || a || b}`);

    function outcomeOf(result, code) {
        const notes = (result.notes || []).map(text => ` ${sentence(rulesWords(text))}`).join('');
        const under = `Rules: ${ruleNames[result.rules] || result.rules}. ${result.seconds >= .05 ? `${result.seconds.toFixed(1)} s` : 'Under 0.1 s'}.${notes}`;
        if (!result.solved) return note('', result.proved ? 'This panel has no solution.' : 'No solution found in time.', result.proved ? `The search was exhaustive. ${under}` : under);
        if (result.unique !== undefined) return result.unique ? note('good', 'Exactly one solution.', under) : note('', 'More than one solution.', `Choose All solutions to see the others. ${under}`);
        if (result.lines !== undefined) return note(result.complete ? 'good' : '', linesWords(result), `${exactWords(result)}${result.complete ? '' : code === 3 || code === 130 ? 'The search was stopped or timed out. ' : 'Too many to show: Number of solutions counts them, comb solve --all prints them. '}${under}`);
        return found.whole ? note('good', 'Solved.', under) : note('good', 'Solution found.', `Reveal it step by step from the start of the line. ${under}`);
    }

    const linesWords = ({ lines, complete }) => `${isHuge(lines) ? 'About ' : ''}${brief(lines)} ${Number(lines) === 1 ? 'solution' : 'solutions'}${complete ? ' in total' : ' so far'}.`;
    const exactWords = ({ lines }) => isHuge(lines) ? `Exactly ${BigInt(lines).toLocaleString('en-GB')}. ` : '';

    // ---- solutions ----

    /** Makes a solution the answer; draws it only if the user wants to see it whole. @param {number} index @param {boolean} [first] whether to add an undo step */
    function show(index, first = false) {
        if (!found.paths[index]) return;
        game.answer = found.paths[index];
        found.at = index;
        if (found.whole) draw(first); else if (game.state.by === 'solve') game.revealTo(0);
        game.refresh();
    }

    function draw(first) {
        const { path, cancelled } = game.answer;
        if (first) {
            game.setPath(path, 'solve', 'solved');
            if (!found.busy) game.context.toast('Solved.', { undo: () => game.turnBack(-1) });
        } else if (game.state.by === 'solve') game.amendPath(path);
        else game.setPath(path, 'solve', 'solved'); // undo restores the player's own line
        game.verdict = { valid: true, violations: [], cancelled };
        if (!cancelled && !found.busy && inventory(game.panel).elimination) game.check(false); // a stored or streamed solution without this information
    }

    /** Draws the whole solution. */
    function showWhole() {
        found.whole = true;
        show(Math.max(0, found.at), game.state.by !== 'solve');
    }

    function go(by) {
        if (!found.paths.length) return solve();
        const at = found.at < 0 && by < 0 ? 0 : found.at;
        show((at + by + found.paths.length) % found.paths.length);
    }

    // ---- verdict per rule ----

    function ruleRow([name, words], count, broken, checked) {
        const mark = !checked ? figure(count) : [icon(broken ? 'cross' : 'tick'), broken ? `${broken} wrong` : figure(count)];
        return h('li', null, swatch(name), h('span', null, words), h('span', { class: `v${!checked ? ' v-open' : broken ? ' v-bad' : ''}` }, mark));
    }

    function drawVerdict() {
        const counts = inventory(game.panel), checked = game.verdict, path = game.state.path;
        const brokenBy = name => checked ? checked.violations.filter(({ rule, message }) => rule === name || rule === 'elimination' && uncancelled[name]?.test(message)).length : 0;
        const lineBroken = checked ? checked.violations.filter(({ rule }) => lineRules.has(rule)).length : 0;
        const wordsFor = (name, words) => name === 'elimination' && checked?.cancelled ? 'Eliminations: cancelled symbols are dashed' : words;
        const rows = rules.filter(([name]) => counts[name]).map(([name, words]) => ruleRow([name, wordsFor(name, words)], counts[name], brokenBy(name), checked));
        const aside = path.length > 1 ? plural(path.length - 1, 'step') : '';
        fill(verdict, h('section', { class: 'card' }, h('header', null, h('h2', null, 'Rule check'), h('span', { class: 'small soft' }, aside)),
            h('div', { class: 'pad' }, h('ul', { class: 'checks' }, ruleRow(['line', 'Line from start to end'], path.length > 1 ? 1 : 0, lineBroken, checked), rows))));
    }

    // ---- the panel ----

    const rulesNote = h('p', { class: 'small soft' }, ruleNotes[game.rules]);
    const seedField = textField({ inputmode: 'numeric', placeholder: 'random', 'aria-label': 'Seed', onInput: event => { seed = event.target.value; } });
    const orderField = choice([['fixed', 'fixed'], ['random', 'random']], order, { onChange: event => { order = event.target.value; more.open ||= order === 'random'; } });
    const more = h('details', { class: 'more' }, h('summary', null, 'More options'), h('div', { class: 'stack' },
        labelled('Random search seed', seedField), tickBox('Show the search live', watching, on => { watching = on; }),
        tickBox('Allow shapes to overhang when blue shapes are present', game.overhang, on => { game.overhang = on; recheck(); })));
    const solver = card('Search', '',
        h('div', { class: 'form-2' }, labelled('Find', choice(/** @type {any} */ (modes), mode, { onChange: event => { mode = event.target.value; } })), labelled('Search order', orderField)),
        labelledGroup('Rules', segment(Object.entries(ruleNames).map(([name, text]) => [name, text[0].toUpperCase() + text.slice(1)]), game.rules, name => setRules(name), 'Rule set', 'seg-wrap')),
        rulesNote,
        h('div', { class: 'tools' }, button({ label: 'Search', onClick: solve }), button({ label: 'Check panel', title: 'Number of solutions, shortest one, warnings', onClick: () => check() })),
        outcome, answersBox(() => { if (found.paths.length) showWhole(); }), more);
    const element = h('div', { class: 'stack' }, running, solver, verdict);

    function setRules(name) {
        game.rules = name;
        fill(rulesNote, ruleNotes[name]);
        recheck();
    }

    /** After a change of rules: cancels the search and drops its results. */
    function recheck() {
        game.remember();
        game.revision++;
        game.turn++;
        game.hint.stop();
        outdated();
        game.verdict = null;
        game.hint.stale();
        game.refresh();
        if (game.state.path.length > 1) game.check(false);
    }

    /** The lines of a check result, with numbers and rules in the page's wording. */
    const checkLines = ({ text }) => text.split('\n').map(line => sentence(rulesWords(line.replace(/\d{4,}/g, brief))));

    /** Checks the panel: number of solutions, warnings. */
    async function check() {
        stop();
        const status = jobCard({ title: 'Checking the panel', onStop: stop }), revision = game.revision;
        const mine = job = game.api.job('check', { game: 'witness', board: game.state.board, options: game.options }, { revision, onProgress: progress => status.update(progress, '') });
        const shown = setTimeout(() => fill(running, status.element), 250);
        try {
            const { result } = await mine.done;
            if (revision !== game.revision || job !== mine) return; /* superseded by a search */
            found = { paths: [result.path, result.rival].filter(Boolean).map(path => ({ path })), count: result.lines, at: -1, complete: result.complete, busy: false, whole: true };
            fill(outcome, note(result.unique ? 'good' : '', checkLines(result).map(line => h('span', { class: 'broken' }, line)), '', found.paths.length > 1 ? button({ label: 'Show two solutions', onClick: () => go(1) }) : undefined));
            game.announce(checkLines(result)[0]);
        } catch (error) {
            if (job === mine) fill(outcome, note('', sentence(error.message)));
        } finally {
            clearTimeout(shown);
            if (job === mine) { job = null; fill(running); game.headline(); }
        }
    }

    /** The pager's text. Not every known solution can be shown: a search stores the first 5000, a check two. */
    function pagerText() {
        const stored = found.paths.length, all = Math.max(found.count, stored), known = found.complete ? '' : ' so far';
        if (found.at < 0) return `${figure(all)} solutions${known}`;
        return `${figure(found.at + 1)} of ${figure(stored)}${stored < all ? `, ${figure(all)} solutions${known}` : known}`;
    }

    function refresh() {
        const many = found.paths.length > 1;
        game.turner.hidden = !many || game.editing;
        fill(game.pager, many && pagerText());
        if (game.editing) return live.leave();
        drawVerdict();
        if (game.boardShown === game.state.board) live.update();
    }

    /** Drops the results after a change of the panel. */
    function outdated() {
        stop();
        found = { paths: [], count: 0, at: -1, complete: false, busy: false, whole: false };
        game.answer = null;
        fill(outcome);
    }

    return { element, solve, go, stop, refresh, check, outdated, showWhole, live };
}
