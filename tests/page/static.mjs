// Page tests against the static folder (COMB_WEB=build/web): the program is inside the page, there is no server to ask. Tests
// prepare and inspect things through the page that is open, or through a page that is opened for it and closed again.
import { readFileSync } from 'node:fs';
import { serveFolder } from '../lib/static.mjs';

export const FOLDER = process.env.COMB_WEB || '';

/**
 * Stands between the page and the program, so that tests can hold, change and reject requests as they do with a server: each one
 * is first sent as HTTP request, which a test may intercept; otherwise this server sends it back, perhaps changed by the test, and
 * the program answers it.
 */
const SHIM = `
import * as engine from './engine-itself.js';
export const { events, storageProblem } = engine;
export async function request(method, path, body, signal) {
    const file = body instanceof Blob;
    const answer = await fetch(path, { method, signal, body: body === undefined || file ? body : JSON.stringify(body) });
    if (!answer.headers.get('Asks-Program')) return answer;
    const sent = await answer.text();
    return engine.request(method, path, file || body === undefined ? body : JSON.parse(sent), signal);
}`;

/** Serves the folder, with the shim. */
export const startStatic = () => serveFolder(FOLDER, '/', (path, response, request) => {
    if (path === '/local/engine.js') response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(SHIM);
    else if (path === '/local/engine-itself.js') response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(readFileSync(`${FOLDER}/local/engine.js`));
    else if (/^\/api(\/|$)/.test(path)) request.pipe(response.writeHead(200, { 'Asks-Program': '1' }));
    else return false;
    return true;
});

/** Asks the program inside a page. */
export const askPage = (page, path, body, method = body === undefined ? 'GET' : 'POST') => page.evaluate(async ([method, path, body]) => {
    const { request } = await import(new URL('local/engine-itself.js', document.baseURI).href);
    return (await request(method, path, body)).json();
}, [method, path.replace(/^\/?/, '/'), body]);

/** What the program answers to an intercepted request of its page. @param {any} route */
export function answerInPage(route) {
    const asked = route.request(), { pathname, search } = new URL(asked.url());
    return asked.frame().evaluate(async ([method, path, text]) => {
        const { request } = await import(new URL('local/engine-itself.js', document.baseURI).href);
        const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
        return (await request(method, path, path.startsWith('/api/read?') ? new Blob([bytes]) : JSON.parse(new TextDecoder().decode(bytes)))).json();
    }, [asked.method(), pathname + search, (asked.postDataBuffer() || Buffer.alloc(0)).toString('base64')]);
}

/** Tests that do not apply here: names and reasons. */
export const exceptions = () => new Map(readFileSync(new URL('static_exceptions.txt', import.meta.url), 'utf8').split('\n')
    .filter(line => line && !line.startsWith('#')).map(line => /** @type {[string, string]} */ (line.split(' | '))));
