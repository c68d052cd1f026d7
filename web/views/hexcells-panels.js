// Side panels of a Hexcells board: hints, the steps of a solution, and the level (rating, check, generator).
// @ts-check
import { h, fill, bringIntoView, button, note, plural, figure } from '../parts/dom.js';
import { card, ladder, labelled, choice, textField, jobCard, sentence, ref } from './logic-parts.js';
import { keyOf, read, missing, tally, uncover, write } from './hexcells-model.js';
import { lettersOf } from './hexcells-marks.js';
import { placeName } from '../parts/places.js';

/** Lines before the first row of a level. */
const HEADER = 5;

/** Warnings about a board, with the place on the board instead of the place in its text; those about a file are left out. @param {string} board @param {{line: number, column: number, message: string}[]} findings */
export function findingsOf(board, findings) {
    const level = read(board).kind === 'level', where = ({ line, column }) => level ? `${placeName((column - 1) >> 1, line - HEADER - 1)}: ` : '';
    return findings.filter(({ line }) => !level || line > HEADER).map(found => h('p', { class: 'small soft' }, sentence(where(found) + found.message)));
}

/** Whether the answer is "no solution" rather than a failure. */
const isNegative = error => error.code === 1 || error.status === 422;

/** Announces that the answer is in progress if it takes long: large levels need seconds. @param {any} game @param {Promise<any>} answer */
async function withProgress(game, answer) {
    const slow = setTimeout(() => game.context.announce('Working …'), 300);
    try {
        return await answer;
    } finally {
        clearTimeout(slow);
    }
}

// ---- missing numbers -------------------------------------------------------------------------------------------------

const NO_SAFE_STEP = 'No safe step without the missing numbers.';

/** Missing numbers could decide more cells, so "stuck" must not be claimed. @param {any} game */
const missingNote = game => note('', NO_SAFE_STEP, `Copy ${plural(missing(game.model).length, 'number')} from the game first.`, button({ label: 'Copy numbers', onClick: () => game.numbers.start() }));

/** Text for cells whose clues are not known yet. @param {number} left */
const dependsText = left => `${plural(left, 'cell')} ${left === 1 ? 'depends' : 'depend'} on numbers that are not known yet.`;

// ---- hints -----------------------------------------------------------------------------------------------------------

const levelNames = ['Where', 'Which clues', 'Technique', 'Why', 'Which cells'];
const levelPromises = ['A small group of cells to look at.', 'The clues you need.', 'How to combine them.', 'The argument.', 'The cells you can deduce.'];
const LAST = levelNames.length;

/** @param {any} game */
export function hintPanel(game) {
    const element = h('div', { class: 'stack' });
    /** @type {any} */
    let hint = null;
    let level = 0, busy = false, waiting = 0;

    /** Uncovers correct marks first, so that the hint starts from the player's position. */
    async function applyNotes() {
        const answer = Object.entries(game.state.notes).map(([key, colour]) => `${key}=${colour}`);
        if (!answer.length) return true;
        const { valid } = await game.api.run('check', { game: 'hexcells', board: game.state.board, answer });
        if (!valid) return game.showBroken(answer, 'Check your marks first.'), false;
        game.acceptNotes();
        await game.changing;
        return true;
    }

    /** Each press reveals one more level; quick presses are queued. */
    async function more() {
        if (game.editing) return;
        waiting++;
        if (busy) return;
        busy = true;
        game.side.pick('hint');
        for (; waiting > 0; waiting--) if (!await nextLevel()) waiting = 1;
        busy = false;
    }

    /** Shows the next hint level, or applies the last one; false if there is none. */
    async function nextLevel() {
        if (apply()) return game.changing.then(() => true);
        try {
            if (!await applyNotes()) return false;
            level = hint ? level + 1 : 1;
            if (level === 1) game.stopwatch.hint();
            hint = await withProgress(game, game.api.run('hint', { game: 'hexcells', board: game.state.board, options: { level } }));
            if (!hint.ladder.length) {
                await showNoHint();
                return false;
            }
            await game.show({ why: hint.because, aim: hint.cells, near: level === 1 ? hint.region : [], text: level >= 4 ? hint.text : '' });
            game.explainWith();
            draw();
            game.announceText(hint.ladder[level - 1]);
            bringIntoView(game.context.live, element.querySelector('.now'));
            return true;
        } catch (error) {
            hint = null;
            fill(element, note('bad', sentence(error.message)));
            return false;
        }
    }

    /** Explains why there is no hint: solved, stuck, or contradictory clues. */
    async function showNoHint() {
        const none = hint;
        hint = null;
        if (none.contradiction) {
            await game.showConflict(none);
            fill(element, note('bad', 'The clues contradict each other.', 'No hint is possible.'));
            return;
        }
        if (!tally(game.model).hidden) fill(element, note('good', 'All cells are uncovered.'));
        else if (none.missing) fill(element, missingNote(game));
        else fill(element, note('', 'Nothing can be deduced from here.', 'The visible clues decide no other cell.', button({ label: 'Check level', onClick: () => { game.side.pick('level'); game.level.check(); } })));
        game.context.announce(none.missing ? NO_SAFE_STEP : sentence(none.text));
        bringIntoView(game.context.live);
        if (none.missing) game.numbers.start();
    }

    /** The clues as text: Line A and cell B. */
    function clues() {
        const letters = lettersOf(game.shown || {});
        return hint.because.flatMap((id, i) => [i === 0 ? '' : i + 1 === hint.because.length ? ' and ' : ', ',
            id === 'counter' ? 'the counter ' : id[0] === 'l' ? 'line ' : 'cell ', ref(letters.get(id.replace(/^[cl](?=\d)/, '')) || '?')]);
    }

    /** Splits "the 2 at … leaves no other way: … is blue" into the conclusion and its reason. */
    function split(text) {
        const at = text.lastIndexOf(': ');
        return at < 0 ? [text, ''] : [text.slice(at + 2), text.slice(0, at)];
    }

    function levels() {
        return levelNames.map((title, i) => {
            if (i >= level) return { title, content: levelPromises[i] };
            if (i === 1) return { title, content: [...clues(), '.'].map((part, k) => k === 1 && typeof part === 'string' ? part[0].toUpperCase() + part.slice(1) : part) };
            if (i === 3) return { title, content: game.withLetters(hint.ladder[3]) };
            if (i === 4) return { title, content: game.withLetters(split(hint.ladder[4])[0]) };
            return { title, content: sentence(hint.ladder[i]) };
        });
    }

    function draw() {
        const next = level < LAST && button({ label: level ? 'Show more' : 'Show hint', key: 'H', onClick: more });
        const make = level >= LAST && button({ label: 'Apply this step', key: 'Enter', kind: 'main', onClick: () => apply() });
        fill(element, card('Hint', 'from your position', hint ? ladder(levels(), level)
            : ladder(levelNames.map((title, i) => ({ title, content: levelPromises[i] })), 0), h('div', { class: 'tools' }, make, next)),
        level >= 2 && hint?.smallest && h('p', { class: 'live' }, `Checked: ${hint.because.length === 1 ? 'this clue alone is enough' : 'no fewer clues are enough'}.`));
    }

    /** Applies the step once all of it is shown. */
    function apply() {
        if (!hint || level < LAST) return false;
        const { cells } = hint;
        game.uncover(cells, `step: ${plural(cells.length, 'cell')}`);
        game.context.toast(`${plural(cells.length, 'cell')} uncovered.`, { undo: () => game.history.undo() });
        return true;
    }

    draw();
    return { element, more, apply, stale() { hint = null; level = 0; draw(); } };
}

// ---- steps -----------------------------------------------------------------------------------------------------------

const colours = cells => [['blue', true], ['black', false]].map(([word, blue]) => [cells.filter(cell => cell.blue === blue).length, word]).filter(([n]) => n).map(([n, word]) => `${n} ${word}`).join(', ');

const patternNames = { twice: 'counted twice', cases: 'no short argument' };

function clueWords(because) {
    const clues = because.filter(id => id !== 'counter').length, counter = because.includes('counter');
    return [clues && plural(clues, 'clue'), counter && 'counter'].filter(Boolean).join(' + ') || 'no clue';
}

/** @param {any} game */
export function stepsPanel(game) {
    const element = h('div', { class: 'stack' }), list = h('div', { class: 'rows step-rows', role: 'listbox', 'aria-label': 'Steps', tabindex: 0 });
    const reason = h('div', { class: 'reason step-reason' });
    /** @type {any} */
    let answer = null;
    let base = '', made = '', now = -1;

    /** Compares boards regardless of formatting. @param {string} board */
    const isAt = board => write(read(game.state.board)) === write(read(board));

    async function solve() {
        if (game.editing) return;
        game.side.pick('steps');
        base = game.state.board;
        try {
            const found = await withProgress(game, game.api.run('solve', { game: 'hexcells', board: base, keep: base === game.puzzle }));
            if (!isAt(base)) return; /* the player moved meanwhile */
            answer = found;
            made = '';
            now = -1;
            draw();
            if (answer.steps.length) go(1);
            game.context.announce(verdict());
        } catch (error) {
            fill(element, note(isNegative(error) ? '' : 'bad', sentence(error.message)));
        }
    }

    const verdict = () => answer.complete === false ? `Time limit reached: ${plural(answer.cells.length, 'cell')} decided, ${answer.left} undecided.` : answer.contradiction ? 'The clues contradict each other.'
        : !answer.left && !answer.steps.length ? 'All cells are uncovered.' : answer.left === 0 ? `Every cell can be deduced: ${plural(answer.steps.length, 'step')} in ${plural(answer.rounds, 'round')}.`
            : isOpen() ? `${plural(answer.cells.length, 'cell')} can be uncovered now; ${dependsText(answer.left)}` : answer.missing ? NO_SAFE_STEP
                : `${plural(answer.left, 'cell')} cannot be deduced from the visible clues.`;

    /** Whether some cells of a position can be uncovered and the rest depends on their numbers. */
    const isOpen = () => game.model.kind === 'position' && answer.left > 0 && answer.cells.length > 0 && !answer.contradiction;

    function row(step, i) {
        return h('div', { class: 'row-w row-step', role: 'option', 'aria-selected': String(i === now), id: `step-${i}`, onClick: () => pick(i) },
            h('span', { class: 'n soft' }, i + 1), h('span', { class: 'w' }, colours(step.cells)), h('span', { class: 'm' }, clueWords(step.because), h('span', { class: 'chip' }, patternNames[step.pattern] || step.pattern)));
    }

    function draw() {
        fill(list, answer.steps.map(row));
        const left = answer.left > 0 && answer.complete !== false && !isOpen() && !answer.missing && button({ label: answer.contradiction ? 'Show conflict' : 'Explain why', onClick: () => { game.side.pick('level'); game.level.check(); } });
        fill(element, card('Solution', answer.contradiction ? 'none' : answer.complete === false ? 'so far' : isOpen() ? 'partial' : answer.missing && answer.left ? 'numbers missing' : answer.left ? 'stuck' : `${plural(answer.rounds, 'round')}`, h('p', { class: 'small' }, verdict(), ' ', left),
            answer.steps.length > 0 && h('div', { class: 'tools' },
                button({ label: 'Previous step', icon: 'back', text: false, onClick: () => go(-1) }), button({ label: 'Next step', icon: 'next', text: false, onClick: () => go(1) }),
                button({ label: 'Apply up to this step', onClick: () => applySteps(now + 1) }), button({ label: 'Apply all', kind: 'main', onClick: () => applySteps(answer.steps.length) }))),
        answer.steps.length > 0 && h('section', { class: 'card' }, h('div', { class: 'pad pad-reason' }, reason), list));
    }

    async function pick(i) {
        now = Math.max(0, Math.min(i, answer.steps.length - 1));
        const step = answer.steps[now], known = answer.steps.slice(0, now).flatMap(item => item.cells);
        [...list.children].forEach((item, k) => item.setAttribute('aria-selected', String(k === now)));
        list.setAttribute('aria-activedescendant', `step-${now}`);
        scrollIntoList(list, list.children[now]);
        game.explainWith();
        if (!await game.show({ why: step.because, aim: step.cells, text: step.text }, { board: base, known })) return;
        fill(reason, h('p', null, h('b', null, `Step ${now + 1}. `), game.withLetters(step.text)));
        game.announceText(step.text);
    }

    const go = by => answer?.steps.length ? (game.side.pick('steps'), pick(now + by)) : solve();

    function applySteps(count) {
        const cells = answer.steps.slice(0, count).flatMap(step => step.cells), known = new Set(cells.map(({ x, y }) => keyOf(x, y)));
        const notes = Object.fromEntries(Object.entries(game.state.notes).filter(([key]) => !known.has(key)));
        made = write(uncover(read(base), cells));
        game.uncover(cells, `solved ${plural(cells.length, 'cell')}`, { from: read(base), bySolver: true, notes });
        game.context.toast(`${plural(cells.length, 'cell')} uncovered.`, { undo: () => game.history.undo() });
    }

    list.addEventListener('keydown', event => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        event.stopPropagation();
        go(step);
    });
    const invite = () => fill(element, card('Steps', '', h('p', { class: 'small soft' }, game.model.kind === 'position' ? 'Solve, below the board, deduces every cell the visible clues decide, one step at a time, with the clues behind each step.' : 'Solve, below the board, solves by deduction, one step at a time, with the clues behind each step.')));
    invite();
    /** Drops the steps if the player moved: they start from an older position. */
    function stale() {
        if (!answer || isAt(base) || made && isAt(made)) return;
        answer = null;
        invite();
    }

    return { element, solve, go, stale };
}

/** Scrolls the list, not the page. */
function scrollIntoList(list, item) {
    if (!item) return;
    const top = item.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + item.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + item.offsetHeight - list.clientHeight;
}

// ---- the level -------------------------------------------------------------------------------------------------------

const grades = ['easy', 'medium', 'hard', 'expert', 'extreme'];
const pips = grade => h('span', { class: 'grade-pips', 'aria-hidden': 'true' }, grades.map((_, i) => h('i', { class: i <= grades.indexOf(grade) ? 'on' : '' })));

/** @param {any} game */
export function levelPanel(game) {
    const rating = h('div', { class: 'stack' }), findings = h('div', { class: 'stack' }), generating = h('div', { class: 'stack' });
    /** @type {any} */
    let job = null;

    async function rate() {
        try {
            const found = await withProgress(game, game.api.run('rate', { game: 'hexcells', board: game.puzzle }));
            if (found.rating === null) return showUnrated(found);
            const hardest = found.hardest && button({ label: 'Show hardest step', onClick: () => showHardest(found.hardest) });
            fill(rating, h('dl', { class: 'stat' },
                h('div', null, h('dd', null, found.grade, ' ', pips(found.grade)), h('dt', null, `hardest step ${found.rating.toFixed(1)}`)),
                h('div', null, h('dd', null, figure(found.steps)), h('dt', null, found.steps === 1 ? 'step' : 'steps')),
                h('div', null, h('dd', null, found.work.toFixed(1)), h('dt', null, 'work')),
                h('div', null, h('dd', null, figure(found.hard_moments)), h('dt', null, found.hard_moments === 1 ? 'hard moment' : 'hard moments')),
                h('div', null, h('dd', null, `${Math.round(found.counter_share * 100)} %`), h('dt', null, 'use the counter'))), hardest);
            game.context.announce(`${found.grade}, rating ${found.rating.toFixed(1)}.`);
        } catch (error) {
            fill(rating, note(isNegative(error) ? '' : 'bad', sentence(error.message)));
        }
    }

    /** Explains why there is no rating: a level that needs guessing has no grade. */
    function showUnrated({ left }) {
        const text = game.model.kind === 'position' ? `${plural(left, 'cell')} ${left === 1 ? 'depends' : 'depend'} on numbers that are not known.` : `${plural(left, 'cell')} cannot be deduced from the clues.`;
        fill(rating, note('', 'No rating.', text, button({ label: 'Explain why', onClick: () => check() })));
        game.context.announce(`No rating. ${text}`);
    }

    async function showHardest(hardest) {
        await game.show({ why: hardest.because, aim: hardest.cells, text: hardest.text }, { board: game.puzzle, known: hardest.known });
        game.explainWith(note('', `Hardest step (${hardest.step}, ${patternNames[hardest.pattern] || hardest.pattern}).`, h('span', null, game.withLetters(hardest.text)), button({ label: 'Back', onClick: () => game.unshow() })));
    }

    async function check(redundant = false) {
        try {
            const found = await withProgress(game, game.api.run('check', { game: 'hexcells', board: game.puzzle, options: { redundant } }));
            if (found.contradiction) {
                fill(findings, note('bad', 'The clues contradict each other.', 'A cell was uncovered or read wrongly.'), ...problems(found));
                return await game.showConflict(found);
            }
            fill(findings, verdictOf(found), ...problems(found), redundant && redundancy(found));
            game.context.announce(found.fair ? 'Fair: no guessing needed.' : isOpen(found) ? dependsText(found.left) : found.missing ? NO_SAFE_STEP : 'Not fair.');
        } catch (error) {
            fill(findings, note(isNegative(error) ? '' : 'bad', sentence(error.message)));
        }
    }

    /** Whether some cells of a position can be uncovered now. */
    const isOpen = found => game.model.kind === 'position' && found.rounds > 0 && !found.fair;

    function verdictOf(found) {
        if (found.fair) return note('good', 'Fair: no guessing needed.', `Every cell can be deduced, in ${plural(found.rounds, 'round')}.`);
        if (isOpen(found)) return note('', 'Some cells can be uncovered now.', dependsText(found.left), button({ label: 'Show hint', onClick: () => game.hint.more() }));
        if (found.missing) return missingNote(game);
        const ways = found.completions;
        const rivals = ways?.second && button({ label: 'Show two solutions', onClick: () => showRivals(ways) });
        return note('', `Stuck: ${plural(found.left, 'cell')} undecided by the visible clues.`, ways ? `${ways.all ? '' : 'At least '}${plural(ways.count, 'possible solution')}.` : sentence(found.text.split('\n')[0]), rivals);
    }

    /** Shows the cells in which two solutions differ. */
    function showRivals({ first, second }) {
        const other = new Map(second.map(cell => [`${cell.x},${cell.y}`, cell.blue]));
        const differ = first.filter(cell => other.get(`${cell.x},${cell.y}`) !== cell.blue);
        game.show({ aim: differ, why: [] }, { board: game.puzzle, known: first.filter(cell => !differ.includes(cell)) });
        game.explainWith(note('', `${plural(differ.length, 'cell')} could be either.`, 'The ringed cells differ between two solutions; both satisfy every visible clue.', button({ label: 'Back', onClick: () => game.unshow() })));
    }

    const problems = found => findingsOf(game.puzzle, found.findings);

    function redundancy(found) {
        const ids = (found.redundant || []).map(item => item.id || item), cut = found.complete === false ? ' Time ran out before all were tried.' : '';
        if (!ids.length) return note('', cut ? `No redundant clues found.${cut}` : 'No redundant clues.');
        return note('', `${plural(ids.length, 'redundant clue')}${ids.length > 1 ? ' (any one can go)' : ''}.${cut}`, '', button({ label: 'Show clues', onClick: () => game.show({ why: ids, aim: [], weigh: false }) }));
    }

    async function generate(options, seed) {
        stop();
        const status = jobCard({ title: 'Generating a level', onStop: () => stop() });
        const mine = job = game.api.job('make', { game: 'hexcells', options, seed }, { onProgress: progress => status.update(progress, '') });
        const shown = setTimeout(() => { if (job === mine) fill(generating, status.element); }, 300);
        try {
            const { result } = await mine.done;
            if (!result || job !== mine) return;
            game.begin(result.board, 'a new level', 'random');
            game.holder.scrollIntoView({ block: 'nearest' });
            game.context.toast('New level.', { undo: () => game.history.undo() });
        } catch (error) {
            if (job === mine) fill(generating, note('', sentence(error.message)));
        } finally {
            clearTimeout(shown);
            if (job === mine) job = null;
            if (status.element.isConnected) fill(generating);
        }
    }

    const stop = () => job ? (job.cancel(), true) : false;

    function generator() {
        const cells = textField({ inputmode: 'numeric', value: '37', 'aria-label': 'Cells' }), seed = textField({ inputmode: 'numeric', placeholder: 'random', 'aria-label': 'Seed' });
        const shape = choice([['hexagon', 'Hexagon'], ['diamond', 'Diamond'], ['free', 'Free'], ['ring', 'Ring'], ['islands', 'Islands']], 'hexagon'), difficulty = choice(grades.map(grade => [grade, grade]), 'medium');
        const symmetry = choice([['none', 'None'], ['turn2', 'Half turn'], ['turn3', 'Third turn'], ['turn6', 'Sixth turn'], ['mirror', 'Mirror']], 'none');
        const counter = choice([['any', 'Any'], ['no', 'Not needed'], ['late', 'Needed late'], ['often', 'Needed often']], 'any');
        const letters = textField({ placeholder: 'none', maxlength: 6, 'aria-label': 'Letters' });
        const value = field => field.firstElementChild.value;
        const options = () => ({ cells: Math.max(7, Math.min(300, Number(value(cells)) || 37)), shape: value(shape), difficulty: value(difficulty), symmetry: value(symmetry), counter: value(counter) });
        const start = more => generate({ ...options(), ...more }, Number(value(seed)) || 1 + Math.floor(Math.random() * 1e6));
        const fromWord = () => start(value(letters).trim() ? { letters: value(letters).trim() } : {});
        /* the level on the board, drawn in the editor, gives cells and colours; its hints are replaced */
        const fromBoard = () => game.model.kind === 'level' ? start({ picture: game.puzzle, symmetry: 'none' }) : game.context.toast('Only a level has colours to find hints for.');
        return card('Generate a level', 'always fair', h('div', { class: 'form-2' }, labelled('Cells', cells), labelled('Outline', shape), labelled('Difficulty', difficulty), labelled('Symmetry', symmetry), labelled('Counter', counter), labelled('Letters', letters), labelled('Seed', seed)),
            h('div', { class: 'tools' }, button({ label: 'Generate level', icon: 'dice', onClick: fromWord }), button({ label: 'Find hints for this board', onClick: fromBoard }), button({ label: 'Start empty level', onClick: () => { game.begin(game.blank, 'an empty level'); game.side.pick('edit'); } })), generating);
    }

    const element = h('div', { class: 'stack' },
        card('Difficulty', '', rating, h('div', { class: 'tools' }, button({ label: 'Rate level', onClick: rate }))),
        card('Is it fair?', '', findings, h('div', { class: 'tools' }, button({ label: 'Check level', onClick: () => check() }), button({ label: 'Find redundant clues', onClick: () => check(true) }))),
        generator());
    /** Clears the results when another level is opened; uncovering cells does not change the level. */
    let about = game.state.given;
    function outdated() {
        const now = game.state.given;
        if (now !== about) { fill(rating); fill(findings); }
        about = now;
    }
    return { element, rate, check, stop, outdated, dispose: () => { stop(); job = null; } };
}
