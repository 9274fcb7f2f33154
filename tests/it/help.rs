//! Snapshots of the help texts in tests/cmd. `TRYCMD=overwrite cargo test --test it help` updates them.

use std::fs;
use std::path::Path;

use crate::support::binary::{encycle, stdout};

#[test]
fn help_texts_match_the_snapshots() {
    // the width at which clap wraps the text
    trycmd::TestCases::new().env("COLUMNS", "100").case("tests/cmd/**/*.trycmd");
}

/// The commands that `encycle --help` lists.
fn commands() -> Vec<String> {
    let help = stdout(&encycle(&["--help"]));
    // groups with headings
    let (_, list) = help.split_once("\nUsage: ").expect("a list of commands");
    let lines = list.lines().take_while(|line| *line != "Options:");
    let is_start = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    let names = lines.filter(is_start).filter_map(|line| line.split_whitespace().next());
    names.map(str::to_owned).collect()
}

#[test]
fn every_command_has_a_snapshot() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd");
    let groups = fs::read_dir(&folder).expect("a folder").map(|group| group.expect("an entry"));
    let groups: Vec<_> = groups.map(|group| group.path()).filter(|path| path.is_dir()).collect();
    let commands = commands();
    assert!(commands.len() > 15, "{commands:?}");
    for command in commands {
        let file = format!("{command}.trycmd");
        let found = groups.iter().filter(|group| group.join(&file).exists()).count();
        assert_eq!(found, 1, "tests/cmd/GROUP/{file}");
    }
}

#[test]
fn every_command_shows_examples() {
    for command in commands() {
        let help = stdout(&encycle(&[&command, "--help"]));
        assert!(help.contains("Examples:\n"), "{command}");
    }
}
