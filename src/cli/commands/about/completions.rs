//! `encycle completions`: completion scripts for shells.

use std::process::ExitCode;

use clap::{Args, Command};
use clap_complete::Shell;

use crate::cli;
use crate::cli::commands::about::subcommands::visible;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::write_to;

/// Print a script that completes commands, options and their values in a shell.
///
/// Install it once, then open a new shell:
///   bash        encycle completions bash > ~/.local/share/bash-completion/completions/encycle
///   zsh         encycle completions zsh > ~/.zfunc/_encycle
///               with `fpath+=~/.zfunc` before `compinit` in ~/.zshrc
///   fish        encycle completions fish > ~/.config/fish/completions/encycle.fish
///   powershell  encycle completions powershell >> $PROFILE
///   elvish      encycle completions elvish >> ~/.config/elvish/rc.elv
///
/// Create the folder first if it does not exist.
///
/// Examples:
///   encycle completions bash
///   source <(encycle completions bash)            for this shell only
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Shell
    shell: Shell,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut visible_program(), "encycle", &mut script);
    write_to(None, |out| out.write_all(&script))?;
    Ok(Exit::Positive.code())
}

/// Returns the program without hidden commands, which `clap_complete` would list.
fn visible_program() -> Command {
    let program = cli::command();
    let about = program.get_about().cloned().unwrap_or_default();
    Command::new("encycle")
        .about(about)
        .version(env!("CARGO_PKG_VERSION"))
        .disable_help_subcommand(true)
        .args(program.get_arguments())
        .subcommands(visible(&program))
}
