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
//! The cells of a Masyu are `w` or `1` for a white circle, `b` or `2` for a black one, and `-`, those of a Simple Loop (`puzzle simpleloop`) are `x` for a black cell and `-`,
//! and those of a Nurikabe are numbers, `?` and `-`.
//!
//! Keywords may be in any case and in brackets. `size N` means N rows and N columns. Other header lines
//! (author, title, ...) and other sections are ignored. In the solution, `x` or `1` is a cell inside the loop
//! and `-`, `.` or `0` a cell outside. The solution of other kinds than Slitherlink is ignored.

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::masyu::{Circle, Masyu};
use encycle_encodings::kinds::nurikabe::{IslandClue, Nurikabe};
use encycle_encodings::kinds::simple_loop::SimpleLoop;
use encycle_encodings::kinds::slitherlink::{cell_char, clue_rows};
use encycle_encodings::loops::EdgeSet;

use crate::formats::{Reading, expect_kind, expect_loops, loops};
use crate::puzzle::{Puzzle, PuzzleKind};
use encycle_encodings::text::{Cells, Rows};
use encycle_encodings::text::{Fault, Span, Text};

/// The kinds that can be read.
const KINDS: [PuzzleKind; 5] = [
    PuzzleKind::Slitherlink,
    PuzzleKind::Slitherlynx,
    PuzzleKind::SimpleLoop,
    PuzzleKind::Masyu,
    PuzzleKind::Nurikabe,
];

/// The name of Simple Loop in these texts.
const SIMPLE_LOOP: &str = "simpleloop";

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
enum Section<'a> {
    Header,
    Problem(Rows<Span<'a>>),
    Solution(Rows<bool>),
}

/// The parts of the text read so far.
#[derive(Default)]
struct Reader<'a> {
    kind: Option<PuzzleKind>,
    rows: Option<usize>,
    cols: Option<usize>,
    problem: Option<Cells<Span<'a>>>,
    solution: Option<Vec<bool>>,
}

/// Reads the text of one puzzle.
pub(super) fn read(text: Text<'_>, expected: Option<PuzzleKind>) -> Reading {
    let mut reader = Reader::default();
    let mut section = Section::Header;
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
        let is_cell = word.chars().count() == 1 || !word.starts_with(char::is_alphabetic);
        match &mut section {
            Section::Problem(rows) if is_cell => {
                rows.push(line, line.words(), Ok)?;
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
                    Some(more) => {
                        let shown = more.shown();
                        Err(more.fault(format!("{shown} after 'end'\nhelp: remove it")))
                    }
                    None => reader.finish(line),
                };
            }
            "problem" => {
                if reader.problem.is_some() {
                    return Err(first.fault("second problem\nhelp: keep one puzzle in a text"));
                }
                section = Section::Problem(Rows::new(Some(reader.size(first)?)));
            }
            "solution" => {
                if reader.problem.is_none() || reader.solution.is_some() {
                    return Err(first.fault("a text has one solution, after the problem"));
                }
                let size = reader.size(first)?;
                section = match reader.kind {
                    Some(PuzzleKind::Slitherlink | PuzzleKind::Slitherlynx) | None => {
                        Section::Solution(Rows::new(Some(size)))
                    }
                    _ => Section::Header,
                };
            }
            // after the problem, these words are ignored like all other keywords
            "puzzle" | "rows" | "cols" | "size" if reader.problem.is_none() => {
                let Some(value) = words.next() else {
                    return Err(line.fault_after(format!("'{word}' has no value")));
                };
                reader.header(&word, value, expected)?;
                if let Some(more) = words.next() {
                    let shown = more.shown();
                    return Err(more.fault(format!("{shown} after the value\nhelp: remove it")));
                }
            }
            _ => {}
        }
    }
    Err(text.fault_at_end("no 'end'\nhelp: check whether the text is truncated"))
}

/// Parses a cell of the solution: whether it is inside the loop.
fn inside(cell: Span<'_>) -> Result<bool, Fault> {
    match cell.text {
        "x" | "X" | "1" => Ok(true),
        "-" | "." | "0" => Ok(false),
        _ => Err(cell.fault(format!(
            "{} is not a cell of a solution\n\
             help: write 'x' for a cell inside the loop and '-' for one outside",
            cell.shown()
        ))),
    }
}

impl<'a> Reader<'a> {
    /// Reads a header line that is used: the kind or the size.
    fn header(
        &mut self,
        word: &str,
        value: Span<'_>,
        expected: Option<PuzzleKind>,
    ) -> Result<(), Fault> {
        match word {
            "puzzle" => {
                let kind = match value.text.to_ascii_lowercase().as_str() {
                    SIMPLE_LOOP => PuzzleKind::SimpleLoop,
                    _ => value.text.parse().map_err(|error| value.fault(format!("{error}")))?,
                };
                match kind {
                    PuzzleKind::Slitherlink => expect_loops(expected, value)?,
                    _ => expect_kind(kind, expected, value)?,
                }
                if !KINDS.contains(&kind) {
                    let known = KINDS.map(PuzzleKind::name).join(", ");
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
    fn close(&mut self, section: Section<'a>, line: Span<'_>) -> Result<(), Fault> {
        match section {
            Section::Header => {}
            Section::Problem(rows) => self.problem = Some(rows.finish(|why| line.fault(why))?),
            Section::Solution(rows) => {
                self.solution = Some(rows.finish(|why| line.fault(why))?.cells);
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
        let grid = problem.grid;
        let puzzle = match kind {
            PuzzleKind::Masyu => {
                let circles = each(&problem, "'w', 'b' or '-'", |cell| match cell {
                    "-" | "." => Some(None),
                    "w" | "W" | "1" => Some(Some(Circle::White)),
                    "b" | "B" | "2" => Some(Some(Circle::Black)),
                    _ => None,
                })?;
                Masyu::new(grid, circles).map(Puzzle::from)
            }
            PuzzleKind::SimpleLoop => {
                let black = each(&problem, "'x' or '-'", |cell| match cell {
                    "-" | "." => Some(false),
                    "x" | "X" => Some(true),
                    _ => None,
                })?;
                SimpleLoop::new(grid, &black).map(Puzzle::from)
            }
            PuzzleKind::Nurikabe => {
                let clues = each(&problem, "a number, '?' or '-'", |cell| match cell {
                    "-" | "." => Some(None),
                    "?" => Some(Some(IslandClue::Any)),
                    _ => cell.parse().ok().map(|number| Some(IslandClue::Cells(number))),
                })?;
                Nurikabe::new(grid, clues).map(Puzzle::from)
            }
            _ => {
                let clues = problem.cells.iter().map(|cell| cell.clue(&["-", "."]));
                let cells = clues.collect::<Result<_, _>>()?;
                let solution = self.solution.map(|inside| EdgeSet::around(grid, &inside).into());
                let clues = Cells { grid, cells, offsets: problem.offsets };
                return Ok((loops(clues, self.kind)?, solution));
            }
        };
        Ok((puzzle.map_err(|error| error.at(grid.cols(), &problem.offsets))?, None))
    }
}

/// Reads each cell of a problem.
fn each<T>(
    problem: &Cells<Span<'_>>,
    expected: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Vec<T>, Fault> {
    let one = |cell: &Span<'_>| {
        let wrong =
            || cell.fault(format!("{} is not a cell\nhelp: write {expected}", cell.shown()));
        read(cell.text).ok_or_else(wrong)
    };
    problem.cells.iter().map(one).collect()
}

/// Writes a puzzle in the format of janko.at, without a solution. Returns `None` if the format cannot express it.
pub(super) fn write(puzzle: &Puzzle) -> Option<String> {
    let circle = |circle: &Option<Circle>| match circle {
        None => '-',
        Some(Circle::White) => 'w',
        Some(Circle::Black) => 'b',
    };
    let island = |clue: &Option<IslandClue>| match clue {
        None => "-".to_owned(),
        Some(IslandClue::Any) => "?".to_owned(),
        Some(IslandClue::Cells(number)) => number.to_string(),
    };
    let texts = |cells: &mut dyn Iterator<Item = char>| cells.map(String::from).collect();
    let (name, grid, cells): (&str, Grid, Vec<String>) = match puzzle {
        Puzzle::Slitherlink(loops) | Puzzle::Slitherlynx(loops) => {
            let mut clues = clue_rows(loops).flatten().map(|clue| cell_char(clue, '-'));
            (puzzle.kind().name(), loops.grid()?, texts(&mut clues))
        }
        Puzzle::Masyu(masyu) => {
            let mut circles = masyu.circles().iter().map(circle);
            (puzzle.kind().name(), masyu.grid(), texts(&mut circles))
        }
        Puzzle::Nurikabe(puzzle) => {
            ("nurikabe", puzzle.grid(), puzzle.clues().iter().map(island).collect())
        }
        Puzzle::SimpleLoop(one) => {
            let mut cells = one.black().map(|black| if black { 'x' } else { '-' });
            (SIMPLE_LOOP, one.grid(), texts(&mut cells))
        }
        _ => return None,
    };
    let (rows, cols) = (grid.rows(), grid.cols());
    let mut out = format!("begin\npuzzle {name}\nrows {rows}\ncols {cols}\nproblem\n");
    for row in cells.chunks(cols) {
        out.push_str(&row.join(" "));
        out.push('\n');
    }
    out.push_str("end\n");
    Some(out)
}

#[cfg(test)]
mod tests;
