// Several files given at once: each one is read, in order; boards without questions are saved to the library, the others
// can be opened one by one.
// @ts-check
import { h, fill, button, icon, plural, sentence } from '../parts/dom.js';
import { prepare } from './reading-file.js';

const MAX_TEXT = 8e6;

/** @typedef {{file: File, place: HTMLElement, state: HTMLElement, action: HTMLElement}} Row */

class Files {
    /** @param {any} context @param {File[]} files */
    constructor(context, files) {
        this.context = context;
        this.asking = new AbortController();
        this.rows = files.map(file => this.row(file));
        this.sub = h('p', { class: 'sub' });
        this.stop = button({ label: 'Stop', key: 'Esc', onClick: () => this.cancel() });
        this.element = h('div', { class: 'stack' }, h('div', { class: 'head' }, h('div', null, h('h1', null, plural(files.length, 'file')), this.sub), this.stop),
            h('ul', { class: 'card files' }, this.rows.map(row => row.place)), context.live);
        this.work();
    }

    /** @param {File} file @returns {Row} */
    row(file) {
        const state = h('span', { class: 'small soft' }, 'Waiting.'), action = h('span');
        return { file, state, action, place: h('li', null, icon(file.type.startsWith('image/') ? 'picture' : 'file'), h('div', null, h('b', null, file.name || 'Picture'), state), action) };
    }

    cancel() {
        if (this.stop.hidden) return false;
        this.asking.abort();
        return true;
    }

    async work() {
        const { signal } = this.asking;
        let read = 0;
        for (const [i, row] of this.rows.entries()) {
            if (signal.aborted) { fill(row.state, 'Not read.'); continue; }
            this.sub.textContent = `Reading ${i + 1} of ${this.rows.length}.`;
            fill(row.state, 'Reading.');
            read += Number(await this.read(row, signal).catch(error => { fill(row.state, signal.aborted ? 'Not read.' : sentence(error.message)); this.offerPicture(row); return false; }));
        }
        this.stop.hidden = true;
        this.sub.textContent = `${plural(read, 'board')} saved to the library.`;
        this.context.announce(this.sub.textContent);
    }

    /** Whether a board was saved. @param {Row} row @param {AbortSignal} signal */
    async read(row, signal) {
        const picture = row.file.type.startsWith('image/');
        if (!picture && row.file.size > MAX_TEXT) throw new Error('file too large (limit: 8 MB)');
        const reading = picture && await this.context.api.read(await prepare(row.file), undefined, signal);
        if (reading && !reading.sure) {
            fill(row.state, `${this.context.game(reading.game)?.title}: ${plural(reading.doubts.length, 'question')}.`);
            this.offerPicture(row);
            return false;
        }
        const payload = reading ? await this.context.api.board(reading.board, { game: reading.game, signal }) : await this.context.readAny(await row.file.text(), { signal });
        await this.context.api.library.add({ game: payload.game, board: payload.board, source: row.file.name || 'file' });
        fill(row.state, `${this.context.game(payload.game)?.title}, saved.`);
        fill(row.action, button({ label: 'Open', 'aria-label': `Open ${row.file.name}`, onClick: () => this.context.openBoard({ others: [], ...payload }) }));
        return true;
    }

    /** @param {Row} row */
    offerPicture(row) {
        if (row.file.type.startsWith('image/')) fill(row.action, button({ label: 'Check', 'aria-label': `Check ${row.file.name}`, onClick: () => this.context.openFile(row.file) }));
    }
}

/** The list that was shown last, for Back. @type {Files | null} */
let last = null;

/** @param {any} context @param {{files?: File[]}} payload */
export function open(context, { files }) {
    last = files ? new Files(context, files) : last || new Files(context, []);
    const { element } = last, list = last;
    return { element, title: 'Files', dispose() {}, onKey: event => event.key === 'Escape' && list.cancel() };
}
