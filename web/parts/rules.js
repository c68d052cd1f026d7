// "How it works": three pictures with a sentence each, then the rules of the game, as a card that can be opened. On the first
// visit of a game a line below the board says how to begin; it goes away with the first action.
// @ts-check
import { h, fill, button } from './dom.js';
import { thumb } from '../scene.js';
import * as api from '../api.js';

const STORE = 'comb-tips-seen';

/** Draws the pictures. @param {import('../games.js').Game} game @param {HTMLElement} place */
async function drawLessons(game, place) {
    const lessons = await Promise.all(game.lessons.map(async ({ text, board, answer }) => ({ text, scene: (await api.scene({ game: game.name, board, answer })).scene })));
    fill(place, lessons.map(({ text, scene }) => h('li', null, thumb(scene), h('p', null, text))));
}

/** @param {import('../games.js').Game | undefined} game */
export function rulesCard(game) {
    if (!game?.rules) return null;
    const place = h('ol', { class: 'lessons' });
    const draw = () => { if (!place.childElementCount) drawLessons(game, place).catch(() => {}); };
    return h('details', { class: 'card options-card rules-card', onToggle: draw },
        h('summary', null, h('b', null, 'How it works'), h('span', { class: 'small soft' }, game.title)),
        h('div', { class: 'pad stack small' }, game.lessons?.length > 0 && place, h('h3', { class: 'small soft' }, 'Rules'), game.rules.split('\n').map(text => h('p', null, text))));
}

/** @returns {string[]} */
const seen = () => { try { return JSON.parse(localStorage.getItem(STORE) || '[]'); } catch { return []; } };

/**
 * A line for the first visit: how to begin. @param {string} key of the game's family @param {string} mouse @param {string} [touch] the same for fingers
 * @returns {{element: HTMLElement, drop: () => void}} drop: to be called after the first action
 */
export function firstTip(key, mouse, touch = mouse) {
    const element = h('p', { class: 'tip small', hidden: seen().includes(key) });
    const drop = () => {
        if (element.hidden) return;
        element.hidden = true;
        try { localStorage.setItem(STORE, JSON.stringify([...seen(), key])); } catch { /* storage disabled */ }
    };
    fill(element, h('span', null, matchMedia('(pointer: coarse)').matches ? touch : mouse), button({ label: 'Got it', class: 'btn-quiet', onClick: drop }));
    return { element, drop };
}
