// The games of the server (GET /api/games), loaded once at the start, in the order of the start page. The page knows
// no game by name: everything that is specific to a game is in these objects, and a view shows a family of games.
// @ts-check
import * as api from './api.js';

/**
 * @typedef {{attribute: string, label: string, title: string}} Brush
 * @typedef {{brush_title?: string, brushes: Brush[], attributes: string[], holes: boolean, likely_shapes: string[], possible_shapes: string[],
 *     letter_scoring?: {bonus_beyond: number, bonus: number},
 *     records: {shape: string, score: number, board: string, proved: boolean, work?: string}[]}} WordFacts the member `view` of word games
 * @typedef {{name: string, title: string, summary: string, verbs: string[], options: any[], examples: any[], pictures: boolean, family?: string,
 *     start_order: number, blurb: string, rules?: string, lessons: {text: string, board: string, answer?: any}[], showcase: string, answer_member?: string, file_extension?: string,
 *     blank_boards: {title: string, board: string}[], view?: any}} Game
 */

/** @type {Game[]} */
let all = [];

/** Loads the games. */
export async function loadGames() {
    const { games } = await api.games(), place = game => game.start_order || Infinity;
    all = games.sort((a, b) => place(a) === place(b) ? 0 : place(a) - place(b));
    return all;
}

/** @param {string} name @returns {Game | undefined} */
export const findGame = name => all.find(game => game.name === name);

/** @returns {Game[]} */
export const wordGames = () => all.filter(game => game.family === 'words');

/** @param {string} name */
export const isWordGame = name => findGame(name)?.family === 'words';

/** Whether the text starts with the name of a game, as the first line of a level file does. @param {string} text */
export const startsWithGame = text => all.some(({ name }) => text.toLowerCase().startsWith(`${name} `));
