//! More than one solver: libraries with IPASIR, races, and confirmation.

mod binary;
mod library;

use std::fs;
use std::path::Path;
use std::time::Instant;

use binary::{code, encycle, json};
use encycle::encodings::logic::LoweringOptions;
use encycle::formats;
use encycle::solve::{Engine, Finder, NextSolution, SearchOptions};
use encycle::solvers::find;
use serde_json::Value;

const FIRST: &str = "examples/slitherlink/first.txt";
const TEN: &str = "examples/slitherlink/ten.txt";

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn misbehaving(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/misbehaving").join(name);
    path.to_str().expect("text").to_owned()
}

fn ipasir(path: &Path) -> String {
    format!("ipasir:{}", path.display())
}

/// All solutions of small puzzles, by a solver that keeps its state, are those of the embedded one: so
/// cuts and blocked solutions reach it in every round.
#[test]
fn an_ipasir_library_finds_what_the_embedded_solver_finds() {
    let all = |engine: &Engine, puzzle: &str| {
        let puzzle = formats::read(puzzle, None).expect("a puzzle").puzzle;
        let encoding = puzzle.encoding("edge").expect("there is one");
        let mut session = engine.session(LoweringOptions::default(), None).expect("a session");
        let mut finder = Finder::new(&*encoding, &mut *session, SearchOptions::default());
        let mut found = Vec::new();
        while let NextSolution::Solution(solution) = finder.next(&mut ()).expect("no failure") {
            found.push(solution.atoms().to_vec());
        }
        found.sort();
        (found, finder.rounds().len())
    };
    let library = Engine::Ipasir(library::cadical());
    for puzzle in ["slitherlink 3 3\n..0\n.11\n...\n", "slitherlink 3 4\n3..3\n....\n.2.2\n"] {
        let (found, rounds) = all(&library, puzzle);
        assert_eq!(found, all(&Engine::BatSat, puzzle).0, "{puzzle}");
        assert!(found.len() > 1 && rounds > found.len(), "{puzzle}: there are cuts to pass on");
    }
}

#[test]
fn an_ipasir_library_serves_the_command_and_keeps_out_of_its_output() {
    let library = ipasir(&library::cadical());
    let output = encycle(&["solve", TEN, "--unique", "--solver", &library, "--json"]);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    let report = json(&output);
    assert_eq!(report["verdict"], "unique");
    assert_eq!(report["solver"]["version"], "cadical-sc2021");
    assert!(report["rounds"][0]["solver_cpu_seconds"].is_f64());
}

#[test]
fn an_ipasir_library_is_not_believed_either() {
    let folder = tempfile::tempdir().expect("a folder");
    let solve = |name: &str| {
        let library = ipasir(&library::compiled(name, folder.path()));
        encycle(&["solve", TEN, "--timeout", "0.3", "--solver", &library])
    };
    let lies = solve("ipasir-lies.c");
    assert_eq!(code(&lies), 4);
    assert!(text(&lies.stderr).contains("liar-1: wrong model: it breaks rule"), "{lies:?}");
    assert!(text(&lies.stdout).starts_with(&format!("{TEN}: failed")), "{lies:?}");
    let hangs = solve("ipasir-hangs.c");
    assert_eq!(code(&hangs), 3, "{hangs:?}");
    let lacks = solve("ipasir-lacks.c");
    assert_eq!(code(&lacks), 4);
    assert!(
        text(&lacks.stderr).contains("not an IPASIR library: no function `ipasir_release`"),
        "{lacks:?}"
    );
    let missing = encycle(&["solve", TEN, "--solver", "ipasir:/nowhere.so"]);
    assert!(text(&missing.stderr).contains("no such file: /nowhere.so"), "{missing:?}");
    let no_library = encycle(&["solve", TEN, "--solver", &ipasir(Path::new(TEN))]);
    assert!(text(&no_library.stderr).contains("cannot load the library"), "{no_library:?}");
}

/// A race is won by whoever answers; liars, crashes and those that hang do not matter, and are gone.
#[test]
fn the_first_answer_that_holds_wins_and_the_losers_are_gone() {
    let started = Instant::now();
    let solvers = ["hangs-deaf", "lies-with-a-wrong-model", "fails"].map(misbehaving);
    let list = format!("{},batsat", solvers.join(","));
    let output = encycle(&["solve", TEN, "--unique", "--solver", &list, "--json"]);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    assert!(started.elapsed().as_secs() < 30, "`hangs-deaf` sleeps for a minute");
    let report = json(&output);
    assert_eq!(
        (&report["verdict"], &report["solver"]["name"]),
        (&"unique".into(), &"batsat".into())
    );
    let others: Vec<&Value> = report["others"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|other| &other["verdict"])
        .collect();
    assert!(others.contains(&&Value::from("failed")), "{report}");
    assert!(text(&output.stderr).contains("wrong model"), "{output:?}");
}

/// A library's standard output is turned away while it works; no program may get hold of the real one.
#[test]
fn a_solver_beside_a_library_cannot_write_into_our_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = ipasir(&library::compiled("ipasir-hangs.c", folder.path()));
    for _ in 0..5 {
        let list = format!("{library},{}", misbehaving("writes-on-other-files"));
        let output = encycle(&["solve", TEN, "--timeout", "0.4", "--json", "--solver", &list]);
        assert_eq!(code(&output), 3, "{output:?}");
        assert_eq!(json(&output)["verdict"], "unknown", "{output:?}");
    }
}

/// By whatever name: a program is itself, and two unknown programs are two.
#[test]
fn who_confirms_is_another_one() {
    let (one, two) = (misbehaving("leaves-a-child"), misbehaving("crashes-after-unsatisfiable"));
    let itself = assert_cmd::cargo::cargo_bin("encycle");
    let itself = itself.to_str().expect("text");
    for (solver, confirm) in [("batsat", itself), (&one[..], &one[..])] {
        let confirm = format!("--confirm={confirm}");
        let output = encycle(&["solve", TEN, "--solver", solver, &confirm]);
        assert_eq!(code(&output), 2, "{solver} {confirm}: {output:?}");
    }
    let output = encycle(&["solve", TEN, "--solver", &one, &format!("--confirm={two}"), "--json"]);
    let report = json(&output);
    assert_eq!(report["solver"]["name"], "leaves-a-child", "{report}");
    assert_eq!(report["verdict"], "unknown", "{report}");
}

#[test]
fn a_wrong_name_in_a_list_is_told_before_anybody_begins() {
    for arguments in [
        ["--encoding", "edge,bogus"],
        ["--encoding", "edge,,colour"],
        ["--solver", "batsat,"],
        ["--solver", "batsat,no-such-solver"],
    ] {
        let output = encycle(&[&["solve", TEN][..], &arguments].concat());
        assert_eq!(code(&output), 2, "{arguments:?}: {output:?}");
    }
}

/// The first of the list may be one that decides nothing.
#[test]
fn a_verdict_is_confirmed_by_the_encoding_that_decided() {
    let puzzle = "examples/numberlink/martin.txt";
    let encodings = ["--encoding", "induced+cover,labels", "--confirm=cadical", "--json"];
    let output = encycle(&[&["solve", puzzle, "--unique"][..], &encodings].concat());
    assert_eq!(json(&output)["confirmed_by"]["name"], "cadical", "{output:?}");
}

#[test]
fn a_race_of_real_solvers_gives_the_verdict_of_each() {
    let output = encycle(&["solve", TEN, "--unique", "--solver", "kissat,minisat,highs"]);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    assert!(text(&output.stdout).starts_with(&format!("{TEN}: unique (10 x 10, ")), "{output:?}");
}

#[test]
fn a_race_that_nobody_wins_is_undecided_if_one_ran_out_of_time() {
    let list = ["fails", "hangs"].map(misbehaving).join(",");
    let output = encycle(&["solve", TEN, "--solver", &list, "--timeout", "0.5"]);
    assert_eq!(code(&output), 3, "{output:?}");
    let list = ["fails", "prints-nothing"].map(misbehaving).join(",");
    assert_eq!(code(&encycle(&["solve", TEN, "--solver", &list])), 4);
}

/// `leaves-a-child` says UNSATISFIABLE of everything.
#[test]
fn a_denied_solution_is_found_out_by_confirmation() {
    let liar = misbehaving("leaves-a-child");
    let believed = encycle(&["solve", TEN, "--solver", &liar]);
    assert_eq!(code(&believed), 1, "without a second solver there is no way to know");
    for confirm in ["--confirm", "--confirm=cadical", "--confirm=cbc"] {
        let output = encycle(&["solve", TEN, "--solver", &liar, confirm, "--json"]);
        assert_eq!(code(&output), 4, "{confirm}: {output:?}");
        let report = json(&output);
        assert_eq!(report["verdict"], "failed");
        assert!(report["edges"].is_array(), "the solution that was found is shown");
        let error = report["error"].as_str().expect("an error");
        assert!(error.contains("wrong verdict `no-solution`"), "{error}");
    }
}

#[test]
fn confirmed_verdicts_name_who_agreed() {
    let folder = tempfile::tempdir().expect("a folder");
    let none = folder.path().join("none.txt");
    fs::write(&none, "slitherlink 2 2\n00\n00\n").expect("a file");
    let none = none.to_str().expect("text");
    for (puzzle, flags, verdict, exit) in [
        (TEN, &["--unique"][..], "unique", 0),
        (none, &[], "no-solution", 1),
        (TEN, &[], "solved", 0),
    ] {
        for solver in ["batsat", "minisat"] {
            let mut arguments = vec!["solve", puzzle, "--confirm", "--json", "--solver", solver];
            arguments.extend(flags);
            let output = encycle(&arguments);
            assert_eq!(code(&output), exit, "{output:?}");
            let report = json(&output);
            assert_eq!(report["verdict"], verdict);
            // a solution needs nobody's word
            assert_eq!(report["confirmed_by"].is_null(), verdict == "solved", "{report}");
            assert_ne!(report["confirmed_by"]["name"], solver);
        }
    }
    let hangs = format!("--confirm={}", misbehaving("hangs"));
    let output = encycle(&["solve", none, "--timeout", "0.5", &hangs]);
    assert_eq!(code(&output), 3, "{output:?}");
    assert!(text(&output.stdout).contains("could not confirm it"), "{output:?}");
    let itself = encycle(&["solve", none, "--solver", "minisat", "--confirm=minisat"]);
    assert_eq!(code(&itself), 2);
    assert!(text(&itself.stderr).contains("cannot confirm itself"), "{itself:?}");
}

/// MIP solvers read a file that grows in place, with the columns behind the rows.
#[test]
fn rounds_of_rows_and_of_clauses_lead_to_the_same_loop() {
    let edges = |solver: &str| {
        let output = encycle(&["solve", FIRST, "--unique", "--json", "--solver", solver]);
        let report = json(&output);
        assert!(report["rounds"].as_array().expect("rounds").len() > 2, "{report}");
        assert_eq!(report["verdict"], "unique", "{report}");
        report["edges"].clone()
    };
    let first = edges("minisat");
    for solver in ["highs", "glpsol", "scip", "cbc"] {
        find(solver).unwrap_or_else(|error| panic!("run scripts/install-solvers: {error}"));
        assert_eq!(edges(solver), first, "{solver}");
    }
}
