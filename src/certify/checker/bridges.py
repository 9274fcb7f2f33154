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
