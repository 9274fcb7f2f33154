//! A formula that violates each rule for DIMACS CNF.

use super::{Example, FileFormat, broken};

const GOOD: &str = "c made by hand\np cnf 3 2\n1 -2 0\n2 3 0\n";

pub fn examples() -> Vec<Example> {
    let change = |from: &str, to: &str| {
        assert!(GOOD.contains(from), "{from:?}");
        GOOD.replacen(from, to, 1).into_bytes()
    };
    let mut byte_ff = GOOD.as_bytes().to_vec();
    byte_ff[3] = 0xFF;
    // clauses of more than eight literals take another code path
    let long = |extra: &str| {
        let all: String = (1..=20).map(|variable| format!("{variable} ")).collect();
        format!("c\np cnf 20 1\n{all}{extra}0\n").into_bytes()
    };
    vec![
        ("cnf-no-header", 2, change("p cnf 3 2\n", "")),
        ("cnf-no-header", 2, b"c\n1 0\np cnf 1 1\n".to_vec()),
        ("cnf-no-header", 1, b"c only a comment\n".to_vec()),
        ("cnf-header-form", 2, change("p cnf 3 2", "p  cnf 3 2")),
        ("cnf-header-form", 2, change("p cnf 3 2", "p\tcnf 3 2")),
        ("cnf-header-form", 2, change("p cnf 3 2", "p cnf 3\t2")),
        ("cnf-header-form", 2, change("p cnf 3 2", " p cnf 3 2")),
        ("cnf-header-form", 2, change("p cnf 3 2", "p cnf 3")),
        ("cnf-header-form", 2, change("p cnf 3 2", "p dnf 3 2")),
        // the literals of the clause below were joined with the numbers of the header, which made a tautology
        ("cnf-header-form", 2, change("p cnf 3 2", "P CNF 3 2")),
        ("cnf-other-format", 1, change("p cnf 3 2", "p wcnf 3 2 10")),
        ("cnf-other-format", 1, change("p cnf 3 2", "p inccnf")),
        ("cnf-other-format", 1, change("p cnf 3 2", "p cnf 3 2\ne 1 2 0")),
        ("cnf-other-format", 1, change("p cnf 3 2", "h 1 3 0")),
        ("cnf-other-format", 1, change("2 3 0\n", "2 3 0\ndigraph int 2 1 0\nedge 0 0 1 1\n")),
        (
            "cnf-other-format",
            30_001,
            format!("p cnf 1 1\n{}digraph 2 0 0\nreach 0 0 1 2\n", "1 0\n".repeat(29_999))
                .into_bytes(),
        ),
        ("cnf-byte-order-mark", 1, format!("\u{feff}{GOOD}").into_bytes()),
        ("cnf-comment-indent", 1, change("c made", " c made")),
        ("cnf-tab", 3, change("1 -2", "1\t-2")),
        ("cnf-tab", 3, change("-2 0", "-2\t0")),
        ("cnf-second-header", 5, change("2 3 0\n", "2 3 0\np cnf 3 2\n")),
        ("cnf-variable-above-header", 4, change("2 3 0\n", "2 3 -4 0\n")),
        ("cnf-unused-variable", 2, change("p cnf 3", "p cnf 7")),
        ("cnf-unused-variable", 2, change("2 3 0", "2 1 0")),
        ("cnf-clause-count", 2, change("cnf 3 2", "cnf 3 3")),
        ("cnf-clause-count", 2, change("cnf 3 2", "cnf 3 1")),
        ("cnf-duplicate-literal", 4, change("2 3 0", "2 3 2 0")),
        ("cnf-duplicate-literal", 3, long("7 ")),
        ("cnf-opposite-literals", 3, change("1 -2 0", "1 -2 2 0")),
        ("cnf-opposite-literals", 3, long("-7 ")),
        ("cnf-clause-over-lines", 3, change("1 -2 0", "1\n-2 0")),
        ("cnf-clause-over-lines", 4, change("2 3 0", "2 3\n0")),
        ("cnf-shared-line", 3, change("1 -2 0\n", "1 -2 0 ")),
        ("cnf-unfinished-clause", 4, b"c\np cnf 2 1\n1 2 0\n-1\n".to_vec()),
        ("cnf-bad-word", 3, change("1 -2 0", "1 -2 y 0")),
        ("cnf-bad-word", 3, change("1 -2 0", "+1 -2 0")),
        ("cnf-bad-word", 3, change("1 -2 0", "1 -2 -0 0")),
        // two clauses were joined, which made a tautology
        ("cnf-bad-word", 3, change("1 -2 0", "1 -2 -0")),
        ("cnf-bad-word", 3, change("1 -2 0", "see 2\n1 -2 0")),
        ("cnf-bad-word", 5, change("2 3 0\n", "2 3 0\nx\n")),
        ("cnf-literal-range", 3, change("1 -2 0", "1 -2 -2147483648 0")),
        // a number of unused variables, which was that of the limit, was a warning besides
        ("cnf-literal-range", 2, change("p cnf 3 2", "p cnf 99999999999 2")),
        ("cnf-literal-range", 3, change("1 -2 0", "1 -2 123456789012345678901234567890 0")),
        ("cnf-bad-bytes", 1, byte_ff),
        ("cnf-not-ascii", 1, change("by hand", "von Hand für alle")),
        ("cnf-percent-trailer", 5, change("2 3 0\n", "2 3 0\n%\n0\n\n")),
        ("cnf-late-comment", 4, change("2 3 0", "c more\n2 3 0")),
        ("cnf-late-directive", 3, change("1 -2", "c p show 1 2 0\n1 -2")),
        ("cnf-late-directive", 3, change("1 -2", "c t pmc\n1 -2")),
        ("cnf-no-comment", 1, change("c made by hand\n", "")),
        ("cnf-empty-clause", 4, b"c\np cnf 1 2\n1 0\n0\n".to_vec()),
        ("cnf-stray-blank", 3, change("1 -2", "1  -2")),
        ("cnf-stray-blank", 2, change("p cnf 3 2", "p cnf 3 2 ")),
        ("cnf-stray-blank", 2, change("p cnf 3 2", "p cnf  03 2")),
        ("cnf-stray-blank", 3, change("-2 0", "-2 0\t")),
        ("cnf-bad-word", 3, change("1 -2 0", "1 -2 3\u{b} 0")),
        ("cnf-stray-blank", 3, change("1 -2 0", "1 -2 0 ")),
        ("cnf-stray-blank", 3, change("1 -2 0", " 1 -2 0")),
        ("cnf-stray-blank", 4, change("2 3 0", "\n2 3 0")),
        ("cnf-carriage-return", 3, change("-2 0\n", "-2 0\r\n")),
        ("cnf-no-final-newline", 4, change("2 3 0\n", "2 3 0")),
    ]
}

#[test]
fn a_good_formula_is_clean() {
    assert_eq!(broken(FileFormat::Cnf, GOOD.as_bytes()), []);
    assert_eq!(broken(FileFormat::Cnf, b"c nothing at all\np cnf 0 0\n"), []);
}

/// A line longer than the read buffer arrives in pieces; no finding may be lost between them.
#[test]
fn a_clause_longer_than_the_buffer_is_one_clause() {
    let count = 100_000;
    let all: String = (1..=count).map(|variable| format!("{variable} ")).collect();
    let text = format!("c {}\np cnf {count} 1\n{all}0\n", "long ".repeat(100_000));
    assert_eq!(broken(FileFormat::Cnf, text.as_bytes()), []);
    let twice = text.replace(&format!("{count} 0\n"), &format!("{count} 1 -2 0\n"));
    let rules = [("cnf-duplicate-literal", 3), ("cnf-opposite-literals", 3)];
    assert_eq!(broken(FileFormat::Cnf, twice.as_bytes()), rules);
}

/// Memory depends on the pages touched, not on the largest variable.
#[test]
fn huge_variables_take_little_memory() {
    let text = format!("c\np cnf {0} 1\n{0} 1 0\n", i32::MAX);
    assert_eq!(broken(FileFormat::Cnf, text.as_bytes()), [("cnf-unused-variable", 2)]);
}
