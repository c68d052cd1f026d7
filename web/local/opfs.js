// The browser's private file system (OPFS), for the Worker that owns the library: SQLite's files, opened for good and read and
// written in place, and small files (the key of answers, own words, word lists), written as a whole.
// @ts-check

/** Files that SQLite uses. */
const SQLITE = ['library.db', 'library.db-journal'];

/** Opens the folder; null if the browser has none. */
export async function openStorage() {
    try {
        const root = await navigator.storage.getDirectory(), folder = await root.getDirectoryHandle('comb', { create: true });
        const open = async name => /** @type {any} */ (await folder.getFileHandle(name, { create: true })).createSyncAccessHandle();
        const handles = await Promise.all(SQLITE.map(open));
        const small = await folder.getDirectoryHandle('files', { create: true });
        return { files: fixedFiles(handles), load: () => loadAll(small), save: changed => saveAll(small, changed) };
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

/** @param {any} folder @returns {Promise<[string, Uint8Array][]>} */
async function loadAll(folder) {
    const found = [];
    for await (const [name, handle] of folder.entries())
        if (!name.endsWith('.new')) found.push(/** @type {[string, Uint8Array]} */ ([decodeURIComponent(name), new Uint8Array(await (await handle.getFile()).arrayBuffer())]));
    return found;
}

/** Replaces each file at once: a tab that is killed leaves the old or the new content. @param {any} folder @param {[string, Uint8Array | null][]} changed */
async function saveAll(folder, changed) {
    for (const [path, bytes] of changed) {
        const name = encodeURIComponent(path);
        if (bytes) {
            const writable = await (await folder.getFileHandle(name, { create: true })).createWritable();
            await writable.write(bytes);
            await writable.close();
        } else await folder.removeEntry(name).catch(() => {});
    }
}
