//! `encycle encode` to each format.

use std::fs;
use std::io::Read;

use encycle::encodings::text::counted;

use crate::support::binary::{code, encycle, stderr, stdout, with_input};

const FIRST: &str = "examples/slitherlink/first.txt";

/// A compressed file has the text of the plain one, but for the command in its comments.
#[test]
fn every_format_is_compressed_by_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let lines = |name: &str| -> Vec<String> {
        let mut file = encycle::files::compression::open(name.as_ref()).expect("the file");
        let mut text = String::new();
        file.read_to_string(&mut text).expect("a whole file");
        text.lines().filter(|line| !line.contains("command: ")).map(str::to_owned).collect()
    };
    for ending in ["lp", "mps", "opb"] {
        let plain = path(&format!("a.{ending}"));
        assert_eq!(code(&encycle(&["encode", FIRST, "-o", &plain])), 0);
        for packing in ["gz", "xz"] {
            let packed = path(&format!("a.{ending}.{packing}"));
            assert_eq!(code(&encycle(&["encode", FIRST, "-o", &packed])), 0);
            assert_eq!(lines(&packed), lines(&plain), "{packed}");
        }
    }
}

/// Variables of OPB and fixed MPS files are numbered, in the outputs of MIP solvers too.
#[test]
fn outputs_for_numbered_variables_are_decoded() {
    let folder = tempfile::tempdir().expect("a folder");
    let map = folder.path().join("a.map");
    let map = map.to_str().expect("text");
    let formula = folder.path().join("a.opb");
    let formula = formula.to_str().expect("text");
    assert_eq!(code(&encycle(&["encode", FIRST, "-o", formula, "--map", map])), 0);
    let names = fs::read_to_string(map).expect("the map");
    assert!(names.contains("\nside opb\n1 h_1_1\n"), "{names}");
    let solved = encycle(&["solve", FIRST, "--json"]);
    let solved: serde_json::Value = serde_json::from_slice(&solved.stdout).expect("JSON");
    let edges = solved["edges"].as_array().expect("edges").clone();
    let is_on = |name: &str| edges.iter().any(|edge| edge == name);
    let variables = names.lines().filter_map(|line| {
        let (number, name) = line.split_once(' ')?;
        number.parse::<usize>().ok().map(|number| (number, is_on(name)))
    });
    let (mut model, mut columns) = (String::from("v"), String::new());
    for (number, on) in variables {
        model += &format!(" {}x{number}", if on { "" } else { "-" });
        columns += &format!("x{number} {}\n", u8::from(on));
    }
    let scip = format!("solution status: optimal solution found\nobjective value: 0\n{columns}");
    for (output, dialect) in
        [(format!("s SATISFIABLE\n{model}\n"), "pseudo-boolean"), (scip, "scip")]
    {
        let decoded = with_input(&["decode", FIRST, "-", "--map", map], &output);
        assert_eq!(code(&decoded), 0, "{}", stderr(&decoded));
        assert!(stdout(&decoded).contains(&format!("read as {dialect})")), "{}", stdout(&decoded));
    }
    // without a map, a pseudo-Boolean output is that of the OPB file
    let output = format!("{model}\ns OPTIMUM FOUND\n");
    assert_eq!(code(&with_input(&["decode", FIRST, "-"], &output)), 0);
    let other = with_input(&["decode", FIRST, "-", "--map", map], "s SATISFIABLE\nv 1 2 999 0\n");
    assert!(stderr(&other).contains("the map is for an OPB file"), "{}", stderr(&other));
}

/// Writes the formulas of a family, with those of second solutions, and returns the lines of the index.
fn family(sources: &[&str], folder: &std::path::Path) -> Vec<String> {
    let name = folder.to_str().expect("a name");
    let output = encycle(&[&["encode"], sources, &["--second", "-o", name, "-f"]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let index = fs::read_to_string(folder.join("index.csv")).expect("an index");
    index.lines().skip(1).map(str::to_owned).collect()
}

/// The index says which formulas are satisfiable; the built-in solver agrees.
#[test]
fn formulas_of_a_family_are_as_the_index_says() {
    for kind in ["slitherlink", "sudoku", "hamilton", "numberlink"] {
        let folder = tempfile::tempdir().expect("a folder");
        let index = family(&[&format!("generate:{kind}:4x4:2")], folder.path());
        assert_eq!(index.len(), 2 * 2, "{index:?}");
        for line in index {
            let fields: Vec<&str> = line.split(',').collect();
            let file = folder.path().join(fields[0]);
            let path = file.to_str().expect("a name");
            assert_eq!(code(&encycle(&["lint", path])), 0, "{path}");
            let expected = if fields[1] == "satisfiable" { 10 } else { 20 };
            assert_eq!(path.ends_with("-second.cnf"), expected == 20, "{line}");
            assert_eq!(code(&encycle(&["sat", path])), expected, "{line}");
            let text = fs::read_to_string(&file).expect("a formula");
            let header = text.lines().find(|line| line.starts_with("p cnf")).expect("a header");
            assert_eq!(header, format!("p cnf {} {}", fields[2], fields[3]));
            let conflicts = counted(fields[4], "conflict");
            let conflicts = format!("expected: {}; {conflicts} of batsat", fields[1]);
            assert!(text.contains(&conflicts), "{line}: {text}");
        }
    }
}

/// Regression: the index of the second family replaced that of the first.
#[test]
fn families_in_one_folder_share_the_index() {
    let folder = tempfile::tempdir().expect("a folder");
    family(&["generate:slitherlink:3x3"], folder.path());
    family(&["generate:slitherlink:3x4"], folder.path());
    let index = family(&["generate:slitherlink:3x3"], folder.path());
    assert_eq!(index.len(), 2 * 2, "{index:?}");
}

/// Puzzles of files and folders have the names of their files. A puzzle with several solutions has a satisfiable formula of
/// a second one.
#[test]
fn puzzles_of_files_and_folders_are_encoded_into_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    fs::create_dir(path("in")).expect("a folder");
    fs::write(path("in/one.txt"), "slitherlink 1 1\n4\nslitherlink 1 2\n3.\n").expect("a file");
    fs::write(path("one.txt"), "slitherlink 2 2\n..\n..\n").expect("a file");
    let index = family(&[&path("in"), &path("one.txt")], &folder.path().join("out"));
    let files: Vec<&str> = index.iter().filter_map(|line| line.split(',').next()).collect();
    let expected = ["one-1", "one-1-second", "one-2", "one-2-second", "one", "one-second"];
    assert_eq!(files, expected.map(|name| format!("{name}.cnf")));
    assert!(index[5].starts_with("one-second.cnf,satisfiable,"), "{index:?}");
    // without --second, in any format; nothing is solved
    let opb = ["encode", &path("in"), "--to", "opb", "-o", &path("opb")].map(str::to_owned);
    let written = encycle(&opb.each_ref().map(|word| &**word));
    assert_eq!(code(&written), 0, "{}", stderr(&written));
    let index = fs::read_to_string(path("opb/index.csv")).expect("an index");
    assert!(index.contains("\none-1.opb,,5,"), "{index}");
    assert_eq!(code(&encycle(&["lint", &path("opb/one-2.opb")])), 0);
    // with the maps beside the formulas
    let maps = ["encode", &path("in"), "-o", &path("maps"), "--map", &path("maps"), "--second"];
    assert_eq!(code(&encycle(&maps)), 0);
    let map = |name: &str| fs::read_to_string(path(&format!("maps/{name}.map"))).expect("a map");
    assert!(map("one-2").contains("\n1 h_1_1\n") && map("one-2-second").contains("\n1 h_1_1\n"));
    // one puzzle, too
    assert_eq!(code(&encycle(&["encode", FIRST, "-o", &path("alone/")])), 0);
    assert!(folder.path().join("alone/first.cnf").is_file());
    for (arguments, words) in [
        (&["generate:slitherlink:3x3:2"][..], "help: add -o DIR"),
        (&[FIRST, FIRST, "--dry-run", "-o", "never"], "--dry-run applies to one puzzle"),
        (&["generate:slitherlink:3", "-o", "never"], "not a family of puzzles"),
        (&[FIRST, "--timeout", "1"], "--second"),
        (&[&*path("in"), "--second", "--encoding", "edge", "-o", &path("no")], "help: add a part"),
    ] {
        let refused = encycle(&[&["encode"], arguments].concat());
        assert_eq!(code(&refused), 2, "{arguments:?}: {}", stderr(&refused));
        assert!(stderr(&refused).contains(words), "{arguments:?}: {}", stderr(&refused));
    }
}

/// With `--second`, a puzzle without a solution was left out of the folder, and so was one whose solution was not found in
/// time.
#[test]
fn puzzles_without_a_known_solution_have_their_own_formula() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    fs::write(path("none.txt"), "slitherlink 1 2\n30\n").expect("a file");
    fs::write(path("one.txt"), "slitherlink 1 1\n4\n").expect("a file");
    let encoded = |more: &[&str]| {
        let sources = ["encode", &path("none.txt"), &path("one.txt"), "--second", "-f", "-o"];
        let output = encycle(&[&sources[..], &[&*path("out")], more].concat());
        let index = fs::read_to_string(path("out/index.csv")).expect("an index");
        let lines: Vec<String> = index.lines().skip(1).map(str::to_owned).collect();
        (code(&output), stderr(&output), lines)
    };
    let (code, said, index) = encoded(&[]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("none.txt: no-solution, so it has no formula of a second"), "{said}");
    let starts = ["none.cnf,unsatisfiable,", "one.cnf,satisfiable,", "one-second.cnf,unsat"];
    assert_eq!(index.len(), 3, "{index:?}");
    assert!(index.iter().zip(starts).all(|(line, start)| line.starts_with(start)), "{index:?}");
    fs::remove_dir_all(path("out")).expect("removed");
    // a puzzle that takes longer than no time at all
    fs::write(path("none.txt"), open_slitherlink(20)).expect("a file");
    let (code, said, index) = encoded(&["--timeout", "0.000001"]);
    assert_eq!(code, 3, "{said}");
    assert!(index.iter().any(|line| line.starts_with("none.cnf,,")), "{index:?}");
}

/// A Slitherlink without clues, of `side` x `side` cells.
fn open_slitherlink(side: usize) -> String {
    let row = ".".repeat(side) + "\n";
    format!("slitherlink {side} {side}\n{}", row.repeat(side))
}
