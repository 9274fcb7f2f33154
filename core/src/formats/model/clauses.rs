//! The layout that WCNF and GNF share with DIMACS CNF: comments, lines that begin with a keyword, and clauses, which end in 0. A clause
//! may have several lines, and a line several clauses.
//!
//! DIMACS CNF itself is read by the check of `encycle lint` ([`dimacs::read`](crate::formats::dimacs::read)), which keeps no text.

use encycle_encodings::text::{Fault, Span};

/// What tells one format from another.
#[derive(Clone, Copy)]
pub(super) struct ClauseFormat {
    /// Whether a line whose first word this is has no clauses.
    pub is_keyword: fn(&str) -> bool,
    /// Whether a clause begins with a weight, so that a 0 there does not end it.
    pub has_weights: bool,
}

/// A part of a file.
pub(super) enum ClausePart<'w, 'a> {
    /// A line that begins with a keyword, without blanks at its ends.
    Line(Span<'a>),
    /// The words of a clause before its 0.
    Clause(&'w [Span<'a>]),
}

/// Passes the parts of a text on, and leaves out comments, which may also be between the lines of a clause.
///
/// # Errors
/// Returns the errors of `on_part`, and an error at the first word of a clause without 0.
pub(super) fn read_parts<'a>(
    text: &'a str,
    format: ClauseFormat,
    mut on_part: impl FnMut(ClausePart<'_, 'a>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let mut open: Vec<Span<'a>> = Vec::new();
    for line in (Span { text, offset: 0 }).split(|c| c == '\n').map(Span::trim) {
        let Some(first) = line.words().next() else { continue };
        if first.text.starts_with('c') {
            continue;
        }
        if (format.is_keyword)(first.text) {
            require_end(&open)?;
            on_part(ClausePart::Line(line))?;
            continue;
        }
        for word in line.words() {
            let is_weight = format.has_weights && open.is_empty();
            if word.text != "0" || is_weight {
                open.push(word);
                continue;
            }
            on_part(ClausePart::Clause(&open))?;
            open.clear();
        }
    }
    require_end(&open)
}

/// Requires that no clause is open.
fn require_end(open: &[Span<'_>]) -> Result<(), Fault> {
    match open.first() {
        None => Ok(()),
        Some(first) => Err(first.fault(
            "the clause has no 0 at its end\nhelp: write it, or check whether the file is truncated",
        )),
    }
}

#[cfg(test)]
mod tests {
    use crate::formats::model::tests::{assert_refused, read};
    use crate::formats::model::{ModelFormat, model_format};

    /// A clause of GNF had to be on one line, and WCNF without a header was not recognized if a clause had several.
    #[test]
    fn clauses_in_any_layout_are_the_same_in_every_format() {
        let graph = "digraph 2 1 0\nedge 0 0 1 1\nacyclic 0 3\n";
        for (format, name, texts) in [
            (
                ModelFormat::Cnf,
                "a.cnf",
                [
                    "p cnf 3 3\n1 -2 0\n2 3 0\n-3 0\n".to_owned(),
                    "p cnf 3 3\n1\n-2 0 2\nc between\n\n3\n0 -3 0\n".to_owned(),
                ],
            ),
            (
                ModelFormat::Wcnf,
                "a.wcnf",
                [
                    "h 1 -2 0\n5 2 3 0\nh -3 0\n".to_owned(),
                    "h 1\n-2 0 5 2\nc between\n\n3\n0 h -3 0\n".to_owned(),
                ],
            ),
            (
                ModelFormat::Wcnf,
                "b.wcnf",
                [
                    "p wcnf 3 3 9\n9 1 -2 0\n5 2 3 0\n9 -3 0\n".to_owned(),
                    "p wcnf 3 3 9\n9\n1 -2 0 5 2\nc between\n\n3\n0 9 -3 0\n".to_owned(),
                ],
            ),
            (
                ModelFormat::Gnf,
                "a.gnf",
                [
                    format!("p cnf 3 3\n1 -2 0\n2 3 0\n-3 0\n{graph}"),
                    format!("p cnf 3 3\n1\n-2 0 2\nc between\n\n3\n0 -3 0\n{graph}"),
                ],
            ),
        ] {
            let [one, other] = &texts;
            let [first, second] = [one, other].map(|text| {
                assert_eq!(model_format(text, Some(name)), Some(format), "{text:?}");
                read(format, text)
            });
            assert_eq!(first.variable_names(), second.variable_names(), "{other:?}");
            assert_eq!(first.objective(), second.objective(), "{other:?}");
            let count = first.variable_names().len();
            for number in 0..1_usize << count {
                let values: Vec<bool> = (0..count).map(|bit| number >> bit & 1 == 1).collect();
                let [one, other] = [&first, &second].map(|model| model.check_point(&values, &[]));
                assert_eq!(one, other, "{texts:?}: {values:?}");
            }
        }
    }

    #[test]
    fn a_clause_without_its_end_is_found_where_it_begins() {
        let words = "the clause has no 0 at its end";
        assert_refused(ModelFormat::Wcnf, &[("h 1 0\n 5 2\n3\n", 2, 2, words)]);
        assert_refused(
            ModelFormat::Gnf,
            &[
                ("p cnf 2 1\n1\n2\n", 2, 1, words),
                ("p cnf 2 1\n1\n2\ndigraph 2 0 0\n", 2, 1, words),
                ("p cnf 2 1\n 1\n x 0\n", 2, 2, words),
            ],
        );
    }
}
