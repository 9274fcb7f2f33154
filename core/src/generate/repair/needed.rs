//! Proofs that fewer clues do not suffice: sets of clues from which every puzzle with one solution keeps at least one.

use std::io::{self, Write};

use encycle_encodings::logic::{ConstraintSink, Lit, LoweringOptions, Origin, Place};
#[cfg(feature = "process")]
use encycle_solvers::Solver;

use crate::generate::clue_set::ClueSet;
use crate::generate::repair::formula::MaxSatFormula;
#[cfg(feature = "process")]
use crate::generate::{error::GenerateError, repair::formula::refused};
#[cfg(feature = "process")]
use crate::solve::{JobLimits, SolverId};

/// The sets of clues that [`Strategy::Minimum`](crate::generate::Strategy::Minimum) collected. Each set consists of all
/// clues that a further solution violates, so a puzzle with none of these clues has the further solution, too. The
/// clues that are kept are a smallest choice that meets every set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NeededClues {
    names: Vec<String>,
    /// The clues that are always kept.
    required: Vec<usize>,
    /// The groups of clues that are kept or removed together, as the symmetry requires.
    groups: Vec<Vec<usize>>,
    sets: Vec<Vec<usize>>,
}

impl NeededClues {
    /// Creates the sets; `sets` contains the numbers of groups.
    pub(super) fn new(
        names: Vec<String>,
        required: &ClueSet,
        groups: &[ClueSet],
        sets: &[Vec<usize>],
    ) -> Self {
        let groups: Vec<Vec<usize>> = groups.iter().map(|group| group.iter().collect()).collect();
        // the clues of a group are kept or removed together, so the first clue represents its group
        let first = |group: &usize| groups[*group][0];
        let sets = sets.iter().map(|set| set.iter().map(first).collect()).collect();
        Self { names, required: required.iter().collect(), groups, sets }
    }

    /// Returns the names of the clues, in the order of the variables and of the soft clauses of [`Self::write_wcnf`].
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Writes a partial MaxSAT formula, which has a variable for each clue that says whether the clue is kept, a hard
    /// clause for each set, and a soft clause for each clue that prefers to remove it. The cost of an optimum is the
    /// number of clues that the puzzle needs.
    ///
    /// # Errors
    /// Returns the errors of `out`.
    pub fn write_wcnf(&self, out: &mut dyn Write) -> io::Result<()> {
        self.with_formula(|formula| formula.write(out).map(drop))
    }

    /// Compares the number of clues with the optimum of the formula, which a MaxSAT solver finds.
    ///
    /// # Errors
    /// Returns an error if a limit is reached, the solver fails, or the numbers differ.
    #[cfg(feature = "process")]
    pub(super) fn compare(
        &self,
        kept: usize,
        solver: &Solver,
        limits: &JobLimits,
    ) -> Result<(), GenerateError> {
        let optimum = self.with_formula(|formula| formula.optimum(solver, limits))?;
        let reason = match optimum {
            Some(optimum) if optimum.len() == kept => return Ok(()),
            Some(optimum) => {
                format!(
                    "it claims an optimum of {} clues, the built-in search {kept}",
                    optimum.len()
                )
            }
            None => {
                "it reports that the hard clauses have no model, but all clues are one".to_owned()
            }
        };
        let id = SolverId::of_program(solver.name(), solver);
        Err(refused(&id, reason))
    }

    /// Runs `work` with the formula of [`Self::write_wcnf`].
    pub(super) fn with_formula<T>(&self, work: impl FnOnce(MaxSatFormula<'_>) -> T) -> T {
        let mut comments = vec![
            format!("encycle {}", env!("CARGO_PKG_VERSION")),
            "hard: one clue of each set is kept; soft: the clues, in this order, are not"
                .to_owned(),
        ];
        comments.extend(
            (1..).zip(&self.names).map(|(number, name): (usize, _)| format!("{number} {name}")),
        );
        let kept = |&clue: &usize| Lit::positive(clue as u32);
        let encode = |sink: &mut dyn ConstraintSink| {
            for number in 1..=self.names.len() {
                sink.variable("kept", format_args!("kept_{number}"));
            }
            let mut clause = |literals: &[Lit]| {
                sink.add_clause(literals, Origin::new("kept", Place::Whole));
            };
            self.required.iter().for_each(|one| clause(&[kept(one)]));
            for pair in self.groups.iter().flat_map(|group| group.windows(2)) {
                clause(&[!kept(&pair[0]), kept(&pair[1])]);
                clause(&[kept(&pair[0]), !kept(&pair[1])]);
            }
            for set in &self.sets {
                clause(&set.iter().map(kept).collect::<Vec<Lit>>());
            }
        };
        let soft: Vec<Lit> = (0..self.names.len()).map(|clue| !kept(&clue)).collect();
        let lowering = LoweringOptions::default();
        work(MaxSatFormula { comments: &comments, encode: &encode, soft: &soft, lowering })
    }
}
