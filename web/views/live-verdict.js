// Verdict on the current board, without a button: asks shortly after the last change and cancels the question about the
// previous board, so that a verdict always belongs to the current one.
// @ts-check
import { h, fill } from '../parts/dom.js';
import { chip, sentence } from './logic-parts.js';

const REST = 450, SECONDS = 5;

/** @typedef {{kind: 'good' | 'bad' | 'warn' | '', text: string, more?: any}} Verdict a short text; more: details below it */

/**
 * @param {any} api @param {() => any} body the current request body
 * @param {(result: any) => Verdict} toVerdict @param {string} [verb]
 */
export function liveVerdict(api, body, toVerdict, verb = 'check') {
    const place = h('span', { class: 'live-verdict' }), more = h('div', { class: 'live-more' });
    /** @type {any} */
    let job = null, timer = 0, asked = '';

    function stop() {
        clearTimeout(timer);
        job?.cancel();
        job = null;
    }

    /** @param {Verdict} verdict */
    function show({ kind, text, more: below }) {
        fill(place, chip(kind, text));
        fill(more, below);
    }

    async function ask(question) {
        const mine = job = api.job(verb, { ...question, seconds: SECONDS, keep: false });
        const slow = setTimeout(() => { if (job === mine) show({ kind: '', text: 'Checking …' }); }, 300);
        try {
            const { result } = await mine.done;
            if (job === mine) show(toVerdict(result));
        } catch (error) {
            if (job === mine) show(error.code === 3 ? { kind: '', text: `Undecided after ${SECONDS} s` } : { kind: 'bad', text: sentence(error.message) });
        } finally {
            clearTimeout(slow);
        }
    }

    return {
        place, more, stop,
        /** To be called when the board may have changed. */
        update() {
            const question = body(), key = JSON.stringify(question);
            if (key === asked) return;
            stop();
            asked = key;
            timer = setTimeout(() => ask(question), REST);
        },
        /** To be called when the verdict is not shown; the next update() checks again. */
        leave() {
            stop();
            asked = '';
        },
    };
}
