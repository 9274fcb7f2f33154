class Drawing(Written):
    """One loop: an atom is a line between two cells."""
    def prepare(self):
        need(self.whole == ["one-loop"], "an unknown rule about the drawing as a whole")
        links = [(word, int(r), int(c)) for word, r, c in (atom.split("_") for atom in self.counts_of)]
        points = {(r + i * (word == "down"), c + i * (word == "right")) for word, r, c in links for i in (0, 1)}
        self.ends = lattice(points, "right", "down")
        need(self.ends.keys() == self.counts_of.keys(), "the atoms are not the lines of a grid")
        self.needed = [i for i, tree in enumerate(self.trees) if bounds(tree[1], dict.fromkeys(self.ends, 0))[1] < 1]
    def breaks_whole(self, known):
        """A closed loop is the whole solution; another lies in one part of the open lines without bridges."""
        drawn = {edge for edge in self.ends if known.get(edge)}
        if closed := parts_without_bridges(self.ends, drawn):
            is_wrong = closed[0] != drawn or self.breaks(range(len(self.trees)), {e: e in drawn for e in self.ends})
            return is_wrong and "a loop that is not the solution"
        def is_wrong(part):
            inside = {edge: known.get(edge) for edge in self.ends if edge not in part or edge in known}
            return not drawn <= part or self.breaks(self.needed, {e: e in part and inside[e] for e in inside})
        parts = parts_without_bridges(self.ends, [edge for edge in self.ends if known.get(edge, True)])
        return all(map(is_wrong, parts)) and "no loop contains the lines and reaches what it must"
def parts_without_bridges(ends, open):
    """The edges of each part that stays connected without any one of its edges."""
    at, depth, above, inner, top, parts = defaultdict(list), {}, {}, set(), {}, defaultdict(set)
    for edge in open:
        for vertex in ends[edge]: at[vertex].append(edge)
    for root in [*at]:
        queue = [] if root in depth else [root]
        for vertex in queue:
            for edge in at[vertex]:
                other = ends[edge][ends[edge][0] == vertex]
                if other in depth: continue
                depth[other], above[other] = depth.setdefault(vertex, 0) + 1, (vertex, edge)
                queue.append(other)
    for edge in open:
        a, b = ends[edge]
        if above.get(a) == (b, edge) or above.get(b) == (a, edge): continue
        inner.add(edge)
        while a != b:  # the edges of the tree that a further edge closes to a cycle
            if depth[a] < depth[b]: a, b = b, a
            inner.add(above[a][1])
            a = above[a][0]
    join(top, (ends[edge] for edge in inner))
    for edge in inner: parts[find(top, ends[edge][0])].add(edge)
    return [*parts.values()]
