#!/bin/sh
# Checks the types in the JSDoc comments of web/ with TypeScript.
set -eu

if ! [ -f .deps/page/node_modules/typescript/bin/tsc ] || ! command -v node >/dev/null; then
    printf 'skipped: typescript is not installed (tools/page-tools)\n'
    exit 77
fi
exec node .deps/page/node_modules/typescript/bin/tsc --project tests/page/tsconfig.json
