//! Running the binary.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::CommandCargoExt;

pub fn encycle(arguments: &[&str]) -> Output {
    with_input(arguments, "")
}

pub fn with_input(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::cargo_bin("encycle").expect("the binary is built");
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary starts");
    // a command that does not read its input closes the pipe
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the binary ends")
}

pub fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code")
}
