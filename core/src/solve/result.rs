//! The result of a solve run: its outcome, or why it could not start.

use std::path::PathBuf;
use std::time::Duration;

use encycle_encodings::encoding::{CutKind, Encoding, EncodingError};
use encycle_encodings::puzzle::Solution;

use crate::solve::engine::{Engine, SelectError};
use crate::solve::search::{Outcome, Verdict};
use crate::solve::session::{Failure, SolverId};

/// The result of one solver with one encoding.
#[derive(Debug)]
pub struct Attempt {
    /// Verdict, solutions and rounds.
    pub outcome: Outcome,
    /// The solver, with its version if it reports one.
    pub solver: SolverId,
    /// The solver as it was selected, or, in place of [`Engine::Default`], the solver that suits the puzzle.
    pub engine: Engine,
    /// The encoding.
    pub encoding: String,
    /// The kind of cut; `None` for an exact encoding.
    pub cuts: Option<CutKind>,
    /// Wall-clock time of the presolver.
    pub presolve: Duration,
    /// The variables, by name, each with the number of learnt clauses that contain it. They show where the search had
    /// its conflicts. `None` unless requested ([`Solve::heat`](crate::solve::Solve::heat)).
    pub heat: Option<Vec<(String, u64)>>,
}

/// The result of a solve run.
#[derive(Debug)]
pub struct SolveOutcome {
    /// The attempt that decided, or the most informative one if none did.
    pub main: Attempt,
    /// The other attempts that were started.
    pub others: Vec<Attempt>,
    /// The solver that confirmed the verdict.
    pub confirmed_by: Option<SolverId>,
    /// The reason why the verdict of a floating-point solver is not confirmed
    /// ([`Confirmation::FloatingPoint`](crate::solve::Confirmation)), for example a limit that was reached first.
    pub unconfirmed: Option<String>,
}

impl SolveOutcome {
    /// Returns the verdict.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = "slitherlink 1 2\n44\n".parse()?;
    /// assert_eq!(Solve::new(&puzzle).run()?.verdict(), Verdict::NoSolution);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.main.outcome.verdict
    }

    /// Returns the solutions that were found: at most one, or two for [`Verdict::Several`].
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = "slitherlink 2 2\n3.\n..\n".parse()?;
    /// let outcome = Solve::new(&puzzle).unique().run()?;
    /// let [first, second] = outcome.solutions() else { panic!("several") };
    /// assert!(!puzzle.differences(first, second).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn solutions(&self) -> &[Solution] {
        &self.main.outcome.solutions
    }

    /// Returns the first solution.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
    /// let outcome = Solve::new(&puzzle).run()?;
    /// let solution = outcome.solution().expect("a solved puzzle");
    /// let lines: Vec<String> = solution.true_atoms().map(|line| puzzle.atom_name(line)).collect();
    /// assert!(lines.contains(&"h_1_1".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn solution(&self) -> Option<&Solution> {
        self.solutions().first()
    }
}

/// A run that could not start. A later fault is an outcome with [`Verdict::Failed`].
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// A solver cannot be found, or cannot confirm.
    #[error(transparent)]
    Select(#[from] SelectError),
    /// The encoding does not exist, or is too large.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
    /// The kind of cut does not fit the encoding.
    #[error("cut kind `{}` does not fit encoding `{encoding}`\nhelp: {}", kind.name(), known(.kinds))]
    CutKind {
        /// The requested kind.
        kind: CutKind,
        /// The encoding.
        encoding: String,
        /// The kinds that fit.
        kinds: &'static [CutKind],
    },
    /// Loops cannot be checked during the search.
    #[error(transparent)]
    NoPropagator(Failure),
    /// There are no cuts for the linear relaxation.
    #[error(
        "fractional cuts need a MIP solver, such as microlp or highs, and a Slitherlink encoding over edges \
         without an eager part that excludes subtours, such as edge: {solver} with {encoding}"
    )]
    NoFractionalCuts {
        /// The solver.
        solver: String,
        /// The encoding.
        encoding: String,
    },
    /// The solutions of this kind have no length.
    #[error(
        "a {0} has no length, because its solutions are not lines\nhelp: do not ask for the shortest or longest solution, or \
         give a puzzle about lines, such as a slitherlink"
    )]
    NoLines(&'static str),
    /// The length cannot be optimized with this encoding.
    #[error(
        "encoding `{0}` has no variable for each edge, or leaves out solutions\nhelp: leave out the encoding"
    )]
    NoLength(String),
    /// The weights cannot be optimized with this encoding.
    #[error(
        "encoding `{0}` has no variable for each atom, or leaves out solutions\nhelp: leave out the encoding"
    )]
    NoWeights(String),
    /// Weights of atoms are given for a model.
    #[error("weights of atoms apply to puzzles\nhelp: minimize or maximize in the model itself")]
    NoAtoms,
    /// The folder for the rounds cannot be created.
    #[error("folder for the rounds: {}: {error}", folder.display())]
    RoundsFolder {
        /// The folder.
        folder: PathBuf,
        /// The operating system's error.
        error: std::io::Error,
    },
}

fn known(kinds: &[CutKind]) -> String {
    match kinds {
        [] => "the encoding is exact and takes no cuts".to_owned(),
        kinds => {
            let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
            format!("use {}", names.join(", "))
        }
    }
}

/// Returns the kind of cut for an encoding: the requested kind if it fits, otherwise the encoding's default; `None` if
/// the encoding is exact.
///
/// # Errors
/// The requested kind does not fit.
pub fn cut_kind(
    encoding: &Encoding<'_>,
    requested: Option<CutKind>,
) -> Result<Option<CutKind>, SolveError> {
    let kinds = encoding.cut_kinds();
    match requested {
        None => Ok(kinds.first().copied()),
        Some(kind) if kinds.contains(&kind) => Ok(Some(kind)),
        Some(kind) => {
            let encoding = encoding.name().to_owned();
            Err(SolveError::CutKind { kind, encoding, kinds })
        }
    }
}
