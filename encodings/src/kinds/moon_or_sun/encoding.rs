//! The constraints of the rooms.
//!
//! | family | constraint | size |
//! |---|---|---|
//! | `once` | two lines cross the border of each room | d + C(d, 3) clauses for d ≤ 8 links, else a counter of 2(d - 2) variables and 8d - 15 clauses |
//! | `marks` | `sun_r`: the loop visits the suns of a room; it visits a sun if and only if `sun_r`, and a moon if and only if not | 1 variable for each room; d + 1 clauses for a mark with d links; 1 clause for a room without suns, and 1 for one without moons |
//! | `alternate` | a line from room to room: the suns of one of them | 2 clauses for each link between rooms |

use crate::cell_loops::{CellBoard, CellLoop, CertainSet, LineCounts, ONCE};
use crate::encoding::EncodingInfo;
use crate::grid::Edge;
use crate::kinds::clues::CellClue as _;
use crate::kinds::moon_or_sun::{Mark, MoonOrSun};
use crate::logic::{Constraint, ConstraintSink, Lit, Origin};
use crate::puzzle::{BrokenRule, GridSketch, Ink, Solution};
use crate::rules::one_path::counted;

/// The families of the rooms.
const FAMILIES: [(&str, &str); 3] = [
    ONCE,
    ("marks", "the loop visits all suns of a room and no moon, or all moons and no sun"),
    ("alternate", "suns and moons alternate from room to room"),
];

impl MoonOrSun {
    /// Returns the first cell of each room without a mark of this kind, with the number of the room.
    fn rooms_without(&self, mark: Mark) -> Vec<(crate::grid::Cell, usize)> {
        let mut has = vec![false; self.rooms().count()];
        for (cell, _) in self.clues().placed().filter(|&(_, other)| other == mark) {
            has[self.rooms().of(cell)] = true;
        }
        let firsts = self.rooms().cells().into_iter().map(|cells| cells[0]);
        firsts.zip(0..).filter(|&(_, room)| !has[room]).collect()
    }

    /// Returns the links between rooms, with the two rooms.
    fn borders(&self) -> impl Iterator<Item = (Edge, [usize; 2])> {
        let links = self.board.graph().edges();
        links.filter_map(|link| Some((link, self.rooms.across(&self.board, link)?)))
    }
}

impl CellLoop for MoonOrSun {
    fn title(&self) -> &'static str {
        "Moon-or-Sun"
    }

    fn base(&self) -> EncodingInfo {
        EncodingInfo {
            name: "degree",
            meaning: "a variable for each link; zero or two lines at each cell; suns or moons for each room",
            source: "the rules of Moon or Sun (Nikoli); our own clauses; counters: Sinz 2005",
            families: &FAMILIES,
        }
    }

    fn board(&self) -> &CellBoard {
        &self.board
    }

    fn certain_sets(&self) -> &[CertainSet] {
        self.rooms.certain_sets()
    }

    fn check_clues(&self, solution: &Solution) -> Result<(), BrokenRule> {
        self.check_rooms(solution)
    }

    fn clue_variables(&self, sink: &mut dyn ConstraintSink) {
        counted::variables(&self.rooms.crossings(&self.board), sink);
        for cells in self.rooms().cells() {
            let name = self.board.graph().vertex_name(self.grid().cell_index(cells[0]));
            sink.variable("marks", format_args!("sun_{name}"));
        }
    }

    fn clue_rules(&self, first: u32, sink: &mut dyn ConstraintSink) {
        let (crossings, rooms) = (self.rooms.crossings(&self.board), self.rooms());
        counted::constraints(&crossings, first, sink);
        let suns = first + counted::variable_count(&crossings) as u32;
        let sun = |room: usize| Lit::positive(suns + room as u32);
        for (cell, mark) in self.clues().placed() {
            let sun = sun(rooms.of(cell));
            let is_visited = if mark == Mark::Sun { sun } else { !sun };
            let index = self.grid().cell_index(cell);
            let origin = Origin::new("marks", cell.into());
            for line in self.board.links_at(index) {
                sink.constraint(Constraint::Clause(&[!line, is_visited]), origin);
            }
            let lines: Vec<Lit> =
                [!is_visited].into_iter().chain(self.board.links_at(index)).collect();
            sink.constraint(Constraint::Clause(&lines), origin);
        }
        for mark in [Mark::Sun, Mark::Moon] {
            for (cell, room) in self.rooms_without(mark) {
                let other = if mark == Mark::Sun { !sun(room) } else { sun(room) };
                sink.constraint(Constraint::Clause(&[other]), Origin::new("marks", cell.into()));
            }
        }
        for (link, [a, b]) in self.borders() {
            let (line, origin) = (
                Lit::positive(link.0),
                Origin::new("alternate", self.board.graph().edge_place(link)),
            );
            sink.constraint(Constraint::Clause(&[!line, sun(a), sun(b)]), origin);
            sink.constraint(Constraint::Clause(&[!line, !sun(a), !sun(b)]), origin);
        }
    }

    fn line_counts(&self) -> LineCounts {
        LineCounts { families: &[ONCE.0], counts: self.rooms.line_counts(&self.board) }
    }

    fn draw_clues(&self, sketch: &mut GridSketch) {
        sketch.frame(|a, b| self.rooms().of(a) != self.rooms().of(b));
        for (cell, mark) in self.clues().placed() {
            sketch.write(cell, mark.label(), Ink::Clue);
        }
    }
}
