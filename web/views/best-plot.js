// Plot of the score over time, drawn for its actual width: a wider window shows more ticks, not larger letters.
// @ts-check
import { clock } from '../parts/clock.js';
import { escape, figure } from '../parts/dom.js';

const LEFT = 56, RIGHT = 14, TOP = 40, BOTTOM = 34;

/** The smallest step that divides the span into at most `max` parts. @param {number} span @param {number} max @param {number[]} steps */
const stepOf = (span, max, steps) => steps.find(step => span / step <= max) || steps[steps.length - 1];

const timeSteps = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14400, 43200, 86400, 604800];
const scoreSteps = [1, 2, 5];
for (let ten = 10; ten <= 1e7; ten *= 10) scoreSteps.push(ten, 2 * ten, 5 * ten);

/** @param {number} from @param {number} to @param {number} step */
function ticks(from, to, step) {
    const found = [];
    for (let at = Math.ceil(from / step) * step; at <= to + step / 1000; at += step) found.push(at);
    return found;
}

/** The range of the axes. @param {{seconds: number, score: number}[]} points @param {number} now @param {number} goal */
function range(points, now, goal) {
    const scores = points.map(point => point.score), top = Math.max(...scores, goal || 0, 1);
    // Omits the lower half of the scores: the first boards are poor, and late improvements should be visible.
    const low = Math.max(Math.min(...scores, top), top * 0.5);
    const step = stepOf(Math.max(top - low, 4), 6, scoreSteps);
    return { low: Math.floor(low / step) * step, high: Math.max(top, Math.floor(low / step) * step + step), step, end: Math.max(now, 5) };
}

/**
 * Markup of the plot. @param {{points: {seconds: number, score: number}[], restarts: {seconds: number, score: number}[], now: number, goal?: number, record?: number, width: number, height: number}} what
 * restarts: best scores of the attempts that have ended
 */
export function plotMarkup({ points, restarts, now, goal = 0, record = 0, width, height }) {
    const { low, high, step, end } = range(points, now, Math.max(goal, record));
    const x = seconds => LEFT + seconds / end * (width - LEFT - RIGHT);
    const y = score => height - BOTTOM - Math.max(0, score - low) / (high - low || 1) * (height - TOP - BOTTOM);
    const at = n => n.toFixed(1);
    const rows = ticks(low, high, step).map(score => `<path class="${score === low ? 'axis' : 'grid'}" d="M${LEFT} ${at(y(score))}H${width - RIGHT}"/>`
        + `<text x="${LEFT - 10}" y="${at(y(score) + 4.5)}" text-anchor="end">${figure(score)}</text>`).join('');
    const every = stepOf(end, Math.max(2, Math.floor((width - LEFT) / 110)), timeSteps);
    const columns = ticks(0, end, every).map(s => `<text x="${at(x(s))}" y="${height - 10}" text-anchor="middle">${clock(s)}</text>`).join('');
    const lines = [goal && goal !== record && levelMarkup('target', goal, y, width), record && levelMarkup('record', record, y, width)].filter(Boolean).join('');
    const best = points[points.length - 1].score, drawn = restarts.filter(({ score }) => score >= low);
    return rows + columns + lines + stepMarkup(points, now, x, y) + drawn.map(one => endMarkup(x(one.seconds), y(one.score), one.score >= best)).join('') + callMarkup(points, x, y, width, Math.abs(y(best) - y(Math.max(goal, record))) < 26 && best < Math.max(goal, record));
}

/** A score to compare with, as a dotted line. @param {string} name @param {number} score @param {(score: number) => number} y @param {number} width */
const levelMarkup = (name, score, y, width) => `<path class="goal" d="M${LEFT} ${y(score).toFixed(1)}H${width - RIGHT}"/><text x="${width - RIGHT}" y="${(y(score) - 8).toFixed(1)}" text-anchor="end">${name} ${figure(score)}</text>`;

/** The end of a restart: a hexagon, filled if it reached the best score. @param {number} x @param {number} y @param {boolean} top */
export const endMarkup = (x, y, top) => `<path class="end${top ? ' end-top' : ''}" d="M${(x - 5.5).toFixed(1)} ${y.toFixed(1)}l2.75-4.8h5.5l2.75 4.8-2.75 4.8h-5.5Z"/>`;

function stepMarkup(points, now, x, y) {
    const last = points[points.length - 1];
    let path = `M${x(points[0].seconds).toFixed(1)} ${y(points[0].score).toFixed(1)}`;
    for (const point of points.slice(1)) path += `H${x(point.seconds).toFixed(1)}V${y(point.score).toFixed(1)}`;
    path += `H${x(Math.max(now, last.seconds)).toFixed(1)}`;
    return `<path class="best-case" d="${path}"/><path class="best-line" d="${path}"/>`;
}

/** The best score as text, above the line or, if another line is there, below it; clear of the labels at the right end. */
function callMarkup(points, x, y, width, below) {
    const last = points[points.length - 1], middle = Math.min(x(last.seconds) + (below ? 78 : 0), width - RIGHT - 190), at = y(last.score) + (below ? 26 : -14);
    return `<text class="call" x="${Math.max(LEFT + 70, middle).toFixed(1)}" y="${at.toFixed(1)}" text-anchor="middle">${escape(`${figure(last.score)} after ${clock(last.seconds)}`)}</text>`;
}
