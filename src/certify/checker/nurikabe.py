class Islands(Rules):
    """Nurikabe. `x_ROW_COLUMN_1` is true if the cell is shaded. `clues` has a number, or 0 for any, for some cells."""
    def __init__(self, cells, clues):
        atoms = {(r, c): f"x_{r}_{c}_1" for r, c in cells}
        super().__init__([([atom], {0} if cell in clues else {0, 1}) for cell, atom in atoms.items()], True)
        self.cell_of, self.clues = {atom: cell for cell, atom in atoms.items()}, clues
    def excludes(self, true, false):
        shaded, open = ({self.cell_of[atom] for atom in atoms} for atoms in (true, false | self.never))
        if shaded & open: return f"contradictions: {shaded & open}"
        maybe, top, least, most = {*self.cell_of.values()} - open, {}, {}, {}
        beside = lambda cells: ((a, b) for a in cells for b in ((a[0] + 1, a[1]), (a[0], a[1] + 1)) if b in cells)
        join(top, beside(maybe))
        if len({find(top, cell) for cell in shaded}) > 1: return "shaded cells that cannot be connected"
        for r, c in shaded:
            if {(r + 1, c), (r, c + 1), (r + 1, c + 1)} <= shaded: return f"a shaded square at {r}, {c}"
        join(least, beside(open))
        join(most, beside({*self.cell_of.values()} - shaded))
        sizes, clues, reach = Counter(find(least, cell) for cell in open), defaultdict(list), defaultdict(list)
        widest = Counter(find(most, cell) for cell in self.cell_of.values())
        for cell, clue in self.clues.items():
            clues[find(least, cell)].append(clue)
            reach[find(most, cell)].append(clue)
        for island, cells in sizes.items():
            region = find(most, island)
            if not reach[region]: return f"an island without a clue: {island}"
            if len(clues[island]) > 1: return f"an island with two clues: {island}"
            wrong = [clue for clue in clues[island] if clue and not cells <= clue <= widest[region]]
            if wrong: return f"an island of {cells} to {widest[region]} cells with the number {wrong[0]}: {island}"
def read_puzzle(rows, kind, variant, folder):
    word, height, width = next(rows, "").split()
    need(word == kind == "nurikabe" and variant is None, f"the puzzle is not a {kind}")
    cells = grid(rows, number(height, 1, 1000), number(width, 1, 1000))
    clue = lambda sign: 0 if sign == "?" else number(sign, 1, 999)
    return Islands(cells, {cell: clue(sign) for cell, sign in cells.items() if sign != "."})

