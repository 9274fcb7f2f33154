//! `encycle solve`, `encode`, `check` and `sat`, run as processes.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use assert_cmd::cargo::CommandCargoExt;
use serde_json::Value;

use crate::support::binary::{code, encycle, json, own_binary, stderr, stdout, with_input};
use crate::support::misbehaving;

const FIRST: &str = "examples/slitherlink/first.txt";
/// Each of the two solutions is a loop that can appear beside the other in one model.
const TWO: &str = "slitherlink 3 3\n..0\n.11\n...\n";

#[test]
fn an_encoding_of_another_kind_fails_only_its_puzzle() {
    let puzzles = ["examples/sudoku/finch.txt", FIRST];
    let output = encycle(&[&["solve", "--encoding", "colour", "--json"], &puzzles[..]].concat());
    assert_eq!(code(&output), 2);
    let reports: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let verdicts: Vec<&Value> = reports.iter().map(|report| &report["verdict"]).collect();
    assert_eq!(verdicts, ["failed", "solved"]);
    // the error is reported once: in the object
    let error = reports[0]["error"].as_str().expect("an error");
    assert!(error.contains("encoding `colour`"), "{error}");
    assert_eq!(stderr(&output), "");
}

#[test]
fn a_solved_puzzle_is_drawn() {
    let output = encycle(&["solve", FIRST, "--unique"]);
    assert_eq!(code(&output), 0);
    let text = stdout(&output);
    let (verdict, picture) = text.split_once('\n').expect("a verdict line");
    assert!(verdict.starts_with("examples/slitherlink/first.txt: unique (5 x 5, batsat "));
    let expected = "\
┌───────────────┐   ·
│ 3       1     │
└───────┐   ┌───┘   ·
        │   │     1
┌───────┘   └───────┐
│ 3   2   1       3 │
└───────────┐   ┌───┘
          3 │   │
┌───────────┘   └───┐
│ 3   2           3 │
└───────────────────┘
";
    assert_eq!(picture, expected);
    assert_eq!(stderr(&output), "");
}

#[test]
fn ascii_pictures_contain_only_ascii() {
    let output = encycle(&["solve", FIRST, "--ascii"]);
    assert!(output.stdout.is_ascii());
    assert!(stdout(&output).contains("+---+---+---+---+   .\n| 3       1     |\n"));
}

#[test]
fn a_puzzle_in_any_format_has_the_same_picture() {
    let picture = |file: &str| {
        let output = encycle(&["solve", file]);
        assert_eq!(code(&output), 0, "{file}: {}", stderr(&output));
        stdout(&output).split_once('\n').expect("a verdict line").1.to_owned()
    };
    let expected = picture("examples/slitherlink/ten.txt");
    for ending in ["janko", "pzprv3", "url", "loopy"] {
        assert_eq!(picture(&format!("examples/slitherlink/ten.{ending}")), expected, "{ending}");
    }
    let address = fs::read_to_string("examples/slitherlink/ten.url").expect("an example");
    assert_eq!(picture(address.trim()), expected);
}

#[test]
fn two_solutions_are_drawn_with_their_differences() {
    let output = with_input(&["solve", "-", "--unique"], TWO);
    assert_eq!(code(&output), 1);
    let text = stdout(&output);
    assert!(text.starts_with("-: several (3 x 3, "), "{text}");
    assert!(text.contains("two solutions differ in h_3_1 h_4_1 v_3_1 v_3_2:\n"), "{text}");
    assert!(text.contains('║') && text.contains('╌'), "{text}");
}

/// Every key, with its type, is documented in docs/reference/json.md.
#[test]
fn json_of_solve_is_as_documented() {
    let output = encycle(&["solve", FIRST, "--unique", "--json"]);
    assert_eq!(code(&output), 0);
    let report = json(&output);
    assert_eq!(report["schema"], "encycle-solve-2");
    assert_eq!(report["puzzle"], FIRST);
    assert_eq!(report["kind"], "slitherlink");
    assert_eq!((&report["size"]["rows"], &report["size"]["cols"]), (&5.into(), &5.into()));
    assert_eq!(report["verdict"], "unique");
    assert_eq!(report["solver"]["name"], "batsat");
    assert!(report["solver"]["version"].is_string());
    for key in ["encoding", "cnf", "cut_kind"] {
        assert!(report[key].is_string(), "{key}");
    }
    assert_eq!(report["others"], Value::Array(Vec::new()));
    for key in ["presolve_seconds", "encode_seconds", "encode_cpu_seconds"] {
        assert!(report[key].is_f64(), "{key}");
    }
    for key in ["reason", "error", "failure", "second", "confirmed_by"] {
        assert!(report[key].is_null(), "{key}");
    }
    let edges = report["edges"].as_array().expect("edges");
    assert!(edges.contains(&"h_1_1".into()) && edges.contains(&"v_1_1".into()));
    let rounds = report["rounds"].as_array().expect("rounds");
    // `colour`, the default of the built-in solver, has a variable for each cell
    assert!(rounds.iter().all(|round| round["variables"] == 5 * 5));
    let edge = json(&encycle(&["solve", FIRST, "--encoding", "edge", "--json"]));
    // n(m+1) + m(n+1) edges
    assert_eq!(edge["rounds"][0]["variables"], 5 * 6 + 5 * 6);
    assert_eq!(edge["edges"], report["edges"]);
    let cuts: u64 = rounds.iter().filter_map(|round| round["cuts"].as_u64()).sum();
    assert_eq!(report["cuts"].as_u64(), Some(cuts));
    for round in rounds {
        assert!(round["clauses"].is_u64() && round["solver_seconds"].is_f64());
        assert!(round["loops"].is_u64() && round["solver_cpu_seconds"].is_f64());
        assert!(round["solver_peak_kb"].is_null(), "it is no process of its own");
        assert_eq!(
            (&round["files_seconds"], &round["files_cpu_seconds"]),
            (&0.0.into(), &0.0.into())
        );
    }
    let external = json(&encycle(&["solve", FIRST, "--solver", &own_binary(), "--json"]));
    let round = &external["rounds"][0];
    assert!(round["solver_cpu_seconds"].is_f64() && round["solver_peak_kb"].is_u64(), "{round}");
    assert!(round["files_seconds"].as_f64() > Some(0.0), "its file is not written by the solver");
    let documented = fs::read_to_string("docs/reference/json.md").expect("the documentation");
    let round = rounds.first().and_then(Value::as_object).expect("a round");
    for key in report.as_object().expect("an object").keys().chain(round.keys()) {
        assert!(documented.contains(&format!("`{key}`")), "{key} is not documented");
    }
}

#[test]
fn an_unreadable_puzzle_does_not_stop_the_others_and_the_worst_exit_code_counts() {
    let folder = tempfile::tempdir().expect("a folder");
    let bad = folder.path().join("bad.txt");
    fs::write(&bad, "slitherlink 2 2\n..\n.7\n").expect("a file");
    let bad = bad.to_str().expect("text");
    let output = encycle(&["solve", FIRST, bad, "examples/slitherlink/ten.txt", "--json"]);
    assert_eq!(code(&output), 2);
    let text = stdout(&output);
    let reports: Vec<Value> =
        text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")).collect();
    let verdicts: Vec<&Value> = reports.iter().map(|report| &report["verdict"]).collect();
    assert_eq!(verdicts, ["solved", "failed", "solved"]);
    let error = reports[1]["error"].as_str().expect("an error");
    assert!(error.contains(&format!("{bad}:3:2: ")), "{error}");
    assert_eq!(stderr(&output), "");
}

#[test]
fn exit_codes_are_as_documented() {
    let table: [(&[&str], &str, i32); 10] = [
        (&["solve", FIRST], "", 0),
        (&["solve", "-"], "00\n00\n", 1),
        (&["solve", "-", "--unique"], TWO, 1),
        (&["solve", "-"], "3x\n", 2),
        (&["solve", "no/such/file"], "", 2),
        (&["solve", FIRST, "--solver", "no-such-solver"], "", 2),
        (&["solve"], "", 2),
        (&["solve", FIRST, "--timeout", "0"], "", 2),
        (&["solve", FIRST, "--encoding", "edge", "--cuts", "separator"], "", 2),
        (&["solve", "examples/slitherlink/heron.txt", "--timeout", "0.000001"], "", 3),
    ];
    for (arguments, input, expected) in table {
        let output = with_input(arguments, input);
        assert_eq!(code(&output), expected, "{arguments:?}: {}", stderr(&output));
    }
}

/// Each misbehaving solver leads to its exit code and reason, and leaves no work folder.
#[test]
fn misbehaving_solvers_are_reported() {
    let table = [
        ("lies-with-a-wrong-model", 4, "wrong model: it violates rule"),
        ("contradicts-itself", 4, "bad output"),
        ("crashes-in-the-model", 4, "signal"),
        ("crashes-after-unsatisfiable", 4, "signal"),
        ("prints-half-a-model", 4, ""),
        ("prints-no-model", 4, "bad output"),
        ("prints-nothing", 4, "without an answer"),
        ("prints-invalid-text", 4, "bad output"),
        ("fails", 4, "without an answer"),
        ("hangs", 3, "limit"),
        ("hangs-alone", 3, "limit"),
        ("hangs-deaf", 3, "limit"),
        ("garbage-binary", 4, "could not be started"),
        ("wrong-architecture", 4, "could not be started"),
        ("not-executable", 2, "not-executable"),
    ];
    for (name, expected, words) in table {
        let temporary = tempfile::tempdir().expect("a folder");
        let mut command = Command::cargo_bin("encycle").expect("the binary is built");
        let solver = misbehaving::path(name);
        assert!(solver.exists(), "{}", solver.display());
        let output = command
            // a solver that does not hang must not reach the limit on a busy machine
            .args([
                "solve",
                FIRST,
                "--timeout",
                if expected == 3 { "1" } else { "100" },
                "--solver",
            ])
            .arg(&solver)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("TMPDIR", temporary.path())
            .output()
            .expect("the binary ends");
        let said = stdout(&output) + &stderr(&output);
        assert_eq!(code(&output), expected, "{name}: {said}");
        assert!(said.contains(words), "{name}: {said}");
        assert_eq!(fs::read_dir(temporary.path()).expect("a folder").count(), 0, "{name}");
    }
}

/// The embedded MIP solver confirmed a puzzle for want of a second SAT solver, which it may take hours for.
#[test]
fn a_mip_solver_does_not_confirm_a_puzzle_unless_it_is_named() {
    let confirm = |solver: &[&str]| {
        let arguments = [&["solve", FIRST, "--unique"], solver].concat();
        let mut command = std::process::Command::new(own_binary());
        command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).env_clear();
        command.output().expect("the binary ends")
    };
    let output = confirm(&["--confirm"]);
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    assert!(stderr(&output).contains("no second solver to confirm with"), "{}", stderr(&output));
    let output = confirm(&["--confirm=microlp"]);
    assert!(stdout(&output).contains("confirmed by microlp"), "{}", stderr(&output));
}

#[test]
fn encycle_sat_works_as_an_external_solver() {
    let output = encycle(&["solve", FIRST, "--unique", "--solver", &own_binary()]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    // a program is not run for its version
    assert!(stdout(&output).contains("unique (5 x 5, encycle, "), "{}", stdout(&output));
}

#[test]
fn sat_prints_the_competition_format() {
    let table = [
        ("p cnf 2 2\n1 2 0\n-1 0\n", 10, "s SATISFIABLE\nv -1 2 0\n"),
        ("p cnf 1 2\n1 0\n-1 0\n", 20, "s UNSATISFIABLE\n"),
        ("p cnf 1 1\n0\n", 20, "s UNSATISFIABLE\n"),
        ("p cnf 2 0\n", 10, "s SATISFIABLE\nv "),
        ("p cnf 2 9\n1 0\n", 2, ""),
        ("p cnf 2 2\n1 0\n", 2, ""),
        ("p cnf 2 1\n1 0\n2 0\n", 2, ""),
        ("hello\n", 2, ""),
    ];
    for (formula, expected, words) in table {
        let output = with_input(&["sat", "-"], formula);
        assert_eq!(code(&output), expected, "{formula:?}: {}", stderr(&output));
        assert!(stdout(&output).starts_with(words), "{formula:?}: {}", stdout(&output));
    }
}

#[test]
fn encode_writes_formula_origin_and_map() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let (cnf, map, lp, gz) = (path("a.cnf"), path("a.map"), path("a.lp"), path("a.cnf.gz"));
    let edge = ["encode", FIRST, "--encoding", "edge"];
    let encode = |further: &[&str]| encycle(&[&edge[..], further].concat());
    assert_eq!(code(&encode(&["-o", &cnf, "--map", &map])), 0);
    let text = fs::read_to_string(&cnf).expect("the formula");
    assert!(text.starts_with("c encycle "), "{text}");
    assert!(text.contains("\nc command: encycle encode "), "{text}");
    assert!(text.contains("\nc slitherlink 5 5\nc 3.1..\n"), "{text}");
    // the example has three 1s, two 2s and six 3s: 8nm + 7·3 + 8·2 + 7·6 + 1 clauses
    assert!(text.contains(&format!("\np cnf 60 {}\n", 8 * 25 + 7 * 3 + 8 * 2 + 7 * 6 + 1)));
    let map = fs::read_to_string(&map).expect("the map");
    assert!(map.starts_with("encycle-map 1\nkind slitherlink\nsize 5 5\n"), "{map}");
    assert!(map.contains("\n1 h_1_1\n") && map.ends_with("\n60 v_5_6\n"), "{map}");

    assert_eq!(code(&encode(&["-o", &lp])), 0);
    let program = fs::read_to_string(&lp).expect("the program");
    assert!(program.contains("Subject To\n nonempty_1: "));
    assert!(program.contains("\n clue_1_1: h_1_1 + h_2_1 + v_1_1 + v_1_2 = 3\n"), "{program}");

    // a compressed formula is smaller and can be solved; a truncated one is refused
    for packed in [&gz, &path("a.cnf.xz")] {
        assert_eq!(code(&encode(&["-o", packed])), 0);
        let bytes = fs::read(packed).expect("the formula");
        assert!(bytes.len() < text.len() / 2, "{packed}");
        assert_eq!(code(&encycle(&["sat", packed])), 10, "{packed}");
        fs::write(packed, &bytes[..bytes.len() / 2]).expect("a file");
        let torn = encycle(&["sat", packed]);
        assert_eq!(code(&torn), 2, "{packed}");
        assert!(stderr(&torn).contains("cannot decompress"), "{}", stderr(&torn));
    }
    let packed = path("a.lp.xz");
    assert_eq!(code(&encode(&["-o", &packed])), 0);
    let mut program = String::new();
    let mut unpacked = encycle::files::compression::open(Path::new(&packed)).expect("the program");
    std::io::Read::read_to_string(&mut unpacked, &mut program).expect("a whole file");
    assert!(program.contains("Subject To\n nonempty_1: "));
    let both = encycle(&["encode", FIRST, "--map", "-"]);
    assert_eq!(code(&both), 2);
}

#[test]
fn rounds_folder_has_formulas_and_ledger() {
    let folder = tempfile::tempdir().expect("a folder");
    let steps = folder.path().join("steps");
    let steps_name = steps.to_str().expect("text");
    let output =
        encycle(&["solve", FIRST, "--unique", "--json", "--progress", "--rounds", steps_name]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let report = json(&output);
    let rounds = report["rounds"].as_array().expect("rounds").len();
    assert_eq!(stderr(&output).matches("round ").count(), rounds);
    for round in 1..=rounds {
        let formula = steps.join(format!("round-{round:03}.cnf"));
        let answer = encycle(&["sat", formula.to_str().expect("text")]);
        let expected = if round == rounds { 20 } else { 10 };
        assert_eq!(code(&answer), expected, "round {round} of {rounds}");
    }
    let ledger = fs::read_to_string(steps.join("cuts.jsonl")).expect("the ledger");
    let cut = |line: &&str| line.contains("\"family\":\"cut\"");
    assert_eq!(Some(ledger.lines().filter(cut).count() as u64), report["cuts"].as_u64());
    assert_eq!(ledger.lines().filter(|line| line.contains("\"block\"")).count(), 1);
}

#[test]
fn check_accepts_the_solution_or_names_the_broken_rule() {
    let folder = tempfile::tempdir().expect("a folder");
    let answer = folder.path().join("answer.json");
    let solved = encycle(&["solve", FIRST, "--json"]);
    fs::write(&answer, &solved.stdout).expect("a file");
    let good = encycle(&["check", FIRST, answer.to_str().expect("text")]);
    assert_eq!((code(&good), &*stdout(&good)), (0, "solution: every rule holds\n"));

    let cells = folder.path().join("cells.txt");
    fs::write(&cells, "xxxxx\n.....\n.....\n.....\n.....\n").expect("a file");
    let bad = encycle(&["check", FIRST, cells.to_str().expect("text")]);
    assert_eq!(code(&bad), 1);
    assert!(stdout(&bad).starts_with("no solution: rule `clue` is broken at the cell in row "));

    fs::write(&cells, "xxxxx\n..y..\n").expect("a file");
    let torn = encycle(&["check", FIRST, cells.to_str().expect("text")]);
    assert_eq!(code(&torn), 2);
    assert!(stderr(&torn).contains("cells.txt:2:3: "), "{}", stderr(&torn));
}

/// Small and large puzzles finish in another order, and one of them cannot be read.
#[test]
fn parallel_jobs_keep_the_order_of_the_puzzles() {
    let puzzles = [
        "examples/slitherlink/heron.txt",
        FIRST,
        "missing.txt",
        FIRST,
        "examples/sudoku/finch.txt",
    ];
    let shown = |jobs: &str, form: &[&str]| {
        let output =
            encycle(&[&["solve", "--unique", "--jobs", jobs], form, &puzzles[..]].concat());
        assert_eq!(code(&output), 2, "{}", stderr(&output));
        (stdout(&output), stderr(&output))
    };
    let (pictures, failures) = shown("1", &[]);
    assert!(failures.contains("missing.txt"), "{failures}");
    assert_eq!(shown("4", &[]), (pictures, failures));
    let names = |jobs: &str| -> Vec<Value> {
        let (lines, _) = shown(jobs, &["--json"]);
        let lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        lines.map(|line| line["puzzle"].clone()).collect()
    };
    assert_eq!(names("3"), puzzles);
}

#[test]
fn svg_is_written_for_one_puzzle_and_refused_for_several() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.svg");
    let name = path.to_str().expect("text");
    assert_eq!(code(&encycle(&["solve", FIRST, "--svg", name])), 0);
    let svg = fs::read_to_string(&path).expect("a picture");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("<text ").count(), 11, "a text for each clue");
    assert_eq!(code(&encycle(&["solve", FIRST, FIRST, "--svg", name])), 2);
}

#[test]
fn a_closed_standard_output_is_not_an_error() {
    let mut command = Command::cargo_bin("encycle").expect("the binary is built");
    let mut child = command
        .args(["encode", "examples/slitherlink/heron.txt", "--encoding", "edge"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the binary ends");
    assert_eq!((code(&output), &*stderr(&output)), (0, ""));
}

/// The diagram and backtracking needed a script to be compared with solvers.
#[test]
fn methods_without_a_formula_solve_and_are_named() {
    for method in ["zdd", "backtracking"] {
        let output = encycle(&["solve", FIRST, "--unique", "--method", method]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let head = format!("examples/slitherlink/first.txt: unique (5 x 5, {method}, ");
        assert!(stdout(&output).starts_with(&head), "{}", stdout(&output));
        let report =
            json(&encycle(&["solve", FIRST, "--method", method, "--presolve", "off", "--json"]));
        assert_eq!(report["solver"]["name"], method);
        assert_eq!(report["encoding"], method);
        assert_eq!(report["verdict"], "solved");
        let output = with_input(&["solve", "-", "--unique", "--method", method], TWO);
        assert!(stdout(&output).starts_with("-: several"), "{}", stdout(&output));
    }
}

#[test]
fn methods_without_a_formula_reject_its_options_and_other_puzzles() {
    let cases: [&[&str]; 7] = [
        &["--cnf", "tseitin"],
        &["--threads", "2"],
        &["--solver", "batsat"],
        &["--encoding", "edge"],
        &["--confirm"],
        &["--rounds", "steps"],
        &["--certificate", "proof", "--unique"],
    ];
    for options in cases {
        let output = encycle(&[&["solve", FIRST, "--method", "zdd"], options].concat());
        assert_eq!(code(&output), 2, "{options:?}");
        let expected = format!("{} needs a formula and a solver", options[0]);
        assert!(stderr(&output).contains(&expected), "{}", stderr(&output));
    }
    // the memory of the process exceeds a megabyte
    for method in ["zdd", "backtracking"] {
        let output = encycle(&["solve", FIRST, "--method", method, "--memory", "1"]);
        assert_eq!(code(&output), 3, "{method}: {}", stdout(&output));
    }
    // the default method may be named
    let output = encycle(&["solve", FIRST, "--method", "solver", "--encoding", "edge"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let output = encycle(&["solve", "examples/sudoku/finch.txt", "--method", "zdd"]);
    assert_eq!(code(&output), 2);
    let expected = "method `zdd` does not solve this sudoku";
    assert!(stderr(&output).contains(expected), "{}", stderr(&output));
}
