// Boards on the page: draws a scene and, over it, a grid for keyboard and screen readers. Both share one box; a pointer
// selects the nearest cell, so that the click target is the whole pitch.
//
//     const board = drawScene(container, scene, {label: 'Board', onCell: (cell, event) => ...});
//     board.update(nextScene);  board.focus(3);  board.dispose();
//
// Options:
//   label            accessible name of the grid
//   onCell(place, event)    click, tap, Enter or Space on a cell
//   onAlt(place, event)     right click or long press (default: the browser's menu)
//   onHover(place | null, event)
//   onKey(event, place)     before the grid's own keys; return true if handled
//   onPoint(point, event)   pointerdown, pointermove, pointerup, pointercancel with point = {px, py, x, y, place, distance}:
//                           x, y is the nearest point of the scene's own coordinates (on a panel crossings, edges, cells)
//   onFocus(place)
//   caption(point)   what the thing at {x, y} means, or '': shown when the pointer rests on it, or after a long press
//   paint(scene)     the content of the SVG as markup (default: the scene's drawing)
//   places(scene)    focusable places, [{x, y, px, py, label, selected?}] in reading order (default: the scene's cells)
// @ts-check
import { h } from './parts/dom.js';
import { paint, thumbMarkup } from './parts/paint.js';
import { panelPlace } from './parts/places.js';

export { paint, thumbMarkup, pathLength } from './parts/paint.js';

const ROOT_3 = Math.sqrt(3);
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {any} scene */
function crossings(scene) {
    const found = new Map();
    const add = (px, py, label) => {
        const x = Math.round(px / 50), y = Math.round(py / 50), key = `${x},${y}`;
        const place = found.get(key) || { x, y, px: x * 50, py: y * 50, label: x % 2 || y % 2 ? '' : panelPlace(x, y) };
        if (label) place.label = place.label ? `${place.label}, ${label}` : label;
        found.set(key, place);
    };
    for (const edge of scene.edges) {
        add(edge.from[0], edge.from[1], edge.label);
        if (edge.to.every(v => Math.abs(v % 100) < 1)) add(edge.to[0], edge.to[1], '');
    }
    for (const part of [...scene.discs, ...scene.shapes]) add(part.px, part.py, part.label);
    return [...found.values()].sort((a, b) => a.y - b.y || a.x - b.x);
}

/** @param {any} scene */
const defaultPlaces = scene => scene.kind === 'panel' && !scene.cells.some(cell => cell.text) ? crossings(scene)
    : scene.cells.map(cell => ({ ...cell, selected: (cell.marks || []).includes('path') }));

/** The best place to move to in a direction, on any lattice. */
function neighbour(places, from, [dx, dy]) {
    let best = null, cost = Infinity;
    for (const place of places) {
        const along = (place.px - from.px) * dx + (place.py - from.py) * dy;
        const off = Math.abs((place.px - from.px) * dy) + Math.abs((place.py - from.py) * dx);
        if (along > 1 && off <= along * 2 && along + off * 2 < cost) { cost = along + off * 2; best = place; }
    }
    return best;
}

function nearest(places, px, py) {
    let best = null, distance = Infinity;
    for (const place of places) {
        const d = Math.hypot(place.px - px, place.py - py);
        if (d < distance) { distance = d; best = place; }
    }
    return { place: best, distance };
}

/** The scene's coordinates nearest to a point of the picture. */
function latticePoint(kind, px, py) {
    if (kind === 'panel') return [Math.round(px / 50), Math.round(py / 50)];
    if (kind === 'square') return [Math.round(px / 100), Math.round(py / 100)];
    const flat = kind === 'hex-flat', unitX = flat ? 50 * ROOT_3 : 50, unitY = flat ? 50 : 50 * ROOT_3;
    let best = [0, 0], distance = Infinity;
    const [cx, cy] = [Math.round(px / unitX), Math.round(py / unitY)];
    for (let x = cx - 1; x <= cx + 1; x++) for (let y = cy - 1; y <= cy + 1; y++) {
        const d = Math.hypot(x * unitX - px, y * unitY - py);
        if ((x + y) % 2 === 0 && d < distance) { distance = d; best = [x, y]; }
    }
    return best;
}

const sizes = { 'square': [92, 92], 'hex-pointy': [92, 106], 'hex-flat': [106, 92], 'panel': [50, 50] };
const shapes = { 'square': 'square', 'hex-pointy': 'pointy', 'hex-flat': 'flat', 'panel': 'square' };

/**
 * @param {HTMLElement} container @param {any} scene
 * @param {{label?: string, onCell?: Function, onAlt?: Function, onHover?: Function, onKey?: Function, onPoint?: Function,
 *          onFocus?: Function, caption?: (point: any) => string, paint?: (scene: any) => string, places?: (scene: any) => any[]}} [options]
 */
export function drawScene(container, scene, options = {}) {
    const picture = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    picture.setAttribute('class', 'pic');
    picture.setAttribute('aria-hidden', 'true');
    picture.setAttribute('focusable', 'false');
    const grid = h('div', { role: 'grid' });
    /** @type {any[]} */
    let places = [];
    /** @type {HTMLElement[]} */
    let spots = [];
    let current = 0, signature = '';
    /** The cursor's place before the places changed. @type {any} */
    let last = null;
    container.replaceChildren(picture, grid);
    container.classList.add('board');
    container.classList.toggle('board-drawn', Boolean(options.onPoint)); /* one finger draws on such boards and scrolls on others */

    const placeOf = target => places[spots.indexOf(target?.closest?.('[role="gridcell"]'))];

    function frame() {
        const [x, y, w, hgt] = scene.viewBox;
        picture.setAttribute('viewBox', `${x} ${y} ${w} ${hgt}`);
        for (const kind of Object.keys(shapes)) container.classList.toggle(`board-${kind}`, kind === scene.kind);
        container.style.setProperty('--ratio', String(w / hgt));
        container.style.setProperty('--pitches', String(w / 100));
        grid.className = `cells cells-${shapes[scene.kind]}`;
        grid.setAttribute('aria-label', options.label || scene.title || 'Board');
        const [cw, ch] = sizes[scene.kind];
        grid.style.setProperty('--w', `${cw / w * 100}%`);
        grid.style.setProperty('--h', `${ch / hgt * 100}%`);
    }

    function build() {
        const [x, y, w, hgt] = scene.viewBox, rows = new Map();
        const hadFocus = grid.contains(document.activeElement), same = places.findIndex(place => place.x === last?.x && place.y === last?.y);
        if (same >= 0) current = same; /* the cursor stays on its cell, not on its index */
        spots = places.map(place => {
            const spot = h('span', { role: 'gridcell', class: 'cell', tabindex: -1, '--x': `${(place.px - x) / w * 100}%`, '--y': `${(place.py - y) / hgt * 100}%` });
            if (!rows.has(place.y)) rows.set(place.y, h('div', { role: 'row' }));
            rows.get(place.y).append(spot);
            return spot;
        });
        grid.replaceChildren(...rows.values());
        current = Math.max(0, Math.min(current, places.length - 1));
        if (spots[current]) spots[current].tabIndex = 0;
        if (hadFocus) spots[current]?.focus();
    }

    function describe() {
        places.forEach((place, i) => {
            const label = place.label || place.text || `cell ${i + 1}`;
            if (spots[i].getAttribute('aria-label') !== label) spots[i].setAttribute('aria-label', label);
            if (place.selected) spots[i].setAttribute('aria-selected', 'true'); else spots[i].removeAttribute('aria-selected');
        });
    }

    /** @param {any} next */
    function update(next) {
        scene = next;
        frame();
        picture.innerHTML = (options.paint || paint)(scene);
        last = places[current];
        places = (options.places || defaultPlaces)(scene).map((place, index) => ({ ...place, index }));
        const now = scene.viewBox.join() + places.map(place => `${place.px},${place.py}`).join(';');
        if (now !== signature) build();
        signature = now;
        describe();
    }

    /** @param {number | {x: number, y: number}} cell @param {boolean} [quietly] only moves the tab stop */
    function focus(cell, quietly) {
        const index = typeof cell === 'number' ? cell : places.findIndex(place => place.x === cell.x && place.y === cell.y);
        if (!spots[index]) return;
        if (spots[current]) spots[current].tabIndex = -1;
        current = index;
        spots[index].tabIndex = 0;
        if (!quietly) spots[index].focus({ preventScroll: false });
    }

    /** @param {{clientX: number, clientY: number}} event */
    function pointOf(event) {
        const box = picture.getBoundingClientRect(), [x, y, w, hgt] = scene.viewBox;
        const px = x + (event.clientX - box.left) / box.width * w, py = y + (event.clientY - box.top) / box.height * hgt;
        const [lx, ly] = latticePoint(scene.kind, px, py);
        return { px, py, x: lx, y: ly, ...nearest(places, px, py) };
    }
    const reach = () => scene.kind === 'panel' ? 50 : 62;
    const hit = event => { const point = pointOf(event); return point.distance <= reach() ? point.place : null; };

    const bubble = h('p', { class: 'caption', role: 'tooltip', hidden: true });
    let resting = 0;
    /** Shows the caption of the point once the pointer rests. */
    function caption(event) {
        clearTimeout(resting);
        bubble.hidden = true;
        if (!options.caption) return;
        const text = options.caption(pointOf(event)), box = container.getBoundingClientRect();
        if (text) resting = window.setTimeout(() => {
            bubble.textContent = text;
            bubble.style.setProperty('--x', `${Math.max(90, Math.min(box.width - 90, event.clientX - box.left))}px`);
            bubble.style.setProperty('--y', `${event.clientY - box.top}px`);
            bubble.hidden = false;
        }, 600);
    }

    /** @type {any} */
    let pressed = null;
    const listeners = {
        pointerdown: event => {
            caption(event);
            pressed = event.button === 0 ? hit(event) : null;
            if (options.onPoint) {
                if (event.button === 0) container.setPointerCapture?.(event.pointerId);
                options.onPoint(pointOf(event), event);
            }
        },
        pointermove: event => {
            options.onPoint?.(pointOf(event), event);
            options.onHover?.(hit(event), event);
            if (event.movementX || event.movementY) caption(event);
        },
        pointerup: event => {
            clearTimeout(resting);
            options.onPoint?.(pointOf(event), event);
            const place = hit(event);
            if (place && pressed && place.index === pressed.index) {
                focus(place.index, scene.kind === 'panel');
                options.onCell?.(place, event);
            }
            pressed = null;
        },
        pointercancel: event => { pressed = null; options.onPoint?.(pointOf(event), event); },
        pointerleave: event => { clearTimeout(resting); bubble.hidden = true; options.onHover?.(null, event); },
        contextmenu: event => {
            const place = hit(event);
            if (!options.onAlt || !place) return;
            event.preventDefault();
            pressed = null;
            options.onAlt(place, event);
        },
        focusin: event => {
            const place = placeOf(event.target);
            if (!place) return;
            focus(place.index, true);
            options.onFocus?.(place);
        },
        keydown: event => {
            const place = placeOf(event.target);
            if (!place || options.onKey?.(event, place)) return;
            if (event.ctrlKey || event.altKey || event.metaKey) return;
            const to = arrows[event.key] ? neighbour(places, place, arrows[event.key])
                : event.key === 'Home' ? places[0] : event.key === 'End' ? places[places.length - 1] : null;
            if (to || arrows[event.key]) {
                event.preventDefault();
                event.stopPropagation();
                if (to) focus(to.index);
            } else if ((event.key === 'Enter' || event.key === ' ') && options.onCell) {
                event.preventDefault();
                event.stopPropagation();
                options.onCell(place, event);
            }
        },
    };
    for (const [name, listen] of Object.entries(listeners)) container.addEventListener(name, listen);
    if (options.caption) container.append(bubble);
    update(scene);
    return {
        update, focus, grid,
        get scene() { return scene; },
        get places() { return places; },
        get current() { return current; },
        hasFocus: () => grid.contains(document.activeElement),
        dispose() {
            for (const [name, listen] of Object.entries(listeners)) container.removeEventListener(name, listen);
            container.replaceChildren();
        },
    };
}

/** A thumbnail of a scene. @param {any} scene @param {string} [cls] */
export function thumb(scene, cls = 'thumb') {
    const element = h('span', { class: cls, 'aria-hidden': 'true' });
    element.innerHTML = thumbMarkup(scene);
    return element;
}

/**
 * Returns a copy of the scene with the path of a word, up to `count` of its cells.
 * @param {any} scene @param {number[]} cells indexes of scene.cells @param {string} [word] @param {number} [count]
 */
export function withPath(scene, cells, word = '', count = cells.length) {
    const shown = cells.slice(0, count), step = new Map(shown.map((cell, i) => [cell, i]));
    const marked = scene.cells.map((cell, i) => {
        if (!step.has(i)) return cell;
        const place = step.get(i), marks = [...(cell.marks || []), 'path', ...(place === 0 ? ['first'] : [])];
        return { ...cell, marks, step: place + 1, label: `${cell.label}, letter ${place + 1} of ${word || 'the word'}` };
    });
    const path = { role: 'path', places: shown.map(i => [scene.cells[i].px, scene.cells[i].py]), chevrons: true, steps: true };
    return { ...scene, cells: marked, paths: shown.length ? [...scene.paths, path] : scene.paths };
}
