//! Certificates by cubes: each cube is refuted on its own, on any machine, and the refutations become one proof.
//!
//! A [`CubeProof`] contains the cuts that a search under the cube found, and clauses that refute the formula under the
//! cube. [`join`] makes one proof of them in two steps (Heule, Kullmann, Wieringa and Biere 2011, *Cube and conquer*):
//!
//! 1. It weakens each clause by the negation of its cube. The weakened clause follows without the cube, and the empty
//!    clause, which ends the refutation of the cube, becomes the negation of the cube itself.
//! 2. The negations of all cubes lead to the empty clause ([`cover`]), because the cubes cover everything.
//!
//! For example, let the cubes be `1 2`, `1 -2` and `-1`:
//!
//! ```text
//! cube    clauses of its proof    in the joined proof
//! 1 2     3, then empty           3 -1 -2, then -1 -2
//! 1 -2    empty                   -1 2
//! -1      empty                   1
//! cover                           -1 (from -1 -2 and -1 2), then empty
//! ```

#[cfg(feature = "process")]
mod folder;

use std::collections::HashSet;

use encycle_encodings::encoding::Encoding;
use encycle_encodings::export::variable_names;
use encycle_encodings::logic::{Lit, LoweringOptions, TooLarge};
use encycle_proofs::{Clause, Refutation, RefutationError};
use encycle_solvers::Limits;
use web_time::Instant;

#[cfg(feature = "process")]
pub use folder::CubeFolder;

use crate::certify::Certificate;
use crate::certify::make::{
    CertifyError, CertifyOptions, all_solutions, certificate_of, contradicted, encoding_of,
    final_formula, lowering_of, search,
};
use crate::certify::replay::read_ledger;
use crate::puzzle::Puzzle;
use crate::solve::{Finder, LedgerEntry, SearchStart, cubes};

/// The proof that a cube has no solutions other than the listed solutions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CubeProof {
    /// The cuts, and a blocking clause for each solution.
    pub ledger: Vec<LedgerEntry>,
    /// Clauses, the last of which is empty; no clauses if there are more solutions than the limit. Each clause follows
    /// by unit propagation from the rules, the ledger, the literals of the cube and the clauses before it. Literals are
    /// numbered as in DIMACS.
    pub clauses: Vec<Clause>,
}

/// Returns at most `most` cubes for a certificate of a puzzle (see [`cubes`]).
///
/// # Errors
/// Returns an error if the encoding does not fit the puzzle, or is too large.
pub fn cubes_of(
    puzzle: &Puzzle,
    options: &CertifyOptions,
    most: usize,
) -> Result<Vec<Vec<Lit>>, CertifyError> {
    let encoding = encoding_of(puzzle, options)?;
    Ok(cubes(&encoding, lowering_of(puzzle, options), most.max(1).ilog2())?)
}

/// Finds all solutions in a cube, and proves that the cube contains no others. If it contains more than the limit, the
/// result has no clauses, and [`join`] reports that limit.
///
/// # Errors
/// Returns an error if a limit was reached, or the solver failed.
pub fn refute_cube(
    puzzle: &Puzzle,
    options: &CertifyOptions,
    cube: &[Lit],
) -> Result<CubeProof, CertifyError> {
    let (begin, encoding) = (Instant::now(), encoding_of(puzzle, options)?);
    let lowering = lowering_of(puzzle, options);
    let mut session = options.engine.confirmed_session(lowering, None)?;
    let search = search(puzzle, &encoding, options);
    let mut finder = Finder::new(&encoding, &mut *session, search);
    let found = all_solutions(&mut finder, cube, &[], options.limit);
    let names = variable_names(&|sink| encoding.encode(sink));
    let ledger: Vec<LedgerEntry> =
        finder.cuts().iter().map(|cut| LedgerEntry::new(0, cut, &names)).collect();
    drop(finder);
    match found {
        Ok(_) => {}
        Err(CertifyError::Several(_)) => return Ok(CubeProof { ledger, clauses: Vec::new() }),
        Err(error) => return Err(error),
    }
    let start = start_of(&ledger, puzzle, &encoding)?;
    let (mut formula, _) = final_formula(&encoding, lowering, &start.cuts)?;
    formula.extend(cube.iter().map(|literal| vec![literal.to_ipasir()]));
    let timeout = options.timeout.map(|timeout| timeout.saturating_sub(begin.elapsed()));
    let limits = Limits { wall: timeout, stop: options.stop.clone(), ..Limits::default() };
    let proof = options.prover.refute(&formula, &limits);
    let proof = proof.map_err(|error| contradicted(error, options))?;
    Ok(CubeProof { ledger, clauses: proof.steps.into_iter().map(|step| step.clause).collect() })
}

/// Joins the proofs of all cubes to a certificate, and verifies it. Nothing in the proofs is trusted.
///
/// # Errors
/// Returns an error if there are more solutions than the limit, or a proof does not hold: its cube and its step are
/// named.
pub fn join(
    puzzle: &Puzzle,
    options: &CertifyOptions,
    cubes: &[Vec<Lit>],
    proofs: &[CubeProof],
) -> Result<Certificate, CertifyError> {
    let encoding = encoding_of(puzzle, options)?;
    let mut ledger: Vec<LedgerEntry> = Vec::new();
    let mut known = HashSet::new();
    for entry in proofs.iter().flat_map(|proof| &proof.ledger) {
        if known.insert(&entry.literals) {
            ledger.push(entry.clone());
        }
    }
    let start = start_of(&ledger, puzzle, &encoding)?;
    if start.solutions.len() > options.limit {
        return Err(CertifyError::Several(options.limit));
    }
    let refute = |formula: &[Clause]| {
        let proof = refutation(formula, cubes, proofs).and_then(Refutation::into_proof);
        proof.map_err(|error| CertifyError::Cubes(error.to_string()))
    };
    certificate_of(puzzle, options, &encoding, &start.cuts, start.solutions, refute)
}

/// Returns the refutation that consists of the refutations of all cubes.
fn refutation(
    formula: &[Clause],
    cubes: &[Vec<Lit>],
    proofs: &[CubeProof],
) -> Result<Refutation, RefutationError> {
    let mut refutation = Refutation::new(formula);
    for (cube, proof) in cubes.iter().zip(proofs) {
        let negation = negation(cube);
        let under_cube = |clause: &Clause| -> Clause { [&clause[..], &negation].concat() };
        let is_tautology =
            |clause: &Clause| clause.iter().any(|literal| clause.contains(&-literal));
        let clauses: Vec<Clause> =
            proof.clauses.iter().map(under_cube).filter(|clause| !is_tautology(clause)).collect();
        clauses.iter().try_for_each(|clause| refutation.add(clause))?;
        refutation.add(&negation)?;
        // these clauses only slow down the proofs of other cubes
        clauses.iter().filter(|clause| **clause != negation).for_each(|clause| {
            refutation.delete(clause);
        });
    }
    cover(cubes).iter().try_for_each(|clause| refutation.add(clause))?;
    Ok(refutation)
}

/// Returns the clauses that lead from the negations of all cubes to the empty clause.
///
/// They are the negations of the proper prefixes of the cubes, the longest first. If the cubes are the leaves of a
/// binary tree, then unit propagation derives the negation of each inner node from the negations of its two children,
/// and the root gives the empty clause.
fn cover(cubes: &[Vec<Lit>]) -> Vec<Clause> {
    let beginnings = |cube: &Vec<Lit>| {
        let cube = negation(cube);
        (0..cube.len()).map(move |length| cube[..length].to_vec())
    };
    let mut clauses: Vec<Clause> = cubes.iter().flat_map(beginnings).collect();
    clauses.sort_by(|one, other| other.len().cmp(&one.len()).then_with(|| one.cmp(other)));
    clauses.dedup();
    clauses
}

fn negation(cube: &[Lit]) -> Clause {
    cube.iter().map(|literal| (!*literal).to_ipasir()).collect()
}

/// Why cubes do not partition the models of a formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PartitionError {
    /// Two cubes have no variable with different values, so a model may lie in both.
    #[error("cubes {0} and {1} overlap")]
    Overlap(usize, usize),
    /// Unit propagation does not show that each model lies in a cube.
    #[error("the cubes do not cover the formula: {0}")]
    Gap(String),
    /// The formula is too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// Checks that each model of an encoding lies in exactly one of the cubes, by unit propagation alone.
///
/// ```
/// use encycle::certify::{PartitionError, check_partition};
/// use encycle::prelude::*;
/// use encycle::solve::cubes;
///
/// let puzzle: Puzzle = "slitherlink 1 2\n3.\n".parse()?;
/// let (encoding, lowering) = (puzzle.encoding("edge")?, LoweringOptions::default());
/// let mut cubes = cubes(&encoding, lowering, 2)?;
/// assert_eq!(check_partition(&encoding, lowering, &cubes), Ok(()));
/// cubes.pop();
/// assert!(matches!(check_partition(&encoding, lowering, &cubes), Err(PartitionError::Gap(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if two cubes overlap (counted from 1), a part is not covered, or the formula is too large.
pub fn check_partition(
    encoding: &Encoding<'_>,
    lowering: LoweringOptions,
    cubes: &[Vec<Lit>],
) -> Result<(), PartitionError> {
    let numbered: Vec<(usize, &[Lit])> = (1..).zip(cubes.iter().map(Vec::as_slice)).collect();
    check_disjoint(&numbered, 0)?;
    let (mut formula, _) = final_formula(encoding, lowering, &[])?;
    formula.extend(cubes.iter().map(|cube| negation(cube)));
    let mut refutation = Refutation::new(&formula);
    let covered = cover(cubes).iter().try_for_each(|clause| refutation.add(clause));
    covered.map_err(|error| PartitionError::Gap(error.to_string()))?;
    match refutation.is_refuted() {
        true => Ok(()),
        false => Err(PartitionError::Gap("a model may lie in none".to_owned())),
    }
}

/// Checks that cubes with the same first `depth` literals are the leaves of a binary tree.
fn check_disjoint(cubes: &[(usize, &[Lit])], depth: usize) -> Result<(), PartitionError> {
    let [(first, cube), others @ ..] = cubes else { return Ok(()) };
    let Some((other, _)) = others.first() else { return Ok(()) };
    let Some(split) = cube.get(depth) else { return Err(PartitionError::Overlap(*first, *other)) };
    let on_side = |literal: Lit| -> Vec<(usize, &[Lit])> {
        cubes.iter().filter(|(_, cube)| cube.get(depth) == Some(&literal)).copied().collect()
    };
    let sides = [*split, !*split].map(on_side);
    let stray = cubes
        .iter()
        .find(|(_, cube)| cube.get(depth).is_none_or(|literal| literal.var() != split.var()));
    if let Some((stray, _)) = stray {
        return Err(PartitionError::Overlap(*first, *stray));
    }
    sides.iter().try_for_each(|side| check_disjoint(side, depth + 1))
}

/// Returns the search start that a ledger describes, with each cut as a clause, so that cuts add no variables.
fn start_of(
    ledger: &[LedgerEntry],
    puzzle: &Puzzle,
    encoding: &Encoding<'_>,
) -> Result<SearchStart, CertifyError> {
    let lines: String = ledger.iter().map(LedgerEntry::line).collect();
    let recorded = read_ledger(&lines, puzzle, encoding, true)
        .map_err(|error| CertifyError::Cubes(format!("cut {error}")))?;
    match recorded.refused.first() {
        Some(refused) => Err(CertifyError::Cubes(format!("cut {refused}"))),
        None => Ok(recorded.start),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certify::Claim;

    /// A puzzle without a solution, which unit propagation alone does not refute.
    fn unsolvable() -> Puzzle {
        "slitherlink 3 3\n2.2\n.3.\n2.2\n".parse().expect("a puzzle")
    }

    fn proofs(puzzle: &Puzzle, options: &CertifyOptions, cubes: &[Vec<Lit>]) -> Vec<CubeProof> {
        cubes.iter().map(|cube| refute_cube(puzzle, options, cube).expect("a proof")).collect()
    }

    /// Every cell of the grid may be inside alone: the 13 solutions lie in several cubes.
    #[test]
    fn solutions_of_several_cubes_are_counted_together() {
        let puzzle: Puzzle = "slitherlink 2 2\n..\n..\n".parse().expect("a puzzle");
        for (limit, claim) in [(13, Some(Claim::Exactly)), (12, None)] {
            let options = CertifyOptions { limit, ..CertifyOptions::default() };
            let cubes = cubes_of(&puzzle, &options, 4).expect("cubes");
            let joined = join(&puzzle, &options, &cubes, &proofs(&puzzle, &options, &cubes));
            match claim {
                Some(claim) => assert_eq!(joined.expect("a certificate").claim, claim),
                None => assert!(matches!(joined, Err(CertifyError::Several(12)))),
            }
        }
    }

    #[test]
    fn a_cube_without_its_proof_is_rejected() {
        let puzzle = unsolvable();
        let options = CertifyOptions::default();
        let cubes = cubes_of(&puzzle, &options, 4).expect("cubes");
        let good = proofs(&puzzle, &options, &cubes);
        let is_needed = |cube: &usize| {
            let mut proofs = good.clone();
            proofs[*cube] = CubeProof::default();
            match join(&puzzle, &options, &cubes, &proofs) {
                Ok(certificate) => {
                    // unit propagation alone refutes the cube, so its proof is not needed
                    assert_eq!(certificate.verify(), Ok(()));
                    false
                }
                Err(error) => {
                    assert!(matches!(error, CertifyError::Cubes(_)), "{error}");
                    true
                }
            }
        };
        assert!((0..cubes.len()).filter(is_needed).count() > 0);
    }

    #[test]
    fn a_false_step_and_an_unsound_cut_are_rejected() {
        let puzzle = unsolvable();
        let options = CertifyOptions::default();
        let cubes = cubes_of(&puzzle, &options, 4).expect("cubes");
        let mut wrong = proofs(&puzzle, &options, &cubes);
        // no rule says whether the first edge is drawn
        for literal in [1, -1] {
            wrong[0].clauses.insert(0, vec![literal]);
        }
        let error = join(&puzzle, &options, &cubes, &wrong).expect_err("a false step");
        assert!(error.to_string().contains("does not follow by unit propagation"), "{error}");

        let mut wrong = proofs(&puzzle, &options, &cubes);
        wrong[0].ledger.push(LedgerEntry {
            round: 0,
            family: "cut".to_owned(),
            kind: "loop".to_owned(),
            literals: vec!["h_1_1".to_owned()],
            reason: String::new(),
            length: 1,
            form: "clause".to_owned(),
        });
        assert!(matches!(join(&puzzle, &options, &cubes, &wrong), Err(CertifyError::Cubes(_))));
    }

    #[test]
    fn a_gap_and_an_overlap_between_cubes_are_found() {
        let puzzle: Puzzle = "slitherlink 2 2\n..\n..\n".parse().expect("a puzzle");
        let encoding = puzzle.encoding("edge").expect("an encoding");
        let check =
            |cubes: &[Vec<Lit>]| check_partition(&encoding, LoweringOptions::default(), cubes);
        let cubes = cubes(&encoding, LoweringOptions::default(), 2).expect("cubes");
        assert_eq!(check(&cubes), Ok(()));
        assert!(matches!(check(&cubes[1..]), Err(PartitionError::Gap(_))));
        let twice = [&cubes[..], &cubes[..1]].concat();
        assert!(matches!(check(&twice), Err(PartitionError::Overlap(..))));
        let shorter = [&cubes[..], &[cubes[0][..1].to_vec()]].concat();
        assert!(matches!(check(&shorter), Err(PartitionError::Overlap(..))));
        let [one, other] = [0, 1].map(Lit::positive);
        assert_eq!(check(&[vec![one], vec![other]]), Err(PartitionError::Overlap(1, 2)));
    }
}
