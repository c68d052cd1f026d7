// Editor of Hexcells levels and positions: the user chooses a tool and clicks places or uses keys. The server computes
// the numbers of a level; those of a position are typed.
// @ts-check
import { h, fill, button, note, plural } from '../parts/dom.js';
import { card, labelled, textField, tickBox, segment } from './logic-parts.js';
import { liveVerdict } from './live-verdict.js';
import { findingsOf } from './hexcells-panels.js';
import { keyOf, write, withThing, withHead, directions, hasMark, tally } from './hexcells-model.js';

/** @type {[string, string][]} */
const levelTools = [['black', 'Black'], ['blue', 'Blue'], ['shown', 'Uncovered'], ['number', 'Number'], ['line', 'Line'], ['remove', 'Remove']];
/** @type {[string, string][]} */
const positionTools = [['hidden', 'Hidden'], ['blue', 'Blue'], ['black', 'Black'], ['line', 'Line'], ['remove', 'Remove']];
const help = {
    black: 'Click a place to put a black cell.', blue: 'Click a place to put a blue cell.', hidden: 'Click a place to put a hidden cell.',
    shown: 'Click a cell to uncover it from the start, or to hide it again.', number: 'Click a cell or line hint to switch between no number, a number, and a number with { } or – –.',
    line: 'Click a free place to put a line hint in this direction.', remove: 'Click a cell or line hint to remove it.',
};
const keyTools = { b: 'blue', k: 'black', o: 'hidden', r: 'shown', n: 'number', l: 'line', Delete: 'remove', Backspace: 'remove' };

/** Text of a cell or line hint of a position. */
const NUMBER = /^(\d{1,3}|\{\d{1,3}\}|-\d{1,3}-|\?|_)$/;

/** @param {any} game */
export function editPanel(game) {
    const live = liveVerdict(game.api, () => ({ game: 'hexcells', board: game.subject, options: { redundant: true } }), verdictOf);
    const element = h('div', { class: 'stack' });
    let tool = 'black', dir = 's', number = '1', drawnFor = '', fading = false;
    /** Places of redundant clues. @type {string[]} */
    let redundant = [];

    const change = (model, what) => game.begin(write(model), what);

    // ---- verdict ----

    /** @param {any} found @returns {import('./live-verdict.js').Verdict} */
    function verdictOf(found) {
        const ways = found.completions;
        redundant = (found.redundant || []).map(id => id.slice(1));
        const more = [...redundant.length ? [tickBox(`Dim ${plural(redundant.length, 'redundant clue')}${redundant.length > 1 ? ' (any one can go)' : ''}`, fading, on => { fading = on; game.refresh(); })] : [],
            ...findingsOf(game.subject, found.findings)];
        if (fading) game.refresh();
        if (found.contradiction) return { kind: 'bad', text: 'The clues contradict each other', more };
        if (found.fair) return { kind: 'good', text: `Fair, ${plural(found.rounds, 'round')}`, more };
        if (game.model.kind === 'position' && (found.rounds || found.missing)) return { kind: '', text: found.missing ? `${plural(found.missing, 'number')} missing` : 'Some cells can be deduced', more };
        return { kind: 'warn', text: `${plural(found.left, 'cell')} left to guess`, more: [ways && h('p', { class: 'small soft' }, `${ways.all ? '' : 'At least '}${plural(ways.count, 'possible solution')}.`), ...more] };
    }

    // ---- tools on places ----

    function cellFor(old, colour) {
        if (game.model.kind === 'position') return { type: 'cell', state: colour, text: colour === 'hidden' ? '' : colour === 'black' ? old?.text || number : (old?.text || '').replace(/\D/g, ''), dim: false };
        const base = old?.type === 'cell' ? old : { shown: false, info: colour === 'black' ? '+' : '.' };
        return { ...base, type: 'cell', blue: colour === 'blue' };
    }

    function lineFor() {
        return game.model.kind === 'position' ? { type: 'line', dir, text: number || '1', dim: false } : { type: 'line', dir, info: '+' };
    }

    const nextInfo = thing => {
        if (thing.type === 'line' || !thing.blue) return thing.info === '+' ? 'c' : hasMark(thing) && thing.type === 'cell' ? '.' : '+';
        return thing.info === '.' ? '+' : '.';
    };

    const makers = {
        black: old => cellFor(old, 'black'), blue: old => cellFor(old, 'blue'), hidden: old => cellFor(old, 'hidden'),
        shown: old => old?.type === 'cell' ? { ...old, shown: !old.shown } : old, number: old => old ? { ...old, info: nextInfo(old) } : old,
        line: old => old?.type === 'line' && old.dir === dir ? null : lineFor(), remove: () => null,
    };

    /** @param {any} place @param {string} [name] */
    function act(place, name = tool) {
        const key = keyOf(place.x, place.y), old = game.model.things.get(key), next = makers[name](old);
        if (next === old || !next && !old) return;
        if (old?.type === 'cell' && next?.type !== 'cell' && tally(game.model).cells === 1) return game.context.announce('A level needs at least one cell.');
        if (next?.text && !NUMBER.test(next.text)) return game.context.announce(`'${next.text}' is not a number. Use 2, {2}, -2-, ? or _ (not known yet).`);
        change(withThing(game.model, key, next || null), `${name} at ${key}`);
    }

    /** @param {string} key @param {any} place */
    function onKey(key, place) {
        const name = keyTools[key], known = game.model.kind === 'level' ? levelTools : positionTools;
        if (game.model.kind === 'position' && /^[\d{?-]$/.test(key)) return game.numbers.type(place, key), true;
        if (!name || !known.some(([item]) => item === name)) return false;
        act(place, name);
        return true;
    }

    // ---- the panel ----

    function headFields() {
        const field = (label, name, index) => labelled(label, textField({
            value: index === undefined ? game.model.head[name] || '' : game.model.head.text[index] || '', maxlength: 120,
            onChange: event => {
                const text = [...game.model.head.text || []];
                if (index !== undefined) text[index] = event.target.value;
                change(withHead(game.model, index === undefined ? { [name]: event.target.value } : { text }), name);
            },
        }));
        return h('div', { class: 'form-2' }, field('Title', 'title'), field('Author', 'author'), field('Text', 'text', 0), field('Text, line 2', 'text', 1));
    }

    function counters() {
        if (game.model.kind === 'level') return null;
        const field = (label, name) => labelled(label, textField({
            inputmode: 'numeric', value: game.model.head[name] ?? '', onChange: event => {
                const typed = event.target.value.trim();
                if (/^\d{0,4}$/.test(typed)) return change(withHead(game.model, { [name]: typed === '' ? undefined : Number(typed) }), name);
                event.target.value = game.model.head[name] ?? '';
                game.context.announce(`${label}: '${typed}' is not a number.`);
            },
        }));
        return h('div', { class: 'form-2' }, field('Remaining', 'remaining'), field('Mistakes', 'mistakes'));
    }

    function draw() {
        const level = game.model.kind === 'level', list = level ? levelTools : positionTools;
        const hintLine = h('p', { class: 'small soft' }, help[tool]), extra = h('div', { class: 'stack' });
        const showExtra = () => fill(extra,
            tool === 'line' && labelled('Direction', segment(directions[game.model.kind], dir, name => { dir = name; }, 'Direction', 'seg-wrap')),
            !level && labelled('Number', textField({ value: number, placeholder: '2, {2}, -2-, ?, _', onInput: event => { number = event.target.value.trim(); } })));
        const tools = segment(list, tool, name => { tool = name; fill(hintLine, help[name]); showExtra(); }, 'Tool', 'seg-wrap');
        showExtra();
        fill(element, card('Edit', `${tally(game.model).cells} cells`, h('div', null, live.place, live.more), tools, hintLine, extra,
            h('div', { class: 'tools' },
                level && button({ label: 'Hide all cells', onClick: () => coverAll() }),
                level && button({ label: 'Rate level', onClick: () => { game.side.pick('level'); game.level.rate(); } }),
                button({ label: 'Check level', onClick: () => { game.side.pick('level'); game.level.check(); } }))),
        card('About', '', headFields(), counters()),
        note('', 'Keyboard shortcuts', level ? 'B blue, K black, R uncovered, N number, L line, Delete removes.' : 'O hidden, B blue, K black, digits, { and - for the number, ? for none, L line, Delete removes.'));
    }

    function coverAll() {
        const things = new Map([...game.model.things].map(([key, thing]) => [key, thing.type === 'cell' ? { ...thing, shown: false } : thing]));
        change({ ...game.model, things }, 'hid all cells');
    }

    function enter() {
        if (!levelTools.concat(positionTools).some(([name]) => name === tool) || game.model.kind === 'position' && (tool === 'shown' || tool === 'number')) tool = game.model.kind === 'level' ? 'black' : 'hidden';
        draw();
    }

    /** Redraws only if the count or the kind changed, so that a field being typed in stays. */
    function refresh() {
        if (game.editing) { if (!game.unread) live.update(); } else live.leave(); /* the server computes { } and - - first */
        const now = `${game.model.kind} ${tally(game.model).cells}`;
        if (!game.editing || now === drawnFor || element.contains(document.activeElement) && document.activeElement?.tagName === 'INPUT') return;
        drawnFor = now;
        draw();
    }

    return { element, act, key: onKey, enter, refresh, faded: () => new Set(fading ? redundant : []), dispose: live.stop };
}
