#!/bin/sh
# Every shell script passes shellcheck and is executable.
# cost: 14
set -eu

command -v shellcheck >/dev/null || {
    echo "skipped: shellcheck is not installed"
    exit 77
}
tools/script-files | xargs shellcheck --external-sources --severity=warning
tools/script-files | while read -r script; do
    [ -x "$script" ] || {
        echo "$script is not executable"
        exit 1
    }
done
