//! Unsatisfiable cores: the clauses that a proof uses to show that a puzzle has no second solution, or no solution at
//! all.
//!
//! The formula consists of the clauses of an encoding, the cuts that a search needed, and a clause that excludes the
//! solution. The built-in solver refutes the formula, and only the steps of the proof that lead to the empty clause are
//! kept. The clauses of the formula among the premises of these steps are an *unsatisfiable core*, because this proof
//! does not use any other clause. The core need not be minimal.

use std::time::{Duration, Instant};

use encycle_encodings::encoding::{Completeness, EncodingError};
use encycle_encodings::export::list_clauses;
use encycle_encodings::logic::{ConstraintSink, Lit, LoweringOptions, Origin, TooLarge};
use encycle_encodings::puzzle::Solution;
use encycle_proofs::{Clause, Refutation, RefutationError};
use encycle_solvers::{Limits, Refuted, refute};

use crate::puzzle::Puzzle;
use crate::solve::{BatSatSession, Failure, Finder, LoopCheckMode, NextSolution, SearchOptions};

/// The options of [`unsat_core`].
#[derive(Clone, Debug, Default)]
pub struct CoreOptions {
    /// The encoding; by default, the encoding of the kind for SAT solvers.
    pub encoding: Option<String>,
    /// How constraints become clauses.
    pub lowering: LoweringOptions,
    /// The time limit, of the search and of each refutation.
    pub timeout: Option<Duration>,
    /// Whether the formula is also refuted without the clauses of each rule family.
    pub without_families: bool,
}

/// The reason why there is no core.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CoreError {
    /// There are several solutions, so there is nothing to prove.
    #[error(
        "the puzzle has several solutions, so there is no proof that it has only one\nhelp: look for a second \
         solution, which is shown beside the first"
    )]
    Several,
    /// The encoding excludes some solutions.
    #[error("{0}: leaves out solutions of the puzzle, so it proves nothing about their number")]
    Incomplete(String),
    /// A limit was reached.
    #[error("{0}")]
    Limit(String),
    /// The encoding does not fit the puzzle.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
    /// The formula is too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The search failed.
    #[error(transparent)]
    Failure(#[from] Failure),
    /// The proof does not hold.
    #[error("a defect of Encycle: {0}")]
    Proof(#[from] RefutationError),
    /// The formula has a model, although the search found no further solution.
    #[error("a defect of Encycle: the final formula has a model")]
    Model,
}

/// An unsatisfiable core, and how hard it was to find.
#[derive(Clone, Debug)]
pub struct UnsatCore {
    /// The only solution; `None` if the puzzle has no solution.
    pub solution: Option<Solution>,
    /// The name of the encoding.
    pub encoding: String,
    /// How constraints became clauses.
    pub lowering: LoweringOptions,
    /// The names of the variables.
    pub names: Vec<String>,
    /// The clauses of the formula, each with its origin and the number of proof steps that use it.
    pub clauses: Vec<UsedClause>,
    /// The work of the refutation.
    pub effort: Effort,
    /// The number of steps that the proof needs: learnt clauses, and literals that follow from them.
    pub steps: usize,
    /// For each variable, the number of these steps whose clause contains it.
    pub heat: Vec<u64>,
    /// A row for each rule family.
    pub families: Vec<FamilyCore>,
}

/// A clause of the formula.
#[derive(Clone, Debug)]
pub struct UsedClause {
    /// The literals of the clause.
    pub literals: Vec<Lit>,
    /// The rule that the clause expresses.
    pub origin: Origin,
    /// The number of proof steps that use the clause; 0 if the clause is not in the core.
    pub uses: u64,
}

/// The work of a refutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The number of conflicts from which the solver learnt a clause.
    pub conflicts: usize,
    /// The wall-clock time.
    pub time: Duration,
}

/// The part of a rule family in a core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FamilyCore {
    /// The rule family, such as `clue`, `degree` or `cut`; `excluded` is the family of the clause that excludes the
    /// solution.
    pub family: &'static str,
    /// The number of clauses of the family.
    pub clauses: usize,
    /// The number of these clauses that are in the core.
    pub used: usize,
    /// The number of proof steps that use a clause of the family, summed over its clauses.
    pub uses: u64,
    /// The result without the clauses of the family; `None` unless requested.
    pub without: Option<Without>,
}

/// The result for the formula without the clauses of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Without {
    /// The formula then has a model, so the family is needed.
    Needed,
    /// The formula has no model either, so the family is redundant; it saves or costs work.
    Redundant(Effort),
    /// A limit was reached.
    Unknown,
}

/// Proves that a puzzle has only one solution, or no solution, and returns what the proof uses.
///
/// ```
/// use encycle::prelude::*;
/// use encycle::unsat_core::{CoreOptions, unsat_core};
///
/// let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
/// let core = unsat_core(&puzzle, &CoreOptions::default())?;
/// let clues = core.families.iter().find(|one| one.family == "clue").expect("two clues");
/// assert!(core.solution.is_some() && 0 < clues.used && clues.used <= clues.clauses);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if there are several solutions, a limit was reached, or the encoding is unknown, is too large or
/// excludes some solutions.
pub fn unsat_core(puzzle: &Puzzle, options: &CoreOptions) -> Result<UnsatCore, CoreError> {
    let name = options.encoding.clone().unwrap_or_else(|| puzzle.default_encoding());
    let encoding = puzzle.encoding(&name)?;
    if encoding.completeness() != Completeness::Complete {
        return Err(CoreError::Incomplete(name));
    }
    let mut session = BatSatSession::new(options.lowering, None);
    // cuts that a propagator adds during the search are not recorded
    let mode = LoopCheckMode::Cuts;
    let search = SearchOptions { mode, timeout: options.timeout, ..SearchOptions::default() };
    let mut finder = Finder::new(&encoding, &mut session, search);
    let mut solution = None;
    loop {
        match finder.next(&mut ())? {
            NextSolution::Solution(_) if solution.is_some() => return Err(CoreError::Several),
            NextSolution::Solution(found) => solution = Some(found),
            NextSolution::Exhausted => break,
            NextSolution::Unknown(reason) => return Err(CoreError::Limit(reason)),
        }
    }
    let encode = |sink: &mut dyn ConstraintSink| {
        encoding.encode(sink);
        finder.cuts().iter().for_each(|cut| sink.constraint(cut.constraint(), cut.origin()));
    };
    let list = list_clauses(options.lowering, &encode, usize::MAX, |_, _, _| true)?;
    let names: Vec<String> = list.names.iter().map(str::to_owned).collect();
    let mut clauses: Vec<UsedClause> = list
        .clauses
        .into_iter()
        .map(|one| UsedClause { literals: one.literals, origin: one.origin, uses: 0 })
        .collect();
    let (learnt, effort) = match refuted(clauses.iter(), options) {
        (Refuted::Yes(learnt), effort) => (learnt, effort),
        (Refuted::No, _) => return Err(CoreError::Model),
        (Refuted::Unknown, _) => {
            return Err(CoreError::Limit("proof: the time limit was reached".to_owned()));
        }
    };
    let mut heat = vec![0; names.len()];
    let steps = count_uses(&mut clauses, &learnt, &mut heat)?;
    let mut families = by_family(&clauses);
    if options.without_families {
        for row in &mut families {
            let others = clauses.iter().filter(|clause| clause.origin.family != row.family);
            row.without = Some(match refuted(others, options) {
                (Refuted::Yes(_), effort) => Without::Redundant(effort),
                (Refuted::No, _) => Without::Needed,
                (Refuted::Unknown, _) => Without::Unknown,
            });
        }
    }
    let (encoding, lowering) = (name, options.lowering);
    Ok(UnsatCore { solution, encoding, lowering, names, clauses, effort, steps, heat, families })
}

/// Refutes some clauses with the built-in solver.
fn refuted<'a>(
    clauses: impl Iterator<Item = &'a UsedClause>,
    options: &CoreOptions,
) -> (Refuted, Effort) {
    let start = Instant::now();
    let limits = Limits { wall: options.timeout, ..Limits::default() };
    let refuted = refute(&clauses.map(numbers).collect::<Vec<Clause>>(), &limits);
    let conflicts = match &refuted {
        Refuted::Yes(learnt) => learnt.len(),
        _ => 0,
    };
    (refuted, Effort { conflicts, time: start.elapsed() })
}

/// Returns the literals of a clause, numbered as in DIMACS.
fn numbers(clause: &UsedClause) -> Clause {
    clause.literals.iter().map(|literal| literal.to_ipasir()).collect()
}

/// Counts the uses of each clause and, for each variable, the steps whose clause contains it. Returns the number of
/// steps that the proof needs.
fn count_uses(
    clauses: &mut [UsedClause],
    learnt: &[Clause],
    heat: &mut [u64],
) -> Result<usize, RefutationError> {
    let formula: Vec<Clause> = clauses.iter().map(numbers).collect();
    let mut refutation = Refutation::new(&formula);
    learnt.iter().try_for_each(|clause| refutation.add(clause))?;
    let proof = refutation.into_proof()?;
    for step in &proof.steps {
        for &hint in &step.hints {
            // the clauses of the formula have the first numbers, from 1
            if let Some(clause) = clauses.get_mut(hint as usize - 1) {
                clause.uses += 1;
            }
        }
        for literal in &step.clause {
            heat[literal.unsigned_abs() as usize - 1] += 1;
        }
    }
    Ok(proof.steps.len())
}

/// Sums the uses by rule family, in the order of the formula.
fn by_family(clauses: &[UsedClause]) -> Vec<FamilyCore> {
    let mut families: Vec<FamilyCore> = Vec::new();
    for clause in clauses {
        let family = clause.origin.family;
        let place = families.iter().position(|row| row.family == family).unwrap_or_else(|| {
            families.push(FamilyCore { family, clauses: 0, used: 0, uses: 0, without: None });
            families.len() - 1
        });
        let row = &mut families[place];
        row.clauses += 1;
        row.used += usize::from(clause.uses > 0);
        row.uses += clause.uses;
    }
    families
}

impl UnsatCore {
    /// Returns the weight of each variable by name: the number of clauses of the core that contain it.
    pub fn core_weights(&self) -> impl Iterator<Item = (&str, f64)> {
        let mut counts = vec![0_u64; self.names.len()];
        for clause in self.clauses.iter().filter(|clause| clause.uses > 0) {
            clause.literals.iter().for_each(|literal| counts[literal.vidx()] += 1);
        }
        self.names.iter().map(String::as_str).zip(counts.into_iter().map(|count| count as f64))
    }
}
