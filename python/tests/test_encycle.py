"""Tests of the Python module, with PySAT and HiGHS as the solvers of its formulas."""

import re
import signal
import subprocess
import sys
import threading
import time
from itertools import combinations
from pathlib import Path

import encycle
import gbdc
import highspy
import pytest
from pysat.examples.rc2 import RC2
from pysat.formula import CNF, WCNF
from pysat.solvers import Solver

from puzzles import COLUMNS, IMPOSSIBLE, OPEN, SQUARE, SUDOKU, TEN, open_slitherlink


def highs_columns(lp, folder):
    """Solves a linear program with HiGHS, and returns the values of its columns by name."""
    path = folder / "puzzle.lp"
    path.write_text(lp)
    highs = highspy.Highs()
    highs.silent()
    assert highs.readModel(str(path)) == highspy.HighsStatus.kOk
    highs.run()
    assert highs.getModelStatus() == highspy.HighsModelStatus.kOptimal
    return dict(zip(highs.getLp().col_names_, highs.getSolution().col_value))


class TestSolve:
    def test_the_result_has_verdict_solution_and_rounds(self):
        result = encycle.solve(SQUARE, unique=True)
        assert result.verdict == "unique"
        assert result.solution.edges == ["h_1_1", "h_2_1", "v_1_1", "v_1_2"]
        assert result.solution.values is None
        assert result.picture == str(result.solution) and "4" in result.picture
        assert result.second is None and result.reason is None
        assert result.rounds and all(one.clauses > 0 for one in result.rounds)
        assert 0 < result.seconds < 10

    def test_a_sudoku_has_values(self):
        values = encycle.solve(SUDOKU).solution.values
        assert all(sorted(row) == list(range(1, len(values) + 1)) for row in values)

    def test_a_second_solution_is_returned(self):
        result = encycle.solve(OPEN, unique=True)
        assert result.verdict == "several"
        assert result.solution != result.second
        assert encycle.unique(OPEN) is False
        assert encycle.unique(TEN) is True

    def test_a_contradiction_has_no_solution(self):
        result = encycle.solve(IMPOSSIBLE)
        assert (result.verdict, result.solution, result.picture) == ("no-solution", None, "")
        assert encycle.unique(IMPOSSIBLE) is False

    def test_progress_gets_each_round(self):
        rounds = []
        result = encycle.solve(TEN, encoding="edge", progress=rounds.append)
        assert [one.number for one in rounds] == list(range(1, len(result.rounds) + 1))
        assert sum(one.cuts for one in rounds) == result.cuts > 0

    def test_an_exception_in_progress_ends_the_run(self):
        def fail(_):
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            encycle.solve(TEN, encoding="edge", progress=fail)

    def test_solvers_and_encodings_are_selected_by_name(self):
        result = encycle.solve(TEN, solver="microlp", encoding="edge")
        assert (result.verdict, result.encoding) == ("solved", "edge")
        assert "microlp" in result.solver
        with pytest.raises(ValueError, match="nosuch"):
            encycle.solve(TEN, encoding="nosuch")
        with pytest.raises(ValueError, match="nosuch"):
            encycle.solve(TEN, solver="nosuch")

    def test_a_time_limit_gives_no_verdict(self):
        result = encycle.solve(TEN, timeout=0)
        assert result.verdict == "unknown" and "time limit" in result.reason
        with pytest.raises(TimeoutError, match="time limit"):
            encycle.unique(TEN, timeout=0)
        for timeout in (-1, float("nan"), float("inf")):
            with pytest.raises(ValueError, match="timeout"):
                encycle.solve(TEN, timeout=timeout)


class TestErrors:
    def test_a_malformed_puzzle_has_line_and_column(self):
        for call in (encycle.solve, encycle.unique, encycle.encode, encycle.count):
            with pytest.raises(encycle.PuzzleError) as caught:
                call("slitherlink 2 2\n..\n.x\n")
            assert (caught.value.line, caught.value.column) == (3, 2)
            assert "'x'" in caught.value.message and "3:2" in str(caught.value)
        assert issubclass(encycle.PuzzleError, ValueError)

    def test_bad_arguments_are_value_errors(self):
        for name in ("encoding", "cnf", "card"):
            with pytest.raises(ValueError, match="nosuch"):
                encycle.encode(TEN, **{name: "nosuch"})
        with pytest.raises(ValueError, match="nosuch"):
            encycle.count(TEN, method="nosuch")
        with pytest.raises(TypeError):
            encycle.solve(1)


class TestFormula:
    def test_the_hashes_are_those_of_gbdc(self, tmp_path):
        for puzzle, encoding, cnf in ((TEN, "edge", "direct"), (TEN, "edge+order", "tseitin"), (SUDOKU, "s3", "direct")):
            formula = encycle.encode(puzzle, encoding=encoding, cnf=cnf)
            path = str(tmp_path / "formula.cnf")
            CNF(from_clauses=formula.clauses).to_file(path)
            assert formula.gbdhash == gbdc.gbdhash(path)
            assert formula.isohash == gbdc.isohash(path)

    def test_the_features_are_those_of_gbdc(self, tmp_path):
        for puzzle, encoding, cnf in (
            (TEN, "edge", "direct"),
            (TEN, "edge+order", "tseitin"),
            (TEN, "colour+cotree", "plaisted-greenbaum"),
            (TEN, "edge+tree", "naive"),
            (SUDOKU, "s3", "direct"),
        ):
            formula = encycle.encode(puzzle, encoding=encoding, cnf=cnf)
            path = str(tmp_path / "formula.cnf")
            CNF(from_clauses=formula.clauses).to_file(path)
            expected = gbdc.extract_base_features(path)
            found = formula.features
            assert len(found) == 58 and set(found) <= set(expected)
            for name, value in found.items():
                assert value == pytest.approx(expected[name], rel=1e-9, abs=1e-12), (encoding, name)

    @pytest.mark.parametrize("cnf", ["direct", "tseitin"])
    def test_pysat_solves_an_exact_encoding(self, cnf):
        choices = {"encoding": "edge+order", "cnf": cnf}
        formula = encycle.encode(TEN, **choices)
        assert formula.is_exact
        cnf = CNF(from_clauses=formula.clauses)
        assert cnf.nv == len(formula.names)
        assert formula.names[1] == "h_1_1"
        with Solver(bootstrap_with=cnf) as solver:
            assert solver.solve()
            solution = encycle.decode(TEN, solver.get_model(), **choices)
        assert solution == encycle.solve(TEN).solution

    def test_the_default_formula_is_the_puzzle(self):
        formula = encycle.encode(TEN)
        assert formula.is_exact and formula.encoding == "edge+cotree"
        with Solver(bootstrap_with=formula.clauses) as solver:
            assert solver.solve()
            assert formula.decode(solver.get_model()) == encycle.solve(TEN).solution

    def test_pysat_solves_with_cuts(self):
        formula = encycle.encode(TEN, encoding="edge")
        assert not formula.is_exact
        solutions, rounds = [], 0
        with Solver(bootstrap_with=formula.clauses) as solver:
            while solver.solve():
                solution, clauses = formula.separate(solver.get_model())
                assert clauses
                solver.append_formula(clauses)
                solutions += [solution] if solution else []
                rounds += 1
        # the blocking clause excludes the only solution
        assert solutions == [encycle.solve(TEN).solution]
        assert rounds > 1

    def test_highs_solves_the_linear_program(self, tmp_path):
        text = encycle.generate("slitherlink", 4, 4, seed=1)
        formula = encycle.encode(text, encoding="edge+order")
        columns = highs_columns(formula.lp, tmp_path)
        assert formula.decode(columns) == encycle.solve(text).solution
        assert encycle.decode(text, columns, encoding="edge+order").edges
        columns["h_1_1"] = 0.5
        with pytest.raises(ValueError, match="h_1_1"):
            formula.decode(columns)

    def test_the_output_of_a_solver_is_decoded(self):
        formula = encycle.encode(SQUARE, encoding="edge")
        assert formula.decode("s SATISFIABLE\nv 1 2 3 4 0\n").edges
        assert formula.decode("s UNSATISFIABLE\n") is None
        with pytest.raises(encycle.SolverError):
            formula.decode("s UNKNOWN\n")
        with pytest.raises(ValueError, match="output"):
            formula.decode("nonsense")

    def test_a_wrong_model_breaks_a_rule(self):
        formula = encycle.encode(SQUARE, encoding="edge")
        with pytest.raises(encycle.RuleError) as caught:
            formula.decode([1, 2, 3, -4])
        assert caught.value.rule == "clue" and caught.value.place
        with pytest.raises(ValueError, match="violates"):
            formula.separate([1, 2, 3, -4])

    def test_several_loops_break_a_rule(self):
        formula = encycle.encode(COLUMNS, encoding="edge")
        empty = ("h_1_2", "h_2_2", "h_3_2", "h_2_1", "h_2_3")
        model = [-number if name in empty else number for number, name in formula.names.items()]
        with pytest.raises(encycle.RuleError) as caught:
            formula.decode(model)
        assert caught.value.rule == "single-loop"
        solution, clauses = formula.separate(model)
        assert solution is None
        assert clauses and all(-literal in model for clause in clauses for literal in clause)

    def test_malformed_models_are_rejected(self):
        formula = encycle.encode(OPEN)
        for model, words in ([0], "literal 0"), ([1, -1], "contradictory"):
            with pytest.raises(ValueError, match=words):
                formula.decode(model)
        with pytest.raises(TypeError):
            formula.decode(None)

    def test_variables_of_other_clauses_are_ignored(self):
        formula = encycle.encode(SQUARE, encoding="edge")
        assert formula.decode([1, 2, 3, 4, -5, 2**62]).edges


class TestCount:
    def test_a_decision_diagram_counts_beyond_64_bits(self):
        assert encycle.count(OPEN) == encycle.count(OPEN, method="all") == 13
        # the number of cycles in a grid of 10 x 10 vertices (OEIS A140517)
        assert encycle.count(open_slitherlink(9)) == 27359264067916806101

    def test_a_time_limit_is_an_exception(self):
        with pytest.raises(TimeoutError):
            encycle.count(open_slitherlink(20), timeout=0.2)
        with pytest.raises(ValueError, match="sudoku"):
            encycle.count(SUDOKU, method="zdd")


class TestMaxSat:
    @pytest.mark.parametrize(
        "header, rows",
        [
            ("slitherlink 3 5", [".....", ".030.", "1...2"]),
            ("slitherlink 2 3", ["33.", ".33"]),
            ("slitherlink 2 2", ["30", "03"]),
            ("slitherlynx 2 3", ["33.", "0.1"]),
            ("sudoku 2 2", ["11..", "....", "....", "...3"]),
            ("sudoku 2 2", ["1111", "....", "..2.", "..2."]),
            ("sudoku 2 2", ["12..", "34..", "..1.", "...2"]),
        ],
    )
    def test_the_optimum_is_the_fewest_removed_clues(self, header, rows):
        cells = list("".join(rows))
        clues = [at for at, cell in enumerate(cells) if cell != "."]

        def has_solution(removed):
            kept = "".join("." if at in removed else cell for at, cell in enumerate(cells))
            width = len(rows[0])
            lines = [kept[at : at + width] for at in range(0, len(kept), width)]
            return encycle.solve("\n".join([header, *lines]) + "\n").solution is not None

        sizes = range(len(clues) + 1)
        fewest = next(
            size for size in sizes if any(map(has_solution, combinations(clues, size)))
        )
        text, names = encycle.clue_max_sat("\n".join([header, *rows]) + "\n")
        formula = WCNF(from_string=text)
        assert len(names) == len(formula.soft) == len(clues)
        with RC2(formula) as solver:
            assert solver.compute() is not None
            assert solver.cost == fewest


class TestThin:
    @pytest.mark.parametrize(
        "header, rows",
        [
            ("slitherlink 3 3", ["3.0", "131", "320"]),
            ("slitherlink 3 3", ["013", "02.", ".32"]),
            ("sudoku 2 2", ["1234", "34.2", "21..", "...."]),
        ],
    )
    def test_the_optimum_is_the_fewest_clues_with_one_solution(self, header, rows, tmp_path):
        width = len(rows[0])
        cells = "".join(rows)
        clues = [at for at, cell in enumerate(cells) if cell != "."]

        def is_unique(kept):
            text = "".join(cell if at in kept else "." for at, cell in enumerate(cells))
            lines = [text[at : at + width] for at in range(0, len(text), width)]
            return encycle.unique("\n".join([header, *lines]) + "\n")

        fewest = next(
            size
            for size in range(len(clues) + 1)
            if any(map(is_unique, combinations(clues, size)))
        )
        text, names, thinned = encycle.thin_max_sat("\n".join([header, *rows]) + "\n")
        assert len(names) == len(clues)
        assert encycle.unique(thinned)
        # an external MaxSAT solver: the program of PySAT
        file = tmp_path / "needed.wcnf"
        file.write_text(text)
        solver = Path(sys.executable).parent / "rc2.py"
        answer = subprocess.run([sys.executable, solver, "-vv", file], capture_output=True, text=True)
        assert "s OPTIMUM FOUND" in answer.stdout, answer
        costs = [line for line in answer.stdout.splitlines() if line.startswith("o ")]
        assert costs[-1] == f"o {fewest}"

    def test_a_puzzle_with_several_solutions_is_refused(self):
        with pytest.raises(ValueError, match="exactly one solution"):
            encycle.thin_max_sat("slitherlink 2 2\n..\n..\n")


class TestGenerate:
    @pytest.mark.parametrize("kind, side", [("slitherlink", 6), ("sudoku", 9), ("numberlink", 5)])
    def test_generated_puzzles_have_one_solution(self, kind, side):
        text = encycle.generate(kind, side, side, seed=1)
        assert encycle.unique(text)
        assert encycle.generate(kind, side, side, seed=1) == text

    def test_arguments_are_checked(self):
        for arguments in (("nosuch", 5, 5), ("slitherlink", 0, 5), ("sudoku", 7, 7)):
            with pytest.raises(ValueError):
                encycle.generate(*arguments)
        with pytest.raises(ValueError, match="nosuch"):
            encycle.generate("slitherlink", 4, 4, difficulty="nosuch")
        with pytest.raises(TimeoutError):
            encycle.generate("slitherlink", 20, 20, timeout=0)
        easy = encycle.generate("slitherlink", 5, 5, seed=1, difficulty="easy")
        assert encycle.unique(easy)


# runs that take more than a minute
LONG_RUNS = {
    "solve": "encycle.solve(hard_numberlink(20))",
    "solve, many rounds": "encycle.solve(hard_numberlink(20), progress=lambda one: one.number)",
    "solve by MIP": 'encycle.solve(HERON, solver="microlp", encoding="edge")',
    "solve by a process": 'encycle.solve(hard_numberlink(40), solver="cadical")',
    "count": "encycle.count(open_slitherlink(30))",
    "count by SAT": 'encycle.count(open_slitherlink(30), method="sat")',
    "enumerate": "list(encycle.enumerate(open_slitherlink(30)))",
    "count the solutions of a model": "open_model(60).count()",
    "enumerate the solutions of a model": "list(open_model(60).enumerate())",
    "solve a model": "pigeons(14).solve()",
    "generate": 'encycle.generate("slitherlink", 60, 60, difficulty="any")',
}


class TestThreads:
    @pytest.mark.parametrize("name", LONG_RUNS)
    def test_ctrl_c_ends_a_long_run(self, name):
        lines = ["import encycle", "from puzzles import *", "print(flush=True)", LONG_RUNS[name]]
        command = [sys.executable, "-c", "\n".join(lines)]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        with subprocess.Popen(command, cwd=Path(__file__).parent, **pipes) as process:
            process.stdout.readline()
            time.sleep(1)
            assert process.poll() is None, process.stderr.read()
            process.send_signal(signal.SIGINT)
            start = time.monotonic()
            try:
                _, errors = process.communicate(timeout=10)
            finally:
                process.kill()
        assert errors.splitlines()[-1] == b"KeyboardInterrupt"
        assert time.monotonic() - start < 2

    def test_other_threads_run_while_a_puzzle_is_solved(self):
        ticks = []
        done = threading.Event()

        def tick():
            while not done.wait(0.01):
                ticks.append(time.monotonic())

        thread = threading.Thread(target=tick, daemon=True)
        thread.start()
        start = time.monotonic()
        with pytest.raises(TimeoutError):
            encycle.count(open_slitherlink(30), timeout=1)
        end = time.monotonic()
        done.set()
        thread.join()
        # without the release of the lock there would be no tick
        assert len([tick for tick in ticks if start + 0.1 < tick < end - 0.1]) > 20

