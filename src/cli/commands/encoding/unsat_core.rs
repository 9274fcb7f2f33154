//! `encycle core`: unsatisfiable cores, that is, the clauses that a proof of uniqueness uses.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use encycle::encodings::logic::Lit;
use encycle::puzzle::Puzzle;
use encycle::render::{FormulaPicture, Picture, formula_svg};
use encycle::report::CoreReport;
use encycle::unsat_core::{CoreOptions, UnsatCore, unsat_core};

use crate::cli::arguments::limits::seconds;
use crate::cli::arguments::lowering::LoweringArguments;
use crate::cli::arguments::picture::PictureArguments;
use crate::cli::arguments::source::{SourceArguments, each};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{print, print_json, write_to};
use crate::cli::outputs::{self, Output};
use crate::cli::progress::Progress;
use crate::cli::views::unsat_core::text;

/// Show which clauses a proof of uniqueness uses: the unsatisfiable core.
///
/// The formula has the clauses of the encoding, the cuts that the search needed (`cut`), and a clause
/// that excludes the solution (`excluded`). The built-in solver refutes it. `used` are the clauses that the
/// proof needs (a core, not the smallest one), and `uses` counts the steps with one of them. If the
/// puzzle has no solution, the proof shows that.
///
/// Examples:
///   encycle core puzzle.txt
///   encycle core puzzle.txt --encoding edge+colours --needed     is a family needed, and what does it save?
///   encycle core puzzle.txt --svg core.svg            where the clauses of the core lie, as a heat map
///   encycle core small.txt --graph formula.svg        variables, joined where they share a clause
///   encycle core small/*.txt --json
///
/// Exit codes: 0 a core was found; 1 several solutions; 2 bad usage or bad input; 3 a limit was
/// reached; 4 the search failed.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Puzzles: files, `-` for standard input, or URLs
    #[arg(required = true, value_name = "PUZZLE")]
    puzzles: Vec<String>,
    /// Encoding, one that leaves out no solutions [default: that of the kind]
    #[arg(short, long, value_name = "E")]
    encoding: Option<String>,
    #[command(flatten)]
    choices: LoweringArguments,
    /// Also refute the formula without the clauses of each family: its conflicts and time
    #[arg(long)]
    needed: bool,
    /// Wall-clock limit of the search, and of each refutation, in seconds
    #[arg(short, long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Option<Duration>,
    /// Draw a heat map of the clauses of the core on the solution, as SVG; only for one puzzle
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw the formula as SVG: the variables, as large as the proof uses them, and lines between those
    /// that share a clause, clear in the core; only for one puzzle
    #[arg(long, value_name = "FILE")]
    graph: Option<PathBuf>,
    /// Print one JSON object per line (`encycle help json`)
    #[arg(short, long)]
    json: bool,
    #[command(flatten)]
    picture: PictureArguments,
    #[command(flatten)]
    source: SourceArguments,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let pictures = [&arguments.svg, &arguments.graph];
    let inputs: Vec<&str> = arguments.puzzles.iter().map(String::as_str).collect();
    outputs::check(
        &inputs,
        pictures.into_iter().filter_map(|path| path.as_deref().map(Output::svg)),
    )?;
    if pictures.into_iter().flatten().any(|path| path == Path::new("-")) {
        let message = "picture and table cannot both go to standard output\nhelp: write the picture to a file";
        return Err(CliError::Usage(message.to_owned()));
    }
    let puzzles = arguments.source.load_each(&arguments.puzzles);
    if puzzles.len() != 1 && pictures.into_iter().any(Option::is_some) {
        let count = puzzles.len();
        let message = format!("a picture needs one puzzle, not {count}\nhelp: name one puzzle");
        return Err(CliError::Usage(message));
    }
    let options = |puzzle: &Puzzle| CoreOptions {
        encoding: arguments.encoding.clone(),
        lowering: arguments.choices.of_problem(puzzle),
        timeout: arguments.timeout,
        without_families: arguments.needed,
    };
    each(puzzles, CoreReport::SCHEMA, arguments.json, |_, name, parsed| {
        let shown = Progress::start(name);
        let core = unsat_core(&parsed.puzzle, &options(&parsed.puzzle))?;
        drop(shown);
        let report = CoreReport::new(name, &core);
        match arguments.json {
            true => print_json(&report)?,
            false => print(&text(&report))?,
        }
        arguments.draw(&parsed.puzzle, &core)?;
        Ok(Exit::Positive)
    })
}

impl Arguments {
    fn draw(&self, puzzle: &Puzzle, core: &UnsatCore) -> Result<(), CliError> {
        if let Some(path) = &self.svg {
            let picture = Picture::new(&**puzzle, core.solution.as_ref());
            let svg = self.picture.svg(picture.heated(&**puzzle, "clauses", core.core_weights()));
            write_to(Some(path), |out| out.write_all(svg.as_bytes()))?;
        }
        if let Some(path) = &self.graph {
            let weights: Vec<f64> = core.heat.iter().map(|&heat| heat as f64).collect();
            let clauses: Vec<(&[Lit], &'static str, bool)> = core
                .clauses
                .iter()
                .map(|clause| (&*clause.literals, clause.origin.family, clause.uses > 0))
                .collect();
            let formula = FormulaPicture { names: &core.names, weights: &weights, clauses };
            let svg = formula_svg(&**puzzle, &formula)
                .map_err(|error| CliError::Usage(error.to_string()))?;
            write_to(Some(path), |out| out.write_all(svg.as_bytes()))?;
        }
        Ok(())
    }
}
