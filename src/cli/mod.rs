//! The command-line interface. Each subcommand is a module that checks the arguments, calls the library and
//! prints the result.

mod arguments;
mod commands;
mod exit;
mod help;
mod in_order;
mod output;
mod outputs;
mod progress;
mod terminal;
mod views;

use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use commands::about::{self, completions, man, schema};
use commands::bench;
use commands::encoding::{convert, encode, explain, lint, render, sizes};
use commands::making::{generate, instances, repair, thin};
use commands::proving::{certify, verify};
use commands::serve::{self, page_job};
use commands::solving::{
    check, count, decode, enumerate, grade, presolve, replay, sat, solve, solvers,
};
use encycle::formats::STDIN;
use encycle::solvers::process::cleanup;
use exit::CliError;
use output::eprint_line;

/// Solve grid puzzles with SAT and MIP solvers, and study their encodings.
///
/// Encycle reads a puzzle (a file, `-` for standard input, or a puzz.link URL), encodes its rules as
/// CNF clauses or linear rows, runs a solver, and checks the solution itself. If the solution has stray
/// loops, Encycle adds cuts and runs the solver again. No installed solver is needed: one is built in.
///
/// Examples:
///   encycle solve examples/slitherlink/heron.txt
///   encycle solve 'https://puzz.link/p?slither/5/5/...' --unique
///   encycle solve puzzle.txt --solver cadical
///   encycle enumerate puzzle.txt --limit 10
///   encycle generate slitherlink 10x10
///   encycle encode puzzle.txt -o puzzle.cnf --map puzzle.map
///   encycle decode puzzle.txt solver-output.txt --map puzzle.map
///   encycle solvers --probe
///
/// Exit codes: 0 every puzzle has the requested positive verdict; 1 a definite negative verdict (no
/// solution, not unique, rule broken); 2 bad usage or bad input; 3 unknown, because a limit was
/// reached; 4 a solver failed or its result was wrong. With several puzzles, the most severe code is
/// returned: 4, then 2, 3, 1.
#[derive(Debug, Parser)]
#[command(name = "encycle", version, max_term_width = 120, verbatim_doc_comment)]
#[command(disable_help_subcommand = true, after_help = about::help::mention())]
struct Cli {
    #[command(subcommand)]
    command: Command,
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

#[derive(Debug, Subcommand)]
enum Command {
    Solve(solve::Arguments),
    Enumerate(enumerate::Arguments),
    Encode(encode::Arguments),
    Decode(decode::Arguments),
    Sizes(sizes::Arguments),
    Explain(explain::Arguments),
    Presolve(presolve::Arguments),
    Grade(grade::Arguments),
    Count(count::Arguments),
    Instances(instances::Arguments),
    Generate(generate::Arguments),
    Thin(thin::Arguments),
    Repair(repair::Arguments),
    Check(check::Arguments),
    Convert(convert::Arguments),
    Render(render::Arguments),
    Certify(certify::Arguments),
    Verify(verify::Arguments),
    Solvers(solvers::Arguments),
    Serve(serve::Arguments),
    Sat(sat::Arguments),
    Lint(lint::Arguments),
    Bench(bench::Arguments),
    Replay(replay::Arguments),
    Report(bench::ReportArguments),
    Help(about::help::Arguments),
    Schema(schema::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
    #[command(hide = true)]
    PageJob(page_job::Arguments),
}

/// Parses the arguments of this process, runs the subcommand and returns the exit code.
#[must_use]
pub fn main() -> ExitCode {
    // `-#2` is no option
    let arguments = std::env::args_os().map(|word| match word.to_str() {
        Some(text) if text.starts_with("-#") => text.replacen('-', STDIN, 1).into(),
        _ => word,
    });
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => return help::report(error),
    };
    cli.display.color.write_global();
    outputs::set_force(cli.display.force);
    progress::set_up(cli.display.progress, cli.display.quiet);
    if let Err(error) = cleanup::install_handler(progress::farewell) {
        eprint_line!("warning: Ctrl-C will not remove processes and temporary files: {error}");
    }
    let result = match cli.command {
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Enumerate(arguments) => enumerate::run(&arguments),
        Command::Encode(arguments) => encode::run(&arguments),
        Command::Decode(arguments) => decode::run(&arguments),
        Command::Sizes(arguments) => sizes::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Presolve(arguments) => presolve::run(&arguments),
        Command::Grade(arguments) => grade::run(&arguments),
        Command::Count(arguments) => count::run(&arguments),
        Command::Instances(arguments) => instances::run(&arguments),
        Command::Generate(arguments) => generate::run(&arguments),
        Command::Thin(arguments) => thin::run(&arguments),
        Command::Repair(arguments) => repair::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Convert(arguments) => convert::run(&arguments),
        Command::Render(arguments) => render::run(&arguments),
        Command::Certify(arguments) => certify::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Solvers(arguments) => solvers::run(&arguments),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Sat(arguments) => sat::run(&arguments),
        Command::Lint(arguments) => lint::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Report(arguments) => bench::run_report(&arguments),
        Command::Help(arguments) => about::help::run(&arguments),
        Command::Schema(arguments) => schema::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments),
        Command::Man(arguments) => man::run(&arguments),
        Command::PageJob(arguments) => page_job::run(&arguments),
    };
    match result {
        Ok(code) => code,
        // the reader of standard output closed the pipe, for example `head`
        Err(CliError::Io { error, .. }) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprint_line!("error: {error}");
            error.exit().code()
        }
    }
}
