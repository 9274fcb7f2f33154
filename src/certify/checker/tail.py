def check_proof(folder, clauses):
    """Checks an LRAT proof: each step follows by unit propagation along its hints, and one is the empty clause."""
    known, last = dict(enumerate(clauses, 1)), len(clauses)
    for line in read(folder, "proof.lrat"):
        if re.fullmatch("([0-9]+ d [0-9 ]*)?", line): continue  # a deletion
        parts = re.fullmatch("([1-9][0-9]*) ((?:-?[1-9][0-9]* )*)0 ((?:[1-9][0-9]* )*)0", line)
        need(parts, "not a step with hints")
        (step,), clause, hints = ([*map(int, part.split())] for part in parts.groups())
        need(step > last, f"step {step} after {last}")
        true, is_open = {-literal for literal in clause}, True
        for hint in hints:
            left = {literal for literal in known.get(hint, ()) if -literal not in true}
            need(is_open and hint in known and len(left) < 2 and not left & true, f"clause {hint} does not propagate")
            true, is_open = true | left, bool(left)
        need(not is_open, "no contradiction follows")
        known[step], last = clause, step
        if not clause: return
    need([] in clauses, "the proof does not end with the empty clause")
def resolvents(clauses, names):
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
def verify(folder):
    certificate, puzzle = opened(folder, "solutions.txt", "formula.map", "formula.cnf", "cuts.jsonl", "proof.lrat")
    claim, kind = certificate["claim"], certificate["kind"] + "; by rules.txt" * ("rules.txt" in certificate["files"])
    listed, clauses, announced, forced = set(), [], None, certificate.get("forced", [])
    is_own = lambda atom: not atom.startswith(("start_", "stop_", "blank_"))  # others are determined by these
    for line in read(folder, "solutions.txt"):
        true, own = {*line.split()}, frozenset(filter(is_own, line.split()))
        need(true <= puzzle.counts_of.keys() and len(true) == len(line.split()), "an unknown name, or one twice")
        reason = "a duplicate" if own in listed else puzzle.excludes(true, puzzle.counts_of.keys() - true)
        need(not reason, f"no solution: {reason}")
        listed.add(own)
    counts = {"no-solution": 0, "unique": 1, "forced": 0, "exactly": max(len(listed), 2)}
    is_fit = counts.get(claim) == len(listed) == certificate["solutions"] and bool(forced) == (claim == "forced")
    need(is_fit, f"{len(listed)} solutions and {len(forced)} forced atoms do not fit the claim {claim!r}")
    names = {int(line.split()[0]): line.split()[1] for line in read(folder, "formula.map") if line[:1].isdigit()}
    atoms = {variable: name for variable, name in names.items() if name in puzzle.counts_of}
    need(len({*atoms.values()}) == len(atoms), "two variables are the same atom")
    for cut in map(json.loads, read(folder, "cuts.jsonl")):
        puzzle.add_cut({literal for literal in cut["literals"] if literal[0] != "-"})
    for line in read(folder, "formula.cnf"):
        if line.startswith("p cnf ") and announced is None: announced = int(line.split()[-1])
        elif not line.startswith("c"):
            need(re.fullmatch("(-?[1-9][0-9]* )*0", line), "not a clause")
            clauses.append((PLACE[1], [int(word) for word in line.split()][:-1]))
            need(all(abs(literal) in names for literal in clauses[-1][1]), "a variable is not in the map")
    need(len(clauses) == announced, f"{len(clauses)} clauses, {announced} in the header")
    for clause, PLACE[1] in resolvents(clauses, atoms).items():
        # a solution that violates the clause has all atoms of `true` and none of `false`
        true, false = ({atoms[abs(literal)] for literal in clause if literal * sign > 0} for sign in (-1, 1))
        is_claim = forced and all(name[1:] in false if name[0] == "-" else name in true for name in forced)
        is_listed = frozenset(filter(is_own, true | puzzle.given)) in listed and (
            not puzzle.nests or true | false | puzzle.given | puzzle.never == puzzle.counts_of.keys())
        text = " v ".join([*("-" + name for name in true), *false])
        need(is_claim or is_listed or puzzle.excludes(true, false), f"the rules do not imply the clause {text or 0}")
    check_proof(folder, [clause for _, clause in clauses])
    return f"{' '.join([claim, *forced])} ({kind}; solutions: {len(listed)}, clauses: {len(clauses)})"

