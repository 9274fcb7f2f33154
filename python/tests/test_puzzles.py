"""Tests of what the commands do with puzzles besides solving them."""

import subprocess
import sys

import encycle
import pytest

from puzzles import COLUMNS, EXAMPLES, IMPOSSIBLE, OPEN, SUDOKU, TEN, open_slitherlink

SOLVED = sorted(EXAMPLES.glob("*/*.solution.txt"))
# kinds whose examples have no file with a solution
OTHERS = {
    "slitherlink": TEN,
    "slitherlynx": "slitherlynx 2 2\n3.\n..\n",
    "reachability": next((EXAMPLES / "reachability").glob("*.txt")).read_text(),
}


def test_each_kind_has_a_puzzle():
    assert {path.parent.name for path in SOLVED} | set(OTHERS) == set(encycle.KINDS)


@pytest.mark.parametrize("path", SOLVED, ids=lambda path: path.stem)
def test_solutions_of_each_kind_are_checked_and_drawn(path):
    text = (path.parent / path.name.replace(".solution", "")).read_text()
    solution = encycle.check(text, path.read_text())
    assert solution == encycle.check(text, solution)
    drawn = encycle.render(text, solution)
    assert drawn == encycle.render(text, path.read_text()) == solution.picture
    assert drawn != encycle.render(text) == encycle.convert(text, "picture")
    assert encycle.render(text, solution, svg=True) == solution.svg
    assert encycle.render(text, solution, ascii=True).isascii() or not drawn.isascii()
    assert encycle.encodings(text)


@pytest.mark.parametrize("kind", OTHERS)
def test_other_kinds_are_checked_and_drawn(kind):
    text = OTHERS[kind]
    result = encycle.solve(text)
    assert result.solution and encycle.check(text, result.solution) == result.solution
    assert encycle.render(text, result.solution) == result.picture


class TestCheck:
    def test_a_broken_rule_is_named(self):
        drawn = encycle.solve(TEN).picture
        wrong = drawn.replace("│", " ", 1)
        with pytest.raises(encycle.RuleError) as caught:
            encycle.check(TEN, wrong)
        assert caught.value.rule and caught.value.place
        with pytest.raises(encycle.PuzzleError):
            encycle.check(TEN, "nonsense")

    def test_a_text_may_contain_its_solution(self):
        with pytest.raises(ValueError, match="no solution to check"):
            encycle.check(TEN)
        with pytest.raises(ValueError, match="another puzzle"):
            encycle.check(TEN, encycle.solve(SUDOKU).solution)

    def test_equal_solutions_have_equal_hashes(self):
        first, second = (encycle.solve(TEN).solution for _ in range(2))
        assert first is not second and len({first, second}) == 1


class TestEnumerate:
    def test_all_solutions_are_found_once(self):
        with encycle.enumerate(OPEN) as solutions:
            found = list(solutions)
        assert len(found) == len(set(found)) == 13
        for solver in ["microlp", "stable"]:
            assert set(encycle.enumerate(OPEN, solver=solver)) == set(found)
        assert len(list(encycle.enumerate(OPEN, 5))) == 5
        assert list(encycle.enumerate(IMPOSSIBLE)) == []

    def test_a_closed_iterator_ends(self):
        solutions = encycle.enumerate(open_slitherlink(6))
        assert next(solutions) != next(solutions)
        solutions.close()
        assert list(solutions) == []

    def test_errors_come_at_once_or_at_the_limit(self):
        for arguments in ({"solver": "nosuch"}, {"encoding": "nosuch"}, {"timeout": -1}):
            with pytest.raises(ValueError):
                encycle.enumerate(OPEN, **arguments)
        with pytest.raises(TimeoutError):
            list(encycle.enumerate(open_slitherlink(8), timeout=0.2))


class TestGrade:
    def test_steps_lead_to_the_solution(self):
        text = encycle.generate("slitherlink", 5, 5, seed=1, difficulty="easy")
        grade = encycle.grade(text)
        assert (grade.verdict, grade.level) == ("solved", "easy")
        assert list(grade) and len(grade) == len(grade.steps)
        assert sorted(grade.in_all) == sorted(encycle.solve(text).solution.edges)
        facts = {fact for step in grade for fact in step.facts}
        assert facts == set(grade.in_all) | {f"-{name}" for name in grade.in_none}
        assert sum(times for _, times in grade.techniques) == len(grade)
        assert all(step.technique in str(step) for step in grade)
        less = encycle.grade(text, without=[grade.techniques[0][0]])
        assert grade.techniques[0][0] not in dict(less.techniques)

    def test_a_puzzle_that_needs_guessing_is_open(self):
        grade = encycle.grade(OPEN)
        assert (grade.verdict, grade.level) == ("open", None)
        assert encycle.grade(OPEN, level="hard").verdict == "open"
        assert encycle.grade("slitherlink 1 2\n44\n").verdict == "no-solution"

    def test_unknown_names_are_errors(self):
        with pytest.raises(ValueError, match="nosuch"):
            encycle.grade(TEN, level="nosuch")
        with pytest.raises(ValueError, match="technique of slitherlink"):
            encycle.grade(TEN, without=["nosuch"])


class TestThinAndRepair:
    def test_a_thinned_puzzle_has_one_solution(self):
        result = encycle.thin(TEN)
        assert result.verdict == "unique" and result.kept < result.clues
        assert encycle.solve(result.puzzle, unique=True).verdict == "unique"
        assert encycle.thin(result.puzzle).superfluous == []
        assert encycle.thin(OPEN).verdict == "several" and encycle.thin(OPEN).puzzle is None
        assert encycle.thin(IMPOSSIBLE).verdict == "no-solution"
        small = "slitherlink 3 3\n3.0\n131\n320\n"
        fewest = encycle.thin(small, strategy="minimum", to="puzzlink")
        assert fewest.kept <= encycle.thin(small).kept
        assert fewest.puzzle.startswith("https://puzz.link")

    def test_a_repaired_puzzle_has_one_solution(self):
        several = encycle.repair(OPEN)
        assert several.verdict == "several" and several.complete and len(several.solutions) == 13
        assert several.added and encycle.unique(several.puzzle)
        none = encycle.repair(IMPOSSIBLE)
        assert none.verdict == "no-solution" and none.contradiction
        assert len(none.removed) == 2 and encycle.unique(none.puzzle)
        assert encycle.repair(TEN).verdict == "unique"

    def test_arguments_are_checked(self):
        for arguments in ({"strategy": "nosuch"}, {"symmetry": "nosuch"}, {"to": "nosuch"}):
            with pytest.raises(ValueError, match="nosuch"):
                encycle.thin(TEN, **arguments)
        with pytest.raises(ValueError, match="at least 2"):
            encycle.repair(OPEN, solutions=1)
        with pytest.raises(ValueError):
            encycle.thin(encycle.generate("numberlink", 4, 4, seed=1))


class TestConvert:
    def test_a_converted_puzzle_is_the_same(self):
        for text in (TEN, SUDOKU):
            plain = encycle.convert(text, "plain")
            written = 0
            for form in encycle.FORMATS:
                try:
                    other = encycle.convert(text, form)
                except ValueError as error:
                    assert "help: use plain" in str(error)
                    continue
                written += 1
                # a general graph has no plain form
                assert form == "graph" or encycle.convert(other, "plain") == plain, form
            assert written >= 4
        assert encycle.convert(TEN, "svg").startswith("<svg")
        with pytest.raises(ValueError, match="nosuch"):
            encycle.convert(TEN, "nosuch")

    def test_reflected_puzzles_have_one_canonical_form(self):
        first, second = "slitherlink 1 3\n3.2\n", "slitherlink 1 3\n2.3\n"
        forms = {encycle.convert(text, "plain", canonical=True) for text in (first, second)}
        assert len(forms) == 1


class TestCertificates:
    def test_a_certificate_is_verified(self, tmp_path):
        made = encycle.certify(TEN, tmp_path / "one")
        assert (made.claim, made.solutions, made.kind) == ("unique", 1, "slitherlink")
        read = encycle.verify(tmp_path / "one")
        assert (read.claim, read.clauses, read.steps) == (made.claim, made.clauses, made.steps)
        checker = tmp_path / "one" / "verify.py"
        subprocess.run([sys.executable, checker, tmp_path / "one"], check=True, capture_output=True)
        listed = encycle.certify(OPEN, tmp_path / "all", limit=20)
        assert (listed.claim, listed.solutions) == ("exactly", 13)
        assert encycle.certify(IMPOSSIBLE, tmp_path / "none").claim == "no-solution"
        forced = encycle.certify("slitherlink 2 2\n3.\n..\n", tmp_path / "facts", facts=["h_1_1"])
        assert (forced.claim, forced.forced) == ("forced", ["h_1_1"])

    def test_a_wrong_claim_is_an_error(self, tmp_path):
        with pytest.raises(encycle.CertificateError, match="more than 1 solution"):
            encycle.certify(OPEN, tmp_path / "one")
        with pytest.raises(ValueError, match="not an atom"):
            encycle.certify(OPEN, tmp_path / "one", facts=["nosuch"])
        with pytest.raises(OSError):
            encycle.verify(tmp_path / "nosuch")
        encycle.certify(COLUMNS, tmp_path / "two")
        proof = tmp_path / "two" / "proof.lrat"
        proof.write_text("")
        with pytest.raises(encycle.CertificateError, match="proof.lrat"):
            encycle.verify(tmp_path / "two")


def test_a_kind_of_its_own_is_known_by_its_name() -> None:
    text = (
        "kind two-a-row\ndraw shaded cells\n"
        "rule row for l in rows: count(shaded(c) for c in l) = 2\n"
        "rule column for l in columns: count(shaded(c) for c in l) = 1\n"
    )
    kind = encycle.Kind(text)
    assert (kind.name, kind.rules, kind.text) == ("two-a-row", ["row", "column"], text.rstrip())
    assert encycle.count("two-a-row 1 2\n") == 1
    assert encycle.solve("two-a-row 2 4\n").verdict == "solved"
    assert encycle.Kind(text).name == "two-a-row"
    with pytest.raises(encycle.PuzzleError) as error:
        encycle.Kind(text.replace("rows", "rowss"))
    assert (error.value.line, error.value.column) == (3, 19)
    with pytest.raises(ValueError, match="another kind"):
        encycle.Kind(text.replace("= 2", "= 1"))


def test_a_solution_of_another_type_is_named():
    formula = encycle.encode(TEN)
    for wrong in [
        lambda: encycle.check(TEN, 5),
        lambda: encycle.render(TEN, 5),
        lambda: encycle.decode(TEN, 5),
        lambda: formula.decode(5),
        lambda: formula.separate(5),
        lambda: encycle.Model().decode(5),
    ]:
        with pytest.raises(TypeError, match="^`int` is not an? [a-z]+\nhelp: give a "):
            wrong()
