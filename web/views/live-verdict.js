// For makers: a moment after the last change the board is judged, as long as the editor is open. The question of the
// board before is withdrawn, so that a verdict never belongs to another board.
// @ts-check
import { h, fill } from '../parts/dom.js';
import { chip, sentence } from './logic-parts.js';

const REST = 450, SECONDS = 5;

/** @typedef {{kind: 'good' | 'bad' | 'warn' | '', text: string, more?: any}} Verdict in a few words, with what stands below it */

/**
 * @param {any} api @param {() => any} body what is asked of `check`, with the board as it is now
 * @param {(result: any) => Verdict} tell
 */
export function liveVerdict(api, body, tell) {
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
        const mine = job = api.job('check', { ...question, seconds: SECONDS, keep: false });
        const slow = setTimeout(() => { if (job === mine) show({ kind: '', text: 'Looking …' }); }, 300);
        try {
            const { result } = await mine.done;
            if (job === mine) show(tell(result));
        } catch (error) {
            if (job === mine) show(error.code === 3 ? { kind: '', text: `Not known after ${SECONDS} s` } : { kind: 'bad', text: sentence(error.message) });
        } finally {
            clearTimeout(slow);
        }
    }

    return {
        place, more, stop,
        /** The board may be another one now. */
        look() {
            const question = body(), key = JSON.stringify(question);
            if (key === asked) return;
            stop();
            asked = key;
            timer = setTimeout(() => ask(question), REST);
        },
        /** The editor was closed: when it is opened again, the question is put again. */
        leave() {
            stop();
            asked = '';
        },
    };
}
