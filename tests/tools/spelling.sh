#!/bin/bash
# tools/spelling finds misspelt words in each kind of text, and only there. `make check` runs it on the project.
set -euo pipefail

command -v hunspell >/dev/null || {
    echo 'skipped: hunspell is not installed'
    exit 77
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# expect <file> <words that it must report, one per line; none: the file passes>
expect() {
    status=0
    tools/spelling "$work/$1" >"$work/out" || status=$?
    sed -n "s/.*unknown word '\(.*\)' .*/\1/p" "$work/out" | LC_ALL=C sort >"$work/found"
    printf '%s' "${2:+$2$'\n'}" | LC_ALL=C sort >"$work/expected"
    if [ "$status" -ne "$([ -z "$2" ] && echo 0 || echo 1)" ] || ! cmp -s "$work/expected" "$work/found"; then
        echo "$1: expected ${2:-nothing}, got status $status and:"
        cat "$work/out"
        exit 1
    fi
}

cat >"$work/page.md" <<'END'
# A titel
The colour of a board (Hexcells, `misteak`) and its [link](https://example.org/adress).

    an indented blokc

```
a fenced blokc
```

American color, and a well-knwon compound.
END
expect page.md $'titel\ncolor\nknwon'

cat >"$work/code.c" <<'END'
/* Reads a borad from a file; comb_job_tick, src/base/bufr.c, sizeOf and --optoin are no words. */
static const char *help = "prints the anser on %s\n"; // a traling comment
static const char *name = "rerad"; /* no space: a name */
END
expect code.c $'borad\nanser\ntraling'

cat >"$work/page.js" <<'END'
const label = 'Save to libary', text = `one ${vlaue} per
the liine`; // a coment
END
expect page.js $'libary\nliine\ncoment'

cat >"$work/script" <<'END'
#!/bin/sh
# Insatlls packages.
fail "could not fecth $namme"
END
expect script $'Insatlls\nfecth'

printf 'Reads a board and prints its colour.\n' >"$work/fine.md"
expect fine.md ''
LC_ALL=C sort -c tools/dictionary.txt
tools/spelling >"$work/out" || { cat "$work/out"; exit 1; } # the project itself
echo passed
