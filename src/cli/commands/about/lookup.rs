//! What Encycle knows about a name that is neither a command nor a topic: a kind, an encoding, a solver, an option or a
//! format.

use encycle::puzzle::PuzzleKind;
use encycle::solvers::{BuiltIn, Catalogue, Description};

use super::page;
use super::subcommands::visible;
use super::topics::TOPICS;
use crate::cli;
use crate::cli::commands::encoding::encode::{encodings_of_kind, sample_puzzle};

/// The most passages of the reference pages, and the most options, that are shown.
const SHOWN: usize = 8;

/// Returns, as Markdown, what there is about a name; `None` if nothing is known.
pub fn text_about(name: &str) -> Option<String> {
    let kind = name.parse::<PuzzleKind>().ok().map(about_kind);
    let of_encodings = [kind, about_encoding(name), about_solver(name)];
    let elsewhere = [about_options(name), passages(name)];
    let found: Vec<String> = of_encodings.into_iter().chain(elsewhere).flatten().collect();
    (!found.is_empty()).then(|| found.join("\n"))
}

/// Returns the rules of a kind, an example, and its encodings.
fn about_kind(kind: PuzzleKind) -> String {
    let rules = format!("{}\n\n{}", kind.rules(), kind.text_form());
    format!(
        "# The kind {kind}\n\n{}\n\n```\n{}\n```\n\n{}",
        rules.trim_end(),
        kind.sample().trim_end(),
        encodings_of_kind(kind)
    )
}

/// Returns the meaning of an encoding, and the kinds that have it.
fn about_encoding(name: &str) -> Option<String> {
    let mut kinds = Vec::new();
    let mut meaning = None;
    for kind in PuzzleKind::all() {
        let Some(puzzle) = sample_puzzle(*kind) else { continue };
        if !puzzle.encoding_names().iter().any(|one| one == name) {
            continue;
        }
        kinds.push(kind.name());
        if meaning.is_none() {
            meaning = puzzle.encoding(name).ok().map(|one| one.meaning().to_owned());
        }
    }
    let meaning = meaning?;
    Some(format!("# The encoding {name}\n\n{meaning}\n\nKinds with it: {}\n", kinds.join(", ")))
}

/// Returns how Encycle runs a solver.
fn about_solver(name: &str) -> Option<String> {
    let text = match (BuiltIn::named(name), Catalogue::builtin().get(name)) {
        (Some(solver), _) => format!("A {} solver inside Encycle", solver.kind),
        (None, Some(Description { kind, programs, arguments, .. })) => {
            let program = programs.first().map_or("PROGRAM", String::as_str);
            format!("A {kind} solver, which is run as `{program} {}`", arguments.join(" "))
        }
        (None, None) => return None,
    };
    Some(format!("# The solver {name}\n\n{text}: `encycle solve puzzle.txt --solver {name}`.\n"))
}

/// Returns the options with a name, or whose help mentions it, each with the commands that have it.
fn about_options(name: &str) -> Option<String> {
    let program = cli::command();
    let mut options: Vec<(String, Vec<&str>)> = Vec::new();
    for command in visible(&program) {
        for option in command.get_arguments() {
            let help = option.get_long_help().or_else(|| option.get_help());
            let (Some(long), Some(help)) = (option.get_long(), help) else { continue };
            let help = help.to_string();
            if long != name && !mentions(&help, name) {
                continue;
            }
            let text = format!("`--{long}`: {}", help.trim_end());
            match options.iter_mut().find(|(known, _)| *known == text) {
                Some((_, commands)) => commands.push(command.get_name()),
                None => options.push((text, vec![command.get_name()])),
            }
        }
    }
    options.truncate(SHOWN);
    let texts = options.iter().map(|(text, commands)| {
        format!("{text}\n\nCommands with it: `{}`\n\n", commands.join("`, `"))
    });
    (!options.is_empty()).then(|| format!("# Options\n\n{}", texts.collect::<String>()))
}

/// Returns the paragraphs and the rows of tables of the reference pages that mention a name, each page with its name.
fn passages(name: &str) -> Option<String> {
    let mut text = String::new();
    let mut left = SHOWN;
    for topic in TOPICS {
        let mut found = String::new();
        for section in page::sections(topic.text) {
            for block in section.text.split("\n\n").filter(|block| !block.starts_with('#')) {
                if left > 0
                    && let Some(passage) = passage(block, name)
                {
                    found += &passage;
                    found += "\n\n";
                    left -= 1;
                }
            }
        }
        if !found.is_empty() {
            text += &format!("# From `encycle help {}`\n\n{found}", topic.name);
        }
    }
    (!text.is_empty()).then_some(text)
}

/// Returns a paragraph that mentions a name, or those rows of a table that do, with its head.
fn passage(block: &str, name: &str) -> Option<String> {
    if !mentions(block, name) {
        return None;
    }
    if !block.starts_with('|') {
        return Some(block.trim_end().to_owned());
    }
    let rows = block.lines().enumerate();
    let kept: Vec<&str> =
        rows.filter(|(row, line)| *row < 2 || mentions(line, name)).map(|(_, line)| line).collect();
    (kept.len() > 2).then(|| kept.join("\n"))
}

/// Returns whether a text has a name as one of its words.
fn mentions(text: &str, name: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && !"-+_".contains(c))
        .any(|word| word.eq_ignore_ascii_case(name))
}
