class Drawing(Written):
    """Values that make graphs: cells that are connected, groups that are counted, slopes, or bridges."""
    def prepare(self):
        self.graphs = [(word, rest.split()) for word, _, rest in (rule.partition(" ") for rule in self.whole)]
        need({word for word, _ in self.graphs} <= {"joined", "counted", "slopes", "bridges"}, "an unknown rule")
        self.cell = {atom: (*map(int, atom.split("_")[1:3]),) for atom in self.counts_of}
    def breaks_whole(self, known):
        return next((word for word, items in self.graphs if getattr(self, f"breaks_{word}")(known, items)), None)
    def breaks_joined(self, known, atoms):  # the cells of these atoms are connected
        used = {self.cell[atom] for atom in atoms if known.get(atom)}
        open = {self.cell[atom] for atom in atoms if known.get(atom, True)} if len(used) > 1 else used
        top = joined_cells(open)
        return len({find(top, cell) for cell in used}) > 1
    def breaks_counted(self, known, words):  # the groups of shaded cells beside a cell have so many cells
        start, number = (*map(int, words[0].split("_")),), int(words[1])
        def group(default):
            shaded = {self.cell[atom] for atom in self.cell if known.get(atom, default)} | {start}
            top = joined_cells(shaded)
            return sum(find(top, cell) == find(top, start) for cell in shaded - {start})
        return not group(False) <= number <= group(True)
    def breaks_slopes(self, known, _):  # 1 joins the upper right with the lower left corner, 2 the others; no cycle
        drawn = [(*map(int, atom.split("_")[1:]),) for atom in self.cell if known.get(atom)]
        return join({}, (((r, c + 1), (r + 1, c)) if v == 1 else ((r, c), (r + 1, c + 1)) for r, c, v in drawn))
    def breaks_bridges(self, known, words):  # cells with 1 or 2 lead right and left, with 3 or 4 down and up
        clues, cells, top = {(*map(int, word.split("_")),) for word in words}, {*self.cell.values()}, {}
        may = {(*self.cell[atom], int(atom.split("_")[3]) > 2) for atom in self.cell if known.get(atom, True)}
        for r, c in clues:
            for down, right in (0, 1), (1, 0):
                length = next(n for n in range(1, len(cells) + 2) if (r + n * down, c + n * right) not in cells - clues)
                carries = [(r + n * down, c + n * right, down > 0) in may for n in range(1, length)]
                end = (r + length * down, c + length * right)
                if end in clues and carries and all(carries): join(top, [((r, c), end)])
        return len({find(top, clue) for clue in clues}) > 1
def joined_cells(cells):
    """Joins cells that share a side."""
    top = {}
    join(top, ((a, b) for a in cells for b in ((a[0] + 1, a[1]), (a[0], a[1] + 1)) if b in cells))
    return top
