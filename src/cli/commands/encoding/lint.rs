//! `encycle lint`: check DIMACS CNF, CPLEX LP, MPS and OPB files for errors and portability problems.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use crate::cli::commands::making::competition::lint_bundle;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{eprint_line, print_json, write_to};
use encycle::competition::RULES;
use encycle::encodings::text::counted;
use encycle::files::{compression, folder_files};
use encycle::lint::{FileFormat, Finding, LintReport, MAX_FINDINGS_PER_RULE, Severity};
use encycle::report::{FailedFile, LintedFile};

/// Check DIMACS CNF, CPLEX LP, MPS and OPB files, and print each problem with its line.
///
/// An error is what one of the readers of the format stops at, or reads differently from another one:
/// `encycle lint --list-rules` names them. Commands of Encycle reject a file with an error, unless its
/// meaning is clear. A warning is what competitions forbid, or a rare pitfall. Compressed data (gzip, xz, bzip2, Zstandard) are recognized by
/// their first bytes; `-` is standard input. The format is taken from the file extension (.cnf, .dimacs,
/// .lp, .mps, .opb), otherwise from the content. Similar formats (WCNF, iCNF, QDIMACS, GNF, the LP format
/// of lp_solve, WBO) and UTF-16 are named.
///
/// Examples:
///   encycle lint formula.cnf
///   encycle lint *.cnf.xz model.lp
///   encycle lint formulas/                        the files in a folder whose extensions are known
///   my-generator 7 | encycle lint - --format cnf
///   encycle lint formula.cnf --json
///   encycle lint --bundle bundle                  a bundle of `encycle competition`
///   encycle lint --list-rules                     all rules, with their sources
///
/// Exit codes: 0 clean, or warnings only; 1 errors found; 2 a file cannot be read, or its format is
/// unknown.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// DIMACS CNF, CPLEX LP, MPS or OPB files, folders of them, or `-` for standard input
    #[arg(required_unless_present_any = ["list_rules", "bundle"], value_name = "FILE")]
    files: Vec<PathBuf>,
    /// File format: cnf, lp, mps or opb [default: from the file extension, else from the content]
    #[arg(long, value_name = "FORMAT")]
    format: Option<FileFormat>,
    /// Print one JSON object per file (`encycle help json`)
    #[arg(short, long)]
    json: bool,
    /// List all rules
    #[arg(long)]
    list_rules: bool,
    /// Check a bundle of `encycle competition` against the rules of the competition; its commands make every
    /// instance again
    #[arg(long, value_name = "DIR", conflicts_with_all = ["files", "format", "json"])]
    bundle: Option<PathBuf>,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    if arguments.list_rules {
        write_to(None, |out| write_rules(out, arguments.format))?;
        return Ok(Exit::Positive.code());
    }
    if let Some(folder) = &arguments.bundle {
        return Ok(lint_bundle(folder)?.code());
    }
    let mut exit = Exit::Positive;
    for path in &arguments.paths()? {
        let name = path.display().to_string();
        let result = check(path, arguments.format);
        exit = exit.worse(match &result {
            Err(message) => {
                eprint_line!("error: {name}: {message}");
                Exit::BadInput
            }
            Ok(report) if report.total(Severity::Error) > 0 => Exit::Negative,
            Ok(_) => Exit::Positive,
        });
        match &result {
            Ok(report) if arguments.json => print_json(&LintedFile::new(&name, report))?,
            Ok(report) => write_to(None, |out| write_report(out, &name, report))?,
            Err(error) if arguments.json => print_json(&FailedFile::new(&name, error))?,
            Err(_) => {}
        }
    }
    Ok(exit.code())
}

impl Arguments {
    /// Returns the files to check. A folder stands for the files in it and in its folders whose names have an extension of a
    /// format.
    fn paths(&self) -> Result<Vec<PathBuf>, CliError> {
        let mut paths = Vec::new();
        for path in &self.files {
            if !path.is_dir() {
                paths.push(path.clone());
                continue;
            }
            let error = |error| CliError::Io { what: path.display().to_string(), error };
            let before = paths.len();
            let files = folder_files(path).map_err(error)?.into_iter();
            paths.extend(files.filter(|file| FileFormat::of_name(file).is_some()));
            if paths.len() == before {
                return Err(CliError::Usage(format!(
                    "{}: no file with the name of a formula\nhelp: name the files, or give them one of the \
                     extensions .cnf, .dimacs, .lp, .mps and .opb",
                    path.display()
                )));
            }
        }
        Ok(paths)
    }
}

fn check(path: &Path, format: Option<FileFormat>) -> Result<LintReport, String> {
    let text = |error: io::Error| error.to_string();
    let mut input = compression::open_source(path).map_err(text)?;
    let named = || FileFormat::of_name(path).filter(|_| path != Path::new("-"));
    let format = match format.or_else(named) {
        Some(format) => format,
        None => FileFormat::of_content(input.fill_buf().map_err(text)?).ok_or(
            "neither the name nor the content is that of DIMACS CNF, CPLEX LP, MPS or OPB\nhelp: select the \
             format with --format cnf, lp, mps or opb",
        )?,
    };
    encycle::lint::check(format, input).map_err(text)
}

fn write_report(out: &mut dyn Write, name: &str, report: &LintReport) -> io::Result<()> {
    for finding in report.findings() {
        let Finding { line, rule, message, .. } = finding;
        writeln!(out, "{name}:{line}: {} [{}] {message}", rule.severity, rule.name)?;
    }
    for (rule, count) in report.counts() {
        let more = count.saturating_sub(MAX_FINDINGS_PER_RULE as u64);
        if more > 0 {
            writeln!(out, "{name}: ... and {more} more [{}]", rule.name)?;
        }
    }
    let totals: Vec<String> = [Severity::Error, Severity::Warning]
        .into_iter()
        .filter(|&severity| report.total(severity) > 0)
        .map(|severity| counted(report.total(severity), &severity.to_string()))
        .collect();
    if !totals.is_empty() {
        return writeln!(out, "{name}: {}", totals.join(", "));
    }
    let (variable, clause) = match report.format {
        FileFormat::Cnf => ("variable", "clause"),
        FileFormat::Lp | FileFormat::Mps => ("column", "row"),
        FileFormat::Opb => ("variable", "constraint"),
    };
    let variables = counted(report.size.variables, variable);
    let clauses = counted(report.size.clauses, clause);
    writeln!(out, "{name}: clean ({}, {variables}, {clauses})", report.format)
}

fn write_rules(out: &mut dyn Write, format: Option<FileFormat>) -> io::Result<()> {
    let wanted =
        FileFormat::ALL.into_iter().filter(|known| format.is_none_or(|only| only == *known));
    for rule in wanted.flat_map(FileFormat::rules) {
        writeln!(out, "{} ({})", rule.name, rule.severity)?;
        writeln!(out, "    {}", rule.about)?;
        writeln!(out, "    Source: {}", rule.source)?;
    }
    for rule in RULES.iter().filter(|_| format.is_none()) {
        writeln!(out, "{} ({})", rule.name, rule.severity)?;
        writeln!(out, "    {}\n    Source: {}", rule.about, rule.source)?;
    }
    Ok(())
}
