//! Injected faults of the system and of solvers: each gives the documented exit code and a reason, and leaves no
//! process and no file.

use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::CommandCargoExt;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::support::binary::{code, encycle, own_binary};
use crate::support::misbehaving::path as script;
use crate::support::waiting::{once_in, processes_in, wait_until};

const TEN: &str = "examples/slitherlink/ten.txt";
const HERON: &str = "examples/slitherlink/heron.txt";

fn said(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// Solves with one of the scripts, and asserts that the temporary directory is empty afterwards.
fn solve_with(solver: &Path, puzzle: &str, more: &[&str], environment: &[(&str, &str)]) -> Output {
    let temporary = tempfile::tempdir().expect("a folder");
    let output = Command::cargo_bin("encycle")
        .expect("the binary is built")
        .args(["solve", puzzle, "--solver"])
        .arg(solver)
        .args(more)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("TMPDIR", temporary.path())
        .env("ENCYCLE", own_binary())
        .envs(environment.iter().copied())
        .output()
        .expect("the binary ends");
    let ours = |path: &Path| path.to_string_lossy().contains("/encycle-");
    let left = fs::read_dir(temporary.path()).expect("a folder").flatten();
    let left: Vec<PathBuf> = left.map(|entry| entry.path()).filter(|path| ours(path)).collect();
    assert_eq!(left, Vec::<PathBuf>::new(), "{}", said(&output));
    output
}

/// A script under the name of a known solver, so that it is called and its output read like that solver's.
fn disguised(name: &str, program: &str, folder: &Path) -> PathBuf {
    let path = folder.join(program);
    let _ = fs::remove_file(&path);
    symlink(script(name), &path).expect("a link");
    path
}

fn through_shell(command: &str) -> Output {
    let binary = assert_cmd::cargo::cargo_bin("encycle");
    Command::new("sh")
        .args(["-c", command, "sh"])
        .arg(binary)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::null())
        .output()
        .expect("a shell")
}

#[test]
fn a_full_disk_is_reported_with_the_file() {
    for arguments in [
        &["encode", HERON, "-o", "/dev/full"][..],
        &["solve", TEN, "--svg", "/dev/full"],
        &["sizes", TEN, "--svg", "/dev/full"],
        &["encode", TEN, "-o", "/dev/null", "--map", "/dev/full"],
    ] {
        let output = encycle(arguments);
        assert_eq!(code(&output), 2, "{arguments:?}: {}", said(&output));
        assert!(said(&output).contains("/dev/full"), "{}", said(&output));
        assert!(said(&output).contains("No space left on device"), "{}", said(&output));
    }
    let output = through_shell("\"$1\" encode examples/slitherlink/heron.txt > /dev/full");
    assert_eq!(code(&output), 2, "{}", said(&output));
    assert!(said(&output).contains("No space left on device"), "{}", said(&output));
}

/// A limit on the file size makes the write of the formula fail half way, as a full disk would. The default action of
/// SIGXFSZ would kill Encycle and leave the directory.
#[test]
fn a_formula_that_cannot_be_written_is_a_failure() {
    let temporary = tempfile::tempdir().expect("a folder");
    let folder = tempfile::tempdir().expect("a folder");
    let mip = disguised("says-a-value", "cbc", folder.path()).display().to_string();
    for solver in [own_binary(), mip] {
        let output = through_shell(&format!(
            "ulimit -f 1; TMPDIR={} exec \"$1\" solve {HERON} --encoding edge --solver {solver}",
            temporary.path().display()
        ));
        assert_eq!(output.status.signal(), None);
        assert_eq!(code(&output), 2, "{}", said(&output));
        assert!(said(&output).contains("writing the "), "{}", said(&output));
        assert!(said(&output).contains("File too large"), "{}", said(&output));
        assert_eq!(fs::read_dir(temporary.path()).expect("a folder").count(), 0);
    }
}

#[test]
fn a_missing_temporary_directory_is_named() {
    for place in ["/nowhere/at/all", "/dev/null"] {
        let output =
            through_shell(&format!("TMPDIR={place} exec \"$1\" solve {TEN} --solver \"$1\""));
        assert_eq!(code(&output), 2, "{}", said(&output));
        assert!(
            said(&output).contains(place) && said(&output).contains("TMPDIR"),
            "{}",
            said(&output)
        );
    }
    // the built-in solver needs no temporary directory
    let output = through_shell(&format!("TMPDIR=/nowhere exec \"$1\" solve {TEN}"));
    assert_eq!(code(&output), 0, "{}", said(&output));
}

#[test]
fn a_temporary_directory_removed_between_rounds_is_reported() {
    let output = solve_with(&script("removes-the-directory"), TEN, &[], &[]);
    assert_eq!(code(&output), 2, "{}", said(&output));
    assert!(said(&output).contains("the file has been deleted"), "{}", said(&output));
}

#[test]
fn a_solver_removed_between_rounds_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let solver = folder.path().join("my-sat");
    fs::copy(script("answers-once"), &solver).expect("a copy");
    let output = solve_with(&solver, TEN, &[], &[]);
    assert_eq!(code(&output), 4, "{}", said(&output));
    assert!(said(&output).contains("could not be started"), "{}", said(&output));
    assert!(said(&output).contains("my-sat"), "{}", said(&output));
}

#[test]
fn closed_outputs_cause_no_panic() {
    for command in [
        "\"$1\" solve examples/slitherlink/*.txt --timeout 1 --json | true",
        "\"$1\" encode examples/slitherlink/heron.txt | head -c 100 >/dev/null",
        "\"$1\" solve examples/slitherlink/ten.txt --solver \"$1\" --progress 2>&1 >&- | true",
        "\"$1\" solve examples/slitherlink/ten.txt >&- 2>&-",
        "\"$1\" --help | true",
        "\"$1\" solve --help >/dev/full",
    ] {
        let output = through_shell(command);
        assert!(!said(&output).contains("panicked"), "{command}: {}", said(&output));
        assert_eq!(output.status.signal(), None, "{command}");
    }
    // standard error is full, so a panic shows only in the exit code
    for command in [
        "\"$1\" solve examples/slitherlink/ten.txt --progress 2>/dev/full",
        "\"$1\" solve no/such/file 2>/dev/full",
    ] {
        assert_ne!(code(&through_shell(command)), 101, "{command}");
    }
}

#[test]
fn the_exit_code_has_the_verdict_though_standard_output_is_closed() {
    let folder = tempfile::tempdir().expect("a folder");
    let none = folder.path().join("none.txt");
    fs::write(&none, "slitherlink 2 2\n00\n00\n").expect("a file");
    let closed = |puzzle: &str| {
        // close the read end before the command writes
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = Command::cargo_bin("encycle").expect("the binary is built");
        command.args(["solve", puzzle]).current_dir(env!("CARGO_MANIFEST_DIR")).stdout(writer);
        command.output().expect("the binary ends").status.code()
    };
    assert_eq!(closed(none.to_str().expect("text")), Some(1));
    assert_eq!(closed(TEN), Some(0));
}

/// With SIGCHLD ignored, `wait-timeout` would call the old handler at address 1, and the system would reap children
/// before Encycle can wait for them.
#[test]
fn starting_with_sigchld_ignored_works() {
    let temporary = tempfile::tempdir().expect("a folder");
    let output = Command::new("bash")
        .args(["-c", "trap '' CHLD; exec \"$1\" solve \"$2\" --solver \"$1\"", "bash"])
        .arg(assert_cmd::cargo::cargo_bin("encycle"))
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join(TEN))
        .env("TMPDIR", temporary.path())
        .output()
        .expect("bash");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert_eq!(fs::read_dir(temporary.path()).expect("a folder").count(), 0);
}

/// `nohup` starts programs with SIGHUP ignored.
#[test]
fn signals_ignored_at_start_stay_ignored() {
    let temporary = tempfile::tempdir().expect("a folder");
    let child = Command::new("bash")
        .args(["-c", "trap '' HUP; exec \"$1\" solve \"$2\" --solver \"$3\" --timeout 2", "bash"])
        .arg(own_binary())
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join(TEN))
        .arg(script("hangs"))
        .env("TMPDIR", temporary.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("bash");
    wait_until("the start of the solver", || !processes_in(temporary.path()).is_empty());
    kill(Pid::from_raw(i32::try_from(child.id()).expect("a number")), Signal::SIGHUP).expect("HUP");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
}

#[test]
fn cpu_time_of_orphans_counts() {
    let limits = ["--cpu-time", "0.5", "--timeout", "20"];
    let output = solve_with(&script("burns-cpu-in-an-orphan"), TEN, &limits, &[]);
    assert_eq!(code(&output), 3, "{}", said(&output));
    assert!(said(&output).contains("the CPU time limit of 0.5 s was reached"), "{}", said(&output));
}

#[test]
fn a_child_without_environment_is_killed() {
    let folder = tempfile::tempdir().expect("a folder");
    let child = folder.path().join("child");
    let environment = [("CHILD", child.to_str().expect("text"))];
    solve_with(&script("hides-a-child-without-environment"), TEN, &[], &environment);
    // the script answers only when the child runs
    let child = fs::read_to_string(child).expect("the number of the child");
    let cmdline = Path::new("/proc").join(child.trim()).join("cmdline");
    let sleeps = || fs::read(&cmdline).is_ok_and(|line| line.starts_with(b"sleep\0"));
    wait_until("the end of the child", || !sleeps());
}

/// The time limit covers version queries, solvers that start later, and confirmation.
#[test]
fn a_race_has_one_time_limit() {
    let list = ["hangs", "hangs-deaf", "hangs-alone", "hangs"]
        .map(|name| script(name).to_str().expect("text").to_owned());
    let race = || {
        let started = std::time::Instant::now();
        let output = encycle(&["solve", TEN, "--race", &list.join(","), "--timeout", "2"]);
        assert_eq!(code(&output), 3, "{}", said(&output));
        started.elapsed().as_secs_f64()
    };
    // two limits one after the other would be four seconds
    once_in(10, race, |&seconds| seconds < 3.5);
}

#[test]
fn output_beyond_a_gigabyte_ends_the_solver() {
    let output = solve_with(&script("floods-stdout"), TEN, &[], &[]);
    assert_eq!(code(&output), 3, "{}", said(&output));
    assert!(said(&output).contains("limit of output"), "{}", said(&output));
}

/// The only solution has all four edges, so every valid value is 1 or close to it.
const ONE: &str = "slitherlink 1 1\n.\n";

#[test]
fn values_of_mip_solvers_must_be_close_to_0_or_1() {
    let folder = tempfile::tempdir().expect("a folder");
    let puzzle = folder.path().join("one.txt");
    fs::write(&puzzle, ONE).expect("a file");
    let puzzle = puzzle.to_str().expect("text");
    let solver = disguised("says-a-value", "cbc", folder.path());
    for (value, exit, words) in [
        ("1", 0, "solved"),
        ("0.9999999", 0, "solved"),
        ("1.000000000001", 0, "solved"),
        ("1e-12", 4, "wrong model"),
        ("-0", 4, "wrong model"),
        ("0.9999", 4, "neither 0 nor 1"),
        ("0.5", 4, "neither 0 nor 1"),
        ("2", 4, "neither 0 nor 1"),
        ("nan", 4, "neither 0 nor 1"),
        ("inf", 4, "neither 0 nor 1"),
    ] {
        let output = solve_with(
            &solver,
            puzzle,
            &["--encoding", "edge", "--degree-rows", "inequalities"],
            &[("SAYS", value)],
        );
        assert_eq!(code(&output), exit, "{value}: {}", said(&output));
        assert!(said(&output).contains(words), "{value}: {}", said(&output));
    }
}

#[test]
fn a_feasible_point_at_the_time_limit_is_checked_and_accepted() {
    let folder = tempfile::tempdir().expect("a folder");
    let puzzle = folder.path().join("one.txt");
    fs::write(&puzzle, ONE).expect("a file");
    let solver = disguised("stops-with-a-point", "cbc", folder.path());
    let edges = ["--encoding", "edge", "--degree-rows", "inequalities"];
    let output = solve_with(&solver, puzzle.to_str().expect("text"), &edges, &[]);
    assert_eq!(code(&output), 0, "{}", said(&output));
    // the same point violates the constraints of another puzzle
    let output = solve_with(&solver, TEN, &edges, &[]);
    assert_eq!(code(&output), 4, "{}", said(&output));
    assert!(said(&output).contains("wrong model"), "{}", said(&output));
    // the error did not say what to do
    let help = "help: use another solver (--solver), such as a built-in one";
    assert!(said(&output).contains(help), "{}", said(&output));
}

#[test]
fn renamed_columns_and_dropped_cuts_are_detected() {
    let folder = tempfile::tempdir().expect("a folder");
    let puzzle = folder.path().join("one.txt");
    fs::write(&puzzle, ONE).expect("a file");
    let solver = disguised("renames-columns", "cbc", folder.path());
    let output = solve_with(&solver, puzzle.to_str().expect("text"), &[], &[]);
    assert_eq!(code(&output), 4, "{}", said(&output));
    assert!(said(&output).contains("unknown column: `x0`"), "{}", said(&output));
    assert!(said(&output).contains("renamed"), "{}", said(&output));

    let output = solve_with(&script("forgets-the-last-cuts"), TEN, &["--encoding", "edge"], &[]);
    assert_eq!(code(&output), 4, "{}", said(&output));
    assert!(said(&output).contains("wrong model: it violates rule `cut`"), "{}", said(&output));
}

/// The edges form a solution, so the check of the rules alone would accept the model.
#[test]
fn a_model_with_a_wrong_auxiliary_variable_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let map = folder.path().join("ten.map");
    let map_name = map.to_str().expect("text");
    let encoding = ["--encoding", "edge+order", "--presolve", "off"];
    let encode = ["encode", TEN, "-o", "/dev/null", "--map", map_name, encoding[0], encoding[1]];
    assert_eq!(code(&encycle(&encode)), 0);
    let map = fs::read_to_string(map).expect("the map");
    let atoms = 2 * 10 * 11;
    let last = map.lines().filter_map(|line| line.split(' ').next()?.parse::<usize>().ok()).max();
    let last = last.expect("numbered variables");
    assert!(last > atoms);
    let mut families = Vec::new();
    for variable in (atoms + 1..=last).step_by((last - atoms) / 12) {
        let flipped = [("VARIABLE", &*variable.to_string())];
        let output = solve_with(&script("flips-a-variable"), TEN, &encoding, &flipped);
        let said = said(&output);
        match code(&output) {
            // either value satisfies all constraints
            0 => continue,
            4 => {}
            code => panic!("{variable}: {code}: {said}"),
        }
        let (_, rule) = said.split_once("wrong model: it violates rule `").expect(&said);
        families.push(rule.split('`').next().expect("a rule").to_owned());
    }
    assert!(families.len() > 3 && families.iter().all(|family| family != "clue"), "{families:?}");
}
