//! Races, confirmation and IPASIR libraries, with real solvers.

use std::fs;

use encycle::encodings::logic::LoweringOptions;
use encycle::formats;
use encycle::solve::{Engine, Finder, NextSolution, SearchOptions};
use encycle::solvers::find;

use crate::support::binary::{code, encycle, json};
use crate::support::library::{self, ipasir};
use crate::support::misbehaving::text as misbehaving;

const FIRST: &str = "examples/slitherlink/first.txt";
const TEN: &str = "examples/slitherlink/ten.txt";

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// CaDiCaL as a library finds the same solutions as BatSat, so cuts and blocked solutions reach it in every round.
#[test]
fn an_ipasir_library_finds_all_solutions() {
    let all = |engine: &Engine, puzzle: &str| {
        let puzzle = formats::read(puzzle, None).expect("a puzzle").puzzle;
        let encoding = puzzle.encoding("edge").expect("there is one");
        let mut session = engine.session(LoweringOptions::default(), None).expect("a session");
        let mut finder = Finder::new(&encoding, &mut *session, SearchOptions::default());
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
fn the_solve_command_runs_an_ipasir_library() {
    let library = ipasir(&library::cadical());
    let output = encycle(&["solve", TEN, "--unique", "--solver", &library, "--json"]);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    let report = json(&output);
    assert_eq!(report["verdict"], "unique");
    assert_eq!(report["solver"]["version"], "cadical-sc2021");
    assert!(report["rounds"][0]["solver_cpu_seconds"].is_f64());
}

/// The first encoding in the list is an underapproximation, which proves no verdict.
#[test]
fn a_verdict_is_confirmed_with_the_encoding_that_proved_it() {
    let puzzle = "examples/numberlink/martin.txt";
    let encodings = ["--race-encodings", "induced+cover,labels", "--confirm=cadical", "--json"];
    let output = encycle(&[&["solve", puzzle, "--unique"][..], &encodings].concat());
    assert_eq!(json(&output)["confirmed_by"]["name"], "cadical", "{output:?}");
}

#[test]
fn a_race_of_real_solvers_gives_the_verdict_of_each() {
    let output = encycle(&["solve", TEN, "--unique", "--race", "kissat,minisat,highs"]);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    assert!(text(&output.stdout).starts_with(&format!("{TEN}: unique (10 x 10, ")), "{output:?}");
}

#[test]
fn confirmed_verdicts_name_the_second_solver() {
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
            // a solution is checked and needs no confirmation
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

/// The LP file grows in place; its list of columns, after the rows, is written again each round.
#[test]
fn sat_and_mip_solvers_find_the_same_loop() {
    let edges = |solver: &str| {
        let edge = ["--encoding", "edge", "--repair", "never"];
        let solve = ["solve", FIRST, "--unique", "--json", "--solver", solver];
        let output = encycle(&[&solve[..], &edge].concat());
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

/// `leaves-a-child` always answers UNSATISFIABLE.
#[test]
fn confirmation_finds_a_missed_solution() {
    for confirm in ["--confirm", "--confirm=cadical", "--confirm=cbc"] {
        let output =
            encycle(&["solve", TEN, "--solver", &misbehaving("leaves-a-child"), confirm, "--json"]);
        assert_eq!(code(&output), 4, "{confirm}: {output:?}");
        let error = json(&output)["error"].as_str().expect("an error").to_owned();
        assert!(error.contains("wrong verdict `no-solution`"), "{error}");
    }
}
