//! A set of clauses that shrinks by unit propagation, subsumption, and self-subsuming resolution.

use encycle_encodings::logic::Lit;

/// Clauses with sorted literals, which can be looked up by their literals.
pub(super) struct ClauseSet {
    clauses: Vec<Option<SortedClause>>,
    /// For each literal, the clauses that contain it. Entries may be outdated: `with` removes the clauses that have
    /// lost the literal.
    occurrences: Vec<Vec<usize>>,
    values: Vec<Option<bool>>,
    /// The number of clauses at the beginning; the clauses after them are resolvents.
    known: usize,
    /// The clauses that have changed, so that they may subsume other clauses.
    changed: Vec<usize>,
    units: Vec<Lit>,
    is_empty_clause: bool,
}

#[derive(Clone)]
struct SortedClause {
    literals: Vec<Lit>,
    /// A bit for each variable, modulo 64. A clause can contain another clause only if it has all bits of that clause.
    signature: u64,
}

impl SortedClause {
    fn new(literals: Vec<Lit>) -> Self {
        let signature = literals.iter().fold(0, |bits, one| bits | 1 << (one.vidx() % 64));
        Self { literals, signature }
    }
}

/// What a clause implies about another clause.
enum ClauseSubsumption {
    /// The other clause follows, so it can be removed.
    Whole,
    /// The other clause without this literal follows, so the literal can be removed.
    Without(Lit),
}

/// Returns the index of a literal in a table.
fn index(literal: Lit) -> usize {
    2 * literal.vidx() + usize::from(literal.is_neg())
}

impl ClauseSet {
    pub fn new(variables: usize, clauses: impl Iterator<Item = Vec<Lit>>) -> Self {
        let mut set = Self {
            clauses: Vec::new(),
            occurrences: vec![Vec::new(); 2 * variables],
            values: vec![None; variables],
            known: 0,
            changed: Vec::new(),
            units: Vec::new(),
            is_empty_clause: false,
        };
        clauses.for_each(|clause| set.add(clause));
        set.known = set.clauses.len();
        set
    }

    /// Adds a clause, unless it is a tautology.
    pub fn add(&mut self, mut literals: Vec<Lit>) {
        literals.sort_unstable_by_key(|&literal| index(literal));
        literals.dedup();
        if literals.windows(2).any(|pair| pair[0].vidx() == pair[1].vidx()) {
            return;
        }
        match literals[..] {
            [] => self.is_empty_clause = true,
            [unit] => self.units.push(unit),
            _ => {
                let number = self.clauses.len();
                literals.iter().for_each(|&one| self.occurrences[index(one)].push(number));
                self.clauses.push(Some(SortedClause::new(literals)));
                self.changed.push(number);
            }
        }
    }

    /// Removes a clause.
    pub fn remove(&mut self, number: usize) {
        self.clauses[number] = None;
    }

    /// Returns the literals of a clause.
    pub fn literals(&self, number: usize) -> &[Lit] {
        self.clauses[number].as_ref().map_or(&[], |clause| &clause.literals)
    }

    /// Returns the clauses that contain a literal.
    pub fn with(&mut self, literal: Lit) -> Vec<usize> {
        let Self { clauses, occurrences, .. } = self;
        let list = &mut occurrences[index(literal)];
        list.retain(|&number| {
            clauses[number].as_ref().is_some_and(|one| one.literals.contains(&literal))
        });
        list.clone()
    }

    /// Returns whether a variable has a fixed value.
    pub fn is_fixed(&self, variable: usize) -> bool {
        self.values[variable].is_some()
    }

    /// Propagates all unit clauses by removing true clauses and false literals. Returns `false` if a clause is false.
    pub fn propagate(&mut self) -> bool {
        while let Some(unit) = self.units.pop() {
            match self.values[unit.vidx()] {
                Some(value) => self.is_empty_clause |= value != unit.is_pos(),
                None => {
                    self.values[unit.vidx()] = Some(unit.is_pos());
                    self.with(unit).into_iter().for_each(|number| self.remove(number));
                    for number in self.with(!unit) {
                        self.strengthen(number, !unit);
                    }
                }
            }
        }
        !self.is_empty_clause
    }

    /// Removes a literal from a clause.
    fn strengthen(&mut self, number: usize, literal: Lit) {
        let Some(clause) = self.clauses[number].take() else { return };
        let mut literals = clause.literals;
        literals.retain(|&one| one != literal);
        if let [unit] = literals[..] {
            self.units.push(unit);
        } else {
            self.clauses[number] = Some(SortedClause::new(literals));
            self.changed.push(number);
        }
    }

    /// Removes clauses that contain another clause, removes literals by self-subsuming resolution, and propagates unit
    /// clauses, until nothing changes. Returns `false` if a clause is false.
    ///
    /// For example, `a v b` subsumes `a v b v c`, and the resolvent of `a v b` and `a v -b v c` is `a v c`, so the
    /// literal `-b` can be removed from the second clause.
    pub fn subsume(&mut self) -> bool {
        loop {
            if !self.propagate() {
                return false;
            }
            let Some(number) = self.changed.pop() else { return true };
            if number >= self.known && self.is_reduced(number) {
                continue;
            }
            let Some(clause) = self.clauses[number].clone() else { continue };
            let fewest = clause.literals.iter().min_by_key(|one| {
                self.occurrences[index(**one)].len() + self.occurrences[index(!**one)].len()
            });
            let Some(&fewest) = fewest else { continue };
            for literal in [fewest, !fewest] {
                for other in self.with(literal) {
                    if other == number {
                        continue;
                    }
                    let found = self.clauses[other].as_ref().and_then(|one| subsumes(&clause, one));
                    match found {
                        Some(ClauseSubsumption::Whole) => self.remove(other),
                        Some(ClauseSubsumption::Without(literal)) => {
                            self.strengthen(other, literal)
                        }
                        None => {}
                    }
                }
            }
        }
    }

    /// Reduces a resolvent by older clauses, which removes the resolvent or one of its literals. Returns whether the
    /// resolvent was reduced. Only resolvents need this test: if a clause of the formula is subsumed by another clause,
    /// then the loop in `subsume` finds this when the other clause is processed.
    fn is_reduced(&mut self, number: usize) -> bool {
        let Some(clause) = self.clauses[number].clone() else { return true };
        for &literal in &clause.literals {
            for other in self.with(literal).into_iter().chain(self.with(!literal)) {
                if other == number {
                    continue;
                }
                let found = self.clauses[other].as_ref().and_then(|one| subsumes(one, &clause));
                match found {
                    Some(ClauseSubsumption::Whole) => self.remove(number),
                    Some(ClauseSubsumption::Without(literal)) => self.strengthen(number, literal),
                    None => continue,
                }
                return true;
            }
        }
        false
    }

    /// Returns the clauses, with a unit clause for each variable that has a value.
    pub fn into_clauses(self) -> Vec<Vec<Lit>> {
        if self.is_empty_clause {
            return vec![Vec::new()];
        }
        let units = (0..)
            .zip(&self.values)
            .filter_map(|(variable, value)| value.map(|value| vec![Lit::new(variable, !value)]));
        units.chain(self.clauses.into_iter().flatten().map(|one| one.literals)).collect()
    }
}

/// Compares two clauses. Returns whether the first clause subsumes the second, possibly after resolution on one
/// variable.
fn subsumes(first: &SortedClause, second: &SortedClause) -> Option<ClauseSubsumption> {
    if first.literals.len() > second.literals.len() || first.signature & !second.signature != 0 {
        return None;
    }
    let mut opposite = None;
    let mut rest = second.literals.iter();
    for &literal in &first.literals {
        // both clauses are sorted by variable
        let found = rest.find(|one| one.vidx() >= literal.vidx())?;
        match found {
            _ if *found == literal => {}
            _ if *found == !literal && opposite.is_none() => opposite = Some(*found),
            _ => return None,
        }
    }
    Some(opposite.map_or(ClauseSubsumption::Whole, ClauseSubsumption::Without))
}
