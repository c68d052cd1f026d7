// Several tabs, one library: the tab that holds the lock owns the files. The others send requests about the library to the
// owner; when it is closed, the lock passes to one of them, which opens the library and answers what is still unanswered.
// @ts-check

const LOCK = 'comb-library', CHANNEL = 'comb-library';

/** Requests that need the library or change files of the program. @param {{method: string, path: string}} asked */
const needsOwner = ({ method, path }) => /^\/(api\/library|store\/)/.test(path) || (method === 'POST' && path.startsWith('/api/words/') && !path.includes('lookup'));

/**
 * @typedef {{method: string, path: string, body: Uint8Array}} Asked
 * @param {(asked: Asked) => Promise<import('./core.js').Reply>} answer in this tab
 * @param {() => Promise<string>} open opens the library; returns a problem to report, or ''
 * @param {(files: any) => void} onFiles another tab has changed files of the program
 * @param {(problem: string) => void} onReady
 */
export function joinStores(answer, open, onFiles, onReady) {
    const channel = new BroadcastChannel(CHANNEL), me = Math.random().toString(36).slice(2);
    /** Requests sent to the owner. @type {Map<number, {asked: Asked, done: (reply: any) => void}>} */
    const waiting = new Map();
    let owner = false, count = 0;

    /** In order: an instance answers one request at a time. */
    let last = Promise.resolve(/** @type {any} */ (null));
    const inOrder = asked => (last = last.then(() => answer(asked)));

    channel.onmessage = async ({ data }) => {
        if (owner && data.kind === 'ask') channel.postMessage({ kind: 'reply', to: data.from, id: data.id, reply: await inOrder(data.asked) });
        if (data.kind === 'files') onFiles(data.files);
        if (data.kind === 'owner') for (const [id, { asked }] of waiting) channel.postMessage({ kind: 'ask', from: me, id, asked });
        if (data.kind !== 'reply' || data.to !== me) return;
        waiting.get(data.id)?.done(data.reply);
        waiting.delete(data.id);
    };

    async function own() {
        const problem = await open();
        owner = true;
        for (const { asked, done } of waiting.values()) done(await inOrder(asked));
        waiting.clear();
        channel.postMessage({ kind: 'owner' }); // the other tabs ask again what the last owner did not answer
        return problem;
    }

    const hold = new Promise(() => {});
    if (navigator.locks) {
        navigator.locks.request(LOCK, { ifAvailable: true }, async lock => {
            if (lock) onReady(await own());
            else onReady('');
            if (lock) await hold;
            else navigator.locks.request(LOCK, async () => { await own(); await hold; });
        });
    } else own().then(onReady);

    return {
        /** Sends changed files to the other tabs. @param {any} files */
        tell: files => channel.postMessage({ kind: 'files', files }),
        /** @param {Asked} asked @returns {Promise<import('./core.js').Reply>} */
        answer(asked) {
            if (owner || !needsOwner(asked)) return inOrder(asked);
            return new Promise(done => {
                const id = ++count, plain = { method: asked.method, path: asked.path, body: asked.body };
                waiting.set(id, { asked: plain, done });
                channel.postMessage({ kind: 'ask', from: me, id, asked: plain });
            });
        },
    };
}
