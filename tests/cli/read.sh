#!/bin/bash
# Boards from pictures: output streams, the fields of --json, corrections, the overlay, reports of uncertain cells, pictures
# for other verbs, and files without a picture or a board.
. tests/lib/expect.sh
record=LPE/EASR/SRTED/PING/LAS

"$COMB" draw hexhunt $record --size 96 -o "$scratch/record.png" || exit 1
"$COMB" draw hexhunt LPE/EASR/SR.ED/PING/LAS --size 96 -o "$scratch/hole.png" || exit 1
is_png() { [ "$(head -c 8 "$1" | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ] || fail "$1 is a PNG"; }

# ---- text, game and cells ----
run read "$scratch/record.png"
expect_status 0
expect_exactly $record
expect_err 'hexhunt: 19 of 19 cells found, all certain'
run read "$scratch/record.png" -q
expect_exactly $record
expect_no_err
run read hexhunt "$scratch/record.png"
expect_status 0
expect_exactly $record
run read --game hexhunt "$scratch/record.png"
expect_exactly $record
run read "$scratch/record.png" --json
expect_status 0
expect_json '.schema == 1 and .game == "hexhunt" and .sure == true and .doubts == [] and .expected == 19 and .found == 19'
expect_json ".board == \"$record\" and (.cells | length) == 19"
expect_json '.cells | all((.x | type) == "number" and (.y | type) == "number" and (.text | length) == 1 and (.state | type) == "string"
    and .confidence >= 0.8 and .confidence <= 1 and (.second | type) == "string" and (.box | length) == 4 and (.box | all(. >= 0)))'
expect_json '[.cells[].text] | join("") == "LPEEASRSRTEDPINGLAS"'

# ---- through pipes ----
"$COMB" read - -q <"$scratch/record.png" >"$scratch/out" || fail "standard input"
expect_exactly $record
"$COMB" read "$scratch/record.png" -q | "$COMB" solve hexhunt - --json >"$scratch/out" || fail "text is taken by solve"
expect_json '.score == 4064'
"$COMB" read "$scratch/record.png" -q --code | "$COMB" solve - --json >"$scratch/out" || fail "a share code names the game"
expect_json '.score == 4064 and .game == "hexhunt"'

# ---- pictures as INPUT ----
run solve "$scratch/record.png" --json
expect_status 0
expect_json '.score == 4064'
expect_err 'hexhunt: 19 of 19 cells found'
run solve "$scratch/record.png" --limit 3 --plain -q
expect_lines 3
expect_no_err
run solve hexhunt "$scratch/record.png" --json --min-length 9
expect_json '.count == 9'
"$COMB" solve - --json -q <"$scratch/record.png" >"$scratch/out" || fail "a picture on standard input"
expect_json '.score == 4064'
run check "$scratch/record.png" PASTING
expect_status 0
run check "$scratch/record.png" ZEBRA
expect_status 1
run draw "$scratch/record.png" --format text
expect_exactly $record
run solve "$scratch/record.png" --fix '4,2=?' --json
expect_json '.board != "LPE/EASR/SRTED/PING/LAS"'

# ---- corrections ----
run read "$scratch/record.png" --fix '3,3=J'
expect_status 0
expect_exactly LPE/EASR/SRTED/PJNG/LAS
run read "$scratch/record.png" --fix '3,3=j;2,0=K' --fix ' 4,0=B '
expect_exactly KBE/EASR/SRTED/PJNG/LAS
run read "$scratch/record.png" --fix '3,3=J 2,0=K'
expect_exactly KPE/EASR/SRTED/PJNG/LAS
run read "$scratch/record.png" --fix '3,3=J' --json
expect_json '.cells[] | select(.x == 3 and .y == 3) | .text == "J" and .confidence == 1'
run read "$scratch/record.png" --fix 'J at 3'
expect_status 2
expect_no_out
expect_err "fix 'J at 3': expected x,y=TEXT"
run read "$scratch/record.png" --fix '3,3=%%'
expect_status 2
expect_no_out

run solve hexhunt $record --fix '3,3=J'
expect_status 2
expect_no_out
expect_err '--fix applies to pictures only'

# ---- uncertain: the best guess, the uncertain cells, and a command that corrects them ----
run read "$scratch/hole.png"
expect_status 4
grep -q '^LPE/EASR/SR.*ED/PING/LAS$' "$scratch/out" || fail "the best guess"
expect_err '1 uncertain'
expect_err '  4,2 '
expect_err "comb read $scratch/hole.png --fix 4,2="
expect_err '--overlay'
run read "$scratch/hole.png" --json
expect_status 4
expect_json '.sure == false and (.doubts | length) == 1 and .doubts[0].x == 4 and .doubts[0].y == 2 and .doubts[0].message != ""'
run solve "$scratch/hole.png"
expect_status 4
grep -q '^LPE/EASR/SR.*ED/PING/LAS$' "$scratch/out" || fail "the best guess, not solved"
expect_lines 1
expect_err "comb solve $scratch/hole.png --fix 4,2="
run solve "$scratch/hole.png" --json --no-input
expect_status 4
expect_json '.sure == false and .game == "hexhunt" and (has("words") | not)'
run solve "$scratch/hole.png" --json --fix '4,2=T'
expect_status 0
expect_json '.score == 4064'
run read "$scratch/hole.png" --fix '4,2=T'
expect_status 0
expect_exactly $record

# ---- the overlay ----
run read "$scratch/hole.png" --overlay "$scratch/seen.png" -q
expect_status 4
is_png "$scratch/seen.png"
run read "$scratch/record.png" --overlay "$scratch/sure.png" --json
expect_status 0
is_png "$scratch/sure.png"
cmp -s "$scratch/sure.png" "$scratch/record.png" && fail "something is drawn over the picture"
run read "$scratch/record.png" --overlay "$scratch/nowhere/seen.png"
expect_status 2
expect_out $record

# ---- no board ----
printf 'P6 64 64 255\n' >"$scratch/not.ppm"
{
    printf 'BM\066\060\000\000\000\000\000\000\066\000\000\000\050\000\000\000\100\000\000\000\100\000\000\000\001\000\030\000'
    printf '\000\000\000\000\000\060\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000'
    head -c 12288 /dev/zero | tr '\000' '\377'
} >"$scratch/white.bmp"
for verb in read solve; do
    run $verb "$scratch/white.bmp"
    expect_status 4
    expect_no_out
    expect_err 'no board found'
done
run read witness "$scratch/record.png"
expect_status 4
expect_no_out
expect_err 'no board found'

# ---- no picture ----
run read
expect_status 2
expect_err 'no picture given'
run read a.png b.png
expect_status 2
expect_err 'takes one picture'
run read "$scratch/absent.png"
expect_status 2
expect_err 'cannot open'
run solve "$scratch/absent.jpg"
expect_status 2
expect_err 'cannot open'
run read --game hexhnut "$scratch/record.png"
expect_status 2
expect_err 'did you mean hexhunt?'
printf 'LPE/EASR/SRTED/PING/LAS\n' >"$scratch/board.txt"
for file in board.txt not.ppm; do
    run read "$scratch/$file"
    expect_status 2
    expect_no_out
    expect_err 'PNG, JPEG, WebP, BMP or GIF'
done
: >"$scratch/empty.png"
run read "$scratch/empty.png"
expect_status 2
head -c 3000 "$scratch/record.png" >"$scratch/cut.png"
for verb in read solve; do
    run $verb "$scratch/cut.png"
    expect_status 2
    expect_no_out
done
# wrong magic: a JPEG's first bytes before a PNG's
{ printf '\377\330\377\340'; tail -c +5 "$scratch/record.png"; } >"$scratch/wrong.png"
run read "$scratch/wrong.png"
expect_status 2
expect_no_out
# a decompression bomb: 60000 x 60000 pixels in 80 bytes; rejected by its header, even with little memory
{
    printf '\211\120\116\107\015\012\032\012\000\000\000\015\111\110\104\122\000\000\352\140\000\000\352\140\010\006\000\000\000\200\322\165\102\000\000\000\027\111\104\101'
    printf '\124\170\234\143\140\030\005\243\140\024\214\202\121\060\012\106\301\120\007\000\007\320\000\001\233\171\311\157\000\000\000\000\111\105\116\104\256\102\140\202'
} >"$scratch/bomb.png"
if (ulimit -v 400000 && "$COMB" --version) >/dev/null 2>&1; then # sanitizers need more
    command='read bomb.png (400 MB)' status=0
    (ulimit -v 400000 && exec "$COMB" read "$scratch/bomb.png") >"$scratch/out" 2>"$scratch/err" || status=$?
    expect_status 2
fi
run read "$scratch/bomb.png"
expect_status 2
expect_no_out
expect_err '60000'

# letters of a few pixels are reported as uncertain
"$COMB" draw hexhunt QIJ/EOSR/SLTED/PING/LDS --size 10 -o "$scratch/tiny.png" || exit 1
run read "$scratch/tiny.png"
expect_status 4
echo passed
