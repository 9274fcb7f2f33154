//! The typed results: their JSON Schemas, their documentation, and reading back what the commands print.

mod json_reference;

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use assert_cmd::cargo::CommandCargoExt;
use encycle::bench::{CampaignInfo, ResultRow};
use encycle::json_schemas;
use encycle::report::{
    ClueSetsReport, CountReport, DecodeLine, EnumerateLine, GenerateReport, GradeReport,
    LedgerEntry, LintLine, PairSetsReport, RepairReport, ResultLine, SizesLine, SolveReport,
    SolverList, ThinReport,
};
use encycle::solve::Checkpoint;
use jsonschema::Validator;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::support::binary::{encycle, own_binary, stderr, stdout, with_input};

/// The folder of the schemas.
const SCHEMAS: &str = "docs/schemas";

/// The environment variable with which generated files are written before they are compared.
const UPDATE: &str = "UPDATE_SCHEMAS";

/// Checks that a generated file has this text.
pub(crate) fn assert_current(path: impl AsRef<Path>, text: &str) {
    let path = path.as_ref();
    if std::env::var_os(UPDATE).is_some() {
        fs::write(path, text).expect("a file");
    }
    let is_current = fs::read_to_string(path).unwrap_or_default() == text;
    assert!(is_current, "{} is outdated; run this test with {UPDATE}=1", path.display());
}

/// Exactly one solution.
const ONE: &str = "slitherlink 2 2\n31\n..\n";
/// Thirteen solutions.
const SEVERAL: &str = "slitherlink 2 2\n..\n..\n";
/// No solution.
const NONE: &str = "slitherlink 2 2\n33\n33\n";
/// One solution, with values in cells.
const SUDOKU: &str = "sudoku 2 2\n1...\n..2.\n.3..\n...4\n";
/// Several solutions, with values in cells.
const OPEN_SUDOKU: &str = "sudoku 2 2\n1...\n....\n....\n...4\n";
/// A solution with neither edges nor values.
const ATOMS: &str = include_str!("../../examples/reachability/rooms.txt");
const UNREADABLE: &str = "no puzzle\n";

/// Lists the files of the schemas' folder and of its subfolders.
fn schema_files() -> BTreeSet<PathBuf> {
    let list = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).expect("a folder");
        entries.map(|entry| entry.expect("an entry").path()).collect()
    };
    let (folders, files): (Vec<_>, Vec<_>) =
        list(Path::new(SCHEMAS)).into_iter().partition(|path| path.is_dir());
    files.into_iter().chain(folders.iter().flat_map(|folder| list(folder))).collect()
}

#[test]
fn the_schemas_in_the_documentation_are_current() {
    let files = schema_files();
    let mut expected = BTreeSet::new();
    for (name, schema) in json_schemas() {
        let file_name = format!("{name}.json");
        let known = files.iter().find(|path| path.ends_with(&file_name));
        let path = known.cloned().unwrap_or_else(|| Path::new(SCHEMAS).join(&file_name));
        let text = serde_json::to_string_pretty(&schema).expect("JSON") + "\n";
        assert_current(&path, &text);
        assert!(expected.insert(path), "two layouts have the name {name}");
    }
    assert_eq!(schema_files(), expected, "a file belongs to no layout");
}

#[test]
fn every_layout_and_every_key_is_documented() {
    let [documentation, page] = ["json", "page"].map(|name| {
        fs::read_to_string(format!("docs/reference/{name}.md")).expect("the documentation")
    });
    for (name, schema) in json_schemas() {
        // of the page's own interface, the schemas are the documentation
        let is_page = ["encycle-request-1", "encycle-event-1"].contains(&name);
        let text = if is_page { &page } else { &documentation };
        assert!(text.contains(&format!("/{name}.json)")), "no link to {name}");
        for key in keys(schema.as_value()).into_iter().filter(|_| !is_page) {
            assert!(documentation.contains(&format!("`{key}`")), "{name}: {key}");
        }
        let undescribed = undescribed(schema.as_value());
        assert!(undescribed.is_empty(), "{name}: keys without a description: {undescribed:?}");
    }
}

/// Returns the keys of all objects that a schema describes.
fn keys(schema: &Value) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    each_object(schema, &mut |object| {
        let properties = object.get("properties").and_then(Value::as_object);
        found.extend(properties.into_iter().flatten().map(|(key, _)| key.as_str()));
    });
    found
}

/// Returns the keys without a description. A key whose value is a type of its own may have that of the type.
fn undescribed(schema: &Value) -> Vec<&str> {
    let mut found = Vec::new();
    each_object(schema, &mut |object| {
        let properties = object.get("properties").and_then(Value::as_object);
        let bare =
            |value: &Value| value.get("description").is_none() && value.get("$ref").is_none();
        let bare = properties.into_iter().flatten().filter(|(_, value)| bare(value));
        found.extend(bare.map(|(key, _)| key.as_str()));
    });
    // the variants of `DecodedSolution`, `TimeLimitSupport` and `Part` are described one level higher, and `do` and `event` are
    // the names of variants
    found.retain(|key| {
        !["edges", "cells", "atoms", "kept", "do", "event", "cell", "vertex", "atom"].contains(key)
    });
    found
}

fn each_object<'a>(value: &'a Value, visit: &mut impl FnMut(&'a serde_json::Map<String, Value>)) {
    match value {
        Value::Object(object) => {
            visit(object);
            object.values().for_each(|value| each_object(value, visit));
        }
        Value::Array(values) => values.iter().for_each(|value| each_object(value, visit)),
        _ => {}
    }
}

/// Reads each line as `T`, and checks that `T` has the same JSON and that the line is valid by the schema of the layout.
/// Returns the lines.
fn read_back<T: Serialize + DeserializeOwned + Debug>(layout: &str, text: &str) -> Vec<T> {
    assert!(!text.is_empty(), "no output");
    let schema = validator(layout);
    let read = |line: &str| {
        let typed: T = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let expected: Value = serde_json::from_str(line).expect("JSON");
        if let Err(error) = schema.validate(&expected) {
            panic!("{layout}: {error} at {}: {line}", error.instance_path());
        }
        assert_eq!(serde_json::to_value(&typed).expect("JSON"), expected, "{typed:?}");
        typed
    };
    text.lines().map(read).collect()
}

/// Returns the validator of a layout, by the schema that `encycle schema` prints.
fn validator(layout: &str) -> Validator {
    let text = stdout(&encycle(&["schema", layout]));
    let schema = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{layout}: {error}"));
    jsonschema::draft202012::new(&schema).unwrap_or_else(|error| panic!("{layout}: {error}"))
}

#[test]
fn invalid_lines_are_not_valid_by_the_schema() {
    let line = stdout(&with_input(&["solve", "-", "--json"], ONE));
    let valid: Value = serde_json::from_str(&line).expect("JSON");
    let schema = validator("encycle-solve-2");
    assert!(schema.is_valid(&valid));
    for (key, wrong) in
        [("cuts", "many".into()), ("verdict", "maybe".into()), ("rounds", Value::Null)]
    {
        let mut line = valid.clone();
        line[key] = wrong;
        assert!(!schema.is_valid(&line), "{key}");
    }
    let mut without = valid;
    without.as_object_mut().expect("an object").remove("encoding");
    assert!(!schema.is_valid(&without));
}

/// Runs a command on each puzzle, and reads back its output.
fn of_puzzles<T>(layout: &str, arguments: &[&str], puzzles: &[&str])
where
    T: Serialize + DeserializeOwned + Debug,
{
    for puzzle in puzzles {
        let output = with_input(arguments, puzzle);
        assert!(!output.stdout.is_empty(), "{arguments:?}: {}", stderr(&output));
        read_back::<T>(layout, &stdout(&output));
    }
}

#[test]
fn results_of_solving_are_read_back() {
    let all = [ONE, SEVERAL, NONE, SUDOKU, OPEN_SUDOKU, ATOMS, UNREADABLE];
    of_puzzles::<ResultLine<SolveReport>>(
        "encycle-solve-2",
        &["solve", "-", "--unique", "--json"],
        &all,
    );
    of_puzzles::<ResultLine<CountReport>>(
        "encycle-count-1",
        &["count", "-", "--forced", "--json"],
        &all,
    );
    let all_methods = ["count", "-", "--method", "all", "--json", "--sample", "1"];
    of_puzzles::<ResultLine<CountReport>>("encycle-count-1", &all_methods, &[ONE, SEVERAL, NONE]);
    of_puzzles::<ResultLine<EnumerateLine>>(
        "encycle-enumerate-1",
        &["enumerate", "-", "--limit", "3", "--json"],
        &all,
    );
    let failed = with_input(&["solve", "-", "--json"], UNREADABLE);
    let lines = read_back::<ResultLine<SolveReport>>("encycle-solve-2", &stdout(&failed));
    assert!(matches!(&lines[..], [ResultLine::Failed(_)]), "{lines:?}");
}

#[test]
fn results_of_deduction_are_read_back() {
    let all = [ONE, SEVERAL, NONE, SUDOKU, UNREADABLE];
    for steps in [&[][..], &["--steps"]] {
        let grade = [&["grade", "-", "--json"], steps].concat();
        of_puzzles::<ResultLine<GradeReport>>("encycle-grade-1", &grade, &all);
    }
}

#[test]
fn results_about_clues_are_read_back() {
    for (kind, size) in [("slitherlink", "4x4"), ("sudoku", "4x4"), ("numberlink", "4x4")] {
        let output = encycle(&["generate", kind, size, "--seed", "3", "--count", "2", "--json"]);
        assert_eq!(read_back::<GenerateReport>("encycle-generate-1", &stdout(&output)).len(), 2);
    }
    of_puzzles::<ResultLine<ThinReport>>(
        "encycle-thin-1",
        &["thin", "-", "--json"],
        &[ONE, SEVERAL, NONE, SUDOKU, ATOMS, UNREADABLE],
    );
    of_puzzles::<ResultLine<RepairReport>>(
        "encycle-repair-1",
        &["repair", "-", "--json"],
        &[ONE, SEVERAL, NONE, OPEN_SUDOKU, ATOMS, UNREADABLE],
    );
    let show = ["instances", "-", "--list", "minimal", "--json"];
    of_puzzles::<ClueSetsReport>("encycle-instances-1", &show, &[ONE, SEVERAL, NONE]);
    for arguments in [&["3x3", "--list", "minimum"][..], &["7x7", "--timeout", "0.01"]] {
        let arguments = [&["instances", "numberlink", "--json"], arguments].concat();
        read_back::<PairSetsReport>("encycle-pair-sets-1", &stdout(&encycle(&arguments)));
    }
}

#[test]
fn results_about_files_are_read_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let (formula, map, output) = (path("a.cnf"), path("a.map"), path("a.out"));
    for (puzzle, encoding) in [(ONE, "edge"), (NONE, "edge"), (SUDOKU, "s3")] {
        let name = path("puzzle.txt");
        fs::write(&name, puzzle).expect("a file");
        let encode = ["encode", "-f", &name, "--encoding", encoding, "-o", &formula, "--map", &map];
        assert_eq!(encycle(&encode).status.code(), Some(0));
        let decode = ["decode", &name, &output, "--map", &map, "--json"];
        for text in [stdout(&encycle(&["sat", &formula])), "s SATISFIABLE\nv 1 0\n".to_owned()] {
            fs::write(&output, text).expect("a file");
            read_back::<DecodeLine>("encycle-decode-1", &stdout(&encycle(&decode)));
        }
        fs::write(&output, "no output\n").expect("a file");
        let failed = read_back::<DecodeLine>("encycle-decode-1", &stdout(&encycle(&decode)));
        assert!(matches!(&failed[..], [DecodeLine::Failed(_)]), "{failed:?}");
        let sizes = ["sizes", &name, "--encoding", "all", "--by", "family", "--json"];
        read_back::<SizesLine>("encycle-sizes-1", &stdout(&encycle(&sizes)));
    }
    of_puzzles::<SizesLine>("encycle-sizes-1", &["sizes", "-", "--json"], &[UNREADABLE]);
    let wrong = path("wrong.cnf");
    fs::write(&wrong, "p cnf 2 2\n1 -1 0\n1 3 0\n").expect("a file");
    let lint = encycle(&["lint", "--json", &formula, &wrong, &path("missing.cnf")]);
    let lines = read_back::<LintLine>("encycle-lint-1", &stdout(&lint));
    use LintLine::{Failed, Result};
    assert!(matches!(&lines[..], [Result(_), Result(_), Failed(_)]), "{lines:?}");
}

#[test]
fn the_files_that_commands_write_are_read_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let (checkpoint, rounds, campaign) = (path("far.json"), path("rounds"), path("campaign"));
    let enumerate = ["enumerate", "-", "--limit", "5", "--checkpoint", &checkpoint];
    with_input(&enumerate, SEVERAL);
    read_back::<Checkpoint>(
        "encycle-checkpoint-1",
        &fs::read_to_string(&checkpoint).expect("a checkpoint"),
    );
    let first = "examples/slitherlink/first.txt";
    encycle(&["solve", first, "--encoding", "edge", "--presolve", "off", "--rounds", &rounds]);
    let ledger = fs::read_to_string(folder.path().join("rounds/cuts.jsonl")).expect("a ledger");
    read_back::<LedgerEntry>("encycle-cuts-1", &ledger);
    encycle(&["bench", first, "--out", &campaign]);
    let rows = fs::read_to_string(folder.path().join("campaign/rows.jsonl")).expect("rows");
    read_back::<ResultRow>("encycle-bench-1", &rows);
    let info = fs::read_to_string(folder.path().join("campaign/campaign.json")).expect("commands");
    read_back::<CampaignInfo>("encycle-campaign-1", &info);
}

#[test]
fn the_list_of_solvers_is_read_back() {
    read_back::<SolverList>("encycle-solvers-1", &stdout(&encycle(&["solvers", "--json"])));
    let cache = tempfile::tempdir().expect("a folder");
    let mut probe = Command::cargo_bin("encycle").expect("the binary");
    probe.args(["solvers", "--probe", &own_binary(), "--json"]);
    let output = probe.env("XDG_CACHE_HOME", cache.path()).output().expect("it runs");
    let lists = read_back::<SolverList>("encycle-solvers-1", &stdout(&output));
    let probe = lists[0].0[0].probe.as_ref().expect("a probe");
    assert!(probe.works && probe.facts.is_some(), "{probe:?}");
}
