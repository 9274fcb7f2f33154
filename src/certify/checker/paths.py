def read_puzzle(rows, kind, variant, folder):
    """Returns the rules of a Hamilton puzzle or a Numberlink, on a grid or a graph."""
    word, a, b, rule, *options = next(rows, "").split()
    variants = {"hamilton": ("cycle", "path"), "numberlink": ("free", "cover")}
    need([word, rule] == [kind, variant] and variant in variants.get(kind, ()), f"not a {kind} ({variant})")
    named = defaultdict(tuple)  # the vertices with each sign
    if a == "graph":
        points, walls, lines = range(1, number(b, 1, 10**6) + 1), {}, [line.split() for line in rows]
        ends = network((line for line in lines if line[0] != "pair"), len(points))
        signs = [line for line in lines if line[0] == "pair"] if kind == "numberlink" else [[0, *options]]
        pairs = [tuple(number(end, 1, len(points)) for end in dict.fromkeys(sign[1:])) for sign in signs]
        if kind == "hamilton": named["S"], named["E"] = pairs[0][:1], pairs[0][1:]
    else:
        size = [number(side, 1, 1000) for side in (a, b)]
        points, walls = walled_grid(rows, *size) if kind == "hamilton" else (grid(rows, *size), {})
        ends = lattice(points, "right", "down")
        for point, cell in points.items(): named[cell] += (point,)
        pairs = [named[cell] for cell in {*named} - {*".-"}]
    need(ends.keys() >= walls.keys() and "?" not in walls.values(), "a wall is not between cells")
    if kind == "numberlink":
        terminals = {end for pair in pairs for end in pair}
        need({*map(len, pairs)} <= {1, 2} and len(terminals) == sum(map(len, pairs)), "the terminals are not pairs")
        degrees = {point: {1} if point in terminals else {0, 2} if variant == "free" else {2} for point in points}
        return Lines([], "paths", ends, degrees, pairs)
    start, stop, walls = named["S"], named["E"], [([edge], {0}) for edge in walls]
    is_path = max(len(start), len(stop)) < 2 and variant == "path"
    need({*named} <= {*".SE"} and (is_path or not start + stop), "the ends are not a pair")
    if not is_path: return Lines(walls, "cycle", ends, {vertex: {2} for vertex in points})
    if len(points) == 1: return Lines([], "paths", {}, {vertex: {0} for vertex in points})
    closing = [{f"{word}_{v if a == 'graph' else '_'.join(map(str, v))}": (v, "end") for v in points if (
        v in own if own else v not in other)} for word, own, other in (("start", start, stop), ("stop", stop, start))]
    rules, degrees = walls + [([*side], {1}) for side in closing], {vertex: {2} for vertex in [*points, "end"]}
    return Lines(rules, "cycle", ends | closing[0] | closing[1], degrees, (), ((), ()) if start + stop else closing)

