//! Solvers as processes, most of them misbehaving.

mod descriptions;
mod faults;
mod outcomes;
mod races;
mod signals;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use encycle::solvers::{Catalogue, Limits, RunEnd, Solver, SolverRun, VariableNames, WorkDir};

use crate::support::misbehaving::path as script;

/// Runs a script as a solver of the formula (1) and (2) over three variables.
fn run_like(like: &str, name: &str, limits: &Limits) -> SolverRun {
    let description = Catalogue::builtin().get(like).unwrap().clone();
    let solver = Solver::new(description, script(name));
    let work_dir = WorkDir::new().unwrap();
    let directory = work_dir.path().to_owned();
    let input = directory.join("formula.cnf");
    std::fs::write(&input, "p cnf 3 2\n1 0\n2 0\n").unwrap();
    std::fs::write(directory.join("answer.txt"), "SAT\n1 2 3 0\n").unwrap();
    let started = Instant::now();
    let run = solver.run(&input, VariableNames::Numbered(3), limits, &directory);
    assert!(started.elapsed() < Duration::from_secs(30), "{name} took {:?}", started.elapsed());
    let escapes = ["leaves-a-detached-child", "hides-a-child", "hides-a-child-and-hangs"];
    if !escapes.contains(&name) {
        assert_eq!(processes_in(&directory), Vec::<PathBuf>::new(), "{name} left a process");
    }
    drop(work_dir);
    assert_eq!(processes_in(&directory), Vec::<PathBuf>::new(), "{name} left a process");
    assert!(!directory.exists(), "{name} left its directory");
    assert_eq!(run.reply.is_some(), run.end == RunEnd::Answered, "{run:?}");
    run
}

fn run(name: &str) -> SolverRun {
    run_like("competition", name, &Limits::default())
}

fn run_for_a_second(name: &str) -> SolverRun {
    let limits = Limits { wall: Some(Duration::from_secs(1)), ..Limits::default() };
    run_like("competition", name, &limits)
}

/// The processes that work in a directory (which is how ours can be told from all others).
fn processes_in(directory: &Path) -> Vec<PathBuf> {
    let processes = std::fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    let works_there = |process: &PathBuf| {
        std::fs::read_link(process.join("cwd")).is_ok_and(|at| at.starts_with(directory))
    };
    // One that was just killed may need a moment to be gone.
    let left: Vec<_> = processes.filter(works_there).collect();
    std::thread::sleep(Duration::from_millis(if left.is_empty() { 0 } else { 500 }));
    left.into_iter().filter(works_there).collect()
}
