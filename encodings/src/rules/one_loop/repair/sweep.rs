//! Colours a grid window by window, so that no part is closed off.

use std::ops::Range;

use crate::encoding::Sweep;
use crate::grid::{Cell, Grid};
use crate::logic::{Lit, Var};
use crate::rules::one_loop::eager::DrawingVariables;
use crate::rules::one_loop::repair::field::{ColourField, Place};
use crate::rules::one_loop::repair::local::LocalGraph;
use crate::rules::one_loop::repair::pieces::WindowPiece;
use crate::rules::one_loop::repair::sets::PlaceMap;
use crate::rules::one_loop::repair::{colours, literals};

/// The side of the squares of a large grid. A window is larger than its square, so smaller squares are coloured more
/// often, and larger ones need more solver calls.
const SIDE: usize = 16;

/// How far a window recolours the squares before, in sixths of the side, in the order in which it is tried.
const BACK: [usize; 9] = [1, 2, 4, 8, 4, 8, 16, 32, 64];

/// With this number of distances, no part may be closed off. With the others, parts are left to the repair.
const CONNECTED: usize = 4;

/// A part with more places outside the window need not be continued by it.
const LARGE_PART: usize = 400;

/// The two pieces, by colour, that stand for all places beside the window that lead on: open places, places connected with
/// them or with the frame, and large parts.
const LEADING_ON: [WindowPiece; 2] =
    [WindowPiece { colour: 0, part: 0 }, WindowPiece { colour: 1, part: 1 }];

/// A sweep over a grid: square by square, row by row. If the lines have variables, too, they change with the colours.
///
/// A window is a square with a margin. Ahead of the square, its values are provisional, so that they admit a continuation.
/// Behind, they are changed again. Each part that the window contains or touches must lead on to open cells, to the frame, or
/// to a large part.
pub struct ColourSweep {
    grid: Grid,
    field: ColourField,
    side: usize,
    large_part: usize,
    /// The places of open cells.
    is_open: Vec<bool>,
    /// The row and column where the current square starts.
    at: (usize, usize),
    /// The number of distances that failed in the current square.
    tried: usize,
    /// The index of each place of the window.
    index: PlaceMap,
    places: Vec<Place>,
    variables: Vec<Var>,
    /// For each visited place outside the window, its piece.
    pieces: PlaceMap,
    /// `None` if parts may be closed off.
    graph: Option<LocalGraph>,
}

impl ColourSweep {
    /// Creates a sweep over the cells of a board. It starts with stripes: all are connected with the frame or lead on, so
    /// that windows without clues need no change.
    ///
    /// # Panics
    /// If the board has no inside variables.
    #[must_use]
    pub fn new(board: DrawingVariables) -> Self {
        let grid = board.grid();
        let mut field = ColourField::new(board);
        field.load(|cell| cell.row.is_multiple_of(2));
        let size = field.size();
        let mut is_open = vec![false; size];
        for cell in grid.cells() {
            is_open[field.place(cell) as usize] = true;
        }
        Self {
            grid,
            field,
            // small grids, too, have several windows
            side: (grid.rows().min(grid.cols()) / 3).clamp(1, SIDE),
            large_part: LARGE_PART.min(grid.cell_count() / 8),
            is_open,
            at: (0, 0),
            tried: 0,
            index: PlaceMap::new(size),
            places: Vec::new(),
            variables: Vec::new(),
            pieces: PlaceMap::new(size),
            graph: None,
        }
    }

    /// Returns the rows and columns of the current square.
    fn square(&self) -> (Range<usize>, Range<usize>) {
        let (row, col) = self.at;
        let (rows, cols) = (self.grid.rows(), self.grid.cols());
        (row..(row + self.side).min(rows), col..(col + self.side).min(cols))
    }

    fn is_open_at(&self, cell: Cell) -> bool {
        self.is_open[self.field.place(cell) as usize]
    }

    /// Finds the places of the window: the square, closed cells around it, and open cells except those behind, which the
    /// next row of squares colours.
    fn find_window(&mut self) {
        let (rows, cols) = self.square();
        let back = (BACK[self.tried] * self.side).div_ceil(6);
        let ahead = back.max(self.side.div_ceil(3));
        self.index.clear();
        self.places.clear();
        for row in rows.start.saturating_sub(back)..(rows.end + ahead).min(self.grid.rows()) {
            for col in cols.start.saturating_sub(back)..(cols.end + ahead).min(self.grid.cols()) {
                let place = self.field.place(Cell { row, col });
                let is_near = match self.is_open[place as usize] {
                    true => col >= cols.start,
                    false => col < cols.end + back,
                };
                if is_near {
                    self.index.insert(place, self.places.len() as u32);
                    self.places.push(place);
                }
            }
        }
        self.variables = self.field.variables(&self.places);
    }

    /// Returns the graph of the window.
    fn window_graph(&mut self) -> LocalGraph {
        self.pieces.clear();
        let cells = self.places.len() as u32;
        let mut pieces = LEADING_ON.to_vec();
        let mut links = Vec::new();
        for cell in 0..cells {
            for neighbour in self.field.neighbours(self.places[cell as usize]) {
                if let Some(other) = self.index.get(neighbour) {
                    if cell < other {
                        links.push((cell, other));
                    }
                } else if self.is_open[neighbour as usize] {
                    links.extend([(cell, cells), (cell, cells + 1)]);
                } else {
                    links.push((cell, cells + self.piece(neighbour, &mut pieces)));
                }
            }
        }
        LocalGraph::new(cells as usize, pieces, links.into_iter(), u32::MAX, false)
    }

    /// Returns the number of the piece of a place beside the window, and adds it if it is a new one.
    fn piece(&mut self, start: Place, pieces: &mut Vec<WindowPiece>) -> u32 {
        if let Some(piece) = self.pieces.get(start) {
            return piece;
        }
        let colour = self.field.colour(start);
        let mut places = vec![start];
        let leads_on = self.flood(&mut places, pieces.len() as u32);
        if !leads_on {
            pieces.push(WindowPiece { colour, part: pieces.len() as u32 });
            return pieces.len() as u32 - 1;
        }
        for place in places {
            self.pieces.set(place, u32::from(colour));
        }
        u32::from(colour)
    }

    /// Adds the places that are connected with the first one outside the window, and marks them with the number of a piece.
    /// Returns whether they lead on; then the places may be incomplete.
    fn flood(&mut self, places: &mut Vec<Place>, number: u32) -> bool {
        let colour = self.field.colour(places[0]);
        self.pieces.insert(places[0], number);
        let mut next = 0;
        while let Some(&place) = places.get(next) {
            next += 1;
            if next > self.large_part || self.field.cell(place).is_none() {
                return true;
            }
            for neighbour in self.field.neighbours(place) {
                if self.index.contains(neighbour) {
                    continue;
                }
                if self.is_open[neighbour as usize] {
                    return true;
                }
                if self.field.colour(neighbour) == colour {
                    // a piece that does not lead on was visited to its end, so that no other piece meets it
                    match self.pieces.get(neighbour) {
                        Some(piece) if piece != number => return true,
                        Some(_) => {}
                        None => {
                            self.pieces.insert(neighbour, number);
                            places.push(neighbour);
                        }
                    }
                }
            }
        }
        false
    }
}

impl Sweep for ColourSweep {
    fn model(&self) -> Vec<bool> {
        self.field.model()
    }

    fn next_window(&mut self) -> Option<&[Var]> {
        if self.is_complete() || self.tried >= BACK.len() {
            return None;
        }
        self.find_window();
        self.graph = (self.tried < CONNECTED).then(|| self.window_graph());
        Some(&self.variables)
    }

    fn is_open(&self, variable: Var) -> bool {
        let board = self.field.board();
        let is_open = |cell: Cell| self.is_open_at(cell);
        match board.edge_of(variable) {
            Some(edge) => self.grid.edge_cells(edge).into_iter().flatten().any(is_open),
            None => board.cell_of(variable).is_some_and(is_open),
        }
    }

    fn window_cuts(&mut self, values: &[bool]) -> Vec<Vec<Lit>> {
        let Some(graph) = &mut self.graph else { return Vec::new() };
        let colours = colours(&values[..self.places.len()]);
        literals(&self.variables, graph.cuts_of_closed(&colours))
    }

    fn end_window(&mut self, values: Option<&[bool]>) {
        let Some(values) = values else {
            self.tried += 1;
            return;
        };
        for (&place, colour) in self.places.iter().zip(colours(values)) {
            self.field.set(place, colour, 0);
        }
        let (rows, cols) = self.square();
        for row in rows {
            for col in cols.clone() {
                let place = self.field.place(Cell { row, col });
                self.is_open[place as usize] = false;
            }
        }
        self.tried = 0;
        self.at.1 += self.side;
        if self.at.1 >= self.grid.cols() {
            self.at = (self.at.0 + self.side, 0);
        }
    }

    fn is_complete(&self) -> bool {
        self.at.0 >= self.grid.rows()
    }
}
