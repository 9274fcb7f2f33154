//! `encycle certify`: a certificate for the number of solutions of a puzzle.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;

use crate::cli::arguments::limits::{seconds, whole_number_from};
use crate::cli::arguments::solver::EngineArgument;
use crate::cli::arguments::source::{SourceArguments, each};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::print;
use crate::cli::outputs;
use crate::cli::progress::Progress;
use encycle::certify::{CertifyError, CertifyOptions, FolderError, Prover, certify};
use encycle::encodings::text::counted;
use encycle::formats::Parsed;
use encycle::solve::Failure;

/// Make a certificate for the number of solutions: a "no" that anyone can check.
///
/// The folder has the puzzle, the solutions, a formula (rules, cuts, and "not this solution"), and a
/// proof that the formula has no model (LRAT). `encycle verify DIR` checks it without a solver and
/// without an encoder, and so does `python3 DIR/verify.py DIR`, a program to read in ten minutes. Any
/// solver finds the solutions and the cuts (--solver), and any one that writes DRAT or FRAT proofs
/// proves that there are no others (--prover). Every proof is checked before it is written.
///
/// For slitherlink, slitherlynx, hamilton, numberlink, sudoku and chaos. With several puzzles, each
/// has a folder of its own in DIR: 1, 2, ...
///
/// Examples:
///   encycle certify puzzle.txt --out certificate
///   encycle certify puzzle.txt --out certificate --solver minisat
///   encycle certify puzzle.txt --out certificate --solver cbc --prover cadical
///   encycle certify puzzle.txt --out certificate --limit 10
///   encycle verify certificate
///
/// Exit codes: 0 done; 1 more solutions than --limit; 2 bad usage or bad input; 3 a limit was reached;
/// 4 the solver failed.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Puzzles: files, `-` for standard input, or URLs
    #[arg(required = true, value_name = "PUZZLE")]
    puzzles: Vec<String>,
    /// Folder for the certificate
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
    /// Greatest number of solutions that are listed
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, value_parser = whole_number_from(0))]
    limit: usize,
    #[command(flatten)]
    engine: EngineArgument,
    /// The solver that proves: batsat, or one with a `proof` group in its description (cadical, kissat,
    /// glucose, cryptominisat5); may be followed by its own options, as in 'kissat --plain' [default: the
    /// built-in batsat]
    #[arg(short, long, value_name = "NAME|PATH")]
    prover: Option<String>,
    /// Wall-clock limit of each puzzle, in seconds
    #[arg(short, long, value_name = "S", value_parser = seconds)]
    timeout: Option<Duration>,
    #[command(flatten)]
    source: SourceArguments,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    outputs::check_folder(&arguments.out)?;
    let engine = arguments.engine.engine()?;
    let prover = match &arguments.prover {
        Some(name) => arguments.engine.prover(name)?,
        None => Prover::default(),
    };
    let options = CertifyOptions {
        engine,
        prover,
        limit: arguments.limit,
        timeout: arguments.timeout,
        ..CertifyOptions::default()
    };
    let puzzles: Vec<_> =
        arguments.puzzles.iter().flat_map(|source| arguments.source.load_all(source)).collect();
    let is_single = puzzles.len() == 1;
    each(puzzles, "", false, |number, name, parsed| {
        let folder = match is_single {
            true => arguments.out.clone(),
            false => arguments.out.join(number.to_string()),
        };
        certify_one(name, parsed, &options, &folder)
    })
}

fn certify_one(
    name: &str,
    parsed: &Parsed,
    options: &CertifyOptions,
    folder: &Path,
) -> Result<Exit, CliError> {
    let shown = Progress::start(name);
    let made = certify(&parsed.puzzle, options);
    drop(shown);
    let certificate = match made {
        Ok(certificate) => certificate,
        Err(error @ CertifyError::Several(_)) => {
            print(&format!("{name}: {error}\n"))?;
            return Ok(Exit::Negative);
        }
        Err(CertifyError::Limit(limit)) => {
            print(&format!("{name}: unknown, {limit}\n"))?;
            return Ok(Exit::Unknown);
        }
        Err(error @ (CertifyError::Kind(_) | CertifyError::Auxiliary(_))) => {
            return Err(CliError::Usage(error.to_string()));
        }
        Err(CertifyError::Encoding(error)) => return Err(CliError::Encoding(error)),
        Err(CertifyError::TooLarge(error)) => return Err(CliError::TooLarge(error)),
        Err(CertifyError::Failure(failure)) => return Err(failure.into()),
        Err(error) => return Err(Failure::Internal(error.to_string()).into()),
    };
    // what is written was checked
    certificate.verify().map_err(|error| Failure::Internal(error.to_string()))?;
    certificate.write(folder).map_err(cli_error)?;
    print(&format!(
        "{name}: {} ({}, {}, proof of {}; {})\n",
        certificate.claim,
        counted(certificate.formula.len(), "clause"),
        counted(certificate.cuts.len(), "cut"),
        counted(certificate.proof.steps.len(), "step"),
        folder.display(),
    ))?;
    Ok(Exit::Positive)
}

/// Converts an error of a folder.
pub fn cli_error(error: FolderError) -> CliError {
    match error {
        FolderError::Io { file, error } => CliError::Io { what: file.display().to_string(), error },
        error @ FolderError::File { .. } => CliError::Usage(error.to_string()),
    }
}
