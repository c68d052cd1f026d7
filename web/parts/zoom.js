// Zoom for large boards: if cells would be too small to tap, the board is enlarged in a frame that scrolls, with a small map
// of the whole board. Boards of usual size are shown as before.
// @ts-check
import { h, button } from './dom.js';
import { thumbMarkup } from './paint.js';

/** Width of a cell in pixels: smaller ones are enlarged to the comfortable width. */
const SMALL = 26, COMFORTABLE = 40, MAX = 8;

/** @param {HTMLElement} holder of the board */
export function zoomable(holder) {
    const port = h('div', { class: 'zoom-port' }, holder), frame = h('i'), picture = h('span'), map = h('button', { class: 'zoom-map', 'aria-label': 'Map of the board: choose the part to show', hidden: true }, picture, frame);
    const tools = h('div', { class: 'zoom-tools', role: 'group', 'aria-label': 'Zoom', hidden: true },
        button({ label: 'Zoom out', text: false, icon: 'minus', onClick: () => set(zoom / 1.4) }), button({ label: 'Zoom in', text: false, icon: 'plus', onClick: () => set(zoom * 1.4) }), button({ label: 'Fit', onClick: () => set(1) }));
    const element = h('div', { class: 'zoom' }, port, map, tools);
    let zoom = 1, shape = '', fit = 0, last = /** @type {any} */ (null);

    /** Keeps the middle of the view where it is. @param {number} wanted */
    function set(wanted) {
        const [x, y] = [(port.scrollLeft + port.clientWidth / 2) / port.scrollWidth, (port.scrollTop + port.clientHeight / 2) / port.scrollHeight];
        zoom = Math.max(1, Math.min(MAX, wanted));
        holder.style.setProperty('--zoom', String(zoom));
        element.classList.toggle('is-zoomed', zoom > 1);
        map.hidden = zoom === 1;
        if (!map.hidden && last) picture.innerHTML = thumbMarkup(last);
        port.scrollTo(x * port.scrollWidth - port.clientWidth / 2, y * port.scrollHeight - port.clientHeight / 2);
        drawFrame();
    }

    function drawFrame() {
        for (const [name, value] of [['--left', port.scrollLeft / port.scrollWidth], ['--top', port.scrollTop / port.scrollHeight], ['--wide', port.clientWidth / port.scrollWidth], ['--tall', port.clientHeight / port.scrollHeight]])
            frame.style.setProperty(String(name), `${Number(value) * 100}%`);
    }
    port.addEventListener('scroll', drawFrame);
    map.addEventListener('click', event => {
        const box = map.getBoundingClientRect();
        port.scrollTo((event.clientX - box.left) / box.width * port.scrollWidth - port.clientWidth / 2, (event.clientY - box.top) / box.height * port.scrollHeight - port.clientHeight / 2);
    });

    /** Chooses the zoom for another board or another size of the window. */
    function measure(scene) {
        const now = `${scene.viewBox} ${element.clientWidth}`;
        if (now === shape || !element.clientWidth) return;
        shape = now;
        zoom = 1;
        element.classList.remove('is-zoomed');
        fit = holder.clientWidth / (scene.viewBox[2] / 100);
        tools.hidden = fit >= SMALL;
        set(fit < SMALL && matchMedia('(pointer: coarse), (max-width: 40rem)').matches ? COMFORTABLE / fit : 1);
    }

    const observer = new ResizeObserver(() => { if (last) measure(last); });
    observer.observe(element);
    return {
        element,
        /** To be called when the board is drawn. @param {any} scene */
        update(scene) {
            last = scene;
            measure(scene);
            if (!map.hidden) picture.innerHTML = thumbMarkup(scene);
        },
        dispose: () => observer.disconnect(),
    };
}
