#!/bin/sh
# tools/layers passes on the project and rejects each kind of include that points up or sideways.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

tools/layers

# check <verdict> <file> <line of that file>: a tree with this one file is accepted (good) or rejected (bad).
check() {
    rm -rf "$work/tree"
    mkdir -p "$work/tree/include" "$work/tree/src" "$(dirname "$work/tree/$2")"
    printf '/* first line */\n%s\n' "$3" >"$work/tree/$2"
    verdict=good
    tools/layers "$work/tree" 2>"$work/said" || verdict=bad
    if [ "$verdict" != "$1" ]; then
        echo "expected $2 with '$3' to be $1"
        cat "$work/said"
        exit 1
    fi
    if [ "$1" = bad ]; then
        grep -q "^$2:[12]: " "$work/said"
    fi
}

check good src/base/a.c '#include "base/b.h"'
check good src/base/a.c '#include <stdio.h>'
check good src/base/a.c '#include <sys/stat.h>'
check good src/base/a.c '#include "comb.h"'
check good src/grid/a.c '#include "base/b.h"'
check good src/core/a.c '#include "comb.h"'
check good src/core/a.h '#include "engine/b.h"'
check good src/family/words/a.c '#include "family/words/b.h"'
check good src/family/words/a.c '#include "core/game.h"'
check good src/games/hexhunt/a.c '#include "family/words/b.h"'
check good src/games/hexhunt/a.c '#include "games/hexhunt/b.h"'
check good src/store/a.c '#include "core/game.h"'
check good src/cli/a.c '#include "store/b.h"'
check good src/cli/a.c '// #include "web/b.h"'
check good include/comb.h '#include <stddef.h>'

check bad src/base/a.c '#include "grid/b.h"'
check bad src/base/a.h '#include "grid/b.h"'
check bad src/base/a.c '  #  include  "grid/b.h"'
check bad src/grid/a.c '#include "engine/b.h"'
check bad src/engine/a.c '#include "vision/b.h"'
check bad src/vision/a.c '#include "grid/b.h"'
check bad src/grid/a.c '#include "core/game.h"'
check bad src/core/a.c '#include "family/words/b.h"'
check bad src/core/a.c '#include "games/hexhunt/b.h"'
check bad src/core/a.c '#include "cli/b.h"'
check bad src/family/words/a.c '#include "family/lines/b.h"'
check bad src/games/hexhunt/a.c '#include "games/boggle/b.h"'
check bad src/games/hexhunt/a.c '#include "store/b.h"'
check bad src/store/a.c '#include "games/hexhunt/b.h"'
check bad src/cli/a.c '#include "games/hexhunt/b.h"'
check good src/cli/a.c '#include "web/b.h"'
check bad src/web/a.c '#include "cli/b.h"'
check good src/request/a.c '#include "store/b.h"'
check good src/web/a.c '#include "request/b.h"'
check good src/cli/a.c '#include "request/b.h"'
check bad src/request/a.c '#include "web/b.h"'
check bad src/request/a.c '#include "games/hexhunt/b.h"'
check bad src/store/a.c '#include "request/b.h"'
check bad src/base/a.c '#include <grid/b.h>'
check bad src/base/a.c '#include "../grid/b.h"'
check bad src/base/a.c '#include "b.h"'
check bad src/base/a.c '#include HEADER'
check bad src/grid/a.inc '#include "engine/b.h"'
check bad include/comb.h '#include "base/b.h"'
check bad src/other/a.c 'int comb_x;'
check bad src/a.c 'int comb_x;'
check good src/grid/deep/a.c '#include "grid/deep/b.h"'
check bad src/grid/deep/a.c '#include "engine/deep/b.h"'
check good src/games/hexhunt/deep/a.c '#include "games/hexhunt/b.h"'
check bad src/games/hexhunt/deep/a.c '#include "games/boggle/deep/b.h"'
check bad src/games/a.c 'int comb_x;'
