//! The color sweep: colors a grid from scratch, window by window, so that no part is closed off.
//!
//! A solver call for a window has few variables, whatever the size of the grid. Therefore the sweep colors one square
//! at a time, row by row, and keeps the result. A square that is finished is *closed*. The solver of a window knows the
//! clues; the connectivity that the window must respect comes from here.
//!
//! A window is a square S with a margin on all sides:
//!
//! ```text
//!   c c b b b b b b c c        S  the square: closed when the window is accepted
//!   c c b b b b b b c c        b  closed cells behind the square, which may be recolored
//!   c c b b S S S a a o        a  open cells ahead, colored provisionally
//!   c c b b S S S a a o        c  closed cells outside the window, which keep their colors
//!   o o o o a a a a a o        o  open cells outside the window
//! ```
//!
//! The cells ahead ensure that the colors of the square admit a continuation. The cells behind are in the window
//! because the colors of a closed square may leave the next square without a coloring. If the solver finds no coloring,
//! the next distance of [`BACK`] is tried.
//!
//! What is hard is the rule for a window, because most of the grid is still open. Requiring all inside cells to be
//! connected would be too much, because two parts may meet in a later square. Requiring few parts would not be enough,
//! because a part that is enclosed by closed cells stays a stray part. The rule is that every part that the window
//! contains or touches must *lead on*: it is connected to an open cell outside the window (which may still take either
//! color), to the frame, or to a large part ([`LARGE_PART`]). All places that lead on are one piece per color
//! ([`LEADING_ON`]), so a coloring is acceptable if each of its components contains that piece.
//!
//! With the later distances the rule is dropped, because a colored grid with stray parts is better than none; the
//! repair joins these parts.

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

/// The side of the squares of a large grid. A window is larger than its square, so with smaller squares cells are
/// colored more often, and larger squares need more solver calls.
const SIDE: usize = 16;

/// The distances by which a window reaches back into closed squares, in sixths of the side, in the order in which they
/// are tried.
const BACK: [usize; 9] = [1, 2, 4, 8, 4, 8, 16, 32, 64];

/// The number of distances in [`BACK`] with which no part may be closed off. With the others, stray parts are left to
/// the repair.
const CONNECTED: usize = 4;

/// A part with more places than this outside the window is large: it leads on by itself.
const LARGE_PART: usize = 400;

/// The two pieces, by color, for all places next to the window that lead on: open places, places connected to open
/// places or to the frame, and large parts.
const LEADING_ON: [WindowPiece; 2] =
    [WindowPiece { colour: 0, part: 0 }, WindowPiece { colour: 1, part: 1 }];

/// A sweep over a grid: square by square, row by row. If the lines have variables, too, these change with the colors.
///
/// A window is a square with a margin. The cells ahead of the square get provisional values, so that the square admits
/// a continuation; the closed cells behind it may change again. Each part that the window contains or touches must lead
/// on to open cells, to the frame, or to a large part.
pub struct ColourSweep {
    grid: Grid,
    field: ColourField,
    side: usize,
    large_part: usize,
    /// Whether the cell at each place is open; false for places without a cell.
    is_open: Vec<bool>,
    /// The row and column where the current square starts.
    at: (usize, usize),
    /// The number of distances of [`BACK`] that failed for the current square.
    tried: usize,
    /// The index of each place of the window.
    index: PlaceMap,
    places: Vec<Place>,
    variables: Vec<Var>,
    /// For each visited place outside the window, the number of its piece.
    pieces: PlaceMap,
    /// The graph of the window; `None` if parts may be closed off.
    graph: Option<LocalGraph>,
}

impl ColourSweep {
    /// Creates a sweep over the cells of a board. It starts with horizontal stripes, which are all connected to the
    /// frame or lead on, so that windows without clues need no change.
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
            // small grids have several windows, too
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

    /// Finds the places of the window: the square, the closed cells around it, and the open cells around it except the
    /// open cells to its lower left, because the next row of squares colors them.
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

    /// Returns the number of the piece of a place next to the window, and adds the piece if it has no number yet.
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

    /// Adds to `places` the places that are connected to the first one outside the window, and marks them with the
    /// number of a piece. Returns whether they lead on; in that case the list may be incomplete.
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
                    // a piece that does not lead on was visited to its end and met no other piece, so this piece leads
                    // on
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
