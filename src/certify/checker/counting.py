class Lines(Rules):
    """Rules about lines, as sums: an atom is an edge, `ends` has its two vertices, `degrees` the number of lines at a
    vertex, and `shape` is what they form: one "cycle" through all vertices, or "paths". A Hamilton path is closed by
    edges to the vertex "end"."""
    def __init__(self, counts, shape, ends, degrees, pairs=(), order=()):
        edges_at = defaultdict(list)
        for edge, (a, b) in ends.items():
            edges_at[a].append(edge), edges_at[b].append(edge)
        counts = counts + [(edges_at[vertex], degrees[vertex]) for vertex in degrees]
        super().__init__(counts)
        self.shape, self.ends, self.degrees = shape, ends, degrees
        self.sums = [({*atoms}, *allowed) for atoms, allowed in counts if len(allowed) == 1]
        self.sums_of = defaultdict(list)
        for own, count in self.sums:
            for atom in own: self.sums_of[atom].append((own, count))
    def holds(self, atoms, relation, bound):
        """Returns whether a row holds: it is a rule, or the cut that a cycle crosses a boundary at least twice."""
        if relation == "=":  # the other atoms of the rule have a fixed value
            sums = self.sums_of[min(atoms)] if atoms else self.sums
            return any(atoms <= own and own - atoms <= self.given | self.never and
                       bound == count - len(self.given & (own - atoms)) for own, count in sums)
        if self.shape != "cycle" or bound != 2 or not atoms <= self.ends.keys() - self.never - self.given: return False
        top = {}  # each vertex on one side and on the other: edges of the boundary change the side
        join(top, (((str(a), s), (str(b), s ^ (edge in atoms))) for edge, (a, b) in self.ends.items()
                   if edge not in self.never for s in (0, 1)))
        sides = [[find(top, (str(vertex), side)) for side in (0, 1)] for vertex in self.degrees]
        # without a boundary, the sides are parts of a graph that is not connected
        return all(a != b for a, b in sides) and len({a < b if atoms else a for a, b in sides}) > 1
    def refute(self, folder):
        """Checks that the rows of counting.opb hold, and that the last step of counting.pbp has no solution."""
        known = []  # inequalities: the factors of the atoms, and the minimum of the sum
        for line in read(folder, "counting.opb"):
            if line.startswith("*"): continue
            row = re.fullmatch("((?:1 [^ ;]+ )*)(>?=) ([0-9]{1,9});", line)
            need(row, "not a sum of atoms with a bound")
            atoms, bound = row[1].split()[1::2], int(row[3])
            need(len(atoms) == len({*atoms}) and self.holds(frozenset(atoms), row[2], bound), "no rule implies the row")
            known.append((Counter(atoms), bound))
            if row[2] == "=": known.append((Counter(dict.fromkeys(atoms, -1)), -bound))
        frame = ("pseudo-Boolean proof version 3.0", "output NONE;", "conclusion UNSAT : -1;",
                 "end pseudo-Boolean proof;")
        for line in read(folder, "counting.pbp"):
            step = re.fullmatch("pol (.*);", line)
            need(step or line in frame, "not a step")
            if step: known.append(derive(step[1].split(), known, self.ends))
        factors, bound = known[-1]
        need(sum(factor for factor in factors.values() if factor > 0) < bound, "the last step is not contradictory")
def derive(words, known, atoms):
    """Calculates a step in reverse Polish notation."""
    stack = []
    def pop():
        item = stack.pop()
        if not isinstance(item, int): return item
        need(0 < item <= len(known), f"no row {item}")
        return Counter(known[item - 1][0]), known[item - 1][1]
    for word in words:
        if word == "+":
            (more, least), (factors, bound) = pop(), pop()
            factors.update(more)  # adds the factors
            stack.append((factors, bound + least))
        elif word in ("*", "d"):
            n, (factors, bound) = stack.pop(), pop()
            need(isinstance(n, int) and n > 0, "not a positive number")
            if word == "*": stack.append((Counter({a: n * f for a, f in factors.items()}), n * bound))
            else:  # all numbers are rounded up, with the negation of an atom in place of a negative factor
                bound = -((sum(f for f in factors.values() if f < 0) - bound) // n)
                factors = Counter({a: -(-f // n) if f > 0 else f // n for a, f in factors.items()})
                stack.append((factors, bound + sum(f for f in factors.values() if f < 0)))
        elif re.fullmatch("[0-9]{1,18}", word): stack.append(int(word))
        else:
            need(word.removeprefix("~") in atoms, f"'{word}' is not an atom")
            stack.append((Counter({word[1:]: -1}), -1) if word[0] == "~" else (Counter({word: 1}), 0))
    need(len(stack) == 1, "not a single row")
    return pop()

def verify(folder):
    """A proof by counting: the sums of the rules have no solution, so the puzzle has none, and needs no clauses."""
    certificate, puzzle = opened(folder, "counting.opb", "counting.pbp")
    claim, kind = certificate["claim"], certificate["kind"]
    need(claim == "no-solution" and certificate["solutions"] == 0, "not the claim that there is no solution")
    puzzle.refute(folder)
    return f"{claim} ({kind}; by counting)"

