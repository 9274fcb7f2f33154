//! The constraints of the rooms.
//!
//! | family | constraint | size |
//! |---|---|---|
//! | `once` | two lines cross the border of each room | d + C(d, 3) clauses for d ≤ 8 links, else a counter of 2(d - 2) variables and 8d - 15 clauses |
//! | `visit` | a cell of a room with a number is visited if and only if a line is at it | 1 variable and d + 1 clauses for d links |
//! | `room` | a room has as many visited cells as its number says | [`Counter`] |
//! | `beside` | of two adjacent cells in different rooms, one is visited | 1 clause for each pair |

use crate::encoding::{EncodingInfo, PredictedSize};
use crate::grid::Edge;
use crate::kinds::country_road::CountryRoad;
use crate::logic::{Constraint, ConstraintSink, Counter, Lit, Origin};
use crate::loops::cells::{CellBoard, CellLoop, CertainSet};
use crate::loops::counted::{self, Count, Counted};
use crate::puzzle::{BrokenRule, GridSketch, Solution};

/// The families of the rooms.
const FAMILIES: [(&str, &str); 4] = [
    ("once", "two lines cross the border of each room"),
    ("visit", "whether the loop visits a cell of a room with a number"),
    ("room", "the loop visits as many cells of a room as its number says"),
    ("beside", "of two adjacent cells in different rooms, the loop visits at least one"),
];

impl CountryRoad {
    /// Returns the counts of lines across the borders of the rooms.
    fn crossings(&self) -> Vec<Counted> {
        let crossed = |set: &CertainSet| {
            let borders = set.links.iter().filter(|&&link| self.is_border(link));
            Counted {
                literals: borders.map(|link| Lit::positive(link.0)).collect(),
                count: Count::Two,
                origin: Origin::new("once", set.place),
                name: format!("r_{}", self.board.graph().vertex_name(set.cells[0])),
            }
        };
        // a single room has no border
        let has_borders = self.sets.len() > 1;
        self.sets.iter().filter(|_| has_borders).map(crossed).collect()
    }

    /// Returns the rooms with a number.
    fn numbered(&self) -> impl Iterator<Item = (&CertainSet, u32)> {
        let numbers = self.clues().numbers().iter();
        self.sets.iter().zip(numbers).filter_map(|(set, number)| Some((set, (*number)?)))
    }

    /// Returns the counters of visited cells. The variables of the cells begin at `first`.
    fn counters(&self, mut first: u32) -> Vec<Counter> {
        let counter = |(set, number): (&CertainSet, u32)| {
            let cells = first..first + set.cells.len() as u32;
            first = cells.end;
            Counter {
                literals: cells.map(Lit::positive).collect(),
                count: number as usize,
                origin: Origin::new("room", set.place),
                name: self.board.graph().vertex_name(set.cells[0]),
            }
        };
        self.numbered().map(counter).collect()
    }

    /// Returns the pairs of adjacent cells in different rooms: the links between them.
    fn beside(&self) -> impl Iterator<Item = Edge> {
        self.board.graph().edges().filter(|&link| self.is_border(link))
    }
}

impl CellLoop for CountryRoad {
    const TITLE: &'static str = "Country Road";

    const BASE: EncodingInfo = EncodingInfo {
        name: "degree",
        meaning: "a variable for each link; zero or two lines at each cell; counters for the rooms",
        source: "the rules of Country Road (Nikoli); our own clauses; counters: Sinz 2005",
        families: &FAMILIES,
    };

    const IS_PLAIN: bool = false;

    fn board(&self) -> &CellBoard {
        &self.board
    }

    fn certain_sets(&self) -> &[CertainSet] {
        // a single room need not be visited for its own sake
        if self.sets.len() > 1 { &self.sets } else { &[] }
    }

    fn check_clues(&self, solution: &Solution) -> Result<(), BrokenRule> {
        self.check_rooms(solution)
    }

    fn clue_variables(&self, sink: &mut dyn ConstraintSink) {
        counted::variables(&self.crossings(), sink);
        for (set, _) in self.numbered() {
            for &cell in &set.cells {
                let name = self.board.graph().vertex_name(cell);
                sink.variable("visit", format_args!("visit_{name}"));
            }
        }
        self.counters(0).iter().for_each(|counter| counter.variables(sink));
    }

    fn clue_rules(&self, first: u32, sink: &mut dyn ConstraintSink) {
        let graph = self.board.graph();
        let lines = |cell| graph.incident(cell).iter().map(|link| Lit::positive(link.0));
        let crossings = self.crossings();
        counted::constraints(&crossings, first, sink);
        let visits = first + counted::variable_count(&crossings) as u32;
        let mut next = visits;
        for &cell in self.numbered().flat_map(|(set, _)| &set.cells) {
            let visit = Lit::positive(next);
            next += 1;
            let origin = Origin::new("visit", graph.vertex_place(cell));
            for line in lines(cell) {
                sink.constraint(Constraint::Clause(&[!line, visit]), origin);
            }
            let clause: Vec<Lit> = [!visit].into_iter().chain(lines(cell)).collect();
            sink.constraint(Constraint::Clause(&clause), origin);
        }
        for counter in self.counters(visits) {
            counter.constraints(next, sink);
            next += counter.variable_count() as u32;
        }
        for link in self.beside() {
            let [a, b] = graph.ends(link);
            let mut clause: Vec<Lit> = lines(a).chain(lines(b)).collect();
            clause.sort_unstable();
            clause.dedup();
            let origin = Origin::new("beside", graph.edge_place(link));
            sink.constraint(Constraint::Clause(&clause), origin);
        }
    }

    fn predicted_clues(&self) -> Vec<PredictedSize> {
        let mut sizes = counted::predicted_sizes(&self.crossings());
        for &cell in self.numbered().flat_map(|(set, _)| &set.cells) {
            let clauses = self.board.graph().incident(cell).len() as u128 + 1;
            counted::add(&mut sizes, "visit", 1, clauses);
        }
        for counter in self.counters(0) {
            let (variables, clauses) = (counter.variable_count(), counter.clause_count());
            counted::add(&mut sizes, "room", variables as u128, clauses.into());
        }
        counted::add(&mut sizes, "beside", 0, self.beside().count() as u128);
        sizes
    }

    fn draw_clues(&self, sketch: &mut GridSketch) {
        self.clues().draw(sketch);
    }
}
