#!/bin/sh
# The page in a browser: every tests/page/test_*.mjs, with playwright-core and Debian's chromium.
# timeout: 900
# processors: 2
# labels: slow
set -eu

skip() {
    printf 'skipped: %s\n' "$*"
    exit 77
}

command -v node >/dev/null || skip 'node is not installed (Debian package nodejs)'
command -v chromium >/dev/null || skip 'chromium is not installed (Debian package chromium)'
[ -d .deps/page/node_modules/playwright-core ] || skip 'playwright-core is not installed (tools/page-tools)'
exec node tests/page/run.mjs
