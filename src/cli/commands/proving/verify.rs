//! `encycle verify`: check a certificate.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use crate::cli::arguments::certificate::counting_size;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::print_message;
use encycle::certify::{Certificate, FolderError};
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
        let name = folder.display();
        let (text, ended) = match Certificate::read(folder) {
            Ok((certificate, info)) => match certificate.verify() {
                Ok(()) => {
                    let solutions = match (info.solutions, info.forced.len()) {
                        (0 | 1, 0) => String::new(),
                        (_, 1..) => format!(" {}", shortened(&info.forced)),
                        (count, _) => format!(" {count} solutions"),
                    };
                    let size = match &certificate.counting {
                        Some(counting) => counting_size(counting),
                        None => format!(
                            "{}, proof of {}",
                            counted(certificate.formula.len(), "clause"),
                            counted(certificate.proof.steps.len(), "step"),
                        ),
                    };
                    let text = format!(
                        "verified: {}{solutions} ({} {}; {size})\n",
                        info.claim,
                        info.kind,
                        certificate.puzzle.extent(),
                    );
                    (text, Exit::Positive)
                }
                Err(error) => {
                    (format!("not verified: {}\n", error.located(folder)), Exit::Negative)
                }
            },
            Err(error @ FolderError::File { .. }) => {
                (format!("not verified: {error}\n"), Exit::Negative)
            }
            Err(error) => return Err(error.into()),
        };
        print_message(&format!("{name}: {text}"))?;
        exit = exit.worse(ended);
    }
    Ok(exit.code())
}

/// Joins names: all names if there are at most four, otherwise the first four and the number of the others.
fn shortened(names: &[String]) -> String {
    match names {
        [first @ .., _] if first.len() >= 4 => {
            format!("{} and {} more", first[..4].join(" "), names.len() - 4)
        }
        _ => names.join(" "),
    }
}
