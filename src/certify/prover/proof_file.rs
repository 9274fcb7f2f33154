//! The proofs that solvers write to a file.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write as _};
use std::path::Path;

use encycle_proofs::{Clause, DratReader, Lrat, Refutation};
use encycle_solvers::{Limits, ProofFormat, RunEnd, Solver, SolverStatus, VariableNames, WorkDir};
use web_time::Instant;

use crate::certify::CertifyError;
use crate::certify::prover::{FORMATS, Prover, limit};
use crate::formats::dimacs;
use crate::solve::Failure;

/// The number of proof steps that are checked before the time limit is checked again.
const STEPS: usize = 1 << 8;

/// Proves with an external solver that a formula has no model.
pub(super) fn by_program(
    prover: &Prover,
    solver: &Solver,
    formula: &[Clause],
    limits: &Limits,
) -> Result<Lrat, CertifyError> {
    let start = Instant::now();
    let (format, _) = solver
        .description
        .proof
        .first_of(&FORMATS)
        .ok_or_else(|| prover.failure("it writes no proofs", Vec::new()))?;
    let work = WorkDir::new().map_err(io_failure)?;
    let (input, proof) = (work.path().join("formula.cnf"), work.path().join("proof"));
    let variables = write_formula(formula, &input).map_err(io_failure)?;
    let names = VariableNames::Numbered(variables);
    let run = solver.prove(&input, names, limits, work.path(), (format, &proof));
    match (run.status, run.end) {
        (Some(SolverStatus::Unsatisfiable), _) => {}
        (Some(SolverStatus::Satisfiable(model)), _) => {
            return Err(has_model(prover, formula, &model));
        }
        (Some(SolverStatus::Unknown), RunEnd::Answered) => {
            return Err(limit(format_args!("{} stopped at its own limit", prover.name())));
        }
        (_, end @ (RunEnd::Limit(_) | RunEnd::Stopped)) => {
            return Err(limit(format_args!("{} {end}", prover.name())));
        }
        (_, end) => return Err(prover.failure(end, run.last_lines)),
    }
    checked(prover, formula, (format, &proof), limits, start)
}

/// Proves with the built-in CaDiCaL that a formula has no model.
#[cfg(feature = "cadical")]
pub(super) fn by_cadical(
    prover: &Prover,
    formula: &[Clause],
    limits: &Limits,
) -> Result<Lrat, CertifyError> {
    use encycle_encodings::logic::Lit;
    use encycle_solvers::{CadicalSolver, IncrementalSolver as _};

    let start = Instant::now();
    let work = WorkDir::new().map_err(io_failure)?;
    let proof = work.path().join("proof");
    let mut solver = CadicalSolver::new(limits.seed);
    if !solver.record_proof(&proof) {
        return Err(prover.failure("it cannot write its proof", Vec::new()));
    }
    for clause in formula {
        let literals: Vec<Lit> = clause
            .iter()
            .map(|&literal| Lit::new(literal.unsigned_abs() - 1, literal < 0))
            .collect();
        solver.add_clause(&literals);
    }
    let status = solver.solve(limits);
    solver.finish_proof();
    match status {
        SolverStatus::Unsatisfiable => {
            checked(prover, formula, (ProofFormat::Drat, &proof), limits, start)
        }
        SolverStatus::Satisfiable(model) => Err(has_model(prover, formula, &model)),
        SolverStatus::Unknown => Err(limit(format_args!("{} reached the limit", prover.name()))),
    }
}

/// Writes a formula in DIMACS CNF, and returns the number of variables.
fn write_formula(formula: &[Clause], file: &Path) -> io::Result<usize> {
    let variables = formula.iter().flatten().map(|literal| literal.unsigned_abs()).max();
    let variables = variables.unwrap_or(0) as usize;
    let mut out = BufWriter::new(File::create(file)?);
    dimacs::write(&mut out, variables, formula)?;
    out.flush()?;
    Ok(variables)
}

/// Reads a proof from a file, checks its steps, and adds the hints of LRAT.
fn checked(
    prover: &Prover,
    formula: &[Clause],
    (format, proof): (ProofFormat, &Path),
    limits: &Limits,
    start: Instant,
) -> Result<Lrat, CertifyError> {
    let file = File::open(proof)
        .map_err(|error| prover.failure(format!("it wrote no proof: {error}"), Vec::new()))?;
    let input = BufReader::with_capacity(1 << 16, file);
    let steps = match format {
        ProofFormat::Frat => DratReader::frat(input),
        _ => DratReader::drat(input),
    };
    let mut refutation = Refutation::new(formula);
    for (number, step) in steps.enumerate() {
        if refutation.is_refuted() {
            break;
        }
        let is_late = || limits.wall.is_some_and(|wall| start.elapsed() >= wall);
        if number % STEPS == 0 && (limits.stop.is_requested() || is_late()) {
            return Err(limit(format_args!("the limit was reached while checking it")));
        }
        let step = step.map_err(|error| {
            prover.failure(format!("malformed proof: {format}, {error}"), Vec::new())
        })?;
        refutation.apply(&step).map_err(|error| prover.wrong_proof(&error))?;
    }
    refutation.into_proof().map_err(|error| prover.wrong_proof(&error))
}

/// Returns the error for a model of a formula that another solver reported to be unsatisfiable.
fn has_model(prover: &Prover, formula: &[Clause], model: &[Option<bool>]) -> CertifyError {
    let is_true = |&literal: &i32| {
        let value = model.get(literal.unsigned_abs() as usize - 1).copied().flatten();
        value.unwrap_or(false) == (literal > 0)
    };
    match formula.iter().all(|clause| clause.iter().any(is_true)) {
        true => CertifyError::FurtherModel,
        false => prover.failure("its model does not satisfy the final formula", Vec::new()),
    }
}

fn io_failure(error: io::Error) -> CertifyError {
    Failure::Io { what: "writing the formula of the proof".to_owned(), error }.into()
}
