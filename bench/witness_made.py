#!/usr/bin/env python3
"""Solves panels made by 'comb make', of 44 kinds, with one or more builds of bench/witness in one run.

    bench/witness_made.py [--seeds 1,2] [--limit SECONDS] [--only NUMBERS] COMB WITNESS [WITNESS ...]

Makes for each seed 44 panels under windmill rules with COMB: 11 sets of symbols (below) in 4 sizes. Each WITNESS solves
them, one solution each in one thread, and its verifier checks the solutions. Prints per panel the CPU seconds, or "-" if
it was not solved within the limit; then a row of totals per program. --only runs some numbers only, such as 27,37-42."""
import argparse
import re
import subprocess
import tempfile

SIZES = [8, 10, 12, 15]
SYMBOLS = [
    "polyominoes",
    "polyominoes blue",
    "polyominoes eliminations",
    "polyominoes blue eliminations",
    "polyominoes squares",
    "polyominoes stars",
    "polyominoes squares stars",
    "polyominoes squares stars eliminations",
    "polyominoes blue squares stars",
    "polyominoes dots triangles",
    "squares stars eliminations",
]
KINDS = [(size, symbols) for size in SIZES for symbols in SYMBOLS]
ROW = re.compile(r"^ *(\d+) (\d) +([\d.]+) ms")
SOLVED = 0


def make(comb, size, symbols, seed):
    run = subprocess.run([comb, "make", "witness", "--rules", "windmill", "--size", str(size), "--symbols", symbols,
                          "--seed", str(seed), "--plain"], capture_output=True, text=True, check=True)
    return run.stdout.strip().replace("\n", " / ").replace("Witness panel v1 / ", "")


def solve(witness, panel, limit):
    """Seconds and whether it was solved."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(panel + "\n")
        file.flush()
        run = subprocess.run([witness, "--limit", str(limit), "--times", "--rules", "windmill", file.name],
                             capture_output=True, text=True, check=True)
    if "rejected 0, unsolvable 0" not in run.stdout:
        raise SystemExit(f"wrong answer of {witness} for: {panel}\n{run.stdout}")
    row = ROW.match(run.stdout)
    return float(row.group(3)) / 1000, int(row.group(2)) == SOLVED


def numbers(text):
    chosen = set()
    for part in text.split(","):
        first, _, last = part.partition("-")
        chosen.update(range(int(first), int(last or first) + 1))
    return chosen


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("comb")
    parser.add_argument("programs", nargs="+", metavar="WITNESS")
    parser.add_argument("--seeds", default="1,2")
    parser.add_argument("--limit", type=float, default=15)
    parser.add_argument("--only", type=numbers, default=set(range(1, len(KINDS) + 1)))
    options = parser.parse_args()
    totals = {}
    for seed in options.seeds.split(","):
        for number, (size, symbols) in enumerate(KINDS, 1):
            if number not in options.only:
                continue
            panel = make(options.comb, size, symbols, seed)
            results = [solve(program, panel, options.limit) for program in options.programs]
            shown = " ".join(f"{seconds:8.2f}" if solved else "       -" for seconds, solved in results)
            print(f"seed {seed} {number:3d} {shown}  {size}x{size} {symbols}", flush=True)
            for index, (seconds, solved) in enumerate(results):
                total = totals.setdefault((seed, index), [0, 0, 0])
                total[0] += solved
                total[1] += 1
                total[2] += seconds
    for (seed, index), (solved, count, seconds) in sorted(totals.items()):
        print(f"seed {seed}: {solved} of {count} solved, {seconds:.1f} s: {options.programs[index]}")


if __name__ == "__main__":
    main()
