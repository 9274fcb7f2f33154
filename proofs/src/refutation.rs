//! Refutations: proofs with hints, made from the clauses that a solver learnt.
//!
//! A solver's proof lists the learnt clauses without saying why they follow. For each clause, [`Refutation::add`]
//! assumes that all of its literals are false and propagates; the clauses that lead to the contradiction are the hints
//! of the step. For example, [`Refutation::add`] of the clause `1` to the formula with all four clauses over two
//! variables makes these steps:
//!
//! ```text
//! 1: 1 2    2: 1 -2    3: -1 2    4: -1 -2      the formula
//! 5: 1      hints 1 2      if 1 is false, clause 1 makes 2 true, and clause 2 is false
//! 6: 2      hints 5 3      a fact: clause 3 makes 2 true
//! 7: empty  hints 6 5 4    both facts make clause 4 false
//! ```
//!
//! Step 6 is not in the solver's proof: each fact becomes a step of its own, because many later steps use it, and each
//! then needs one hint for it instead of all clauses that derive it. At the end, a pass from the empty clause backwards
//! drops the steps that it does not need, and the remaining steps are renumbered.

use std::hash::{Hash as _, Hasher as _};

use rustc_hash::{FxHashMap, FxHasher};

use crate::lists::NumberLists;
use crate::propagation::{AttachedClause, Propagation};
use crate::{Clause, DratStep, Lrat, LratStep};

/// A refutation that is built clause by clause.
///
/// A literal that propagation alone makes true becomes a step of its own, so that later steps need only one hint for
/// it. The proof contains only the steps that the empty clause needs.
pub struct Refutation {
    propagation: Propagation,
    /// The number of clauses of the formula.
    given: usize,
    /// The hints of each added step.
    hints: NumberLists<usize>,
    /// For each hash, the numbers of the clauses that have it; deletions use it to find clauses.
    numbers: FxHashMap<u64, Vec<usize>>,
    /// The number of clauses passed to `add`.
    added: usize,
    is_refuted: bool,
}

/// The reason why clauses do not refute a formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RefutationError {
    /// A clause does not follow by unit propagation.
    #[error("added clause {step} does not follow by unit propagation: {}", excerpt(clause))]
    NotImplied {
        /// The number of the added clause, from 1.
        step: usize,
        /// The clause.
        clause: Clause,
    },
    /// A clause has a variable that the formula does not have.
    #[error("added clause {step} has a variable that is not in the formula: {variable}")]
    NewVariable {
        /// The number of the added clause, from 1.
        step: usize,
        /// The variable.
        variable: u32,
    },
    /// The empty clause does not follow.
    #[error("the proof does not lead to the empty clause")]
    Incomplete,
}

impl Refutation {
    /// Begins a refutation of a formula.
    #[must_use]
    pub fn new(formula: &[Clause]) -> Self {
        let variables = formula.iter().flatten().map(|literal| literal.unsigned_abs()).max();
        let mut one = Self {
            propagation: Propagation::new(variables.unwrap_or(0) as usize),
            given: formula.len(),
            hints: NumberLists::default(),
            numbers: FxHashMap::default(),
            added: 0,
            is_refuted: false,
        };
        for clause in formula {
            let clause = sorted(clause);
            let number = one.propagation.add(&clause);
            one.numbers.entry(hash(&clause)).or_default().push(number);
        }
        for number in 0..formula.len() {
            one.attach(number);
        }
        one.propagate_facts();
        one
    }

    /// Returns whether the empty clause was derived. Later steps have no effect.
    #[must_use]
    pub fn is_refuted(&self) -> bool {
        self.is_refuted
    }

    /// Adds a clause that follows by unit propagation. Does nothing after the empty clause has been derived.
    ///
    /// # Errors
    /// The clause does not follow by unit propagation.
    pub fn add(&mut self, clause: &[i32]) -> Result<(), RefutationError> {
        if self.is_refuted {
            return Ok(());
        }
        self.added += 1;
        let step = self.added;
        let variables = self.propagation.variables();
        let mut all = clause.iter().map(|literal| literal.unsigned_abs());
        if let Some(variable) = all.find(|&variable| variable as usize > variables) {
            return Err(RefutationError::NewVariable { step, variable });
        }
        let clause = sorted(clause);
        let Some(hints) = self.propagation.refute(&clause) else {
            return Err(RefutationError::NotImplied { step, clause });
        };
        let number = self.keep(&clause, &hints);
        self.numbers.entry(hash(&clause)).or_default().push(number);
        self.attach(number);
        self.propagate_facts();
        Ok(())
    }

    /// Deletes a clause, so that later steps cannot use it. Literals that it made true remain true. Ignores a clause
    /// that does not exist, and also a clause with a single literal, because solvers delete such clauses while they
    /// still rely on their values. drat-trim does the same.
    pub fn delete(&mut self, clause: &[i32]) {
        let clause = sorted(clause);
        if clause.len() < 2 {
            return;
        }
        let Some(same) = self.numbers.get_mut(&hash(&clause)) else { return };
        let is_same = |&number: &usize| sorted(self.propagation.clause(number)) == clause;
        if let Some(at) = same.iter().rposition(is_same) {
            self.propagation.remove(same.swap_remove(at));
        }
    }

    /// Adds or deletes the clause of a step.
    ///
    /// # Errors
    /// An added clause does not follow by unit propagation: it may be a RAT step, which needs another checker.
    pub fn apply(&mut self, step: &DratStep) -> Result<(), RefutationError> {
        match step {
            DratStep::Add(clause) => self.add(clause),
            DratStep::Delete(clause) => {
                self.delete(clause);
                Ok(())
            }
        }
    }

    /// Stores a clause with its hints.
    fn keep(&mut self, clause: &[i32], hints: &[usize]) -> usize {
        self.hints.push(hints);
        self.propagation.add(clause)
    }

    fn attach(&mut self, number: usize) {
        if matches!(self.propagation.attach(number), AttachedClause::Conflict) {
            // the false literals need steps of their own first
            self.propagate_facts();
            self.finish(number);
        }
    }

    /// Makes a step for each literal that propagation makes true.
    fn propagate_facts(&mut self) {
        if self.is_refuted {
            return;
        }
        let (facts, conflict) = self.propagation.propagate_facts();
        for (literal, reason) in facts {
            let unit = match self.propagation.clause(reason) {
                [_] => reason,
                _ => {
                    let hints: Vec<usize> =
                        self.propagation.units_of(reason, literal).chain([reason]).collect();
                    self.keep(&[literal], &hints)
                }
            };
            self.propagation.set_unit(literal, unit);
        }
        if let Some(conflict) = conflict {
            self.finish(conflict);
        }
    }

    /// Adds the empty clause, given a clause whose literals are all false.
    fn finish(&mut self, conflict: usize) {
        if std::mem::replace(&mut self.is_refuted, true) {
            return;
        }
        let is_step = conflict >= self.given && self.propagation.clause(conflict).is_empty();
        if !is_step {
            let hints: Vec<usize> =
                self.propagation.units_of(conflict, 0).chain([conflict]).collect();
            self.keep(&[], &hints);
        }
    }

    /// Returns the proof: the steps that the empty clause needs. The empty clause itself need not have been added if
    /// unit propagation derives it.
    ///
    /// # Errors
    /// The empty clause does not follow.
    pub fn into_proof(self) -> Result<Lrat, RefutationError> {
        let Self { propagation, given, hints, is_refuted, .. } = self;
        if !is_refuted {
            return Err(RefutationError::Incomplete);
        }
        // the empty clause is the last step
        let mut is_needed = vec![false; hints.len()];
        if let Some(last) = is_needed.last_mut() {
            *last = true;
        }
        for step in (0..hints.len()).rev() {
            if is_needed[step] {
                let earlier = hints.get(step).iter().filter_map(|hint| hint.checked_sub(given));
                earlier.for_each(|earlier| is_needed[earlier] = true);
            }
        }
        // the numbers of the steps that remain
        let mut numbers = vec![0; hints.len()];
        let needed: Vec<usize> = (0..hints.len()).filter(|&step| is_needed[step]).collect();
        for (number, &step) in (given as u64 + 1..).zip(&needed) {
            numbers[step] = number;
        }
        let number_of = |&hint: &usize| match hint.checked_sub(given) {
            None => hint as u64 + 1,
            Some(step) => numbers[step],
        };
        let steps = needed.iter().map(|&step| LratStep {
            number: numbers[step],
            clause: propagation.clause(given + step).to_vec(),
            hints: hints.get(step).iter().map(number_of).collect(),
        });
        Ok(Lrat { steps: steps.collect() })
    }
}

/// Returns the literals of a clause, or the first literals of a long clause.
fn excerpt(clause: &[i32]) -> String {
    let shown: Vec<String> = clause.iter().take(10).map(ToString::to_string).collect();
    let rest =
        if clause.len() > 10 { format!(" ... ({} literals)", clause.len()) } else { String::new() };
    format!("[{}]{rest}", shown.join(", "))
}

fn sorted(clause: &[i32]) -> Clause {
    let mut clause = clause.to_vec();
    clause.sort_unstable();
    clause.dedup();
    clause
}

fn hash(clause: &[i32]) -> u64 {
    let mut hasher = FxHasher::default();
    clause.hash(&mut hasher);
    hasher.finish()
}
