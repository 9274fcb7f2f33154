use std::thread;
use std::time::Duration;

use proptest::collection::vec;
use proptest::prelude::*;

use crate::BuiltIn;
use crate::builtin::cadical::*;

const VARIABLES: usize = 6;

type Clauses = Vec<Vec<Lit>>;

/// Returns up to this number of clauses of one to three literals.
fn clauses(most: usize) -> impl Strategy<Value = Clauses> {
    let literal = (0..VARIABLES as u32, any::<bool>()).prop_map(|(var, sign)| Lit::new(var, sign));
    vec(vec(literal, 1..=3), 0..=most)
}

fn holds(clause: &[Lit], model: &[bool]) -> bool {
    clause.iter().any(|literal| model[literal.vidx()] == literal.is_pos())
}

/// Returns all assignments that satisfy the clauses, in binary order.
fn models(clauses: &Clauses) -> Vec<Vec<bool>> {
    let all = (0..1_usize << VARIABLES)
        .map(|number| (0..VARIABLES).map(|var| number >> var & 1 == 1).collect::<Vec<_>>());
    all.filter(|model| clauses.iter().all(|clause| holds(clause, model))).collect()
}

fn empty() -> CadicalSolver {
    let mut solver = CadicalSolver::new(Some(u64::MAX));
    (0..VARIABLES).for_each(|var| solver.variable("x", format_args!("{var}")));
    solver
}

/// Enumerates the models by blocking each one, with many calls of one solver.
fn enumerated(solver: &mut CadicalSolver) -> Vec<Vec<bool>> {
    let mut found = Vec::new();
    loop {
        match solver.solve(&Limits::default()) {
            SolverStatus::Satisfiable(values) => {
                let model: Vec<bool> =
                    values.into_iter().map(|value| value == Some(true)).collect();
                let block = |(var, &value): (usize, &bool)| Lit::new(var as u32, value);
                solver.add_clause(&model.iter().enumerate().map(block).collect::<Vec<_>>());
                found.push(model);
                assert!(found.len() <= 1 << VARIABLES, "a blocked model was returned again");
            }
            SolverStatus::Unsatisfiable => break,
            SolverStatus::Unknown => panic!("unknown without a limit"),
        }
    }
    found.sort_by_key(|model| model.iter().rev().copied().collect::<Vec<_>>());
    found
}

/// A propagator with clauses that the solver does not have. It returns the clauses that the assignment falsifies.
struct Hidden(Clauses);

impl ExternalPropagator for Hidden {
    fn conflicts(&mut self, true_literals: &mut dyn Iterator<Item = Lit>) -> Vec<Vec<Lit>> {
        let trail: Vec<Lit> = true_literals.collect();
        let is_false = |clause: &&Vec<Lit>| clause.iter().all(|&literal| trail.contains(&!literal));
        self.0.iter().filter(is_false).cloned().collect()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn all_models_are_enumerated(clauses in clauses(12)) {
        let mut solver = empty();
        clauses.iter().for_each(|clause| solver.add_clause(clause));
        prop_assert_eq!(enumerated(&mut solver), models(&clauses));
    }

    /// One variable is declared after the propagator is attached.
    #[test]
    fn models_satisfy_the_clauses_of_a_propagator(known in clauses(6), hidden in clauses(8)) {
        let mut solver = CadicalSolver::new(None);
        (1..VARIABLES).for_each(|var| solver.variable("x", format_args!("{var}")));
        prop_assert!(solver.attach_propagator(Box::new(Hidden(hidden.clone()))));
        solver.variable("x", format_args!("late"));
        known.iter().for_each(|clause| solver.add_clause(clause));
        prop_assert_eq!(enumerated(&mut solver), models(&[known, hidden].concat()));
    }
}

/// CaDiCaL may have eliminated a variable then, and observing it would abort the process.
#[test]
fn a_propagator_cannot_be_attached_after_solving() {
    let mut solver = empty();
    assert!(matches!(solver.solve(&Limits::default()), SolverStatus::Satisfiable(_)));
    assert!(!solver.attach_propagator(Box::new(Hidden(vec![vec![]]))));
    assert!(matches!(solver.solve(&Limits::default()), SolverStatus::Satisfiable(_)));
}

/// Returns the clauses that put one pigeon more than there are holes into the holes: hard for every solver based on
/// resolution (Haken, *The intractability of resolution*, 1985).
fn pigeons(holes: u32) -> CadicalSolver {
    let sits = |pigeon: u32, hole: u32| Lit::positive(pigeon * holes + hole);
    let mut solver = CadicalSolver::new(None);
    for pigeon in 0..=holes {
        solver.add_clause(&(0..holes).map(|hole| sits(pigeon, hole)).collect::<Vec<_>>());
        for other in 0..pigeon {
            (0..holes)
                .for_each(|hole| solver.add_clause(&[!sits(pigeon, hole), !sits(other, hole)]));
        }
    }
    solver
}

#[test]
fn limits_hold_and_the_solver_can_be_called_again() {
    let brief = Some(Duration::from_millis(50));
    let mut hard = pigeons(14);
    assert_eq!(hard.solve(&Limits { wall: brief, ..Limits::default() }), SolverStatus::Unknown);
    assert_eq!(hard.solve(&Limits { cpu: brief, ..Limits::default() }), SolverStatus::Unknown);
    let limits = Limits::default();
    let stop = limits.stop.clone();
    let stopper = thread::spawn(move || {
        thread::sleep(Duration::from_millis(50));
        stop.request();
    });
    assert_eq!(hard.solve(&limits), SolverStatus::Unknown);
    stopper.join().expect("no panic");
    hard.add_clause(&[Lit::positive(0)]);
    hard.add_clause(&[Lit::negative(0)]);
    assert_eq!(hard.solve(&Limits::default()), SolverStatus::Unsatisfiable);
}

#[test]
fn the_version_is_that_of_the_library() {
    assert_eq!(BuiltIn::CADICAL.version, Some(&*CaDiCal::version()));
}

#[test]
fn a_proof_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof");
    let mut solver = CadicalSolver::new(None);
    assert!(solver.record_proof(&file));
    let (a, b) = (Lit::positive(0), Lit::positive(1));
    for clause in [[a, b], [a, !b], [!a, b], [!a, !b]] {
        solver.add_clause(&clause);
    }
    assert_eq!(solver.solve(&Limits::default()), SolverStatus::Unsatisfiable);
    solver.finish_proof();
    // binary DRAT, which ends with the empty clause
    assert!(std::fs::read(&file).unwrap().windows(2).any(|step| step == b"a\0"));
    assert!(!CadicalSolver::new(None).record_proof(&folder.path().join("none/proof")));
}
