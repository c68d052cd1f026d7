// Editor of word boards: letters by key or touch, bonuses and colours by brush or digit, random letters, clearing.
// @ts-check
import { h, fill, button } from '../parts/dom.js';
import { changeTile, extraLetters, parseBoard, printBoard } from './words-model.js';
import { letterPanel, nextSlot } from './words-parts.js';

const latin = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Lengths of the rows, as text. @param {string} board */
const shapeOf = board => parseBoard(board).map(row => row.length).join(' ');

/** The options that generate boards of other shapes. @param {any} game @returns {Record<string, string>[]} */
const shapeOptions = game => game.options.filter(row => /^(shape|dice)$/.test(row.name) && row.choices && (!row.verbs || row.verbs.split(' ').includes('make')))
    .flatMap(row => row.choices.split(' ').map(choice => ({ [row.name]: choice })));

/** @param {any} view the WordsView */
export function createEditor(view) {
    const { brushes, brush_title: brushTitle = '', holes } = view.game.view, kinds = brushes.length > 0 && brushes;
    const bar = h('div', { class: 'seg brushes', role: 'group', 'aria-label': brushTitle });
    const panel = h('div', { class: 'panel-wide' });
    const help = h('p', { class: 'small soft mid' });
    const element = h('div', { class: 'editor' }, kinds && bar, panel, help);
    /** What a click puts on a cell; null: it only moves the focus. @type {string | null} */
    let brush = null;

    /** From the typed text: the model arrives later, from the server. */
    const tileAt = slot => parseBoard(view.history.state.board).flat()[slot];
    const textOf = slot => tileAt(slot)?.text;
    const setTile = (slot, change, what) => view.change({ board: changeTile(view.history.state.board, slot, change) }, what);

    function drawBar() {
        if (kinds) fill(bar, h('button', { 'aria-pressed': String(brush === null), onClick: () => choose(null) }, 'Letters'),
            kinds.map(({ attribute: attr, label, title }, i) => h('button', { title: `${title}, key ${i + 1}`, 'aria-pressed': String(brush === attr), onClick: () => choose(attr), class: attr && `brush b-${attr}` }, label, h('kbd', null, i + 1))));
        fill(help, kinds ? `Type letters. Press a digit to set the ${brushTitle.toLowerCase()} of the current cell, or choose one and click cells.`
            : 'Type letters. Delete clears a cell, a full stop makes a hole.');
    }
    /** Redraws only if the letters changed, so that a focused key keeps the focus. */
    function drawPanel() {
        const letters = [...latin, ...(extraLetters[view.lang] || '')];
        if (panel.dataset.letters === letters.join('')) return;
        panel.dataset.letters = letters.join('');
        fill(panel, letterPanel(letter => enter(view.slot ?? 0, letter), letters, holes));
    }
    function choose(attr) {
        brush = attr;
        drawBar();
        view.board.focus(view.board.current, true);
    }
    function moveTo(slot) {
        const index = view.board.places.findIndex(place => place.slot === slot);
        if (index >= 0) view.board.focus(index, !view.board.hasFocus() && !view.editing);
        view.slot = slot;
    }
    /** A letter, '?', '.' or 'back'. @param {number} slot @param {string} letter */
    function enter(slot, letter) {
        if (letter === 'back') { back(slot); return; }
        if (letter === '.' && !holes) { view.context.announce(`${view.game.title} boards have no holes.`); return; }
        const text = letter.toLocaleUpperCase();
        if (text !== textOf(slot) || text === '?') setTile(slot, { text }, text === '?' ? 'cleared a cell' : text === '.' ? 'made a hole' : `typed ${text}`);
        moveTo(nextSlot(view.model, slot, 1));
    }
    function back(slot) {
        const empty = textOf(slot) === '?', at = empty ? nextSlot(view.model, slot, -1) : slot;
        if (textOf(at) !== '?') setTile(at, { text: '?' }, 'cleared a cell');
        moveTo(at);
    }
    function setAttr(slot, attr) {
        if (textOf(slot) === '.') return;
        const name = kinds.find(kind => kind.attribute === attr)?.title || 'none';
        if (tileAt(slot).attr !== attr) setTile(slot, { attr }, name.toLowerCase());
    }
    /** A random board in the current shape, or in the default one; tries all shape options, as only the result shows the shape. */
    async function generateSameShape() {
        const seed = crypto.getRandomValues(new Uint32Array(1))[0], wanted = shapeOf(view.history.state.board);
        let usual = '';
        for (const options of [{}, ...shapeOptions(view.game)]) {
            const { board } = await view.context.api.run('make', { game: view.game.name, seed, options });
            usual ||= board;
            if (shapeOf(board) === wanted) return board;
        }
        return usual;
    }
    async function shake() {
        try {
            view.change({ board: await generateSameShape(), made: 'random' }, 'random letters');
        } catch (error) {
            view.context.toast(error.message);
        }
    }
    function clear() {
        const rows = parseBoard(view.history.state.board).map(row => row.map(tile => ({ text: tile.text === '.' ? '.' : '?', attr: '' })));
        view.change({ board: printBoard(rows) }, 'cleared the board');
        view.context.toast('Board cleared.', { undo: () => view.undo() });
        moveTo(0);
    }
    /** Keys on a cell: letters always edit, without switching modes. @param {KeyboardEvent} event */
    function onKey(event, place) {
        if (event.ctrlKey || event.altKey || event.metaKey) return false;
        const { key } = event, digit = kinds && /^[1-9]$/.test(key) ? kinds[Number(key) - 1] : null;
        if (/^\p{L}$/u.test(key)) { if (!view.editing) view.setEditing(true); enter(place.slot, key); }
        else if (digit) { if (!view.editing) view.setEditing(true); setAttr(place.slot, digit.attribute); }
        else if (!view.editing) return false;
        else if (key === 'Backspace') back(place.slot);
        else if (key === 'Delete') setTile(place.slot, { text: '?' }, 'cleared a cell');
        else if (key === '.' && holes) enter(place.slot, '.');
        else return false;
        event.preventDefault();
        event.stopPropagation();
        return true;
    }
    drawBar();
    return {
        get element() { drawPanel(); return element; },
        onKey, shake,
        /** @param {number} slot */
        paint(slot) {
            view.slot = slot;
            if (brush !== null) setAttr(slot, tileAt(slot).attr === brush ? '' : brush);
        },
        tools: () => [button({ label: 'Done', kind: 'main', onClick: () => view.setEditing(false) }), view.shakeButton(), button({ label: 'Clear', onClick: clear })],
    };
}
