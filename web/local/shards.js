// A search for the best board on several cores: one Worker each, with its own seed. Their events become those of one search. One
// core is left to the page, so that it reacts at once while the search runs.
// @ts-check
import { createControl } from './control.js';

/** More Workers than this gain little and each needs its own memory. */
const MOST = 8;

/** Workers for a request. Boards to keep are compared by symmetry inside one search, and `complete` splits nothing, so these run alone. @param {any} request */
export function shardsOf({ verb, options = {} }) {
    if (verb !== 'best' || Number(options.keep ?? 1) > 1 || options.fix || options.method === 'complete') return 1;
    return Math.max(1, Math.min(MOST, (navigator.hardwareConcurrency || 1) - 1, Number(options.threads) || MOST));
}

/** Pause and cancel for all shards at once. @param {number} count */
export function createControls(count) {
    const each = Array.from({ length: count }, createControl);
    return {
        each,
        addresses: each[0].addresses,
        get paused() { return each[0].paused; },
        cancel: () => each.forEach(one => one.cancel()),
        /** @param {boolean} on */
        pause: on => each.forEach(one => one.pause(on)),
        dispose: () => each.forEach(one => one.dispose()),
    };
}

/** The score in a line of `best`: "     0.10 s     368  BOARD". @param {string} text */
const scoreOf = text => Number(text.trim().split(/\s+/)[2]) || 0;

/** Adds up what the shards report. @param {any[]} reports of the shards that have reported */
const sum = reports => ({
    ...reports[0],
    seconds: Math.max(...reports.map(one => one.seconds)),
    ...Object.fromEntries(['done', 'rate'].map(name => [name, reports.reduce((total, one) => total + one[name], 0)])),
});

/** The best of the results, with the work of all. @param {any[]} ends last events of the shards @param {boolean} reached the target */
function join(ends, reached) {
    const results = ends.filter(end => end.result).sort((a, b) => b.result.score - a.result.score || a.result.found_after - b.result.found_after);
    if (!results.length) return ends[0];
    const evaluations = results.reduce((total, end) => total + end.result.evaluations, 0), seconds = Math.max(...results.map(end => end.result.seconds));
    const code = reached ? 0 : Math.max(...ends.map(end => end.code));
    return { ...results[0], code, result: { ...results[0].result, evaluations, seconds } };
}

/**
 * Runs a search on all cores; resolves with its last event.
 * @param {any[]} helpers one Worker per shard
 * @param {any} request
 * @param {ReturnType<typeof createControls>} controls
 * @param {(name: string, data: any) => void} onEvent
 */
export async function runShards(helpers, request, controls, onEvent) {
    const target = Number(request.options?.target) || Infinity, seed = Number(request.seed ?? 1), newest = new Map(), attempts = new Map();
    let best = 0, reached = false;
    const ends = await Promise.all(helpers.map((helper, shard) => helper.job({ ...request, seed: seed + 1000003 * shard, keep: false }, controls.each[shard].addresses, (name, data) => {
        if (name === 'line') {
            if (scoreOf(data.text) <= best) return;
            best = scoreOf(data.text);
        } else if (name === 'progress') newest.set(shard, data);
        else if (name === 'look') attempts.set(shard, data.attempts);
        const restarts = () => ({ ...data, attempts: [...attempts.values()].reduce((total, one) => total + one, 0) });
        onEvent(name, name === 'progress' ? sum([...newest.values()]) : name === 'look' ? restarts() : data);
    }).then(end => {
        if (!reached && end.result?.score >= target) { reached = true; controls.cancel(); }
        return end;
    })));
    return join(ends, reached);
}
