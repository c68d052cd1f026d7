// One instance of the program, compiled to WebAssembly: requests and jobs, one at a time, without HTTP. The C side is src/wasm.
// @ts-check

/** Where the program keeps its files, in the instance's own file system. */
const DATA = '/home/web_user/.local/share/comb';

/**
 * @typedef {{status: number, type: string, bytes: Uint8Array}} Reply
 * @typedef {{width: number, height: number, data: Uint8ClampedArray | Uint8Array}} Pixels four bytes per pixel, upright, on white
 * @typedef {{open(name: string): number, size(file: number): number, read(file: number, to: Uint8Array, offset: number): number,
 *     write(file: number, from: Uint8Array, offset: number): boolean, truncate(file: number, size: number): boolean, flush(file: number): boolean}} Files
 * @typedef {{
 *     module?: WebAssembly.Module, wasmBinary?: Uint8Array,
 *     loadData: (name: string) => Uint8Array | null,
 *     control?: () => number, onEvent?: (name: string, data: string) => void,
 * }} Embedding loadData: a data file by its name; control: 0 go on, 1 pause, 2 cancel
 */

/** Starts an instance. @param {(options: any) => Promise<any>} createCore the default export of core.mjs @param {Embedding} embedding */
export async function createInstance(createCore, embedding) {
    const { module, ...rest } = embedding;
    const core = await createCore({
        ...rest,
        ...module && {
            instantiateWasm(imports, done) {
                WebAssembly.instantiate(module, imports).then(instance => done(instance, module));
                return {};
            },
        },
    });
    const front = core._comb_wasm_new(), encoder = new TextEncoder();
    /** Sizes and times of the files when they were last reported. @type {Map<string, string>} */
    const seen = new Map();

    /** Passes texts and bytes as addresses; frees them afterwards. @param {(string | Uint8Array)[]} values @param {(...places: number[]) => any} call */
    function withMemory(values, call) {
        const places = values.map(value => {
            const bytes = typeof value === 'string' ? encoder.encode(`${value}\0`) : value, place = core._malloc(bytes.length || 1);
            core.HEAPU8.set(bytes, place);
            return place;
        });
        try { return call(...places); } finally { places.forEach(core._free); }
    }

    /** @param {string} folder @returns {string[]} */
    function filesIn(folder) {
        if (!core.FS.analyzePath(folder).exists) return [];
        return core.FS.readdir(folder).filter(name => !/^\.\.?$/.test(name)).flatMap(name => {
            const path = `${folder}/${name}`;
            return core.FS.isDir(core.FS.stat(path).mode) ? filesIn(path) : [path];
        });
    }

    return {
        /** @param {string} method @param {string} path with the query @param {Uint8Array} body @param {Pixels | null} [picture] decoded from the body @returns {Reply} */
        request(method, path, body, picture = null) {
            const [place, query = ''] = path.split('?'), parameters = JSON.stringify(Object.fromEntries(new URLSearchParams(query)));
            core.picture = picture;
            const status = withMemory([method, place, parameters, body], (...at) => core._comb_wasm_request(front, ...at, body.length));
            const start = core._comb_wasm_reply_bytes(front), length = core._comb_wasm_reply_length(front), type = core._comb_wasm_reply_type(front);
            core.picture = null;
            return { status, type: type ? core.UTF8ToString(type) : '', bytes: core.HEAPU8.slice(start, start + length) };
        },
        /** Runs a job to its end; its events go to onEvent. @param {any} request @param {boolean} followed false: only its result is wanted */
        job: (request, followed) => withMemory([JSON.stringify(request)], text => core._comb_wasm_job(front, text, followed)),
        /** Whether a file is worth decoding, by its header. @param {Uint8Array} bytes */
        isPicture: bytes => withMemory([bytes], place => !!core._comb_wasm_is_picture(place, bytes.length)),
        /** Opens the library. Returns why it could not be opened, or ''. @param {Files} files where it is */
        openLibrary(files) {
            core.files = files;
            const why = core._comb_wasm_open_library(front);
            return why ? core.UTF8ToString(why) : '';
        },
        /** Writes files of the program; null deletes one. @param {Iterable<[string, Uint8Array | null]>} files by their path below the data folder @param {boolean} [known] they are not changes to report */
        writeFiles(files, known = true) {
            for (const [name, bytes] of files) {
                const path = `${DATA}/${name}`;
                if (bytes) {
                    core.FS.mkdirTree(path.replace(/\/[^/]*$/, ''));
                    core.FS.writeFile(path, bytes);
                } else if (core.FS.analyzePath(path).exists) core.FS.unlink(path);
            }
            if (known) this.changedFiles();
        },
        /** The files that have changed since the last call; null: deleted. @returns {[string, Uint8Array | null][]} */
        changedFiles() {
            const states = new Map(filesIn(DATA).map(path => {
                const { size, mtime, ino } = core.FS.stat(path);
                return [path, `${size} ${Number(mtime)} ${ino}`];
            }));
            const gone = [...seen.keys()].filter(path => !states.has(path)), changed = [...states.keys()].filter(path => seen.get(path) !== states.get(path));
            for (const path of gone) seen.delete(path);
            for (const path of changed) seen.set(path, /** @type {string} */ (states.get(path)));
            const short = path => path.slice(DATA.length + 1);
            return [...gone.map(path => /** @type {[string, null]} */ ([short(path), null])),
                ...changed.map(path => /** @type {[string, Uint8Array]} */ ([short(path), core.FS.readFile(path)]))];
        },
    };
}

/** Files in memory, for an instance whose library need not last. @returns {Files} */
export function memoryFiles() {
    /** @type {Map<string, number>} */
    const names = new Map();
    /** @type {{bytes: Uint8Array, size: number}[]} */
    const files = [];
    const at = file => files[file - 1];
    return {
        open(name) {
            if (!names.has(name)) names.set(name, files.push({ bytes: new Uint8Array(4096), size: 0 }));
            return /** @type {number} */ (names.get(name));
        },
        size: file => at(file).size,
        read(file, to, offset) {
            const got = at(file).bytes.subarray(Math.min(offset, at(file).size), Math.min(offset + to.length, at(file).size));
            to.set(got);
            return got.length;
        },
        write(file, from, offset) {
            const end = offset + from.length, entry = at(file);
            if (end > entry.bytes.length) {
                const larger = new Uint8Array(2 * end);
                larger.set(entry.bytes);
                entry.bytes = larger;
            }
            entry.bytes.set(from, offset);
            entry.size = Math.max(entry.size, end);
            return true;
        },
        truncate(file, size) {
            at(file).bytes.fill(0, size);
            at(file).size = Math.min(at(file).size, size);
            return true;
        },
        flush: () => true,
    };
}
