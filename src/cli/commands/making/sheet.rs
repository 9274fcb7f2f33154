//! `encycle sheet`: puzzles to print, with their solutions at the end.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;

use crate::cli::arguments::collection::collection;
use crate::cli::arguments::limits::seconds;
use crate::cli::arguments::lowering::named;
use crate::cli::arguments::source::SourceArguments;
use crate::cli::exit::CliError;
use crate::cli::output::{eprint_line, write_to};
use crate::cli::outputs::{self, Output};
use crate::cli::progress::{self, Progress};
use encycle::files::plain_ending;
use encycle::formats;
use encycle::render::print::{Drawing, pdf};
use encycle::render::{PaperSize, SheetStyle, sheet_html, sheet_pages};
use encycle::sheet::{SheetChoice, sheet_puzzle};

/// Make a sheet or a book of puzzles to print, with the solutions at the end.
///
/// Each page has several puzzles, each with number, name, kind, size and difficulty; everything is black
/// and white. A page of HTML and PDF looks the same; a browser prints HTML.
///
/// Examples:
///   encycle sheet examples/sudoku examples/masyu -o book.pdf
///   encycle sheet generate:slitherlink:10x10:12 --title Loops --per-page 6 -o loops.pdf
///   encycle sheet puzzle.txt --per-page 1 --paper letter -o puzzle.html
///
/// Exit codes: 0 written; 2 bad input.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Puzzles: files, folders, URLs, and families such as `generate:sudoku:9x9:6`
    #[arg(required = true, value_name = "PUZZLE")]
    puzzles: Vec<String>,
    #[command(flatten)]
    source: SourceArguments,
    /// Output file, `.pdf` or `.html`
    #[arg(short, long, value_name = "PATH")]
    out: PathBuf,
    /// Title of the pages
    #[arg(long, value_name = "TEXT", default_value = "")]
    title: String,
    /// Number of puzzles a page
    #[arg(long, value_name = "N", default_value = "4", value_parser = clap::value_parser!(u8).range(1..=20))]
    per_page: u8,
    /// Paper size
    #[arg(long, value_name = "NAME", default_value = "a4", value_parser = named(&PaperSize::ALL, PaperSize::name))]
    paper: PaperSize,
    /// Print no solutions
    #[arg(long)]
    no_answers: bool,
    /// Print no difficulty
    #[arg(long)]
    no_grades: bool,
    /// Wall-clock limit for solving each puzzle, in seconds
    #[arg(short, long, value_name = "S", default_value = "60", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Duration,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let inputs: Vec<&str> = arguments.puzzles.iter().map(String::as_str).collect();
    outputs::check(&inputs, [Output::sheet(&arguments.out)])?;
    let is_pdf = match plain_ending(&arguments.out).as_deref() {
        Some("pdf") => true,
        Some("html") => false,
        _ => {
            let path = arguments.out.display();
            let message = format!(
                "{path}: a sheet is a PDF or HTML file\nhelp: use a name in `.pdf` or `.html`"
            );
            return Err(CliError::Usage(message));
        }
    };
    let (collection, exit) = collection(&arguments.puzzles, &arguments.source)?;
    let entries = collection.entries;
    let choice = SheetChoice {
        answers: !arguments.no_answers,
        grades: !arguments.no_grades,
        timeout: arguments.timeout,
    };
    let shown = Progress::steps(entries.len() as u64, "puzzles");
    let mut puzzles = Vec::with_capacity(entries.len());
    for (done, entry) in (1..).zip(&entries) {
        let failed = |error| CliError::Usage(format!("{}: {error}", entry.name));
        let name = match formats::one_of_many(&entry.name) {
            Some((file, number)) => format!("{} #{number}", outputs::stem(file)),
            None => outputs::stem(&entry.name),
        };
        let (puzzle, remark) = sheet_puzzle(&name, &entry.puzzle, choice).map_err(failed)?;
        if let Some(remark) = remark {
            eprint_line!("warning: {}: {remark}", entry.name);
        }
        puzzles.push(puzzle);
        progress::set_position(done);
    }
    drop(shown);
    let style = SheetStyle {
        title: arguments.title.clone(),
        paper: arguments.paper,
        per_page: arguments.per_page.into(),
    };
    let pages = sheet_pages(&puzzles, &style);
    let bytes = match is_pdf {
        true => {
            let drawings: Result<Vec<_>, _> =
                pages.iter().map(|page| Drawing::of_svg(page)).collect();
            let drawings = drawings?;
            note_missing_letters(&drawings);
            let title = if style.title.is_empty() { "Puzzles" } else { &style.title };
            pdf(title, &drawings)?
        }
        false => sheet_html(&pages, &style).into_bytes(),
    };
    write_to(Some(&arguments.out), |out| out.write_all(&bytes))?;
    Ok(exit.code())
}

/// Prints a note if pages have letters that the font of PDF files does not have.
fn note_missing_letters(pages: &[Drawing]) {
    let letters: BTreeSet<char> = pages.iter().flat_map(Drawing::missing_letters).collect();
    if !letters.is_empty() {
        let letters: String = letters.into_iter().collect();
        eprint_line!(
            "note: the font of PDF files lacks {letters}, so boxes are drawn instead; HTML has all letters"
        );
    }
}
