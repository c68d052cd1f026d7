// A running search for words or moves: its progress card, stopping it, and the note about an incomplete answer.
// @ts-check
import { fill, button, note } from '../parts/dom.js';
import { jobCard } from './logic-parts.js';

/** Default time limit of a search, in seconds. */
export const SEARCH_SECONDS = 30;
const DIM_AFTER = 120, SHOW_AFTER = 1000, LONGER_FACTOR = 4;

/** The better of two answers: a longer search that was stopped early may have found less than before. @param {any} now @param {any} before */
export const richer = (now, before) => now.complete === false && before?.count > now.count ? before : now;

/** @param {any} view the WordsView */
export function createSearch(view) {
    const title = view.isMoves ? 'Ranking moves' : 'Searching for words', { api, announce } = view.context;
    let dimming = 0, showing = 0, seconds = SEARCH_SECONDS, stopped = false;
    /** The card of the search, once shown. @type {ReturnType<typeof jobCard> | null} */
    let card = null;

    function end() {
        clearTimeout(dimming);
        clearTimeout(showing);
        card = null;
        view.card.removeAttribute('aria-busy');
    }
    /** @param {number} limit in seconds */
    function begin(limit) {
        end();
        seconds = limit;
        stopped = false;
        dimming = setTimeout(() => view.card.setAttribute('aria-busy', 'true'), DIM_AFTER);
        showing = setTimeout(() => {
            card = jobCard({ title, stopLabel: canKeep() ? 'Stop and keep results' : 'Stop', onStop: stop });
            view.empty.hidden = true;
            fill(view.notes, card.element);
            announce(`${title}. Escape stops.`);
        }, SHOW_AFTER);
    }
    /** Whether partial results are useful: words are, an incomplete ranking of moves is not. */
    const canKeep = () => !!view.job && !view.isMoves;

    /** Runs a request as a job, cancelled by the signal. @param {any} request @param {AbortSignal} signal */
    async function follow(request, signal) {
        const onProgress = progress => {
            if (signal.aborted || !card) return;
            card.update(progress, '');
            announce(`${title}, ${Math.round(progress.seconds)} s. Escape stops.`);
        };
        const job = view.job = api.job('solve', request, { onProgress });
        signal.addEventListener('abort', () => job.cancel());
        try {
            const { result } = await job.done;
            signal.throwIfAborted(); // do not cache a cancelled answer
            return result;
        } finally {
            if (view.job === job) view.job = null;
        }
    }
    function stop() {
        stopped = true;
        if (canKeep()) view.job.cancel(); // its answer has the results so far
        else giveUp();
    }
    /** Abandons the search without waiting for the server. */
    function giveUp() {
        view.asking?.abort();
        view.job = null;
        end();
        const what = view.isMoves ? 'Ranking stopped.' : 'Search stopped.';
        fill(view.notes, note('warn', what, view.answer && 'Showing the previous list.', button({ label: view.isMoves ? 'Rank again' : 'Search again', onClick: () => view.solve(true) })));
        announce(what);
    }
    /** A note about an incomplete answer, or null. @param {any} answer */
    function incompleteNote(answer) {
        if (answer.complete !== false) return null;
        const longer = button({ label: 'Search longer', onClick: () => view.solve(true, false, seconds * LONGER_FACTOR) });
        return note('warn', `${stopped ? 'Search stopped' : 'Time limit reached'}: there may be more ${view.isMoves ? 'moves' : 'words'}.`, null, longer);
    }
    return { begin, end, follow, stop, incompleteNote, get isShown() { return !!card; } };
}
