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
//! Numbers outside the grid shift the picture. Every picture has a frame or dots, so its first line shows where it begins. A
//! number at the first vertex replaces the corner of the frame.

mod cells;

use encycle_encodings::grid::{Cell, Edge, GraphLayout, Grid, reached};
use encycle_encodings::puzzle::{GridSketch, Sketch, Solution, SolutionForm};
use encycle_encodings::text::{Fault, Span, counted};

use crate::formats::other;
use crate::formats::solution::is_shading;
use crate::puzzle::Puzzle;
use crate::render::margin_width;

/// The characters of horizontal and vertical lines, in both character sets, including the characters of two solutions.
const LEVEL: [char; 5] = ['─', '━', '═', '-', '='];
const UPRIGHT: [char; 5] = ['│', '┃', '║', '|', '#'];

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

/// Returns the lines below the result, or all lines of a text without a result. The result is omitted because the name of
/// its file may look like the first line of a picture.
fn lines_below_result(text: &str) -> Vec<Span<'_>> {
    let lines = (Span { text, offset: 0 }).split(|c| c == '\n');
    let mut lines: Vec<Span<'_>> =
        lines.map(|line| Span { text: line.text.trim_end(), ..line }).collect();
    let result = lines.iter().position(|line| other::verdict(line.text).is_some());
    lines.drain(..result.map_or(0, |result| result + 1));
    lines
}

/// Returns whether a line may be the first of a picture. `corner` is the number at the first vertex, which then replaces the
/// corner of the frame.
fn begins(line: &str, corner: Option<u32>) -> bool {
    let mut chars = line.chars();
    let first = chars.next();
    let second = chars.next();
    if let Some(number) = corner {
        // numbers of several digits are drawn as `+`
        let shown = char::from_digit(number, 10).unwrap_or('+');
        return first == Some(shown) && second.is_some_and(|second| LEVEL.contains(&second));
    }
    match first {
        // the last two are ends of lines, in a candidate that breaks a rule
        Some('┌' | '┏' | '·' | '╔' | '╶' | '╷') => true,
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
        let corner = sketch.corners.first().copied().flatten();
        let lines = lines_below_result(text);
        let begins_here = |line: &Span<'_>| {
            let (margin, rest) = line.text.split_at_checked(indent).unwrap_or((line.text, ""));
            margin.trim().is_empty() && begins(rest, corner)
        };
        let start = lines.iter().position(begins_here)?;
        let lines = &lines[start..];
        let first = lines[0];
        // a grid of cells may also begin with `. ` or `1-`, but has fewer lines than a picture with dots or numbers
        let is_doubtful = first.text.starts_with(|c: char| c == '.' || c.is_ascii_digit());
        if is_doubtful && lines.len() < 2 * grid.rows() + 1 {
            return None;
        }
        let columns = first.text.chars().count().saturating_sub(1 + indent);
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
        let width = columns / grid.cols() - 1;
        let lines =
            lines[..needed].iter().map(|&line| (line, line.text.chars().collect::<Vec<char>>()));
        Some(Ok(Self { grid, lines: lines.collect(), width, indent, rows }))
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
    if let Puzzle::Written(regions) = puzzle
        && let (Some(clues), SolutionForm::Values { values, .. }) =
            (regions.region_clues(), puzzle.form())
    {
        return Ok(Solution::of_values(&picture.regions(&clues, sketch), values));
    }
    match (puzzle.form(), puzzle.graph_of_atoms().map(|graph| (graph, graph.layout()))) {
        _ if is_shading(puzzle) => marked(picture, sketch, picture.shades(puzzle, sketch)?),
        (SolutionForm::Values { values, .. }, _) => picture.values(puzzle, values),
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
