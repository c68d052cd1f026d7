// Comb as a module, for node 20 and later and for browsers. The build puts it at the top of the static folder.
//
//     import { createComb } from './comb.mjs';
//     const comb = await createComb();
//     const { score, words } = await comb.solve(game, board);
import createCore from './core.mjs';
import { createInstance, memoryFiles } from './local/core.js';
import { decodePicture } from './local/picture.js';
import { decodePng } from './local/png.js';

/** An error of the program: `code` is an exit status of the command line, `line` and `column` a place in the board's text or 0. */
export class CombError extends Error {
    constructor(error) {
        super(error?.message || 'unknown error');
        this.name = 'CombError';
        this.code = error?.code ?? 5;
        this.line = error?.line ?? 0;
        this.column = error?.column ?? 0;
    }
}

const encoder = new TextEncoder(), decoder = new TextDecoder();
const isNode = typeof process === 'object' && !!process.versions?.node;

/** Reads a file that lies beside this module. @param {string} name @returns {Promise<Uint8Array>} */
async function loadFile(name) {
    const address = new URL(name, import.meta.url);
    if (isNode) return (await import('node:fs/promises')).readFile(address);
    const answer = await fetch(address);
    if (!answer.ok) throw new CombError({ message: `cannot load ${name}: ${answer.status}` });
    return new Uint8Array(await answer.arrayBuffer());
}

/** The header of a picture of this size, for pixels that were decoded elsewhere. */
function headerOf({ width, height }) {
    const header = new DataView(new ArrayBuffer(54));
    header.setUint16(0, 0x424d);
    header.setUint32(14, 40, true);
    header.setUint32(18, width, true);
    header.setUint32(22, height, true);
    header.setUint16(26, 1, true);
    header.setUint16(28, 32, true);
    return new Uint8Array(header.buffer);
}

/** A picture as file and pixels. @param {Blob | ArrayBuffer | Uint8Array | {width: number, height: number, data: Uint8ClampedArray}} picture */
async function openPicture(picture) {
    if (picture?.data && picture.width) return { bytes: headerOf(picture), pixels: picture };
    const bytes = new Uint8Array(picture instanceof Blob ? await picture.arrayBuffer() : picture);
    return { bytes, pixels: typeof createImageBitmap === 'function' ? await decodePicture(bytes) : await decodePng(bytes) };
}

/** Starts the program. Word list and glyph model are loaded when they are first needed. */
export async function createComb() {
    const data = new Map();
    let missing = '', onEvent = () => {};
    const instance = await createInstance(createCore, {
        wasmBinary: await loadFile('core.wasm'),
        loadData(name) {
            if (!data.has(name)) missing = name;
            return data.get(name) || null;
        },
        onEvent: (name, text) => onEvent(name, JSON.parse(text)),
    });
    instance.openLibrary(memoryFiles());

    /** Calls, and again if a data file was missing: files are loaded asynchronously, calls are not. */
    async function complete(call) {
        for (;;) {
            missing = '';
            const result = call();
            if (!missing) return result;
            data.set(missing, await loadFile(missing));
        }
    }

    async function request(method, path, body, picture = null) {
        const bytes = body instanceof Uint8Array ? body : encoder.encode(body === undefined ? '' : JSON.stringify(body));
        const reply = await complete(() => instance.request(method, path, bytes, picture)), text = decoder.decode(reply.bytes);
        if (reply.type !== 'application/json') return text;
        const object = JSON.parse(text);
        if (object.error) throw new CombError(object.error);
        return object;
    }

    async function run(verb, game, board, how = {}) {
        const { onEvent: listener, ...more } = typeof board === 'object' ? { ...board, ...how } : { ...how, board };
        const last = await complete(() => {
            let result = null;
            onEvent = (name, event) => { if (name === 'result') result = event; else if (!missing) listener?.(name, event); };
            instance.job({ keep: false, ...more, game, verb }, !!listener);
            return result;
        });
        if (!last.result) throw new CombError(last.error);
        return last.result;
    }

    const comb = {
        request, run,
        games: async () => (await request('GET', '/api/games')).games,
        board: (text, how = {}) => request('POST', '/api/board', { ...how, board: text }),
        draw: (game, board, how = {}) => request('POST', '/api/picture', { ...how, game, board, format: 'svg' }),
        async read(picture, how = {}) {
            const { bytes, pixels } = await openPicture(picture), query = new URLSearchParams(Object.entries(how).map(([name, value]) => [name, String(value)]));
            return request('POST', `/api/read?${query}`, bytes, pixels);
        },
    };
    for (const verb of new Set((await comb.games()).flatMap(game => game.verbs))) comb[verb] = (game, board, how) => run(verb, game, board, how);
    return comb;
}
