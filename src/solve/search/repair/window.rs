//! The small SAT problem of a window: the clauses that contain its variables, with all other variables fixed.

use encycle_encodings::encoding::Repair;
use encycle_encodings::logic::{Lit, Var, holds};
use encycle_solvers::{BatSat, Limits, SolverStatus};

use crate::solve::search::repair::clauses::ClauseIndex;

/// The most solver calls for a window. A repair takes about eight; a larger window is better than more calls.
const CALLS: usize = 80;

/// The most decisions and restarts of a solver call, for each variable of the window.
const STEPS: u64 = 50;

/// A solver of windows; it keeps its tables from one to the next.
#[derive(Default)]
pub(super) struct WindowSolver {
    /// For each variable, the window that it belonged to last, and its index there.
    index: Vec<(u32, u32)>,
    /// For each clause, the last window that it belonged to.
    seen: Vec<u32>,
    window: u32,
    work: u64,
}

impl WindowSolver {
    /// Returns the number of visited variables of the last window.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Returns values of the window's variables that satisfy all clauses and need no cut, if they are found within the
    /// bounds.
    ///
    /// A variable of the small problem is true if the value changes. BatSat tries false first, so it keeps most values.
    pub fn solve(
        &mut self,
        variables: &[Var],
        model: &[bool],
        clauses: &mut ClauseIndex,
        repair: &mut dyn Repair,
        limits: &Limits,
    ) -> Option<Vec<bool>> {
        self.window += 1;
        self.index.resize(model.len(), (0, 0));
        self.seen.resize(clauses.len(), 0);
        for (index, variable) in variables.iter().enumerate() {
            self.index[variable.idx()] = (self.window, index as u32);
        }
        let (index, seen, window) = (&self.index, &mut self.seen, self.window);
        let change = |literal: Lit| {
            let (last, index) = *index.get(literal.vidx())?;
            (last == window).then(|| Lit::new(index, holds(literal, model)))
        };
        let mut work = 0;
        let old: Vec<bool> = variables.iter().map(|variable| model[variable.idx()]).collect();
        let mut solver = BatSat::new(None);
        solver.declare_variables(variables.len());
        let mut local = Vec::new();
        for variable in variables {
            clauses.visit(variable.idx(), |number, clause| {
                if std::mem::replace(&mut seen[number as usize], window) != window {
                    local.clear();
                    work += 1;
                    let is_met = clause.iter().any(|&literal| match change(literal) {
                        Some(change) => {
                            local.push(change);
                            false
                        }
                        None => holds(literal, model),
                    });
                    if !is_met {
                        solver.add_clause(&local);
                    }
                }
            });
        }
        self.work = work;
        let mut values = old.clone();
        for _ in 0..CALLS {
            let cuts = repair.window_cuts(&values);
            if cuts.is_empty() {
                return (values != old).then_some(values);
            }
            for cut in cuts {
                local.clear();
                local.extend(cut.iter().filter_map(|&literal| change(literal)));
                solver.add_clause(&local);
            }
            let steps = STEPS * (variables.len() as u64 + 20);
            let before = solver.propagations();
            let status = solver.solve_within(limits, steps);
            self.work += variables.len() as u64 + solver.propagations() - before;
            let SolverStatus::Satisfiable(changes) = status else { return None };
            for (index, change) in changes.iter().take(old.len()).enumerate() {
                values[index] = old[index] != change.unwrap_or(false);
            }
        }
        None
    }
}
