// Numbers of a Hexcells position: typed on the board, or on the keypad below it. The game shows what stands on a cell once
// it is uncovered, Comb does not know it: such cells are written _ until somebody copies their number, one after another.
// @ts-check
import { h, fill, button, plural } from '../parts/dom.js';
import { keyOf, missing, pointOf, tally, unread, withHead, withThing, write } from './hexcells-model.js';

const MOST = { black: 6, blue: 18, line: 255 };
const range = most => Array.from({ length: most + 1 }, (_, n) => String(n));

/** @param {string} text @param {'' | '{' | '-'} mark */
const marked = (text, mark) => mark === '{' ? `{${text}}` : mark === '-' ? `-${text}-` : text;
/** @param {string} text @returns {'' | '{' | '-'} */
const markOf = text => /^[{-]/.test(text) ? /** @type {any} */ (text[0]) : '';

/** @param {any} game */
export function numbersPanel(game) {
    const title = h('b', null), where = h('span', { class: 'soft' }), keys = h('div', { class: 'numbers-keys', role: 'group', 'aria-label': 'Keypad' });
    const others = button({ label: 'The blue cells have no number', onClick: () => noBlueNumbers() });
    const element = h('section', { class: 'numbers', hidden: true, 'aria-label': 'To copy from the game' }, h('p', null, title, ' ', where), keys, h('div', { class: 'tools' }, others));
    /** The cell that the keypad is for. */
    let at = '';
    /** The mark that the next number of a cell without one has. @type {'' | '{' | '-'} */
    let mark = '';
    let drawnFor = '';

    // ---- what is typed ----

    /** @param {any} thing @param {string} colour @param {string} key a digit @returns {string | null} null where it goes beyond */
    function numberFor(thing, colour, key) {
        const before = unread(thing) ? '' : (thing.text || '').replace(/\D/g, ''), most = MOST[colour];
        const longer = colour !== 'black' && before === '1' ? `1${key}` : key, number = Number(longer) <= most ? longer : key;
        return Number(number) <= most ? marked(number, unread(thing) ? mark : markOf(thing.text || '')) : null;
    }

    /** @param {any} thing @param {string} colour @param {string} key @returns {string | null} what then stands there; null: nothing new */
    function textFor(thing, colour, key) {
        if (/\d/.test(key)) return numberFor(thing, colour, key) ?? tell(`A ${colour} cell counts up to ${MOST[colour]}: ${key} is too many.`);
        if (key === '?') return colour === 'line' ? tell('A line always has a number.') : colour === 'blue' ? '' : '?';
        if (colour === 'blue') return tell('A blue number has no mark.');
        if (unread(thing) || !/\d/.test(thing.text)) return setMark(/** @type {any} */ (key));
        return marked(thing.text.replace(/\D/g, ''), markOf(thing.text) === key ? '' : /** @type {any} */ (key));
    }

    /** @param {string} text */
    function tell(text) {
        game.context.say(text);
        return null;
    }

    /** @param {'{' | '-'} wanted */
    function setMark(wanted) {
        mark = mark === wanted ? '' : wanted;
        show();
        return tell(mark ? `The next number has the mark ${marked('n', mark)}.` : 'The next number has no mark.');
    }

    /** A digit, ?, { or - for a cell or a line. @param {{x: number, y: number}} place @param {string} key */
    function type(place, key) {
        const spot = keyOf(place.x, place.y), thing = game.model.things.get(spot);
        if (!thing) return;
        const hidden = thing.state === 'hidden', colour = thing.type === 'line' ? 'line' : game.state.notes[spot] || (hidden ? 'black' : thing.state);
        const text = textFor(thing, colour, key), asked = thing.text === '_';
        if (text === null) return;
        put(new Map([[spot, { ...thing, ...colour !== 'line' && { state: colour }, text }]]), `number ${text || 'none'}`, hidden && colour === 'blue' ? 1 : 0);
        mark = '';
        if (asked && !(colour === 'blue' && text === '1')) goOn(spot); /* after a 1 a second digit may come */
    }

    /** @param {Map<string, any>} things @param {string} what @param {number} [found] blue cells that were hidden until now */
    function put(things, what, found = 0) {
        const notes = Object.fromEntries(Object.entries(game.state.notes).filter(([key]) => !things.has(key)));
        let model = game.model;
        for (const [key, thing] of things) model = withThing(model, key, thing);
        if (found && model.head.remaining > 0) model = withHead(model, { remaining: model.head.remaining - found });
        const board = write(model);
        game.set({ board, notes, ...game.editing && { given: board } }, what);
    }

    function noBlueNumbers() {
        const blue = missing(game.model).filter(key => game.model.things.get(key).state === 'blue');
        put(new Map(blue.map(key => [key, { ...game.model.things.get(key), text: '' }])), 'no blue numbers');
        goOn('');
    }

    // ---- which cell is next ----

    /** To the next cell without a number. @param {string} from */
    function goOn(from) {
        const left = missing(game.model), [x, y] = from ? pointOf(from) : [-1, -1];
        const next = left.find(key => { const [a, b] = pointOf(key); return b > y || b === y && a > x; }) || left[0] || '';
        tell(left.length ? `${plural(left.length, 'number')} left to copy.` : 'All numbers are copied.');
        choose(next, game.board.hasFocus());
    }

    /** @param {string} key @param {boolean} [focused] also takes the focus to it */
    function choose(key, focused = false) {
        at = key;
        if (key && focused) { const [x, y] = pointOf(key); game.board.focus({ x, y }); }
        game.refresh();
    }

    // ---- the keypad ----

    const key = (text, label, value, pressed) => h('button', { class: 'key', 'aria-label': label, 'aria-pressed': pressed, onClick: () => press(value), onPointerdown: event => event.preventDefault() }, text);

    function press(value) {
        const [x, y] = pointOf(at);
        type({ x, y }, value);
    }

    function keypad(colour) {
        const numbers = range(MOST[colour]).map(n => key(n, n, n));
        if (colour === 'blue') return [key('none', 'no number', '?'), ...numbers];
        return [...numbers, key('{ }', 'together: {n}', '{', String(mark === '{')), key('– –', 'apart: -n-', '-', String(mark === '-')), key('?', 'question mark', '?')];
    }

    /** Only what has changed: a key that has the focus keeps it. @param {string} colour */
    function drawKeys(colour) {
        const now = `${colour}${mark}`, held = keys.contains(document.activeElement) ? document.activeElement?.getAttribute('aria-label') : '';
        if (now === drawnFor) return;
        drawnFor = now;
        fill(keys, keypad(colour));
        const same = [...keys.children].find(one => one.getAttribute('aria-label') === held) || keys.firstElementChild;
        if (held) /** @type {HTMLElement} */ (same).focus();
    }

    function show() {
        const left = !game.editing && tally(game.model).hidden ? missing(game.model) : []; /* in the end nobody needs them */
        element.hidden = !left.length;
        if (!left.length) { at = ''; return; }
        if (!left.includes(at)) at = left[0];
        const [x, y] = pointOf(at), { state } = game.model.things.get(at), blue = left.filter(one => game.model.things.get(one).state === 'blue').length;
        fill(title, `${plural(left.length, 'number')} to copy from the game.`);
        fill(where, `Column ${x}, row ${y}: what stands on the ${state} cell?`);
        others.hidden = blue < 1 || blue === left.length && blue < 2;
        drawKeys(state);
    }

    return {
        element, type, show,
        /** The cell that is asked for, or ''. */
        get at() { return element.hidden ? '' : at; },
        /** Cells were uncovered, or their numbers are wanted now. */
        start: () => { const [first] = missing(game.model); if (first) choose(first, true); },
        /** The keypad follows the focus. @param {{x: number, y: number}} place */
        follow(place) {
            const spot = keyOf(place.x, place.y);
            if (spot !== at && !element.hidden && missing(game.model).includes(spot)) { at = spot; mark = ''; game.refresh(); }
        },
    };
}
