//! The commands, outputs and puzzles shown in the documentation work, and its links lead somewhere.

use std::fs;
use std::path::{Path, PathBuf};

use encycle::formats;

use crate::support::binary::{code, encycle, stderr, stdout, with_input};
use crate::support::documentation::{
    Block, blocks, blocks_of, guides, pages, run_guide, single_blocks, table_commands,
};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The commands of a guide can be pasted one after the other. Six of fifteen failed because files existed. Guides that need
/// installed solvers are run by `tests/solvers/documentation.rs`.
#[test]
fn guides_without_installed_solvers_work_in_one_folder() {
    let mut count = 0;
    for guide in guides() {
        if !guide.iter().any(Block::needs_solvers) {
            run_guide(&guide.iter().collect::<Vec<_>>());
            count += 1;
        }
    }
    assert!(count > 1, "{count} guides");
}

/// Runs the blocks that need no installed solver; `tests/solvers/documentation.rs` runs the others.
#[test]
fn commands_without_installed_solvers_work() {
    let blocks = single_blocks();
    let run: Vec<&Block> = blocks
        .iter()
        .filter(|block| block.not_run.is_none() && !block.commands().is_empty())
        .filter(|block| !block.needs_solvers())
        .collect();
    let commands: usize = run.iter().map(|block| block.commands().len()).sum();
    assert!(commands > 20, "{commands} commands in {} blocks", run.len());
    run.iter().for_each(|block| block.run());
}

/// Runs the commands in the tables of a page of a paper, each in a folder of its own.
fn run_paper(name: &str, least: usize) {
    let path = root().join(format!("docs/research/papers/{name}.md"));
    let commands = table_commands(&path);
    assert!(commands.len() >= least, "{name}: {} commands", commands.len());
    commands.iter().filter(|block| !block.needs_solvers()).for_each(Block::run);
}

#[test]
fn each_command_about_berschneider_works() {
    run_paper("berschneider", 80);
}

#[test]
fn each_command_about_westreicher_works() {
    run_paper("westreicher", 80);
}

#[test]
fn each_command_about_labath_works() {
    run_paper("labath", 95);
}

#[test]
fn each_command_about_block_works() {
    run_paper("block", 45);
}

#[test]
fn each_command_about_yoshinaka_works() {
    run_paper("yoshinaka", 50);
}

/// The clauses and rows that the page about Berschneider points to are at their places. They were not after `encode` had
/// another default encoding: its last clauses were about the loop.
#[test]
fn the_clauses_of_berschneider_are_where_the_page_says() {
    let encoded = |puzzle: &str, words: &[&str]| {
        let output =
            encycle(&[&["encode", puzzle, "--encoding", "edge", "--no-comments"], words].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        stdout(&output)
    };
    let page =
        fs::read_to_string(root().join("docs/research/papers/berschneider.md")).expect("a page");
    let shown: Vec<&str> =
        page.lines().filter(|line| line.contains("`encycle encode 2x2:")).collect();
    assert!(
        shown.len() > 8 && shown.iter().all(|line| line.contains("--encoding edge")),
        "{shown:?}"
    );
    // the clue's four edges, and the number of its clauses
    for (clue, count) in [("0", 4), ("1", 7), ("2", 8), ("3", 7)] {
        let text = encoded(&format!("2x2:{clue}c"), &["--names"]);
        let names: Vec<&str> =
            text.lines().filter_map(|line| line.strip_prefix("c var ")).collect();
        let around = |literal: &str| {
            let number = literal.trim_start_matches('-');
            let named = |name: &&&str| name.split_once(' ').is_some_and(|(one, _)| one == number);
            let name = names.iter().find(named).map(|name| name.split_once(' ').expect("a name").1);
            name.is_some_and(|name| ["h_1_1", "h_2_1", "v_1_1", "v_1_2"].contains(&name))
        };
        let clauses: Vec<&str> =
            text.lines().filter(|line| !line.starts_with(['c', 'p'])).collect();
        let is_of_clue = |clause: &&&str| clause.trim_end_matches(" 0").split(' ').all(around);
        assert_eq!(clauses.iter().rev().take_while(is_of_clue).count(), count, "{clue}: {text}");
    }
    let program = encoded("2x2:d", &["--to", "lp"]);
    for row in ["degree_2_2", "degree_2_2_r2", "degree_2_2_r5"] {
        assert!(
            page.contains("`degree_2_2_r5`") && program.contains(&format!(" {row}: ")),
            "{row}"
        );
    }
    assert!(!program.contains("degree_2_2_r6"), "{program}");
}

/// `scripts/paper-tables` writes a table between each pair of marks of the pages; one that was never written would be missing.
#[test]
fn every_mark_of_the_papers_has_a_table() {
    let pages = pages();
    let papers = pages.iter().filter(|path| path.parent().is_some_and(|it| it.ends_with("papers")));
    let mut marks = 0;
    for path in papers {
        let text = fs::read_to_string(path).expect("a page");
        let names =
            text.lines().filter_map(|line| line.strip_prefix("<!-- /")?.strip_suffix(" -->"));
        for name in names {
            let (_, rest) = text.split_once(&format!("<!-- {name} -->")).expect("the first mark");
            let (table, _) = rest.split_once(&format!("<!-- /{name} -->")).expect("the last mark");
            assert!(table.contains("| --- |"), "{path:?}: {name}");
            marks += 1;
        }
    }
    assert!(marks >= 19, "{marks}");
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

/// Each puzzle in docs/reference/formats.md has a solution. That of each kind is in kinds.md.
#[test]
fn puzzles_in_the_formats_have_a_solution() {
    let path = root().join("docs/reference/formats.md");
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
    assert!(kinds.len() > 10, "{kinds:?}");
}

/// The pages of the documentation, and the other Markdown files of the repository.
fn markdown_files() -> Vec<PathBuf> {
    let others = ["ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];
    pages().into_iter().chain(others.map(|name| root().join(name))).collect()
}

/// The text without code.
fn prose(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("text");
    text.split("```").step_by(2).collect()
}

/// The anchor of a heading, as on GitHub.
fn anchor(heading: &str) -> String {
    let heading = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || "-_ ".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn links_lead_to_files_and_headings() {
    let mut links = 0;
    for path in markdown_files() {
        let text = prose(&path);
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if target.contains("://") {
                continue;
            }
            links += 1;
            let place = format!("{}: {target}", path.display());
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let file = if file.is_empty() { path.clone() } else { path.with_file_name(file) };
            assert!(file.exists(), "{place}");
            if !heading.is_empty() {
                let text = prose(&file);
                let mut headings = text.lines().filter(|line| line.starts_with('#'));
                assert!(headings.any(|line| anchor(line) == heading), "{place}");
            }
        }
    }
    assert!(links > 80, "{links} links");
}

/// Every page is listed in docs/README.md.
#[test]
fn the_index_lists_every_page() {
    let index = fs::read_to_string(root().join("docs/README.md")).expect("the index");
    for path in pages() {
        let name = path.strip_prefix(root()).expect("below").display().to_string();
        let Some(name) = name.strip_prefix("docs/") else { continue };
        assert!(name == "README.md" || index.contains(&format!("({name})")), "{name}");
    }
}

/// Paths such as docs/glossary.md in the source, the scripts and the documentation exist.
#[test]
fn mentioned_pages_exist() {
    let mut folders: Vec<PathBuf> = [
        "src",
        "core",
        "benches",
        "tests",
        "encodings",
        "diagrams",
        "files",
        "lint",
        "solvers",
        "scripts",
    ]
    .iter()
    .map(|name| root().join(name))
    .collect();
    let mut files = markdown_files();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    let is_path = |c: char| c.is_ascii_alphanumeric() || "/-_.".contains(c);
    let mut mentions = 0;
    for path in files {
        // recorded outputs may contain any bytes
        let Ok(text) = fs::read_to_string(&path) else { continue };
        for (start, _) in text.match_indices("docs/") {
            if text[..start].ends_with(is_path) {
                continue;
            }
            let rest = &text[start..];
            let mention = rest.split(|c| !is_path(c)).next().unwrap_or(rest);
            let mention = mention.trim_end_matches('.');
            assert!(root().join(mention).exists(), "{}: {mention}", path.display());
            mentions += 1;
        }
    }
    assert!(mentions > 40, "{mentions}");
}

#[test]
fn the_readme_is_short() {
    let text = fs::read_to_string(root().join("README.md")).expect("text");
    assert!(text.lines().count() <= 150, "{} lines", text.lines().count());
}

/// The picture at the top of README.md is what `encycle solve --svg` writes.
#[test]
fn the_picture_is_current() {
    let folder = tempfile::tempdir().expect("a folder");
    let (puzzle, shown) = ("examples/slitherlink/heron.txt", "docs/pictures/heron.svg");
    let new = folder.path().join("heron.svg");
    let output = encycle(&["solve", puzzle, "--svg", new.to_str().expect("text")]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let is_current =
        fs::read(new).expect("a picture") == fs::read(root().join(shown)).expect("a picture");
    assert!(is_current, "outdated; run: encycle solve {puzzle} --svg {shown}");
}
