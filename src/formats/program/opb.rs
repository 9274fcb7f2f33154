//! OPB files with linear constraints.

use std::io::BufRead;

use encycle_encodings::logic::{Lit, Relation, VARIABLE_LIMIT};

use super::lines::{Lines, Word};
use super::{Program, plain_name};
use crate::formats::LoadError;

/// The statement being read.
#[derive(Default)]
struct Statement {
    coefficient: Option<i64>,
    relation: Option<Relation>,
    right: Option<i64>,
    is_open: bool,
}

/// Reads a file.
pub(super) fn read<R: BufRead>(lines: &mut Lines<R>) -> Result<Program, LoadError> {
    let mut program = Program::default();
    let mut statement = Statement::default();
    let mut buffer = Vec::new();
    let mut announced = None;
    while let Some(line) = lines.next(&mut buffer)? {
        if line.text.starts_with('*') {
            let mut words = line.words().skip_while(|word| word.text != "#variable=").skip(1);
            if let Some(number) = words.next().filter(|_| line.number == 1) {
                let count = lines.integer(number)?;
                let count = u32::try_from(count).ok().filter(|&count| count <= VARIABLE_LIMIT);
                announced =
                    Some(count.ok_or_else(|| lines.unexpected(number, "a number of variables"))?);
            }
            continue;
        }
        for word in line.words() {
            // the end is also written without a blank before it
            let (text, is_end) = match word.text.strip_suffix(';') {
                Some(text) => (text, true),
                None => (word.text, false),
            };
            if !text.is_empty() {
                statement.is_open = true;
                statement.word(Word { text, ..word }, lines, &mut program)?;
            }
            if is_end {
                let Statement { relation: Some(relation), right: Some(right), .. } = statement
                else {
                    return Err(lines.unexpected(word, "terms, a relation and an integer"));
                };
                let ended = program.end_row(relation, right);
                ended.map_err(|message| lines.fault(word.place, message))?;
                statement = Statement::default();
            }
        }
    }
    if statement.is_open {
        return Err(lines.fault_at_end(
            "the last constraint has no `;`\nhelp: check whether the file was truncated",
        ));
    }
    let used = program.names.len();
    program.names.extend((used..announced.unwrap_or(0) as usize).map(plain_name));
    Ok(program)
}

impl Statement {
    fn word<R: BufRead>(
        &mut self,
        word: Word<'_>,
        lines: &Lines<R>,
        program: &mut Program,
    ) -> Result<(), LoadError> {
        if let Some(relation) = self.relation {
            if self.right.is_some() {
                return Err(lines.unexpected(word, "`;`"));
            }
            self.right = Some(lines.integer(word)?);
            self.relation = Some(relation);
            return Ok(());
        }
        match (self.coefficient, word.text) {
            (None, ">=") => self.relation = Some(Relation::AtLeast),
            (None, "=") => self.relation = Some(Relation::Equal),
            (None, "min:" | "max:") => {
                return Err(lines
                    .fault(word.place, "an objective cannot be converted\nhelp: remove the line"));
            }
            (None, _) => self.coefficient = Some(lines.integer(word)?),
            (Some(coefficient), name) => {
                let (name, is_negated) =
                    name.strip_prefix('~').map_or((name, false), |name| (name, true));
                let digits = name.strip_prefix('x').and_then(|digits| digits.parse::<u32>().ok());
                let number = digits.filter(|number| (1..=VARIABLE_LIMIT).contains(number));
                let Some(number) = number else {
                    return Err(lines.unexpected(word, "a variable `x1`, `x2`, ..."));
                };
                let used = program.names.len();
                program.names.extend((used..number as usize).map(plain_name));
                program.terms.push((coefficient, Lit::new(number - 1, is_negated)));
                self.coefficient = None;
            }
        }
        Ok(())
    }
}
