//! The built-in MIP solver: commands, limits, and points of the linear relaxation.

use std::fs;

use encycle::encodings::kinds::slitherlink::{Slitherlink, encoding};
use encycle::encodings::logic::{
    Constraint, ConstraintSink, Lit, LoweringOptions, Origin, Place, Relation, Row, RowSink, Var,
};
use encycle::solve::{MicrolpSession, SearchOptions, Session, Verdict, solve};
use encycle::solvers::{Limits, Microlp, SolverStatus, Stop};

use crate::support::binary::{code, encycle, json, stderr, stdout, with_input};

const FIRST: &str = "examples/slitherlink/first.txt";
const LARGE: &str = "examples/slitherlink/heron.txt";

fn origin() -> Origin {
    Origin::new("clue", Place::Whole)
}

#[test]
fn commands_run_microlp() {
    for more in [&[][..], &["--fractional"], &["--cuts", "leave", "--degree-rows", "equation"]] {
        let all =
            ["solve", FIRST, "--encoding", "edge", "--solver", "microlp", "--unique", "--json"];
        let all = [&all[..], more];
        let output = encycle(&all.concat());
        assert_eq!(code(&output), 0, "{more:?}: {}", stderr(&output));
        let report = json(&output);
        assert_eq!((&report["verdict"], &report["encoding"]), (&"unique".into(), &"edge".into()));
        assert_eq!(report["solver"]["name"], "microlp");
        let known = json(&encycle(&["solve", FIRST, "--json"]));
        assert_eq!(report["edges"], known["edges"], "{more:?}");
        let relaxations = report["rounds"][0]["relaxations"].as_u64();
        assert_eq!(relaxations > Some(0), more.contains(&"--fractional"), "{report}");
    }
    let all = encycle(&["enumerate", "-", "--solver", "microlp", "--json"]);
    assert_eq!(code(&all), 2, "an empty puzzle is none: {}", stderr(&all));
    let confirmed =
        encycle(&["solve", FIRST, "--unique", "--confirm=microlp", "--presolve", "off"]);
    assert!(stdout(&confirmed).contains("confirmed by microlp"), "{}", stderr(&confirmed));
    let listed = encycle(&["solvers", "microlp"]);
    let listed = stdout(&listed);
    assert!(listed.contains("mip") && listed.contains("(built in)"), "{listed}");
}

/// An empty 2 x 2 grid has 13 simple loops; a row blocks each one found.
#[test]
fn microlp_enumerates_all_solutions() {
    let puzzle = "slitherlink 2 2\n..\n..\n";
    let arguments = ["enumerate", "-", "--solver", "microlp", "--json"];
    let output = with_input(&arguments, puzzle);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).lines().last().expect("an end").contains("\"solutions\":13"));
}

/// The round folder has an LP file of each round, and the ledger lists the cuts of relaxations too.
#[test]
fn the_ledger_lists_cuts_of_relaxations() {
    let folder = tempfile::tempdir().expect("a folder");
    let steps = folder.path().to_str().expect("text");
    let more = ["--solver", "microlp", "--fractional", "--presolve", "off", "--rounds", steps];
    let output = encycle(&[&["solve", FIRST, "--json", "--progress"][..], &more].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("cuts from "), "{}", stderr(&output));
    let report = json(&output);
    assert!(report["rounds"][0]["fractional_cuts"].as_u64() > Some(0), "{report}");
    let ledger = fs::read_to_string(folder.path().join("cuts.jsonl")).expect("the ledger");
    let cuts = ledger.lines().filter(|line| line.contains("\"family\":\"cut\"")).count();
    assert_eq!(report["cuts"].as_u64(), Some(cuts as u64));
    let rows = |round: &serde_json::Value| round["clauses"].as_u64().expect("a number");
    let first = folder.path().join("round-001.lp");
    let lint = encycle(&["lint", first.to_str().expect("text"), "--json"]);
    let linted: serde_json::Value = serde_json::from_slice(&lint.stdout).expect("JSON");
    assert_eq!(linted["errors"], 0, "{linted}");
    let text = fs::read_to_string(first).expect("the program");
    let kept =
        text.matches(">=").count() + text.matches("<=").count() + text.matches(" = ").count();
    assert!(kept as u64 >= rows(&report["rounds"][0]), "{kept} rows in {text}");
}

#[test]
fn options_that_microlp_does_not_support_are_refused() {
    for arguments in [
        &["--fractional"][..],
        &["--fractional", "--solver", "batsat", "--encoding", "edge"],
        &["--fractional", "--solver", "microlp", "--encoding", "colour"],
        &["--fractional", "--solver", "microlp", "--encoding", "edge+tree"],
    ] {
        let output = encycle(&[&["solve", FIRST][..], arguments].concat());
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(stderr(&output).contains("fractional cuts need a MIP solver"), "{arguments:?}");
    }
    let watched = ["solve", FIRST, "--solver", "microlp", "--mode", "propagate"];
    assert_eq!(code(&encycle(&[&watched[..], &["--encoding", "colour"]].concat())), 2);
    let folder = tempfile::tempdir().expect("a folder");
    let list = folder.path().join("solvers.toml");
    fs::write(&list, "[[solver]]\nname = 'microlp'\nlike = 'cbc'\n").expect("a file");
    let output = encycle(&["solvers", "--solvers", list.to_str().expect("text")]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("built-in solver"), "{}", stderr(&output));
}

/// The puzzle would take minutes. Each limit ends the run with the verdict `unknown`.
#[test]
fn every_limit_ends_microlp() {
    for limit in [["--timeout", "0.3"], ["--cpu-time", "0.3"], ["--memory", "1"]] {
        for more in [&[][..], &["--fractional"]] {
            let call = ["solve", LARGE, "--presolve", "off", "--solver", "microlp", "--unique"];
            let output = encycle(&[&call[..], &limit, more].concat());
            assert_eq!(code(&output), 3, "{limit:?}: {}{}", stdout(&output), stderr(&output));
        }
    }
}

#[test]
fn a_stop_request_ends_microlp() {
    let stop = Stop::default();
    stop.request();
    let limits = Limits { stop, ..Limits::default() };
    let program = Microlp::new();
    assert_eq!(program.solve(&limits), Ok(SolverStatus::Unknown));
    assert_eq!(program.relax(&limits), Ok(None));
}

/// No columns, no rows, an empty clause, an unsatisfiable row.
#[test]
fn degenerate_programs_are_solved() {
    let none = Limits::default();
    let empty = Microlp::new();
    assert_eq!(empty.solve(&none), Ok(SolverStatus::Satisfiable(vec![])));
    let mut falsehood = Microlp::new();
    falsehood.row(Row { terms: &[], relation: Relation::AtLeast, right: 1 }, origin());
    assert_eq!(falsehood.solve(&none), Ok(SolverStatus::Unsatisfiable));
    let mut free = Microlp::new();
    free.variable("edge", format_args!("x"));
    assert!(
        matches!(free.solve(&none), Ok(SolverStatus::Satisfiable(values)) if values.len() == 1)
    );
    free.row(Row { terms: &[(2, Var::new(0))], relation: Relation::Equal, right: 1 }, origin());
    assert_eq!(free.solve(&none), Ok(SolverStatus::Unsatisfiable));
    // 1/2 is a point of the relaxation but not an integer
    assert_eq!(free.relax(&none), Ok(Some(vec![0.5])));
    assert_eq!((free.columns(), free.rows()), (1, 1));
}

/// The relaxation contains all constraints, including those added after a solver call.
#[test]
fn the_relaxation_contains_constraints_added_later() {
    let mut session = MicrolpSession::new(LoweringOptions::default());
    let [a, b] =
        [1, 2].map(|number| session.variable("edge", format_args!("x_{number}")).pos_lit());
    session.constraint(Constraint::Clause(&[a, b]), origin());
    let sum = |point: Vec<f64>| point.iter().sum::<f64>();
    let limits = Limits::default();
    let point = session.relax(&limits).expect("no failure").expect("a point");
    assert!(sum(point) > 0.999);
    session.constraint(Constraint::Clause(&[!a, Lit::negative(1)]), origin());
    let point = session.relax(&limits).expect("no failure").expect("a point");
    assert!((sum(point) - 1.0).abs() < 1e-6);
    session.constraint(Constraint::Clause(&[!a, b]), origin());
    session.constraint(Constraint::Clause(&[a, !b]), origin());
    session.constraint(Constraint::Clause(&[!b]), origin());
    assert_eq!(session.relax(&limits).expect("no failure"), None);
}

/// A second solution is found behind the row that blocks the first.
#[test]
fn a_session_continues_after_a_solution() {
    let puzzle = Slitherlink::from_rows(&["3.", ".3"]).expect("a puzzle");
    let encoding = encoding("edge", &puzzle).expect("a known name");
    let options = || SearchOptions { fractional: true, ..SearchOptions::default() };
    let mut session = MicrolpSession::new(LoweringOptions::default());
    let outcome = solve(&encoding, &mut session, options(), true, &mut ());
    assert_eq!(outcome.verdict, Verdict::Several);
}
