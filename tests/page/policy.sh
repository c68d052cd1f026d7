#!/bin/sh
# Tests the policy of the page tests: failed tests are retried once, and too many unsteady tests fail the run.
set -eu

command -v node >/dev/null || {
    echo 'skipped: node is not installed (Debian package nodejs)'
    exit 77
}
exec node tests/page/check_policy.mjs
