//! A program that violates each rule for CPLEX LP.

use super::{Example, FileFormat, broken};

const GOOD: &str = "\
\\ made by hand
Minimize
 obj: x + 2 y + 0 z
Subject To
 c1: x + y >= 1
 c2: - x + 3.5 y - 2e1 z
  <= -1
Bounds
 0 <= z <= 9
General
 z
Binary
 x
 y
End
";

pub fn examples() -> Vec<Example> {
    let change = |from: &str, to: &str| {
        assert!(GOOD.contains(from), "{from:?}");
        GOOD.replacen(from, to, 1).into_bytes()
    };
    let append = |text: &str, more: &str| text.replace("End", &format!("{more}End")).into_bytes();
    let rename = |name: &str| GOOD.replace(" z", &format!(" {name}")).into_bytes();
    let late_bounds = GOOD.replace("Bounds\n 0 <= z <= 9\n", "");
    // a byte of Latin-1 in a name
    let mut latin = rename("w#");
    latin.iter_mut().filter(|byte| **byte == b'#').for_each(|byte| *byte = 0xFF);
    vec![
        ("lp-no-objective", 2, change("Minimize\n obj: x + 2 y + 0 z\n", "")),
        ("lp-no-objective", 2, change("Minimize", "Smallest")),
        ("lp-no-rows", 5, b"Minimize\n obj: x\nBinary\n x\nEnd\n".to_vec()),
        ("lp-no-rows", 4, b"Minimize\n obj: x\nSubject To\nEnd\n".to_vec()),
        ("lp-section-word", 2, change("Minimize", "Minimise")),
        ("lp-section-word", 4, change("Subject To", "such that")),
        ("lp-section-word", 4, change("Subject To", "Subject To:")),
        ("lp-section-word", 10, change("General", "int")),
        ("lp-section-word", 4, change("Subject To", "Subject  To")),
        ("lp-section-word", 12, change("Binary", "BIN")),
        ("lp-section-word", 15, append(GOOD, "semi\n")),
        ("lp-section-indent", 4, change("Subject To", " Subject To")),
        ("lp-section-order", 13, append(&late_bounds, "Bounds\n z <= 9\n")),
        ("lp-section-order", 8, change("Bounds", "Subject To\n c3: x <= 1\nBounds")),
        ("lp-unsupported-section", 15, append(GOOD, "SOS\n s1: S1:: x:1 y:2\n")),
        ("lp-unsupported-section", 8, change("Bounds", "Lazy Constraints\n l1: x <= 1\nBounds")),
        ("lp-missing-end", 14, change("End\n", "")),
        ("lp-after-end", 16, change("End\n", "End\nand so on\nand on\n")),
        ("lp-empty-objective", 2, change(" obj: x + 2 y + 0 z\n", "")),
        ("lp-empty-objective", 2, change("x + 2 y + 0 z", "0")),
        ("lp-objective-constant", 3, change("0 z", "0 z + 7")),
        ("lp-objective-constant", 3, change("obj: x", "obj: 7 + x")),
        ("lp-row-relation", 5, change(" >= 1", "")),
        ("lp-row-relation", 5, change(" c1: x + y >= 1", " c1:")),
        ("lp-row-terms", 5, change("c1: x + y", "c1: 0")),
        ("lp-row-terms", 5, change("c1: x + y", "c1:")),
        ("lp-range-row", 5, change("x + y >= 1", "1 <= x + y <= 2")),
        ("lp-range-row", 5, change("x + y >= 1", "2 >= x + y")),
        ("lp-syntax", 5, change("x + y >= 1", "1 <= x + y >= 2")),
        ("lp-right-side", 5, change("x + y >= 1", "x + y >= 1 <= 2")),
        ("lp-right-side", 5, change("x + y >= 1", "x >= y")),
        ("lp-right-side", 5, change("x + y >= 1", "x >= 2 y")),
        ("lp-right-side", 5, change("x + y >= 1", "x + y >= - 1")),
        ("lp-right-side", 5, change("x + y >= 1", "x + y >= 1 + 1")),
        ("lp-right-side", 5, change("x + y >= 1", "x + y + 1 >= 2")),
        ("lp-right-side", 5, change("x + y >= 1", "x + y >=")),
        ("lp-right-side-line", 6, change("x + y >= 1", "x + y >=\n 1")),
        ("lp-relation-form", 5, change(">= 1", "=> 1")),
        ("lp-relation-form", 5, change(">= 1", "> 1")),
        ("lp-relation-form", 5, change(">= 1", "== 1")),
        ("lp-duplicate-term", 5, change("x + y >=", "x + y + x >=")),
        ("lp-duplicate-term", 3, change("0 z", "0 z + x")),
        ("lp-duplicate-row", 6, change("c2", "c1")),
        ("lp-shared-line", 5, change(">= 1\n", ">= 1")),
        ("lp-unused-integer", 15, append(GOOD, " w\n")),
        ("lp-unused-bound", 10, change("<= 9\n", "<= 9\n w <= 3\n")),
        ("lp-bound-spelling", 9, change("0 <= z <= 9", "-inf <= z <= inf")),
        ("lp-bound-spelling", 9, change("0 <= z <= 9", "z >= -infinity")),
        ("lp-bound-form", 9, change("0 <= z <= 9", "z <= 9 x <= 1")),
        ("lp-bound-form", 9, change("0 <= z <= 9", "z")),
        ("lp-bound-spelling", 9, change("0 <= z <= 9", "z <= inf")),
        ("lp-bound-spelling", 9, change("0 <= z <= 9", "9 >= z")),
        ("lp-bound-spelling", 9, change("0 <= z <= 9", "9 = z")),
        ("lp-bound-spelling", 9, change("0 <= z <= 9", "9 >= z >= 0")),
        ("lp-bound-form", 9, change("0 <= z <= 9", "z >= +inf")),
        ("lp-crossed-bounds", 9, change("0 <= z <= 9", "1 <= z <= 0")),
        ("lp-crossed-bounds", 9, change("0 <= z <= 9", "z <= -2")),
        ("lp-crossed-bounds", 10, change("0 <= z <= 9", "z >= 5\n z <= 4")),
        ("lp-binary-bound", 14, change("0 <= z <= 9\n", "0 <= z <= 9\n x <= 5\n")),
        ("lp-binary-bound", 14, change("0 <= z <= 9\n", "0 <= z <= 9\n x = 1\n")),
        ("lp-name-characters", 3, rename("w[1,2]")),
        ("lp-name-characters", 5, change("c1", "c[1]")),
        ("lp-name-symbols", 3, rename("w(1)")),
        ("lp-name-symbols", 5, change("c1", "c.1")),
        ("lp-name-length", 3, rename(&"w".repeat(101))),
        ("lp-name-limit", 3, rename(&"w".repeat(256))),
        ("lp-name-start", 5, change("c1", "1c")),
        ("lp-name-start", 3, rename(".w")),
        ("lp-name-start", 3, rename(";w")),
        ("lp-name-exponent", 3, rename("e9")),
        ("lp-name-exponent", 3, rename("E")),
        ("lp-name-keyword", 3, change("0 z", "0 z + 0 free")),
        ("lp-name-keyword", 5, change("c1", "inf_1")),
        ("lp-name-keyword", 3, rename("inf_1")),
        ("lp-name-keyword", 3, rename("nan_1")),
        ("lp-name-keyword", 5, change("c1", "NaN1")),
        ("lp-line-length", 5, change("x + y >= 1", &format!("x{} + y >= 1", " ".repeat(300)))),
        ("lp-line-length", 1, change("made", &"made ".repeat(60))),
        ("lp-line-limit", 5, change("x + y >= 1", &format!("x{} + y >= 1", " ".repeat(600)))),
        ("lp-line-size", 5, change("x + y >= 1", &format!("x{} + y >= 1", " ".repeat(1 << 18)))),
        ("lp-late-comment", 5, change(" c1", "\\ the first\n c1")),
        ("lp-row-comment", 5, change(">= 1", ">= 1 \\ one")),
        ("lp-not-ascii", 1, change("hand", "h\u{e4}nd")),
        ("lp-not-ascii", 3, latin),
        ("lp-glued", 5, change("x + y", "x+ y")),
        ("lp-glued", 5, change("y >= 1", "y >=1")),
        ("lp-glued", 5, change("c1: x", "c1:x")),
        ("lp-glued", 3, change("2 y", "2y")),
        ("lp-glued", 9, change("0 <= z", "0<= z")),
        ("lp-number-form", 3, change("2 y", ".5 y")),
        ("lp-number-finite", 3, change("2 y", "1e999 y")),
        ("lp-bound-spelling", 9, change("<= 9", "<= 1e30")),
        ("lp-other-format", 1, b"/* lp_solve */\nmax: 3 x + 2 y;\nc1: x + y <= 4;\n".to_vec()),
        ("lp-not-ascii", 1, format!("\u{feff}{GOOD}").into_bytes()),
        ("lp-number-finite", 5, change(">= 1", ">= -inf")),
        ("lp-nonlinear", 3, change("0 z", "0 z + [ x ^ 2 + 4 x * y ] / 2")),
        ("lp-nonlinear", 5, change("x + y >= 1", "x + y + [ x ^ 2 ] >= 1")),
        ("lp-indicator", 5, change("x + y >= 1", "x = 1 -> y >= 1")),
        ("lp-syntax", 5, change("x + y >= 1", "x y >= 1")),
        ("lp-syntax", 5, change("x + y >= 1", "x + + y >= 1")),
        ("lp-syntax", 5, change("x + y >= 1", "x + 2 3 y >= 1")),
        ("lp-syntax", 13, change("Binary\n x", "Binary\n x 7")),
    ]
}

#[test]
fn a_good_program_is_clean() {
    assert_eq!(broken(FileFormat::Lp, GOOD.as_bytes()), []);
    assert_eq!(broken(FileFormat::Lp, GOOD.replace('\n', "\r\n").as_bytes()), []);
    // other spellings that all readers accept, labels on lines of their own, rows without labels
    let odd = "\
MAX x + y
st
 - x + 2 y <= 3
 c2:
 x + y
 <= 4
bounds
 x free
 y >= -inf
 y <= 1e3
integers x y
 end
\\ bye
";
    assert_eq!(broken(FileFormat::Lp, odd.as_bytes()), []);
}

/// A row may be megabytes long if it is split into lines.
#[test]
fn a_row_of_many_lines_is_one_row() {
    let sum: String = (1..=50_000).map(|column| format!("\n + x_{column}")).collect();
    let text = format!("Minimize\n obj: 0 x_1\nSubject To\n c1:{sum} >= 1\n c1: x_1 >= 0\nEnd\n");
    assert_eq!(broken(FileFormat::Lp, text.as_bytes()), [("lp-duplicate-row", 50_005)]);
}
