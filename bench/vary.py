#!/usr/bin/env python3
"""Makes variations of pictures with known truth, as phones, cameras and chat programs make them.

    bench/vary.py COMB FOLDER OUT [--part 0|1] [--only TEXT] [--names A,B] [--each N]

FOLDER has pictures and a truth.json: a list of {file, client, kind, game, truth}. OUT gets the variations and a
truth.json of the same form, whose kind is the name of the variation, so that the program that measures FOLDER measures
OUT as well. Only boards of letters and Hexcells are varied, and pictures without a board. Truth in pixels (SixCells) is
moved with the picture. Crops that lose part of the board have the truth {"cut": true}: such a reading must not be
certain. Where the board is in a picture is what COMB reads there.

--part 0 takes every other picture, --part 1 the rest: one half for tuning, one for checking. --each N makes N
variations of each picture, others for each, instead of all. Needs Pillow.
"""
import argparse
import json
import math
import os
import random
import subprocess
import sys

from PIL import Image, ImageDraw, ImageEnhance, ImageFilter, ImageOps


class Picture:
    """A picture, where its board is, and a function that moves points with it."""

    def __init__(self, image, box, pitch, move=lambda x, y: (x, y)):
        self.image, self.box, self.pitch, self.move = image, box, pitch, move
        self.cut, self.quality = False, None

    def then(self, image, step):
        old = self.move
        self.image, self.move = image, lambda x, y: step(*old(x, y))
        return self


# ---- colours and quality

def table(p, function):
    p.image = p.image.point([max(0, min(255, int(function(v / 255) * 255 + 0.5))) for v in range(256)] * 3)
    return p


def channels(p, red, green, blue):
    factors = (red, green, blue)
    p.image = p.image.point([min(255, int(v * factors[k])) for k in range(3) for v in range(256)])
    return p


def filtered(p, what):
    p.image = p.image.filter(what)
    return p


def jpeg(quality):
    def make(p, rng):
        p.quality = quality
        return p
    return make


def enhance(kind, factor):
    def make(p, rng):
        p.image = kind(p.image).enhance(factor)
        return p
    return make


def gradient(p, rng):
    """A lamp at one side."""
    w, h = p.image.size
    shade = Image.linear_gradient("L").rotate(rng.choice([0, 90, 180, 270])).resize((w, h))
    dark = ImageEnhance.Brightness(p.image).enhance(0.45)
    p.image = Image.composite(p.image, dark, shade)
    return p


# ---- geometry

def scale(factor):
    def make(p, rng):
        w, h = p.image.size
        size = (max(1, round(w * factor)), max(1, round(h * factor)))
        sx, sy = size[0] / w, size[1] / h
        p.box = tuple(v * s for v, s in zip(p.box, (sx, sy, sx, sy)))
        p.pitch *= sx
        return p.then(p.image.resize(size, Image.LANCZOS if factor < 1 else Image.BICUBIC), lambda x, y: (x * sx, y * sy))
    return make


def turn(degrees):
    def make(p, rng):
        w, h = p.image.size
        step = {90: lambda x, y: (h - y, x), 180: lambda x, y: (w - x, h - y), 270: lambda x, y: (y, w - x)}[degrees]
        method = {90: Image.ROTATE_270, 180: Image.ROTATE_180, 270: Image.ROTATE_90}[degrees]
        return p.then(p.image.transpose(method), step)
    return make


def solve(rows, values):
    n = len(values)
    m = [list(map(float, r)) + [float(v)] for r, v in zip(rows, values)]
    for i in range(n):
        best = max(range(i, n), key=lambda r: abs(m[r][i]))
        m[i], m[best] = m[best], m[i]
        for r in range(n):
            if r != i:
                f = m[r][i] / m[i][i]
                m[r] = [a - f * b for a, b in zip(m[r], m[i])]
    return [m[i][n] / m[i][i] for i in range(n)]


def homography(sources, targets):
    rows, values = [], []
    for (x, y), (u, v) in zip(sources, targets):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    return solve(rows, values)


def warp(p, corners):
    """Moves the picture's corners (clockwise from the upper left) and fills the rest with a plain ground."""
    w, h = p.image.size
    ends = [(0, 0), (w, 0), (w, h), (0, h)]
    there, back = homography(ends, corners), homography(corners, ends)
    ground = p.image.resize((1, 1), Image.BOX).getpixel((0, 0))
    image = p.image.transform((w, h), Image.PERSPECTIVE, back, Image.BICUBIC, fillcolor=ground)

    def step(x, y, m=there):
        d = m[6] * x + m[7] * y + 1
        return (m[0] * x + m[1] * y + m[2]) / d, (m[3] * x + m[4] * y + m[5]) / d
    return p.then(image, step)


def rotate(degrees):
    def make(p, rng):
        w, h = p.image.size
        a = math.radians(degrees * rng.choice([-1, 1]))
        shrink = 1 / (abs(math.cos(a)) + abs(math.sin(a)) * max(w / h, h / w))
        corners = []
        for x, y in ((0, 0), (w, 0), (w, h), (0, h)):
            dx, dy = (x - w / 2) * shrink, (y - h / 2) * shrink
            corners.append((w / 2 + dx * math.cos(a) - dy * math.sin(a), h / 2 + dx * math.sin(a) + dy * math.cos(a)))
        return warp(p, corners)
    return make


def perspective(amount):
    def make(p, rng):
        w, h = p.image.size

        def off(size):
            return rng.uniform(0, amount) * size
        return warp(p, [(off(w), off(h)), (w - off(w), off(h)), (w - off(w), h - off(h)), (off(w), h - off(h))])
    return make


def crop(p, left, top, right, bottom):
    w, h = p.image.size
    left, top, right, bottom = (int(max(0, left)), int(max(0, top)), int(min(w, right)), int(min(h, bottom)))
    p.box = (p.box[0] - left, p.box[1] - top, p.box[2] - left, p.box[3] - top)
    return p.then(p.image.crop((left, top, right, bottom)), lambda x, y: (x - left, y - top))


def crop_close(margin):
    """To the board with a margin in pitches: nothing of the board is lost, but counters beside it may be."""
    def make(p, rng):
        l, t, r, b = p.box
        m = margin * p.pitch
        return crop(p, l - m, t - m, r + m, b + m)
    return make


def crop_some(p, rng):
    """A random part of the picture around the board."""
    w, h = p.image.size
    l, t, r, b = p.box
    m = 0.3 * p.pitch
    return crop(p, rng.uniform(0, max(0, l - m)), rng.uniform(0, max(0, t - m)), rng.uniform(min(w, r + m), w),
                rng.uniform(min(h, b + m), h))


def crop_off(sides, pitches, close=False):
    """Cuts `pitches` off the board's sides; if close, to the board on the others."""
    def make(p, rng):
        w, h = p.image.size
        l, t, r, b = p.box
        cut, m = pitches * p.pitch, 0.15 * p.pitch
        p.cut = True
        return crop(p, l + cut if "l" in sides else l - m if close else 0, t + cut if "t" in sides else t - m if close else 0,
                    r - cut if "r" in sides else r + m if close else w, b - cut if "b" in sides else b + m if close else h)
    return make


def chrome(p, rng):
    """Another program's window around it: a bar with a title and buttons, a list at the side, a status line."""
    w, h = p.image.size
    bar, side, foot = max(24, h // 14), max(60, w // 5), max(18, h // 24)
    dark = rng.random() < 0.5
    ground, ink, line = ((30, 31, 36), (220, 220, 225), (70, 72, 80)) if dark else ((246, 246, 248), (40, 40, 46), (205, 206, 212))
    out = Image.new("RGB", (w + side, h + bar + foot), ground)
    draw = ImageDraw.Draw(out)
    for k in range(3):
        draw.ellipse((10 + k * bar * 0.6, bar * 0.3, 10 + k * bar * 0.6 + bar * 0.4, bar * 0.7), fill=[(255, 95, 86), (255, 189, 46), (39, 201, 63)][k])
    draw.text((bar * 3, bar * 0.3), "picture.png - Viewer", fill=ink)
    draw.line((0, bar - 1, w + side, bar - 1), fill=line)
    for k in range(int(h / 48)):
        draw.rectangle((8, bar + 10 + 44 * k, side - 8, bar + 44 + 44 * k), outline=line)
        draw.text((16, bar + 20 + 44 * k), "Item %d" % (k + 1), fill=ink)
    draw.text((10, h + bar + foot * 0.2), "100 %  1 of 12", fill=ink)
    out.paste(p.image, (side, bar))
    p.box = (p.box[0] + side, p.box[1] + bar, p.box[2] + side, p.box[3] + bar)
    return p.then(out, lambda x, y: (x + side, y + bar))


def chain(*steps):
    def make(p, rng):
        for step in steps:
            p = step(p, rng)
        return p
    return make


VARIATIONS = {
    "same": lambda p, rng: p,
    "jpeg30": jpeg(30), "jpeg45": jpeg(45), "jpeg60": jpeg(60),
    "half": scale(0.5), "0.67x": scale(0.67), "0.8x": scale(0.8), "1.5x": scale(1.5),
    "half jpeg45": chain(scale(0.5), jpeg(45)), "0.75x jpeg50": chain(scale(0.75), jpeg(50)),
    "turn90": turn(90), "turn180": turn(180), "turn270": turn(270), "turn90 jpeg60": chain(turn(90), jpeg(60)),
    "rot1": rotate(1), "rot2": rotate(2), "rot3 jpeg60": chain(rotate(3), jpeg(60)),
    "lean4": perspective(0.04), "lean8": perspective(0.08), "lean6 jpeg50": chain(perspective(0.06), jpeg(50)),
    "bright": lambda p, rng: table(p, lambda v: v * 1.45), "dim": lambda p, rng: table(p, lambda v: v * 0.3),
    "gamma0.6": lambda p, rng: table(p, lambda v: v ** 0.6), "gamma1.8": lambda p, rng: table(p, lambda v: v ** 1.8),
    "night": lambda p, rng: channels(p, 1, 0.8, 0.5), "deep night": lambda p, rng: channels(p, 0.6, 0.35, 0.2),
    "cold": lambda p, rng: channels(p, 0.85, 0.95, 1.15), "pale": enhance(ImageEnhance.Color, 0.4),
    "grey": enhance(ImageEnhance.Color, 0), "low contrast": enhance(ImageEnhance.Contrast, 0.45),
    "lamp": gradient, "blur1": lambda p, rng: filtered(p, ImageFilter.GaussianBlur(1)),
    "blur2": lambda p, rng: filtered(p, ImageFilter.GaussianBlur(2)),
    "photo": chain(perspective(0.06), rotate(2), gradient, lambda p, rng: filtered(p, ImageFilter.GaussianBlur(0.8)), jpeg(60)),
    "chrome": chrome, "chrome half": chain(chrome, scale(0.5)), "crop some": crop_some, "crop close": crop_close(0.12),
    "cut top row": crop_off("t", 1), "cut bottom row": crop_off("b", 1), "cut left": crop_off("l", 1), "cut right": crop_off("r", 1),
    "cut half left": crop_off("l", 0.5), "cut half right": crop_off("r", 0.5), "cut half bottom": crop_off("b", 0.5),
    "cut half top": crop_off("t", 0.5), "cut corner": crop_off("lt", 1), "cut corner close": crop_off("rb", 1, True),
    "cut row close": crop_off("b", 1, True), "cut a third": crop_off("r", 0.35), "cut a third below": crop_off("b", 0.35),
}


def board_of(comb, path):
    done = subprocess.run([comb, "read", path, "--json", "--no-input"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if not done.stdout.strip():
        return None
    reading = json.loads(done.stdout)
    boxes = [c["box"] for c in reading["cells"]]
    if not boxes:
        return None
    bounds = (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[0] + b[2] for b in boxes), max(b[1] + b[3] for b in boxes))
    xs = sorted(b[0] + b[2] / 2 for b in boxes)
    width = sum(b[2] for b in boxes) / len(boxes)
    gaps = [b - a for a, b in zip(xs, xs[1:]) if b - a > 0.5 * width]
    return bounds, (min(gaps) if gaps else width), reading


def moved(truth, p):
    out = dict(truth)
    for key in ("cells", "lines"):
        if key in truth:
            out[key] = [list(p.move(c[0], c[1])) + c[2:] for c in truth[key]]
    return out


def wanted(entry, only):
    text = " ".join((entry["file"], entry["client"], entry["kind"]))
    return entry["game"] in ("ruzzle", "wordhunt", "boggle", "hexcells", "hexhunt", "hexicon", "none") and only in text


def vary(out, comb, folder, index, entry, names):
    path = os.path.join(folder, entry["file"])
    found, truth = board_of(comb, path), entry["truth"]
    image, made = Image.open(path).convert("RGB"), []
    for name in names:
        cuts = name.startswith("cut")
        if cuts and (not found or truth.get("none") or truth.get("cut")) or name == "crop close" and not found:
            continue
        if cuts and entry["game"] == "hexcells" and "a third" not in name and "half" not in name:
            continue  # a row less of a Hexcells level is another level
        bounds, pitch = found[:2] if found else ((0, 0) + image.size, image.size[0] / 4)
        if name.startswith("crop close") and entry["game"] == "hexcells":
            continue  # loses line hints and the counter
        p = VARIATIONS[name](Picture(image, bounds, pitch), random.Random("%s %s" % (entry["file"], name)))
        file = "%s-%s.%s" % (entry["file"].replace("/", "-").rsplit(".", 1)[0], name.replace(" ", "-"), "jpg" if p.quality else "png")
        if min(p.image.size) < 40:
            continue
        if p.quality:
            p.image.save(os.path.join(out, file), quality=p.quality)
        else:
            p.image.save(os.path.join(out, file), compress_level=1)
        made.append(dict(entry, file=file, kind=name, truth={"cut": True} if p.cut else moved(truth, p)))
    return made


def main():
    ap = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ap.add_argument("comb"), ap.add_argument("folder"), ap.add_argument("out")
    ap.add_argument("--part", type=int), ap.add_argument("--only", default=""), ap.add_argument("--names"), ap.add_argument("--each", type=int)
    a = ap.parse_args()
    with open(os.path.join(a.folder, "truth.json"), encoding="utf-8") as f:
        entries = [e for e in json.load(f) if wanted(e, a.only)]
    os.makedirs(a.out, exist_ok=True)
    names, made = a.names.split(",") if a.names else list(VARIATIONS), []
    for i, entry in enumerate(entries):
        if a.part is not None and i % 2 != a.part:
            continue
        chosen = random.Random(entry["file"]).sample(names, min(a.each, len(names))) if a.each else names
        made += vary(a.out, a.comb, a.folder, i, entry, chosen)
    with open(os.path.join(a.out, "truth.json"), "w", encoding="utf-8") as f:
        json.dump(made, f, ensure_ascii=False)
    print("%d pictures" % len(made))
    return 0


if __name__ == "__main__":
    sys.exit(main())
