//! `encycle decode`, run as a process: recorded outputs, verdicts and exit codes.

use std::fs;

use crate::support::binary::{code, encycle, stderr, stdout};
use crate::support::folder::{DECODE, Folder, PUZZLE};

/// A model over the cells: a loop around the first and one around the last of three cells.
const TWO_LOOPS: &str = "s SATISFIABLE\nv 1 -2 3 0\n";

#[test]
fn several_loops_are_drawn_and_a_loop_that_is_a_solution_is_named() {
    let folder = Folder::with(&[
        ("stray.txt", "slitherlink 1 3\n.2.\n"),
        ("free.txt", "slitherlink 1 3\n...\n"),
    ]);
    let decode = |puzzle: &str, option: &str| {
        let arguments = ["decode", puzzle, "-", "--encoding", "colour", option];
        folder.encycle(&arguments, TWO_LOOPS)
    };
    let stray = decode("stray.txt", "--ascii");
    assert_eq!(code(&stray), 1);
    let expected = "\
stray.txt: rule-broken (1 x 3, read as competition)
rule `single-loop` is broken at the vertex in line 1, column 3: line h_1_3 is on a second loop
2 loops, of 4, 4 edges; none is a solution by itself
help: `encycle solve` adds cuts against such loops and solves again
+---+   +---+
|   | 2 |   |
+---+   +---+
";
    assert_eq!(stdout(&stray), expected);
    assert_eq!(stderr(&stray), "");

    let free = decode("free.txt", "--ascii");
    assert_eq!(code(&free), 1);
    let told = "2 loops, of 4, 4 edges; the one through h_1_1 is a solution by itself\n";
    assert!(stdout(&free).contains(told), "{}", stdout(&free));

    // only the second loop touches the clue
    folder.write("clue.txt", "slitherlink 1 4\n...1\n");
    let arguments = ["decode", "clue.txt", "-", "--encoding", "colour"];
    let clue = folder.encycle(&arguments, "SAT\n1 -2 3 -4 0\n");
    let told = "2 loops, of 4, 4 edges; the one through h_1_3 is a solution by itself\n";
    assert!(stdout(&clue).contains(told), "{}", stdout(&clue));
}

/// The output for the formula of a second solution was read as "no solution" without its map, and a solution was called a
/// second one with the map of that formula.
#[test]
fn an_output_of_another_formula_is_no_verdict() {
    let unique = "slitherlink 2 2\n33\n..\n";
    let folder = Folder::with(&[("puzzle.txt", unique), ("two.txt", "slitherlink 1 2\n..\n")]);
    assert_eq!(code(&folder.encycle(&["solve", "puzzle.txt", "--unique"], "")), 0);
    for puzzle in ["puzzle", "two"] {
        let [file, formula, map] = ["txt", "cnf", "map"].map(|end| format!("{puzzle}.{end}"));
        let encode = ["encode", &file, "--second", "-o", &formula, "--map", &map];
        assert_eq!(code(&folder.encycle(&encode, "")), 0, "{puzzle}");
        let text = folder.read(&formula);
        assert!(text.contains("its solutions are those of the puzzle but a known one"), "{text}");
    }
    let unsat = "s UNSATISFIABLE\n";
    let decode = |words: &[&str], output: &str| {
        let done = folder.encycle(&[&["decode"], words].concat(), output);
        (code(&done), stderr(&done))
    };
    let solved = stdout(&folder.encycle(&["encode", "puzzle.txt", "-o", "-"], ""));
    let model = stdout(&folder.encycle(&["sat", "-"], &solved));
    assert_eq!(decode(&["puzzle.txt", "-"], &model).0, 0);
    assert_eq!(decode(&["puzzle.txt", "-", "--map", "puzzle.map"], unsat).0, 0);
    for (words, output, claim) in [
        (&["puzzle.txt", "-"][..], unsat, "that there is no solution, but there is one"),
        (&["two.txt", "-", "--map", "two.map"], unsat, "no second solution, but there is one"),
        (&["puzzle.txt", "-", "--map", "puzzle.map"], &model, "its solution is the only one"),
    ] {
        let (code, told) = decode(words, output);
        assert_eq!(code, 2, "{words:?}: {told}");
        assert!(told.contains(claim) && told.contains("--map"), "{told}");
    }
}

#[test]
fn verdicts_and_exit_codes() {
    let folder = Folder::with(&[
        ("puzzle.txt", PUZZLE),
        ("small.txt", "slitherlink 1 2\n1.\n"),
        ("none.txt", "slitherlink 1 2\n00\n"),
        ("wide.map", "encycle-map 1\nkind slitherlink\nsize 1 3\n1 in_1_1\n2 in_1_2\n3 in_1_3\n"),
        ("other.map", "encycle-map 1\nkind sudoku\nsize 1 2\n1 in_1_1\n2 in_1_2\n"),
        ("sizeless.map", "encycle-map 1\nkind slitherlink\n1 in_1_1\n2 in_1_2\n"),
        ("short.map", "encycle-map 1\nkind slitherlink\nsize 1 2\n1 in_1_1\n"),
        ("new.map", "encycle-map 2\nsize 1 2\n1 in_1_1\n2 in_1_2\n"),
        ("cells.map", "encycle-map 1\nkind slitherlink\nsize 1 2\ncnf x\n2 in_1_1\n1 in_1_2\n"),
    ]);
    let table: [(&[&str], &str, i32, &str, &str); 16] = [
        // valid outputs
        (
            &["--encoding", "colour"],
            "s SATISFIABLE\nv -1 2 0\n",
            0,
            "small.txt: solved (1 x 2,",
            "",
        ),
        (&[], "c UNKNOWN\n", 3, "small.txt: unknown (", ""),
        // an invalid model, and incomplete ones
        (&["--encoding", "colour"], "SAT\n-1 2 0\n", 0, "solved", ""),
        (
            &["--encoding", "colour"],
            "SAT\n1 -2 0\n",
            1,
            "`clue` is broken at the cell in row 1, column 1",
            "cannot break this rule",
        ),
        (&["--encoding", "colour"], "SAT\n2 0\n", 0, "solved", "1 of 2 variables have no value"),
        (&["--encoding", "colour"], "s SATISFIABLE\nv -1 2\n", 0, "solved", "may be truncated"),
        // what makes no sense
        (&[], "", 2, "", "-: unrecognised solver output: it is empty"),
        (&[], "p cnf 1 1\n1 0\n", 2, "", "this is a formula, not its model"),
        // a solver that was stopped had written comments, which were "in no supported dialect"
        (&[], "c Kissat\nc\n\nc reading\n", 2, "", "no result in the output (read as competition)"),
        (
            &["--encoding", "colour"],
            "SAT\n1 2 3 0\n",
            2,
            "",
            "-: line 2: literal 3 is out of range",
        ),
        (&["--dialect", "highs"], "SAT\n1 0\n", 2, "", "no result in the output (read as highs)"),
        // maps that do not fit
        (&["--map", "wide.map"], "SAT\n1 2 3 0\n", 2, "", "for 1 x 3, but the puzzle has 1 x 2"),
        (&["--map", "other.map"], "SAT\n1 2 0\n", 2, "", "for the kind sudoku"),
        (&["--map", "sizeless.map"], "SAT\n1 2 0\n", 2, "", "`size ROWS COLS`"),
        (&["--map", "short.map"], "SAT\n1 0\n", 2, "", "nor all cells (`in_1_2` is missing)"),
        (
            &["--map", "new.map"],
            "SAT\n1 2 0\n",
            2,
            "",
            "new.map:1:13: 'encycle-map 2': only version 1",
        ),
    ];
    for (output, said) in [
        ("s UNSATISFIABLE\n", "none.txt: no-solution ("),
        ("s UNSATISFIABLE\n", "so the puzzle has no solution either\n"),
        ("UNSAT\n", "read as minisat)\n"),
    ] {
        let found = folder.encycle(&["decode", "none.txt", "-"], output);
        assert_eq!((code(&found), stderr(&found).as_str()), (1, ""), "{output:?}");
        assert!(stdout(&found).contains(said), "{output:?}: {}", stdout(&found));
    }
    for (arguments, output, expected, said, noted) in table {
        let arguments = [&["decode", "small.txt", "-"], arguments].concat();
        let found = folder.encycle(&arguments, output);
        assert_eq!(code(&found), expected, "{arguments:?} {output:?}: {}", stderr(&found));
        assert!(stdout(&found).contains(said), "{output:?}: {}", stdout(&found));
        assert!(stderr(&found).contains(noted), "{output:?}: {}", stderr(&found));
        assert_eq!(noted.is_empty(), stderr(&found).is_empty(), "{}", stderr(&found));
        assert_eq!(expected == 2, stdout(&found).is_empty(), "{}", stdout(&found));
    }
    let both = folder.encycle(&["decode", "-", "-"], PUZZLE);
    assert_eq!(code(&both), 2);
    let gap = folder.encycle(&["decode", "small.txt", "-", "--map", "cells.map"], "SAT\n1 2 0\n");
    assert!(
        stderr(&gap).contains("cells.map:5:1: expected variable 1, found '2'"),
        "{}",
        stderr(&gap)
    );
    let other =
        folder.encycle(&["decode", "puzzle.txt", "-", "--encoding", "colour"], "SAT\n1 0\n");
    assert_eq!(code(&other), 1, "an answer to another puzzle breaks a rule");
}

/// A recorded output for the formula of `PUZZLE` (tests/recorded), in a folder with its map.
fn recorded(name: &str, map: &str) -> (Folder, String) {
    let read = |path: &str| fs::read_to_string(format!("tests/recorded/{path}")).expect("recorded");
    let output = read(&format!("{name}/solved.txt"));
    (Folder::with(&[("puzzle.txt", PUZZLE), ("a.map", &read(map))]), output)
}

/// Values are rounded within the tolerance. A feasible integer point is a solution whatever stopped the solver; a
/// fractional point is not.
#[test]
fn values_are_rounded_only_within_the_tolerance() {
    let (folder, output) = recorded("cbc-2.10.8", "edge.lp.map");
    // line 2 has h_1_1 = 1, line 3 h_1_2 = 0
    let one = "      0 h_1_1                  1 ";
    let zero = "      1 h_1_2                  0 ";
    let with = |line: &str, value: &str| {
        assert!(output.contains(line), "{output}");
        let end = line.rfind(|c: char| c.is_ascii_digit()).expect("a value");
        output.replace(line, &format!("{}{value} ", &line[..end]))
    };
    let stopped = |text: String| text.replace("Optimal", "Stopped on time");
    let rubbish = "Stopped on time (no integer solution - continuous used)";
    for (text, exit, said) in [
        (with(one, "0.9999999"), 0, "puzzle.txt: solved"),
        (with(zero, "1e-12"), 0, "puzzle.txt: solved"),
        (with(zero, "-0"), 0, "puzzle.txt: solved"),
        (stopped(output.clone()), 0, "puzzle.txt: solved"),
        (with(one, "nan"), 2, "out: line 2: column h_1_1 is `nan`, neither 0 nor 1"),
        (with(one, "0.999"), 2, "out: line 2: column h_1_1 is `0.999`, neither 0 nor 1"),
        (with(zero, "1e999"), 2, "out: line 3: column h_1_2 is `1e999`, neither 0 nor 1"),
        (with(one, "0.5"), 2, "out: line 2: column h_1_1 is `0.5`, neither 0 nor 1"),
        (
            stopped(with(one, "0.5")),
            3,
            "the solver reported no result: line 2: the solver stopped while column h_1_1 was 0.5",
        ),
        (
            with(one, "0.5").replace("Optimal", rubbish),
            3,
            "line 1: the solver reports `Stopped on time (no integer solution - continuous used) - ",
        ),
        // a feasible point that violates a rule
        (stopped(with(one, "0")), 1, "is broken at"),
    ] {
        folder.decodes(&text, exit, said);
    }
}

/// Renamed columns are refused with line, name and fix, in every dialect.
#[test]
fn renamed_columns_are_refused() {
    for name in [
        "cbc-2.10.8",
        "highs-1.15.1",
        "scip-10.0.2",
        "symphony-5.6.17",
        "glpsol-report-5.0",
        "lp_solve-5.5.2.5",
        "z3-lp-5.4.0",
        "gurobi-documented",
        "cplex-documented",
    ] {
        let (folder, output) = recorded(name, "edge.lp.map");
        // z3 prints the value on the line after the name
        let line = output.lines().position(|line| line.contains("h_1_1")).expect("a column") + 1;
        let line = line + usize::from(name.starts_with("z3"));
        for new in ["x0", "C1", "h.1.1"] {
            folder.write("out", &output.replace("h_1_1", new));
            let found = folder.encycle(&DECODE, "");
            let message = stderr(&found);
            assert_eq!((code(&found), &*stdout(&found)), (2, ""), "{name}: {message}");
            for part in [
                format!("out: line {line}: unknown column: `{new}`"),
                "renamed".to_owned(),
                "as some do with long names and brackets".to_owned(),
            ] {
                assert!(message.contains(&part), "{name}: {part}: {message}");
            }
        }
    }
}

/// A fixed MPS file names its columns by their numbers. Its solution is read by the map of any formula with the same
/// columns, and without a map.
#[test]
fn solutions_of_fixed_mps_files_need_no_map() {
    let (folder, mut output) = recorded("highs-1.15.1", "edge.lp.map");
    let map = fs::read_to_string("tests/recorded/edge.lp.map").expect("recorded");
    let names = map.lines().filter_map(|line| line.split_once(' '));
    for (number, name) in names.filter(|(number, _)| number.parse::<u32>().is_ok()) {
        output = output.replace(&format!("{name} "), &format!("x{number} "));
    }
    assert!(output.contains("x1 ") && !output.contains("h_1_1"), "{output}");
    folder.write("out", &output);
    let without_map: &[&str] = &["decode", "puzzle.txt", "out", "--encoding", "edge"];
    for command in [&DECODE[..], without_map] {
        let found = folder.encycle(command, "");
        assert_eq!(code(&found), 0, "{command:?}: {}", stderr(&found));
    }
}

/// Bytes that are not UTF-8 are ignored in comments and an error elsewhere. UTF-16 is recognised.
#[test]
fn bytes_that_are_not_utf8_are_an_error_outside_comments() {
    let folder = Folder::with(&[("small.txt", "slitherlink 1 2\n1.\n")]);
    let decode = ["decode", "small.txt", "out", "--encoding", "colour"];
    let utf16: Vec<u8> =
        "\u{feff}s SATISFIABLE\r\nv -1 2 0\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (bytes, exit, said) in [
        (&b"c \xff\ns SATISFIABLE\nv -1 2 0\n"[..], 0, "solved"),
        (b"\xef\xbb\xbfs SATISFIABLE\r\nv -1 2 0\r\n", 0, "solved"),
        (
            b"s SATISFIABLE\nv -1 \xff2 0\n",
            2,
            "out: line 2: `\u{fffd}2 (not UTF-8)` is not a literal",
        ),
        (b"SAT\n\xc3\x28 0\n", 2, "out: line 2: "),
        (b"\xff\xfe\x80\n", 2, "out: unrecognised solver output"),
        (&utf16, 2, "this is UTF-16, the encoding of PowerShell's `>`"),
        (b"\0\0\0\0", 2, "out: unrecognised solver output"),
    ] {
        fs::write(folder.0.path().join("out"), bytes).expect("a file");
        let found = folder.encycle(&decode, "");
        let all = stdout(&found) + &stderr(&found);
        assert_eq!(code(&found), exit, "{all}");
        assert!(all.contains(said), "{said}: {all}");
    }
}

/// An output for another formula, or for the LP file in place of the CNF, is refused with that reason.
#[test]
fn outputs_of_other_formulas_are_refused() {
    let (folder, output) = recorded("kissat-4.0.4", "edge.cnf.map");
    let (_, highs) = recorded("highs-1.15.1", "edge.lp.map");
    let (_, toulbar2) = recorded("toulbar2-1.1.1", "edge.cnf.map");
    let smaller = "s SATISFIABLE\nv 1 -2 3 4 0\n";
    for (text, exit, said) in [
        (
            output.replace(" 0\n", " 32 0\n"),
            2,
            "the formula has 31 variables, so the output is for another, larger",
        ),
        (smaller.to_owned(), 1, "27 of 31 variables have no value and count as false"),
        (smaller.to_owned(), 1, "from 5 on: the output may belong to a smaller formula"),
        (
            highs.replace("# Columns 31", "# Columns 30"),
            2,
            "31 columns, not 30, so the output is for another, smaller",
        ),
        (
            highs.replace("# Columns 31", "# Columns 40"),
            2,
            "31 columns, not 40, so the output is for another, larger",
        ),
        (
            highs.replace("h_1_1", "p_1_1"),
            2,
            "the map is for a DIMACS file; use the map written with the LP",
        ),
        (toulbar2.replace(" 1 0 1 1 0 1", " 1 0 1 1"), 2, "27 values for 31 variables"),
    ] {
        folder.decodes(&text, exit, said);
    }
}

/// If the clues decide everything, the formula has no variables and the LP file one placeholder column.
#[test]
fn outputs_of_a_formula_without_variables_are_decoded() {
    let sudoku = "sudoku 2 2\n1234\n3412\n2143\n4321\n";
    let map = "encycle-map 1\nkind sudoku\nsize 4 4\nvariables 0\n";
    let folder = Folder::with(&[("full.txt", sudoku), ("a.map", map)]);
    for (output, dialect) in [
        ("s SATISFIABLE\nv 0\n", "competition"),
        ("Optimal - objective value 0.00000000\n      0 none   0   0\n", "cbc"),
        ("c\nc Status:     INTEGER OPTIMAL\ns mip 1 1 o 0\ni 1 0\nj 1 0\ne o f\n", "glpk"),
    ] {
        let found = folder.encycle(&["decode", "full.txt", "-", "--map", "a.map"], output);
        let said = format!("full.txt: solved (4 x 4, read as {dialect})");
        assert!(stdout(&found).starts_with(&said), "{}{}", stdout(&found), stderr(&found));
    }
}

/// The message has the rule, the place, and the first variable involved.
#[test]
fn a_broken_rule_names_its_variable() {
    let folder = Folder::with(&[("stray.txt", "slitherlink 1 3\n.2.\n")]);
    let encode = ["encode", "stray.txt", "--encoding", "edge", "-o", "a.cnf", "--map", "a.map"];
    assert_eq!(code(&folder.encycle(&encode, "")), 0);
    // two squares, around the first and the last cell; h_1_3 is variable 3
    let output = "s SATISFIABLE\nv 1 -2 3 4 -5 6 7 8 9 10 0\n";
    let found = folder.encycle(&["decode", "stray.txt", "-", "--map", "a.map"], output);
    assert_eq!(code(&found), 1);
    let rule = "rule `single-loop` is broken at the vertex in line 1, column 3: line h_1_3 is on";
    assert!(stdout(&found).contains(rule), "{}", stdout(&found));
    assert_eq!(stderr(&found), "note: -: h_1_3 is variable 3\n");
}

/// The help and docs/reference/dialects.md list every dialect.
#[test]
fn every_dialect_is_documented() {
    let folder = Folder::with(&[]);
    let help = stdout(&folder.encycle(&["decode", "--help"], ""));
    let documented = fs::read_to_string("docs/reference/dialects.md").expect("the documentation");
    for dialect in encycle::solvers::Dialect::ALL {
        assert!(help.contains(&format!("  {:<12} ", dialect.name())), "{}", dialect.name());
        assert!(documented.contains(&format!("| `{}` |", dialect.name())), "{}", dialect.name());
    }
}

/// Every key, with its type, is documented in docs/reference/json.md.
#[test]
fn json_of_decode_is_as_documented() {
    let folder = Folder::with(&[
        ("free.txt", "slitherlink 1 3\n...\n"),
        ("one.txt", "slitherlink 1 2\n1.\n"),
    ]);
    let json = |puzzle: &str, output: &str| {
        folder.json(&["decode", puzzle, "-", "--encoding", "colour", "--json"], output)
    };
    let several = json("free.txt", TWO_LOOPS);
    assert_eq!(several["verdict"], "rule-broken");
    assert_eq!(several["broken"]["rule"], "single-loop");
    assert!(several["broken"]["place"].is_string() && several["broken"]["found"].is_string());
    assert_eq!(several["edges"].as_array().map(Vec::len), Some(8));
    assert_eq!(several["loops"].as_array().map(Vec::len), Some(2));
    assert_eq!(several["solution_edges"], several["loops"][0]);
    assert!(several["reason"].is_string());

    let solved = json("one.txt", "SAT\n2 0\n");
    assert_eq!(solved["schema"], "encycle-decode-1");
    assert_eq!((&solved["puzzle"], &solved["output"]), (&"one.txt".into(), &"-".into()));
    assert_eq!((&solved["verdict"], &solved["dialect"]), (&"solved".into(), &"minisat".into()));
    assert_eq!((&solved["encoding"], &solved["cnf"]), (&"colour".into(), &"direct".into()));
    assert_eq!((&solved["size"]["rows"], &solved["size"]["cols"]), (&1.into(), &2.into()));
    assert_eq!(solved["edges"], serde_json::json!(["h_1_2", "h_2_2", "v_1_2", "v_1_3"]));
    assert_eq!(solved["missing"], 1);
    assert_eq!(solved["notes"].as_array().map(Vec::len), Some(1));
    for key in ["reason", "error", "broken", "loops", "solution_edges"] {
        assert!(solved[key].is_null(), "{key}");
    }

    let failed = json("one.txt", "hello\n");
    assert_eq!(failed["verdict"], "failed");
    assert!(
        failed["error"].as_str().is_some_and(|error| error.contains("unrecognised solver output"))
    );

    let documented = fs::read_to_string("docs/reference/json.md").expect("the documentation");
    for key in solved.as_object().expect("an object").keys() {
        assert!(documented.contains(&format!("`{key}`")), "{key} is not documented");
    }
}

#[test]
fn check_accepts_the_json_of_decode() {
    let folder = Folder::with(&[("one.txt", "slitherlink 1 2\n1.\n"), ("out", "SAT\n-1 2 0\n")]);
    let decode = ["decode", "one.txt", "out", "--encoding", "colour", "--svg", "a.svg", "--json"];
    folder.write("answer.json", &stdout(&folder.encycle(&decode, "")));
    assert!(folder.read("a.svg").starts_with("<svg "));
    assert_eq!(code(&folder.encycle(&["check", "one.txt", "answer.json"], "")), 0);
}

/// `1.` is a Slitherlink or a Nurikabe; only the Slitherlink has a variable `h_1_1`.
#[test]
fn a_grid_of_several_kinds_was_refused_although_the_output_names_its_variables() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let (grid, unknown, numbers) = (path("one.txt"), path("one.sol"), path("one.out"));
    fs::write(&grid, "1.\n").expect("a file");
    let text = "Status unknown - objective value 0.00000000\n      0 h_1_1  0  0\n";
    fs::write(&unknown, text).expect("a file");
    fs::write(&numbers, "s SATISFIABLE\nv 1 -2 3 0\n").expect("a file");
    let output = encycle(&["decode", &grid, &unknown]);
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    assert!(stderr(&output).contains("read as slitherlink"), "{}", stderr(&output));
    let output = encycle(&["decode", &grid, &numbers]);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    assert!(stderr(&output).contains("several kinds fit"), "{}", stderr(&output));
}

/// Rows that cut off stray loops are appended once. None of them excludes a solution: where one of the loops is one, a row
/// excluded it.
#[test]
fn cuts_are_appended_once_and_keep_solutions() {
    let model = "s SATISFIABLE\nv 1 -2 3 4 -5 6 7 8 9 10 0\n";
    for (row, expected) in [("4.4", 2), ("4..", 1)] {
        let folder = Folder::with(&[("two.txt", &format!("slitherlink 1 3\n{row}\n"))]);
        let decode = ["decode", "two.txt", "-", "--encoding", "edge", "--cuts", "cuts.lp"];
        let first = folder.encycle(&decode, model);
        assert_eq!(code(&first), 1, "{}", stderr(&first));
        let text = folder.read("cuts.lp");
        let again = folder.encycle(&decode, model);
        assert!(stderr(&again).contains("has the cuts of this output already"));
        assert_eq!(folder.read("cuts.lp"), text);
        let names = text.lines().filter_map(|line| line.strip_prefix(' ')?.split_once(": "));
        assert_eq!(names.filter(|(name, _)| name.starts_with("cut_")).count(), expected, "{text}");
        // the loop around the first cell alone
        let drawn = ["h_1_1", "h_2_1", "v_1_1", "v_1_2"];
        for line in text.lines().filter(|_| row == "4..") {
            let (_, sum) = line.split_once(": ").expect("a row");
            let (left, right) = sum.split_once(" >= ").expect("a bound");
            let value =
                drawn.iter().filter(|one| left.split(' ').any(|word| word == **one)).count();
            assert!(-(value as i64) >= right.parse::<i64>().expect("a number"), "{line}");
        }
    }
}
