"""Solves, counts, generates and encodes grid puzzles with SAT and MIP solvers."""

from typing import Callable, Literal, Mapping, Optional, Sequence, Union, final

__all__ = [
    "Formula",
    "PuzzleError",
    "Round",
    "RuleError",
    "Solution",
    "SolveResult",
    "SolverError",
    "__version__",
    "clue_max_sat",
    "count",
    "decode",
    "encode",
    "generate",
    "solve",
    "thin_max_sat",
    "unique",
]

__version__: str

_Verdict = Literal["solved", "unique", "several", "no-solution", "unknown"]
_Difficulty = Literal["any", "no-guessing", "up-to-medium", "easy", "medium", "hard"]
_CnfMethod = Literal[
    "direct",
    "naive",
    "naive-nontautological",
    "naive-distinct",
    "naive-irredundant",
    "tseitin",
    "plaisted-greenbaum",
]
_CardMethod = Literal[
    "binomial", "pairwise", "ladder", "bitwise", "bimander", "commander", "totalizer"
]
_CountMethod = Literal["zdd", "sat", "all"]

_Model = Union[Sequence[int], Mapping[str, float]]
"""True literals, as SAT solvers return them, or the values of columns by name, as LP solvers return them."""

class PuzzleError(ValueError):
    """The text is not a valid puzzle."""

    line: int
    """The line, from 1."""
    column: int
    """The column in characters, from 1."""
    message: str
    """What is wrong, without the position."""

class RuleError(ValueError):
    """The decoded model breaks a rule of the puzzle."""

    rule: str
    """The name of the rule, such as `clue` or `single-loop`."""
    place: str
    """Where the rule is broken."""

class SolverError(RuntimeError):
    """A solver failed, returned an invalid model, or reported no result."""

@final
class Solution:
    """A solution that obeys all rules of its puzzle. `str(solution)` is its picture."""

    @property
    def atoms(self) -> list[str]:
        """The names of the true atoms: what is drawn, and which cell has which value."""

    @property
    def edges(self) -> Optional[list[str]]:
        """The names of the drawn edges (`h_1_1` is above the first cell, `v_1_1` left of it); None for other kinds."""

    @property
    def values(self) -> Optional[list[list[int]]]:
        """The value of each cell, row by row, 0 for an empty cell; None for other kinds."""

    @property
    def picture(self) -> str:
        """The picture as text."""

    @property
    def svg(self) -> str:
        """The picture as SVG."""

    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Round:
    """One call of the solver."""

    @property
    def solver(self) -> str:
        """The solver."""

    @property
    def number(self) -> int:
        """The number of the round, from 1."""

    @property
    def variables(self) -> int:
        """The number of variables, or of columns."""

    @property
    def clauses(self) -> int:
        """The number of clauses, or of rows, with the cuts so far."""

    @property
    def loops(self) -> int:
        """The number of constraints added because of the model: cuts, and the blocking clause of a solution."""

    @property
    def cuts(self) -> int:
        """The number of cuts added."""

    @property
    def seconds(self) -> float:
        """The wall-clock time of the solver in seconds."""

@final
class SolveResult:
    """The result of `solve`."""

    @property
    def verdict(self) -> _Verdict:
        """The verdict; `solved` if a solution was found and uniqueness was not checked."""

    @property
    def reason(self) -> Optional[str]:
        """For `unknown`: the limit that was reached."""

    @property
    def solution(self) -> Optional[Solution]:
        """The solution, if one was found."""

    @property
    def second(self) -> Optional[Solution]:
        """For `several`: another solution."""

    @property
    def picture(self) -> str:
        """The picture of the solution as text; empty without a solution."""

    @property
    def solver(self) -> str:
        """The solver; in a race, the one that decided."""

    @property
    def encoding(self) -> str:
        """The encoding."""

    @property
    def rounds(self) -> list[Round]:
        """The calls of the solver."""

    @property
    def cuts(self) -> int:
        """The number of cuts in all rounds."""

    @property
    def seconds(self) -> float:
        """The wall-clock time of the run in seconds."""

@final
class Formula:
    """The formula of a puzzle, as clauses and as a linear program."""

    @property
    def encoding(self) -> str:
        """The name of the encoding."""

    @property
    def is_exact(self) -> bool:
        """Whether each model is a solution; otherwise a model may contain stray loops (see `separate`)."""

    @property
    def clauses(self) -> list[list[int]]:
        """The clauses, each a list of literals: variables count from 1, and a negative literal is a negative number."""

    @property
    def names(self) -> dict[int, str]:
        """The name of each variable."""

    @property
    def lp(self) -> str:
        """The formula as a 0-1 linear program in the CPLEX LP format. Columns have the names of the variables."""

    @property
    def gbdhash(self) -> str:
        """The MD5 hash of the clauses that identifies the formula in the Global Benchmark Database."""

    @property
    def isohash(self) -> str:
        """The MD5 hash of the degrees of the variables, the same for formulas that differ in names, signs and order only."""

    @property
    def features(self) -> dict[str, float]:
        """The base features of the Global Benchmark Database: clause lengths, degrees, entropies and more, by their names."""

    def decode(self, model: Union[str, _Model]) -> Optional[Solution]:
        """Maps a model of this formula, or the saved output of a solver, to the puzzle; see `encycle.decode`."""

    def separate(self, model: _Model) -> tuple[Optional[Solution], list[list[int]]]:
        """Separates a model of this formula and of the clauses that earlier calls returned.

        Returns the solution that the model contains, or None, and clauses that the model violates. The clauses are
        cuts against stray loops, which every solution satisfies, or they exclude the returned solution and no other.
        With the clauses added, a solver finds the next model.

        Raises:
            ValueError: the model violates a constraint of the formula.
            RuleError: the encoding is exact, but the model is not a solution.
        """

def solve(
    text: str,
    *,
    encoding: Optional[str] = None,
    solver: Optional[str] = None,
    timeout: Optional[float] = None,
    unique: bool = False,
    progress: Optional[Callable[[Round], object]] = None,
) -> SolveResult:
    """Solves a puzzle, and checks the solution against all rules.

    Args:
        text: the puzzle in any format: plain text, an address, a game id.
        encoding: names of encodings, separated by commas; several race. The default suits the solver.
        solver: names of built-in or installed solvers, or paths of programs, separated by commas; several race.
            The default is the built-in SAT solver.
        timeout: the limit on the wall-clock time in seconds; the verdict is then `unknown`.
        unique: whether to look for a second solution.
        progress: a callable that gets a `Round` after each call of the solver; an exception in it ends the run.

    Raises:
        PuzzleError: the text is not a valid puzzle.
        ValueError: an argument is invalid.
        SolverError: the solver failed, or its model was invalid.
    """

def unique(
    text: str,
    *,
    encoding: Optional[str] = None,
    solver: Optional[str] = None,
    timeout: Optional[float] = None,
    progress: Optional[Callable[[Round], object]] = None,
) -> bool:
    """Returns whether a puzzle has exactly one solution.

    The arguments are those of `solve`.

    Raises:
        PuzzleError: the text is not a valid puzzle.
        ValueError: an argument is invalid.
        TimeoutError: the time limit was reached.
        SolverError: the solver failed, or its model was invalid.
    """

def encode(
    text: str,
    *,
    encoding: Optional[str] = None,
    cnf: Optional[_CnfMethod] = None,
    card: Optional[_CardMethod] = None,
) -> Formula:
    """Encodes a puzzle as a formula in conjunctive normal form, and as a linear program.

    Args:
        text: the puzzle in any format.
        encoding: the name of the encoding; the default is the first that `encycle encode --help` lists for the kind.
        cnf: how constraints become clauses: `direct` (the default), `naive`, `naive-nontautological`,
            `naive-distinct`, `naive-irredundant`, `tseitin`, or `plaisted-greenbaum`.
        card: how "at most N of these" becomes clauses: `binomial` (the default), `pairwise`, `ladder`, `bitwise`,
            `bimander`, `commander`, or `totalizer`.

    Raises:
        PuzzleError: the text is not a valid puzzle.
        ValueError: an argument is invalid, or the formula is too large.
    """

def decode(
    text: str,
    model: Union[str, _Model],
    *,
    encoding: Optional[str] = None,
    cnf: Optional[_CnfMethod] = None,
    card: Optional[_CardMethod] = None,
) -> Optional[Solution]:
    """Maps the result of a solver to the solution of a puzzle, and checks it against all rules.

    Args:
        text: the puzzle in any format.
        model: what a solver returned for the formula of `encode`: a list of literals (the model of a SAT solver), a
            dictionary from names of columns to values (the solution of an LP solver), or the text that a solver
            printed.
        encoding, cnf, card: those of the formula, with the same defaults as in `encode`.

    Returns:
        The solution; None if the text states that there is none.

    Raises:
        PuzzleError: the text of the puzzle is invalid.
        RuleError: the model breaks a rule, such as a Slitherlink with several loops.
        ValueError: the model or another argument is invalid.
        SolverError: the text contains no result.
    """

def count(
    text: str, *, method: Optional[_CountMethod] = None, timeout: Optional[float] = None
) -> int:
    """Counts the solutions of a puzzle exactly.

    Args:
        text: the puzzle in any format.
        method: `zdd` (a decision diagram, for puzzles about lines), `sat` (enumeration by the built-in solver), or
            `all` (every method that supports the kind; they must agree). The default is `zdd` for puzzles about
            lines, `sat` for others.
        timeout: the limit on the wall-clock time in seconds.

    Raises:
        PuzzleError: the text is not a valid puzzle.
        ValueError: an argument is invalid, or the method does not support the kind.
        TimeoutError: the time limit was reached.
        SolverError: the solver failed, or the methods disagree.
    """

def thin_max_sat(text: str) -> tuple[str, list[str], str]:
    """Writes why a puzzle needs as many clues as it does, as a formula of partial MaxSAT.

    Its optimum keeps the fewest clues with which the solution is unique.

    Args:
        text: the puzzle in any format.

    Returns:
        The formula as WCNF (`h` before hard clauses), the names of the clues in the order of the soft clauses, and the
        puzzle with the fewest clues.

    Raises:
        PuzzleError: the text is not a valid puzzle.
        ValueError: the clues of this kind cannot be removed one by one, or there is not exactly one solution.
    """

def clue_max_sat(text: str) -> tuple[str, list[str]]:
    """Writes a puzzle as a formula of partial MaxSAT, whose optimum removes the fewest clues so that there is a solution.

    Args:
        text: the puzzle in any format.

    Returns:
        The formula as WCNF (`h` before hard clauses), and the names of the clues in the order of the soft clauses.

    Raises:
        PuzzleError: the text is not a valid puzzle.
        ValueError: the clues of this kind cannot be removed one by one.
    """

def generate(
    kind: str,
    rows: int,
    cols: int,
    *,
    seed: Optional[int] = None,
    difficulty: Optional[_Difficulty] = None,
    variant: Optional[str] = None,
    timeout: Optional[float] = None,
) -> str:
    """Generates a puzzle with exactly one solution, and returns its text.

    Args:
        kind: the kind of puzzle, such as `slitherlink`, `sudoku` or `numberlink`.
        rows: the number of rows of cells.
        cols: the number of columns of cells.
        seed: equal arguments and seeds give equal puzzles; the default is a random seed.
        difficulty: `easy`, `medium` or `hard` (solvable without guessing by the techniques of this level, but not of
            the level below), `no-guessing` (the default), `up-to-medium`, or `any`.
        variant: the variant of the rules, if the kind has several.
        timeout: the limit on the wall-clock time in seconds.

    Raises:
        ValueError: an argument is invalid, or there is no such puzzle.
        TimeoutError: the time limit was reached.
        SolverError: the solver failed.
    """
