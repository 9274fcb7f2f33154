//! Conflict analysis: the clause of the first unique implication point, and the core of the assumptions.
//!
//! The analysis starts from a clause that has become false. From the end of the trail backwards, it replaces literals
//! of the present decision level by the other literals of their reasons, until one literal of that level is left: the
//! first unique implication point (UIP). For example, let `a` be decided at level 1 and `b` at level 2:
//!
//! ```text
//! level 1: a          level 2: b -> c -> d     reasons: c from (c | !b), d from (d | !c), e from (e | !c | !a)
//!                               c, a -> e      conflict: (!d | !e)
//!
//! (!d | !e)  -- e by its reason -->  (!d | !c | !a)  -- d by its reason -->  (!c | !a)
//! ```
//!
//! Only `c` belongs to level 2, so the clause is `!c | !a`; after the jump back to level 1, it propagates `!c`. Then
//! literals that follow from the others by their reasons are removed (recursive minimization, as in MiniSat 2). The
//! marks remember what is known of a variable, so no part of the search is repeated.

use encycle_encodings::logic::Lit;

use super::clauses::{ClauseRef, WatchedClauses};
use super::order::ActivityHeap;
use super::trail::Trail;

/// The glue and the level of a clause derived from a conflict.
pub(super) struct LearntClause {
    /// The number of different decision levels of its literals.
    pub glue: u32,
    /// The level to jump back to, at which the clause is unit.
    pub level: usize,
}

/// The state of a variable during the analysis of a conflict.
#[derive(Clone, Copy, PartialEq, Eq)]
enum VariableMark {
    Unseen,
    /// In the learnt clause, or resolved away.
    Seen,
    /// Implied by literals of the learnt clause.
    Redundant,
    /// Not implied by literals of the learnt clause alone.
    Needed,
}

/// Buffers of the analysis, which are reused between conflicts.
#[derive(Default)]
pub(super) struct ConflictAnalysis {
    marks: Vec<VariableMark>,
    /// The variables that are marked.
    marked: Vec<usize>,
    /// For each level, the number of the last clause whose glue counted the level.
    counted: Vec<u64>,
    count: u64,
    /// The learnt clause. Its first literal is unit after the backjump, and the second has the highest level of the
    /// remaining literals.
    clause: Vec<Lit>,
    /// Literals whose reasons are being searched, each with the next position in its reason.
    path: Vec<(Lit, usize)>,
}

impl ConflictAnalysis {
    pub fn declare_variables(&mut self, variables: usize) {
        self.marks.resize(variables, VariableMark::Unseen);
    }

    /// Returns the clause of the last conflict.
    pub fn clause(&self) -> &[Lit] {
        &self.clause
    }

    /// Derives the clause of the first unique implication point from a conflict above level 0, and removes redundant
    /// literals from the clause. Increases the activity of the variables of the conflict, and marks its clauses as
    /// used.
    pub fn learn(
        &mut self,
        conflict: ClauseRef,
        trail: &Trail,
        clauses: &mut WatchedClauses,
        order: &mut ActivityHeap,
    ) -> LearntClause {
        let present = trail.level() as u32;
        self.clause.clear();
        if self.counted.len() <= trail.level() {
            self.counted.resize(trail.level() + 1, 0);
        }
        let mut open = 0;
        let mut antecedent = Some(conflict);
        let mut place = trail.literals().len();
        let asserted = loop {
            if let Some(reason) = antecedent {
                clauses.mark_used(reason, |literals| self.glue(literals, trail));
                for &literal in clauses.literals(reason) {
                    let (variable, level) = (literal.vidx(), trail.level_of(literal));
                    if level == 0 || self.marks[variable] != VariableMark::Unseen {
                        continue;
                    }
                    self.mark(variable, VariableMark::Seen);
                    order.bump(variable);
                    if level == present {
                        open += 1;
                    } else {
                        self.clause.push(literal);
                    }
                }
            }
            let literal = loop {
                place -= 1;
                let literal = trail.literals()[place];
                if self.marks[literal.vidx()] == VariableMark::Seen {
                    break literal;
                }
            };
            open -= 1;
            if open == 0 {
                break literal;
            }
            antecedent = trail.reason_of(literal);
        };
        let mut clause = std::mem::take(&mut self.clause);
        // marks the levels of the clause for `is_redundant`
        self.glue(&clause, trail);
        clause.retain(|&literal| !self.is_redundant(literal, trail, clauses));
        clause.insert(0, !asserted);
        self.clear_marks();
        // the second literal is watched, so it must be the last of the others to become unassigned
        let highest = (1..clause.len()).max_by_key(|&at| trail.level_of(clause[at]));
        let level = highest.map_or(0, |at| {
            clause.swap(1, at);
            trail.level_of(clause[1]) as usize
        });
        let glue = self.glue(&clause, trail);
        self.clause = clause;
        LearntClause { glue, level }
    }

    /// Returns an assumption that is false together with the assumptions that make it false. All decisions must be
    /// assumptions.
    pub fn core(&mut self, falsified: Lit, trail: &Trail, clauses: &WatchedClauses) -> Vec<Lit> {
        let mut core = vec![falsified];
        self.mark(falsified.vidx(), VariableMark::Seen);
        for &literal in trail.literals().iter().rev() {
            if self.marks[literal.vidx()] != VariableMark::Seen || trail.level_of(literal) == 0 {
                continue;
            }
            match trail.reason_of(literal) {
                None => core.push(literal),
                Some(reason) => {
                    for &other in clauses.literals(reason) {
                        self.mark(other.vidx(), VariableMark::Seen);
                    }
                }
            }
        }
        self.clear_marks();
        core
    }

    /// Returns the number of different decision levels of these assigned literals.
    fn glue(&mut self, literals: &[Lit], trail: &Trail) -> u32 {
        self.count += 1;
        let mut glue = 0;
        for &literal in literals {
            let level = &mut self.counted[trail.level_of(literal) as usize];
            glue += u32::from(*level != self.count);
            *level = self.count;
        }
        glue
    }

    /// Returns whether a literal of the clause follows from the others: every path of reasons that leads to it starts
    /// at literals of the clause or of level 0.
    fn is_redundant(&mut self, literal: Lit, trail: &Trail, clauses: &WatchedClauses) -> bool {
        if trail.reason_of(literal).is_none() {
            return false;
        }
        self.path.clear();
        self.path.push((literal, 0));
        while let Some((literal, next)) = self.path.last_mut() {
            let reason = trail.reason_of(*literal).expect("only propagated literals are searched");
            let Some(&other) = clauses.literals(reason).get(*next) else {
                let (literal, _) = self.path.pop().expect("it is not empty");
                if !self.path.is_empty() {
                    self.mark(literal.vidx(), VariableMark::Redundant);
                }
                continue;
            };
            *next += 1;
            if other.vidx() == literal.vidx() || trail.level_of(other) == 0 {
                continue;
            }
            match self.marks[other.vidx()] {
                VariableMark::Seen | VariableMark::Redundant => {}
                VariableMark::Unseen
                    if trail.reason_of(other).is_some()
                        && self.counted[trail.level_of(other) as usize] == self.count =>
                {
                    self.path.push((other, 0));
                }
                VariableMark::Unseen | VariableMark::Needed => {
                    self.mark(other.vidx(), VariableMark::Needed);
                    for at in 1..self.path.len() {
                        let (literal, _) = self.path[at];
                        self.mark(literal.vidx(), VariableMark::Needed);
                    }
                    return false;
                }
            }
        }
        true
    }

    fn mark(&mut self, variable: usize, mark: VariableMark) {
        if self.marks[variable] == VariableMark::Unseen {
            self.marked.push(variable);
        }
        self.marks[variable] = mark;
    }

    fn clear_marks(&mut self) {
        for variable in self.marked.drain(..) {
            self.marks[variable] = VariableMark::Unseen;
        }
    }
}
