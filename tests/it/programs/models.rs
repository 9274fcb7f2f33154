//! Random small formulas have the same models before and after a conversion, and no reader accepts what the linter calls an
//! error, except for the layout of clauses.

use std::fmt;
use std::fmt::Write as _;

use encycle::encodings::logic::{Constraint, ConstraintSink, Lit, LoweringOptions, Origin, Var};
use encycle::formats::program::Program;
use encycle::lint::{FileFormat, LintReport, Severity, check, cnf};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::written;

/// The variables of a random formula.
const VARIABLES: usize = 4;

/// A constraint: terms with a coefficient and a variable, a relation and a right side. A clause has the relation "or", and
/// its literals have the coefficients 1 and -1.
#[derive(Clone, Debug)]
struct Row {
    terms: Vec<(i64, usize)>,
    relation: &'static str,
    right: i64,
}

const OR: &str = "or";

impl Row {
    fn holds(&self, model: u32) -> bool {
        let value = |variable: usize| i64::from(model >> variable & 1);
        let sum: i64 = self.terms.iter().map(|&(size, variable)| size * value(variable)).sum();
        match self.relation {
            OR => self.terms.iter().any(|&(size, variable)| (size > 0) == (value(variable) == 1)),
            "<=" => sum <= self.right,
            ">=" => sum >= self.right,
            _ => sum == self.right,
        }
    }
}

/// Returns the models of rows over the variables, as bits.
fn models(rows: &[Row]) -> Vec<u32> {
    (0..1 << VARIABLES).filter(|&model| rows.iter().all(|row| row.holds(model))).collect()
}

/// Rows of a format; with repeated literals and variables where the format allows them.
fn rows(format: FileFormat) -> BoxedStrategy<Vec<Row>> {
    let variable = 0..VARIABLES;
    match format {
        FileFormat::Cnf => {
            let literal = (select(&[1_i64, -1][..]), variable);
            let clause = vec(literal, 0..5);
            vec(clause.prop_map(|terms| Row { terms, relation: OR, right: 1 }), 0..6).boxed()
        }
        _ => {
            let relations = match format {
                FileFormat::Opb => &[">=", "="][..],
                _ => &["<=", ">=", "="],
            };
            let term = (-3_i64..4, variable);
            let row = (vec(term, 1..5), select(relations), -3_i64..5);
            let row = row.prop_map(move |(mut terms, relation, right)| {
                if format != FileFormat::Opb {
                    terms.sort_by_key(|&(_, variable)| variable);
                    terms.dedup_by_key(|&mut (_, variable)| variable);
                }
                Row { terms, relation, right }
            });
            vec(row, usize::from(format == FileFormat::Lp)..6).boxed()
        }
    }
}

fn name(variable: usize) -> String {
    format!("x{}", variable + 1)
}

/// Writes rows as a file, by other code than that of Encycle.
fn text(format: FileFormat, rows: &[Row]) -> String {
    let mut text = String::new();
    match format {
        FileFormat::Cnf => {
            writeln!(text, "p cnf {VARIABLES} {}", rows.len()).unwrap();
            for row in rows {
                for &(size, variable) in &row.terms {
                    write!(text, "{} ", size * (variable as i64 + 1)).unwrap();
                }
                text += "0\n";
            }
        }
        FileFormat::Opb => {
            writeln!(text, "* #variable= {VARIABLES} #constraint= {}", rows.len()).unwrap();
            for Row { terms, relation, right } in rows {
                for &(size, variable) in terms {
                    write!(text, "{size:+} {} ", name(variable)).unwrap();
                }
                writeln!(text, "{relation} {right} ;").unwrap();
            }
        }
        FileFormat::Lp => {
            let names: Vec<String> = (0..VARIABLES).map(name).collect();
            writeln!(text, "Minimize\n obj: 0 {}\nSubject To", names.join(" + 0 ")).unwrap();
            for (number, Row { terms, relation, right }) in rows.iter().enumerate() {
                write!(text, " c{number}:").unwrap();
                for (place, &(size, variable)) in terms.iter().enumerate() {
                    let sign = match (place, size < 0) {
                        (0, false) => "",
                        (_, false) => " +",
                        (_, true) => " -",
                    };
                    write!(text, "{sign} {} {}", size.abs(), name(variable)).unwrap();
                }
                writeln!(text, " {relation} {right}").unwrap();
            }
            writeln!(text, "Binary\n {}\nEnd", names.join("\n ")).unwrap();
        }
        FileFormat::Mps => {
            text += "NAME a FREE\nROWS\n N obj\n";
            for (number, row) in rows.iter().enumerate() {
                let kind = match row.relation {
                    "<=" => "L",
                    ">=" => "G",
                    _ => "E",
                };
                writeln!(text, " {kind} c{number}").unwrap();
            }
            text += "COLUMNS\n M 'MARKER' 'INTORG'\n";
            for variable in 0..VARIABLES {
                writeln!(text, " {} obj 0", name(variable)).unwrap();
                for (number, row) in rows.iter().enumerate() {
                    for &(size, _) in row.terms.iter().filter(|&&(_, other)| other == variable) {
                        writeln!(text, " {} c{number} {size}", name(variable)).unwrap();
                    }
                }
            }
            text += " M 'MARKER' 'INTEND'\nRHS\n";
            for (number, row) in rows.iter().enumerate() {
                writeln!(text, " RHS c{number} {}", row.right).unwrap();
            }
            text += "BOUNDS\n";
            for variable in 0..VARIABLES {
                writeln!(text, " UP BND {} 1", name(variable)).unwrap();
            }
            text += "ENDATA\n";
        }
    }
    text
}

/// A sink that keeps for each model whether all constraints hold.
struct Models {
    variables: usize,
    models: Vec<u32>,
}

impl ConstraintSink for Models {
    fn variable(&mut self, _: &'static str, _: fmt::Arguments<'_>) -> Var {
        self.variables += 1;
        Lit::positive(self.variables as u32 - 1).var()
    }

    fn constraint(&mut self, constraint: Constraint<'_>, _: Origin) {
        let count = self.variables;
        let values = |model: u32| (0..count).map(|at| model >> at & 1 == 1).collect::<Vec<_>>();
        self.models.retain(|&model| constraint.is_satisfied(&values(model)));
    }
}

/// Returns the models of a program over the first variables; auxiliary variables may have any values.
fn models_of(program: &Program) -> Vec<u32> {
    let count = program.names().len();
    assert!((VARIABLES..20).contains(&count), "{count} variables");
    let mut sink = Models { variables: 0, models: (0..1 << count).collect() };
    program.encode(&mut sink);
    let mut models: Vec<u32> =
        sink.models.into_iter().map(|model| model & ((1 << VARIABLES) - 1)).collect();
    models.sort_unstable();
    models.dedup();
    models
}

fn linted(format: FileFormat, text: &[u8]) -> LintReport {
    check(format, text).expect("memory can be read")
}

/// The rules that a converted formula may violate: all are warnings, which only another formula could avoid.
const UNAVOIDABLE: [&str; 3] = ["cnf-no-comment", "cnf-unused-variable", "cnf-empty-clause"];

/// Converts the rows of a format into all formats, and compares the models.
fn assert_converted(format: FileFormat, rows: &[Row]) {
    let source = text(format, rows);
    let program = Program::read(format, source.as_bytes(), "source");
    let program = program.unwrap_or_else(|error| panic!("{source}{error}"));
    let expected = models(rows);
    assert_eq!(models_of(&program), expected, "{source}");
    for (target, _, bytes) in written(LoweringOptions::default(), &|sink| program.encode(sink)) {
        let shown = String::from_utf8_lossy(&bytes);
        let report = linted(target, &bytes);
        let other = report.findings().iter().find(|one| !UNAVOIDABLE.contains(&one.rule.name));
        assert!(other.is_none(), "{source}becomes\n{shown}with {other:?}");
        let converted = Program::read(target, &bytes[..], "target");
        let converted = converted.unwrap_or_else(|error| panic!("{source}becomes\n{shown}{error}"));
        assert_eq!(models_of(&converted), expected, "{source}becomes\n{shown}");
    }
}

/// Tiny formulas that were converted into others, or into files that readers reject.
#[test]
fn odd_formulas_keep_their_models_in_every_format() {
    let clause = |literals: &[i64]| Row {
        terms: literals
            .iter()
            .map(|&one| (one.signum(), one.unsigned_abs() as usize - 1))
            .collect(),
        relation: OR,
        right: 1,
    };
    for clauses in [
        &[][..],
        &[&[][..]],
        &[&[-1, 1]],
        &[&[-1, 1], &[1], &[-2, 2, 2]],
        &[&[1, 1, 1]],
        &[&[1, -1, 1], &[]],
    ] {
        let rows: Vec<Row> = clauses.iter().map(|literals| clause(literals)).collect();
        assert_converted(FileFormat::Cnf, &rows);
    }
    let row =
        |terms: &[(i64, usize)], relation, right| Row { terms: terms.to_vec(), relation, right };
    for rows in [
        vec![row(&[(0, 0)], ">=", 0)],
        vec![row(&[(0, 0)], ">=", 1)],
        vec![row(&[(1, 0), (1, 1)], "=", 5)],
        vec![row(&[(2, 0), (-2, 1)], "=", 1)],
    ] {
        for format in [FileFormat::Lp, FileFormat::Mps, FileFormat::Opb] {
            assert_converted(format, &rows);
        }
    }
    // a variable twice: the coefficients are added
    let twice = row(&[(1, 0), (2, 1), (1, 0), (-2, 1), (1, 0)], ">=", 3);
    assert_converted(FileFormat::Opb, &[twice]);
}

fn format() -> impl Strategy<Value = FileFormat> {
    select(&FileFormat::ALL[..])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn a_converted_formula_has_the_same_models(
        (format, rows) in format().prop_flat_map(|format| (Just(format), rows(format))),
    ) {
        assert_converted(format, &rows);
    }

    /// With `PROPTEST_CASES=10000`, this is the long run.
    #[test]
    fn no_reader_accepts_what_the_linter_calls_an_error(
        (format, rows) in format().prop_flat_map(|format| (Just(format), rows(format))),
        damages in vec((any::<Index>(), any::<Index>(), 0..9_usize, select(&WORDS[..])), 1..4),
    ) {
        let mut text = text(format, &rows);
        for (line, word, kind, new) in damages {
            text = damaged(&text, line, word, kind, new);
        }
        let is_wrong = linted(format, text.as_bytes()).has_error_except(cnf::rules::LAYOUT);
        if let Ok(program) = Program::read(format, text.as_bytes(), "damaged") {
            prop_assert!(!is_wrong, "{}", text);
            // what is accepted is written again without a fault
            for (target, _, bytes) in written(LoweringOptions::default(), &|sink| program.encode(sink)) {
                prop_assert_eq!(linted(target, &bytes).total(Severity::Error), 0, "{}", text);
            }
        }
    }
}

/// Words that damage a file.
const WORDS: [&str; 24] = [
    "0",
    "1",
    "-1",
    "+",
    "-",
    "2",
    "x1",
    "x2",
    ">=",
    "<=",
    "=",
    ";",
    "c1:",
    "3 2",
    "p cnf 4 2",
    "%",
    "\t",
    "~x1",
    "RHS2 c0 1",
    "inf",
    "1e30",
    "c late",
    "\u{e9}",
    "End",
];

/// Damages one line of a text: deletes, repeats, swaps, joins or splits it, or changes one of its words.
fn damaged(text: &str, line: Index, word: Index, kind: usize, new: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if lines.is_empty() {
        return new.to_owned();
    }
    let at = line.index(lines.len());
    let mut words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
    let place = word.index(words.len());
    match kind {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        2 => {
            let other = word.index(lines.len());
            lines.swap(at, other);
        }
        3 if at + 1 < lines.len() => {
            let next = lines.remove(at + 1);
            lines[at] += &format!(" {next}");
        }
        4 => words[place].insert(0, '\n'),
        5 => drop(words.remove(place)),
        6 => words.insert(place, new.to_owned()),
        7 => words[place] = new.to_owned(),
        // the end of the file is missing
        _ => lines.truncate(at + 1),
    }
    if (4..8).contains(&kind) {
        lines[at] = words.join(" ");
    }
    lines.join("\n") + "\n"
}
