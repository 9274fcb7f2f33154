//! Refutations: the clauses that BatSat learns, which prove that a formula has no model.

use batsat::callbacks::Callbacks;
use batsat::clause::Kind;
use batsat::{Solver, SolverInterface as _, SolverOpts, lbool};

use crate::Limits;

/// The result of refuting a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refuted {
    /// There is no model. Each of these clauses follows from the formula and the earlier clauses by unit propagation,
    /// and unit propagation on the formula and all of these clauses derives a contradiction. Literals are DIMACS
    /// literals.
    Yes(Vec<Vec<i32>>),
    /// There is a model.
    No,
    /// A limit was reached.
    Unknown,
}

/// Solves a formula with BatSat, and records what it learns.
///
/// ```
/// use encycle_solvers::{Limits, Refuted, refute};
///
/// let formula = [vec![1, 2], vec![1, -2], vec![-1, 2], vec![-1, -2]];
/// assert!(matches!(refute(&formula, &Limits::default()), Refuted::Yes(_)));
/// assert_eq!(refute(&formula[1..], &Limits::default()), Refuted::No);
/// ```
#[must_use]
pub fn refute(formula: &[Vec<i32>], limits: &Limits) -> Refuted {
    let check = limits.start();
    let recorder = StepRecorder { learnt: Vec::new(), is_over: Box::new(move || check.is_over()) };
    let mut solver = Solver::new(SolverOpts::default(), recorder);
    let mut buffer = Vec::new();
    for clause in formula {
        buffer.clear();
        for &literal in clause {
            let variable = solver.var_of_int(literal.unsigned_abs() - 1);
            buffer.push(batsat::Lit::new(variable, literal > 0));
        }
        solver.add_clause_reuse(&mut buffer);
    }
    match solver.solve_limited(&[]) {
        result if result == lbool::FALSE => {
            Refuted::Yes(std::mem::take(&mut solver.cb_mut().learnt))
        }
        result if result == lbool::TRUE => Refuted::No,
        _ => Refuted::Unknown,
    }
}

/// A recorder of learnt clauses. It does not record deletions, because BatSat deletes clauses whose consequences it
/// still relies on.
struct StepRecorder {
    learnt: Vec<Vec<i32>>,
    is_over: Box<dyn Fn() -> bool>,
}

impl Callbacks for StepRecorder {
    fn on_new_clause(&mut self, clause: &[batsat::Lit], kind: Kind) {
        if matches!(kind, Kind::Learnt) {
            let number = |literal: &batsat::Lit| {
                let variable = literal.var().idx() as i32 + 1;
                if literal.sign() { variable } else { -variable }
            };
            self.learnt.push(clause.iter().map(number).collect());
        }
    }

    fn stop(&self) -> bool {
        (self.is_over)()
    }
}
