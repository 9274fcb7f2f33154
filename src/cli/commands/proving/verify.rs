//! `encycle verify`: check a certificate.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use crate::cli::arguments::certificate::{claim_words, counting_size};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{eprint_line, print_message};
use encycle::certify::{Certificate, CertificateInfo, FolderError};
use encycle::encodings::text::counted;

/// Check certificates, without a solver and without an encoder.
///
/// Each clause of the formula must follow from the rules by a local argument, made from the puzzle
/// alone (one vertex, one clue, one cell, one house, a loop that is no solution, ...), or exclude a
/// listed solution. The proof must refute exactly that formula, and the solutions must obey all rules.
/// What fails is named.
///
/// Examples:
///   encycle verify certificate
///   python3 certificate/verify.py certificate      the same by another program
///
/// Exit codes: 0 the claim is proven; 1 it is not; 2 bad usage, or a file is missing or malformed.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Folders of `encycle certify`
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let mut exit = Exit::Positive;
    for folder in &arguments.folders {
        exit = exit.worse(verify(folder)?);
    }
    Ok(exit.code())
}

/// Checks the certificate in a folder, and prints the result. If the folder cannot be read, its error is the result, because the
/// other folders are checked all the same.
///
/// # Errors
/// The result cannot be printed.
fn verify(folder: &Path) -> Result<Exit, CliError> {
    let (text, exit) = match Certificate::read(folder) {
        Ok((certificate, info)) => match certificate.verify() {
            Ok(()) => (verified(&certificate, &info), Exit::Positive),
            Err(error) => (format!("not verified: {}", error.located(folder)), Exit::Negative),
        },
        Err(error @ FolderError::File { .. }) => (format!("not verified: {error}"), Exit::Negative),
        Err(error) => {
            let error = CliError::from(error);
            eprint_line!("error: {error}");
            return Ok(error.exit());
        }
    };
    print_message(&format!("{}: {text}\n", folder.display()))?;
    Ok(exit)
}

/// Returns the text for a certificate that proves its claim.
fn verified(certificate: &Certificate, info: &CertificateInfo) -> String {
    let claim = claim_words(info.claim, info.solutions, &info.forced);
    let size = match &certificate.counting {
        Some(counting) => counting_size(counting),
        None => format!(
            "{}, proof of {}",
            counted(certificate.formula.len(), "clause"),
            counted(certificate.proof.steps.len(), "step"),
        ),
    };
    let extent = certificate.puzzle.extent();
    format!("verified: {claim} ({} {extent}; {size})", info.kind)
}
