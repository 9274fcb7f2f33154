//! The color field: the colors of a grid within a frame, and their connected parts.

use rustc_hash::FxHashSet;

use crate::grid::{Cell, DisjointSets, Edge, Grid};
use crate::logic::Var;
use crate::rules::one_loop::eager::DrawingVariables;

/// A position in a [`ColourField`].
pub(super) type Place = u32;

/// The number of the frame's part: the frame and the outside cells that are connected to it.
pub(super) const FRAME_PART: u32 = 0;

/// The color of the places beyond the frame, which belong to no part.
const BEYOND: u8 = 2;

/// The cells of a grid with their colors (0 outside, 1 inside), surrounded by a frame of outside places.
///
/// With the frame, "connected to the border" is the same as "in the part of the frame", so that both colors obey the
/// same rule: one connected part. Beyond the frame lies a margin of places without a color, so that every place of the
/// frame has four neighbors in the table:
///
/// ```text
///   b b b b b b        b  beyond the frame
///   b f f f f b        f  frame
///   b f c c f b        c  cell
///   b f f f f b
///   b b b b b b
/// ```
pub(super) struct ColourField {
    grid: Grid,
    board: DrawingVariables,
    stride: usize,
    colours: Vec<u8>,
    /// The number of the part of each place at the last [`Self::label`], or of the part that the place joined since.
    labels: Vec<u32>,
    /// The parts that have been joined since the last [`Self::label`].
    joined: DisjointSets,
    inside_count: usize,
}

/// A connected part of one color.
pub(super) struct ColourPart {
    pub label: u32,
    pub colour: u8,
    pub places: Vec<Place>,
}

const UNLABELLED: u32 = u32::MAX;

impl ColourField {
    pub fn new(board: DrawingVariables) -> Self {
        let grid = board.grid();
        let stride = grid.cols() + 4;
        let size = stride * (grid.rows() + 4);
        Self {
            grid,
            board,
            stride,
            colours: vec![BEYOND; size],
            labels: vec![UNLABELLED; size],
            joined: DisjointSets::default(),
            inside_count: 0,
        }
    }

    pub fn board(&self) -> &DrawingVariables {
        &self.board
    }

    /// Sets the color of every cell: whether it is inside.
    pub fn load(&mut self, is_inside: impl Fn(Cell) -> bool) {
        let (rows, cols) = (self.grid.rows(), self.grid.cols());
        self.colours.fill(BEYOND);
        for row in 1..rows + 3 {
            self.colours[row * self.stride + 1..row * self.stride + cols + 3].fill(0);
        }
        self.inside_count = 0;
        for cell in self.grid.cells().filter(|&cell| is_inside(cell)) {
            let place = self.place(cell);
            self.colours[place as usize] = 1;
            self.inside_count += 1;
        }
    }

    /// Returns the values of all variables of the board. A line lies where the colors on its two sides differ.
    pub fn model(&self) -> Vec<bool> {
        let is_inside = |cell: Cell| self.colour(self.place(cell)) == 1;
        let is_drawn = |edge: Edge| {
            let inside = self.grid.edge_cells(edge).into_iter().flatten().map(is_inside);
            inside.filter(|&inside| inside).count() == 1
        };
        let count = self.board.variable_count();
        let value = |number| match self.board.edge_of(Var::new(number)) {
            Some(edge) => is_drawn(edge),
            None => self.board.cell_of(Var::new(number)).is_some_and(is_inside),
        };
        (0..count).map(value).collect()
    }

    pub fn size(&self) -> usize {
        self.colours.len()
    }

    pub fn inside_count(&self) -> usize {
        self.inside_count
    }

    /// Returns the place of a cell.
    pub fn place(&self, Cell { row, col }: Cell) -> Place {
        ((row + 2) * self.stride + col + 2) as Place
    }

    /// Returns the cell at a place, or `None` on and beyond the frame.
    pub fn cell(&self, place: Place) -> Option<Cell> {
        let (row, col) = self.row_col(place);
        let (row, col) = (row.checked_sub(2)?, col.checked_sub(2)?);
        let is_cell = row < self.grid.rows() && col < self.grid.cols();
        is_cell.then_some(Cell { row, col })
    }

    /// Returns the variable of the cell at a place.
    pub fn variable(&self, place: Place) -> Option<Var> {
        self.cell(place).map(|cell| self.board.inside(cell).var())
    }

    /// Returns the variables that change with the colors of some places: the variables of the cells, in order, then the
    /// variables of the lines around them.
    pub fn variables(&self, places: &[Place]) -> Vec<Var> {
        let mut variables: Vec<Var> =
            places.iter().filter_map(|&place| self.variable(place)).collect();
        if self.board.has_edges() {
            let cells = places.iter().filter_map(|&place| self.cell(place));
            let around = cells.flat_map(|cell| self.grid.cell_edges(cell));
            let mut lines: Vec<Var> = around.map(|edge| self.board.edge(edge).var()).collect();
            lines.sort_unstable();
            lines.dedup();
            variables.extend(lines);
        }
        variables
    }

    pub fn row_col(&self, place: Place) -> (usize, usize) {
        (place as usize / self.stride, place as usize % self.stride)
    }

    /// Returns the places of cells that are at most `radius` rows and columns away.
    pub fn square(&self, centre: Place, radius: usize) -> impl Iterator<Item = Place> + '_ {
        let (row, col) = self.row_col(centre);
        let rows = row.saturating_sub(radius).max(2)..(row + radius + 1).min(self.grid.rows() + 2);
        let cols = col.saturating_sub(radius).max(2)..(col + radius + 1).min(self.grid.cols() + 2);
        rows.flat_map(move |row| cols.clone().map(move |col| (row * self.stride + col) as Place))
    }

    /// Returns the four neighbors of a place that is not beyond the frame.
    pub fn neighbours(&self, place: Place) -> [Place; 4] {
        let stride = self.stride as Place;
        [place - stride, place + stride, place - 1, place + 1]
    }

    pub fn colour(&self, place: Place) -> u8 {
        self.colours[place as usize]
    }

    /// Returns whether a place is a cell or on the frame.
    pub fn is_coloured(&self, place: Place) -> bool {
        self.colour(place) != BEYOND
    }

    /// Returns the part of a place.
    pub fn part(&mut self, place: Place) -> u32 {
        self.joined.find(self.labels[place as usize])
    }

    /// Returns the part that the part with this number has become by joins.
    pub fn part_of_label(&mut self, label: u32) -> u32 {
        self.joined.find(label)
    }

    /// Adds an empty part.
    pub fn add_part(&mut self) -> u32 {
        self.joined.add()
    }

    /// Colors a cell and assigns it to a part.
    pub fn set(&mut self, place: Place, colour: u8, part: u32) {
        let before = std::mem::replace(&mut self.colours[place as usize], colour);
        self.inside_count = self.inside_count + usize::from(colour) - usize::from(before);
        self.labels[place as usize] = part;
    }

    /// Joins two parts.
    pub fn join(&mut self, one: u32, other: u32) {
        self.joined.join(one, other);
    }

    /// Numbers the parts of both colors and returns all of them except the part of the frame.
    pub fn label(&mut self) -> Vec<ColourPart> {
        self.labels.fill(UNLABELLED);
        self.joined.clear();
        let mut parts = Vec::new();
        let frame = (self.stride + 1) as Place;
        self.flood(frame);
        for cell in self.grid.cells() {
            let start = self.place(cell);
            if self.labels[start as usize] == UNLABELLED {
                let label = self.joined.len() as u32;
                let places = self.flood(start);
                parts.push(ColourPart { label, colour: self.colour(start), places });
            }
        }
        parts
    }

    /// Gives the next number to the part of a place, and returns the places of the part.
    fn flood(&mut self, start: Place) -> Vec<Place> {
        let (label, colour) = (self.joined.add(), self.colour(start));
        self.labels[start as usize] = label;
        let mut places = vec![start];
        let mut next = 0;
        while let Some(&place) = places.get(next) {
            next += 1;
            for neighbour in self.neighbours(place) {
                let index = neighbour as usize;
                if self.colours[index] == colour && self.labels[index] == UNLABELLED {
                    self.labels[index] = label;
                    places.push(neighbour);
                }
            }
        }
        places
    }

    /// Returns all places of the part that contains `start`; `None` if there are more than `most`.
    pub fn component(&self, start: Place, most: usize) -> Option<Vec<Place>> {
        let colour = self.colour(start);
        let mut seen = FxHashSet::default();
        seen.insert(start);
        let mut places = vec![start];
        let mut next = 0;
        while let Some(&place) = places.get(next) {
            next += 1;
            if places.len() > most {
                return None;
            }
            for neighbour in self.neighbours(place) {
                if self.colour(neighbour) == colour && seen.insert(neighbour) {
                    places.push(neighbour);
                }
            }
        }
        Some(places)
    }
}
