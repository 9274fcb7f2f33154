//! The smallest strong backdoor for unit propagation.

use encycle_encodings::logic::{Lit, UnitPropagator};

use super::clauses::ClauseList;

/// The largest number of variables.
const VARIABLE_LIMIT: usize = 1000;

/// The largest number of literals that are assigned or looked at.
const WORK_LIMIT: u64 = 10_000_000;

/// The largest number of sets of variables that are kept.
const SET_LIMIT: usize = 100;

/// Returns a smallest set of variables such that for all of their values, unit propagation finds a false clause or satisfies
/// all clauses. Returns `None` if a limit is reached.
///
/// If unit propagation decides nothing for some values of a set, every backdoor has a variable that it leaves without a
/// value: for the values of other variables it would assign no more. The search adds each of these variables in turn, to
/// sets of growing size, and leaves it out of the sets that it tries afterwards.
pub(super) fn smallest_backdoor(clauses: &ClauseList) -> Option<Vec<u32>> {
    if clauses.variables() > VARIABLE_LIMIT {
        return None;
    }
    let mut propagator = UnitPropagator::of_clauses(clauses.variables(), clauses.iter());
    if !propagator.propagate() {
        return Some(Vec::new());
    }
    let is_tried = vec![false; clauses.variables()];
    let mut search = BackdoorSearch { clauses, propagator, missing: Vec::new(), is_tried, work: 0 };
    (0..).find_map(|size| search.backdoor(&mut Vec::new(), size).transpose())?.ok()
}

/// The work limit is reached.
struct OutOfWork;

struct BackdoorSearch<'a> {
    clauses: &'a ClauseList,
    propagator: UnitPropagator,
    /// Sets of variables of which every backdoor has one.
    missing: Vec<Vec<u32>>,
    /// The variables whose sets are tried already.
    is_tried: Vec<bool>,
    work: u64,
}

impl BackdoorSearch<'_> {
    /// Returns a backdoor of these variables and up to `more` others, if there is one.
    fn backdoor(
        &mut self,
        chosen: &mut Vec<u32>,
        more: usize,
    ) -> Result<Option<Vec<u32>>, OutOfWork> {
        let missed = match self.missed(chosen)? {
            Some(missed) => missed,
            None => match self.undecided(chosen, 0)? {
                Some(missed) => {
                    if self.missing.len() < SET_LIMIT {
                        self.missing.push(missed.clone());
                    }
                    missed
                }
                None => return Ok(Some(chosen.clone())),
            },
        };
        if more == 0 {
            return Ok(None);
        }
        let open: Vec<u32> =
            missed.into_iter().filter(|&variable| !self.is_tried[variable as usize]).collect();
        let mut found = None;
        for &variable in &open {
            chosen.push(variable);
            found = self.backdoor(chosen, more - 1)?;
            chosen.pop();
            if found.is_some() {
                break;
            }
            self.is_tried[variable as usize] = true;
        }
        open.iter().for_each(|&variable| self.is_tried[variable as usize] = false);
        Ok(found)
    }

    /// Returns a known set of which none is chosen.
    fn missed(&mut self, chosen: &[u32]) -> Result<Option<Vec<u32>>, OutOfWork> {
        let mut seen = 0;
        let is_missed = |set: &&Vec<u32>| {
            seen += set.len();
            !set.iter().any(|variable| chosen.contains(variable))
        };
        let missed = self.missing.iter().find(is_missed).cloned();
        self.spend(seen)?;
        Ok(missed)
    }

    /// Looks for values of the variables from `next` on for which unit propagation decides nothing. Returns the variables
    /// that it leaves without a value.
    fn undecided(&mut self, chosen: &[u32], next: usize) -> Result<Option<Vec<u32>>, OutOfWork> {
        let Some(&variable) = chosen.get(next) else { return self.open() };
        let length = self.propagator.trail().len();
        for is_negated in [false, true] {
            let literal = Lit::new(variable, is_negated);
            let holds = self.propagator.assign(literal) && self.propagator.propagate();
            self.spend(1 + self.propagator.trail().len() - length)?;
            let found = if holds { self.undecided(chosen, next + 1)? } else { None };
            self.propagator.undo(length);
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Returns the variables that occur and have no value, or `None` if all clauses are satisfied.
    fn open(&mut self) -> Result<Option<Vec<u32>>, OutOfWork> {
        let mut seen = 0;
        let mut is_satisfied = |clause: &[Lit]| {
            seen += clause.len();
            clause.iter().any(|&literal| self.propagator.value(literal) == Some(true))
        };
        let all = self.clauses.iter().all(&mut is_satisfied);
        self.spend(seen)?;
        self.spend(self.clauses.variables())?;
        let values = self.propagator.values().iter().enumerate();
        let open =
            values.filter(|&(variable, value)| value.is_none() && self.clauses.occurs(variable));
        Ok((!all).then(|| open.map(|(variable, _)| variable as u32).collect()))
    }

    fn spend(&mut self, literals: usize) -> Result<(), OutOfWork> {
        self.work += literals as u64;
        if self.work <= WORK_LIMIT { Ok(()) } else { Err(OutOfWork) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The clauses left after unit propagation from these values, by scanning all clauses again and again; `None` if one
    /// is false.
    fn left(clauses: &ClauseList, mut values: Vec<Option<bool>>) -> Option<usize> {
        loop {
            let (mut left, mut unit) = (0, None);
            for clause in clauses.iter() {
                let value = |lit: &Lit| values[lit.vidx()].map(|value| value == lit.is_pos());
                if clause.iter().any(|lit| value(lit) == Some(true)) {
                    continue;
                }
                left += 1;
                let open: Vec<&Lit> = clause.iter().filter(|lit| value(lit).is_none()).collect();
                match open[..] {
                    [] => return None,
                    [one] => unit = Some(*one),
                    _ => {}
                }
            }
            match unit {
                Some(unit) => values[unit.vidx()] = Some(unit.is_pos()),
                None => return Some(left),
            }
        }
    }

    /// Whether the variables in `set` are a strong backdoor, by the definition.
    fn is_backdoor(clauses: &ClauseList, set: u32) -> bool {
        let count = clauses.variables();
        // the submasks of `set` are the values of its variables
        (0..1_u32 << count).filter(|values| values & !set == 0).all(|values| {
            let value = |one: usize| (set >> one & 1 == 1).then_some(values >> one & 1 == 1);
            left(clauses, (0..count).map(value).collect()).is_none_or(|left| left == 0)
        })
    }

    #[test]
    fn the_smallest_backdoor_is_that_of_all_sets() {
        let mut sizes = [0; 5];
        for clauses in ClauseList::random(7, 1000, 2) {
            let found = smallest_backdoor(&clauses).expect("a small formula");
            let set = found.iter().fold(0, |set, variable| set | 1 << variable);
            assert!(is_backdoor(&clauses, set), "{clauses:?}: {found:?}");
            let sets = (0..1_u32 << clauses.variables()).filter(|&set| is_backdoor(&clauses, set));
            assert_eq!(sets.map(u32::count_ones).min(), Some(found.len() as u32), "{clauses:?}");
            sizes[found.len()] += 1;
        }
        assert!(sizes[..3].iter().all(|&count| count > 20), "{sizes:?}");
    }

    /// Binary clauses `x or y` without common variables: each needs a variable of its own.
    #[test]
    fn independent_clauses_need_a_variable_each() {
        for count in 0..=4 {
            let clauses: Vec<Vec<i32>> =
                (0..count).map(|index| vec![2 * index + 1, 2 * index + 2]).collect();
            let list = ClauseList::of(2 * count as usize, &clauses);
            assert_eq!(smallest_backdoor(&list).map(|set| set.len()), Some(count as usize));
        }
    }
}
