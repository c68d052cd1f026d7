#!/bin/sh
# Tests the page in a browser: all tests/page/test_*.mjs, with playwright-core and Debian's Chromium.
# timeout: 900
# cost: 170
# processors: 2
# labels: slow
set -eu

. tests/lib/browser.sh
exec node tests/page/run.mjs
