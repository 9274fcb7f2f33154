    def breaks_slopes(self, known, _):  # 1 joins the upper right with the lower left corner, 2 the others; no cycle
        drawn = [(*map(int, atom.split("_")[1:]),) for atom in self.cell if known.get(atom)]
        return join({}, (((r, c + 1), (r + 1, c)) if v == 1 else ((r, c), (r + 1, c + 1)) for r, c, v in drawn))
