//! Help that fits the terminal, and hints after a wrong command line.

use std::io::Write as _;
use std::process::ExitCode;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use textwrap::WrapAlgorithm;

use crate::cli;
use crate::cli::commands::encoding::encode;
use crate::cli::commands::solving::decode;
use crate::cli::exit::CliError;
use crate::cli::terminal::{self, wrapping};

/// The subcommands by task, in the order of the help. The first group is enough for a beginner.
pub const GROUPS: [(&str, &[&str]); 5] = [
    ("Begin with", &["solve", "generate", "encode", "decode", "bench"]),
    (
        "Solve",
        &["enumerate", "count", "check", "grade", "certify", "verify", "sat", "solvers", "serve"],
    ),
    ("Formulas", &["sizes", "strength", "core", "explain", "lint"]),
    ("Make puzzles", &["convert", "thin", "repair", "instances", "sheet", "competition"]),
    (ABOUT, &["kinds", "help", "schema", "completions", "man"]),
];

/// The group whose commands are listed without descriptions.
const ABOUT: &str = "About";

/// The options of the program: its own two options, and the options that all commands share.
const OPTIONS: &str =
    "-h, --help, -V, --version; of all commands: -f, --force, -q, --quiet, --progress, --color";

/// The minimum and maximum width to which help is wrapped, in characters.
const WIDTHS: (usize, usize) = (40, 120);
/// The width of help that is not printed on a terminal, in characters.
const USUAL_WIDTH: usize = 100;

/// Prints help or the error in a command line, and returns the exit code.
pub fn report(error: clap::Error) -> ExitCode {
    let error = match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            // the texts are wrapped only when they are printed
            match command_for_output().try_get_matches_from(std::env::args_os()) {
                Err(error) => error,
                Ok(_) => error,
            }
        }
        _ => error,
    };
    let printed = error.print().and_then(|()| std::io::stdout().flush());
    if let Err(failed) = printed.map_err(CliError::io("standard output"))
        && !failed.is_closed_pipe()
    {
        crate::cli::output::eprint_line!("error: {failed}");
        return failed.exit().code();
    }
    if let (ErrorKind::InvalidSubcommand, Some(ContextValue::String(word))) =
        (error.kind(), error.get(ContextKind::InvalidSubcommand))
        && names_puzzle(word)
    {
        crate::cli::output::eprint_line!("help: `encycle solve {word}` solves a puzzle");
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// Returns whether a word is a file, standard input or an address.
fn names_puzzle(word: &str) -> bool {
    word == "-" || word.contains("://") || std::path::Path::new(word).is_file()
}

/// Returns the command with all texts as wide as the terminal, and the subcommands by task.
pub fn command_for_output() -> Command {
    let command = command(terminal::width().unwrap_or(USUAL_WIDTH).clamp(WIDTHS.0, WIDTHS.1));
    if std::env::args_os().any(|word| word == "-h") { brief(command) } else { command }
}

/// Returns the command for `-h`, which describes each option by one short sentence.
fn brief(mut command: Command) -> Command {
    let names: Vec<String> =
        command.get_subcommands().map(|one| one.get_name().to_owned()).collect();
    for name in names {
        command = command.mut_subcommand(name, |one| {
            one.mut_args(|argument| {
                let text = argument.get_help().map(ToString::to_string).unwrap_or_default();
                let short = first_sentence(&text);
                let is_hidden = argument.get_action().takes_values() && short.len() > SHORT_HELP;
                let argument = argument.help(short);
                if is_hidden { argument.hide_possible_values(true) } else { argument }
            })
        });
    }
    command
}

/// The maximum length of a description, in bytes, for which `-h` also lists the possible values of the option.
const SHORT_HELP: usize = 40;

/// Returns the first sentence of the description of an option, without parentheses, and its default if that is short. A
/// long sentence is cut at a colon. For example, `A map; later ones count. Repeatable` becomes `A map`.
fn first_sentence(text: &str) -> String {
    const SHORT_DEFAULT: usize = 20;
    const LONG_SENTENCE: usize = 66;
    let mut kept = String::new();
    let mut depth = 0_usize;
    for one in text.chars() {
        match one {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => kept.push(one),
            _ => {}
        }
    }
    let mut kept = kept.split_whitespace().collect::<Vec<_>>().join(" ");
    let default = kept.rfind(" [default: ").map(|start| kept.split_off(start));
    let end = [". ", "; ", ", as in "].iter().filter_map(|end| kept.find(end)).min();
    kept.truncate(end.unwrap_or(kept.len()));
    if let Some(colon) = kept.find(": ") {
        let is_list = kept[colon..].starts_with(": `");
        let is_short = kept[..colon].split(' ').count() < 3;
        let commas = kept.match_indices(", ").map(|(at, _)| at);
        let comma = commas.take_while(|&at| at <= LONG_SENTENCE).last();
        match (kept.len() > LONG_SENTENCE, comma) {
            (true, Some(comma)) if is_short && !is_list && comma > colon => kept.truncate(comma),
            (true, _) => kept.truncate(colon),
            (false, _) if is_list => kept.truncate(colon),
            (false, _) => {}
        }
    }
    let default = default.filter(|text| text.len() <= SHORT_DEFAULT).unwrap_or_default();
    format!("{}{default}", kept.trim_end_matches(['.', ',']).replace(" ,", ","))
}

/// Returns the command with the lists of encodings and dialects. These lists are built only for output, because
/// building them takes longer than solving a small puzzle.
pub fn with_lists() -> Command {
    cli::command()
        .mut_subcommand("encode", |one| one.after_long_help(encode::table_of_encodings()))
        .mut_subcommand("decode", |one| one.after_long_help(decode::list_of_dialects()))
}

/// Returns the command with all texts wrapped, and the subcommands by task.
fn command(width: usize) -> Command {
    let command = with_lists().term_width(width);
    let names: Vec<String> =
        command.get_subcommands().map(|one| one.get_name().to_owned()).collect();
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{}Options: {OPTIONS}{{after-help}}",
        groups(&command, width)
    );
    let wrap = |command: Command| {
        let about = command.get_long_about().map(|about| wrapped(&about.to_string(), width));
        match about {
            Some(about) => command.long_about(about),
            None => command,
        }
    };
    names.into_iter().fold(wrap(command).help_template(template), |command, name| {
        command.mut_subcommand(name, |one| with_usage(wrap(one).term_width(width), width))
    })
}

/// Returns the subcommands that are not hidden.
pub fn visible(program: &Command) -> impl Iterator<Item = &Command> {
    program.get_subcommands().filter(|one| !one.is_hide_set())
}

/// Wraps the usage of a subcommand if it is too long, because clap does not wrap it.
fn with_usage(command: Command, width: usize) -> Command {
    const HEADING: &str = "Usage: ";
    // a clone, because rendering builds the command, and global options do not reach a command that is built
    let usage = command.clone().render_usage().to_string();
    let usage = format!("encycle {}", usage.trim_start_matches(HEADING));
    let line = width - HEADING.len();
    match usage.chars().count() > line {
        true => {
            let lines = filled(&usage, line, "");
            command.override_usage(lines.trim_end().replace('\n', &format!("\n{:7}", "")))
        }
        false => command,
    }
}

/// Lists the subcommands by task. A subcommand without a group is listed at the end.
fn groups(command: &Command, width: usize) -> String {
    let line = |one: &Command| {
        let about = one.get_about().map(ToString::to_string).unwrap_or_default();
        let about = filled(&about, width, &" ".repeat(15));
        format!("  {:<13}{}", one.get_name(), about.trim_start())
    };
    let mut text = String::new();
    for (title, names) in GROUPS {
        if title == ABOUT {
            text += &format!("{title}: {}\n", names.join(", "));
            continue;
        }
        let of_group = names.iter().filter_map(|name| command.find_subcommand(name));
        text += &format!("{title}:\n{}\n", of_group.map(line).collect::<String>());
    }
    let is_grouped = |name: &str| GROUPS.iter().any(|(_, names)| names.contains(&name));
    let rest = visible(command).filter(|one| !is_grouped(one.get_name()));
    let rest: String = rest.map(line).collect();
    if rest.is_empty() { text } else { text + &format!("Others:\n{rest}\n") }
}

/// Wraps a text: joins the lines of each paragraph, and moves the explanation of an example below it if the line
/// is too long.
fn wrapped(text: &str, width: usize) -> String {
    let mut out = String::new();
    let mut paragraph = String::new();
    for line in text.lines() {
        if line.is_empty() || line.starts_with(' ') {
            out += &filled(&paragraph, width, "");
            paragraph.clear();
        }
        if line.is_empty() {
            out.push('\n');
        } else if line.starts_with(' ') {
            out += &example(line, width);
        } else {
            paragraph = format!("{paragraph} {line}");
        }
    }
    out + &filled(&paragraph, width, "")
}

/// Wraps an indented line, `  command   explanation`. If the line is too long, the explanation moves to the next line.
fn example(line: &str, width: usize) -> String {
    if line.chars().count() <= width {
        return format!("{line}\n");
    }
    let indent = line.len() - line.trim_start().len();
    let (command, explanation) = match line.trim_start().split_once("  ") {
        Some((command, explanation)) => (command, explanation.trim_start()),
        // an explanation of the line above
        None if indent > 10 => ("", line.trim_start()),
        None => (line.trim_start(), ""),
    };
    let indent = if indent > 10 { 2 } else { indent };
    let command = filled(command, width, &" ".repeat(indent));
    command + &filled(explanation, width, &" ".repeat(indent + 4))
}

/// Fills lines of at most `width` characters with the words of a text, each line after `indent`. Returns an empty text
/// if there are no words.
fn filled(text: &str, width: usize, indent: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.is_empty() {
        return String::new();
    }
    let options = wrapping(width, indent).initial_indent(indent);
    textwrap::fill(&words.join(" "), options.wrap_algorithm(WrapAlgorithm::FirstFit)) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_command_exists_and_is_listed_once() {
        let command = cli::command();
        let mut listed: Vec<&str> =
            GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        assert!(listed.iter().all(|name| command.find_subcommand(name).is_some()), "{listed:?}");
        let count = listed.len();
        listed.sort_unstable();
        listed.dedup();
        assert_eq!(listed.len(), count);
    }

    /// A help text must fit on one screen to be read. Without this test, the help grew to 102 lines, and `solve -h` to
    /// 91.
    #[test]
    fn the_first_help_and_each_short_help_fit_60_lines() {
        let mut whole = command(USUAL_WIDTH);
        let first = whole.render_long_help().to_string();
        assert!(first.lines().count() <= 60, "{first}");
        let mut short = brief(command(USUAL_WIDTH));
        short.build();
        for one in short.get_subcommands_mut() {
            let help = one.render_help().to_string();
            assert!(
                help.lines().count() <= 60,
                "{}: {} lines",
                one.get_name(),
                help.lines().count()
            );
        }
    }

    #[test]
    fn a_short_help_has_the_first_sentence_and_a_short_default() {
        for (text, short) in [
            ("A map; later ones count. Repeatable", "A map"),
            ("Number of puzzles [default: 1]", "Number of puzzles [default: 1]"),
            ("Time. Each has its own [default: that of all puzzles]", "Time"),
            ("Seed", "Seed"),
            ("Method: `zdd`, a diagram", "Method"),
            (
                "Level: easy, medium or hard, solvable without guessing by techniques of this level",
                "Level: easy, medium or hard",
            ),
            ("Cuts (see `a; b`), or none. Both", "Cuts, or none"),
            (
                "Which of all the models with stray loops are repaired: some (`auto`), all, or none of them",
                "Which of all the models with stray loops are repaired",
            ),
        ] {
            assert_eq!(first_sentence(text), short);
        }
    }

    /// Words that are longer than the width are left as they are.
    #[test]
    fn help_fits_any_width_from_40_to_120() {
        for width in [40, 57, 80, 100, 120] {
            for one in command(width).get_subcommands_mut() {
                let help = one.render_long_help().to_string();
                for line in help.lines().filter(|line| line.chars().count() > width) {
                    let longest = line.split_whitespace().map(|word| word.chars().count()).max();
                    assert!(
                        longest.unwrap_or(0) + 14 > width,
                        "{width}: {}: {line}",
                        one.get_name()
                    );
                }
            }
        }
    }

    #[test]
    fn an_explanation_moves_below_its_example() {
        let text = "One\ntwo.\n\nExamples:\n  encycle solve a.txt     solves a puzzle\n";
        assert_eq!(
            wrapped(text, 50),
            "One two.\n\nExamples:\n  encycle solve a.txt     solves a puzzle\n"
        );
        assert_eq!(
            wrapped(text, 40),
            "One two.\n\nExamples:\n  encycle solve a.txt\n      solves a puzzle\n"
        );
    }
}
