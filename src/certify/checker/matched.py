class Drawing(Written):
    """Shaded cells. Each marked cell has a shaded neighbor of its own, and each other shaded cell is one of these."""
    def prepare(self):
        need([rule.split()[0] for rule in self.whole] == ["matched"], "an unknown rule about the drawing as a whole")
        self.marked = {cell_of(f"x_{word}") for word in self.whole[0].split()[1:]}
    def breaks_whole(self, known):
        open = {cell_of(atom) for atom in self.counts_of if known.get(atom, True)} - self.marked
        shaded = {cell_of(atom) for atom in self.counts_of if known.get(atom)} - self.marked
        for cells, others in (self.marked, open), (shaded, self.marked):
            partner = {}
            if not all(finds_partner(cell, others, partner, set()) for cell in cells):
                return "matched: a cell has no partner"
def cell_of(atom):
    return tuple(map(int, atom.split("_")[1:3]))
def finds_partner(cell, others, partner, tried):
    """Finds a partner beside a cell, where cells that have one already may change theirs."""
    r, c = cell
    for other in {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} & others - tried:
        tried.add(other)
        if other not in partner or finds_partner(partner[other], others, partner, tried):
            partner[other] = cell
            return True
    return False
