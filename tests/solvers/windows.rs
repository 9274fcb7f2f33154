//! The Windows program, under Wine. `scripts/test` builds it before the tests:
//! `cargo build --profile windows --target x86_64-pc-windows-gnu`.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use serde_json::Value;

use crate::support::binary::{code, stderr, stdout};
use crate::support::waiting::wait_until;

const TEN: &str = "examples/slitherlink/ten.txt";
const FAILING: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/misbehaving/windows");

/// A folder with the Windows program, the failing solvers and Wine's settings. Tests take turns, since they share
/// the folder of temporary files.
struct Wine {
    folder: PathBuf,
}

fn wine() -> MutexGuard<'static, Wine> {
    static WINE: LazyLock<Mutex<Wine>> = LazyLock::new(|| Mutex::new(Wine::new()));
    WINE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn installed(program: &str) -> PathBuf {
    which::which(program).unwrap_or_else(|_| {
        panic!("there is no `{program}` on PATH; scripts/install-tools installs it")
    })
}

fn succeed(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", stderr(&output));
}

impl Wine {
    fn new() -> Self {
        // the folder of this test is TARGET/debug/deps
        let own = std::env::current_exe().expect("a path");
        let target = own.ancestors().nth(3).expect("the target folder");
        let built = target.join("x86_64-pc-windows-gnu/windows/encycle.exe");
        let folder = target.join("wine");
        fs::create_dir_all(&folder).expect("a folder");
        fs::copy(&built, folder.join("encycle.exe")).unwrap_or_else(|error| {
            panic!(
                "{}: {error}; `cargo build --profile windows --target x86_64-pc-windows-gnu` builds it",
                built.display()
            )
        });
        let library = folder.join("bcryptprimitives.dll");
        let source = format!("{FAILING}/bcryptprimitives.c");
        let compiler = installed("x86_64-w64-mingw32-gcc");
        succeed(Command::new(compiler).args(["-shared", "-O", &source, "-o"]).arg(library));
        let solver = folder.join("hangs.exe");
        let source = format!("{FAILING}/solver.rs");
        let mut compiler = Command::new("rustc");
        compiler.args(["--edition=2024", "--target=x86_64-pc-windows-gnu", &source, "-o"]);
        succeed(compiler.arg(&solver));
        for name in ["hoards.exe", "crashes.exe"] {
            fs::copy(&solver, folder.join(name)).expect("a copy");
        }
        let wine = Self { folder };
        // creates the settings, which takes seconds
        succeed(wine.command("encycle.exe").arg("--version"));
        wine
    }

    fn command(&self, program: &str) -> Command {
        let mut command = self.with_settings(Command::new(installed("wine")));
        command.arg(self.folder.join(program));
        command
    }

    fn with_settings(&self, mut command: Command) -> Command {
        command.current_dir(env!("CARGO_MANIFEST_DIR"));
        command.env("WINEPREFIX", self.folder.join("prefix")).env("WINEDEBUG", "-all");
        // no offer to install components
        command.env("WINEDLLOVERRIDES", "mscoree,mshtml=").env_remove("DISPLAY");
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command("encycle.exe").args(arguments).output().expect("wine runs")
    }

    /// The path of a program as Windows programs see it.
    fn windows_path(&self, program: &str) -> String {
        format!("Z:{}", self.folder.join(program).display()).replace('/', "\\")
    }

    /// Solves a puzzle with a failing solver.
    fn run_failing(&self, solver: &str, options: &[&str]) -> Output {
        let path = self.windows_path(&format!("{solver}.exe"));
        self.run(&[&["solve", TEN, "--solver", &path, "--json"], options].concat())
    }

    /// The processes of a program.
    fn processes(&self, program: &str) -> Vec<u32> {
        let name = self.windows_path(program);
        let is_it = |pid: &u32| {
            let words = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&words).starts_with(&name)
        };
        let all = fs::read_dir("/proc").expect("Linux").flatten();
        all.filter_map(|one| one.file_name().to_str()?.parse().ok()).filter(is_it).collect()
    }

    /// The work directories.
    fn work_dirs(&self) -> Vec<PathBuf> {
        let users =
            fs::read_dir(self.folder.join("prefix/drive_c/users")).expect("users").flatten();
        let files = users.filter_map(|user| fs::read_dir(user.path().join("Temp")).ok()).flatten();
        let paths = files.flatten().map(|file| file.path());
        let is_ours = |path: &PathBuf| {
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("encycle-"))
        };
        paths.filter(is_ours).collect()
    }

    #[track_caller]
    fn assert_nothing_is_left(&self, program: &str) {
        wait_until("the end of the solver", || self.processes(program).is_empty());
        assert_eq!(self.work_dirs(), Vec::<PathBuf>::new());
    }
}

fn report(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", stderr(output)))
}

#[test]
fn solves_with_the_builtin_solver_and_returns_exit_codes() {
    let wine = wine();
    let solved = wine.run(&["solve", TEN]);
    assert_eq!(code(&solved), 0, "{}", stderr(&solved));
    assert!(stdout(&solved).contains("┌───┐"), "{}", stdout(&solved));
    assert_eq!(code(&wine.run(&["solve", "no/such/file"])), 2);
    let folder = tempfile::tempdir().expect("a folder");
    let [unsolvable, formula] = ["puzzle.txt", "formula.cnf"].map(|name| folder.path().join(name));
    fs::write(&unsolvable, "slitherlink 1 1\n3\n").expect("a file");
    assert_eq!(code(&wine.run(&["solve", unsolvable.to_str().expect("text")])), 1);
    fs::write(&formula, "p cnf 1 2\n1 0\n-1 0\n").expect("a file");
    assert_eq!(code(&wine.run(&["sat", formula.to_str().expect("text")])), 20);
    let slurm = wine.run(&["bench", TEN, "--executor", "slurm", "--out", "no/such/folder"]);
    assert_eq!(code(&slurm), 2);
    assert!(stderr(&slurm).contains("Slurm does not run on Windows"), "{}", stderr(&slurm));
}

#[test]
fn solves_with_an_external_solver() {
    let wine = wine();
    let path = wine.windows_path("encycle.exe");
    let output = wine.run(&["solve", TEN, "--solver", &path, "--json"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let report = report(&output);
    assert_eq!(report["solver"]["name"], "encycle", "{report}");
    wine.assert_nothing_is_left("nothing.exe");
}

/// Not the limit of CPU time: Wine 8 does not count it for jobs.
#[test]
fn limits_end_a_solver_and_its_children() {
    let wine = wine();
    for (solver, options, resource) in [
        ("hangs", ["--timeout", "2"], "time limit of 2 s"),
        ("hoards", ["--memory", "300"], "the limit of memory"),
    ] {
        let since = Instant::now();
        let output = wine.run_failing(solver, &options);
        assert_eq!(code(&output), 3, "{solver}: {}", stdout(&output));
        assert!(stdout(&output).contains(resource), "{solver}: {}", stdout(&output));
        assert!(since.elapsed().as_secs() < 60, "{solver}: {:?}", since.elapsed());
        wine.assert_nothing_is_left(&format!("{solver}.exe"));
    }
}

#[test]
fn a_crash_is_reported_with_its_exception() {
    let wine = wine();
    let output = wine.run_failing("crashes", &[]);
    assert_eq!(code(&output), 4, "{}", stdout(&output));
    let expected = "exception 0xc0000005 (access violation)";
    assert!(stdout(&output).contains(expected), "{}", stdout(&output));
    wine.assert_nothing_is_left("crashes.exe");
}

/// Its job object ends with it. The next run removes its directory.
#[test]
fn if_encycle_is_killed_its_solver_ends_too() {
    let wine = wine();
    let path = wine.windows_path("hangs.exe");
    let mut child = wine.command("encycle.exe");
    let mut child = child.args(["solve", TEN, "--solver", &path]).spawn().expect("wine runs");
    wait_until("the start of the solver", || wine.processes("hangs.exe").len() == 2);
    child.kill().expect("it runs");
    child.wait().expect("a status");
    wait_until("the end of the solver", || wine.processes("hangs.exe").is_empty());
    assert_eq!(wine.work_dirs().len(), 1);
    assert_eq!(code(&wine.run_failing("crashes", &[])), 4);
    wine.assert_nothing_is_left("hangs.exe");
}

/// Wine makes a console, and events of it, on a terminal only: `script` makes one.
#[test]
fn ctrl_c_ends_the_solver() {
    let wine = wine();
    let words = format!(
        "exec wine {} solve {TEN} --solver '{}'",
        wine.folder.join("encycle.exe").display(),
        wine.windows_path("hangs.exe")
    );
    let mut child = wine.with_settings(Command::new(installed("script")));
    child.args(["-qec", &words, "/dev/null"]).stdin(Stdio::piped()).stdout(Stdio::null());
    let mut child = child.spawn().expect("script runs");
    wait_until("the start of the solver", || wine.processes("hangs.exe").len() == 2);
    let mut terminal = child.stdin.take().expect("a pipe");
    terminal.write_all(b"\x03").expect("script reads");
    assert_eq!(child.wait().expect("a status").code(), Some(130));
    wait_until("the end of the solver", || wine.processes("hangs.exe").is_empty());
    // Wine 8 cannot remove a folder with an open file; Windows 10 can
    for folder in wine.work_dirs() {
        fs::remove_dir(folder).expect("an empty folder");
    }
}

#[test]
fn a_campaign_writes_rows_and_a_report() {
    let wine = wine();
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let text = |path: &Path| path.to_str().expect("text").to_owned();
    let solvers = format!("batsat,{}", wine.windows_path("encycle.exe"));
    let words = ["bench", TEN, "--solver", &solvers, "--timeout", "30", "--out", &text(&out)];
    let output = wine.run(&words);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let rows = fs::read_to_string(out.join("rows.jsonl")).expect("rows");
    assert_eq!(rows.matches("\"status\":\"answered\"").count(), 2, "{rows}");
    assert!(out.join("report.html").is_file());
    let again = wine.run(&[&words[..], &["--resume"]].concat());
    assert_eq!(code(&again), 0, "{}", stderr(&again));
    wine.assert_nothing_is_left("nothing.exe");
}
