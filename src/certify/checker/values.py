def read_puzzle(rows, kind, variant, folder):
    """Returns the rules of a Sudoku or Chaos. Its atoms are `x_ROW_COLUMN_VALUE`."""
    word, a, b = next(rows, "").split()
    need(word == kind in ("sudoku", "chaos") and variant is None, f"the puzzle is not a {kind}")
    a, b, is_sudoku = number(a, 1, 1000), number(b, 1, 1000), kind == "sudoku"
    height, width, most = (a * b, a * b, a * b) if is_sudoku else (a, b, 4)
    cells, houses = grid(rows, height, width), defaultdict(list)
    for r, c in cells:
        for house in ("row", r), ("column", c), ("box", (r - 1) // a, (c - 1) // b): houses[house].append((r, c))
    # In Chaos, equal values are neither a knight's move apart nor three in a row, a column or a diagonal.
    steps = (1, 2, 2), (2, 1, 2), (1, -2, 2), (2, -1, 2), (0, 1, 3), (1, 0, 3), (1, 1, 3), (1, -1, 3)
    patterns = [[(r + i * x, c + i * y) for i in range(count)] for r, c in cells for x, y, count in steps]
    rules = [([f"x_{r}_{c}_{v}" for v in range(1, most + 1)], {1}) for r, c in cells]
    parts = houses.values() if is_sudoku else [part for part in patterns if cells.keys() >= {*part}]
    rules += [([f"x_{r}_{c}_{v}" for r, c in part], {1} if is_sudoku else {*range(len(part))})
              for part in parts for v in range(1, most + 1)]
    given = {f"x_{r}_{c}_{number(str(int(sign, 36) if len(sign) == 1 else sign), 1, most)}"
             for (r, c), sign in cells.items() if sign not in (list(".0*_") if is_sudoku else ".")}
    ruled_out = {atom for atoms, allowed in rules if allowed == {1} and given & {*atoms} for atom in atoms} - given
    return Rules(rules + [([atom], {1}) for atom in given] + [([atom], {0}) for atom in ruled_out])

