// Tests of policy.mjs, with fake tests that fail a given number of times.
import assert from 'node:assert/strict';
import { runAndRetry, unsteadyAllowed, verdict } from './policy.mjs';

/** A test that fails the first `times` times. */
const failing = (name, times) => ({ name, times, runs: 0 });
let running = 0, most = 0;
const log = [];

async function run(one) {
    running++;
    most = Math.max(most, running);
    log.push(one.name);
    await new Promise(resolve => setTimeout(resolve, 1));
    running--;
    return one.runs++ < one.times ? new Error(`${one.name}, run ${one.runs}`) : null;
}

// measurements run first and alone; failed tests are retried alone, after all others
const alone = [failing('measured', 0), failing('measured too', 1)];
const others = [failing('steady', 0), failing('unsteady', 1), failing('broken', 9), failing('last', 0)];
const { failed, unsteady } = await runAndRetry({ alone, others }, run, 2);
assert.deepEqual(failed.map(({ one, failure }) => [one.name, failure.message]), [['broken', 'broken, run 2']]);
assert.deepEqual(unsteady.map(({ one, failure }) => [one.name, failure.message]), [
    ['measured too', 'measured too, run 1'],
    ['unsteady', 'unsteady, run 1'],
]);
assert.deepEqual(log.slice(0, 2), ['measured', 'measured too']);
assert.deepEqual(log.slice(6), ['measured too', 'unsteady', 'broken']);
assert.equal(most, 2);
assert.equal(others.length, 4);

// one in two hundred, rounded up
assert.deepEqual([1, 160, 200, 201, 400, 401].map(unsteadyAllowed), [1, 1, 1, 2, 2, 3]);
const passed = (count, failures, shaky) => verdict({ count, failed: failures, unsteady: shaky }).status === 0;
assert.equal(passed(160, 0, 0), true);
assert.equal(passed(160, 0, 1), true);
assert.equal(passed(160, 0, 2), false);
assert.equal(passed(201, 0, 2), true);
assert.equal(passed(201, 0, 3), false);
assert.equal(passed(160, 1, 0), false);
assert.equal(passed(0, 0, 0), false); // nothing ran: a mistyped name
assert.equal(verdict({ count: 160, failed: 0, unsteady: 1 }).line, '160 of 160 tests passed, 1 unsteady (at most 1)');
assert.equal(verdict({ count: 160, failed: 3, unsteady: 2 }).line, '157 of 160 tests passed, 2 unsteady (at most 1): too many');
assert.equal(verdict({ count: 160, failed: 0, unsteady: 0, skipped: 2 }).status, 77);
assert.equal(verdict({ count: 160, failed: 1, unsteady: 0, skipped: 2 }).status, 1);
assert.equal(verdict({ count: 160, failed: 0, unsteady: 0, skipped: 2 }).line, '158 of 160 tests passed, 2 skipped, 0 unsteady (at most 1)');
console.log('the policy holds');
