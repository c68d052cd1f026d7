// A plain web server for a folder, as any hosting offers: no special headers, no program behind it.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { extname, join, normalize } from 'node:path';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.png': 'image/png', '.webmanifest': 'application/manifest+json', '.txt': 'text/plain' };

/**
 * Serves a folder below a path.
 * @param {string} folder @param {string} [path] ends with a slash
 * @param {(path: string, response: import('node:http').ServerResponse, request: import('node:http').IncomingMessage) => boolean} [first] may answer a request itself
 */
export async function serveFolder(folder, path = '/', first = () => false) {
    const server = createServer((request, response) => {
        const asked = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
        if (first(asked, response, request)) return;
        request.resume();
        const file = join(folder, normalize(asked.startsWith(path) ? `/${asked.slice(path.length)}` : '/absent')), name = file.endsWith('/') ? `${file}index.html` : file;
        const found = statSync(name, { throwIfNoEntry: false });
        if (!found?.isFile()) { response.writeHead(404).end(); return; }
        response.writeHead(200, { 'Content-Type': TYPES[extname(name)] || 'application/octet-stream', 'Content-Length': found.size });
        createReadStream(name).pipe(response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return {
        url: `http://127.0.0.1:${/** @type {any} */ (server.address()).port}${path}`,
        async stop() { server.closeAllConnections(); server.close(); await once(server, 'close'); },
    };
}
