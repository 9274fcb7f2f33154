def read_puzzle(rows, kind, variant, folder):
    """Returns the rules of a Sudoku. Its atoms are `x_ROW_COLUMN_VALUE`."""
    word, a, b = next(rows, "").split()
    need(word == kind == "sudoku" and variant is None, "the puzzle is not a sudoku")
    a, b = number(a, 1, 1000), number(b, 1, 1000)
    most = a * b
    cells, houses = grid(rows, most, most), defaultdict(list)
    for r, c in cells:
        for house in ("row", r), ("column", c), ("box", (r - 1) // a, (c - 1) // b): houses[house].append((r, c))
    rules = [([f"x_{r}_{c}_{v}" for v in range(1, most + 1)], {1}) for r, c in cells]
    rules += [([f"x_{r}_{c}_{v}" for r, c in house], {1}) for house in houses.values() for v in range(1, most + 1)]
    given = {f"x_{r}_{c}_{number(str(int(sign, 36) if len(sign) == 1 else sign), 1, most)}"
             for (r, c), sign in cells.items() if sign not in list(".0*_")}
    ruled_out = {atom for atoms, _ in rules if given & {*atoms} for atom in atoms} - given
    return Rules(rules + [([atom], {1}) for atom in given] + [([atom], {0}) for atom in ruled_out])
