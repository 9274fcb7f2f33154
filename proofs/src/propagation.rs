//! Unit propagation with two watched literals, which keeps the reason of each literal.

/// The index of a literal: 2·(v - 1) for v, 2·(v - 1) + 1 for -v.
fn index(literal: i32) -> usize {
    2 * (literal.unsigned_abs() as usize - 1) + usize::from(literal < 0)
}

/// A set of clauses, and a partial assignment that can be undone.
#[derive(Default)]
pub struct Propagation {
    clauses: Vec<Option<Vec<i32>>>,
    /// For each literal, the clauses that watch it.
    watches: Vec<Vec<usize>>,
    /// For each literal, whether it is true.
    truth: Vec<bool>,
    /// For each variable that has a value, the clause that gave it; `None` for an assumption.
    reasons: Vec<Option<usize>>,
    trail: Vec<i32>,
    /// The part of the trail that has been propagated.
    done: usize,
    /// The clauses with one literal, which have no second one to watch.
    units: Vec<usize>,
    /// A clause without literals.
    empty: Option<usize>,
    /// Marks of variables during a traversal.
    seen: Vec<bool>,
}

impl Propagation {
    /// Adds a clause, and returns its number, from 0.
    pub fn add(&mut self, clause: &[i32]) -> usize {
        let number = self.clauses.len();
        let mut clause = clause.to_vec();
        clause.sort_unstable();
        clause.dedup();
        for &literal in &clause {
            let needed = 2 * literal.unsigned_abs() as usize;
            if self.watches.len() < needed {
                self.watches.resize_with(needed, Vec::new);
                self.truth.resize(needed, false);
                self.reasons.resize(needed / 2, None);
                self.seen.resize(needed / 2, false);
            }
        }
        match clause[..] {
            [] => self.empty = self.empty.or(Some(number)),
            [_] => self.units.push(number),
            [first, second, ..] => {
                self.watches[index(first)].push(number);
                self.watches[index(second)].push(number);
            }
        }
        self.clauses.push(Some(clause));
        number
    }

    /// Removes a clause from later propagations.
    pub fn remove(&mut self, number: usize) {
        self.clauses[number] = None;
        self.units.retain(|&one| one != number);
    }

    /// Returns the clauses by which the negations of these literals lead to a contradiction: each in turn has one literal
    /// left, and the last one none. `None` if they do not.
    pub fn refute(&mut self, clause: &[i32]) -> Option<Vec<usize>> {
        let conflict = self.assume_negations(clause);
        let hints =
            conflict.map(|conflict| conflict.map_or_else(Vec::new, |last| self.antecedents(last)));
        for literal in self.trail.drain(..) {
            self.truth[index(literal)] = false;
        }
        self.done = 0;
        hints
    }

    /// Returns the clause that is contradicted; `Some(None)` if the assumptions contradict each other.
    fn assume_negations(&mut self, clause: &[i32]) -> Option<Option<usize>> {
        if self.empty.is_some() {
            return Some(self.empty);
        }
        for &literal in clause {
            // a variable that no clause contains propagates nothing
            if index(literal) >= self.truth.len() {
                if clause.contains(&-literal) {
                    return Some(None);
                }
                continue;
            }
            if self.truth[index(literal)] {
                return Some(None);
            }
            self.assign(-literal, None);
        }
        for number in self.units.clone() {
            let Some(&[literal]) = self.clauses[number].as_deref() else { continue };
            if self.truth[index(-literal)] {
                return Some(Some(number));
            }
            self.assign(literal, Some(number));
        }
        self.propagate().map(Some)
    }

    fn assign(&mut self, literal: i32, reason: Option<usize>) {
        if !std::mem::replace(&mut self.truth[index(literal)], true) {
            self.reasons[literal.unsigned_abs() as usize - 1] = reason;
            self.trail.push(literal);
        }
    }

    /// Propagates to the end, and returns a clause whose literals are all false.
    fn propagate(&mut self) -> Option<usize> {
        while let Some(&literal) = self.trail.get(self.done) {
            self.done += 1;
            let watching = std::mem::take(&mut self.watches[index(-literal)]);
            let mut kept = Vec::with_capacity(watching.len());
            let mut conflict = None;
            let mut rest = watching.into_iter();
            for number in rest.by_ref() {
                let Some(clause) = &mut self.clauses[number] else { continue };
                if clause[0] == -literal {
                    clause.swap(0, 1);
                }
                let other = clause[0];
                let free = (2..clause.len()).find(|&at| !self.truth[index(-clause[at])]);
                if self.truth[index(other)] {
                    kept.push(number);
                } else if let Some(at) = free {
                    clause.swap(1, at);
                    let next = clause[1];
                    self.watches[index(next)].push(number);
                } else {
                    kept.push(number);
                    if self.truth[index(-other)] {
                        conflict = Some(number);
                        break;
                    }
                    self.assign(other, Some(number));
                }
            }
            kept.extend(rest);
            // a clause may have moved here in the meantime
            let moved = std::mem::replace(&mut self.watches[index(-literal)], kept);
            self.watches[index(-literal)].extend(moved);
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Returns the reasons that a contradicted clause needs, in the order of the trail, and the clause.
    fn antecedents(&mut self, conflict: usize) -> Vec<usize> {
        let mut hints = vec![conflict];
        let variable = |literal: i32| literal.unsigned_abs() as usize - 1;
        let mark = |clause: &Option<Vec<i32>>, seen: &mut Vec<bool>| {
            clause.iter().flatten().for_each(|&literal| seen[variable(literal)] = true);
        };
        mark(&self.clauses[conflict], &mut self.seen);
        for place in (0..self.trail.len()).rev() {
            let at = variable(self.trail[place]);
            if std::mem::replace(&mut self.seen[at], false)
                && let Some(reason) = self.reasons[at]
            {
                hints.push(reason);
                mark(&self.clauses[reason], &mut self.seen);
                // its own literal
                self.seen[at] = false;
            }
        }
        hints.reverse();
        hints
    }
}
