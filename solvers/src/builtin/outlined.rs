//! Two BatSat solvers for one formula: one for an outline of it, and one for the whole.

use std::fmt;
use std::ops::Range;

use encycle_encodings::logic::{ClauseSink, Lit, Origin};

use crate::builtin::batsat::{BatSat, BatSatOptions};
use crate::{Limits, SolverStatus};

/// An incremental solver for formulas with an *outline*: variables that are worth deciding before the others.
///
/// The clauses over the outline alone are a formula that the first of two solvers knows. The second one knows all clauses,
/// and assumes each model of the first. If that leads to a contradiction, a core of the model is excluded in the first
/// solver, which looks for another. This is an abstraction with refinement by cores (Clarke et al. 2003). A solver for the
/// whole formula decides the same variables in the order of its conflicts, and easily loses itself in the others.
///
/// ```
/// use encycle_solvers::{BatSatOptions, Limits, Lit, Outlined, SolverStatus};
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
    /// The solver for the outline, whose variables are numbered from 0. After them come variables for the assumptions of
    /// calls, which make the clauses of a call hold in it only.
    first: BatSat,
    first_variables: u32,
    whole: BatSat,
    whole_variables: u32,
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
            first_variables: 0,
            whole: BatSat::with_options(options),
            whole_variables: 0,
            outline,
            assumed: Vec::new(),
            core: Vec::new(),
            conflicts: None,
        }
    }

    /// Declares this number of variables, even if no clause contains them.
    pub fn declare_variables(&mut self, variables: usize) {
        self.whole_variables = self.whole_variables.max(variables as u32);
        self.whole.declare_variables(variables);
    }

    /// Adds a clause.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        if let Some(clause) = self.inside(clause) {
            self.first.add_clause(&clause);
        }
        self.whole.add_clause(clause);
    }

    /// Returns these literals as those of the first solver, or `None` if some are not in the outline.
    fn inside(&self, literals: &[Lit]) -> Option<Vec<Lit>> {
        literals.iter().map(|&literal| self.shifted(literal)).collect()
    }

    fn shifted(&self, literal: Lit) -> Option<Lit> {
        let variable = literal.vidx32();
        let is_inside = self.outline.contains(&variable);
        is_inside.then(|| Lit::new(variable - self.outline.start, literal.is_neg()))
    }

    /// Sets the assumptions of the next call of [`Self::solve`]: literals that are true in its model.
    pub fn assume(&mut self, literals: &[Lit]) {
        self.assumed = literals.to_vec();
    }

    /// Suggests values of variables, as [`BatSat::suggest`] does.
    pub fn suggest(&mut self, values: &[bool]) {
        let (from, to) = (self.outline.start as usize, self.outline.end as usize);
        if let Some(values) = values.get(from..to) {
            self.first.suggest(values);
        }
        self.whole.suggest(values);
    }

    /// Returns the core of the last call of [`Self::solve`] if it was unsatisfiable: a subset of the
    /// assumptions ([`Self::assume`]) under which there is no model.
    #[must_use]
    pub fn core(&self) -> &[Lit] {
        &self.core
    }

    /// Counts from now on for each variable the learnt clauses that contain it ([`Self::conflicts_by_variable`]).
    pub fn count_conflicts_by_variable(&mut self) {
        self.first.count_conflicts_by_variable();
        self.whole.count_conflicts_by_variable();
        self.conflicts = Some(Vec::new());
    }

    /// Returns for each variable, by index, the number of learnt clauses that contain it, as
    /// [`BatSat::conflicts_by_variable`] does: the sum of both solvers.
    #[must_use]
    pub fn conflicts_by_variable(&self) -> Option<&[u64]> {
        self.conflicts.as_deref()
    }

    /// Solves the clauses added so far and keeps what it learns.
    #[must_use]
    pub fn solve(&mut self, limits: &Limits) -> SolverStatus {
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

    fn search(&mut self, limits: &Limits) -> SolverStatus {
        let check = limits.start();
        self.core.clear();
        let assumed = std::mem::take(&mut self.assumed);
        let (inside, outside): (Vec<Lit>, Vec<Lit>) =
            assumed.into_iter().partition(|literal| self.outline.contains(&literal.vidx32()));
        let mut premises = self.inside(&inside).unwrap_or_default();
        let size = self.outline.len() as u32;
        let call = (!outside.is_empty()).then(|| {
            self.first_variables = self.first_variables.max(size) + 1;
            Lit::positive(self.first_variables - 1)
        });
        premises.extend(call);
        self.first.declare_variables(self.first_variables.max(size) as usize);
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

impl ClauseSink for Outlined {
    fn variable(&mut self, _: &'static str, _: fmt::Arguments<'_>) {
        self.declare_variables(self.whole_variables as usize + 1);
    }

    fn clause(&mut self, clause: &[Lit], _: Origin) {
        self.add_clause(clause);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A generator of numbers from 0 (Knuth's MMIX).
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, end: u32) -> u32 {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            ((self.0 >> 33) % u64::from(end)) as u32
        }

        fn literal(&mut self, variables: u32) -> Lit {
            Lit::new(self.below(variables), self.below(2) == 0)
        }
    }

    /// Whether some assignment makes all clauses true, of which the literals are the last.
    fn is_satisfiable(variables: u32, clauses: &[Vec<Lit>], assumed: &[Lit]) -> bool {
        let units = assumed.iter().map(std::slice::from_ref);
        let all: Vec<&[Lit]> = clauses.iter().map(|clause| &clause[..]).chain(units).collect();
        (0..1_u32 << variables).any(|bits| {
            let is_true = |literal: &Lit| (bits >> literal.vidx32() & 1 == 1) == literal.is_pos();
            all.iter().all(|clause| clause.iter().any(is_true))
        })
    }

    /// Formulas that grow, with and without assumptions inside and outside of the outline, against all assignments.
    #[test]
    fn models_and_cores_are_right_for_every_outline() {
        let mut numbers = Numbers(20);
        let (mut models, mut cores, mut partial) = (0, 0, 0);
        for case in 0..3000 {
            let variables = 2 + numbers.below(6);
            let start = numbers.below(variables);
            let end = start + numbers.below(variables - start + 1);
            let mut solver = Outlined::new(BatSatOptions::default(), start..end);
            solver.declare_variables(variables as usize);
            let mut clauses: Vec<Vec<Lit>> = Vec::new();
            for _ in 0..4 {
                for _ in 0..1 + numbers.below(2 * variables) {
                    let clause: Vec<Lit> =
                        (0..1 + numbers.below(3)).map(|_| numbers.literal(variables)).collect();
                    solver.add_clause(&clause);
                    clauses.push(clause);
                }
                let assumed: Vec<Lit> =
                    (0..numbers.below(4)).map(|_| numbers.literal(variables)).collect();
                solver.assume(&assumed);
                match solver.solve(&Limits::default()) {
                    SolverStatus::Satisfiable(model) => {
                        models += 1;
                        let is_true = |literal: &Lit| {
                            model[literal.vidx()].unwrap_or(false) == literal.is_pos()
                        };
                        assert!(clauses.iter().all(|clause| clause.iter().any(is_true)), "{case}");
                        assert!(assumed.iter().all(is_true), "{case}");
                    }
                    SolverStatus::Unsatisfiable => {
                        cores += 1;
                        let core = solver.core();
                        partial += usize::from(core.len() < assumed.len());
                        assert!(core.iter().all(|literal| assumed.contains(literal)), "{case}");
                        assert!(!is_satisfiable(variables, &clauses, core), "{case}");
                    }
                    SolverStatus::Unknown => panic!("no limit"),
                }
            }
        }
        assert!(models > 1000 && cores > 1000 && partial > 100, "{models} {cores} {partial}");
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
        solver.count_conflicts_by_variable();
        for [x, y] in [[a, b], [a, !b], [!a, b], [!a, !b]] {
            solver.add_clause(&[x, y, c]);
        }
        solver.assume(&[!c]);
        assert_eq!(solver.solve(&Limits::default()), SolverStatus::Unsatisfiable);
        let counts = solver.conflicts_by_variable().expect("they are counted");
        assert!(counts.iter().sum::<u64>() > 0, "{counts:?}");
    }
}
