//! `encycle thin`: which givens of a puzzle are superfluous.

use std::process::ExitCode;

use clap::Args;
use serde_json::json;

use crate::cli::arguments::lowering::named;
use crate::cli::arguments::repair::MeansArguments;
use crate::cli::arguments::source::SourceArguments;
use crate::cli::commands::making::generate::exit_of;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{print, tell};
use encycle::formats::{self, PuzzleFormat};
use encycle::generate::{Strategy, Symmetry, ThinOutcome, thin};

/// Leave out the superfluous givens of a puzzle with one solution.
///
/// Every kind but Numberlink and reachability is thinned (for Numberlink see `encycle instances`).
///
/// First each given is named that could be left out by itself; then comes the puzzle with a minimal
/// set of them, of which none can be left out any more. There are many minimal sets: another --seed
/// finds another one, and `--strategy minimum` one of the smallest.
///
/// Examples:
///   encycle thin puzzle.txt
///   encycle thin puzzle.txt --strategy minimum --to puzzlink
///   encycle thin puzzle.txt --symmetry rotate2
///
/// Exit codes: 0 done; 1 the puzzle has not one solution; 2 bad input; 3 a limit was reached; 4 the
/// solver failed.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// A file, `-` for standard input, or an address
    puzzle: String,
    /// How givens are chosen, as in `encycle generate`
    #[arg(long, value_name = "NAME", default_value = "multi-branch", value_parser = named(&Strategy::ALL, Strategy::name))]
    strategy: Strategy,
    /// Only givens that symmetry ties together go together
    #[arg(long, value_name = "NAME", default_value = "none", value_parser = named(&Symmetry::ALL, Symmetry::name))]
    symmetry: Symmetry,
    /// Where chance begins
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    means: MeansArguments,
    /// The format of the thinned puzzle, as in `encycle convert`
    #[arg(long, value_name = "FORMAT", default_value = "plain")]
    to: PuzzleFormat,
    /// Write a JSON object instead (docs/json.md)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    source: SourceArguments,
}

/// The version of the JSON layout.
const SCHEMA: &str = "encycle-thin-1";

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let parsed = arguments.source.load(&arguments.puzzle)?;
    let name = &arguments.puzzle;
    let means = arguments.means.means()?;
    let thinned =
        thin(&parsed.puzzle, arguments.strategy, arguments.symmetry, arguments.seed, &means);
    let thinned = match thinned {
        Ok(thinned) => thinned,
        Err(error) => {
            tell!("encycle: {name}: {error}");
            return Ok(exit_of(&error).code());
        }
    };
    let write = |puzzle| formats::write(puzzle, arguments.to);
    let (verdict, exit, text) = match &thinned {
        ThinOutcome::NoSolution => ("no-solution", Exit::Negative, String::new()),
        ThinOutcome::Several(..) => ("several", Exit::Negative, String::new()),
        ThinOutcome::Unique { puzzle, .. } => {
            let text = write(puzzle).map_err(|error| CliError::Usage(error.to_string()))?;
            ("unique", Exit::Positive, text)
        }
    };
    if arguments.json {
        let (superfluous, givens, kept) = match &thinned {
            ThinOutcome::Unique { superfluous, givens, kept, .. } => {
                (Some(superfluous), Some(*givens), Some(*kept))
            }
            _ => (None, None, None),
        };
        let value = json!({
            "schema": SCHEMA,
            "puzzle": name,
            "verdict": verdict,
            "givens": givens,
            "superfluous": superfluous,
            "kept": kept,
            "thinned": (exit == Exit::Positive).then_some(text),
        });
        print(&format!("{value}\n"))?;
        return Ok(exit.code());
    }
    match &thinned {
        ThinOutcome::Unique { superfluous, givens, kept, .. } => {
            let count = superfluous.len();
            tell!(
                "{name}: {count} of {givens} givens could be left out by themselves; {kept} are kept"
            );
            for one in superfluous {
                tell!("  {one}");
            }
            print(&format!("{}\n", text.trim_end()))?;
        }
        _ => tell!("{name}: {verdict}; `encycle repair` shows what is wrong"),
    }
    Ok(exit.code())
}
