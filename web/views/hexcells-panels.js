// Beside a Hexcells board: the hint ladder, the steps of a solution, and what is known about the level.
// @ts-check
import { h, fill, bringIntoView, button, note, plural, figure } from '../parts/dom.js';
import { card, ladder, labelled, choice, textField, jobCard, sentence, ref } from './logic-parts.js';
import { keyOf, read, missing, tally, blank, uncover, write } from './hexcells-model.js';
import { lettersOf } from './hexcells-marks.js';

/** An answer that is a no, not a failure. */
const isNo = error => error.code === 1 || error.status === 422;

/** Large levels take seconds: what is not there at once is known to be on its way. @param {any} game @param {Promise<any>} answer */
async function patiently(game, answer) {
    const slow = setTimeout(() => game.context.say('Looking …'), 300);
    try {
        return await answer;
    } finally {
        clearTimeout(slow);
    }
}

// ---- numbers that are missing ----------------------------------------------------------------------------------------

const NO_SAFE_STEP = 'No safe step without the missing numbers.';

/** Nothing may be claimed about what follows while somebody could still tell more. @param {any} game */
const missingNote = game => note('', NO_SAFE_STEP, `${plural(missing(game.model).length, 'number')} in the game, not known here yet.`, button({ label: 'Copy them', onClick: () => game.numbers.start() }));

/** Cells that are open because their clues are still to come. @param {number} left */
const dependsText = left => `${plural(left, 'cell')} ${left === 1 ? 'depends' : 'depend'} on the numbers that appear then.`;

// ---- hints -----------------------------------------------------------------------------------------------------------

const rungNames = ['Where', 'Which clues', 'What', 'All that follows'];
const rungPromises = ['The part of the board to look at.', 'The clues that are needed.', 'The cells that follow, and why.', 'Every cell that follows now.'];

/** @param {any} game */
export function hintPanel(game) {
    const element = h('div', { class: 'stack' });
    /** @type {any} */
    let hint = null;
    let level = 0, busy = false, waiting = 0;

    /** Marks that are right are uncovered first, so that the hint starts where the player is. */
    async function settleNotes() {
        const answer = Object.entries(game.state.notes).map(([key, colour]) => `${key}=${colour}`);
        if (!answer.length) return true;
        const { valid } = await game.api.run('check', { game: 'hexcells', board: game.state.board, answer });
        if (!valid) return game.showBroken(answer, 'First look at your marks.'), false;
        game.takeNotes();
        await game.changing;
        return true;
    }

    /** Each press is a rung, however quick they come. */
    async function more() {
        if (game.editing) return;
        waiting++;
        if (busy) return;
        busy = true;
        game.side.pick('hint');
        for (; waiting > 0; waiting--) if (!await climb()) waiting = 1;
        busy = false;
    }

    /** The next rung, or its act; false where there is none. */
    async function climb() {
        if (take(4)) return game.changing.then(() => true);
        try {
            if (!await settleNotes()) return false;
            level = hint ? level + 1 : 1;
            hint = await patiently(game, game.api.run('hint', { game: 'hexcells', board: game.state.board, options: { level } }));
            if (!hint.ladder.length) {
                await tellNone();
                return false;
            }
            await game.show({ why: hint.because, aim: hint.cells });
            game.explainWith();
            draw();
            if (level < 4) game.sayTold(hint.ladder[level - 1]); else game.context.say(`${plural(hint.cells.length, 'cell')} can be uncovered now.`);
            bringIntoView(game.context.live, element.querySelector('.now'));
            return true;
        } catch (error) {
            hint = null;
            fill(element, note('bad', sentence(error.message)));
            return false;
        }
    }

    /** Nothing is left, nothing follows, or the clues contradict each other. */
    async function tellNone() {
        const none = hint;
        hint = null;
        if (none.contradiction) {
            await game.tellConflict(none);
            fill(element, note('bad', 'The clues contradict each other.', 'No hint leads on from here.'));
            return;
        }
        if (!tally(game.model).hidden) fill(element, note('good', 'Everything is uncovered.'));
        else if (none.missing) fill(element, missingNote(game));
        else fill(element, note('', 'Nothing follows from here.', 'The clues in sight decide no other cell.', button({ label: 'Inspect the level', onClick: () => { game.side.pick('level'); game.level.inspect(); } })));
        game.context.say(none.missing ? NO_SAFE_STEP : sentence(none.text));
        bringIntoView(game.context.live);
        if (none.missing) game.numbers.start();
    }

    /** The clues in a row: Line A and cell B. */
    function clues() {
        const letters = lettersOf(game.shown || {});
        return hint.because.flatMap((id, i) => [i === 0 ? '' : i + 1 === hint.because.length ? ' and ' : ', ',
            id === 'counter' ? 'the counter ' : id[0] === 'l' ? 'line ' : 'cell ', ref(letters.get(id.replace(/^[cl](?=\d)/, '')) || '?')]);
    }

    /** "the 2 at … leaves no other way: … is blue": the reason, and what follows from it. */
    function split(text) {
        const at = text.lastIndexOf(': ');
        return at < 0 ? [text, ''] : [text.slice(at + 2), text.slice(0, at)];
    }

    function rungs() {
        const [what, reason] = split(hint.ladder[2] || '');
        return rungNames.map((title, i) => {
            if (i >= level) return { title, content: rungPromises[i] };
            if (i === 1) return { title, content: [...clues(), '.'].map((part, k) => k === 1 && typeof part === 'string' ? part[0].toUpperCase() + part.slice(1) : part) };
            if (i === 2 && level > 3) return { title, content: 'The step before is among them.' }; // its letters are gone from the board
            if (i === 2) return { title, content: game.told(what), reason: h('p', null, game.told(reason)) };
            if (i === 3) return { title, content: `${plural(hint.cells.length, 'cell')} can be uncovered now.` };
            return { title, content: sentence(hint.ladder[i]) };
        });
    }

    function draw() {
        const more4 = level < 4 && button({ label: level ? 'Show more' : 'Give a hint', key: 'H', onClick: more });
        const make = level >= 3 && button({ label: level === 3 ? 'Make this step' : 'Make all of it', key: 'Enter', kind: 'main', onClick: () => take() });
        fill(element, card('Hint', 'from your position', hint ? ladder(rungs(), level)
            : ladder(rungNames.map((title, i) => ({ title, content: rungPromises[i] })), 0), h('div', { class: 'tools' }, make, more4)),
        level >= 2 && hint?.smallest && h('p', { class: 'live' }, `Reason checked: ${hint.because.length === 1 ? 'this clue alone is enough' : 'none of these clues can be left out'}.`));
    }

    /** Makes the step that is shown. @param {number} [least] rung that must have been reached */
    function take(least = 3) {
        if (!hint || level < least) return false;
        const { cells } = hint;
        game.uncover(cells, `step: ${plural(cells.length, 'cell')}`);
        game.context.toast(`${plural(cells.length, 'cell')} uncovered.`, { undo: () => game.history.undo() });
        return true;
    }

    draw();
    return { element, more, take, stale() { hint = null; level = 0; draw(); } };
}

// ---- steps -----------------------------------------------------------------------------------------------------------

const colours = cells => [['blue', true], ['black', false]].map(([word, blue]) => [cells.filter(cell => cell.blue === blue).length, word]).filter(([n]) => n).map(([n, word]) => `${n} ${word}`).join(', ');

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

    /** @param {string} board written here or by the server */
    const isAt = board => write(read(game.state.board)) === write(read(board));

    async function solve() {
        if (game.editing) return;
        game.side.pick('steps');
        base = game.state.board;
        try {
            const found = await patiently(game, game.api.run('solve', { game: 'hexcells', board: base, keep: base === game.puzzle }));
            if (!isAt(base)) return; /* the player went on meanwhile */
            answer = found;
            made = '';
            now = -1;
            draw();
            if (answer.steps.length) go(1);
            game.context.say(verdict());
        } catch (error) {
            fill(element, note(isNo(error) ? '' : 'bad', sentence(error.message)));
        }
    }

    const verdict = () => answer.complete === false ? `The time was up: ${plural(answer.cells.length, 'cell')} decided so far, ${answer.left} not.` : answer.contradiction ? 'The clues contradict each other.'
        : !answer.left && !answer.steps.length ? 'Everything is uncovered.' : answer.left === 0 ? `All cells follow: ${plural(answer.steps.length, 'step')} in ${plural(answer.rounds, 'round')}.`
            : isOpen() ? `${plural(answer.cells.length, 'cell')} can be uncovered now; ${dependsText(answer.left)}` : answer.missing ? NO_SAFE_STEP
                : `${plural(answer.left, 'cell')} ${answer.left === 1 ? 'does' : 'do'} not follow from what is in sight.`;

    /** A position yields the next cells, and nobody knows what they will show. */
    const isOpen = () => game.model.kind === 'position' && answer.left > 0 && answer.cells.length > 0 && !answer.contradiction;

    function row(step, i) {
        return h('div', { class: 'row-w row-step', role: 'option', 'aria-selected': String(i === now), id: `step-${i}`, onClick: () => pick(i) },
            h('span', { class: 'n soft' }, i + 1), h('span', { class: 'w' }, colours(step.cells)), h('span', { class: 'm' }, clueWords(step.because), h('span', { class: 'chip' }, `round ${step.round}`)));
    }

    function draw() {
        fill(list, answer.steps.map(row));
        const left = answer.left > 0 && answer.complete !== false && !isOpen() && !answer.missing && button({ label: answer.contradiction ? 'Which?' : 'Why not?', onClick: () => { game.side.pick('level'); game.level.inspect(); } });
        fill(element, card('Solution', answer.contradiction ? 'none' : answer.complete === false ? 'so far' : isOpen() ? 'as far as is known' : answer.missing && answer.left ? 'numbers missing' : answer.left ? 'stuck' : `${plural(answer.rounds, 'round')}`, h('p', { class: 'small' }, verdict(), ' ', left),
            answer.steps.length > 0 && h('div', { class: 'tools' },
                button({ label: 'Previous step', icon: 'back', text: false, onClick: () => go(-1) }), button({ label: 'Next step', icon: 'next', text: false, onClick: () => go(1) }),
                button({ label: 'Make up to here', onClick: () => make(now + 1) }), button({ label: 'Make all', kind: 'main', onClick: () => make(answer.steps.length) }))),
        answer.steps.length > 0 && h('section', { class: 'card' }, h('div', { class: 'pad pad-reason' }, reason), list));
    }

    async function pick(i) {
        now = Math.max(0, Math.min(i, answer.steps.length - 1));
        const step = answer.steps[now], known = answer.steps.slice(0, now).flatMap(item => item.cells);
        [...list.children].forEach((item, k) => item.setAttribute('aria-selected', String(k === now)));
        list.setAttribute('aria-activedescendant', `step-${now}`);
        keepInView(list, list.children[now]);
        game.explainWith();
        if (!await game.show({ why: step.because, aim: step.cells }, { board: base, known })) return;
        fill(reason, h('p', null, h('b', null, `Step ${now + 1}. `), game.told(step.text)));
        game.sayTold(step.text);
    }

    const go = by => answer?.steps.length ? (game.side.pick('steps'), pick(now + by)) : solve();

    function make(count) {
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
    const invite = () => fill(element, card('Steps', '', h('p', { class: 'small soft' }, game.model.kind === 'position' ? 'Every cell that can be deduced from what is in sight, one step at a time, each with the clues that force it.' : 'Every cell that can be deduced, one step at a time, each with the clues that force it.'),
        h('div', { class: 'tools' }, button({ label: 'Solve', kind: 'main', key: 'S', onClick: () => solve() }))));
    invite();
    /** The player went on by himself: what follows now, follows from his position. */
    function stale() {
        if (!answer || isAt(base) || made && isAt(made)) return;
        answer = null;
        invite();
    }

    return { element, solve, go, stale };
}

/** Scrolls the list, not the page. */
function keepInView(list, item) {
    if (!item) return;
    const top = item.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + item.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + item.offsetHeight - list.clientHeight;
}

// ---- the level -------------------------------------------------------------------------------------------------------

const grades = ['easy', 'medium', 'hard', 'expert'];
const pips = grade => h('span', { class: 'grade-pips', 'aria-hidden': 'true' }, grades.map((_, i) => h('i', { class: i <= grades.indexOf(grade) ? 'on' : '' })));

/** @param {any} game */
export function levelPanel(game) {
    const rating = h('div', { class: 'stack' }), findings = h('div', { class: 'stack' }), making = h('div', { class: 'stack' });
    /** @type {any} */
    let job = null;

    async function rate() {
        try {
            const found = await patiently(game, game.api.run('rate', { game: 'hexcells', board: game.puzzle }));
            if (found.rating === null) return tellUnrated(found);
            const hardest = found.hardest && button({ label: 'Show the hardest step', onClick: () => showHardest(found.hardest) });
            fill(rating, h('dl', { class: 'stat' },
                h('div', null, h('dd', null, found.grade, ' ', pips(found.grade)), h('dt', null, `rating ${found.rating.toFixed(1)}`)),
                h('div', null, h('dd', null, figure(found.steps)), h('dt', null, found.steps === 1 ? 'step' : 'steps')),
                h('div', null, h('dd', null, figure(found.rounds)), h('dt', null, found.rounds === 1 ? 'round' : 'rounds, easiest steps first')),
                h('div', null, h('dd', null, `${Math.round(found.counter_share * 100)} %`), h('dt', null, 'with the counter'))), hardest);
            game.context.say(`${found.grade}, rating ${found.rating.toFixed(1)}.`);
        } catch (error) {
            fill(rating, note(isNo(error) ? '' : 'bad', sentence(error.message)));
        }
    }

    /** Where guessing is needed no grade says how hard it is. */
    function tellUnrated({ left }) {
        const text = game.model.kind === 'position' ? `${plural(left, 'cell')} ${left === 1 ? 'depends' : 'depend'} on numbers that are not known.` : `${plural(left, 'cell')} ${left === 1 ? 'does' : 'do'} not follow from the clues.`;
        fill(rating, note('', 'No rating.', text, button({ label: 'Why?', onClick: () => inspect() })));
        game.context.say(`No rating. ${text}`);
    }

    async function showHardest(hardest) {
        await game.show({ why: hardest.because, aim: hardest.cells }, { board: game.puzzle, known: hardest.known });
        game.explainWith(note('', `The hardest step, in round ${hardest.round}.`, h('span', null, game.told(hardest.text)), button({ label: 'Back', onClick: () => game.unshow() })));
    }

    async function inspect(redundant = false) {
        try {
            const found = await patiently(game, game.api.run('check', { game: 'hexcells', board: game.puzzle, options: { redundant } }));
            if (found.contradiction) {
                fill(findings, note('bad', 'The clues contradict each other.', 'Something is uncovered or read wrongly.'), ...problems(found));
                return await game.tellConflict(found);
            }
            fill(findings, verdictOf(found), ...problems(found), redundant && redundancy(found));
            game.context.say(found.fair ? 'Fair: nothing has to be guessed.' : isOpen(found) ? dependsText(found.left) : found.missing ? NO_SAFE_STEP : 'Not fair.');
        } catch (error) {
            fill(findings, note(isNo(error) ? '' : 'bad', sentence(error.message)));
        }
    }

    /** A position is played one look at a time. */
    const isOpen = found => game.model.kind === 'position' && found.rounds > 0 && !found.fair;

    function verdictOf(found) {
        if (found.fair) return note('good', 'Fair: nothing has to be guessed.', `All cells follow, in ${plural(found.rounds, 'round')}.`);
        if (isOpen(found)) return note('', 'Some cells can be uncovered now.', dependsText(found.left), button({ label: 'Give a hint', onClick: () => game.hint.more() }));
        if (found.missing) return missingNote(game);
        const ways = found.completions;
        const rivals = ways?.second && button({ label: 'Show two ways', onClick: () => showRivals(ways) });
        return note('', `Stuck: ${plural(found.left, 'cell')} not decided by the clues in sight.`, ways ? `${ways.all ? '' : 'At least '}${plural(ways.count, 'way')} to go on from there.` : sentence(found.text.split('\n')[0]), rivals);
    }

    /** The cells in which two ways to go on differ. */
    function showRivals({ first, second }) {
        const other = new Map(second.map(cell => [`${cell.x},${cell.y}`, cell.blue]));
        const differ = first.filter(cell => other.get(`${cell.x},${cell.y}`) !== cell.blue);
        game.show({ aim: differ, why: [] }, { board: game.puzzle, known: first.filter(cell => !differ.includes(cell)) });
        game.explainWith(note('', `${plural(differ.length, 'cell')} could be either.`, 'The ringed cells change colour from one way to the other; every clue in sight holds both times.', button({ label: 'Back', onClick: () => game.unshow() })));
    }

    const problems = found => found.findings.map(({ line, column, message }) => h('p', { class: 'small soft' }, `Line ${line}, column ${column}: ${message}.`));

    function redundancy(found) {
        const ids = (found.redundant || []).map(item => item.id || item), cut = found.complete === false ? ' The time was up before all were tried.' : '';
        if (!ids.length) return note('', cut ? `No clue that could be left out was found.${cut}` : 'No clue can be left out.');
        return note('', `${plural(ids.length, 'clue')} could be left out, each alone.${cut}`, '', button({ label: 'Show them', onClick: () => game.show({ why: ids, aim: [], weigh: false }) }));
    }

    async function make(options, seed) {
        stop();
        const status = jobCard({ title: 'Making a level', onStop: () => stop() });
        const mine = job = game.api.job('make', { game: 'hexcells', options, seed }, { onProgress: progress => status.update(progress, '') });
        const shown = setTimeout(() => { if (job === mine) fill(making, status.element); }, 300);
        try {
            const { result } = await mine.done;
            if (!result || job !== mine) return;
            game.begin(result.board, 'a new level', 'random');
            game.holder.scrollIntoView({ block: 'nearest' });
            game.context.toast('A new level.', { undo: () => game.history.undo() });
        } catch (error) {
            if (job === mine) fill(making, note('', sentence(error.message)));
        } finally {
            clearTimeout(shown);
            if (job === mine) job = null;
            if (status.element.isConnected) fill(making);
        }
    }

    const stop = () => job ? (job.cancel(), true) : false;

    function maker() {
        const cells = textField({ inputmode: 'numeric', value: '37', 'aria-label': 'Cells' }), seed = textField({ inputmode: 'numeric', placeholder: 'by chance', 'aria-label': 'Seed' });
        const shape = choice([['hexagon', 'Hexagon'], ['diamond', 'Diamond'], ['free', 'Free']], 'hexagon'), difficulty = choice(grades.map(grade => [grade, grade]), 'medium');
        const value = field => field.firstElementChild.value;
        const start = () => make({ cells: Math.max(7, Math.min(300, Number(value(cells)) || 37)), shape: value(shape), difficulty: value(difficulty) }, Number(value(seed)) || 1 + Math.floor(Math.random() * 1e6));
        return card('Make a level', 'always fair', h('div', { class: 'form-2' }, labelled('Cells', cells), labelled('Outline', shape), labelled('Difficulty', difficulty), labelled('Seed', seed)),
            h('div', { class: 'tools' }, button({ label: 'Make', icon: 'dice', onClick: start }), button({ label: 'Empty level', onClick: () => { game.begin(blank(), 'an empty level'); game.side.pick('edit'); } })), making);
    }

    const element = h('div', { class: 'stack' },
        card('Difficulty', '', rating, h('div', { class: 'tools' }, button({ label: 'Rate', onClick: rate }))),
        card('Is it fair?', '', findings, h('div', { class: 'tools' }, button({ label: 'Inspect', onClick: () => inspect() }), button({ label: 'Find spare clues', onClick: () => inspect(true) }))),
        maker());
    /** Another level: what was found out belongs to the one before. Uncovering more does not make it another. */
    let about = game.state.given;
    function outdated() {
        const now = game.state.given;
        if (now !== about) { fill(rating); fill(findings); }
        about = now;
    }
    return { element, rate, inspect, stop, outdated, dispose: () => { stop(); job = null; } };
}
