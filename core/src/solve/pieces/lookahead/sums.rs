//! Propagation of exact sums: constraints "exactly this many of these literals are true".

use encycle_encodings::logic::Lit;

/// An exact sum under the current assignment.
#[derive(Clone, Copy, Debug)]
struct ExactSum {
    /// How many open literals must be true; negative if too many are true.
    needed: i32,
    /// The number of literals without a value.
    open: i32,
    /// The range of its literals.
    range: (u32, u32),
}

/// Exact sums, an assignment, and all literals that follow from a single sum.
///
/// Each sum has two counters, so that an assignment and its removal take constant time for each occurrence of the variable.
#[derive(Clone, Debug)]
pub(super) struct SumPropagator {
    sums: Vec<ExactSum>,
    /// The literals of all sums, one sum after the other.
    literals: Vec<Lit>,
    /// The sums of each literal, one literal after the other, and where those of a literal start.
    occurrences: Vec<u32>,
    starts: Vec<u32>,
    values: Vec<Option<bool>>,
    /// The true literals, in the order in which they were assigned.
    trail: Vec<Lit>,
    /// Sums that imply something.
    queue: Vec<u32>,
}

impl SumPropagator {
    /// Creates the sums, each with the number of its literals that are true. Returns `None` if one of them has no solution.
    pub fn new(variables: usize, sums: &[(i32, Vec<Lit>)]) -> Option<Self> {
        let literals: Vec<Lit> = sums.iter().flat_map(|(_, literals)| literals).copied().collect();
        let mut starts = vec![0; 2 * variables + 1];
        literals.iter().for_each(|literal| starts[literal.lidx() + 1] += 1);
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let (mut next, mut occurrences) = (starts.clone(), vec![0; literals.len()]);
        let (mut counters, mut start) = (Vec::with_capacity(sums.len()), 0);
        for (number, (needed, literals)) in (0..).zip(sums) {
            for literal in literals {
                let place = &mut next[literal.lidx()];
                occurrences[*place as usize] = number;
                *place += 1;
            }
            let end = start + literals.len() as u32;
            counters.push(ExactSum {
                needed: *needed,
                open: literals.len() as i32,
                range: (start, end),
            });
            start = end;
        }
        let is_possible = |sum: &ExactSum| (0..=sum.open).contains(&sum.needed);
        let queue = (0..counters.len() as u32).collect();
        counters.iter().all(is_possible).then(|| Self {
            sums: counters,
            literals,
            occurrences,
            starts,
            values: vec![None; variables],
            trail: Vec::new(),
            queue,
        })
    }

    pub fn value(&self, variable: usize) -> Option<bool> {
        self.values[variable]
    }

    pub fn variables(&self) -> usize {
        self.values.len()
    }

    pub fn trail(&self) -> &[Lit] {
        &self.trail
    }

    /// Makes a literal true, and returns whether all sums are still possible. What follows is left to [`Self::propagate`].
    pub fn assign(&mut self, literal: Lit) -> bool {
        if let Some(value) = self.values[literal.vidx()] {
            return value == literal.is_pos();
        }
        self.values[literal.vidx()] = Some(literal.is_pos());
        self.trail.push(literal);
        let mut is_possible = true;
        for (literal, taken) in [(literal, 1), (!literal, 0)] {
            for &number in &self.occurrences[range_of(&self.starts, literal)] {
                let sum = &mut self.sums[number as usize];
                sum.open -= 1;
                sum.needed -= taken;
                if sum.needed < 0 || sum.needed > sum.open {
                    is_possible = false;
                } else if sum.open > 0 && (sum.needed == 0 || sum.needed == sum.open) {
                    self.queue.push(number);
                }
            }
        }
        is_possible
    }

    /// Assigns all literals that follow. Returns whether all sums are still possible.
    pub fn propagate(&mut self) -> bool {
        while let Some(number) = self.queue.pop() {
            let ExactSum { needed, open, range: (start, end) } = self.sums[number as usize];
            let value = needed > 0;
            if open == 0 || (value && needed < open) {
                continue;
            }
            for index in start..end {
                let literal = self.literals[index as usize];
                let implied = if value { literal } else { !literal };
                if self.values[literal.vidx()].is_none() && !self.assign(implied) {
                    return false;
                }
            }
        }
        true
    }

    /// Takes back all literals but the first `kept`.
    pub fn undo(&mut self, kept: usize) {
        self.queue.clear();
        for literal in self.trail.drain(kept..) {
            self.values[literal.vidx()] = None;
            for (literal, taken) in [(literal, 1), (!literal, 0)] {
                for &number in &self.occurrences[range_of(&self.starts, literal)] {
                    let sum = &mut self.sums[number as usize];
                    sum.open += 1;
                    sum.needed += taken;
                }
            }
        }
    }

    /// Returns how much the literals after the first `kept` narrow the search: their number, and that of the sums in which
    /// one more false literal makes all others true.
    pub fn reduction(&self, kept: usize) -> u64 {
        let is_nearly_full = |&&number: &&u32| {
            let sum = &self.sums[number as usize];
            sum.needed > 0 && sum.open == sum.needed + 1
        };
        let of = |&literal: &Lit| {
            let sums = &self.occurrences[range_of(&self.starts, !literal)];
            1 + sums.iter().filter(is_nearly_full).count() as u64
        };
        self.trail[kept..].iter().map(of).sum()
    }
}

fn range_of(starts: &[u32], literal: Lit) -> std::ops::Range<usize> {
    starts[literal.lidx()] as usize..starts[literal.lidx() + 1] as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn literal(number: i32) -> Lit {
        Lit::new(number.unsigned_abs() - 1, number < 0)
    }

    fn sums(all: &[(i32, &[i32])]) -> Option<SumPropagator> {
        let of = |(needed, literals): &(i32, &[i32])| {
            (*needed, literals.iter().map(|&number| literal(number)).collect())
        };
        SumPropagator::new(4, &all.iter().map(of).collect::<Vec<_>>())
    }

    #[test]
    fn literals_follow_from_full_and_empty_sums() {
        let mut all = sums(&[(1, &[1, 2, 3]), (1, &[-3, 4]), (0, &[-2])]).expect("possible sums");
        assert!(all.propagate());
        let of = |all: &SumPropagator| (0..4).map(|v| all.value(v)).collect::<Vec<_>>();
        assert_eq!(of(&all), [Some(false), Some(true), Some(false), Some(false)]);
    }

    #[test]
    fn undo_restores_all_counters() {
        let mut all = sums(&[(1, &[1, 2, 3]), (2, &[2, 3, 4])]).expect("possible sums");
        assert!(all.propagate());
        for (first, is_possible) in [(1, false), (-1, true), (2, true), (-4, false)] {
            for _ in 0..2 {
                assert_eq!(all.assign(literal(first)) && all.propagate(), is_possible, "{first}");
                all.undo(0);
                assert!(all.trail().is_empty());
            }
        }
    }

    #[test]
    fn impossible_sums_are_refused() {
        assert!(sums(&[(-1, &[1])]).is_none());
        assert!(sums(&[(3, &[1, 2])]).is_none());
        assert!(sums(&[(0, &[])]).is_some());
    }
}
