#!/usr/bin/env python3
"""Checks a certificate of Encycle: `python3 verify.py FOLDER`. Exit code: 0 verified, 1 not verified, 2 wrong usage.
A certificate claims that puzzle.txt has exactly the solutions in solutions.txt, or that all have the forced atoms:
1. Each listed solution obeys all rules: they do not exclude it (`excludes`).
2. Each clause of formula.cnf holds in every other solution: the rules exclude an assignment that violates it.
3. proof.lrat refutes formula.cnf (`check_proof`): no assignment satisfies it. So there is no other solution."""
