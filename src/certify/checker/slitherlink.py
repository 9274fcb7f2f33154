def read_graph(text):
    """Reads a Slitherlink on a graph, in JSON."""
    graph = json.loads(text)
    need(graph["kind"] == "slitherlink", "the puzzle is not a slitherlink")
    count = number(str(graph["vertices"] if "vertices" in graph else len(graph["points"])), 1, 10**7)
    ends = network(graph["edges"], count)
    clues = [([[*ends][number(str(edge), 1, len(ends)) - 1] for edge in clue["edges"]],
              {number(str(clue["count"]), 0, 2**32 - 1)}) for clue in graph["clues"]]
    return Lines(clues, "cycle", ends, {vertex: {0, 2} for vertex in range(1, count + 1)})
def read_puzzle(rows, kind, variant, folder):
    """Returns the rules of a puzzle in the plain format or, for a Slitherlink on a graph, in JSON."""
    head = next(rows, "")
    if kind == "slitherlink" and head.startswith("{"): return read_graph("\n".join([head, *rows]))
    word, height, width = head.split()
    need(word == kind in ("slitherlink", "slitherlynx") and variant is None, f"the puzzle is not a {kind}")
    cells = grid(rows, number(height, 1, 1000), number(width, 1, 1000))
    clues = [([f"h_{r}_{c}", f"h_{r + 1}_{c}", f"v_{r}_{c}", f"v_{r}_{c + 1}"], {number(clue, 0, 4)})
             for (r, c), clue in cells.items() if clue != "."]
    degrees = {(r + i, c + j): {0, 2} for r, c in cells for i in (0, 1) for j in (0, 1)}
    return Lines(clues, "cycle" if kind == "slitherlink" else "cycles", lattice(degrees, "h", "v"), degrees)

