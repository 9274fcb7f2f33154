//! Real solvers and the built-in one give the same verdicts for the sample of every kind.

use std::process::Command;

use encycle::formats::write_default;
use encycle::puzzle::PuzzleKind;

use crate::support::binary::{code, encycle};
use crate::support::kinds::{agrees, decisive, sample};

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

/// CaDiCaL solves the cubes of an iCNF file one after the other.
#[test]
fn cadical_has_the_same_answer_for_cubes() {
    let unsolvable = "slitherlink 3 3\n2.2\n.3.\n2.2\n".parse().expect("a puzzle");
    let puzzles = PuzzleKind::ALL.iter().map(|&kind| sample(kind)).chain([unsolvable]);
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
