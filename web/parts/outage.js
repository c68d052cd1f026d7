// Handles a server that is down: shows one message above the open view and lets requests wait until the server is back,
// so that interrupted actions continue.
// @ts-check
import { h, fill, note, button } from './dom.js';

/**
 * @param {() => Promise<boolean>} isServerUp
 * @param {(gone: boolean) => void} onChange
 */
export function createOutage(isServerUp, onChange) {
    const place = h('div', { class: 'outage' });
    /** Resolves when the server is back. @type {Promise<void> | null} */
    let returning = null;
    let back = () => {};

    /** @param {string} title */
    const show = title => fill(place, note('bad', title, 'Nothing is checked or saved until you start it again with comb serve; nothing you did is lost.',
        button({ label: 'Try again', onClick: () => retry(true) })));

    /** @param {boolean} asked whether the user asked, so that a failure is shown too */
    async function retry(asked) {
        if (!returning) return;
        if (await isServerUp()) end();
        else if (asked) show('Comb is still not running.');
    }

    function end() {
        returning = null;
        fill(place);
        onChange(false);
        back();
    }

    addEventListener('focus', () => retry(false)); // the user may come from the terminal, having restarted it
    return {
        place,
        get gone() { return !!returning; },
        /** To be called after a failed request; resolves when the server is back. */
        wait() {
            if (returning) return returning;
            returning = new Promise(resolve => { back = resolve; });
            show('Comb is not running.');
            onChange(true);
            return returning;
        },
    };
}
