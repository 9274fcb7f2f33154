//! `encycle sat`: run the built-in SAT solver with the interface of the SAT competitions.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use encycle::encodings::logic::{Constraint, Lit};
use encycle::encodings::text::counted;

use crate::cli::exit::CliError;
use crate::cli::output::write_to;
use encycle::files::compression;
use encycle::formats::dimacs;
use encycle::solvers::{BatSat, Limits, SolverStatus};

/// Solve a DIMACS CNF file with the built-in solver, as in the SAT competitions.
///
/// Prints `s SATISFIABLE` and the model in `v` lines, `s UNSATISFIABLE`, or `s UNKNOWN`.
/// A compressed file is decompressed; `-` is standard input. A formula in which `encycle lint` finds an
/// error is bad input, unless only lines and tabs are unusual.
///
/// Examples:
///   encycle sat formula.cnf
///   encycle solve puzzle.txt --solver encycle     runs this command as an external solver
///
/// Exit codes: 10 satisfiable; 20 unsatisfiable; 0 unknown; 2 bad input.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// DIMACS CNF file, or `-` for standard input
    formula: PathBuf,
    /// Wall-clock limit, in seconds
    #[arg(short, long, value_name = "S", value_parser = clap::value_parser!(u64).range(1..))]
    timeout: Option<u64>,
    /// Memory limit, in megabytes
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..))]
    memory: Option<u64>,
    /// Seed of the solver
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// The exit codes of the SAT competitions.
const SATISFIABLE: u8 = 10;
const UNSATISFIABLE: u8 = 20;

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let name = arguments.formula.display().to_string();
    let mut solver = BatSat::new(arguments.seed);
    let mut formula = Vec::new();
    let input = compression::open_source(&arguments.formula).map_err(CliError::io(name.clone()))?;
    let variables = dimacs::read(input, |clause| {
        solver.add_clause(clause);
        formula.push(clause.to_vec());
    })
    .map_err(|error| CliError::Usage(format!("{name}: {error}")))?;
    solver.declare_variables(variables);

    let limits = Limits {
        wall: arguments.timeout.map(Duration::from_secs),
        memory_mb: arguments.memory,
        ..Limits::default()
    };
    let answer = solver.solve(&limits);
    let mut code = 0;
    write_to(None, |out| {
        code = write_answer(out, &answer, &formula, variables)?;
        Ok(())
    })?;
    Ok(ExitCode::from(code))
}

/// Writes the answer of the solver, and returns the exit code.
fn write_answer(
    out: &mut dyn Write,
    answer: &SolverStatus,
    formula: &[Vec<Lit>],
    variables: usize,
) -> io::Result<u8> {
    match answer {
        SolverStatus::Unsatisfiable => writeln!(out, "s UNSATISFIABLE").map(|()| UNSATISFIABLE),
        SolverStatus::Unknown => writeln!(out, "s UNKNOWN").map(|()| 0),
        SolverStatus::Satisfiable(values) => {
            let assignment: Vec<bool> = values.iter().map(|value| *value == Some(true)).collect();
            let wrong = |clause: &&Vec<Lit>| !Constraint::Clause(clause).is_satisfied(&assignment);
            if let Some(clause) = formula.iter().find(wrong) {
                // every model is checked, including those of the built-in solver
                let literals = counted(clause.len(), "literal");
                writeln!(out, "c invalid model: it falsifies a clause of {literals}")?;
                return writeln!(out, "s UNKNOWN").map(|()| 0);
            }
            writeln!(out, "s SATISFIABLE")?;
            write_values(out, &assignment, variables)?;
            Ok(SATISFIABLE)
        }
    }
}

/// Writes the model in `v` lines of at most 78 characters, terminated by 0.
fn write_values(out: &mut dyn Write, values: &[bool], variables: usize) -> io::Result<()> {
    let mut line = String::from("v");
    let literals = (0..variables).map(|index| {
        let sign = if values.get(index) == Some(&true) { "" } else { "-" };
        format!(" {sign}{}", index + 1)
    });
    for word in literals.chain([" 0".to_owned()]) {
        if line.len() + word.len() > 78 {
            writeln!(out, "{line}")?;
            line.truncate(1);
        }
        line.push_str(&word);
    }
    writeln!(out, "{line}")
}
