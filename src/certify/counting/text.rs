//! The two files of a counting proof, which VeriPB reads: the rows in OPB, with the names of the atoms as variables, and
//! the steps as `pol` lines of a proof of version 3.0.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::certify::arguments::CountingRow;
use crate::certify::counting::{CountingProof, CountingToken};

/// The first line of the proof.
pub(in crate::certify) const HEAD: &str = "pseudo-Boolean proof version 3.0";
/// The last lines of the proof; `-1` is the last inequality.
const TAIL: [&str; 3] = ["output NONE;", "conclusion UNSAT : -1;", "end pseudo-Boolean proof;"];

/// A line that cannot be read, from 1, and what is wrong with it.
type BadLine = (usize, String);

/// Returns a row as a constraint of OPB, without the line break.
pub(super) fn row_text(row: &CountingRow, names: &[String]) -> String {
    let sum: String = row.atoms.iter().map(|&atom| format!("1 {} ", names[atom])).collect();
    format!("{sum}{} {};", if row.is_equation { "=" } else { ">=" }, row.bound)
}

impl CountingProof {
    /// Returns the rows in OPB.
    pub(in crate::certify) fn rows_text(&self, names: &[String]) -> String {
        let mut variables: Vec<usize> =
            self.rows.iter().flat_map(|row| row.atoms.clone()).collect();
        variables.sort_unstable();
        variables.dedup();
        let (variables, rows) = (variables.len(), self.rows.len());
        let mut text = format!("* #variable= {variables} #constraint= {rows}\n");
        for row in &self.rows {
            text += &row_text(row, names);
            text.push('\n');
        }
        text
    }

    /// Returns the proof.
    pub(in crate::certify) fn steps_text(&self, names: &[String]) -> String {
        let mut text = format!("{HEAD}\n");
        for step in &self.steps {
            text += "pol";
            for token in step {
                // writing to a string cannot fail
                let _ = match *token {
                    CountingToken::Inequality(number) => write!(text, " {number}"),
                    CountingToken::Literal { atom, is_positive } => {
                        write!(text, " {}{}", if is_positive { "" } else { "~" }, names[atom])
                    }
                    CountingToken::Add => write!(text, " +"),
                    CountingToken::Multiply(factor) => write!(text, " {factor} *"),
                    CountingToken::Divide(divisor) => write!(text, " {divisor} d"),
                };
            }
            text += ";\n";
        }
        TAIL.iter().for_each(|line| text = format!("{text}{line}\n"));
        text
    }

    /// Reads the rows.
    ///
    /// # Errors
    /// Returns the first malformed line.
    pub(in crate::certify) fn read_rows(
        text: &str,
        names: &[String],
    ) -> Result<Vec<CountingRow>, BadLine> {
        let atoms = atoms_by_name(names);
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('*'));
        lines.map(|(number, line)| row(line, &atoms).map_err(|reason| (number, reason))).collect()
    }

    /// Reads the steps.
    ///
    /// # Errors
    /// Returns the first malformed line.
    pub(in crate::certify) fn read_steps(
        text: &str,
        names: &[String],
    ) -> Result<Vec<Vec<CountingToken>>, BadLine> {
        let atoms = atoms_by_name(names);
        let lines: Vec<&str> = text.lines().collect();
        let Some((&HEAD, rest)) = lines.split_first() else {
            return Err((1, format!("the first line is not `{HEAD}`")));
        };
        let Some((steps, &TAIL)) = rest.split_last_chunk() else {
            return Err((lines.len(), format!("the last lines are not `{}`", TAIL.join(" "))));
        };
        let steps = (2..).zip(steps);
        steps.map(|(number, line)| step(line, &atoms).map_err(|reason| (number, reason))).collect()
    }
}

fn atoms_by_name(names: &[String]) -> HashMap<&str, usize> {
    names.iter().enumerate().map(|(atom, name)| (name.as_str(), atom)).collect()
}

fn atom(name: &str, atoms: &HashMap<&str, usize>) -> Result<usize, String> {
    let found = atoms.get(name).copied();
    found.ok_or_else(|| format!("`{}` is not an atom of the puzzle", name.escape_debug()))
}

/// Returns the words of a line that ends with a semicolon.
fn words(line: &str) -> Result<Vec<&str>, String> {
    let content = line.strip_suffix(';').ok_or("the line does not end with `;`")?;
    Ok(content.split_ascii_whitespace().collect())
}

fn number<T: std::str::FromStr>(word: &str) -> Result<T, String> {
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
    let found = word.parse().ok().filter(|_| is_number);
    found.ok_or_else(|| format!("`{}` is not a number", word.escape_debug()))
}

fn row(line: &str, atoms: &HashMap<&str, usize>) -> Result<CountingRow, String> {
    let words = words(line)?;
    let Some((sum, &[relation, bound])) = words.split_last_chunk() else {
        return Err("the line is not a sum, `=` or `>=`, and a number".to_owned());
    };
    let is_equation = match relation {
        "=" => true,
        ">=" => false,
        other => return Err(format!("`{}` is not `=` or `>=`", other.escape_debug())),
    };
    let (terms, rest) = sum.as_chunks();
    let term = |&[factor, name]: &[&str; 2]| match factor {
        "1" => atom(name, atoms),
        other => Err(format!("the factor `{}` is not 1", other.escape_debug())),
    };
    match rest {
        [] => Ok(CountingRow {
            atoms: terms.iter().map(term).collect::<Result<_, _>>()?,
            is_equation,
            bound: number(bound)?,
        }),
        _ => Err("a term is not a factor and an atom".to_owned()),
    }
}

fn step(line: &str, atoms: &HashMap<&str, usize>) -> Result<Vec<CountingToken>, String> {
    let words = words(line)?;
    let Some((&"pol", words)) = words.split_first() else {
        return Err("the line does not start with `pol`".to_owned());
    };
    let mut tokens = Vec::new();
    let mut words = words.iter().peekable();
    while let Some(&word) = words.next() {
        let is_number = word.starts_with(|first: char| first.is_ascii_digit());
        tokens.push(match word {
            "+" => CountingToken::Add,
            _ if is_number => match words.peek() {
                Some(&&operation @ ("*" | "d")) => {
                    words.next();
                    let factor = number(word)?;
                    match operation {
                        "*" => CountingToken::Multiply(factor),
                        _ => CountingToken::Divide(factor),
                    }
                }
                _ => CountingToken::Inequality(number(word)?),
            },
            _ => {
                let name = word.strip_prefix('~');
                let atom = atom(name.unwrap_or(word), atoms)?;
                CountingToken::Literal { atom, is_positive: name.is_none() }
            }
        });
    }
    Ok(tokens)
}
