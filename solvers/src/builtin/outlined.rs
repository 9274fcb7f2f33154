//! Two BatSat solvers for one formula: one for an outline of the formula, and one for the whole.

use std::fmt;
use std::ops::Range;

use encycle_encodings::logic::{ClauseSink, Lit, Origin};

use crate::IncrementalSolver;
use crate::builtin::batsat::{BatSat, BatSatOptions};
use crate::{Limits, SolverStatus};

/// An incremental solver for formulas with an *outline*: variables that are worth deciding before the others. For
/// example, the encoding `crossings` of Numberlink has the variables that determine how its threads run as its outline.
///
/// The first of two solvers has the clauses whose variables all belong to the outline. The second solver has all
/// clauses. The search alternates between the two solvers:
///
/// 1. The first solver finds a model of the outline; if there is none, the formula has no model.
/// 2. The second solver assumes this model. If it finds a model under the assumptions, that is a model of the formula.
/// 3. Otherwise a core of the assumptions is excluded in the first solver, and the search continues with step 1.
///
/// This is abstraction with refinement by cores (Clarke et al. 2003). It ends because each core excludes at least one
/// assignment of the outline. A single solver for the whole formula would decide the outline variables and the others
/// in the order of its conflicts, and would often get lost in the other variables.
///
/// ```
/// use encycle_solvers::{BatSatOptions, IncrementalSolver, Limits, Lit, Outlined, SolverStatus};
///
/// let [a, b, c] = [0, 1, 2].map(Lit::positive);
/// let mut solver = Outlined::new(BatSatOptions::default(), 0..2);
/// solver.declare_variables(3);
/// solver.add_clause(&[a, b]);
/// solver.add_clause(&[!a, c]);
/// solver.add_clause(&[!a, !c]);
/// let SolverStatus::Satisfiable(model) = solver.solve(&Limits::default()) else { panic!() };
/// assert_eq!(model[..2], [Some(false), Some(true)]);
/// solver.add_clause(&[!b]);
/// assert_eq!(solver.solve(&Limits::default()), SolverStatus::Unsatisfiable);
/// ```
#[derive(Debug)]
pub struct Outlined {
    outline: Range<u32>,
    /// The solver for the outline, whose variables are numbered from 0. After them comes one variable for each call
    /// with assumptions outside the outline: a clause with the negated variable holds in that call only, because only
    /// that call assumes the variable.
    first: BatSat,
    first_variables: u32,
    whole: BatSat,
    /// The assumptions of the next call.
    assumed: Vec<Lit>,
    /// The core of the last call.
    core: Vec<Lit>,
    conflicts: Option<Vec<u64>>,
}

impl Outlined {
    /// Makes a solver with an empty formula, and these variables as outline.
    #[must_use]
    pub fn new(options: BatSatOptions, outline: Range<u32>) -> Self {
        Self {
            first: BatSat::with_options(options),
            first_variables: outline.len() as u32,
            whole: BatSat::with_options(options),
            outline,
            assumed: Vec::new(),
            core: Vec::new(),
            conflicts: None,
        }
    }

    /// Declares this number of variables, even if no clause contains them.
    pub fn declare_variables(&mut self, variables: usize) {
        self.whole.declare_variables(variables);
    }

    /// Adds a clause.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        if let Some(clause) = self.inside(clause) {
            self.first.add_clause(&clause);
        }
        self.whole.add_clause(clause);
    }

    /// Returns these literals as literals of the first solver, or `None` if some are not in the outline.
    fn inside(&self, literals: &[Lit]) -> Option<Vec<Lit>> {
        literals.iter().map(|&literal| self.shifted(literal)).collect()
    }

    fn shifted(&self, literal: Lit) -> Option<Lit> {
        let variable = literal.vidx32();
        let is_inside = self.outline.contains(&variable);
        is_inside.then(|| Lit::new(variable - self.outline.start, literal.is_neg()))
    }

    fn search(&mut self, limits: &Limits) -> SolverStatus {
        let check = limits.start();
        self.core.clear();
        let assumed = std::mem::take(&mut self.assumed);
        let (inside, outside): (Vec<Lit>, Vec<Lit>) =
            assumed.into_iter().partition(|literal| self.outline.contains(&literal.vidx32()));
        let mut premises = self.inside(&inside).unwrap_or_default();
        let call = (!outside.is_empty()).then(|| {
            self.first_variables += 1;
            Lit::positive(self.first_variables - 1)
        });
        premises.extend(call);
        self.first.declare_variables(self.first_variables as usize);
        loop {
            self.first.assume(&premises);
            let model = match self.first.solve_while(check.clone(), u64::MAX) {
                SolverStatus::Satisfiable(model) => model,
                SolverStatus::Unsatisfiable => {
                    for literal in self.first.core() {
                        match Some(literal) == call {
                            true => self.core.extend(&outside),
                            false => self.core.push(Lit::new(
                                literal.vidx32() + self.outline.start,
                                literal.is_neg(),
                            )),
                        }
                    }
                    return SolverStatus::Unsatisfiable;
                }
                SolverStatus::Unknown => return SolverStatus::Unknown,
            };
            let decided = self.outline.clone().zip(model);
            let decided = decided.filter_map(|(variable, value)| Some(Lit::new(variable, !value?)));
            let all: Vec<Lit> = outside.iter().copied().chain(decided).collect();
            self.whole.assume(&all);
            let status = self.whole.solve_while(check.clone(), u64::MAX);
            if status != SolverStatus::Unsatisfiable {
                return status;
            }
            let core = self.whole.core();
            let excluded: Vec<Lit> =
                core.iter().filter_map(|&literal| Some(!self.shifted(literal)?)).collect();
            let needs_call = core.len() > excluded.len();
            if excluded.is_empty() {
                self.core = core;
                return SolverStatus::Unsatisfiable;
            }
            let condition = call.filter(|_| needs_call).map(|call| !call);
            let clause: Vec<Lit> = excluded.into_iter().chain(condition).collect();
            self.first.add_clause(&clause);
        }
    }
}

impl IncrementalSolver for Outlined {
    fn solve(&mut self, limits: &Limits) -> SolverStatus {
        let status = self.search(limits);
        if let Some(conflicts) = &mut self.conflicts {
            *conflicts = self.whole.conflicts_by_variable().unwrap_or_default().to_vec();
            let first = self.first.conflicts_by_variable().unwrap_or_default();
            let outline = self.outline.start as usize..self.outline.end as usize;
            conflicts.resize(conflicts.len().max(outline.end), 0);
            conflicts[outline].iter_mut().zip(first).for_each(|(sum, &count)| *sum += count);
        }
        status
    }

    fn assume(&mut self, literals: &[Lit]) -> bool {
        self.assumed = literals.to_vec();
        true
    }

    fn suggest(&mut self, values: &[bool]) {
        let (from, to) = (self.outline.start as usize, self.outline.end as usize);
        if let Some(values) = values.get(from..to) {
            self.first.suggest(values);
        }
        self.whole.suggest(values);
    }

    fn core(&mut self) -> Option<Vec<Lit>> {
        Some(self.core.clone())
    }

    fn count_conflicts(&mut self) {
        self.first.count_conflicts();
        self.whole.count_conflicts();
        self.conflicts = Some(Vec::new());
    }

    /// Returns, for each variable by index, the number of learnt clauses that contain it, like
    /// [`BatSat::conflicts_by_variable`]: the sum over both solvers.
    fn conflicts_by_variable(&self) -> Option<&[u64]> {
        self.conflicts.as_deref()
    }
}

impl ClauseSink for Outlined {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) {
        self.whole.variable(family, name);
    }

    fn clause(&mut self, clause: &[Lit], _: Origin) {
        self.add_clause(clause);
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::builtin::brute_force::{holds, models};

    fn literal(random: &mut Pcg64Mcg, variables: u32) -> Lit {
        Lit::new(random.random_range(0..variables), random.random_bool(0.5))
    }

    /// Formulas that grow, with and without assumptions inside and outside the outline, compared with all assignments.
    #[test]
    fn models_and_cores_are_right_for_every_outline() {
        let mut random = Pcg64Mcg::seed_from_u64(20);
        let (mut satisfiable, mut cores, mut partial) = (0, 0, 0);
        for case in 0..3000 {
            let variables = random.random_range(2..8);
            let start = random.random_range(0..variables);
            let end = random.random_range(start..=variables);
            let mut solver = Outlined::new(BatSatOptions::default(), start..end);
            solver.declare_variables(variables as usize);
            let mut clauses: Vec<Vec<Lit>> = Vec::new();
            for _ in 0..4 {
                for _ in 0..random.random_range(1..=2 * variables) {
                    let clause: Vec<Lit> = (0..random.random_range(1..4))
                        .map(|_| literal(&mut random, variables))
                        .collect();
                    solver.add_clause(&clause);
                    clauses.push(clause);
                }
                let assumed: Vec<Lit> = (0..random.random_range(0..4))
                    .map(|_| literal(&mut random, variables))
                    .collect();
                solver.assume(&assumed);
                match solver.solve(&Limits::default()) {
                    SolverStatus::Satisfiable(model) => {
                        satisfiable += 1;
                        let model: Vec<bool> =
                            model.into_iter().map(|value| value.unwrap_or(false)).collect();
                        assert!(clauses.iter().all(|clause| holds(clause, &model)), "{case}");
                        assert!(assumed.iter().all(|&one| holds(&[one], &model)), "{case}");
                    }
                    SolverStatus::Unsatisfiable => {
                        cores += 1;
                        let core = solver.core().expect("a core");
                        partial += usize::from(core.len() < assumed.len());
                        assert!(core.iter().all(|literal| assumed.contains(literal)), "{case}");
                        let units = core.iter().map(|&literal| vec![literal]);
                        let all: Vec<Vec<Lit>> = clauses.iter().cloned().chain(units).collect();
                        assert!(models(variables as usize, &all).is_empty(), "{case}");
                    }
                    SolverStatus::Unknown => panic!("no limit"),
                }
            }
        }
        assert!(
            satisfiable > 1000 && cores > 1000 && partial > 100,
            "{satisfiable} {cores} {partial}"
        );
    }

    #[test]
    fn a_stopped_search_is_undecided() {
        let mut solver = Outlined::new(BatSatOptions::default(), 0..1);
        solver.add_clause(&[Lit::positive(0), Lit::positive(1)]);
        let limits = Limits::default();
        limits.stop.request();
        assert_eq!(solver.solve(&limits), SolverStatus::Unknown);
    }

    #[test]
    fn conflicts_of_both_solvers_are_counted() {
        let [a, b, c] = [0, 1, 2].map(Lit::positive);
        let mut solver = Outlined::new(BatSatOptions::default(), 0..2);
        solver.declare_variables(3);
        assert_eq!(solver.conflicts_by_variable(), None);
        solver.count_conflicts();
        for [x, y] in [[a, b], [a, !b], [!a, b], [!a, !b]] {
            solver.add_clause(&[x, y, c]);
        }
        solver.assume(&[!c]);
        assert_eq!(solver.solve(&Limits::default()), SolverStatus::Unsatisfiable);
        let counts = solver.conflicts_by_variable().expect("they are counted");
        assert!(counts.iter().sum::<u64>() > 0, "{counts:?}");
    }
}
