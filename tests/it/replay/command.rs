//! `encycle solve --replay`.

use std::fs;

use crate::support::binary::{code, encycle, json, stderr, stdout, with_input};

const FIRST: &str = "examples/slitherlink/first.txt";
const HERON: &str = "examples/slitherlink/heron.txt";

/// 42 rounds become one, with the ledger of the rounds and with that of a certificate.
#[test]
fn a_solve_with_many_rounds_becomes_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    for encoding in ["edge", "colour"] {
        let steps = path(encoding);
        let options = ["--unique", "--presolve", "off", "--encoding", encoding, "--json"];
        let solved = encycle(&[&["solve", HERON, "--rounds", &steps], &options[..]].concat());
        let rounds = json(&solved)["rounds"].as_array().expect("rounds").len();
        assert!(rounds > 15, "{rounds}");
        // the map beside the ledger names the encoding
        let final_folder = path(&format!("{encoding}-final"));
        let again = encycle(&[
            "solve",
            "--replay",
            &steps,
            "--unique",
            "--json",
            "--rounds",
            &final_folder,
        ]);
        let report = json(&again);
        assert_eq!((code(&again), report["verdict"].as_str()), (0, Some("unique")));
        assert_eq!(report["rounds"].as_array().expect("rounds").len(), 1);
        assert_eq!(
            (report["cuts"].as_u64(), report["encoding"].as_str()),
            (Some(0), Some(encoding))
        );
        let replayed = &report["replayed"];
        assert_eq!(replayed["cuts"], json(&solved)["cuts"]);
        assert_eq!(
            (replayed["solutions"].as_u64(), replayed["refused"].as_u64()),
            (Some(1), Some(0))
        );
        // the formula of this round has no model
        assert_eq!(code(&encycle(&["sat", &format!("{final_folder}/round-001.cnf")])), 20);
        let text = encycle(&["solve", HERON, "--replay", &steps]);
        let cuts = &replayed["cuts"];
        let head = format!("1 round, {cuts} recorded cuts, 0 new cuts)\n");
        assert!(stdout(&text).contains(&head), "{}", stdout(&text));
    }
    let proof = path("proof");
    let certified = encycle(&["certify", FIRST, "--out", &proof]);
    assert_eq!(code(&certified), 0, "{}", stderr(&certified));
    let again = encycle(&["solve", "--replay", &proof, "--unique", "--json"]);
    assert_eq!(json(&again)["rounds"].as_array().expect("rounds").len(), 1);
}

/// Cuts that are missing are added; those that no rule justifies are listed with their lines.
#[test]
fn the_command_adds_what_is_missing_and_refuses_what_is_unsound() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let entry = |family: &str, literals: &str| {
        format!(
            "{{\"round\":1,\"family\":\"{family}\",\"kind\":\"loop\",\"literals\":[{literals}],\"reason\":\"\",\"length\":1}}\n"
        )
    };
    // both cut off the solution
    let (file, unsound) = (path("cuts.jsonl"), entry("cut", "\"-h_1_1\"") + &entry("cut", ""));
    fs::write(&file, &unsound).expect("a file");
    let replay = |puzzle: &str, more: &[&str]| {
        encycle(&[&["solve", puzzle, "--replay", &file, "--encoding", "edge"], more].concat())
    };
    let ring = path("ring.txt");
    fs::write(&ring, "slitherlink 2 2\n32\n23\n").expect("a puzzle");
    let solved = replay(FIRST, &["--unique", "--presolve", "off"]);
    assert_eq!(code(&solved), 0, "{}", stderr(&solved));
    assert!(stdout(&solved).contains("unique (") && stdout(&solved).contains("0 recorded cuts, "));
    let warning = format!("warning: {file}:2: not used: no rule of the puzzle justifies the cut");
    assert!(stderr(&solved).contains(&warning), "{}", stderr(&solved));
    // a block that is no solution, an unknown variable, and no JSON
    for (text, exit, message) in [
        (entry("block", "\"-h_1_1\""), 0, ":1: not used: what it blocks is no solution: rule"),
        (entry("guess", "\"-h_1_1\""), 0, ":1: not used: unknown family: `guess`"),
        (entry("cut", "\"h_99_1\""), 2, ":1: unknown variable: `h_99_1` in encoding `edge`"),
        (entry("cut", "\"in_1_1\""), 2, ":1: unknown variable: `in_1_1`"),
        ("{\"round\":1}\n".to_owned(), 2, ":1: not a line of a cut ledger: missing field"),
    ] {
        fs::write(&file, &text).expect("a file");
        let output = replay(FIRST, &["--unique"]);
        assert_eq!(code(&output), exit, "{text}{}", stderr(&output));
        assert!(stderr(&output).contains(message), "{text}{}", stderr(&output));
    }
    let missing = encycle(&["solve", "--replay", &file]);
    assert_eq!(code(&missing), 2);
    assert!(stderr(&missing).contains("help: name the puzzle"));
    // the map beside the ledger is that of another puzzle
    let steps = path("steps");
    let kept = encycle(&["solve", FIRST, "--unique", "--encoding", "edge", "--rounds", &steps]);
    assert_eq!(code(&kept), 0, "{}", stderr(&kept));
    let other = encycle(&["solve", &ring, "--replay", &steps]);
    assert_eq!(code(&other), 2);
    assert!(stderr(&other).contains("the map beside it is that of another puzzle"));
    // the same size, but other clues
    let blank = "slitherlink 5 5\n.....\n.....\n.....\n.....\n.....\n";
    let several = with_input(&["solve", "-", "--replay", &steps, "--unique"], blank);
    assert_eq!((code(&several), stdout(&several).contains("several (")), (1, true));
}
