//! Running the binary, and reading its output.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::CommandCargoExt;
use serde_json::Value;

pub fn encycle(arguments: &[&str]) -> Output {
    with_input(arguments, "")
}

pub fn with_input(arguments: &[&str], input: &str) -> Output {
    with_bytes(arguments, input.as_bytes())
}

pub fn with_bytes(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::cargo_bin("encycle").expect("the binary is built");
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary starts");
    // a command that does not read its input closes the pipe
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("the binary ends")
}

/// The path of the binary. As `--solver` it runs `encycle sat`.
pub fn own_binary() -> String {
    assert_cmd::cargo::cargo_bin("encycle").to_str().expect("text").to_owned()
}

pub fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code")
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

pub fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}
