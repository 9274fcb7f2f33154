//! External MaxSAT solvers with right and wrong results, run by `encycle repair` and `encycle thin`.

use std::process::Output;

use encycle::formats;
use serde_json::Value;

use super::taken_apart;
use crate::support::binary::{code, json, stderr, stdout, with_input};
use crate::support::misbehaving;

/// The fewest clues to remove are two, the first and the third: the 0s beside the 3.
const PUZZLE: &str = "slitherlink 3 5\n.....\n.030.\n1...2\n";

/// The command line of a MaxSAT solver whose model violates the soft clauses of these numbers, with the claimed cost.
fn fake(result: &str, numbers: &str, cost: &str) -> String {
    let program = misbehaving::text("finds-a-chosen-optimum");
    format!("'{program}' {result} {numbers}, {cost} '{}'", env!("CARGO_BIN_EXE_encycle"))
}

fn repaired(puzzle: &str, solver: &str, more: &[&str]) -> Output {
    with_input(&[&["repair", "-", "--max-sat", solver], more].concat(), puzzle)
}

/// The numbers of the clues of a puzzle that have these names, from 1, separated by commas.
fn numbers(puzzle: &str, names: &Value) -> String {
    let (frame, clues) = taken_apart(&formats::read(puzzle, None).expect("a puzzle").puzzle);
    let names = names.as_array().expect("names");
    let numbered = (1..).zip(&clues);
    let chosen = numbered.filter(|(_, clue)| names.contains(&frame.name(**clue).into()));
    chosen.map(|(number, _): (usize, _)| number.to_string()).collect::<Vec<_>>().join(",")
}

#[test]
fn a_max_sat_solver_finds_what_the_built_in_search_finds() {
    for puzzle in [
        PUZZLE,
        "slitherlink 2 3\n33.\n.33\n",
        "slitherlynx 2 3\n33.\n0.1\n",
        "sudoku 2 2\n1111\n....\n..2.\n..2.\n",
        "hamilton 2 3\n.|. .\n-\n. .|.\n",
        "neighbor-number 3\n1.1\n...\n1.2\n",
    ] {
        let expected = json(&with_input(&["repair", "-", "--json"], puzzle))["removed"].clone();
        let cost = expected.as_array().expect("clues").len().to_string();
        for result in ["model", "digits"] {
            let solver = fake(result, &numbers(puzzle, &expected), &cost);
            let output = repaired(puzzle, &solver, &["--json"]);
            let told = json(&output);
            let is_mended = told["mended"].is_string();
            assert_eq!(code(&output), i32::from(!is_mended), "{puzzle}{}", stderr(&output));
            assert_eq!(told["removed"], expected, "{puzzle}");
            assert_eq!(told["max_sat"]["confirmed"], true, "{puzzle}");
        }
    }
    let output = repaired(PUZZLE, &fake("model", "1,3", "2"), &[]);
    assert_eq!(code(&output), 0);
    let shown = stderr(&output);
    assert!(
        shown.contains("the fewest: 2\n  0 at row 2, column 2\n  0 at row 2, column 4\n"),
        "{shown}"
    );
    assert!(shown.contains("found by finds-a-chosen-optimum"), "{shown}");
    assert!(shown.contains("the built-in search confirms that fewer do not suffice"), "{shown}");
}

/// Nothing that the solver claims is taken on trust.
#[test]
fn a_wrong_optimum_is_refused_with_its_reason() {
    let misses = "the number of soft clauses that its model violates is 2";
    for (result, numbers, cost, expected, reason) in [
        ("flipped", "1,3", "2", 4, "wrong model: it violates"),
        ("model", "1,3", "1", 4, misses),
        ("model", "1,3", "3", 4, misses),
        ("digits", "1,3", "0", 4, misses),
        ("model", "1,2,3", "3", 4, "an optimum of 3 clues, but the built-in search found 2"),
        ("none", "", "0", 4, "it reports that the rules have no solution, but they have one"),
        ("model", "1,3", "two", 4, "bad output: line 1: `two` is not a cost"),
        ("model", "1,3", "-2", 4, "bad output: line 1: `-2` is not a cost"),
        ("unproven", "1,3", "2", 3, "stopped at its own limit"),
    ] {
        let output = repaired(PUZZLE, &fake(result, numbers, cost), &[]);
        assert_eq!(code(&output), expected, "{result} {numbers} {cost}: {}", stderr(&output));
        let shown = stderr(&output);
        assert!(shown.contains(reason), "{result} {numbers} {cost}: {shown}");
        assert!(shown.contains("finds-a-chosen-optimum"), "{shown}");
    }
}

#[test]
fn other_failures_of_a_max_sat_solver_end_as_those_of_any_solver() {
    for (program, expected, reason) in [
        ("prints-nothing", 4, "without an answer"),
        ("lies-with-a-wrong-model", 3, "stopped at its own limit"), // it does not claim an optimum
        ("hangs", 3, "limit"),
        ("not-executable", 2, "not executable"),
    ] {
        let solver = misbehaving::text(program);
        let output = repaired(PUZZLE, &solver, &["--timeout", "1"]);
        assert_eq!(code(&output), expected, "{program}: {}", stderr(&output));
        assert!(stderr(&output).contains(reason), "{program}: {}", stderr(&output));
    }
}

/// Without a contradiction there is nothing to remove, and the solver does not run.
#[test]
fn a_puzzle_with_a_solution_needs_no_max_sat_solver() {
    let output = repaired("slitherlink 1 1\n4\n", &misbehaving::text("fails"), &[]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
}

#[test]
fn thin_compares_its_minimum_with_that_of_a_max_sat_solver() {
    let puzzle = "sudoku 2 2\n1234\n3412\n2143\n4321\n";
    let thin = ["thin", "-", "--strategy", "minimum"];
    let told = json(&with_input(&[&thin[..], &["--json"]].concat(), puzzle));
    let thinned = told["thinned"].as_str().expect("a puzzle");
    let (frame, kept) = taken_apart(&formats::read(thinned, None).expect("a puzzle").puzzle);
    let names = |kept: &[_]| kept.iter().map(|&clue| frame.name(clue)).collect::<Value>();
    let run = |names: &Value, cost: usize| {
        let solver = fake("model", &numbers(puzzle, names), &cost.to_string());
        with_input(&[&thin[..], &["--max-sat", &solver]].concat(), puzzle)
    };
    let output = run(&names(&kept), kept.len());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    // all clues satisfy the formula too, but they are not the fewest
    let (_, all) = taken_apart(&formats::read(puzzle, None).expect("a puzzle").puzzle);
    assert!(all.len() > kept.len());
    let output = run(&names(&all), all.len());
    assert_eq!(code(&output), 4);
    let (claimed, fewest) = (all.len(), kept.len());
    let reason = format!("it claims an optimum of {claimed} clues, the built-in search {fewest}");
    assert!(stderr(&output).contains(&reason), "{}", stderr(&output));
    let output = with_input(&["thin", "-", "--max-sat", "rc2"], puzzle);
    assert_eq!(code(&output), 2);
}

/// A MaxSAT solver takes the objective of `solve`, and the cost that it claims is compared with its model.
#[test]
fn a_claimed_cost_of_a_shortest_loop_is_checked() {
    let around = "slitherlink 1 1\n4\n";
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("solvers.toml");
    let solve = |cost: &str| {
        let (program, encycle) =
            (misbehaving::text("finds-a-chosen-optimum"), env!("CARGO_BIN_EXE_encycle"));
        let list = format!(
            "[[solver]]\nname = 'max'\nlike = 'max-sat'\nprograms = ['{program}']\n\
             arguments = ['model', '1,2,3,4,', '{cost}', '{encycle}', '{{input}}']\n"
        );
        std::fs::write(&file, list).expect("a file");
        let list = file.to_str().expect("text");
        let words = ["solve", "-", "--minimize", "length", "--presolve", "off", "--solver", "max"];
        with_input(&[&words[..], &["--solvers", list]].concat(), around)
    };
    let output = solve("4");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).contains(": optimal 4 ("), "{}", stdout(&output));
    let output = solve("3");
    assert_eq!(code(&output), 4, "{}", stderr(&output));
    assert!(
        stderr(&output).contains("it claims cost 3, but the cost of its model is 4"),
        "{}",
        stderr(&output)
    );
}

/// Other solvers find no optimum.
#[test]
fn another_solver_is_no_max_sat_solver() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("solvers.toml");
    let list = "[[solver]]\nname = 'sat'\nlike = 'competition'\nprograms = ['sh']\n";
    std::fs::write(&file, list).expect("a file");
    let output = repaired(PUZZLE, "sat", &["--solvers", file.to_str().expect("text")]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("`sat` is a solver of kind sat"), "{}", stderr(&output));
}
