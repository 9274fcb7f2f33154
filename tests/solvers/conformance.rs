//! Every supported external solver is probed, and the result compared with the table in docs/reference/probing.md.

use std::collections::BTreeSet;
use std::process::Command;

use encycle::solvers::{Catalogue, Probe, Solver, find, markdown_table, probe};

/// The marks around the table in docs/reference/probing.md.
const TABLE_START: &str = "<!-- table of encycle solvers --probe --markdown -->";
const TABLE_END: &str = "<!-- end of the table -->";

fn conforms(name: &str) {
    let solver = match find(name) {
        Ok(solver) => solver,
        Err(error) => panic!("run scripts/install-solvers: {error}"),
    };
    let probe = probe(&solver);
    eprintln!("{name} {:?}: {probe:?}", solver.version());
    for (what, check) in probe.checks() {
        if let Err(reason) = check {
            panic!("{name} ({}), {what}: {reason}", solver.path.display());
        }
    }
    assert!(probe.startup.is_some());
    is_documented(&solver, &probe);
}

/// The rows of a Markdown table without the columns that vary (marked by `*`).
fn rows(table: &str) -> Vec<Vec<String>> {
    let cells = |line: &str| -> Vec<String> {
        line.trim().trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let lines: Vec<_> = table.lines().filter(|line| line.starts_with('|')).map(cells).collect();
    let varies: Vec<bool> = lines[0].iter().map(|name| name.ends_with('*')).collect();
    let stable = |row: &Vec<String>| -> Vec<String> {
        assert_eq!(row.len(), varies.len(), "a broken row: {row:?}");
        row.iter()
            .zip(&varies)
            .filter(|(_, varies)| !**varies)
            .map(|(cell, _)| cell.clone())
            .collect()
    };
    lines.iter().enumerate().filter(|(index, _)| *index != 1).map(|(_, row)| stable(row)).collect()
}

fn documented() -> Vec<Vec<String>> {
    let text = include_str!("../../docs/reference/probing.md");
    let start =
        text.find(TABLE_START).expect("docs/reference/probing.md has the mark before the table");
    let end = text.find(TABLE_END).expect("docs/reference/probing.md has the mark after the table");
    rows(&text[start..end])
}

const HOW: &str = "put the output of `encycle solvers --probe --again --markdown` there";

fn is_documented(solver: &Solver, probe: &Probe) {
    let found = rows(&markdown_table(&[(solver, probe)]));
    let documented = documented();
    assert_eq!(documented[0], found[0], "docs/reference/probing.md has other columns: {HOW}");
    let name = &solver.description.name;
    let row = documented.iter().find(|row| row[0] == *name);
    let row =
        row.unwrap_or_else(|| panic!("docs/reference/probing.md has no row for {name}: {HOW}"));
    assert_eq!(row, &found[1], "docs/reference/probing.md says otherwise of {name}: {HOW}");
}

macro_rules! conformance {
    ($($name:ident)*) => {
        const SOLVERS: &[&str] = &[$(stringify!($name)),*];
        $(
            #[test]
            fn $name() {
                conforms(stringify!($name));
            }
        )*
    };
}

conformance! {
    minisat glucose cadical kissat cryptominisat5 picosat clasp lingeling z3
    cbc highs glpsol scip rc2
}

/// The name is no identifier.
const MINISAT_PLUS: &str = "minisat+";

#[test]
fn minisat_plus() {
    conforms(MINISAT_PLUS);
}

#[test]
fn clasp_opb() {
    conforms("clasp-opb");
}

#[test]
fn scip_opb() {
    conforms("scip-opb");
}

#[test]
fn encycle_sat() {
    let description = Catalogue::builtin().get("encycle").unwrap().clone();
    let solver = Solver::new(description, env!("CARGO_BIN_EXE_encycle"));
    let probe = probe(&solver);
    assert!(probe.is_ok(), "{probe:?}");
    is_documented(&solver, &probe);
}

/// The script and the list above have the same solvers. Libraries are tested in `races.rs`.
#[test]
fn every_solver_that_the_script_installs_is_probed() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/install-solvers");
    let list = Command::new(script).arg("--list").output().unwrap();
    let list = String::from_utf8(list.stdout).unwrap();
    let installed: BTreeSet<_> = list
        .lines()
        .filter(|line| !line.contains(" link "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(installed, SOLVERS.iter().copied().chain([MINISAT_PLUS]).collect());
}
