//! One run of a solver: each misbehaviour ends in time with a typed reason, and leaves neither a process nor a
//! directory.

use std::time::Duration;

use encycle::solvers::{
    Catalogue, FindError, Limits, OutputError, Resource, RunEnd, Solver, SolverRun, SolverStatus,
    find, probe,
};

use super::{run, run_for_a_second, run_like};
use crate::support::misbehaving::path as script;
use crate::support::waiting::once_in;

fn model(values: [bool; 3]) -> Option<SolverStatus> {
    Some(SolverStatus::Satisfiable(values.map(Some).to_vec()))
}

fn bad(run: &SolverRun) -> &OutputError {
    match &run.end {
        RunEnd::BadOutput(bad) => bad,
        _ => panic!("{run:?}"),
    }
}

#[test]
fn a_right_answer_is_read() {
    assert_eq!(run("answers-right").status, model([true, false, true]));
}

#[test]
fn a_wrong_model_is_passed_on_to_whoever_knows_the_formula() {
    assert_eq!(run("lies-with-a-wrong-model").status, model([false; 3]));
}

#[test]
fn a_crash_while_printing_the_model_is_a_crash() {
    let run = run("crashes-in-the-model");
    assert_eq!(run.end, RunEnd::Signal(11));
    assert_eq!(run.end.to_string(), "was ended by signal 11 (SIGSEGV)");
}

#[test]
fn of_a_crashed_solver_only_a_whole_model_is_believed() {
    assert_eq!(run("crashes-after-the-model").status, model([true; 3]));
    assert_eq!(run("crashes-after-unsatisfiable").end, RunEnd::Signal(11));
}

#[test]
fn an_incomplete_model_leaves_variables_without_a_value() {
    assert_eq!(
        run("prints-half-a-model").status,
        Some(SolverStatus::Satisfiable(vec![Some(true), None, None]))
    );
    assert!(bad(&run("prints-no-model")).reason.contains("no model"));
}

#[test]
fn an_exit_status_without_output_is_no_answer() {
    assert_eq!(run("prints-nothing").end, RunEnd::Exited { code: 0 });
    let run = run("fails");
    assert_eq!(run.end, RunEnd::Exited { code: 20 });
    assert_eq!(run.last_lines, ["parse error in line 3"]);
}

#[test]
fn a_solver_that_hangs_is_killed_with_its_children() {
    for name in ["hangs", "hangs-deaf"] {
        assert_eq!(run_for_a_second(name).end, RunEnd::Limit(Resource::Wall), "{name}");
    }
    // the script prints its model at once
    let limits = Limits { wall: Some(Duration::from_secs(4)), ..Limits::default() };
    let run = run_like("competition", "hangs-after-the-model", &limits);
    assert_eq!(run.status, model([true; 3]));
}

#[test]
fn only_the_last_lines_of_standard_error_are_kept() {
    let run = run("floods-stderr");
    assert_eq!(run.status, Some(SolverStatus::Unsatisfiable));
    assert!(run.last_lines.len() <= 20);
    assert!(run.last_lines.contains(&"the last line".to_owned()));
}

#[test]
fn output_beyond_the_limit_ends_the_solver() {
    for name in ["floods-stdout", "floods-one-line"] {
        let limits = Limits { output_bytes: 1 << 20, ..Limits::default() };
        let run = run_like("competition", name, &limits);
        assert_eq!(run.end, RunEnd::Limit(Resource::Output), "{name}");
    }
}

#[test]
fn children_left_behind_are_killed() {
    assert_eq!(run("leaves-a-child").status, Some(SolverStatus::Unsatisfiable));
}

#[test]
fn a_child_in_another_session_is_not_waited_for() {
    let run = run("leaves-a-detached-child");
    assert_eq!(run.status, model([true; 3]));
}

#[test]
fn a_child_that_hides_is_found_all_the_same() {
    assert_eq!(run("hides-a-child").status, model([true; 3]));
    assert_eq!(run_for_a_second("hides-a-child-and-hangs").end, RunEnd::Limit(Resource::Wall));
}

/// SIGTERM has 100 ms before SIGKILL follows; the rest is for the machine.
#[test]
fn limits_of_time_are_kept_within_200_ms() {
    let wall = Duration::from_millis(500);
    for name in ["hangs", "hangs-deaf", "hides-a-child-and-hangs"] {
        let late = || {
            let limits = Limits { wall: Some(wall), ..Limits::default() };
            let run = run_like("competition", name, &limits);
            assert_eq!(run.end, RunEnd::Limit(Resource::Wall), "{name}");
            run.wall.checked_sub(wall).expect("not too early")
        };
        once_in(30, late, |late| *late < Duration::from_millis(200));
    }
}

#[test]
fn cpu_time_of_children_counts_towards_the_limit() {
    let limits = Limits { cpu: Some(Duration::from_millis(500)), ..Limits::default() };
    let run = run_like("competition", "burns-cpu-in-children", &limits);
    assert_eq!(run.end, RunEnd::Limit(Resource::Cpu), "{run:?}");
    assert!(run.end.to_string().contains("CPU time"));
}

/// A solver in a script had no CPU time when it was killed, because its script had not waited for it.
#[test]
fn cpu_time_of_killed_children_is_reported() {
    let cpu = Duration::from_millis(500);
    let limits = Limits { cpu: Some(cpu), ..Limits::default() };
    let run = run_like("competition", "burns-cpu-in-an-orphan", &limits);
    assert_eq!(run.end, RunEnd::Limit(Resource::Cpu), "{run:?}");
    assert!(run.cpu.expect("started") >= cpu, "{run:?}");
}

#[test]
fn cpu_time_and_memory_are_measured_per_run() {
    // the children of another run end meanwhile
    let burn = || {
        let limits = Limits { cpu: Some(Duration::from_millis(500)), ..Limits::default() };
        run_like("competition", "burns-cpu-in-children", &limits);
    };
    std::thread::scope(|scope| {
        let busy = scope.spawn(burn);
        let mut quiet = Vec::new();
        while !busy.is_finished() {
            quiet.push(run("hides-a-child"));
        }
        // between fork and exec a child shares the memory of this process, and Linux counts it
        let usage = nix::sys::resource::getrusage(nix::sys::resource::UsageWho::RUSAGE_SELF);
        let own_kb = usage.expect("a usage").max_rss() as u64;
        for run in quiet {
            assert!(run.cpu.expect("started") < Duration::from_millis(200), "{:?}", run.cpu);
            let peak_kb = run.peak_kb.expect("started");
            assert!((1..own_kb + 50_000).contains(&peak_kb), "{peak_kb} KiB beside {own_kb} KiB");
        }
    });
}

#[test]
fn the_memory_limit_covers_all_processes_together() {
    let limits = Limits { memory_mb: Some(500), ..Limits::default() };
    let run = run_like("competition", "forks-and-eats-memory", &limits);
    assert_eq!(run.end, RunEnd::Limit(Resource::Memory), "{run:?}");
}

#[test]
fn a_result_file_beyond_the_limit_ends_the_solver() {
    let limits = Limits { output_bytes: 1 << 20, ..Limits::default() };
    let run = run_like("minisat", "writes-a-huge-file", &limits);
    assert_eq!(run.end, RunEnd::Limit(Resource::Output), "{run:?}");
}

#[test]
fn a_stop_request_ends_the_solver() {
    let limits = Limits::default();
    let stop = limits.stop.clone();
    std::thread::scope(|scope| {
        let run = scope.spawn(|| run_like("competition", "hangs-deaf", &limits));
        std::thread::sleep(Duration::from_millis(300));
        stop.request();
        assert_eq!(run.join().expect("no panic").end, RunEnd::Stopped);
    });
}

#[test]
fn contradicting_answers_are_bad_output() {
    let run = run("contradicts-itself");
    assert_eq!(bad(&run).line, Some(3));
    assert!(run.end.to_string().contains("contradicts"), "{}", run.end);
}

#[test]
fn bytes_that_are_not_utf8_are_bad_output_outside_comments() {
    assert_eq!(bad(&run("prints-invalid-text")).line, Some(2));
    assert_eq!(run("prints-invalid-comment").status, model([true; 3]));
}

#[test]
fn memory_is_limited() {
    let limits = Limits { memory_mb: Some(500), ..Limits::default() };
    let run = run_like("competition", "eats-memory", &limits);
    assert_eq!(run.end, RunEnd::Limit(Resource::Memory), "{:?}", run.last_lines);
}

#[test]
fn a_stale_result_file_is_no_answer() {
    let limits = Limits::default();
    assert_eq!(run_like("minisat", "leaves-the-old-file", &limits).end, RunEnd::Exited { code: 0 });
    let run = run_like("minisat", "writes-junk-file", &limits);
    assert!(bad(&run).reason.contains("`SAT AND MORE` is not a status"), "{run:?}");
}

#[test]
fn files_that_are_no_programs_are_not_started() {
    for name in ["not-executable", "garbage-binary", "wrong-architecture", "missing"] {
        let run = run(name);
        assert!(matches!(run.end, RunEnd::NotStarted(_)), "{name}: {run:?}");
        assert!(run.end.to_string().contains(name), "{}", run.end);
    }
    let path = script("not-executable");
    let error = find(path.to_str().unwrap()).unwrap_err();
    assert_eq!(error, FindError::NotExecutable(path));
}

#[test]
fn versions_are_read_from_either_stream() {
    let mut catalogue = Catalogue::builtin().clone();
    let toml = r#"
        [[solver]]
        name = "sh"
        like = "competition"
        version = { arguments = ["-c", "echo It is version 1.2 >&2"], after = "version" }
    "#;
    catalogue.extend(toml).unwrap();
    let solver = Solver::new(catalogue.get("sh").unwrap().clone(), "/bin/sh");
    assert_eq!(solver.version().as_deref(), Some("1.2"));
    let silent = Solver::new(catalogue.get("sh").unwrap().clone(), "/bin/true");
    assert_eq!(silent.version(), None);
}

#[test]
fn a_probe_reports_wrong_answers_and_crashes() {
    for (name, expected) in [
        ("lies-with-a-wrong-model", "returned an invalid model"),
        ("leaves-a-child", "reported a satisfiable case as unsatisfiable"),
        ("fails", "last line of output: parse error in line 3"),
        ("not-executable", "could not be started"),
    ] {
        let description = Catalogue::builtin().get("competition").unwrap().clone();
        let found = probe(&Solver::new(description, script(name)));
        assert!(!found.is_ok(), "{name}: {found:?}");
        let reason = found.satisfiable.unwrap_err();
        assert!(reason.to_string().contains(expected), "{name}: {reason}");
    }
}

/// A description may send the output of a dialect to the file: it was accepted, and never read.
#[cfg(unix)]
#[test]
fn a_dialect_of_standard_output_is_read_from_the_file_that_an_argument_names() {
    use crate::support::binary::{code, encycle, own_binary, stderr, stdout};

    let folder = tempfile::tempdir().expect("a folder");
    let list = folder.path().join("solvers.toml");
    let text = format!(
        "[[solver]]\nname = 'filed'\nkind = 'sat'\nprograms = ['sh']\nanswer = 'competition'\n\
         arguments = ['-c', '{} sat \"$0\" > \"$1\"', '{{input}}', '{{output}}']\n",
        own_binary()
    );
    std::fs::write(&list, text).expect("a file");
    let puzzle = "examples/slitherlink/first.txt";
    let list = list.to_str().expect("text");
    let output = encycle(&["solve", puzzle, "--solver", "filed", "--solvers", list]);
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
}
