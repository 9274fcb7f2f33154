//! Replaying cut ledgers and writing certificates, with real solvers.

use std::path::Path;

use encycle::bench::{RunStatus, read_rows};
use encycle::certify::Certificate;

use crate::support::binary::{code, encycle, json, stderr};

const TEN: &str = "examples/slitherlink/ten.txt";
const HERON: &str = "examples/slitherlink/heron.txt";
const SAT: [&str; 5] = ["cadical", "cryptominisat5", "glucose", "kissat", "minisat"];

/// The cuts that one solver recorded suffice for every other one.
#[test]
fn every_solver_needs_one_round() {
    let folder = tempfile::tempdir().expect("a folder");
    let steps = folder.path().join("steps").display().to_string();
    let recorded = ["--unique", "--encoding", "edge", "--solver", "minisat", "--rounds", &steps];
    let solved = encycle(&[&["solve", TEN], &recorded[..]].concat());
    assert_eq!(code(&solved), 0, "{}", stderr(&solved));
    // a MIP solver takes the same cuts as rows
    for solver in SAT.iter().chain(&["cbc"]) {
        let again =
            encycle(&["solve", "--replay", &steps, "--unique", "--solver", solver, "--json"]);
        assert_eq!(code(&again), 0, "{solver}: {}", stderr(&again));
        let rounds = json(&again)["rounds"].as_array().expect("rounds").len();
        assert_eq!((rounds, json(&again)["cuts"].as_u64()), (1, Some(0)), "{solver}");
    }
}

#[test]
fn a_campaign_compares_solvers_on_the_same_formulas() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().display().to_string();
    let solvers = SAT.join(",");
    let options = ["--solver", &solvers, "--unique", "--replay", "--timeout", "60", "--out", &out];
    let output = encycle(&[&["bench", HERON, "examples/hamilton"], &options[..]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let rows = read_rows(folder.path()).expect("rows");
    assert!(rows.len() > 2 * SAT.len());
    for row in &rows {
        assert_eq!(row.status, RunStatus::Answered, "{row:?}");
        let first = rows.iter().find(|one| one.puzzle == row.puzzle).expect("a row");
        assert_eq!((row.rounds, row.clauses), (1, first.clauses), "{row:?}");
    }
}

/// Whatever solver decides, the verdict has a certificate.
#[test]
fn verdicts_of_real_solvers_have_certificates() {
    let folder = tempfile::tempdir().expect("a folder");
    for (option, solvers) in [("--race", "kissat,cbc"), ("--solver", "minisat")] {
        let out = folder.path().join(solvers).display().to_string();
        let options = ["--unique", "--encoding", "edge", option, solvers, "--certificate", &out];
        let solved = encycle(&[&["solve", TEN], &options[..]].concat());
        assert_eq!(code(&solved), 0, "{}", stderr(&solved));
        let (certificate, _) = Certificate::read(Path::new(&out)).expect("a certificate");
        assert_eq!(certificate.verify(), Ok(()), "{solvers}");
    }
}
