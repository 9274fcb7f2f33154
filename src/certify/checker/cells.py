def read_puzzle(rows, kind, variant, folder):
    """Returns the rules of a Simple Loop."""
    word, height, width = next(rows, "").split()
    need(word == kind == "simple-loop" and variant is None, f"the puzzle is not a {kind}")
    cells = grid(rows, number(height, 1, 1000), number(width, 1, 1000))
    need({*cells.values()} <= {*".x"}, "a cell is neither black nor not")
    degrees = {cell: {0} if sign == "x" else {2} for cell, sign in cells.items()}
    return Lines([], "cycle", lattice(cells, "right", "down"), degrees)
