//! `encycle grade`: rate the difficulty of a puzzle for people, and deduce without search.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;

use crate::cli::arguments::picture::PictureArguments;
use crate::cli::arguments::source::{SourceArguments, each};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{print_json, print_message, write_to};
use crate::cli::outputs::{self, Output};
use crate::cli::progress::Progress;
use crate::cli::terminal;
use crate::cli::views::{atoms_of, drawn, head};
use encycle::deduce::{
    DeduceError, Deducer, Grade, Level, PresolveVerdict, StepWording, Technique, TechniqueSet,
    grade_with, techniques,
};
use encycle::encodings::suggest;
use encycle::formats::Parsed;
use encycle::puzzle::{Puzzle, PuzzleKind};
use encycle::render::{Picture, TextStyle};
use encycle::report::{DeductionVerdict, GradeReport};
use encycle::solve::Verdict;

/// Rate the difficulty of puzzles: the lowest level that solves them without guessing.
///
/// The levels are `easy`, `medium` and `hard`, each with techniques that people use
/// (`encycle help difficulty`). A puzzle that no level solves needs guessing, if the built-in solver finds,
/// within ten seconds, that it has exactly one solution. The output lists how often each technique was applied; each step applies the
/// simplest technique that makes progress, and its conclusion holds in every solution.
///
/// Examples:
///   encycle grade examples/sudoku/*.txt
///   encycle grade puzzle.txt --steps              each step, and the picture of what they fix
///   encycle grade puzzle.txt --svg picture.svg    what the steps fix as a picture
///   encycle grade puzzle.txt --level hard --steps    all techniques at once, without grading
///   encycle grade puzzle.txt --without colour        what does this technique contribute?
///   encycle grade collection.sdm --json           one JSON object per line
///   encycle grade --techniques sudoku             the techniques of each level, with sources
///
/// Exit codes: 0 solved without guessing; 1 there is no solution; 2 bad input; 3 something is open, so that
/// the puzzle needs guessing or has several solutions. With several puzzles, the most severe code is returned:
/// 2, then 3, 1.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Puzzles: files, `-` for standard input, or URLs
    #[arg(required_unless_present = "techniques", value_name = "PUZZLE")]
    puzzles: Vec<String>,
    /// Print each step (technique, place, conclusion, and the steps it follows from), then draw what they fix;
    /// `?` marks an open edge. A long list of facts is cut. With --json, also list the steps, with all facts by the
    /// names of their variables, and the fixed edges or other atoms
    #[arg(long)]
    steps: bool,
    /// Apply the techniques up to this level at once, instead of searching for the lowest level that solves
    /// the puzzle: easy, medium or hard
    #[arg(long, value_name = "LEVEL")]
    level: Option<Level>,
    /// Do not apply these techniques, to measure what they contribute (`--techniques KIND` lists the names)
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    without: Vec<String>,
    /// List the techniques for a kind of puzzle, by level
    #[arg(long, value_name = "KIND", exclusive = true)]
    techniques: Option<PuzzleKind>,
    #[command(flatten)]
    picture: PictureArguments,
    /// Also write the picture of what the steps fix as SVG (one puzzle only)
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
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
    let inputs: Vec<&str> = arguments.puzzles.iter().map(String::as_str).collect();
    outputs::check(&inputs, arguments.svg.as_deref().map(Output::svg))?;
    let puzzles = arguments.source.load_each(&arguments.puzzles);
    if puzzles.len() > 1 && arguments.svg.is_some() {
        let message = "--svg writes one picture\nhelp: name one puzzle";
        return Err(CliError::Usage(message.to_owned()));
    }
    each(puzzles, GradeReport::SCHEMA, arguments.json, |_, name, parsed| {
        grade_one(arguments, name, parsed)
    })
}

fn grade_one(arguments: &Arguments, name: &str, parsed: &Parsed) -> Result<Exit, CliError> {
    let puzzle = &parsed.puzzle;
    arguments.check_names(puzzle.kind())?;
    let start = Instant::now();
    let shown = Progress::start(name);
    let grade = arguments.grade(puzzle)?;
    let mut report = GradeReport::new(name, puzzle, &grade, start.elapsed());
    if arguments.level.is_none() {
        report = report.with_search(puzzle)?;
    }
    drop(shown);
    let (verdict, search) = (report.verdict, report.search);
    match (arguments.json, arguments.steps) {
        (true, true) => print_json(&report.with_steps(puzzle, &grade))?,
        (true, false) => print_json(&report)?,
        (false, false) => print_message(&arguments.head(&report, puzzle))?,
        (false, true) => {
            let head = arguments.head(&report, puzzle);
            let steps = steps(puzzle, &grade, &arguments.picture.style());
            print_message(&(head + &steps))?;
        }
    }
    if let Some(path) = &arguments.svg {
        let picture = Picture::partial(&**puzzle, &grade.deduced.derived());
        let svg = arguments.picture.svg(picture);
        write_to(Some(path), |out| out.write_all(svg.as_bytes()))?;
    }
    Ok(match verdict {
        DeductionVerdict::Solved => Exit::Positive,
        DeductionVerdict::NoSolution => Exit::Negative,
        DeductionVerdict::Open if search == Some(Verdict::NoSolution) => Exit::Negative,
        DeductionVerdict::Open => Exit::Unknown,
    })
}

impl Arguments {
    /// Rejects names that are not techniques of this kind.
    fn check_names(&self, kind: PuzzleKind) -> Result<(), CliError> {
        if self.without.is_empty() {
            return Ok(());
        }
        let known: Vec<&str> = techniques(kind).iter().map(|technique| technique.name).collect();
        match self.without.iter().find(|name| !known.contains(&name.as_str())) {
            None => Ok(()),
            Some(name) => Err(CliError::Usage(format!(
                "--without {name}: not a technique of {kind}\nhelp: {}",
                suggest::help(name, &known)
            ))),
        }
    }

    /// Finds the lowest level that solves the puzzle, or applies the techniques of the selected level.
    fn grade(&self, puzzle: &Puzzle) -> Result<Grade, DeduceError> {
        let set = |level| TechniqueSet::up_to(level).without(&self.without);
        let Some(level) = self.level else { return grade_with(puzzle, &set(Level::Hard)) };
        let deduced = Deducer::with(puzzle, set(level)).deduce(puzzle)?;
        let is_solved = matches!(deduced.verdict, PresolveVerdict::Solved(_));
        Ok(Grade { level: is_solved.then_some(level), deduced })
    }

    /// Formats the level and the techniques.
    fn head(&self, report: &GradeReport, puzzle: &Puzzle) -> String {
        let level = match (report.verdict, self.level, report.level) {
            (DeductionVerdict::NoSolution, ..) => "no solution".to_owned(),
            (DeductionVerdict::Open, Some(level), _) => format!("open up to {level}"),
            (DeductionVerdict::Solved, Some(level), _) => format!("solved up to {level}"),
            (_, None, Some(level)) => level.to_string(),
            (_, None, None) => match report.search {
                Some(Verdict::Several) => "several solutions".to_owned(),
                Some(Verdict::NoSolution) => "no solution, which only guessing shows".to_owned(),
                Some(Verdict::Unique) => "needs guessing".to_owned(),
                _ => "needs guessing, or does not have exactly one solution".to_owned(),
            },
        };
        let uses = report.techniques.iter().map(|one| format!("{} {}", one.name, one.times));
        let uses: Vec<String> = uses.collect();
        let uses = if uses.is_empty() { String::new() } else { format!("; {}", uses.join(", ")) };
        format!("{}: {level} ({}{uses})\n", report.puzzle, head(puzzle))
    }
}

/// The number of facts that a step lists; it counts the others, which the JSON output has.
const MOST_LISTED: usize = 8;

/// Formats the steps, then draws what they derive.
fn steps(puzzle: &Puzzle, grade: &Grade, style: &TextStyle) -> String {
    let wording = StepWording::new(puzzle, MOST_LISTED);
    let mut text = String::new();
    for (index, step) in grade.deduced.steps.iter().enumerate() {
        // the descriptions of presolver steps begin with the name of the rule
        let words = wording.sentence(&step.words);
        let words = match words.strip_prefix(step.technique) {
            Some(words) => words.to_owned(),
            None => format!(": {words}"),
        };
        let from: Vec<String> = step.from.iter().map(|from| (from + 1).to_string()).collect();
        let from = match &from[..] {
            [] => String::new(),
            from => format!(" [from {}]", from.join(", ")),
        };
        let line = format!("{:>5}. {}{words}{from}\n", index + 1, step.technique);
        text += &terminal::wrapped(&line, Some(terminal::text_width()));
    }
    let derived = grade.deduced.derived();
    let (fixed, all) = (derived.iter().flatten().count(), derived.len());
    let share = 100.0 * fixed as f64 / all.max(1) as f64;
    let what = atoms_of(puzzle);
    // writing to a String cannot fail
    let _ = writeln!(text, "{fixed} of {all} {what} fixed ({share:.1} %)");
    text + &drawn(&Picture::partial(&**puzzle, &derived), style)
}
