#!/usr/bin/env python3
"""Measures whether the confidence of letters read from pictures can be believed.

    bench/reliability.py COMB FOLDER... [--variations] [--every N]

Each FOLDER has pictures and a truth.json: a list of {file, game, source, truth: {board}}. Only word boards count. Every
picture is read; each cell is one sample: its confidence, and whether its letter is right. The glyph model is trained on
fonts alone and its confidence was calibrated on held-out fonts (bench/glyph), so every source of pictures is held out.
The spread over sources is what matters: one source is one font, one camera, one app.

Prints the fraction of right letters by confidence with its lower bound (one-sided, 95 %, exact), then the same for each
source alone at 0.99 or more. The letters of one source are not independent, so the bounds hold for these sources, not
for any other. --variations also reads each picture smaller, as poor JPEG, darker, grey and slanted (needs Pillow);
--every N takes every N-th picture only.
"""
import argparse
import collections
import json
import math
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

BINS = [0, 0.5, 0.8, 0.9, 0.95, 0.99, 1.01]


def at_least(n, right):
    """The fraction that `right` of `n` exceeds with a probability of 5 % (Clopper and Pearson)."""
    if right == 0:
        return 0.0
    low, high = 0.0, right / n
    for _ in range(60):
        middle = (low + high) / 2
        tail = 0.0
        for wrong in range(n - right + 1):
            tail += math.exp(math.lgamma(n + 1) - math.lgamma(wrong + 1) - math.lgamma(n - wrong + 1) +
                             wrong * math.log1p(-middle) + (n - wrong) * math.log(max(middle, 1e-300)))
        low, high = (middle, high) if tail < 0.05 else (low, middle)
    return low


def letters(board):
    rows = [row.split() if " " in row.strip() or ":" in row else list(row.strip()) for row in board.split("/")]
    return [[cell.split(":")[0].upper() for cell in row] for row in rows if row]


def samples(comb, path, board):
    done = subprocess.run([comb, "read", path, "--json", "--no-input"], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, universal_newlines=True)
    if not done.stdout.strip():
        return []
    reading, want = json.loads(done.stdout), letters(board)
    if any(cell["y"] >= len(want) or cell["x"] >= len(want[cell["y"]]) for cell in reading["cells"]):
        return []
    if reading["game"] in ("witness", "hexcells") or reading["expected"] != sum(map(len, want)):
        return []
    return [(cell["confidence"], cell["text"] == want[cell["y"]][cell["x"]] or
             {cell["text"], want[cell["y"]][cell["x"]]} == {"Q", "QU"}) for cell in reading["cells"]]


def variations(path, folder):
    from PIL import Image, ImageEnhance, ImageOps
    picture = Image.open(path).convert("RGB")
    w, h = picture.size
    slant = [0.03 * w, 0.01 * h, 0, h, w, 0.98 * h, 0.97 * w, 0]
    made = {
        "half": picture.resize((w // 2, h // 2), Image.LANCZOS),
        "dark": ImageEnhance.Brightness(picture).enhance(0.4),
        "grey": ImageOps.grayscale(picture),
        "slant": picture.transform((w, h), Image.QUAD, slant, Image.BICUBIC),
    }
    for name, changed in made.items():
        out = os.path.join(folder, "%s-%s.png" % (os.path.basename(path), name))
        changed.save(out, compress_level=1)
        yield out
    out = os.path.join(folder, os.path.basename(path) + "-jpeg.jpg")
    picture.save(out, quality=30)
    yield out


def read_all(comb, folder, entry, vary):
    path = os.path.join(folder, entry["file"])
    out = samples(comb, path, entry["truth"]["board"])
    if vary:
        with tempfile.TemporaryDirectory() as scratch:
            for changed in variations(path, scratch):
                out += samples(comb, changed, entry["truth"]["board"])
    return out


def main():
    ap = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ap.add_argument("comb"), ap.add_argument("folders", nargs="+"), ap.add_argument("--variations", action="store_true")
    ap.add_argument("--every", type=int, default=1)
    a = ap.parse_args()
    entries = []
    for folder in a.folders:
        with open(os.path.join(folder, "truth.json"), encoding="utf-8") as f:
            entries += [(folder, e) for e in json.load(f)
                        if e["game"] in ("wordhunt", "ruzzle", "boggle") and "board" in e["truth"]]
    entries = entries[::a.every]
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda fe: read_all(a.comb, fe[0], fe[1], a.variations), entries))
    curve, sources = collections.Counter(), collections.defaultdict(collections.Counter)
    for (_, entry), cells in zip(entries, results):
        source = entry.get("source", entry.get("client", "")).split(":")[0]
        for confidence, right in cells:
            low = max(b for b in BINS if b <= confidence)
            curve[low, right] += 1
            sources[source][low >= 0.99, right] += 1
    print("%-14s %8s %8s %10s %10s" % ("confidence", "letters", "right", "fraction", "at least"))
    for low, high in zip(BINS, BINS[1:]):
        n = curve[low, True] + curve[low, False]
        print("%4.2f to %4.2f   %8d %8d %9.2f%% %9.2f%%" % (low, min(high, 1), n, curve[low, True],
                                                           100 * curve[low, True] / max(n, 1), 100 * at_least(n, curve[low, True])))
    print("\n%-42s %8s %16s" % ("source, at 0.99 or more", "letters", "wrong"))
    for source, n in sorted(sources.items()):
        print("%-42s %8d %16d" % (source[:42], n[True, True] + n[True, False], n[True, False]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
