//! All solutions of a puzzle, by every way to keep from finding one again.

mod binary;
mod library;
mod random;

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::cargo::CommandCargoExt;
use binary::{code, encycle, stderr, stdout, with_input};
use encycle::count::brute_force;
use encycle::encodings::encoding::{Completeness, Encoding};
use encycle::encodings::logic::{
    CnfMethod, Constraint, ConstraintSink, Lit, LoweringOptions, Origin, Var,
};
use encycle::encodings::puzzle::Solution;
use encycle::formats;
use encycle::puzzle::{Puzzle, PuzzleKind};
use encycle::solve::{
    Answer, BatSatSession, Checkpoint, Enumerator, Failure, Finder, FormulaSize, IpasirSession,
    NextSolution, SearchOptions, Session, SolverId, SolverUsage, count, external_session,
};
use encycle::solvers::{Limits, TrailStep, find};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use random::{Draft, Random};
use serde_json::Value;

/// Takes up to so many solutions, each checked and none twice; whether those were all.
fn take(all: &mut Enumerator<'_>, found: &mut BTreeSet<Solution>, most: usize) -> bool {
    for _ in 0..most {
        match all.next(&mut ()).expect("no failure") {
            NextSolution::Solution(solution) => assert!(found.insert(solution), "found twice"),
            NextSolution::Exhausted => return true,
            NextSolution::Unknown(reason) => panic!("no limit was set: {reason}"),
        }
    }
    false
}

fn all_of(encoding: &dyn Encoding, session: &mut dyn Session) -> BTreeSet<Solution> {
    let mut found = BTreeSet::new();
    let mut all = Enumerator::new(encoding, session, SearchOptions::default());
    assert!(take(&mut all, &mut found, usize::MAX));
    for solution in &found {
        assert_eq!(encoding.puzzle().check(solution), Ok(()));
    }
    found
}

fn batsat(choices: LoweringOptions) -> BatSatSession {
    BatSatSession::new(choices, None)
}

fn complete_encodings(puzzle: &Puzzle) -> Vec<String> {
    let is_complete = |name: &String| {
        puzzle.encoding(name).expect("a known name").completeness() == Completeness::Complete
    };
    puzzle.encoding_names().into_iter().filter(is_complete).collect()
}

/// Random small puzzles with few enough solutions, and these.
fn puzzles(kind: PuzzleKind, cases: u64) -> Vec<(Puzzle, BTreeSet<Solution>)> {
    let mut seen = Vec::new();
    let drafts = (0..).map(|seed| Draft::random(kind, &mut Random::new(seed)));
    for puzzle in drafts.take(cases as usize).filter_map(|draft| draft.puzzle()) {
        let expected = brute_force(&puzzle).map(BTreeSet::from_iter).unwrap_or_else(|| {
            // what is too large to be tried out is held against clauses
            let encoding = puzzle.default_encoding();
            let encoding = puzzle.encoding(&encoding).expect("a known name");
            let mut session = batsat(LoweringOptions::default());
            let options = SearchOptions::default();
            let mut finder = Finder::new(&*encoding, &mut session, options);
            let mut found = BTreeSet::new();
            while let NextSolution::Solution(solution) = finder.next(&mut ()).expect("no failure") {
                found.insert(solution);
                if found.len() > 300 {
                    break;
                }
            }
            found
        });
        if expected.len() <= 300 {
            seen.push((puzzle, expected));
        }
    }
    seen
}

/// Every kind, every encoding that has all solutions, and by turns each CNF method.
#[test]
fn a_checkpoint_that_cannot_be_written_is_told_before_the_first_solution() {
    let output = encycle(&[
        "enumerate",
        "examples/slitherlink/first.txt",
        "--checkpoint",
        "/no/such/folder/x.json",
    ]);
    assert_eq!((code(&output), stdout(&output)), (2, String::new()));
    assert!(stderr(&output).contains("/no/such/folder"), "{}", stderr(&output));
}

#[test]
fn all_solutions_of_every_kind_by_every_encoding() {
    for &kind in PuzzleKind::ALL {
        let puzzles = puzzles(kind, 60);
        let counts: Vec<usize> = puzzles.iter().map(|(_, solutions)| solutions.len()).collect();
        assert!(counts.contains(&0), "{kind}: {counts:?}");
        assert!(counts.iter().any(|&count| count > 2), "{kind}: {counts:?}");
        for (number, (puzzle, expected)) in puzzles.iter().enumerate() {
            for (index, name) in complete_encodings(puzzle).iter().enumerate() {
                let encoding = puzzle.encoding(name).expect("a known name");
                let method = CnfMethod::ALL[(number + index) % CnfMethod::ALL.len()];
                let found = all_of(&*encoding, &mut batsat(method.into()));
                assert_eq!(&found, expected, "{name} by {} of {puzzle:?}", method.name());
            }
        }
    }
}

/// A session that is stopped after every few solutions, and goes on from a checkpoint in another one.
#[test]
fn what_goes_on_from_checkpoints_finds_each_solution_once() {
    for &kind in PuzzleKind::ALL {
        for (puzzle, expected) in puzzles(kind, 25) {
            for name in complete_encodings(&puzzle).iter().take(3) {
                let encoding = puzzle.encoding(name).expect("a known name");
                let mut found = BTreeSet::new();
                let mut done: Vec<Vec<Lit>> = Vec::new();
                loop {
                    let mut session = batsat(LoweringOptions::default());
                    let options = SearchOptions {
                        seed: Some(found.len() as u64),
                        ..SearchOptions::default()
                    };
                    let mut all = Enumerator::resume(&*encoding, &mut session, options, done);
                    let is_all = take(&mut all, &mut found, 1 + expected.len() / 5);
                    let count = found.len() as u64;
                    let text = Checkpoint::new(&puzzle, &*encoding, count, &all.done()).to_text();
                    let again = Checkpoint::read(&text).expect("its own text");
                    assert_eq!(again.solutions(), count);
                    done = again.cubes(&puzzle, &*encoding).expect("the same puzzle");
                    if is_all {
                        break;
                    }
                }
                assert_eq!(found, expected, "{name} of {puzzle:?}");
                // and what has all needs no solver any more
                let mut session = batsat(LoweringOptions::default());
                let mut all =
                    Enumerator::resume(&*encoding, &mut session, SearchOptions::default(), done);
                assert!(take(&mut all, &mut found, 1));
            }
        }
    }
}

/// Solvers that do not tell their decisions get a clause for each solution.
#[test]
fn external_solvers_find_all_solutions() {
    for &kind in PuzzleKind::ALL {
        let small = |puzzles: &mut Vec<(Puzzle, BTreeSet<Solution>)>| {
            puzzles.retain(|(_, solutions)| (2..8).contains(&solutions.len()));
            puzzles.truncate(2);
        };
        let mut puzzles = puzzles(kind, 80);
        small(&mut puzzles);
        assert!(!puzzles.is_empty(), "{kind}");
        for (puzzle, expected) in puzzles {
            let encoding = puzzle.encoding(&complete_encodings(&puzzle)[0]).expect("a known name");
            for solver in ["minisat", "highs"] {
                let solver = find(solver).unwrap_or_else(|error| panic!("{error}"));
                let mut session =
                    external_session(solver, LoweringOptions::default()).expect("a session");
                assert_eq!(all_of(&*encoding, &mut *session), expected, "{puzzle:?}");
            }
            let ipasir = IpasirSession::load(&library::cadical(), LoweringOptions::default());
            let found = all_of(&*encoding, &mut ipasir.expect("a session"));
            assert_eq!(found, expected, "{puzzle:?}");
        }
    }
}

/// Two loops are solutions each by itself, and models show them together (or one with a stray one): each is
/// found once, whichever is found first.
#[test]
fn loops_that_are_solutions_by_themselves_are_found_once() {
    let puzzle = formats::read("slitherlink 3 3\n..0\n.11\n...\n", None).expect("a puzzle").puzzle;
    let open = formats::read("slitherlink 1 5\n.....\n", None).expect("a puzzle").puzzle;
    // 5 + 4 + 3 + 2 + 1 runs of cells
    for (puzzle, count) in [(puzzle, 2), (open, 15)] {
        for name in puzzle.encoding_names() {
            for seed in 0..20 {
                let encoding = puzzle.encoding(&name).expect("a known name");
                let mut session = BatSatSession::new(LoweringOptions::default(), Some(seed));
                assert_eq!(all_of(&*encoding, &mut session).len(), count, "{name}, seed {seed}");
            }
        }
    }
}

/// Without clues the solutions are the simple cycles of the grid graph (OEIS A140517), by each base that leaves
/// "one loop" to cuts, and counted too.
#[test]
fn open_squares_have_as_many_solutions_as_there_are_cycles() {
    for (side, cycles) in [(1, 1), (2, 13), (3, 213), (4, 9_349)] {
        let text = format!("slitherlink {side} {side}\n{}", (".".repeat(side) + "\n").repeat(side));
        let puzzle = formats::read(&text, None).expect("a puzzle").puzzle;
        for name in ["colour", "edge"] {
            let encoding = puzzle.encoding(name).expect("a known name");
            let mut session = batsat(LoweringOptions::default());
            let counted = count(&*encoding, &mut session, SearchOptions::default(), &mut ());
            let counted = counted.expect("no failure");
            assert_eq!((counted.solutions, counted.reason), (cycles, None), "{name}");
        }
    }
}

/// An encoding that leaves out solutions never claims to have counted all.
#[test]
fn a_guess_counts_at_least() {
    let puzzle = formats::read(PuzzleKind::Numberlink.sample(), None).expect("a sample").puzzle;
    let guess = puzzle.builtin_underapproximation().expect("it has one");
    for name in ["induced".to_owned(), guess] {
        let encoding = puzzle.encoding(&name).expect("a known name");
        let mut session = batsat(LoweringOptions::default());
        let counted = count(&*encoding, &mut session, SearchOptions::default(), &mut ());
        let reason = counted.expect("no failure").reason.expect("a reason");
        assert!(reason.contains("leaves out solutions"), "{name}: {reason}");
    }
}

/// A solver that loses what is to keep it from a solution that is known: the assumptions, or the blocks.
struct Forgetful {
    session: BatSatSession,
    tells_its_path: bool,
}

impl ConstraintSink for Forgetful {
    fn variable(&mut self, family: &'static str, name: std::fmt::Arguments<'_>) -> Var {
        self.session.variable(family, name)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        if origin.family != "block" {
            self.session.constraint(constraint, origin);
        }
    }
}

impl Session for Forgetful {
    fn solver(&self) -> &SolverId {
        self.session.solver()
    }

    fn size(&mut self) -> Result<FormulaSize, Failure> {
        self.session.size()
    }

    fn solve(&mut self, limits: &Limits) -> Result<Answer, Failure> {
        self.session.solve(limits)
    }

    fn assume(&mut self, _: &[Lit]) -> bool {
        true
    }

    fn trail(&mut self) -> Option<&[TrailStep]> {
        self.session.trail().filter(|_| self.tells_its_path)
    }

    fn last_usage(&self) -> SolverUsage {
        self.session.last_usage()
    }
}

/// What comes a second time is the solver's failure, whether it was to be kept from it by assumptions, by
/// clauses, or by a checkpoint.
#[test]
fn a_solver_that_forgets_what_was_found_is_caught() {
    let puzzle = formats::read(OPEN, None).expect("a puzzle").puzzle;
    for name in ["colour", "edge"] {
        let encoding = puzzle.encoding(name).expect("a known name");
        for (tells_its_path, family) in [(true, "assumption"), (false, "block")] {
            let forgetful =
                || Forgetful { session: batsat(LoweringOptions::default()), tells_its_path };
            let mut session = forgetful();
            let mut all = Enumerator::new(&*encoding, &mut session, SearchOptions::default());
            let mut found = BTreeSet::new();
            let failure = loop {
                match all.next(&mut ()) {
                    Ok(NextSolution::Solution(solution)) => {
                        assert!(found.insert(solution), "twice")
                    }
                    Ok(end) => panic!("{name}: {end:?} after {}", found.len()),
                    Err(failure) => break failure,
                }
            };
            let Failure::WrongModel { origin, .. } = &failure else { panic!("{failure}") };
            assert_eq!(origin.family, family, "{name}");

            let done = all.done();
            let mut session = forgetful();
            let mut rest =
                Enumerator::resume(&*encoding, &mut session, SearchOptions::default(), done);
            let failure = rest.next(&mut ()).expect_err("it begins with the same solution");
            assert!(matches!(failure, Failure::WrongModel { .. }), "{name}: {failure}");
        }
    }
}

const OPEN: &str = "slitherlink 3 4\n.2..\n....\n..3.\n";

fn json_lines(text: &[u8]) -> Vec<Value> {
    let text = String::from_utf8_lossy(text);
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect()
}

#[test]
fn json_lines_are_solutions_and_the_last_says_whether_that_is_all() {
    let puzzle = formats::read(OPEN, None).expect("a puzzle").puzzle;
    let encoding = puzzle.encoding("edge").expect("a known name");
    let expected = all_of(&*encoding, &mut batsat(LoweringOptions::default()));
    let folder = tempfile::tempdir().expect("a folder");
    for more in [&[][..], &["--encoding", "edge+order"], &["--presolve", "off"]] {
        let output = with_input(&[&["enumerate", "-", "--jsonl"], more].concat(), OPEN);
        assert_eq!(code(&output), 0);
        let lines = json_lines(&output.stdout);
        let (last, solutions) = lines.split_last().expect("a last line");
        assert_eq!(last["solutions"], expected.len());
        assert_eq!((&last["complete"], &last["reason"]), (&Value::Bool(true), &Value::Null));
        assert_eq!(solutions.len(), expected.len());
        let mut found = BTreeSet::new();
        for (number, line) in solutions.iter().enumerate() {
            assert_eq!(line["number"], number + 1);
            let path = folder.path().join("line.json");
            fs::write(&path, line.to_string()).expect("a file");
            found.insert(formats::load_solution(&path, &puzzle).expect("a solution"));
        }
        assert_eq!(found, expected);
    }
}

#[test]
fn pictures_come_with_a_last_line_on_standard_error() {
    let output = encycle(&["enumerate", "examples/slitherlink/first.txt", "--ascii"]);
    assert_eq!(code(&output), 0);
    let shown = String::from_utf8_lossy(&output.stdout);
    let solved = encycle(&["solve", "examples/slitherlink/first.txt", "--ascii"]);
    let solved = String::from_utf8_lossy(&solved.stdout).into_owned();
    let picture = solved.split_once('\n').expect("a verdict line").1;
    assert_eq!(shown, format!("solution 1\n{picture}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("1 solution; the list is complete"), "{said}");
}

#[test]
fn exit_codes_say_how_it_ended() {
    for (text, more, expected, said) in [
        (OPEN, &["--limit", "3"][..], 0, "3 solutions; there may be more: the limit of solutions"),
        ("slitherlink 1 1\n3\n", &[], 1, "0 solutions; the list is complete"),
        ("slitherlink 9 9\n.........\n", &[], 2, "rows"),
        (OPEN, &["--encoding", "nought"], 2, "unknown base: `nought`"),
        (OPEN, &["--limit", "0"], 2, "0 is not in"),
        (OPEN, &["--checkpoint", "-"], 2, "a checkpoint is a file"),
        (OPEN, &["--solver", "tests/misbehaving/prints-nothing"], 4, "prints-nothing"),
        (PuzzleKind::Numberlink.sample(), &["--encoding", "induced"], 3, "leaves out solutions"),
        (PuzzleKind::Numberlink.sample(), &[], 0, "the list is complete"),
    ] {
        let output = with_input(&[&["enumerate", "-"], more].concat(), text);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.contains(said), "{more:?}: {stderr}");
        assert_eq!(code(&output), expected, "{more:?}: {stderr}");
    }
    let many = format!("slitherlink 12 12\n{}", "............\n".repeat(12));
    let output = with_input(&["enumerate", "-", "--jsonl", "--timeout", "0.3"], &many);
    let lines = json_lines(&output.stdout);
    let last = lines.last().expect("a last line");
    assert_eq!(last["complete"], false);
    assert_eq!(last["solutions"], lines.len() - 1);
    assert!(last["reason"].as_str().expect("why").contains("time"), "{last}");
    assert_eq!(code(&output), 3);
}

fn file_names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

/// By limits, a few at a time, by the built-in solver and by another one in turn.
#[test]
fn a_checkpoint_goes_on_and_repeats_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("far.json");
    let file = path.to_str().expect("text");
    let all = json_lines(&with_input(&["enumerate", "-", "--jsonl"], OPEN).stdout);
    let (last, all) = all.split_last().expect("a last line");
    let mut edges = BTreeSet::new();
    for turn in 0.. {
        let solver = ["batsat", "minisat", "batsat"][turn % 3];
        let call = ["enumerate", "-", "--jsonl", "--limit", "7", "--solver", solver];
        let output = with_input(&[&call[..], &["--checkpoint", file]].concat(), OPEN);
        assert_eq!(code(&output), 0, "{}", String::from_utf8_lossy(&output.stderr));
        let lines = json_lines(&output.stdout);
        let (end, lines) = lines.split_last().expect("a last line");
        for line in lines {
            assert!(edges.insert(line["edges"].to_string()), "{line} again");
            assert_eq!(line["number"], edges.len());
        }
        assert_eq!(end["solutions"], edges.len());
        assert_eq!(file_names(folder.path()), ["far.json"]);
        if end["complete"] == true {
            break;
        }
    }
    assert_eq!(last["solutions"], edges.len());
    let expected: BTreeSet<String> = all.iter().map(|line| line["edges"].to_string()).collect();
    assert_eq!(edges, expected);
    // and once more: there is nothing left to find, and nothing is printed
    let output = with_input(&["enumerate", "-", "--checkpoint", file], OPEN);
    assert_eq!((code(&output), output.stdout.len()), (0, 0));
}

#[test]
fn a_checkpoint_that_does_not_belong_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("far.json");
    let file = path.to_str().expect("text");
    let call = ["enumerate", "-", "--limit", "2", "--checkpoint", file];
    let refused = |more: &[&str], text: &str, said: &str| {
        let output = with_input(&[&call[..], more].concat(), text);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.contains(said) && stderr.contains("far.json"), "{said}: {stderr}");
        assert_eq!((code(&output), output.stdout.len()), (2, 0), "{stderr}");
    };
    assert_eq!(code(&with_input(&call, OPEN)), 0);
    refused(&[], "slitherlink 3 4\n.2..\n....\n..2.\n", "another puzzle (slitherlink, SHA-256");
    refused(&[], "slitherlynx 3 4\n.2..\n....\n..3.\n", "another puzzle");
    refused(&[], PuzzleKind::Sudoku.sample(), "another puzzle");
    refused(&["--encoding", "edge"], OPEN, "--encoding colour");
    let text = fs::read_to_string(&path).expect("a text");
    for (from, to, said) in [
        ("checkpoint-1", "checkpoint-9", "schema `encycle-checkpoint-9` is not known"),
        ("\"done\":[[\"", "\"done\":[[\"q", "is no variable"),
        ("\"solutions\":2", "\"solutions\":-2", "no checkpoint"),
        ("{", "", "no checkpoint"),
    ] {
        assert_ne!(text.replacen(from, to, 1), text, "{from}");
        fs::write(&path, text.replacen(from, to, 1)).expect("a file");
        refused(&[], OPEN, said);
    }
}

/// Ctrl-C writes the checkpoint first: what was printed and what comes later are all solutions, each once.
#[test]
fn ctrl_c_keeps_how_far_it_has_come() {
    let puzzle = format!("slitherlink 4 5\n{}", ".....\n".repeat(4));
    let folder = tempfile::tempdir().expect("a folder");
    let (input, path) = (folder.path().join("puzzle.txt"), folder.path().join("far.json"));
    fs::write(&input, &puzzle).expect("a file");
    let (input, file) = (input.to_str().expect("text"), path.to_str().expect("text"));
    let mut lines = BTreeSet::new();
    let mut signals = 0;
    loop {
        // whoever runs the tests may ignore signals, and children inherit that
        let mut child = Command::new("env")
            .arg("--default-signal=INT")
            .arg(env!("CARGO_BIN_EXE_encycle"))
            .args(["enumerate", input, "--jsonl", "--checkpoint", file])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary starts");
        let pid = Pid::from_raw(i32::try_from(child.id()).expect("a process number"));
        let start = lines.len();
        let mut is_complete = false;
        for line in BufReader::new(child.stdout.take().expect("a pipe")).lines() {
            let line: Value = serde_json::from_str(&line.expect("text")).expect("whole lines");
            if line["edges"].is_array() {
                assert!(lines.insert(line["edges"].to_string()), "{line} again");
                assert_eq!(line["number"], lines.len());
            } else {
                is_complete = line["complete"] == true;
            }
            if lines.len() == start + 3_000 && signals < 3 {
                kill(pid, Signal::SIGINT).expect("it runs");
            }
        }
        let status = child.wait().expect("it ends");
        if is_complete {
            assert_eq!(status.code(), Some(0));
            break;
        }
        assert_eq!(status.code(), Some(128 + 2));
        signals += 1;
    }
    assert_eq!(signals, 3);
    let puzzle = formats::read(&puzzle, None).expect("a puzzle").puzzle;
    let encoding = puzzle.encoding("colour").expect("a known name");
    assert_eq!(lines.len(), all_of(&*encoding, &mut batsat(LoweringOptions::default())).len());
}

#[test]
fn a_reader_that_goes_ends_it_quietly() {
    let many = format!("slitherlink 12 12\n{}", "............\n".repeat(12));
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("puzzle.txt");
    fs::write(&input, many).expect("a file");
    for solver in ["batsat", "minisat"] {
        let start = Instant::now();
        let mut child = Command::cargo_bin("encycle")
            .expect("the binary is built")
            .args(["enumerate", input.to_str().expect("text"), "--jsonl", "--solver", solver])
            .env("TMPDIR", folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        out.read_line(&mut line).expect("a line");
        assert!(line.contains("\"number\":1"), "{line}");
        drop(out);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert!(start.elapsed() < Duration::from_secs(60));
        assert_eq!(file_names(folder.path()), ["puzzle.txt"]);
    }
}

/// As many pictures as solutions, each with its own lines, and a later call goes on with the next number.
#[test]
fn each_solution_is_drawn_into_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (pictures, checkpoint) = (path("new/pictures"), path("far.json"));
    // OEIS A140517: 13 loops
    let puzzle = "slitherlink 2 2\n..\n..\n";
    for (limit, drawn) in [("4", 4), ("5", 9), ("99", 13)] {
        let call = ["--limit", limit, "--svg", &pictures, "--checkpoint", &checkpoint];
        let output = with_input(&[&["enumerate", "-"][..], &call].concat(), puzzle);
        assert_eq!(code(&output), 0);
        let names = (1..=drawn).map(|number| format!("solution-{number:04}.svg"));
        let found: BTreeSet<String> = file_names(Path::new(&pictures)).into_iter().collect();
        assert_eq!(found, BTreeSet::from_iter(names));
    }
    let read = |name: String| fs::read_to_string(Path::new(&pictures).join(name)).expect("a file");
    let distinct: BTreeSet<String> =
        file_names(Path::new(&pictures)).into_iter().map(read).collect();
    assert_eq!(distinct.len(), 13);
    let text = with_input(&["solve", "-", "--svg", &path("one.svg")], puzzle);
    let one = fs::read_to_string(path("one.svg")).expect("a file");
    assert!(code(&text) == 0 && distinct.contains(&one), "drawn as `encycle solve` draws it");
    let unbounded = with_input(&["enumerate", "-", "--svg", &pictures], puzzle);
    assert_eq!(code(&unbounded), 2);
    let taken = with_input(&["enumerate", "-", "--limit", "1", "--svg", &path("one.svg")], puzzle);
    assert_eq!(code(&taken), 2, "a file is no folder");
}
