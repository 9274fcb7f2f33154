//! A program that violates each rule for MPS.

use super::{Example, FileFormat, broken};

const GOOD: &str = "\
* made by hand
NAME hand FREE
ROWS
 N obj
 G c1
 L c2
COLUMNS
 MARKER 'MARKER' 'INTORG'
 x c1 1 c2 -1
 y c1 2.5
 MARKER 'MARKER' 'INTEND'
 z c2 1e3
RHS
 RHS c1 1
RANGES
 RNG c2 4
BOUNDS
 UP BND x 1
 LO BND y -3
 UP BND y -1
ENDATA
";

pub fn examples() -> Vec<Example> {
    let change = |from: &str, to: &str| {
        assert!(GOOD.contains(from), "{from:?}");
        GOOD.replacen(from, to, 1).into_bytes()
    };
    let ranges = "RANGES\n RNG c2 4\n";
    vec![
        (
            "mps-section-order",
            19,
            GOOD.replace(ranges, "").replace("ENDATA", &format!("{ranges}ENDATA")).into_bytes(),
        ),
        ("mps-section-order", 17, change("BOUNDS", "RHS\nBOUNDS")),
        ("mps-missing-section", 20, change("ENDATA\n", "")),
        ("mps-missing-section", 3, b"NAME a FREE\nRHS\nENDATA\n".to_vec()),
        ("mps-missing-section", 20, change("NAME hand FREE\n", "")),
        ("mps-objective-sense", 3, change("ROWS", "OBJSENSE\n MAX\nROWS")),
        ("mps-unsupported-section", 3, change("ROWS", "SOS\nROWS")),
        ("mps-after-end", 22, change("ENDATA\n", "ENDATA\nmore\nand more\n")),
        ("mps-free-word", 2, change(" FREE", "")),
        ("mps-free-word", 2, change("hand FREE", "FREE")),
        ("mps-missing-rhs", 19, change("RHS\n RHS c1 1\n", "")),
        ("mps-blank-line", 3, change("ROWS", "\nROWS")),
        ("mps-tab", 9, change(" x c1", "\tx c1")),
        ("mps-other-format", 1, GOOD.encode_utf16().flat_map(u16::to_le_bytes).collect()),
        ("mps-not-ascii", 1, format!("\u{feff}{GOOD}").into_bytes()),
        ("mps-second-objective", 5, change(" N obj", " N obj\n N two")),
        ("mps-objective-value", 15, change(" RHS c1 1", " RHS c1 1\n RHS obj 5")),
        ("mps-objective-value", 17, change(" RNG c2 4", " RNG c2 4\n RNG obj 2")),
        ("mps-set-name", 14, change(" RHS c1 1", " c1 c1 1")),
        ("mps-infinite-bound", 18, change("x 1\n", "x 1e30\n")),
        ("mps-number-finite", 14, change("RHS c1 1", "RHS c1 1e30")),
        ("mps-duplicate-bound", 19, change(" UP BND x 1", " UP BND x 1\n UP BND x 1")),
        ("mps-crossed-bounds", 19, change(" UP BND x 1", " UP BND x 1\n LO BND x 2")),
        ("mps-fields", 12, change(" z c2 1e3", " z c2")),
        ("mps-fields", 14, change(" RHS c1 1", " c1 1")),
        ("mps-fields", 7, change(" L c2", " L c2\n G c3 c4")),
        ("mps-fields", 19, change(" UP BND x 1", " UP BND x 1 \n UP BND x")),
        ("mps-comment", 6, change(" L c2", " L c2 $ a row")),
        ("mps-comment", 10, change(" y c1 2.5", " y c1 2.5 $of c1")),
        ("mps-comment", 14, change(" RHS c1 1", " RHS c1 1 $ c2 1")),
        ("mps-comment", 18, change(" UP BND x 1", " UP BND x 1 $")),
        ("mps-number", 10, change("2.5", "2,5")),
        ("mps-number", 18, change("x 1\n", "x inf\n")),
        ("mps-section-words", 7, change("COLUMNS", "COLUMNS extra")),
        ("mps-row-type", 6, change(" L c2", " X c2")),
        ("mps-objective", 6, change(" N obj\n", "")),
        ("mps-duplicate-row", 7, change(" L c2", " L c2\n L c2")),
        ("mps-unknown-row", 10, change(" y c1", " y c3")),
        ("mps-split-column", 11, change(" y c1 2.5", " y c1 2.5\n x obj 1")),
        ("mps-duplicate-entry", 9, change(" x c1 1 c2", " x c1 1 c1")),
        ("mps-duplicate-entry", 15, change(" RHS c1 1", " RHS c1 1\n RHS c1 2")),
        ("mps-unknown-column", 18, change("BND x 1", "BND w 1\n UP BND x 1")),
        ("mps-marker", 11, change("INTEND", "INTORG")),
        ("mps-marker", 11, change(" MARKER 'MARKER' 'INTEND'", " 'MARKER' 'INTEND'")),
        ("mps-integer-bound", 9, change(" UP BND x 1\n", " LO BND x 0\n")),
        ("mps-integer-default", 9, change(" UP BND x 1\n", "")),
        ("mps-bound-type", 19, change(" LO BND y -3", " SC BND z 9\n LO BND y -3")),
        ("mps-negative-bound", 19, change(" LO BND y -3\n", "")),
        ("mps-second-set", 19, change("LO BND y", "LO BND2 y")),
    ]
}

#[test]
fn a_good_program_is_clean() {
    assert_eq!(broken(FileFormat::Mps, GOOD.as_bytes()), []);
    assert_eq!(broken(FileFormat::Mps, GOOD.replace('\n', "\r\n").as_bytes()), []);
    let fixed = "\
NAME          fixed
ROWS
 N  obj
 G  c1
COLUMNS
    x1        c1                   1
RHS
BOUNDS
 FR BND       x1
ENDATA
";
    assert_eq!(broken(FileFormat::Mps, fixed.as_bytes()), []);
}
