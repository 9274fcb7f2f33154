//! `encycle thin`: remove the superfluous clues of a puzzle.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use crate::cli::arguments::certificate::{self, CertificateArgument};
use crate::cli::arguments::lowering::named;
use crate::cli::arguments::repair::RepairArguments;
use crate::cli::arguments::source::{SourceArguments, each};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{eprint_line, print, print_json, write_to};
use crate::cli::outputs::{self, Output};
use crate::cli::progress::Progress;
use encycle::deduce::{Level, level_of};
use encycle::encodings::text::counted;
use encycle::formats::{self, PuzzleFormat};
use encycle::generate::{
    ClueSet, GenerateError, RepairOptions, Strategy, Symmetry, ThinOutcome, frame_of, thin,
    thin_needing,
};
use encycle::puzzle::Puzzle;
use encycle::report::ThinReport;

/// Remove superfluous clues from a puzzle with exactly one solution.
///
/// Works for every kind except Numberlink (see `encycle instances`), reachability, Simple Loop and
/// Moon-or-Sun. Without its number, a cell of a Yajilin or Hitori is blank, and one of a Nurikabe
/// has a `?`. A kind that is a text file has clues to remove if each rule reads the clue of one cell.
///
/// Lists every clue that is superfluous by itself on standard error, then prints the puzzle with a
/// minimal set of clues: the solution is unique, but not without any one of them. A puzzle has many
/// minimal sets: another --seed finds another one, and `--strategy minimum` finds a smallest one.
/// The puzzle may become more difficult; a note names both levels then (`encycle help difficulty`).
/// With --technique, the puzzle keeps needing this technique, so a clue is also kept if the puzzle
/// would need guessing without it.
///
/// Examples:
///   encycle thin puzzle.txt
///   encycle thin puzzle.txt --strategy minimum --to puzzlink
///   encycle thin puzzle.txt --symmetry rotate2
///   encycle thin puzzle.txt --technique inside    the puzzle keeps needing this technique
///   encycle thin puzzle.txt --strategy minimum --wcnf needed.wcnf     for a MaxSAT solver
///   encycle thin puzzle.txt --strategy minimum --max-sat rc2         confirmed by a MaxSAT solver
///   encycle thin puzzle.txt --certificate proof    with a proof that the solution is unique
///
/// Exit codes: 0 done; 1 the puzzle does not have exactly one solution, or does not need the
/// --technique; 2 bad input; 3 a limit was reached; 4 the solver failed.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Puzzle: a file, `-` for standard input, or a URL
    puzzle: String,
    /// Strategy that chooses the clues, as in `encycle generate`
    #[arg(long, value_name = "NAME", default_value = "multi-branch", value_parser = named(&Strategy::ALL, Strategy::name))]
    strategy: Strategy,
    /// Keep the clue pattern symmetric: remove a clue only together with its images
    #[arg(long, value_name = "NAME", default_value = "none", value_parser = named(&Symmetry::ALL, Symmetry::name))]
    symmetry: Symmetry,
    /// Technique that the puzzle must keep needing: all techniques solve it without guessing, but not without this
    /// one (`encycle grade --techniques KIND` lists the names)
    #[arg(long, value_name = "NAME", conflicts_with_all = ["wcnf", "max_sat"])]
    technique: Option<String>,
    /// Seed of the random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Also write why fewer clues do not suffice, as a MaxSAT formula: a hard clause for each set of clues of which
    /// one is needed, so the cost of an optimum is the fewest clues (--strategy minimum)
    #[arg(long, value_name = "FILE")]
    wcnf: Option<PathBuf>,
    /// MaxSAT solver that confirms that fewer clues do not suffice: its name (see `encycle solvers`) or the path of a
    /// program; options may follow, as in 'rc2 --blo=full' (--strategy minimum)
    #[arg(long, value_name = "NAME|PATH")]
    max_sat: Option<String>,
    #[command(flatten)]
    means: RepairArguments,
    #[command(flatten)]
    certificate: CertificateArgument,
    /// Format of the thinned puzzle, as in `encycle convert`
    #[arg(long, value_name = "FORMAT", default_value = "plain")]
    to: PuzzleFormat,
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
    if arguments.max_sat.is_some() && arguments.strategy != Strategy::Minimum {
        return Err(CliError::Usage("--max-sat needs --strategy minimum".to_owned()));
    }
    if let Some(file) = &arguments.wcnf {
        outputs::check(&[&arguments.puzzle], [Output::wcnf(file)])?;
        if arguments.strategy != Strategy::Minimum || !is_single {
            let message = "--wcnf needs --strategy minimum and one puzzle";
            return Err(CliError::Usage(message.to_owned()));
        }
    }
    each(puzzles, ThinReport::SCHEMA, arguments.json, |number, name, parsed| {
        let folder = folder.map(|folder| certificate::folder_of(folder, number, is_single));
        thin_one(arguments, name, &parsed.puzzle, &options, folder.as_deref())
    })
}

/// Thins one puzzle out, and prints the result.
fn thin_one(
    arguments: &Arguments,
    name: &str,
    puzzle: &Puzzle,
    means: &RepairOptions,
    folder: Option<&Path>,
) -> Result<Exit, CliError> {
    let shown = Progress::start(name);
    let thinned = arguments.thinned(puzzle, means);
    drop(shown);
    let thinned = thinned?;
    let text = match &thinned {
        ThinOutcome::Unique { puzzle, .. } => {
            let text = formats::write(puzzle, arguments.to);
            Some(text.map_err(|error| CliError::Usage(error.to_string()))?)
        }
        ThinOutcome::NoSolution | ThinOutcome::Several(..) => None,
    };
    let exit = match &thinned {
        ThinOutcome::Unique { puzzle, .. } => certificate::of_unique(name, puzzle, means, folder)?,
        ThinOutcome::NoSolution | ThinOutcome::Several(..) => Exit::Negative,
    };
    if let (ThinOutcome::Unique { needed: Some(needed), .. }, Some(file)) =
        (&thinned, &arguments.wcnf)
    {
        write_to(Some(file), |out| needed.write_wcnf(out))?;
    }
    let report = ThinReport::new(name, &thinned, text);
    if arguments.json {
        print_json(&report)?;
        return Ok(exit);
    }
    match (&thinned, &report.thinned) {
        (ThinOutcome::Unique { superfluous, clues, kept, .. }, Some(text)) => {
            let count = superfluous.len();
            eprint_line!(
                "{name}: superfluous by themselves: {count} of {}; kept: {kept}",
                counted(clues, "clue")
            );
            for one in superfluous {
                eprint_line!("  {one}");
            }
            note_symmetry(name, puzzle, arguments.symmetry);
            if let ThinOutcome::Unique { puzzle: thinned, .. } = &thinned {
                note_difficulty(name, puzzle, thinned);
            }
            print(&format!("{}\n", text.trim_end()))?;
        }
        _ => {
            let verdict = report.verdict.name();
            eprint_line!("{name}: {verdict}\nhelp: `encycle repair` shows the cause");
        }
    }
    Ok(exit)
}

impl Arguments {
    /// Removes the superfluous clues of a puzzle.
    fn thinned(
        &self,
        puzzle: &Puzzle,
        means: &RepairOptions,
    ) -> Result<ThinOutcome, GenerateError> {
        let Self { strategy, symmetry, seed, .. } = *self;
        match &self.technique {
            None => thin(puzzle, strategy, symmetry, seed, means),
            Some(name) => thin_needing(puzzle, name, strategy, symmetry, seed, means),
        }
    }
}

/// Prints a note if the pattern of the clues is not symmetric, so that some of them are kept.
fn note_symmetry(name: &str, puzzle: &Puzzle, symmetry: Symmetry) {
    let Ok((frame, clues)) = frame_of(puzzle) else { return };
    let groups = symmetry.groups(&*frame, &clues);
    let alone = clues.len() - groups.iter().map(ClueSet::len).sum::<usize>();
    if alone > 0 {
        let (shown, symmetry) = (counted(alone, "clue"), symmetry.name());
        eprint_line!(
            "note: {name}: the pattern is not symmetric: {shown} without all images by `{symmetry}` stay"
        );
    }
}

/// Prints a note if the puzzle with fewer clues has another difficulty.
fn note_difficulty(name: &str, before: &Puzzle, after: &Puzzle) {
    let words = |puzzle| level_of(puzzle).map_or("needs guessing", Level::name);
    let (before, after) = (words(before), words(after));
    if before != after {
        eprint_line!("note: {name}: the difficulty changes from `{before}` to `{after}`");
    }
}
