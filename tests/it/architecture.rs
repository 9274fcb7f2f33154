//! The layers of ARCHITECTURE.md, checked in the source.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folders with source, of each crate.
const SOURCE: [&str; 11] = [
    "src",
    "benches",
    "tests",
    "encodings/src",
    "encodings/tests",
    "diagrams/src",
    "diagrams/tests",
    "files/src",
    "lint/src",
    "solvers/src",
    "python/src",
];

const MOST_LINES: usize = 400;
const MOST_FILES: usize = 15;

/// The files with more lines than [`MOST_LINES`]. This list may only become shorter.
const LONG_FILES: &[&str] = &[];

/// The folders with more files than [`MOST_FILES`]. This list may only become shorter.
const LARGE_FOLDERS: &[&str] = &[];

/// The files with public functions whose error is a `String`, and how many. This list may only become shorter, and the
/// numbers smaller: an error is a type.
const STRING_ERRORS: &[(&str, usize)] = &[("src/solve/search/budget.rs", 2)];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files below a folder, by their paths from the root.
fn files_below(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}")) {
            let path = entry.expect("an entry").path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files.iter().map(|path| path.strip_prefix(root()).expect("below").to_owned()).collect()
}

/// The Rust files below a folder, with their text.
fn rust_below(folder: &str) -> Vec<(String, String)> {
    let files = files_below(folder).into_iter();
    let files = files.filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
    files
        .map(|path| {
            let text = fs::read_to_string(root().join(&path)).expect("text");
            (path.to_str().expect("text").to_owned(), text)
        })
        .collect()
}

/// The lines of code that contain one of these words, each with its place. Comments are ignored.
fn uses<'a>(files: impl IntoIterator<Item = &'a (String, String)>, words: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for (path, text) in files {
        for (number, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or("");
            if words.iter().any(|word| code.contains(word)) {
                found.push(format!("{path}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    found
}

/// Asserts that the list of exceptions is exact: a new entry is an error in the source, an outdated one in the list.
#[track_caller]
fn assert_listed<T: Ord + std::fmt::Debug>(found: BTreeSet<T>, listed: BTreeSet<T>, list: &str) {
    let new: Vec<&T> = found.difference(&listed).collect();
    assert!(new.is_empty(), "not in {list}, which may only become shorter: {new:?}");
    let old: Vec<&T> = listed.difference(&found).collect();
    assert!(old.is_empty(), "outdated, remove from {list}: {old:?}");
}

#[test]
fn solvers_contain_no_puzzle() {
    let layers = ["puzzle", "kinds", "encoding", "loops", "presolve"];
    let paths: Vec<String> =
        layers.iter().map(|layer| format!("encycle_encodings::{layer}")).collect();
    let mut words: Vec<&str> = paths.iter().map(String::as_str).collect();
    // a nested import would hide the module names
    words.push("encycle_encodings::{");
    assert_eq!(uses(&rust_below("solvers/src"), &words), Vec::<String>::new());
}

/// Folders, and the modules of their crate that they must not import.
const LAYERS: [(&str, &[&str]); 11] = [
    (
        "encodings/src/logic",
        &["grid", "puzzle", "encoding", "loops", "kinds", "presolve", "export"],
    ),
    ("encodings/src/grid", &["puzzle", "encoding", "loops", "kinds", "presolve", "export"]),
    ("encodings/src/export", &["grid", "puzzle", "encoding", "loops", "kinds", "presolve"]),
    ("encodings/src/encoding", &["loops", "kinds", "presolve", "export"]),
    ("encodings/src/loops", &["kinds", "presolve", "export"]),
    ("encodings/src/kinds", &["presolve"]),
    ("src/bench", &["page"]),
    ("src/report", &["bench", "page"]),
    ("src/render", &["formats", "solve", "count", "deduce", "generate", "bench", "page"]),
    ("src/formats", &["render", "solve", "count", "deduce", "generate", "bench", "page"]),
    ("src/solve", &["report", "count", "deduce", "generate", "bench", "page"]),
];

#[test]
fn no_import_runs_upwards() {
    for (folder, above) in LAYERS {
        let paths: Vec<String> = above.iter().map(|module| format!("crate::{module}")).collect();
        let words: Vec<&str> = paths.iter().map(String::as_str).chain(["crate::{"]).collect();
        assert_eq!(uses(&rust_below(folder), &words), Vec::<String>::new(), "{folder}");
    }
}

#[test]
fn pure_crates_have_no_processes_and_no_command_line() {
    for (package, forbidden) in [
        ("encycle-encodings", &["nix", "clap", "encycle-solvers", "encycle"][..]),
        ("encycle-diagrams", &["nix", "clap", "encycle-solvers", "encycle"]),
        ("encycle-lint", &["nix", "clap", "encycle-solvers", "encycle-encodings", "encycle"]),
        ("encycle-solvers", &["clap", "encycle-diagrams", "encycle-lint", "encycle"]),
    ] {
        let output = Command::new(env!("CARGO"))
            .args(["tree", "-p", package, "-e", "normal", "--prefix", "none", "--locked"])
            .args(["--offline", "--format", "{p}"])
            .current_dir(root())
            .output()
            .expect("cargo");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{package}: {error}");
        let tree = String::from_utf8(output.stdout).expect("text");
        let crates: Vec<&str> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
        assert_eq!(crates.first(), Some(&package), "{tree}");
        for name in forbidden {
            assert!(!crates.contains(name), "{package} depends on {name}:\n{tree}");
        }
    }
}

#[test]
fn the_library_prints_nothing_and_ends_no_process() {
    let mut files = rust_below("src");
    files.retain(|(path, _)| path != "src/main.rs" && !path.starts_with("src/cli/"));
    for folder in
        ["encodings/src", "diagrams/src", "files/src", "lint/src", "solvers/src", "python/src"]
    {
        files.extend(rust_below(folder));
    }
    // the signal handlers, which the binary installs
    files.retain(|(path, _)| !path.ends_with("/signals.rs"));
    assert!(files.len() > 200, "{} files", files.len());
    let words = ["clap::", "println!", "eprintln!", "print!(", "process::exit"];
    assert_eq!(uses(&files, &words), Vec::<String>::new());
}

#[test]
fn no_file_is_long() {
    let files = SOURCE.iter().flat_map(|folder| rust_below(folder));
    let long = files.filter(|(_, text)| text.lines().count() > MOST_LINES).map(|(path, _)| path);
    let listed = LONG_FILES.iter().map(|&path| path.to_owned()).collect();
    assert_listed(long.collect(), listed, "LONG_FILES");
}

#[test]
fn no_folder_is_large() {
    let mut sizes: BTreeMap<String, usize> = BTreeMap::new();
    for path in SOURCE.iter().flat_map(|folder| files_below(folder)) {
        let folder = path.parent().and_then(Path::to_str).expect("text");
        *sizes.entry(folder.to_owned()).or_default() += 1;
    }
    let large = sizes.into_iter().filter(|(_, files)| *files > MOST_FILES).map(|(path, _)| path);
    let listed = LARGE_FOLDERS.iter().map(|&path| path.to_owned()).collect();
    assert_listed(large.collect(), listed, "LARGE_FOLDERS");
}

#[test]
fn errors_of_public_functions_are_types() {
    let mut found = BTreeSet::new();
    for folder in SOURCE.iter().filter(|folder| folder.ends_with("src")) {
        for (path, text) in rust_below(folder) {
            let count = string_errors(&text);
            if count > 0 {
                found.insert((path, count));
            }
        }
    }
    let listed = STRING_ERRORS.iter().map(|&(path, count)| (path.to_owned(), count)).collect();
    assert_listed(found, listed, "STRING_ERRORS");
}

/// The number of public functions that return a `Result<_, String>`.
fn string_errors(text: &str) -> usize {
    let is_public = |line: &&str| {
        let line = line.trim_start();
        let words = line.strip_prefix("pub ").unwrap_or("");
        words.split(' ').take_while(|word| !word.contains('(')).any(|word| word == "fn")
    };
    let lines: Vec<&str> = text.lines().collect();
    let public = lines.iter().enumerate().filter(|(_, line)| is_public(line));
    let has_string_error = |from: usize| {
        let end = lines[from..].iter().position(|line| line.ends_with(['{', ';'])).unwrap_or(0);
        let signature = lines[from..=from + end].join(" ");
        let result = signature.rsplit_once("-> ").map_or("", |(_, result)| result);
        result.starts_with("Result<") && result.contains(", String>")
    };
    public.filter(|&(number, _)| has_string_error(number)).count()
}

#[test]
fn string_errors_are_counted() {
    let text = "\
pub fn one() -> Result<(), String> {
    pub const fn two(
        a: usize,
    ) -> Result<Vec<(usize, String)>, String> {
fn three() -> Result<(), String> {
pub(super) fn four() -> Result<(), String> {
pub fn five(a: Result<(), String>) -> Result<String, Error> {
";
    assert_eq!(string_errors(text), 2);
}
