// The page without a server: answers the requests of api.js with Workers (worker.js). One Worker owns the library and answers
// short requests; verbs, pictures and jobs run in others, so that nothing waits for them and the page never blocks.
//
//     api.js -- request --> engine.js -- short, library --> store
//                              |                              ^ has an answer? keep this one
//                              +------- verbs, jobs --> compute 1, 2, ...
// @ts-check
import { createControl } from './control.js';
import { createControls, runShards, shardsOf } from './shards.js';

/** Requests that are answered at once; all others are work. */
const SHORT = /^\/api(\/(games|board|scene|picture|words|library)\b.*)?$/;
/** Workers that are kept for the next work; further ones end with theirs. */
const IDLE = 2;

const encoder = new TextEncoder(), decoder = new TextDecoder();
const base = new URL('..', import.meta.url);

/** The compiled module, shared by all Workers. */
const compiled = (async () => {
    const address = new URL('core.wasm', base);
    try {
        return await WebAssembly.compileStreaming(fetch(address));
    } catch {
        return WebAssembly.compile(await (await fetch(address)).arrayBuffer()); // the server does not know the type of the file
    }
})();

/** Files of the program that the store has changed since the start, for Workers that start later. @type {Map<string, Uint8Array | null>} */
const files = new Map();

/** @typedef {{status: number, type: string, bytes: Uint8Array}} Reply */

/** A Worker with the program. @param {'store' | 'compute'} role */
function createHelper(role) {
    const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
    /** @type {Map<number, (message: any) => void>} */
    const waiting = new Map();
    let count = 0, ready = /** @type {(problem: string) => void} */ (() => {}), failed = /** @type {(why: Error) => void} */ (() => {});
    const started = /** @type {Promise<string>} */ (new Promise((resolve, reject) => { ready = resolve; failed = reject; }));
    started.catch(() => {});
    worker.onerror = event => failed(new Error(event.message || 'the program could not be started'));
    worker.onmessage = ({ data }) => {
        if (data.kind === 'ready') data.failure ? failed(new Error(data.failure)) : ready(data.problem || '');
        else if (data.kind === 'files') share(data.files);
        else waiting.get(data.id)?.(data);
    };
    compiled.then(module => worker.postMessage({ kind: 'start', role, module }), failed);
    if (files.size) started.then(() => worker.postMessage({ kind: 'files', files: [...files] }), () => {});
    return {
        started, worker,
        /** @param {string} method @param {string} path @param {Uint8Array} body @returns {Promise<Reply>} */
        async request(method, path, body) {
            await started;
            const id = ++count;
            return new Promise((resolve, reject) => {
                waiting.set(id, data => { waiting.delete(id); data.failure ? reject(new Error(data.failure)) : resolve(data); });
                worker.postMessage({ kind: 'request', id, method, path, body });
            });
        },
        /** Runs a job; resolves with its last event. @param {any} request @param {any} control @param {(name: string, data: any) => void} [onEvent] */
        async job(request, control, onEvent) {
            await started;
            const id = ++count;
            return new Promise(resolve => {
                waiting.set(id, ({ name, data }) => {
                    const read = JSON.parse(data);
                    if (name === 'result') { waiting.delete(id); resolve(read); } else onEvent?.(name, read);
                });
                worker.postMessage({ kind: 'job', id, request, control, followed: !!onEvent });
            });
        },
    };
}

const store = createHelper('store');
/** Workers that compute. @type {Set<ReturnType<typeof createHelper>>} */
const idle = new Set(), busy = new Set();

/** @param {[string, Uint8Array | null][]} changed */
function share(changed) {
    for (const [name, bytes] of changed) files.set(name, bytes);
    for (const helper of [...idle, ...busy]) helper.worker.postMessage({ kind: 'files', files: changed });
}

function takeHelper() {
    const helper = [...idle][0] || createHelper('compute');
    idle.delete(helper);
    busy.add(helper);
    return helper;
}

/** @param {ReturnType<typeof createHelper>} helper */
function releaseHelper(helper) {
    busy.delete(helper);
    if (idle.size < IDLE) idle.add(helper);
    else helper.worker.terminate();
}

// One is started before it is needed, once the page is usable.
store.started.then(() => setTimeout(() => { if (!idle.size && !busy.size) idle.add(createHelper('compute')); }, 300), () => {});

// The service worker loads all files, so it starts when the page has had time to load what it needs first.
store.started.then(() => setTimeout(() => navigator.serviceWorker?.register(new URL('sw.js', base)).catch(() => {}), 3000), () => {});

/** The games as the program lists them: a file of the build, so that the page can be drawn and used before the program is loaded. */
const games = fetch(new URL('games.json', base)).then(answer => answer.ok ? answer.text() : '', () => '');

/** Why the library does not last, or ''. */
export const storageProblem = () => store.started;

/** @param {string} path @param {any} body @returns {Promise<any>} */
const askStore = async (path, body) => JSON.parse(decoder.decode((await store.request('POST', path, encoder.encode(JSON.stringify(body)))).bytes));

/** @param {Reply} reply */
const toResponse = ({ status, type, bytes }) => new Response(/** @type {any} */ (bytes), { status, headers: { 'Content-Type': type || 'application/json' } });
/** @param {any} object @param {number} [status] */
const jsonResponse = (object, status = 200) => new Response(JSON.stringify(object), { status, headers: { 'Content-Type': 'application/json' } });

// ---- verbs -----------------------------------------------------------------------------------------------------------

/** A verb: looks for a stored answer, computes, keeps the result. @param {string} verb @param {any} body @param {AbortSignal} [signal] */
async function runVerb(verb, body, signal) {
    const keeps = body.keep !== false, known = keeps ? await askStore('/store/find', { verb, request: body }) : {};
    if (known.answer) return jsonResponse(known.answer);
    const control = createControl(), helper = takeHelper(), cancel = () => control.cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    try {
        const { status, error, result, code, seconds } = await helper.job({ ...body, verb, keep: false }, control.addresses);
        signal?.throwIfAborted();
        if (!result) return jsonResponse({ schema: 1, error }, status);
        return jsonResponse({ ...result, ...keeps && await askStore('/store/keep', { verb, request: body, code, answer: result, seconds }) });
    } finally {
        signal?.removeEventListener('abort', cancel);
        control.dispose();
        releaseHelper(helper);
    }
}

/** Work other than a verb: reading pictures. @param {string} method @param {string} path @param {Uint8Array} body @param {AbortSignal} [signal] */
async function runRequest(method, path, body, signal) {
    const helper = takeHelper();
    try {
        const reply = await helper.request(method, path, body);
        signal?.throwIfAborted();
        return toResponse(reply);
    } finally {
        releaseHelper(helper);
    }
}

// ---- jobs ------------------------------------------------------------------------------------------------------------

/** @typedef {{number: number, started: number, request: any, done: boolean, control: ReturnType<typeof createControls> | null, log: [string, any][], newest: Map<string, any>, listeners: Set<EventTarget>}} Job */
/** Newest first. Those that have ended survive a reload of the page. @type {Job[]} */
const jobs = [];
const MAX_RUNNING = 8, MAX_LISTED = 16, ENDED = 'comb-jobs';

try {
    for (const ended of JSON.parse(sessionStorage.getItem(ENDED) || '[]')) jobs.push({ ...ended, done: true, control: null, newest: new Map(), listeners: new Set() });
} catch { /* storage disabled */ }

/** Stores the jobs that have ended, without those that are too long to store. */
function storeEnded() {
    const ended = jobs.filter(job => job.done).slice(0, 4).map(({ number, started, request, log }) => ({ number, started, request, log }));
    try { sessionStorage.setItem(ENDED, JSON.stringify(ended)); } catch { /* storage disabled or full */ }
}

/** @param {Job} job @param {string} name @param {any} data */
function report(job, name, data) {
    if (name === 'progress' || name === 'look') job.newest.set(name, data);
    else job.log.push([name, data]);
    for (const listener of job.listeners) send(listener, name, data);
}

/** @param {EventTarget} listener @param {string} name @param {any} data */
const send = (listener, name, data) => listener.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));

/** @param {any} request @param {(job: Job, control: ReturnType<typeof createControls>) => Promise<any>} [run] returns the last event */
function startJob(request, run = runJob) {
    if (jobs.filter(job => !job.done).length >= MAX_RUNNING) return jsonResponse({ schema: 1, error: { code: 3, message: `${MAX_RUNNING} jobs are already running: cancel one first` } }, 429);
    const control = createControls(shardsOf(request)), job = /** @type {Job} */ ({ number: (jobs[0]?.number || 0) + 1, started: Date.now() / 1000, request, done: false, control, log: [], newest: new Map(), listeners: new Set() });
    jobs.unshift(job);
    for (const old of jobs.slice(MAX_LISTED).filter(one => one.done)) jobs.splice(jobs.indexOf(old), 1);
    run(job, control).catch(error => ({ code: 5, revision: request.revision, error: { code: 5, message: String(error?.message || error) } })).then(result => {
        job.done = true;
        report(job, 'result', result);
        storeEnded();
    });
    return jsonResponse({ schema: 1, job: job.number, started: job.started });
}

/** Returns the last event. @param {Job} job @param {ReturnType<typeof createControls>} control */
async function runJob(job, control) {
    const { request } = job, { verb } = request, keeps = request.keep !== false, search = verb === 'best' && keeps;
    const known = keeps && !search ? await askStore('/store/find', { verb, request }) : {};
    const began = performance.now(), helpers = known.answer ? [] : control.each.map(takeHelper);
    /** Tells the store what a search has found. */
    const note = more => askStore('/store/search', { id: job.number, verb, request, seconds: (performance.now() - began) / 1000, ...more });
    const onEvent = (name, data) => {
        report(job, name, data);
        if (search && name === 'line') note({ line: data.text });
    };
    const { seconds, partial, status, ...result } = known.answer ? { code: known.code, result: known.answer, revision: request.revision }
        : helpers.length > 1 ? await runShards(helpers, request, control, onEvent) : await helpers[0].job({ ...request, keep: false }, control.addresses, onEvent);
    helpers.forEach(releaseHelper);
    control.dispose();
    if (search) result.kept = (await note({ done: true, board: result.result?.board })).kept && !!result.result;
    else if (keeps && result.result && !known.answer) Object.assign(result.result, await askStore('/store/keep', { verb, request, code: result.code, answer: result.result, seconds, partial }));
    return result;
}

const stateOf = job => ({ schema: 1, job: job.number, started: job.started, done: job.done, paused: !job.done && job.control.paused });

/** @param {string} method @param {string} path @param {any} body */
function answerJobs(method, path, body) {
    if (path === '/api/jobs') {
        if (method === 'POST') return startJob(body);
        return jsonResponse({ schema: 1, jobs: jobs.map(job => ({ ...stateOf(job), ...Object.fromEntries(['verb', 'game', 'options', 'seconds', 'seed'].filter(name => job.request[name] !== undefined).map(name => [name, job.request[name]])) })) });
    }
    const [, number, action] = path.match(/^\/api\/jobs\/(\d+)(?:\/(\w+))?$/) || [], job = jobs.find(one => one.number === Number(number));
    if (!job) return jsonResponse({ schema: 1, error: { code: 2, message: 'no such job; see GET /api/jobs' } }, 404);
    if (method === 'DELETE') job.control?.cancel();
    else if (action === 'pause' || action === 'resume') job.control?.pause(action === 'pause');
    return jsonResponse(stateOf(job));
}

/** The events of a job from its beginning, as an EventSource delivers them. @param {number} number */
export function events(number) {
    const job = jobs.find(one => one.number === number), stream = Object.assign(new EventTarget(), { readyState: 1, close: () => { job?.listeners.delete(stream); } });
    queueMicrotask(() => {
        if (!job) { stream.readyState = 2; stream.dispatchEvent(new Event('error')); return; }
        stream.dispatchEvent(new Event('open'));
        for (const [name, data] of [...job.newest, ...job.log]) send(stream, name, data);
        job.listeners.add(stream);
    });
    return stream;
}

// ---- word lists ------------------------------------------------------------------------------------------------------

/** Languages whose lists lie beside the page. @type {Promise<string[]>} */
const offered = fetch(new URL('words/index.json', base)).then(answer => answer.ok ? answer.json() : [], () => []);

/** @returns {Promise<any>} as GET /api/words; a list that can be downloaded counts as one that can be built */
async function listWords() {
    const answer = JSON.parse(decoder.decode((await store.request('GET', '/api/words', new Uint8Array())).bytes)), codes = await offered;
    return { ...answer, lists: answer.lists.map(list => list.installed ? list : { ...list, buildable: codes.includes(list.code) }) };
}

/** Downloads a list. @param {Job} job */
async function downloadList({ request: { lang } }) {
    const answer = await fetch(new URL(`words/${encodeURIComponent(lang)}.dict`, base)).catch(() => null);
    if (!answer?.ok) return { code: 4, error: { code: 4, message: `cannot load the word list '${lang}': is the network available?` } };
    await store.request('PUT', `/store/file?name=${encodeURIComponent(`words/${lang}.dict`)}`, new Uint8Array(await answer.arrayBuffer()));
    return { code: 0, result: { schema: 1, ...(await listWords()).lists.find(list => list.code === lang) } };
}

// ---- pictures --------------------------------------------------------------------------------------------------------

/** Paints an SVG picture on a canvas. @param {Blob} svg @returns {Promise<Blob>} PNG */
async function paint(svg) {
    const image = new Image(), address = URL.createObjectURL(svg);
    try {
        image.src = address;
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = image.naturalWidth;
        canvas.height = image.naturalHeight;
        /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).drawImage(image, 0, 0);
        return await new Promise((resolve, reject) => canvas.toBlob(blob => blob ? resolve(blob) : reject(new Error('the picture is too large')), 'image/png'));
    } finally {
        URL.revokeObjectURL(address);
    }
}

// ---- requests --------------------------------------------------------------------------------------------------------

/** @param {any} body @returns {Promise<Uint8Array>} */
const toBytes = async body => body === undefined ? new Uint8Array() : body instanceof Blob ? new Uint8Array(await body.arrayBuffer()) : encoder.encode(JSON.stringify(body));

/** Answers like fetch. @param {string} method @param {string} path @param {any} [body] @param {AbortSignal} [signal] @returns {Promise<Response>} */
export async function request(method, path, body, signal) {
    signal?.throwIfAborted();
    if (path.startsWith('/api/jobs')) return answerJobs(method, path, body);
    if (method === 'GET' && path === '/api/games' && await games) return new Response(await games, { headers: { 'Content-Type': 'application/json' } });
    if (method === 'GET' && path === '/api/words') return jsonResponse(await listWords());
    if (path === '/api/words/build') return startJob(body, downloadList);
    if (path === '/api/picture' && body?.format === 'png') {
        const svg = await request(method, path, { ...body, format: 'svg' }, signal);
        return svg.ok ? new Response(await paint(await svg.blob())) : svg;
    }
    if (SHORT.test(path)) {
        const reply = await store.request(method, path, await toBytes(body));
        signal?.throwIfAborted();
        return toResponse(reply);
    }
    const verb = path.match(/^\/api\/(\w+)$/)?.[1];
    if (method === 'POST' && verb && verb !== 'read') return runVerb(verb, body, signal);
    return runRequest(method, path, await toBytes(body), signal);
}
