//! External solvers: descriptions, outcomes, faults, races and signals. Most of the solvers misbehave.

mod descriptions;
mod faults;
mod liars;
mod outcomes;
mod races;
mod signals;

use std::time::Duration;

use encycle::solvers::{Catalogue, Limits, RunEnd, Solver, SolverRun, VariableNames, WorkDir};

use crate::support::misbehaving::path as script;
use crate::support::waiting::wait_until_none_is_in;

/// Runs a script as a solver on the formula (1) and (2) over three variables, and asserts that it leaves no process and
/// no directory.
fn run_like(like: &str, name: &str, limits: &Limits) -> SolverRun {
    let description = Catalogue::builtin().get(like).unwrap().clone();
    let solver = Solver::new(description, script(name));
    let work_dir = WorkDir::new().unwrap();
    let directory = work_dir.path().to_owned();
    let input = directory.join("formula.cnf");
    std::fs::write(&input, "p cnf 3 2\n1 0\n2 0\n").unwrap();
    std::fs::write(directory.join("answer.txt"), "SAT\n1 2 3 0\n").unwrap();
    let run = solver.run(&input, VariableNames::Numbered(3), limits, &directory);
    // a script that hangs, or the child that it leaves, would run for ten minutes
    assert!(run.wall < Duration::from_secs(300), "{name} took {:?}", run.wall);
    let escapes = ["leaves-a-detached-child", "hides-a-child", "hides-a-child-and-hangs"];
    if !escapes.contains(&name) {
        wait_until_none_is_in(&directory, name);
    }
    drop(work_dir);
    wait_until_none_is_in(&directory, name);
    assert!(!directory.exists(), "{name} left its directory");
    assert_eq!(run.status.is_some(), run.end == RunEnd::Answered, "{run:?}");
    run
}

fn run(name: &str) -> SolverRun {
    run_like("competition", name, &Limits::default())
}

fn run_for_a_second(name: &str) -> SolverRun {
    let limits = Limits { wall: Some(Duration::from_secs(1)), ..Limits::default() };
    run_like("competition", name, &limits)
}
