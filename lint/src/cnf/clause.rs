//! The clause at hand: does a variable occur twice in it?

/// The literals that are kept of one clause. Only hostile files have longer clauses; they are
/// compared in parts of this length, so that memory stays bounded.
const LONGEST: usize = 1 << 22;

/// A clause as it is read.
#[derive(Default)]
pub struct Clause {
    literals: Vec<i32>,
    /// The line of its first literal.
    pub line: u64,
    /// A literal that occurs twice.
    pub duplicate: Option<i32>,
    /// A variable that occurs in both signs.
    pub opposite: Option<i32>,
}

impl Clause {
    pub fn is_empty(&self) -> bool {
        self.literals.is_empty()
    }

    pub fn push(&mut self, literal: i32) {
        if self.literals.len() >= LONGEST {
            self.compare();
            self.literals.clear();
        }
        self.literals.push(literal);
    }

    pub fn clear(&mut self) {
        self.literals.clear();
        (self.duplicate, self.opposite) = (None, None);
    }

    /// Fills in what occurs twice.
    pub fn compare(&mut self) {
        // most clauses are short, and then comparing all pairs is quickest
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

    /// Short clauses are compared in another way than long ones.
    #[test]
    fn twins_and_opposites_are_found_in_short_and_in_long_clauses() {
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
