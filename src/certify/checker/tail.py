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
    for clause, PLACE[1] in resolvents(clauses, atoms, puzzle).items():
        # a solution that violates the clause has all atoms of `true` and none of `false`
        true, false = ({atoms[abs(literal)] for literal in clause if literal * sign > 0} for sign in (-1, 1))
        is_claim = forced and all(name[1:] in false if name[0] == "-" else name in true for name in forced)
        is_listed = frozenset(filter(is_own, true | puzzle.given)) in listed and (
            not puzzle.nests or true | false | puzzle.given | puzzle.never == puzzle.counts_of.keys())
        text = " v ".join([*("-" + name for name in true), *false])
        need(is_claim or is_listed or puzzle.excludes(true, false), f"the rules do not imply the clause {text or 0}")
    check_proof(folder, [clause for _, clause in clauses])
    return f"{' '.join([claim, *forced])} ({kind}; solutions: {len(listed)}, clauses: {len(clauses)})"

