//! Moon-or-Sun: draw one loop that visits each room once, alternately by all of its suns or all of its moons.
//!
//! `moon-or-sun ROWS COLS`: rows of `s` for a sun, `m` for a moon and `.`, then rows with the names of the rooms.
//!
//! The constraints of the rooms.
//!
//! | family | constraint | size |
//! |---|---|---|
//! | `once` | two lines cross the border of each room | d + C(d, 3) clauses for d ≤ 8 links, else a counter of 2(d - 2) variables and 8d - 15 clauses |
//! | `marks` | `sun_r`: the loop visits the suns of a room; it visits a sun if and only if `sun_r`, and a moon if and only if not | 1 variable for each room; d + 1 clauses for a mark with d links; 1 clause for a room without suns, and 1 for one without moons |
//! | `alternate` | a line from room to room: the suns of one of them | 2 clauses for each link between rooms |

use crate::cell_loops::{CellBoard, CellLoop, CertainSet, LineCounts, ONCE, Visit, VisitedRooms};
use crate::cell_values::{ValueClueError, one_for_each_cell};
use crate::encoding::EncodingInfo;
use crate::grid::{Cell, Edge, Grid, Regions};
use crate::kinds::clues::{CellClue, CellClues, clue_text};
use crate::kinds::codec::{
    AddressBody, ClueAlphabet, ClueCodec, ClueError, ClueGrid, ClueLetter, ClueSymbol, FileDrawing,
    JankoSpelling, PzprSpelling,
};
use crate::kinds::{Kind, SolutionFamily};
use crate::logic::{Constraint, ConstraintSink, Lit, Origin};
use crate::puzzle::{BrokenRule, GridSketch, Solution};
use crate::rules::one_path::counted;
use crate::text::TextLayout;

/// A mark in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    /// A sun.
    Sun,
    /// A moon.
    Moon,
}

impl CellClue for Mark {
    const ALPHABET: ClueAlphabet = ClueAlphabet {
        letters: &[
            ClueLetter { letter: 's', picture: "☼" },
            ClueLetter { letter: 'm', picture: "☾" },
        ],
        help: "write a sun as 's', a moon as 'm', any other cell as '.'",
        ..ClueAlphabet::NONE
    };

    fn of_symbol(symbol: ClueSymbol) -> Option<Self> {
        match symbol {
            ClueSymbol::Letter(0, None) => Some(Self::Sun),
            ClueSymbol::Letter(1, None) => Some(Self::Moon),
            _ => None,
        }
    }

    fn symbol(self) -> ClueSymbol {
        ClueSymbol::Letter(usize::from(self == Self::Moon), None)
    }
}

/// A Moon-or-Sun puzzle: a grid of rooms, with suns and moons in cells. One loop from cell to orthogonally adjacent cell enters and
/// leaves each room once. In each room it visits all suns and no moon, or all moons and no sun, and at least one of them. After a
/// room whose suns it visits comes one whose moons it visits, and conversely.
///
/// ```
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::moon_or_sun::MoonOrSun;
///
/// let around = Solution::new(vec![true; 4]);
/// assert!(MoonOrSun::from_rows(&["s.", ".m"], &["ab", "ab"])?.check(&around).is_ok());
/// let puzzle = MoonOrSun::from_rows(&["s.", ".s"], &["ab", "ab"])?;
/// assert_eq!(puzzle.check(&around).unwrap_err().rule, "alternate");
/// let puzzle = MoonOrSun::from_rows(&["s.", "mm"], &["ab", "ab"])?;
/// assert_eq!(puzzle.check(&around).unwrap_err().rule, "marks");
/// # Ok::<(), encycle_encodings::cell_values::ValueClueError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MoonOrSun {
    board: CellBoard,
    clues: CellClues<Mark>,
    rooms: VisitedRooms,
}

impl MoonOrSun {
    /// Creates a puzzle. All marks are legal; a room without a mark has no solution.
    ///
    /// # Errors
    /// Marks and rooms are of different sizes.
    pub fn new(clues: CellClues<Mark>, rooms: Regions) -> Result<Self, ValueClueError> {
        let grid = clues.grid();
        one_for_each_cell(grid, rooms.numbers())?;
        let board = CellBoard::new(grid, vec![Visit::Free; grid.cell_count()]);
        let rooms = VisitedRooms::new(&board, rooms);
        Ok(Self { board, clues, rooms })
    }

    /// Creates a puzzle from rows of `s`, `m` and `.` and rows of letters, for tests and examples.
    ///
    /// # Errors
    /// The errors of [`CellClues::from_rows`] and [`Self::new`].
    pub fn from_rows(marks: &[&str], rooms: &[&str]) -> Result<Self, ValueClueError> {
        let clues = CellClues::from_rows(marks)?;
        let names: Vec<char> = rooms.iter().flat_map(|row| row.chars()).collect();
        one_for_each_cell(clues.grid(), &names)?;
        let rooms = Regions::new(clues.grid(), &names);
        Self::new(clues, rooms)
    }

    /// Returns the grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.board.grid()
    }

    /// Returns the suns and moons.
    #[must_use]
    pub fn clues(&self) -> &CellClues<Mark> {
        &self.clues
    }

    /// Returns the rooms.
    #[must_use]
    pub fn rooms(&self) -> &Regions {
        self.rooms.rooms()
    }
}

impl MoonOrSun {
    /// Checks the rules `once`, `marks` and `alternate` on a loop.
    fn check_rooms(&self, solution: &Solution) -> Result<(), BrokenRule> {
        self.rooms.check(&self.board, solution)?;
        let (grid, rooms) = (self.grid(), self.rooms());
        // the mark that the loop visits in each room
        let mut visited: Vec<Option<Mark>> = vec![None; rooms.count()];
        for (cell, mark) in self.clues().placed() {
            if self.board.lines_at(solution, grid.cell_index(cell)) > 0
                && visited[rooms.of(cell)].replace(mark).is_some_and(|other| other != mark)
            {
                let found = "the loop visits a sun and a moon of one room";
                return Err(BrokenRule::new("marks", cell, found));
            }
        }
        let is_missed = |&(cell, mark): &(Cell, Mark)| {
            visited[rooms.of(cell)] == Some(mark)
                && self.board.lines_at(solution, grid.cell_index(cell)) == 0
        };
        if let Some((cell, _)) = self.clues().placed().find(is_missed) {
            let found = "the loop visits another mark of this room, but not this one";
            return Err(BrokenRule::new("marks", cell, found));
        }
        if let Some(cell) = grid.cells().find(|&cell| visited[rooms.of(cell)].is_none()) {
            let found = "the loop visits neither suns nor moons of this room";
            return Err(BrokenRule::new("marks", cell, found));
        }
        for atom in solution.true_atoms() {
            let ends = self.board.graph().ends(Edge(atom as u32)).map(|end| grid.cell_at(end));
            let [a, b] = ends.map(|cell| rooms.of(cell));
            if a != b && visited[a] == visited[b] {
                let found = "the same marks in two rooms in succession";
                return Err(BrokenRule::new("alternate", ends, found));
            }
        }
        Ok(())
    }
}

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
            let name = self.board.graph().vertex_label(self.grid().cell_index(cells[0]));
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
        LineCounts { families: vec![ONCE.0], counts: self.rooms.line_counts(&self.board) }
    }

    fn draw_clues(&self, sketch: &mut GridSketch) {
        sketch.frame(|a, b| self.rooms().of(a) != self.rooms().of(b));
        self.clues.draw(sketch);
    }
}

impl Kind for MoonOrSun {
    type Puzzle = Self;

    const FAMILY: SolutionFamily = SolutionFamily::CellLoop;
    const NAME: &'static str = "moon-or-sun";
    const LAYOUT: TextLayout = TextLayout::Rooms;
    const SAMPLE: &'static str = "moon-or-sun 3 4\ns..m\n.m..\n..s.\naabb\naabb\naabb\n";
    const RULES: &'static str = "Draw one loop that visits each room once. In each room it visits all suns and no moon, or all moons \
        and no sun, in alternation from room to room.";

    clue_text!(ClueCodec {
        alphabet: Mark::ALPHABET,
        is_separable: false,
        has_rooms: true,
        janko: Some(JankoSpelling { letters: &["o", "x"], unknown: "?" }),
        pzpr: Some(PzprSpelling {
            names: &["moonsun"],
            body: AddressBody::PackedLetters { base: 3, cells: 3 },
            drawing: FileDrawing::LinesAndCells,
            letter: None,
        }),
    });

    fn clue_grid(puzzle: &Self) -> Option<ClueGrid> {
        Some(ClueGrid { rooms: puzzle.rooms().names(), ..puzzle.clues().symbols() })
    }

    fn from_clue_grid(clues: &ClueGrid) -> Result<Self, ClueError> {
        Ok(Self::new(CellClues::of_symbols(clues)?, Regions::new(clues.grid, &clues.rooms))?)
    }

    fn cell_loop(puzzle: &Self) -> Option<&dyn CellLoop> {
        Some(puzzle)
    }

    fn is_likely(puzzle: &Self) -> bool {
        puzzle.clues().placed().next().is_some()
    }
}
