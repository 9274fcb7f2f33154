//! A temporary folder in which the binary runs.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use super::binary::{code, own_binary, stderr, stdout};

/// Every cell has a clue, so every model has a single loop.
pub const PUZZLE: &str = "slitherlink 3 4\n3323\n1213\n3323\n";

/// A temporary folder with files.
pub struct Folder(pub TempDir);

impl Folder {
    /// Decodes an output and asserts the exit code and a part of the message.
    pub fn decodes(&self, output: &str, exit: i32, said: &str) {
        self.write("out", output);
        let found = self.encycle(&DECODE, "");
        let all = stdout(&found) + &stderr(&found);
        assert_eq!(code(&found), exit, "{all}");
        assert!(all.contains(said), "{said}: {all}");
    }

    pub fn with(files: &[(&str, &str)]) -> Self {
        let folder = Self(tempfile::tempdir().expect("a folder"));
        files.iter().for_each(|(name, text)| folder.write(name, text));
        folder
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.0.path().join(name), text).expect("a file");
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join(name)).expect("a file")
    }

    pub fn run(&self, program: &Path, arguments: &[&str], input: &str) -> Output {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(self.0.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        // a program that does not read its input closes the pipe
        let input = input.as_bytes();
        let _ = std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), input);
        child.wait_with_output().expect("the program ends")
    }

    pub fn encycle(&self, arguments: &[&str], input: &str) -> Output {
        self.run(Path::new(&own_binary()), arguments, input)
    }

    pub fn json(&self, arguments: &[&str], input: &str) -> Value {
        let output = self.encycle(arguments, input);
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", stderr(&output)))
    }
}

/// The text below the first line, which has the verdict.
pub fn picture(output: &Output) -> String {
    stdout(output).split_once('\n').expect("a verdict line").1.to_owned()
}

pub const DECODE: [&str; 5] = ["decode", "puzzle.txt", "out", "--map", "a.map"];
