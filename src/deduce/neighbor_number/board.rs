//! What is left in each cell, and what the constraints take from it.

use crate::deduce::ladder::StepLog;
use crate::deduce::neighbor_number::{Allowed, DIGITS, Domain, EMPTY};

/// What is known, and which of it each redundant constraint has heard of.
pub struct NeighborNumberBoard<'a> {
    pub side: usize,
    pub lines: &'a [Vec<u32>],
    pub allowed: &'a Allowed,
    pub domains: &'a mut [Domain],
    /// Cells whose digit is known, in the order in which it became so.
    pub digits: &'a mut Vec<u32>,
    pub heard: [usize; 3],
    /// Cells with more than one value left.
    pub open: usize,
    pub dead: bool,
}

impl NeighborNumberBoard<'_> {
    /// Leaves a cell only these values. Whether it had others.
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

    /// Leaves a cell of a line only these values, and tells why.
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

    pub fn number_difference(&mut self, log: &mut StepLog) -> bool {
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
        log: &mut StepLog,
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
