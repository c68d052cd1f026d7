// Entering numbers of a Hexcells position, on the board or on the keypad below it. Only the game knows the number of a
// newly uncovered cell: such cells are written _ until the user copies their numbers, one after another.
// @ts-check
import { h, fill, button, plural, sentence } from '../parts/dom.js';
import { placeName } from '../parts/places.js';
import { keyOf, missing, pointOf, tally, isUnread, withHead, withThing, write } from './hexcells-model.js';

const MAX_NUMBER = { black: 6, blue: 18, line: 255 };
const range = max => Array.from({ length: max + 1 }, (_, n) => String(n));

/** @param {string} text @param {'' | '{' | '-'} mark */
const marked = (text, mark) => mark === '{' ? `{${text}}` : mark === '-' ? `-${text}-` : text;
/** @param {string} text @returns {'' | '{' | '-'} */
const markOf = text => /^[{-]/.test(text) ? /** @type {any} */ (text[0]) : '';

/** @param {any} game */
export function numbersPanel(game) {
    const title = h('b', null), where = h('span', { class: 'soft' }), keys = h('div', { class: 'numbers-keys', role: 'group', 'aria-label': 'Keypad' });
    const others = button({ label: 'Blue cells have no number', onClick: () => noBlueNumbers() });
    const element = h('section', { class: 'numbers', hidden: true, 'aria-label': 'Numbers to copy from the game' }, h('p', null, title, ' ', where), keys, h('div', { class: 'tools' }, others));
    /** Key of the cell that the keypad edits. */
    let at = '';
    /** The mark of the next number. @type {'' | '{' | '-'} */
    let mark = '';
    let drawnFor = '';

    // ---- typing ----

    /** @param {any} thing @param {string} colour @param {string} key a digit @returns {string | null} null if out of range */
    function numberFor(thing, colour, key) {
        const before = isUnread(thing) ? '' : (thing.text || '').replace(/\D/g, ''), max = MAX_NUMBER[colour];
        const longer = colour !== 'black' && before === '1' ? `1${key}` : key, number = Number(longer) <= max ? longer : key;
        return Number(number) <= max ? marked(number, isUnread(thing) ? mark : markOf(thing.text || '')) : null;
    }

    /** @param {any} thing @param {string} colour @param {string} key @returns {string | null} the new text; null: no change */
    function textFor(thing, colour, key) {
        if (/\d/.test(key)) return numberFor(thing, colour, key) ?? announce(`The number of a ${colour} ${colour === 'line' ? 'hint' : 'cell'} is at most ${MAX_NUMBER[colour]}.`);
        if (key === '?') return colour === 'line' ? announce('A line hint always has a number.') : colour === 'blue' ? '' : '?';
        if (colour === 'blue') return announce('The number of a blue cell has no { } or - -.');
        if (isUnread(thing) || !/\d/.test(thing.text)) return setMark(/** @type {any} */ (key));
        return marked(thing.text.replace(/\D/g, ''), markOf(thing.text) === key ? '' : /** @type {any} */ (key));
    }

    /** Announces a message; returns null for use in return statements. @param {string} text */
    function announce(text) {
        game.context.announce(text);
        return null;
    }

    /** @param {'{' | '-'} wanted */
    function setMark(wanted) {
        mark = mark === wanted ? '' : wanted;
        show();
        return announce(mark ? `Next number: ${marked('n', mark)}.` : 'Next number: no mark.');
    }

    /** Handles a digit, ?, { or - typed on a cell or a line. @param {{x: number, y: number}} place @param {string} key */
    function type(place, key) {
        const spot = keyOf(place.x, place.y), thing = game.model.things.get(spot);
        if (!thing) return;
        const hidden = thing.state === 'hidden', colour = thing.type === 'line' ? 'line' : game.state.notes[spot] || (hidden ? 'black' : thing.state);
        const text = textFor(thing, colour, key), asked = thing.text === '_';
        if (text === null) return;
        setThings(new Map([[spot, { ...thing, ...colour !== 'line' && { state: colour }, text }]]), `number ${text || 'none'}`, hidden && colour === 'blue' ? 1 : 0);
        mark = '';
        if (asked && !(colour === 'blue' && text === '1')) advance(spot); /* after a 1 a second digit may follow */
    }

    /** @param {Map<string, any>} things @param {string} what @param {number} [found] newly found blue cells */
    function setThings(things, what, found = 0) {
        const notes = Object.fromEntries(Object.entries(game.state.notes).filter(([key]) => !things.has(key)));
        let model = game.model;
        for (const [key, thing] of things) model = withThing(model, key, thing);
        if (found && model.head.remaining > 0) model = withHead(model, { remaining: model.head.remaining - found });
        const board = write(model);
        game.set({ board, notes, ...game.editing && { given: board } }, what);
    }

    function noBlueNumbers() {
        const blue = missing(game.model).filter(key => game.model.things.get(key).state === 'blue');
        setThings(new Map(blue.map(key => [key, { ...game.model.things.get(key), text: '' }])), 'no blue numbers');
        advance('');
    }

    // ---- the next cell ----

    /** Moves to the next cell without a number. @param {string} from */
    function advance(from) {
        const left = missing(game.model), [x, y] = from ? pointOf(from) : [-1, -1];
        const next = left.find(key => { const [a, b] = pointOf(key); return b > y || b === y && a > x; }) || left[0] || '';
        announce(left.length ? `${plural(left.length, 'number')} left to copy.` : 'All numbers copied.');
        choose(next, game.board.hasFocus());
    }

    /** @param {string} key @param {boolean} [focused] whether to move the focus too */
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
        const numbers = range(MAX_NUMBER[colour]).map(n => key(n, n, n));
        if (colour === 'blue') return [key('none', 'no number', '?'), ...numbers];
        return [...numbers, key('{ }', 'together: {n}', '{', String(mark === '{')), key('– –', 'apart: -n-', '-', String(mark === '-')), key('?', 'question mark', '?')];
    }

    /** Redraws only if something changed, so that a focused key keeps the focus. @param {string} colour */
    function drawKeys(colour) {
        const now = `${colour}${mark}`, held = keys.contains(document.activeElement) ? document.activeElement?.getAttribute('aria-label') : '';
        if (now === drawnFor) return;
        drawnFor = now;
        fill(keys, keypad(colour));
        const same = [...keys.children].find(one => one.getAttribute('aria-label') === held) || keys.firstElementChild;
        if (held) /** @type {HTMLElement} */ (same).focus();
    }

    function show() {
        const left = !game.editing && tally(game.model).hidden ? missing(game.model) : []; /* not needed once all cells are uncovered */
        element.hidden = !left.length;
        if (!left.length) { at = ''; return; }
        if (!left.includes(at)) at = left[0];
        const [x, y] = pointOf(at), { state } = game.model.things.get(at), blue = left.filter(one => game.model.things.get(one).state === 'blue').length;
        fill(title, `${plural(left.length, 'number')} to copy from the game.`);
        fill(where, `${sentence(placeName(x, y)).slice(0, -1)}: number on the ${state} cell?`);
        others.hidden = blue < 1 || blue === left.length && blue < 2;
        drawKeys(state);
    }

    return {
        element, type, show,
        /** Key of the cell whose number is asked for, or ''. */
        get at() { return element.hidden ? '' : at; },
        /** Starts asking for missing numbers. */
        start: () => { const [first] = missing(game.model); if (first) choose(first, true); },
        /** The keypad follows the focus. @param {{x: number, y: number}} place */
        follow(place) {
            const spot = keyOf(place.x, place.y);
            if (spot !== at && !element.hidden && missing(game.model).includes(spot)) { at = spot; mark = ''; game.refresh(); }
        },
    };
}
