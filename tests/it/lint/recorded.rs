//! The rules agree with a record of what the readers of each format do, made by `scripts/lint-differential --pairs 0`.

use std::fs;

use serde_json::Value;

use super::{FileFormat, report};
use encycle::lint::{LintRule, Severity};

#[test]
fn an_error_is_what_a_reader_stops_at_or_reads_differently() {
    let text = fs::read_to_string("tests/recorded/lint-differential.jsonl").expect("the record");
    let mut failures = String::new();
    let mut counts = [0; 2];
    for line in text.lines() {
        let record: Value = serde_json::from_str(line).expect("JSON");
        let word = |key: &str| record[key].as_str().expect("text");
        let format: FileFormat = word("format").parse().expect("a format");
        let is_error = record["is_error"].as_bool().expect("a truth value");
        counts[usize::from(is_error)] += 1;
        // U+FFFD stands for a byte that is not UTF-8
        let parts: Vec<&[u8]> = word("text").split('\u{fffd}').map(str::as_bytes).collect();
        let report = report(format, &parts.join(&0xFF));
        let is_of_error = |rule: &&&LintRule| rule.severity == Severity::Error;
        let rules: Vec<&str> = report
            .counts()
            .iter()
            .map(|(rule, _)| rule)
            .filter(is_of_error)
            .map(|rule| rule.name)
            .collect();
        if rules.is_empty() == is_error {
            failures += &format!("{rules:?}, but {line}\n");
        }
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}
