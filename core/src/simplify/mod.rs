//! Simplified formulas: the results of preprocessing the formula of an encoding.
//!
//! A simplifier replaces a formula by a formula that is satisfiable if and only if the original formula is. *Frozen*
//! variables have the same values in the models of both formulas; [`Simplified::extend`] finds the values of the other
//! variables.

mod clause_set;
mod elimination;
#[cfg(feature = "process")]
mod program;
mod unique_literals;

use encycle_encodings::logic::{Lit, TooLarge};
use encycle_solvers::{BatSat, Limits, SolverStatus};
#[cfg(feature = "process")]
use encycle_solvers::{RunEnd, Solver};

use clause_set::ClauseSet;

/// A method of simplifying formulas.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Simplifier {
    /// Bounded variable elimination with subsumption and self-subsuming resolution (Eén and Biere 2005, Effective
    /// Preprocessing in SAT through Variable and Clause Elimination). An elimination adds no more clauses than it removes.
    Elimination,
    /// Reencoding of unique literal clauses, whose literals occur in no other clause, and of clauses whose literals
    /// exclude each other by binary clauses (Sheng, Reeves and Heule 2025, Reencoding unique literal clauses). The
    /// sequential counter of "exactly one" replaces such a clause if it has five literals or more.
    UniqueLiterals,
    /// The preprocessor of a SAT solver whose description has the arguments `simplify`. It may eliminate any variable,
    /// even a frozen one.
    #[cfg(feature = "process")]
    Program(Box<Solver>),
}

/// An error of a simplifier.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SimplifyError {
    /// The description of the solver has no arguments for simplifying.
    #[cfg(feature = "process")]
    #[error("solver without a simplifier: {name}")]
    NoSimplifier {
        /// The solver.
        name: String,
    },
    /// The run failed.
    #[cfg(feature = "process")]
    #[error("{solver}: {end}")]
    Run {
        /// The solver.
        solver: String,
        /// How the run ended.
        end: RunEnd,
    },
    /// The simplified formula, or the proof of its steps, cannot be read.
    #[cfg(feature = "process")]
    #[error("{solver}: simplified formula: {reason}")]
    Output {
        /// The solver.
        solver: String,
        /// What is wrong.
        reason: String,
    },
    /// The formula would have too many clauses.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// Temporary files cannot be written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// A simplified formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simplified {
    /// The number of variables, including the variables that the simplifier added.
    pub variables: usize,
    /// The clauses. A variable with a fixed value occurs only in a unit clause.
    pub clauses: Vec<Vec<Lit>>,
}

impl Simplifier {
    /// The simplifiers that need no external program.
    pub const BUILT_IN: &'static [Self] = &[Self::Elimination, Self::UniqueLiterals];

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Elimination => "bve".to_owned(),
            Self::UniqueLiterals => "ulc".to_owned(),
            #[cfg(feature = "process")]
            Self::Program(solver) => solver.name(),
        }
    }

    /// Simplifies a formula. `frozen` states for each variable whether it must be kept; external programs ignore it.
    ///
    /// ```
    /// use encycle::encodings::logic::Lit;
    /// use encycle::simplify::Simplifier;
    ///
    /// let [a, b, t] = [0, 1, 2].map(Lit::positive);
    /// // t is equivalent to "a and b", and t or b holds
    /// let formula = [vec![!t, a], vec![!t, b], vec![t, !a, !b], vec![t, b]];
    /// let simplified = Simplifier::Elimination.simplify(3, &formula, &[true, true, false], &Default::default())?;
    /// assert_eq!(simplified.clauses, [[b]]);
    /// let model = simplified.extend(3, &formula, &[true, true, false]).expect("a model");
    /// assert!(model[1] && model[2] == (model[0] && model[1]));
    /// # Ok::<(), encycle::simplify::SimplifyError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if a program fails, its output cannot be read, or the formula is too large.
    pub fn simplify(
        &self,
        variables: usize,
        clauses: &[Vec<Lit>],
        frozen: &[bool],
        limits: &Limits,
    ) -> Result<Simplified, SimplifyError> {
        let (variables, clauses) = match self {
            Self::Elimination => {
                let _ = limits;
                let set = ClauseSet::new(variables, clauses.iter().cloned());
                (variables, elimination::eliminate(set, frozen).into_clauses())
            }
            Self::UniqueLiterals => unique_literals::reencode(variables, clauses, frozen)?,
            #[cfg(feature = "process")]
            Self::Program(solver) => {
                let (variables, found) = program::simplify(solver, variables, clauses, limits)?;
                let mut set = ClauseSet::new(variables, found.into_iter());
                set.propagate();
                (variables, set.into_clauses())
            }
        };
        Ok(Simplified { variables, clauses })
    }
}

impl Simplified {
    /// Returns, for each variable, whether it occurs in the clauses.
    #[must_use]
    pub fn occurring(&self) -> Vec<bool> {
        let mut occurs = vec![false; self.variables];
        self.clauses.iter().flatten().for_each(|literal| occurs[literal.vidx()] = true);
        occurs
    }

    /// Maps a model back: returns a model of the original formula in which the variables that occur in the simplified
    /// formula keep their values. The built-in solver finds the values of the other variables. Returns `None` if the
    /// original formula has no such model, which means that the simplifier is wrong.
    #[must_use]
    pub fn extend(
        &self,
        variables: usize,
        original: &[Vec<Lit>],
        model: &[bool],
    ) -> Option<Vec<bool>> {
        let mut solver = BatSat::of_clauses(variables, original.iter().map(Vec::as_slice));
        let occurs = self.occurring();
        let kept = (0..variables).filter(|&one| occurs.get(one) == Some(&true));
        let values: Vec<Lit> = kept.map(|one| Lit::new(one as u32, !model[one])).collect();
        solver.assume(&values);
        match solver.solve(&Limits::default()) {
            SolverStatus::Satisfiable(values) => {
                Some((0..variables).map(|one| values[one] == Some(true)).collect())
            }
            SolverStatus::Unsatisfiable | SolverStatus::Unknown => None,
        }
    }
}
