//! The option `--certificate` of the commands that make puzzles, and functions that write certificates next to other
//! results.

use std::path::{Path, PathBuf};

use clap::Args;
use encycle::certify::{Certificate, CertifyError, CertifyOptions, Claim, CountingProof, certify};
use encycle::encodings::text::counted;
use encycle::generate::RepairOptions;
use encycle::puzzle::Puzzle;

use crate::cli::exit::{CliError, Exit};
use crate::cli::output::eprint_line;
use crate::cli::outputs;

/// The folder for the certificates of puzzles.
#[derive(Args, Debug)]
pub struct CertificateArgument {
    /// Also write a certificate that the solution is unique into this folder (see `encycle certify`); for
    /// several puzzles, into its subfolders 1, 2, ...
    #[arg(long, value_name = "DIR")]
    certificate: Option<PathBuf>,
}

impl CertificateArgument {
    /// Checks that the folder can be used, and returns it.
    ///
    /// # Errors
    /// The folder is not empty (without `--force`), or cannot be created.
    pub fn folder(&self) -> Result<Option<&Path>, CliError> {
        let folder = self.certificate.as_deref();
        folder.map_or(Ok(()), outputs::check_folder)?;
        Ok(folder)
    }
}

/// Returns the folder for the certificate of puzzle `number`, counted from 1: `folder` itself if there is only one
/// puzzle, otherwise a subfolder such as `folder/3`.
pub fn folder_of(folder: &Path, number: usize, is_single: bool) -> PathBuf {
    if is_single { folder.to_owned() } else { folder.join(number.to_string()) }
}

/// Returns a claim with what it is about: `exactly 6 solutions`, or `forced h_1_1 -v_1_2`.
pub fn claim_words(claim: Claim, solutions: usize, forced: &[String]) -> String {
    match claim {
        Claim::NoSolution | Claim::Unique => claim.to_string(),
        Claim::Exactly => format!("{claim} {}", counted(solutions, "solution")),
        Claim::Forced => format!("{claim} {}", shortened(forced)),
    }
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

/// Returns the size of a counting proof: `5 rows, counting proof of 1 step`.
pub fn counting_size(counting: &CountingProof) -> String {
    let (rows, steps) = (counting.rows.len(), counting.steps.len());
    format!("{}, counting proof of {}", counted(rows, "row"), counted(steps, "step"))
}

/// Writes a certificate into its folder, or prints a warning if a limit was reached before the certificate was
/// complete.
///
/// # Errors
/// The certificate could not be made for a reason other than a limit, or a file cannot be written.
pub fn write(
    name: &str,
    made: Result<Certificate, CertifyError>,
    folder: &Path,
) -> Result<Exit, CliError> {
    match made {
        Ok(certificate) => {
            certificate.write(folder)?;
            Ok(Exit::Positive)
        }
        Err(CertifyError::Limit(limit)) => {
            eprint_line!("warning: {name}: no certificate: {limit}");
            Ok(Exit::Unknown)
        }
        Err(error) => Err(error.into()),
    }
}

/// Writes a certificate that the solution of a puzzle is unique, unless `folder` is `None`.
///
/// # Errors
/// The certificate could not be made for a reason other than a limit, or a file cannot be written.
pub fn of_unique(
    name: &str,
    puzzle: &Puzzle,
    means: &RepairOptions,
    folder: Option<&Path>,
) -> Result<Exit, CliError> {
    let Some(folder) = folder else { return Ok(Exit::Positive) };
    let RepairOptions { engine, timeout, .. } = means.clone();
    let options = CertifyOptions { engine, timeout, ..CertifyOptions::default() };
    write(name, certify(puzzle, &options), folder)
}
