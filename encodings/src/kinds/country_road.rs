//! Country Road: draw one loop that visits each room once.
//!
//! `country-road ROWS COLS`: rows of numbers and `.`, then rows with the names of the rooms; `@` is a cell outside all rooms.
//!
//! The constraints of the rooms.
//!
//! | family | constraint | size |
//! |---|---|---|
//! | `once` | two lines cross the border of each room | d + C(d, 3) clauses for d ≤ 8 links, else a counter of 2(d - 2) variables and 8d - 15 clauses |
//! | `visit` | a cell of a room with a number is visited if and only if a line is at it | 1 variable and d + 1 clauses for d links |
//! | `room` | a room has as many visited cells as its number says | [`Counter`] |
//! | `beside` | of two adjacent cells in different rooms, one is visited | 1 clause for each pair |

use crate::cell_loops::{
    CellBoard, CellLoop, CertainSet, LineCounts, ONCE, Visit, VisitVariables, VisitedRooms, visited,
};
use crate::encoding::EncodingInfo;
use crate::grid::{Cell, Edge, Grid};
use crate::kinds::clues::clue_text;
use crate::kinds::codec::{
    AddressBody, ClueCodec, ClueError, ClueGrid, FileDrawing, JankoSpelling, PzprSpelling,
};
use crate::kinds::rooms::{NumberedRooms, ROOM_NUMBERS, RoomNumberError};
use crate::kinds::{Kind, SolutionFamily};
use crate::logic::{Constraint, ConstraintSink, Counter, Lit, Origin};
use crate::puzzle::{BrokenRule, GridSketch, Solution};
use crate::rules::one_path::counted;
use crate::text::TextLayout;

/// A Country Road puzzle: a grid of rooms, some of them with a number. One loop from cell to orthogonally adjacent cell enters
/// and leaves each room once. Of a room with a number it visits as many cells as the number says. Of two adjacent cells in
/// different rooms it visits at least one. It visits no cell outside all rooms.
///
/// ```
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::country_road::CountryRoad;
///
/// let puzzle = CountryRoad::from_rows(&["2.", ".."], &["ab", "ab"])?;
/// // right_1_1, right_2_1, down_1_1, down_1_2
/// assert!(puzzle.check(&Solution::new(vec![true; 4])).is_ok());
/// let puzzle = CountryRoad::from_rows(&["1.", ".."], &["ab", "ab"])?;
/// assert_eq!(puzzle.check(&Solution::new(vec![true; 4])).unwrap_err().rule, "room");
/// # Ok::<(), encycle_encodings::kinds::rooms::RoomNumberError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CountryRoad {
    clues: NumberedRooms,
    board: CellBoard,
    rooms: VisitedRooms,
}

impl CountryRoad {
    /// Creates a puzzle. Every set of rooms with numbers is legal; many have no solution.
    #[must_use]
    pub fn new(clues: NumberedRooms) -> Self {
        let grid = clues.grid();
        let visit = |&outside: &bool| if outside { Visit::Never } else { Visit::Free };
        let board = CellBoard::new(grid, clues.outside().iter().map(visit).collect());
        let rooms = VisitedRooms::new(&board, clues.rooms().clone());
        Self { clues, board, rooms }
    }

    /// Creates a puzzle from rows of digits and `.` and rows of letters, for tests and examples.
    ///
    /// # Errors
    /// The errors of [`NumberedRooms::from_rows`].
    pub fn from_rows(numbers: &[&str], rooms: &[&str]) -> Result<Self, RoomNumberError> {
        Ok(Self::new(NumberedRooms::from_rows(numbers, rooms)?))
    }

    /// Returns the rooms with their numbers.
    #[must_use]
    pub fn clues(&self) -> &NumberedRooms {
        &self.clues
    }

    /// Returns the grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.clues.grid()
    }
}

impl CountryRoad {
    /// Checks the rules of the rooms on a loop.
    fn check_rooms(&self, solution: &Solution) -> Result<(), BrokenRule> {
        let (grid, rooms) = (self.grid(), self.clues().rooms());
        let is_visited = |cell: Cell| self.board.lines_at(solution, grid.cell_index(cell)) > 0;
        self.rooms.check(&self.board, solution)?;
        let mut visited = vec![0; rooms.count()];
        for cell in grid.cells().filter(|&cell| is_visited(cell)) {
            visited[rooms.of(cell)] += 1;
        }
        let is_outside = |cell: Cell| self.clues().outside()[grid.cell_index(cell)];
        for cell in grid.cells().filter(|&cell| !is_outside(cell)) {
            let room = rooms.of(cell);
            if let Some(number) = self.clues().numbers()[room].filter(|&one| one != visited[room]) {
                let count = visited[room];
                let found = format!("{count} visited cells in a room with the number {number}");
                return Err(BrokenRule::new("room", cell, found));
            }
            for other in grid.neighbours(cell).filter(|&other| rooms.of(other) != room) {
                if is_outside(other) {
                    continue;
                }
                if !is_visited(cell) && !is_visited(other) {
                    let found =
                        "two adjacent cells in different rooms, and the loop visits neither";
                    return Err(BrokenRule::new("beside", [cell, other], found));
                }
            }
        }
        Ok(())
    }
}

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

impl Kind for CountryRoad {
    type Puzzle = Self;

    const FAMILY: SolutionFamily = SolutionFamily::CellLoop;
    const NAME: &'static str = "country-road";
    const LAYOUT: TextLayout = TextLayout::Rooms;
    const SAMPLE: &'static str = "country-road 3 4\n3...\n....\n....\naabb\naabb\nccdd\n";
    const RULES: &'static str = "Draw one loop that visits each room once, and as many of its cells as its number says. Of \
        two adjacent cells in different rooms, the loop visits at least one.";

    clue_text!(ClueCodec {
        alphabet: ROOM_NUMBERS,
        is_separable: false,
        has_rooms: true,
        janko: Some(JankoSpelling::PLAIN),
        pzpr: Some(PzprSpelling {
            names: &["country", "countryroad"],
            body: AddressBody::Numbers,
            drawing: FileDrawing::LinesAndCells,
            letter: None,
        }),
    });

    fn clue_grid(puzzle: &Self) -> Option<ClueGrid> {
        Some(puzzle.clues().symbols())
    }

    fn from_clue_grid(clues: &ClueGrid) -> Result<Self, ClueError> {
        Ok(Self::new(NumberedRooms::of_symbols(clues, true)?))
    }

    fn cell_loop(puzzle: &Self) -> Option<&dyn CellLoop> {
        Some(puzzle)
    }

    fn is_likely(puzzle: &Self) -> bool {
        puzzle.clues().rooms().count() > 1
    }
}
