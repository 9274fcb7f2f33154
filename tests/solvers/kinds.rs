//! Real solvers and the built-in one give the same verdicts for the sample of every kind.

use std::path::Path;
use std::process::Command;

use encycle::formats::{self, write_default};
use encycle::puzzle::PuzzleKind;

use crate::support::binary::{code, encycle, stderr};
use crate::support::kinds::{agrees, decisive, examples, sample, varied};

#[test]
fn cadical_agrees() {
    agrees("cadical");
}

#[test]
fn minisat_agrees() {
    agrees("minisat");
}

#[test]
fn highs_agrees() {
    agrees("highs");
}

#[test]
fn cbc_agrees() {
    agrees("cbc");
}

#[test]
fn glpsol_agrees() {
    agrees("glpsol");
}

/// HiGHS and CBC did not solve the first picture of the README within 45 s. They take at most 2 s of CPU for an example,
/// so the limit allows for a busy machine. Kinds that are text files may have rules that suit no MIP solver.
#[test]
fn mip_solvers_solve_each_example_of_every_programmed_kind() {
    let solve = |file: &Path| {
        let name = file.to_str().expect("text");
        for solver in ["highs", "scip", "cbc"] {
            let output = encycle(&["solve", name, "--solver", solver, "--timeout", "30"]);
            assert_eq!(code(&output), 0, "{solver}: {name}: {}", stderr(&output));
        }
    };
    for &kind in varied() {
        for file in examples(kind) {
            let name = file.to_str().expect("text");
            let parsed = formats::load(name, None).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(parsed.puzzle.kind(), kind, "{name}");
            solve(&file);
        }
    }
    solve(Path::new("examples/counting/goldcrest.txt"));
}

/// SCIP 10.0.2 called this program infeasible in some round, as long as it made XOR constraints of sums that equal 2y.
#[test]
fn scip_solves_programs_with_equations() {
    let heron = "examples/slitherlink/heron.txt";
    let words = ["--encoding", "edge", "--degree-rows", "equation", "--repair", "never"];
    let solve = ["solve", heron, "--solver", "scip", "--timeout", "60"];
    let output = encycle(&[&solve[..], &words].concat());
    assert_ne!(code(&output), 4, "{}", stderr(&output));
}

/// CaDiCaL solves the cubes of an iCNF file one after the other.
#[test]
fn cadical_has_the_same_answer_for_cubes() {
    let unsolvable = "slitherlink 3 3\n2.2\n.3.\n2.2\n".parse().expect("a puzzle");
    let puzzles = PuzzleKind::all().iter().map(|&kind| sample(kind)).chain([unsolvable]);
    let folder = tempfile::tempdir().expect("a folder");
    let [puzzle_file, cnf, icnf] = ["puzzle.txt", "a.cnf", "a.icnf"]
        .map(|name| folder.path().join(name).to_str().expect("text").to_owned());
    for puzzle in puzzles {
        std::fs::write(&puzzle_file, write_default(&puzzle).expect("a text")).expect("a file");
        let answer = |file: &str, words: &[&str]| {
            let fixed = ["encode", &puzzle_file, "-o", file, "--force"];
            let output = encycle(&[&fixed[..], words].concat());
            assert_eq!(code(&output), 0, "{output:?}");
            let cadical = Command::new("cadical").args(["-q", file]).output();
            cadical.expect("scripts/install-solvers installs cadical").status.code()
        };
        for name in decisive(&puzzle).iter().take(3) {
            let expected = answer(&cnf, &["--encoding", name]);
            assert!(matches!(expected, Some(10 | 20)), "{name}: {expected:?}");
            let cubes = answer(&icnf, &["--encoding", name, "--cubes", "8"]);
            assert_eq!(cubes, expected, "{name}");
        }
    }
}
