// What a run of tests means: who is tried again, and when the run fails. run.mjs applies it; policy.sh tests it.

/** One test in this many may fail at first and pass when it is tried again; a part of that many counts as one. */
export const TESTS_PER_UNSTEADY = 200;

/**
 * Runs every test, `hands` at a time, then those that failed once more, one at a time.
 * @template T
 * @param {{alone: T[], others: T[]}} tests  those that are run first, one at a time, and the rest
 * @param {(one: T) => Promise<Error | null>} run  gives how the test failed, or null
 * @param {number} hands
 * @returns {Promise<{failed: {one: T, failure: Error}[], unsteady: {one: T, failure: Error}[]}>}
 */
export async function runAndTryAgain(tests, run, hands) {
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
    await Promise.all(Array.from({ length: hands }, () => work(others)));
    for (const { one, failure } of first) {
        const again = await run(one);
        if (again) failed.push({ one, failure: again });
        else unsteady.push({ one, failure });
    }
    return { failed, unsteady };
}

/** How many unsteady tests a run of `count` may have. */
export const unsteadyAllowed = (/** @type {number} */ count) => Math.ceil(count / TESTS_PER_UNSTEADY);

/**
 * The closing line, and the exit status of the run: 0 passed, 1 failed, 77 passed but for tests that were skipped.
 * @param {{count: number, failed: number, unsteady: number, skipped?: number}} run
 */
export function verdict({ count, failed, unsteady, skipped = 0 }) {
    const allowed = unsteadyAllowed(count), tooMany = unsteady > allowed, passed = count > 0 && failed === 0 && !tooMany;
    const left = skipped ? `, ${skipped} skipped` : '';
    const line = `${count - failed - skipped} of ${count} tests passed${left}, ${unsteady} unsteady (at most ${allowed})`;
    return { status: !passed ? 1 : skipped ? 77 : 0, line: tooMany ? `${line}: too many` : line };
}
