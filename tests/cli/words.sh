#!/bin/bash
# Word lists on the command line: built from installed dictionaries, looked up, changed, compiled; games in other languages.
. tests/lib/expect.sh
export XDG_DATA_HOME=$scratch/data

run words list
expect_status 0
expect_out '172823'
run words list --json
expect_json '.schema == 1 and .lists[0].code == "en" and .lists[0].words == 172823 and .lists[0].licence == "public domain"'
run words lookup zax perro xyzzyx
expect_status 1
expect_out 'zax: en'
expect_out 'xyzzyx: not found'
run words export en
expect_lines 172823
run words frobnicate
expect_status 2
expect_err 'expected one of: list lookup'
run words lookup
expect_status 2
expect_err 'usage: comb words lookup'

# a language that is not built: the error names the package
run solve ruzzle CATD/WOFO/IRDG/NOAS --lang it
expect_status 2
expect_err "run 'comb words build it' (needs package hunspell-it)"
run solve ruzzle CATD/WOFO/IRDG/NOAS --lang klingon
expect_status 2
expect_err "no such language 'klingon'"
run words build klingon
expect_status 2

# the user's changes apply to every game and can be undone
printf 'cat\nDOG\n' >"$scratch/list.txt"
run words add blurfle
run words lookup blurfle
expect_out 'blurfle: en'
run check hexhunt "BLURFLE/ZZZZZZZ" blurfle
expect_status 0
run solve boggle "BLUR/ELFZ" --plain
grep -qx BLURFLE "$scratch/out" || fail "an added word counts in every game"
run words ban blurfle zax
run words lookup blurfle zax
expect_status 1
expect_out 'zax: not found'
run check hexhunt "BLURFLE/ZZZZZZZ" blurfle
expect_status 1
run words add zax
run words lookup zax
expect_out 'zax: en'
run words own
expect_exactly $'+ ZAX\n- BLURFLE'
run words forget zax blurfle
expect_status 0
run words own
expect_no_out
run words lookup blurfle
expect_status 1
run words add 'not a word!'
expect_status 2
expect_err "'not a word!' is not a word; expected 2 to 63 letters of ABC"
run words ban casa --lang it
expect_status 2
[ ! -e "$XDG_DATA_HOME/comb/words/it.ban" ] || fail "nothing is kept for a list that is not there"

# the words of a file are folded like boards, and skipped words are reported
printf 'città\nperché\nstraße\nl'\''eau\nco-op\n' >"$scratch/accents.txt"
run solve boggle CITT/PERA/CHEN/INOS --lang it --words "$scratch/accents.txt" --plain --sort word
expect_exactly CITTA
expect_err "skipped 2 words with characters outside ABC"
expect_err "the first is line 4 of $scratch/accents.txt"
run solve boggle STRA/ESSZ --lang de --words "$scratch/accents.txt" --plain -q
expect_exactly STRASSE
expect_no_err
run words compile "$scratch/accents.txt" -o "$scratch/accents.dict" --lang it
expect_err '3 words,'
expect_err 'skipped 2 words'
run solve boggle STRA/ESSZ --words "$scratch/accents.dict" --plain
expect_exactly STRASSE
# combining accents
printf 'niño\n' >"$scratch/accents.txt"
run solve ruzzle $'nin\xcc\x83o/zzzz' --lang es-plain --words "$scratch/accents.txt" --plain
expect_exactly NINO
for code in es es-enye; do
    run solve ruzzle $'nin\xcc\x83o/zzzz' --lang "$code" --words "$scratch/accents.txt" --plain
    expect_exactly NIÑO
done
run solve ruzzle $'N I N\xcc\x83 O / z z z z' --lang es-enye --words "$scratch/accents.txt" --plain
expect_exactly NIÑO

# a player's words are folded like boards; letters of the list's alphabet are preserved
printf 'PERO\nANO\n' >"$scratch/folded.txt"
run check ruzzle PERO/CATS/AAAA/BBBB --lang it --words "$scratch/folded.txt" però
expect_status 0
expect_out PERO
printf 'Però, año, città\n' >"$scratch/mine.txt"
run solve ruzzle PERO/ANOS/AAAA/BBBB --lang it --words "$scratch/folded.txt" --mine "$scratch/mine.txt" --json
expect_json '.mine.found == 2 and .mine.missed == 0'
printf 'AÑO\n' >"$scratch/enye.txt"
run check ruzzle AÑOS/CATS/AAAA/BBBB --lang es-enye --words "$scratch/enye.txt" año
expect_status 0
run check ruzzle ANOS/CATS/AAAA/BBBB --lang es-enye --words "$scratch/enye.txt" ano
expect_status 1

# compile: the same answers as from the text; damaged files are rejected
run words compile "$scratch/list.txt" -o "$scratch/list.dict" --title mine
expect_status 0
run solve boggle CATX/DOGX/XXXX/XXXX --words "$scratch/list.dict" --plain --sort word
expect_exactly $'CAT\nDOG'
run solve boggle CATX/DOGX/XXXX/XXXX --words "$scratch/list.txt" --plain --sort word
expect_exactly $'CAT\nDOG'
size=$(stat -c %s "$scratch/list.dict")
for at in 9 40 "$((size / 2))" "$((size - 1))"; do
    cp "$scratch/list.dict" "$scratch/damaged.dict"
    printf '\377' | dd of="$scratch/damaged.dict" bs=1 seek="$at" conv=notrunc 2>/dev/null
    run solve boggle CATX/DOGX/XXXX/XXXX --words "$scratch/damaged.dict"
    expect_status 2
    expect_no_out
done
head -c "$((size - 16))" "$scratch/list.dict" >"$scratch/short.dict"
run solve boggle CATX/DOGX/XXXX/XXXX --words "$scratch/short.dict"
expect_status 2

# lists of one's own: text or compiled, by --words or --lang, with letter values; files come first
printf 'A 9\nC=5 T7\n' >"$scratch/values.txt"
for file in list.txt list.dict; do
    run words add-list mine-2 "$scratch/$file" --values "$scratch/values.txt"
    expect_status 0
    expect_err 'mine-2: 2 words'
    for option in --words --lang; do
        run solve ruzzle CATX/DOGX/XXXX/XXXX "$option" mine-2 --json
        expect_json '.words | length == 2'
        expect_json '[.words[] | select(.word == "CAT")][0].score == 21'
    done
done
run check ruzzle CATX/DOGX/XXXX/XXXX --words mine-2 cat
expect_status 0
expect_out 'CAT  21'
run words list
expect_out 'mine-2             2  your own'
run words list --json
expect_json '.lists[-1] | .code == "mine-2" and .own and .base == "en" and .words == 2'
run words lookup dog
expect_out 'mine-2'
run solve ruzzle CATX/DOGX/XXXX/XXXX --values "$scratch/values.txt" --json
expect_json '[.words[] | select(.word == "CAT")][0].score == 21'
printf 'A 0\n' >"$scratch/bad-values.txt"
run solve ruzzle CATX/DOGX/XXXX/XXXX --values "$scratch/bad-values.txt"
expect_status 2
expect_err "'A 0' is not a letter value"
for name in en it_IT all 'Mine' '-x' '../x' ''; do
    run words add-list -- "$name" "$scratch/list.txt"
    expect_status 2
    expect_err 'is not a name for a list'
done
run words remove-list mine-2
expect_status 0
run solve ruzzle CATX/DOGX/XXXX/XXXX --lang mine-2
expect_status 2
run words remove-list mine-2
expect_status 2

# languages whose dictionaries are installed (bootstrap installs Italian and Spanish)
for language in it:it_IT:CASA es:es_ES:PERRO; do
    code=${language%%:*}
    files=${language#*:}
    word=${files#*:}
    files=${files%%:*}
    [ -e "/usr/share/hunspell/$files.dic" ] || {
        leave_out "hunspell-$code is not installed"
        continue
    }
    run words build "$code"
    expect_status 0
    run words lookup "$word"
    expect_out "$code"
    run words list --json
    expect_json "[.lists[] | select(.code == \"$code\")][0] | .installed and .words > 500000"
    expect_json "[.lists[] | select(.code == \"$code\")][0] | .outdated == false"
    run words lookup mdclxiv kg ecc
    expect_status 1
    expect_out 'mdclxiv: not found'
    expect_out 'kg: not found'
    run solve ruzzle "C A:3l T D / W O:2w F O / I R D G / N O A S" --lang "$code" --json
    expect_status 0
    expect_json '.count > 50 and (.words[0].score >= .words[-1].score)'
    run words expand "/usr/share/hunspell/$files.aff" "/usr/share/hunspell/$files.dic" --lang "$code"
    expect_status 0
    grep -qx "$word" "$scratch/out" || fail "expand has $word"
done

# German: compounds that a second package lists, but no names, and not every pair of nouns
if [ -e /usr/share/hunspell/de_DE.dic ] && [ -e /usr/share/dict/ngerman ]; then
    run words build de
    expect_status 0
    for word in streichholz autoschlüssel grabsteine haus; do
        run words lookup "$word"
        expect_out "$word: de"
    done
    for word in osram niedersachsen abendägypter hausarbeits; do
        run words lookup "$word"
        expect_out "$word: not found"
    done
else
    leave_out 'hunspell-de-de or wngerman is not installed'
fi

# Italian: real forms with pronouns stay, invented ones go; reviewed short words
if [ -e /usr/share/hunspell/it_IT.dic ]; then
    for word in ih ko sedesse possiederanno adempisce mandarlo mandandogli andarsene dimmelo mandatemi mandiamolo; do
        run words lookup "$word"
        expect_out "$word: it"
    done
    for word in mandandoglielo mandatosene mandiamoti mcm cc; do
        run words lookup "$word"
        expect_status 1
        ! grep -q ' it\b' "$scratch/out" || fail "$word is not Italian"
    done
    run solve ruzzle "X I C C / V L M I / X I C D / O A T E" --lang it --plain
    ! grep -E '^M*(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})$' "$scratch/out" | grep -q .... || fail "Roman numerals are not words"
fi
finish
