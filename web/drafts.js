// Saves boards while they are edited: one library entry per board, updated after every change. Unsent changes are first
// written to a journal in the browser, so that closing the tab or losing the server loses nothing: the next page load
// sends them.
// @ts-check
import * as api from './api.js';
import { codeIn } from './share.js';

const JOURNAL = 'comb-unsaved', REST = 400, RETRY = 2000;
/** Source of boards edited on the page; the server updates only such entries in place. */
const SOURCE = 'made here';

/** @typedef {{game: string, board: string, replaces?: string, code: string}} Note an unsent change; code: the share code in the address */

/** @returns {Record<string, Note>} */
function journal() {
    try { return JSON.parse(localStorage.getItem(JOURNAL) || '{}'); } catch { return {}; }
}

/** @param {string} id @param {Note | null} note null removes it */
function write(id, note) {
    const { [id]: _, ...others } = journal(), next = note ? { ...others, [id]: note } : others;
    try { localStorage.setItem(JOURNAL, JSON.stringify(next)); } catch { /* sent anyway, a moment later */ }
}

/** Drafts of open views. @type {Set<{flush: () => Promise<void>}>} */
const open = new Set();

/** Sends all unsent changes. */
export const flush = () => Promise.all([...open].map(draft => draft.flush())).then(() => undefined);
addEventListener('pagehide', () => { flush(); });
addEventListener('visibilitychange', () => { if (document.visibilityState === 'hidden') flush(); });

/** A board being edited: `saved` is what the library has (or what was opened), `wanted` what it should have. */
const entryOf = board => ({ id: Math.random().toString(36).slice(2, 10), saved: board, wanted: board, by: '' });

/** @param {string} game @param {ReturnType<typeof entryOf>} entry @returns {Promise<boolean>} whether to retry, because the connection was lost */
async function send(game, entry) {
    const { id, saved, wanted: board } = entry;
    if (board === saved) return false;
    try {
        await api.library.add({ game, board, source: SOURCE, replaces: saved });
    } catch (error) {
        if (!error.status) return true;
        api.reportUnsaved(error.message);
        if (!isRefused(error)) return false; // the journal entry stays for the next page load
    }
    entry.saved = board;
    if (entry.wanted === board) write(id, null);
    return false;
}

/** Whether the server rejected the board, so that a retry is useless. */
const isRefused = error => error.status >= 400 && error.status < 500;

/**
 * Saves the boards of one view, one at a time. Call `save` after every change; an unchanged board is not saved.
 * @param {string} game @param {string} opened the initial board
 */
export function createDraft(game, opened) {
    let entry = entryOf(opened), timer = 0, sending = Promise.resolve();

    /** Sends in order: each state replaces the one before. */
    function flushNow() {
        const now = entry;
        clearTimeout(timer);
        sending = sending.then(async () => {
            const again = await send(game, now);
            if (again) timer = window.setTimeout(flushNow, RETRY);
        });
        return sending;
    }

    const draft = {
        flush: flushNow,
        /** @param {string} board @param {'hand' | 'random'} [by] a random board does not replace one made by hand */
        save(board, by = 'hand') {
            if (board === entry.wanted) return;
            if (by === 'random' && entry.by === 'hand') draft.begin();
            entry.wanted = board;
            entry.by = by;
            write(entry.id, { game, board, replaces: entry.saved, code: codeIn(location.hash) });
            clearTimeout(timer);
            timer = window.setTimeout(flushNow, REST);
        },
        /** Starts another board; the previous one stays saved. @param {string} [board] its initial state, not saved */
        begin(board) {
            if (board !== undefined && board === entry.wanted) return;
            flushNow();
            entry = entryOf(board);
        },
        dispose() {
            flushNow().finally(() => open.delete(draft));
        },
    };
    open.add(draft);
    return draft;
}

/**
 * Sends what an earlier page could not send. Returns the note of the board in the address, if any.
 * @param {string} code share code in the address @returns {Promise<Note | null>}
 */
export async function recover(code) {
    const notes = Object.entries(journal());
    for (const [id, { game, board, replaces }] of notes) {
        const done = await api.library.add({ game, board, source: SOURCE, replaces }).then(() => true, isRefused);
        if (done) write(id, null);
    }
    return notes.map(([, note]) => note).reverse().find(note => code && note.code === code) || null;
}
