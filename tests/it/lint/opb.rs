//! A formula that violates each rule for OPB.

use super::{Example, FileFormat, broken};

const GOOD: &str = "\
* #variable= 3 #constraint= 2 #equal= 1 intsize= 3
* made by hand
+1 x1 -2 x2 >= -1 ;
+1 x2 +1 x3 = 1 ;
";

pub fn examples() -> Vec<Example> {
    let change = |from: &str, to: &str| {
        assert!(GOOD.contains(from), "{from:?}");
        GOOD.replacen(from, to, 1).into_bytes()
    };
    vec![
        ("opb-no-header", 1, change("* #variable= 3 #constraint= 2 #equal= 1 intsize= 3\n", "")),
        ("opb-no-header", 1, change("#constraint= 2", "#constraint= two")),
        ("opb-no-header", 1, Vec::new()),
        ("opb-header-form", 1, change("#variable= 3", "#variable=3")),
        ("opb-header-form", 1, change(" 3 ", "  3 ")),
        ("opb-header-words", 1, change(" #equal= 1", "")),
        ("opb-header-words", 1, change("size= 3\n", "size= 3 more\n")),
        ("opb-variable-above-header", 4, change("#variable= 3", "#variable= 2")),
        ("opb-constraint-count", 1, change("#constraint= 2", "#constraint= 3")),
        ("opb-equation-count", 1, change("#equal= 1", "#equal= 0")),
        ("opb-intsize", 1, change("intsize= 3", "intsize= 2")),
        ("opb-variable-name", 3, change("x1", "y1")),
        ("opb-variable-name", 3, change("x1", "x0")),
        ("opb-variable-name", 3, change("x1", "x01")),
        ("opb-variable-name", 3, change("x1", "x99999999999")),
        ("opb-negated-variable", 3, change("x1", "~x1")),
        ("opb-nonlinear", 3, change("x1 -2 x2", "x1 x2 -2 x2")),
        ("opb-relation", 3, change(">=", "<=")),
        ("opb-relation", 3, change(">=", ">")),
        ("opb-relation", 3, change(">=", "!=")),
        ("opb-no-terms", 3, change("+1 x1 -2 x2 >=", ">=")),
        ("opb-duplicate-variable", 3, change("-2 x2", "-2 x1")),
        ("opb-objective", 4, change("+1 x2 +1 x3", "min: +1 x1 ;\n+1 x2 +1 x3")),
        ("opb-objective", 4, change("+1 x1", "min: +1 x1 ;\nmin: ;\n+1 x1")),
        ("opb-syntax", 3, change("+1 x1", "max: +1 x1 ;\n+1 x1")),
        ("opb-syntax", 3, change("+1 x1", "+ 1 x1")),
        ("opb-other-format", 1, change("+1 x1", "soft: 6 ;\n+1 x1")),
        ("opb-number-range", 3, change("+1 x1", "+2147483648 x1")),
        ("opb-number-range", 3, {
            let text = GOOD.replace("intsize= 3", "intsize= 40");
            text.replace("+1 x1 -2 x2", "+1500000000 x1 -1500000000 x2").into_bytes()
        }),
        ("opb-not-ascii", 1, format!("\u{feff}{GOOD}").into_bytes()),
        ("opb-syntax", 3, change("+1 x1", "x1")),
        ("opb-syntax", 3, change("+1 x1", "+1.0 x1")),
        ("opb-syntax", 3, change("-1 ;", "-1 -1 ;")),
        ("opb-syntax", 3, change(">= -1 ;", ">= ;")),
        ("opb-syntax", 3, change(">= -1 ;", ";")),
        ("opb-syntax", 3, change("-2 x2", "-2")),
        (
            "opb-syntax",
            5,
            [GOOD.replacen("#constraint= 2", "#constraint= 3", 1).as_bytes(), b";\n"].concat(),
        ),
        ("opb-number-range", 3, change("-2 x2", "-99999999999999999999 x2")),
        ("opb-constraint-over-lines", 3, change(">= -1", "\n>= -1")),
        ("opb-unfinished-constraint", 5, change("= 1 ;\n", "= 1 ;\n+1 x1\n")),
        ("opb-carriage-return", 3, change("-1 ;\n", "-1 ;\r\n")),
        ("opb-not-ascii", 2, change("hand", "h\u{e4}nd")),
    ]
}

#[test]
fn a_good_formula_is_clean() {
    assert_eq!(broken(FileFormat::Opb, GOOD.as_bytes()), []);
    let odd = "* #variable= 9 #constraint= 3\nmin: 1 x1 ;\n1 x1 1 x2>=2;1 x1 >= +1 ;\n\n* more\n1 x3 = 0 ;";
    assert_eq!(broken(FileFormat::Opb, odd.as_bytes()), []);
}

/// A line longer than the read buffer arrives in pieces.
#[test]
fn a_constraint_longer_than_the_buffer_is_one_constraint() {
    let terms: String = (1..=100_000).map(|variable| format!("+1 x{variable} ")).collect();
    let text = format!("* #variable= 100000 #constraint= 1\n{terms}>= 1 ;\n");
    assert_eq!(broken(FileFormat::Opb, text.as_bytes()), []);
    let twice = text.replace(">=", "+1 x7 >=");
    assert_eq!(broken(FileFormat::Opb, twice.as_bytes()), [("opb-duplicate-variable", 2)]);
}
