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
