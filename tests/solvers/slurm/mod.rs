//! Campaigns on a real one-node Slurm cluster, started once for all tests by `scripts/one-node-slurm`.

mod campaigns;
mod cubes;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::LazyLock;

use encycle::bench::{ResultRow, RunStatus, read_rows};
use encycle::solve::Verdict;

use crate::support::binary::{code, stderr, stdout};
use crate::support::waiting::wait_until;

const PUZZLES: &str = "examples/slitherlink";
const ENCYCLE: &str = env!("CARGO_BIN_EXE_encycle");

/// The largest array that this Slurm accepts; one campaign needs more tasks.
const MAX_ARRAY_SIZE: usize = 12;

/// The cluster. Its script ends when its standard input closes, at the latest with this process.
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

/// A command that uses this cluster.
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

/// Runs a campaign and asserts its exit code.
fn ends(expected: i32, folder: &Path, arguments: &[&str]) -> Output {
    let output = ended(bench(folder, arguments));
    assert_eq!(code(&output), expected, "{arguments:?}: {}", stderr(&output));
    output
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Of each id: puzzle, configuration, repeat, verdict, status, variables and clauses.
type Essence = BTreeMap<String, (String, String, u32, Verdict, RunStatus, [Option<u64>; 2])>;

/// The part of the rows that must not depend on the machine and the order of runs.
fn essence(folder: &Path) -> Essence {
    let rows = read_rows(folder).expect("rows");
    let count = rows.len();
    let of = |row: ResultRow| {
        // two encodings race for a Numberlink; either may win
        let sizes =
            [row.variables, row.clauses].map(|size| size.filter(|_| row.kind != "numberlink"));
        let verdict = row.verdict;
        (row.id, (row.puzzle, row.configuration, row.repeat, verdict, row.status, sizes))
    };
    let essence: Essence = rows.into_iter().map(of).collect();
    assert_eq!(essence.len(), count, "no row is there twice");
    essence
}

/// The same campaign by one process on this machine.
fn local(arguments: &[&str]) -> Essence {
    let folder = folder();
    ends(0, folder.path(), arguments);
    essence(folder.path())
}

/// Asserts that the rows of a folder are these.
fn assert_rows(folder: &Path, expected: &Essence) {
    let rows = essence(folder);
    let missing: Vec<_> = expected.iter().filter(|(id, row)| rows.get(*id) != Some(row)).collect();
    let further: Vec<_> = rows.iter().filter(|(id, row)| expected.get(*id) != Some(row)).collect();
    assert!(missing.is_empty() && further.is_empty(), "{missing:?}, but {further:?}");
}

/// A slow solver, so that a campaign can be interrupted. With an exact encoding it is called once per run.
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

/// The script leaves no daemons, jobs or files, also when a signal ends it.
#[test]
fn one_node_slurm_leaves_no_process_and_no_file() {
    for signal in [None, Some("TERM"), Some("INT")] {
        let job =
            "echo \"$SLURM_CONF\"; sbatch --output=/dev/null --wrap 'sleep 1000' >&2; exec cat";
        let mut script = one_node_slurm();
        // the test runner may ignore signals, and children inherit that
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
        // at least munged, slurmctld, slurmd and `cat`, then the job
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
