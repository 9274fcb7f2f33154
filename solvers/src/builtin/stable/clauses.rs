//! The clauses of the solver and their watches.

use encycle_encodings::logic::Lit;

/// A clause, by its index. A reduction renumbers the clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClauseRef(u32);

/// An entry in the list of a watched literal.
#[derive(Clone, Copy)]
pub(super) struct WatchEntry {
    pub clause: ClauseRef,
    /// Another literal of the clause. If it is true, the clause is satisfied and need not be read.
    pub blocker: Lit,
    /// Whether the clause has no literals but the watched one and the blocker.
    pub is_binary: bool,
}

/// Learnt clauses with at most this glue are kept unless they are satisfied.
const KEPT_GLUE: u32 = 2;

/// The data of a clause besides its literals.
#[derive(Clone, Copy)]
struct ClauseHeader {
    start: usize,
    length: u32,
    /// The number of decision levels of a learnt clause, 0 for a clause of the formula.
    glue: u32,
    /// Whether the clause took part in a conflict since the last reduction.
    is_used: bool,
}

/// Clauses of at least two literals. The first two literals are watched: the clause is visited when one of them becomes
/// false.
#[derive(Default)]
pub(super) struct WatchedClauses {
    headers: Vec<ClauseHeader>,
    literals: Vec<Lit>,
    /// By literal index, the clauses that watch the literal.
    watches: Vec<Vec<WatchEntry>>,
    learnt: usize,
}

impl WatchedClauses {
    pub fn declare_variables(&mut self, variables: usize) {
        self.watches.resize_with(2 * variables, Vec::new);
    }

    /// Returns the number of learnt clauses.
    pub fn learnt(&self) -> usize {
        self.learnt
    }

    /// Adds a clause of at least two literals; a learnt clause comes with its glue.
    pub fn add(&mut self, literals: &[Lit], glue: Option<u32>) -> ClauseRef {
        let index = self.headers.len() as u32;
        let (start, length) = (self.literals.len(), literals.len() as u32);
        self.headers.push(ClauseHeader { start, length, glue: glue.unwrap_or(0), is_used: true });
        self.literals.extend_from_slice(literals);
        self.learnt += usize::from(glue.is_some());
        self.watch(index);
        ClauseRef(index)
    }

    fn watch(&mut self, index: u32) {
        let ClauseHeader { start, length, .. } = self.headers[index as usize];
        let (one, other) = (self.literals[start], self.literals[start + 1]);
        let (clause, is_binary) = (ClauseRef(index), length == 2);
        self.watches[one.lidx()].push(WatchEntry { clause, blocker: other, is_binary });
        self.watches[other.lidx()].push(WatchEntry { clause, blocker: one, is_binary });
    }

    pub fn literals(&self, clause: ClauseRef) -> &[Lit] {
        let header = self.headers[clause.0 as usize];
        &self.literals[header.start..][..header.length as usize]
    }

    pub fn literals_mut(&mut self, clause: ClauseRef) -> &mut [Lit] {
        let header = self.headers[clause.0 as usize];
        &mut self.literals[header.start..][..header.length as usize]
    }

    /// Returns all clauses; a learnt clause comes with its glue.
    #[cfg(test)]
    pub fn iter(&self) -> impl Iterator<Item = (&[Lit], Option<u32>)> {
        (0..self.headers.len()).map(|index| {
            let glue = self.headers[index].glue;
            (self.literals(ClauseRef(index as u32)), (glue > 0).then_some(glue))
        })
    }

    /// Takes the list of a literal, to be returned by [`Self::set_watches`].
    pub fn take_watches(&mut self, literal: Lit) -> Vec<WatchEntry> {
        std::mem::take(&mut self.watches[literal.lidx()])
    }

    pub fn set_watches(&mut self, literal: Lit, watches: Vec<WatchEntry>) {
        self.watches[literal.lidx()] = watches;
    }

    pub fn add_watch(&mut self, literal: Lit, watch: WatchEntry) {
        self.watches[literal.lidx()].push(watch);
    }

    /// Records that the clause took part in a conflict. For a learnt clause, `glue` computes its present glue.
    pub fn mark_used(&mut self, clause: ClauseRef, glue: impl FnOnce(&[Lit]) -> u32) {
        let header = &mut self.headers[clause.0 as usize];
        header.is_used = true;
        if header.glue > KEPT_GLUE {
            let literals = &self.literals[header.start..][..header.length as usize];
            header.glue = header.glue.min(glue(literals));
        }
    }

    /// Removes the clauses that `is_satisfied` accepts, and up to half of the learnt clauses. Of the learnt clauses
    /// that took part in no conflict since the last reduction, those with the highest glue are removed first.
    ///
    /// All references become invalid. The watched literals of the other clauses must not be false.
    pub fn reduce(&mut self, is_satisfied: impl Fn(&[Lit]) -> bool) {
        let is_removable =
            |header: &ClauseHeader| header.glue > KEPT_GLUE && header.length > 2 && !header.is_used;
        let mut removable: Vec<usize> =
            (0..self.headers.len()).filter(|&at| is_removable(&self.headers[at])).collect();
        removable.sort_by_key(|&at| {
            let ClauseHeader { glue, length, .. } = self.headers[at];
            std::cmp::Reverse((glue, length))
        });
        removable.truncate(self.learnt / 2);
        removable.sort_unstable();
        let mut removed = removable.into_iter().peekable();
        let (headers, literals) =
            (std::mem::take(&mut self.headers), std::mem::take(&mut self.literals));
        self.literals.reserve(literals.len());
        self.learnt = 0;
        for (at, header) in headers.into_iter().enumerate() {
            let clause = &literals[header.start..][..header.length as usize];
            if removed.next_if_eq(&at).is_some() || is_satisfied(clause) {
                continue;
            }
            self.learnt += usize::from(header.glue > 0);
            self.headers.push(ClauseHeader {
                start: self.literals.len(),
                is_used: false,
                ..header
            });
            self.literals.extend_from_slice(clause);
        }
        self.watches.iter_mut().for_each(Vec::clear);
        // binary clauses first, because they propagate without a look at their literals
        for is_binary in [true, false] {
            for index in 0..self.headers.len() {
                if (self.headers[index].length == 2) == is_binary {
                    self.watch(index as u32);
                }
            }
        }
    }
}
