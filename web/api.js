// Client of the API: one function per request, one for a job that reports events while it runs. The page that `comb serve` sends
// asks that server; the page of the static folder says in its head that the program is inside it (local/engine.js).
// @ts-check

/** Whether the program is inside the page. */
export const isLocal = !!document.querySelector('meta[name="comb-engine"]');
/** What answers requests. @type {{request(method: string, path: string, body?: any, signal?: AbortSignal): Promise<Response>, events(number: number, started?: number): any, storageProblem(): Promise<string>}} */
const engine = isLocal ? await import('./local/engine.js') : {
    request(method, path, body, signal) {
        const file = body instanceof Blob, type = file ? body.type || 'application/octet-stream' : 'application/json';
        return fetch(path, {
            method, signal, keepalive: canOutlivePage(path, body), headers: body === undefined ? {} : { 'Content-Type': type },
            body: body === undefined || file ? body : JSON.stringify(body),
        });
    },
    events: (number, started) => new EventSource(`/api/jobs/${number}/events${started ? `?started=${started}` : ''}`),
    storageProblem: async () => '',
};

/** An error of the server, with its position in the text if known. */
export class ApiError extends Error {
    /** @param {any} error @param {number} status */
    constructor(error, status) {
        super(error?.message || `the server answered ${status}`);
        this.name = 'ApiError';
        this.status = status;
        this.code = error?.code ?? 0;
        this.line = error?.line ?? 0;
        this.column = error?.column ?? 0;
        this.position = error?.position ?? 0;
        this.length = error?.length ?? 0;
    }
}

/** Waits until the server is back; null: requests fail at once. @type {(() => Promise<void>) | null} */
let waitForServer = null;

/** Makes requests wait while the server is down. @param {() => Promise<void>} wait resolves when it is back */
export const setServerWait = wait => { waitForServer = wait; };

/** Called when an answer could not be saved to the library. @type {((why: string) => void) | null} */
let onUnsaved = null;

/** Sets the callback for unsaved answers; it is called once per reason. @param {(why: string) => void} callback */
export const setOnUnsaved = callback => {
    const reported = new Set();
    onUnsaved = why => { if (!reported.has(why)) callback(why); reported.add(why); };
};

/** @param {string} why */
export const reportUnsaved = why => onUnsaved?.(why);

/** @param {AbortSignal} [signal] @returns {Promise<never>} */
const rejectOnAbort = signal => new Promise((_, reject) => { signal?.addEventListener('abort', () => reject(signal.reason), { once: true }); });

/** Whether the request may use keepalive, so that a save survives closing the page; browsers limit its size. */
function canOutlivePage(path, body) {
    return path === '/api/library' && body?.board?.length + (body?.replaces?.length || 0) < 30000;
}

/** @param {string} method @param {string} path @param {any} [body] @param {AbortSignal} [signal] @returns {Promise<Response>} */
async function request(method, path, body, signal) {
    try {
        return await engine.request(method, path, body, signal);
    } catch (error) {
        if (signal?.aborted) throw error;
        if (isLocal) throw new ApiError({ message: error.message }, 0);
        if (!waitForServer) throw new ApiError({ message: 'Comb is not responding; is it still running?' }, 0);
        if (await isServerUp()) throw new ApiError({ message: 'the connection to Comb was lost' }, 0); // waiting would not help
        await Promise.race([waitForServer(), rejectOnAbort(signal)]);
        return request(method, path, body, signal);
    }
}

/** Whether the server responds. */
export const isServerUp = () => engine.request('GET', '/api').then(() => true, () => false);
/** Why what is saved does not last, or ''. */
export const storageProblem = () => engine.storageProblem();
/** The human-readable overview of the API. */
export const overview = async () => (await request('GET', '/api')).text();

/** @param {Response} answer */
async function readJson(answer) {
    const object = await answer.json().catch(() => null);
    if (!answer.ok || !object) throw new ApiError(object?.error, answer.status);
    if (object.error) throw new ApiError(object.error, answer.status);
    if (object.unkept) onUnsaved?.(object.unkept);
    return object;
}

/** GET as JSON. @param {string} path @param {AbortSignal} [signal] */
export const get = async (path, signal) => readJson(await request('GET', path, undefined, signal));
/** POST as JSON. @param {string} path @param {any} body @param {AbortSignal} [signal] */
export const post = async (path, body, signal) => readJson(await request('POST', path, body, signal));
/** DELETE. @param {string} path */
export const remove = async path => readJson(await request('DELETE', path));

export const games = () => get('/api/games');
/** Word lists: {lists: [{code, language, installed, title, words}]}; lists not installed have {package, buildable}. */
export const words = () => get('/api/words');
/** Adds a list of one's own: {code, words, skipped}. @param {string} name @param {Blob} file @param {string} lang */
export const addList = (name, file, lang) => post(`/api/words/add-list?name=${encodeURIComponent(name)}&lang=${encodeURIComponent(lang)}`, file);
/** Removes a list of one's own. @param {string} name */
export const removeList = name => post('/api/words/remove-list', { name });
/** The lists that contain each word: {words: {word: [code]}}. @param {string[]} words */
export const lookup = words => post('/api/words/lookup', { words });
/** The user's own words of a language; each function returns {lang, added, banned}. */
export const ownWords = {
    /** @param {string} lang */
    get: lang => get(`/api/words/own?lang=${encodeURIComponent(lang)}`),
    /** @param {string[]} words @param {string} lang */
    add: (words, lang) => post('/api/words/add', { words, lang }),
    /** @param {string[]} words @param {string} lang */
    ban: (words, lang) => post('/api/words/ban', { words, lang }),
    /** Reverts an addition or a ban. @param {string[]} words @param {string} lang */
    forget: (words, lang) => post('/api/words/forget', { words, lang }),
};
/** Parses a board: {game, board, code, link?, scene}. @param {string} board @param {{game?: string, moves?: string, options?: any, signal?: AbortSignal}} [more] */
export const board = (board, { signal, ...more } = {}) => post('/api/board', { board, ...more }, signal);
/** Draws a board with an answer: {scene}. @param {{game: string, board: string, answer?: any, moves?: string, options?: any}} body @param {AbortSignal} [signal] */
export const scene = (body, signal) => post('/api/scene', body, signal);
/** Runs a verb (solve, hint, check, rate, count, make ...) and waits for its answer. @param {string} verb @param {any} body @param {AbortSignal} [signal] */
export const run = (verb, body, signal) => post(`/api/${verb}`, body, signal);

/** Reads the board on a picture; the result is a reading, see views/reading-model.js. @param {Blob} picture @param {string} [game] @param {AbortSignal} [signal] */
export const read = (picture, game, signal) => post(`/api/read?quiet=1${game ? `&game=${encodeURIComponent(game)}` : ''}`, picture, signal);
/** Applies corrections to a reading. @param {any} reading @param {string[]} fix such as "3,2=I" @param {AbortSignal} [signal] */
export const readFix = (reading, fix, signal) => post('/api/read/fix?quiet=1', { reading, fix }, signal);

/** Renders a picture as a Blob. @param {{game: string, board: string, moves?: string, answer?: any, options?: any, format: 'svg' | 'png', theme?: string}} body */
export async function picture(body) {
    const answer = await request('POST', '/api/picture', body);
    if (!answer.ok) await readJson(answer);
    return answer.blob();
}

/**
 * @typedef {{onOpen?: () => void, onProgress?: (p: any) => void, onPart?: (p: any) => void, onState?: (state: any) => void, onLine?: (text: string) => void}} Callbacks
 * onOpen: the event stream starts from the beginning, for the first time or after a reconnect; onState: live search state
 */

/** Delivers the events of a job until its result. @param {{job: number, started?: number}} state of the job @param {Callbacks} on @param {(source: EventSource) => void} [opened] @returns {Promise<any>} */
const listen = ({ job, started }, on, opened) => new Promise((resolve, reject) => {
    const stream = engine.events(job, started);
    const read = event => JSON.parse(event.data);
    opened?.(stream);
    stream.addEventListener('open', () => on.onOpen?.());
    stream.addEventListener('progress', event => on.onProgress?.(read(event)));
    stream.addEventListener('part', event => on.onPart?.(read(event)));
    stream.addEventListener('look', event => on.onState?.(read(event)));
    stream.addEventListener('line', event => on.onLine?.(read(event).text));
    stream.addEventListener('result', event => {
        const data = read(event);
        stream.close();
        if (data.result?.unkept) onUnsaved?.(data.result.unkept);
        data.error && !data.result ? reject(new ApiError(data.error, 200)) : resolve(data);
    });
    stream.addEventListener('error', () => {
        if (stream.readyState === EventSource.CONNECTING) overview().catch(() => {}); // reports the outage if the server is down
        if (stream.readyState === EventSource.CLOSED) reject(new ApiError({ message: 'the connection to the job was lost' }, 0));
    });
});

/**
 * Starts a job and follows its events.
 *
 *     const job = api.job('solve', {game, board}, {onProgress, onPart, onLine, revision});
 *     const {result, code, revision} = await job.done;   // rejects with ApiError when there is no result
 *     job.cancel();                                       // done still resolves with the best result so far
 *     job.pause(true); job.pause(false);
 *     job.close();                                        // stops following; the job keeps running
 *
 * @param {string} verb @param {any} body @param {Callbacks & {revision?: number}} [on]
 */
export function job(verb, body, on = {}) {
    return followJob(post('/api/jobs', { ...body, verb, revision: on.revision, look: on.onState ? true : undefined }), on);
}

/** Builds the word list of a language, as a job. @param {string} lang @param {Callbacks} [on] */
export const buildWords = (lang, on = {}) => followJob(post('/api/words/build', { lang }), on);

/** Follows a job that is already running; see job(). @param {any} state of the job @param {Callbacks} [on] */
export const follow = (state, on = {}) => followJob(Promise.resolve(state), on);

/** Running and recently finished jobs, newest first. @returns {Promise<any[]>} */
export const jobs = async () => (await get('/api/jobs')).jobs;

/**
 * @param {Promise<any>} begun {job, started} @param {Callbacks} on
 * @returns {{begun: Promise<any>, done: Promise<any>, cancel: () => Promise<void>, pause: (on: boolean) => Promise<void>, close: () => void}}
 */
function followJob(begun, on) {
    let number = 0, source = /** @type {EventSource | null} */ (null), cancelled = false;
    const stop = () => remove(`/api/jobs/${number}`).then(() => undefined, () => undefined);
    const done = begun.then(state => {
        number = state.job;
        if (cancelled) stop();
        return listen(state, on, stream => { source = stream; });
    });
    return {
        begun, done,
        cancel: async () => { cancelled = true; if (number) await stop(); },
        pause: async on => { if (number) await post(`/api/jobs/${number}/${on ? 'pause' : 'resume'}`, {}); },
        close: () => source?.close(),
    };
}

export const library = {
    /** @param {{q?: string, game?: string, tag?: string, deleted?: number, most?: number, offset?: number}} [query] @param {AbortSignal} [signal] */
    list: (query = {}, signal) => get(`/api/library?${new URLSearchParams(Object.entries(query).filter(([, v]) => v !== undefined && v !== '').map(([k, v]) => [k, String(v)]))}`, signal),
    /** @param {number} id */
    get: id => get(`/api/library/${id}`),
    /** Saves a puzzle. `replaces` is the previous state of a board that is being edited. @param {{game: string, board: string, title?: string, source?: string, replaces?: string}} puzzle */
    add: puzzle => post('/api/library', puzzle),
    /** @param {number} id @param {{title?: string, tag?: string, untag?: string}} change */
    change: (id, change) => post(`/api/library/${id}`, change),
    /** @param {number} id */
    remove: id => remove(`/api/library/${id}`),
    /** Restores a deleted puzzle. @param {number} [id] default: the one deleted last */
    undo: id => post('/api/library/undo', { id }),
    duplicates: () => get('/api/library/duplicates'),
    count: () => get('/api/library/count'),
    /** @param {{text: string, game?: string, source?: string}} body */
    import: body => post('/api/library/import', body),
};
