#!/usr/bin/env python3
"""Checks a certificate of Encycle: `python3 verify.py FOLDER`. Exit code: 0 verified, 1 not verified, 2 wrong usage.

A certificate claims that puzzle.txt has exactly the solutions in solutions.txt, or that all have the forced atoms:
1. Each listed solution obeys all rules: they do not exclude it (`excludes`).
2. Each clause of formula.cnf holds in every other solution: the rules exclude an assignment that violates it.
3. proof.lrat refutes formula.cnf (`check_proof`): no assignment satisfies all clauses. So there is no other solution.
Other kinds of puzzles have other rules in the same frame."""
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

class Rules:
    """Rules about numbers: (atoms, allowed numbers of true ones). An atom is a name, a solution a set of true atoms.
    `given` atoms are true in every solution, `never` in none. If solutions nest, one may contain another."""
    def __init__(self, counts, nests=False):
        self.nests = nests
        self.never = {atom for atoms, allowed in counts if allowed == {0} for atom in atoms}
        self.given = {atoms[0] for atoms, allowed in counts if allowed == {1} and len(atoms) == 1}
        rules = [([atom for atom in atoms if atom not in self.never | self.given],
                  {number - len(self.given & {*atoms}) for number in allowed}) for atoms, allowed in counts]
        self.is_impossible = any(not allowed & {*range(len(atoms) + 1)} for atoms, allowed in rules)
        self.counts = rules + [([atom], {int(atom in self.given)}) for atom in self.given | self.never]
        self.counts_of = defaultdict(list)
        for index, (atoms, _) in enumerate(self.counts):
            for atom in atoms: self.counts_of[atom].append(index)
    def add_cut(self, literals): pass
    def excludes(self, true, false):
        """Returns a reason only if no solution has all atoms of `true` and none of `false`."""
        least, lost = (Counter(index for atom in atoms for index in self.counts_of[atom]) for atoms in (true, false))
        for index in least.keys() | lost.keys():  # is no allowed number left?
            atoms, allowed = self.counts[index]
            if not any(least[index] <= count <= len(atoms) - lost[index] for count in allowed):
                return f"{least[index]} to {len(atoms) - lost[index]} of {' '.join(atoms)}"
        return self.is_impossible and "a rule that no number satisfies"

