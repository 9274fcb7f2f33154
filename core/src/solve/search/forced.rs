//! Common atoms: the atoms with the same value in all solutions.
//!
//! They are the backbone of the solutions, restricted to the atoms. The method is that of Janota, Lynce and
//! Marques-Silva (*Algorithms for computing backbones of propositional formulae*, AI Communications 28, 2015).
//! Initially, every atom of a first solution is a candidate. A clause requires a solution that differs from the first
//! solution in at least one candidate, and each such solution removes candidates. When there is no such solution, the
//! remaining candidates are the backbone.
//!
//! For example, let the first solution be 1 1 0 and the second 1 0 0. The second atom is no longer a candidate, so the
//! next clause requires a solution in which the first atom is 0 or the third is 1.

use encycle_encodings::encoding::{self, AtomLiteral, Completeness, Cut, CutReason, Encoding};
use encycle_encodings::logic::Lit;
use encycle_encodings::puzzle::Solution;

use crate::solve::search::check::check;
use crate::solve::search::finder::{Finder, NextSolution};
use crate::solve::search::options::SearchOptions;
use crate::solve::search::outcome::Observer;
use crate::solve::session::{Failure, Session};

/// The common atoms of all solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommonAtoms {
    /// There is no solution.
    NoSolution,
    /// The common value of each atom, or `None` if solutions differ in it; and a solution, which was checked.
    Atoms(Vec<Option<bool>>, Solution),
    /// A limit was reached; the text names it. Solutions differ in the atoms that are `None`. The other values are
    /// common to the solutions found so far, but perhaps not to all. There are no atoms if no solution was found.
    Unknown(String, Option<Vec<Option<bool>>>),
}

/// An error from computing the common atoms.
#[derive(Debug, thiserror::Error)]
pub enum ForcedError {
    /// The encoding cannot be used.
    #[error("encoding `{name}`: {reason}")]
    Encoding {
        /// The name of the encoding.
        name: String,
        /// The reason, and an encoding that can be used.
        reason: String,
    },
    /// The solver failed.
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// Computes the common value of each atom in all solutions, in one new session.
///
/// Every solution found is checked against all rules. The claim that no other value occurs rests on a single UNSAT
/// result of the solver.
///
/// ```
/// use encycle::formats;
/// use encycle::solve::{BatSatSession, CommonAtoms, SearchOptions, forced};
/// use encycle::encodings::logic::LoweringOptions;
///
/// // the only loop with three edges at the 3 encloses both cells
/// let puzzle = formats::read("slitherlink 1 2\n3.\n", None)?.puzzle;
/// let encoding = puzzle.encoding("edge")?;
/// let mut session = BatSatSession::new(LoweringOptions::default(), None);
/// let CommonAtoms::Atoms(atoms, _) = forced(&encoding, &mut session, SearchOptions::default(), &mut ())? else {
///     panic!("the puzzle has solutions")
/// };
/// assert_eq!(atoms.iter().filter(|atom| atom.is_some()).count(), puzzle.atom_count());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if the solver fails, if the encoding excludes solutions, or if it has no variables for the atoms
/// (such as `colour`, whose variables are cells).
pub fn forced(
    encoding: &Encoding<'_>,
    session: &mut dyn Session,
    options: SearchOptions,
    observer: &mut dyn Observer,
) -> Result<CommonAtoms, ForcedError> {
    let literals = literals(encoding)?;
    let mut finder = Finder::new(encoding, session, options);
    let mut known: Option<(Vec<Option<bool>>, Solution)> = None;
    loop {
        match finder.next(observer)? {
            NextSolution::Solution(solution) => {
                check(encoding, &solution)?;
                let (atoms, _) = known.get_or_insert_with(|| {
                    (solution.atoms().iter().map(|&atom| Some(atom)).collect(), solution.clone())
                });
                for (atom, truth) in atoms.iter_mut().zip(solution.atoms()) {
                    *atom = atom.filter(|candidate| candidate == truth);
                }
                // atoms without a variable are fixed by the clues, so they are not in the clause
                let candidates = atoms.iter().zip(&literals);
                let differs: Vec<Lit> = candidates
                    .filter_map(|(&atom, &literal)| Some(if atom? { !literal? } else { literal? }))
                    .collect();
                if differs.is_empty() {
                    return Ok(CommonAtoms::Atoms(atoms.clone(), solution));
                }
                finder.cut(vec![Cut::clause(differs, CutReason::KnownSolution)])?;
            }
            NextSolution::Exhausted => {
                return Ok(match known {
                    None => CommonAtoms::NoSolution,
                    Some((atoms, solution)) => CommonAtoms::Atoms(atoms, solution),
                });
            }
            NextSolution::Unknown(reason) => {
                return Ok(CommonAtoms::Unknown(reason, known.map(|(atoms, _)| atoms)));
            }
        }
    }
}

/// Returns the literal of each atom; `None` for atoms that are [implied](encycle_encodings::puzzle::Instance::implied)
/// by the clues.
///
/// # Errors
/// Returns an error that names another encoding if this encoding cannot be used.
fn literals(encoding: &Encoding<'_>) -> Result<Vec<Option<Lit>>, ForcedError> {
    let puzzle = encoding.puzzle();
    let refuse = |reason: &str| {
        let others = puzzle.encoding_names().into_iter().find(|name| {
            let other = puzzle.encoding(name);
            other.is_ok_and(|other| {
                other.completeness() == Completeness::Complete && atom_literals(&other).is_some()
            })
        });
        let reason = format!("{reason}\nhelp: use {}", others.unwrap_or_default());
        ForcedError::Encoding { name: encoding.name().to_owned(), reason }
    };
    if encoding.completeness() != Completeness::Complete {
        return Err(refuse("it excludes solutions of the puzzle"));
    }
    atom_literals(encoding).ok_or_else(|| refuse("its variables are not the atoms of the puzzle"))
}

/// Returns the literal of each atom, with `None` for implied atoms; or `None` if any other atom has no variable.
#[must_use]
pub fn atom_literals(encoding: &Encoding<'_>) -> Option<Vec<Option<Lit>>> {
    let atoms = encoding::atom_literals(encoding)?;
    Some(atoms.into_iter().map(AtomLiteral::literal).collect())
}
