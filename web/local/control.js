// Pause and cancel for a Worker that computes. It cannot receive messages meanwhile, and shared memory needs headers that a
// plain web server does not send. But it can look synchronously whether a blob address still exists: the page cancels by
// revoking one address, and toggles the pause by revoking the next one of a list.
// @ts-check

const TOGGLES = 64;

/** The page's side. */
export function createControl() {
    const address = () => URL.createObjectURL(new Blob(['1']));
    const cancel = address(), toggles = Array.from({ length: TOGGLES }, address);
    let used = 0, paused = false;
    return {
        /** For the Worker. */
        addresses: { cancel, toggles },
        get paused() { return paused; },
        cancel: () => URL.revokeObjectURL(cancel),
        /** @param {boolean} on */
        pause(on) {
            if (on === paused || used === TOGGLES) return;
            URL.revokeObjectURL(toggles[used++]);
            paused = on;
        },
        dispose() { for (const each of [cancel, ...toggles]) URL.revokeObjectURL(each); },
    };
}

/** @param {string} address */
function exists(address) {
    const request = new XMLHttpRequest();
    request.open('GET', address, false);
    try { request.send(); } catch { return false; }
    return request.status === 200;
}

/** Memory to wait on: a Worker may sleep only so. */
const clock = new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer);

/** The Worker's side: returns what the user wants, 0 go on, 1 pause, 2 cancel. @param {{cancel: string, toggles: string[]}} addresses */
export function controlOf({ cancel, toggles }) {
    let used = 0;
    return () => {
        if (!exists(cancel)) return 2;
        while (used < toggles.length && !exists(toggles[used])) used++;
        if (used % 2 === 0) return 0;
        Atomics.wait(clock, 0, 0, 30);
        return 1;
    };
}
