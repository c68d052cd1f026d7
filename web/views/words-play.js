// Animates a word's path cell by cell: play, pause, step, repeat, speed. With reduced motion the whole path appears;
// manual steps still work.
// @ts-check
import { prefersReducedMotion } from '../parts/dom.js';

export const speeds = [.25, .5, 1, 2, 4];
const BASE = 170, REST = 700;

/** @param {{onStep: (count: number) => void, onChange: () => void}} callbacks */
export function createPlayer({ onStep, onChange }) {
    let length = 0, count = 0, timer = 0, speed = 2, repeat = false, playing = false;
    const show = n => { count = n; onStep(n); };
    function stop(whole = true) {
        clearTimeout(timer);
        const was = playing;
        playing = false;
        if (whole && count !== length) show(length);
        if (was) onChange();
    }
    function tick() {
        if (count < length) show(count + 1);
        else if (repeat) show(1);
        if (count >= length && !repeat) { playing = false; onChange(); return; }
        timer = setTimeout(tick, (count >= length ? REST : BASE) / speeds[speed]);
    }
    function play() {
        clearTimeout(timer);
        if (prefersReducedMotion() || !length) { show(length); return; }
        playing = true;
        if (count >= length) count = 0;
        onChange();
        tick();
    }
    return {
        get playing() { return playing; },
        get repeat() { return repeat; },
        get speed() { return speed; },
        /** Sets a new path, shown whole. @param {number} cells */
        load(cells) { stop(false); length = cells; count = cells; },
        start() { count = 0; play(); },
        toggle() { if (playing) { stop(false); onChange(); } else play(); },
        /** @param {number} by */
        step(by) {
            stop(false);
            show(count + by > length ? 1 : count + by < 1 ? length : count + by);
        },
        stop,
        /** @param {number} to */
        setSpeed(to) { speed = Math.max(0, Math.min(speeds.length - 1, to)); onChange(); return speeds[speed]; },
        setRepeat(on) { repeat = on; onChange(); },
        dispose: () => clearTimeout(timer),
    };
}
