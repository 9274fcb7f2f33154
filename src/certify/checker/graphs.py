def joined_cells(cells):
    """Joins cells that share a side."""
    top = {}
    join(top, ((a, b) for a in cells for b in ((a[0] + 1, a[1]), (a[0], a[1] + 1)) if b in cells))
    return top
class Drawing(Written):
    """Values that make graphs: cells that are connected, groups that are counted, slopes, or bridges."""
    def prepare(self):
        self.graphs = [(word, rest.split()) for word, _, rest in (rule.partition(" ") for rule in self.whole)]
        known = {"joined", "counted", "slopes", "bridges"} & {name[7:] for name in dir(self)}
        need(known.issuperset(word for word, _ in self.graphs), "an unknown rule")
        self.cell = {atom: (*map(int, atom.split("_")[1:3]),) for atom in self.counts_of}
    def breaks_whole(self, known):
        return next((word for word, items in self.graphs if getattr(self, f"breaks_{word}")(known, items)), None)
    def breaks_joined(self, known, atoms):  # the cells of these atoms are connected
        used = {self.cell[atom] for atom in atoms if known.get(atom)}
        open = {self.cell[atom] for atom in atoms if known.get(atom, True)} if len(used) > 1 else used
        top = joined_cells(open)
        return len({find(top, cell) for cell in used}) > 1
