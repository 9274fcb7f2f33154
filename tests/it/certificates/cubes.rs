//! `encycle certify --cubes`: one proof from those of the cubes.

use std::fs;

use encycle::certify::{CertifyOptions, CubeFolder, CubeProof, cubes_of, join, refute_cube};
use encycle::encodings::logic::Lit;
use encycle::puzzle::Puzzle;

use super::{SMALL, all_solutions, parse};
use crate::support::binary::{code, encycle, stderr, stdout};

/// No solution: the final formula is small, and unit propagation alone does not refute it.
const PUZZLE: &str = "slitherlink 3 3\n2.2\n.3.\n2.2\n";

fn cubes(puzzle: &Puzzle, most: usize) -> (Vec<Vec<Lit>>, Vec<CubeProof>) {
    let options = CertifyOptions { limit: 200, ..CertifyOptions::default() };
    let cubes = cubes_of(puzzle, &options, most).expect("cubes");
    let proof = |cube: &Vec<Lit>| refute_cube(puzzle, &options, cube).expect("a proof");
    let proofs = cubes.iter().map(proof).collect();
    (cubes, proofs)
}

#[test]
fn the_solutions_of_all_cubes_are_those_of_the_puzzle() {
    for text in SMALL {
        let puzzle = parse(text);
        let expected = all_solutions(&puzzle);
        // one cube was refused
        for most in [1, 2, 8] {
            let (cubes, proofs) = cubes(&puzzle, most);
            assert!(cubes.len() <= most);
            let options = CertifyOptions { limit: 200, ..CertifyOptions::default() };
            let joined = join(&puzzle, &options, &cubes, &proofs)
                .unwrap_or_else(|error| panic!("{error}: {text}"));
            assert_eq!(joined.verify(), Ok(()), "{text}");
            let mut listed = joined.solutions;
            listed.sort();
            assert_eq!(listed, expected, "{text}");
        }
    }
}

/// A folder with the puzzle.
fn folder() -> (tempfile::TempDir, String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let puzzle = folder.path().join("puzzle.txt");
    fs::write(&puzzle, PUZZLE).expect("a file");
    let [puzzle, out] =
        [puzzle, folder.path().join("out")].map(|path| path.to_str().expect("text").to_owned());
    (folder, puzzle, out)
}

#[test]
fn an_interrupted_run_continues_with_the_cubes_that_are_left() {
    let (folder, file, out) = folder();
    let puzzle = parse(PUZZLE);
    let (cubes, proofs) = cubes(&puzzle, 4);
    let kept = CubeFolder::open(&folder.path().join("out/cubes"), &cubes).expect("a folder");
    kept.write(1, &proofs[0]).expect("a file");
    assert_eq!(kept.left(), (2..=cubes.len()).collect::<Vec<_>>());

    let certify = |words: &[&str]| {
        let fixed = ["certify", &*file, "--out", &*out];
        encycle(&[&fixed[..], words].concat())
    };
    let refused = certify(&["--cubes", "4"]);
    assert_eq!(code(&refused), 2);
    assert!(stderr(&refused).contains("is not empty"), "{refused:?}");
    let others = certify(&["--cubes", "2", "--resume"]);
    assert_eq!(code(&others), 2);
    assert!(stderr(&others).contains("the cubes are those of other options"), "{others:?}");
    let done = certify(&["--cubes", "4", "--jobs", "2", "--resume"]);
    assert_eq!(code(&done), 0, "{done:?}");
    assert!(!folder.path().join("out/cubes").exists(), "the cubes are removed at the end");
    assert_eq!(stdout(&encycle(&["verify", &out])).lines().count(), 1);
}

#[test]
fn a_damaged_proof_of_a_cube_is_rejected() {
    let (folder, file, out) = folder();
    let puzzle = parse(PUZZLE);
    let (cubes, proofs) = cubes(&puzzle, 4);
    let kept = CubeFolder::open(&folder.path().join("out/cubes"), &cubes).expect("a folder");
    for (cube, proof) in (1..).zip(&proofs) {
        kept.write(cube, proof).expect("a file");
    }
    let proof = kept.of(1).join("proof.drat");
    for (text, expected) in [("1 0\n-1 0\n0\n", "does not follow"), ("1 x", "'x' is no number")] {
        fs::write(&proof, text).expect("a file");
        let output = encycle(&["certify", &file, "--out", &out, "--cubes", "4", "--resume"]);
        assert_eq!(code(&output), 2, "{output:?}");
        assert!(stderr(&output).contains(expected), "{text}: {output:?}");
    }
}

#[test]
fn options_that_do_not_fit_together_are_refused() {
    let (_folder, file, out) = folder();
    for (words, expected) in [
        (&["--jobs", "2"][..], "--cubes"),
        (&["--resume"], "--cubes"),
        (&["--executor", "slurm"], "--executor slurm requires --cubes"),
        (&["--cubes", "0"], "not an integer of at least 1"),
        (&["--cubes", "4", "--facts", "h_1_1"], "does not apply to --facts"),
        (&["--cubes", "4", &*file], "--cubes splits one puzzle, not 2"),
    ] {
        let fixed = ["certify", &*file, "--out", &*out];
        let output = encycle(&[&fixed[..], words].concat());
        assert_eq!(code(&output), 2, "{words:?}: {output:?}");
        assert!(stderr(&output).contains(expected), "{words:?}: {output:?}");
    }
}
