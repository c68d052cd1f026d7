// Replaces places in a text by letters that are also drawn on the board, so that nobody has to count crossings. "(2,3)"
// is a crossing, "cell (2,3)" a cell.
// @ts-check
import { ref } from './logic-parts.js';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', PLACE = /(cell )?\((\d+),(\d+)\)/g;
const keyOf = ([, cell, x, y]) => `${cell ? 'c' : ''}${x},${y}`;

/** @param {string[]} texts texts that are shown together */
export function lettered(texts) {
    /** @type {Map<string, string>} */
    const letters = new Map();
    for (const text of texts) for (const found of text.matchAll(PLACE))
        if (!letters.has(keyOf(/** @type {any} */ (found))) && letters.size < LETTERS.length) letters.set(keyOf(/** @type {any} */ (found)), LETTERS[letters.size]);
    return {
        /** Letters to draw on the panel. */
        tags: [...letters].map(([key, text]) => {
            const cell = key[0] === 'c', [x, y] = key.replace('c', '').split(',').map(Number);
            return cell ? { px: 100 * x + 84, py: 100 * y + 16, text } : { px: 100 * x + 20, py: 100 * y - 20, text };
        }),
        /** The text with letters instead of coordinates. @param {string} text @returns {any[]} */
        withLetters(text) {
            const parts = [];
            let from = 0;
            for (const found of text.matchAll(PLACE)) {
                const letter = letters.get(keyOf(/** @type {any} */ (found)));
                if (!letter) continue;
                parts.push(text.slice(from, found.index), found[1] || '', ref(letter));
                from = found.index + found[0].length;
            }
            return [...parts, text.slice(from)].filter(part => part !== '');
        },
    };
}

/** The parts as plain text, for screen readers. @param {any[]} parts */
export const spoken = parts => parts.map(part => typeof part === 'string' ? part : part.textContent).join('');
