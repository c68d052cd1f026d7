// A pillar as a body: the flat picture, cut into strips that stand around an axis. The tip of the line is turned to the
// front; dragging turns the pillar.
// @ts-check
import { h, button } from '../parts/dom.js';
import { paint } from '../parts/paint.js';

const STRIPS = 2; // per column

/** @param {import('./witness-model.js').Panel} panel */
export function rolledView(panel) {
    const count = panel.width * STRIPS, step = 360 / count, strips = Array.from({ length: count }, () => document.createElementNS('http://www.w3.org/2000/svg', 'svg'));
    const body = h('div', { class: 'pillar-in' }, strips);
    const element = h('div', { class: 'pillar', role: 'img', 'aria-label': 'The pillar, rolled up' }, body);
    const turners = h('div', { class: 'tools tools-mid' }, button({ label: 'Turn left', icon: 'back', text: false, onClick: () => turnBy(-1) }), button({ label: 'Turn right', icon: 'next', text: false, onClick: () => turnBy(1) }));
    let column = 0, held = /** @type {number | null} */ (null), from = 0;

    /** The smallest radius at which strips of width 1 meet. */
    element.style.setProperty('--radius', String(.5 / Math.tan(Math.PI / count)));
    strips.forEach((strip, i) => { strip.setAttribute('class', 'pic'); strip.setAttribute('aria-hidden', 'true'); strip.style.setProperty('--at', `${(i + .5) * step}deg`); });

    function show() { body.style.setProperty('--turn', `${-column * 360 / panel.width}deg`); }
    function turnBy(columns) { column += columns; show(); }

    element.addEventListener('pointerdown', event => { held = event.clientX; from = column; element.setPointerCapture(event.pointerId); });
    element.addEventListener('pointermove', event => { if (held !== null) { column = from - (event.clientX - held) / element.clientWidth * panel.width / 2; show(); } });
    for (const end of ['pointerup', 'pointercancel']) element.addEventListener(end, () => { held = null; });

    return {
        element: h('div', { class: 'stack' }, element, turners),
        /** @param {any} scene @param {number[] | undefined} tip of the line */
        update(scene, tip) {
            const [, top, , height] = scene.viewBox, markup = paint(scene), width = 100 / STRIPS;
            element.style.setProperty('--tall', String(height / width));
            strips.forEach((strip, i) => {
                strip.setAttribute('viewBox', `${i * width} ${top} ${width} ${height}`);
                strip.innerHTML = markup;
            });
            if (tip && held === null) column = Math.round((column - tip[0]) / panel.width) * panel.width + tip[0]; // the shorter way round
            show();
        },
    };
}
