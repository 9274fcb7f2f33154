//! The text format of janko.at: `begin`, a header, the `problem`, optionally its `solution`, `end`.
//!
//! ```text
//! begin
//! puzzle slitherlink
//! rows 2
//! cols 3
//! problem
//! 3 - 2
//! - 0 -
//! solution
//! x - x
//! x x x
//! end
//! ```
//!
//! Kinds with rooms have a section `areas` after the problem, with the name of the room of each cell. [`kinds`]
//! describes the cells of each kind.
//!
//! Keywords may be in any letter case and in brackets. `size N` means N rows and N columns. Other header lines (author,
//! title, ...) and other sections are ignored.

mod kinds;
#[cfg(test)]
mod tests;

use encycle_encodings::grid::Grid;
use encycle_encodings::text::{Cells, Fault, Rows, Span, Text};

use crate::formats::{Reading, TextContent, expect_kind, expect_loops};
use crate::puzzle::PuzzleKind;

pub(super) use kinds::write;

/// Returns whether `line` begins such a text.
pub(super) fn claims(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    matches!(keyword(first).as_str(), "begin" | "puzzle")
}

/// Returns a word in lower case and without brackets.
fn keyword(word: &str) -> String {
    let bare = word.strip_prefix('[').and_then(|word| word.strip_suffix(']'));
    bare.unwrap_or(word).to_ascii_lowercase()
}

/// The section that the current line belongs to.
enum JankoSection<'a> {
    Header,
    Problem(Rows<Span<'a>>),
    Areas(Rows<Span<'a>>),
    Solution(Rows<Span<'a>>),
}

/// The parts of the text read so far.
#[derive(Default)]
struct JankoReader<'a> {
    kind: Option<PuzzleKind>,
    rows: Option<usize>,
    cols: Option<usize>,
    problem: Option<Cells<Span<'a>>>,
    areas: Option<Cells<Span<'a>>>,
    solution: Option<Cells<Span<'a>>>,
}

/// Reads the text of one puzzle.
pub(super) fn read(text: Text<'_>, expected: Option<PuzzleKind>) -> Reading {
    let mut reader = JankoReader::default();
    let mut section = JankoSection::Header;
    let mut lines = text.lines();
    match lines.next() {
        Some(line) if keyword(line.text) == "begin" => {}
        first => {
            let at = first.unwrap_or(Span { text: "", offset: 0 });
            return Err(at.fault(format!("expected 'begin', found {}", at.shown())));
        }
    }
    for line in lines.by_ref() {
        let mut words = line.words();
        let first = words.next().unwrap_or(line);
        let word = keyword(first.text);
        match &mut section {
            JankoSection::Problem(rows)
            | JankoSection::Areas(rows)
            | JankoSection::Solution(rows)
                if is_cell(&word) =>
            {
                rows.push(line, line.words(), Ok)?;
                continue;
            }
            _ => reader.close(std::mem::replace(&mut section, JankoSection::Header), line)?,
        }
        match word.as_str() {
            "end" => {
                return match lines.next() {
                    Some(more) => Err(more.wrong("after 'end'\nhelp: remove it")),
                    None => reader.finish(line),
                };
            }
            "problem" => {
                if reader.problem.is_some() {
                    return Err(first.fault("second problem\nhelp: keep one puzzle in a text"));
                }
                section = JankoSection::Problem(Rows::new(reader.size(first)?));
            }
            "areas" => {
                if reader.problem.is_none() || reader.areas.is_some() {
                    return Err(first.fault("a text has its areas once, after the problem"));
                }
                section = JankoSection::Areas(Rows::new(reader.size(first)?));
            }
            "solution" => {
                if reader.problem.is_none() || reader.solution.is_some() {
                    return Err(first.fault("a text has one solution, after the problem"));
                }
                section = JankoSection::Solution(Rows::new(reader.size(first)?));
            }
            // after the problem, these words are ignored like all other keywords
            "puzzle" | "rows" | "cols" | "size" if reader.problem.is_none() => {
                let Some(value) = words.next() else {
                    return Err(line.fault_after(format!("'{word}' has no value")));
                };
                reader.header(&word, value, expected)?;
                if let Some(more) = words.next() {
                    return Err(more.wrong("after the value\nhelp: remove it"));
                }
            }
            _ => {}
        }
    }
    Err(text.fault_at_end("no 'end'\nhelp: check whether the text is truncated"))
}

/// Returns whether a line that begins with this word contains cells. Keywords have at least three letters and no digit,
/// whereas the sides of a cell in a solution are two of four letters.
fn is_cell(word: &str) -> bool {
    let is_sides = word.len() == 2 && word.bytes().all(|byte| b"nesw".contains(&byte));
    word.chars().count() == 1 || is_sides || word.contains(|c: char| !c.is_alphabetic())
}

impl<'a> JankoReader<'a> {
    /// Reads a header line that matters, that is, the kind or the size.
    fn header(
        &mut self,
        word: &str,
        value: Span<'_>,
        expected: Option<PuzzleKind>,
    ) -> Result<(), Fault> {
        match word {
            "puzzle" => {
                let kind = match kinds::named(value.text, expected) {
                    Some(kind) => kind,
                    None => value.text.parse().map_err(|error| value.fault(format!("{error}")))?,
                };
                match kind {
                    PuzzleKind::Slitherlink => expect_loops(expected, value)?,
                    _ => expect_kind(kind, expected, value)?,
                }
                if !kinds::has(kind) {
                    let known: Vec<&str> = kinds::all().map(PuzzleKind::name).collect();
                    let known = known.join(", ");
                    let message = format!("{kind} in the format janko: only {known} can be read");
                    return Err(value.fault(message));
                }
                self.kind = expected.or(Some(kind));
            }
            "rows" => self.rows = Some(value.side("rows")?),
            "cols" => self.cols = Some(value.side("columns")?),
            _ => {
                self.rows = Some(value.side("rows")?);
                self.cols = self.rows;
            }
        }
        Ok(())
    }

    /// Returns the announced size, which must precede the cells.
    fn size(&self, at: Span<'_>) -> Result<Grid, Fault> {
        let grid = self.rows.zip(self.cols).and_then(|(rows, cols)| Grid::new(rows, cols));
        grid.ok_or_else(|| at.fault("no size before the cells\nhelp: add 'rows N' and 'cols N'"))
    }

    /// Stores the cells of a section that ends before `line`.
    fn close(&mut self, section: JankoSection<'a>, line: Span<'_>) -> Result<(), Fault> {
        match section {
            JankoSection::Header => {}
            JankoSection::Problem(rows) => self.problem = Some(rows.finish(|why| line.fault(why))?),
            JankoSection::Areas(rows) => self.areas = Some(rows.finish(|why| line.fault(why))?),
            JankoSection::Solution(rows) => {
                self.solution = Some(rows.finish(|why| line.fault(why))?)
            }
        }
        Ok(())
    }

    /// Builds the puzzle and its solution; `end` is the last line.
    fn finish(self, end: Span<'_>) -> Reading {
        let Some(kind) = self.kind else {
            return Err(end.fault("no line like 'puzzle slitherlink' before 'end'"));
        };
        let problem = self.problem.ok_or_else(|| end.fault("no 'problem' before 'end'"))?;
        if self.areas.is_none() && kinds::has_areas(kind) {
            return Err(end.fault("no 'areas' before 'end'\nhelp: add the names of the rooms"));
        }
        let puzzle = kinds::puzzle(kind, &problem, self.areas.as_ref())?;
        let solution = self.solution.map(|cells| kinds::solution(&puzzle, &cells)).transpose()?;
        Ok(TextContent { solution: solution.flatten(), ..puzzle.into() })
    }
}
