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
