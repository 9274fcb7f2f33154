//! `encycle repair`: find the clues that a puzzle needs to have exactly one solution.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use crate::cli::arguments::certificate::{self, CertificateArgument};
use crate::cli::arguments::limits::whole_number_from;
use crate::cli::arguments::picture::PictureArguments;
use crate::cli::arguments::repair::RepairArguments;
use crate::cli::arguments::source::{SourceArguments, each};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{eprint_line, print, print_json, write_to};
use crate::cli::outputs::{self, Output};
use crate::cli::progress::Progress;
use crate::cli::views::drawn;
use encycle::encodings::logic::LoweringOptions;
use encycle::encodings::text::counted;
use encycle::formats::{self, PuzzleFormat};
use encycle::generate::{OptimumSource, RepairOptions, RepairOutcome, repair, write_clue_max_sat};
use encycle::puzzle::Puzzle;
use encycle::render::Picture;
use encycle::report::RepairReport;

/// Show why a puzzle has none or several solutions, and the fewest clues that repair it.
///
/// Works for every kind except Numberlink, reachability, Simple Loop and Moon-or-Sun. In a Numberlink, it
/// only finds terminals without a partner, and on a general graph clues above the number of their edges.
/// A kind that is a text file can be repaired if each rule reads the clue of one cell.
///
/// If the puzzle has several solutions, draws what they have in common, lists the fewest additional
/// clues that make one of them unique, and prints the repaired puzzle on standard output. If it has no
/// solution, lists a minimal set of contradictory clues: without any one of them, the contradiction
/// disappears. It also lists the fewest clues without which there is a solution, and repairs the rest.
/// A puzzle with one solution is printed unchanged. No clues are added to a Hitori; in a Nurikabe, only
/// numbers that replace a `?`.
///
/// Examples:
///   encycle repair puzzle.txt
///   encycle repair puzzle.txt --solutions 1000 > repaired.txt
///   encycle repair puzzle.txt --wcnf clues.wcnf         for a MaxSAT solver
///   encycle repair puzzle.txt --max-sat rc2             by a MaxSAT solver
///
/// Exit codes: 0 the puzzle has one solution, or was repaired; 1 there is no repair; 2 bad input; 3 a limit was reached; 4 the solver failed.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Puzzle: a file, `-` for standard input, or a URL
    puzzle: String,
    /// Number of solutions to examine; if there are more, one of the others may need fewer clues
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole_number_from(2))]
    solutions: usize,
    #[command(flatten)]
    means: RepairArguments,
    #[command(flatten)]
    certificate: CertificateArgument,
    /// Also write the puzzle as a MaxSAT formula: the rules are hard clauses, each clue is a soft one, so
    /// the cost of an optimum is the fewest clues to remove until there is a solution
    #[arg(long, value_name = "FILE")]
    wcnf: Option<PathBuf>,
    /// MaxSAT solver that finds the fewest clues to remove: its name (see `encycle solvers`) or the path of a program;
    /// options may follow, as in 'rc2 --blo=full'. Its model and cost are checked; the built-in search confirms the
    /// optimum if it is as fast, or within a second
    #[arg(long, value_name = "NAME|PATH")]
    max_sat: Option<String>,
    /// Format of the repaired puzzle, as in `encycle convert`
    #[arg(long, value_name = "FORMAT", default_value = "plain")]
    to: PuzzleFormat,
    #[command(flatten)]
    picture: PictureArguments,
    /// Print a JSON object instead (`encycle help json`)
    #[arg(short, long)]
    json: bool,
    #[command(flatten)]
    source: SourceArguments,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let options = arguments.means.options(arguments.max_sat.as_deref())?;
    let folder = arguments.certificate.folder()?;
    let puzzles = arguments.source.load_all(&arguments.puzzle);
    let is_single = puzzles.len() == 1;
    if let Some(file) = &arguments.wcnf {
        outputs::check(&[&arguments.puzzle], [Output::wcnf(file)])?;
        if !is_single {
            let message = "--wcnf takes one puzzle\nhelp: select one with FILE#N or -#N";
            return Err(CliError::Usage(message.to_owned()));
        }
        // a puzzle that cannot be read is reported below
        if let [(_, Ok(parsed))] = &puzzles[..] {
            let mut text = Vec::new();
            write_clue_max_sat(&mut text, &parsed.puzzle, LoweringOptions::default())?;
            write_to(Some(file), |out| out.write_all(&text))?;
        }
    }
    each(puzzles, RepairReport::SCHEMA, arguments.json, |number, name, parsed| {
        let folder = folder.map(|folder| certificate::folder_of(folder, number, is_single));
        repair_one(arguments, name, &parsed.puzzle, &options, folder.as_deref())
    })
}

/// Repairs one puzzle, and prints the result.
fn repair_one(
    arguments: &Arguments,
    name: &str,
    puzzle: &Puzzle,
    means: &RepairOptions,
    folder: Option<&Path>,
) -> Result<Exit, CliError> {
    let _shown = Progress::start(name);
    let repaired = repair(puzzle, arguments.solutions, means)?;
    let unique = match &repaired {
        RepairOutcome::Unique(_) => Some(puzzle),
        _ => repaired.mended(),
    };
    let exit = match unique {
        Some(unique) => certificate::of_unique(name, unique, means, folder)?,
        None if repaired.limit().is_some() => Exit::Unknown,
        None => Exit::Negative,
    };
    let text = unique.map(|unique| formats::write(unique, arguments.to)).transpose();
    let text = text.map_err(|error| CliError::Usage(error.to_string()))?;
    if arguments.json {
        let mended = text.filter(|_| repaired.mended().is_some());
        print_json(&RepairReport::new(name, puzzle, &repaired, mended))?;
        return Ok(exit);
    }
    match &repaired {
        RepairOutcome::Unique(_) => eprint_line!("{name}: unique; no repair needed"),
        RepairOutcome::Contradiction { clues, .. } if clues.is_empty() => {
            let what = match puzzle {
                Puzzle::Slitherlink(one) if one.grid().is_none() => "the other clues",
                Puzzle::Numberlink(_) => "the other pairs",
                _ => "the rules alone",
            };
            eprint_line!("{name}: no-solution: {what} allow no solution of this size");
        }
        RepairOutcome::Contradiction { clues, removed, optimum, .. } => {
            eprint_line!("{name}: no-solution; these clues contradict each other:");
            clues.iter().for_each(|clue| eprint_line!("  {clue}"));
            if let Some((fewest, _)) = removed {
                eprint_line!(
                    "there is a solution without these clues, the fewest: {}",
                    fewest.len()
                );
                fewest.iter().for_each(|clue| eprint_line!("  {clue}"));
                if let Some(OptimumSource { solver, is_confirmed }) = optimum {
                    let confirmed = match is_confirmed {
                        true => "the built-in search confirms that fewer do not suffice",
                        false => "the built-in search has not confirmed that fewer do not suffice",
                    };
                    eprint_line!("found by {solver}; {confirmed}");
                }
            }
            if let Some(added) = repaired.added_clues() {
                eprint_line!("clues that then make a solution unique: {}", added.len());
                added.iter().for_each(|clue| eprint_line!("  {clue}"));
            }
        }
        RepairOutcome::Several { solutions, is_all, common, added, .. } => {
            let count = solutions.len();
            let which = if *is_all { "all" } else { "the first" };
            eprint_line!("{name}: several; {which} {} have in common:", counted(count, "solution"));
            let style = arguments.picture.style();
            eprint_line!("{}", drawn(&Picture::partial(&**puzzle, common), &style).trim_end());
            if let Some((clues, _)) = added {
                eprint_line!("additional clues that make one of them unique: {}", clues.len());
                clues.iter().for_each(|clue| eprint_line!("  {clue}"));
            }
        }
    }
    if let Some(reason) = repaired.failure_reason() {
        eprint_line!("{name}: not repaired: {reason}");
    }
    if let Some(text) = text {
        print(&format!("{}\n", text.trim_end()))?;
    }
    Ok(exit)
}
