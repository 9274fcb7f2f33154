"""PySAT: MiniSat 2.2 in one session, with the papers' plain cuts (not all edges of a subtour)."""

from itertools import combinations

from pysat.solvers import Minisat22

from slitherlink import NONE, SEVERAL, UNIQUE, report


def solve(grid):
    number = {edge: i for i, edge in enumerate(grid.edges, 1)}
    with Minisat22() as solver:
        for vertex in grid.vertices:
            at = [number[edge] for edge in grid.at[vertex]]
            for edge in at:
                solver.add_clause([-edge] + [other for other in at if other != edge])
            for three in combinations(at, 3):
                solver.add_clause([-edge for edge in three])
        for around, clue in grid.clues:
            literals = [number[edge] for edge in around]
            for some in combinations(literals, clue + 1):
                solver.add_clause([-edge for edge in some])
            for some in combinations(literals, 4 - clue + 1):
                solver.add_clause(some)
        solver.add_clause(list(number.values()))
        solutions = []
        while len(solutions) < 2 and solver.solve():
            model = solver.get_model()
            drawn = [edge for edge in grid.edges if model[number[edge] - 1] > 0]
            for loop in grid.loops(drawn):
                # A loop that alone satisfies all clues is a solution; the same clause blocks it.
                if len(solutions) < 2 and grid.satisfies_clues(loop):
                    solutions.append(loop)
                solver.add_clause([-number[edge] for edge in loop])
    return [NONE, UNIQUE, SEVERAL][len(solutions)], solutions[0] if solutions else None


report(solve)
