class Reach(Rules):
    """Reachability. The atoms are links between cells, and pairs, such as `reach_1_1_2_3`: a pair is true if open links
    join its cells. `ends` has the two cells of each atom."""
    def __init__(self, ends, given, never):
        self.counts_of, self.ends, self.given, self.never, self.nests = ends, ends, given, never, True
    def excludes(self, true, false):
        true, false, joined, possible = true | self.given, false | self.never, {}, {}
        join(joined, [self.ends[atom] for atom in true])
        join(possible, [self.ends[atom] for atom in self.ends.keys() - false if atom[:5] != "reach"])
        is_in = lambda sets, atom: find(sets, self.ends[atom][0]) == find(sets, self.ends[atom][1])
        if true & false: return f"contradictions: {' '.join(true & false)}"
        wrong = [atom for atom in false if atom[:5] == "reach" and is_in(joined, atom)]
        wrong += [atom for atom in true if not is_in(possible, atom)]
        return wrong and f"{wrong[0]} against the links"
def read_puzzle(rows, kind, variant, folder):
    word, height, width = next(rows, "").split()
    need(word == kind == "reachability" and variant is None, f"the puzzle is not a {kind}")
    cells, walls = walled_grid(rows, number(height, 1, 1000), number(width, 1, 1000))
    links = lattice(cells, "right", "down")
    need({*cells.values()} <= {*".Sox"} and links.keys() >= walls.keys(), "unknown cells, or a wall not between cells")
    starts = {cell for cell in cells if cells[cell] == "S"} or {*cells}
    pairs = {f"reach_{s[0]}_{s[1]}_{t[0]}_{t[1]}": (s, t) for s in starts for t in cells
             if s < t or s != t and t not in starts}
    reached, unreached = ({pair for pair in pairs if cells[pairs[pair][1]] == sign} for sign in "ox")
    shut = {wall for wall in walls if walls[wall] != "?"}
    return Reach(links | pairs, reached | (links.keys() - walls.keys()), unreached | shut)

