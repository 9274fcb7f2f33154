//! The clause sets of Labath 2010, section 2.2, and the reduction of Kwon and Jain 2006.

use std::sync::Arc;

use crate::encoding::{Encodable, Encoding, EncodingError, EncodingInfo, Part};
use crate::grid::Cell;
use crate::kinds::sudoku::Sudoku;
use crate::kinds::sudoku::possible::with_singles;
use crate::kinds::sudoku::possible::{PossibleAtoms, UNITS};
use crate::logic::{Constraint, ConstraintSink, Lit, Origin, Place};
use crate::puzzle::{Instance, Solution};

/// The half of *exactly one* that a clause set uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExactlyHalf {
    /// At least one: the paper's families with a +.
    Positive,
    /// At most one: the paper's families with a -.
    Negative,
    /// Exactly one: both halves.
    Both,
}

/// One clause set, for boxes of w cells:
///
/// | set | `cell` | `row`, `column`, `box` | clauses without the clues (Table 2.1) |
/// |---|---|---|---|
/// | `s1` | Pl- | Rd+, Sl+, Šr+ | w⁴/2 - w³/2 + 3w² |
/// | `s2` | Pl+, Pl- | Rd-, Sl-, Šr- | 2w⁴ - 2w³ + w² |
/// | `s3` | Pl+, Pl- | all six | 2w⁴ - 2w³ + 4w² |
///
/// The table counts each family in full, and so do the predicted sizes. Rd- and Šr- both forbid
/// that two cells of the same row and box have the same value, so this clause occurs twice.
struct SudokuClauses {
    about: EncodingInfo,
    cell: ExactlyHalf,
    unit: ExactlyHalf,
}

const SOURCE: &str = "Labath 2010, section 2.2 and table 2.1";
const VALUE: (&str, &str) = ("value", "whether a cell has a value (2.6)");
const EXACTLY_ONE: (&str, &str) = ("cell", "each cell has exactly one value (Pl+, Pl-)");
const GIVEN: EncodingInfo = EncodingInfo {
    name: "given",
    meaning: "the clues",
    source: SOURCE,
    families: &[("given", "a cell with a clue has the clue's value (Zd)")],
};
const GIVEN_BY_SINGLES: EncodingInfo =
    EncodingInfo { families: &[("given", "a cell that the singles fill has its value")], ..GIVEN };

const SETS: [SudokuClauses; 3] = [
    SudokuClauses {
        about: EncodingInfo {
            name: "s3",
            meaning: "one value in each cell, each value exactly once in each row, column and box",
            source: SOURCE,
            families: &[
                VALUE,
                EXACTLY_ONE,
                ("row", "each value occurs exactly once in each row (Rd+, Rd-)"),
                ("column", "each value occurs exactly once in each column (Sl+, Sl-)"),
                ("box", "each value occurs exactly once in each box (Šr+, Šr-)"),
            ],
        },
        cell: ExactlyHalf::Both,
        unit: ExactlyHalf::Both,
    },
    SudokuClauses {
        about: EncodingInfo {
            name: "s1",
            meaning: "at most one value in each cell, each value at least once in each row, \
                      column and box",
            source: SOURCE,
            families: &[
                VALUE,
                ("cell", "each cell has at most one value (Pl-)"),
                ("row", "each value occurs at least once in each row (Rd+)"),
                ("column", "each value occurs at least once in each column (Sl+)"),
                ("box", "each value occurs at least once in each box (Šr+)"),
            ],
        },
        cell: ExactlyHalf::Negative,
        unit: ExactlyHalf::Positive,
    },
    SudokuClauses {
        about: EncodingInfo {
            name: "s2",
            meaning: "one value in each cell, each value at most once in each row, column and box",
            source: SOURCE,
            families: &[
                VALUE,
                EXACTLY_ONE,
                ("row", "each value occurs at most once in each row (Rd-)"),
                ("column", "each value occurs at most once in each column (Sl-)"),
                ("box", "each value occurs at most once in each box (Šr-)"),
            ],
        },
        cell: ExactlyHalf::Both,
        unit: ExactlyHalf::Negative,
    },
];

/// How much of a clause set is left out because the clues decide it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ClauseReduction {
    None,
    /// What single clues decide (Kwon and Jain 2006).
    Clues,
    /// What the clues and all naked and hidden singles decide.
    Singles,
}

impl ClauseReduction {
    const ALL: [Self; 3] = [Self::None, Self::Clues, Self::Singles];

    /// Returns the suffix of the name of an encoding.
    fn suffix(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Clues => "+reduced",
            Self::Singles => "+singles",
        }
    }

    /// Returns what follows the meaning of the clause set.
    fn meaning(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Clues => "; reduced by what the clues rule out",
            Self::Singles => "; reduced by what the clues and all singles rule out",
        }
    }
}

/// The family that the reduction adds.
const CONTRADICTION: EncodingInfo = EncodingInfo {
    name: "contradiction",
    meaning: "a contradiction of the clues",
    source: REDUCTION,
    families: &[(
        "contradiction",
        "a contradiction; present only if the clues leave no possibility somewhere",
    )],
};
const REDUCTION: &str = "Kwon and Jain 2006, optimized CNF encoding for Sudoku puzzles";

impl Encodable for Sudoku {
    /// Returns the names of the encodings. `s3` is first: the paper found it the best (below table 2.1).
    fn encoding_names(&self) -> Vec<String> {
        let of = |reduction: ClauseReduction| {
            SETS.iter().map(move |set| format!("{}{}", set.about.name, reduction.suffix()))
        };
        ClauseReduction::ALL.into_iter().flat_map(of).collect()
    }

    fn encoding<'a>(&'a self, name: &str) -> Result<Encoding<'a>, EncodingError> {
        let mut all =
            SETS.iter().flat_map(|set| ClauseReduction::ALL.map(|reduction| (set, reduction)));
        let is_meant = |&(set, reduction): &(&SudokuClauses, ClauseReduction)| {
            name.strip_suffix(reduction.suffix()) == Some(set.about.name)
        };
        let found = all.find(is_meant);
        let (set, reduction) =
            found.ok_or_else(|| EncodingError::unknown(name, &self.encoding_names()))?;
        let meaning = format!("{}{}", set.about.meaning, reduction.meaning());
        let mut encoding = Encoding::new(self, name, meaning);
        let mut rules = SudokuRules::new(self, set, reduction);
        encoding.projection_size =
            rules.possible.as_ref().map_or(self.atom_count(), |possible| possible.atoms.len());
        let first = encoding.numbers(encoding.projection_size)?;
        if rules.contradicts() {
            rules.wrong = Some(Lit::positive(encoding.numbers(1_u8)?));
        }
        let rules = Arc::new(rules);
        if rules.possible.is_some() {
            let rules = rules.clone();
            encoding.read = Some(Box::new(move |model| rules.solution(model)));
        }
        let given = match reduction {
            ClauseReduction::Singles => GIVEN_BY_SINGLES,
            _ => GIVEN,
        };
        let is_reduced = rules.possible.is_some();
        let [named, units, clues, wrong] = std::array::from_fn(|_| rules.clone());
        let rules = Part::new(set.about, move |sink| units.units(sink));
        encoding.push(rules.with_variables(first, move |sink| named.variables(sink)));
        encoding.push(Part::new(given, move |sink| clues.given(sink)));
        if is_reduced {
            encoding.push(Part::new(CONTRADICTION, move |sink| wrong.contradiction(sink)));
        }
        Ok(encoding)
    }
}

struct SudokuRules<'a> {
    puzzle: &'a Sudoku,
    set: &'static SudokuClauses,
    /// The atoms that remain open, for a reduced encoding.
    possible: Option<PossibleAtoms>,
    /// The variable `contradiction`, if some cell or unit has no possibility left.
    wrong: Option<Lit>,
}

impl<'a> SudokuRules<'a> {
    fn new(puzzle: &'a Sudoku, set: &'static SudokuClauses, reduction: ClauseReduction) -> Self {
        let possible = match reduction {
            ClauseReduction::None => None,
            ClauseReduction::Clues => Some(PossibleAtoms::new(puzzle, puzzle.clues().to_vec())),
            ClauseReduction::Singles => Some(PossibleAtoms::new(puzzle, with_singles(puzzle))),
        };
        Self { puzzle, set, possible, wrong: None }
    }

    /// Returns whether some cell or unit has no possibility left.
    fn contradicts(&self) -> bool {
        let Some(possible) = &self.possible else { return false };
        let mut contradicts = !possible.clashes.is_empty();
        self.each_unit(|half, literals, _| {
            contradicts |= literals.is_empty() && half != ExactlyHalf::Negative;
        });
        contradicts
    }

    /// Returns the literal of *`cell` has `value`*, unless the clues rule it out.
    fn literal(&self, cell: usize, value: u32) -> Option<Lit> {
        let values = self.puzzle.values();
        match &self.possible {
            None => Some(values.literal(cell, value)),
            Some(possible) => possible.variables[values.atom(cell, value)].map(Lit::positive),
        }
    }

    /// Calls `visit` for each cell, and for each value in each row, column and box, with the
    /// literals that the clause set constrains. Skips those that the clues decide.
    fn each_unit(&self, mut visit: impl FnMut(ExactlyHalf, &[Lit], Origin)) {
        let (side, grid) = (self.puzzle.side(), self.puzzle.grid());
        let values = 1..=side as u32;
        let mut literals = Vec::with_capacity(side);
        for (index, cell) in grid.cells().enumerate() {
            if self.possible.as_ref().is_some_and(|possible| possible.clues[index] != 0) {
                continue;
            }
            literals.clear();
            literals.extend(values.clone().filter_map(|value| self.literal(index, value)));
            visit(self.set.cell, &literals, Origin::new("cell", cell.into()));
        }
        let mut cells = Vec::with_capacity(side);
        for (kind, unit) in UNITS.iter().enumerate() {
            for index in 0..side {
                cells.clear();
                cells.extend((0..side).map(|at| grid.cell_index(self.cell_of(kind, index, at))));
                for value in values.clone() {
                    if self.possible.as_ref().is_some_and(|open| open.is_given(kind, index, value))
                    {
                        continue;
                    }
                    literals.clear();
                    literals.extend(cells.iter().filter_map(|&cell| self.literal(cell, value)));
                    visit(self.set.unit, &literals, Origin::new(unit.family, (unit.place)(index)));
                }
            }
        }
    }

    /// Returns a cell of a row (kind 0), a column (1) or a box (2).
    fn cell_of(&self, kind: usize, index: usize, at: usize) -> Cell {
        let (box_rows, box_cols) = (self.puzzle.box_rows(), self.puzzle.box_cols());
        match kind {
            0 => Cell { row: index, col: at },
            1 => Cell { row: at, col: index },
            _ => Cell {
                row: index / box_rows * box_rows + at / box_cols,
                col: index % box_rows * box_cols + at % box_cols,
            },
        }
    }

    /// Returns the clues that have a variable: all of them, or at most one in a reduced encoding.
    fn clues(&self) -> impl Iterator<Item = (Cell, Lit)> {
        let clues = self.possible.as_ref().map_or(self.puzzle.clues(), |possible| &possible.clues);
        let given = clues.iter().enumerate().filter(|&(_, &value)| value != 0);
        given.filter_map(|(index, &value)| {
            Some((self.puzzle.grid().cell_at(index), self.literal(index, value)?))
        })
    }

    fn clashes(&self) -> &[Origin] {
        self.possible.as_ref().map_or(&[], |possible| &possible.clashes)
    }

    fn variables(&self, sink: &mut dyn ConstraintSink) {
        let values = self.puzzle.values();
        match &self.possible {
            None => values.variables(sink),
            Some(possible) => possible.atoms.iter().for_each(|&atom| values.variable(atom, sink)),
        }
        if self.wrong.is_some() {
            sink.variable(CONTRADICTION.name, format_args!("contradiction"));
        }
    }

    fn units(&self, sink: &mut dyn ConstraintSink) {
        self.each_unit(|half, literals, origin| {
            let count = literals.len();
            let (at_least, at_most) = match half {
                // an empty clause is a DIMACS line that some readers reject, and cannot be a linear
                // row
                ExactlyHalf::Positive | ExactlyHalf::Both if count == 0 => {
                    return sink.add_clause(self.wrong.as_slice(), origin);
                }
                ExactlyHalf::Positive => {
                    return sink.add_clause(literals, origin);
                }
                ExactlyHalf::Negative if count < 2 => return,
                ExactlyHalf::Negative => (0, 1),
                ExactlyHalf::Both => (1, 1),
            };
            sink.constraint(Constraint::Cardinality { literals, at_least, at_most }, origin);
        });
        for &clash in self.clashes() {
            sink.add_clause(self.wrong.as_slice(), clash);
        }
    }

    fn given(&self, sink: &mut dyn ConstraintSink) {
        for (cell, literal) in self.clues() {
            sink.add_clause(&[literal], Origin::new("given", cell.into()));
        }
    }

    fn contradiction(&self, sink: &mut dyn ConstraintSink) {
        if let Some(wrong) = self.wrong {
            let origin = Origin::new(CONTRADICTION.name, Place::Whole);
            sink.add_clause(&[!wrong], origin);
        }
    }

    /// Maps a model of a reduced encoding, with the clues.
    fn solution(&self, model: &[bool]) -> Solution {
        let values = self.puzzle.values();
        let Some(possible) = &self.possible else {
            return Solution::of_model(model, values.count());
        };
        let mut atoms = vec![false; values.count()];
        for (cell, &value) in possible.clues.iter().enumerate().filter(|&(_, &value)| value != 0) {
            atoms[values.atom(cell, value)] = true;
        }
        for (&atom, &truth) in possible.atoms.iter().zip(model) {
            atoms[atom] |= truth;
        }
        Solution::new(atoms)
    }
}
