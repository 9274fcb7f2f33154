//! The layers of ARCHITECTURE.md, checked in the source.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folders with source, of each crate.
const SOURCE: [&str; 12] = [
    "src",
    "core/src",
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

/// The files with public functions whose error is a `String`, and how many. This list may only become shorter, and the
/// numbers smaller: an error is a type.
const STRING_ERRORS: &[(&str, usize)] = &[("core/src/solve/search/options.rs", 2)];

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
    let layers = ["puzzle", "kinds", "encoding", "rules", "presolve"];
    let paths: Vec<String> =
        layers.iter().map(|layer| format!("encycle_encodings::{layer}")).collect();
    let mut words: Vec<&str> = paths.iter().map(String::as_str).collect();
    // a nested import would hide the module names
    words.push("encycle_encodings::{");
    assert_eq!(uses(&rust_below("solvers/src"), &words), Vec::<String>::new());
}

/// The modules of each crate, and of the solving of puzzles. A module imports only those before it.
const LAYERS: &[(&str, &[&str])] = &[
    (
        "encodings/src",
        &[
            "suggest",
            "logic",
            "grid",
            "puzzle",
            "text",
            "cell_values",
            "encoding",
            "rules",
            "cell_loops",
            "shading",
            "kinds",
            "presolve",
            "export",
            "model",
        ],
    ),
    (
        "diagrams/src",
        &[
            "frontier",
            "states",
            "arena",
            "sets",
            "build",
            "levels",
            "checkpoint",
            "tally",
            "algebra",
            "lines",
            "cycle",
            "instances",
            "export",
        ],
    ),
    (
        "solvers/src",
        &[
            "limits",
            "kind",
            "answers",
            "process",
            "own_usage",
            "builtin",
            "rustsat_adapter",
            "catalogue",
            "external",
            "probe",
        ],
    ),
    ("files/src", &["sha256", "gbd", "compression", "folder", "unfinished"]),
    ("proofs/src", &["lists", "propagation", "scanner", "drat", "lrat", "refutation"]),
    (
        "python/src",
        &[
            "errors",
            "arguments",
            "solution",
            "decoding",
            "interrupt",
            "certifying",
            "counting",
            "solving",
            "generating",
            "formula",
            "streams",
            "puzzles",
            "kinds",
            "modeling",
        ],
    ),
    ("wasm/src", &[]),
    (
        "core/src",
        &[
            "puzzle",
            "deduce",
            "render",
            "formats",
            "problem",
            "decode",
            "simplify",
            "strength",
            "sizes",
            "export",
            "solve",
            "count",
            "methods",
            "generate",
            "unsat_core",
        ],
    ),
    (
        "src",
        &[
            "error_help",
            "report",
            "sheet",
            "page",
            "bench",
            "certify",
            "competition",
            "prelude",
            "schemas",
            "cli",
        ],
    ),
    (
        "core/src/solve",
        &[
            "deadline",
            "session",
            "engine",
            "search",
            "rounds",
            "settings",
            "result",
            "threads",
            "cubes",
            "relaxation",
            "counting",
            "pieces",
            "attempt",
            "race",
            "builder",
            "second",
        ],
    ),
];

/// The path of the module of a folder, in its crate.
fn module_path(folder: &str) -> String {
    let inner = folder.split_once("src").map_or("", |(_, inner)| inner);
    format!("crate{}::", inner.replace('/', "::"))
}

/// The modules directly below a folder.
fn modules_of(folder: &str) -> BTreeSet<String> {
    let entries =
        fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let modules = entries.filter_map(|entry| {
        let path = entry.expect("an entry").path();
        let is_source = path.is_dir() || path.extension().is_some_and(|ending| ending == "rs");
        let name = path.file_stem()?.to_str()?;
        (is_source && !["lib", "main", "mod", "tests"].contains(&name)).then(|| name.to_owned())
    });
    modules.collect()
}

/// The code of a file without its tests and comments.
fn own_code(text: &str) -> String {
    let end = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    let code = text[..end].lines().map(|line| line.split("//").next().unwrap_or(""));
    code.collect::<Vec<_>>().join("\n")
}

/// The names after a path such as `crate::` or `crate::solve::`: `a` of `crate::a::b`, and `a` and `b` of `crate::{a::c, b}`.
fn names_after<'a>(code: &'a str, path: &str) -> Vec<&'a str> {
    let word = |text: &'a str| {
        let end = text.find(|one: char| one != '_' && !one.is_alphanumeric());
        &text[..end.unwrap_or(text.len())]
    };
    let after = code.match_indices(path).filter(|(at, _)| {
        let before = code[..*at].chars().next_back();
        before.is_none_or(|one| one != '_' && one != ':' && !one.is_alphanumeric())
    });
    let rests = after.map(|(at, _)| &code[at + path.len()..]);
    rests
        .flat_map(|rest| match rest.strip_prefix('{') {
            Some(list) => {
                let list = list.split('}').next().unwrap_or("");
                list.split(',').map(|one| word(one.trim())).collect()
            }
            None => vec![word(rest)],
        })
        .collect()
}

/// For each module below a folder, the modules beside it that it imports, with a place of each import. `path` is that of the
/// folder's module. Names that the root of a crate passes on count as imports of their module; inside a module, files may use
/// what the module as a whole offers.
fn imports_in(folder: &str, path: &str) -> BTreeMap<String, BTreeMap<String, String>> {
    let modules = modules_of(folder);
    let mut passed_on: BTreeMap<String, String> = BTreeMap::new();
    let text = fs::read_to_string(root().join(folder).join("lib.rs")).unwrap_or_default();
    let code = own_code(&text);
    for module in &modules {
        for name in names_after(&code, &format!("{module}::")) {
            passed_on.insert(name.to_owned(), module.clone());
        }
    }
    let mut imports: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for (file, text) in rust_below(folder) {
        let place = file[folder.len() + 1..].to_owned();
        let module = place.split('/').next().unwrap_or("").trim_end_matches(".rs").to_owned();
        if !modules.contains(&module) || place.contains("/tests") || place.contains("tests.rs") {
            continue;
        }
        for name in names_after(&own_code(&text), path) {
            let of = if modules.contains(name) {
                Some(name)
            } else {
                passed_on.get(name).map(|of| &**of)
            };
            if let Some(of) = of.filter(|of| **of != *module) {
                imports.entry(module.clone()).or_default().insert(of.to_owned(), place.clone());
            }
        }
    }
    imports
}

#[test]
fn no_import_runs_upwards() {
    for (folder, order) in LAYERS {
        let listed: BTreeSet<String> = order.iter().map(|&name| name.to_owned()).collect();
        assert_eq!(modules_of(folder), listed, "the modules of {folder}");
        let layer = |name: &str| order.iter().position(|&one| one == name);
        for (module, imported) in imports_in(folder, &module_path(folder)) {
            for (name, place) in imported {
                assert!(
                    layer(&name) < layer(&module),
                    "{folder}/{place} imports {name}, which is above it"
                );
            }
        }
    }
}

/// Every folder of every crate, those of the linter also, whose modules are formats side by side.
#[test]
fn no_modules_import_each_other_in_a_circle() {
    let mut folders: Vec<String> = LAYERS.iter().map(|(folder, _)| (*folder).to_owned()).collect();
    folders.push("lint/src".to_owned());
    let mut found = BTreeSet::new();
    while let Some(folder) = folders.pop() {
        let inner = modules_of(&folder).into_iter().map(|module| format!("{folder}/{module}"));
        folders.extend(inner.filter(|path| root().join(path).is_dir()));
        let mut left = imports_in(&folder, &module_path(&folder));
        // takes away what imports nothing that is left, until only circles remain
        loop {
            let importers: BTreeSet<String> = left.keys().cloned().collect();
            left.values_mut()
                .for_each(|imported| imported.retain(|name, _| importers.contains(name)));
            let before = left.len();
            left.retain(|_, imported| !imported.is_empty());
            if left.len() == before {
                break;
            }
        }
        if !left.is_empty() {
            found.insert(folder);
        }
    }
    assert_eq!(found, BTreeSet::new());
}

#[test]
fn imports_are_found_in_paths_and_lists() {
    let code = "use crate::one::Two;\nuse crate::{three, four::Five};\nuse other_crate::six;";
    assert_eq!(names_after(code, "crate::"), ["one", "three", "four"]);
    assert_eq!(names_after("crate::a::b()\n a::crate::c", "crate::a::"), ["b"]);
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
    for folder in SOURCE[1..].iter().filter(|folder| folder.ends_with("src")) {
        files.extend(rust_below(folder));
    }
    // the signal handlers, which the binary installs
    files.retain(|(path, _)| !path.ends_with("/signals.rs"));
    assert!(files.len() > 200, "{} files", files.len());
    let words = ["clap::", "println!", "eprintln!", "print!(", "process::exit"];
    assert_eq!(uses(&files, &words), Vec::<String>::new());
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
