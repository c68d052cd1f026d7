// Today's puzzles: one card per game that can generate boards. A word board opens as a timed round, other puzzles in
// their own view.
// @ts-check
import { h, fill, button, plural, sentence } from '../parts/dom.js';
import { series } from '../families.js';
import { isWordGame } from '../games.js';
import { progressReader } from '../progress.js';
import { resultOf as solvedResult, resultText } from '../results.js';
import { dailyDate, dailyNumber, dailyResult, dailyStreak, resultCard, setDailyResult } from '../daily.js';

/** Boards of today by game, so that returning to the page generates nothing again. @type {Map<string, Promise<any>>} */
const made = new Map();

/** Random word boards differ much in quality: of this many, the day's board is the one with most words. */
const WORD_BOARDS = 6;

/** The seed of a day: games must not share their letters. @param {string} game @param {number} number */
const seedOf = (game, number) => [...game].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 100003, 7) * 1000 + number * 8;

/** @param {any} context @param {any} game @param {number} seed */
async function generate(context, game, seed) {
    const { board } = await context.api.run('make', { game: game.name, seed, options: {} });
    return board;
}

/** @param {any} context @param {any} game @param {number} seed */
async function richest(context, game, seed) {
    let best = { board: '', count: -1 };
    for (let i = 0; i < WORD_BOARDS; i++) {
        const board = await generate(context, game, seed + i);
        const { count } = await context.api.run('solve', { game: game.name, board, options: { limit: 1 }, keep: false });
        if (count > best.count) best = { board, count };
    }
    return best.board;
}

/** @param {any} context @param {any} game @param {number} number */
function makeDaily(context, game, number) {
    const key = `${game.name} ${number}`, seed = seedOf(game.name, number);
    if (!made.has(key)) {
        const board = isWordGame(game.name) ? richest(context, game, seed) : generate(context, game, seed);
        const payload = board.then(text => context.api.board(text, { game: game.name }));
        payload.catch(() => made.delete(key));
        made.set(key, payload);
    }
    return /** @type {Promise<any>} */ (made.get(key));
}

/** The result so far; puzzles that are solved in their own view store their progress there. @param {any} game @param {number} number @param {any} payload */
function resultOf(game, number, payload) {
    const result = dailyResult(game.name, number);
    if (isWordGame(game.name) || result?.done) return result;
    const progress = progressReader()({ game: game.name, board: payload.board });
    if (!progress) return null;
    const done = progress.done >= progress.of && progress.by !== 'comb';
    const own = solvedResult(game.name, payload.board), text = done ? own ? `solved, ${resultText(own)}` : 'solved' : progress.by === 'comb' ? 'solved by Comb' : `${progress.done} of ${progress.of}`;
    if (done) setDailyResult(game.name, number, { text, done });
    return { text, done };
}

/** @param {any} context @param {any} game @param {number} number @param {() => void} onResult */
function card(context, game, number, onResult) {
    const picture = h('span', { class: 'thumb', 'aria-hidden': 'true' }), state = h('p', { class: 'small soft' }, 'Generating the board.'), acts = h('div', { class: 'tools' });
    makeDaily(context, game, number).then(payload => {
        const result = resultOf(game, number, payload), words = isWordGame(game.name);
        const scene = words && !result ? { ...payload.scene, cells: payload.scene.cells.map(cell => ({ ...cell, text: '', corners: undefined })), shapes: [] } : payload.scene; // letters are shown when the round starts
        fill(picture, context.thumb(scene, 'thumb-in'));
        state.textContent = result ? sentence(result.text) : words ? 'A timed round.' : 'Not started.';
        const open = () => words ? context.go(`#/round/${payload.code}?daily=${number}`) : context.resumeBoard({ ...payload, others: [] });
        const copy = async () => {
            await navigator.clipboard.writeText(resultCard(game.title, number, /** @type {any} */ (result).text, `${location.origin}${location.pathname}#/daily`));
            context.toast('Result copied.');
        };
        fill(acts, button({ label: result ? result.done ? 'Open' : 'Continue' : 'Play', kind: result?.done ? '' : 'main', onClick: open, 'aria-label': `${result?.done ? 'Open' : 'Play'} ${game.title}` }),
            result?.done && button({ label: 'Copy result', icon: 'share', onClick: () => copy().catch(error => context.toast(sentence(error.message))) }));
        onResult();
    }, error => { state.textContent = sentence(error.message); });
    return h('li', { class: 'card daily' }, picture, h('div', { class: 'stack' }, h('h2', null, game.title), state, acts));
}

/** The series of the day. @param {any} context @param {number} number */
const seriesCard = (context, number) => h('li', { class: 'card daily daily-wide' }, h('div', { class: 'stack' }, h('h2', null, series.title), h('p', { class: 'small soft' }, series.text),
    h('div', { class: 'tools' }, button({ label: 'Play', kind: 'main', 'aria-label': `Play ${series.title}`, onClick: () => context.go(`#/challenge/${number}`) }))));

/** @param {any} context */
export function open(context) {
    const number = dailyNumber(), games = context.games.filter(game => game.verbs.includes('make'));
    const streak = h('p', { class: 'sub' });
    const showStreak = () => {
        const days = dailyStreak(number);
        streak.textContent = `Puzzle ${number}, the same for everyone.${days ? ` Your streak: ${plural(days, 'day')}.` : ''}`;
    };
    showStreak();
    const element = h('div', { class: 'stack' }, h('div', { class: 'head' }, h('div', null, h('h1', null, dailyDate(number)), streak)),
        h('ul', { class: 'dailies' }, games.map(game => card(context, game, number, showStreak)), seriesCard(context, number)), context.live);
    return { element, title: 'Daily puzzles', dispose() {} };
}
