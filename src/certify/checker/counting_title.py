#!/usr/bin/env python3
"""Checks a certificate of Encycle: `python3 verify.py FOLDER`. Exit code: 0 verified, 1 not verified, 2 wrong usage.
A certificate by counting claims that puzzle.txt has no solution:
1. Each row of counting.opb holds in every solution (`holds`): it is a rule, or a cut.
2. Each step of counting.pbp is a sum of rows and steps with factors, divided and rounded up (`derive`).
3. The last step has no solution, not even with arbitrary values. The clauses of formula.cnf are not needed."""
