//! Each lint rule fires on its example, and no input makes the checks panic.

use std::process::Command;

use assert_cmd::cargo::CommandCargoExt;
use encycle::lint::{FileFormat, LintReport, LintRule, check};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

mod cnf;
mod lp;
mod mps;
mod opb;
mod recorded;

fn report(format: FileFormat, text: &[u8]) -> LintReport {
    check(format, text).expect("memory can be read")
}

/// The violated rules, each with the line of its first finding.
fn broken(format: FileFormat, text: &[u8]) -> Vec<(&'static str, u64)> {
    let report = report(format, text);
    let first = |rule: &LintRule| report.findings().iter().find(|finding| finding.rule == rule);
    report.counts().iter().map(|(rule, _)| (rule.name, first(rule).expect("kept").line)).collect()
}

/// A rule, the line where it is violated, and a text that violates no other rule.
type Example = (&'static str, u64, Vec<u8>);

fn examples(format: FileFormat) -> Vec<Example> {
    match format {
        FileFormat::Cnf => cnf::examples(),
        FileFormat::Lp => lp::examples(),
        FileFormat::Mps => mps::examples(),
        FileFormat::Opb => opb::examples(),
    }
}

/// No rule fires for a violation of another one.
#[test]
fn each_example_violates_only_its_rule_at_its_line() {
    let mut failures = String::new();
    for format in FileFormat::ALL {
        for (name, line, text) in examples(format) {
            let mut broken = broken(format, &text);
            // a name of 256 characters also makes the line too long
            broken.retain(|(other, _)| (name, *other) != ("lp-name-limit", "lp-line-length"));
            if broken != [(name, line)] {
                let shown = String::from_utf8_lossy(&text[..text.len().min(400)]);
                failures += &format!("({name}, {line}) gave {broken:?}:\n{shown}\n");
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn every_rule_has_an_example() {
    for format in FileFormat::ALL {
        let examples = examples(format);
        for rule in format.rules() {
            assert!(examples.iter().any(|(name, ..)| *name == rule.name), "{}", rule.name);
        }
    }
}

/// The files that this workspace writes violate no rule.
#[test]
fn our_own_files_are_clean() {
    for (format, text) in own_files() {
        let report = report(format, &text);
        assert_eq!(report.findings(), [], "{format}");
        assert!(report.size.variables > 0 && report.size.clauses > 0);
    }
}

/// The example puzzles in each format, as `encycle encode` writes them.
fn own_files() -> Vec<(FileFormat, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir("examples/slitherlink").expect("the examples") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|ending| ending != "txt") {
            continue;
        }
        for encoding in ["edge", "colour"] {
            for (format, name) in [
                (FileFormat::Cnf, "dimacs"),
                (FileFormat::Lp, "lp"),
                (FileFormat::Mps, "mps"),
                (FileFormat::Mps, "mps-fixed"),
                (FileFormat::Opb, "opb"),
            ] {
                let mut command = Command::cargo_bin("encycle").expect("the binary is built");
                command.arg("encode").arg(&path).args(["--to", name, "--encoding", encoding]);
                let output = command.output().expect("the binary ends");
                assert!(output.status.success(), "{}", path.display());
                files.push((format, output.stdout));
            }
        }
    }
    assert!(!files.is_empty());
    files
}

/// Asserts that the check does not panic and that findings are in order and inside the file.
fn assert_reported(format: FileFormat, text: &[u8]) {
    let report = report(format, text);
    let lines = text.iter().filter(|&&byte| byte == b'\n').count() as u64 + 1;
    for finding in report.findings() {
        assert!((1..=lines).contains(&finding.line), "{finding:?} of {lines} lines");
        let column = finding.column.unwrap_or(1);
        assert!((1..=text.len() as u64 + 1).contains(&column), "{finding:?}");
        assert!(!finding.message.contains('\n'), "{finding:?}");
    }
    assert!(report.findings().is_sorted_by_key(|finding| finding.line));
}

fn format() -> impl Strategy<Value = FileFormat> {
    select(&FileFormat::ALL[..])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn any_bytes_have_a_report(format in format(), bytes in vec(any::<u8>(), 0..300)) {
        assert_reported(format, &bytes);
    }

    #[test]
    fn any_words_of_the_formats_have_a_report(
        format in format(),
        words in vec(select(&[
            "p cnf 3 2", "p cnf", "c", "c p show", "0", "-0", "1", "-2", "3", "99999999999", "%", "x",
            "\n", "\n", "\n ", " ", "\t", "\r\n", "\u{e9}", "\\", ":", "c1:", "c1", "+", "-", "<=", ">=",
            "=", "<", "->", "[", "]", "^", "2x", "x[1]", "1e999", ".5", "inf", "free", "Minimize",
            "Subject To", "Bounds", "General", "Binary", "SOS", "End", "st", "obj:",
            "* #variable= 2 #constraint= 1", "*", "+1", "x1", "~x2", "min:", ";", "NAME", "ROWS", "COLUMNS",
            "RHS", "BOUNDS", "ENDATA", "MARKER 'MARKER' 'INTORG'", " G c1", " N", " UP BND x1 1", "x1 c1 1",
        ][..]), 0..60),
        blanks in any::<bool>(),
    ) {
        assert_reported(format, words.join(if blanks { " " } else { "" }).as_bytes());
    }

    #[test]
    fn a_damaged_example_has_a_report(
        format in format(),
        example in any::<Index>(),
        changes in vec((any::<Index>(), 0..4_usize, vec(any::<u8>(), 0..3)), 1..4),
    ) {
        let examples = examples(format);
        let mut bytes = example.get(&examples).2.clone();
        for (place, removed, inserted) in changes {
            let start = place.index(bytes.len() + 1);
            let end = (start + removed).min(bytes.len());
            bytes.splice(start..end, inserted);
        }
        assert_reported(format, &bytes);
    }
}

#[test]
fn real_files_cut_off_or_damaged_anywhere_have_a_report() {
    for (format, text) in own_files().into_iter().filter(|(_, text)| text.len() < 20_000) {
        for end in (0..text.len()).step_by(97) {
            assert_reported(format, &text[..end]);
            let mut damaged = text.clone();
            damaged[end] ^= 0x51;
            assert_reported(format, &damaged);
        }
    }
}
