//! A solver of one's own behind the `Session` trait: brute force over all assignments of a tiny formula.
//!
//! `cargo run --example own_solver`

use std::error::Error;
use std::fmt;

use encycle::encodings::logic::{Constraint, ConstraintSink, Lit, ModelCheck, Origin, Place, Var};
use encycle::prelude::*;
use encycle::solve::{CallResult, Failure, FormulaSize, Session, SolverId, SolverUsage, solve};
use encycle::solvers::Limits;

/// Keeps the clauses of the formula and tries every assignment.
struct BruteForce {
    id: SolverId,
    variables: usize,
    clauses: Vec<Vec<Lit>>,
}

/// Constraints are lowered to clauses by the library; this sink receives them.
struct Clauses<'a>(&'a mut BruteForce);

impl encycle::encodings::logic::ClauseSink for Clauses<'_> {
    fn variable(&mut self, _family: &'static str, _name: fmt::Arguments<'_>) {}

    fn clause(&mut self, clause: &[Lit], _origin: Origin) {
        self.0.clauses.push(clause.to_vec());
    }
}

impl ConstraintSink for BruteForce {
    fn variable(&mut self, _family: &'static str, _name: fmt::Arguments<'_>) -> Var {
        self.variables += 1;
        Var::new(self.variables as u32 - 1)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        use encycle::encodings::logic::CnfLowering;
        // the constraints of the encoding `edge` need no auxiliary variables with the method `direct`
        let mut lowering = CnfLowering::new(Clauses(self), LoweringOptions::default());
        lowering.constraint(constraint, origin);
    }
}

impl Session for BruteForce {
    fn solver(&self) -> &SolverId {
        &self.id
    }

    fn size(&mut self) -> Result<FormulaSize, Failure> {
        Ok(FormulaSize { variables: self.variables, clauses: self.clauses.len() })
    }

    fn solve(&mut self, _limits: &Limits) -> Result<CallResult, Failure> {
        let models = (0..1_u64 << self.variables)
            .map(|bits| (0..self.variables).map(|variable| bits >> variable & 1 == 1).collect());
        let satisfies = |model: &Vec<bool>| {
            let mut check = ModelCheck::new(model);
            for clause in &self.clauses {
                check.constraint(Constraint::Clause(clause), Origin::new("own", Place::Whole));
            }
            check.broken().is_none()
        };
        Ok(models.into_iter().find(satisfies).map_or(CallResult::Unsatisfiable, CallResult::Model))
    }

    fn last_usage(&self) -> SolverUsage {
        SolverUsage::default()
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
    let encoding = puzzle.encoding("edge")?;
    let id = SolverId { name: "brute force".to_owned(), version: None.into() };
    let mut session = BruteForce { id, variables: 0, clauses: Vec::new() };
    // the loop driver checks every model and every solution, whatever the solver returns
    let outcome = solve(&encoding, &mut session, SearchOptions::default(), true, &mut ());
    println!("{} after {} rounds", outcome.verdict, outcome.rounds.len());
    for solution in &outcome.solutions {
        print!("{}", puzzle.picture(solution));
    }
    Ok(())
}
