// The server's API: one function for a request, one for a job that reports while it runs.
// @ts-check

/** What the server refused, with the place in the text where it knows one. */
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

/** Waits for a server that is away; where there is none, what it was asked fails at once. @type {(() => Promise<void>) | null} */
let patience = null;

/** From now on requests wait for a server that is away. @param {() => Promise<void>} wait resolves when it is back */
export const bePatient = wait => { patience = wait; };

/** Told when an answer could not be kept in the library, and why. @type {((why: string) => void) | null} */
let unkept = null;

/** From now on `tell` is told, once for each reason. @param {(why: string) => void} tell */
export const whenUnkept = tell => {
    const told = new Set();
    unkept = why => { if (!told.has(why)) tell(why); told.add(why); };
};

/** @param {string} why */
export const tellUnkept = why => unkept?.(why);

/** @param {AbortSignal} [signal] @returns {Promise<never>} */
const withdrawn = signal => new Promise((_, reject) => { signal?.addEventListener('abort', () => reject(signal.reason), { once: true }); });

/** What is saved reaches the server even if the page is closed meanwhile; a browser lets only small texts do so. */
const outlives = (path, body) => path === '/api/library' && body?.board?.length + (body?.replaces?.length || 0) < 30000;

/** @param {string} method @param {string} path @param {any} [body] @param {AbortSignal} [signal] @returns {Promise<Response>} */
async function request(method, path, body, signal) {
    const file = body instanceof Blob, type = file ? body.type || 'application/octet-stream' : 'application/json';
    try {
        return await fetch(path, {
            method, signal, keepalive: outlives(path, body), headers: body === undefined ? {} : { 'Content-Type': type },
            body: body === undefined || file ? body : JSON.stringify(body),
        });
    } catch (error) {
        if (signal?.aborted) throw error;
        if (!patience) throw new ApiError({ message: 'Comb does not answer; is it still running?' }, 0);
        if (await answers()) throw new ApiError({ message: 'the connection to Comb broke off' }, 0); // waiting would not help
        await Promise.race([patience(), withdrawn(signal)]);
        return request(method, path, body, signal);
    }
}

/** Whether the server is there. */
export const answers = () => fetch('/api').then(() => true, () => false);
/** What the server can do, for people. */
export const overview = async () => (await request('GET', '/api')).text();

/** @param {Response} answer */
async function readJson(answer) {
    const object = await answer.json().catch(() => null);
    if (!answer.ok || !object) throw new ApiError(object?.error, answer.status);
    if (object.error) throw new ApiError(object.error, answer.status);
    if (object.unkept) unkept?.(object.unkept);
    return object;
}

/** GET as JSON. @param {string} path @param {AbortSignal} [signal] */
export const get = async (path, signal) => readJson(await request('GET', path, undefined, signal));
/** POST as JSON. @param {string} path @param {any} body @param {AbortSignal} [signal] */
export const post = async (path, body, signal) => readJson(await request('POST', path, body, signal));
/** DELETE. @param {string} path */
export const remove = async path => readJson(await request('DELETE', path));

export const games = () => get('/api/games');
/** Word lists: {lists: [{code, language, installed, title, words}]}; those not there have {package, buildable}. */
export const words = () => get('/api/words');
/** Which lists have each word: {words: {word: [code]}}. @param {string[]} words */
export const lookup = words => post('/api/words/lookup', { words });
/** The user's own words of a language; each gives {lang, added, banned}. */
export const ownWords = {
    /** @param {string} lang */
    get: lang => get(`/api/words/own?lang=${encodeURIComponent(lang)}`),
    /** @param {string[]} words @param {string} lang */
    add: (words, lang) => post('/api/words/add', { words, lang }),
    /** @param {string[]} words @param {string} lang */
    ban: (words, lang) => post('/api/words/ban', { words, lang }),
    /** Takes either back. @param {string[]} words @param {string} lang */
    forget: (words, lang) => post('/api/words/forget', { words, lang }),
};
/** What a text is: {game, board, code, link?, scene}. @param {string} board @param {{game?: string, moves?: string, options?: any, signal?: AbortSignal}} [more] */
export const board = (board, { signal, ...more } = {}) => post('/api/board', { board, ...more }, signal);
/** {scene} of a board with an answer drawn. @param {{game: string, board: string, answer?: any, moves?: string, options?: any}} body @param {AbortSignal} [signal] */
export const scene = (body, signal) => post('/api/scene', body, signal);
/** solve, hint, check, rate, count, make ... at once. @param {string} verb @param {any} body @param {AbortSignal} [signal] */
export const run = (verb, body, signal) => post(`/api/${verb}`, body, signal);

/** The board on a picture: a reading, see views/reading-model.js. @param {Blob} picture @param {string} [game] @param {AbortSignal} [signal] */
export const read = (picture, game, signal) => post(`/api/read?quiet=1${game ? `&game=${encodeURIComponent(game)}` : ''}`, picture, signal);
/** The reading with corrections made. @param {any} reading @param {string[]} fix such as "3,2=I" @param {AbortSignal} [signal] */
export const readFix = (reading, fix, signal) => post('/api/read/fix?quiet=1', { reading, fix }, signal);

/** A picture as a Blob. @param {{game: string, board: string, moves?: string, answer?: any, options?: any, format: 'svg' | 'png', theme?: string}} body */
export async function picture(body) {
    const answer = await request('POST', '/api/picture', body);
    if (!answer.ok) await readJson(answer);
    return answer.blob();
}

/**
 * @typedef {{onOpen?: () => void, onProgress?: (p: any) => void, onPart?: (p: any) => void, onLook?: (state: any) => void, onLine?: (text: string) => void}} Hear
 * onOpen: the events come from the beginning now, for the first time or again after the connection was lost
 */

/** The events of a job until its result. @param {number} number @param {Hear} hear @param {(source: EventSource) => void} [opened] @returns {Promise<any>} */
const listen = (number, hear, opened) => new Promise((resolve, reject) => {
    const stream = new EventSource(`/api/jobs/${number}/events`);
    const read = event => JSON.parse(event.data);
    opened?.(stream);
    stream.addEventListener('open', () => hear.onOpen?.());
    stream.addEventListener('progress', event => hear.onProgress?.(read(event)));
    stream.addEventListener('part', event => hear.onPart?.(read(event)));
    stream.addEventListener('look', event => hear.onLook?.(read(event)));
    stream.addEventListener('line', event => hear.onLine?.(read(event).text));
    stream.addEventListener('result', event => {
        const data = read(event);
        stream.close();
        if (data.result?.unkept) unkept?.(data.result.unkept);
        data.error && !data.result ? reject(new ApiError(data.error, 200)) : resolve(data);
    });
    stream.addEventListener('error', () => {
        if (stream.readyState === EventSource.CONNECTING) overview().catch(() => {}); // which says so if the server is away
        if (stream.readyState === EventSource.CLOSED) reject(new ApiError({ message: 'the connection to the job was lost' }, 0));
    });
});

/**
 * Starts a job and follows it.
 *
 *     const job = api.job('solve', {game, board}, {onProgress, onPart, onLine, revision});
 *     const {result, code, revision} = await job.done;   // rejects with ApiError when there is no result
 *     job.cancel();                                       // the result that was reached still comes
 *     job.pause(true); job.pause(false);                  // onLook is told where a search is, while it runs
 *     job.close();                                        // no longer followed; it goes on
 *
 * @param {string} verb @param {any} body @param {Hear & {revision?: number}} [hear]
 */
export function job(verb, body, hear = {}) {
    return followed(post('/api/jobs', { ...body, verb, revision: hear.revision, look: hear.onLook ? true : undefined }), hear);
}

/** Makes the word list of a language: a job like the others. @param {string} lang @param {Hear} [hear] */
export const buildWords = (lang, hear = {}) => followed(post('/api/words/build', { lang }), hear);

/** Follows a job that was started before; as job(). @param {any} state of it @param {Hear} [hear] */
export const follow = (state, hear = {}) => followed(Promise.resolve(state), hear);

/** The jobs that run and the last that ended, newest first. @returns {Promise<any[]>} */
export const jobs = async () => (await get('/api/jobs')).jobs;

/**
 * @param {Promise<any>} begun {job, started} @param {Hear} hear
 * @returns {{begun: Promise<any>, done: Promise<any>, cancel: () => Promise<void>, pause: (on: boolean) => Promise<void>, close: () => void}}
 */
function followed(begun, hear) {
    let number = 0, source = /** @type {EventSource | null} */ (null), cancelled = false;
    const stop = () => remove(`/api/jobs/${number}`).then(() => undefined, () => undefined);
    const done = begun.then(state => {
        number = state.job;
        if (cancelled) stop();
        return listen(number, hear, stream => { source = stream; });
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
    /** `replaces` is the state before of a board being made. @param {{game: string, board: string, title?: string, source?: string, replaces?: string}} puzzle */
    keep: puzzle => post('/api/library', puzzle),
    /** @param {number} id @param {{title?: string, tag?: string, untag?: string}} change */
    change: (id, change) => post(`/api/library/${id}`, change),
    /** @param {number} id */
    remove: id => remove(`/api/library/${id}`),
    /** @param {number} [id] the last one when it is left out */
    undo: id => post('/api/library/undo', { id }),
    duplicates: () => get('/api/library/duplicates'),
    count: () => get('/api/library/count'),
    /** @param {{text: string, game?: string, source?: string}} body */
    import: body => post('/api/library/import', body),
};
