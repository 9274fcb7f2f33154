    def breaks_counted(self, known, words):  # the groups of shaded cells beside a cell have so many cells
        start, number = (*map(int, words[0].split("_")),), int(words[1])
        def group(default):
            shaded = {self.cell[atom] for atom in self.cell if known.get(atom, default)} | {start}
            top = joined_cells(shaded)
            return sum(find(top, cell) == find(top, start) for cell in shaded - {start})
        return not group(False) <= number <= group(True)
