//! The candidates of each cell, and the propagation of each constraint.

use encycle_encodings::logic::Place;

use crate::deduce::ladder::{StepLog, ToldStep};
use crate::deduce::neighbor_number::{Allowed, DIGITS, Domain, EMPTY};

/// The candidates of all cells, and the progress of each redundant constraint.
pub struct NeighborNumberBoard<'a> {
    pub side: usize,
    pub lines: &'a [Vec<u32>],
    pub allowed: &'a Allowed,
    pub domains: &'a mut [Domain],
    /// The cells with a known digit, in the order of their assignment.
    pub digits: &'a mut Vec<u32>,
    /// For each redundant constraint, the number of entries of `digits` that it has propagated.
    pub heard: [usize; 3],
    /// The number of cells with more than one candidate.
    pub open: usize,
    pub dead: bool,
}

impl NeighborNumberBoard<'_> {
    /// Restricts a cell to these values, and returns whether its candidates changed.
    #[inline]
    pub fn keep(&mut self, cell: u32, values: Domain) -> bool {
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

    /// Restricts a cell to these values, logs the reason, and returns whether its candidates changed.
    fn conclude(
        &mut self,
        cell: u32,
        values: Domain,
        log: &mut StepLog,
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
                let left = match &left.collect::<Vec<_>>()[..] {
                    [] => "has no value left".to_owned(),
                    left => format!("is {}", left.join(" or ")),
                };
                ToldStep {
                    words: format!("{}, so {} {left}", why(self), self.name(cell)),
                    place: Some(self.place(cell)),
                    facts: self.facts(cell),
                    from: Vec::new(),
                }
            });
        }
        changed
    }

    /// Returns the facts about a cell with a single candidate: the atom of its digit, or, if it is empty, that all its
    /// atoms are false. Returns no facts for a cell with several candidates.
    fn facts(&self, cell: u32) -> Vec<(usize, bool)> {
        let domain = self.domains[cell as usize];
        let atom = |value: u32| cell as usize * DIGITS as usize + value as usize - 1;
        match domain {
            EMPTY => (1..=DIGITS).map(|value| (atom(value), false)).collect(),
            _ if domain.is_power_of_two() => vec![(atom(domain.trailing_zeros()), true)],
            _ => Vec::new(),
        }
    }

    /// Returns the place of a cell.
    fn place(&self, cell: u32) -> Place {
        Place::Cell { row: cell as usize / self.side, col: cell as usize % self.side }
    }

    /// Formats a cell as `(row, column)`, counted from 1.
    fn name(&self, cell: u32) -> String {
        let cell = cell as usize;
        format!("({}, {})", cell / self.side + 1, cell % self.side + 1)
    }

    /// Propagates the rule that a row or column has exactly three digits.
    pub fn only_three(&mut self, log: &mut StepLog) -> bool {
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
                // neither applies yet, or the line is complete
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

    /// Propagates the rule that two digits with only empty cells between them differ by their distance. `may_be_empty`:
    /// also for a cell that may be empty. Block's program does not: with the weaker rule, its easy puzzles have as many
    /// clues as ours (`docs/research/papers/block.md`).
    pub fn number_difference(&mut self, may_be_empty: bool, log: &mut StepLog) -> bool {
        let lines = self.lines;
        let mut changed = false;
        for line in lines {
            for at in 0..line.len() {
                let domain = self.domains[line[at] as usize];
                if !domain.is_power_of_two() || domain == EMPTY {
                    continue;
                }
                let (after, before) = (&line[at..], &line[..=at]);
                changed |= self.differ(domain, may_be_empty, &mut after.iter().copied(), log);
                changed |=
                    self.differ(domain, may_be_empty, &mut before.iter().rev().copied(), log);
                if self.dead {
                    return true;
                }
            }
        }
        changed
    }

    /// Propagates the difference rule from a known digit along a line, past at most one unknown cell. For example, in
    /// `3 ? 3` the unknown cell has a digit, because two equal digits do not differ by their distance.
    fn differ(
        &mut self,
        digit: Domain,
        may_be_empty: bool,
        cells: &mut dyn Iterator<Item = u32>,
        log: &mut StepLog,
    ) -> bool {
        let Some(from) = cells.next() else { return false };
        let mut open: Option<u32> = None;
        let mut changed = false;
        for (cell, distance) in cells.zip(1_u32..) {
            let domain = self.domains[cell as usize];
            // the bits of values outside the digits are shifted out or masked
            let partners = digit.checked_shl(distance).unwrap_or(0)
                | digit.checked_shr(distance).unwrap_or(0) & !EMPTY;
            match (domain, open) {
                (EMPTY, _) => {}
                (_, None) => {
                    let is_digit = domain & EMPTY == 0;
                    // a cell without a possible digit is empty
                    if is_digit || may_be_empty || domain & partners == 0 {
                        changed |= self.conclude(cell, EMPTY | partners, log, |board| {
                            format!("{} is known", board.name(from))
                        });
                    }
                    if domain & EMPTY == 0 {
                        break;
                    }
                    open = Some(cell);
                }
                (_, Some(between)) => {
                    if domain.is_power_of_two() && domain & partners == 0 {
                        changed |= self.conclude(between, !EMPTY, log, |board| {
                            let [a, b] = [from, cell].map(|cell| board.name(cell));
                            format!("{a} and {b} do not differ by their distance")
                        });
                    }
                    break;
                }
            }
        }
        changed
    }

    /// Propagates a redundant constraint from each known digit that it has not propagated yet, until a candidate is
    /// removed.
    pub fn redundant(&mut self, which: usize, log: &mut StepLog) -> bool {
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
