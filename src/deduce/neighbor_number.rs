//! Neighbor Number: the propagators of Block 2024, section 2.2, by forward checking (2.1.1): once all cells of a
//! constraint but one are known, the last one loses what the constraint does not allow.

use encycle_encodings::puzzles::neighbor_number::{Given, NeighborNumber};

use super::ladder::{DeduceError, Known, Ladder, Log, Rung, climb};
use super::{Level, Technique};
use crate::puzzle::Puzzle;

/// The values that are left in a cell, as bits: 0 for an empty one, as in the paper, and the digits.
type Domain = u16;

const EMPTY: Domain = 1;
const DIGITS: u32 = NeighborNumber::VALUES;
const ALL: Domain = (1 << (DIGITS + 1)) - 1;

/// Which digits go together at a distance.
type Goes = fn(u32, u32, u32) -> bool;

const MIN_MAX: Goes = |x, y, distance| x.abs_diff(y) <= distance;
const ODD_EVEN: Goes = |x, y, distance| (x + y + distance).is_multiple_of(2);
const NOT_EQUAL: Goes = |x, y, _| x != y;

/// The redundant constraints: what a digit leaves another cell of its line is looked up.
const REDUNDANT: [Goes; 3] = [MIN_MAX, ODD_EVEN, NOT_EQUAL];

/// For each redundant constraint, distance and digit (from 0): what the other cell may hold.
type Allowed = [Vec<[Domain; DIGITS as usize + 1]>; 3];

pub(super) struct NeighborLadder {
    side: usize,
    /// The cells of the rows, then of the columns.
    lines: Vec<Vec<u32>>,
    allowed: Allowed,
    domains: Vec<Domain>,
    digits: Vec<u32>,
}

/// What is known, and which of it each redundant constraint has heard of.
struct Board<'a> {
    side: usize,
    lines: &'a [Vec<u32>],
    allowed: &'a Allowed,
    domains: &'a mut [Domain],
    /// Cells whose digit is known, in the order in which it became so.
    digits: &'a mut Vec<u32>,
    heard: [usize; 3],
    /// Cells with more than one value left.
    open: usize,
    dead: bool,
}

impl NeighborLadder {
    pub fn new(puzzle: &NeighborNumber) -> Self {
        let side = puzzle.side();
        let row = |row: usize| (0..side).map(|col| (row * side + col) as u32).collect();
        let column = |col: usize| (0..side).map(|row| (row * side + col) as u32).collect();
        let at = |goes: Goes, distance: u32| {
            std::array::from_fn(|x| {
                let others = (1..=DIGITS).filter(|&y| goes(x as u32, y, distance));
                others.fold(EMPTY, |allowed, y| allowed | 1 << y)
            })
        };
        let allowed = REDUNDANT.map(|goes| (0..side as u32).map(|d| at(goes, d)).collect());
        Self {
            side,
            lines: (0..side).map(row).chain((0..side).map(column)).collect(),
            allowed,
            domains: Vec::new(),
            digits: Vec::new(),
        }
    }

    /// The board with what is given alone.
    fn board(&mut self, puzzle: &NeighborNumber) -> Board<'_> {
        let cells = puzzle.givens().len();
        self.domains.clear();
        self.domains.resize(cells, ALL);
        self.digits.clear();
        let mut board = Board {
            side: self.side,
            lines: &self.lines,
            allowed: &self.allowed,
            domains: &mut self.domains,
            digits: &mut self.digits,
            heard: [0; 3],
            open: cells,
            dead: false,
        };
        for (cell, &given) in puzzle.givens().iter().enumerate() {
            let left = match given {
                Given::Unknown => ALL,
                Given::Empty => EMPTY,
                Given::Digit(digit) => 1 << digit,
            };
            board.keep(cell as u32, left);
        }
        board
    }
}

impl Ladder for NeighborLadder {
    fn fits(&self, puzzle: &Puzzle) -> bool {
        matches!(puzzle, Puzzle::NeighborNumber(puzzle) if puzzle.side() == self.side)
    }

    fn climb(
        &mut self,
        puzzle: &Puzzle,
        level: Level,
        log: &mut Log,
    ) -> Result<Known, DeduceError> {
        let Puzzle::NeighborNumber(neighbors) = puzzle else {
            return Ok(Some(vec![None; puzzle.atom_count()]));
        };
        let mut board = self.board(neighbors);
        climb(&mut board, &Board::RUNGS, level, |board| board.dead || board.open == 0, log);
        let known = |&domain: &Domain| {
            (1..=DIGITS).map(move |digit| match domain >> digit & 1 {
                0 => Some(false),
                _ => domain.is_power_of_two().then_some(true),
            })
        };
        Ok((!board.dead).then(|| board.domains.iter().flat_map(known).collect()))
    }
}

pub(super) fn techniques() -> Vec<Technique> {
    Board::RUNGS.map(|rung| rung.about).to_vec()
}

impl Board<'_> {
    const RUNGS: [Rung<Self>; 5] = [
        Rung::new(
            Level::Easy,
            [
                "only-three",
                "a line has three digits, and its other cells are empty",
                "Block 2024, 2.2.1",
            ],
            |board, log| board.only_three(log),
        ),
        Rung::new(
            Level::Easy,
            [
                "number-difference",
                "two digits with only empty cells between them differ by their distance",
                "Block 2024, 2.2.1",
            ],
            |board, log| board.number_difference(log),
        ),
        Rung::new(
            Level::Medium,
            [
                "min-max",
                "two digits of a line differ by their distance at most",
                "Block 2024, 2.2.2, equation 2.2",
            ],
            |board, log| board.redundant(0, log),
        ),
        Rung::new(
            Level::Hard,
            [
                "odd-even",
                "two digits of a line differ in parity as their places do",
                "Block 2024, 2.2.2, equation 2.3",
            ],
            |board, log| board.redundant(1, log),
        ),
        Rung::new(
            Level::Hard,
            ["not-equal", "no digit stands twice in a line", "Block 2024, 2.2.2, number 3"],
            |board, log| board.redundant(2, log),
        ),
    ];

    /// Leaves a cell only these values. Whether it had others.
    #[inline]
    fn keep(&mut self, cell: u32, values: Domain) -> bool {
        let domain = &mut self.domains[cell as usize];
        let before = *domain;
        *domain &= values;
        if *domain == before {
            return false;
        }
        if *domain == 0 {
            self.dead = true;
        } else if domain.is_power_of_two() {
            self.open -= 1;
            if *domain != EMPTY {
                self.digits.push(cell);
            }
        }
        true
    }

    /// Leaves a cell of a line only these values, and tells why.
    fn conclude(
        &mut self,
        cell: u32,
        values: Domain,
        log: &mut Log,
        why: impl FnOnce(&Self) -> String,
    ) -> bool {
        let changed = self.keep(cell, values);
        if changed {
            log.tell(|| {
                let domain = self.domains[cell as usize];
                let name = |value: u32| match value {
                    0 => "empty".to_owned(),
                    _ => value.to_string(),
                };
                let left = (0..=DIGITS).filter(|value| domain >> value & 1 == 1).map(name);
                let left: Vec<String> = left.collect();
                format!("{}, so {} is {}", why(self), self.name(cell), left.join(" or "))
            });
        }
        changed
    }

    fn name(&self, cell: u32) -> String {
        let cell = cell as usize;
        format!("({}, {})", cell / self.side + 1, cell % self.side + 1)
    }

    fn only_three(&mut self, log: &mut Log) -> bool {
        let mut changed = false;
        for (number, line) in self.lines.iter().enumerate() {
            let count = |is: fn(Domain) -> bool| {
                line.iter().filter(|&&cell| is(self.domains[cell as usize])).count()
            };
            let (empty, digits) = (count(|domain| domain == EMPTY), count(|d| d & EMPTY == 0));
            if empty + 3 > line.len() || digits > 3 {
                self.dead = true;
                return true;
            }
            let (full, bare) = (digits == 3, empty + 3 == line.len());
            if full == bare {
                // nothing to say, or all is said
                continue;
            }
            for &cell in line {
                let is_digit = self.domains[cell as usize] & EMPTY == 0;
                let values = match full {
                    true if !is_digit => EMPTY,
                    false if self.domains[cell as usize] != EMPTY => !EMPTY,
                    _ => continue,
                };
                changed |= self.conclude(cell, values, log, |_| {
                    let number = number % line.len() + 1;
                    let kind = if line[1] == line[0] + 1 { "row" } else { "column" };
                    let what = if full { "three digits" } else { "three cells for its digits" };
                    format!("{kind} {number} has {what}")
                });
            }
        }
        changed
    }

    fn number_difference(&mut self, log: &mut Log) -> bool {
        let lines = self.lines;
        let mut changed = false;
        for line in lines {
            for at in 0..line.len() {
                let domain = self.domains[line[at] as usize];
                if !domain.is_power_of_two() || domain == EMPTY {
                    continue;
                }
                changed |= self.differ(domain, &mut line[at..].iter().copied(), log);
                changed |= self.differ(domain, &mut line[..=at].iter().rev().copied(), log);
                if self.dead {
                    return true;
                }
            }
        }
        changed
    }

    /// From a cell with a known digit along a line, as long as there is but one cell that is not known.
    fn differ(
        &mut self,
        digit: Domain,
        cells: &mut dyn Iterator<Item = u32>,
        log: &mut Log,
    ) -> bool {
        let Some(from) = cells.next() else { return false };
        let mut open: Option<u32> = None;
        let mut changed = false;
        for (cell, distance) in cells.zip(1_u32..) {
            let domain = self.domains[cell as usize];
            // beyond the digits every bit is shifted out
            let wanted = digit.checked_shl(distance).unwrap_or(0)
                | digit.checked_shr(distance).unwrap_or(0) & !EMPTY;
            match (domain, open) {
                (EMPTY, _) => {}
                (_, None) => {
                    changed |= self.conclude(cell, EMPTY | wanted, log, |board| {
                        format!("{} is known", board.name(from))
                    });
                    if domain & EMPTY == 0 {
                        break;
                    }
                    open = Some(cell);
                }
                (_, Some(between)) => {
                    if domain.is_power_of_two() && domain & wanted == 0 {
                        changed |= self.conclude(between, !EMPTY, log, |board| {
                            let [a, b] = [from, cell].map(|cell| board.name(cell));
                            format!("{a} and {b} do not go together")
                        });
                    }
                    break;
                }
            }
        }
        changed
    }

    /// What the next digit that the constraint has not heard of leaves the others of its lines.
    fn redundant(&mut self, which: usize, log: &mut Log) -> bool {
        let (lines, allowed) = (self.lines, self.allowed);
        let mut changed = false;
        while let (false, Some(&from)) = (changed, self.digits.get(self.heard[which])) {
            self.heard[which] += 1;
            let digit = self.domains[from as usize].trailing_zeros();
            let (row, col) = (from as usize / self.side, from as usize % self.side);
            for (line, at) in [(row, col), (self.side + col, row)] {
                for (other, &cell) in lines[line].iter().enumerate().filter(|&(i, _)| i != at) {
                    let distance = at.abs_diff(other);
                    let values = allowed[which][distance][digit as usize];
                    changed |= self.conclude(cell, values, log, |board| {
                        format!("{} is {digit}", board.name(from))
                    });
                }
            }
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row after one technique alone, with nothing else given: for each cell what is left, 0 for empty.
    fn row_after(row: &str, names: &[&str]) -> Vec<String> {
        let blank = ".".repeat(row.len());
        let mut rows = vec![row];
        rows.resize(row.len(), &blank);
        let puzzle = NeighborNumber::from_rows(&rows).expect("a puzzle");
        let mut ladder = NeighborLadder::new(&puzzle);
        let mut board = ladder.board(&puzzle);
        let acts = |rung: &&Rung<Board>| names.contains(&rung.about.name);
        while Board::RUNGS
            .iter()
            .filter(acts)
            .any(|rung| (rung.act)(&mut board, &mut Log::silent()))
        {}
        assert!(!board.dead);
        let shown = |&domain: &Domain| {
            let values = (0..=DIGITS).filter(|value| domain >> value & 1 == 1);
            values.map(|value| value.to_string()).collect()
        };
        board.domains[..row.len()].iter().map(shown).collect()
    }

    /// The paper's figure 2.1, and the other way round.
    #[test]
    fn only_three() {
        let digits = "123456789";
        let left = row_after("xx.x..", &["only-three"]);
        assert_eq!(left, ["0", "0", digits, "0", digits, digits]);
        assert_eq!(row_after("1.2.3.", &["only-three"]), ["1", "0", "2", "0", "3", "0"]);
        // two digits and two empty cells say nothing
        let any = "0123456789";
        assert_eq!(row_after("1x2x..", &["only-three"]), ["1", "0", "2", "0", any, any]);
    }

    #[test]
    fn number_difference() {
        let any = "0123456789";
        // behind an empty cell, 5 goes on with 3 or 7
        let left = row_after("5x..", &["number-difference"]);
        assert_eq!(left, ["5", "0", "037", any]);
        // two 3s cannot be neighbours, so something stands between them
        assert_eq!(row_after("3.3.", &["number-difference"]), ["3", "24", "3", "024"]);
        // with two cells that are not known, nothing is said of the second
        assert_eq!(row_after("5..9", &["number-difference"]), ["5", "046", "08", "9"]);
    }

    /// Figure 2.5, the sixth cell as the text has it.
    #[test]
    fn min_max() {
        let left = row_after(".4....", &["min-max"]);
        assert_eq!(left, ["0345", "4", "0345", "023456", "01234567", "012345678"]);
    }

    /// Figure 2.8.
    #[test]
    fn odd_even() {
        assert_eq!(row_after(".2..", &["odd-even"]), ["013579", "2", "013579", "02468"]);
    }

    #[test]
    fn not_equal() {
        assert_eq!(row_after("2...", &["not-equal"])[1..], ["013456789"; 3]);
    }

    /// Figure 2.9: all three redundant constraints.
    #[test]
    fn all_redundant_ones() {
        let left = row_after(".4....", &["min-max", "odd-even", "not-equal"]);
        assert_eq!(left, ["035", "4", "035", "026", "01357", "0268"]);
    }
}
