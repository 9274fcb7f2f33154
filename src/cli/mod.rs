//! The command-line interface. Each subcommand is a module that checks the arguments, calls the library and
//! prints the result.

mod arguments;
mod commands;
mod exit;
mod in_order;
mod option_names;
mod output;
mod outputs;
mod progress;
mod terminal;
mod views;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Args, Command, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use arguments::kind_file;
use commands::about::{self, completions, kinds, man, schema};
use commands::bench;
use commands::encoding::{convert, encode, explain, lint, sizes, strength, unsat_core};
use commands::making::{competition, generate, instances, repair, sheet, thin};
use commands::proving::{certify, verify};
use commands::serve::{self, page_job};
use commands::solving::{check, count, decode, enumerate, grade, sat, solve, solvers};
use encycle::formats::STDIN;
use encycle::solvers::process::cleanup;
use exit::CliError;
use output::eprint_line;
use progress::CommandProgress;

/// Solve grid puzzles with SAT and MIP solvers, and study their encodings.
///
/// Encycle reads a puzzle (a file, `-` for standard input, or a puzz.link URL), encodes its rules as
/// CNF clauses or linear rows, runs a solver, and checks the solution itself. No installed solver is
/// needed: one is built in.
///
/// Examples:
///   encycle solve examples/slitherlink/heron.txt --unique
///   encycle generate slitherlink 10x10
///   encycle encode puzzle.txt -o puzzle.cnf --map puzzle.map
#[derive(Debug, Parser)]
#[command(name = "encycle", version, max_term_width = 120, verbatim_doc_comment)]
#[command(disable_help_subcommand = true, after_help = about::help::mention())]
// in the help of a subcommand, the global options come after the first thirty of its own options
#[command(next_display_order = 30)]
struct Cli {
    #[command(flatten)]
    display: DisplayArguments,
}

/// What is shown besides the results.
#[derive(Debug, Args)]
struct DisplayArguments {
    /// Print the progress as lines on standard error [default: one line that is rewritten, on a terminal]
    #[arg(long, global = true, help_heading = "Display")]
    progress: bool,
    /// Show no progress
    #[arg(short, long, global = true, conflicts_with = "progress", help_heading = "Display")]
    quiet: bool,
    #[command(flatten)]
    color: colorchoice_clap::Color,
    /// Replace existing files, and write into folders that are not empty
    #[arg(short, long, global = true)]
    force: bool,
}

/// Makes the enum of the subcommands from a table: variant, name, arguments, and the function that runs it.
macro_rules! subcommands {
    ($($variant:ident $name:literal $arguments:ty => $run:path,)*) => {
        #[derive(Debug, Subcommand)]
        enum Subcommands {
            $(#[command(name = $name)] $variant($arguments),)*
        }

        impl Subcommands {
            /// Runs the subcommand.
            fn run(&self) -> Result<ExitCode, CliError> {
                match self {
                    $(Self::$variant(arguments) => $run(arguments),)*
                }
            }

            /// Returns the name of the subcommand.
            fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant(_) => $name,)*
                }
            }

            /// Returns the description of the subcommand with this name.
            fn one(name: &str) -> Option<Command> {
                match name {
                    $($name => Some(with_state(<$arguments>::augment_args(Command::new($name)))),)*
                    _ => None,
                }
            }
        }
    };
}

subcommands! {
    Solve "solve" solve::Arguments => solve::run,
    Enumerate "enumerate" enumerate::Arguments => enumerate::run,
    Encode "encode" encode::Arguments => encode::run,
    Decode "decode" decode::Arguments => decode::run,
    Sizes "sizes" sizes::Arguments => sizes::run,
    Strength "strength" strength::Arguments => strength::run,
    Core "core" unsat_core::Arguments => unsat_core::run,
    Explain "explain" explain::Arguments => explain::run,
    Grade "grade" grade::Arguments => grade::run,
    Count "count" count::Arguments => count::run,
    Instances "instances" instances::Arguments => instances::run,
    Generate "generate" generate::Arguments => generate::run,
    Thin "thin" thin::Arguments => thin::run,
    Repair "repair" repair::Arguments => repair::run,
    Sheet "sheet" sheet::Arguments => sheet::run,
    Check "check" check::Arguments => check::run,
    Convert "convert" convert::Arguments => convert::run,
    Certify "certify" certify::Arguments => certify::run,
    Verify "verify" verify::Arguments => verify::run,
    Kinds "kinds" kinds::Arguments => kinds::run,
    Solvers "solvers" solvers::Arguments => solvers::run,
    Serve "serve" serve::Arguments => serve::run,
    Sat "sat" sat::Arguments => sat::run,
    Lint "lint" lint::Arguments => lint::run,
    Competition "competition" competition::Arguments => competition::run,
    Bench "bench" bench::Arguments => bench::run,
    Help "help" about::help::Arguments => about::help::run,
    Schema "schema" schema::Arguments => schema::run,
    Completions "completions" completions::Arguments => completions::run,
    Man "man" man::Arguments => man::run,
    PageJob "page-job" page_job::Arguments => page_job::run,
}

impl Subcommands {
    /// Returns whether the subcommand computes something, so that its progress is shown.
    fn computes(&self) -> bool {
        use Subcommands::{Completions, Help, Man, PageJob, Schema, Serve};
        !matches!(self, Serve(_) | PageJob(_) | Help(_) | Schema(_) | Completions(_) | Man(_))
    }
}

/// Returns the description of the command line.
fn command() -> Command {
    Subcommands::augment_subcommands(base())
        .mut_subcommands(with_state)
        .mut_subcommand("page-job", |page_job| page_job.hide(true))
}

/// Gives the option `--encoding` of a subcommand the alias `--state`: the encoding of a formula of the user's own is the form
/// that states its rules.
fn with_state(subcommand: Command) -> Command {
    subcommand.mut_args(|option| {
        let is_encoding = option.get_long() == Some("encoding");
        if is_encoding { option.visible_alias("state") } else { option }
    })
}

/// Returns the description of the command line without subcommands.
fn base() -> Command {
    Cli::command().subcommand_required(true).arg_required_else_help(true)
}

/// Parses a command line.
///
/// # Errors
/// The command line is invalid or requests help.
fn parse(words: &[OsString]) -> Result<(Cli, Subcommands), clap::Error> {
    // describing all subcommands takes longer than solving a small puzzle, so only the requested one is described
    let only = words.get(1).and_then(|word| Subcommands::one(word.to_str()?));
    let command = match only {
        Some(only) => base().subcommand(only),
        None if matches!(words, [_, word] if word == "--version" || word == "-V") => base(),
        None => command(),
    };
    let mut matches = command.try_get_matches_from(words)?;
    let cli = Cli::from_arg_matches_mut(&mut matches)?;
    Ok((cli, Subcommands::from_arg_matches_mut(&mut matches)?))
}

/// Parses the arguments of this process, runs the subcommand and returns the exit code.
#[must_use]
pub fn main() -> ExitCode {
    // `-#2` is not an option, but the second puzzle of standard input
    let arguments = std::env::args_os().map(|word| match word.to_str() {
        Some(text) if text.starts_with("-#") => text.replacen('-', STDIN, 1).into(),
        _ => word,
    });
    let arguments: Vec<OsString> = arguments.collect();
    // names of kinds are arguments, so the kinds of files are known before the arguments are parsed
    if let Err(error) = kind_file::register(&arguments) {
        eprint_line!("error: {error}");
        return error.exit().code();
    }
    let (cli, subcommand) = match parse(&arguments) {
        Ok(parsed) => parsed,
        Err(error) => return about::subcommands::report(error),
    };
    cli.display.color.write_global();
    outputs::set_force(cli.display.force);
    progress::set_up(cli.display.progress, cli.display.quiet);
    if let Err(error) = cleanup::install_handler(end_after_signal) {
        eprint_line!("warning: Ctrl-C will not remove processes and temporary files: {error}");
    }
    let shown = subcommand.computes().then(|| CommandProgress::start(subcommand.name()));
    let ended = subcommand.run();
    drop(shown);
    outputs::remove_empty_folders();
    match ended {
        Ok(code) => code,
        Err(error) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            eprint_line!("error: {error}");
            error.exit().code()
        }
    }
}

/// Removes the output folders that are still empty, and prints which results are kept.
fn end_after_signal() {
    outputs::remove_empty_folders();
    progress::farewell();
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::command;

    /// Commands that compare take a list where the others take one value.
    const COMPARING: [&str; 4] = ["bench", "sizes", "strength", "competition"];

    /// `bench --replay` records the ledgers from which `solve --replay LEDGER` starts.
    /// `encode --show` is a flag.
    const EXCEPTIONS: [(&str, &str); 3] =
        [("bench", "replay"), ("kinds", "show"), ("decode", "cuts")];

    /// Returns whether an option takes values, and the names and the number of these values.
    fn kind(command: &str, option: &clap::Arg) -> (bool, String) {
        let names = option.get_value_names().unwrap_or_default();
        let name = names.iter().map(|name| name.to_string()).collect::<Vec<_>>().join(" ");
        let name = match COMPARING.contains(&command) {
            true => name.trim_end_matches(",...").to_owned(),
            false => name,
        };
        let takes = option.get_action().takes_values();
        let count = option.get_num_args().filter(|_| takes).map(|count| count.to_string());
        (takes, format!("{name} {}", count.unwrap_or_default()))
    }

    /// `bench --solver` had no `-s`.
    #[test]
    fn one_long_option_has_one_short_option_in_all_commands() {
        let mut program = command();
        program.build();
        let mut known: BTreeMap<String, (Option<char>, String)> = BTreeMap::new();
        let mut wrong = Vec::new();
        for command in program.get_subcommands() {
            for option in command.get_arguments() {
                let Some(long) = option.get_long() else { continue };
                let own = (option.get_short(), command.get_name().to_owned());
                let first = known.entry(long.to_owned()).or_insert_with(|| own.clone());
                if first.0 != own.0 {
                    wrong.push(format!("--{long}: {first:?}, {own:?}"));
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    /// Only `encode` and `explain` had the alias.
    #[test]
    fn every_encoding_is_also_named_by_state() {
        let mut program = command();
        program.build();
        let mut count = 0;
        for command in program.get_subcommands() {
            let mut options = command.get_arguments();
            let option = options.find(|option| option.get_long() == Some("encoding"));
            let Some(option) = option else { continue };
            assert_eq!(option.get_visible_aliases(), Some(vec!["state"]), "{}", command.get_name());
            count += 1;
        }
        assert!(count > 8, "{count}");
    }

    #[test]
    fn one_long_option_has_one_kind_of_value_in_all_commands() {
        let mut program = command();
        program.build();
        let mut known: BTreeMap<String, ((bool, String), String)> = BTreeMap::new();
        let mut wrong = Vec::new();
        for command in program.get_subcommands() {
            for option in command.get_arguments() {
                let Some(long) = option.get_long() else { continue };
                if EXCEPTIONS.contains(&(command.get_name(), long)) {
                    continue;
                }
                let own = (kind(command.get_name(), option), command.get_name().to_owned());
                let first = known.entry(long.to_owned()).or_insert_with(|| own.clone());
                if first.0 != own.0 {
                    wrong.push(format!("--{long}: {first:?}, {own:?}"));
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}
