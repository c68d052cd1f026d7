#!/usr/bin/env python3
"""A straightforward word search as baseline: a trie of dictionaries, a recursion over the grid, a set of words.

usage: python_baseline.py LIST hexagon|square

Reads boards from standard input, one per line, and a line "go" after each batch. Prints one line per batch: seconds of
CPU time and the total number of letters of all words found (each word once per board). Letters fill the board in
reading order; on a square board Q means the tile QU.
"""
import sys
import time


class Node:
    def __init__(self):
        self.children = {}
        self.is_word = False


def read_list(path):
    root = Node()
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            node = root
            for letter in line.strip().upper():
                node = node.children.setdefault(letter, Node())
            node.is_word = True
    return root


HEXAGON_STEPS = [(0, 2), (0, -2), (-1, -1), (-1, 1), (1, -1), (1, 1)]
SQUARE_STEPS = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]


def hexagon_grid(letters):
    """Rows of 3, 4, 5, 4, 3 cells, two columns apart so that neighbouring rows interlock."""
    grid = [["."] * 9 for _ in range(5)]
    rest = iter(letters)
    for row, count in enumerate((3, 4, 5, 4, 3)):
        for i in range(count):
            grid[row][5 - count + 2 * i] = next(rest)
    return grid


def square_grid(letters):
    side = int(len(letters) ** 0.5)
    tiles = ["QU" if letter == "Q" else letter for letter in letters]
    return [tiles[row * side : (row + 1) * side] for row in range(side)]


def find_words(grid, root, steps):
    words = set()

    def visit(row, column, node, path):
        if not (0 <= row < len(grid) and 0 <= column < len(grid[0])):
            return
        if grid[row][column] == "." or (row, column) in path:
            return
        for letter in grid[row][column]:
            if letter not in node.children:
                return
            node = node.children[letter]
        path.append((row, column))
        if node.is_word:
            words.add("".join(grid[r][c] for r, c in path))
        for down, right in steps:
            visit(row + down, column + right, node, path)
        path.pop()

    for row in range(len(grid)):
        for column in range(len(grid[0])):
            visit(row, column, root, [])
    return words


def main():
    root = read_list(sys.argv[1])
    make_grid, steps = (hexagon_grid, HEXAGON_STEPS) if sys.argv[2] == "hexagon" else (square_grid, SQUARE_STEPS)
    batch = []
    for line in sys.stdin:
        line = line.strip()
        if line != "go":
            batch.append(make_grid(line))
            continue
        start = time.process_time()
        letters = sum(sum(map(len, find_words(grid, root, steps))) for grid in batch)
        print(time.process_time() - start, letters, flush=True)
        batch = []


main()
