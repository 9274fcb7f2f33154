"""Graphillion: a decision diagram of all single cycles that satisfy the clues, built by its frontier method."""

from graphillion import GraphSet

from slitherlink import NONE, SEVERAL, UNIQUE, report


def solve(grid):
    GraphSet.set_universe(grid.edges)
    clues = [(around, (clue, clue)) for around, clue in grid.clues]
    solutions = GraphSet.graphs(graphset=GraphSet.cycles(), linear_constraints=clues)
    count = solutions.len()
    if count == 0:
        return NONE, None
    return UNIQUE if count == 1 else SEVERAL, next(iter(solutions))


report(solve)
