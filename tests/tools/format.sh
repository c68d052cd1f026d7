#!/bin/sh
# Every C file is in the project's format (`make format` puts it there).
set -eu

command -v clang-format >/dev/null || {
    echo "skipped: clang-format is not installed"
    exit 77
}
tools/c-files | xargs clang-format --dry-run -Werror
