class Neighbors(Rules):
    """Neighbor Number. `x_ROW_COLUMN_DIGIT` and `blank_ROW_COLUMN` are the contents of the cells."""
    def __init__(self, cells):
        super().__init__([])
        self.counts_of = {f"x_{r}_{c}_{v}" if v else f"blank_{r}_{c}": ((r, c), v) for r, c in cells for v in range(10)}
        self.contents = {cell: {0} if sign == "x" else {*range(10)} if sign == "." else {number(sign, 1, 9)}
                         for cell, sign in cells.items()}
        self.lines = [[cell for cell in cells if cell[axis] == at] for axis in (0, 1) for at in {r for r, _ in cells}]
        self.is_impossible = not all(map(can_be_filled, self.possible(self.contents, self.lines)))
    def possible(self, contents, lines): return [tuple(frozenset(contents[cell]) for cell in line) for line in lines]
    def excludes(self, true, false):
        left = dict(self.contents)
        for cell, digit in map(self.counts_of.get, true): left[cell] = left[cell] & {digit}
        for cell, digit in map(self.counts_of.get, false): left[cell] = left[cell] - {digit}
        touched = [line for line in self.lines if any(left[cell] != self.contents[cell] for cell in line)]
        for line, possible in zip(touched, self.possible(left, touched)):
            if not can_be_filled(possible): return f"no three digits at their distances: {line[0]} to {line[-1]}"
        return self.is_impossible and "clues that no line with three digits satisfies"

@functools.cache
def can_be_filled(line):
    """Returns whether cells with these possible contents, 0 if empty, can have three different digits, such that those
    with only empty cells between them differ by their distance."""
    found = {()}  # the digits so far, each with its place
    for place, contents in enumerate(line):
        found = {row for row in found if 0 in contents} | {
            (*row, (place, digit)) for row in found for digit in contents - {0, *(known for _, known in row)}
            if len(row) < 3 and (not row or abs(row[-1][1] - digit) == place - row[-1][0])}
    return any(len(row) == 3 for row in found)
def read_puzzle(rows, kind, variant, folder):
    word, side = next(rows, "").split()
    need(word == kind == "neighbor-number" and variant is None, f"the puzzle is not a {kind}")
    return Neighbors(grid(rows, number(side, 1, 100), number(side, 1, 100)))

