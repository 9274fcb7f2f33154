//! Claims of the documentation and of the help, compared with the registries and the files: kinds, commands, options,
//! solvers and paths. A sentence about all kinds names the test that keeps it.

mod kinds;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use encycle::certify::has_certificates;
use encycle::generate::{RepairOptions, Strategy, Symmetry, repair, thin};
use encycle::puzzle::{Puzzle, PuzzleKind};
use encycle::solvers::Catalogue;

use crate::support::binary::{code, encycle, stdout};
use crate::support::documentation::pages;
use crate::support::kinds::varied;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The commands, with their long help.
fn command_help() -> BTreeMap<String, String> {
    let list = stdout(&encycle(&["--help"]));
    let listed = list.lines().filter_map(|line| line.strip_prefix("  "));
    let names = listed.filter_map(|line| line.split_whitespace().next().map(|name| (line, name)));
    let names = names.filter(|(line, name)| {
        !line.starts_with(' ') && name.chars().all(|c| c.is_ascii_lowercase() || c == '-')
    });
    let helps = names.filter_map(|(_, name)| {
        let output = encycle(&[name, "--help"]);
        (code(&output) == 0).then(|| (name.to_owned(), stdout(&output)))
    });
    let found: BTreeMap<_, _> = helps.collect();
    assert!(found.len() >= 24 && found.contains_key("solve"), "{:?}", found.keys());
    found
}

/// All texts for readers: the name of each, and the text.
fn texts() -> Vec<(String, String)> {
    let more = [
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "python/README.md",
        "python/encycle.pyi",
        "encodings/README.md",
        "solvers/README.md",
        "tests/recorded/README.md",
    ];
    let files = pages().into_iter().chain(more.map(|name| root().join(name)));
    let read = |path: PathBuf| {
        let name = path.strip_prefix(root()).expect("below").display().to_string();
        (name, fs::read_to_string(path).expect("a text"))
    };
    let helps = command_help().into_iter();
    files.map(read).chain(helps.map(|(name, help)| (format!("{name} --help"), help))).collect()
}

fn text_of(name: &str) -> String {
    let found = texts().into_iter().find(|(known, _)| known == name);
    found.unwrap_or_else(|| panic!("there is no text {name}")).1
}

/// The code in a text: what is between backquotes, and lines of blocks.
fn code_of(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (number, part) in text.split("```").enumerate() {
        match number % 2 {
            1 => found.extend(part.lines()),
            _ => found.extend(part.split('`').skip(1).step_by(2)),
        }
    }
    found
}

/// Seven paths in prose led nowhere, since files had moved.
#[test]
fn every_path_in_prose_exists() {
    let folders = [
        "src",
        "core/src",
        "encodings",
        "solvers",
        "diagrams",
        "lint",
        "proofs",
        "files",
        "python",
        "wasm",
        "page",
        "tests",
        "scripts",
        "benches",
        "docs",
        "examples",
    ];
    let mut paths = 0;
    for (name, text) in texts() {
        for span in text.split('`').skip(1).step_by(2) {
            let is_path = folders
                .iter()
                .any(|folder| span.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')));
            let is_literal = span.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
            // capitals stand for a name, as in `examples/KIND/`
            let has_name = span
                .split(['/', '.'])
                .any(|part| part.len() > 2 && part.chars().all(|c| c.is_ascii_uppercase()));
            if !is_path || !is_literal || has_name {
                continue;
            }
            paths += 1;
            assert!(root().join(span).exists(), "{name}: `{span}` does not exist");
        }
    }
    assert!(paths > 150, "{paths}");
}

/// Commands and their options in code are those of the program.
#[test]
fn every_command_and_option_in_the_documentation_exists() {
    let helps = command_help();
    let (mut commands, mut options) = (0, 0);
    for (name, text) in texts() {
        // old names stand beside new ones there
        if name == "CHANGELOG.md" || name.starts_with("docs/research/") {
            continue;
        }
        for line in code_of(&text) {
            let line = line.trim().trim_start_matches("$ ");
            let Some(rest) = line.strip_prefix("encycle ") else { continue };
            let command = rest.split([' ', '\n']).next().unwrap_or(rest);
            if !command.chars().all(|c| c.is_ascii_lowercase() || c == '-')
                || command.starts_with('-')
            {
                continue;
            }
            // a hidden command is not listed
            let hidden = || stdout(&encycle(&[command, "--help"]));
            let help = helps.get(command).cloned().unwrap_or_else(hidden);
            assert!(!help.is_empty(), "{name}: `encycle {command}` is not a command: {line}");
            commands += 1;
            // what follows is another program, a comment or a shell word
            let own = rest.split([';', '|', '#', '>', '\'', '"']).next().unwrap_or(rest);
            for word in own.split_whitespace().skip(1).filter(|word| word.starts_with("--")) {
                let option = word.split(['=', ',', '[', ']', '.', '(', ')']).next().unwrap_or(word);
                options += 1;
                assert!(
                    option == "--" || option == "--help" || help.contains(option),
                    "{name}: `{option}` is not an option of `encycle {command}`"
                );
            }
        }
    }
    assert!(commands > 250 && options > 150, "{commands} commands, {options} options");
}

/// The kinds that a text names, by their names or titles.
fn kinds_in(text: &str) -> BTreeSet<PuzzleKind> {
    let words = |text: &str| -> String {
        let letters =
            text.chars().map(|c| if c.is_alphabetic() { c.to_ascii_lowercase() } else { ' ' });
        let text: String = letters.collect();
        format!(" {} ", text.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let text = words(text);
    PuzzleKind::all().iter().copied().filter(|kind| text.contains(&words(kind.name()))).collect()
}

fn kinds_where(is_wanted: impl Fn(&Puzzle) -> bool) -> BTreeSet<PuzzleKind> {
    // a cell of a Neighbor Number that is marked as empty is not removed as a clue
    let text = |kind: PuzzleKind| match kind {
        PuzzleKind::NeighborNumber => kind.sample().replace('x', "."),
        kind => kind.sample().to_owned(),
    };
    let sample = |kind: PuzzleKind| -> Puzzle { text(kind).parse().expect("a sample") };
    // of the kinds that are text files, the form of the rules decides
    let kinds = varied().iter().copied();
    kinds.filter(|&kind| is_wanted(&sample(kind))).collect()
}

/// The part of a text between two marks.
fn between<'t>(text: &'t str, from: &str, until: &str) -> &'t str {
    let start =
        text.find(from).unwrap_or_else(|| panic!("`{from}` is not in the text")) + from.len();
    let rest = &text[start..];
    &rest[..rest.find(until).unwrap_or(rest.len())]
}

/// Eleven of twenty kinds had no certificates, and three texts said "all kinds"; later eight did.
#[test]
fn every_kind_has_certificates_as_the_texts_say() {
    for kind in PuzzleKind::all() {
        assert!(has_certificates(&kind.sample().parse::<Puzzle>().expect("a sample")), "{kind}");
    }
    for name in ["docs/reference/certificates.md", "certify --help"] {
        assert!(text_of(name).contains("Certificates exist for every kind"), "{name}");
    }
}

#[test]
fn the_kinds_without_thin_and_repair_are_those_that_the_help_names() {
    let options = RepairOptions::default();
    let (thinned, repaired) = (
        kinds_where(|puzzle| {
            thin(puzzle, Strategy::MultiBranch, Symmetry::None, 1, &options).is_err()
        }),
        kinds_where(|puzzle| repair(puzzle, 1, &options).is_err()),
    );
    for (name, expected) in [("thin --help", thinned), ("repair --help", repaired)] {
        let text = text_of(name);
        assert_eq!(kinds_in(between(&text, "every kind except", ".")), expected, "{name}");
    }
}

/// Tables and lists of all kinds.
#[test]
fn lists_of_kinds_are_complete() {
    let all: BTreeSet<PuzzleKind> = PuzzleKind::all().iter().copied().collect();
    for (name, from, until) in [
        ("README.md", "| kind | solution |", "\n\n"),
        ("docs/reference/kinds.md", "| kind | solution |", "\n\n"),
    ] {
        assert_eq!(kinds_in(between(&text_of(name), from, until)), all, "{name}");
    }
}

/// The row of a kind in the table of encodings lacked one that `encode --help` lists.
#[test]
fn the_table_of_encodings_names_all_without_parts() {
    let text = text_of("docs/encodings/README.md");
    let mut count = 0;
    for kind in PuzzleKind::all() {
        let begins = |line: &&str| line.starts_with('|') && line.contains(&format!("`{kind}`"));
        let Some(row) = text.lines().find(begins) else { continue };
        let sample: Puzzle = kind.sample().parse().expect("a sample");
        for name in sample.encoding_names().iter().filter(|name| !name.contains('+')) {
            count += 1;
            assert!(row.contains(&format!("`{name}`")), "{kind}: {name}");
        }
    }
    assert!(count > 20, "{count} names");
}

/// The solvers that the texts name are those of the catalogue, and those that `scripts/install-solvers` installs.
#[test]
fn lists_of_solvers_are_complete() {
    let words = |text: &str| -> BTreeSet<String> {
        let text = text.replace("([MaxSAT](#maxsat-solvers))", "");
        let text: String = { text.split('(').map(|part| part.rsplit(')').next().unwrap_or(part)) }
            .collect::<Vec<_>>()
            .join(" ");
        let words = text.split(|c: char| c.is_whitespace() || c == ',');
        words.filter(|word| !word.is_empty() && *word != "and").map(str::to_owned).collect()
    };
    let text = text_of("docs/reference/solvers.md");
    let named = words(between(&text, "Known by name are", "."));
    let catalogue = Catalogue::builtin();
    let known = catalogue.descriptions().iter().filter(|one| !one.programs.is_empty());
    // varisat and cbc-devel were missing
    let known: BTreeSet<String> = known.map(|one| one.name.clone()).collect();
    assert_eq!(named, known);
    let others = catalogue.descriptions().iter().filter(|one| one.programs.is_empty());
    for other in others {
        assert!(text.contains(&format!("`{}`", other.name)), "{}", other.name);
    }
    let readme = text_of("README.md");
    let installed = words(between(&readme, "solvers of `scripts/install-solvers` (", ")"));
    let script = fs::read_to_string(root().join("scripts/install-solvers")).expect("a script");
    let listed = between(&script, "solvers='", "'").lines();
    let listed: BTreeSet<String> =
        listed.filter_map(|line| line.split_whitespace().next().map(str::to_owned)).collect();
    // a library has no name for `--solver NAME`
    let listed: BTreeSet<String> =
        listed.into_iter().filter(|name| name != "ipasircadical").collect();
    assert_eq!(installed, listed);
}
