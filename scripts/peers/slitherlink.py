"""Shared code of the peers: the puzzle, its grid, the loops in a set of edges, and the report."""

import json
import sys
import time

UNIQUE, SEVERAL, NONE = "unique", "several", "no-solution"


class Grid:
    """A puzzle. Vertices are numbered row by row from 1; an edge is a pair of vertices, the smaller first."""

    def __init__(self, path):
        with open(path, encoding="ascii") as file:
            words = file.readline().split()
            rows = [line.strip() for line in file if line.strip() and not line.startswith("#")]
        if words[:1] != ["slitherlink"]:
            sys.exit(f"{path}:1: expected `slitherlink ROWS COLS`")
        self.rows, self.cols = int(words[1]), int(words[2])
        self.vertices = range(1, (self.rows + 1) * (self.cols + 1) + 1)
        across = [(self.vertex(r, c), self.vertex(r, c + 1))
                  for r in range(self.rows + 1) for c in range(self.cols)]
        down = [(self.vertex(r, c), self.vertex(r + 1, c))
                for r in range(self.rows) for c in range(self.cols + 1)]
        self.edges = across + down
        self.at = {vertex: [] for vertex in self.vertices}
        for edge in self.edges:
            for end in edge:
                self.at[end].append(edge)
        self.clues = [(self.around(r, c), int(clue))
                      for r, row in enumerate(rows) for c, clue in enumerate(row) if clue != "."]

    def vertex(self, row, col):
        return row * (self.cols + 1) + col + 1

    def around(self, row, col):
        a, b = self.vertex(row, col), self.vertex(row, col + 1)
        c, d = self.vertex(row + 1, col), self.vertex(row + 1, col + 1)
        return [(a, b), (c, d), (a, c), (b, d)]

    def loops(self, edges):
        """Returns the loops formed by these edges; each vertex must have zero or two of them."""
        neighbours = {}
        for a, b in edges:
            neighbours.setdefault(a, []).append(b)
            neighbours.setdefault(b, []).append(a)
        seen, loops = set(), []
        for start in neighbours:
            loop, before, here = [], None, start
            while here not in seen:
                seen.add(here)
                ahead = next(v for v in neighbours[here] if v != before)
                loop.append((min(here, ahead), max(here, ahead)))
                before, here = here, ahead
            if loop:
                loops.append(loop)
        return loops

    def satisfies_clues(self, edges):
        drawn = set(edges)
        return all(sum(edge in drawn for edge in around) == clue for around, clue in self.clues)


def report(solve):
    """Runs `solve(grid)`, which returns a verdict and the edges of a solution, on the puzzle named on the
    command line, and prints the verdict and the CPU time of reading and solving."""
    path = sys.argv[1]
    start = time.process_time()
    grid = Grid(path)
    verdict, edges = solve(grid)
    seconds = time.process_time() - start
    if edges is not None and not (len(grid.loops(edges)) == 1 and grid.satisfies_clues(edges)):
        verdict = "wrong"
    print(json.dumps({"verdict": verdict, "seconds": seconds}))
