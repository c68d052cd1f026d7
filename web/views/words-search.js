// The search for words or moves while it runs: how far it is, a way to stop it, and what is said of an answer that was cut
// off.
// @ts-check
import { fill, button, note } from '../parts/dom.js';
import { jobCard } from './logic-parts.js';

/** Seconds that a search has when nobody asked for more. */
export const PATIENCE = 30;
const DIM_AFTER = 120, SHOW_AFTER = 1000, TIMES = 4;

/** The answer of a longer search; where that was stopped early, what was known before may be more. @param {any} now @param {any} before */
export const richer = (now, before) => now.complete === false && before?.count > now.count ? before : now;

/** @param {any} view the WordsView */
export function createSearch(view) {
    const title = view.isMoves ? 'Ranking moves' : 'Searching for words', { api, say } = view.context;
    let dimming = 0, showing = 0, seconds = PATIENCE, stopped = false;
    /** The card of the search, once it is shown. @type {ReturnType<typeof jobCard> | null} */
    let card = null;

    function end() {
        clearTimeout(dimming);
        clearTimeout(showing);
        card = null;
        view.card.removeAttribute('aria-busy');
    }
    /** @param {number} most seconds that it has */
    function begin(most) {
        end();
        seconds = most;
        stopped = false;
        dimming = setTimeout(() => view.card.setAttribute('aria-busy', 'true'), DIM_AFTER);
        showing = setTimeout(() => {
            card = jobCard({ title, stopLabel: keeps() ? 'Stop and keep' : 'Stop', onStop: stop });
            view.empty.hidden = true;
            fill(view.notes, card.element);
            say(`${title}. Escape stops.`);
        }, SHOW_AFTER);
    }
    /** Moves are ranked against each other, so that a part of them is no ranking; words that were found stay words. */
    const keeps = () => !!view.job && !view.isMoves;

    /** A question as a job, which ends when it is no longer wanted. @param {any} request @param {AbortSignal} signal */
    async function follow(request, signal) {
        const onProgress = progress => {
            if (signal.aborted || !card) return;
            card.update(progress, '');
            say(`${title}, ${Math.round(progress.seconds)} s. Escape stops.`);
        };
        const job = view.job = api.job('solve', request, { onProgress });
        signal.addEventListener('abort', () => job.cancel());
        try {
            const { result } = await job.done;
            signal.throwIfAborted(); // a part that nobody wants is not remembered
            return result;
        } finally {
            if (view.job === job) view.job = null;
        }
    }
    function stop() {
        stopped = true;
        if (keeps()) view.job.cancel(); // what it has found comes as its answer
        else giveUp();
    }
    /** The page is free at once, whenever the server itself comes to its end. */
    function giveUp() {
        view.asking?.abort();
        view.job = null;
        end();
        const what = view.isMoves ? 'Ranking was stopped.' : 'The search was stopped.';
        fill(view.notes, note('warn', what, view.answer && 'The list is the one from before.', button({ label: view.isMoves ? 'Rank again' : 'Search again', onClick: () => view.solve(true) })));
        say(what);
    }
    /** What is said of an answer that is not whole. @param {any} answer */
    function shortfall(answer) {
        if (answer.complete !== false) return null;
        const longer = button({ label: 'Search longer', onClick: () => view.solve(true, false, seconds * TIMES) });
        return note('warn', `${stopped ? 'The search was stopped' : 'The time was up'}: there may be more ${view.isMoves ? 'moves' : 'words'}.`, null, longer);
    }
    return { begin, end, follow, stop, shortfall, get isShown() { return !!card; } };
}
