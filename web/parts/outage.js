// While Comb is not running: that is said once, above whatever is open, and requests wait until it answers again, so
// that acts go on where they stopped.
// @ts-check
import { h, fill, note, button } from './dom.js';

/**
 * @param {() => Promise<boolean>} answers whether Comb does
 * @param {(gone: boolean) => void} onChange
 */
export function createOutage(answers, onChange) {
    const place = h('div', { class: 'outage' });
    /** Resolves when Comb is back. @type {Promise<void> | null} */
    let returning = null;
    let back = () => {};

    /** @param {string} title */
    const show = title => fill(place, note('bad', title, 'Nothing is checked or saved meanwhile. Start it again with comb serve: what you did goes on from here.',
        button({ label: 'Try again', onClick: () => retry(true) })));

    /** @param {boolean} asked by the user, who wants to hear a no too */
    async function retry(asked) {
        if (!returning) return;
        if (await answers()) end();
        else if (asked) show('Still no answer: Comb is not running.');
    }

    function end() {
        returning = null;
        fill(place);
        onChange(false);
        back();
    }

    addEventListener('focus', () => retry(false)); // from the terminal, where it was started again
    return {
        place,
        get gone() { return !!returning; },
        /** Comb did not answer: a promise for the time when it does. */
        wait() {
            if (returning) return returning;
            returning = new Promise(resolve => { back = resolve; });
            show('Comb is not running any more.');
            onChange(true);
            return returning;
        },
    };
}
