//! `encycle check`: check a solution against the rules of a puzzle.

use std::path::Path;
use std::process::ExitCode;

use clap::Args;

use crate::cli::arguments::model::ModelArguments;
use crate::cli::arguments::source::SourceArguments;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{eprint_line, print_message};
use crate::cli::views::solve::rounded;
use encycle::encodings::model::Model;
use encycle::encodings::puzzle::Solution;
use encycle::encodings::text::counted;
use encycle::formats::{self, LoadError, ModelPoint, ParseError, Parsed};

/// Check a solution against the rules, and print the first broken rule with its place.
///
/// SOLUTION is the output of `encycle solve` (its picture is read) or of `encycle solve --json`, or one of
/// these texts: for loops on a grid, a grid of cells with `x` inside the loop and `.` outside; for shaded
/// cells, a grid with `x` for a shaded cell and `.` for any other; for numbers in cells, a grid of numbers;
/// otherwise, the names of the lines drawn. Without SOLUTION, PUZZLE must contain its solution, as the
/// formats janko, pzprv3 and csv can. For several puzzles, SOLUTION has a line of `encycle solve --json` for
/// each.
///
/// Of a formula of your own, SOLUTION is the output of `encycle solve` or the names of the true variables, with
/// `-NAME` for a false one and NAME=VALUE for other columns; each constraint and each rule of --rules is checked.
///
/// Examples:
///   encycle check puzzle.txt solution.txt
///   encycle solve puzzle.txt --json > answer.json && encycle check puzzle.txt answer.json
///   encycle solve many.txt --json | encycle check many.txt -
///   encycle check tour.lp best.txt --rules tour.rules     a formula of your own; best.txt: x_ab x_be y=2.5
///
/// Exit codes: 0 it is a solution; 1 a rule is broken; 2 bad usage or bad input.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Puzzle: a file, `-` for standard input, or a URL
    puzzle: String,
    /// File with the solution, or `-` for standard input
    solution: Option<String>,
    #[command(flatten)]
    source: SourceArguments,
    #[command(flatten)]
    model: ModelArguments,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    if arguments.puzzle == "-" && arguments.solution.as_deref() == Some("-") {
        let message = "only one of puzzle and solution can be `-` (standard input)";
        return Err(CliError::Usage(message.to_owned()));
    }
    if let Some(model) = arguments.model.model(&arguments.puzzle, &arguments.source)? {
        return check_model(arguments, &model);
    }
    let puzzles = arguments.source.load_all(&arguments.puzzle);
    let solution = arguments.solution.as_deref().map(Path::new);
    let text = solution.map(formats::load_text).transpose()?;
    let solutions = SolutionSource::of(text.as_deref(), puzzles.len());
    let is_one = puzzles.len() == 1;
    let mut exit = Exit::Positive;
    for (number, (name, parsed)) in puzzles.into_iter().enumerate() {
        let checked = parsed.and_then(|parsed| {
            let solution = solutions.of_puzzle(arguments, number, &parsed)?;
            Ok(parsed.puzzle.check(&solution))
        });
        let (text, found) = match checked {
            Ok(Ok(())) => ("solution: every rule holds".to_owned(), Exit::Positive),
            Ok(Err(broken)) => (format!("no solution: {broken}"), Exit::Negative),
            Err(error) if is_one => return Err(error),
            Err(error) => {
                eprint_line!("error: {name}: {error}");
                exit = exit.worse(error.exit());
                continue;
            }
        };
        print_message(&if is_one { format!("{text}\n") } else { format!("{name}: {text}\n") })?;
        exit = exit.worse(found);
    }
    Ok(exit.code())
}

/// The number of columns without a value that a warning names.
const LISTED: usize = 20;

/// Checks a solution of a formula of the user's own.
fn check_model(arguments: &Arguments, model: &Model) -> Result<ExitCode, CliError> {
    let Some(name) = &arguments.solution else {
        let message = "no solution to check\nhelp: name a file with the solution after the formula";
        return Err(CliError::Usage(message.to_owned()));
    };
    let text = formats::load_text(Path::new(name))?;
    let read = formats::read_model_solution(&text, model);
    let ModelPoint { booleans, others, missing } =
        read.map_err(|error| LoadError::from(error.in_origin(name.clone())))?;
    if !missing.is_empty() {
        let names = missing.iter().take(LISTED).cloned().collect::<Vec<_>>().join(" ");
        let more = if missing.len() > LISTED { " ..." } else { "" };
        eprint_line!("warning: {name}: columns without a value count as 0: {names}{more}");
    }
    let value = model.value(&booleans, &others);
    let value =
        value.map_or_else(String::new, |value| format!("; the objective is {}", rounded(value)));
    let (text, exit) = match model.check_point(&booleans, &others) {
        Ok(()) => (format!("solution: every constraint and rule holds{value}\n"), Exit::Positive),
        Err(broken) => (format!("no solution: {}\n", broken.violation), Exit::Negative),
    };
    print_message(&text)?;
    Ok(exit.code())
}

/// The source of the solutions.
enum SolutionSource<'a> {
    /// In the texts of the puzzles.
    InPuzzles,
    /// The whole text is one solution.
    Whole(&'a str),
    /// The lines of `encycle solve --json`, each with its number from 1, and the number of puzzles.
    Lines(Vec<(usize, &'a str)>, usize),
}

impl<'a> SolutionSource<'a> {
    fn of(text: Option<&'a str>, puzzles: usize) -> Self {
        match text {
            None => Self::InPuzzles,
            Some(text) if puzzles == 1 => Self::Whole(text),
            Some(text) => {
                let lines = (1..).zip(text.lines());
                Self::Lines(lines.filter(|(_, line)| !line.trim().is_empty()).collect(), puzzles)
            }
        }
    }

    /// Returns the solution of the puzzle with this number, counted from 0.
    fn of_puzzle(
        &self,
        arguments: &Arguments,
        number: usize,
        parsed: &Parsed,
    ) -> Result<Solution, CliError> {
        let origin = arguments.solution.as_deref().unwrap_or_default();
        let located = |error: ParseError, line: usize| {
            let error = ParseError { line: error.line + line - 1, ..error };
            CliError::from(LoadError::from(error.in_origin(origin)))
        };
        match self {
            Self::InPuzzles => parsed.solution.clone().ok_or_else(|| {
                CliError::Usage(format!(
                    "no solution to check in this text\nhelp: name a file with the solution: {}",
                    formats::solution_help(&parsed.puzzle)
                ))
            }),
            Self::Whole(text) => {
                formats::read_solution(text, &parsed.puzzle).map_err(|error| located(error, 1))
            }
            Self::Lines(lines, puzzles) => match lines.get(number) {
                Some(&(line, text)) if lines.len() == *puzzles => {
                    formats::read_solution(text, &parsed.puzzle)
                        .map_err(|error| located(error, line))
                }
                _ => Err(CliError::Usage(format!(
                    "{origin}: {} for {puzzles} puzzles\nhelp: write a line for each puzzle \
                     with `encycle solve --json`, or name one puzzle as FILE#N",
                    counted(lines.len(), "line")
                ))),
            },
        }
    }
}
