//! MPS files, free or fixed, in the subset that Encycle writes. Fields are separated by blanks in both.

use std::io::BufRead;

use encycle_encodings::logic::{Lit, Relation};
use encycle_lint::NameTable;

use super::lines::{LINT, Line, Lines, Word};
use super::{Columns, Program};
use crate::formats::LoadError;

/// A row, whose terms come column by column.
struct Row {
    relation: Relation,
    right: i64,
    terms: Vec<(i64, Lit)>,
}

struct Reader<'a, R> {
    lines: &'a mut Lines<R>,
    program: Program,
    columns: Columns,
    rows: Vec<Row>,
    /// The number of a row, or `None` for the objective.
    names: NameTable,
    /// By name of a row: its number, or `None` for an objective.
    places: Vec<Option<usize>>,
    /// Whether the columns are between the markers of integers.
    is_integer: bool,
}

/// Reads a file.
pub(super) fn read<R: BufRead>(lines: &mut Lines<R>) -> Result<Program, LoadError> {
    let mut reader = Reader {
        lines,
        program: Program::default(),
        columns: Columns::default(),
        rows: Vec::new(),
        names: NameTable::default(),
        places: Vec::new(),
        is_integer: false,
    };
    let mut section = String::new();
    let mut buffer = Vec::new();
    while let Some(line) = reader.lines.next(&mut buffer)? {
        if line.text.starts_with('*') || line.text.is_empty() {
            continue;
        }
        let mut words = line.words();
        if !line.text.starts_with(' ') {
            let Some(word) = words.next() else { continue };
            if !["NAME", "ROWS", "COLUMNS", "RHS", "BOUNDS", "ENDATA"].contains(&word.text) {
                return Err(reader
                    .lines
                    .unexpected(word, "NAME, ROWS, COLUMNS, RHS, BOUNDS or ENDATA"));
            }
            word.text.clone_into(&mut section);
            continue;
        }
        match &*section {
            "ROWS" => reader.row(&line)?,
            "COLUMNS" => reader.column(&line)?,
            "RHS" => reader.right_sides(&line)?,
            "BOUNDS" => reader.bound(&line)?,
            _ => {
                return Err(reader
                    .lines
                    .fault((line.number, 1), format!("data outside of a section\nhelp: {LINT}")));
            }
        }
    }
    if section != "ENDATA" {
        return Err(reader
            .lines
            .fault_at_end("no `ENDATA`\nhelp: check whether the file was truncated"));
    }
    reader.finish()
}

impl<R: BufRead> Reader<'_, R> {
    /// Reads a line of the section `ROWS`.
    fn row(&mut self, line: &Line<'_>) -> Result<(), LoadError> {
        let words: Vec<Word<'_>> = line.words().collect();
        let [kind, name] = words[..] else { return Err(self.fields(line, "a type and a name")) };
        let relation = match kind.text {
            "N" => None,
            "L" => Some(Relation::AtMost),
            "G" => Some(Relation::AtLeast),
            "E" => Some(Relation::Equal),
            _ => return Err(self.lines.unexpected(kind, "the type N, L, G or E")),
        };
        let place = relation.map(|relation| {
            self.rows.push(Row { relation, right: 0, terms: Vec::new() });
            self.rows.len() - 1
        });
        if !self.names.insert(name.text.as_bytes()).1 {
            return Err(self.lines.unexpected(name, "a name that no other row has"));
        }
        self.places.push(place);
        Ok(())
    }

    /// Reads a line of the section `COLUMNS`.
    fn column(&mut self, line: &Line<'_>) -> Result<(), LoadError> {
        let words: Vec<Word<'_>> = line.words().collect();
        if let [_, Word { text: "'MARKER'", .. }, marker] = words[..] {
            self.is_integer = marker.text == "'INTORG'";
            return Ok(());
        }
        let (Some(name), true) = (words.first(), self.is_integer) else {
            return Err(self.fields(line, "integer columns: only 0-1 programs can be converted"));
        };
        let column = Lit::positive(self.columns.place(&mut self.program, name.text));
        self.values(line, &words[1..], |row, value| row.terms.push((value, column)))
    }

    /// Reads a line of the section `RHS`, which begins with the name of the set.
    fn right_sides(&mut self, line: &Line<'_>) -> Result<(), LoadError> {
        let words: Vec<Word<'_>> = line.words().collect();
        self.values(line, words.get(1..).unwrap_or_default(), |row, value| row.right = value)
    }

    /// Passes the pairs of a row and an integer to `put`. The objective has the value 0.
    fn values(
        &mut self,
        line: &Line<'_>,
        words: &[Word<'_>],
        put: impl Fn(&mut Row, i64),
    ) -> Result<(), LoadError> {
        if words.is_empty() || words.len() % 2 == 1 {
            return Err(self.fields(line, "a name, and pairs of a row and a number"));
        }
        for pair in words.chunks_exact(2) {
            let Some(row) = self.names.get(pair[0].text.as_bytes()) else {
                return Err(self.lines.unexpected(pair[0], "the name of a row"));
            };
            let place = self.places[row];
            let value = self.lines.integer(pair[1])?;
            match place {
                Some(place) => put(&mut self.rows[place], value),
                None if value == 0 => {}
                None => {
                    let expected = "the value 0: an objective cannot be converted";
                    return Err(self.lines.unexpected(pair[1], expected));
                }
            }
        }
        Ok(())
    }

    /// Reads a line of the section `BOUNDS`.
    fn bound(&mut self, line: &Line<'_>) -> Result<(), LoadError> {
        let words: Vec<Word<'_>> = line.words().collect();
        let [kind, _, column, ..] = words[..] else {
            return Err(self.fields(line, "a type, a set and a column"));
        };
        let is_binary = match kind.text {
            "UP" => words.get(3).is_some_and(|value| value.text == "1"),
            kind => kind == "BV",
        };
        match self.columns.names.get(column.text.as_bytes()) {
            Some(place) if is_binary => {
                self.columns.binary[place] = true;
                Ok(())
            }
            Some(_) => Err(self
                .lines
                .unexpected(kind, "the bound `UP` 1: only 0-1 programs can be converted")),
            None => Err(self.lines.unexpected(column, "the name of a column")),
        }
    }

    fn fields(&self, line: &Line<'_>, expected: &str) -> LoadError {
        let text = line.text.trim_start();
        self.lines.unexpected(Word { text, place: (line.number, 1) }, expected)
    }

    fn finish(self) -> Result<Program, LoadError> {
        let Self { lines, mut program, columns, rows, .. } = self;
        if let Some(place) = columns.binary.iter().position(|is_binary| !is_binary) {
            let name = &program.names[place];
            let message = format!(
                "the column `{name}` has no bound\nhelp: only 0-1 programs can be converted; add ` UP BND {name} 1`"
            );
            return Err(lines.fault_at_end(message));
        }
        for row in rows {
            program.terms.extend(row.terms);
            let ended = program.end_row(row.relation, row.right);
            ended.map_err(|message| lines.fault_at_end(message))?;
        }
        Ok(program)
    }
}
