// Fallback view for games without a view of their own: shows the board and solves it.
// @ts-check
import { h, fill, button, note } from './dom.js';
import { rulesCard } from './rules.js';

/** @param {any} context @param {any} payload */
export function open(context, payload) {
    const game = context.game(payload.game), result = h('div', { class: 'stack' }), holder = h('div');
    const title = game?.title || payload.game;
    const what = () => ({ game: payload.game, board: payload.board, code: payload.code, link: payload.link, title });
    const board = context.drawScene(holder, payload.scene, { label: `${title} board` });
    async function solve() {
        try {
            const answer = await context.api.run('solve', { game: payload.game, board: payload.board });
            board.update((await context.api.scene({ game: payload.game, board: payload.board, answer })).scene);
            context.announce('Solved.');
            fill(result);
        } catch (error) {
            fill(result, note('', error.message));
        }
    }
    const element = h('div', { class: 'stage' },
        h('div', { class: 'head' }, h('div', null, h('h1', null, payload.scene.title || title), h('p', { class: 'sub' }, game?.summary))),
        holder, result,
        h('div', { class: 'tools tools-board' }, button({ label: 'Solve', kind: 'main', key: 'S', onClick: solve }), h('span', { class: 'gap' }), context.share.button(what)),
        context.live, rulesCard(game));
    return {
        element, title, board: what, dispose: () => board.dispose(),
        onKey: event => event.key.toLowerCase() === 's' ? (solve(), true) : false,
    };
}
