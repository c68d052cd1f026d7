// The browser's private file system (OPFS), for the Worker that owns the library: SQLite's files, opened for good and read and
// written in place, and small files (the key of answers, own words, word lists), written as a whole.
// @ts-check

/** Files that SQLite uses. */
const SQLITE = ['library.db', 'library.db-journal'];

const openFolder = async () => (await navigator.storage.getDirectory()).getDirectoryHandle('comb', { create: true });
const smallFiles = async () => (await openFolder()).getDirectoryHandle('files', { create: true });

/** Opens SQLite's files, for one Worker at a time; null if the browser has no such storage. @returns {Promise<import('./core.js').Files | null>} */
export async function openDatabase() {
    try {
        const folder = await openFolder(), open = async name => /** @type {any} */ (await folder.getFileHandle(name, { create: true })).createSyncAccessHandle();
        return fixedFiles(await Promise.all(SQLITE.map(open)));
    } catch {
        return null;
    }
}

/** Calls, and turns an exception (a full disk) into `failed`. */
const attempt = (call, failed) => { try { return call(); } catch { return failed; } };

/** @param {any[]} handles in the order of SQLITE @returns {import('./core.js').Files} */
function fixedFiles(handles) {
    return {
        open: name => SQLITE.indexOf(name) + 1,
        size: file => attempt(() => handles[file - 1].getSize(), -1),
        read: (file, to, at) => attempt(() => handles[file - 1].read(to, { at }), -1),
        write: (file, from, at) => attempt(() => handles[file - 1].write(from, { at }) === from.length, false),
        truncate: (file, size) => attempt(() => { handles[file - 1].truncate(size); return true; }, false),
        flush: file => attempt(() => { handles[file - 1].flush(); return true; }, false),
    };
}

/** The small files. @returns {Promise<[string, Uint8Array][]>} */
export async function loadFiles() {
    const found = [];
    try {
        for await (const [name, handle] of /** @type {any} */ (await smallFiles()).entries())
            if (handle.kind === 'file' && !name.endsWith('.crswap')) found.push(/** @type {[string, Uint8Array]} */ ([decodeURIComponent(name), new Uint8Array(await (await handle.getFile()).arrayBuffer())]));
    } catch { /* no storage: nothing is stored */ }
    return found;
}

/** Replaces each file at once: a tab that is killed leaves the old or the new content. @param {[string, Uint8Array | null][]} changed */
export async function saveFiles(changed) {
    const folder = await smallFiles();
    for (const [path, bytes] of changed) {
        const name = encodeURIComponent(path);
        if (bytes) {
            const writable = await (await folder.getFileHandle(name, { create: true })).createWritable();
            await writable.write(/** @type {any} */ (bytes));
            await writable.close();
        } else await folder.removeEntry(name).catch(() => {});
    }
}
