//! Campaigns on a real Slurm of one node, which `scripts/one-node-slurm` starts once for all tests here.

mod binary;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use binary::{code, stderr, stdout};
use encycle::bench::{Machine, ResultRow, RunStatus, read_rows};

const PUZZLES: &str = "examples/slitherlink";
const ENCYCLE: &str = env!("CARGO_BIN_EXE_encycle");

/// More tasks than this are no array, which one campaign here comes up against.
const MAX_ARRAY_SIZE: usize = 12;

/// The Slurm, whose script ends when its input does: at the end of this process, however that comes.
struct Slurm {
    conf: String,
    _script: Child,
}

static SLURM: LazyLock<Slurm> = LazyLock::new(|| {
    let mut script = one_node_slurm()
        .arg("--set")
        .arg(format!("MaxArraySize={MAX_ARRAY_SIZE}"))
        .args(["sh", "-c", "echo \"$SLURM_CONF\"; cat"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the script starts");
    let mut conf = String::new();
    let output = script.stdout.as_mut().expect("a pipe");
    BufReader::new(output).read_line(&mut conf).expect("text");
    assert!(
        !conf.is_empty(),
        "no Slurm: scripts/install-tools installs it (apt-get install slurm-wlm munge)"
    );
    Slurm { conf: conf.trim().to_owned(), _script: script }
});

fn one_node_slurm() -> Command {
    Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/one-node-slurm"))
}

/// A program, with which the tests' Slurm can be asked.
fn with_slurm(program: &str) -> Command {
    let mut command = Command::new(program);
    command.env("SLURM_CONF", &SLURM.conf).current_dir(env!("CARGO_MANIFEST_DIR"));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn slurm(program: &str, arguments: &[&str]) -> String {
    let output = with_slurm(program).args(arguments).output().expect(program);
    assert!(output.status.success(), "{program} {arguments:?}: {}", stderr(&output));
    stdout(&output)
}

fn bench(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = with_slurm(ENCYCLE);
    command.arg("bench").args(arguments).arg("--out").arg(folder);
    command
}

fn ended(mut command: Command) -> Output {
    command.output().expect("the binary")
}

/// A campaign that ends with this code.
fn ends(expected: i32, folder: &Path, arguments: &[&str]) -> Output {
    let output = ended(bench(folder, arguments));
    assert_eq!(code(&output), expected, "{arguments:?}: {}", stderr(&output));
    output
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Of each id: puzzle, configuration, repeat, verdict, status, variables and clauses.
type Essence = BTreeMap<String, (String, String, u32, String, RunStatus, [Option<u64>; 2])>;

/// What may not depend on who did it where, and in which order.
fn essence(folder: &Path) -> Essence {
    let rows = read_rows(folder).expect("rows");
    let count = rows.len();
    let of = |row: ResultRow| {
        // two encodings race for a Numberlink, and either may win
        let sizes =
            [row.variables, row.clauses].map(|size| size.filter(|_| row.kind != "numberlink"));
        (row.id, (row.puzzle, row.configuration, row.repeat, row.verdict, row.status, sizes))
    };
    let essence: Essence = rows.into_iter().map(of).collect();
    assert_eq!(essence.len(), count, "no row is there twice");
    essence
}

/// The same by one process on this machine.
fn local(arguments: &[&str]) -> Essence {
    let folder = folder();
    ends(0, folder.path(), arguments);
    essence(folder.path())
}

/// Asserts that the rows of a folder are these, and shows those that are not.
fn assert_rows(folder: &Path, expected: &Essence) {
    let rows = essence(folder);
    let missing: Vec<_> = expected.iter().filter(|(id, row)| rows.get(*id) != Some(row)).collect();
    let further: Vec<_> = rows.iter().filter(|(id, row)| expected.get(*id) != Some(row)).collect();
    assert!(missing.is_empty() && further.is_empty(), "{missing:?}, but {further:?}");
}

fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < Duration::from_secs(60), "in vain: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A solver that takes its time, so that a campaign can be caught in the middle. It is called once a run where the
/// encoding says "one loop" by itself.
fn slow_solver(folder: &Path) -> String {
    let path = folder.join("slow");
    let script = format!("#!/bin/sh\nsleep 0.25\nexec '{ENCYCLE}' sat \"$@\"\n");
    fs::write(&path, script).expect("a script");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a script");
    path.to_str().expect("text").to_owned()
}

fn rows_in(folder: &Path) -> usize {
    read_rows(folder).map_or(0, |rows| rows.len())
}

/// The folders of tasks.
fn tasks(folder: &Path) -> Vec<PathBuf> {
    let below = |folder: PathBuf| {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect::<Vec<_>>()
    };
    below(folder.join("slurm")).into_iter().flat_map(below).collect()
}

/// A processor that this process may use, and whether it is the only one.
fn a_processor() -> (String, usize) {
    let status = fs::read_to_string("/proc/self/status").expect("Linux");
    let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    let list = list.expect("proc(5)").trim();
    let first = list.split([',', '-']).next().expect("a number").to_owned();
    (first, Machine::this().cores)
}

/// A folder with everything in its name that a shell, Slurm (`%a`, a backslash) or a reader of lines may stumble over;
/// relative sources; more tasks than an array may have.
#[test]
fn a_cluster_makes_the_same_rows_as_this_machine() {
    let arguments = ["examples", "--presolve", "on,off", "--seed", "5", "--timeout", "30"];
    let expected = local(&arguments);
    let outside = folder();
    let odd = outside.path().join("it's \"a\" $(false) `%a` \\ folder\nof * ours");
    fs::create_dir(&odd).expect("a folder");
    // the process that submits may use one processor, its tasks all: so it is seen whose machine is in the rows
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

/// The one who waits is killed twice, a task is ended and leaves half a row; nothing is lost and nothing done twice.
#[test]
fn kills_lose_no_row_and_make_none_twice() {
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
    // the report sees what nobody has collected
    let report = ended({
        let mut command = with_slurm(ENCYCLE);
        command.arg("report").arg(&out);
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
    // and all of it is in the one file
    let lines = fs::read_to_string(out.join("rows.jsonl")).expect("rows");
    assert_eq!(lines.lines().count(), expected.len());
    assert!(!out.join("slurm").exists());
}

#[test]
fn tasks_that_are_ended_are_told_and_done_by_whoever_resumes() {
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

/// `--detach` comes back at once; an array that lives is neither submitted again nor done here beside it.
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
    // all rows of a smaller campaign are there: no reason to remove what belongs to tasks
    ends(0, folder.path(), &[&first[..], &on_slurm, &["--resume"]].concat());
    // whoever resumes on this machine waits for it too, and hears why that takes so long
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

/// A task may end, with rows, after its rows were collected and before Slurm is asked whether it is alive. Here it does
/// so in the moment of the question.
#[test]
fn rows_that_come_just_before_the_end_of_a_task_are_collected() {
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

/// A task must not put other puzzles in the place of those that were submitted.
#[test]
fn puzzles_that_change_after_they_were_submitted_are_told() {
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
    // of the new puzzle there is no row, and of the old one there can be none
    let logs: Vec<String> = tasks(&out)
        .iter()
        .map(|task| fs::read_to_string(task.join("log")).expect("its log"))
        .collect();
    assert!(logs.len() == 1 && logs[0].contains("the puzzles have changed"), "{logs:?}");
    assert_eq!(rows_in(&out), 0);
}

#[test]
fn what_slurm_refuses_is_told_in_its_words() {
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

/// Daemons, jobs and files go with the command, also where a signal ends it.
#[test]
fn the_slurm_of_the_tests_leaves_nothing() {
    for signal in [None, Some("TERM"), Some("INT")] {
        let job =
            "echo \"$SLURM_CONF\"; sbatch --output=/dev/null --wrap 'sleep 1000' >&2; exec cat";
        let mut script = one_node_slurm();
        // a test runner may ignore signals
        let program = script.get_program().to_owned();
        script = Command::new("env");
        script.args(["--default-signal=INT,TERM"]).arg(program).args(["sh", "-c", job]);
        let child =
            script.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut child = child.expect("it starts");
        let mut conf = String::new();
        BufReader::new(child.stdout.as_mut().expect("a pipe")).read_line(&mut conf).expect("text");
        let conf = PathBuf::from(conf.trim());
        let processes = || {
            let all = fs::read_dir("/proc").expect("Linux").flatten();
            let mark = format!("SLURM_CONF={}", conf.display());
            let environments = all.filter_map(|one| fs::read(one.path().join("environ")).ok());
            environments
                .filter(|one| one.split(|&byte| byte == 0).any(|word| word == mark.as_bytes()))
                .count()
        };
        // munged, slurmctld, slurmd and `cat` at least, then the job
        wait_until("a job", || processes() > 5);
        match signal {
            None => drop(child.stdin.take()),
            Some(signal) => {
                let pid = child.id().to_string();
                let killed = Command::new("kill").args(["-s", signal, &pid]).status();
                assert!(killed.expect("kill").success());
            }
        }
        let status = child.wait().expect("it ends");
        assert_eq!(status.success(), signal.is_none(), "{signal:?}: {status}");
        let folders: BTreeSet<bool> =
            [conf.exists(), conf.parent().expect("a folder").exists()].into();
        assert_eq!((processes(), folders), (0, BTreeSet::from([false])), "{signal:?}");
    }
}
