//! Local repair of colorings: joins stray parts of both colors with other parts, window by window.
//!
//! A model that satisfies all rules except "one loop" is nearly right: its inside has a few stray parts, and its
//! outside has a few holes. A cut excludes such a part only where it is, so the next model often has the same part one
//! cell further. Repair keeps everything else and joins the part with the nearest part of its color instead. It colors
//! a *window* around the path between them anew, and all cells outside the window keep their colors:
//!
//! ```text
//!   # # # . . . . . .          # # # . . . . . .
//!   # # # . . . # # .          # # # . . . # # .        #  inside
//!   # # # . . . # . .    →     # # # # # # # . .        .  outside
//!   # # # . . . . . .          # # # . . . . . .
//! ```
//!
//! The hard part is that joining one part must not cut another: a bridge of inside cells may close off outside cells.
//! The rule of the repair is therefore about all parts at once. A coloring of the window is *acceptable* if every part
//! outside the window stays or becomes connected, no component lies within the window alone (except the whole inside,
//! if it fits into the window), and the target part is joined with another part. An accepted window reduces the number
//! of parts of both colors, so the repair ends.
//!
//! The colors of a window are found by a solver that knows the clues but not this rule. Each unacceptable coloring is
//! answered by clauses that every acceptable coloring satisfies (`local`), until the solver finds an acceptable
//! coloring or reports that there is none. Then the part waits for a larger window ([`RADII`]).
//!
//! | file | content |
//! |---|---|
//! | `field` | the colors of the grid within a frame, and the parts |
//! | `window` | the cells that may change for a part |
//! | `pieces` | the connections of the parts outside the window |
//! | `local` | the acceptable colorings of a window, and cuts against all others |
//! | `sweep` | a coloring from scratch by the same means, without a model to start from |

mod field;
mod local;
mod pieces;
mod sets;
mod sweep;
#[cfg(test)]
mod tests;
mod window;

pub use sweep::ColourSweep;

use std::collections::VecDeque;

use crate::encoding::Repair;
use crate::logic::{Lit, Var, holds};
use crate::rules::one_loop::eager::DrawingVariables;
use crate::rules::one_loop::repair::field::{ColourField, ColourPart, FRAME_PART, Place};
use crate::rules::one_loop::repair::local::{CellLiteral, LocalGraph};
use crate::rules::one_loop::repair::pieces::PieceFinder;
use crate::rules::one_loop::repair::window::WindowFinder;

/// The radii of the windows of a part, in the order in which they are tried.
const RADII: [usize; 8] = [2, 3, 4, 6, 8, 11, 15, 20];

/// A target is left for the next list of targets if its part has grown by more than this factor, and to more than this
/// many places: visiting the part once for each part that was joined with it would take quadratic time, with the 500
/// stripes of an empty board of 1000 x 1000 cells 5 of 10 s.
const MOST_GROWTH: usize = 16;
const LEAST_SIZE: usize = 1_000;

/// The repair of colorings. If the lines have variables, too, these change with the colors.
pub struct ColourRepair {
    field: ColourField,
    windows: WindowFinder,
    pieces: PieceFinder,
    is_fixed: Vec<bool>,
    /// The parts to join, each with the number of radii that were tried for it.
    targets: VecDeque<(ColourPart, usize)>,
    /// The inside part that need not be joined: the largest one.
    main: Option<u32>,
    current: Option<TargetWindow>,
    /// Whether a window was accepted since the targets were listed.
    is_changed: bool,
    work: u64,
}

/// A window and its target.
struct TargetWindow {
    target: ColourPart,
    tried: usize,
    places: Vec<Place>,
    variables: Vec<Var>,
    graph: LocalGraph,
}

impl ColourRepair {
    /// Creates a repair for the cells of a board.
    ///
    /// # Panics
    /// If the board has no inside variables.
    #[must_use]
    pub fn new(board: DrawingVariables) -> Self {
        let field = ColourField::new(board);
        let size = field.size();
        Self {
            field,
            windows: WindowFinder::new(size),
            pieces: PieceFinder::new(size),
            is_fixed: Vec::new(),
            targets: VecDeque::new(),
            main: None,
            current: None,
            is_changed: false,
            work: 0,
        }
    }

    /// Lists the parts to join, the smallest first.
    fn find_targets(&mut self) {
        let mut parts = self.field.label();
        let inside = parts.iter().filter(|part| part.colour == 1);
        self.main = inside.max_by_key(|part| part.places.len()).map(|part| part.label);
        parts.retain(|part| Some(part.label) != self.main);
        parts.sort_by_key(|part| part.places.len());
        self.targets = parts.into_iter().map(|part| (part, 0)).collect();
        self.work += self.field.size() as u64;
        self.is_changed = false;
    }

    /// Returns a window around this part, or `None` if the part is joined already or has no cells left.
    fn window(&mut self, target: ColourPart, tried: usize) -> Option<TargetWindow> {
        let main = self.main.map(|main| self.field.part_of_label(main));
        let label = self.field.part_of_label(target.label);
        if label == FRAME_PART || Some(label) == main {
            return None;
        }
        let is_in_part = |field: &mut ColourField, place: Place| {
            field.colour(place) == target.colour && field.part(place) == label
        };
        let start =
            target.places.iter().copied().find(|&place| is_in_part(&mut self.field, place))?;
        // a part that has grown much has been joined with others; if some are left, it is listed again
        let part =
            self.field.component(start, MOST_GROWTH * target.places.len().max(LEAST_SIZE))?;
        self.work += part.len() as u64;
        let places = self.windows.find(&self.field, &part, RADII[tried], &self.is_fixed);
        let index = &self.windows.index;
        let (pieces, beside) = self.pieces.find(&mut self.field, &places, index);
        let cells = places.len();
        let mut links = Vec::new();
        for (cell, &place) in places.iter().enumerate() {
            for neighbour in self.field.neighbours(place) {
                if let Some(other) = index.get(neighbour).filter(|&other| cell < other as usize) {
                    links.push((cell as u32, other));
                }
            }
        }
        for (place, piece) in beside {
            for neighbour in self.field.neighbours(place) {
                // a place of the frame has neighbors beyond the frame, which are in no window
                if let Some(cell) = index.get(neighbour) {
                    links.push((cell, cells as u32 + piece));
                }
            }
        }
        let is_inside = |&&place: &&Place| self.field.colour(place) == 1;
        let holds_all_inside = places.iter().filter(is_inside).count() == self.field.inside_count();
        let graph = LocalGraph::new(cells, pieces, links.into_iter(), label, holds_all_inside);
        let variables = self.field.variables(&places);
        Some(TargetWindow { target, tried, places, variables, graph })
    }

    /// Gives the cells of a window their new colors, and assigns them to the parts that they now belong to.
    fn apply(&mut self, window: &TargetWindow, colours: &[u8]) {
        let mut components = window.graph.components(colours);
        let cells = window.places.len();
        let pieces = window.graph.pieces();
        let mut parts: Vec<Option<u32>> = vec![None; cells + pieces.len()];
        for (number, piece) in pieces.iter().enumerate() {
            let root = components.find((cells + number) as u32) as usize;
            match parts[root] {
                Some(part) => self.field.join(part, piece.part),
                None => parts[root] = Some(piece.part),
            }
        }
        for (cell, (&place, &colour)) in window.places.iter().zip(colours).enumerate() {
            let root = components.find(cell as u32) as usize;
            let part = *parts[root].get_or_insert_with(|| {
                // a component without a piece is the whole inside
                let part = self.field.add_part();
                self.main = Some(part);
                part
            });
            self.field.set(place, colour, part);
        }
    }
}

fn literals(variables: &[Var], cuts: Vec<Vec<CellLiteral>>) -> Vec<Vec<Lit>> {
    let literal = |(cell, colour): CellLiteral| variables[cell].lit(colour == 0);
    cuts.into_iter().map(|cut| cut.into_iter().map(literal).collect()).collect()
}

fn colours(values: &[bool]) -> Vec<u8> {
    values.iter().map(|&value| u8::from(value)).collect()
}

impl Repair for ColourRepair {
    fn load(&mut self, model: &[bool], is_fixed: &[bool]) {
        let board = *self.field.board();
        self.field.load(|cell| holds(board.inside(cell), model));
        self.is_fixed = is_fixed.to_vec();
        self.current = None;
        self.find_targets();
    }

    fn model(&self) -> Vec<bool> {
        self.field.model()
    }

    fn next_window(&mut self) -> Option<&[Var]> {
        self.current = None;
        while self.current.is_none() {
            if self.targets.is_empty() && self.is_changed {
                // a joined part may have lost the cells by which it was listed
                self.find_targets();
            }
            let Some((target, tried)) = self.targets.pop_front() else { break };
            self.current = self.window(target, tried);
        }
        self.current.as_ref().map(|window| &window.variables[..])
    }

    fn window_cuts(&mut self, values: &[bool]) -> Vec<Vec<Lit>> {
        let Some(window) = &mut self.current else { return Vec::new() };
        let colours = colours(&values[..window.places.len()]);
        literals(&window.variables, window.graph.cuts(&colours))
    }

    fn end_window(&mut self, values: Option<&[bool]>) {
        let Some(window) = self.current.take() else { return };
        self.work += window.graph.work;
        match values {
            Some(values) => {
                self.is_changed = true;
                self.apply(&window, &colours(&values[..window.places.len()]));
            }
            None if window.tried + 1 < RADII.len() => {
                self.targets.push_back((window.target, window.tried + 1));
            }
            None => {}
        }
    }

    fn work(&self) -> u64 {
        let current = self.current.as_ref().map_or(0, |window| window.graph.work);
        self.work + self.windows.work + self.pieces.work + current
    }
}
