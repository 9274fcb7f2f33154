class Lines(Rules):
    """Rules about lines: an atom is an edge, `ends` has its two vertices, `degrees` the allowed numbers of lines at a
    vertex, at most two, and `shape` is what they form: one "cycle", "cycles" (at least one), or "paths", one for each
    of `pairs`. A Hamilton path is closed by edges to the vertex "end". `order` has free ends: first the start."""
    def __init__(self, counts, shape, ends, degrees, pairs=(), order=((), ())):
        super().__init__(counts)
        self.shape, self.ends, self.degrees, self.pairs, self.order = shape, ends, degrees, pairs, order
        self.cuts, edges_at = [], defaultdict(list)
        for edge, (a, b) in ends.items():
            edges_at[a].append(edge), edges_at[b].append(edge)
        counts = counts + [(edges_at[vertex], degrees[vertex]) for vertex in degrees]
        closing = edges_at["end"]
        side = self.sides(ends.keys(), {*closing})
        for own in (0, 1) if side else ():  # each line has an end on both sides
            inner, outer = ([degrees[v] for v in degrees if v != "end" and side[v] == one] for one in (own, 1 - own))
            if closing:  # the lines at the two ends of the path are missing
                counts += [([e for e in closing if side[ends[e][0]] == own], {1 + len(inner) - len(outer)})]
            elif sum(map(min, inner)) > sum(map(max, outer)): counts += [([], {1})]
        super().__init__(counts, shape == "cycles")
    def sides(self, crossing, gone):
        """Returns a side for each vertex such that just the edges of `crossing` change it, without those of `gone`."""
        top = {}
        join(top, (((str(a), s), (str(b), s ^ (edge in crossing))) for edge, (a, b) in self.ends.items()
                   if edge not in gone | self.never for s in (0, 1)))
        side = {v: find(top, (str(v), 0)) < find(top, (str(v), 1)) for v in self.degrees}
        return side if all(find(top, (str(v), 0)) != find(top, (str(v), 1)) for v in side) else None
    def add_cut(self, literals):
        """A cycle crosses a boundary, the edges that leave a set of vertices, twice or it lies in one component of the
        rest. Keeps the edges of those components that have enough edges for all counts."""
        boundary = {literal for literal in literals if literal in self.ends}
        if self.shape == "cycle" and boundary and self.sides(boundary, set()):
            top, parts = {}, defaultdict(set)
            inner = [edge for edge in self.ends if edge not in boundary | self.never]
            join(top, (self.ends[edge] for edge in inner))
            for edge in inner: parts[find(top, self.ends[edge][0])].add(edge)
            self.cuts.append((boundary, [part for part in parts.values() if all(
                len(part.intersection(atoms)) >= min(allowed) for atoms, allowed in self.counts if 0 not in allowed)]))
    def excludes(self, true, false):
        reason = super().excludes(true, false)
        if reason: return reason
        if self.shape != "paths" and len(false | self.never) == len(self.ends): return "no line"
        top, pair_of = {}, {}  # at most two edges of `true` meet at a vertex: they are separate cycles and paths
        cycles = join(top, [self.ends[edge] for edge in true])
        if self.shape == "paths":  # a path with ends of two pairs is complete, and wrong
            is_wrong = any(pair_of.setdefault(find(top, v), pair) != pair for pair in self.pairs for v in pair)
            return cycles and "a loop" or is_wrong and "a path between ends of different pairs"
        start, stop = ([i for i, edge in enumerate(side) if edge in true] or
                       [i for i, edge in enumerate(side) if edge not in false] for side in self.order)
        if any(self.order) and min(start, default=len(self.ends)) >= max(stop, default=-1): return "wrong order of ends"
        if self.shape == "cycle" and cycles:  # a cycle is the whole solution, if it is one
            is_right = cycles == 1 and all(len(true.intersection(atoms)) in allowed for atoms, allowed in self.counts)
            return not is_right and "a loop that is not the solution"
        return any(len(boundary - false) < 2 and not any(true <= part for part in parts)
                   for boundary, parts in self.cuts) and "a boundary that the loop cannot cross twice"

