// Policy of the page tests: which tests are retried, and when the run fails. Used by run.mjs, tested by policy.sh.

/** One test in this many (rounded up) may pass only when retried. */
export const TESTS_PER_UNSTEADY = 200;

/**
 * Runs all tests, `workers` at a time, then retries the failed ones, one at a time.
 * @template T
 * @param {{alone: T[], others: T[]}} tests  tests to run first, one at a time, and the others
 * @param {(one: T) => Promise<Error | null>} run  returns the failure, or null
 * @param {number} workers
 * @returns {Promise<{failed: {one: T, failure: Error}[], unsteady: {one: T, failure: Error}[]}>}
 */
export async function runAndRetry(tests, run, workers) {
    /** @type {{one: T, failure: Error}[]} */
    const first = [], failed = [], unsteady = [];
    async function work(/** @type {T[]} */ list) {
        while (list.length) {
            const one = /** @type {T} */ (list.shift()), failure = await run(one);
            if (failure) first.push({ one, failure });
        }
    }
    await work([...tests.alone]);
    const others = [...tests.others];
    await Promise.all(Array.from({ length: workers }, () => work(others)));
    for (const { one, failure } of first) {
        const again = await run(one);
        if (again) failed.push({ one, failure: again });
        else unsteady.push({ one, failure });
    }
    return { failed, unsteady };
}

/** Number of unsteady tests allowed in a run of `count`. */
export const unsteadyAllowed = (/** @type {number} */ count) => Math.ceil(count / TESTS_PER_UNSTEADY);

/**
 * The summary line and the exit status of the run: 0 passed, 1 failed, 77 passed with skipped tests.
 * @param {{count: number, failed: number, unsteady: number, skipped?: number}} run
 */
export function verdict({ count, failed, unsteady, skipped = 0 }) {
    const allowed = unsteadyAllowed(count), tooMany = unsteady > allowed, passed = count > 0 && failed === 0 && !tooMany;
    const left = skipped ? `, ${skipped} skipped` : '';
    const line = `${count - failed - skipped} of ${count} tests passed${left}, ${unsteady} unsteady (at most ${allowed})`;
    return { status: !passed ? 1 : skipped ? 77 : 0, line: tooMany ? `${line}: too many` : line };
}
