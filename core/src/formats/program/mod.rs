//! Programs: exported formulas that are read back from DIMACS CNF, CPLEX LP, MPS and OPB files over 0-1 variables,
//! without an objective.
//!
//! The check of `encycle lint` passes the contents on while it reads a file, and everything that it reports as an error
//! is rejected, except for the layout of clauses. The whole formula is kept in memory, because an MPS file lists its matrix by columns.

mod sink;

use std::io::BufRead;

use encycle_encodings::logic::{
    Constraint, ConstraintSink, Lit, Origin, Place, ProgramNames, ProgramPart, Relation,
};
use encycle_lint::FileFormat;

use crate::formats::LoadError;
use crate::formats::checked;
use crate::formats::dimacs;
use crate::formats::map::VariableMap;
use sink::ProgramSink;

/// A formula: named 0-1 variables, and clauses or linear constraints over them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    names: Vec<String>,
    constraints: Vec<StoredConstraint>,
    /// The terms of all constraints.
    terms: Vec<(i64, Lit)>,
    row_names: ProgramNames,
}

/// A constraint. Its terms begin where the terms of the previous constraint end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StoredConstraint {
    form: ConstraintForm,
    end: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ConstraintForm {
    Clause,
    Linear { relation: Relation, right: i64 },
}

/// The reason why a map does not fit a formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NamesError {
    /// The map and the formula have different numbers of variables.
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
    /// The file contains names, and they differ from the names of the map.
    #[error(
        "column {number} of the formula is `{found}`, and variable {number} of the map is `{expected}`\nhelp: give the \
         map that was written with this file"
    )]
    Other {
        /// The number of the first variable whose names differ, from 1.
        number: usize,
        /// The name of the variable in the formula.
        found: String,
        /// The name of the variable in the map.
        expected: String,
    },
    /// LP and MPS files cannot contain a name of the map.
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
    /// Returns the errors of the input, the first error that the linter finds, or an error for contents that cannot be
    /// converted: an objective, a variable that is not 0-1, a range, or a coefficient that is not an integer.
    ///
    /// ```
    /// use encycle::formats::program::Program;
    /// use encycle::lint::FileFormat;
    ///
    /// let text = "* #variable= 2 #constraint= 1\n+1 x1 +2 x2 >= 2 ;\n";
    /// let program = Program::read(FileFormat::Opb, text.as_bytes(), "a.opb")?;
    /// assert_eq!(program.names(), ["x1", "x2"]);
    /// // the constraint requires x2 and nothing else, so it becomes one clause
    /// let list = encycle::encodings::export::list_clauses(Default::default(), &|sink| program.encode(sink), 10, |_, _, _| true)?;
    /// assert_eq!(list.wanted, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(format: FileFormat, input: impl BufRead, origin: &str) -> Result<Self, LoadError> {
        if format == FileFormat::Cnf {
            return read_dimacs(input, origin);
        }
        let read = checked::read(format, input, ProgramSink::default());
        let (report, sink) =
            read.map_err(|cause| LoadError::Io { name: origin.to_owned(), cause })?;
        Ok(sink.finish(&report, origin)?)
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

    /// Returns the names of the objective and of the rows in an LP or MPS file, for the writers of these formats.
    ///
    /// ```
    /// use encycle::formats::program::Program;
    /// use encycle::lint::FileFormat;
    ///
    /// let text = "Minimize\n cost: 0 x\nSubject To\n load: x >= 1\nBinary\n x\nEnd\n";
    /// let names = Program::read(FileFormat::Lp, text.as_bytes(), "a.lp")?.part_with_names().names;
    /// assert_eq!(names.objective.as_deref(), Some("cost"));
    /// assert_eq!(names.constraints[&0], "load");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn part_with_names(&self) -> ProgramPart {
        ProgramPart { names: self.row_names.clone(), ..ProgramPart::default() }
    }

    /// Gives the variables the names that a map contains.
    ///
    /// # Errors
    /// Returns an error if the map belongs to another formula, or a name cannot be the name of a column.
    pub fn set_names(&mut self, map: &VariableMap) -> Result<(), NamesError> {
        // an LP or MPS file without variables has a placeholder, which no constraint contains
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
        let mut start = 0;
        let mut clause: Vec<Lit> = Vec::new();
        let has_names = !self.row_names.constraints.is_empty();
        for (number, &StoredConstraint { form, end }) in self.constraints.iter().enumerate() {
            let place = if has_names { Place::Constraint(number) } else { Place::Whole };
            let origin = Origin::new("constraint", place);
            let terms = &self.terms[start..end];
            start = end;
            match form {
                ConstraintForm::Clause => {
                    clause.clear();
                    clause.extend(terms.iter().map(|&(_, literal)| literal));
                    sink.constraint(Constraint::Clause(&clause), origin);
                }
                ConstraintForm::Linear { relation, right } => {
                    sink.constraint(Constraint::Linear { terms, relation, right }, origin);
                }
            }
        }
    }

    /// Ends the constraint whose terms were added last. If a variable occurs twice, its coefficients are added; terms
    /// with the coefficient 0 are dropped.
    fn end_row(&mut self, relation: Relation, right: i64) {
        let start = self.constraints.last().map_or(0, |last| last.end);
        merge(&mut self.terms[start..]);
        // hardly any row contains a coefficient 0
        let kept = self.terms[start..].iter().take_while(|&&(size, _)| size != 0).count();
        let first_zero = start + kept;
        let mut place = first_zero;
        for next in first_zero..self.terms.len() {
            if self.terms[next].0 != 0 {
                self.terms.swap(place, next);
                place += 1;
            }
        }
        self.terms.truncate(place);
        self.constraints.push(StoredConstraint {
            form: ConstraintForm::Linear { relation, right },
            end: place,
        });
    }

    /// Adds a clause. A literal that occurs twice is kept once, and a clause that contains a literal and its negation
    /// is dropped.
    fn clause(&mut self, clause: &[Lit], sorted: &mut Vec<Lit>) {
        // nearly all clauses are short, so comparing all pairs is faster than sorting
        let is_again = |(place, literal): (usize, &Lit)| {
            clause[..place].iter().any(|other| other.vidx() == literal.vidx())
        };
        if clause.len() <= 8 && !clause.iter().enumerate().any(is_again) {
            self.terms.extend(clause.iter().map(|&literal| (1, literal)));
            self.constraints
                .push(StoredConstraint { form: ConstraintForm::Clause, end: self.terms.len() });
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
        self.constraints
            .push(StoredConstraint { form: ConstraintForm::Clause, end: self.terms.len() });
    }
}

/// Adds the coefficients of variables that occur twice in a row: the first term receives the sum, and the other terms
/// receive 0. Only OPB files have such rows, and the linter limits the sum of their coefficients to 32 bits.
fn merge(row: &mut [(i64, Lit)]) {
    // nearly all rows are short, or have their variables in ascending order
    let is_ascending = row.windows(2).all(|pair| pair[0].1.vidx() < pair[1].1.vidx());
    let is_twice = |(place, term): (usize, &(i64, Lit))| {
        row[..place].iter().any(|other| other.1.vidx() == term.1.vidx())
    };
    if is_ascending || row.len() <= 8 && !row.iter().enumerate().any(is_twice) {
        return;
    }
    let mut order: Vec<usize> = (0..row.len()).collect();
    order.sort_by_key(|&place| row[place].1.vidx());
    for pair in 1..order.len() {
        let (before, here) = (order[pair - 1], order[pair]);
        if row[before].1 == row[here].1 {
            row[before].0 += std::mem::take(&mut row[here].0);
            // further terms of the same variable are added to the same first term
            order[pair] = before;
        }
    }
}

/// Returns the name of a variable in a file without names.
fn plain_name(place: usize) -> String {
    format!("x{}", place + 1)
}

/// Returns whether a row keeps its name in all formats: HiGHS stops at rows such as `inf_1`.
fn is_row_name(name: &str) -> bool {
    let is_number = |start: &str| ["inf", "nan"].iter().any(|one| start.eq_ignore_ascii_case(one));
    is_column_name(name) && !name.get(..3).is_some_and(is_number)
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
    let variables = read.map_err(|error| error.in_origin(origin))?;
    program.names = (0..variables).map(plain_name).collect();
    Ok(program)
}
