//! Requests: the jobs that the page asks for.

use encycle_encodings::kinds::reachability::Wall;
use encycle_encodings::puzzle::Solution;
use serde::{Deserialize, Serialize};

use crate::puzzle::Puzzle;

/// A request of the page: one job. A puzzle is always its plain text ([`Board::puzzle`](super::Board::puzzle)), so the
/// engine keeps nothing between two requests.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// Lists kinds, formats and examples. Result: `about`.
    About,
    /// Lists the solvers. Result: `solvers`.
    Solvers {
        /// Whether each installed solver is tested, or the cached result of an earlier test read.
        #[serde(default)]
        probe: bool,
    },
    /// Grades the examples. Results: `level` for each.
    Levels,
    /// Reads a puzzle in any format. Result: `board`.
    Open {
        /// The text or address.
        text: String,
        /// The kind, for a text that does not name it.
        #[serde(default)]
        kind: Option<String>,
        /// Whether the clues may break the conditions of the kind
        /// ([`Board::conditions`](super::Board::conditions)), as while a puzzle is edited.
        #[serde(default)]
        unfinished: bool,
    },
    /// Reads an example of `about`. Result: `board`.
    Example {
        /// Its name.
        name: String,
    },
    /// Makes a puzzle without clues; rooms fill the grid. Result: `board`.
    Empty {
        /// The kind.
        kind: String,
        /// The number of rows, as in the header of the plain text.
        rows: usize,
        /// The number of columns, as in the header of the plain text.
        cols: usize,
        /// The variant of the rules.
        #[serde(default)]
        variant: Option<String>,
    },
    /// Generates a puzzle with one solution. Result: `board`.
    Generate(GenerateRequest),
    /// Writes a puzzle, a formula or a picture. Result: `file`.
    Export {
        /// The puzzle.
        puzzle: String,
        /// A puzzle format of [`Board::formats`](super::Board::formats), or `cnf`, `lp`, `mps`, `opb`, `map`, `lp-map`,
        /// `opb-map`, `svg`, `sheet` (HTML to print, with the solution), `solution`. Formulas, maps and solutions contain
        /// the puzzle, which `open` reads.
        target: String,
        /// How the formula is made, for formulas and maps.
        #[serde(default)]
        formula: FormulaChoice,
        /// What is drawn, for `svg`, or written, for `solution`.
        #[serde(default)]
        marks: Marks,
    },
    /// Checks the marks of a player. Result: `checked`.
    Check {
        /// The puzzle.
        puzzle: String,
        /// The marks.
        marks: Marks,
        /// Whether to look for a mistake in unfinished marks too.
        #[serde(default)]
        mistakes: bool,
        /// Whether to look for broken rules in unfinished marks, but not for marks that no solution has: such a search
        /// would give the solution away.
        #[serde(default)]
        rules: bool,
    },
    /// Finds the next step of a player. Result: `hint`.
    Hint {
        /// The puzzle.
        puzzle: String,
        /// The marks.
        marks: Marks,
    },
    /// Finds out whether a puzzle has no solution, one or several. Result: `analysis`.
    Analyse {
        /// The puzzle.
        puzzle: String,
    },
    /// Removes superfluous clues. Results: `board` and `report`.
    Thin {
        /// The puzzle.
        puzzle: String,
    },
    /// Adds the fewest clues that leave one solution, or names clues that contradict each other. Results: `board` if
    /// the puzzle could be mended, and `report`.
    Repair {
        /// The puzzle.
        puzzle: String,
    },
    /// Chooses clues whose only solution is a drawn loop. Results: `board` and `report`.
    LoopClues {
        /// The puzzle, whose clues do not count.
        puzzle: String,
        /// The loop.
        marks: Marks,
        /// The seed of the choice.
        #[serde(default)]
        seed: u64,
    },
    /// Grades the difficulty. Result: `grade`.
    Grade {
        /// The puzzle.
        puzzle: String,
    },
    /// Counts the solutions. Result: `count`.
    Count {
        /// The puzzle.
        puzzle: String,
    },
    /// Solves a puzzle in one or several runs side by side. Results: `round`s, and one `run` for each run.
    Solve {
        /// The puzzle.
        puzzle: String,
        /// The runs: at most four.
        runs: Vec<RunChoice>,
        /// Whether to look for a second solution.
        #[serde(default)]
        unique: bool,
        /// The wall-clock limit of each run in seconds.
        #[serde(default)]
        timeout: Option<f64>,
    },
    /// Measures encodings. Results: `size`s, and a `chart`.
    Sizes {
        /// The puzzle.
        puzzle: String,
        /// The encodings; empty for the basic ones.
        #[serde(default)]
        encodings: Vec<String>,
        /// The CNF methods; empty for `direct`.
        #[serde(default)]
        cnf: Vec<String>,
    },
    /// Lists the clauses about a part of the puzzle. Result: `clauses`.
    Clauses {
        /// The puzzle.
        puzzle: String,
        /// How the formula is made.
        #[serde(default)]
        formula: FormulaChoice,
        /// The part.
        part: PicturePart,
    },
    /// Traces a clause or row back to its rule. Result: `explanation`.
    Explain {
        /// The puzzle.
        puzzle: String,
        /// How the formula is made.
        #[serde(default)]
        formula: FormulaChoice,
        /// Whether the number is that of a row of the linear program, not that of a clause.
        #[serde(default)]
        row: bool,
        /// The number, from 1.
        number: usize,
    },
    /// Checks the text of a CNF or LP file. Result: `lint`.
    Lint {
        /// The text.
        text: String,
    },
    /// Reads a saved solver output. Result: `decoded`.
    Decode {
        /// The puzzle.
        puzzle: String,
        /// The map of the formula's variables.
        map: String,
        /// What the solver printed.
        output: String,
    },
}

/// Which puzzle to generate.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GenerateRequest {
    /// The kind.
    pub kind: String,
    /// The number of rows of cells.
    pub rows: usize,
    /// The number of columns of cells.
    pub cols: usize,
    /// The difficulty: `easy`, `medium`, `hard`, `up-to-medium`, `no-guessing` or `any`.
    #[serde(default)]
    pub difficulty: Option<String>,
    /// The symmetry of the places of the clues.
    #[serde(default)]
    pub symmetry: Option<String>,
    /// A technique that the puzzle must need.
    #[serde(default)]
    pub technique: Option<String>,
    /// The variant of the rules.
    #[serde(default)]
    pub variant: Option<String>,
    /// The seed. If a technique is wanted, the seeds that follow are used, too.
    pub seed: u64,
}

/// What a player marked: atoms by their numbers in [`Board::atoms`](super::Board::atoms), and cells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Marks {
    /// The atoms that are true: lines drawn, values written, passages open.
    pub present: Vec<usize>,
    /// The atoms that are false: crosses, values struck out, walls.
    pub absent: Vec<usize>,
    /// The cells that the loop leaves out, where cells may be shaded beside the lines.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shaded: Vec<usize>,
    /// The cells that the loop visits.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unshaded: Vec<usize>,
}

impl Marks {
    /// Returns the marks of a whole solution: its true atoms, and the walls that it chooses.
    #[must_use]
    pub fn of(puzzle: &Puzzle, solution: &Solution) -> Self {
        let absent = match puzzle {
            Puzzle::Reachability(puzzle) => {
                let links = puzzle.graph().edges().filter(|&link| puzzle.wall(link) == Wall::Free);
                links.map(|link| link.index()).filter(|&link| !solution.has(link)).collect()
            }
            _ => Vec::new(),
        };
        Self { present: solution.true_atoms().collect(), absent, ..Self::default() }
    }

    /// Returns the marks of some atoms with their values.
    pub(super) fn of_facts(facts: impl IntoIterator<Item = (usize, bool)>) -> Self {
        let (present, absent): (Vec<_>, Vec<_>) = facts.into_iter().partition(|&(_, value)| value);
        let [present, absent] =
            [present, absent].map(|part| part.into_iter().map(|(atom, _)| atom).collect());
        Self { present, absent, ..Self::default() }
    }
}

/// A run of `solve`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct RunChoice {
    /// The name of a solver of `solvers`; never a path. The default is the built-in SAT solver.
    pub solver: Option<String>,
    /// How the formula is made.
    pub formula: FormulaChoice,
    /// The kind of cut; the default is that of the encoding.
    pub cuts: Option<String>,
    /// The seed of the solver.
    pub seed: Option<u64>,
    /// Whether the presolver runs first.
    pub presolve: bool,
}

/// How constraints become a formula; what is missing has the default of the command line.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct FormulaChoice {
    /// The encoding.
    pub encoding: Option<String>,
    /// The CNF method.
    pub cnf: Option<String>,
    /// The cardinality method.
    pub card: Option<String>,
}

/// A part of the picture of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PicturePart {
    /// A cell, row by row.
    Cell(usize),
    /// A vertex of the board's [`points`](super::Board::points).
    Vertex(usize),
    /// An atom.
    Atom(usize),
}
