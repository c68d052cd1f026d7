#!/bin/bash
# Malformed input files: lists of puzzles, links without a puzzle, levels without a header, other encodings, damaged word
# lists and search states. Errors say what is wrong and where.
. tests/lib/expect.sh
refused() {
    run "$@"
    expect_status 2
    expect_no_out
}
panel=CAUSAigEEgIIBBIAEgQIBxABEgASBAgHEAESAigHEgQIBxABEgASBAgHEAISABICCAMSAigE_0
site=https://windmill.thefifthmatt.com

# a list longer than the maximum size of a panel
yes $panel | head -n 8000 >"$scratch/many.txt"
refused solve witness "$scratch/many.txt"
expect_err "many.txt:2:1: found a second Windmill string"

# a list of panels, as strings or as links; with Windows line ends
printf '%s\r\n' $panel $panel >"$scratch/strings.txt"
printf "$site/build/%s\n" $panel $panel >"$scratch/links.txt"
for list in strings links; do
    for command in solve 'solve witness' 'draw witness' 'hint witness'; do
        # shellcheck disable=SC2086
        refused $command "$scratch/$list.txt"
        expect_err "$list.txt:2:1: found a second Windmill string, expected one panel; to solve a list, use 'comb solve witness --jsonl FILE'"
    done
    run solve witness --jsonl "$scratch/$list.txt"
    expect_lines 2
    run library import "$scratch/$list.txt" --db "$scratch/$list.db"
    expect_status 0
done
run solve witness "$site/build/$panel" --plain
expect_status 0
code=$("$COMB" draw hexhunt TS/EAR/LB --format code)
printf '%s\n' "$code" "$code" >"$scratch/codes.txt"
refused solve "$scratch/codes.txt"
expect_err 'codes.txt:2:1: a second share code: expected one board; --jsonl FILE takes a list'

# the link of a published puzzle has an id instead of the puzzle
for link in $site/7fgaw4g $site/7fgaw4g/ windmill.thefifthmatt.com/h3ykr38; do
    refused solve "$link"
    expect_err 'this link names a published puzzle and does not contain it: open it in a browser, choose Edit, and copy the link from there'
done
refused solve $site/build/CAUSAigEEgII
expect_err 'expected _0 at the end'

# levels: recognised by file name or rows
level=$("$COMB" games hexcells --example)
printf '%s\n' "$level" | sed '1s/v1/v7/' >"$scratch/wrong.txt"
printf '%s\n' "$level" | sed 1d >"$scratch/missing.txt"
printf '\n\n%s\n' "$level" | sed '3s/level/board/' >"$scratch/later.txt"
printf 'nothing of the kind\n' >"$scratch/other.hexcells"
: >"$scratch/empty.hexcells"
for file in wrong.txt:1:Hexcells\ level\ v7 missing.txt:1:First\ flower later.txt:3:Hexcells\ board\ v1 \
    other.hexcells:1:nothing\ of\ the\ kind; do
    IFS=: read -r name line got <<<"$file"
    for verb in solve hint check; do
        refused $verb "$scratch/$name"
        expect_err "$name:$line:1: not a Hexcells level: expected 'Hexcells level v1' in the first line, got '$got'"
    done
done
refused solve "$scratch/empty.hexcells"
expect_err 'empty.hexcells:1:1: not a Hexcells level: the text is empty'
printf '%s\n%s\n' "$level" "$level" >"$scratch/pack.hexcells"
run solve "$scratch/pack.hexcells" --plain
expect_err 'pack.hexcells contains several boards; using the first (choose with --pick N)'
run solve "$scratch/pack.hexcells" --pick 2 --plain
expect_no_err

# - is standard output
cd "$scratch" || exit 1
case $COMB in /*) ;; *) COMB=$OLDPWD/$COMB ;; esac
run library export - --db strings.db
expect_lines 1
printf 'cat\ntar\n' >list.txt
run words compile list.txt -o -
expect_status 0
[ ! -e - ] || fail "a file was called -"
cp out list.dict
printf 'ca\xe9\n' >latin.txt
run solve hexhunt CAT/TAR --words list.dict --plain
expect_exactly 'CAT
TAR'

# word lists
head -c 5000 /dev/zero | tr '\0' '\1' >binary
printf 'A\n\1\2\3\nB\n' >hidden # two lines that look like words
printf 'cat\0tar\n' >nul
head -c 5000 /dev/zero | tr '\0' a >long
: >empty
printf '\n\n' >blank
printf '#only a remark\n' >remark
printf '\377\376c\0a\0t\0\n\0' >mark
printf 'c\0a\0t\0\n\0t\0a\0r\0\n\0' >little
printf '\0c\0a\0t\0\n\0t\0a\0r\0\n' >big
head -c 1000 list.dict >cut.dict
{ cat list.dict; echo; } >more.dict
damaged() {
    refused solve hexhunt CAT/TAR --words "$1"
    expect_err "$2"
    case $1 in *.dict) return ;; esac
    refused words compile "$1" -o out.dict
    expect_err "$2"
}
damaged binary 'binary:1: byte 0x01 is not text; expected a list of words, one per line'
damaged hidden 'hidden:2: byte 0x01 is not text'
damaged nul 'nul:1: byte 0x00 is not text'
damaged latin.txt "latin.txt:1: byte 0xe9 is not UTF-8; convert the list, for example with 'iconv -f ISO-8859-1 -t UTF-8'"
damaged long 'long:1: the line is longer than 1000 bytes; expected one word per line'
damaged empty "'empty' is empty; expected a list of words, one per line"
damaged blank "'blank': no words: 2 lines"
damaged remark "'remark': no words"
for file in mark little big; do damaged $file "'$file' is UTF-16; save it as UTF-8"; done
damaged cut.dict "'cut.dict': "
damaged more.dict "'more.dict': "
printf '\xef\xbb\xbfcat\r\ntar\r\n' >windows.txt
run solve hexhunt CAT/TAR --words windows.txt --plain
expect_exactly 'CAT
TAR'
refused solve hexhunt CAT/TAR --mine little
expect_err "'little' is UTF-16"
refused check hexhunt CAT/TAR nul
expect_err "'nul' contains a zero byte"
for file in mark little big; do
    refused solve hexhunt $file
    expect_err 'the text is UTF-16: save it as UTF-8'
    refused solve $file
    expect_err 'the text is UTF-16'
done
printf 'CAT/TAR\0' >end
refused solve hexhunt end
expect_err 'byte 0x00 is not text'

# the state of a search
best() { refused best hexhunt --shape hex7 --time-limit 20 --target 300 --state "$1"; }
run best hexhunt --shape hex7 --time-limit 20 --target 300 --state state
expect_status 0
head -c 100 state >half
sed 's/"score":\([0-9]*\)/"score":9\1/' state >score
sed 's/"attempt":[0-9]*/"attempt":"x"/' state >attempt
sed 's/"board":"[^"]*"/"board":"A5"/' state >board
sed 's/"best":\[.*\]/"best":{}/' state >kind
echo '[]' >array
for file in half score attempt board kind array binary empty mark; do
    best $file
    expect_err "--state: '$file': "
done
expect_err 'UTF-16'
best empty
expect_err "--state: 'empty': the file is empty; delete it to start over"
best score
expect_err 'has a score of'
run best hexhunt --shape hex7 --time-limit 20 --target 300 --state state
expect_status 0
echo passed
