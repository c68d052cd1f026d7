#!/bin/bash
# Reads real screenshots.
. tests/lib/expect.sh
screens=../shared/data/screens
[ -f $screens/truth.json ] || skip "$screens/truth.json is not there"

for name in hexhunt-record hexhunt-apply; do
    run read "$screens/$name.png" -q
    expect_status 0
    expect_exactly "$(jq -r --arg name "$name.png" '.[$name].rows_top_to_bottom | join("/")' $screens/truth.json)"
done
run read $screens/hexicon-1080x2160.png --json
expect_status 0
expect_json '.game == "hexicon" and (.cells | length) == 61'
run solve $screens/hexhunt-record.png --json
expect_json '.score == 4064'
echo passed
