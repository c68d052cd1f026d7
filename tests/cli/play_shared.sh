#!/bin/bash
# Plays public levels on the screen from start to end, without a wrong click.
# timeout: 1800
# cost: 40
# labels: slow
. tests/lib/expect.sh
command=play
status=0
: >"$scratch/out"
: >"$scratch/err"
levels=../shared/data/hexcells/levels
[ -d $levels ] || skip "$levels is not there"
. tests/lib/play.sh

whole $levels/reddit__no5hard.hexcells --size 1024x600 --at 5,5
whole $levels/reddit__hexcells-the-book-lv1.hexcells --size 1280x800 --at 400,200 --hover
whole $levels/reddit__the-box-2.hexcells --size 1280x720 --at 1,300
whole $levels/reddit__deformed-hexes.hexcells --size 1366x768 --at 600,300 --animate
whole $levels/reddit__level-2.hexcells --size 1600x900 --at 120,90 --end
whole $levels/gen__dia_w10h10_md35_c100_r35_seed2.hexcells --size 1440x900 --at 77,150
whole $levels/jdurant__black-level.hexcells --size 1920x1080
exit 0
