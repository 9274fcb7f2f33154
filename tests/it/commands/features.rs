//! `encycle sizes --features`, run as a process.

use serde_json::Value;

use crate::support::binary::{code, encycle, stderr, stdout};

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
    let output = encycle(&arguments);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("help: add --json or --csv"));
}
