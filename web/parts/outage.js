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
    /** Notices within two seconds that the server is gone or back, also if the user does nothing. */
    async function watch() {
        if (document.visibilityState !== 'visible') return;
        if (returning) await retry(false);
        else if (!await isServerUp() && !await isServerUp()) outage.wait();
    }

    const outage = {
        place,
        /** To be called once the page is loaded. */
        start: () => setInterval(watch, 1500),
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
    return outage;
}
