#!/bin/sh
# The page in a browser: every tests/page/test_*.mjs, with playwright-core and Debian's Chromium.
# timeout: 900
# cost: 160
# processors: 2
# labels: slow
set -eu

. tests/lib/browser.sh
exec node tests/page/run.mjs
