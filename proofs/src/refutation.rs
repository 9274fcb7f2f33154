//! From the clauses that a solver learnt to a proof with hints.

use rustc_hash::FxHashMap;

use crate::propagation::Propagation;
use crate::{Clause, DratStep, Lrat, LratStep};

/// A refutation that is built clause by clause.
pub struct Refutation {
    propagation: Propagation,
    /// The number of clauses of the formula.
    given: usize,
    /// The added clauses with their hints.
    added: Vec<(Clause, Vec<usize>)>,
    /// The numbers of the clauses with the same literals, for deletions.
    numbers: FxHashMap<Clause, Vec<usize>>,
    is_refuted: bool,
}

/// Why clauses do not refute a formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RefutationError {
    /// A clause does not follow by unit propagation.
    #[error("step {step}: the clause {clause:?} does not follow by unit propagation")]
    NotImplied {
        /// The number of the added clause, from 1.
        step: usize,
        /// The clause.
        clause: Clause,
    },
    /// The empty clause does not follow.
    #[error("the proof does not lead to the empty clause")]
    Incomplete,
}

impl Refutation {
    /// Begins a refutation of a formula.
    #[must_use]
    pub fn new(formula: &[Clause]) -> Self {
        let mut one = Self {
            propagation: Propagation::default(),
            given: formula.len(),
            added: Vec::new(),
            numbers: FxHashMap::default(),
            is_refuted: false,
        };
        for clause in formula {
            one.keep(clause);
        }
        one
    }

    fn keep(&mut self, clause: &[i32]) {
        let number = self.propagation.add(clause);
        self.numbers.entry(sorted(clause)).or_default().push(number);
    }

    /// Adds a clause that follows by unit propagation. After the empty clause, nothing is added.
    ///
    /// # Errors
    /// The clause does not follow in this way.
    pub fn add(&mut self, clause: &[i32]) -> Result<(), RefutationError> {
        if self.is_refuted {
            return Ok(());
        }
        let hints = self.propagation.refute(clause).ok_or_else(|| RefutationError::NotImplied {
            step: self.added.len() + 1,
            clause: clause.to_vec(),
        })?;
        self.is_refuted = clause.is_empty();
        self.added.push((clause.to_vec(), hints));
        self.keep(clause);
        Ok(())
    }

    /// Deletes a clause, so that later steps cannot use it. A clause that does not exist is ignored, as drat-trim does.
    pub fn delete(&mut self, clause: &[i32]) {
        let same = self.numbers.get_mut(&sorted(clause));
        if let Some(number) = same.and_then(Vec::pop) {
            self.propagation.remove(number);
        }
    }

    /// Adds and deletes the clauses of a DRAT proof. Clauses with one literal are never deleted: solvers delete them while
    /// they still rely on their values.
    ///
    /// # Errors
    /// A clause does not follow by unit propagation: it may be a step of RAT, for a checker such as drat-trim.
    pub fn follow(&mut self, proof: &[DratStep]) -> Result<(), RefutationError> {
        for step in proof {
            match step {
                DratStep::Add(clause) => self.add(clause)?,
                DratStep::Delete(clause) if clause.len() > 1 => self.delete(clause),
                DratStep::Delete(_) => {}
            }
        }
        Ok(())
    }

    /// Returns the proof: the steps that the empty clause needs. The empty clause itself may be missing if unit propagation
    /// leads to it.
    ///
    /// # Errors
    /// The empty clause does not follow.
    pub fn into_proof(mut self) -> Result<Lrat, RefutationError> {
        if !self.is_refuted {
            self.add(&[]).map_err(|_| RefutationError::Incomplete)?;
        }
        let mut needed = vec![false; self.added.len()];
        let last = self.added.iter().position(|(clause, _)| clause.is_empty());
        let last = last.ok_or(RefutationError::Incomplete)?;
        needed[last] = true;
        for step in (0..=last).rev() {
            if needed[step] {
                let earlier =
                    self.added[step].1.iter().filter_map(|hint| hint.checked_sub(self.given));
                earlier.for_each(|hint| needed[hint] = true);
            }
        }
        // the numbers of the steps without those that are left out
        let mut numbers = vec![0; self.added.len()];
        let mut next = self.given as u64;
        for (number, _) in numbers.iter_mut().zip(&needed).filter(|(_, needed)| **needed) {
            next += 1;
            *number = next;
        }
        let number_of = |hint: usize| match hint.checked_sub(self.given) {
            None => hint as u64 + 1,
            Some(step) => numbers[step],
        };
        let steps = self.added.iter().enumerate().filter(|(step, _)| needed[*step]);
        let steps = steps.map(|(step, (clause, hints))| LratStep {
            number: numbers[step],
            clause: clause.clone(),
            hints: hints.iter().map(|&hint| number_of(hint)).collect(),
        });
        Ok(Lrat { steps: steps.collect() })
    }
}

fn sorted(clause: &[i32]) -> Clause {
    let mut clause = clause.to_vec();
    clause.sort_unstable();
    clause.dedup();
    clause
}
