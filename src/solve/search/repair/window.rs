//! Window problems: small SAT problems of the clauses that contain a window's variables, with all other variables
//! fixed.

use encycle_encodings::logic::{Lit, Var, holds};
use encycle_solvers::{BatSat, Limits, SolverStatus};

use crate::solve::search::repair::clauses::ClauseIndex;

/// The maximum number of solver calls for a window. A repair takes about eight; a larger window is better than more
/// calls.
const CALLS: usize = 80;

/// The maximum number of decisions and restarts of a solver call, for each variable of the window.
const STEPS: u64 = 50;

/// A solver of windows, which keeps its tables from one window to the next.
#[derive(Default)]
pub(super) struct WindowSolver {
    /// For each variable, the last window that it belonged to, and its index there.
    index: Vec<(u32, u32)>,
    /// For each clause, the last window that it belonged to.
    seen: Vec<u32>,
    window: u32,
}

impl WindowSolver {
    /// Returns the problem of a window in a model. It leaves out the clauses that contain an open variable outside the
    /// window. With a seed, the first decisions are random.
    pub fn open(
        &mut self,
        variables: &[Var],
        model: &[bool],
        clauses: &mut ClauseIndex,
        is_open: impl Fn(Var) -> bool,
        seed: Option<u64>,
    ) -> WindowProblem<'_> {
        self.window += 1;
        self.index.resize(model.len(), (0, 0));
        self.seen.resize(clauses.len(), 0);
        for (index, variable) in variables.iter().enumerate() {
            self.index[variable.idx()] = (self.window, index as u32);
        }
        let (index, seen, window) = (&self.index[..], &mut self.seen, self.window);
        let old = variables.iter().map(|variable| model[variable.idx()]).collect();
        let solver = BatSat::new(seed);
        let mut problem = WindowProblem { index, window, old, solver, work: 0 };
        problem.solver.declare_variables(variables.len());
        let mut local = Vec::new();
        for variable in variables {
            clauses.visit(variable.idx(), |number, clause| {
                if std::mem::replace(&mut seen[number as usize], window) != window {
                    local.clear();
                    problem.work += 1;
                    let is_met = clause.iter().any(|&literal| match problem.change(literal) {
                        Some(change) => {
                            local.push(change);
                            false
                        }
                        None => holds(literal, model) || is_open(literal.var()),
                    });
                    if !is_met {
                        problem.solver.add_clause(&local);
                    }
                }
            });
        }
        problem
    }
}

/// The problem of a window.
///
/// A variable of the problem is true if the value changes. BatSat tries false first, so it keeps most values.
pub(super) struct WindowProblem<'a> {
    index: &'a [(u32, u32)],
    window: u32,
    old: Vec<bool>,
    solver: BatSat,
    work: u64,
}

impl WindowProblem<'_> {
    /// Returns the number of visited variables.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Returns the values in the model before the window is solved.
    pub fn old(&self) -> &[bool] {
        &self.old
    }

    /// Returns the literal of the problem for a literal of the formula, if the window contains its variable.
    fn change(&self, literal: Lit) -> Option<Lit> {
        let (last, index) = *self.index.get(literal.vidx())?;
        (last == self.window).then(|| Lit::new(index, self.old[index as usize] == literal.is_pos()))
    }

    /// Adds clauses over literals of the formula; the window must contain all of their variables.
    pub fn add(&mut self, cuts: &[Vec<Lit>]) {
        for cut in cuts {
            let local: Vec<Lit> = cut.iter().filter_map(|&literal| self.change(literal)).collect();
            self.solver.add_clause(&local);
        }
    }

    /// Returns values of the window's variables that satisfy all clauses and need no cut, if such values are found
    /// within the bounds.
    pub fn solve(
        &mut self,
        limits: &Limits,
        mut cuts: impl FnMut(&[bool]) -> Vec<Vec<Lit>>,
    ) -> Option<Vec<bool>> {
        for _ in 0..CALLS {
            let steps = STEPS * (self.old.len() as u64 + 20);
            let before = self.solver.propagations();
            let status = self.solver.solve_within(limits, steps);
            self.work += self.old.len() as u64 + self.solver.propagations() - before;
            let SolverStatus::Satisfiable(changes) = status else { return None };
            let changed = self.old.iter().zip(changes);
            let values: Vec<bool> =
                changed.map(|(&old, change)| old != change.unwrap_or(false)).collect();
            let cuts = cuts(&values);
            if cuts.is_empty() {
                return Some(values);
            }
            self.add(&cuts);
        }
        None
    }
}
