//! The counter of an objective: clauses that bound the cost of a solution, for solvers that take clauses only.

use std::collections::HashSet;

use encycle_encodings::logic::{
    LinearObjective, Lit, ObjectiveCost, ObjectiveError, Origin, Place, Var,
};
use rustsat::encodings::card::{BoundUpper as _, Totalizer};
use rustsat::encodings::pb::{BinaryAdder, BoundUpper as _, DynamicPolyWatchdog};
use rustsat::instances::{BasicVarManager, Cnf, ManageVars as _};

use crate::solve::session::{Failure, Session};

/// The cost of an objective, with the clauses that bound it.
pub(super) struct ObjectiveCounter {
    cost: ObjectiveCost,
    /// The literals that hold in every better solution.
    fixed: HashSet<Lit>,
    encoding: Option<CounterEncoding>,
}

/// How costs are bounded: a totalizer if all weights are equal, otherwise the dynamic polynomial watchdog (Paxian,
/// Reimer and Becker 2018) or, for many weights, a binary adder, which derives less but has a few clauses for each
/// weight and digit.
enum CounterEncoding {
    Count(Totalizer, u64),
    Sum(Box<DynamicPolyWatchdog>),
    Add(Box<BinaryAdder>),
}

/// The most weights of a watchdog. For the 4,950 of a tour of 100 towns, its clauses took 39 s.
const MOST_WATCHED: usize = 500;

impl ObjectiveCounter {
    /// Creates the counter of an objective, without clauses.
    ///
    /// # Errors
    /// The objective is not a cost.
    pub fn new(objective: &LinearObjective) -> Result<Self, ObjectiveError> {
        Ok(Self { cost: ObjectiveCost::new(objective)?, fixed: HashSet::new(), encoding: None })
    }

    /// Adds literals that hold in every solution of a smaller cost than the best one to the session, before the first bound, whose
    /// clauses then count the others only.
    pub fn fix(&mut self, literals: &[Lit], session: &mut dyn Session) {
        for &literal in literals {
            session.add_clause(&[literal], Origin::new("objective", Place::Whole));
        }
        self.fixed = literals.iter().copied().collect();
    }

    /// Returns the cost of the values of the variables.
    pub fn cost(&self, values: &[bool]) -> u64 {
        self.cost.of(values)
    }

    /// Returns the value of the objective at this cost.
    pub fn value(&self, cost: u64) -> f64 {
        self.cost.value(cost)
    }

    /// Returns assumptions under which the cost is at most this number. The first call adds the clauses of the counter to
    /// the session; later bounds must be smaller.
    ///
    /// # Errors
    /// The session refuses a clause.
    pub fn at_most(&mut self, cost: u64, session: &mut dyn Session) -> Result<Vec<Lit>, Failure> {
        let encoding = match &self.encoding {
            Some(known) => known,
            None => {
                let encoding = self.encode(cost, session)?;
                self.encoding.insert(encoding)
            }
        };
        let internal = |error: &dyn std::fmt::Display| Failure::Internal(error.to_string());
        match encoding {
            CounterEncoding::Count(totalizer, weight) => {
                totalizer.enforce_ub((cost / *weight) as usize).map_err(|error| internal(&error))
            }
            CounterEncoding::Sum(watchdog) => {
                watchdog.enforce_ub(cost as usize).map_err(|error| internal(&error))
            }
            CounterEncoding::Add(adder) => {
                adder.enforce_ub(cost as usize).map_err(|error| internal(&error))
            }
        }
    }

    /// Adds the clauses of the counter, up to this cost, to a session.
    fn encode(&self, cost: u64, session: &mut dyn Session) -> Result<CounterEncoding, Failure> {
        let first = session.size()?.variables as u32;
        let mut manager = BasicVarManager::from_next_free(Var::new(first));
        let mut clauses = Cnf::new();
        const MEMORY: &str = "enough memory for the clauses of the objective";
        let is_open = |(literal, _): &&(Lit, u64)| !self.fixed.contains(&!*literal);
        let weights: Vec<(Lit, u64)> =
            self.cost.weights().iter().filter(is_open).copied().collect();
        let weight = weights.first().map_or(1, |&(_, weight)| weight);
        let encoding = if weights.iter().all(|&(_, other)| other == weight) {
            let mut totalizer: Totalizer = weights.iter().map(|&(literal, _)| literal).collect();
            let most = (cost / weight) as usize;
            totalizer.encode_ub(0..=most, &mut clauses, &mut manager).expect(MEMORY);
            CounterEncoding::Count(totalizer, weight)
        } else {
            let (count, costs) = (weights.len(), 0..=cost as usize);
            let weights = weights.iter().map(|&(literal, weight)| (literal, weight as usize));
            if count <= MOST_WATCHED {
                let mut watchdog: DynamicPolyWatchdog = weights.collect();
                watchdog.encode_ub(costs, &mut clauses, &mut manager).expect(MEMORY);
                CounterEncoding::Sum(Box::new(watchdog))
            } else {
                let mut adder: BinaryAdder = weights.collect();
                adder.encode_ub(costs, &mut clauses, &mut manager).expect(MEMORY);
                CounterEncoding::Add(Box::new(adder))
            }
        };
        for number in first..manager.n_used() {
            session.variable("objective", format_args!("y_objective_{}", number + 1));
        }
        for clause in &clauses {
            let literals: Vec<Lit> = clause.iter().copied().collect();
            session.add_clause(&literals, Origin::new("objective", Place::Whole));
        }
        session.size()?;
        Ok(encoding)
    }
}
