#!/usr/bin/env python3
"""Checks a certificate of Encycle: `python3 verify.py FOLDER`. Exit code: 0 verified, 1 not verified, 2 wrong usage.

A certificate claims that puzzle.txt has exactly the solutions in solutions.txt, or that all have the forced atoms:
1. Each listed solution obeys all rules: they do not exclude it (`excludes`).
2. Each clause of formula.cnf holds in every other solution: the rules exclude an assignment that violates it.
3. proof.lrat refutes formula.cnf (`check_proof`): no assignment satisfies it. So there is no other solution."""
import functools, hashlib, json, pathlib, re, sys
from collections import Counter, defaultdict

PLACE = []  # the file and the line that the check has reached, for messages
def need(condition, reason):
    if not condition: raise ValueError(reason)
def read(folder, name):
    PLACE[:] = name, 1
    with open(pathlib.Path(folder, name), encoding="utf-8", newline="\n") as file:
        for PLACE[1], line in enumerate(file, 1): yield line.rstrip("\r\n")
def number(word, least, most):
    need(re.fullmatch("[0-9]{1,9}", word) and least <= int(word) <= most, f"'{word}' is not from {least} to {most}")
    return int(word)
def grid(rows, height, width):
    """Reads cells, by row and column from 1: the words of each line, or its characters."""
    rows = [line.split() if len(line.split()) == width else "".join(line.split()) for line in rows]
    need(len(rows) == height and all(len(row) == width for row in rows), f"the size is not {height} x {width}")
    return {(r, c): cell for r, row in enumerate(rows, 1) for c, cell in enumerate(row, 1)}

