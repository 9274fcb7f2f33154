//! Folders with problems, tours of TSPLIB, and names of a map.

use std::fs;

use super::commands::file;
use crate::support::binary::{code, encycle, stderr, stdout};

const TOUR: &str = "TYPE : TSP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 0 10\n3 10 10\n4 10 0\nEOF\n";
const TREE: &str = "SECTION Graph\nNodes 3\nEdges 3\nE 1 2 1\nE 2 3 1\nE 1 3 3\nEND\nSECTION Terminals\nTerminals 2\nT 1\nT 3\nEND\nEOF\n";
const BEST: &str = "NAME : best\nTYPE : TOUR\nDIMENSION : 4\nTOUR_SECTION\n1\n4\n3\n2\n-1\nEOF\n";

/// The files of TSPLIB, SteinLib and PACE in a folder were skipped with the advice to name the files.
#[test]
fn a_folder_of_problems_is_a_list_of_them() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in
        [("a.tsp", TOUR), ("b.gr", TREE), ("a.opt.tour", BEST), ("x.cnf", "p cnf 1 1\n1 0\n")]
    {
        file(folder.path(), name, text);
    }
    let path = folder.path().display().to_string();
    let solved = encycle(&["solve", &path]);
    assert_eq!(code(&solved), 0, "{}", stderr(&solved));
    for (name, value) in [("a.tsp", 40), ("b.gr", 2)] {
        let line = format!("{name}: optimal {value} (");
        assert!(stdout(&solved).contains(&line), "{}", stdout(&solved));
    }
    // beside a puzzle, commands that take both read both
    let puzzle = file(folder.path(), "p.txt", "slitherlink 2 2\n3.\n..\n");
    let sizes = encycle(&["sizes", &path, "--csv"]);
    for name in ["a.tsp", "b.gr", &*puzzle] {
        assert!(stdout(&sizes).contains(name), "{}{}", stdout(&sizes), stderr(&sizes));
    }
    let note = "left out 2 files without a puzzle: a.opt.tour, x.cnf\n";
    assert!(stderr(&sizes).contains(note), "{}", stderr(&sizes));
    let graded = encycle(&["grade", &path]);
    let note = "left out 2 files with a problem that is not a puzzle: a.tsp, b.gr\n";
    assert!(stderr(&graded).contains(note), "{}", stderr(&graded));
    let out = folder.path().join("campaign").display().to_string();
    let compared = encycle(&["bench", &path, "--solver", "batsat", "--out", &out]);
    assert_eq!(code(&compared), 0, "{}", stderr(&compared));
    assert!(stderr(&compared).contains("note: 3 runs, 3 to do\n"), "{}", stderr(&compared));
}

#[test]
fn rules_apply_to_each_formula_of_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["square.cnf", "second.cnf"] {
        fs::copy("examples/own/square.cnf", folder.path().join(name)).expect("a copy");
    }
    let path = folder.path().display().to_string();
    for command in ["solve", "count"] {
        let output = encycle(&[command, &path, "--rules", "examples/own/square.rules"]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        for name in ["square.cnf: ", "second.cnf: "] {
            assert!(stdout(&output).contains(name), "{command}: {}", stdout(&output));
        }
    }
}

/// Each problem of a list is an entry of a campaign; before, a list was refused.
#[test]
fn a_campaign_takes_each_problem_of_a_list() {
    let folder = tempfile::tempdir().expect("a folder");
    let list =
        file(folder.path(), "two.tsp", &(TOUR.to_owned() + &TOUR.replace("0 10\n", "0 20\n")));
    let out = folder.path().join("campaign").display().to_string();
    let compared = encycle(&["bench", &list, "--solver", "microlp", "--out", &out]);
    assert_eq!(code(&compared), 0, "{}", stderr(&compared));
    let rows = fs::read_to_string(folder.path().join("campaign/rows.csv")).expect("rows");
    for name in ["two.tsp#1", "two.tsp#2"] {
        assert!(rows.contains(name), "{rows}");
    }
}

#[test]
fn tours_of_tsplib_are_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let problem = file(folder.path(), "a.tsp", TOUR);
    let puzzle = "TYPE : HCP\nDIMENSION : 4\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n1 2\n2 3\n3 4\n1 4\n1 3\n-1\nEOF\n";
    let puzzle = file(folder.path(), "a.hcp", puzzle);
    for (text, codes, words) in [
        (BEST, [0, 0], "every "),
        // the second tour of a file is not read
        (&*BEST.replace("-1\n", "-1\n1\n2\n-1\n"), [0, 0], "every "),
        (&*BEST.replace("TOUR_SECTION", "TOUR_SECTION :"), [0, 0], "every "),
        (&*BEST.replace("3\n2\n", "2\n"), [1, 2], "and "),
        (&*BEST.replace("3\n2\n", "3\n5\n"), [2, 2], "a.tour:8:1: '5' is not a vertex"),
    ] {
        let tour = file(folder.path(), "a.tour", text);
        for (problem, expected) in [&problem, &puzzle].into_iter().zip(codes) {
            let checked = encycle(&["check", problem, &tour]);
            let message = stdout(&checked) + &stderr(&checked);
            assert_eq!(code(&checked), expected, "{problem}: {message}");
            assert!(message.contains(words), "{problem}: {message}");
        }
    }
    let none =
        file(folder.path(), "m.lp", "Minimize\n obj: x\nSubject To\n c: x >= 1\nBinary\n x\nEnd\n");
    let checked = encycle(&["check", &none, &file(folder.path(), "a.tour", BEST)]);
    assert!(
        stderr(&checked).contains("a model with one graph, not 0 graphs"),
        "{}",
        stderr(&checked)
    );
}

/// Rules used the names of a map, and the result the numbers of the file.
#[test]
fn results_use_the_names_of_a_map() {
    let folder = tempfile::tempdir().expect("a folder");
    let formula = file(folder.path(), "a.cnf", "p cnf 3 1\n-3 0\n");
    let model = "Minimize\n obj: red + blue\nSubject To\n c: red + blue + gold >= 2\nBinary\n red blue gold\nEnd\n";
    let model = file(folder.path(), "a.lp", model);
    let map = folder.path().join("a.map").display().to_string();
    let wcnf = folder.path().join("b.cnf").display().to_string();
    assert_eq!(code(&encycle(&["encode", &model, "-o", &wcnf, "--map", &map])), 0);
    let rules = file(
        folder.path(),
        "a.rules",
        "graph g undirected\nedge g a b red\nedge g a b blue\nforest g\n",
    );
    let solved = encycle(&["solve", &formula, "--rules", &rules, "--names-map", &map]);
    assert_eq!(code(&solved), 0, "{}", stderr(&solved));
    let solved = encycle(&["solve", &wcnf, "--rules", &rules, "--names-map", &map]);
    let text = stdout(&solved);
    assert!(text.contains("gold") && !text.contains("x1") && !text.contains("x3"), "{text}");
}

/// A campaign with a SAT solver and columns that it does not take failed, and a limit was called that of the solver.
#[test]
fn what_a_solver_does_not_take_is_skipped_and_a_limit_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let mixed = "Minimize\n obj: x + y\nSubject To\n c: x + y >= 0.5\nBinary\n x\nEnd\n";
    let (mixed, tour) = (file(folder.path(), "m.lp", mixed), file(folder.path(), "a.tsp", TOUR));
    let out = folder.path().join("campaign").display().to_string();
    let compared = encycle(&["bench", &mixed, &tour, "--solver", "batsat,microlp", "--out", &out]);
    assert_eq!(code(&compared), 0, "{}", stderr(&compared));
    assert!(stderr(&compared).contains("note: 3 runs, 3 to do\n"), "{}", stderr(&compared));
    // sums of 40 random numbers that all differ from the wanted ones: branch and bound goes through most assignments
    let mut numbers = super::random_models::Numbers(5);
    let row = |row: usize| -> String {
        let sizes: Vec<usize> = (0..40).map(|_| numbers.below(100)).collect();
        let terms: Vec<String> =
            (0..).zip(&sizes).map(|(at, size)| format!("{size} x{at}")).collect();
        let half = sizes.iter().sum::<usize>() / 2;
        format!(" c{row}: {} + s{row} - t{row} = {half}\n", terms.join("\n + "))
    };
    let rows: String = (0..6).map(row).collect();
    let names: Vec<String> = (0..40).map(|at| format!("x{at}")).collect();
    let slack: Vec<String> = (0..6).map(|row| format!("s{row} + t{row}")).collect();
    let model = format!(
        "Minimize\n obj: {}\nSubject To\n{rows}Binary\n {}\nEnd\n",
        slack.join(" + "),
        names.join("\n ")
    );
    let split = file(folder.path(), "split.lp", &model);
    let solved = encycle(&["solve", &split, "--timeout", "0.5", "--json"]);
    assert_eq!(code(&solved), 3, "{}", stdout(&solved));
    assert!(stdout(&solved).contains("the time limit of 0.5 s was reached"), "{}", stdout(&solved));
}

/// Integer and continuous columns, and rows that are not over 0-1 variables, were left out.
#[test]
fn sizes_count_all_columns_and_rows() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "Minimize\n obj: a + n + y\nSubject To\n c1: a + b >= 1\n c2: n + y >= 0.5\n c3: a + n <= 9\nBounds\n n <= 7\n\
                General\n n\nBinary\n a b\nEnd\n";
    let model = file(folder.path(), "m.lp", text);
    let sizes = encycle(&["sizes", &model, "--csv"]);
    let text = stdout(&sizes);
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let (head, row) = (lines.next().expect("a head"), lines.next().expect("a row"));
    let value = |name: &str| row[head.iter().position(|one| *one == name).expect(name)];
    assert_eq!((value("lp_columns"), value("lp_rows")), ("4", "3"), "{text}");
    // there is no CNF and no OPB file
    assert_eq!([value("variables"), value("bytes"), value("opb_bytes"), value("gbdhash")], [""; 4]);
    let sizes = stdout(&encycle(&["sizes", &model]));
    let last = sizes.lines().last().expect("a row");
    assert_eq!(last.split_whitespace().collect::<Vec<_>>()[1..7], ["-", "-", "-", "-", "-", "3"]);
    let report = stdout(&encycle(&["sizes", &model, "--json"]));
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    assert!(report["total"]["clauses"].is_null() && report["gbdhash"].is_null(), "{report}");
    let written = folder.path().join("out.lp").display().to_string();
    encycle(&["encode", &model, "-o", &written]);
    let lint = encycle(&["lint", &written]);
    assert!(stdout(&lint).contains("4 columns, 3 rows"), "{}", stdout(&lint));
}
