"""Solves, counts, generates and encodes grid puzzles with SAT and MIP solvers."""

from os import PathLike
from typing import (
    Any,
    Callable,
    Hashable,
    Iterable,
    Iterator,
    Literal,
    Mapping,
    Optional,
    Sequence,
    Union,
    final,
)

__all__ = [
    "Certificate",
    "CertificateError",
    "Expression",
    "FORMATS",
    "Formula",
    "Grade",
    "Graph",
    "KINDS",
    "Kind",
    "Model",
    "ModelResult",
    "ModelSolutions",
    "PuzzleError",
    "RepairResult",
    "Round",
    "RuleError",
    "Solution",
    "Solutions",
    "SolveResult",
    "SolverError",
    "Step",
    "ThinResult",
    "__version__",
    "certify",
    "check",
    "clue_max_sat",
    "convert",
    "count",
    "decode",
    "encode",
    "encodings",
    "enumerate",
    "from_pysat",
    "generate",
    "grade",
    "render",
    "repair",
    "solve",
    "thin",
    "thin_max_sat",
    "unique",
    "verify",
]

__version__: str

KINDS: tuple[str, ...]
"""The kinds of puzzles."""

FORMATS: tuple[str, ...]
"""The formats of puzzles. Each is read; `convert` writes those that can express the puzzle."""

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
    "binomial",
    "pairwise",
    "ladder",
    "bitwise",
    "bimander",
    "commander",
    "sequential",
    "totalizer",
    "diagram",
]
_CountMethod = Literal["zdd", "sat", "all"]

_Model = Union[Sequence[int], Mapping[str, float]]
"""True literals, as SAT solvers return them, or the values of columns by name, as LP solvers return them."""

_Path = Union[str, PathLike[str]]
_Form = Literal["order", "elimination", "leaf", "hybrid", "labels", "tree", "cotree", "flow", "cuts"]
_Operand = Union["Expression", bool, float]

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

class CertificateError(ValueError):
    """The certificate does not prove its claim, or the claim does not hold."""

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
    def __hash__(self) -> int: ...
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

@final
class Expression:
    """A part of a model: a variable, a formula, a sum, or a constraint.

    `&`, `|`, `~`, `^`, `>>` (implies) and `==` combine formulas; `+`, `-` and `*` make sums; `==`, `<=` and `>=` compare
    sums. In a sum, a true variable counts 1. An expression has no truth value of its own: `ModelResult` has its value.
    """

    @property
    def name(self) -> Optional[str]:
        """The name of a variable or column, after `~` for a negation; None for other expressions."""

    def __invert__(self) -> Expression: ...
    def __and__(self, other: _Operand, /) -> Expression: ...
    def __rand__(self, other: _Operand, /) -> Expression: ...
    def __or__(self, other: _Operand, /) -> Expression: ...
    def __ror__(self, other: _Operand, /) -> Expression: ...
    def __xor__(self, other: _Operand, /) -> Expression: ...
    def __rxor__(self, other: _Operand, /) -> Expression: ...
    def __rshift__(self, other: _Operand, /) -> Expression: ...
    def __rrshift__(self, other: _Operand, /) -> Expression: ...
    def __add__(self, other: _Operand, /) -> Expression: ...
    def __radd__(self, other: _Operand, /) -> Expression: ...
    def __sub__(self, other: _Operand, /) -> Expression: ...
    def __rsub__(self, other: _Operand, /) -> Expression: ...
    def __mul__(self, other: _Operand, /) -> Expression: ...
    def __rmul__(self, other: _Operand, /) -> Expression: ...
    def __neg__(self) -> Expression: ...
    def __eq__(self, other: _Operand, /) -> Expression: ...  # type: ignore[override]
    def __ne__(self, other: _Operand, /) -> Expression: ...  # type: ignore[override]
    def __le__(self, other: _Operand, /) -> Expression: ...
    def __ge__(self, other: _Operand, /) -> Expression: ...
    def __lt__(self, other: _Operand, /) -> Expression: ...
    def __gt__(self, other: _Operand, /) -> Expression: ...
    def __bool__(self) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Kind:
    """A kind of puzzle that a text describes; see `encycle help kind-files`.

    From then on, the name of the kind is known in this process: to `generate`, and in front of the puzzles that other
    functions read.

    Args:
        text: the text of the kind file.

    Raises:
        PuzzleError: the text is not a kind file.
        ValueError: another kind has the name.
    """

    def __new__(cls, text: str) -> Kind: ...
    @property
    def name(self) -> str:
        """The name."""

    @property
    def text(self) -> str:
        """The text of the kind file."""

    @property
    def rules(self) -> list[str]:
        """The names of the rules."""

    def remarks(self) -> list[str]:
        """What is suspicious in the file, as `encycle kinds --check` reports it."""

@final
class Graph:
    """A graph of a model, whose edges are drawn exactly if a variable is true.

    Vertices are any hashable objects whose texts (`str(vertex)`) differ: a graph cannot have both `1` and `"1"`.
    """

    @property
    def name(self) -> str:
        """The name."""

    @property
    def directed(self) -> bool:
        """Whether the edges have directions."""

    @property
    def vertices(self) -> list[Any]:
        """The vertices."""

    @property
    def edges(self) -> list[tuple[Any, Any, Any]]:
        """The edges: both ends, and the variable or True."""

    def edge(self, from_: Hashable, to: Hashable, when: Union[Expression, bool]) -> None:
        """Adds an edge, which is drawn exactly if `when` is true: a variable, its negation, or True.

        Vertices that are new are added.
        """

    def vertex(self, vertex: Hashable, when: Optional[Union[Expression, bool]] = None) -> None:
        """Adds a vertex. For the rule `connected_vertices`, it is chosen exactly if `when` is true."""

    def __getitem__(self, ends: tuple[Hashable, Hashable], /) -> Any:
        """Returns the variable of the edge between two vertices, or True: `g[u, v]`."""

@final
class ModelResult:
    """The result of `Model.solve`, and each solution of `Model.enumerate`. It is true if there is a solution."""

    @property
    def verdict(self) -> Literal["solved", "optimal", "unbounded", "unique", "several", "no-solution", "unknown"]:
        """The verdict; `optimal` if the solution is the best, `unbounded` if there are ever better ones."""

    @property
    def reason(self) -> Optional[str]:
        """For `unknown`: the limit that was reached."""

    @property
    def value(self) -> Optional[float]:
        """The value of the objective in the solution."""

    @property
    def bound(self) -> Optional[float]:
        """A bound on the value of every solution; the value itself if the solution is the best."""

    @property
    def gap(self) -> Optional[float]:
        """The relative distance of value and bound; None if one of them is unknown."""

    @property
    def second(self) -> Optional[ModelResult]:
        """For `several`: another solution."""

    @property
    def solver(self) -> Optional[str]:
        """The solver; in a race, the one that decided."""

    @property
    def encoding(self) -> Optional[str]:
        """The encoding: `cuts`, or the form that states the rules."""

    @property
    def rounds(self) -> list[Round]:
        """The calls of the solver."""

    @property
    def cuts(self) -> int:
        """The number of cuts in all rounds."""

    @property
    def seconds(self) -> float:
        """The wall-clock time of the run in seconds."""

    def true_names(self) -> list[str]:
        """Returns the names of the true variables."""

    def values_by_name(self) -> dict[str, Any]:
        """Returns the values of all variables and columns, by name."""

    def edges(self, graph: Graph) -> list[tuple[Any, Any]]:
        """Returns the drawn edges of a graph, each with both ends."""

    def vertices(self, graph: Graph) -> list[Any]:
        """Returns the chosen vertices of a graph."""

    def __getitem__(self, key: Union[Expression, str], /) -> Any:
        """Returns the value of a variable, of an expression, or of the variable of this name."""

    def __bool__(self) -> bool: ...

@final
class ModelSolutions:
    """The solutions of a model, one by one. The search goes on in another thread until `close`."""

    def __iter__(self) -> Iterator[ModelResult]: ...
    def __next__(self) -> ModelResult: ...
    def close(self) -> None:
        """Ends the search."""

    def __enter__(self) -> ModelSolutions: ...
    def __exit__(self, *_exception: Any) -> None: ...

@final
class Solutions:
    """The solutions of a puzzle, one by one. The search goes on in another thread until `close`."""

    def __iter__(self) -> Iterator[Solution]: ...
    def __next__(self) -> Solution: ...
    def close(self) -> None:
        """Ends the search."""

    def __enter__(self) -> Solutions: ...
    def __exit__(self, *_exception: Any) -> None: ...

@final
class Model:
    """A problem of your own: constraints over variables, rules about graphs, and an objective."""

    def __new__(cls) -> Model: ...
    @staticmethod
    def read(path: _Path, rules: Optional[_Path] = None) -> Model:
        """Reads a model from a file, and rules about graphs over its variables.

        Args:
            path: a formula or a graph; its content selects the format, not its name. `FILE#N` names the N-th model of a file.
            rules: a file of rules, as `encycle solve --rules` reads it.

        Raises:
            PuzzleError: a file is malformed.
            ValueError: the format is not recognized, or the file has several models.
            OSError: a file cannot be read.
        """

    @staticmethod
    def read_all(path: _Path, rules: Optional[_Path] = None) -> list[Model]:
        """Reads all models of a file, such as a list of directed graphs, each with the rules.

        Args:
            path: formulas or graphs; the content selects the format, not the name.
            rules: a file of rules, as `encycle solve --rules` reads it.

        Raises:
            PuzzleError: a file is malformed.
            ValueError: the format is not recognized.
            OSError: a file cannot be read.
        """

    def variable(self, name: str) -> Expression:
        """Adds a Boolean variable, or returns the variable of this name."""

    def integer(self, name: str, lower: float, upper: float) -> Expression:
        """Adds an integer column. Only MIP solvers solve a model with such a column."""

    def continuous(self, name: str, lower: float, upper: float) -> Expression:
        """Adds a continuous column. Only MIP solvers solve a model with such a column."""

    @property
    def variables(self) -> list[str]:
        """The names of the Boolean variables."""

    @property
    def graphs(self) -> list[Graph]:
        """The graphs."""

    def add(self, *constraints: Union[Expression, bool]) -> None:
        """Adds constraints: formulas that must be true, and comparisons of sums."""

    def minimize(self, sum: Union[Expression, float]) -> None:
        """Minimizes a sum."""

    def maximize(self, sum: Union[Expression, float]) -> None:
        """Maximizes a sum."""

    def graph(
        self, name: str, graph: Optional[Any] = None, *, directed: Optional[bool] = None
    ) -> Graph:
        """Adds a graph.

        Args:
            name: the name.
            graph: a graph of networkx, or any object with `nodes`, `edges` and `is_directed()`. Each edge gets a
                variable that is named after the graph and the ends; `g[u, v]` is that variable.
            directed: whether the edges have directions. The default is False, or as in `graph`.
        """

    def one_cycle(self, graph: Graph) -> None:
        """Requires that the drawn edges are exactly one cycle; vertices may be left out."""

    def hamilton_cycle(self, graph: Graph) -> None:
        """Requires that the drawn edges are exactly one cycle, through all vertices."""

    def cycles(self, graph: Graph) -> None:
        """Requires that the drawn edges are disjoint cycles, possibly none."""

    def path(self, graph: Graph, start: Hashable, end: Hashable) -> None:
        """Requires that the drawn edges are exactly one path between two vertices."""

    def hamilton_path(
        self, graph: Graph, start: Optional[Hashable] = None, end: Optional[Hashable] = None
    ) -> None:
        """Requires that the drawn edges are exactly one path through all vertices, between two if they are given."""

    def connected(
        self,
        graph: Graph,
        vertices: Optional[Iterable[Hashable]] = None,
        *,
        iff: Optional[Expression] = None,
    ) -> None:
        """Requires that the drawn edges connect some vertices; without vertices, all vertices that they touch.

        With `iff`, this variable is true exactly if they do.
        """

    def connected_vertices(self, graph: Graph) -> None:
        """Requires that drawn edges between chosen vertices connect the chosen vertices (see `Graph.vertex`)."""

    def tree(self, graph: Graph, vertices: Optional[Iterable[Hashable]] = None) -> None:
        """Requires that the drawn edges are one tree, with these vertices."""

    def forest(self, graph: Graph, *, iff: Optional[Expression] = None) -> None:
        """Requires that the drawn edges contain no cycle, whatever their directions.

        With `iff`, this variable is true exactly if they do not.
        """

    def acyclic(self, graph: Graph, *, iff: Optional[Expression] = None) -> None:
        """Requires that the drawn edges contain no cycle; in a directed graph, no directed cycle.

        With `iff`, this variable is true exactly if they do not.
        """

    def reach(
        self, graph: Graph, start: Hashable, end: Hashable, *, iff: Optional[Expression] = None
    ) -> None:
        """Requires that drawn edges lead from a vertex to another.

        With `iff`, this variable is true exactly if they do.
        """

    def distance(
        self,
        graph: Graph,
        start: Hashable,
        end: Hashable,
        most: int,
        *,
        iff: Optional[Expression] = None,
    ) -> None:
        """Requires that at most `most` drawn edges lead from a vertex to another.

        With `iff`, this variable is true exactly if they do.
        """

    def solve(
        self,
        *,
        solver: Optional[str] = None,
        unique: bool = False,
        timeout: Optional[float] = None,
        encoding: Optional[str] = None,
        cnf: Optional[_CnfMethod] = None,
        progress: Optional[Callable[[Round], object]] = None,
    ) -> ModelResult:
        """Solves the model. Every solution is checked against all constraints and rules.

        Args:
            solver: names of built-in or installed solvers, or paths of programs, separated by commas; several race.
                The default is the built-in SAT solver; or the built-in MIP solver `microlp` for a model that only a MIP
                solver takes, and for one with rules about graphs and an objective whose weights differ.
            unique: whether to look for a second solution; only without an objective.
            timeout: the limit on the wall-clock time in seconds; the verdict is then `unknown`.
            encoding: `cuts` (the default: rules are enforced by cuts), or a form that states the rules: `order`,
                `elimination`, `leaf`, `hybrid`, `labels`, `tree`, `cotree` (planar graphs), or `flow`. Several, separated by commas, race.
            cnf: how formulas become clauses, as in `encycle.encode`.
            progress: a callable that gets a `Round` after each call of the solver.

        Raises:
            ValueError: an argument is invalid, or a graph does not fit its rule.
            SolverError: the solver failed, or cannot solve such a model.
        """

    def enumerate(
        self,
        limit: Optional[int] = None,
        *,
        solver: Optional[str] = None,
        encoding: Optional[str] = None,
        cnf: Optional[_CnfMethod] = None,
        timeout: Optional[float] = None,
    ) -> ModelSolutions:
        """Returns an iterator over all solutions, each a `ModelResult`. An objective is ignored.

        Args:
            limit: the maximum number of solutions; the default is all.
            solver, encoding, cnf: as in `solve`; one of each.
            timeout: the limit on the wall-clock time in seconds; the iterator then raises `TimeoutError`.
        """

    def certify(
        self,
        folder: _Path,
        *,
        limit: int = 1,
        encoding: Optional[str] = None,
        solver: Optional[str] = None,
        prover: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> int:
        """Proves the number of solutions to others: writes a certificate for VeriPB into a folder, and returns the number.

        Args:
            folder: the folder, which is created.
            limit: the maximum number of solutions that are listed.
            encoding: the form of the rules about graphs.
            solver: the solver that finds the solutions.
            prover: the solver that proves; it must write proofs.
            timeout: the limit on the wall-clock time in seconds.

        Raises:
            CertificateError: there are more solutions.
            ValueError: the model has an objective, columns that are not Boolean, or sums over many variables.
            TimeoutError: the time limit was reached.
            SolverError: the solver failed.
            OSError: the folder cannot be written.
        """

    def count(self, *, timeout: Optional[float] = None) -> int:
        """Counts the solutions. An objective is ignored.

        Raises:
            ValueError: the model has columns that are not Boolean.
            TimeoutError: the time limit was reached.
        """

    def decode(self, values: _Model) -> ModelResult:
        """Checks values of the variables, such as the model of another solver, against all constraints and rules.

        Args:
            values: a dictionary from names to values, or a list of literals (variables count from 1, and a negative
                literal is a negative number). Names are those of the model, or those of the columns in what `write`,
                `to_highspy` and `to_pulp` make of it. Variables without a value are false, and columns without a value
                are 0.

        Raises:
            RuleError: a constraint or a rule is violated.
            ValueError: the values are malformed, or name a variable that neither the model nor a form of it has.
        """

    def write(
        self, path: _Path, *, form: Optional[_Form] = None, cnf: Optional[_CnfMethod] = None
    ) -> None:
        """Writes the model to a file. The ending of the name selects the format: `.cnf`, `.wcnf`, `.opb`, `.lp` or
        `.mps`.

        Args:
            path: the file.
            form: the form that states the rules, as `encoding` of `solve`; or `cuts`, which leaves
                them out. The default is the smallest that states all rules.
            cnf: how formulas become clauses, as in `encycle.encode`.

        Raises:
            ValueError: the format cannot express the model, or an argument is invalid.
            OSError: the file cannot be written.
        """

    def to_pysat(
        self, *, form: Optional[_Form] = None, cnf: Optional[_CnfMethod] = None
    ) -> Any:
        """Returns the clauses as a `CNF` of PySAT; for a model with an objective, as a `WCNF`.

        The first variables are those of the model. `form` and `cnf` are as in `write`.

        Raises:
            ImportError: PySAT is not installed.
            ValueError: clauses cannot express the model, or an argument is invalid.
        """

    def to_highspy(
        self, *, form: Optional[_Form] = None, cnf: Optional[_CnfMethod] = None
    ) -> Any:
        """Returns the model as an object `Highs` of highspy. `form` and `cnf` are as in `write`.

        Raises:
            ImportError: highspy is not installed.
            ValueError: an argument is invalid.
        """

    def to_pulp(self, *, form: Optional[_Form] = None, cnf: Optional[_CnfMethod] = None) -> Any:
        """Returns the model as an `LpProblem` of PuLP. `form` and `cnf` are as in `write`.

        Raises:
            ImportError: PuLP is not installed.
            ValueError: an argument is invalid.
        """

def from_pysat(formula: Any) -> Model:
    """Creates a model of a formula of PySAT: of any object with `clauses` and `nv`, or `hard`, `soft`, `wght` and `nv`.

    The variables are named `x1`, `x2`, ... For a `WCNF`, the model minimizes the weight of the soft clauses that are
    false.

    Raises:
        TypeError: the object does not have these attributes.
        ValueError: a literal is invalid.
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
        encoding: the name of the encoding; the default is the smallest whose models are the solutions.
        cnf: how constraints become clauses: `direct` (the default), `naive`, `naive-nontautological`,
            `naive-distinct`, `naive-irredundant`, `tseitin`, or `plaisted-greenbaum`.
        card: how "at most N of these" becomes clauses: `binomial` (the default), `pairwise`, `ladder`, `bitwise`,
            `bimander`, `commander`, `sequential`, `totalizer`, or `diagram`.

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

def enumerate(
    text: str,
    limit: Optional[int] = None,
    *,
    encoding: Optional[str] = None,
    solver: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Solutions:
    """Returns an iterator over all solutions of a puzzle. None comes twice, and each is checked against all rules.

    Args:
        text: the puzzle in any format.
        limit: the maximum number of solutions; the default is all.
        encoding: the name of an encoding; the default suits the solver.
        solver: the name of a built-in or installed solver, or the path of a program.
        timeout: the limit on the wall-clock time in seconds; the iterator then raises `TimeoutError`.

    Raises:
        PuzzleError: the text is not a valid puzzle.
        ValueError: an argument is invalid.
    """

def encodings(text: str) -> list[str]:
    """Returns the names of the encodings of a puzzle, the default first.

    Raises:
        PuzzleError: the text is not a valid puzzle.
    """

def check(text: str, solution: Union[Solution, str, None] = None) -> Solution:
    """Checks a solution against the rules of a puzzle.

    Args:
        text: the puzzle in any format.
        solution: a `Solution`, or a text that `encycle check` reads, such as a picture; the default is the solution
            that the text of the puzzle contains, as the formats janko, pzprv3 and csv can.

    Returns:
        The solution.

    Raises:
        PuzzleError: a text is malformed.
        RuleError: the solution breaks a rule.
        ValueError: there is no solution to check.
    """

def render(
    text: str,
    solution: Union[Solution, str, None] = None,
    *,
    svg: bool = False,
    ascii: bool = False,
) -> str:
    """Draws a puzzle, with a solution if one is given. The solution is not checked.

    Args:
        text: the puzzle in any format.
        solution: a `Solution`, or a text that `encycle check` reads.
        svg: whether the picture is SVG instead of text.
        ascii: whether a picture as text has ASCII characters only.

    Raises:
        PuzzleError: a text is malformed.
        ValueError: the solution is that of another puzzle.
    """

def convert(text: str, to: str, *, canonical: bool = False) -> str:
    """Converts a puzzle to another format.

    Args:
        text: the puzzle in any format.
        to: a format of `encycle.FORMATS`, or `picture` or `svg`.
        canonical: whether to write the canonical form, which is equal for rotated and reflected puzzles.

    Raises:
        PuzzleError: the text is not a valid puzzle.
        ValueError: the format does not exist, or cannot express the puzzle.
    """

@final
class Step:
    """A step of `grade`."""

    @property
    def technique(self) -> str:
        """The name of the technique."""

    @property
    def words(self) -> str:
        """Where it was applied and what follows, in words."""

    @property
    def facts(self) -> list[str]:
        """The names of the atoms that follow, with a `-` before an atom that is in no solution."""

    @property
    def sources(self) -> list[int]:
        """The indices of the earlier steps from which they follow, if the technique keeps them."""

@final
class Grade:
    """The difficulty of a puzzle. It iterates over its steps."""

    @property
    def verdict(self) -> Literal["solved", "no-solution", "open"]:
        """The verdict; `open` if the puzzle needs guessing, or has several solutions."""

    @property
    def level(self) -> Optional[Literal["easy", "medium", "hard"]]:
        """The lowest level that solves the puzzle; None if none does."""

    @property
    def techniques(self) -> list[tuple[str, int]]:
        """How often each technique was applied, the simplest first."""

    @property
    def steps(self) -> list[Step]:
        """The steps in order."""

    @property
    def in_all(self) -> list[str]:
        """The names of the atoms that are in all solutions."""

    @property
    def in_none(self) -> list[str]:
        """The names of the atoms that are in no solution."""

    @property
    def picture(self) -> str:
        """The picture of what the steps derive."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Step]: ...

def grade(
    text: str,
    *,
    level: Optional[Literal["easy", "medium", "hard"]] = None,
    without: Sequence[str] = ...,
) -> Grade:
    """Rates the difficulty of a puzzle: the lowest level whose techniques solve it without guessing.

    Args:
        text: the puzzle in any format.
        level: apply the techniques up to this level at once, instead of searching for the lowest level.
        without: the names of techniques that are not applied.

    Raises:
        PuzzleError: the text is not a valid puzzle.
        ValueError: a level or a technique does not exist, or the puzzle is too large.
    """

@final
class ThinResult:
    """The result of `thin`."""

    @property
    def verdict(self) -> Literal["unique", "several", "no-solution"]:
        """The verdict on the given puzzle."""

    @property
    def puzzle(self) -> Optional[str]:
        """The text of the puzzle with fewer clues; None if it does not have exactly one solution."""

    @property
    def superfluous(self) -> list[str]:
        """The names of the clues that are each superfluous."""

    @property
    def clues(self) -> int:
        """The number of clues of the given puzzle."""

    @property
    def kept(self) -> int:
        """The number of clues that are kept."""

def thin(
    text: str,
    *,
    strategy: str = "multi-branch",
    symmetry: str = "none",
    seed: int = 1,
    to: str = "plain",
    timeout: Optional[float] = None,
) -> ThinResult:
    """Removes superfluous clues from a puzzle with exactly one solution.

    Args:
        text: the puzzle in any format.
        strategy: which clues are removed, such as `multi-branch` (the default) or `minimum` (as few clues as possible
            are kept).
        symmetry: the symmetry of the clues that is kept, such as `rotate2`; the default is `none`.
        seed: the seed of the random choices.
        to: the format of the result.
        timeout: the limit on the wall-clock time in seconds.

    Raises:
        PuzzleError: the text is not a valid puzzle.
        ValueError: an argument is invalid, or the clues of this kind cannot be removed one by one.
        TimeoutError: the time limit was reached.
        SolverError: the solver failed.
    """

@final
class RepairResult:
    """The result of `repair`."""

    @property
    def verdict(self) -> Literal["unique", "several", "no-solution"]:
        """The verdict on the given puzzle; `unique` needs no repair."""

    @property
    def puzzle(self) -> Optional[str]:
        """The text of the repaired puzzle: without the clues in `removed` and with those in `added`."""

    @property
    def contradiction(self) -> list[str]:
        """For `no-solution`: the names of clues that contradict each other."""

    @property
    def removed(self) -> Optional[list[str]]:
        """For `no-solution`: the names of the fewest clues without which there is a solution."""

    @property
    def added(self) -> Optional[list[str]]:
        """For `several`, and without the clues in `removed`: the names of the fewest clues that make one of the
        solutions unique."""

    @property
    def solutions(self) -> list[Solution]:
        """The solutions that were examined."""

    @property
    def complete(self) -> bool:
        """Whether these are all solutions."""

def repair(
    text: str, *, solutions: int = 20, to: str = "plain", timeout: Optional[float] = None
) -> RepairResult:
    """Finds why a puzzle does not have exactly one solution, and the fewest clues that repair it.

    Args:
        text: the puzzle in any format.
        solutions: the number of solutions to examine; if there are more, one of the others may need fewer clues.
        to: the format of the result.
        timeout: the limit on the wall-clock time in seconds.

    Raises:
        PuzzleError: the text is not a valid puzzle.
        ValueError: an argument is invalid, or the clues of this kind cannot be removed one by one.
        TimeoutError: the time limit was reached.
        SolverError: the solver failed.
    """

@final
class Certificate:
    """A certificate for the number of solutions of a puzzle, in a folder."""

    @property
    def claim(self) -> Literal["no-solution", "unique", "exactly", "forced"]:
        """The claim: the number of solutions, or the atoms of every solution."""

    @property
    def solutions(self) -> int:
        """The number of listed solutions."""

    @property
    def forced(self) -> list[str]:
        """For `forced`: the names of the atoms, with a `-` before one that is in no solution."""

    @property
    def kind(self) -> str:
        """The kind of the puzzle."""

    @property
    def encoding(self) -> str:
        """The encoding of the rules."""

    @property
    def solver(self) -> str:
        """The solver that found the solutions and the cuts."""

    @property
    def prover(self) -> str:
        """The solver that proved that there are no others."""

    @property
    def clauses(self) -> int:
        """The number of clauses."""

    @property
    def steps(self) -> int:
        """The number of steps of the proof."""

    @property
    def folder(self) -> Any:
        """The folder."""

def certify(
    text: str,
    folder: _Path,
    *,
    limit: int = 1,
    facts: Optional[Sequence[str]] = None,
    encoding: Optional[str] = None,
    solver: Optional[str] = None,
    prover: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Certificate:
    """Makes a certificate for the number of solutions of a puzzle, and writes it into a folder.

    Args:
        text: the puzzle in any format.
        folder: the folder, which is created.
        limit: the maximum number of solutions that are listed.
        facts: claim that every solution has these atoms, instead: names, with a `-` before absent ones.
        encoding: an encoding whose clauses are rules of one place; the default is that of the kind.
        solver: the solver that finds the solutions and the cuts.
        prover: the solver that proves; it must write proofs.
        timeout: the limit on the wall-clock time in seconds.

    Raises:
        PuzzleError: the text is not a valid puzzle.
        CertificateError: the claim does not hold: there are more solutions, or an atom is not forced.
        ValueError: an argument is invalid, or there are no certificates for this kind.
        TimeoutError: the time limit was reached.
        SolverError: the solver failed.
        OSError: the folder cannot be written.
    """

def verify(folder: _Path) -> Certificate:
    """Checks a certificate, without a solver and without an encoder.

    Raises:
        CertificateError: the certificate does not prove its claim; the message names the file and the line.
        OSError: a file cannot be read.
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
