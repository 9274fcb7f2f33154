//! Tests of the built-in CaDiCaL. They are built with the feature `cadical`, and apart from the others, since this feature
//! compiles the whole library anew.

#[path = "../support/mod.rs"]
mod support;

use encycle::solve::Engine;
use proptest::prelude::*;

use support::binary::{code, encycle, stderr, stdout};
use support::propagation::all_modes_agree;
use support::puzzles::slitherlink;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn cadical_finds_what_batsat_finds(puzzle in slitherlink(4)) {
        all_modes_agree(&Engine::Cadical, &puzzle)?;
    }
}

/// The commands run the built-in CaDiCaL in both modes, and BatSat confirms the verdict.
#[test]
fn commands_run_the_builtin_cadical() {
    let puzzle = "examples/slitherlink/heron.txt";
    for mode in ["cuts", "propagate"] {
        let more =
            ["--solver", "embedded-cadical", "--mode", mode, "--timeout", "600", "--confirm"];
        let output = encycle(&[&["solve", puzzle, "--unique"][..], &more].concat());
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(code(&output), 0, "{said}");
        assert!(said.contains("embedded-cadical 3.0.1") && said.contains("batsat"), "{said}");
    }
    let listed = encycle(&["solvers", "embedded-cadical"]);
    assert_eq!(code(&listed), 0);
    assert!(String::from_utf8_lossy(&listed.stdout).contains("(built in)"));
}

#[test]
fn the_builtin_cadical_proves() {
    let out = tempfile::tempdir().expect("a folder");
    let out = out.path().join("out");
    let out = out.to_str().expect("text");
    let prover = ["--prover", "embedded-cadical", "--out", out];
    let made = encycle(&[&["certify", "examples/slitherlink/heron.txt"][..], &prover].concat());
    assert_eq!(code(&made), 0, "{}", stderr(&made));
    let verified = encycle(&["verify", out]);
    assert_eq!(code(&verified), 0, "{}", stdout(&verified));
}
