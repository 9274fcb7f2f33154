//! `encycle man`: manual pages.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use crate::cli::commands::about::subcommands::{visible, with_lists};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{print, write_to};
use crate::cli::outputs::{self, Output};
use encycle::encodings::suggest::question;

/// Print a manual page, or write the pages of all commands into a folder.
///
/// The pages have the text of `--help`. With --out, PATH/encycle.1 is the page of the program and
/// PATH/encycle-COMMAND.1 that of a command; --force replaces existing pages. `man` finds them in
/// ~/.local/share/man/man1 if ~/.local/bin is on the path, and in every folder of MANPATH.
///
/// Examples:
///   encycle man | man -l -                        read the page of the program
///   encycle man solve | man -l -                  the page of a command
///   encycle man --out ~/.local/share/man/man1     install all pages; then: man encycle-solve
///
/// Exit codes: 0 success; 2 there is no such command, or a page cannot be written.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Command [default: the program]
    #[arg(conflicts_with = "out")]
    command: Option<String>,
    /// Write the pages of the program and of all commands into this folder; create it if it does not exist
    #[arg(short, long, value_name = "PATH")]
    out: Option<PathBuf>,
}

/// The paragraphs of the help that become sections of the manual page: the text at the start of such a paragraph, and
/// the heading of the section.
const SECTIONS: [(&str, &str); 2] = [("Examples:", "EXAMPLES"), ("Exit codes:", "EXIT STATUS")];

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let mut program = with_lists();
    // gives the subcommands their full names
    program.build();
    if let Some(folder) = &arguments.out {
        fs::create_dir_all(folder).map_err(CliError::io(folder.display().to_string()))?;
        let commands = [&program].into_iter().chain(visible(&program));
        let pages: Vec<(PathBuf, &Command)> = commands
            .map(|command| (folder.join(Man::new(command.clone()).get_filename()), command))
            .collect();
        outputs::check(&[], pages.iter().map(|(path, _)| Output::any(path)))?;
        for (path, command) in pages {
            write_to(Some(&path), |out| out.write_all(&page(command)?))?;
        }
        return Ok(Exit::Positive.code());
    }
    let command = match &arguments.command {
        Some(name) => program.find_subcommand(name).ok_or_else(|| unknown(&program, name))?,
        None => &program,
    };
    let text = page(command).map_err(CliError::io("the manual page"))?;
    print(&String::from_utf8_lossy(&text))?;
    Ok(Exit::Positive.code())
}

fn unknown(program: &Command, name: &str) -> CliError {
    let suggestion = question(name, visible(program).map(Command::get_name));
    let help = format!("{suggestion}`encycle help` lists the commands");
    CliError::Usage(format!("unknown command: `{name}`\nhelp: {help}"))
}

/// Returns the manual page of a command.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let version = format!("encycle {}", env!("CARGO_PKG_VERSION"));
    let man = Man::new(command.clone()).source(version).manual("Encycle Manual");
    let mut out = Vec::new();
    man.render_title(&mut out)?;
    man.render_name_section(&mut out)?;
    man.render_synopsis_section(&mut out)?;

    let help = command.get_long_about().or(command.get_about());
    let help = help.map(ToString::to_string).unwrap_or_default();
    let section_of =
        |paragraph: &str| SECTIONS.iter().find(|(start, _)| paragraph.starts_with(start));
    let (sections, description): (Vec<&str>, Vec<&str>) =
        help.split("\n\n").partition(|paragraph| section_of(paragraph).is_some());
    write_section(&mut out, "DESCRIPTION", &description)?;
    man.render_options_section(&mut out)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut out)?;
    }
    for (start, heading) in SECTIONS {
        let found = sections.iter().filter_map(|paragraph| paragraph.strip_prefix(start));
        let found: Vec<&str> = found.map(|text| text.trim_start_matches([' ', '\n'])).collect();
        if !found.is_empty() {
            write_section(&mut out, heading, &found)?;
        }
    }
    if let Some(notes) = command.get_after_long_help().or(command.get_after_help()) {
        let notes = notes.to_string();
        write_section(&mut out, "NOTES", &notes.split("\n\n").collect::<Vec<_>>())?;
    }
    let see = "encycle(1), `encycle help` for the reference pages";
    write_section(&mut out, "SEE ALSO", &[see])?;
    Ok(out)
}

/// Writes a section. A paragraph keeps its line breaks if it contains an indented line, such as a list of examples;
/// other paragraphs are filled.
fn write_section(out: &mut Vec<u8>, heading: &str, paragraphs: &[&str]) -> io::Result<()> {
    let mut roff = Roff::default();
    roff.control("SH", [heading]);
    for (number, paragraph) in paragraphs.iter().enumerate() {
        if number > 0 {
            roff.control("PP", []);
        }
        let is_filled =
            heading != "EXAMPLES" && !paragraph.contains("\n  ") && !paragraph.starts_with("  ");
        if !is_filled {
            roff.control("nf", []);
        }
        for line in paragraph.lines() {
            roff.text([roman(line)]);
        }
        if !is_filled {
            roff.control("fi", []);
        }
    }
    roff.to_writer(out)
}
