//! `encycle bench`: result rows and resuming.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use assert_cmd::cargo::CommandCargoExt;
use encycle::bench::{ResultRow, RowLog, RunStatus, read_rows};
use encycle::puzzle::PuzzleKind;
use encycle::solve::Verdict;
use serde_json::Value;

use super::{bench, folder};
use crate::support::binary::{code, encycle, stderr, stdout};
use crate::support::misbehaving;
use crate::support::waiting::{once_in, wait_until};

const SLITHERLINKS: &str = "examples/slitherlink";

/// There is a row for every puzzle, configuration and repeat. Each has all documented keys and a command that repeats it.
#[test]
fn rows_are_complete_and_repeatable() {
    let folder = folder();
    let options =
        ["--encoding", "edge,colour", "--presolve", "on,off", "--repeat", "2", "--seed", "7"];
    let output = bench(folder.path(), &[&[SLITHERLINKS, "--unique"], &options[..]].concat());
    // one example has several solutions; `several` is an answer
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let rows = read_rows(folder.path()).expect("rows");
    let puzzles: BTreeSet<&str> = rows.iter().map(|row| &*row.puzzle_sha256).collect();
    let grids: BTreeSet<&str> =
        rows.iter().filter(|row| row.size.rows.is_some()).map(|row| &*row.puzzle_sha256).collect();
    // `ten` exists in five formats and counts once; `colour` does not apply to general graphs
    assert!(
        stderr(&output).contains("ten.url: skipped: duplicate of an earlier puzzle"),
        "{}",
        stderr(&output)
    );
    let graphs = puzzles.len() - grids.len();
    assert!(grids.len() >= 4 && graphs >= 1, "{puzzles:?}");
    assert_eq!(rows.len(), grids.len() * (2 * 2 * 2) + graphs * (2 * 2));
    let ids: BTreeSet<&str> = rows.iter().map(|row| &*row.id).collect();
    assert_eq!(ids.len(), rows.len(), "each job has an id of its own");
    let documented = fs::read_to_string("docs/reference/json.md").expect("the documentation");
    // the formula of the row, whatever the presolver adds
    for row in rows.iter().filter(|row| row.repeat == 1 && row.size.rows.is_some()).take(4) {
        let puzzle =
            folder.path().join("puzzles").join(format!("{}.txt", &row.puzzle_sha256[..16]));
        let encoding = row.encoding.as_deref().expect("an encoding");
        let name = puzzle.to_str().expect("text");
        let sizes =
            encycle(&["sizes", name, "--kind", &row.kind, "--encoding", encoding, "--json"]);
        let sizes: Value = serde_json::from_str(&stdout(&sizes)).expect("JSON");
        assert_eq!(sizes["gbdhash"].as_str(), row.gbdhash.as_deref(), "{encoding}");
        assert_eq!(sizes["isohash"].as_str(), row.isohash.as_deref(), "{encoding}");
    }
    for row in &rows {
        assert_eq!((row.status, row.seed), (RunStatus::Answered, Some(6 + u64::from(row.repeat))));
        let parts =
            row.presolve_seconds + row.encode_seconds + row.solver_seconds + row.rest_seconds;
        assert!((parts - row.wall_seconds).abs() < 1e-6, "{row:?}");
        assert!(row.cpu_seconds > 0.0 && row.peak_kb > 0 && row.variables > Some(0), "{row:?}");
        assert_eq!((row.solver.sha256.len(), row.solver.name.as_str()), (64, "batsat"));
        assert!(row.machine.cores > 0 && row.started > 0);
        let value = serde_json::to_value(row).expect("JSON");
        for key in value.as_object().expect("an object").keys() {
            assert!(documented.contains(&format!("`{key}`")), "{key} is not documented");
        }
    }
    let again =
        Command::cargo_bin("encycle").expect("the binary").args(&rows[0].command[1..]).output();
    let report: Value = serde_json::from_slice(&again.expect("it runs").stdout).expect("a report");
    assert_eq!(report["verdict"], rows[0].verdict.name());
}

/// The text that a campaign stores must parse to the same puzzle.
#[test]
fn examples_of_every_kind_are_solved() {
    let folder = folder();
    let output = bench(folder.path(), &["examples", "--jobs", "2", "--timeout", "30"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let rows = read_rows(folder.path()).expect("rows");
    let kinds: BTreeSet<&str> = rows.iter().map(|row| &*row.kind).collect();
    assert_eq!(kinds.len(), PuzzleKind::all().len(), "{kinds:?}");
    assert!(rows.iter().all(|row| row.jobs == 2 && !row.puzzle.contains(".solution.")));
}

/// A pseudo-random number, the same in each run (splitmix64).
fn random(number: u64) -> u64 {
    let mut z = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// What may not depend on kills: which jobs there are, and what comes of them.
fn essence(rows: &[ResultRow]) -> BTreeMap<String, (Verdict, RunStatus)> {
    let pairs = rows.iter().map(|row| (row.id.clone(), (row.verdict, row.status)));
    pairs.collect()
}

fn rows_in(folder: &Path) -> usize {
    read_rows(folder).map_or(0, |rows| rows.len())
}

#[test]
fn a_campaign_killed_at_random_and_resumed_has_the_same_rows() {
    let (whole, torn) = (folder(), folder());
    let arguments = ["examples", "--jobs", "2", "--presolve", "on,off", "--seed", "1"];
    assert_eq!(code(&bench(whole.path(), &arguments)), 0);
    let expected = read_rows(whole.path()).expect("rows");
    let mut counts = Vec::new();
    for kill in 0..6 {
        let mut child = Command::cargo_bin("encycle").expect("the binary");
        child.args(["bench", "--resume", "--out"]).arg(torn.path()).args(arguments);
        child.current_dir(env!("CARGO_MANIFEST_DIR"));
        let mut child =
            child.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        // kill it some rows later, at a random moment of a run
        let before = counts.last().copied().unwrap_or(0);
        let wanted = before + random(kill) as usize % 6;
        // the campaign may end before it has that many
        let ended = |child: &mut Child| child.try_wait().expect("a child").is_some();
        wait_until("rows", || rows_in(torn.path()) >= wanted || ended(&mut child));
        std::thread::sleep(Duration::from_micros(random(kill + 100) % 20_000));
        child.kill().expect("SIGKILL");
        child.wait().expect("it ends");
        counts.push(rows_in(torn.path()));
        // append half a row, as if the campaign was killed while writing
        let path = torn.path().join("rows.jsonl");
        let file = fs::OpenOptions::new().append(true).create(true).open(path);
        file.expect("the rows").write_all(b"{\"schema\":\"encycle-b").expect("half a row");
    }
    assert!(counts.is_sorted(), "no row is lost: {counts:?}");
    assert!(counts.iter().any(|&count| 0 < count && count < expected.len()), "{counts:?}");
    let output = bench(torn.path(), &[&arguments[..], &["--resume"]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let rows = read_rows(torn.path()).expect("rows");
    assert_eq!(rows.len(), expected.len(), "no job was run twice");
    assert_eq!(essence(&rows), essence(&expected));
}

#[test]
fn rows_of_different_campaigns_are_not_mixed() {
    let folder = folder();
    let puzzle = "examples/slitherlink/first.txt";
    assert_eq!(code(&bench(folder.path(), &[puzzle, "--timeout", "5"])), 0);
    let refused = |arguments: &[&str], words: &str| {
        let output = bench(folder.path(), arguments);
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    };
    refused(&[puzzle, "--timeout", "5"], "--resume");
    refused(&[puzzle, "--timeout", "6", "--resume"], "with --timeout 5, not 6");
    refused(
        &[puzzle, "--timeout", "5", "--resume", "--unique"],
        "measured without further options, not with --unique\n",
    );
    refused(
        &[puzzle, "--timeout", "5", "--resume", "--seed", "3"],
        "measured without a seed, not with seed 3, in repeat 1\n",
    );
    // "not no further options" and "not no seed" were the words for the opposite differences
    let other = self::folder();
    let options = [puzzle, "--timeout", "5", "--unique", "--seed", "3"];
    assert_eq!(code(&bench(other.path(), &options)), 0);
    for (left_out, words) in [
        (3..4_usize, "measured with --unique, not without further options\n"),
        (4..6, "measured with seed 3, not without a seed, in repeat 1\n"),
    ] {
        let kept = [&options[..left_out.start], &options[left_out.end..], &["--resume"]].concat();
        let output = bench(other.path(), &kept);
        assert_eq!(code(&output), 2, "{kept:?}");
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    }
    // further puzzles and configurations may be added
    let more = [SLITHERLINKS, "--timeout", "5", "--resume", "--encoding", "edge"];
    assert_eq!(code(&bench(folder.path(), &more)), 0);
    let path = folder.path().join("rows.jsonl");
    let rows = fs::read_to_string(&path).expect("rows");
    let built = "\"encycle\":{\"name\":\"encycle\",\"version\":\"0.1.0\",\"sha256\":\"";
    assert!(rows.contains(built));
    fs::write(&path, rows.replace(built, &format!("{built}0"))).expect("rows");
    refused(&[puzzle, "--timeout", "5", "--resume"], "another build of encycle");
    fs::write(&path, format!("{rows}{{\"schema\": 1}}\n")).expect("rows");
    refused(
        &[puzzle, "--timeout", "5", "--resume"],
        &format!("rows.jsonl:{}:", rows.lines().count() + 1),
    );
    fs::write(&path, rows).expect("rows");
    let _taken = RowLog::open(folder.path()).expect("the rows");
    refused(&[puzzle, "--timeout", "5", "--resume"], "locked by another `encycle bench`");
}

#[test]
fn invalid_campaigns_are_refused_before_the_first_run() {
    let folder = folder();
    let refused = |arguments: &[&str], words: &str| {
        let output = bench(folder.path(), arguments);
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    };
    refused(&["-"], "standard input");
    refused(&["no/such/place"], "no puzzle");
    refused(&[SLITHERLINKS, "--solver", "nobody"], "unknown solver: `nobody`");
    refused(&["examples/sudoku", "--encoding", "colour"], "encoding `colour`: unknown name");
    refused(&[SLITHERLINKS, "--jobs", "0"], "--jobs");
    // a puzzle that no configuration accepts is reported, but not an error: folders may mix kinds
    let mixed = ["examples/sudoku", "examples/slitherlink/first.txt", "--encoding", "colour"];
    let output = bench(tempfile::tempdir().expect("a folder").path(), &mixed);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(
        stderr(&output).contains("no configuration accepts the kind sudoku"),
        "{}",
        stderr(&output)
    );
    // a name of bytes that are no text
    let puzzles = tempfile::tempdir().expect("a folder");
    let odd = puzzles.path().join(OsStr::from_bytes(b"odd\xff.txt"));
    fs::copy("examples/slitherlink/first.txt", odd).expect("a copy");
    refused(&[puzzles.path().to_str().expect("text")], "file name is not UTF-8");
    // one that is bad beside a good one is left out, told, and not forgotten in the exit code
    let output = bench(folder.path(), &["examples/slitherlink/first.txt", "no/such/place"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("no/such/place: skipped"), "{}", stderr(&output));
    assert_eq!(read_rows(folder.path()).expect("rows").len(), 1);
}

/// `scancel` ends the processes of a task one after the other. A run that ends before its campaign is not a failure of
/// its solver.
#[test]
fn a_run_terminated_just_before_its_campaign_leaves_no_row() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    // the child of the campaign that has started its solver
    let run_of = |campaign: i32| {
        let all = procfs::process::all_processes().expect("processes").flatten();
        let all: Vec<_> = all.filter_map(|one| one.stat().ok()).collect();
        let mut runs = all.iter().filter(|run| run.ppid == campaign);
        let has_solver = |run: &&procfs::process::Stat| {
            all.iter().any(|solver| solver.ppid == run.pid && solver.comm == "hangs")
        };
        runs.find(has_solver).map(|run| run.pid)
    };
    let rows_after_both_ended = || {
        let folder = folder();
        let mut campaign = Command::cargo_bin("encycle").expect("the binary");
        campaign.args(["bench", "examples/slitherlink/first.txt", "--out"]).arg(folder.path());
        campaign.args(["--solver", &misbehaving::text("hangs")]);
        campaign.current_dir(env!("CARGO_MANIFEST_DIR")).stdout(Stdio::null());
        let mut campaign = campaign.stderr(Stdio::null()).spawn().expect("it starts");
        let parent = campaign.id() as i32;
        let mut run = None;
        wait_until("a run with its solver", || {
            run = run_of(parent);
            run.is_some()
        });
        kill(Pid::from_raw(run.expect("a run")), Signal::SIGTERM).expect("SIGTERM");
        std::thread::sleep(Duration::from_millis(50));
        kill(Pid::from_raw(parent), Signal::SIGTERM).expect("SIGTERM");
        campaign.wait().expect("it ends");
        rows_in(folder.path())
    };
    // the campaign waits 300 ms for its own signal, which may be too short on a busy machine
    once_in(20, rows_after_both_ended, |&rows| rows == 0);
}

/// Formulas of the user's own take part with their rules, and their copies in the folder suffice to repeat a run.
#[test]
fn own_problems_take_part_in_a_campaign() {
    let folder = folder();
    let own = |name: &str| format!("examples/own/{name}");
    let (tour, rules) = (own("tour.lp"), own("tour.rules"));
    let options = ["--solver", "microlp,batsat", "--rules", &rules];
    let output = bench(folder.path(), &[&[tour.as_str()], &options[..]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let rows = read_rows(folder.path()).expect("rows");
    assert_eq!(rows.len(), 2);
    for row in &rows {
        assert_eq!((row.status, row.verdict), (RunStatus::Answered, Verdict::Optimal), "{row:?}");
        assert_eq!((&*row.kind, row.cost), ("model", Some(30.0)), "{row:?}");
        let words: Vec<&str> = row.command[1..].iter().map(String::as_str).collect();
        let again = encycle(&words);
        assert_eq!(code(&again), 0, "{}", stderr(&again));
    }
    let output = bench(folder.path(), &[&[tour.as_str()], &options[..], &["--resume"]].concat());
    assert!(stderr(&output).contains("2 runs, 0 to do"), "{}", stderr(&output));

    let (square, rules) = (own("square.cnf"), own("square.rules"));
    let folder = self::folder();
    let options = ["--encoding", "all", "--unique", "--rules", &rules];
    let output = bench(folder.path(), &[&[square.as_str()], &options[..]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let rows = read_rows(folder.path()).expect("rows");
    let forms: BTreeSet<&str> = rows.iter().filter_map(|row| row.encoding.as_deref()).collect();
    assert!(forms.contains("cuts") && forms.contains("order") && forms.len() > 5, "{forms:?}");
    assert!(rows.iter().all(|row| row.status == RunStatus::Answered), "{rows:?}");
    assert!(rows.iter().all(|row| row.verdict == rows[0].verdict), "{rows:?}");
}

/// The copy of the rules replaced that of the formula.
#[test]
fn rules_may_have_the_ending_of_the_formula() {
    let folder = folder();
    let rules = folder.path().join("rules.lp");
    fs::copy("examples/own/tour.rules", &rules).expect("a copy");
    let rules = rules.to_str().expect("text");
    let out = folder.path().join("out");
    let output = bench(&out, &["examples/own/tour.lp", "--solver", "microlp", "--rules", rules]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(read_rows(&out).expect("rows")[0].verdict, Verdict::Optimal);
    let unique = ["examples/own/tour.lp", "--unique", "--rules", rules];
    let output = bench(&folder.path().join("unique"), &unique);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("tour.lp: --unique asks"), "{}", stderr(&output));
}

/// Berschneider's comparison of SAT and ZDD, and Westreicher's with his Standard Solver, in one command. The methods
/// without a formula solve only some kinds.
#[test]
fn methods_without_a_formula_take_part_in_a_campaign() {
    let folder = folder();
    let puzzles = ["examples/slitherlink/first.txt", "examples/numberlink/martin.txt"];
    let options = ["--method", "solver,zdd,backtracking", "--encoding", "edge,labels", "--unique"];
    let output = bench(folder.path(), &[&puzzles[..], &options].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let rows = read_rows(folder.path()).expect("rows");
    let of = |row: &ResultRow| (row.configuration.clone(), row.kind.clone());
    let runs: BTreeSet<(String, String)> = rows.iter().map(of).collect();
    let expected = [
        ("batsat, edge", "slitherlink"),
        ("batsat, labels", "numberlink"),
        ("backtracking", "slitherlink"),
        ("zdd", "numberlink"),
        ("zdd", "slitherlink"),
    ];
    let expected: BTreeSet<(String, String)> =
        expected.iter().map(|&(name, kind)| (name.to_owned(), kind.to_owned())).collect();
    assert_eq!(runs, expected);
    assert!(rows.iter().all(|row| row.status == RunStatus::Answered), "{rows:?}");
    assert!(rows.iter().all(|row| row.verdict == Verdict::Unique), "{rows:?}");
    let named = |row: &&ResultRow| row.configuration == "zdd";
    assert!(rows.iter().filter(named).all(|row| row.solver.name == "zdd" && row.gbdhash.is_none()));
    let output = bench(folder.path(), &[&puzzles[..1], &["--method", "zdd", "--replay"]].concat());
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("--replay compares solvers"), "{}", stderr(&output));
}
