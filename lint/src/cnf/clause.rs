//! The current clause, and the search for variables that occur in it twice.

/// The maximum number of literals that are kept of one clause. A longer clause, which occurs only in hostile files, is
/// compared in parts of this length to bound the memory.
const LONGEST: usize = 1 << 22;

/// A clause being read.
#[derive(Debug, Default)]
pub struct Clause {
    literals: Vec<i32>,
    /// The line of the first literal.
    pub line: u64,
    /// A literal that occurs twice, after [`Self::compare`].
    pub duplicate: Option<i32>,
    /// A variable that occurs with both signs, after [`Self::compare`].
    pub opposite: Option<i32>,
}

impl Clause {
    /// Returns whether no literal was added since the last clause.
    pub fn is_empty(&self) -> bool {
        self.literals.is_empty()
    }

    /// Adds a literal.
    pub fn push(&mut self, literal: i32) {
        if self.literals.len() >= LONGEST {
            self.compare();
            self.literals.clear();
        }
        self.literals.push(literal);
    }

    /// Starts a new clause.
    pub fn clear(&mut self) {
        self.literals.clear();
        (self.duplicate, self.opposite) = (None, None);
    }

    /// Searches for a variable that occurs twice; sets [`Self::duplicate`] and [`Self::opposite`].
    pub fn compare(&mut self) {
        // most clauses are short, and comparing all pairs is fastest for short clauses
        if self.literals.len() <= 8 {
            for (i, &a) in self.literals.iter().enumerate() {
                for &b in &self.literals[i + 1..] {
                    if a == b {
                        self.duplicate = Some(a);
                    } else if a == -b {
                        self.opposite = Some(a.abs());
                    }
                }
            }
            return;
        }
        self.literals.sort_unstable_by_key(|literal| (literal.abs(), *literal));
        for pair in self.literals.windows(2) {
            if pair[0] == pair[1] {
                self.duplicate = Some(pair[0]);
            } else if pair[0] == -pair[1] {
                self.opposite = Some(pair[1]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Short and long clauses take different code paths.
    #[test]
    fn duplicate_and_opposite_literals_are_found_in_short_and_long_clauses() {
        for padding in [0, 20] {
            for (literals, duplicate, opposite) in [
                (vec![1, 2, -3], None, None),
                (vec![1, -3, -3], Some(-3), None),
                (vec![3, 1, -3], None, Some(3)),
                (vec![3, -3, 1, 3], Some(3), Some(3)),
            ] {
                let mut clause = Clause::default();
                literals.iter().copied().chain(100..100 + padding).for_each(|l| clause.push(l));
                clause.compare();
                assert_eq!((clause.duplicate, clause.opposite), (duplicate, opposite));
            }
        }
    }
}
