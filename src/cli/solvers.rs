//! `encycle solvers`: what is installed, and does it really work.

use std::fmt::Write;
use std::process::ExitCode;

use clap::Args;
use serde_json::{Value, json};

use super::exit::{CliError, Exit};
use super::output::print;
use crate::solvers::{Check, Embedded, Kind, Probe, Solver, installed, probe};

/// List the solvers that Encycle knows: what is installed, where, and which version.
///
/// With --probe, each one gets a tiny satisfiable formula, a tiny unsatisfiable one, and a hard one
/// with a time limit, and its answers are checked.
///
/// Examples:
///   encycle solvers
///   encycle solvers --probe
///
/// Exit code: 0, or 4 if --probe finds an installed solver that does not work.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Try each installed solver
    #[arg(long)]
    probe: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// What is told of one solver.
struct Row {
    name: String,
    kind: &'static str,
    place: Option<String>,
    version: Option<String>,
    probe: Option<Probe>,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let mut rows = vec![Row {
        name: Embedded::NAME.to_owned(),
        kind: "sat",
        place: Some("(built in)".to_owned()),
        version: Some(Embedded::VERSION.to_owned()),
        probe: None,
    }];
    // one without programs is only a dialect, for solvers named by their path
    for (description, path) in
        installed().into_iter().filter(|(known, _)| !known.programs.is_empty())
    {
        let solver = path.map(|path| Solver::new(description.clone(), path));
        rows.push(Row {
            name: description.name.clone(),
            kind: match description.kind {
                Kind::Sat => "sat",
                Kind::Mip => "mip",
            },
            place: solver.as_ref().map(|solver| solver.path.display().to_string()),
            version: solver.as_ref().and_then(Solver::version),
            probe: solver.as_ref().filter(|_| arguments.probe).map(probe),
        });
    }
    let text = if arguments.json { to_json(&rows) } else { table(&rows) };
    print(&text)?;
    let broken = rows.iter().filter_map(|row| row.probe.as_ref()).any(|probe| !probe.is_ok());
    Ok(if broken { Exit::SolverFailed } else { Exit::Positive }.code())
}

fn table(rows: &[Row]) -> String {
    let width = |of: &dyn Fn(&Row) -> usize| rows.iter().map(of).max().unwrap_or(0);
    let names = width(&|row| row.name.len());
    let versions = width(&|row| row.version.as_ref().map_or(1, String::len));
    let mut out = String::new();
    for row in rows {
        let place = row.place.as_deref().unwrap_or("not installed");
        let version = row.version.as_deref().unwrap_or("-");
        // writing to a String cannot fail
        let _ = writeln!(out, "{:names$}  {}  {version:versions$}  {place}", row.name, row.kind);
        let checks = row.probe.iter().flat_map(|probe| probe.checks());
        for (case, check) in checks {
            let _ = writeln!(out, "{:names$}       {case}: {}", "", said(check));
        }
    }
    out
}

fn said(check: &Check) -> &str {
    match check {
        Ok(()) => "ok",
        Err(fault) => fault,
    }
}

fn to_json(rows: &[Row]) -> String {
    let values: Vec<Value> = rows
        .iter()
        .map(|row| {
            let probe = row.probe.as_ref().map(|probe| {
                let cases: serde_json::Map<String, Value> = probe
                    .checks()
                    .into_iter()
                    .map(|(case, check)| (case.to_owned(), said(check).into()))
                    .collect();
                json!({ "works": probe.is_ok(), "cases": cases })
            });
            json!({
                "name": row.name,
                "kind": row.kind,
                "path": row.place,
                "version": row.version,
                "probe": probe,
            })
        })
        .collect();
    format!("{}\n", Value::from(values))
}
