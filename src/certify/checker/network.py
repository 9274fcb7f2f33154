def network(edges, count):
    ends = [tuple(sorted(number(str(vertex), 1, count) for vertex in edge)) for edge in edges]
    need(len(ends) == len({*ends}) and all(a < b for a, b in ends), "an edge is a loop or a duplicate")
    return {f"x_{a}_{b}": (a, b) for a, b in ends}

