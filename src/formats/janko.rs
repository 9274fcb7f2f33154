//! The text of janko.at: `begin`, a header, the `problem`, perhaps its `solution`, `end`.
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
//! Keywords may be in any case and in brackets; `size N` stands for N rows and N columns; other
//! header lines (author, title, ...) and sections are passed over. In the solution, `x` or `1` is
//! a cell inside the loop and `-`, `.` or `0` one outside.

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::slitherlink::Slitherlink;
use encycle_encodings::loops::EdgeSet;

use crate::formats::scan::rows::{self, Cells, Rows};
use crate::formats::scan::text::{self, Fault, Reading, Span, Text};
use crate::puzzle::PuzzleKind;

/// Whether a line begins such a text.
pub(super) fn claims(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    matches!(keyword(first).as_str(), "begin" | "puzzle")
}

/// A word in lower case and without brackets.
fn keyword(word: &str) -> String {
    let bare = word.strip_prefix('[').and_then(|word| word.strip_suffix(']'));
    bare.unwrap_or(word).to_ascii_lowercase()
}

/// What the lines read so far belong to.
enum Section {
    Header,
    Problem(Rows<Option<u8>>),
    Solution(Rows<bool>),
}

/// What has been read so far.
#[derive(Default)]
struct Reader {
    kind: Option<PuzzleKind>,
    rows: Option<usize>,
    cols: Option<usize>,
    problem: Option<Cells<Option<u8>>>,
    solution: Option<Vec<bool>>,
}

pub(super) fn read(text: Text<'_>, wanted: Option<PuzzleKind>) -> Reading {
    let mut reader = Reader::default();
    let mut section = Section::Header;
    let mut lines = text.lines();
    match lines.next() {
        Some(line) if keyword(line.text) == "begin" => {}
        first => {
            let at = first.unwrap_or(Span { text: "", offset: 0 });
            return Err(at.fault(format!("{} where 'begin' must stand", at.shown())));
        }
    }
    for line in lines.by_ref() {
        let mut words = line.words();
        let first = words.next().unwrap_or(line);
        let word = keyword(first.text);
        let is_cell = word.chars().count() == 1 || !word.starts_with(char::is_alphabetic);
        match &mut section {
            Section::Problem(rows) if is_cell => {
                rows.push(line, line.words(), |cell| cell.clue(&["-", "."]))?;
                continue;
            }
            Section::Solution(rows) if is_cell => {
                rows.push(line, line.words(), inside)?;
                continue;
            }
            _ => reader.close(std::mem::replace(&mut section, Section::Header), line)?,
        }
        match word.as_str() {
            "end" => {
                return match lines.next() {
                    Some(more) => Err(more.fault(format!("{} after 'end'", more.shown()))),
                    None => reader.finish(line),
                };
            }
            "problem" => {
                if reader.problem.is_some() {
                    return Err(first.fault("a second problem: one text holds one puzzle"));
                }
                section = Section::Problem(Rows::new(Some(reader.size(first)?)));
            }
            "solution" => {
                if reader.problem.is_none() || reader.solution.is_some() {
                    return Err(first.fault("a solution must follow the one problem"));
                }
                section = Section::Solution(Rows::new(Some(reader.size(first)?)));
            }
            // A keyword of the header with its value.
            "puzzle" | "rows" | "cols" | "size" if reader.problem.is_none() => {
                let Some(value) = words.next() else {
                    return Err(line.fault_behind(format!("'{word}' needs a value")));
                };
                reader.header(&word, value, wanted)?;
                if let Some(more) = words.next() {
                    return Err(more.fault(format!("{} after the value", more.shown())));
                }
            }
            _ => {}
        }
    }
    Err(text.fault_at_end("no 'end': the text may be cut off"))
}

/// A cell of the solution.
fn inside(cell: Span<'_>) -> Result<bool, Fault> {
    match cell.text {
        "x" | "X" | "1" => Ok(true),
        "-" | "." | "0" => Ok(false),
        _ => Err(cell.fault(format!(
            "{} is not a cell of a solution: write 'x' for a cell inside the loop, '-' for one \
             outside",
            cell.shown()
        ))),
    }
}

impl Reader {
    fn header(
        &mut self,
        word: &str,
        value: Span<'_>,
        wanted: Option<PuzzleKind>,
    ) -> Result<(), Fault> {
        match word {
            "puzzle" => {
                let kind = value.text.parse().map_err(|error| value.fault(format!("{error}")))?;
                match kind {
                    PuzzleKind::Slitherlink => text::expect_loops(wanted, value)?,
                    _ => text::expect_kind(kind, wanted, value)?,
                }
                if !matches!(kind, PuzzleKind::Slitherlink | PuzzleKind::Slitherlynx) {
                    let message = format!("{kind} is not read from such a text, only slitherlink");
                    return Err(value.fault(message));
                }
                self.kind = wanted.or(Some(kind));
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

    /// The announced size, which must be there before the cells.
    fn size(&self, at: Span<'_>) -> Result<Grid, Fault> {
        let grid = self.rows.zip(self.cols).and_then(|(rows, cols)| Grid::new(rows, cols));
        grid.ok_or_else(|| at.fault("no size before the cells: add 'rows N' and 'cols N'"))
    }

    /// Takes the cells of a section which ends before `line`.
    fn close(&mut self, section: Section, line: Span<'_>) -> Result<(), Fault> {
        match section {
            Section::Header => {}
            Section::Problem(rows) => self.problem = Some(rows.finish(|why| line.fault(why))?),
            Section::Solution(rows) => {
                self.solution = Some(rows.finish(|why| line.fault(why))?.cells);
            }
        }
        Ok(())
    }

    fn finish(self, end: Span<'_>) -> Reading {
        if self.kind.is_none() {
            return Err(end.fault("no 'puzzle slitherlink' line before 'end'"));
        }
        let problem = self.problem.ok_or_else(|| end.fault("no 'problem' before 'end'"))?;
        let grid = problem.grid;
        let solution = self.solution.map(|inside| EdgeSet::around(grid, &inside).into());
        Ok((problem.loops(self.kind)?, solution))
    }
}

pub(super) fn write(puzzle: &Slitherlink, grid: Grid) -> String {
    let kind = if puzzle.allows_several_loops() {
        PuzzleKind::Slitherlynx
    } else {
        PuzzleKind::Slitherlink
    };
    let mut out =
        format!("begin\npuzzle {kind}\nrows {}\ncols {}\nproblem\n", grid.rows(), grid.cols());
    for row in rows::clue_rows(puzzle) {
        let cells = row.into_iter().map(|clue| rows::cell_char(clue, '-').to_string());
        out.push_str(&cells.collect::<Vec<_>>().join(" "));
        out.push('\n');
    }
    out.push_str("end\n");
    out
}

#[cfg(test)]
mod tests {
    use encycle_encodings::grid::Grid;
    use encycle_encodings::loops::EdgeSet;

    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    #[test]
    fn header_and_solution_are_read() {
        let text = "BEGIN\nPuzzle Slitherlink\nauthor A. Person\nrows 2\ncols 3\nunit 30\n[problem]\n\
                    3 - 2\n- 0 .\nmoves\n1 2 3\n[Solution]\nx - X\n1 . 0\nEnd\n";
        let parsed = read(text, None).unwrap();
        assert_eq!(parsed.format, PuzzleFormat::Janko);
        assert_eq!(parsed.puzzle, read("3.2\n.0.\n", None).unwrap().puzzle);
        let inside = [true, false, true, true, false, false];
        let grid = Grid::new(2, 3).unwrap();
        assert_eq!(parsed.solution, Some(EdgeSet::around(grid, &inside).into()));
        let lines = "begin\npuzzle slitherlink\nrows 2\ncols 3\nproblem\n3 - 2\n- 0 -\nend\n";
        assert_eq!(write(&parsed.puzzle, PuzzleFormat::Janko).unwrap(), lines);
    }

    #[test]
    fn one_number_is_the_size_of_a_square() {
        let text = "begin\npuzzle slitherlink\nsize 2\nproblem\n3 -\n- 0\nend\n";
        let parsed = read(text, None).unwrap();
        assert_eq!(parsed.puzzle, read("3.\n.0\n", None).unwrap().puzzle);
        assert_eq!(parsed.solution, None);
    }

    #[test]
    fn a_wrong_text_is_refused_where_it_is_wrong() {
        let head = "begin\npuzzle slitherlink\nsize 2\n";
        let table = [
            ("problem\n- -\n- -\n", 6, 4, "no 'end'"),
            ("problem\n- -\n- -\nend\nmore\n", 8, 1, "'more' after 'end'"),
            ("problem\n- -\nend\n", 6, 1, "1 row where 2 are announced"),
            ("problem\n- -\n- -\n1 1\nend\n", 7, 1, "row 3, but the size says 2 rows"),
            ("problem\n- -\n-\nend\n", 6, 2, "row 2 has 1 cell"),
            ("problem\n- -\n- - -\nend\n", 6, 5, "more than 2 cells"),
            ("problem\n- -\n- 12\nend\n", 6, 3, "'12' is not a cell"),
            ("problem\n- -\n- 9\nend\n", 6, 3, "clue 9"),
            ("problem\n- -\n- -\nsolution\nx y\n- -\nend\n", 8, 3, "'y' is not a cell of a sol"),
            ("problem\n- -\n- -\nsolution\nx x\nend\n", 9, 1, "1 row where 2"),
            ("problem\n- -\n- -\nproblem\n", 7, 1, "a second problem"),
            ("solution\n", 4, 1, "must follow the one problem"),
            ("rows\n", 4, 5, "'rows' needs a value"),
            ("rows 2 3\n", 4, 8, "'3' after the value"),
            ("rows 1001\n", 4, 6, "1 to 1000 rows"),
            ("size 99999999999999999999999\n", 4, 6, "1 to 1000 rows"),
            ("puzzle akari\n", 4, 8, "unknown kind of puzzle 'akari'"),
            ("end\n", 4, 1, "no 'problem'"),
        ];
        let texts = table.map(|(tail, ..)| format!("{head}{tail}"));
        for (text, &(_, line, column, words)) in texts.iter().zip(&table) {
            assert_refused(&[(text, line, column, words)]);
        }
        assert_refused(&[
            ("puzzle slitherlink\n", 1, 1, "where 'begin' must stand"),
            ("begin\nproblem\n", 2, 1, "no size"),
            ("begin\nsize 1\nproblem\n-\nend\n", 5, 1, "no 'puzzle slitherlink'"),
        ]);
    }
}
