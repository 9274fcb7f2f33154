//! The making of certificates: any solver finds the solutions and the cuts, and a solver that records its clauses
//! proves that there are no further solutions.

use std::collections::HashMap;
use std::sync::OnceLock;
use std::time::Duration;

use encycle_encodings::encoding::{Completeness, Cut, CutKind, Encoding, EncodingError};
use encycle_encodings::export::{list_clauses, variable_names};
use encycle_encodings::logic::{ConstraintSink, Lit, LoweringOptions, TooLarge};
use encycle_encodings::puzzle::{LineShape, Solution};
use encycle_encodings::text::counted;
use encycle_proofs::{Clause, Lrat};
use encycle_solvers::{Limits, Stop};
use web_time::Instant;

use crate::certify::arguments::Arguments;
use crate::certify::checker::has_meanings;
use crate::certify::replay::justified;
use crate::certify::{Certificate, Claim, CountingProof, FolderError, Prover, VerifyError};
use crate::problem::{NotBoolean, Problem};
use crate::puzzle::{Puzzle, PuzzleKind};
use crate::solve::{
    Engine, Failure, Finder, JobLimits, LedgerEntry, LoopCheckMode, NextSolution, SearchOptions,
    SearchStart,
};

/// The options for making a certificate.
#[derive(Clone, Debug)]
pub struct CertifyOptions {
    /// The solver that finds the solutions and the cuts.
    pub engine: Engine,
    /// The solver that proves that there are no further solutions.
    pub prover: Prover,
    /// The encoding of the rules; `None` for the default of certificates.
    pub encoding: Option<String>,
    /// How constraints become clauses; `None` for the default of certificates.
    pub lowering: Option<LoweringOptions>,
    /// The maximum number of solutions that are listed.
    pub limit: usize,
    /// Literals that every solution is claimed to have: atoms and their values. If there are any, they are the claim,
    /// and solutions are not listed.
    pub forced: Vec<(usize, bool)>,
    /// The result of an earlier search with this encoding.
    pub start: SearchStart,
    /// The limit on the wall-clock time.
    pub timeout: Option<Duration>,
    /// A request that stops the work.
    pub stop: Stop,
}

impl Default for CertifyOptions {
    fn default() -> Self {
        Self {
            engine: Engine::BatSat,
            prover: Prover::BatSat,
            encoding: None,
            lowering: None,
            limit: 1,
            forced: Vec::new(),
            start: SearchStart::default(),
            timeout: None,
            stop: Stop::default(),
        }
    }
}

/// The reason why there is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum CertifyError {
    /// There are no local arguments for the kind.
    #[error("no certificates for {0} puzzles\nhelp: have a second solver confirm the verdict")]
    Kind(PuzzleKind),
    /// The rules do not justify the clauses of the encoding.
    #[error(
        "no certificates with the encoding {encoding} for this puzzle: {error}{}",
        if encoding == default { String::new() } else { format!("\nhelp: use {default}") }
    )]
    Encoding {
        /// The encoding.
        encoding: String,
        /// The check that failed.
        error: Box<VerifyError>,
        /// The encoding for which certificates exist.
        default: String,
    },
    /// There are more solutions than may be listed.
    #[error("more than {}\nhelp: raise the limit of listed solutions", counted(.0, "solution"))]
    Several(usize),
    /// A literal has no variable.
    #[error("the encoding has no variable for `{0}`")]
    NoVariable(String),
    /// The problem is a model whose solutions cannot be counted.
    #[error(transparent)]
    NotBoolean(#[from] NotBoolean),
    /// The problem is a model with an objective.
    #[error(
        "a certificate shows how many solutions there are, and this model has an objective\n\
         help: omit the objective, or bound it by a row: no solution with a better value than the optimum"
    )]
    Objective,
    /// A solution does not have one of the literals.
    #[error("`{0}` is not forced: a solution differs")]
    NotForced(String),
    /// A limit was reached.
    #[error("{0}")]
    Limit(String),
    /// The recorded proofs of the cubes do not hold.
    #[error(
        "the proofs of the cubes do not hold: {0}\nhelp: remove the folder of the cubes, and start again"
    )]
    Cubes(String),
    /// A file of a cube cannot be read or written.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The encoding does not fit the puzzle.
    #[error(transparent)]
    NoEncoding(#[from] EncodingError),
    /// The formula is too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The solver failed.
    #[error(transparent)]
    Failure(#[from] Failure),
    /// The prover found a model of the final formula, although the solver found no further solution.
    #[error("the final formula has a model")]
    FurtherModel,
    /// The certificate does not pass its own check.
    #[error("a defect of Encycle: {0}")]
    Internal(String),
}

/// Returns the encoding that certificates use: each of its clauses follows from the rules at one place.
#[must_use]
pub fn certificate_encoding(puzzle: &Puzzle) -> String {
    match puzzle {
        Puzzle::Slitherlink(_) | Puzzle::Slitherlynx(_) => "edge".to_owned(),
        Puzzle::Hamilton(_) | Puzzle::Numberlink(_) => "degree".to_owned(),
        Puzzle::NeighborNumber(_) => "minimal".to_owned(),
        Puzzle::Reachability(_) => "closure".to_owned(),
        Puzzle::Nurikabe(_) => "shaded".to_owned(),
        // the encoding without eager parts comes first
        Puzzle::Written(puzzle) => puzzle.as_encodable().encoding_names().swap_remove(0),
        _ => puzzle.default_encoding(),
    }
}

/// Returns whether certificates exist for a puzzle, that is, whether the rules of its kind have local arguments.
#[must_use]
pub fn has_certificates(puzzle: &Puzzle) -> bool {
    match puzzle {
        // the arguments are made from the kind's file, which takes a while
        Puzzle::Written(_) => true,
        _ => Arguments::new(puzzle).is_some(),
    }
}

/// Makes a certificate for the number of solutions of a puzzle, or for what they have in common, and verifies it.
///
/// ```
/// use encycle::certify::Claim;
/// use encycle::prelude::*;
///
/// let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
/// let certificate = certify(&puzzle, &CertifyOptions::default())?;
/// assert_eq!(certificate.claim, Claim::Unique);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if there are more solutions than the limit, a literal is not forced, a limit was reached, or the
/// rules do not justify the encoding.
pub fn certify(puzzle: &Puzzle, options: &CertifyOptions) -> Result<Certificate, CertifyError> {
    if let Some(certificate) = certificate_by_counting(puzzle, options)? {
        return Ok(certificate);
    }
    let encoding = encoding_of(puzzle, options)?;
    let start = Instant::now();
    let forced = forced_literals(puzzle, &encoding, &options.forced)?;
    let lowering = lowering_of(puzzle, options);
    let mut session = options.engine.confirmed_session(lowering, None)?;
    let mut search = search(puzzle, &encoding, options);
    if forced.is_empty() {
        search.start = justified(&options.start, puzzle, &encoding);
    }
    let mut finder = Finder::new(&encoding, &mut *session, search);
    let solutions = match forced.is_empty() {
        true => all_solutions(&mut finder, &[], &options.start.solutions, options.limit)?,
        false => {
            check_forced(&mut finder, &forced)?;
            Vec::new()
        }
    };
    let cuts = finder.cuts().to_vec();
    drop(finder);
    certificate_of(puzzle, options, &encoding, &cuts, solutions, |formula| {
        let timeout = options.timeout.map(|timeout| timeout.saturating_sub(start.elapsed()));
        let limits = Limits { wall: timeout, stop: options.stop.clone(), ..Limits::default() };
        options.prover.refute(formula, &limits)
    })
}

/// The encoding, the solver and the prover that a certificate by counting names.
const COUNTING: &str = "counting";

/// Returns the certificate of a puzzle that has no solution by counting alone, unless an encoding, a prover or forced atoms
/// are wanted.
fn certificate_by_counting(
    puzzle: &Puzzle,
    options: &CertifyOptions,
) -> Result<Option<Certificate>, CertifyError> {
    let is_plain = options.encoding.is_none()
        && options.forced.is_empty()
        && matches!(options.prover, Prover::BatSat);
    let limits = JobLimits::starting_now(options.timeout, options.stop.clone());
    let find = || CountingProof::find(puzzle, &limits);
    let Some(counting) = is_plain.then(find).flatten() else { return Ok(None) };
    let certificate = Certificate {
        puzzle: puzzle.clone(),
        claim: Claim::NoSolution,
        solutions: Vec::new(),
        forced: Vec::new(),
        formula: vec![Clause::new()],
        names: Vec::new(),
        proof: Lrat::default(),
        counting: Some(counting),
        cuts: Vec::new(),
        encoding: COUNTING.to_owned(),
        solver: COUNTING.to_owned(),
        prover: COUNTING.to_owned(),
        has_kept_variables: OnceLock::new(),
    };
    certificate.verify().map_err(|error| CertifyError::Internal(error.to_string()))?;
    Ok(Some(certificate))
}

/// Returns the encoding of a certificate.
pub(super) fn encoding_of<'a>(
    puzzle: &'a Puzzle,
    options: &CertifyOptions,
) -> Result<Encoding<'a>, CertifyError> {
    if !has_certificates(puzzle) {
        return Err(CertifyError::Kind(puzzle.kind()));
    }
    let default = certificate_encoding(puzzle);
    let encoding = puzzle.encoding(options.encoding.as_deref().unwrap_or(&default))?;
    match encoding.completeness() {
        Completeness::Complete => Ok(encoding),
        _ => Err(EncodingError::new(encoding.name(), "it may exclude solutions").into()),
    }
}

/// Returns how constraints become clauses: long sums become decision diagrams if the check knows what their variables mean.
pub(super) fn lowering_of(puzzle: &Puzzle, options: &CertifyOptions) -> LoweringOptions {
    let default = || match has_meanings(puzzle.kind()) {
        true => puzzle.default_lowering(),
        false => LoweringOptions::default(),
    };
    options.lowering.unwrap_or_else(default)
}

/// Returns the options of a search whose cuts certificates can justify.
pub(super) fn search(
    problem: &dyn Problem,
    encoding: &Encoding<'_>,
    options: &CertifyOptions,
) -> SearchOptions {
    // a leave cut holds only if the solution is a single line
    let is_single = problem.as_puzzle().is_some_and(|puzzle| {
        matches!(puzzle, Puzzle::Hamilton(_) | Puzzle::Reachability(_))
            || puzzle.line_problem().is_some_and(|lines| lines.shape == LineShape::Cycle)
    });
    let kinds = encoding.cut_kinds();
    SearchOptions {
        cuts: kinds.iter().copied().find(|&kind| is_single || kind == CutKind::Loop),
        // cuts that a propagator adds during the search are not recorded
        mode: LoopCheckMode::Cuts,
        timeout: options.timeout,
        stop: options.stop.clone(),
        ..SearchOptions::default()
    }
}

/// Returns the clauses of an encoding with cuts, and the names of their variables.
pub(super) fn final_formula(
    encoding: &Encoding<'_>,
    lowering: LoweringOptions,
    cuts: &[Cut],
) -> Result<(Vec<Clause>, Vec<String>), TooLarge> {
    let encode = |sink: &mut dyn ConstraintSink| {
        encoding.encode(sink);
        cuts.iter().for_each(|cut| sink.constraint(cut.constraint(), cut.origin()));
    };
    let list = list_clauses(lowering, &encode, usize::MAX, |_, _, _| true)?;
    let numbers = |literals: &[Lit]| literals.iter().map(|literal| literal.to_ipasir()).collect();
    let formula = list.clauses.iter().map(|clause| numbers(&clause.literals)).collect();
    Ok((formula, list.names.iter().map(str::to_owned).collect()))
}

/// Makes the certificate of all solutions, or of forced literals, and verifies it. The cuts exclude everything but the
/// listed solutions; `refute` proves that the final formula has no model.
pub(super) fn certificate_of(
    puzzle: &Puzzle,
    options: &CertifyOptions,
    encoding: &Encoding<'_>,
    cuts: &[Cut],
    solutions: Vec<Solution>,
    refute: impl FnOnce(&[Clause]) -> Result<Lrat, CertifyError>,
) -> Result<Certificate, CertifyError> {
    let (mut formula, names) = final_formula(encoding, lowering_of(puzzle, options), cuts)?;
    let forced = forced_literals(puzzle, encoding, &options.forced)?;
    if !forced.is_empty() {
        formula.push(forced.iter().map(|&(literal, _)| (!literal).to_ipasir()).collect());
    }
    let claim = if forced.is_empty() { Claim::of(solutions.len()) } else { Claim::Forced };
    let mut certificate = Certificate {
        puzzle: puzzle.clone(),
        claim,
        cuts: cuts.iter().map(|cut| LedgerEntry::new(0, cut, &names)).collect(),
        names,
        solutions,
        forced: options.forced.clone(),
        formula,
        proof: Lrat::default(),
        counting: None,
        encoding: encoding.name().to_owned(),
        solver: options.engine.name(),
        prover: options.prover.name(),
        has_kept_variables: OnceLock::new(),
    };
    certificate.check_before_proof().map_err(|error| CertifyError::Encoding {
        encoding: encoding.name().to_owned(),
        error: Box::new(error),
        default: certificate_encoding(puzzle),
    })?;
    certificate.proof =
        refute(&certificate.formula).map_err(|error| contradicted(error, options))?;
    let proof = certificate.proof.check(&certificate.formula);
    proof.map_err(|error| CertifyError::Internal(error.to_string()))?;
    Ok(certificate)
}

/// Returns an error that names the solver whose result the prover contradicts.
pub(super) fn contradicted(error: CertifyError, options: &CertifyOptions) -> CertifyError {
    match error {
        CertifyError::FurtherModel if !options.engine.is_builtin_sat() => Failure::Refuted {
            solver: options.engine.name(),
            verdict: "unsatisfiable",
            other_solver: options.prover.name(),
            counterexample: "a model of the final formula",
        }
        .into(),
        CertifyError::FurtherModel => CertifyError::Internal(error.to_string()),
        error => error,
    }
}

/// Returns the known solutions, and all further solutions under the assumptions.
pub(super) fn all_solutions(
    finder: &mut Finder<'_>,
    assumed: &[Lit],
    known: &[Solution],
    limit: usize,
) -> Result<Vec<Solution>, CertifyError> {
    let mut solutions = known.to_vec();
    if solutions.len() > limit {
        return Err(CertifyError::Several(limit));
    }
    loop {
        match finder.next_under(assumed, &mut ())? {
            NextSolution::Solution(_) if solutions.len() == limit => {
                return Err(CertifyError::Several(limit));
            }
            NextSolution::Solution(solution) => solutions.push(solution),
            NextSolution::Exhausted => return Ok(solutions),
            NextSolution::Unknown(limit) => return Err(CertifyError::Limit(limit)),
        }
    }
}

/// Checks that every solution has all of the literals.
fn check_forced(finder: &mut Finder<'_>, forced: &[(Lit, String)]) -> Result<(), CertifyError> {
    for (literal, name) in forced {
        match finder.next_under(&[!*literal], &mut ())? {
            NextSolution::Exhausted => {}
            NextSolution::Solution(_) => return Err(CertifyError::NotForced(name.clone())),
            NextSolution::Unknown(limit) => return Err(CertifyError::Limit(limit)),
        }
    }
    Ok(())
}

/// Returns the literals of the claim, with the variables of the encoding, and the names of the atoms.
fn forced_literals(
    puzzle: &Puzzle,
    encoding: &Encoding<'_>,
    forced: &[(usize, bool)],
) -> Result<Vec<(Lit, String)>, CertifyError> {
    if forced.is_empty() {
        return Ok(Vec::new());
    }
    let names = variable_names(&|sink| encoding.encode(sink));
    let variables: HashMap<&str, u32> =
        (0..).zip(&names).map(|(variable, name)| (name.as_str(), variable)).collect();
    let literal = |&(atom, value): &(usize, bool)| {
        let name = puzzle.atom_name(atom);
        match variables.get(name.as_str()) {
            Some(&variable) => Ok((Lit::new(variable, !value), name)),
            None => Err(CertifyError::NoVariable(name)),
        }
    };
    forced.iter().map(literal).collect()
}
