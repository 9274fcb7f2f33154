//! A reader of DIMACS CNF, which rejects what `encycle lint` reports as an error unless it only concerns the layout of
//! clauses ([`LAYOUT`]), and a writer of clauses.
//!
//! RustSAT's parser ignores the counts in the header and everything after a clause on the same line. But a solver that
//! loses half of a formula returns wrong results, so this reader checks the counts and reads all clauses of a line.

use std::io::{self, BufRead, Write};

use encycle_encodings::logic::Lit;
use encycle_lint::cnf::rules::LAYOUT;
use encycle_lint::{DeclaredVariables, FileFormat, FormulaSink, LintRule};

use crate::formats::checked;
use crate::formats::{LoadError, ParseError};

/// An error from reading a formula.
#[derive(Debug, thiserror::Error)]
pub enum DimacsError {
    /// The text is not valid DIMACS CNF.
    #[error("line {line}: {message}")]
    Bad {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong, and how to fix it.
        message: String,
    },
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl DimacsError {
    /// Returns the error of a file with this name.
    pub(crate) fn in_origin(self, origin: &str) -> LoadError {
        let origin = origin.to_owned();
        match self {
            Self::Bad { line, message } => ParseError { origin, line, column: 1, message }.into(),
            Self::Io(cause) => LoadError::Io { name: origin, cause },
        }
    }
}

/// The largest variable that is accepted. With larger variables, memory would run out before the search starts.
pub const MAX_VARIABLE: usize = 100_000_000;

/// Writes clauses, each as the numbers of its literals.
///
/// # Errors
/// Returns the errors of `out`.
pub fn write(out: &mut dyn Write, variables: usize, clauses: &[Vec<i32>]) -> io::Result<()> {
    writeln!(out, "p cnf {variables} {}", clauses.len())?;
    for clause in clauses {
        clause.iter().try_for_each(|literal| write!(out, "{literal} "))?;
        writeln!(out, "0")?;
    }
    Ok(())
}

/// Reads a formula, passes each clause to `on_clause`, and returns the number of variables in the header.
///
/// The reader runs the check of `encycle lint`, which passes the literals on, so what the linter reports as an error is an
/// error here, too. As the format allows, a clause may have several lines, and a line several clauses. A line that begins with `%`
/// ends the formula, as in the files of SATLIB.
///
/// # Errors
/// Returns the errors of `input`, and the first error of the linter. After an error, no more clauses are passed.
///
/// ```
/// use encycle::formats::dimacs::read;
/// let mut clauses = Vec::new();
/// let text = "c example\np cnf 2 2\n1 -2 0\n2 0\n";
/// assert_eq!(read(text.as_bytes(), |clause| clauses.push(clause.len())).unwrap(), 2);
/// assert_eq!(clauses, [2, 1]);
/// assert!(read("p cnf 2 2\n1 -2 0\n".as_bytes(), |_| ()).is_err());
/// assert!(read("p cnf 2 2\n1\n-2 0 2 0\n".as_bytes(), |_| ()).is_ok());
/// ```
pub fn read(input: impl BufRead, on_clause: impl FnMut(&[Lit])) -> Result<usize, DimacsError> {
    read_except(input, on_clause, LAYOUT)
}

/// Reads a formula like [`read`], but also rejects a violation of [`LAYOUT`].
///
/// ```
/// use encycle::formats::dimacs::{read, read_strict};
/// let text = "p cnf 2 2\n1\n-2 0 2 0\n";
/// assert!(read(text.as_bytes(), |_| ()).is_ok() && read_strict(text.as_bytes(), |_| ()).is_err());
/// ```
///
/// # Errors
/// Returns the errors of [`read`].
pub fn read_strict(
    input: impl BufRead,
    on_clause: impl FnMut(&[Lit]),
) -> Result<usize, DimacsError> {
    read_except(input, on_clause, &[])
}

fn read_except(
    input: impl BufRead,
    on_clause: impl FnMut(&[Lit]),
    tolerated: &[&LintRule],
) -> Result<usize, DimacsError> {
    let sink = ReadClauses { on_clause, clause: Vec::new() };
    let (report, _) = checked::read_except(FileFormat::Cnf, input, sink, tolerated)?;
    if let Some(found) = checked::first_error(&report, tolerated) {
        let (line, message) = (found.line as usize, checked::message(found));
        return Err(DimacsError::Bad { line, message });
    }
    // a file without errors has a header
    let DeclaredVariables { line, variables } = report.declared.unwrap_or_default();
    match usize::try_from(variables) {
        Ok(variables) if variables <= MAX_VARIABLE => Ok(variables),
        _ => {
            let message = format!("{variables} variables exceed the limit of {MAX_VARIABLE}");
            Err(DimacsError::Bad { line: line as usize, message })
        }
    }
}

/// A sink that collects the literals of the linter into clauses.
struct ReadClauses<F> {
    on_clause: F,
    clause: Vec<Lit>,
}

impl<F: FnMut(&[Lit])> FormulaSink for ReadClauses<F> {
    fn literal(&mut self, literal: i32) {
        let variable = literal.unsigned_abs();
        if variable == 0 {
            (self.on_clause)(&self.clause);
            self.clause.clear();
        } else if variable as usize <= MAX_VARIABLE {
            self.clause.push(Lit::new(variable - 1, literal < 0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Clauses on several lines, several on a line, tabs and indented comments were refused.
    #[test]
    fn any_layout_of_clauses_has_the_same_clauses() {
        let plain = "c\np cnf 3 3\n1 -2 0\n2 3 0\n-3 0\n";
        let clauses = |text: &str| {
            let mut clauses = Vec::new();
            let variables = read(text.as_bytes(), |clause| clauses.push(clause.to_vec()));
            (variables.unwrap_or_else(|error| panic!("{text:?}: {error}")), clauses)
        };
        for text in [
            "c\np cnf 3 3\n1\n-2\n0\n2\n3 0\n-3 0\n",
            "c\np cnf 3 3\n1 -2 0 2 3 0 -3 0\n",
            "c\np cnf 3 3\n1 -2 0 2\nc between\n3 0\n\n -3\n\n0",
            " c\np cnf 3 3\n1\t-2 0\n2\t3\t0 -3 0\r\n",
        ] {
            assert_eq!(clauses(text), clauses(plain), "{text:?}");
            assert!(read_strict(text.as_bytes(), |_| ()).is_err(), "{text:?}");
        }
        // the end of the files of SATLIB, which was refused
        let satlib = "c\np cnf 3 3\n1 -2 0\n 2 3 0\n -3 0\n%\n0\n\n";
        assert_eq!(clauses(satlib), clauses(plain));
        assert!(read_strict(satlib.as_bytes(), |_| ()).is_err());
        // a mistake below such clauses is found
        for (text, at) in [
            ("p cnf 2 2\n1\n2 0\n1 3 0\n", 4),
            ("p cnf 2 3\n1 0 2 0\n1 x 0\n", 3),
            ("p cnf 2 2\n1 0 2\n", 2),
            ("p cnf 2 2\n1 0 2 0 -1 0\n", 1),
            ("p cnf 2 2\n1 0\n%\n2 0\n", 1),
            ("p cnf 2 1\n1\n%\n0\n", 2),
        ] {
            match read(text.as_bytes(), |_| ()) {
                Err(DimacsError::Bad { line, .. }) => assert_eq!(line, at, "{text:?}"),
                other => panic!("{text:?}: {other:?}"),
            }
        }
    }

    #[test]
    fn an_invalid_formula_is_rejected_with_its_line() {
        let table: [(&str, usize, &str); 12] = [
            ("", 1, "no header"),
            ("1 2 0\n", 1, "no header before"),
            ("p cnf 2\n", 1, "header without exactly two numbers"),
            ("p dnf 2 1\n1 0\n", 1, "header not of CNF"),
            ("p cnf 2 x\n", 1, "header without exactly two numbers"),
            ("p cnf 900000000000 1\n1 0\n", 1, "the limit is"),
            ("p cnf 900000000 1\n900000000 0\n", 1, "the limit of"),
            ("p cnf 2 1\n1 3 0\n", 2, "variable 3"),
            ("p cnf 2 1\n1 two 0\n", 2, "not a literal: `two`"),
            ("p cnf 2 1\n1 0\n2 0\n", 1, "declares 1 clauses, the file has 2"),
            ("p cnf 2 1\n1 2\n", 2, "last clause without 0"),
            ("p cnf 2 0\np cnf 2 0\n", 2, "second"),
        ];
        for (text, at, what) in table {
            assert!(read_strict(text.as_bytes(), |_| ()).is_err(), "{text:?}");
            match read(text.as_bytes(), |_| ()) {
                Err(DimacsError::Bad { line, message }) => {
                    assert_eq!(line, at, "{text:?}: {message}");
                    assert!(message.contains(what), "{text:?}: {message}");
                }
                other => panic!("{text:?}: {other:?}"),
            }
        }
    }
}
