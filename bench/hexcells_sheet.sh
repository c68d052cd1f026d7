#!/bin/bash
# Makes 100 Hexcells levels over shapes, symmetries and grades, checks that all are fair and no two alike, and draws them on
# one sheet: blue and black cells as dots, uncovered ones ringed, line hints as small marks.
#
#     bench/hexcells_sheet.sh [BUILD] [SHEET.svg]       default: no sheet is kept
set -euo pipefail
comb=$(realpath "${1:-build}/comb")
sheet=${2:-/dev/null}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
shapes=(hexagon diamond free ring islands)
symmetries=(none turn2 turn3 turn6 mirror)
grades=(easy medium hard expert)

met=0
for seed in $(seq 100); do
    i=$((seed - 1))
    shape=${shapes[$((i % 5))]} symmetry=${symmetries[$((i / 5 % 5))]} grade=${grades[$(((i + i / 5) % 4))]}
    "$comb" make hexcells --shape "$shape" --symmetry "$symmetry" --difficulty "$grade" --cells $((30 + i % 20)) \
        --seed "$seed" >"$work/$seed.hexcells"
    found=$("$comb" rate "$work/$seed.hexcells" --json | jq -r 'select(.left == 0) | .grade')
    [ -n "$found" ] || { echo "level $seed is not fair" >&2; exit 1; }
    [ "$found" != "$grade" ] || met=$((met + 1))
    printf '%s\t%s, %s, %s\n' "$seed" "$shape" "$symmetry" "$found" >>"$work/list"
done
alike=$(for seed in $(seq 100); do tail -n +6 "$work/$seed.hexcells" | md5sum; done | sort | uniq -d | wc -l)
echo "100 fair levels, $alike alike, $met of the grade asked for"
[ "$alike" -eq 0 ]

# one path per colour and level keeps the file small
awk -F '\t' -v work="$work" '
    function dots(class, d) { if (d != "") printf "<path class=\"%s\" d=\"%s\"/>", class, d }
    BEGIN {
        print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1000 1200\" font-family=\"sans-serif\" font-size=\"7\">"
        print "<style>path{fill:none;stroke-linecap:round}.b{stroke:#05a4eb;stroke-width:2.6}.k{stroke:#3e3e3e;stroke-width:2.6}" \
            ".u{stroke:#fff;stroke-width:1}.l{stroke:#d66;stroke-width:1}</style><rect width=\"1000\" height=\"1200\" fill=\"#f4f4f4\"/>"
    }
    {
        n = NR - 1; blue = black = open = lines = ""; y = -5
        while ((getline row < (work "/" $1 ".hexcells")) > 0) {
            y++
            if (y == -3) title = row
            if (y < 1) continue
            for (x = 0; x * 2 < length(row); x++) {
                kind = substr(row, 2 * x + 1, 1)
                if (kind == ".") continue
                at = "M" int(x * 26 + 0.5) / 10 " " int(y * 15 + 0.5) / 10 "h0"
                if (kind ~ /[xX]/) blue = blue at; else if (kind ~ /[oO]/) black = black at; else lines = lines at
                if (kind ~ /[XO]/) open = open at
            }
        }
        printf "<g transform=\"translate(%d %d)\">", n % 10 * 100 + 6, int(n / 10) * 118 + 20
        dots("b", blue); dots("k", black); dots("u", open); dots("l", lines)
        printf "<text y=\"-6\">%s</text><text y=\"62\" font-size=\"5\" fill=\"#666\">%s</text></g>\n", title, $2
    }
    END { print "</svg>" }' "$work/list" >"$sheet"
