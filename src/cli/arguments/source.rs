//! Which puzzles a command is about, shared by all commands that read puzzles.

use std::process::ExitCode;

use clap::Args;
use serde_json::json;

use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{print, reader_is_gone, tell};
use encycle::formats::{self, LoadError, Parsed};
use encycle::puzzle::PuzzleKind;

/// How the text of a puzzle is to be understood.
#[derive(Args, Clone, Debug)]
pub struct SourceArguments {
    /// The kind of the puzzle, where its text does not say it
    #[arg(long)]
    pub kind: Option<PuzzleKind>,
    /// The variant of the rules, where the kind has several: for numberlink `free` or `cover`, for
    /// hamilton `cycle` or `path` [default: what the text says]
    #[arg(long, value_name = "V")]
    pub variant: Option<String>,
}

impl SourceArguments {
    /// The one puzzle that a source names.
    pub fn load(&self, source: &str) -> Result<Parsed, CliError> {
        let parsed = formats::load(source, self.kind)?;
        self.with_variant(parsed)
    }

    /// All puzzles that a source names, each with its name; one that cannot be read stands for itself.
    pub fn load_all(&self, source: &str) -> Vec<(String, Result<Parsed, CliError>)> {
        match formats::load_all(source, self.kind) {
            Err(error) => vec![(source.to_owned(), Err(error.into()))],
            Ok(all) => all
                .into_iter()
                .map(|(name, parsed)| {
                    let parsed = parsed.map_err(|error| CliError::from(LoadError::from(error)));
                    (name, parsed.and_then(|parsed| self.with_variant(parsed)))
                })
                .collect(),
        }
    }

    fn with_variant(&self, mut parsed: Parsed) -> Result<Parsed, CliError> {
        if let Some(variant) = &self.variant {
            parsed.puzzle = parsed
                .puzzle
                .with_variant(variant)
                .map_err(|error| CliError::Usage(error.to_string()))?;
        }
        Ok(parsed)
    }
}

/// Deals with puzzles one by one, numbered from 1, as long as somebody reads. One that cannot be read, or is no puzzle for the
/// command or its options, is told of on standard error, and in a line on standard output, with `json` an object of
/// this schema; it does not stop the others.
pub fn each(
    puzzles: impl IntoIterator<Item = (String, Result<Parsed, CliError>)>,
    schema: &str,
    json: bool,
    one: impl Fn(usize, &str, &Parsed) -> Result<Exit, CliError>,
) -> Result<ExitCode, CliError> {
    let mut exit = Exit::Positive;
    for (number, (name, parsed)) in (1..).zip(puzzles) {
        let ended = match parsed.and_then(|parsed| one(number, &name, &parsed)) {
            Ok(ended) => ended,
            Err(error @ CliError::Io { .. }) => return Err(error),
            Err(error) => {
                match &error {
                    // it names the file itself
                    CliError::Load(_) => tell!("encycle: {error}"),
                    _ => tell!("encycle: {name}: {error}"),
                }
                print(&match json {
                    true => {
                        let (verdict, error) = ("failed", error.to_string());
                        let value = json!({ "schema": schema, "puzzle": name, "verdict": verdict, "error": error });
                        format!("{value}\n")
                    }
                    false => format!("{name}: failed\n"),
                })?;
                error.exit()
            }
        };
        exit = exit.worse(ended);
        if reader_is_gone() {
            break;
        }
    }
    Ok(exit.code())
}
