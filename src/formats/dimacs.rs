//! Reading DIMACS CNF, strictly: what a header promises must be there.
//!
//! RustSAT's parser is not used here: it ignores the header's counts and whatever follows a clause
//! on its line, and a solver that drops half a formula answers wrongly.

use std::io::{self, BufRead};

use encycle_encodings::logic::Lit;

/// Why a formula cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum DimacsError {
    /// The text is not DIMACS CNF.
    #[error("line {line}: {message}")]
    Bad {
        /// The line, from 1.
        line: usize,
        /// What is wrong, and what would be right.
        message: String,
    },
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The largest variable that is accepted: beyond it memory goes before the search begins.
pub const MAX_VARIABLE: usize = 100_000_000;

/// Reads a formula and hands on each clause; gives the header's number of variables.
///
/// Clauses may span lines and share them; comments may stand anywhere.
///
/// # Errors
/// No or a second header, a word that is no literal, a variable above the header's number, another
/// number of clauses than the header's, a last clause without its 0.
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
        let text = str::from_utf8(&bytes).map_err(|_| bad("bytes that are not text".to_owned()))?;
        if text.starts_with('p') {
            if header.is_some() {
                return Err(bad("a second `p` line; there is one, before the clauses".to_owned()));
            }
            header = Some(parse_header(text).map_err(bad)?);
            continue;
        }
        for word in text.split_ascii_whitespace() {
            let Some((variables, promised)) = header else {
                let message =
                    format!("`{word}` before the header; begin with `p cnf VARS CLAUSES`");
                return Err(bad(message));
            };
            let number: i64 = word.parse().map_err(|_| bad(format!("`{word}` is no literal")))?;
            if number != 0 {
                let variable = usize::try_from(number.unsigned_abs()).unwrap_or(usize::MAX);
                if variable > variables {
                    let message = format!("variable {variable} is above the header's {variables}");
                    return Err(bad(message));
                }
                clause.push(Lit::new((variable - 1) as u32, number < 0));
                continue;
            }
            clauses += 1;
            if clauses > promised {
                return Err(bad(format!("more clauses than the header's {promised}")));
            }
            on_clause(&clause);
            clause.clear();
        }
    }
    let bad = |message: String| Err(DimacsError::Bad { line, message });
    match header {
        None => bad("no header; begin with `p cnf VARIABLES CLAUSES`".to_owned()),
        Some(_) if !clause.is_empty() => bad("the last clause has no closing 0".to_owned()),
        Some((_, promised)) if clauses < promised => {
            bad(format!("{clauses} clauses, but the header says {promised}"))
        }
        Some((variables, _)) => Ok(variables),
    }
}

fn parse_header(text: &str) -> Result<(usize, usize), String> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let ["p", "cnf", variables, clauses] = words[..] else {
        return Err(format!("`{}` is no header; write `p cnf VARIABLES CLAUSES`", text.trim_end()));
    };
    let number = |word: &str| {
        word.parse::<usize>().map_err(|_| format!("`{word}` in the header is no number"))
    };
    let (variables, clauses) = (number(variables)?, number(clauses)?);
    if variables > MAX_VARIABLE {
        return Err(format!("{variables} variables; the limit is {MAX_VARIABLE}"));
    }
    Ok((variables, clauses))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_a_formula_is_refused_with_its_line() {
        let table: [(&str, usize, &str); 11] = [
            ("", 1, "no header"),
            ("1 2 0\n", 1, "before the header"),
            ("p cnf 2\n", 1, "is no header"),
            ("p dnf 2 1\n1 0\n", 1, "is no header"),
            ("p cnf 2 x\n", 1, "no number"),
            ("p cnf 900000000000 1\n", 1, "the limit is"),
            ("p cnf 2 1\n1 3 0\n", 2, "variable 3"),
            ("p cnf 2 1\n1 two 0\n", 2, "`two` is no literal"),
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
