"""Puzzles for the tests."""

from pathlib import Path

import encycle

EXAMPLES = Path(__file__).parents[2] / "examples"
TEN = (EXAMPLES / "slitherlink/ten.txt").read_text()
HERON = (EXAMPLES / "slitherlink/heron.txt").read_text()
SUDOKU = (EXAMPLES / "sudoku/finch.txt").read_text()
SQUARE = "slitherlink 1 1\n4\n"
OPEN = "slitherlink 2 2\n..\n..\n"
IMPOSSIBLE = "slitherlink 2 2\n33\n33\n"
# one loop around each of the outer columns satisfies all clues
COLUMNS = "slitherlink 2 3\n3.3\n3.3\n"


def open_slitherlink(side):
    """Returns a Slitherlink without clues."""
    return f"slitherlink {side} {side}\n" + ("." * side + "\n") * side


def hard_numberlink(side):
    """Returns a Numberlink whose six paths cover all cells; a SAT solver needs more than a minute for side 40."""
    ends = {}
    for pair in range(6):
        ends[3 * pair + 1, 2 * pair + 1] = pair + 1
        ends[side - 2 - 2 * pair, side - 2 - 3 * pair] = pair + 1
    rows = (" ".join(str(ends.get((row, col), ".")) for col in range(side)) for row in range(side))
    return f"numberlink {side} {side} cover\n" + "\n".join(rows) + "\n"


def open_model(count):
    """Returns a model without constraints."""
    model = encycle.Model()
    for number in range(count):
        model.variable(f"v{number}")
    return model


def pigeons(holes):
    """Returns a model without solutions, whose proof by resolution is long: one pigeon more than holes."""
    model = encycle.Model()
    for pigeon in range(holes + 1):
        model.add(sum(model.variable(f"p{pigeon}_{hole}") for hole in range(holes)) >= 1)
    for hole in range(holes):
        model.add(sum(model.variable(f"p{pigeon}_{hole}") for pigeon in range(holes + 1)) <= 1)
    return model
