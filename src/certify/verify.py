#!/usr/bin/env python3
"""Checks a certificate of Encycle: `python3 verify.py FOLDER`. Exit code: 0 verified, 1 not verified, 2 wrong usage.

A certificate claims that puzzle.txt has exactly the solutions in solutions.txt. The check has three parts:
1. Each listed solution obeys all rules (`broken_rule`).
2. Each clause of formula.cnf holds in every solution that is not listed (`excludes`, from the puzzle alone).
3. proof.lrat refutes formula.cnf (`check_proof`): no assignment satisfies all clauses. So every solution is listed."""
import hashlib, json, pathlib, re, sys
from collections import Counter, defaultdict

KINDS = {"slitherlink": [None], "slitherlynx": [None], "sudoku": [None], "chaos": [None], "hamilton": ["cycle", "path"],
         "numberlink": ["free", "cover"]}  # the kinds and their variants
PLACE = []  # the file and the line that the check has reached, for messages
def need(condition, reason):
    if not condition: raise ValueError(reason)
def read(folder, name):
    PLACE[:] = name, 1
    with open(pathlib.Path(folder, name), encoding="utf-8", newline="\n") as file:
        for PLACE[1], line in enumerate(file, 1): yield line.rstrip("\r\n")
def find(top, item):
    """Returns the representative of the set of an item (union-find)."""
    while item in top: top[item], item = top.get(top[item], top[item]), top[item]
    return item
def join(top, pairs):
    """Joins the sets of the two items of each pair. Returns how many pairs were in one set before."""
    closed = 0
    for a, b in ((find(top, a), find(top, b)) for a, b in pairs):
        closed += a == b
        if a != b: top[a] = b
    return closed

class Puzzle:
    """The rules of a puzzle. Its atoms are names; a solution is the set of the true ones. `counts` are rules about
    numbers: (atoms, allowed numbers of true ones among them). If the puzzle is about lines, an atom is an edge, `ends`
    has its two vertices, `degrees` the allowed numbers of lines at each vertex, at most two, and `shape` is what the
    lines form: one "cycle", "cycles" (at least one), or "paths", one for each of `pairs`."""
    def __init__(self, counts, shape="", ends={}, degrees={}, pairs=()):
        self.shape, self.ends, self.degrees, self.pairs, self.known = shape, ends, degrees, pairs, None
        self.edges_at, self.counts_of = {vertex: [] for vertex in degrees}, defaultdict(list)
        for edge, (a, b) in ends.items():
            for vertex, other in ((a, b), (b, a)): self.edges_at[vertex].append((edge, other))
        self.counts = counts + [([edge for edge, _ in self.edges_at[end]], degrees[end]) for end in degrees]
        for index, (atoms, _) in enumerate(self.counts):
            for atom in atoms: self.counts_of[atom].append(index)
        self.positive = {index: rule for index, rule in enumerate(self.counts) if 0 not in rule[1]}
        self.never = {atom for atoms, allowed in self.counts if allowed == {0} for atom in atoms}
        # If each edge has an end at even and one at odd depth, these have equally many ends of lines in a solution.
        depth = self.islands(self.never)[0]
        even, odd = ([degrees[end] for end in depth if depth[end] % 2 == side] for side in (0, 1))
        is_unequal = sum(map(min, even)) > sum(map(max, odd)) or sum(map(min, odd)) > sum(map(max, even))
        is_bipartite = all((depth[a] + depth[b]) % 2 for edge, (a, b) in ends.items() if edge not in self.never)
        self.is_unbalanced = is_unequal and is_bipartite
    def broken_rule(self, true):
        """Returns a rule that these true atoms break if all others are false, or None: they are a solution."""
        found = Counter(index for atom in true for index in self.counts_of[atom])
        for index, (atoms, allowed) in ((index, self.counts[index]) for index in self.positive.keys() | found.keys()):
            if found[index] not in allowed: return f"{found[index]} in place of {allowed} of {' '.join(atoms)}"
        top = {}  # now the lines are separate cycles and paths
        cycles = join(top, [self.ends[edge] for edge in true]) if self.shape else 0
        if cycles not in {"cycle": [1], "cycles": range(1, len(true))}.get(self.shape, [0]): return f"{cycles} loops"
        if any(find(top, a) != find(top, b) for a, b in self.pairs): return "a pair is not joined"
    def excludes(self, true, false):
        """Returns True only if no solution has all atoms of `true` and none of `false`."""
        least, lost = (Counter(index for atom in atoms for index in self.counts_of[atom]) for atoms in (true, false))
        for index in least.keys() | lost.keys():  # is no allowed number left at a vertex, clue, cell or house?
            atoms, allowed = self.counts[index]
            if not any(least[index] <= count <= len(atoms) - lost[index] for count in allowed): return True
        if self.is_unbalanced or not self.shape: return self.is_unbalanced
        if self.shape == "cycles": return len(false) == len(self.ends)  # at least one edge is drawn
        top, pair_of = {}, {}  # at most two edges of `true` meet at a vertex: they are separate cycles and paths
        has_cycle = join(top, [self.ends[edge] for edge in true]) > 0
        if self.shape == "cycle":  # a cycle is the whole solution, if it is one
            return self.broken_rule(true) is not None if has_cycle else self.excludes_cut(true, false | self.never)
        # a path with ends of two pairs is complete, and wrong
        return has_cycle or any(pair_of.setdefault(find(top, end), pair) != pair for pair in self.pairs for end in pair)
    def excludes_cut(self, true, gone):
        """Returns True only if no cycle without edges of `gone` has all edges of `true` and obeys the counts. A cycle
        has no bridge, an edge whose loss disconnects its ends: it is in one island, a part between bridges."""
        # The clauses of a cut differ in few edges. If those that return form a forest on the islands, they are bridges.
        if not self.known or not gone <= self.known[0] or join(
                {}, [[self.known[1][vertex] for vertex in self.ends[edge]] for edge in self.known[0] - gone]):
            _, island, bridges = self.islands(gone)
            inside = {edge: island[a] for edge, (a, _) in self.ends.items() if edge not in gone and edge not in bridges}
            homes = {home for home in set(inside.values()) if all(  # the islands with enough edges for all counts
                sum(inside.get(edge) == home for edge in edges) >= min(few) for edges, few in self.positive.values())}
            self.known = gone | bridges, island, homes
        removed, island, homes = self.known
        where = {None if edge in removed else island[self.ends[edge][0]] for edge in true}
        return not any(where <= {home} for home in homes)
    def islands(self, gone):
        """Returns the depth of each vertex in a spanning forest without edges of `gone`, its island, the bridges."""
        depth, parent, others, top = {}, {}, [], {}  # `top` leads to the highest vertex of an island
        for root in (vertex for vertex in self.degrees if vertex not in depth):
            depth[root], queue = 0, [root]
            for here in queue:
                for edge, there in self.edges_at[here]:
                    if there not in depth and edge not in gone:
                        depth[there], parent[there] = depth[here] + 1, (edge, here)
                        queue.append(there)
                    elif edge not in gone and parent.get(here, (None,))[0] != edge: others.append((here, there))
        for a, b in others:
            while find(top, a) != find(top, b):  # join the deeper one to its parent: the edge closes a cycle with it
                low = max(find(top, a), find(top, b), key=depth.get)
                top[low] = parent[low][1]
        island = {vertex: find(top, vertex) for vertex in depth}
        return depth, island, {edge for end, (edge, above) in parent.items() if island[end] != island[above]}

def number(word, least, most):
    need(re.fullmatch("[0-9]{1,9}", word) and least <= int(word) <= most, f"'{word}' is not from {least} to {most}")
    return int(word)
def grid(rows, height, width):
    """Reads cells, by row and column from 1: the words of each line, or its characters."""
    rows = [line.split() if len(line.split()) == width else "".join(line.split()) for line in rows]
    need(len(rows) == height and all(len(row) == width for row in rows), f"the size is not {height} x {width}")
    return {(r, c): cell for r, row in enumerate(rows, 1) for c, cell in enumerate(row, 1)}
def walled_grid(rows, height, width):
    """Reads cells and walls: `|` between two cells of a row, and `-` below a cell in a line between two rows."""
    cells, walls = [], []
    for line in rows:
        is_row = line.strip("-+ ") != ""
        cells += [line[::2]] * is_row
        need(not line[1::2].strip(" |" if is_row else " +"), "a sign between cells is not a wall")
        walls += [f"right_{len(cells)}_{c}" for c, sign in enumerate(line[1::2], 1) if sign == "|"]
        walls += [f"down_{len(cells)}_{c}" for c, sign in enumerate(line[::2], 1) if sign == "-"]
    need(set("".join(cells)) <= set(".SE"), "unknown cells")
    return grid(cells, height, width), walls
def lattice(points, across, down):
    return {f"{name}_{r}_{c}": ((r, c), (r + x, c + y)) for r, c in points
            for name, x, y in ((across, 0, 1), (down, 1, 0)) if (r + x, c + y) in points}
def network(edges, count):
    ends = [tuple(sorted(number(str(vertex), 1, count) for vertex in edge)) for edge in edges]
    need(len(ends) == len(set(ends)) and all(a < b for a, b in ends), "an edge is a loop or a duplicate")
    return {f"x_{a}_{b}": (a, b) for a, b in ends}

def read_puzzle(rows, kind, variant):
    """Returns the rules of a puzzle in the plain format or, for a Slitherlink on a graph, in JSON."""
    head = next(rows, "")
    if head.startswith("{"):
        graph = json.loads("\n".join([head, *rows]))
        need(graph["kind"] == kind == "slitherlink" and variant is None, f"the puzzle is not a {kind}")
        count = number(str(graph["vertices"] if "vertices" in graph else len(graph["points"])), 1, 10**7)
        ends = network(graph["edges"], count)
        clues = [([list(ends)[number(str(edge), 1, len(ends)) - 1] for edge in clue["edges"]],
                  {number(str(clue["count"]), 0, len(ends))}) for clue in graph["clues"]]
        return Puzzle(clues, "cycle", ends, {vertex: {0, 2} for vertex in range(1, count + 1)})
    word, a, b, *options = head.split()
    need(word == kind and [variant] == (options[:1] or [None]) and variant in KINDS[kind], f"not a {kind} ({variant})")
    height, width = number("1" if a == "graph" and variant else a, 1, 1000), number(b, 1, 10**6)
    if kind in ("sudoku", "chaos"): return values(kind == "sudoku", height, width, rows)
    if kind.startswith("slither"):
        clues = [([f"h_{r}_{c}", f"h_{r + 1}_{c}", f"v_{r}_{c}", f"v_{r}_{c + 1}"], {number(clue, 0, 4)})
                 for (r, c), clue in grid(rows, height, width).items() if clue != "."]
        degrees = {(r, c): {0, 2} for r in range(1, height + 2) for c in range(1, width + 2)}
        return Puzzle(clues, "cycle" if kind == "slitherlink" else "cycles", lattice(degrees, "h", "v"), degrees)
    if a == "graph":
        points, walls, lines = range(1, width + 1), [], [line.split() for line in rows]
        ends = network((line for line in lines if line[0] != "pair"), width)
        pairs = [line[1:] for line in lines if line[0] == "pair"] if kind == "numberlink" else [options[1:]]
        pairs = [tuple(number(end, 1, width) for end in pair) for pair in pairs]
    else:
        points, walls = walled_grid(rows, height, width) if kind == "hamilton" else (grid(rows, height, width), [])
        ends, named = lattice(points, "right", "down"), defaultdict(tuple)
        for point, cell in points.items(): named[cell] += (point,)
        pairs = [named["S"] + named["E"]] if kind == "hamilton" else [named[cell] for cell in {*named} - {*".-"}]
    need(ends.keys() >= set(walls), "a wall is not between cells")
    terminals = {end for pair in pairs for end in pair}  # a path through all vertices is a pair that covers them
    shape, pairs = "cycle" if pairs == [()] else "paths", [pair for pair in pairs if pair]
    need((shape == "cycle") == (variant == "cycle") and all(len(pair) == 2 for pair in pairs), "the ends are not pairs")
    need(len(terminals) == 2 * len(pairs), "an end is there twice")
    degrees = {point: {1} if point in terminals else {0, 2} if variant == "free" else {2} for point in points}
    return Puzzle([([edge], {0}) for edge in walls], shape, ends, degrees, pairs)

def values(is_sudoku, a, b, rows):
    """Returns the rules of a Sudoku or Chaos. Its atoms are `x_ROW_COLUMN_VALUE`."""
    height, width, most = (a * b, a * b, a * b) if is_sudoku else (a, b, 4)
    cells, houses = grid(rows, height, width), defaultdict(list)
    for r, c in cells:
        for house in ("row", r), ("column", c), ("box", (r - 1) // a, (c - 1) // b): houses[house].append((r, c))
    steps = (1, 2, 2), (2, 1, 2), (1, -2, 2), (2, -1, 2), (0, 1, 3), (1, 0, 3), (1, 1, 3), (1, -1, 3)
    patterns = [[(r + i * x, c + i * y) for i in range(count)] for r, c in cells for x, y, count in steps]
    rules = [([f"x_{r}_{c}_{v}" for v in range(1, most + 1)], {1}) for r, c in cells]
    parts = houses.values() if is_sudoku else [part for part in patterns if cells.keys() >= set(part)]
    rules += [([f"x_{r}_{c}_{v}" for r, c in part], {1} if is_sudoku else set(range(len(part))))
              for part in parts for v in range(1, most + 1)]
    given = {f"x_{r}_{c}_{number(str(int(sign, 36) if len(sign) == 1 else sign), 1, most)}"
             for (r, c), sign in cells.items() if sign not in (list(".0*_") if is_sudoku else ".")}
    ruled_out = {atom for atoms, allowed in rules if allowed == {1} and given & set(atoms) for atom in atoms} - given
    return Puzzle(rules + [([atom], {1}) for atom in given] + [([atom], {0}) for atom in ruled_out])

def check_proof(folder, clauses):
    """Checks an LRAT proof: each step follows by unit propagation along its hints, and one is the empty clause."""
    known, last = dict(enumerate(clauses, 1)), len(clauses)
    for line in read(folder, "proof.lrat"):
        if re.fullmatch("([0-9]+ d [0-9 ]*)?", line): continue  # a deletion
        need(re.fullmatch("[1-9][0-9]* (-?[1-9][0-9]* )*0 ([1-9][0-9]* )*0", line), "not a step with hints")
        step, *numbers = map(int, line.split())
        clause, hints = numbers[:numbers.index(0)], numbers[numbers.index(0) + 1:-1]
        need(step > last, f"step {step} after {last}")
        true, is_open = {-literal for literal in clause}, True
        for hint in hints:
            left = {literal for literal in known.get(hint, ()) if -literal not in true}
            need(is_open and hint in known and len(left) < 2 and not left & true, f"clause {hint} does not propagate")
            true, is_open = true | left, bool(left)
        need(not is_open, "no contradiction follows")
        known[step], last = clause, step
        if not clause: return
    need([] in clauses, "the proof does not end with the empty clause")

def verify(folder):
    certificate = json.loads("\n".join(read(folder, "certificate.json")))
    claim, kind, variant, files = (certificate[key] for key in ("claim", "kind", "variant", "files"))
    need(certificate["schema"] == "encycle-certificate-1", "unknown schema")
    for name in [*files, "puzzle.txt", "solutions.txt", "formula.map", "formula.cnf", "proof.lrat"]:
        need(re.fullmatch("[A-Za-z0-9_.-]+", name) and name in files, f"{name} is not a file of the certificate")
        content = pathlib.Path(folder, name).read_bytes()
        need(hashlib.sha256(content).hexdigest() == files[name], f"{name} has another SHA-256")
    PLACE.clear()
    need(kind in KINDS, f"this checker does not know {kind}")
    rows = (line.split("#")[0].rstrip() for line in read(folder, "puzzle.txt"))
    puzzle = read_puzzle((row for row in rows if row), kind, variant)
    listed, clauses, announced = set(), [], None
    for line in read(folder, "solutions.txt"):
        true = frozenset(line.split())
        need(true <= puzzle.counts_of.keys() and len(true) == len(line.split()), "an unknown name, or one twice")
        need(true not in listed and not puzzle.broken_rule(true), puzzle.broken_rule(true) or "a duplicate")
        listed.add(true)
    count = {"no-solution": 0, "unique": 1, "exactly": len(listed)}[claim]
    need(count == len(listed) == certificate["solutions"], f"{len(listed)} solutions do not fit the claim {claim}")
    names = {int(line.split()[0]): line.split()[1] for line in read(folder, "formula.map") if line[:1].isdigit()}
    need(len(set(names.values()) & puzzle.counts_of.keys()) == len(names), "the names are not different atoms")
    for line in read(folder, "formula.cnf"):
        if line.startswith("p cnf ") and announced is None: announced = int(line.split()[-1])
        elif not line.startswith("c"):
            need(re.fullmatch("(-?[1-9][0-9]* )*0", line), "not a clause")
            clauses.append([int(word) for word in line.split()][:-1])
            need(all(abs(literal) in names for literal in clauses[-1]), "a variable is not in the map")
            # a solution that violates the clause has all atoms of `true` and none of `false`
            true, false = ({names[abs(literal)] for literal in clauses[-1] if literal * sign > 0} for sign in (-1, 1))
            is_listed = true in listed and (puzzle.shape != "cycles" or len(true) + len(false) == len(puzzle.ends))
            need(is_listed or puzzle.excludes(true, false), f"the rules do not imply the clause '{line}'")
    need(len(clauses) == announced, f"{len(clauses)} clauses, {announced} in the header")
    check_proof(folder, clauses)
    return f"{claim} ({kind}; solutions: {len(listed)}, clauses: {len(clauses)})"

if __name__ == "__main__":
    if len(sys.argv) != 2: sys.exit(print("usage: python3 verify.py FOLDER", file=sys.stderr) or 2)
    try: print("verified:", verify(sys.argv[1]))
    except Exception as error:  # whatever is wrong with the files
        print("not verified:", *[":".join(map(str, PLACE)) + ":"] * bool(PLACE), error)
        sys.exit(1)
