//! Certificates: proofs of the number of solutions, of puzzles and of models.

use std::path::{Path, PathBuf};

use encycle::certify::{self, CertifyError, CertifyOptions, FolderError, Prover, RowsCertificate};
use encycle::encodings::model::Model;
use encycle::solve::Engine;
use encycle::solvers::Stop;
use pyo3::exceptions::{PyOSError, PyTimeoutError};
use pyo3::prelude::*;

use crate::arguments::{duration, natural, puzzle};
use crate::errors::{CertificateError, SolverError, invalid};
use crate::interrupt::quiet;

/// The arguments of every certificate.
pub struct ProofArguments<'a> {
    pub limit: usize,
    pub encoding: Option<String>,
    pub solver: Option<&'a str>,
    pub prover: Option<&'a str>,
    pub timeout: Option<f64>,
}

impl ProofArguments<'_> {
    fn options(self, stop: &Stop) -> PyResult<CertifyOptions> {
        let engine = self.solver.map(Engine::find).transpose().map_err(invalid)?;
        let prover = self.prover.map(Engine::find).transpose().map_err(invalid)?;
        let prover = prover.map(Prover::try_from).transpose().map_err(invalid)?;
        let defaults = CertifyOptions::default();
        Ok(CertifyOptions {
            engine: engine.unwrap_or(defaults.engine),
            prover: prover.unwrap_or_default(),
            encoding: self.encoding,
            limit: self.limit,
            timeout: duration(self.timeout)?,
            stop: stop.clone(),
            ..CertifyOptions::default()
        })
    }
}

/// A certificate for the number of solutions of a puzzle, in a folder.
#[pyclass(module = "encycle", frozen, get_all)]
pub struct Certificate {
    /// The claim: `no-solution`, `unique`, `exactly` (the listed solutions), or `forced` (atoms of every solution).
    claim: &'static str,
    /// The number of listed solutions.
    solutions: usize,
    /// For `forced`: the names of the atoms, with a `-` before one that is in no solution.
    forced: Vec<String>,
    /// The kind of the puzzle.
    kind: String,
    /// The encoding of the rules.
    encoding: String,
    /// The solver that found the solutions and the cuts.
    solver: String,
    /// The solver that proved that there are no others.
    prover: String,
    /// The number of clauses.
    clauses: usize,
    /// The number of steps of the proof.
    steps: usize,
    /// The folder.
    folder: PathBuf,
}

impl Certificate {
    fn new(
        certificate: &certify::Certificate,
        info: certify::CertificateInfo,
        folder: &Path,
    ) -> Self {
        Self {
            claim: info.claim.name(),
            solutions: info.solutions,
            forced: info.forced,
            kind: info.kind,
            encoding: info.encoding,
            solver: info.solver,
            prover: info.prover,
            clauses: certificate.formula.len(),
            steps: certificate.proof.steps.len(),
            folder: folder.to_owned(),
        }
    }
}

#[pymethods]
impl Certificate {
    fn __repr__(&self) -> String {
        format!(
            "<encycle.Certificate: {} ({}), {} clauses, proof of {} steps>",
            self.claim, self.kind, self.clauses, self.steps
        )
    }
}

/// Makes a certificate for the number of solutions of a puzzle, and writes it into a folder.
///
/// Args:
///     text: the puzzle in any format.
///     folder: the folder, which is created.
///     limit: the maximum number of solutions that are listed.
///     facts: claim that every solution has these atoms, instead: names, with a `-` before absent ones.
///     encoding: an encoding whose clauses are rules of one place; the default is that of the kind.
///     solver: the solver that finds the solutions and the cuts.
///     prover: the solver that proves; it must write proofs.
///     timeout: the limit on the wall-clock time in seconds.
///
/// Raises:
///     PuzzleError: the text is not a valid puzzle.
///     CertificateError: the claim does not hold: there are more solutions, or an atom is not forced.
///     ValueError: an argument is invalid, or there are no certificates for this kind.
///     TimeoutError: the time limit was reached.
///     SolverError: the solver failed.
///     OSError: the folder cannot be written.
#[pyfunction]
#[pyo3(name = "certify", signature = (text, folder, *, limit=1, facts=None, encoding=None, solver=None, prover=None, timeout=None))]
#[allow(clippy::too_many_arguments, reason = "keyword arguments in Python")]
pub fn certify_puzzle(
    py: Python<'_>,
    text: &str,
    folder: PathBuf,
    #[pyo3(from_py_with = natural)] limit: usize,
    facts: Option<Vec<String>>,
    encoding: Option<String>,
    solver: Option<&str>,
    prover: Option<&str>,
    timeout: Option<f64>,
) -> PyResult<Certificate> {
    let puzzle = puzzle(py, text)?;
    let facts = facts.unwrap_or_default();
    let forced = certify::literals_of(&puzzle, facts.iter().map(String::as_str));
    let forced = forced.map_err(|name| {
        let known = puzzle.atom_name(0);
        invalid(format!("`{name}` is not an atom of the puzzle\nhelp: use names such as `{known}`"))
    })?;
    let stop = Stop::default();
    let arguments = ProofArguments { limit, encoding, solver, prover, timeout };
    let options = CertifyOptions { forced, ..arguments.options(&stop)? };
    let made = quiet(py, &stop, || certify::certify(&puzzle, &options))?;
    let made = made.map_err(|error| certify_error(&error))?;
    let info = made.write(&folder).map_err(|error| folder_error(&error))?;
    Ok(Certificate::new(&made, info, &folder))
}

/// Makes a certificate for VeriPB of the number of solutions of a model, writes it into a folder, and returns the number.
pub fn certify_model(
    py: Python<'_>,
    model: &Model,
    folder: &Path,
    arguments: ProofArguments<'_>,
) -> PyResult<usize> {
    let stop = Stop::default();
    let options = arguments.options(&stop)?;
    let made = quiet(py, &stop, || RowsCertificate::make(model, &options))?;
    let made = made.map_err(|error| certify_error(&error))?;
    made.write(folder).map_err(|error| folder_error(&error))?;
    Ok(made.solutions.len())
}

fn certify_error(error: &CertifyError) -> PyErr {
    match error {
        CertifyError::Several(_) | CertifyError::NotForced(_) => {
            CertificateError::new_err(error.to_string())
        }
        CertifyError::Limit(limit) => PyTimeoutError::new_err(limit.clone()),
        CertifyError::Kind(_)
        | CertifyError::Encoding { .. }
        | CertifyError::NoVariable(_)
        | CertifyError::NotBoolean(_)
        | CertifyError::Objective
        | CertifyError::NoEncoding(_)
        | CertifyError::TooLarge(_) => invalid(error),
        _ => SolverError::new_err(error.to_string()),
    }
}

fn folder_error(error: &FolderError) -> PyErr {
    match error {
        FolderError::Io { file, error } => match error.raw_os_error() {
            Some(code) => PyOSError::new_err((code, error.to_string(), file.display().to_string())),
            None => PyOSError::new_err(format!("{}: {error}", file.display())),
        },
        error => CertificateError::new_err(error.to_string()),
    }
}

/// Checks a certificate, without a solver and without an encoder.
///
/// Raises:
///     CertificateError: the certificate does not prove its claim; the message names the file and the line.
///     OSError: a file cannot be read.
#[pyfunction]
pub fn verify(py: Python<'_>, folder: PathBuf) -> PyResult<Certificate> {
    py.detach(|| {
        let (certificate, info) =
            certify::Certificate::read(&folder).map_err(|error| folder_error(&error))?;
        certificate.verify().map_err(|error| CertificateError::new_err(error.located(&folder)))?;
        Ok(Certificate::new(&certificate, info, &folder))
    })
}
