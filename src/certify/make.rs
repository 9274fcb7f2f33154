//! Making a certificate: any solver finds solutions and cuts, and one that records its clauses proves.

use std::collections::HashSet;
use std::time::Duration;

use encycle_encodings::encoding::{Completeness, CutKind, EncodingError};
use encycle_encodings::export::list_clauses;
use encycle_encodings::logic::{ConstraintSink, Lit, LoweringOptions, TooLarge};
use encycle_encodings::puzzle::LineShape;
use encycle_proofs::Clause;
use encycle_solvers::{Limits, Stop};
use web_time::Instant;

use crate::certify::{Certificate, Claim, Prover};
use crate::puzzle::{Puzzle, PuzzleKind};
use crate::solve::{Engine, Failure, Finder, LedgerEntry, NextSolution, SearchOptions};

/// How a certificate is made.
#[derive(Clone, Debug)]
pub struct CertifyOptions {
    /// The solver that finds the solutions and the cuts.
    pub engine: Engine,
    /// The solver that proves that there are no others.
    pub prover: Prover,
    /// The greatest number of solutions that are listed.
    pub limit: usize,
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
            limit: 1,
            timeout: None,
            stop: Stop::default(),
        }
    }
}

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum CertifyError {
    /// There are no local arguments for the kind.
    #[error(
        "no certificates for {0} puzzles yet\nhelp: slitherlink, slitherlynx, hamilton, numberlink, sudoku and chaos have them"
    )]
    Kind(PuzzleKind),
    /// The formula has a variable that is no atom.
    #[error(
        "no certificates for this puzzle yet: `{0}` is no part of a solution\nhelp: fix the ends of the path"
    )]
    Auxiliary(String),
    /// There are more solutions than may be listed.
    #[error("more than {0} solutions\nhelp: --limit lists more of them")]
    Several(usize),
    /// A limit was reached.
    #[error("{0}")]
    Limit(String),
    /// The encoding does not fit the puzzle.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
    /// The formula is too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The solver failed.
    #[error(transparent)]
    Failure(#[from] Failure),
    /// A model of the formula is no solution.
    #[error("a defect of Encycle: {0}")]
    Internal(String),
}

/// Returns the encoding whose variables are atoms and whose clauses are rules of one place.
fn encoding_of(puzzle: &Puzzle) -> Result<&'static str, CertifyError> {
    Ok(match puzzle {
        Puzzle::Slitherlink(_) | Puzzle::Slitherlynx(_) => "edge",
        Puzzle::Hamilton(_) | Puzzle::Numberlink(_) => "degree",
        Puzzle::Sudoku(_) => "s3",
        Puzzle::Chaos(_) => "value",
        _ => return Err(CertifyError::Kind(puzzle.kind())),
    })
}

/// Makes a certificate for the number of solutions of a puzzle.
///
/// # Errors
/// There are more solutions than the limit, a limit was reached, or the kind has no certificates.
pub fn certify(puzzle: &Puzzle, options: &CertifyOptions) -> Result<Certificate, CertifyError> {
    let name = encoding_of(puzzle)?;
    let encoding = puzzle.encoding(name)?;
    if encoding.completeness() != Completeness::Complete {
        return Err(CertifyError::Internal(format!("encoding {name} excludes solutions")));
    }
    let start = Instant::now();
    let lowering = LoweringOptions::default();
    let mut session = options.engine.session(lowering, None)?;
    // the argument for a cut of another kind holds for single cycles only
    let is_cycle = puzzle.line_problem().is_some_and(|problem| problem.shape == LineShape::Cycle);
    let kinds = encoding.cut_kinds();
    let cuts = kinds.iter().copied().find(|&kind| is_cycle || kind == CutKind::Loop);
    let search = SearchOptions {
        cuts,
        timeout: options.timeout,
        stop: options.stop.clone(),
        ..SearchOptions::default()
    };
    let mut finder = Finder::new(&*encoding, &mut *session, search);
    let mut solutions = Vec::new();
    loop {
        match finder.next(&mut ())? {
            NextSolution::Solution(_) if solutions.len() == options.limit => {
                return Err(CertifyError::Several(options.limit));
            }
            NextSolution::Solution(solution) => solutions.push(solution),
            NextSolution::Exhausted => break,
            NextSolution::Unknown(limit) => return Err(CertifyError::Limit(limit)),
        }
    }
    let cuts = finder.cuts().to_vec();
    drop(finder);
    let encode = |sink: &mut dyn ConstraintSink| {
        encoding.encode(sink);
        cuts.iter().for_each(|cut| sink.constraint(cut.constraint(), cut.origin()));
    };
    let list = list_clauses(lowering, &encode, usize::MAX, |_, _, _| true)?;
    let numbers = |literals: &[Lit]| literals.iter().map(|literal| literal.to_ipasir()).collect();
    let formula: Vec<Clause> =
        list.clauses.iter().map(|clause| numbers(&clause.literals)).collect();
    let limits = Limits {
        wall: options.timeout.map(|timeout| timeout.saturating_sub(start.elapsed())),
        stop: options.stop.clone(),
        ..Limits::default()
    };
    let proof = options.prover.refute(&formula, &limits)?;
    let names: Vec<String> = list.names.iter().map(str::to_owned).collect();
    let atoms: HashSet<String> =
        (0..puzzle.atom_count()).map(|atom| puzzle.atom_name(atom)).collect();
    if let Some(name) = names.iter().find(|name| !atoms.contains(*name)) {
        return Err(CertifyError::Auxiliary(name.clone()));
    }
    Ok(Certificate {
        puzzle: puzzle.clone(),
        claim: Claim::of(solutions.len()),
        cuts: cuts.iter().map(|cut| LedgerEntry::new(0, cut, &names)).collect(),
        names,
        solutions,
        formula,
        proof,
        encoding: name.to_owned(),
        solver: options.engine.name(),
        prover: options.prover.name(),
    })
}
