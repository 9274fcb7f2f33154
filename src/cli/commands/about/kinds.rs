//! `encycle kinds`: the kinds of puzzles, and the files that describe them.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use crate::cli::arguments::kind_file::kind_text;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{eprint_line, print};
use crate::cli::views::table::{Align, Table};
use encycle::encodings::kinds::written::WrittenKind;
use encycle::formats;
use encycle::puzzle::{Puzzle, PuzzleKind};
use encycle::solve::{Solve, Verdict};

/// List the kinds of puzzles, print a kind file, or check one of your own.
///
/// A kind of your own is a text file of about ten lines: what the cells show, what a solution draws,
/// and the rules (`encycle help kind-files`). Every command takes it with --kind-file FILE; files in
/// ~/.config/encycle/kinds are always known. The text of a kind may also stand in front of its
/// puzzles, in one file.
///
/// --check reads a kind file and reports what is suspicious: symbols that no rule reads, rules that
/// are always or never true on boards with random clues, or that the example does not try (nothing
/// meets their conditions, or no drawing breaks them), an example without exactly one solution, rules
/// that become too many constraints on 100x100 cells, no rules for a player.
///
/// Examples:
///   encycle kinds                                   the kinds and their rules
///   encycle kinds --show kuromasu                   the file of a kind
///   encycle kinds --show kuromasu > mine.kind       a file to begin with
///   encycle kinds --check mine.kind
///   encycle solve puzzle.txt --kind-file mine.kind
///
/// Exit codes: 0 success; 1 --check found something suspicious; 2 there is no such kind, or the file
/// is no kind file.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Print the file of this kind
    #[arg(long, value_name = "KIND")]
    show: Option<PuzzleKind>,
    /// Check this kind file
    #[arg(long, value_name = "FILE", conflicts_with = "show")]
    check: Option<PathBuf>,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    match (&arguments.show, &arguments.check) {
        (Some(kind), _) => show(*kind),
        (None, Some(file)) => check(file),
        (None, None) => list(),
    }
}

fn show(kind: PuzzleKind) -> Result<ExitCode, CliError> {
    let Some(text) = kind.file_text() else {
        let message = format!(
            "{kind} has no kind file: its rules are a program\nhelp: `encycle kinds` lists the rules, and the kinds \
             that have a file"
        );
        return Err(CliError::Usage(message));
    };
    print(&format!("{}\n", text.trim_end()))?;
    Ok(Exit::Positive.code())
}

fn list() -> Result<ExitCode, CliError> {
    let left = |name| (name, Align::Left);
    let mut table = Table::new(&[left("kind"), left("from"), left("rules")]);
    for kind in PuzzleKind::all().iter().chain(&PuzzleKind::registered()) {
        let from = match kind.file_text() {
            None => "program",
            Some(_) if kind.is_builtin() => "file",
            Some(_) => "own file",
        };
        let rules = format!("{} {}", kind.rules(), kind.text_form());
        table.row(&[kind, &from, &rules.trim_end()]);
    }
    print(&table.within(None))?;
    Ok(Exit::Positive.code())
}

fn check(file: &Path) -> Result<ExitCode, CliError> {
    let name = file.display();
    let text = kind_text(file)?;
    let kind =
        WrittenKind::parse(&text).map_err(|error| CliError::Usage(format!("{name}: {error}")))?;
    let mut remarks = kind.remarks();
    if !kind.file().has_about {
        let rules = "no `about`: write the rules for a player, for whom pages and sheets show them";
        remarks.push(rules.to_owned());
    }
    let named = formats::check_kind_name(PuzzleKind::Written(kind));
    remarks.extend(named.err().map(|error| error.to_string()));
    remarks.extend(kind.size_remark());
    remarks.extend(example_remarks(kind)?);
    for remark in &remarks {
        eprint_line!("{name}: {remark}");
    }
    if remarks.is_empty() {
        let rules: Vec<&str> = kind.rule_names().collect();
        print(&format!("{name}: the kind {} with the rules {}\n", kind.name, rules.join(", ")))?;
    }
    Ok(if remarks.is_empty() { Exit::Positive } else { Exit::Negative }.code())
}

/// Returns remarks about an example that cannot be read, does not have exactly one solution, or shows no use of a rule.
fn example_remarks(kind: WrittenKind) -> Result<Vec<String>, CliError> {
    if !kind.file().has_example {
        return Ok(vec!["no example: write a small puzzle with exactly one solution".to_owned()]);
    }
    let parsed = match formats::read(&kind.file().example, Some(PuzzleKind::Written(kind))) {
        Ok(parsed) => parsed,
        Err(error) => return Ok(vec![format!("the example: {error}")]),
    };
    let Puzzle::Written(puzzle) = &parsed.puzzle else { return Ok(Vec::new()) };
    let mut remarks = kind.idle_rules(puzzle);
    let outcome = Solve::new(&parsed.puzzle).unique().run()?;
    match outcome.verdict() {
        Verdict::Unique => {}
        verdict => {
            remarks.push(format!("the example has the verdict {verdict}, not {}", Verdict::Unique));
        }
    }
    Ok(remarks)
}
