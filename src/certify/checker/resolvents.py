def resolvents(clauses, names, _):
    """Eliminates variables without a name, the last one first: what satisfies the rest can be extended to a model."""
    by_last = defaultdict(dict)  # the clauses by their last variable without a name, with their lines
    def add(clause, line):
        if not any(-literal in clause for literal in clause):
            by_last[max((abs(literal) for literal in clause if abs(literal) not in names), default=0)][clause] = line
    for line, clause in clauses: add(frozenset(clause), line)
    for variable in range(max(by_last, default=0), 0, -1):
        own = by_last[variable]  # if an "and" or "or" defines it, other clauses are not resolved with each other
        gates = ({one, *(frozenset({-s, -l}) for l in one - {s})} for one in own for s in one & {variable, -variable})
        gate = next((gate for gate in gates if gate <= own.keys()), ())
        for one, other in ((one, other) for one in own if variable in one for other in own if -variable in other):
            if not gate or (one in gate) != (other in gate): add((one | other) - {variable, -variable}, own[one])
    return by_last[0]
