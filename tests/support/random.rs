//! Small random puzzles of every kind, and their reductions.

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

/// A puzzle as characters of the plain format. It need not be legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    kind: PuzzleKind,
    /// The header line: kind, size and variant.
    header: String,
    /// Rows and columns of the grid, or of a box of a Sudoku.
    sides: (usize, usize),
    variant: &'static str,
    cells: Vec<Vec<char>>,
    /// Walls right of a cell, and below it.
    right: Vec<Vec<char>>,
    below: Vec<Vec<char>>,
    /// The names of the rooms, for kinds with rooms.
    rooms: Vec<Vec<char>>,
}

/// Returns the text of a cell. The clues of some kinds have several characters: `2` to `5` are numbers in white circles and
/// `B` to `E` those in black ones; lower and upper case letters are the arrows of the numbers 0 and 1.
fn cell_text(kind: PuzzleKind, cell: char) -> String {
    match (kind, cell) {
        (PuzzleKind::Shingoki | PuzzleKind::BalanceLoop, '2'..='5') => format!("w{cell} "),
        (PuzzleKind::Shingoki | PuzzleKind::BalanceLoop, 'B'..='E') => {
            format!("b{} ", cell as u32 - 'B' as u32 + 2)
        }
        (PuzzleKind::Yajilin, 'n' | 'e' | 's' | 'w') => format!("0{cell} "),
        (PuzzleKind::Yajilin, 'N' | 'E' | 'S' | 'W') => format!("1{} ", cell.to_ascii_lowercase()),
        (PuzzleKind::Shingoki | PuzzleKind::BalanceLoop | PuzzleKind::Yajilin, _) => {
            format!("{cell} ")
        }
        _ => cell.to_string(),
    }
}

/// A cell without clue.
const EMPTY: char = '.';
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
        let has_rooms =
            matches!(kind, PuzzleKind::Heyawake | PuzzleKind::CountryRoad | PuzzleKind::MoonOrSun);
        let rooms = if has_rooms { grid('a') } else { Vec::new() };
        let (cells, right, below) = (grid(EMPTY), grid(OPEN), grid(OPEN));
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
            PuzzleKind::SimpleLoop => random.of(&[(2, 3), (3, 4), (4, 3), (4, 4), (4, 4)]),
            PuzzleKind::Masyu
            | PuzzleKind::CountryRoad
            | PuzzleKind::Yajilin
            | PuzzleKind::MoonOrSun
            | PuzzleKind::Geradeweg
            | PuzzleKind::Shingoki
            | PuzzleKind::BalanceLoop
            | PuzzleKind::Linesweeper => (2 + random.below(3), 2 + random.below(3)),
            _ => (1 + random.below(4), 1 + random.below(4)),
        };
        let sides = if kind == PuzzleKind::NeighborNumber { (sides.0, sides.0) } else { sides };
        let variants = kind.variants();
        let variant = if variants.is_empty() { "" } else { random.of(variants) };
        let mut draft = Self::empty(kind, sides, variant);
        let density = match kind {
            // with more, hardly any puzzle has a solution
            PuzzleKind::SimpleLoop => 4,
            PuzzleKind::Masyu => random.of(&[3, 10, 20]),
            PuzzleKind::Geradeweg | PuzzleKind::Shingoki | PuzzleKind::BalanceLoop => {
                random.of(&[3, 10, 20])
            }
            PuzzleKind::Yajilin | PuzzleKind::Linesweeper => random.of(&[5, 15]),
            PuzzleKind::MoonOrSun => random.of(&[15, 30]),
            PuzzleKind::Hitori => 100,
            PuzzleKind::Nurikabe => random.of(&[10, 15, 20]),
            PuzzleKind::Heyawake | PuzzleKind::CountryRoad => random.of(&[5, 15]),
            _ => random.of(&[10, 25, 50]),
        };
        let values: &[char] = match kind {
            PuzzleKind::Slitherlink | PuzzleKind::Slitherlynx => {
                &['0', '1', '1', '2', '2', '2', '3', '3', '4']
            }
            PuzzleKind::Chaos => &['1', '2', '3', '4'],
            PuzzleKind::Sudoku => &['1', '2', '3', '4'],
            PuzzleKind::NeighborNumber => &['1', '2', '3', 'x'],
            PuzzleKind::Reachability => &['S', 'o', 'x', 'S'],
            PuzzleKind::SimpleLoop => &['x'],
            PuzzleKind::Masyu => &['w', 'b'],
            PuzzleKind::Geradeweg => &['?', '1', '1', '2', '3'],
            PuzzleKind::Shingoki | PuzzleKind::BalanceLoop => {
                &['w', 'b', '2', '3', '4', 'B', 'C', 'D', 'E']
            }
            PuzzleKind::Yajilin => &['n', 'e', 's', 'w', 'N', 'E', 'S', 'W', 'x'],
            PuzzleKind::MoonOrSun => &['s', 'm'],
            PuzzleKind::Linesweeper => &['2', '3', '3', '4', '5'],
            PuzzleKind::Hitori => &['1', '2', '3', '4'],
            PuzzleKind::Nurikabe => &['1', '2', '2', '3', '4', '?'],
            PuzzleKind::CountryRoad => &['2', '3', '4', '6'],
            PuzzleKind::Heyawake => &['0', '1', '1', '2', '3'],
            _ => &[],
        };
        for (row, col) in draft.places() {
            if !values.is_empty() && random.percent(density) {
                draft.cells[row][col] = random.of(values);
            }
            if let Some(rooms) = draft.rooms.get_mut(row) {
                // large rooms, since a loop enters each of them
                let is_road = kind != PuzzleKind::Heyawake;
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
        let put = |draft: &mut Self, random: &mut Random, name| {
            draft.cells[random.below(rows)][random.below(cols)] = name;
        };
        match kind {
            PuzzleKind::Numberlink => {
                let pairs = 1 + rows * cols / 7;
                for name in ['1', '2', '3'].into_iter().take(pairs) {
                    put(&mut draft, random, name);
                    put(&mut draft, random, name);
                }
            }
            PuzzleKind::Hamilton if variant == "path" && random.percent(50) => {
                put(&mut draft, random, 'S');
                put(&mut draft, random, 'E');
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
        for row in 0..rows {
            let mut line = String::new();
            let mut between = String::new();
            for col in 0..cols {
                line.push_str(&cell_text(self.kind, self.cells[row][col]));
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
        let cut = |grid: &Vec<Vec<char>>| -> Vec<Vec<char>> {
            let rows = grid.iter().enumerate().filter(|&(number, _)| Some(number) != row);
            rows.map(|(_, cells)| {
                let cells = cells.iter().enumerate().filter(|&(number, _)| Some(number) != col);
                cells.map(|(_, &cell)| cell).collect()
            })
            .collect()
        };
        let sides = match self.kind {
            PuzzleKind::NeighborNumber => (self.sides.0 - 1, self.sides.1 - 1),
            _ => (
                self.sides.0 - usize::from(row.is_some()),
                self.sides.1 - usize::from(col.is_some()),
            ),
        };
        let (cells, right, below) = (cut(&self.cells), cut(&self.right), cut(&self.below));
        let rooms = if self.rooms.is_empty() { Vec::new() } else { cut(&self.rooms) };
        Self { sides, cells, right, below, rooms, ..self.clone() }.with_header()
    }

    /// The puzzle with smaller boxes and the values that still fit.
    fn smaller_boxes(&self) -> Vec<Self> {
        let (rows, cols) = self.sides;
        let sides = [(rows - 1, cols), (rows, cols - 1)].into_iter();
        let sides = sides.filter(|&(rows, cols)| rows > 0 && cols > 0);
        let smaller = sides.map(|sides| {
            let mut draft = Self::empty(self.kind, sides, self.variant);
            let largest = char::from_digit((sides.0 * sides.1) as u32, 10).expect("small boxes");
            for (row, col) in draft.places() {
                draft.cells[row][col] =
                    Some(self.cells[row][col]).filter(|&value| value <= largest).unwrap_or(EMPTY);
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
            let clue = self.cells[row][col];
            if clue != EMPTY {
                let mut draft = self.clone();
                // remove both ends of a pair
                for (other_row, other_col) in self.places() {
                    let is_pair = self.kind == PuzzleKind::Numberlink
                        && self.cells[other_row][other_col] == clue;
                    if is_pair || (row, col) == (other_row, other_col) {
                        draft.cells[other_row][other_col] = EMPTY;
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
