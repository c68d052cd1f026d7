// Solving a panel: one line or all of them as a job with its estimate, lines as they are found, the verdict rule by
// rule, and under whose rules.
// @ts-check
import { h, fill, button, note, icon, figure, brief, isHuge, plural } from '../parts/dom.js';
import { card, labelled, labelledGroup, choice, textField, tickBox, segment, jobCard, sentence } from './logic-parts.js';
import { inventory, isBare, regions, ruleNames } from './witness-model.js';
import { swatch } from './witness-symbols.js';

const MOST_KEPT = 5000;
const modes = [['one', 'One line'], ['shortest', 'A shortest line'], ['all', 'Every line'], ['lines', 'How many lines'], ['unique', 'Is it the only one?']];
/** @type {[string, string][]} */
const rules = [
    ['square', 'Squares, one colour a region'], ['star', 'Stars, two of a colour'], ['triangle', 'Triangles, sides used'],
    ['polyomino', 'Shapes fill their region'], ['dot', 'Hexagons on the line'], ['elimination', 'Eliminations, one error each'],
];
/** What a Y could not cancel is told in its message. */
const uncancelled = { square: /square/, star: /star/, triangle: /triangle/, polyomino: /piece/, dot: /\bdots?\b/ };
/** A search without a result that is nobody's fault: there is none, a limit was reached, it was stopped. */
const quietEnds = new Set([1, 3, 130]);
const lineRules = new Set(['start', 'end', 'line', 'gap', 'symmetry', 'colour']);

/** @param {any} game */
export function resultPanel(game) {
    const running = h('div'), outcome = h('div'), verdict = h('div');
    let mode = 'one', order = 'fixed', seed = '', live = true;
    /** @type {any} */
    let job = null;
    /** Lines found, the one shown, whether these are all, and the line that was there before. @type {{paths: any[], count: number, at: number, complete: boolean, busy: boolean, before?: number[][]}} */
    let found = { paths: [], count: 0, at: -1, complete: false, busy: false };

    // ---- the job ----

    /** What is asked: a panel that no symbol restricts is counted by a sweep over it, all others line by line. */
    const question = () => mode === 'lines' && isBare(game.panel)
        ? { verb: 'count', options: { ends: 'panel', dots: true }, read: counted }
        : { verb: 'solve', options: optionsOf(), read: result => result };
    const counted = ({ paths, seconds }) => ({ solved: paths !== '0', proved: true, lines: paths, complete: true, rules: game.rules, seconds });
    const optionsOf = () => ({ ...game.options, ...(mode === 'one' ? {} : { [mode]: true }), ...(order === 'random' ? { random: true } : {}) });

    async function solve() {
        if (game.editing) game.side.pick('result');
        stop();
        game.side.pick('result');
        const revision = game.revision, title = { one: 'Looking for a line', shortest: 'Looking for a shortest line', all: 'Looking for every line', lines: 'Counting every line', unique: 'Looking for a second line' }[mode];
        const { verb, options, read } = question();
        const status = jobCard({ title, onStop: stop, onPause: on => job?.pause(on), stopLabel: verb === 'count' ? 'Stop' : undefined });
        found = { paths: [], count: 0, at: -1, complete: false, busy: true, before: game.state.path };
        fill(outcome);
        const mine = job = game.api.job(verb, { game: 'witness', board: game.state.board, options, ...seedOf() }, {
            revision, onPart: part => take(part, revision), onProgress: progress => status.update(progress, wordsOf(progress)),
            onLook: live ? ({ path }) => { if (job === mine && revision === game.revision && !found.count) game.watch(isFree() ? path : null); } : undefined,
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

    /** Kept answers hold one line: where all are wanted, or another one, the panel is searched again. */
    const seedOf = () => order === 'random' ? { seed: Number(seed) || 1 + Math.floor(Math.random() * 1e6), keep: false } : mode === 'all' ? { keep: false } : {};
    const wordsOf = progress => found.count ? `${plural(found.count, 'line')} so far.` : progress.note ? `${progress.note.replace(/\d{4,}/g, brief)}.` : '';
    const stop = () => job ? (job.cancel(), true) : false;

    /** A line arrives while the search runs; the newest is drawn if that is wanted. */
    function take(part, revision) {
        if (revision !== game.revision || !part.path) return;
        found.count++;
        if (found.paths.length < MOST_KEPT) found.paths.push(part);
        if (found.count === 1) { if (isFree()) show(0, true); game.say('First line found.'); }
        else if (live && !take.timer) take.timer = setTimeout(() => { take.timer = 0; if (found.busy && isFree()) show(found.paths.length - 1); }, 160);
    }
    take.timer = 0;

    /** Whether a line that is found may be drawn: a player who draws meanwhile keeps his own. */
    const isFree = () => !game.stroke && (found.at < 0 ? game.state.path === found.before : game.state.by === 'solve');

    function finish(result, code) {
        if (result.path && !found.paths.length) { found.paths.push(result); found.count = 1; }
        found.busy = false;
        found.complete = result.complete ?? result.proved;
        const offered = found.paths.length > 0 && !isFree() && button({ label: 'Show the line', onClick: event => { /** @type {any} */ (event.currentTarget).remove(); show(Math.max(0, found.at)); } });
        if (found.paths.length && !offered) show(0, found.at < 0);
        fill(outcome, outcomeOf(result, code), offered);
        game.say(outcome.querySelector('b')?.textContent || '');
    }

    const rulesWords = text => text.replace(/under (?:--rules (\w+)|(\w+) rules)/g, (_, a, b) => `under the rules of ${ruleNames[a || b] || a || b}`);

    function outcomeOf(result, code) {
        const notes = (result.notes || []).map(text => ` ${sentence(rulesWords(text))}`).join('');
        const under = `Rules: ${ruleNames[result.rules] || result.rules}. ${result.seconds >= .05 ? `${result.seconds.toFixed(1)} s` : 'At once'}.${notes}`;
        if (!result.solved) return note('', result.proved ? 'No line solves this panel.' : 'No line found in the time there was.', result.proved ? `The whole search space was searched. ${under}` : under);
        if (result.unique !== undefined) return result.unique ? note('good', 'Exactly one line solves it.', under) : note('', 'More than one line solves it.', `The second can be seen with Every line. ${under}`);
        if (result.lines !== undefined) return note(result.complete ? 'good' : '', linesWords(result), `${exactWords(result)}${result.complete ? '' : code === 3 || code === 130 ? 'The search was stopped or its time was up. ' : 'More than the page takes; How many lines counts them, and comb solve --all gives each. '}${under}`);
        return note('good', 'Solved.', under);
    }

    const linesWords = ({ lines, complete }) => `${isHuge(lines) ? 'About ' : ''}${brief(lines)} ${Number(lines) === 1 ? 'line' : 'lines'}${complete ? ', all there are' : ' so far'}.`;
    const exactWords = ({ lines }) => isHuge(lines) ? `Exactly ${BigInt(lines).toLocaleString('en-GB')}. ` : '';

    // ---- lines that were found ----

    /** @param {number} index @param {boolean} [first] a state of its own, so that it can be undone */
    function show(index, first = false) {
        if (!found.paths[index]) return;
        const { path, cancelled } = found.paths[index];
        found.at = index;
        if (first) {
            game.setPath(path, 'solve', 'solved');
            if (!found.busy) game.context.toast('Solved.', { undo: () => game.turnBack(-1) });
        } else if (game.state.by === 'solve') {
            game.history.amend({ ...game.state, path, by: 'solve', stale: false });
            game.forget();
            game.remember();
        } else game.setPath(path, 'solve', 'solved'); // the player's own line is left for undo
        game.verdict = { valid: true, violations: [], cancelled };
        game.refresh();
        if (!cancelled && !found.busy && inventory(game.panel).elimination) game.check(false); // a line that was kept or told without it
    }

    function go(by) {
        if (!found.paths.length) return solve();
        const at = found.at < 0 && by < 0 ? 0 : found.at;
        show((at + by + found.paths.length) % found.paths.length);
    }

    // ---- the verdict by rule ----

    function ruleRow([name, words], count, broken, judged) {
        const mark = !judged ? figure(count) : [icon(broken ? 'cross' : 'tick'), broken ? `${broken} wrong` : figure(count)];
        return h('li', null, swatch(name), h('span', null, words), h('span', { class: `v${!judged ? ' v-open' : broken ? ' v-bad' : ''}` }, mark));
    }

    function drawVerdict() {
        const counts = inventory(game.panel), judged = game.verdict, path = game.state.path;
        const brokenBy = name => judged ? judged.violations.filter(({ rule, message }) => rule === name || rule === 'elimination' && uncancelled[name]?.test(message)).length : 0;
        const lineBroken = judged ? judged.violations.filter(({ rule }) => lineRules.has(rule)).length : 0;
        const wordsFor = (name, words) => name === 'elimination' && judged?.cancelled ? 'Eliminations cancel what is dashed' : words;
        const rows = rules.filter(([name]) => counts[name]).map(([name, words]) => ruleRow([name, wordsFor(name, words)], counts[name], brokenBy(name), judged));
        const aside = path.length > 1 ? `${plural(path.length - 1, 'step')}, ${plural(regions(game.panel, path), 'region')}` : '';
        fill(verdict, h('section', { class: 'card' }, h('header', null, h('h2', null, 'Each rule'), h('span', { class: 'small soft' }, aside)),
            h('div', { class: 'pad' }, h('ul', { class: 'checks' }, ruleRow(['line', 'From a start to an end'], path.length > 1 ? 1 : 0, lineBroken, judged), rows))));
    }

    // ---- the panel ----

    const seedField = textField({ inputmode: 'numeric', placeholder: 'by chance', 'aria-label': 'Seed', onInput: event => { seed = event.target.value; } });
    const orderField = choice([['fixed', 'fixed'], ['random', 'random']], order, { onChange: event => { order = event.target.value; more.open ||= order === 'random'; } });
    const more = h('details', { class: 'more' }, h('summary', null, 'More'), h('div', { class: 'stack' },
        labelled('Seed of a random search', seedField), tickBox('Watch the search at work', live, on => { live = on; }),
        tickBox('Shapes may leave the board where blue ones are about', game.overhang, on => { game.overhang = on; recheck(); })));
    const solver = card('Solve', '',
        h('div', { class: 'form-2' }, labelled('Find', choice(/** @type {any} */ (modes), mode, { onChange: event => { mode = event.target.value; } })), labelled('Search order', orderField)),
        labelledGroup('Rules', segment(Object.entries(ruleNames).map(([name, text]) => [name, text[0].toUpperCase() + text.slice(1)]), game.rules, name => setRules(name), 'Rule set', 'seg-wide')),
        h('div', { class: 'tools' }, button({ label: 'Solve', kind: 'main', key: 'S', onClick: solve }), button({ label: 'Inspect', title: 'How many lines, the shortest, what is odd', onClick: () => inspect() })),
        outcome, more);
    const element = h('div', { class: 'stack' }, running, solver, verdict);

    function setRules(name) {
        game.rules = name;
        recheck();
    }

    /** Other rules are another question: what is being looked for or was found belongs to the one before. */
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

    /** What an inspection found, line by line, with its numbers and rules as the page writes them. */
    const inspected = ({ text }) => text.split('\n').map(line => sentence(rulesWords(line.replace(/\d{4,}/g, brief))));

    /** For makers: solvable, by how many, what is spare. */
    async function inspect() {
        stop();
        const status = jobCard({ title: 'Inspecting the panel', onStop: stop }), revision = game.revision;
        const mine = job = game.api.job('check', { game: 'witness', board: game.state.board, options: game.options }, { revision, onProgress: progress => status.update(progress, '') });
        const shown = setTimeout(() => fill(running, status.element), 250);
        try {
            const { result } = await mine.done;
            if (revision !== game.revision || job !== mine) return; /* a search began instead */
            found = { paths: [result.path, result.rival].filter(Boolean).map(path => ({ path })), count: result.lines, at: -1, complete: result.complete, busy: false };
            fill(outcome, note(result.unique ? 'good' : '', inspected(result).map(line => h('span', { class: 'broken' }, line)), '', found.paths.length > 1 ? button({ label: 'Show two lines', onClick: () => go(1) }) : undefined));
            game.say(inspected(result)[0]);
        } catch (error) {
            if (job === mine) fill(outcome, note('', sentence(error.message)));
        } finally {
            clearTimeout(shown);
            if (job === mine) { job = null; fill(running); game.headline(); }
        }
    }

    /** Not every line that is known is at hand: of very many the first are kept, of those inspected two. */
    function pagerWords() {
        const kept = found.paths.length, all = Math.max(found.count, kept), known = found.complete ? '' : ' so far';
        if (found.at < 0) return `${figure(all)} lines${known}`;
        return `${figure(found.at + 1)} of ${figure(kept)}${kept < all ? `, ${figure(all)} lines${known}` : known}`;
    }

    function refresh() {
        const many = found.paths.length > 1;
        game.turner.hidden = !many || game.editing;
        fill(game.pager, many && pagerWords());
        if (!game.editing) drawVerdict();
    }

    /** The panel was changed: what is known belongs to the one before. */
    function outdated() {
        stop();
        found = { paths: [], count: 0, at: -1, complete: false, busy: false };
        fill(outcome);
    }

    return { element, solve, go, stop, refresh, inspect, outdated };
}
