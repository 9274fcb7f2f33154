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
    fn size_with_one_number_is_a_square() {
        let text = "begin\npuzzle slitherlink\nsize 2\nproblem\n3 -\n- 0\nend\n";
        let parsed = read(text, None).unwrap();
        assert_eq!(parsed.puzzle, read("3.\n.0\n", None).unwrap().puzzle);
        assert_eq!(parsed.solution, None);
    }

    #[test]
    fn loops_through_cells_are_read_and_written() {
        for (plain, name, rows) in [
            ("masyu 2 3\nw..\n.bw\n", "masyu", "w - -\n- b w\n"),
            ("simple-loop 2 3\nx..\n...\n", "simpleloop", "x - -\n- - -\n"),
        ] {
            let puzzle = read(plain, None).unwrap().puzzle;
            let head = format!("begin\npuzzle {name}\nrows 2\ncols 3\nproblem\n{rows}");
            assert_eq!(write(&puzzle, PuzzleFormat::Janko).unwrap(), format!("{head}end\n"));
            let solved = format!("{head}solution\nse ew sw\n- se nw\nend\n");
            for text in [format!("{head}end\n"), solved] {
                let parsed = read(&text, None).unwrap();
                assert_eq!((&parsed.puzzle, parsed.solution), (&puzzle, None));
            }
            let hyphen = format!("{head}end\n").replace("simpleloop", "simple-loop");
            assert_eq!(read(&hyphen, None).unwrap().puzzle, puzzle);
            let digits = format!("begin\npuzzle {name}\nrows 2\ncols 3\nproblem\n{}end\n", {
                rows.replace('w', "1").replace('b', "2")
            });
            assert_eq!(read(&digits, None).unwrap().puzzle, puzzle);
        }
    }

    #[test]
    fn a_nurikabe_is_read_and_written() {
        let puzzle = read("nurikabe 2 3\n12 . ?\n. . .\n", None).unwrap().puzzle;
        let head = "begin\npuzzle nurikabe\nrows 2\ncols 3\nproblem\n12 - ?\n- - -\n";
        assert_eq!(write(&puzzle, PuzzleFormat::Janko).unwrap(), format!("{head}end\n"));
        for rest in ["end\n", "solution\n- x -\n- x -\nend\n"] {
            let parsed = read(&format!("{head}{rest}"), None).unwrap();
            assert_eq!((&parsed.puzzle, parsed.solution), (&puzzle, None));
        }
    }

    #[test]
    fn an_invalid_text_is_rejected_with_its_position() {
        let head = "begin\npuzzle slitherlink\nsize 2\n";
        let table = [
            ("problem\n- -\n- -\n", 6, 4, "no 'end'"),
            ("problem\n- -\n- -\nend\nmore\n", 8, 1, "'more' after 'end'"),
            ("problem\n- -\nend\n", 6, 1, "only 1 of the announced 2 rows"),
            ("problem\n- -\n- -\n1 1\nend\n", 7, 1, "row 3 exceeds the announced 2 rows"),
            ("problem\n- -\n-\nend\n", 6, 2, "row 2 has 1 cell"),
            ("problem\n- -\n- - -\nend\n", 6, 5, "more than 2 cells"),
            ("problem\n- -\n- 12\nend\n", 6, 3, "'12' is not a cell"),
            ("problem\n- -\n- 9\nend\n", 6, 3, "clue 9"),
            ("problem\n- -\n- -\nsolution\nx y\n- -\nend\n", 8, 3, "'y' is not a cell of a sol"),
            ("problem\n- -\n- -\nsolution\nx x\nend\n", 9, 1, "only 1 of the announced 2 rows"),
            ("problem\n- -\n- -\nproblem\n", 7, 1, "second problem"),
            ("solution\n", 4, 1, "one solution, after the problem"),
            ("rows\n", 4, 5, "'rows' has no value"),
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
            ("puzzle slitherlink\n", 1, 1, "expected 'begin', found 'puzzle slitherlink'"),
            ("begin\nproblem\n", 2, 1, "no size"),
            ("begin\nsize 1\nproblem\n-\nend\n", 5, 1, "no line like 'puzzle slitherlink'"),
            ("begin\npuzzle sudoku\n", 2, 8, "only slitherlink, slitherlynx, simple-loop, masyu"),
            ("begin\npuzzle nurikabe\nsize 1\nproblem\nx\nend\n", 5, 1, "'x' is not a cell"),
            ("begin\npuzzle nurikabe\nsize 1\nproblem\n0\nend\n", 5, 1, "number out of range: 0"),
            ("begin\npuzzle masyu\nsize 1\nproblem\nx\nend\n", 5, 1, "'x' is not a cell"),
            ("begin\npuzzle simpleloop\nsize 1\nproblem\nb\nend\n", 5, 1, "'b' is not a cell"),
        ]);
    }
}
