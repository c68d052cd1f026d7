// Editor of panels: the user chooses a tool and clicks or drags over the board. Every change is a move that the server
// applies, so that the server handles symmetry and pairs of starts and ends.
// @ts-check
import { h, fill, button, figure, note, plural } from '../parts/dom.js';
import { panelPlace, placeName } from '../parts/places.js';
import { card, labelled, labelledGroup, choice, segment, tickBox, sentence } from './logic-parts.js';
import { read, wordAt } from './witness-model.js';
import { colours, swatch } from './witness-symbols.js';
import { liveVerdict } from './live-verdict.js';

/** name: [label, where it fits, picture] */
const tools = {
    square: ['Square', 'cell', 'square'], star: ['Star', 'cell', 'star'], triangle: ['Triangles', 'cell', 'triangle'], polyomino: ['Shape', 'cell', 'polyomino'],
    elimination: ['Elimination', 'cell', 'elimination'], dot: ['Dot', 'line', 'dot'], start: ['Start', 'node', 'start'], end: ['End', 'node', 'end'], gap: ['Gap', 'edge', 'gap'],
    absent: ['Missing edge', 'any', ''], clear: ['Clear', 'any', ''],
};
const fits = { cell: 'a cell', line: 'a crossing or an edge', node: 'a crossing', edge: 'an edge', any: 'any place' };
const keyTools = { q: 'square', t: 'star', r: 'triangle', p: 'polyomino', y: 'elimination', o: 'dot', s: 'start', e: 'end', g: 'gap', x: 'absent', Delete: 'clear', Backspace: 'clear' };
const caps = [['E', 'automatic'], ['E^', 'up'], ['Ev', 'down'], ['E<', 'left'], ['E>', 'right'], ['E<^', 'up left'], ['E>^', 'up right'], ['E<v', 'down left'], ['E>v', 'down right']];
const coloured = new Set(['square', 'star']);
const GRID = 5;

const kindAt = (x, y) => x % 2 && y % 2 ? 'cell' : x % 2 || y % 2 ? 'edge' : 'node';
const suits = (where, kind) => where === 'any' || where === kind || where === 'line' && kind !== 'cell';
const plain = kind => kind === 'cell' ? '.' : kind === 'node' ? '+' : '-';

/** Rows of the shape without empty ones around it: "##,.#". @param {boolean[][]} grid */
export function shapeText(grid) {
    const rows = grid.map((row, y) => row.some(Boolean) ? y : -1).filter(y => y >= 0);
    const columns = grid[0].map((_, x) => grid.some(row => row[x]) ? x : -1).filter(x => x >= 0);
    if (!rows.length) return '';
    const lines = [];
    for (let y = rows[0]; y <= rows[rows.length - 1]; y++) lines.push(grid[y].slice(columns[0], columns[columns.length - 1] + 1).map(on => on ? '#' : '.').join(''));
    return lines.join(',');
}

/** @param {any} game */
export function editPanel(game) {
    const element = h('div', { class: 'stack' }), details = h('div', { class: 'stack' }), message = h('div');
    let tool = 'square', colour = 'black', sides = 1, rotated = false, blue = false, cap = 'E', dotColour = '';
    /** The word that the current drag paints; null: no drag. @type {string | null} */
    let painting = null;
    let lastKey = '', from = [0, 0], sized = '', queue = Promise.resolve();
    const sizesBox = h('div');
    const shape = Array.from({ length: GRID }, (_, y) => Array.from({ length: GRID }, (_, x) => x === 1 && y > 0 && y < 4 || x === 2 && y === 3));

    // ---- verdict ----

    const live = liveVerdict(game.api, () => ({ game: 'witness', board: game.state.board, options: game.options }), verdictOf);

    /** @param {any} result @returns {import('./live-verdict.js').Verdict} */
    function verdictOf({ lines, complete, unique, shortest, findings }) {
        const steps = lines && shortest ? `The shortest solution has ${plural(shortest, 'step')}. ` : '';
        const more = [...lines > 1 ? [h('p', { class: 'small soft' }, steps, 'Check panel shows two of them.')] : [], ...findings.map(({ message }) => h('p', { class: 'small soft' }, sentence(message)))];
        if (!lines) return complete ? { kind: 'bad', text: 'No solution', more } : { kind: '', text: 'No solution found yet', more };
        if (unique) return { kind: 'good', text: 'Exactly one solution', more };
        return { kind: 'warn', text: complete ? plural(lines, 'solution') : `${figure(lines)} solutions or more`, more };
    }

    // ---- moves ----

    const words = {
        square: () => `sq:${colour}`, star: () => `star:${colour}`, triangle: () => `tri:${sides}`, elimination: () => 'Y',
        polyomino: () => shapeText(shape) && `${blue ? '-' : ''}${rotated ? 'rot' : 'poly'}:${shapeText(shape)}`,
        dot: () => dotColour ? `o:${dotColour}` : 'o', start: () => 'S', end: () => cap, gap: () => ':', absent: () => 'x', clear: () => '',
    };

    /** The current panel, even if not drawn yet. */
    const now = () => read(game.state.board);

    /** Queues a move: each applies to the result of the one before. */
    function move(text, what) {
        queue = queue.then(() => makeMove(text(), what));
    }

    async function makeMove(text, what) {
        try {
            const answer = await game.api.board(game.state.board, { game: 'witness', moves: text });
            game.setBoard(answer.board, what);
            fill(message);
        } catch (error) {
            const why = sentence(error.message.replace(/^'[^']*': /, '')); // without the text of the move
            fill(message, note('bad', why));
            game.announce(why);
            drawSizes();
        }
    }

    /** The word that a tool puts at a place, or '' if it does not fit. */
    function wordFor(name, place) {
        const kind = kindAt(place.x, place.y);
        if (!suits(tools[name][1], kind)) return '';
        return words[name]() || plain(kind);
    }

    /** @param {any} place @param {string} [name] @param {boolean} [dragged] */
    function act(place, name = tool, dragged = false) {
        if (name === 'polyomino' && !words[name]()) return dragged || game.announce('Draw the shape first, in the small squares.');
        const word = wordFor(name, place), kind = kindAt(place.x, place.y), now = wordAt(game.panel, place.x, place.y);
        if (!word) return dragged || game.announce(`${tools[name][0]} fits only on ${fits[tools[name][1]]}.`);
        const next = dragged ? painting === plain(kind) || painting === '' ? plain(kind) : word : now === word ? plain(kind) : word;
        if (next === now || next === '-' && now === '|') return;
        if (!dragged) painting = next === plain(kind) ? '' : next;
        move(() => `${place.x},${place.y}=${next}`, `${tools[name][0].toLowerCase()} at ${panelPlace(place.x, place.y)}`);
    }

    /** Paints the places between two pointer events too: a quick drag skips some. @param {number[]} to */
    function paintTo(to) {
        const pieces = Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / 20);
        for (let i = 1; i <= pieces; i++) paintAt(from[0] + (to[0] - from[0]) * i / pieces, from[1] + (to[1] - from[1]) * i / pieces);
        from = to;
    }

    function paintAt(px, py) {
        const x = Math.round(px / 50), y = Math.round(py / 50), key = `${x},${y}`, inside = game.panel.places[y]?.[x] !== undefined;
        if (!inside || key === lastKey || Math.hypot(px - 50 * x, py - 50 * y) >= 30) return;
        lastKey = key;
        act({ x, y }, tool, true);
    }

    function pointer(point, event) {
        const place = point.place, key = place && `${place.x},${place.y}`;
        if (event.type === 'pointerdown' && event.button === 0 && place && point.distance < 45) {
            lastKey = key;
            from = [point.px, point.py];
            act(place);
            if (painting === null) painting = 'word';
        } else if (event.type === 'pointermove' && painting !== null) paintTo([point.px, point.py]);
        else if (event.type === 'pointerup' || event.type === 'pointercancel') painting = null;
    }

    /** @param {string} key @param {any} place */
    function onKey(key, place) {
        if (!keyTools[key]) return false;
        act(place, keyTools[key]);
        return true;
    }

    // ---- places ----

    function describe(x, y, word) {
        const empty = word === '.' || word === '+' || word === '-' || word === '|';
        const names = { S: 'start', ':': 'gap', x: 'missing', o: 'dot' };
        return `${panelPlace(x, y)}, ${empty ? 'empty' : names[word] || (word[0] === 'E' ? 'end' : word)}`;
    }

    const places = () => game.panel.places.flatMap((row, y) => row.map((word, x) => ({ x, y, px: 50 * x, py: 50 * y, label: describe(x, y, word) })));

    // ---- the panel ----

    function shapeEditor() {
        const grid = h('div', { class: 'shape-grid', role: 'group', 'aria-label': 'Shape, five by five' });
        const cells = shape.map((row, y) => row.map((on, x) => h('button', {
            'aria-pressed': String(on), 'aria-label': placeName(x, y),
            onClick: event => { shape[y][x] = !shape[y][x]; event.currentTarget.setAttribute('aria-pressed', String(shape[y][x])); grid.classList.toggle('is-blue', blue); },
        })));
        grid.classList.toggle('is-blue', blue);
        grid.append(...cells.flat());
        return h('div', { class: 'shape-row' }, grid, h('div', { class: 'stack' },
            tickBox('Can rotate', rotated, on => { rotated = on; grid.classList.toggle('is-turned', on); }),
            tickBox('Blue (subtracts)', blue, on => { blue = on; grid.classList.toggle('is-blue', on); }),
            button({ label: 'Clear shape', onClick: () => { shape.forEach(row => row.fill(false)); drawDetails(); } })));
    }

    const colourRow = () => h('div', { class: 'colour-row', role: 'group', 'aria-label': 'Colour' }, colours.map(name => h('button', {
        'aria-pressed': String(name === colour), 'aria-label': name, title: name, onClick: () => { colour = name; drawDetails(); },
    }, swatch(`square ${name}`))));

    function drawDetails() {
        fill(details,
            coloured.has(tool) && labelledGroup('Colour', colourRow()),
            tool === 'triangle' && labelledGroup('Edges on the line', segment([['1', '1'], ['2', '2'], ['3', '3']], String(sides), n => { sides = Number(n); }, 'Sides', 'seg-wide')),
            tool === 'polyomino' && shapeEditor(),
            tool === 'end' && labelled('Cap direction', choice(/** @type {any} */ (caps), cap, { onChange: event => { cap = event.target.value; } })),
            tool === 'dot' && labelled('Line colour', choice([['', 'any'], ...colours.map(name => /** @type {[string, string]} */ ([name, name]))], dotColour, { onChange: event => { dotColour = event.target.value; } })),
            h('p', { class: 'small soft' }, tool === 'clear' ? 'Click or drag to clear places.' : `Click ${fits[tools[tool][1]]} to add, click again to remove, drag to add more.`));
    }

    const palette = () => h('div', { class: 'palette', role: 'group', 'aria-label': 'Tool' }, Object.entries(tools).map(([name, [label, , picture]]) => h('button', {
        'aria-pressed': String(name === tool), onClick: () => { tool = name; draw(); },
    }, picture ? swatch(picture) : h('span', { class: 'sw sw-plain', 'aria-hidden': 'true' }, name === 'clear' ? '+' : '×'), h('span', null, label))));

    function sizes() {
        const { width, height, symmetry, lines } = game.panel, list = Array.from({ length: 16 }, (_, i) => /** @type {[string, string]} */ ([String(i + 1), String(i + 1)]));
        const across = choice(list, String(width), { onChange: event => move(() => `size=${event.target.value}x${now().height}`, 'changed the size') });
        const down = choice(list, String(height), { onChange: event => move(() => `size=${now().width}x${event.target.value}`, 'changed the size') });
        const mirror = choice([['none', 'none'], ['horizontal', 'left and right'], ['vertical', 'up and down'], ['rotational', 'half a turn']], symmetry, { onChange: event => move(() => `symmetry=${event.target.value}`, 'changed the symmetry') });
        const names = [['none', 'any'], ...colours.map(name => [name, name])];
        const line = i => choice(/** @type {any} */ (names), lines[i], { onChange: event => { move(() => { const both = [...now().lines]; both[i] = event.target.value; return both.every(name => name === 'none') ? 'lines=none' : `lines=${both.join(',')}`; }, 'changed the line colours'); } });
        return card('Panel', '', h('div', { class: 'form-2' }, labelled('Cells across', across), labelled('Cells down', down), labelled('Symmetry', mirror), h('span'),
            symmetry !== 'none' && [labelled('First line', line(0)), labelled('Mirrored line', line(1))]));
    }

    function drawSizes() {
        const selects = () => [...sizesBox.querySelectorAll('select')], at = selects().indexOf(/** @type {any} */ (document.activeElement));
        fill(sizesBox, sizes());
        selects()[at]?.focus();
    }

    /** After any change of the panel: updates the size and symmetry fields. */
    function refresh() {
        if (!game.editing) return live.leave();
        live.update();
        const size = JSON.stringify([game.panel.width, game.panel.height, game.panel.symmetry, game.panel.lines]);
        if (size === sized) return;
        sized = size;
        drawSizes();
    }

    function copyLink() {
        if (!game.link) return game.context.toast('A Windmill link cannot store coloured dots and lines.');
        navigator.clipboard?.writeText(game.link).then(() => game.context.toast('Windmill link copied.'), () => game.context.toast('The browser blocked copying.'));
    }

    function draw() {
        drawDetails();
        drawSizes();
        fill(element, message, card('Add', live.place, palette(), details, live.more), sizesBox,
            h('div', { class: 'tools' }, button({ label: 'Check panel', onClick: () => { game.side.pick('result'); game.result.check(); } }),
                button({ label: 'Copy Windmill link', icon: 'link', onClick: copyLink }), button({ label: 'Clear panel', onClick: () => game.setBoard(`${game.panel.width}x${now().height}`, 'cleared the panel', { fresh: true }) })),
            note('', 'Keyboard shortcuts', 'Q square, T star, R triangles, P shape, Y elimination, O dot, S start, E end, G gap, X missing edge, Delete clears.'));
    }

    return { element, act, key: onKey, pointer, places, draw, refresh, live };
}
