//! Reads exported formulas back: DIMACS CNF, CPLEX LP, MPS and OPB files over 0-1 variables, without an objective.
//!
//! The readers are strict and accept what Encycle writes; they reject what `encycle lint` calls an error. They keep the whole
//! formula in memory, since an MPS file lists its matrix by columns.

mod checked;
mod lines;
mod lp;
mod mps;
mod opb;

use std::io::BufRead;

use encycle_encodings::logic::{Constraint, ConstraintSink, Lit, Origin, Place, Relation};
use encycle_lint::{FileFormat, NameTable};

use crate::formats::dimacs::{self, DimacsError};
use crate::formats::map::VariableMap;
use crate::formats::{LoadError, ParseError};
use lines::Lines;

pub(crate) use checked::message;

/// A formula: named 0-1 variables, and clauses or linear constraints over them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    names: Vec<String>,
    constraints: Vec<Stored>,
    /// The terms of all constraints.
    terms: Vec<(i64, Lit)>,
}

/// A constraint; its terms begin where those of the one before end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stored {
    form: Form,
    end: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Clause,
    Linear { relation: Relation, right: i64 },
}

/// Why a map does not fit a formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NamesError {
    /// They have different numbers of variables.
    #[error(
        "the formula has {found} variables, and the map has {expected}\nhelp: give the map that was written with this \
         file"
    )]
    Count {
        /// The number of variables of the formula.
        found: usize,
        /// The number of variables of the map.
        expected: usize,
    },
    /// The file has names, and they are not those of the map.
    #[error(
        "column {number} of the formula is `{found}`, and variable {number} of the map is `{expected}`\nhelp: give the \
         map that was written with this file"
    )]
    Other {
        /// The number of the first such variable, from 1.
        number: usize,
        /// Its name in the formula.
        found: String,
        /// Its name in the map.
        expected: String,
    },
    /// A name of the map that LP and MPS files cannot have.
    #[error(
        "`{0}` cannot be the name of a column: letters, digits and `_`, a letter first, at most 60\nhelp: rename it in \
         the map"
    )]
    Invalid(String),
}

impl Program {
    /// Reads a formula. `origin` is the name of the file, for errors. The variables of DIMACS and OPB files are named
    /// `x1`, `x2`, ...
    ///
    /// # Errors
    /// Those of the input; and text that the format does not have, or that Encycle does not write: an objective, a
    /// variable that is not 0-1, a product, a coefficient that is not an integer.
    ///
    /// ```
    /// use encycle::formats::program::Program;
    /// use encycle::lint::FileFormat;
    ///
    /// let text = "* #variable= 2 #constraint= 1\n+1 x1 +2 x2 >= 2 ;\n";
    /// let program = Program::read(FileFormat::Opb, text.as_bytes(), "a.opb")?;
    /// assert_eq!(program.names(), ["x1", "x2"]);
    /// // x2 holds, and says all: one clause
    /// let list = encycle::encodings::export::list_clauses(Default::default(), &|sink| program.encode(sink), 10, |_, _, _| true)?;
    /// assert_eq!(list.wanted, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(format: FileFormat, input: impl BufRead, origin: &str) -> Result<Self, LoadError> {
        let mut lines = match format {
            FileFormat::Cnf => return read_dimacs(input, origin),
            _ => Lines::new(format, input, origin),
        };
        let read = match format {
            FileFormat::Lp => lp::read(&mut lines),
            FileFormat::Mps => mps::read(&mut lines),
            _ => opb::read(&mut lines),
        };
        lines.finish(read)
    }

    /// Returns the names of the variables.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the number of constraints.
    #[must_use]
    pub fn size(&self) -> usize {
        self.constraints.len()
    }

    /// Gives the variables the names of a map.
    ///
    /// # Errors
    /// If the map belongs to another formula, or a name cannot be that of a column.
    pub fn set_names(&mut self, map: &VariableMap) -> Result<(), NamesError> {
        // a file without variables has a placeholder, which no constraint contains
        if map.names().is_empty() && self.names.len() == 1 && self.terms.is_empty() {
            self.names.clear();
        }
        let (found, expected) = (self.names.len(), map.names().len());
        if found != expected {
            return Err(NamesError::Count { found, expected });
        }
        let is_plain = |(place, name): (usize, &String)| *name == plain_name(place);
        if !self.names.iter().enumerate().all(is_plain) {
            let mut pairs = self.names.iter().zip(map.names()).enumerate();
            if let Some((place, (found, expected))) = pairs.find(|(_, (one, other))| one != other) {
                let (found, expected) = (found.clone(), expected.clone());
                return Err(NamesError::Other { number: place + 1, found, expected });
            }
        }
        if let Some(name) = map.names().iter().find(|name| !is_column_name(name)) {
            return Err(NamesError::Invalid(name.clone()));
        }
        self.names = map.names().to_vec();
        Ok(())
    }

    /// Passes the variables and the constraints to a sink.
    pub fn encode(&self, sink: &mut dyn ConstraintSink) {
        for name in &self.names {
            sink.variable("variable", format_args!("{name}"));
        }
        let origin = Origin::new("constraint", Place::Whole);
        let mut start = 0;
        let mut clause: Vec<Lit> = Vec::new();
        for &Stored { form, end } in &self.constraints {
            let terms = &self.terms[start..end];
            start = end;
            match form {
                Form::Clause => {
                    clause.clear();
                    clause.extend(terms.iter().map(|&(_, literal)| literal));
                    sink.constraint(Constraint::Clause(&clause), origin);
                }
                Form::Linear { relation, right } => {
                    sink.constraint(Constraint::Linear { terms, relation, right }, origin);
                }
            }
        }
    }

    /// Ends the constraint whose terms were added last. The coefficients of a variable that occurs twice are added, and terms
    /// with the coefficient 0 are dropped.
    ///
    /// # Errors
    /// A message if a number becomes too large.
    fn end_row(&mut self, relation: Relation, right: i64) -> Result<(), String> {
        let start = self.constraints.last().map_or(0, |last| last.end);
        let right = merged(&mut self.terms, start, right).ok_or(
            "a sum of coefficients exceeds 64 bits\nhelp: divide the row by a common factor",
        )?;
        let mut place = start;
        for next in start..self.terms.len() {
            if self.terms[next].0 != 0 {
                self.terms.swap(place, next);
                place += 1;
            }
        }
        self.terms.truncate(place);
        self.constraints.push(Stored { form: Form::Linear { relation, right }, end: place });
        Ok(())
    }

    /// Adds a clause. A literal that occurs twice is added once, and a clause with a literal and its negation is dropped.
    fn clause(&mut self, clause: &[Lit], sorted: &mut Vec<Lit>) {
        // nearly all clauses are short
        let is_again = |(place, literal): (usize, &Lit)| {
            clause[..place].iter().any(|other| other.vidx() == literal.vidx())
        };
        if clause.len() <= 8 && !clause.iter().enumerate().any(is_again) {
            self.terms.extend(clause.iter().map(|&literal| (1, literal)));
            self.constraints.push(Stored { form: Form::Clause, end: self.terms.len() });
            return;
        }
        sorted.clear();
        sorted.extend_from_slice(clause);
        sorted.sort_unstable_by_key(|literal| (literal.vidx(), literal.is_neg()));
        let is_twice = |pair: &[Lit]| pair[0].vidx() == pair[1].vidx();
        if sorted.windows(2).any(|pair| is_twice(pair) && pair[0] != pair[1]) {
            return;
        }
        if sorted.windows(2).any(is_twice) {
            sorted.dedup();
            self.terms.extend(sorted.iter().map(|&literal| (1, literal)));
        } else {
            self.terms.extend(clause.iter().map(|&literal| (1, literal)));
        }
        self.constraints.push(Stored { form: Form::Clause, end: self.terms.len() });
    }
}

/// Adds the coefficients of the variables that occur twice in the terms from `start` on: the first term has the sum, the
/// others 0. Returns the right side, which changes with the sign of a literal, or `None` if a number becomes too large.
fn merged(terms: &mut [(i64, Lit)], start: usize, mut right: i64) -> Option<i64> {
    let row = &mut terms[start..];
    // nearly all rows are short, or have their variables in order
    let is_ascending = row.windows(2).all(|pair| pair[0].1.vidx() < pair[1].1.vidx());
    let is_twice = |(place, term): (usize, &(i64, Lit))| {
        row[..place].iter().any(|other| other.1.vidx() == term.1.vidx())
    };
    if is_ascending || row.len() <= 8 && !row.iter().enumerate().any(is_twice) {
        return Some(right);
    }
    let mut order: Vec<usize> = (0..row.len()).collect();
    order.sort_by_key(|&place| row[place].1.vidx());
    for pair in 1..order.len() {
        let (before, here) = (order[pair - 1], order[pair]);
        let ((size, literal), (more, other)) = (row[before], row[here]);
        if literal.vidx() != other.vidx() {
            continue;
        }
        // a (1 - x) is a - a x
        let more = match literal == other {
            true => more,
            false => {
                right = right.checked_sub(more)?;
                more.checked_neg()?
            }
        };
        // later terms of the same variable add to the first one
        row[before].0 = size.checked_add(more)?;
        row[here].0 = 0;
        order[pair] = before;
    }
    Some(right)
}

/// The columns of a program by name.
#[derive(Default)]
struct Columns {
    names: NameTable,
    /// By column: whether it is declared as 0-1.
    binary: Vec<bool>,
}

impl Columns {
    /// Returns the number of a column, which is added to the program if it is new.
    fn place(&mut self, program: &mut Program, name: &str) -> u32 {
        let (place, is_new) = self.names.insert(name.as_bytes());
        if is_new {
            self.binary.push(false);
            program.names.push(name.to_owned());
        }
        place as u32
    }
}

/// Returns the name of a variable in a file without names.
fn plain_name(place: usize) -> String {
    format!("x{}", place + 1)
}

fn is_column_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.len() <= 60
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn read_dimacs(input: impl BufRead, origin: &str) -> Result<Program, LoadError> {
    let mut program = Program::default();
    let mut sorted = Vec::new();
    let read = dimacs::read(input, |clause| program.clause(clause, &mut sorted));
    let variables = read.map_err(|error| match error {
        DimacsError::Bad { line, message } => {
            ParseError { origin: origin.to_owned(), line, column: 1, message }.into()
        }
        DimacsError::Io(cause) => LoadError::Io { name: origin.to_owned(), cause },
    })?;
    program.names = (0..variables).map(plain_name).collect();
    Ok(program)
}
