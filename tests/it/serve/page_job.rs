//! `encycle page-job`, the process of a job.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::client::{ABOUT, silent};
use crate::support::binary::{code, stderr, stdout, with_input};
use crate::support::waiting::wait_until;

fn child(arguments: &[&str]) -> std::process::Child {
    Command::new(env!("CARGO_BIN_EXE_encycle"))
        .arg("page-job")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn every_input_gives_events_and_nothing_else() {
    let long = format!("{ABOUT}{}", " ".repeat(2 << 20));
    let nested = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let cases = [
        (ABOUT, "done"),
        ("{\"do\":\"about\"}\n", "done"),
        ("", "failed"),
        ("\n", "failed"),
        ("{", "failed"),
        ("{\"do\":\"open\",\"text\":\"\",\"x\":1}", "failed"),
        ("{\"do\":3}", "failed"),
        ("\0", "failed"),
        (&nested, "failed"),
        (&long, "failed"),
    ];
    for arguments in [&["page-job"][..], &["page-job", "--memory", "200"]] {
        for (input, end) in cases {
            let output = with_input(arguments, input);
            assert_eq!((code(&output), stderr(&output).as_str()), (0, ""));
            let events: Vec<Value> =
                stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            let names: Vec<&str> =
                events.iter().map(|event| event["event"].as_str().unwrap()).collect();
            let (last, before) = names.split_last().unwrap();
            assert_eq!(*last, end, "{events:?}");
            assert!(!before.contains(&"done") && !before.contains(&"failed"), "{names:?}");
        }
    }
}

/// The server holds the input open, so its end is the end of the server.
#[test]
fn the_end_of_the_input_ends_the_job() {
    let mut job = child(&["--end-with-input"]);
    let mut input = job.stdin.take().unwrap();
    writeln!(input, "{}", silent()).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(job.try_wait().unwrap().is_none(), "it ends before its input");
    drop(input);
    wait_until("the end of the job", || job.try_wait().unwrap().is_some());

    // a line is the whole request, though the input goes on
    let mut job = child(&["--end-with-input"]);
    let mut input = job.stdin.take().unwrap();
    write!(input, "{ABOUT}\nmore").unwrap();
    let lines: Vec<String> =
        BufReader::new(job.stdout.take().unwrap()).lines().map(Result::unwrap).collect();
    assert!(lines.last().unwrap().starts_with(r#"{"event":"done""#), "{lines:?}");
    assert!(job.wait().unwrap().success());
}

#[test]
fn closed_output_ends_the_job() {
    let mut job = child(&[]);
    drop(job.stdout.take());
    job.stdin.take().unwrap().write_all(ABOUT.as_bytes()).unwrap();
    assert!(!job.wait().unwrap().success());
}

/// The dialog New did not offer the kinds of the user, and those that need a clue could not begin empty.
#[test]
fn kinds_of_the_user_begin_empty() {
    let folder = tempfile::tempdir().unwrap();
    let kinds = folder.path().join("encycle/kinds");
    std::fs::create_dir_all(&kinds).unwrap();
    let kind = "kind needy\nsymbol number 0..4\ndraw shaded cells\n\
        require \"There is a number.\" count(clue(c) for c in cells) > 0\n\
        rule beside for c in cells if number(c): count(shaded(x) for x in neighbours(c)) = number(c)\n\
        example\n 1 2\n 1.\n";
    std::fs::write(kinds.join("needy.kind"), kind).unwrap();
    let first = |request: &str| -> Value {
        let mut command = Command::new(env!("CARGO_BIN_EXE_encycle"));
        command.arg("page-job").env("XDG_CONFIG_HOME", folder.path());
        let mut job = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        job.stdin.take().unwrap().write_all(request.as_bytes()).unwrap();
        let output = job.wait_with_output().unwrap();
        serde_json::from_str(stdout(&output).lines().next().unwrap()).unwrap()
    };
    let about = first(ABOUT);
    assert_eq!(about["kinds"].as_array().unwrap().last().unwrap()["name"], "needy");
    let board = first("{\"do\":\"empty\",\"kind\":\"needy\",\"rows\":2,\"cols\":2}");
    assert!(board["puzzle"].as_str().unwrap().ends_with("\nneedy 2 2\n..\n..\n"), "{board}");
    assert_eq!(board["conditions"], serde_json::json!(["There is a number."]));
}
