//! `encycle grade`: rate the difficulty of a puzzle for people.

use std::fmt::Write;
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;

use crate::cli::arguments::source::{SourceArguments, each};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{print_json, print_message};
use crate::cli::progress::Progress;
use crate::cli::views::head;
use encycle::deduce::{DeduceError, Grade, Technique, grade, techniques};
use encycle::formats::Parsed;
use encycle::puzzle::{Puzzle, PuzzleKind};
use encycle::report::{DeductionVerdict, GradeReport};

/// Rate the difficulty of puzzles: the lowest level that solves them without guessing.
///
/// The levels are `easy`, `medium` and `hard`, each with techniques that people use
/// (`encycle help difficulty`). A puzzle that no level solves needs guessing, or does not have
/// exactly one solution. The output lists how often each technique was applied; each step applies the
/// simplest technique that makes progress.
///
/// Examples:
///   encycle grade examples/sudoku/*.txt
///   encycle grade puzzle.txt --steps              each step: technique, place, conclusion
///   encycle grade collection.sdm --json           one JSON object per line
///   encycle grade --techniques sudoku             the techniques of each level, with sources
///
/// Exit codes: 0 every puzzle is solved without guessing; 1 a puzzle is not; 2 bad input. With several
/// puzzles, the most severe code is returned: 2, then 1.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Puzzles: files, `-` for standard input, or URLs
    #[arg(required_unless_present = "techniques", value_name = "PUZZLE")]
    puzzles: Vec<String>,
    /// Print each step
    #[arg(long)]
    steps: bool,
    /// List the techniques for a kind of puzzle, by level
    #[arg(long, value_name = "KIND", exclusive = true)]
    techniques: Option<PuzzleKind>,
    /// Print one JSON object per puzzle (`encycle help json`)
    #[arg(short, long)]
    json: bool,
    #[command(flatten)]
    source: SourceArguments,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    if let Some(kind) = arguments.techniques {
        let line = |technique: &Technique| {
            let Technique { name, level, meaning, source } = technique;
            format!("{level:<7}{name:<23}{meaning}\n{:30}[{source}]\n", "")
        };
        print_message(&techniques(kind).iter().map(line).collect::<String>())?;
        return Ok(Exit::Positive.code());
    }
    let puzzles = arguments.puzzles.iter().flat_map(|source| arguments.source.load_all(source));
    each(puzzles, GradeReport::SCHEMA, arguments.json, |_, name, parsed| {
        grade_one(arguments, name, parsed)
    })
}

fn grade_one(arguments: &Arguments, name: &str, parsed: &Parsed) -> Result<Exit, CliError> {
    let puzzle = &parsed.puzzle;
    let start = Instant::now();
    let shown = Progress::start(name);
    let grade = grade(puzzle).map_err(|error| match error {
        DeduceError::Encoding(error) => CliError::Encoding(error),
        DeduceError::TooLarge(error) => CliError::TooLarge(error),
    })?;
    drop(shown);
    let report = GradeReport::new(name, puzzle, &grade, start.elapsed());
    match (arguments.json, arguments.steps) {
        (true, true) => print_json(&report.with_steps(&grade))?,
        (true, false) => print_json(&report)?,
        (false, steps) => print_message(&text(&report, puzzle, &grade, steps))?,
    }
    Ok(if grade.level.is_some() { Exit::Positive } else { Exit::Negative })
}

/// Formats the level and the techniques, and with `steps` each step.
fn text(report: &GradeReport, puzzle: &Puzzle, grade: &Grade, steps: bool) -> String {
    let level = match (report.level, report.verdict) {
        (Some(level), _) => level.name(),
        (None, DeductionVerdict::NoSolution) => "no solution",
        (None, _) => "needs guessing",
    };
    let uses = report.techniques.iter().map(|one| format!("{} {}", one.name, one.times));
    let uses: Vec<String> = uses.collect();
    let mut text = format!("{}: {level} ({}", report.puzzle, head(puzzle));
    if !uses.is_empty() {
        // writing to a String cannot fail
        let _ = write!(text, "; {}", uses.join(", "));
    }
    text.push_str(")\n");
    if steps {
        for (index, step) in grade.deduced.steps.iter().enumerate() {
            // the descriptions of presolver steps begin with the name of the rule
            let words = match step.words.strip_prefix(step.technique) {
                Some(words) => words.to_owned(),
                None => format!(": {}", step.words),
            };
            let _ = writeln!(text, "{:>5}. {}{words}", index + 1, step.technique);
        }
    }
    text
}
