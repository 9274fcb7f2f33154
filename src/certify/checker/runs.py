without_runs = bounds
def bounds(term, known):
    """Also whether the runs of statements that hold have the lengths of a list in order, where -1 is any length."""
    if not isinstance(term, list) or term[0] != "runs": return without_runs(term, known)
    (_, *wanted), *parts = term[1:]
    states = {(0, 0)}  # the numbers of complete runs, and the length of the current one
    for least, most in (*(bounds(part, known) for part in parts), (0, 0)):
        states = {continued(wanted, state, value) for state in states for value in range(least, most + 1)}
    return states == {(len(wanted), 0)}, (len(wanted), 0) in states
def continued(wanted, state, holds):
    """The complete runs and the length of the current one behind a further statement, or None if a length is wrong."""
    if state is None or not holds and not state[1]: return state
    done, length = state
    most = wanted[done] if done < len(wanted) else 0
    if not (most < 0 or (length < most if holds else length == most)): return None
    return (done, length + 1) if holds else (done + 1, 0)
