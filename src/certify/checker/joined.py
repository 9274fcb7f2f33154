def find(top, item):
    """Returns the representative of the set of an item (union-find)."""
    while item in top: top[item], item = top.get(top[item], top[item]), top[item]
    return item
def join(top, pairs):
    """Joins the sets of the two items of each pair. Returns how many pairs were in one set before."""
    closed = 0
    for a, b in ((find(top, a), find(top, b)) for a, b in pairs):
        closed += a == b
        if a != b: top[a] = b
    return closed
def lattice(points, across, down):
    return {f"{name}_{r}_{c}": ((r, c), (r + x, c + y)) for r, c in points
            for name, x, y in ((across, 0, 1), (down, 1, 0)) if (r + x, c + y) in points}
