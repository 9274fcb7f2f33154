//! Local arguments: why a clause holds in every solution, made from the puzzle alone.

pub(super) mod colours;
mod diagrams;
mod graphs;
mod islands;
mod line_rules;
mod lines;
mod meanings;
mod neighbors;
pub(super) mod paths;
mod reach;
mod rows;
mod sudoku;
mod written;

pub(super) use line_rules::LineRules;
pub use rows::CountingRow;
pub(super) use written::rules_text;

use std::collections::HashSet;

use encycle_encodings::kinds::sudoku::Sudoku;
use encycle_encodings::puzzle::Solution;
use encycle_proofs::Clause;

use crate::certify::arguments::islands::IslandArguments;
use crate::certify::arguments::lines::LineArguments;
use crate::certify::arguments::meanings::Meanings;
use crate::certify::arguments::neighbors::NeighborArguments;
use crate::certify::arguments::reach::ReachArguments;
use crate::certify::arguments::sudoku::SudokuArguments;
use crate::certify::arguments::written::WrittenArguments;
use crate::puzzle::Puzzle;

/// A literal over an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Literal {
    /// The number of the atom.
    pub atom: usize,
    /// Whether the literal is the atom itself, rather than its negation.
    pub is_positive: bool,
}

impl std::ops::Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self { is_positive: !self.is_positive, ..self }
    }
}

/// The rules of a puzzle, as arguments for clauses. Some kinds have added atoms, such as "the path starts here". The
/// added atoms follow the atoms of the puzzle, and a solution determines their values.
pub(super) struct Arguments<'a> {
    puzzle: &'a Puzzle,
    /// The names of all atoms.
    pub names: Vec<String>,
    rules: Rules<'a>,
}

enum Rules<'a> {
    Lines(Box<LineArguments>),
    Sudoku { arguments: SudokuArguments<'a>, is_contradictory: bool },
    Neighbors(NeighborArguments<'a>),
    Reach(ReachArguments<'a>),
    Islands(IslandArguments<'a>),
    Written(Box<WrittenArguments<'a>>),
}

impl<'a> Rules<'a> {
    fn of_sudoku(sudoku: &'a Sudoku) -> Self {
        let arguments = SudokuArguments::new(sudoku);
        Self::Sudoku { is_contradictory: arguments.is_contradictory(), arguments }
    }
}

impl<'a> Arguments<'a> {
    /// Returns `None` for kinds without arguments.
    pub fn new(puzzle: &'a Puzzle) -> Option<Self> {
        let rules = match puzzle {
            Puzzle::Sudoku(sudoku) => Rules::of_sudoku(sudoku),
            Puzzle::NeighborNumber(puzzle) => Rules::Neighbors(NeighborArguments::new(puzzle)),
            Puzzle::Reachability(puzzle) => Rules::Reach(ReachArguments::new(puzzle)),
            Puzzle::Nurikabe(puzzle) => Rules::Islands(IslandArguments::new(puzzle)),
            Puzzle::Slitherlink(_)
            | Puzzle::Slitherlynx(_)
            | Puzzle::Hamilton(_)
            | Puzzle::Numberlink(_) => {
                Rules::Lines(Box::new(LineArguments::new(LineRules::of(puzzle)?)))
            }
            Puzzle::Written(puzzle) => Rules::Written(Box::new(WrittenArguments::new(puzzle)?)),
            // the checker in Python does not read the clues of the other kinds
            _ => return None,
        };
        let atoms = (0..puzzle.atom_count()).map(|atom| puzzle.atom_name(atom));
        let added = match &rules {
            Rules::Lines(lines) => lines.rules.names.clone(),
            Rules::Neighbors(neighbors) => neighbors.names(),
            Rules::Sudoku { .. } | Rules::Reach(_) | Rules::Islands(_) | Rules::Written(_) => {
                Vec::new()
            }
        };
        Some(Self { puzzle, names: atoms.chain(added).collect(), rules })
    }

    /// Returns the true atoms of a solution, including the added atoms.
    pub fn true_atoms(&self, solution: &Solution) -> Vec<usize> {
        let added = match &self.rules {
            Rules::Lines(lines) => {
                lines.rules.closing_edges(solution).iter().map(|edge| edge.index()).collect()
            }
            Rules::Neighbors(neighbors) => neighbors.blanks(solution),
            Rules::Sudoku { .. } | Rules::Reach(_) | Rules::Islands(_) | Rules::Written(_) => {
                Vec::new()
            }
        };
        solution.true_atoms().chain(added).collect()
    }

    /// Returns whether every solution satisfies a clause by the rules, or by logic alone.
    pub fn justify(&self, clause: &[Literal]) -> bool {
        let by_rules = match &self.rules {
            Rules::Lines(lines) => lines.justify(clause),
            Rules::Sudoku { arguments, is_contradictory } => {
                *is_contradictory || arguments.justify(clause)
            }
            Rules::Neighbors(neighbors) => neighbors.justify(clause),
            Rules::Reach(reach) => reach.justify(clause),
            Rules::Islands(islands) => islands.justify(clause),
            Rules::Written(written) => written.justify(clause),
        };
        by_rules || {
            let literals: HashSet<Literal> = clause.iter().copied().collect();
            clause.iter().any(|&one| literals.contains(&!one))
        }
    }

    /// Returns what the auxiliary variables of some clauses mean; `atoms` has the atom of each variable. `None` for kinds
    /// whose rules are not statements, and if the rules contradict each other.
    pub fn meanings<'m>(
        &'m self,
        clauses: &[&Clause],
        atoms: &'m [Option<usize>],
    ) -> Option<Meanings<'m>> {
        match &self.rules {
            Rules::Written(written) => written.variable_meanings(clauses, atoms),
            _ => None,
        }
    }

    /// Returns the rules of a puzzle about lines.
    pub fn line_rules(&self) -> Option<&LineRules> {
        match &self.rules {
            Rules::Lines(lines) => Some(&lines.rules),
            _ => None,
        }
    }

    /// Returns whether every solution satisfies a row. Only the rules about lines have rows.
    pub fn justify_row(&self, row: &CountingRow) -> bool {
        match &self.rules {
            Rules::Lines(lines) => lines.justify_row(row),
            _ => false,
        }
    }

    /// Returns whether a clause excludes this solution and no other solution.
    ///
    /// It must contain the negation of every true atom, unless the rules alone imply the atom. If a solution of this
    /// kind may contain another solution, it must also contain every false atom; otherwise it would exclude the larger
    /// solution as well.
    pub fn blocks(&self, clause: &[Literal], solution: &Solution) -> bool {
        let is_false = clause.iter().all(|one| {
            one.atom >= self.puzzle.atom_count() || solution.has(one.atom) != one.is_positive
        });
        let literals: HashSet<Literal> = clause.iter().copied().collect();
        let has = |atom: usize, is_positive: bool| {
            let literal = Literal { atom, is_positive };
            literals.contains(&literal) || self.justify(&[!literal])
        };
        is_false
            && solution.true_atoms().all(|atom| has(atom, false))
            && (!self.puzzle.solutions_nest()
                || (0..self.puzzle.atom_count()).all(|atom| solution.has(atom) || has(atom, true)))
    }
}
