//! Pictures of puzzles and solutions, as text and as SVG, sheets of puzzles to print, and charts as SVG.

pub mod chart;
mod colours;
mod marks;
mod places;
#[cfg(feature = "print")]
pub mod print;
mod sheet;
mod svg;
mod text;

#[cfg(feature = "process")]
pub use colours::{palette, stylesheet};
pub use marks::{ClauseMarks, marks, unmarked};
pub use sheet::{PaperSize, SheetPuzzle, SheetStyle, sheet_html, sheet_pages};
pub use svg::{FormulaPicture, FormulaPictureError, formula_svg, svg};
pub(crate) use text::margin_width;
pub use text::{Charset, TextStyle, least_width, marks_in_ascii, text};

use encycle_encodings::grid::Edge;
use encycle_encodings::puzzle::{GridSketch, Ink, Instance, Sketch, Solution, SolutionForm};

use crate::puzzle::Puzzle;
use places::{HeatMap, heat};

/// A picture of a puzzle: a sketch, with an optional second sketch for comparison.
#[derive(Clone, Debug)]
pub struct Picture {
    sketch: Sketch,
    compare: Option<Sketch>,
    /// Whether SVG shades the cells inside the loop; text pictures use [`TextStyle::shade`] instead.
    shade: bool,
    /// The heat of each cell, or of each vertex of a general graph, which only SVG shows.
    heat: Option<HeatMap>,
    /// Whether SVG is black and white.
    on_paper: bool,
}

impl Picture {
    fn of(sketch: Sketch) -> Self {
        Self { sketch, compare: None, shade: false, heat: None, on_paper: false }
    }

    /// Creates a picture of a puzzle, with the solution if one is given.
    #[must_use]
    pub fn new(puzzle: &dyn Instance, solution: Option<&Solution>) -> Self {
        Self::of(puzzle.sketch(solution))
    }

    /// Creates a picture of a puzzle without a solution.
    #[must_use]
    pub fn puzzle(puzzle: &dyn Instance) -> Self {
        Self::new(puzzle, None)
    }

    /// Creates a picture of a puzzle with a solution, or with a candidate that may break rules.
    #[must_use]
    pub fn solved(puzzle: &dyn Instance, solution: &Solution) -> Self {
        Self::new(puzzle, Some(solution))
    }

    /// Creates a picture of a puzzle with a partial assignment of its atoms.
    ///
    /// True atoms are drawn. Undecided edges are marked: on a grid, by `?` in text and by dashes in SVG; for a general
    /// graph, the picture lists their names. A cell with an undecided value has a `?`, unless it has a clue.
    #[must_use]
    pub fn partial(puzzle: &dyn Instance, atoms: &[Option<bool>]) -> Self {
        let lines = atoms.iter().map(|&known| known == Some(true)).collect();
        let mut sketch = puzzle.sketch(Some(&Solution::new(lines)));
        if let (SolutionForm::Values { values, .. }, Sketch::Grid(grid)) =
            (puzzle.form(), &mut sketch)
        {
            mark_open_values(grid, values as usize, atoms);
        }
        if puzzle.form() != SolutionForm::Edges {
            return Self::of(sketch);
        }
        let mut open = (0..atoms.len()).filter(|&edge| atoms[edge].is_none()).peekable();
        let graph = puzzle.graph_of_atoms();
        // atoms that are links between cells of a grid cross the edges of the grid
        let crossed = |edge| graph?.border(Edge(edge as u32));
        match &mut sketch {
            Sketch::Grid(sketch) => {
                if open.peek().is_some() {
                    sketch.inside.fill(None);
                }
                open.for_each(|edge| match crossed(edge) {
                    Some(border) => {
                        sketch.link(border, Ink::Undecided);
                        // it is not known whether the loop visits the cells at the ends of the edge
                        let ends = graph.map(|graph| graph.ends(Edge(edge as u32)));
                        let unknown = ends.into_iter().flatten();
                        unknown.for_each(|cell| sketch.shaded[cell] = None);
                    }
                    None => sketch.borders[edge] = Some(Ink::Undecided),
                });
            }
            Sketch::Graph(sketch) => {
                let names: Vec<String> = open.map(|edge| puzzle.atom_name(edge)).collect();
                if !names.is_empty() {
                    sketch.clues.push(format!("open: {}", names.join(" ")));
                }
            }
        }
        Self::of(sketch)
    }

    /// Creates a picture of a puzzle with a solution and marks the differences from another solution.
    #[must_use]
    pub fn compared(puzzle: &dyn Instance, solution: &Solution, other: &Solution) -> Self {
        let compare = Some(puzzle.sketch(Some(other)));
        Self { compare, ..Self::of(puzzle.sketch(Some(solution))) }
    }

    /// Returns the picture with or without shaded cells inside the loop, which only SVG shows.
    #[must_use]
    pub fn shaded(self, shade: bool) -> Self {
        Self { shade, ..self }
    }

    /// Returns the picture in black and white or in colors, which only SVG shows.
    #[must_use]
    pub fn on_paper(self, on_paper: bool) -> Self {
        Self { on_paper, ..self }
    }

    /// Returns the title, such as `Slitherlink 5 x 5`.
    #[must_use]
    pub fn title(&self) -> &str {
        match &self.sketch {
            Sketch::Grid(sketch) => &sketch.title,
            Sketch::Graph(sketch) => &sketch.title,
        }
    }

    /// Returns the picture with a heat map, which only SVG shows. The weight of each variable, given by name, is
    /// divided equally among the cells at its place; in a general graph, among the ends of its edge. Auxiliary
    /// variables have no place, so they are left out. A legend states what the weights count (`unit`, such as
    /// `conflicts`) and the maximum weight.
    #[must_use]
    pub fn heated<'a>(
        self,
        puzzle: &dyn Instance,
        unit: &'static str,
        weights: impl IntoIterator<Item = (&'a str, f64)>,
    ) -> Self {
        let heat = Some(heat(&self.sketch, puzzle, unit, weights));
        Self { heat, ..self }
    }
}

impl Puzzle {
    /// Draws the puzzle with a solution, as text in Unicode characters.
    ///
    /// ```
    /// use encycle::prelude::*;
    /// let puzzle: Puzzle = "slitherlink 1 1\n4\n".parse()?;
    /// let outcome = Solve::new(&puzzle).run()?;
    /// print!("{}", puzzle.picture(outcome.solution().expect("a solution")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn picture(&self, solution: &Solution) -> String {
        text(&Picture::solved(&**self, solution), Charset::Unicode)
    }
}

/// The presence of an element in two sketches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DrawnIn {
    /// In neither sketch.
    No,
    /// In both sketches.
    Both,
    /// Only in the first sketch.
    OnlyHere,
    /// Only in the second sketch.
    OnlyThere,
}

impl DrawnIn {
    /// Combines the presence in the first and in the second sketch.
    fn of(here: bool, there: bool) -> Self {
        match (here, there) {
            (false, false) => Self::No,
            (true, true) => Self::Both,
            (true, false) => Self::OnlyHere,
            (false, true) => Self::OnlyThere,
        }
    }
}

/// Writes `?` into each cell whose value is undecided and that has no clue.
fn mark_open_values(sketch: &mut GridSketch, values: usize, atoms: &[Option<bool>]) {
    for (cell, atoms) in sketch.grid.cells().zip(atoms.chunks(values)) {
        let text = &sketch.texts[sketch.grid.cell_index(cell)];
        let is_clue = text.as_ref().is_some_and(|text| text.ink == Ink::Clue);
        if !is_clue && !atoms.contains(&Some(true)) && atoms.contains(&None) {
            sketch.write(cell, "?", Ink::Undecided);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;

    /// All cells without a known line were shaded, including cells whose lines are not known.
    #[test]
    fn a_partial_picture_shades_only_cells_that_are_shaded_in_all_solutions() {
        let puzzle: Puzzle = "yajilin 3 3\n...\n...\n...\n".parse().expect("a puzzle");
        let mut atoms = vec![None; puzzle.atom_count()];
        let shaded = |atoms: &[Option<bool>]| {
            text(&Picture::partial(&*puzzle, atoms), Charset::Unicode).contains('▒')
        };
        assert!(!shaded(&atoms));
        // the first cell has no lines
        for name in ["right_1_1", "down_1_1"] {
            let atom = (0..atoms.len()).find(|&atom| puzzle.atom_name(atom) == name);
            atoms[atom.expect("a link")] = Some(false);
        }
        assert!(shaded(&atoms));
    }
}
