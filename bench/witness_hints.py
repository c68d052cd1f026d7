#!/usr/bin/env python3
"""Share of hints with a reason, for one or more programs in one run.

    bench/witness_hints.py PANELS [--every N] [--skip K] [--from STEPS] COMB [COMB ...]

PANELS is a file with one panel per line. Each program is asked for the first level-3 hint of every N-th panel; with
--from, also for a hint after the first STEPS steps of a solution. A reason is a hint of the kind "clue" or "cases".
Prints a table per program with counts, the size of arguments and the CPU time of the process."""
import argparse
import collections
import json
import resource
import subprocess


def ask(comb, panel, extra):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run([comb, "hint", "witness", panel, "--json", "--level", "3", *extra], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    answer = json.loads(run.stdout) if run.stdout.startswith("{") else {}
    return run.returncode, answer, seconds, run.stderr


def beginning(comb, panel, steps):
    run = subprocess.run([comb, "solve", "witness", panel, "--json", "--time-limit", "5s"], capture_output=True, text=True)
    path = json.loads(run.stdout).get("path") or []
    return " ".join(f"{x},{y}" for x, y in path[:steps + 1]) if len(path) > steps + 2 else None


def classify(code, answer):
    kind = answer.get("kind")
    if code == 5:
        return "rejected by the verifier"
    if kind == "clue":
        return "reason"
    if kind == "cases":
        cases = sum(1 for claim in answer["argument"] if claim["rule"] == "case")
        return "reason, 1 case" if cases == 1 else f"reason, {'2 to 8' if cases <= 8 else 'more'} cases"
    if kind == "line" and answer.get("argument"):
        return "step of one solution, then a reason"
    return {"proof": "found by search", "line": "step of one solution"}.get(kind, "nothing")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("panels")
    parser.add_argument("combs", nargs="+")
    parser.add_argument("--every", type=int, default=10)
    parser.add_argument("--skip", type=int, default=0)
    parser.add_argument("--from", dest="steps", type=int, default=0)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    with open(options.panels) as file:
        panels = [line.strip() for line in file if line.strip()][options.skip::options.every]
    counts = {comb: collections.Counter() for comb in options.combs}
    times = {comb: [] for comb in options.combs}
    for panel in panels:
        extra = []
        if options.steps:
            text = beginning(options.combs[-1], panel, options.steps)
            if not text:
                continue
            extra = ["--from", text]
        for comb in options.combs:
            code, answer, seconds, problem = ask(comb, panel, extra)
            kind = classify(code, answer)
            counts[comb][kind] += 1
            times[comb].append(seconds)
            if options.list:
                print(f"{kind}\t{seconds:.2f}\t{answer.get('text', problem.strip())}\t{panel}", flush=True)
    for comb in options.combs:
        total, sorted_times = sum(counts[comb].values()), sorted(times[comb])
        reasons = sum(n for kind, n in counts[comb].items() if kind.startswith("reason"))
        print(f"{comb}: {total} hints, {reasons} with a reason ({100 * reasons / max(total, 1):.1f} %)")
        for kind, count in counts[comb].most_common():
            print(f"    {count:5d}  {kind}")
        p = lambda q: sorted_times[min(len(sorted_times) - 1, int(q * len(sorted_times)))]
        print(f"    CPU seconds per hint: median {p(0.5):.3f}, p90 {p(0.9):.3f}, p99 {p(0.99):.3f}, max {sorted_times[-1]:.3f}")


if __name__ == "__main__":
    main()
