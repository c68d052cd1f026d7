// Boards being made are saved while they are made: one entry of the library, which becomes the next state of the board
// after every change. What was not sent yet is noted in the browser first, so that neither a tab that is closed nor a
// server that is away loses it: the next page that is loaded sends it.
// @ts-check
import * as api from './api.js';
import { codeIn } from './share.js';

const JOURNAL = 'comb-unsaved', REST = 400, RETRY = 2000;
/** What is made on the page; only such entries are updated in place. */
const SOURCE = 'made here';

/** @typedef {{game: string, board: string, replaces?: string, code: string}} Note what is to be sent; the code is that of the address */

/** @returns {Record<string, Note>} */
function journal() {
    try { return JSON.parse(localStorage.getItem(JOURNAL) || '{}'); } catch { return {}; }
}

/** @param {string} id @param {Note | null} note null takes it off */
function write(id, note) {
    const { [id]: _, ...others } = journal(), next = note ? { ...others, [id]: note } : others;
    try { localStorage.setItem(JOURNAL, JSON.stringify(next)); } catch { /* it is sent all the same, a moment later */ }
}

/** Boards of views that are open, with what they have not sent yet. @type {Set<{flush: () => Promise<void>}>} */
const open = new Set();

/** Sends what is not sent yet. */
export const flush = () => Promise.all([...open].map(draft => draft.flush())).then(() => undefined);
addEventListener('pagehide', () => { flush(); });
addEventListener('visibilitychange', () => { if (document.visibilityState === 'hidden') flush(); });

/** A board being made: what the library has of it (or what was opened), what it should have, and how that came about. */
const entryOf = board => ({ id: Math.random().toString(36).slice(2, 10), saved: board, wanted: board, by: '' });

/** @param {string} game @param {ReturnType<typeof entryOf>} entry @returns {Promise<boolean>} whether to try again: the connection broke off */
async function send(game, entry) {
    const { id, saved, wanted: board } = entry;
    if (board === saved) return false;
    try {
        await api.library.keep({ game, board, source: SOURCE, replaces: saved });
    } catch (error) {
        if (!error.status) return true;
        api.tellUnkept(error.message);
        if (!isRefused(error)) return false; // the note stays for the next page
    }
    entry.saved = board;
    if (entry.wanted === board) write(id, null);
    return false;
}

/** What the server has read and cannot take. */
const isRefused = error => error.status >= 400 && error.status < 500;

/**
 * The boards that one view makes, one at a time. `save` after every change; one that is as it was opened is not saved.
 * @param {string} game @param {string} opened the board to begin with
 */
export function createDraft(game, opened) {
    let entry = entryOf(opened), timer = 0, sending = Promise.resolve();

    /** One after the other: each state takes the place of the one before. */
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
        /** @param {string} board @param {'hand' | 'random'} [by] what is random does not take the place of what was made by hand */
        save(board, by = 'hand') {
            if (board === entry.wanted) return;
            if (by === 'random' && entry.by === 'hand') draft.begin();
            entry.wanted = board;
            entry.by = by;
            write(entry.id, { game, board, replaces: entry.saved, code: codeIn(location.hash) });
            clearTimeout(timer);
            timer = window.setTimeout(flushNow, REST);
        },
        /** From here on it is another board, what was made so far stays. @param {string} [board] one that is not saved as it is */
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
 * What an earlier page could not send any more goes to the library now. The one that the address is about is given back.
 * @param {string} code of the address @returns {Promise<Note | null>}
 */
export async function recover(code) {
    const notes = Object.entries(journal());
    for (const [id, { game, board, replaces }] of notes) {
        const done = await api.library.keep({ game, board, source: SOURCE, replaces }).then(() => true, isRefused);
        if (done) write(id, null);
    }
    return notes.map(([, note]) => note).reverse().find(note => code && note.code === code) || null;
}
