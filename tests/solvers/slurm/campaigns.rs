//! Campaigns as job arrays.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use encycle::bench::{Machine, read_rows};

use super::{
    ENCYCLE, MAX_ARRAY_SIZE, PUZZLES, assert_rows, bench, ended, ends, essence, folder, local,
    rows_in, slow_solver, slurm, tasks, wait_until, with_slurm,
};
use crate::support::binary::{code, stderr, stdout};

/// A processor that this process may use, and the number of processors.
fn a_processor() -> (String, usize) {
    let status = fs::read_to_string("/proc/self/status").expect("Linux");
    let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    let list = list.expect("proc(5)").trim();
    let first = list.split([',', '-']).next().expect("a number").to_owned();
    (first, Machine::this().cores)
}

/// The folder name has characters special to shells, to Slurm (`%a`, a backslash) and to line readers. The sources are
/// relative paths, and the campaign needs more tasks than an array may have.
#[test]
fn a_cluster_gives_the_same_rows_as_this_machine() {
    let arguments = ["examples", "--presolve", "on,off", "--seed", "5", "--timeout", "30"];
    let expected = local(&arguments);
    let outside = folder();
    let odd = outside.path().join("it's \"a\" $(false) `%a` \\ folder\nof * ours");
    fs::create_dir(&odd).expect("a folder");
    // the submitting process may use one processor and its tasks all, which shows whose machine is in the rows
    let (processor, cores) = a_processor();
    let mut command = with_slurm("taskset");
    command
        .args(["--cpu-list", &processor, ENCYCLE, "bench"])
        .args(arguments)
        .arg("--out")
        .arg(&odd);
    command.args(["--executor", "slurm", "--batch", "2", "--sbatch=--mem=100M"]);
    let output = ended(command);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(
        expected.len().div_ceil(2) > MAX_ARRAY_SIZE,
        "or batches need not grow: {}",
        expected.len()
    );
    assert!(stderr(&output).contains("(MaxArraySize)"), "{}", stderr(&output));
    let words = stderr(&output);
    let tasks = words.split("(tasks: ").nth(1).and_then(|rest| rest.split(',').next());
    let tasks: usize = tasks.and_then(|number| number.parse().ok()).expect("how many tasks");
    assert!((MAX_ARRAY_SIZE / 2..=MAX_ARRAY_SIZE).contains(&tasks), "{words}");
    assert_rows(&odd, &expected);
    let rows = read_rows(&odd).expect("rows");
    assert!(rows.iter().all(|row| row.machine == Machine::this() && row.machine.cores == cores));
    assert!(odd.join("report.html").exists() && stdout(&output).contains("PAR-2"));
    assert!(!odd.join("slurm").exists(), "what is collected is not kept twice");
}

/// The waiting process is killed twice, and a task is cancelled and leaves half a row. No row is lost or duplicated.
#[test]
fn kills_neither_lose_nor_duplicate_rows() {
    let folder = folder();
    let solver = slow_solver(folder.path());
    let campaign =
        [PUZZLES, "--solver", &solver, "--encoding", "edge+order", "--repeat", "2", "--seed", "1"];
    let expected = local(&campaign);
    let out = folder.path().join("out");
    let arguments = [&campaign[..], &["--executor", "slurm", "--batch", "1"]].concat();
    let resumed = [&arguments[..], &["--resume"]].concat();
    let killed_after = |arguments: &[&str], rows: usize| {
        let mut child = bench(&out, arguments).spawn().expect("it starts");
        wait_until("rows", || rows_in(&out) >= rows);
        child.kill().expect("SIGKILL");
        let mut words = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut words).expect("text");
        child.wait().expect("it ends");
        words
    };
    killed_after(&arguments, 1);
    // the report includes rows that are not collected yet
    let report = ended({
        let mut command = with_slurm(ENCYCLE);
        command.args(["bench", "--report"]).arg(&out);
        command
    });
    assert_eq!(code(&report), 0, "{}", stderr(&report));
    let words = killed_after(&resumed, 3);
    assert!(words.contains("is still active") && !words.contains("(tasks:"), "{words}");
    let array = tasks(&out)[0].parent().and_then(Path::file_name).map(|name| name.to_owned());
    let name = array.expect("an array").into_string().expect("text");
    let pending = ["--states=PENDING", "--noheader", "--array", "--format=%i", "--name", &name];
    let pending = slurm("squeue", &pending);
    let last = pending.lines().next_back().expect("a task waits").trim().to_owned();
    slurm("scancel", &[&last]);
    let number = last.rsplit('_').next().expect("a number");
    let part = out.join("slurm").join(&name).join(number).join("rows.jsonl");
    wait_until("scancel", || !slurm("squeue", &["-h", "--array", "--format=%i"]).contains(&last));
    let file = fs::OpenOptions::new().append(true).open(part);
    file.expect("the task's rows").write_all(b"{\"schema\":\"encycle-b").expect("half a row");
    let output = ends(0, &out, &resumed);
    assert!(
        stderr(&output).contains("(tasks:"),
        "what was ended is submitted again: {}",
        stderr(&output)
    );
    assert_rows(&out, &expected);
    // all rows are in one file
    let lines = fs::read_to_string(out.join("rows.jsonl")).expect("rows");
    assert_eq!(lines.lines().count(), expected.len());
    assert!(!out.join("slurm").exists());
}

#[test]
fn cancelled_tasks_are_reported_and_done_by_resume() {
    let folder = folder();
    let out = folder.path().join("out");
    let solver = slow_solver(folder.path());
    let campaign = [PUZZLES, "--solver", &solver, "--encoding", "edge+order", "--repeat", "2"];
    let arguments = [&campaign[..], &["--executor", "slurm", "--batch", "4"]].concat();
    let child = bench(&out, &arguments).spawn().expect("it starts");
    wait_until("rows", || rows_in(&out) >= 1);
    let name = tasks(&out)[0].parent().and_then(Path::file_name).map(|name| name.to_owned());
    slurm("scancel", &["--name", name.expect("an array").to_str().expect("text")]);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    for words in ["(CANCELLED)", "missing rows: ", "runs without a row: ", "--resume"] {
        assert!(stderr(&output).contains(words), "{words}: {}", stderr(&output));
    }
    let before = essence(&out);
    ends(0, &out, &[&campaign[..], &["--resume"]].concat());
    let after = essence(&out);
    assert!(!before.is_empty() && before.iter().all(|(id, row)| after.get(id) == Some(row)));
    assert_eq!(after.len(), local(&campaign).len());
}

/// `--detach` returns at once. While the array is alive, its runs are neither submitted again nor done locally.
#[test]
fn a_detached_campaign_is_collected_later() {
    let folder = folder();
    let campaign = [PUZZLES, "--timeout", "30"];
    let first = ["examples/slitherlink/first.txt", "--timeout", "30"];
    ends(0, folder.path(), &first);
    let on_slurm = ["--executor", "slurm", "--detach", "--sbatch=--hold"];
    let detached = [&campaign[..], &on_slurm].concat();
    let submitted = ends(0, folder.path(), &[&detached[..], &["--resume"]].concat());
    let id = stdout(&submitted).trim().to_owned();
    assert!(id.bytes().all(|byte| byte.is_ascii_digit()) && !id.is_empty(), "{id}");
    let refused = ends(2, folder.path(), &detached);
    assert!(stderr(&refused).contains("--resume"), "{}", stderr(&refused));
    let early = ends(3, folder.path(), &[&detached[..], &["--resume"]].concat());
    for words in [format!("array {id} is still active"), "no other array is submitted".to_owned()] {
        assert!(stderr(&early).contains(&words), "{}", stderr(&early));
    }
    // a smaller campaign is complete, but the rows of the live tasks must stay
    ends(0, folder.path(), &[&first[..], &on_slurm, &["--resume"]].concat());
    // resuming on this machine waits for the array too, and prints why its tasks wait
    let mut waits =
        bench(folder.path(), &[&campaign[..], &["--resume"]].concat()).spawn().expect("it starts");
    let mut words =
        BufReader::new(waits.stderr.take().expect("a pipe")).lines().map_while(Result::ok);
    assert!(words.any(|line| line.contains(&format!("array {id} is still active"))));
    assert!(words.any(|line| line.contains("tasks are pending: JobHeldUser")));
    assert_eq!(rows_in(folder.path()), 1);
    slurm("scontrol", &["release", &id]);
    assert!(words.all(|line| !line.contains("submitted")));
    assert_eq!(waits.wait().expect("it ends").code(), Some(0));
    assert_rows(folder.path(), &local(&campaign));
}

/// A task may write rows and end between the collection and the query whether it is alive. Here `squeue` itself adds the
/// rows.
#[test]
fn rows_written_just_before_the_end_of_a_task_are_collected() {
    let (folder, other) = (folder(), folder());
    let campaign = [PUZZLES, "--timeout", "30"];
    ends(0, other.path(), &campaign);
    let on_slurm = [&campaign[..], &["--executor", "slurm"]].concat();
    let held = [&on_slurm[..], &["--detach", "--sbatch=--hold"]].concat();
    let id = stdout(&ends(0, folder.path(), &held)).trim().to_owned();
    slurm("scancel", &[&id]);
    let programs = folder.path().join("programs");
    fs::create_dir(&programs).expect("a folder");
    let squeue = programs.join("squeue");
    let copy = [other.path().join("rows.jsonl"), tasks(folder.path())[0].join("rows.jsonl")];
    let script = format!("#!/bin/sh\ncp '{}' '{}'\n", copy[0].display(), copy[1].display());
    fs::write(&squeue, script).expect("a script");
    fs::set_permissions(&squeue, fs::Permissions::from_mode(0o755)).expect("a script");
    let mut command = bench(folder.path(), &[&on_slurm[..], &["--resume"]].concat());
    let path = std::env::var("PATH").expect("text");
    command.env("PATH", format!("{}:{path}", programs.display()));
    let output = ended(command);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(!stderr(&output).contains("(tasks:"), "nothing was left: {}", stderr(&output));
    assert_rows(folder.path(), &essence(other.path()));
}

/// A task must not run puzzles other than those submitted.
#[test]
fn puzzles_changed_after_submission_are_reported() {
    let folder = folder();
    let (puzzles, out) = (folder.path().join("puzzles"), folder.path().join("out"));
    fs::create_dir(&puzzles).expect("a folder");
    let puzzle = puzzles.join("puzzle.txt");
    fs::write(&puzzle, "slitherlink 1 2\n3.\n").expect("a puzzle");
    let arguments = [puzzles.to_str().expect("text"), "--executor", "slurm"];
    let detached = [&arguments[..], &["--detach", "--sbatch=--hold"]].concat();
    let id = stdout(&ends(0, &out, &detached)).trim().to_owned();
    fs::write(&puzzle, "slitherlink 1 2\n33\n").expect("a puzzle");
    slurm("scontrol", &["release", &id]);
    wait_until("the array's end", || {
        slurm("squeue", &["-h", "--format=%F"]).lines().all(|it| it.trim() != id)
    });
    // there is no row of either puzzle
    let logs: Vec<String> = tasks(&out)
        .iter()
        .map(|task| fs::read_to_string(task.join("log")).expect("its log"))
        .collect();
    assert!(logs.len() == 1 && logs[0].contains("the puzzles have changed"), "{logs:?}");
    assert_eq!(rows_in(&out), 0);
}

#[test]
fn refusals_of_slurm_are_reported() {
    let folder = folder();
    let refused = |options: &[&str], words: &str| {
        let output = ends(2, folder.path(), &[&[PUZZLES], options].concat());
        assert!(stderr(&output).contains(words), "{options:?}: {}", stderr(&output));
        assert!(!folder.path().join("slurm").exists() && rows_in(folder.path()) == 0);
    };
    let on_slurm = ["--executor", "slurm"];
    let with = |option: &'static str| [&on_slurm[..], &[option]].concat();
    refused(
        &with("--sbatch=--partition=nowhere"),
        "sbatch failed: sbatch: error: invalid partition",
    );
    refused(&with("--sbatch=--test-only"), "no job id");
    refused(&with("--sbatch=partition"), "not an option of sbatch");
    refused(&["--batch", "3"], "require --executor slurm");
    refused(&["--detach"], "require --executor slurm");
    let mut nowhere = bench(folder.path(), &[&[PUZZLES], &on_slurm[..]].concat());
    let output = ended({
        nowhere.env("PATH", folder.path());
        nowhere
    });
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    assert!(stderr(&output).contains("`sbatch` is not on the PATH"), "{}", stderr(&output));
    // nothing of all that stands in the way of a campaign
    ends(0, folder.path(), &[PUZZLES]);
}
