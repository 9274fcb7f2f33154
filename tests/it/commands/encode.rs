//! `encycle encode` to each format.

use std::fs;
use std::io::Read;

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
