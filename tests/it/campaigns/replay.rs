//! `encycle bench --replay`: solvers on the same final formulas.

use std::collections::BTreeSet;
use std::fs;

use encycle::bench::{RunStatus, read_rows};
use encycle::solve::Verdict;

use super::{bench, folder};
use crate::support::binary::{code, stderr};
use crate::support::misbehaving;

const TEN: &str = "examples/slitherlink/ten.txt";

/// Every run starts from the same recorded cuts, and needs one call. `--resume` goes on, with the same ledgers.
#[test]
fn runs_start_from_recorded_cuts() {
    let folder = folder();
    let options = [TEN, "--unique", "--replay", "--encoding", "edge,colour", "--cnf"];
    let call = [&options[..], &["direct,tseitin"]].concat();
    let output = bench(folder.path(), &call);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let rows = read_rows(folder.path()).expect("rows");
    assert_eq!(rows.len(), 4);
    for row in &rows {
        assert_eq!((row.status, row.verdict), (RunStatus::Answered, Verdict::Unique), "{row:?}");
        assert_eq!((row.rounds, row.cuts), (1, 0), "{row:?}");
        assert!(
            row.replayed_cuts > Some(10) && row.command.contains(&"--replay".to_owned()),
            "{row:?}"
        );
    }
    let ledgers = || -> BTreeSet<_> {
        let entries = fs::read_dir(folder.path().join("ledgers")).expect("ledgers");
        entries.map(|entry| entry.expect("an entry").path()).collect()
    };
    let recorded = ledgers();
    assert_eq!(recorded.len(), 2, "one for each encoding: {recorded:?}");
    let report = fs::read_to_string(folder.path().join("report.md")).expect("a report");
    assert!(report.contains("from recorded cuts"), "{report}");
    // rows of both kinds are not mixed
    let mixed = bench(folder.path(), &[TEN, "--unique", "--encoding", "edge,colour", "--resume"]);
    assert_eq!(code(&mixed), 2);
    assert!(stderr(&mixed).contains("measured with --replay"), "{}", stderr(&mixed));
    let log = folder.path().join("rows.jsonl");
    let text = fs::read_to_string(&log).expect("rows");
    fs::write(&log, text.split_inclusive('\n').take(3).collect::<String>()).expect("a file");
    let resumed = bench(folder.path(), &[&call[..], &["--resume"]].concat());
    assert_eq!(code(&resumed), 0, "{}", stderr(&resumed));
    assert!(stderr(&resumed).contains("4 runs, 1 to do"), "{}", stderr(&resumed));
    assert_eq!((read_rows(folder.path()).expect("rows").len(), ledgers()), (4, recorded));
}

/// A solver that returns a wrong model has a wrong row, also if the others start from the cuts that it recorded.
#[test]
fn wrong_models_are_still_found() {
    let folder = folder();
    let wrong = misbehaving::lies_on_large_formulas(folder.path());
    let solvers = format!("{wrong},batsat");
    let output = bench(
        folder.path(),
        &[TEN, "--unique", "--replay", "--solver", &solvers, "--timeout", "9"],
    );
    assert_eq!(code(&output), 4, "{}", stderr(&output));
    assert!(stderr(&output).contains("runs start from the 0 cuts"), "{}", stderr(&output));
    let rows = read_rows(folder.path()).expect("rows");
    let statuses: Vec<RunStatus> = rows.iter().map(|row| row.status).collect();
    assert_eq!(statuses, [RunStatus::Wrong, RunStatus::Answered], "{rows:?}");
    assert!(rows[1].rounds > 1 && rows[1].verdict == Verdict::Unique, "{rows:?}");
}
