// The rules of a game, as a card that can be opened.
// @ts-check
import { h } from './dom.js';

/** @param {import('../games.js').Game | undefined} game */
export const rulesCard = game => game?.rules ? h('details', { class: 'card options-card rules-card' },
    h('summary', null, h('b', null, 'Rules'), h('span', { class: 'small soft' }, game.title)),
    h('div', { class: 'pad stack small' }, game.rules.split('\n').map(text => h('p', null, text)))) : null;
