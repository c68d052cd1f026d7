// The daily puzzles: one per game and day, the same for everyone, because the date is the seed. Results and streaks are
// stored in this browser.
// @ts-check

const STORE = 'comb-daily', MAX_DAYS = 400;
const DAY = 24 * 3600 * 1000, FIRST = Date.UTC(2026, 0, 1);

/** Number of the day in the user's calendar; 1 January 2026 is day 1. @param {Date} [date] */
export const dailyNumber = (date = new Date()) => Math.round((Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) - FIRST) / DAY) + 1;

/** The date of a day. @param {number} number */
export const dailyDate = number => new Date(FIRST + (number - 1) * DAY).toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });

/** @typedef {{text: string, done: boolean, board?: string}} Result text: what the card says; board: for games whose progress is stored elsewhere */

/** Results by game and day. @returns {Record<string, Record<string, Result>>} */
function results() {
    try { return JSON.parse(localStorage.getItem(STORE) || '{}'); } catch { return {}; }
}

/** @param {string} game @param {number} number @returns {Result | null} */
export const dailyResult = (game, number) => results()[game]?.[number] || null;

/** @param {string} game @param {number} number @param {Result} result */
export function setDailyResult(game, number, result) {
    const all = results(), days = Object.entries({ ...all[game], [number]: result }).sort(([a], [b]) => Number(a) - Number(b)).slice(-MAX_DAYS);
    try { localStorage.setItem(STORE, JSON.stringify({ ...all, [game]: Object.fromEntries(days) })); } catch { /* storage disabled */ }
}

/** Number of days in a row, up to today or yesterday, with at least one finished puzzle. @param {number} number today */
export function dailyStreak(number) {
    const done = new Set(Object.values(results()).flatMap(days => Object.entries(days).filter(([, result]) => result.done).map(([day]) => Number(day))));
    let length = 0;
    for (let day = done.has(number) ? number : number - 1; done.has(day); day--) length++;
    return length;
}

/** The result as text to share. @param {string} title of the game @param {number} number @param {string} text @param {string} link */
export const resultCard = (title, number, text, link) => `${title} daily ${number}: ${text}\n${link}`;
