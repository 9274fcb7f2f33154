//! Case analysis: a fact on which all cases of a place agree, except the refuted cases, holds in every solution.
//!
//! Every solution is in one of the cases, and a refuted case contains no solution. This is the dilemma rule (Sheeran
//! and Stålmarck 2000) with more than two cases. For example, the last cell of a Nurikabe island is to the right of the
//! island or below it; in both cases, the cell between these two cells is shaded.

use encycle_encodings::logic::{Lit, Place};

use crate::deduce::clauses::ClauseState;
use crate::deduce::clauses::named::{Known, TechniqueFinding};
use crate::deduce::clauses::probing::ProbeTechniques;
use crate::deduce::ladder::StepLog;
use crate::puzzle::Puzzle;

/// The cases of a place. Every solution is in one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::deduce::clauses) struct CaseSplit {
    pub place: Place,
    /// A noun for the cases, such as "shapes of the island".
    pub what: &'static str,
    /// The facts of each case.
    pub cases: Vec<Vec<(usize, bool)>>,
}

impl CaseSplit {
    /// The maximum number of cases of a place. Places with more cases are skipped.
    pub const LIMIT: usize = 100;
}

impl ClauseState<'_> {
    /// Tries the cases of each place, starting with the places that have the fewest cases. At the first place where all
    /// cases that are not refuted agree on new facts, assigns these facts.
    pub(super) fn cases(
        &mut self,
        log: &mut StepLog,
        splits: impl FnOnce(&Puzzle, Known) -> Vec<CaseSplit>,
    ) -> bool {
        let mut splits = splits(self.puzzle, self.atoms());
        splits.retain(|split| split.cases.len() <= CaseSplit::LIMIT);
        splits.sort_by_key(|split| split.cases.len());
        splits.into_iter().any(|split| {
            let finding = self.common(&split);
            finding.is_some_and(|finding| self.conclude(finding, log))
        })
    }

    /// Returns the facts on which all cases of a place agree, except the refuted cases. If all cases are refuted, this
    /// is a contradiction.
    fn common(&mut self, split: &CaseSplit) -> Option<TechniqueFinding> {
        let (mut agreed, mut left): (Option<Vec<Lit>>, usize) = (None, 0);
        for case in &split.cases {
            let literals: Vec<Lit> =
                case.iter().map(|&(atom, value)| Lit::new(atom as u32, !value)).collect();
            let Some(mut follows) = self.try_out(&literals, ProbeTechniques::Named) else {
                continue;
            };
            follows.retain(|literal| literal.vidx() < self.atom_count);
            left += 1;
            agreed = Some(match agreed {
                None => follows,
                Some(agreed) => {
                    let mut values = vec![None; self.atom_count];
                    follows.iter().for_each(|one| values[one.vidx()] = Some(one.is_pos()));
                    let is_common = |one: &Lit| values[one.vidx()] == Some(one.is_pos());
                    agreed.into_iter().filter(is_common).collect()
                }
            });
            if agreed.as_ref().is_some_and(Vec::is_empty) {
                return None;
            }
        }
        let CaseSplit { place, what, cases } = split;
        let why = format!("{left} of {} {what} at {place} remain and agree", cases.len());
        match agreed {
            None => Some(TechniqueFinding::contradiction(*place, why)),
            Some(agreed) => {
                let facts = agreed.iter().map(|one| (one.vidx(), one.is_pos()));
                TechniqueFinding::new(self.atoms(), *place, facts, || why)
            }
        }
    }
}
