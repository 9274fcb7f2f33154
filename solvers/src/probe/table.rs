//! What solvers can do, as a table in Markdown: a part of the documentation.

use std::fmt::Write;

use crate::probe::{ModelCoverage, Probe, SolverFacts, TimeLimitSupport};
use crate::process::Solver;

/// The line before the table in `docs/solvers.md`.
pub const TABLE_START: &str = "<!-- table of encycle solvers --probe --markdown -->";
/// The line after it.
pub const TABLE_END: &str = "<!-- end of the table -->";

/// The columns. Those whose name ends in `*` depend on the version and on what else the machine does.
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

/// The columns that say which solver it is, and whether it works.
const WHICH: usize = 4;

/// The table, a row a solver, with its two marks. A row has the same cells wherever it is made, but
/// for the columns with a `*`.
#[must_use]
pub fn markdown_table(rows: &[(&Solver, &Probe)]) -> String {
    let mut out = format!("{TABLE_START}\n| {} |\n|{}\n", COLUMNS.join(" | "), "---|".repeat(12));
    for (solver, probe) in rows {
        // writing to a String cannot fail
        let _ = writeln!(out, "| {} |", cells(solver, probe).join(" | "));
    }
    let _ = writeln!(out, "{TABLE_END}");
    out
}

/// What a solver can do, in words: the columns of the table after those that say which it is.
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
    // a version is whatever the program prints
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
