//! The prelude as a stranger meets it: an example for each method, and errors in the words of the library.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The folders with the source of what the prelude passes on.
const LIBRARY: [&str; 8] = [
    "src",
    "core/src",
    "encodings/src",
    "solvers/src",
    "diagrams/src",
    "lint/src",
    "files/src",
    "proofs/src",
];

/// The programs whose options messages may name, because the user calls them.
const PROGRAMS: [&str; 6] = ["clasp", "cryptominisat5", "glpsol", "highs", "kissat", "depqbf"];

/// The library files below a folder, with their text. The command and the campaigns, which are its runs, name options.
fn library_files() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    let mut folders = LIBRARY.map(|folder| root.join(folder)).to_vec();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.strip_prefix(root).expect("below").display().to_string();
            let is_command = ["src/cli", "src/bench", "src/main.rs"].contains(&&*name);
            match path.is_dir() {
                _ if is_command => {}
                true => folders.push(path),
                false if name.ends_with(".rs") => {
                    files.push((name, fs::read_to_string(&path).expect("text")));
                }
                false => {}
            }
        }
    }
    files
}

/// The public items of the prelude.
fn prelude_names() -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/prelude.rs");
    let text = fs::read_to_string(path).expect("text");
    let uses = text.split("pub use ").skip(1).map(|one| one.split(';').next().unwrap_or_default());
    let lists = uses.map(|one| one.rsplit("::").next().unwrap_or_default());
    let names = lists.flat_map(|list| list.split(|c: char| c != '_' && !c.is_alphanumeric()));
    names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// The name of the type of an inherent `impl`, of the trait that a line begins, or nothing.
fn type_of(line: &str) -> Option<&str> {
    let rest = match line.strip_prefix("pub trait ") {
        Some(rest) => rest,
        None => {
            let rest = line.strip_prefix("impl")?;
            let generics = rest.strip_prefix('<').and_then(|rest| rest.find("> "));
            let rest = generics.map_or(rest, |end| &rest[end + 2..]).trim_start();
            if rest.contains(" for ") {
                return None;
            }
            rest
        }
    };
    rest.split(|c: char| c != '_' && !c.is_alphanumeric()).next()
}

/// Whether the comment above a line has an example.
fn has_example(lines: &[&str], number: usize) -> bool {
    let above = lines[..number].iter().rev().map(|line| line.trim_start());
    above
        .take_while(|line| line.starts_with("///") || line.starts_with("#["))
        .any(|line| line.contains("```"))
}

/// The public methods of types, the traits and the functions of the prelude: whether each has an example.
fn examples(names: &BTreeSet<String>) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    for (path, text) in library_files() {
        let lines: Vec<&str> = text.lines().collect();
        // the type whose methods follow, and the indentation of its end
        let mut block: Option<(&str, usize)> = None;
        for (number, line) in lines.iter().enumerate() {
            let code = line.trim_start();
            let indent = line.len() - code.len();
            if block.is_some_and(|(_, end)| code.starts_with('}') && indent == end) {
                block = None;
            }
            if let Some(name) = type_of(code).filter(|name| names.contains(*name)) {
                block = Some((name, indent));
                if code.starts_with("pub trait ") {
                    found.push((format!("{path}: {name}"), has_example(&lines, number)));
                    block = None;
                }
            }
            let function =
                code.strip_prefix("pub const fn ").or_else(|| code.strip_prefix("pub fn "));
            let Some(function) = function else { continue };
            let function =
                function.split(|c: char| c != '_' && !c.is_alphanumeric()).next().unwrap_or("");
            let label = match block {
                Some((name, end)) if indent == end + 4 => format!("{path}: {name}::{function}"),
                None if indent == 0 && names.contains(function) => function.to_owned(),
                _ => continue,
            };
            found.push((label, has_example(&lines, number)));
        }
    }
    found
}

#[test]
fn every_method_of_the_prelude_has_an_example() {
    let found = examples(&prelude_names());
    for method in ["Solve::unique", "PuzzleKind::sample", "Encoding::solution", "Model::require"] {
        assert!(found.iter().any(|(label, _)| label.ends_with(method)), "{method} is not found");
    }
    // other functions may have the name of one of the prelude
    let has_one = |label: &str| found.iter().any(|(one, has)| one == label && *has);
    let without: Vec<&String> =
        found.iter().map(|(label, _)| label).filter(|label| !has_one(label)).collect();
    assert!(without.is_empty(), "{} without an example: {without:#?}", without.len());
}

/// The string literals of a file, without its tests, each in one line.
fn literals(text: &str) -> Vec<String> {
    let end = text.find("#[cfg(test)]\nmod tests").unwrap_or(text.len());
    let code: Vec<&str> =
        text[..end].lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    let mut literals = Vec::new();
    let mut rest = &*code;
    while let Some(start) = rest.find('"') {
        // the quote of a character is none of a text
        if rest[..start].ends_with('\'') {
            rest = &rest[start + 1..];
            continue;
        }
        let mut is_escaped = false;
        let end = rest[start + 1..].find(|c: char| {
            let ends = c == '"' && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            ends
        });
        let Some(end) = end else { break };
        literals.push(rest[start + 1..start + 1 + end].replace("\\\n", " "));
        rest = &rest[start + end + 2..];
    }
    literals
}

/// Whether a text has the name of an option: two hyphens before a letter, after a blank or a quote.
fn names_option(text: &str) -> bool {
    text.match_indices("--").any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + 2..].chars().next();
        before.is_none_or(|c| c == ' ' || c == '`' || c == '(')
            && after.is_some_and(|c| c.is_ascii_lowercase())
    })
}

/// A stranger who wrote no command line was told to add `--kind`. The command adds the options itself.
#[test]
fn no_message_of_the_library_names_an_option() {
    let mut found = Vec::new();
    let mut count = 0;
    for (path, text) in library_files() {
        // the descriptions of JSON layouts name the commands that print them
        if path == "src/schemas.rs" || path.contains("/tests") {
            continue;
        }
        // a literal of one word is an argument, not a message
        for literal in literals(&text).into_iter().filter(|literal| literal.contains(' ')) {
            count += 1;
            let is_of_program = PROGRAMS.iter().any(|program| literal.contains(program));
            if names_option(&literal) && !is_of_program {
                found.push(format!("{path}: {literal}"));
            }
        }
    }
    assert!(count > 1000, "{count} messages");
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn options_are_found_in_literals() {
    let text = "// \"--a b\"\nlet c = '\"'; f(\"use \\\"x\\\" \\\n  with --kind\", \"a--b c\");\n";
    let [message, graph] = &literals(text)[..] else { panic!("{:?}", literals(text)) };
    assert!(names_option(message) && !names_option(graph));
}

/// The rows of a table of features, and the features of `Cargo.toml`, in their order.
#[test]
fn both_tables_of_features_list_those_of_the_manifest() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = |file: &str| fs::read_to_string(root.join(file)).expect("text");
    let rows = |file: &str| -> Vec<String> {
        let text = text(file);
        let lines = text.lines().map(|line| line.trim_start_matches("//! ").to_owned());
        let lines = lines.skip_while(|line| !line.starts_with("| feature "));
        lines.skip(2).take_while(|line| line.starts_with('|')).collect()
    };
    let table = rows("src/lib.rs");
    assert_eq!(table, rows("docs/guide/library.md"));
    let listed: BTreeSet<&str> = table.iter().filter_map(|row| row.split('`').nth(1)).collect();
    let manifest = text("Cargo.toml");
    let features = manifest.split_once("[features]\n").expect("features").1;
    let features = features.split("\n[").next().unwrap_or_default().lines();
    let names = features.filter_map(|line| line.split_once(" = [").map(|(name, _)| name));
    // of the rest, one is the list of defaults, and one is for tests
    let names: BTreeSet<&str> =
        names.filter(|name| !["default", "installed-solvers"].contains(name)).collect();
    assert_eq!(listed, names);
}
