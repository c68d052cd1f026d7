#!/bin/sh
# Every C file is formatted (`make format`).
set -eu

command -v clang-format >/dev/null || {
    echo "skipped: clang-format is not installed"
    exit 77
}
tools/c-files | xargs clang-format --dry-run -Werror
