//! The constraints of the rooms.
//!
//! | family | constraint | size |
//! |---|---|---|
//! | `once` | two lines cross the border of each room | d + C(d, 3) clauses for d ≤ 8 links, else a counter of 2(d - 2) variables and 8d - 15 clauses |
//! | `visit` | a cell of a room with a number is visited if and only if a line is at it | 1 variable and d + 1 clauses for d links |
//! | `room` | a room has as many visited cells as its number says | [`Counter`] |
//! | `beside` | of two adjacent cells in different rooms, one is visited | 1 clause for each pair |

use crate::cell_loops::{
    CellBoard, CellLoop, CertainSet, LineCounts, ONCE, VisitVariables, visited,
};
use crate::encoding::EncodingInfo;
use crate::grid::Edge;
use crate::kinds::country_road::CountryRoad;
use crate::logic::{Constraint, ConstraintSink, Counter, Lit, Origin};
use crate::puzzle::{BrokenRule, GridSketch, Solution};
use crate::rules::one_path::counted;

/// The families of the rooms.
const FAMILIES: [(&str, &str); 4] = [
    ONCE,
    ("visit", "whether the loop visits a cell of a room with a number"),
    ("room", "the loop visits as many cells of a room as its number says"),
    ("beside", "of two adjacent cells in different rooms, the loop visits at least one"),
];

impl CountryRoad {
    /// Returns the rooms with a number: their cells, by index, and the number.
    fn numbered(&self) -> impl Iterator<Item = (Vec<usize>, u32)> {
        let rooms = self.clues().rooms().cells().into_iter().zip(self.clues().numbers());
        rooms.filter_map(|(cells, number)| {
            let cells = cells.into_iter().map(|cell| self.grid().cell_index(cell)).collect();
            Some((cells, (*number)?))
        })
    }

    /// Returns the variables of the cells of the rooms with a number, room by room.
    fn visits(&self) -> VisitVariables<'_> {
        let cells = self.numbered().flat_map(|(cells, _)| cells).collect();
        VisitVariables::new(&self.board, cells)
    }

    /// Returns the counters of visited cells. The variables of the cells begin at `first`.
    fn counters(&self, mut first: u32) -> Vec<Counter> {
        let counter = |(cells, number): (Vec<usize>, u32)| {
            let variables = first..first + cells.len() as u32;
            first = variables.end;
            Counter {
                literals: variables.map(Lit::positive).collect(),
                count: number as usize,
                origin: Origin::new("room", self.board.graph().vertex_place(cells[0])),
                name: self.board.graph().vertex_name(cells[0]),
            }
        };
        self.numbered().map(counter).collect()
    }

    /// Returns the pairs of adjacent cells in different rooms: the links between them.
    fn beside(&self) -> impl Iterator<Item = Edge> {
        let outside = self.clues().outside();
        let links = self
            .board
            .graph()
            .edges()
            .filter(|&link| self.board.graph().ends(link).iter().all(|&end| !outside[end]));
        links.filter(|&link| self.rooms.across(&self.board, link).is_some())
    }
}

impl CellLoop for CountryRoad {
    fn title(&self) -> &'static str {
        "Country Road"
    }

    fn base(&self) -> EncodingInfo {
        EncodingInfo {
            name: "degree",
            meaning: "a variable for each link; zero or two lines at each cell; counters for the rooms",
            source: "the rules of Country Road (Nikoli); our own clauses; counters: Sinz 2005",
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
        self.visits().variables(sink);
        self.counters(0).iter().for_each(|counter| counter.variables(sink));
    }

    fn variable_bound(&self) -> u128 {
        self.counters(0).iter().map(|counter| counter.variable_count() as u128).sum()
    }

    fn clue_rules(&self, first: u32, sink: &mut dyn ConstraintSink) {
        let (graph, board) = (self.board.graph(), &self.board);
        let (crossings, visits) = (self.rooms.crossings(board), self.visits());
        counted::constraints(&crossings, first, sink);
        let first = first + counted::variable_count(&crossings) as u32;
        visits.constraints(first, sink);
        Counter::all(&self.counters(first), first + visits.count() as u32, sink);
        for link in self.beside() {
            let [a, b] = graph.ends(link);
            let mut clause: Vec<Lit> = board.links_at(a).chain(board.links_at(b)).collect();
            clause.sort_unstable();
            clause.dedup();
            let origin = Origin::new("beside", graph.edge_place(link));
            sink.constraint(Constraint::Clause(&clause), origin);
        }
    }

    fn line_counts(&self) -> LineCounts {
        let count =
            |(cells, number): (Vec<usize>, u32)| visited(&self.board, &cells, number as usize);
        let mut counts = self.rooms.line_counts(&self.board);
        counts.extend(self.numbered().map(count));
        LineCounts { families: &[ONCE.0, "visit", "room"], counts }
    }

    fn draw_clues(&self, sketch: &mut GridSketch) {
        self.clues().draw(sketch);
    }
}
