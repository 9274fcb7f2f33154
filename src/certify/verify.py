#!/usr/bin/env python3
"""Checks a certificate of Encycle: `python3 verify.py FOLDER`. Exit code: 0 verified, 1 not verified, 2 wrong usage.

A certificate claims that puzzle.txt has exactly the solutions in solutions.txt. The check has three parts:
1. Each listed solution obeys all rules (`broken_rule`).
2. Each clause of formula.cnf holds in every solution that is not listed (`excludes`, from the puzzle alone).
3. proof.lrat refutes formula.cnf (`check_proof`): no assignment satisfies all clauses. So every solution is listed."""
import collections, hashlib, itertools, json, os, re, sys

PLACE = []  # the file and the line that the check has reached, for messages

def need(condition, reason):
    if not condition:
        raise ValueError(reason)

def read(folder, name):
    PLACE[:] = name, 1
    with open(os.path.join(folder, name), encoding="utf-8", newline="\n") as file:
        for PLACE[1], line in enumerate(file, 1):
            yield line.rstrip("\r\n")

class Puzzle:
    """The rules of a puzzle. Its atoms are names; a solution is the set of the true ones.

    `counts` are rules about numbers: (atoms, allowed numbers of true ones among them). If the puzzle is about lines, an
    atom is an edge, `ends` has its two vertices, and `degrees` the allowed numbers of lines at each vertex. `shape` is
    what the lines form: one "cycle", some "cycles" (at least one), one "path" through all vertices, or "paths" that join
    `pairs`. Puzzles about values have no shape."""

    def __init__(self, counts, shape="", ends={}, degrees={}, pairs=()):
        self.shape, self.ends, self.degrees, self.pairs = shape, ends, degrees, pairs
        self.edges_at, self.known = {vertex: [] for vertex in degrees}, None
        for edge, (a, b) in ends.items():
            self.edges_at[a].append((edge, b))
            self.edges_at[b].append((edge, a))
        self.counts = counts + [([edge for edge, _ in self.edges_at[end]], degrees[end]) for end in degrees]
        self.counts_of = collections.defaultdict(list)
        for index, (atoms, _) in enumerate(self.counts):
            for atom in atoms:
                self.counts_of[atom].append(index)
        self.positive = {index for index, (_, allowed) in enumerate(self.counts) if 0 not in allowed}
        self.never = {atom for atoms, allowed in self.counts if allowed == {0} for atom in atoms}
        self.is_unbalanced = self.sides_differ()

    def sides_differ(self):
        """Returns whether the sides of a bipartite part cannot have equally many ends of lines, as each line has one on both."""
        side = {}
        for root in self.degrees:
            queue = [] if root in side else [root]
            side.setdefault(root, 0)
            for here in queue:
                new = [there for edge, there in self.edges_at[here] if edge not in self.never and there not in side]
                queue += dict.fromkeys(new)
                side.update({there: 1 - side[here] for there in new})
            edges = [(here, there) for here in queue for edge, there in self.edges_at[here] if edge not in self.never]
            least, most = ([sum(f(self.degrees[end]) for end in queue if side[end] == one) for one in (0, 1)] for f in (min, max))
            if all(side[a] != side[b] for a, b in edges) and (least[0] > most[1] or least[1] > most[0]):
                return True
        return False

    def broken_rule(self, true):
        """Returns a rule that these true atoms break if all others are false, or None: they are a solution."""
        found = collections.Counter(index for atom in true for index in self.counts_of[atom])
        for index in self.positive | found.keys():
            if found[index] not in self.counts[index][1]:
                return f"{found[index]} in place of {self.counts[index][1]} of {' '.join(self.counts[index][0])}"
        top = {}  # at most two lines meet at a vertex, so the lines form separate cycles and paths
        cycles = join(top, [self.ends[edge] for edge in true]) if self.shape else 0
        if cycles not in {"cycle": [1], "cycles": range(1, len(true))}.get(self.shape, [0]):
            return f"{cycles} loops"
        if self.shape == "path" and len(true) + 1 != len(self.degrees):
            return "several paths"
        if any(find(top, a) != find(top, b) for a, b in self.pairs):
            return "a pair is not joined"

    def excludes(self, true, false):
        """Returns True only if no solution has all atoms of `true` and none of `false`."""
        if self.is_unbalanced:
            return True
        bounds, gone = {}, false | self.never
        for atoms, side in (true, 0), (false, 1):
            for index in (index for atom in atoms for index in self.counts_of[atom]):
                bounds.setdefault(index, [0, 0])[side] += 1
        for index, (least, lost) in bounds.items():
            atoms, allowed = self.counts[index]
            if not any(least <= count <= len(atoms) - lost for count in allowed):
                return True  # no allowed number is left at this vertex, clue, cell or house
            if least == max(allowed):
                gone = gone.union(atoms) - true  # no further line here: this isolates a loop
        if self.shape in ("", "cycles"):
            return self.shape == "cycles" and len(false) == len(self.ends)
        # Split the graph without the edges in `gone`. A bridge is an edge whose loss disconnects its ends; an island is
        # a part between bridges. Islands and bridges form a forest: a cycle has no bridge, a path has none twice.
        if self.shape == "cycle":
            removed, island, homes = self.islands_of_cycle(gone)
            where = {None if edge in removed else island[self.ends[edge][0]] for edge in true}
            return not any(where <= {home} for home in homes)
        parent, island, bridges = self.islands(gone)
        if self.shape == "path":  # it has all bridges: it enters an island once, or starts there, and leaves it or ends
            used = collections.Counter(island[end] for edge in bridges for end in self.ends[edge])
            used.update(island[vertex] for vertex in island if self.degrees[vertex] == {1})
            islands = len(set(island.values()))
            return len(true) >= len(island) or len(bridges) + 1 < islands or any(used[home] > 2 for home in used)
        # A bridge is on the path of the only pair that it separates, or on none. An island without a path is empty.
        unpaired, visited = collections.defaultdict(set), set()  # pairs with one end at or below a vertex
        for vertex, pair in ((vertex, pair) for pair in self.pairs for vertex in pair):
            unpaired[vertex] = {pair}
            visited.add(island[vertex])
        for vertex, (edge, above) in reversed(parent.items()):
            if edge in bridges and unpaired[vertex]:
                if len(unpaired[vertex]) > 1:
                    return True
                visited |= {edge, island[vertex], island[above]}
            unpaired[above] = unpaired[above] ^ unpaired.pop(vertex, set())
        needed = {edge if edge in bridges else island[self.ends[edge][0]] for edge in true}
        needed |= {island[vertex] for vertex in island if 0 not in self.degrees[vertex]}
        return any(unpaired.values()) or not needed <= visited

    def islands(self, gone):
        """Returns a spanning forest (the edge to the parent of each vertex), the island of each vertex, the bridges."""
        depth, parent, others = {}, {}, []
        for root in self.degrees:
            queue = [] if root in depth else [root]
            depth.setdefault(root, 0)
            for here in queue:
                for edge, there in self.edges_at[here]:
                    if there not in depth and edge not in gone:
                        depth[there], parent[there] = depth[here] + 1, (edge, here)
                        queue.append(there)
                    elif edge not in gone and parent.get(here, (None,))[0] != edge:
                        others.append((here, there))
        top = {}  # leads to the highest vertex of an island
        for a, b in others:
            while find(top, a) != find(top, b):  # on the cycle of this edge: join the deeper one to its parent
                low = max(find(top, a), find(top, b), key=depth.get)
                top[low] = parent[low][1]
        island = {vertex: find(top, vertex) for vertex in depth}
        return parent, island, {edge for end, (edge, above) in parent.items() if island[end] != island[above]}

    def islands_of_cycle(self, gone):
        """Returns the edges that no cycle has, the island of each vertex, the islands with enough edges for all counts."""
        # The clauses of a cut differ in few edges. If these form a forest on the islands, they are bridges again.
        if not self.known or not gone <= self.known[0] or join(
                {}, [[self.known[1][vertex] for vertex in self.ends[edge]] for edge in self.known[0] - gone]):
            _, island, bridges = self.islands(gone)
            inside = {edge: island[a] for edge, (a, _) in self.ends.items() if edge not in gone | bridges}
            homes = set(inside.values())
            for index in self.positive:
                found = collections.Counter(inside[edge] for edge in self.counts[index][0] if edge in inside)
                homes = {home for home in homes if found[home] >= min(self.counts[index][1])}
            self.known = gone | bridges, island, homes
        return self.known

def find(top, item):
    while item in top:
        top[item] = top.get(top[item], top[item])
        item = top[item]
    return item

def join(top, pairs):
    """Joins the sets of the two items of each pair. Returns how many pairs were in one set before."""
    closed = 0
    for a, b in pairs:
        a, b = find(top, a), find(top, b)
        closed += a == b
        top.update({a: b} if a != b else {})
    return closed

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
    cells, walls, r = {}, [], 0
    for line in rows:
        if line.strip("-+ "):
            r += 1
            need(len(line) == 2 * width - 1 and set(line[1::2]) <= set(" |"), "not a row of cells")
            cells.update({(r, c): sign for c, sign in enumerate(line[::2], 1)})
            walls += [f"right_{r}_{c}" for c, sign in enumerate(line[1::2], 1) if sign == "|"]
        else:
            need(0 < r < height and len(line) < 2 * width and "-" not in line[1::2], "a wall is not between cells")
            walls += [f"down_{r}_{c}" for c, sign in enumerate(line[::2], 1) if sign == "-"]
    need(len(cells) == height * width and set(cells.values()) <= set(".SE"), f"these are not {height} x {width} cells")
    return cells, walls

def lattice(points, across, down):
    return {f"{name}_{r}_{c}": ((r, c), (r + x, c + y)) for r, c in points
            for name, x, y in ((across, 0, 1), (down, 1, 0)) if (r + x, c + y) in points}

def network(edges, vertices):
    ends = {}
    for a, b in (sorted(number(str(vertex), 1, vertices) for vertex in edge) for edge in edges):
        need(a < b and f"x_{a}_{b}" not in ends, f"edge {a} {b} is a loop or a duplicate")
        ends[f"x_{a}_{b}"] = a, b
    return ends

def read_puzzle(rows, kind):
    """Returns the rules, the variant and the size of a puzzle."""
    head = next(rows, "")
    if head.startswith("{"):
        graph = json.loads("\n".join([head, *rows]))
        count = graph["vertices"] if "vertices" in graph else len(graph["points"])
        ends, clues = network(graph["edges"], count), []
        names = list(ends)
        for clue in graph["clues"]:
            edges = {names[number(str(edge), 1, len(ends)) - 1] for edge in clue["edges"]}
            need(len(edges) == len(clue["edges"]), "a clue has an edge twice")
            clues.append((edges, {number(str(clue["count"]), 0, len(edges))}))
        need(graph["kind"] == kind == "slitherlink", f"the kind is not {kind}")
        degrees = {vertex: {0, 2} for vertex in range(1, count + 1)}
        return Puzzle(clues, "cycle", ends, degrees), None, {"vertices": count, "edges": len(ends)}
    word, *options = head.split()
    need(word == kind, f"the kind is not {kind}")
    if options[0] == "graph":
        points, lines = range(1, number(options[1], 1, 10**6) + 1), [line.split() for line in rows]
        pairs = [tuple(number(end, 1, len(points)) for end in line[1:]) for line in lines if line[0] == "pair"]
        ends, walls = network((line for line in lines if line[0] != "pair"), len(points)), []
        size, given = {"vertices": len(points), "edges": len(ends)}, [number(end, 1, len(points)) for end in options[3:]]
    else:
        height, width = number(options[0], 1, 1000), number(options[1], 1, 1000)
        size = {"rows": height, "cols": width}
        if kind in ("sudoku", "chaos"):
            rules, side = values(kind == "sudoku", height, width, rows), height * width
            return rules, None, {"rows": side, "cols": side} if kind == "sudoku" else size
        points, walls = walled_grid(rows, height, width) if kind == "hamilton" else (grid(rows, height, width), [])
        if kind.startswith("slither"):
            clues = [([f"h_{r}_{c}", f"h_{r + 1}_{c}", f"v_{r}_{c}", f"v_{r}_{c + 1}"], {number(clue, 0, 4)})
                     for (r, c), clue in points.items() if clue != "."]
            degrees = {vertex: {0, 2} for vertex in itertools.product(range(1, height + 2), range(1, width + 2))}
            return Puzzle(clues, "cycle" if kind == "slitherlink" else "cycles", lattice(degrees, "h", "v"), degrees), None, size
        ends, named = lattice(points, "right", "down"), collections.defaultdict(tuple)
        for point, cell in points.items():
            named[cell] += (point,)
        given, pairs = named.get("S", ()) + named.get("E", ()), [pair for cell, pair in named.items() if cell not in ".-"]
    variant, count = options[2], len(points)
    if kind == "hamilton":
        need(len(set(given)) == len(given) <= {"cycle": 0, "path": 2}[variant], "wrong ends")
        others = {2} if variant == "cycle" or len(given) == 2 else {1, 2}
        degrees = {point: {0} if variant == "path" and count == 1 else {1} if point in given else others for point in points}
        return Puzzle([([wall], {0}) for wall in walls], variant, ends, degrees), variant, size
    terminals = {end for pair in pairs for end in pair}
    need(all(len(pair) == 2 for pair in pairs) and len(terminals) == 2 * len(pairs), "the ends are not pairs")
    degrees = {point: {1} if point in terminals else {"free": {0, 2}, "cover": {2}}[variant] for point in points}
    return Puzzle([], "paths", ends, degrees, pairs), variant, size

def values(is_sudoku, a, b, rows):
    """Returns the rules of a Sudoku or Chaos. Its atoms are `x_ROW_COLUMN_VALUE`."""
    height, width, most = (a * b, a * b, a * b) if is_sudoku else (a, b, 4)
    cells, houses = grid(rows, height, width), collections.defaultdict(list)
    for r, c in cells if is_sudoku else ():
        for house in (r, 0), (0, c), ((r - 1) // a + 1, (c - 1) // b + 1):
            houses[house].append((r, c))
    parts = [(house, {1}) for house in houses.values()]
    far = [((0, 0), step) for step in ((1, 2), (2, 1), (1, -2), (2, -1))]
    far += [((0, 0), (x, y), (2 * x, 2 * y)) for x, y in ((0, 1), (1, 0), (1, 1), (1, -1))]
    for (r, c), steps in itertools.product(() if is_sudoku else cells, far):
        part = [(r + x, c + y) for x, y in steps]
        if set(part) <= cells.keys():
            parts.append((part, set(range(len(part)))))
    counts = [([f"x_{r}_{c}_{v}" for v in range(1, most + 1)], {1}) for r, c in cells]
    counts += [([f"x_{r}_{c}_{v}" for r, c in part], allowed) for part, allowed in parts for v in range(1, most + 1)]
    given = {f"x_{r}_{c}_{number(str(int(sign, 36) if len(sign) == 1 else sign), 1, most)}"
             for (r, c), sign in cells.items() if sign not in (".0*_" if is_sudoku else ".")}
    ruled_out = {atom for atoms, allowed in counts if allowed == {1} and given.intersection(atoms) for atom in atoms} - given
    return Puzzle(counts + [([atom], {1}) for atom in given] + [([atom], {0}) for atom in ruled_out])

def check_clauses(folder, puzzle, names, listed):
    """Checks each clause of the formula against the puzzle; returns the clauses."""
    clauses, announced = [], None
    for line in read(folder, "formula.cnf"):
        if line.startswith("p cnf ") and announced is None:
            announced = int(line.split()[-1])
        elif not line.startswith("c"):
            need(announced is not None and re.fullmatch("(-?[1-9][0-9]* )*0", line), "not a clause")
            clause = [int(word) for word in line.split()][:-1]
            need(all(abs(literal) in names for literal in clause), "a variable is not in the map")
            true = {names[-literal] for literal in clause if literal < 0}  # what a solution would have to have, and
            false = {names[literal] for literal in clause if literal > 0}  # not to have, to violate the clause
            is_listed = frozenset(true) in listed and (
                puzzle.shape != "cycles" or len(true) + len(false) == len(puzzle.ends))
            need(is_listed or puzzle.excludes(true, false), "the clause does not follow from the rules")
            clauses.append(clause)
    need(len(clauses) == announced, f"{len(clauses)} clauses, {announced} in the header")
    return clauses

def check_proof(folder, clauses):
    """Checks that each step of an LRAT proof follows by unit propagation along its hints, down to the empty clause."""
    known, last = dict(enumerate(clauses, 1)), len(clauses)
    for line in read(folder, "proof.lrat"):
        if not line or re.fullmatch("[0-9]+ d [0-9 ]*", line):
            continue  # a deletion
        need(re.fullmatch("[1-9][0-9]* (-?[1-9][0-9]* )*0 ([1-9][0-9]* )*0", line), "not a step with hints")
        step, *rest = (int(word) for word in line.split())
        clause, hints = rest[:rest.index(0)], rest[rest.index(0) + 1:-1]
        need(step > last, f"step {step} after {last}")
        true = {-literal for literal in clause}
        is_refuted = any(literal in true for literal in clause)
        for hint in hints:
            need(not is_refuted, f"hint {hint} comes after the contradiction")
            need(hint in known, f"there is no clause {hint}")
            left = {literal for literal in known[hint] if -literal not in true}
            need(len(left) < 2 and not left & true, f"clause {hint} does not propagate")
            true |= left
            is_refuted = not left
        need(is_refuted, f"step {step} has no contradiction")
        known[step], last = clause, step
        if not clause:
            return
    need([] in clauses, "the proof does not end with the empty clause")

def verify(folder):
    certificate = json.loads("\n".join(read(folder, "certificate.json")))
    claim, kind, files = certificate["claim"], certificate["kind"], certificate["files"]
    need(certificate["schema"] == "encycle-certificate-1", "unknown schema")
    for name in [*files, "puzzle.txt", "solutions.txt", "formula.map", "formula.cnf", "proof.lrat"]:
        need(re.fullmatch("[A-Za-z0-9_.-]+", name) and name in files, f"{name} is not a file of the certificate")
        with open(os.path.join(folder, name), "rb") as file:
            need(hashlib.sha256(file.read()).hexdigest() == files[name], f"{name} has another SHA-256")
    PLACE.clear()
    kinds = ("slitherlink", "slitherlynx", "hamilton", "numberlink", "sudoku", "chaos")
    need(kind in kinds, f"this checker does not know {kind}")
    lines = (line.split("#")[0].rstrip() for line in read(folder, "puzzle.txt"))
    puzzle, variant, size = read_puzzle((line for line in lines if line.strip()), kind)
    need((certificate["variant"], certificate["size"]) == (variant, size), "the variant or size is not the certificate's")
    listed = set()
    for line in read(folder, "solutions.txt"):
        true = frozenset(line.split())
        need(true <= puzzle.counts_of.keys() and len(true) == len(line.split()), "an unknown name, or one twice")
        need(true not in listed and not puzzle.broken_rule(true), puzzle.broken_rule(true) or "a duplicate")
        listed.add(true)
    need({"no-solution": 0, "unique": 1, "exactly": len(listed)}.get(claim) == len(listed) == certificate["solutions"],
         f"{len(listed)} solutions do not fit the claim {claim}")
    names = {}
    for line in read(folder, "formula.map"):
        if line[:1].isdigit():
            index, name = line.split(" ")
            need(name in puzzle.counts_of and name not in names.values(), f"{name} is not an atom, or is there twice")
            names[int(index)] = name
    clauses = check_clauses(folder, puzzle, names, listed)
    check_proof(folder, clauses)
    return f"{claim} ({kind}, {len(listed)} solutions, {len(clauses)} clauses)"

def main():
    if len(sys.argv) != 2:
        print("usage: python3 verify.py FOLDER", file=sys.stderr)
        return 2
    try:
        print("verified:", verify(sys.argv[1]))
        return 0
    except Exception as error:  # whatever is wrong with the files
        place = ":".join(map(str, PLACE))
        print("not verified:", f"{place}: {error!s}" if place else error)
        return 1

if __name__ == "__main__":
    sys.exit(main())
