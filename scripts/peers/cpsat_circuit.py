"""OR-Tools CP-SAT: AddCircuit over both directions of each edge, with a self-loop at each vertex off the loop."""

from ortools.sat.python import cp_model

from slitherlink import NONE, SEVERAL, UNIQUE, report


def solve(grid):
    model = cp_model.CpModel()
    drawn = {edge: model.NewBoolVar("") for edge in grid.edges}
    arcs = []
    for (a, b), line in drawn.items():
        there, back = model.NewBoolVar(""), model.NewBoolVar("")
        arcs += [(a, b, there), (b, a, back)]
        model.Add(there + back == line)
    for vertex in grid.vertices:
        arcs.append((vertex, vertex, model.NewBoolVar("")))
    model.AddCircuit(arcs)
    model.AddBoolOr(list(drawn.values()))
    for around, clue in grid.clues:
        model.Add(sum(drawn[edge] for edge in around) == clue)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solutions = []
    while len(solutions) < 2 and solver.Solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        solutions.append([edge for edge, line in drawn.items() if solver.Value(line)])
        model.AddBoolOr([drawn[edge].Not() for edge in solutions[-1]])
    return [NONE, UNIQUE, SEVERAL][len(solutions)], solutions[0] if solutions else None


report(solve)
