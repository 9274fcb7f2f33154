//! `encycle help`: the help of a command, or a reference page.

use std::ffi::OsStr;
use std::process::ExitCode;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Args, Command};

use super::lookup;
use super::page::{self, PageSection};
use super::topics::{self, TOPICS, Topic};
use crate::cli;
use crate::cli::arguments::kind_file::KindFileArgument;
use crate::cli::commands::about::subcommands::visible;
use crate::cli::commands::encoding::encode::encodings_of_kind;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::print;
use encycle::encodings::suggest::question;
use encycle::puzzle::PuzzleKind;

/// Print the help of a command, a reference page, or what the pages say about a name.
///
/// The name is that of a command, a topic, a kind of puzzle, an encoding, a solver, an option or a format.
///
/// Examples:
///   encycle help                                  all commands
///   encycle help solve                            the help of `encycle solve`
///   encycle help formats                          a reference page
///   encycle help json solve                       the section about `solve` of a page
///   encycle help encodings masyu                  the encodings of a kind
///   encycle help encodings --kind-file mine.kind  those of a kind of your own
///   encycle help masyu                            the rules of a kind, an example, and its encodings
///   encycle help edge+order                       an encoding, a solver, an option or a format
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = after_help())]
pub struct Arguments {
    /// A command, a topic or a name
    #[arg(value_name = "COMMAND|TOPIC", value_parser = NameParser, hide_possible_values = true)]
    name: Option<String>,
    /// Words in the heading of a section of the topic: print only that section
    section: Vec<String>,
    #[command(flatten)]
    file: KindFileArgument,
}

/// A parser that accepts any text. It names the commands and topics, so that shells can complete them.
#[derive(Clone, Debug)]
struct NameParser;

impl TypedValueParser for NameParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let topics = TOPICS.iter().map(|topic| PossibleValue::new(topic.name).help(topic.about));
        let commands = command_names().into_iter().map(PossibleValue::new);
        Some(Box::new(topics.chain(commands)))
    }
}

/// Returns the text below the help of the program.
pub fn mention() -> String {
    let names: Vec<&str> = TOPICS.iter().map(|topic| topic.name).collect();
    format!("Reference pages: `encycle help TOPIC` with {}", names.join(", "))
}

fn after_help() -> String {
    format!("Topics:\n{}", topics::list())
}

fn command_names() -> Vec<String> {
    let program = cli::command();
    visible(&program).map(|command| command.get_name().to_owned()).collect()
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let Some(name) = &arguments.name else {
        return print_help(&[]);
    };
    let is_command = command_names().contains(name);
    let topic = topics::find(name);
    match (is_command, topic) {
        (false, None) => {
            let found = lookup::text_about(name).ok_or_else(|| unknown(name))?;
            print(&page::render(&found, page::width()))?;
            return Ok(Exit::Positive.code());
        }
        (true, None) if !arguments.section.is_empty() => {
            let message = format!("a command has no sections: `{}`", arguments.section.join(" "));
            return Err(CliError::Usage(message));
        }
        _ => {}
    }
    if is_command && arguments.section.is_empty() {
        print_help(&[name])?;
    }
    if let Some(topic) = topic {
        if is_command && arguments.section.is_empty() {
            print("\n")?;
        }
        print(&text(topic, &arguments.section, arguments.file.kind())?)?;
    }
    Ok(Exit::Positive.code())
}

/// Prints the help of the program, or of a command, as `--help` does.
fn print_help(command: &[&String]) -> Result<ExitCode, CliError> {
    let words = ["encycle"].into_iter().chain(command.iter().map(|name| name.as_str()));
    match crate::cli::commands::about::subcommands::command_for_output()
        .try_get_matches_from(words.chain(["--help"]))
    {
        Err(help) if help.kind() == ErrorKind::DisplayHelp => {
            help.print().map_err(CliError::io("standard output"))?;
            Ok(Exit::Positive.code())
        }
        Err(error) => Err(CliError::Usage(error.to_string())),
        Ok(_) => Ok(Exit::Positive.code()),
    }
}

/// Returns the kind whose encodings are the section: that of the words, or without words that of `--kind-file`.
fn kind_of(words: &[String], own: Option<PuzzleKind>) -> Option<PuzzleKind> {
    match words {
        [] => own,
        [word] => word.parse().ok(),
        _ => None,
    }
}

/// Returns the page of a topic for the terminal, or one section of it.
fn text(topic: &Topic, words: &[String], own: Option<PuzzleKind>) -> Result<String, CliError> {
    let width = page::width();
    let is_encodings = topic.name == "encodings";
    if let Some(kind) = kind_of(words, own).filter(|_| is_encodings) {
        return Ok(page::render(&encodings_of_kind(kind), width));
    }
    let sections = page::sections(topic.text);
    if words.is_empty() && !topic.is_long {
        return Ok(page::render(topic.text, width));
    }
    if words.is_empty() {
        let first = sections.first().map_or("", |section| section.text);
        let list: String = headings(&sections).map(|heading| format!("  {heading}\n")).collect();
        let head = page::render(first, width);
        return Ok(format!("{head}\nSections (`encycle help {} WORD`):\n{list}", topic.name));
    }
    let is_wanted = |section: &&PageSection<'_>| {
        let heading = section.heading.to_lowercase();
        let has =
            |word: &String| heading.split(is_separator).any(|part| part == word.to_lowercase());
        words.iter().all(has)
    };
    let found: String =
        sections.iter().skip(1).filter(is_wanted).map(|section| section.text).collect();
    if found.is_empty() {
        let headings: Vec<&str> = headings(&sections).collect();
        let kinds = match is_encodings {
            true => ", and each kind has one; name the file of your own kind with --kind-file",
            false => "",
        };
        let message = format!(
            "no section of `{}` has this heading: `{}`\nhelp: the sections are: {}{kinds}",
            topic.name,
            words.join(" "),
            headings.join("; ")
        );
        return Err(CliError::Usage(message));
    }
    Ok(page::render(&found, width))
}

fn is_separator(character: char) -> bool {
    !character.is_alphanumeric() && character != '-'
}

fn headings<'a>(sections: &'a [PageSection<'a>]) -> impl Iterator<Item = &'a str> {
    sections.iter().skip(1).map(|section| section.heading)
}

fn unknown(name: &str) -> CliError {
    let commands = command_names();
    let topics = TOPICS.iter().map(|topic| topic.name);
    let all = topics.clone().chain(commands.iter().map(String::as_str));
    let suggestion = question(name, all);
    let topics: Vec<&str> = topics.collect();
    CliError::Usage(format!(
        "unknown command or topic: `{name}`\nhelp: {suggestion}topics: {}; `encycle help` lists the commands",
        topics.join(", ")
    ))
}
