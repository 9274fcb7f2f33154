//! The reader of pictures: solutions on a grid as `encycle solve` draws them.
//!
//! The picture has a column for each grid line, and between the grid lines columns of equal width for the cells. It has
//! a line for each row of cells and, unless it only shows values, a line for each horizontal grid line. So the position
//! of every edge, wall, shade and text follows from the width of a cell. For example, the width of this picture is 3:
//!
//! ```text
//! +---+   +
//! | 3   2 |
//! +   +---+
//! ```
//!
//! Numbers outside the grid shift the picture. A picture without lines, such as one of shaded cells, begins at the first line
//! below the result, and its width is the one at which the clues of the puzzle are at their places.

use encycle_encodings::grid::{Cell, Edge, GraphLayout, Grid, reached};
use encycle_encodings::puzzle::{CellSign, GridSketch, Sketch, Solution, SolutionForm};
use encycle_encodings::text::{Fault, Span, counted};

use crate::formats::other;
use crate::formats::solution::is_shading;
use crate::puzzle::Puzzle;
use crate::render::{margin_height, margin_width, marks_in_ascii};

/// The characters of horizontal and vertical lines, in both character sets, including the characters of two solutions.
const LEVEL: [char; 5] = ['─', '━', '═', '-', '='];
const UPRIGHT: [char; 5] = ['│', '┃', '║', '|', '#'];

/// A bound on the width of a cell.
const WIDEST: usize = 15;

/// The characters of shades.
const SHADES: [char; 2] = ['▒', '#'];

/// A picture of a grid.
struct GridPicture<'a> {
    grid: Grid,
    /// The lines of the picture, each as a span and as characters.
    lines: Vec<(Span<'a>, Vec<char>)>,
    /// The number of columns between two grid lines.
    width: usize,
    /// The number of columns before the first grid line.
    indent: usize,
    /// The index of the line of each row of cells.
    rows: Vec<usize>,
}

/// Returns whether a line may be the first of a picture.
fn begins(line: &str) -> bool {
    let mut chars = line.chars();
    let first = chars.next();
    let second = chars.next();
    match first {
        Some('┌' | '┏' | '·' | '╔') => true,
        // in ASCII, vertices are `.` or `+`
        Some('+' | '.') => matches!(second, Some(' ' | '-' | '=' | '~')),
        _ => false,
    }
}

impl<'a> GridPicture<'a> {
    /// Finds the first picture in a text; `None` if there is none.
    fn find(text: &'a str, sketch: &GridSketch) -> Option<Result<Self, Fault>> {
        let (grid, has_lines) = (sketch.grid, sketch.dotted || sketch.walled);
        let indent = margin_width(&sketch.margins[2]);
        let lines = (Span { text, offset: 0 }).split(|c| c == '\n');
        let lines: Vec<Span<'a>> =
            lines.map(|line| Span { text: line.text.trim_end(), ..line }).collect();
        let begins_here = |line: &Span<'_>| {
            let (margin, rest) = line.text.split_at_checked(indent).unwrap_or((line.text, ""));
            margin.trim().is_empty() && begins(rest)
        };
        let Some(start) = lines.iter().position(begins_here) else {
            return Self::find_unframed(&lines, sketch, indent).map(Ok);
        };
        let lines = &lines[start..];
        let first = lines[0];
        // a grid of cells inside and outside a loop may also begin with `.`, but has fewer lines than a picture
        if first.text.starts_with('.') && lines.len() < 2 * grid.rows() + 1 {
            return None;
        }
        let columns = first.text.chars().count() - 1 - indent;
        let wrong = |at: Span<'_>, what: &str| {
            Some(Err(at.fault(format!(
                "this picture has not {what} of the puzzle: {} of {}",
                counted(grid.rows(), "row"),
                counted(grid.cols(), "cell")
            ))))
        };
        if !columns.is_multiple_of(grid.cols()) || columns / grid.cols() < 2 {
            return wrong(first, "the columns");
        }
        let is_row = |line: &str| line.starts_with(|c| UPRIGHT.contains(&c));
        let rows: Vec<usize> = match has_lines {
            true => (0..grid.rows()).map(|row| 2 * row + 1).collect(),
            false => (0..lines.len())
                .take_while(|&index| !lines[index].text.is_empty())
                .filter(|&index| is_row(lines[index].text))
                .take(grid.rows())
                .collect(),
        };
        let needed = rows.last().map_or(0, |last| last + 2);
        if rows.len() < grid.rows() || lines.len() < needed {
            return wrong(lines.last().copied().unwrap_or(first), "the rows");
        }
        Some(Ok(Self::new(grid, &lines[..needed], columns / grid.cols() - 1, indent, rows)))
    }

    fn new(grid: Grid, lines: &[Span<'a>], width: usize, indent: usize, rows: Vec<usize>) -> Self {
        let lines = lines.iter().map(|&line| (line, line.text.chars().collect())).collect();
        Self { grid, lines, width, indent, rows }
    }

    /// Finds a picture without lines: below the result, or at the beginning of the text.
    fn find_unframed(lines: &[Span<'a>], sketch: &GridSketch, indent: usize) -> Option<Self> {
        let grid = sketch.grid;
        if !sketch.walled || sketch.borders.iter().any(Option::is_some) {
            return None;
        }
        let above = margin_height(&sketch.margins[0]);
        let result = lines.iter().position(|line| other::verdict(line.text).is_some());
        let lines = lines.get(result.map_or(0, |result| result + 1) + above..)?;
        let rows: Vec<usize> = (0..grid.rows()).map(|row| 2 * row + 1).collect();
        let pictures = (1..WIDEST).step_by(2).map(|width| {
            Self::new(
                grid,
                &lines[..lines.len().min(2 * grid.rows() + 1)],
                width,
                indent,
                rows.clone(),
            )
        });
        // the usual width is three or more
        let mut fitting = pictures.filter(|picture| picture.fits(sketch));
        let first = fitting.next()?;
        Some(if first.width == 1 { fitting.next().unwrap_or(first) } else { first })
    }

    /// Returns whether a picture without lines has blanks between the cells, and the clues at their places.
    fn fits(&self, sketch: &GridSketch) -> bool {
        let grid = self.grid;
        let end = grid.cols() * (self.width + 1);
        let is_blank = |line: usize, column: usize| self.at(line, column) == ' ';
        // numbers may be at the corners of cells
        let is_corner =
            |column: usize| !sketch.corners.is_empty() && column.is_multiple_of(self.width + 1);
        let is_separate = (0..grid.rows()).all(|row| {
            (0..=end).all(|column| is_corner(column) || is_blank(2 * row, column))
                && (0..=end).step_by(self.width + 1).all(|column| is_blank(2 * row + 1, column))
        });
        let has_clue = |cell: Cell| {
            let Some(label) = &sketch.texts[grid.cell_index(cell)] else { return true };
            let shown: String = self.cell(cell).1.iter().collect();
            let text = shown.trim_matches(|c: char| c == ' ' || SHADES.contains(&c));
            text == label.text || text == marks_in_ascii(&label.text)
        };
        is_separate && grid.cells().all(has_clue)
    }

    /// Returns the character in a column of a line, or a blank beyond the end of the line.
    fn at(&self, line: usize, column: usize) -> char {
        let chars = self.lines.get(line).map_or(&[][..], |(_, chars)| chars);
        chars.get(self.indent + column).copied().unwrap_or(' ')
    }

    /// Returns the character in the middle of an edge of the grid.
    fn on(&self, edge: Edge) -> char {
        let (row, col, is_horizontal) = self.grid.edge_place(edge);
        let column = col * (self.width + 1);
        match is_horizontal {
            true => self.at(2 * row, column + 1 + self.width / 2),
            false => self.at(self.rows[row], column),
        }
    }

    /// Returns whether a line is drawn along an edge of the grid.
    fn has_border(&self, edge: Edge) -> bool {
        match self.grid.edge_place(edge).2 {
            true => LEVEL.contains(&self.on(edge)),
            false => UPRIGHT.contains(&self.on(edge)),
        }
    }

    /// Returns whether a line is drawn across an edge of the grid.
    fn has_link(&self, edge: Edge) -> bool {
        match self.grid.edge_place(edge).2 {
            true => UPRIGHT.contains(&self.on(edge)),
            false => LEVEL.contains(&self.on(edge)),
        }
    }

    /// Returns the value of each cell: the number of the first clue from which no border separates it, from 1, or 0.
    fn regions(&self, clues: &[Cell], sketch: &GridSketch) -> Vec<u32> {
        let grid = self.grid;
        let mut values = vec![0; grid.cell_count()];
        // a black cell is in no region
        for (value, &clue) in (1..).zip(clues).filter(|(_, clue)| !sketch.is_black(**clue)) {
            let beside = |cell: usize| {
                let cell = grid.cell_at(cell);
                let edges =
                    grid.cell_edges(cell).into_iter().filter(|&edge| !self.has_border(edge));
                let cells = edges.flat_map(|edge| grid.edge_cells(edge)).flatten();
                cells.map(|cell| grid.cell_index(cell)).collect::<Vec<_>>()
            };
            let region = reached(values.len(), [grid.cell_index(clue)], beside);
            for (known, _) in
                values.iter_mut().zip(region).filter(|(known, is_in)| *is_in && **known == 0)
            {
                *known = value;
            }
        }
        values
    }

    /// Returns the columns of a cell.
    fn cell(&self, cell: Cell) -> (Span<'a>, Vec<char>) {
        let start = cell.col * (self.width + 1) + 1;
        let line = self.lines.get(self.rows[cell.row]).map_or(self.lines[0].0, |line| line.0);
        let chars = (start..start + self.width).map(|column| self.at(self.rows[cell.row], column));
        (line, chars.collect())
    }

    /// Checks that a cell of a picture without marks is empty or shows its clue: another text is the mark of another kind.
    fn check_unmarked(&self, cell: Cell, sketch: &GridSketch) -> Result<(), Fault> {
        let (line, chars) = self.cell(cell);
        let text: String = chars.into_iter().collect();
        let text = text.trim();
        let clue = sketch.texts[self.grid.cell_index(cell)].as_ref().map_or("", |clue| &clue.text);
        if ["", "x", ".", clue, &marks_in_ascii(clue)].contains(&text) {
            return Ok(());
        }
        let message = format!(
            "no mark of a solution of this puzzle, but {cell} shows '{text}'\n\
             help: give the solution of this puzzle"
        );
        Err(line.fault(message))
    }

    /// Returns the value in a cell, or 0 for an empty cell, which may show a letter as its clue, or a number if clues are notes
    /// and no values: those of islands between bridges.
    fn value(
        &self,
        cell: Cell,
        texts: &[String],
        clue: &str,
        are_notes: bool,
    ) -> Result<u32, Fault> {
        let (line, chars) = self.cell(cell);
        let text: String = chars.into_iter().filter(|c| !" []".contains(*c)).collect();
        // a bridge fills its cell
        let is_shown = |one: &String| {
            let is_of = |sign: &str| text.replace(sign, "").is_empty();
            CellSign::of(one).is_some() && (is_of(one) || is_of(&marks_in_ascii(one)))
        };
        match text.as_str() {
            "" | "x" | "." => Ok(0),
            text if [clue, &marks_in_ascii(clue)].contains(&text)
                && (are_notes || clue.parse::<u32>().is_err()) =>
            {
                Ok(0)
            }
            // a black cell, perhaps with a clue
            text if text.starts_with(['■', '%']) => Ok(0),
            text => match texts.iter().position(is_shown) {
                Some(place) => Ok(place as u32 + 1),
                // the value lies within the line, so an error can name its position
                None => Span { text, offset: line.offset }.value(texts.len() as u32),
            },
        }
    }

    /// Returns whether a cell is shaded. A black cell is a clue.
    fn is_shaded(&self, cell: Cell, sketch: &GridSketch) -> Result<bool, Fault> {
        if sketch.is_black(cell) {
            return Ok(false);
        }
        let (line, chars) = self.cell(cell);
        // beside the text, where the cell has room for that
        let beside = if self.width < 3 { &chars[..] } else { &chars[..1] };
        let is_shaded = beside.iter().any(|c| SHADES.contains(c));
        if self.width < 3 && !is_shaded && !chars.contains(&' ') {
            return Err(line.fault(format!(
                "a narrow picture does not show whether {cell} is shaded\n\
                 help: use the JSON of `encycle solve`, or a wider terminal"
            )));
        }
        match !is_shaded && chars.contains(&'[') {
            true => Err(line.fault(format!(
                "a picture of two solutions does not show whether {cell} is shaded\n\
                 help: use the JSON of `encycle solve`"
            ))),
            false => Ok(is_shaded),
        }
    }
}

/// Reads the solution in a picture; `None` if the text has no picture.
pub(super) fn read(text: &str, puzzle: &Puzzle) -> Option<Result<Solution, Fault>> {
    let Sketch::Grid(sketch) = puzzle.sketch(None) else { return None };
    let picture = match GridPicture::find(text, &sketch)? {
        Ok(picture) => picture,
        Err(fault) => return Some(Err(fault)),
    };
    Some(solution(&picture, puzzle, &sketch))
}

/// Returns a solution of these atoms. If none is true, the picture shows clues only.
fn marked(
    picture: &GridPicture<'_>,
    sketch: &GridSketch,
    atoms: Vec<bool>,
) -> Result<Solution, Fault> {
    if !atoms.contains(&true) {
        picture.grid.cells().try_for_each(|cell| picture.check_unmarked(cell, sketch))?;
    }
    Ok(Solution::new(atoms))
}

fn solution(
    picture: &GridPicture<'_>,
    puzzle: &Puzzle,
    sketch: &GridSketch,
) -> Result<Solution, Fault> {
    if let Puzzle::Reachability(question) = puzzle {
        let border = |edge| question.graph().border(edge);
        let is_open = |edge| border(edge).is_none_or(|border| !picture.has_border(border));
        return Ok(question.candidate(is_open));
    }
    let grid = picture.grid;
    if let Puzzle::Written(regions) = puzzle
        && let (Some(clues), SolutionForm::Values { values, .. }) =
            (regions.region_clues(), puzzle.form())
    {
        return Ok(Solution::of_values(&picture.regions(&clues, sketch), values));
    }
    match (puzzle.form(), puzzle.graph_of_atoms().map(|graph| (graph, graph.layout()))) {
        _ if is_shading(puzzle) => {
            let shaded: Result<Vec<bool>, Fault> =
                grid.cells().map(|cell| picture.is_shaded(cell, sketch)).collect();
            marked(picture, sketch, shaded?)
        }
        (SolutionForm::Values { values, .. }, _) => {
            let clue = |cell: Cell| {
                sketch.texts[grid.cell_index(cell)].as_ref().map_or("", |label| &*label.text)
            };
            let texts = puzzle.value_texts();
            let read = |are_notes: bool| {
                let value = |cell| picture.value(cell, &texts, clue(cell), are_notes);
                let cells: Result<Vec<u32>, Fault> = grid.cells().map(value).collect();
                Ok(Solution::of_values(&cells?, values))
            };
            let is_right = |read: &Result<Solution, Fault>| matches!(read, Ok(one) if puzzle.check(one).is_ok());
            let values = read(false);
            if is_right(&values) {
                return values;
            }
            let notes = read(true);
            if is_right(&notes) { notes } else { values }
        }
        (_, Some((graph, layout))) => {
            let mut atoms = vec![false; puzzle.atom_count()];
            for edge in graph.edges() {
                atoms[edge.index()] = match (layout, graph.border(edge)) {
                    (GraphLayout::Lines(_), _) => picture.has_border(edge),
                    (_, Some(border)) => picture.has_link(border),
                    (_, None) => false,
                };
            }
            marked(picture, sketch, atoms)
        }
        _ => Err(Fault { offset: 0, message: "pictures of this kind cannot be read".to_owned() }),
    }
}
