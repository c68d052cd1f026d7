// A Worker with one instance of the program. The page has one that owns the library (role `store`) and others that compute.
//
//     {kind: 'start', role, module}                  -> {kind: 'ready', problem?}
//     {kind: 'request', id, method, path, body}      -> {kind: 'reply', id, status, type, bytes}
//     {kind: 'job', id, request, followed, control}  -> {kind: 'event', id, name, data} ..., the last one is `result`
//     {kind: 'files', files}                         writes files of the program; a store sends the same when it has changed some
// @ts-check
// @ts-ignore: made by the build
import createCore from '../core.mjs';
import { createInstance, memoryFiles } from './core.js';
import { loadFiles, openDatabase, saveFiles } from './opfs.js';
import { decodePicture } from './picture.js';
import { controlOf } from './control.js';
import { joinStores } from './tabs.js';

/** @type {any} */
const scope = self;
/** The instance, once started. @type {Awaited<ReturnType<typeof createInstance>>} */
let core;
/** What the user wants of the running job. */
let control = () => 0;
let running = 0;
/** Whether this Worker owns the browser's storage. */
let stored = false;

/** Data files are loaded when first needed, in the middle of a call, so the request is synchronous. @param {string} name */
function loadData(name) {
    const request = new XMLHttpRequest();
    request.open('GET', new URL(`../${name}`, import.meta.url), false);
    request.responseType = 'arraybuffer';
    try { request.send(); } catch { return null; }
    return request.status === 200 ? new Uint8Array(request.response) : null;
}

/** Opens the library: in the browser's storage if there is one, otherwise in memory. */
async function openLibrary() {
    const database = await openDatabase();
    stored = !!database;
    return core.openLibrary(database || memoryFiles()) || (stored ? '' : 'this browser does not store files: the library is lost when you close the page');
}

/** Stores the files that a request has changed, and sends them to the other Workers and tabs. */
async function shareFiles() {
    const files = core.changedFiles();
    if (!files.length) return;
    if (stored) await saveFiles(files);
    scope.postMessage({ kind: 'files', files });
    stores?.tell(files);
}

/** Takes files that another tab has changed. */
function takeFiles(files) {
    core.writeFiles(files);
    scope.postMessage({ kind: 'files', files });
}

/** @param {{method: string, path: string, body: Uint8Array}} asked */
async function answer({ method, path, body }) {
    if (path.startsWith('/store/file?')) { // a word list that the page has downloaded
        core.writeFiles([[/** @type {string} */ (new URLSearchParams(path.split('?')[1]).get('name')), body]], false);
        await shareFiles();
        return { status: 200, type: '', bytes: new Uint8Array() };
    }
    const picture = path.startsWith('/api/read') && core.isPicture(body) ? await decodePicture(body) : null;
    const reply = core.request(method, path, body, picture);
    if (stores && method !== 'GET') await shareFiles();
    return reply;
}

async function start({ role, module }) {
    const onEvent = (name, data) => scope.postMessage({ kind: 'event', id: running, name, data });
    core = await createInstance(createCore, { module, loadData, onEvent, control: () => control() });
    if (role === 'store') {
        const files = await loadFiles();
        if (files.length) takeFiles(files);
    }
    if (role === 'store') stores = joinStores(answer, openLibrary, takeFiles, problem => scope.postMessage({ kind: 'ready', problem }));
    else scope.postMessage({ kind: 'ready' });
}

/** How requests reach the library. @type {ReturnType<typeof joinStores> | null} */
let stores = null;
/** Requests in order; one at a time. */
let last = Promise.resolve();

scope.onmessage = ({ data }) => {
    if (data.kind === 'start') start(data).catch(error => scope.postMessage({ kind: 'ready', failure: String(error?.message || error) }));
    if (data.kind === 'files') core.writeFiles(data.files);
    if (data.kind === 'request') {
        last = last.then(async () => {
            const { status, type, bytes } = await (stores ? stores.answer(data) : answer(data));
            scope.postMessage({ kind: 'reply', id: data.id, status, type, bytes }, [bytes.buffer]);
        }).catch(error => scope.postMessage({ kind: 'reply', id: data.id, status: 500, type: '', bytes: new Uint8Array(), failure: String(error?.message || error) }));
    }
    if (data.kind === 'job') {
        running = data.id;
        control = controlOf(data.control);
        core.job(data.request, data.followed);
        control = () => 0;
    }
};
