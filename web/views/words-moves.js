// Games of two sides: the ranked moves, what each one captures and clears, and the board after it.
// @ts-check
import { h, button, plural, figure } from '../parts/dom.js';
import { withPath } from '../scene.js';
import { cellOutline } from '../parts/paint.js';
import { makeModel, swapTiles } from './words-model.js';
import { SEARCH_SECONDS } from './words-search.js';

/** Factor on the time limit for swaps and replies. */
const SLOW_FACTOR = 4;

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const inWords = n => numbers[n] ?? figure(n);
const signed = n => n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0';

function hexagonSign() {
    const element = h('span', { class: 'pips', 'aria-hidden': 'true' });
    element.innerHTML = `<svg class="on" viewBox="-58 -58 116 116"><path d="${cellOutline('hex-flat', .9)}"/></svg>`;
    return element;
}

/** @param {any} view the WordsView */
export function createMoves(view) {
    let after = false;
    const mover = () => view.history.state.options.mover || 'blue';
    const gain = item => mover() === 'blue' ? item.blue_hexagons - item.red_hexagons : item.red_hexagons - item.blue_hexagons;
    const cleared = item => item.red_cleared + item.blue_cleared;
    const keyOf = item => `after ${view.history.state.board} ${mover()} ${item.swap || ''} ${item.path}`;

    /** Fetches the board before the word (after its swap) and after it. @param {any} item */
    async function fetchAfter(item) {
        const { api } = view.context, { board } = view.history.state, how = { game: view.game.name, options: view.drawnWith };
        const swapped = item.swap ? swapTiles(board, item.swap[0], item.swap[1]) : board;
        const [base, done] = await Promise.all([item.swap ? api.board(swapped, how) : view.payload, api.board(swapped, { ...how, moves: `${mover()}:${item.path.join('-')}` })]);
        return { base: makeModel(base), done: makeModel(done), board: done.board };
    }
    const known = item => view.cache.get(keyOf(item));

    /** Marks captured hexagons (double outline) and cleared cells (dashed). */
    function marked(scene, item) {
        const { base, done } = known(item);
        const cells = scene.cells.map((cell, slot) => {
            const [was, is] = [base.tiles[slot], done.tiles[slot]], marks = [...(cell.marks || [])];
            const claimed = /[BR]/.test(is.attr) && is.attr !== was.attr;
            if (claimed) marks.push('claim');
            else if (is.text === '?' && was.text !== '?') marks.push('clear');
            const part = claimed ? ', captured by the move' : marks.includes('clear') ? ', cleared by the move' : '';
            return { ...cell, marks, tag: claimed ? '+1' : item.swap?.includes(slot) ? '⇄' : cell.tag, label: `${cell.label}${part}` };
        });
        return { ...scene, cells };
    }
    function toggleAfter() {
        after = !after;
        view.draw();
        view.drawTools();
    }
    function play() {
        const { item } = view, other = mover() === 'blue' ? 'red' : 'blue', found = item && known(item);
        if (!found) return;
        after = false;
        const options = { ...view.history.state.options, mover: other };
        view.change({ board: found.board, options }, `played ${item.word}`);
        const blank = found.done.tiles.findIndex(tile => tile.text === '?');
        if (blank >= 0) view.board.focus(blank);
        view.context.toast(`${item.word} played. Type the new letters of the cleared cells.`, { undo: () => view.undo() });
    }
    return {
        /** Ranks the moves. With swaps or replies this may take long, so it runs as a job that can be stopped. */
        ask(request, signal, seconds) {
            const slow = request.options.swap || request.options.reply, moves = { ...request, options: { ...request.options, limit: 5000 } };
            if (!slow && seconds <= SEARCH_SECONDS) return view.context.api.run('solve', { ...moves, seconds }, signal);
            return view.search.follow({ ...moves, seconds: slow ? seconds * SLOW_FACTOR : seconds }, signal);
        },
        row: item => [h('span', { class: 'w' }, item.word), h('span', { class: 'm' }, item.reply !== undefined ? `${signed(Math.round(item.reply * 100) / 100)} after reply` : cleared(item) ? `${cleared(item)} cleared` : ''),
            h('span', { class: 'n', 'aria-label': `${signed(gain(item))} ${Math.abs(gain(item)) === 1 ? 'hexagon' : 'hexagons'}` }, signed(gain(item)), ' ', hexagonSign())],
        async load(item) {
            if (!item || known(item)) return;
            try {
                await view.cached(keyOf(item), () => fetchAfter(item));
                if (item === view.item || item === view.hovered) { view.draw(); if (item === view.item) view.drawTools(); }
            } catch (error) {
                view.context.announce(error.message);
            }
        },
        scene(item, count) {
            const found = known(item);
            if (after && found) return marked(found.done.scene, item);
            const scene = withPath((found?.base || view.model).scene, item.path, item.word, count ?? item.path.length);
            return found && count === undefined ? marked(scene, item) : scene;
        },
        tools: () => h('span', { class: 'acts' }, button({ label: after ? 'Before' : 'After', disabled: !view.item || !known(view.item), onClick: toggleAfter, title: 'Show the board before or after the move' }),
            button({ label: 'Play this move', disabled: !view.item || !known(view.item), onClick: play })),
        stat: fig => [fig(figure(view.answer.count), `${view.answer.count === 1 ? 'move' : 'moves'}${view.soFar}`), view.items.length > 0 && fig(signed(gain(view.items[0])), 'hexagons (best move)')],
        standing() {
            const count = attr => view.model.tiles.filter(tile => tile.attr === attr).length, side = mover();
            return `${side[0].toUpperCase()}${side.slice(1)} to move · ${count('B')} to ${count('R')}`;
        },
        sentence(item) {
            const hexagons = n => `${inWords(n)} ${n === 1 ? 'hexagon' : 'hexagons'}`, cells = (n, side) => n && `${inWords(n)} ${side} ${n === 1 ? 'cell' : 'cells'}`;
            const won = [item.blue_hexagons && `${hexagons(item.blue_hexagons)} for blue`, item.red_hexagons && `${hexagons(item.red_hexagons)} for red`].filter(Boolean);
            const lost = [cells(item.blue_cleared, 'blue'), cells(item.red_cleared, 'red')].filter(Boolean);
            const swap = item.swap ? ', after a swap of two neighbours,' : '';
            if (!won.length) return `${swap} closes no hexagon.`;
            return `${swap} closes ${won.join(' and ')}${lost.length ? ` and clears ${lost.join(' and ')}` : ''}.`;
        },
    };
}
