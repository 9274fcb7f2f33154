//! Small random puzzles of every kind, and their reductions.

use encycle::encodings::cell_loops::Side;
use encycle::encodings::kinds::SolutionFamily;
use encycle::encodings::kinds::codec::ClueSymbol;
use encycle::formats;
use encycle::puzzle::{Puzzle, PuzzleKind};
use rand::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

/// A pseudo-random generator with a fixed seed.
pub struct Random(Pcg64Mcg);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(Pcg64Mcg::seed_from_u64(seed))
    }

    /// A number from 0 to `bound - 1`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.0.next_u64() % bound as u64) as usize
    }

    pub fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// True with this probability.
    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// A puzzle as cells of the plain format. It need not be legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    kind: PuzzleKind,
    /// The header line: kind, size and variant.
    header: String,
    /// Rows and columns of the grid, or of a box of a Sudoku.
    sides: (usize, usize),
    variant: &'static str,
    /// The text of each cell.
    cells: Vec<Vec<String>>,
    /// Walls right of a cell, and below it.
    right: Vec<Vec<char>>,
    below: Vec<Vec<char>>,
    /// The names of the rooms, for kinds with rooms.
    rooms: Vec<Vec<char>>,
}

/// The texts of clues that a small puzzle may have: the first numbers, more often the less rare.
fn clue_texts(kind: PuzzleKind) -> Vec<String> {
    let texts: &[&str] = match kind.name() {
        "slitherlink" | "slitherlynx" => &["0", "1", "1", "2", "2", "2", "3", "3", "4"],
        "reachability" => &["S", "o", "x", "S"],
        "neighbor-number" => &["1", "2", "3", "x"],
        // in most small puzzles 0, 1 and more than 6 fit nowhere
        "linesweeper" => &["2", "3", "3", "4", "5"],
        "country-road" => &["2", "3", "4", "6"],
        "heyawake" => &["0", "1", "1", "2", "3"],
        _ => &[],
    };
    let codec = kind.codec().filter(|_| texts.is_empty() && kind != PuzzleKind::Numberlink);
    let Some(alphabet) = codec.map(|codec| &codec.alphabet) else {
        return texts.iter().map(|&text| text.to_owned()).collect();
    };
    let numbers = alphabet.numbers.into_iter().flat_map(|(least, most)| least..=most.min(4));
    let letters = || 0..alphabet.letters.len();
    let most = if alphabet.has_numbered_letters { 5 } else { 0 };
    let numbered = (2..=most)
        .flat_map(|number| letters().map(move |letter| ClueSymbol::Letter(letter, Some(number))));
    let arrows = Side::ALL.into_iter().filter(|_| alphabet.has_arrows);
    let arrows = arrows.flat_map(|side| (0..2).map(move |number| ClueSymbol::Arrow(number, side)));
    let bare = letters().map(|letter| ClueSymbol::Letter(letter, None));
    let unknown = alphabet.has_unknown.then_some(ClueSymbol::Unknown);
    let symbols = numbers.map(ClueSymbol::Number).chain(unknown).chain(bare);
    let texts = symbols.chain(numbered).chain(arrows).map(|symbol| alphabet.text(symbol));
    let more = [
        (alphabet.has_lists, ["1", "1,2", "?,1"]),
        (alphabet.has_sums, ["\\", "3\\", "4\\5"]),
        (alphabet.has_letter_arrows, ["w1n", "w0e", "b2s"]),
    ];
    let more = more.iter().filter(|(has, _)| *has).flat_map(|(_, texts)| texts);
    texts.chain(more.map(|&text| text.to_owned())).collect()
}

/// A cell without clue.
const EMPTY: &str = ".";
/// A side without wall.
const OPEN: char = ' ';

impl Draft {
    fn empty(kind: PuzzleKind, sides: (usize, usize), variant: &'static str) -> Self {
        let (rows, cols) = match kind {
            PuzzleKind::Sudoku => (sides.0 * sides.1, sides.0 * sides.1),
            _ => sides,
        };
        let grid = |c| vec![vec![c; cols]; rows];
        let header = String::new();
        let has_rooms = kind.codec().is_some_and(|codec| codec.has_rooms);
        let rooms = if has_rooms { grid('a') } else { Vec::new() };
        let cells = vec![vec![EMPTY.to_owned(); cols]; rows];
        let (right, below) = (grid(OPEN), grid(OPEN));
        Self { kind, header, sides, variant, cells, right, below, rooms }.with_header()
    }

    fn with_header(mut self) -> Self {
        let (a, b) = self.sides;
        self.header = match self.kind {
            PuzzleKind::NeighborNumber => format!("{} {a}", self.kind),
            kind => format!("{kind} {a} {b} {}", self.variant).trim_end().to_owned(),
        };
        self
    }

    fn size(&self) -> (usize, usize) {
        (self.cells.len(), self.cells[0].len())
    }

    fn places(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (rows, cols) = self.size();
        (0..rows).flat_map(move |row| (0..cols).map(move |col| (row, col)))
    }

    /// A random puzzle of this kind with at most four cells a side.
    pub fn random(kind: PuzzleKind, random: &mut Random) -> Self {
        let sides = match kind {
            PuzzleKind::Sudoku => random.of(&[(1, 2), (2, 1), (1, 3), (2, 2), (2, 2), (2, 2)]),
            PuzzleKind::NeighborNumber => (random.of(&[3, 4, 4]), 0),
            // smaller grids have one loop at most
            _ if kind.name() == "simple-loop" => {
                random.of(&[(2, 3), (3, 4), (4, 3), (4, 4), (4, 4)])
            }
            kind if kind.family() == SolutionFamily::CellLoop => {
                (2 + random.below(3), 2 + random.below(3))
            }
            _ => (1 + random.below(4), 1 + random.below(4)),
        };
        let sides = if kind == PuzzleKind::NeighborNumber { (sides.0, sides.0) } else { sides };
        let variants = kind.variants();
        let variant = if variants.is_empty() { "" } else { random.of(variants) };
        let mut draft = Self::empty(kind, sides, variant);
        let density = match kind.name() {
            // with more, hardly any puzzle has a solution
            "simple-loop" => 4,
            "moon-or-sun" => random.of(&[15, 30]),
            "hitori" => 100,
            "nurikabe" => random.of(&[10, 15, 20]),
            "heyawake" | "country-road" => random.of(&[5, 15]),
            _ if kind.family() == SolutionFamily::CellLoop => random.of(&[3, 10, 20]),
            _ => random.of(&[10, 25, 50]),
        };
        let values = clue_texts(kind);
        for (row, col) in draft.places() {
            if !values.is_empty() && random.percent(density) {
                draft.cells[row][col] = values[random.below(values.len())].clone();
            }
            if let Some(rooms) = draft.rooms.get_mut(row) {
                // large rooms, since a loop enters each of them
                let is_road = kind.name() != "heyawake";
                rooms[col] = match is_road && (col > 0 || row > 0) && random.percent(85) {
                    true => {
                        if col > 0 {
                            rooms[col - 1]
                        } else {
                            'a'
                        }
                    }
                    false => random.of(&['a', 'a', 'b', 'c']),
                };
            }
            let walls: &[char] = match kind {
                PuzzleKind::Hamilton => &['|'],
                PuzzleKind::Reachability => &['|', '?'],
                _ => &[],
            };
            for is_right in [true, false] {
                if !walls.is_empty()
                    && random.percent(if kind == PuzzleKind::Hamilton {
                        8
                    } else {
                        density.min(30)
                    })
                {
                    let wall = random.of(walls);
                    if is_right {
                        draft.right[row][col] = wall;
                    } else {
                        draft.below[row][col] = if wall == '|' { '-' } else { wall };
                    }
                }
            }
        }
        let (rows, cols) = draft.size();
        let put = |draft: &mut Self, random: &mut Random, name: &str| {
            draft.cells[random.below(rows)][random.below(cols)] = name.to_owned();
        };
        match kind {
            PuzzleKind::Numberlink => {
                let pairs = 1 + rows * cols / 7;
                for name in ["1", "2", "3"].into_iter().take(pairs) {
                    put(&mut draft, random, name);
                    put(&mut draft, random, name);
                }
            }
            PuzzleKind::Hamilton if variant == "path" && random.percent(50) => {
                put(&mut draft, random, "S");
                put(&mut draft, random, "E");
            }
            _ => {}
        }
        draft
    }

    /// The text in the plain format.
    pub fn text(&self) -> String {
        let (rows, cols) = self.size();
        let mut text = format!("{}\n", self.header);
        let has_walls =
            [&self.right, &self.below].into_iter().flatten().flatten().any(|&c| c != OPEN);
        let has_words = self.cells.iter().flatten().any(|text| text.chars().count() > 1);
        let between_cells = if has_words { " " } else { "" };
        for row in 0..rows {
            let mut line = String::new();
            let mut between = String::new();
            for col in 0..cols {
                line.push_str(&self.cells[row][col]);
                line.push_str(between_cells);
                between.push(self.below[row][col]);
                if has_walls && col + 1 < cols {
                    line.push(self.right[row][col]);
                    between.push(OPEN);
                }
            }
            text.push_str(&line);
            text.push('\n');
            if row + 1 < rows && between.trim() != "" {
                text.push_str(between.trim_end());
                text.push('\n');
            }
        }
        for names in &self.rooms {
            text.extend(names.iter().chain(&['\n']));
        }
        text
    }

    /// The puzzle, if it is legal.
    pub fn puzzle(&self) -> Option<Puzzle> {
        let parsed = formats::read(&self.text(), None).ok()?;
        assert_eq!(parsed.puzzle.kind(), self.kind, "{}", self.text());
        Some(parsed.puzzle)
    }

    fn without(&self, row: Option<usize>, col: Option<usize>) -> Self {
        fn cut<T: Clone>(grid: &[Vec<T>], row: Option<usize>, col: Option<usize>) -> Vec<Vec<T>> {
            let rows = grid.iter().enumerate().filter(|&(number, _)| Some(number) != row);
            rows.map(|(_, cells)| {
                let cells = cells.iter().enumerate().filter(|&(number, _)| Some(number) != col);
                cells.map(|(_, cell)| cell.clone()).collect()
            })
            .collect()
        }
        let sides = match self.kind {
            PuzzleKind::NeighborNumber => (self.sides.0 - 1, self.sides.1 - 1),
            _ => (
                self.sides.0 - usize::from(row.is_some()),
                self.sides.1 - usize::from(col.is_some()),
            ),
        };
        let (cells, right, below) =
            (cut(&self.cells, row, col), cut(&self.right, row, col), cut(&self.below, row, col));
        let rooms = cut(&self.rooms, row, col);
        Self { sides, cells, right, below, rooms, ..self.clone() }.with_header()
    }

    /// The puzzle with smaller boxes and the values that still fit.
    fn smaller_boxes(&self) -> Vec<Self> {
        let (rows, cols) = self.sides;
        let sides = [(rows - 1, cols), (rows, cols - 1)].into_iter();
        let sides = sides.filter(|&(rows, cols)| rows > 0 && cols > 0);
        let smaller = sides.map(|sides| {
            let mut draft = Self::empty(self.kind, sides, self.variant);
            let largest = (sides.0 * sides.1).to_string();
            for (row, col) in draft.places() {
                let value = self.cells[row][col].clone();
                draft.cells[row][col] = if value <= largest { value } else { EMPTY.to_owned() };
            }
            draft
        });
        smaller.collect()
    }

    /// The puzzles with a row, a column, a clue or a wall less.
    pub fn smaller(&self) -> Vec<Self> {
        let (rows, cols) = self.size();
        let mut smaller = Vec::new();
        match self.kind {
            PuzzleKind::Sudoku => smaller.extend(self.smaller_boxes()),
            PuzzleKind::NeighborNumber if rows > 1 => {
                smaller.extend((0..rows).map(|side| self.without(Some(side), Some(side))));
            }
            PuzzleKind::NeighborNumber => {}
            _ => {
                if rows > 1 {
                    smaller.extend((0..rows).map(|row| self.without(Some(row), None)));
                }
                if cols > 1 {
                    smaller.extend((0..cols).map(|col| self.without(None, Some(col))));
                }
            }
        }
        for (row, col) in self.places() {
            let clue = &self.cells[row][col];
            if clue != EMPTY {
                let mut draft = self.clone();
                // remove both ends of a pair
                for (other_row, other_col) in self.places() {
                    let is_pair = self.kind == PuzzleKind::Numberlink
                        && self.cells[other_row][other_col] == *clue;
                    if is_pair || (row, col) == (other_row, other_col) {
                        draft.cells[other_row][other_col] = EMPTY.to_owned();
                    }
                }
                smaller.push(draft);
            }
            for is_right in [true, false] {
                let mut draft = self.clone();
                let walls = if is_right { &mut draft.right } else { &mut draft.below };
                if std::mem::replace(&mut walls[row][col], OPEN) != OPEN {
                    smaller.push(draft);
                }
            }
        }
        smaller
    }
}
