//! `encycle enumerate`, run as a process: output, checkpoints and pictures.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::cargo::CommandCargoExt;
use encycle::encodings::logic::LoweringOptions;
use encycle::formats;
use encycle::puzzle::PuzzleKind;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;

use super::OPEN;
use crate::support::binary::{code, encycle, own_binary, stderr, stdout, with_input};
use crate::support::misbehaving;
use crate::support::solutions::{all_of, batsat};

#[test]
fn a_checkpoint_that_cannot_be_written_is_an_error_before_the_first_solution() {
    let output = encycle(&[
        "enumerate",
        "examples/slitherlink/first.txt",
        "--checkpoint",
        "/no/such/folder/x.json",
    ]);
    assert_eq!((code(&output), stdout(&output)), (2, String::new()));
    assert!(stderr(&output).contains("/no/such/folder"), "{}", stderr(&output));
}

fn json_lines(text: &[u8]) -> Vec<Value> {
    let text = String::from_utf8_lossy(text);
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect()
}

#[test]
fn json_lines_are_solutions_and_a_summary() {
    let puzzle = formats::read(OPEN, None).expect("a puzzle").puzzle;
    let encoding = puzzle.encoding("edge").expect("a known name");
    let expected = all_of(&encoding, &mut batsat(LoweringOptions::default()));
    let folder = tempfile::tempdir().expect("a folder");
    for more in [&[][..], &["--encoding", "edge+order"], &["--presolve", "off"]] {
        let output = with_input(&[&["enumerate", "-", "--json"], more].concat(), OPEN);
        assert_eq!(code(&output), 0);
        let lines = json_lines(&output.stdout);
        let (last, solutions) = lines.split_last().expect("a last line");
        assert_eq!(last["solutions"], expected.len());
        assert_eq!((&last["complete"], &last["reason"]), (&Value::Bool(true), &Value::Null));
        assert_eq!(solutions.len(), expected.len());
        let mut found = BTreeSet::new();
        for (number, line) in solutions.iter().enumerate() {
            assert_eq!(line["number"], number + 1);
            let path = folder.path().join("line.json");
            fs::write(&path, line.to_string()).expect("a file");
            found.insert(formats::load_solution(&path, &puzzle).expect("a solution"));
        }
        assert_eq!(found, expected);
    }
}

#[test]
fn the_summary_of_pictures_is_on_standard_error() {
    let output = encycle(&["enumerate", "examples/slitherlink/first.txt", "--ascii"]);
    assert_eq!(code(&output), 0);
    let shown = String::from_utf8_lossy(&output.stdout);
    let solved = encycle(&["solve", "examples/slitherlink/first.txt", "--ascii"]);
    let solved = String::from_utf8_lossy(&solved.stdout).into_owned();
    let picture = solved.split_once('\n').expect("a verdict line").1;
    assert_eq!(shown, format!("solution 1\n{picture}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("1 solution; the list is complete"), "{said}");
}

#[test]
fn exit_codes_say_how_it_ended() {
    for (text, more, expected, message) in [
        (OPEN, &["--limit", "3"][..], 0, "3 solutions; there may be more: the limit of solutions"),
        ("slitherlink 1 1\n3\n", &[], 1, "0 solutions; the list is complete"),
        ("slitherlink 9 9\n.........\n", &[], 2, "rows"),
        (OPEN, &["--encoding", "nought"], 2, "unknown base: `nought`"),
        (OPEN, &["--limit", "0"], 2, "0 is not in"),
        (OPEN, &["--checkpoint", "-"], 2, "a checkpoint is a file"),
        (OPEN, &["--solver", &misbehaving::text("prints-nothing")], 4, "prints-nothing"),
        (PuzzleKind::Numberlink.sample(), &["--encoding", "induced"], 3, "excludes solutions"),
        (PuzzleKind::Numberlink.sample(), &[], 0, "the list is complete"),
    ] {
        let output = with_input(&[&["enumerate", "-"], more].concat(), text);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.contains(message), "{more:?}: {stderr}");
        assert_eq!(code(&output), expected, "{more:?}: {stderr}");
    }
    let many = format!("slitherlink 12 12\n{}", "............\n".repeat(12));
    let output = with_input(&["enumerate", "-", "--json", "--timeout", "0.3"], &many);
    let lines = json_lines(&output.stdout);
    let last = lines.last().expect("a last line");
    assert_eq!(last["complete"], false);
    assert_eq!(last["solutions"], lines.len() - 1);
    assert!(last["reason"].as_str().expect("why").contains("time"), "{last}");
    assert_eq!(code(&output), 3);
}

fn file_names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

/// A limit ends each call; the built-in solver and an external one take turns.
#[test]
fn resumed_calls_print_each_solution_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("far.json");
    let file = path.to_str().expect("text");
    let all = json_lines(&with_input(&["enumerate", "-", "--json"], OPEN).stdout);
    let (last, all) = all.split_last().expect("a last line");
    let mut edges = BTreeSet::new();
    let external = own_binary();
    for turn in 0.. {
        let solver = ["batsat", &external, "batsat"][turn % 3];
        let call = ["enumerate", "-", "--json", "--limit", "7", "--solver", solver];
        let output = with_input(&[&call[..], &["--checkpoint", file]].concat(), OPEN);
        assert_eq!(code(&output), 0, "{}", String::from_utf8_lossy(&output.stderr));
        let lines = json_lines(&output.stdout);
        let (end, lines) = lines.split_last().expect("a last line");
        for line in lines {
            assert!(edges.insert(line["edges"].to_string()), "{line} again");
            assert_eq!(line["number"], edges.len());
        }
        assert_eq!(end["solutions"], edges.len());
        assert_eq!(file_names(folder.path()), ["far.json"]);
        if end["complete"] == true {
            break;
        }
    }
    assert_eq!(last["solutions"], edges.len());
    let expected: BTreeSet<String> = all.iter().map(|line| line["edges"].to_string()).collect();
    assert_eq!(edges, expected);
    // a further call finds and prints nothing
    let output = with_input(&["enumerate", "-", "--checkpoint", file], OPEN);
    assert_eq!((code(&output), output.stdout.len()), (0, 0));
}

#[test]
fn a_checkpoint_of_another_puzzle_or_encoding_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("far.json");
    let file = path.to_str().expect("text");
    let call = ["enumerate", "-", "--limit", "2", "--checkpoint", file];
    let refused = |more: &[&str], text: &str, message: &str| {
        let output = with_input(&[&call[..], more].concat(), text);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.contains(message) && stderr.contains("far.json"), "{message}: {stderr}");
        assert_eq!((code(&output), output.stdout.len()), (2, 0), "{stderr}");
    };
    assert_eq!(code(&with_input(&call, OPEN)), 0);
    refused(&[], "slitherlink 3 4\n.2..\n....\n..2.\n", "another puzzle (slitherlink, SHA-256");
    refused(&[], "slitherlynx 3 4\n.2..\n....\n..3.\n", "another puzzle");
    refused(&[], PuzzleKind::Sudoku.sample(), "another puzzle");
    refused(&["--encoding", "edge"], OPEN, "`colour`\nhelp: use its encoding (--encoding)");
    let text = fs::read_to_string(&path).expect("a text");
    for (from, to, message) in [
        ("checkpoint-1", "checkpoint-9", "unknown schema: `encycle-checkpoint-9`"),
        ("\"searched_cubes\":[[\"", "\"searched_cubes\":[[\"q", "unknown variable"),
        ("\"solutions\":2", "\"solutions\":-2", "not a checkpoint"),
        ("{", "", "not a checkpoint"),
    ] {
        assert_ne!(text.replacen(from, to, 1), text, "{from}");
        fs::write(&path, text.replacen(from, to, 1)).expect("a file");
        refused(&[], OPEN, message);
    }
}

/// SIGINT writes the checkpoint first, so the solutions printed before and after are all solutions, each once.
#[test]
fn sigint_writes_the_checkpoint() {
    let puzzle = format!("slitherlink 4 5\n{}", ".....\n".repeat(4));
    let folder = tempfile::tempdir().expect("a folder");
    let (input, path) = (folder.path().join("puzzle.txt"), folder.path().join("far.json"));
    fs::write(&input, &puzzle).expect("a file");
    let (input, file) = (input.to_str().expect("text"), path.to_str().expect("text"));
    let mut lines = BTreeSet::new();
    let mut signals = 0;
    loop {
        // the test runner may ignore signals, and children inherit that
        let mut child = Command::new("env")
            .arg("--default-signal=INT")
            .arg(env!("CARGO_BIN_EXE_encycle"))
            .args(["enumerate", input, "--json", "--checkpoint", file])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary starts");
        let pid = Pid::from_raw(i32::try_from(child.id()).expect("a process number"));
        let start = lines.len();
        let mut is_complete = false;
        for line in BufReader::new(child.stdout.take().expect("a pipe")).lines() {
            let line: Value = serde_json::from_str(&line.expect("text")).expect("whole lines");
            if line["edges"].is_array() {
                assert!(lines.insert(line["edges"].to_string()), "{line} again");
                assert_eq!(line["number"], lines.len());
            } else {
                is_complete = line["complete"] == true;
            }
            if lines.len() == start + 3_000 && signals < 3 {
                kill(pid, Signal::SIGINT).expect("it runs");
            }
        }
        let status = child.wait().expect("it ends");
        if is_complete {
            assert_eq!(status.code(), Some(0));
            break;
        }
        assert_eq!(status.code(), Some(128 + 2));
        signals += 1;
    }
    assert_eq!(signals, 3);
    let puzzle = formats::read(&puzzle, None).expect("a puzzle").puzzle;
    let encoding = puzzle.encoding("colour").expect("a known name");
    assert_eq!(lines.len(), all_of(&encoding, &mut batsat(LoweringOptions::default())).len());
}

#[test]
fn a_closed_pipe_ends_the_command_quietly() {
    let many = format!("slitherlink 12 12\n{}", "............\n".repeat(12));
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("puzzle.txt");
    fs::write(&input, many).expect("a file");
    for solver in ["batsat", &own_binary()] {
        let start = Instant::now();
        let mut child = Command::cargo_bin("encycle")
            .expect("the binary is built")
            .args(["enumerate", input.to_str().expect("text"), "--json", "--solver", solver])
            .env("TMPDIR", folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        out.read_line(&mut line).expect("a line");
        assert!(line.contains("\"number\":1"), "{line}");
        drop(out);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert!(start.elapsed() < Duration::from_secs(60));
        assert_eq!(file_names(folder.path()), ["puzzle.txt"]);
    }
}

/// There is a picture for each solution, and a resumed call continues with the next number.
#[test]
fn each_solution_is_written_as_a_picture() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (pictures, checkpoint) = (path("new/pictures"), path("far.json"));
    // OEIS A140517: 13 loops
    let puzzle = "slitherlink 2 2\n..\n..\n";
    for (limit, drawn) in [("4", 4), ("5", 9), ("99", 13)] {
        let call = ["--limit", limit, "--pictures", &pictures, "--checkpoint", &checkpoint];
        let output = with_input(&[&["enumerate", "-"][..], &call].concat(), puzzle);
        assert_eq!(code(&output), 0);
        let names = (1..=drawn).map(|number| format!("solution-{number:04}.svg"));
        let found: BTreeSet<String> = file_names(Path::new(&pictures)).into_iter().collect();
        assert_eq!(found, BTreeSet::from_iter(names));
    }
    let read = |name: String| fs::read_to_string(Path::new(&pictures).join(name)).expect("a file");
    let distinct: BTreeSet<String> =
        file_names(Path::new(&pictures)).into_iter().map(read).collect();
    assert_eq!(distinct.len(), 13);
    let text = with_input(&["solve", "-", "--svg", &path("one.svg")], puzzle);
    let one = fs::read_to_string(path("one.svg")).expect("a file");
    assert!(code(&text) == 0 && distinct.contains(&one), "drawn as `encycle solve` draws it");
    let unbounded = with_input(&["enumerate", "-", "--pictures", &pictures], puzzle);
    assert_eq!(code(&unbounded), 2);
    let taken =
        with_input(&["enumerate", "-", "--limit", "1", "--pictures", &path("one.svg")], puzzle);
    assert_eq!(code(&taken), 2, "a file is no folder");
}
