//! `encycle sizes --features`, run as a process.

use std::fs;

use serde_json::Value;

use crate::support::binary::{code, encycle, stderr, stdout, with_input};

const FIRST: &str = "examples/slitherlink/first.txt";

/// The features in JSON and in CSV are the same and agree with the sizes; `python/tests` compares them with gbdc.
#[test]
fn features_agree_with_the_sizes() {
    let arguments = ["sizes", FIRST, "--encoding", "edge+order", "--features"];
    let json = stdout(&encycle(&[&arguments[..], &["--json"]].concat()));
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let features = json["features"].as_object().expect("an object");
    assert_eq!(features.len(), 4 + 10 + 4 + 8 * 5);
    let of = |name: &str| features[name].as_f64().expect("a number");
    let total = |key: &str| json["total"][key].as_f64().expect("a number");
    assert_eq!((of("clauses"), of("variables")), (total("clauses"), total("variables")));
    let lengths: f64 = (1..10).map(|length| of(&format!("cls{length}"))).sum();
    assert_eq!(lengths + of("cls10p"), total("clauses"));
    let literals = of("vcg_vdegree_mean") * total("variables");
    assert!((literals - total("literals")).abs() < 1e-6, "{literals}");
    let csv = stdout(&encycle(&[&arguments[..], &["--csv"]].concat()));
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let headers = reader.headers().expect("a heading").clone();
    let row = reader.records().next().expect("a row").expect("a row");
    for (name, value) in features {
        let column = headers.iter().position(|header| header == format!("gbd_{name}"));
        let cell = &row[column.expect("a column")];
        assert_eq!(cell.parse::<f64>().ok(), value.as_f64(), "{name}");
    }
    let structure = json["structure"].as_object().expect("an object");
    let ratio = total("clauses") / total("variables");
    assert_eq!(structure["clause_variable_ratio"].as_f64(), Some(ratio));
    // the puzzle has one solution, so every variable has the same value in all models
    assert_eq!(structure["backbone"].as_f64(), Some(total("variables")));
    let documented = fs::read_to_string("docs/guide/formulas.md").expect("the documentation");
    for (name, value) in structure {
        let column = headers.iter().position(|header| header == format!("structure_{name}"));
        let cell = &row[column.expect("a column")];
        assert_eq!(cell.parse::<f64>().ok(), value.as_f64(), "{name}");
        assert!(documented.contains(&format!("| `{name}` |")), "{name} is not documented");
    }
    let output = encycle(&arguments);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("help: add --json or --csv"));
}

/// A formula beyond a limit has the features without a limit, and null for the others.
#[test]
fn features_beyond_their_limits_are_null() {
    let row = format!("{}\n", ".".repeat(60));
    let puzzle = format!("slitherlink 60 60\n{}", row.repeat(60));
    let output = with_input(&["sizes", "-", "--encoding", "edge", "--features", "--json"], &puzzle);
    let json: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    let structure = json["structure"].as_object().expect("an object");
    assert!(structure["clause_variable_ratio"].is_f64());
    // 7320 variables, and a clause of all of them
    for name in ["treewidth_min_fill", "modularity", "backbone", "backdoor"] {
        assert!(structure[name].is_null(), "{name}");
    }
    let csv = with_input(&["sizes", "-", "--encoding", "edge", "--features", "--csv"], &puzzle);
    assert!(stdout(&csv).ends_with(",,,,,,\n"));
}
