//! `encycle count`, run as a process.

use std::fs;

use encycle::diagrams::lines::{LineSolutions, scan};
use encycle::encodings::presolve::presolve;
use encycle::encodings::puzzle::{Instance as _, Solution};
use encycle::formats;
use encycle::puzzle::Puzzle;
use serde_json::Value;

use crate::support::binary::{code, encycle, json, stderr, stdout, with_input};

/// Two loops beside the 0 are the two solutions.
const TWO: &str = "slitherlink 3 3\n..0\n.11\n...\n";
/// A corner 3 beside a corner 0 has no solution.
const NONE: &str = "slitherlink 1 2\n30\n";

/// A Numberlink of `side` x `side` cells with one pair in opposite corners.
fn corners(side: usize) -> String {
    let mut cells = vec![vec!["."; side]; side];
    cells[0][0] = "1";
    cells[side - 1][side - 1] = "1";
    let rows: Vec<String> = cells.iter().map(|row| row.join(" ")).collect();
    format!("numberlink {side} {side}\n{}\n", rows.join("\n"))
}

/// OEIS A007764. The number has more digits than a JSON number can represent.
#[test]
fn a_count_of_any_length_is_exact() {
    let output = with_input(&["count", "-"], &corners(10));
    assert_eq!(code(&output), 0);
    let expected = "-: 41044208702632496804 solutions (10 x 10, rule free, zdd)\n";
    assert_eq!(stdout(&output), expected);
    let value = json(&with_input(&["count", "-", "--json"], &corners(10)));
    assert_eq!(value["count"], "41044208702632496804");
    assert_eq!((&value["verdict"], &value["method"]), (&"counted".into(), &"zdd".into()));
}

#[test]
fn no_solution_exits_with_1_and_one_solution_with_0() {
    let output = with_input(&["count", "-"], NONE);
    assert_eq!((code(&output), &*stdout(&output)), (1, "-: no solution (1 x 2, zdd)\n"));
    let output = with_input(&["count", "-", "--presolve", "off"], NONE);
    assert_eq!((code(&output), &*stdout(&output)), (1, "-: no solution (1 x 2, zdd)\n"));
    let output = with_input(&["count", "-", "--json", "--forced", "--sample", "2"], NONE);
    let value = json(&output);
    assert_eq!((&value["count"], &value["verdict"]), (&"0".into(), &"no-solution".into()));
    assert_eq!((&value["in_all"], &value["samples"]), (&Value::Null, &Value::Array(vec![])));
    let output = encycle(&["count", "examples/slitherlink/first.txt"]);
    let expected = "examples/slitherlink/first.txt: 1 solution (5 x 5, zdd)\n";
    assert_eq!((code(&output), &*stdout(&output)), (0, expected));
}

/// The two solutions share no edge; some edges are in neither.
#[test]
fn forced_edges_are_drawn() {
    let output = with_input(&["count", "-", "--forced"], TWO);
    let text = stdout(&output);
    assert!(text.starts_with("-: 2 solutions (3 x 3, zdd, "), "{text}");
    let value = json(&with_input(&["count", "-", "--forced", "--json"], TWO));
    let names = |key: &str| value[key].as_array().expect("an array").len();
    assert_eq!(names("in_all") + names("in_none") + names("in_some"), 24);
    assert_eq!(text.matches('?').count(), names("in_some"));
    for edge in ["h_1_3", "h_2_3", "v_1_3", "v_1_4"] {
        let none = value["in_none"].as_array().expect("an array");
        assert!(none.contains(&edge.into()), "{edge} is beside the 0");
    }
}

#[test]
fn undecided_links_between_cells_are_marked_at_the_wall_they_cross() {
    let puzzle = "numberlink 2 2\n1 .\n. 1\n";
    let text = stdout(&with_input(&["count", "-", "--forced"], puzzle));
    let picture = "\
┏━━━━━━━┓
┃ 1 ?   ┃
┃ ?   ? ┃
┃   ? 1 ┃
┗━━━━━━━┛
";
    assert!(text.ends_with(picture), "{text}");
}

#[test]
fn undecided_edges_of_a_graph_are_listed_by_name() {
    let puzzle = "numberlink graph 5 free\npair 1 3\n1 2\n2 3\n3 4\n4 1\n4 5\n";
    let text = stdout(&with_input(&["count", "-", "--forced"], puzzle));
    assert!(text.contains("2 solutions") && text.contains("0 edges in all solutions, 1 in none"));
    assert!(text.contains("\nopen: x_1_2 x_2_3 x_3_4 x_1_4\n"), "{text}");
}

#[test]
fn samples_are_solutions_and_reproducible_by_seed() {
    let sample = |seed: &str| {
        let output =
            with_input(&["count", "-", "--sample", "5", "--seed", seed, "--json"], &corners(4));
        json(&output)["samples"].as_array().expect("an array").clone()
    };
    let puzzle = formats::read(&corners(4), None).expect("a puzzle").puzzle;
    let (first, again, other) = (sample("1"), sample("1"), sample("2"));
    assert_eq!(first, again);
    assert_ne!(first, other);
    for lines in &first {
        let lines = lines.as_array().expect("names of edges");
        let atoms = (0..puzzle.atom_count())
            .map(|atom| lines.contains(&puzzle.atom_name(atom).into()))
            .collect();
        assert!(puzzle.check(&Solution::new(atoms)).is_ok());
    }
    let text = stdout(&with_input(&["count", "-", "--sample", "2", "--ascii"], &corners(3)));
    assert!(text.is_ascii() && text.lines().count() == 1 + 2 * 7, "{text}");
}

#[test]
fn diagrams_and_pictures_are_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let puzzle = path("two.txt");
    fs::write(&puzzle, TWO).expect("a file");
    let (dot, listing, svg) = (path("two.dot"), path("two.list"), path("two.svg"));
    let output =
        encycle(&["count", &puzzle, "--dot", &dot, "--listing", &listing, "--svg", &svg, "--json"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let nodes = json(&output)["nodes"].as_u64().expect("a number") as usize;
    let [dot, listing, svg] =
        [dot, listing, svg].map(|file| fs::read_to_string(file).expect("a file"));
    assert_eq!(listing.lines().count(), nodes);
    assert_eq!(dot.matches("->").count(), 2 * nodes);
    assert!(svg.contains("stroke-dasharray"), "what is open is dashed");
    // the listing starts at the root, so its last node has terminals as children
    assert!(listing.lines().last().expect("a node").ends_with("? 0: 1)"), "{listing}");
    let output = encycle(&["count", &puzzle, &puzzle, "--dot", "-"]);
    assert_eq!(code(&output), 2);
    let output = encycle(&["count", &puzzle, "--dot", &puzzle]);
    assert_eq!(code(&output), 2, "the puzzle would be overwritten");
}

#[test]
fn limits_give_the_verdict_unknown_with_a_reason() {
    let puzzle = corners(12);
    for (arguments, reason) in [
        (["--timeout", "0.001"], "the time limit of 0.001 s was reached"),
        (["--memory", "1"], "the memory limit of 1 MB was reached"),
    ] {
        for extra in [&[][..], &["--forced"]] {
            let call = [&["count", "-"][..], &arguments, extra].concat();
            let output = with_input(&call, &puzzle);
            let expected = format!("-: unknown, {reason} (12 x 12, rule free, zdd)\n");
            assert_eq!((code(&output), stdout(&output)), (3, expected));
        }
        let value =
            json(&with_input(&[&["count", "-", "--json"][..], &arguments].concat(), &puzzle));
        assert_eq!((&value["verdict"], &value["count"]), (&"unknown".into(), &Value::Null));
        assert_eq!(value["reason"], reason);
    }
}

/// The first call stops at once, the second continues and counts, and another puzzle is refused.
#[test]
fn a_count_continues_from_its_checkpoint() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("paths.count.xz");
    let checkpoint = ["count", "-", "--checkpoint", file.to_str().expect("UTF-8")];
    let stopped = with_input(&[&checkpoint[..], &["--memory", "1"]].concat(), &corners(10));
    assert_eq!(code(&stopped), 3, "{}", stderr(&stopped));
    let output = with_input(&checkpoint, &corners(10));
    let expected = "-: 41044208702632496804 solutions (10 x 10, rule free, zdd)\n";
    assert_eq!((code(&output), &*stdout(&output)), (0, expected));
    let other = with_input(&checkpoint, &corners(9));
    assert_eq!(code(&other), 2);
    assert!(
        stderr(&other).contains("the checkpoint belongs to another puzzle"),
        "{}",
        stderr(&other)
    );
    let file = folder.path().join("paths.count");
    fs::write(&file, "no checkpoint").expect("written");
    let checkpoint = ["count", "-", "--checkpoint", file.to_str().expect("UTF-8")];
    let damaged = with_input(&checkpoint, &corners(10));
    assert_eq!(code(&damaged), 2);
    assert!(stderr(&damaged).contains("not a complete checkpoint"), "{}", stderr(&damaged));
}

/// The edge order changes the diagram but not the count. The presolver runs first; without it there are too many states.
#[test]
fn the_count_does_not_depend_on_the_edge_order() {
    let file = "examples/counting/goldcrest.txt";
    let text = fs::read_to_string(file).expect("an example");
    let formats::Parsed { puzzle: Puzzle::Slitherlink(puzzle), .. } =
        formats::read(&text, None).expect("a puzzle")
    else {
        panic!("a slitherlink")
    };
    let mut problem = puzzle.line_problem().expect("lines");
    problem.fixed = presolve(&puzzle).edges;
    let order = scan(problem.graph, true);
    let solutions = LineSolutions::in_order(&problem, &order, &mut |_| true).expect("no limit");
    assert_eq!(solutions.count(), 142_560_u32.into());
    let output = encycle(&["count", file, "--presolve", "on"]);
    assert_eq!(stdout(&output), format!("{file}: 142560 solutions (20 x 20, zdd)\n"));
}

/// The frontier along the short side stays narrow, and no recursion is as deep as the number of edges.
#[test]
fn a_long_narrow_grid_does_not_overflow_the_stack() {
    let mut rows = vec![vec!["."; 1000]; 2];
    rows[0][0] = "1";
    rows[0][999] = "1";
    let rows: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
    let puzzle = format!("numberlink 2 1000\n{}\n", rows.join("\n"));
    // each of the 999 steps to the right is in one of two rows
    let value = json(&with_input(&["count", "-", "--forced", "--json"], &puzzle));
    let count = (0..999).fold(1_u32.into(), |count: encycle::count::BigUint, _| count * 2_u32);
    assert_eq!(value["count"], count.to_string());
}

#[test]
fn a_frontier_that_is_too_wide_is_reported() {
    let puzzle = format!("slitherlink 254 254\n{}", format!("{}\n", ".".repeat(254)).repeat(254));
    let output = with_input(&["count", "-"], &puzzle);
    assert_eq!(code(&output), 3);
    assert!(stdout(&output).contains("the number of vertices in the frontier exceeds"));
}

#[test]
fn zdd_refuses_kinds_that_are_not_about_lines() {
    let [sudoku, loops] = ["examples/sudoku/finch.txt", "examples/slitherlink/first.txt"];
    let output = encycle(&["count", sudoku, loops, "--method", "zdd"]);
    assert_eq!(code(&output), 2);
    let error = stderr(&output);
    assert!(error.contains("sudoku") && error.contains("numberlink"), "{error}");
    assert!(stdout(&output).contains("first.txt: 1 solution"), "the other one is counted");
    let output = encycle(&["count", "no-such-file", "--json"]);
    assert_eq!((code(&output), &json(&output)["verdict"]), (2, &"failed".into()));
    let output = encycle(&["count", "examples/slitherlink/first.txt", "--method", "magic"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("zdd"));
}

/// All applicable methods on an example with lines, one with values, and a puzzle small enough for brute force.
#[test]
fn all_methods_count_the_same() {
    for (puzzle, methods) in
        [("examples/slitherlink/ten.txt", "zdd = sat"), ("examples/sudoku/finch.txt", "sat")]
    {
        let output = encycle(&["count", puzzle, "--method", "all"]);
        let text = stdout(&output);
        assert!(code(&output) == 0 && text.contains(": 1 solution ("), "{text}{}", stderr(&output));
        assert!(text.ends_with(&format!(", {methods})\n")), "{text}");
    }
    let output = with_input(&["count", "-", "--method", "all"], "slitherlink 2 2\n..\n.2\n");
    assert_eq!(stdout(&output), "-: 3 solutions (2 x 2, zdd = sat = brute force)\n");
    let value = json(&with_input(&["count", "-", "--method", "all", "--json"], TWO));
    assert_eq!(value["methods"], serde_json::json!(["zdd", "sat"]));
    // there are 288 Sudokus of side 4; SAT enumerates them
    let free = "sudoku 2 2\n....\n....\n....\n....\n";
    let output = with_input(&["count", "-"], free);
    assert_eq!((code(&output), &*stdout(&output)), (0, "-: 288 solutions (4 x 4, sat)\n"));
}

#[test]
fn forced_atoms_are_the_same_by_every_method() {
    let forced = |method: &str| {
        let call = ["count", "-", "--forced", "--json", "--method", method];
        let value = json(&with_input(&call, TWO));
        ["in_all", "in_none", "in_some"].map(|key| value[key].clone())
    };
    assert_eq!(forced("sat"), forced("zdd"));
    assert_eq!(forced("all"), forced("zdd"));
    // `all` keeps the diagram of the count and reads the forced edges from it
    let call = ["count", "-", "--forced", "--json", "--method"];
    let nodes =
        |method: &str| json(&with_input(&[&call[..], &[method]].concat(), TWO))["nodes"].clone();
    assert!(nodes("all").is_u64() && nodes("all") == nodes("zdd") && nodes("sat").is_null());
    // a Sudoku with two solutions, which differ in four cells
    let two = "sudoku 2 2\n.2.4\n.4.2\n2143\n4321\n";
    let text = stdout(&with_input(&["count", "-", "--forced"], two));
    // eight values are open, two for each of four cells; of 64 the rest are decided
    let counts = "12 values of cells in all solutions, 44 in none, 8 in some\n";
    assert!(text.starts_with("-: 2 solutions") && text.contains(counts), "{text}");
}

#[test]
fn samples_of_a_sudoku_are_refused_with_a_method_that_works() {
    let output = encycle(&["count", "examples/sudoku/finch.txt", "--sample", "1"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("--method sat"), "{}", stderr(&output));
}

/// The order of the edges of a diagram could not be chosen.
#[test]
fn the_edge_order_can_be_named_or_listed() {
    let folder = tempfile::tempdir().expect("a folder");
    let order = folder.path().join("order.txt");
    let order = order.to_str().expect("text");
    let puzzle = "slitherlink 1 2\n..\n";
    for name in ["rows", "columns", "diagonal"] {
        let output = with_input(&["count", "-", "--order", name], puzzle);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert!(stdout(&output).starts_with("-: 3 solutions"), "{}", stdout(&output));
    }
    fs::write(order, "v_1_3 v_1_2 v_1_1\nh_1_1 h_1_2 h_2_1 h_2_2 # bottom\n").expect("a file");
    let listing = folder.path().join("listing.txt");
    let arguments = ["count", "-", "--order", order, "--listing", listing.to_str().expect("text")];
    let output = with_input(&arguments, puzzle);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let listing = fs::read_to_string(listing).expect("a listing");
    // the root has the first edge of the list
    assert!(listing.lines().next().is_some_and(|root| root.contains("~v_1_3?")), "{listing}");
    fs::write(order, "v_1_3\nv_1_3\n").expect("a file");
    let output = with_input(&["count", "-", "--order", order], puzzle);
    assert_eq!(code(&output), 2);
    let expected = format!("error: {order}:2:1: `v_1_3` is listed twice");
    assert!(stderr(&output).contains(&expected), "{}", stderr(&output));
    let output = with_input(&["count", "-", "--order", "rows", "--method", "sat"], puzzle);
    assert_eq!(code(&output), 2);
    let output = with_input(&["count", "-", "--order", "rows"], "hitori 1 1\n1\n");
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("an order of edges"), "{}", stderr(&output));
}

/// A name that is no order was taken for a file, with the error of the operating system.
#[test]
fn an_unknown_order_names_the_known_ones() {
    let output = with_input(&["count", "-", "--order", "spiral"], TWO);
    assert_eq!(code(&output), 2);
    let error = stderr(&output);
    assert!(error.contains("no order and no file `spiral`"), "{error}");
    assert!(error.contains("use rows, columns, diagonal, or a file"), "{error}");
}

/// A file `.col` with two ends was refused as no Hamilton cycle, and its bound was only noted.
#[test]
fn a_problem_of_the_counting_challenge_is_counted_up_to_its_bound() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.col").display().to_string();
    let text = "p edge 4 5\ne 1 2\ne 2 3\ne 3 4\ne 1 3\ne 2 4\nl 2\nt 1 4\n";
    std::fs::write(&path, text).expect("a file");
    let note = "the text bounds the paths to 2 edges";
    for (arguments, count, is_noted) in [
        (&["count"][..], ": 2 solutions with at most 2 lines (", false),
        (&["count", "--length", "..3"], ": 4 solutions with at most 3 lines (", false),
        // another method counted all paths, and only a note said so
        (&["count", "--method", "sat"], "", true),
        (&["count", "--forced"], "", true),
        (&["count", "--up-to-symmetry"], "", true),
        (&["solve"], ": solved (", true),
    ] {
        let output = encycle(&[arguments, &[&path]].concat());
        assert!(stdout(&output).contains(count), "{arguments:?}: {output:?}");
        assert_eq!(code(&output) == 2, count.is_empty(), "{arguments:?}: {output:?}");
        assert_eq!(stderr(&output).contains(note), is_noted, "{arguments:?}: {output:?}");
    }
}

/// A puzzle with solutions had `no solution` because none has so many lines, and the result did not say so.
#[test]
fn a_count_of_some_lengths_names_them() {
    let puzzle = "slitherlink 1 2\n..\n";
    for (length, words, least, most) in [
        ("4", ": 2 solutions with 4 lines (", 4, Some(4)),
        ("5", ": no solution with 5 lines (", 5, Some(5)),
        ("1", ": no solution with 1 line (", 1, Some(1)),
        ("5..", ": 1 solution with at least 5 lines (", 5, None),
        ("..5", ": 2 solutions with at most 5 lines (", 0, Some(5)),
        ("4..6", ": 3 solutions with 4 to 6 lines (", 4, Some(6)),
    ] {
        let output = with_input(&["count", "-", "--length", length], puzzle);
        assert!(stdout(&output).contains(words), "{length}: {output:?}");
        let output = with_input(&["count", "-", "--length", length, "--json"], puzzle);
        let report = json(&output);
        let expected = serde_json::json!({ "least": least, "most": most });
        assert_eq!(report["length"], expected, "{length}: {report}");
    }
    let report = json(&with_input(&["count", "-", "--json"], puzzle));
    assert_eq!((&report["length"], &report["count"]), (&Value::Null, &"3".into()));
}

/// The ends in the wrong order were called no range.
#[test]
fn a_range_whose_ends_are_in_the_wrong_order_is_corrected() {
    let output = with_input(&["count", "-", "--length", "30..20"], TWO);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("write `20..30`"), "{}", stderr(&output));
}
