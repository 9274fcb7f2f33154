//! CPLEX LP files, in the subset that Encycle writes.

use std::io::BufRead;

use encycle_encodings::logic::{Lit, Relation};

use super::lines::{Lines, Word};
use super::{Columns, Program};
use crate::formats::LoadError;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Start,
    Objective,
    Rows,
    Binary,
    End,
}

/// The sections, by their keywords.
const SECTIONS: [(&str, Section); 5] = [
    ("Minimize", Section::Objective),
    ("Subject To", Section::Rows),
    ("Binary", Section::Binary),
    ("Binaries", Section::Binary),
    ("End", Section::End),
];

/// The sum being read.
#[derive(Default)]
struct Sum {
    /// Whether a label was read.
    is_open: bool,
    is_negative: bool,
    coefficient: Option<i64>,
    relation: Option<Relation>,
}

struct Reader<'a, R> {
    lines: &'a mut Lines<R>,
    program: Program,
    columns: Columns,
    sum: Sum,
}

/// Reads a file.
pub(super) fn read<R: BufRead>(lines: &mut Lines<R>) -> Result<Program, LoadError> {
    let (program, columns, sum) = (Program::default(), Columns::default(), Sum::default());
    let mut reader = Reader { lines, program, columns, sum };
    let mut section = Section::Start;
    let mut buffer = Vec::new();
    while let Some(line) = reader.lines.next(&mut buffer)? {
        if line.text.starts_with('\\') {
            continue;
        }
        if let Some(&(_, next)) = SECTIONS.iter().find(|(word, _)| *word == line.text) {
            if section == Section::Rows && reader.sum.is_open {
                return Err(reader.lines.fault((line.number, 1), "the last row has no right side"));
            }
            (section, reader.sum) = (next, Sum::default());
            continue;
        }
        for word in line.words() {
            match section {
                Section::Objective => reader.objective(word)?,
                Section::Rows => reader.row(word)?,
                Section::Binary => {
                    let place = reader.columns.place(&mut reader.program, word.text);
                    reader.columns.binary[place as usize] = true;
                }
                Section::Start => return Err(reader.lines.unexpected(word, "`Minimize`")),
                Section::End => return Err(reader.lines.unexpected(word, "nothing after `End`")),
            }
        }
    }
    let Reader { lines, program, columns, .. } = reader;
    if section != Section::End {
        return Err(lines.fault_at_end("no `End`\nhelp: check whether the file was truncated"));
    }
    if let Some(place) = columns.binary.iter().position(|is_binary| !is_binary) {
        let name = &program.names[place];
        let message = format!(
            "the column `{name}` is not in the section `Binary`\nhelp: only 0-1 programs can be converted"
        );
        return Err(lines.fault_at_end(message));
    }
    Ok(program)
}

impl<R: BufRead> Reader<'_, R> {
    /// Reads a word of the objective, which lists all columns with the coefficient 0.
    fn objective(&mut self, word: Word<'_>) -> Result<(), LoadError> {
        match word.text {
            "+" | "-" => Ok(()),
            label if label.ends_with(':') => Ok(()),
            _ if self.sum.coefficient == Some(0) => {
                self.sum.coefficient = None;
                self.columns.place(&mut self.program, word.text);
                Ok(())
            }
            "0" => {
                self.sum.coefficient = Some(0);
                Ok(())
            }
            _ => Err(self
                .lines
                .unexpected(word, "the coefficient 0: an objective cannot be converted")),
        }
    }

    /// Reads a word of a row.
    fn row(&mut self, word: Word<'_>) -> Result<(), LoadError> {
        let relation = match word.text {
            "<=" => Some(Relation::AtMost),
            ">=" => Some(Relation::AtLeast),
            "=" => Some(Relation::Equal),
            _ => None,
        };
        let starts_number = word.text.starts_with(|c: char| c.is_ascii_digit() || c == '-');
        match word.text {
            label if label.ends_with(':') => {
                if std::mem::replace(&mut self.sum.is_open, true) {
                    return Err(self.lines.unexpected(word, "the right side of the row before"));
                }
            }
            _ if !self.sum.is_open => return Err(self.lines.unexpected(word, "the name of a row")),
            "+" | "-" if self.sum.relation.is_none() => self.sum.is_negative = word.text == "-",
            _ if relation.is_some() && self.sum.relation.is_none() => self.sum.relation = relation,
            _ if starts_number => {
                let number = self.lines.integer(word)?;
                match self.sum.relation {
                    None => self.sum.coefficient = Some(number),
                    Some(relation) => {
                        let ended = self.program.end_row(relation, number);
                        ended.map_err(|message| self.lines.fault(word.place, message))?;
                        self.sum = Sum::default();
                    }
                }
            }
            name if self.sum.relation.is_none() => {
                let column = self.columns.place(&mut self.program, name);
                let size = self.sum.coefficient.take().unwrap_or(1);
                let sign = if std::mem::take(&mut self.sum.is_negative) { -1 } else { 1 };
                self.program.terms.push((sign * size, Lit::positive(column)));
            }
            _ => return Err(self.lines.unexpected(word, "an integer")),
        }
        Ok(())
    }
}
