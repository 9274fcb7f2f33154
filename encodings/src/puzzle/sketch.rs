//! What a picture shows, before it is drawn as text or as SVG.

use crate::grid::{Cell, Edge, Grid};

/// How something stands in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ink {
    /// It was given.
    Given,
    /// It belongs to the solution.
    Found,
    /// It may be there or not: the solution will say.
    Open,
}

/// A short text, and how it stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// A few characters.
    pub text: String,
    /// Given or found.
    pub ink: Ink,
}

/// What a picture shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sketch {
    /// A puzzle on cells.
    Grid(GridSketch),
    /// A puzzle on a general graph.
    Graph(GraphSketch),
}

/// A picture of cells. Two things may be drawn for each edge of the grid: a border, along the edge,
/// and a link, across it, which joins the middles of the two cells beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridSketch {
    /// What the picture is called, such as `Slitherlink 5 x 5`.
    pub title: String,
    /// The cells.
    pub grid: Grid,
    /// Whether vertices are dots to be joined, or mere corners of cells.
    pub dotted: bool,
    /// Whether given borders are walls, drawn heavy, beside which links run: any sketch with links is.
    pub walled: bool,
    /// The text of each cell, row by row.
    pub texts: Vec<Option<Label>>,
    /// The border along each edge.
    pub borders: Vec<Option<Ink>>,
    /// The link across each edge.
    pub links: Vec<Option<Ink>>,
}

impl GridSketch {
    /// Empty cells.
    #[must_use]
    pub fn new(title: String, grid: Grid) -> Self {
        let (cells, edges) = (grid.cell_count(), grid.edge_count());
        Self {
            title,
            grid,
            dotted: false,
            walled: false,
            texts: vec![None; cells],
            borders: vec![None; edges],
            links: vec![None; edges],
        }
    }

    /// Draws the frame of the grid and the borders between cells of which `differ` says so, as given.
    pub fn frame(&mut self, differ: impl Fn(Cell, Cell) -> bool) {
        for edge in self.grid.edges() {
            let border = match self.grid.edge_cells(edge) {
                [Some(a), Some(b)] => differ(a, b),
                _ => true,
            };
            if border {
                self.borders[edge.index()] = Some(Ink::Given);
            }
        }
    }

    /// Writes a text into a cell.
    pub fn write(&mut self, cell: Cell, text: impl Into<String>, ink: Ink) {
        let index = self.grid.cell_index(cell);
        self.texts[index] = Some(Label { text: text.into(), ink });
    }

    /// Writes the values of cells that have one: given ones as given, others as found.
    pub fn write_values(
        &mut self,
        given: &[u32],
        found: Option<&[u32]>,
        symbol: impl Fn(u32) -> String,
    ) {
        for index in 0..self.texts.len() {
            let (given, found) = (given[index], found.map_or(0, |found| found[index]));
            let shown = match (given, found) {
                (0, 0) => None,
                (0, found) => Some((found, Ink::Found)),
                (given, 0) => Some((given, Ink::Given)),
                // a wrong "solution" may contradict what is given: its own value is what is shown
                (given, found) if given != found => Some((found, Ink::Found)),
                (given, _) => Some((given, Ink::Given)),
            };
            self.texts[index] = shown.map(|(value, ink)| Label { text: symbol(value), ink });
        }
    }

    /// Draws a border.
    pub fn border(&mut self, edge: Edge, ink: Ink) {
        self.borders[edge.index()] = Some(ink);
    }

    /// Draws a link.
    pub fn link(&mut self, edge: Edge, ink: Ink) {
        self.links[edge.index()] = Some(ink);
    }
}

/// A picture of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphSketch {
    /// What the picture is called.
    pub title: String,
    /// The name of each vertex.
    pub vertices: Vec<String>,
    /// Where each vertex lies: across to the right, and down, in hundredths of the usual distance
    /// between neighbours; empty if nobody says.
    pub points: Vec<(i32, i32)>,
    /// The ends of each edge, by vertex.
    pub edges: Vec<(u32, u32)>,
    /// Which edges are drawn; `None` for a puzzle without a solution.
    pub drawn: Option<Vec<bool>>,
    /// Walks along drawn edges, by vertex, for the picture in text; the first vertex again at the end
    /// of a cycle.
    pub walks: Vec<Vec<u32>>,
    /// Texts that stand at a point, such as the clue of a face.
    pub notes: Vec<((i32, i32), String)>,
    /// What is given, in words, a line each.
    pub givens: Vec<String>,
}
