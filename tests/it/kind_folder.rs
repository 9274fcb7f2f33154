//! Kinds in the folder of the user's settings, and `--kind-file`.

use std::fs;
use std::process::{Command, Output};

use crate::support::binary::{code, own_binary, stderr, stdout};
use crate::support::folder::Folder;

const OLD: &str = "kind dunes\nabout Shade cells.\nsymbol number 0..9\ndraw shaded cells\n\
    rule n for c in cells if number(c): unshaded(c) and count(shaded(x) for x in neighbours(c)) = number(c)\n";

const PUZZLE: &str = "dunes 2 2\n1.\n..\n";

/// Returns a folder with settings that have the kind, and with a newer file of the kind.
fn folder() -> Folder {
    let new = OLD.replace("neighbours", "around");
    let with_text = format!("{new}\n{PUZZLE}");
    let files = [("new.kind", &*new), ("puzzle.txt", PUZZLE), ("with-text.txt", &*with_text)];
    let folder = Folder::with(&files);
    let kinds = folder.0.path().join("config/encycle/kinds");
    fs::create_dir_all(&kinds).expect("a folder");
    fs::write(kinds.join("dunes.kind"), OLD).expect("a file");
    folder
}

fn run(folder: &Folder, arguments: &[&str]) -> Output {
    Command::new(own_binary())
        .args(arguments)
        .current_dir(folder.0.path())
        .env("XDG_CONFIG_HOME", folder.0.path().join("config"))
        .output()
        .expect("the binary runs")
}

/// Asserts the number of solutions that `encycle count` prints.
fn assert_count(folder: &Folder, arguments: &[&str], count: usize) {
    let counted = run(folder, &[&["count"], arguments].concat());
    let expected = format!("{count} solutions");
    assert!(stdout(&counted).contains(&expected), "{arguments:?}: {}", stderr(&counted));
}

/// The kind of the folder shut out the file that its author was editing.
#[test]
fn a_newer_file_of_a_kind_of_the_folder_replaces_it() {
    let folder = folder();
    assert_count(&folder, &["puzzle.txt"], 4);
    assert_count(&folder, &["puzzle.txt", "--kind-file", "new.kind"], 3);
    assert_count(&folder, &["with-text.txt"], 3);
    assert_count(&folder, &["with-text.txt", "--kind-file", "new.kind"], 3);
    let checked = run(&folder, &["kinds", "--check", "new.kind"]);
    assert!(!stderr(&checked).contains("another kind"), "{}", stderr(&checked));
}

/// The message was `expected the kind dunes, found the kind dunes`.
#[test]
fn two_texts_of_one_kind_are_named() {
    let folder = folder();
    folder.write("old.kind", OLD);
    let counted = run(&folder, &["count", "with-text.txt", "--kind-file", "old.kind"]);
    assert_eq!(code(&counted), 2);
    let error = stderr(&counted);
    assert!(error.contains("the puzzle has its own text of the kind dunes"), "{error}");
    assert!(error.contains("or the file of the kind (--kind-file)"), "{error}");
}

/// `kinds` did not list the kinds of the folder, and no message suggested one.
#[test]
fn kinds_of_the_folder_are_listed_and_suggested() {
    let folder = folder();
    let listed = stdout(&run(&folder, &["kinds"]));
    let line = listed.lines().find(|line| line.starts_with("dunes ")).expect("a line");
    assert!(line.contains("own file") && line.contains("Shade cells."), "{line}");
    let misspelled = run(&folder, &["generate", "dunse", "3x3"]);
    assert!(stderr(&misspelled).contains("did you mean `dunes`?"), "{}", stderr(&misspelled));
}
