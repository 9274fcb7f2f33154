//! Every clause and row can be traced, and the trace shows that clause or row.

use encycle_encodings::export::{TraceError, trace_clause, trace_row};
use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding, encoding_names};
use encycle_encodings::logic::{CnfMethod, ConstraintSink, DegreeRows, LoweringOptions};

use crate::common::{cnf, rows};

/// The names of all encodings.
fn names() -> Vec<String> {
    encoding_names(&Slitherlink::from_rows(&["."]).expect("a puzzle"))
}

#[test]
fn a_trace_shows_the_requested_clause() {
    let puzzle = Slitherlink::from_rows(&["3.", ".2"]).expect("a puzzle");
    for name in names() {
        let encoding = encoding(&name, &puzzle).expect("a known encoding");
        let families: Vec<&str> = encoding.families().iter().map(|family| family.name).collect();
        let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
        for &method in CnfMethod::ALL {
            let formula = cnf(method.into(), encode);
            // all clauses of small formulas, a sample of about 150 of larger ones
            let step = 1 + formula.clauses.len() / 150;
            for (index, clause) in formula.clauses.iter().enumerate().step_by(step) {
                let trace = trace_clause(index + 1, method.into(), &encode).expect("a clause");
                assert_eq!(trace.number, (index + 1, formula.clauses.len()));
                let words: Vec<String> = clause
                    .iter()
                    .map(|literal| {
                        let sign = if literal.is_neg() { "-" } else { "" };
                        format!("{sign}{}", formula.names[literal.vidx()])
                    })
                    .collect();
                assert_eq!(trace.text, words.join(" v "), "{name} {method:?}");
                assert!(families.contains(&trace.origin.family));
                assert!(!trace.origin.step.is_empty() && !trace.constraint.is_empty());
                assert!((1..=trace.within.1).contains(&trace.within.0));
            }
        }
    }
}

/// With definitions in both directions, each auxiliary variable implies the parts of its traced subformula.
#[test]
fn traced_subformulas_define_their_auxiliary_variables() {
    let puzzle = Slitherlink::from_rows(&["2."]).expect("a puzzle");
    let encoding = encoding("two-line", &puzzle).expect("a known encoding");
    let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
    let choices = LoweringOptions::from(CnfMethod::Tseitin);
    let formula = cnf(choices, encode);
    let text = |number| trace_clause(number, choices, &encode).expect("a clause");
    let mut definitions = 0;
    for number in 1..=formula.clauses.len() {
        let trace = text(number);
        for (name, meaning) in &trace.auxiliary {
            definitions += 1;
            // the subformula is a conjunction; t => (its first part) must be a clause
            let first = meaning.trim_start_matches('(').split(" ^ ").next().expect("a part");
            let part = first.strip_prefix('-').map_or(first.to_owned(), |part| format!("-{part}"));
            let clause = format!("-{name} v {part}");
            assert!((1..=formula.clauses.len()).any(|n| text(n).text == clause), "{clause}");
        }
    }
    assert!(definitions > 0);
}

#[test]
fn a_trace_shows_the_requested_row() {
    let puzzle = Slitherlink::from_rows(&["3.", ".2"]).expect("a puzzle");
    for name in names() {
        let encoding = encoding(&name, &puzzle).expect("a known encoding");
        let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
        for &degree_rows in DegreeRows::ALL {
            let choices = LoweringOptions { degree_rows, ..CnfMethod::Tseitin.into() };
            let program = rows(choices, encode);
            let step = 1 + program.rows.len() / 100;
            for (index, (terms, relation, right)) in program.rows.iter().enumerate().step_by(step) {
                let trace = trace_row(index + 1, choices, &encode).expect("a row");
                assert_eq!(trace.number, (index + 1, program.rows.len()));
                assert!(trace.text.ends_with(&format!(" {relation} {right}")), "{}", trace.text);
                assert_eq!(terms.len(), trace.literals.len());
                for ((coefficient, var), (name, positive)) in terms.iter().zip(&trace.literals) {
                    assert_eq!((&program.names[var.idx()], *coefficient > 0), (name, *positive));
                }
            }
        }
    }
}

#[test]
fn numbers_out_of_range_are_rejected() {
    let puzzle = Slitherlink::from_rows(&["3"]).expect("a puzzle");
    let encode = |sink: &mut dyn ConstraintSink| puzzle.encode(sink);
    let count = 1 + 4 * 2 + 7;
    for number in [0, count + 1, usize::MAX] {
        let error =
            trace_clause(number, LoweringOptions::default(), &encode).expect_err("no clause");
        assert_eq!(error, TraceError::NoSuch { what: "clauses", count, number });
    }
}
