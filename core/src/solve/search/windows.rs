//! Window problems: small SAT problems of the clauses that contain a window's variables, with all other variables
//! fixed.
//!
//! A window needs the clauses that contain its variables, out of a formula with possibly millions of clauses. The clause
//! index is a linked list of clauses for each variable, stored in one vector; cuts are added at the front of the lists
//! without moving anything.

use std::collections::HashSet;
use std::fmt;

use encycle_encodings::encoding::{Cut, Encoding};
use encycle_encodings::logic::{
    ClauseSink, CnfLowering, ConstraintSink as _, Lit, LoweringOptions, Origin, TooLarge, Var,
    holds,
};
use encycle_solvers::{BatSat, Limits, SolverStatus};

/// The clauses of an encoding and of cuts, with the clauses of each variable.
pub(super) struct ClauseIndex {
    lowering: CnfLowering<IndexedClauses>,
}

/// The mark for the end of a list.
const END: u32 = u32::MAX;

#[derive(Default)]
struct IndexedClauses {
    literals: Vec<Lit>,
    /// For each clause, the end of its literals, which start at the end of the previous clause.
    ends: Vec<u32>,
    /// For each variable, the first entry of its list.
    first: Vec<u32>,
    /// Entries of the lists: a clause, and the next entry of the list.
    entries: Vec<(u32, u32)>,
    is_fixed: Vec<bool>,
}

impl ClauseSink for IndexedClauses {
    fn variable(&mut self, _: &'static str, _: fmt::Arguments<'_>) {
        self.first.push(END);
        self.is_fixed.push(false);
    }

    fn clause(&mut self, clause: &[Lit], _: Origin) {
        let number = self.ends.len() as u32;
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len() as u32);
        if let [unit] = clause {
            self.is_fixed[unit.vidx()] = true;
        }
        for literal in clause {
            let first =
                std::mem::replace(&mut self.first[literal.vidx()], self.entries.len() as u32);
            self.entries.push((number, first));
        }
    }
}

impl ClauseIndex {
    /// Lowers an encoding without auxiliary variables.
    pub fn new(encoding: &Encoding<'_>) -> Self {
        let mut lowering = CnfLowering::new(IndexedClauses::default(), LoweringOptions::default());
        encoding.encode(&mut lowering);
        Self { lowering }
    }

    /// Adds cuts.
    pub fn add(&mut self, cuts: &[Cut]) {
        for cut in cuts {
            self.lowering.constraint(cut.constraint(), cut.origin());
        }
    }

    /// Returns the variables that unit clauses fix, by index.
    ///
    /// # Errors
    /// A constraint would become too many clauses.
    pub fn is_fixed(&mut self) -> Result<&[bool], TooLarge> {
        Ok(&self.lowering.sink()?.is_fixed)
    }

    /// Calls `visit` with each clause that contains the variable with this index, and its number.
    pub fn visit(&mut self, variable: usize, mut visit: impl FnMut(u32, &[Lit])) {
        let Ok(clauses) = self.lowering.sink() else { return };
        let mut entry = clauses.first.get(variable).copied().unwrap_or(END);
        while entry != END {
            let (number, next) = clauses.entries[entry as usize];
            let start = match number {
                0 => 0,
                _ => clauses.ends[number as usize - 1] as usize,
            };
            visit(number, &clauses.literals[start..clauses.ends[number as usize] as usize]);
            entry = next;
        }
    }

    /// Returns the variables of a window, followed by the nearest auxiliary variables, which share clauses with the
    /// window directly or through other auxiliary variables: at most as many as the window has. Variables from `drawn`
    /// on are auxiliary.
    pub fn with_auxiliary(&mut self, window: &[Var], drawn: usize) -> Vec<Var> {
        let mut variables = window.to_vec();
        let count = self.is_fixed().map_or(0, <[_]>::len);
        if count == drawn {
            return variables;
        }
        let mut is_added = HashSet::new();
        let mut next = 0;
        while let Some(&variable) = variables.get(next) {
            next += 1;
            self.visit(variable.idx(), |_, clause| {
                for other in clause.iter().map(|literal| literal.var()) {
                    let is_new = other.idx() >= drawn && variables.len() < 2 * window.len();
                    if is_new && is_added.insert(other) {
                        variables.push(other);
                    }
                }
            });
        }
        variables
    }

    /// Returns the number of clauses.
    pub fn len(&mut self) -> usize {
        self.lowering.sink().map_or(0, |clauses| clauses.ends.len())
    }
}

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
