//! The commands, outputs and puzzles shown in the documentation work.

use std::path::Path;

use encycle::formats;
use encycle::puzzle::PuzzleKind;

use crate::support::binary::{code, stderr, with_input};
use crate::support::documentation::{Block, blocks, blocks_of};

/// Runs the blocks that need no installed solver; `tests/solvers/documentation.rs` runs the others.
#[test]
fn commands_without_installed_solvers_work() {
    let blocks = blocks();
    let run: Vec<&Block> = blocks
        .iter()
        .filter(|block| block.not_run.is_none() && !block.commands().is_empty())
        .filter(|block| !block.needs_solvers())
        .collect();
    let commands: usize = run.iter().map(|block| block.commands().len()).sum();
    assert!(commands > 40, "{commands} commands in {} blocks", run.len());
    run.iter().for_each(|block| block.run());
}

/// A command in another block would not be run.
#[test]
fn blocks_with_commands_are_marked_sh() {
    for block in blocks() {
        let starts = ["encycle ", "cargo ", "scripts/"];
        let is_command = |line: &&String| starts.iter().any(|start| line.starts_with(start));
        if block.language != "sh" {
            let command = block.lines.iter().find(is_command);
            assert_eq!(command, None, "{}: begin the block with ```sh", block.place);
        }
        let is_empty = block.commands().is_empty();
        assert!(!is_empty || block.not_run.is_none(), "{}: the mark is not needed", block.place);
    }
}

/// docs/formats.md has a puzzle of each kind, and each puzzle there has a solution.
#[test]
fn puzzles_in_the_formats_have_a_solution() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/formats.md");
    let mut kinds = Vec::new();
    for block in blocks_of(&path) {
        assert!(
            ["puzzle", "json"].contains(&&*block.language),
            "{}: begin the block with ```puzzle or ```json",
            block.place
        );
        let text = block.lines.join("\n") + "\n";
        let parsed = formats::read(&text, None);
        let parsed = parsed.unwrap_or_else(|error| panic!("{}: {error}", block.place));
        kinds.push(parsed.puzzle.kind());
        let output = with_input(&["solve", "-"], &text);
        assert_eq!(code(&output), 0, "{}: {}", block.place, stderr(&output));
    }
    for kind in PuzzleKind::ALL {
        assert!(kinds.contains(kind), "docs/formats.md has no text of a {kind}");
    }
}
