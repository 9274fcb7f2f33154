//! Why a clause is in a formula: a local argument, made from the puzzle alone.

use std::collections::HashSet;

use encycle_encodings::puzzle::Solution;

use crate::certify::lines::LineArguments;
use crate::certify::values::ValueArguments;
use crate::puzzle::Puzzle;

/// A literal over an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Literal {
    /// The number of the atom.
    pub atom: usize,
    /// Whether the atom is to be true.
    pub is_positive: bool,
}

/// The rules of a puzzle, as arguments for clauses.
pub(super) struct Arguments<'a> {
    puzzle: &'a Puzzle,
    solutions: &'a [Solution],
    rules: Rules<'a>,
}

enum Rules<'a> {
    Lines(LineArguments<'a>),
    Values(ValueArguments<'a>),
}

impl<'a> Arguments<'a> {
    /// Returns `None` for kinds without arguments.
    pub fn new(puzzle: &'a Puzzle, solutions: &'a [Solution]) -> Option<Self> {
        let lines = LineArguments::new(puzzle).map(Rules::Lines);
        let rules = lines.or_else(|| ValueArguments::new(puzzle).map(Rules::Values))?;
        Some(Self { puzzle, solutions, rules })
    }

    /// Returns whether every solution satisfies a clause, apart from the listed ones.
    pub fn justify(&self, clause: &[Literal]) -> bool {
        let by_rules = match &self.rules {
            Rules::Lines(lines) => lines.justify(clause),
            Rules::Values(values) => values.justify(clause),
        };
        by_rules || {
            let literals: HashSet<Literal> = clause.iter().copied().collect();
            let is_tautology = clause
                .iter()
                .any(|one| literals.contains(&Literal { is_positive: !one.is_positive, ..*one }));
            is_tautology || self.solutions.iter().any(|solution| self.blocks(&literals, solution))
        }
    }

    /// Whether a clause excludes this solution and no other one: it has the negations of all its true atoms; where a
    /// solution may contain another, also all its false atoms.
    fn blocks(&self, clause: &HashSet<Literal>, solution: &Solution) -> bool {
        let has = |atom: usize, is_positive: bool| clause.contains(&Literal { atom, is_positive });
        let is_false = clause.iter().all(|one| solution.has(one.atom) != one.is_positive);
        is_false
            && solution.true_atoms().all(|atom| has(atom, false))
            && (!self.puzzle.solutions_nest()
                || (0..self.puzzle.atom_count()).all(|atom| solution.has(atom) || has(atom, true)))
    }
}
