//! The capabilities of solvers as a Markdown table, for documentation.

use std::fmt::Write;

use crate::external::Solver;
use crate::probe::{ModelCoverage, Probe, SolverFacts, TimeLimitSupport};

/// The columns. A column whose name ends in `*` depends on the version, the machine and its load.
const COLUMNS: [&str; 12] = [
    "solver",
    "version*",
    "answer",
    "cases",
    "exit: model, none, unknown",
    "own limit of 1 s*",
    "seed",
    "standard input",
    "`.gz`",
    "values of",
    "proofs",
    "start-up*",
];

/// The number of columns that identify the solver and count its cases.
const WHICH: usize = 4;

/// Returns the table with a row per solver. Only the columns with a `*` differ between machines.
#[must_use]
pub fn markdown_table(rows: &[(&Solver, &Probe)]) -> String {
    let mut out = format!("| {} |\n|{}\n", COLUMNS.join(" | "), "---|".repeat(12));
    for (solver, probe) in rows {
        // writing to a String cannot fail
        let _ = writeln!(out, "| {} |", cells(solver, probe).join(" | "));
    }
    out
}

/// Returns the capabilities of a solver as text: the columns of the table after those that identify the
/// solver.
#[must_use]
pub fn capabilities(probe: &Probe) -> Vec<(&'static str, String)> {
    let startup = probe.startup.map_or("-".to_owned(), |time| match time.as_millis() {
        0..10 => "under 10 ms".to_owned(),
        millis => format!("{} ms", millis.div_ceil(10) * 10),
    });
    let facts =
        probe.facts.as_ref().map_or_else(|| [const { "-" }; 7].map(str::to_owned), of_facts);
    let names = COLUMNS[WHICH..].iter().map(|name| name.trim_end_matches('*').trim_matches('`'));
    names.zip(facts.into_iter().chain([startup])).collect()
}

fn cells(solver: &Solver, probe: &Probe) -> Vec<String> {
    let description = &solver.description;
    let checks = probe.checks();
    let passed = checks.iter().filter(|(_, check)| check.is_ok()).count();
    // a program may print anything as its version
    let version = solver.version().map_or("-".to_owned(), |version| version.replace('|', "/"));
    let which: [String; WHICH] = [
        description.name.clone(),
        version,
        description.answer.name().to_owned(),
        format!("{passed}/{}", checks.len()),
    ];
    which.into_iter().chain(capabilities(probe).into_iter().map(|(_, cell)| cell)).collect()
}

fn of_facts(facts: &SolverFacts) -> [String; 7] {
    let code = |code: Option<i32>| code.map_or("-".to_owned(), |code| code.to_string());
    let yes = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
    let exit = facts.exit;
    [
        format!("{}, {}, {}", code(exit.satisfiable), code(exit.unsatisfiable), code(exit.unknown)),
        match facts.limit {
            TimeLimitSupport::NoOption => "-".to_owned(),
            TimeLimitSupport::Ignored => "ignored".to_owned(),
            TimeLimitSupport::Answered => "answered in time".to_owned(),
            TimeLimitSupport::Kept { late_ms: ..50 } => "kept".to_owned(),
            TimeLimitSupport::Kept { late_ms } => {
                format!("kept, {:.1} s late", late_ms.div_ceil(100) as f64 / 10.0)
            }
        },
        facts.seed.map_or("-".to_owned(), yes),
        match facts.stdin.as_deref() {
            None => "no".to_owned(),
            Some([]) => "without a name".to_owned(),
            Some(words) => format!("as `{}`", words.join(" ")),
        },
        yes(facts.gzip),
        match facts.values {
            Some(ModelCoverage::Declared) => "all declared",
            Some(ModelCoverage::UpToGreatest) => "up to the greatest that occurs",
            Some(ModelCoverage::Occurring) => "those that occur",
            Some(ModelCoverage::Some) => "some",
            None => "-",
        }
        .to_owned(),
        match facts.proofs.is_empty() {
            true => "-".to_owned(),
            false => facts.proofs.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        },
    ]
}
