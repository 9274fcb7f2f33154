def walled_grid(rows, height, width):
    """Reads cells, and walls with their signs: `|` between two cells of a row, `-` below a cell, `?` for either."""
    cells, walls = [], {}
    for line in rows:
        is_row = line.strip("-+? ") != ""
        cells += [line[::2]] * is_row
        need(not line[1::2].strip(" |?" if is_row else " +"), "a sign between cells is not a wall")
        signs = enumerate(line[1::2] if is_row else line[::2], 1)
        walls |= {f"{'right' if is_row else 'down'}_{len(cells)}_{c}": sign for c, sign in signs if sign in "|-?"}
    return grid(cells, height, width), walls
