// The families of games. A family is a view with what other views need from it; the member `family` of a game names it.
// A new word game changes nothing here.
//
//     view()              loads the module of the view
//     keys, keysNote?     its keyboard shortcuts, and a remark about them
//     nameOf?(board)      a name for a board without a title
//     progressOf?(board)  the progress that a board itself contains, {done, of}, or null
//     about?              a paragraph for the About page
//     advice?             what the live companion shows first: 'solve' the answer, default the next hint
//     stepLevel?          the hint level that shows a whole step (default 3)
//     detailOf?(payload)  a short description for the preview, instead of the number of cells
//     withPicture?(open, payload)  the payload of the open board with what a newer picture of it shows, or null
//     series?             a timed series of boards, made from a number: {title, text, view()}
//     split?(text)        the boards of a file with several, or []
//     placeOf?(thing)     names the place of something that was read in a picture; default: row, and number within the row
//     openList?(list)     stores a list of boards that the view then browses; returns the tab to open
// @ts-check
import * as words from './views/words-family.js';
import * as hexcells from './views/hexcells-family.js';
import * as witness from './views/witness-family.js';
import { findGame } from './games.js';
import { placeName } from './parts/places.js';

/**
 * @typedef {{view: () => Promise<any>, keys: import('./parts/key-rows.js').Row[], keysNote?: string, nameOf?: (board: string) => string, about?: string, advice?: string, stepLevel?: number,
 *     progressOf?: (board: string) => {done: number, of: number} | null, detailOf?: (payload: any) => string,
 *     series?: {title: string, text: string, view: () => Promise<any>}, withPicture?: (open: any, payload: any) => Promise<any>, placeOf?: (thing: {x: number, y: number}) => string, split?: (text: string) => string[], openList?: (list: string[]) => Promise<string>}} Family
 */

/** @type {Record<string, Family>} */
const families = { words, hexcells, witness };

/** For games without a family. @type {Family} */
const generic = { view: () => import('./parts/plain.js'), keys: [[['S'], 'solve']] };

/** @param {string} game its name @returns {Family} */
export const familyOf = game => families[findGame(game)?.family || ''] || generic;

/** The place of something that was read in a picture. @param {string} game @param {{x: number, y: number}} thing @param {any[]} all of the same list */
export const readPlace = (game, thing, all) => familyOf(game).placeOf?.(thing) || placeName(all.filter(other => other.y === thing.y && other.x < thing.x).length, thing.y);

/** The series of the games, of which there is one so far. */
export const series = /** @type {NonNullable<Family['series']>} */ (Object.values(families).find(family => family.series)?.series);

/** The boards of a file with several: [{game, board}], or []. @param {string} text @param {import('./games.js').Game[]} games */
export function splitFile(text, games) {
    for (const { name } of games) {
        const boards = familyOf(name).split?.(text) || [];
        if (boards.length > 1) return boards.map(board => ({ game: name, board }));
    }
    return [];
}
