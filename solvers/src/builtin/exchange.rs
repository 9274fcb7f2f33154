//! The exchange of learnt clauses between solvers of the same formula.

use std::sync::{Arc, Mutex, PoisonError};

use batsat::Callbacks;
use batsat::clause::Kind;

/// The maximum number of literals of a clause that is sent. Longer clauses rarely help another solver.
const LONGEST: usize = 8;

/// The number of restarts between two receipts.
const RESTARTS: u32 = 8;

/// A place where solvers of the same formula, each in its own thread, exchange learnt clauses. Clones share one place.
///
/// A solver learns only clauses that follow from its formula, even under assumptions. Therefore the exchange is sound
/// as long as all solvers have the same formula: a clause that is added to one solver must hold for the others as well.
#[derive(Clone, Debug, Default)]
pub struct ClauseExchange(Arc<Mutex<ExchangedClauses>>);

#[derive(Debug, Default)]
struct ExchangedClauses {
    participants: usize,
    /// The clauses, each with the participant that sent it.
    clauses: Vec<(usize, Box<[batsat::Lit]>)>,
}

impl ClauseExchange {
    /// Adds a solver. Its first `variables` variables are the variables that all solvers share.
    pub(crate) fn join(&self, variables: u32) -> Participant {
        let number = self.with(|exchanged| {
            exchanged.participants += 1;
            exchanged.participants
        });
        Participant {
            exchange: self.clone(),
            number,
            variables,
            learnt: Vec::new(),
            received: 0,
            restarts: 0,
        }
    }

    fn with<T>(&self, act: impl FnOnce(&mut ExchangedClauses) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A solver that exchanges clauses.
#[derive(Debug)]
pub(crate) struct Participant {
    exchange: ClauseExchange,
    number: usize,
    variables: u32,
    /// The clauses to send at the next restart.
    learnt: Vec<Box<[batsat::Lit]>>,
    /// The number of clauses in the exchange that this participant has already read.
    received: usize,
    /// The number of restarts since the last receipt.
    restarts: u32,
}

impl Participant {
    /// Returns whether the search should pause to receive clauses.
    fn is_due(&self) -> bool {
        self.restarts >= RESTARTS
    }

    /// Records a learnt clause.
    fn learn(&mut self, clause: &[batsat::Lit]) {
        let is_shared = |literal: &batsat::Lit| literal.var().idx() < self.variables;
        if clause.len() <= LONGEST && clause.iter().all(is_shared) {
            self.learnt.push(clause.into());
        }
    }

    /// Sends the clauses that were learnt since the last restart.
    fn send(&mut self) {
        self.restarts += 1;
        if !self.learnt.is_empty() {
            let (number, learnt) = (self.number, std::mem::take(&mut self.learnt));
            let learnt = learnt.into_iter().map(|clause| (number, clause));
            self.exchange.with(|exchanged| exchanged.clauses.extend(learnt));
        }
    }

    /// Returns the clauses that others have sent since the last receipt.
    pub fn receive(&mut self) -> Vec<Box<[batsat::Lit]>> {
        self.restarts = 0;
        let (number, received) = (self.number, self.received);
        let (clauses, all) = self.exchange.with(|exchanged| {
            let others = exchanged.clauses[received..].iter().filter(|(from, _)| *from != number);
            let clauses = others.map(|(_, clause)| clause.clone()).collect();
            (clauses, exchanged.clauses.len())
        });
        self.received = all;
        clauses
    }
}

/// The callbacks of a BatSat search.
#[derive(Default)]
pub(crate) struct SearchCallbacks {
    /// Whether the search is over.
    pub stop: Option<Box<dyn Fn() -> bool>>,
    /// The exchange of clauses, if any.
    pub participant: Option<Participant>,
    /// For each variable, the number of learnt clauses that contain it, if they are counted.
    pub conflicts: Option<Vec<u64>>,
}

impl SearchCallbacks {
    /// Returns whether the search was interrupted to receive clauses rather than to end.
    pub fn is_receipt_due(&self) -> bool {
        self.participant.as_ref().is_some_and(Participant::is_due)
    }
}

impl Callbacks for SearchCallbacks {
    fn stop(&self) -> bool {
        self.is_receipt_due() || self.stop.as_ref().is_some_and(|stop| stop())
    }

    fn on_restart(&mut self) {
        if let Some(participant) = &mut self.participant {
            participant.send();
        }
    }

    fn on_new_clause(&mut self, clause: &[batsat::Lit], kind: Kind) {
        if !matches!(kind, Kind::Learnt) {
            return;
        }
        if let Some(participant) = &mut self.participant {
            participant.learn(clause);
        }
        if let Some(conflicts) = &mut self.conflicts {
            for literal in clause {
                let variable = literal.var().idx() as usize;
                if conflicts.len() <= variable {
                    conflicts.resize(variable + 1, 0);
                }
                conflicts[variable] += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BatSat, Limits, Lit, SolverStatus};

    /// Returns the clauses that put `pigeons` pigeons into one hole fewer, with at most one pigeon per hole.
    fn pigeonholes(pigeons: u32) -> Vec<Vec<Lit>> {
        let holes = pigeons - 1;
        let of = |pigeon, hole| Lit::positive(pigeon * holes + hole);
        let mut clauses: Vec<Vec<Lit>> =
            (0..pigeons).map(|pigeon| (0..holes).map(|hole| of(pigeon, hole)).collect()).collect();
        for hole in 0..holes {
            for one in 0..pigeons {
                clauses.extend((0..one).map(|other| vec![!of(one, hole), !of(other, hole)]));
            }
        }
        clauses
    }

    fn solver(clauses: &[Vec<Lit>]) -> BatSat {
        let mut solver = BatSat::new(None);
        clauses.iter().for_each(|clause| solver.add_clause(clause));
        solver
    }

    #[test]
    fn clauses_learnt_under_assumptions_hold_without_them() {
        // without its first clause, the first pigeon needs no hole
        let clauses = &pigeonholes(8)[1..];
        let exchange = ClauseExchange::default();
        let mut sender = solver(clauses);
        sender.exchange(exchange.clone());
        sender.assume(&[Lit::positive(0)]);
        assert_eq!(sender.solve(&Limits::default()), SolverStatus::Unsatisfiable);
        let received = exchange.join(8 * 7).receive();
        assert!(!received.is_empty());
        for clause in received {
            let mut refuted = solver(clauses);
            for literal in clause.iter() {
                let literal = Lit::new(literal.var().idx(), !literal.sign());
                refuted.add_clause(&[!literal]);
            }
            assert_eq!(
                refuted.solve(&Limits::default()),
                SolverStatus::Unsatisfiable,
                "{clause:?}"
            );
        }
    }

    #[test]
    fn a_receiver_needs_fewer_conflicts() {
        let clauses = pigeonholes(8);
        let exchange = ClauseExchange::default();
        let mut solvers = [(); 2].map(|()| solver(&clauses));
        for solver in &mut solvers {
            solver.exchange(exchange.clone());
            assert_eq!(solver.solve(&Limits::default()), SolverStatus::Unsatisfiable);
        }
        assert!(solvers[1].conflicts() < solvers[0].conflicts());
    }

    #[test]
    fn only_clauses_of_common_variables_are_sent() {
        let exchange = ClauseExchange::default();
        let [mut sender, mut receiver] = [1, 1].map(|variables| exchange.join(variables));
        let of = |variable| Lit::positive(variable);
        let literal = |literal: Lit| {
            batsat::Lit::new(batsat::Var::unsafe_from_idx(literal.vidx32()), literal.is_pos())
        };
        sender.learn(&[literal(of(0))]);
        sender.learn(&[literal(of(0)), literal(of(1))]);
        sender.send();
        assert_eq!(receiver.receive(), [[literal(of(0))].into()]);
        assert!(sender.receive().is_empty());
    }
}
