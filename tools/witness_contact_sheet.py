#!/usr/bin/env python3
"""Writes docs/pictures/witness-made.svg: 60 panels with a unique solution, made and drawn by the program.

    tools/witness_contact_sheet.py [COMB]

Rows: 4x4, 5x5, 6x6, 5x5 with squares and stars, 5x5 with triangles and dots, pillars of 6x4 (the last five with rotational symmetry); the first ten
seeds that give a panel, from 1; a seed that gives none is printed. Coordinates are rounded, equal strokes are joined, and
labels for screen readers are dropped: the picture has one label."""
import re
import subprocess
import sys

ROWS = [["--size", "4x4", "--unique"], ["--size", "5x5", "--unique"], ["--size", "6x6", "--unique"],
        ["--size", "5x5", "--symbols", "squares stars", "--unique"], ["--size", "5x5", "--symbols", "triangles dots", "--unique"],
        ["--size", "6x4", "--pillar", "--unique"]]
LAST = ["--symmetry", "rotational"]  # for the second half of the last row
SIDE, SEEDS = 100, 10


def picture(comb, options, seed):
    made = subprocess.run([comb, "make", "witness", *options, "--seed", str(seed)], capture_output=True, text=True)
    panel = made.stdout
    if made.returncode != 0:
        print("no panel:", *options, "--seed", seed)
        return None
    svg = subprocess.run([comb, "draw", "witness", "-", "-o", "/dev/stdout", "--format", "svg"], input=panel, capture_output=True, text=True).stdout
    box = re.search(r'viewBox="([^"]*)"', svg).group(1)
    body = svg[svg.index(">", svg.index("<svg")) + 1:svg.rindex("</svg>")]
    body = re.sub(r"<(title|desc)[^>]*>.*?</\1>", "", body, flags=re.S)
    body = re.sub(r' (aria-[a-z]*|role|id)="[^"]*"', "", body)
    body = re.sub(r"-?\d+\.\d+", lambda number: f"{float(number.group()):.1f}".removesuffix(".0"), body)
    body = re.sub(r' class="[^"]*"', "", re.sub(r"\n\s*", "", body))
    joined = None
    while joined != body:
        joined, body = body, re.sub(r'(<path [^>]*) d="([^"]*)"/>\1 d="([^"]*)"/>', r'\1 d="\2\3"/>', body)
    return box, body


def main():
    comb = sys.argv[1] if len(sys.argv) > 1 else "build/comb"
    parts = []
    for y, options in enumerate(ROWS):
        for x in range(SEEDS):
            if x % 5 == 0:
                more = LAST if y + 1 == len(ROWS) and x == 5 else []
                first = 1 if x == 0 or more else None
                if first:
                    seeds = (drawn for drawn in (picture(comb, options + more, seed) for seed in range(1, 100)) if drawn)
            box, body = next(seeds)
            parts.append(f'<svg x="{x * SIDE + 3}" y="{y * SIDE + 3}" width="{SIDE - 6}" height="{SIDE - 6}" viewBox="{box}">{body}</svg>')
    size = f'viewBox="0 0 {SEEDS * SIDE} {len(ROWS) * SIDE}"'
    with open("docs/pictures/witness-made.svg", "w") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="60 panels made by comb make witness">\n')
        file.write("\n".join(parts) + "\n</svg>\n")


main()
