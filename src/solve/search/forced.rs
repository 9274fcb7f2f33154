//! What all solutions of a puzzle have in common, and what none has.
//!
//! The backbone of the solutions, over the atoms. Janota, Lynce and Marques-Silva, *Algorithms for computing
//! backbones of propositional formulae* (AI Communications 28, 2015): of a first solution every atom is a
//! candidate; a clause asks for a solution that differs from it in one candidate at least; each such
//! solution strikes out candidates; when there is none, those that are left are the backbone.

use encycle_encodings::encoding::{Completeness, Cut, CutReason, Encoding};
use encycle_encodings::export::variable_names;
use encycle_encodings::logic::Lit;
use encycle_encodings::puzzle::Solution;

use crate::solve::search::finder::{Finder, NextSolution};
use crate::solve::search::options::SearchOptions;
use crate::solve::search::round::Observer;
use crate::solve::search::rules::check;
use crate::solve::session::{Failure, Session};

/// What is known of what solutions have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommonAtoms {
    /// There is no solution.
    NoSolution,
    /// For each atom: true in all solutions, in none, or (`None`) in some; with a solution, which was checked.
    Atoms(Vec<Option<bool>>, Solution),
    /// A limit was reached; the text says which. Of the atoms it is known only that those that are `None`
    /// are true in some solutions and false in others; without a solution, nothing at all.
    Unknown(String, Option<Vec<Option<bool>>>),
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum ForcedError {
    /// The encoding cannot serve.
    #[error("encoding `{name}`: {reason}")]
    Encoding {
        /// Its name.
        name: String,
        /// Why not, and which can.
        reason: String,
    },
    /// The solver failed.
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// The atoms that all solutions have in common, and those that none has: exactly, in one session to which nothing
/// was added yet. Every solution on the way is checked against all rules; that there is no other one rests on the
/// solver's word, once.
///
/// ```
/// use encycle::formats;
/// use encycle::solve::{BatSatSession, CommonAtoms, SearchOptions, forced};
/// use encycle::encodings::logic::LoweringOptions;
///
/// // the cell with the 3 is a corner: its own border, or that of two cells
/// let puzzle = formats::read("slitherlink 1 2\n3.\n", None)?.puzzle;
/// let encoding = puzzle.encoding("edge")?;
/// let mut session = BatSatSession::new(LoweringOptions::default(), None);
/// let CommonAtoms::Atoms(atoms, _) = forced(&*encoding, &mut session, SearchOptions::default(), &mut ())? else {
///     panic!("it has solutions")
/// };
/// assert_eq!(atoms.iter().filter(|atom| atom.is_some()).count(), puzzle.atom_count());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the solver fails; or the encoding leaves out solutions, or has no variables for the atoms (`colour`, whose
/// variables are cells).
pub fn forced(
    encoding: &dyn Encoding,
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
                // what the givens say of an atom without a variable is no question
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

/// The variable of each atom that is not [implied](encycle_encodings::puzzle::Instance::implied).
fn literals(encoding: &dyn Encoding) -> Result<Vec<Option<Lit>>, ForcedError> {
    let puzzle = encoding.puzzle();
    let refuse = |reason: &str| {
        let others = puzzle.encoding_names().into_iter().find(|name| {
            let other = puzzle.encoding(name);
            other.is_ok_and(|other| {
                other.completeness() == Completeness::Complete && atom_literals(&*other).is_some()
            })
        });
        let reason = format!("{reason}; use {}", others.unwrap_or_default());
        ForcedError::Encoding { name: encoding.name().to_owned(), reason }
    };
    if encoding.completeness() != Completeness::Complete {
        return Err(refuse("it leaves out solutions of the puzzle"));
    }
    atom_literals(encoding).ok_or_else(|| refuse("its variables are not the atoms of the puzzle"))
}

fn atom_literals(encoding: &dyn Encoding) -> Option<Vec<Option<Lit>>> {
    let names = variable_names(&|sink| encoding.encode(sink));
    let numbers: std::collections::HashMap<&str, u32> =
        names.iter().zip(0..).map(|(name, number)| (name.as_str(), number)).collect();
    let puzzle = encoding.puzzle();
    let literal = |atom: usize| match numbers.get(&*puzzle.atom_name(atom)) {
        Some(&number) => Some(Some(Lit::positive(number))),
        None => puzzle.implied(atom).map(|_| None),
    };
    (0..puzzle.atom_count()).map(literal).collect()
}
