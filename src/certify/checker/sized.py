class Drawing(Written):
    """Values. Connected cells with equal values are as many as the value says."""
    def prepare(self):
        need(self.whole == ["sized groups"], "an unknown rule about the drawing as a whole")
        self.places = {atom: tuple(map(int, atom.split("_")[1:])) for atom in self.counts_of}
        self.atoms = {place: atom for atom, place in self.places.items()}
    def breaks_whole(self, known):
        for atom in (atom for atom in self.counts_of if known.get(atom)):
            value = self.places[atom][2]
            least, most = (len(self.group(atom, lambda other: known.get(other, default))) for default in (False, True))
            if not least <= value <= most: return f"sized groups: {least} to {most} connected cells with {value}"
    def group(self, atom, may_be):
        """The atoms of a value in connected cells where it may be, not many more than the value."""
        seen, (_, _, value) = [atom], self.places[atom]
        for r, c, _ in map(self.places.get, seen):
            if len(seen) > value: break
            beside = ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
            others = (self.atoms.get((*cell, value)) for cell in beside)
            seen += [other for other in others if other and other not in seen and may_be(other)]
        return seen
