//! A strict reader of DIMACS CNF, for which the formula must match its header, and a writer of clauses.
//!
//! RustSAT's parser ignores the counts in the header and everything after a clause on the same line.
//! A solver that loses half of a formula returns wrong results, so this reader rejects both.

use std::io::{self, BufRead, Write};

use encycle_encodings::logic::Lit;

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

/// The largest variable accepted. With larger ones memory runs out before the search starts.
pub const MAX_VARIABLE: usize = 100_000_000;

/// Writes clauses, each as the numbers of its literals.
///
/// # Errors
/// Returns the errors of `out`.
pub(crate) fn write(out: &mut dyn Write, variables: usize, clauses: &[Vec<i32>]) -> io::Result<()> {
    writeln!(out, "p cnf {variables} {}", clauses.len())?;
    for clause in clauses {
        clause.iter().try_for_each(|literal| write!(out, "{literal} "))?;
        writeln!(out, "0")?;
    }
    Ok(())
}

/// Reads a formula, passes each clause to `on_clause`, and returns the number of variables in the header.
///
/// A clause may span several lines, a line may hold several clauses, and comment lines may appear anywhere.
///
/// # Errors
/// Returns an error if the header is missing or repeated, a token is not a literal, a variable exceeds the
/// number in the header, the number of clauses differs from the header, or the last clause has no closing 0.
///
/// ```
/// use encycle::formats::dimacs::read;
/// let mut clauses = Vec::new();
/// let text = "c example\np cnf 2 2\n1 -2 0 2\n0\n";
/// assert_eq!(read(text.as_bytes(), |clause| clauses.push(clause.len())).unwrap(), 2);
/// assert_eq!(clauses, [2, 1]);
/// assert!(read("p cnf 2 2\n1 -2 0\n".as_bytes(), |_| ()).is_err());
/// ```
pub fn read(
    mut input: impl BufRead,
    mut on_clause: impl FnMut(&[Lit]),
) -> Result<usize, DimacsError> {
    let mut header: Option<(usize, usize)> = None;
    let mut clauses = 0_usize;
    let mut clause: Vec<Lit> = Vec::new();
    let mut bytes = Vec::new();
    let mut line = 0;
    loop {
        bytes.clear();
        line += 1;
        let bad = |message: String| DimacsError::Bad { line, message };
        if input.read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        if bytes.first() == Some(&b'c') {
            continue;
        }
        let text = str::from_utf8(&bytes).map_err(|_| bad("not UTF-8 text".to_owned()))?;
        if text.starts_with('p') {
            if header.is_some() {
                let message = "second `p` line\nhelp: keep one header, before the clauses";
                return Err(bad(message.to_owned()));
            }
            header = Some(parse_header(text).map_err(bad)?);
            continue;
        }
        for word in text.split_ascii_whitespace() {
            let Some((variables, announced)) = header else {
                let message = format!(
                    "`{word}` before the header\nhelp: begin with `p cnf VARIABLES CLAUSES`"
                );
                return Err(bad(message));
            };
            let number: i64 =
                word.parse().map_err(|_| bad(format!("`{word}` is not a literal")))?;
            if number != 0 {
                let variable = usize::try_from(number.unsigned_abs()).unwrap_or(usize::MAX);
                if variable > variables {
                    let message = format!(
                        "variable {variable} exceeds the {variables} variables of the header"
                    );
                    return Err(bad(message));
                }
                clause.push(Lit::new((variable - 1) as u32, number < 0));
                continue;
            }
            clauses += 1;
            if clauses > announced {
                return Err(bad(format!("more clauses than the {announced} in the header")));
            }
            on_clause(&clause);
            clause.clear();
        }
    }
    let bad = |message: String| Err(DimacsError::Bad { line, message });
    match header {
        None => bad("no header\nhelp: begin with `p cnf VARIABLES CLAUSES`".to_owned()),
        Some(_) if !clause.is_empty() => bad("the last clause has no closing 0".to_owned()),
        Some((_, announced)) if clauses < announced => {
            bad(format!("{clauses} clauses, but the header announces {announced}"))
        }
        Some((variables, _)) => Ok(variables),
    }
}

/// Parses the header line into the numbers of variables and of clauses.
fn parse_header(text: &str) -> Result<(usize, usize), String> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let ["p", "cnf", variables, clauses] = words[..] else {
        return Err(format!(
            "`{}` is not a header\nhelp: write `p cnf VARIABLES CLAUSES`",
            text.trim_end()
        ));
    };
    let number = |word: &str| {
        word.parse::<usize>().map_err(|_| format!("`{word}` in the header is not a number"))
    };
    let (variables, clauses) = (number(variables)?, number(clauses)?);
    if variables > MAX_VARIABLE {
        return Err(format!("{variables} variables exceed the limit of {MAX_VARIABLE}"));
    }
    Ok((variables, clauses))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invalid_formula_is_rejected_with_its_line() {
        let table: [(&str, usize, &str); 11] = [
            ("", 1, "no header"),
            ("1 2 0\n", 1, "before the header"),
            ("p cnf 2\n", 1, "is not a header"),
            ("p dnf 2 1\n1 0\n", 1, "is not a header"),
            ("p cnf 2 x\n", 1, "not a number"),
            ("p cnf 900000000000 1\n", 1, "the limit of"),
            ("p cnf 2 1\n1 3 0\n", 2, "variable 3"),
            ("p cnf 2 1\n1 two 0\n", 2, "`two` is not a literal"),
            ("p cnf 2 1\n1 0\n2 0\n", 3, "more clauses"),
            ("p cnf 2 1\n1 2\n", 3, "no closing 0"),
            ("p cnf 2 1\np cnf 2 1\n", 2, "second"),
        ];
        for (text, at, what) in table {
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
