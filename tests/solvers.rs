//! Programs that misbehave in every way we could think of: each ends as a typed reason, in time,
//! and leaves neither a process nor a directory behind.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use encycle::solvers::{
    Catalogue, FindError, Limits, OutputError, Resource, RunEnd, Solver, SolverRun, SolverStatus,
    VariableNames, WorkDir, find, probe, process::cleanup,
};
use nix::sys::signal::Signal;
use nix::unistd::Pid;

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/misbehaving").join(name)
}

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
    assert_eq!(run("answers-right").reply, model([true, false, true]));
}

#[test]
fn a_wrong_model_is_passed_on_to_whoever_knows_the_formula() {
    assert_eq!(run("lies-with-a-wrong-model").reply, model([false; 3]));
}

#[test]
fn a_crash_in_the_model_is_a_crash() {
    let run = run("crashes-in-the-model");
    assert_eq!(run.end, RunEnd::Signal(11));
    assert_eq!(run.end.to_string(), "was ended by signal 11 (SIGSEGV)");
}

#[test]
fn of_a_crashed_solver_only_a_whole_model_is_believed() {
    assert_eq!(run("crashes-after-the-model").reply, model([true; 3]));
    assert_eq!(run("crashes-after-unsatisfiable").end, RunEnd::Signal(11));
}

#[test]
fn half_a_model_leaves_variables_open() {
    assert_eq!(
        run("prints-half-a-model").reply,
        Some(SolverStatus::Satisfiable(vec![Some(true), None, None]))
    );
    assert!(bad(&run("prints-no-model")).reason.contains("no model"));
}

#[test]
fn silence_is_no_answer_whatever_the_exit_status() {
    assert_eq!(run("prints-nothing").end, RunEnd::Exited { code: 0 });
    let run = run("fails");
    assert_eq!(run.end, RunEnd::Exited { code: 20 });
    assert_eq!(run.last_lines, ["parse error in line 3"]);
}

#[test]
fn who_hangs_is_killed_with_all_children() {
    for name in ["hangs", "hangs-deaf"] {
        assert_eq!(run_for_a_second(name).end, RunEnd::Limit(Resource::Wall), "{name}");
    }
    assert_eq!(run_for_a_second("hangs-after-the-model").reply, model([true; 3]));
}

#[test]
fn a_flood_on_stderr_is_read_and_forgotten() {
    let run = run("floods-stderr");
    assert_eq!(run.reply, Some(SolverStatus::Unsatisfiable));
    assert!(run.last_lines.len() <= 20);
    assert!(run.last_lines.contains(&"the last line".to_owned()));
}

#[test]
fn a_flood_on_stdout_is_cut_off() {
    for name in ["floods-stdout", "floods-one-line"] {
        let limits = Limits { output_bytes: 1 << 20, ..Limits::default() };
        let run = run_like("competition", name, &limits);
        assert_eq!(run.end, RunEnd::Limit(Resource::Output), "{name}");
    }
}

#[test]
fn children_left_behind_are_killed() {
    assert_eq!(run("leaves-a-child").reply, Some(SolverStatus::Unsatisfiable));
}

#[test]
fn a_child_that_got_away_is_not_waited_for() {
    let run = run("leaves-a-detached-child");
    assert_eq!(run.reply, model([true; 3]));
    assert!(run.wall < Duration::from_secs(15));
}

#[test]
fn a_child_that_hides_is_found_all_the_same() {
    assert_eq!(run("hides-a-child").reply, model([true; 3]));
    assert_eq!(run_for_a_second("hides-a-child-and-hangs").end, RunEnd::Limit(Resource::Wall));
}

/// 100 ms for the polite end, and as much for a busy machine.
#[test]
fn limits_of_time_are_kept_within_200_ms() {
    let late = |name| {
        let run = run_for_a_second(name);
        assert_eq!(run.end, RunEnd::Limit(Resource::Wall), "{name}");
        run.wall.checked_sub(Duration::from_secs(1)).expect("not too early")
    };
    for name in ["hangs", "hangs-deaf", "hides-a-child-and-hangs"] {
        // the best of some: what else the machine does is no fault of ours
        let least = (0..5).map(|_| late(name)).min().expect("five");
        assert!(least < Duration::from_millis(200), "{name}: {least:?}");
    }
}

#[test]
fn cpu_time_is_limited_and_that_of_children_counts() {
    let limits = Limits { cpu: Some(Duration::from_millis(500)), ..Limits::default() };
    let run = run_like("competition", "burns-cpu-in-children", &limits);
    assert_eq!(run.end, RunEnd::Limit(Resource::Cpu), "{run:?}");
    assert!(run.end.to_string().contains("CPU time"));
}

#[test]
fn cpu_time_and_memory_are_those_of_the_run_itself() {
    // with others beside it, whose children end meanwhile
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
        for run in quiet {
            assert!(run.cpu.expect("started") < Duration::from_millis(200), "{:?}", run.cpu);
            assert!((1..100_000).contains(&run.peak_kb.expect("started")), "{:?}", run.peak_kb);
        }
    });
}

#[test]
fn memory_of_all_processes_together_is_limited() {
    let limits = Limits { memory_mb: Some(500), ..Limits::default() };
    let run = run_like("competition", "forks-and-eats-memory", &limits);
    assert_eq!(run.end, RunEnd::Limit(Resource::Memory), "{run:?}");
}

#[test]
fn a_file_that_grows_too_large_is_a_limit() {
    let limits = Limits { output_bytes: 1 << 20, ..Limits::default() };
    let run = run_like("minisat", "writes-a-huge-file", &limits);
    assert_eq!(run.end, RunEnd::Limit(Resource::Output), "{run:?}");
}

#[test]
fn who_is_asked_to_stop_stops() {
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
fn contradictions_are_bad_output() {
    let run = run("contradicts-itself");
    assert_eq!(bad(&run).line, Some(3));
    assert!(run.end.to_string().contains("contradicts"), "{}", run.end);
}

#[test]
fn bytes_that_are_no_text_are_bad_output_in_the_answer_only() {
    assert_eq!(bad(&run("prints-invalid-text")).line, Some(2));
    assert_eq!(run("prints-invalid-comment").reply, model([true; 3]));
}

#[test]
fn memory_is_limited() {
    let limits = Limits { memory_mb: Some(500), ..Limits::default() };
    let run = run_like("competition", "eats-memory", &limits);
    assert_eq!(run.end, RunEnd::Limit(Resource::Memory), "{:?}", run.last_lines);
}

#[test]
fn an_old_result_file_is_no_answer() {
    let limits = Limits::default();
    assert_eq!(run_like("minisat", "leaves-the-old-file", &limits).end, RunEnd::Exited { code: 0 });
    let run = run_like("minisat", "writes-junk-file", &limits);
    assert!(bad(&run).reason.contains("`SAT AND MORE` is not a status"), "{run:?}");
}

#[test]
fn what_is_no_program_is_not_started() {
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
fn versions_are_asked_for() {
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

/// Not a test by itself, but the program that the next two tests start: it asks a solver that hangs.
#[test]
fn as_a_child() {
    let Some(name) = std::env::var_os("ENCYCLE_TEST_CHILD") else { return };
    cleanup::install_handler().unwrap();
    run(name.to_str().unwrap());
}

/// Starts the program above in a temporary directory, waits for its solver, and ends it by a signal.
fn end_a_child_by(signal: Signal, name: &str) -> (ExitStatus, tempfile::TempDir) {
    let directory = tempfile::tempdir().unwrap();
    // the tests may have been started with signals ignored (`nohup`, a job in the background)
    let mut child = Command::new("env")
        .arg("--default-signal=INT,TERM,HUP,QUIT")
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "as_a_child", "--nocapture"])
        .env("ENCYCLE_TEST_CHILD", name)
        .env("TMPDIR", directory.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let started = Instant::now();
    while processes_in(directory.path()).is_empty() {
        assert!(started.elapsed() < Duration::from_secs(20), "the solver was not started");
        std::thread::sleep(Duration::from_millis(20));
    }
    nix::sys::signal::kill(Pid::from_raw(child.id() as i32), signal).unwrap();
    let status = child.wait().unwrap();
    if signal != Signal::SIGKILL {
        assert_eq!(processes_in(directory.path()), Vec::<PathBuf>::new());
    }
    (status, directory)
}

#[test]
fn a_signal_to_us_ends_and_removes_everything() {
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP, Signal::SIGQUIT] {
        for name in ["hangs-deaf", "hides-a-child-and-hangs"] {
            let (status, directory) = end_a_child_by(signal, name);
            assert_eq!(status.code(), Some(128 + signal as i32), "{signal}");
            assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0, "{signal}");
        }
    }
}

/// SIGKILL cannot be seen: the solver dies with us, and the watchdog does the rest a moment later.
#[test]
fn even_if_we_are_killed_nothing_is_left() {
    for name in ["hangs-alone", "hangs", "hides-a-child-and-hangs"] {
        let (_, directory) = end_a_child_by(Signal::SIGKILL, name);
        let started = Instant::now();
        while std::fs::read_dir(directory.path()).unwrap().count() > 0 {
            assert!(started.elapsed() < Duration::from_secs(10), "{name} left its directory");
            std::thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(processes_in(directory.path()), Vec::<PathBuf>::new(), "{name}");
    }
}

#[test]
fn a_probe_finds_out_who_lies_and_who_crashes() {
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
