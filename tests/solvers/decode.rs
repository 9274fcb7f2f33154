//! `encycle decode` with the outputs of real solvers.

use std::fs;

use encycle::solvers::find;

use crate::support::binary::{code, stderr, stdout};
use crate::support::folder::{Folder, PUZZLE, picture};

/// The numbers of `glpsol -w` were those of a file that `encode` writes, and the names that CBC gives to all columns of an LP file with
/// brackets were unknown, or those of other columns.
#[test]
fn outputs_for_a_problem_of_the_users_own_are_decoded() {
    let program = "Minimize\n obj: y + 2 x2 + 3 x1\nSubject To\n c1: x1 + x2 + k >= 1\n c2: x2 + y - 1.5 u >= 1\n \
                   c3: k + w + u + x1 >= 2\nBounds\n w <= 3\n k <= 5\nGeneral\n k\nBinary\n x1 x2\nEnd\n";
    let folder = Folder::with(&[("own.lp", program), ("odd.lp", &program.replace(" u", " u[1]"))]);
    let runs: [(&str, &str, &[&str]); 3] = [
        ("glpsol", "own.lp", &["--lp", "own.lp", "-w", "out"]),
        ("cbc", "own.lp", &["own.lp", "-solve", "-solu", "out", "-quit"]),
        ("cbc", "odd.lp", &["odd.lp", "-solve", "-solu", "out", "-quit"]),
    ];
    for (name, file, arguments) in runs {
        let solver = find(name).unwrap_or_else(|error| panic!("scripts/install-solvers: {error}"));
        folder.run(&solver.path, arguments, "");
        let decoded = folder.encycle(&["decode", file, "out"], "");
        let text = stdout(&decoded);
        assert_eq!(code(&decoded), 0, "{name} {file}: {text}{}", stderr(&decoded));
        assert!(text.contains(": solved 1 ("), "{name} {file}: {text}");
        fs::remove_file(folder.0.path().join("out")).expect("an output");
    }
}

/// The output of each solver for each encoding is decoded to the picture that `solve` draws.
#[test]
fn outputs_of_real_solvers_are_decoded() {
    let scip =
        ["-q", "-c", "read a.lp", "-c", "optimize", "-c", "write solution out", "-c", "quit"];
    let solvers: [(&str, &[&str], &str); 8] = [
        ("minisat", &["-verb=0", "a.cnf", "out"], "minisat"),
        ("cadical", &["a.cnf"], "competition"),
        ("kissat", &["a.cnf"], "competition"),
        ("glucose", &["-verb=0", "-model", "a.cnf"], "competition"),
        ("cbc", &["a.lp", "-solve", "-solu", "out", "-quit"], "cbc"),
        ("highs", &["--solution_file", "out", "a.lp"], "highs"),
        ("glpsol", &["--lp", "a.lp", "-w", "out"], "glpk"),
        ("scip", &scip, "scip"),
    ];
    let folder = Folder::with(&[("puzzle.txt", PUZZLE)]);
    let expected = picture(&folder.encycle(&["solve", "puzzle.txt"], ""));
    for encoding in ["edge", "colour"] {
        for file in ["a.cnf", "a.lp"] {
            let arguments = [
                "encode",
                "--force",
                "puzzle.txt",
                "--encoding",
                encoding,
                "-o",
                file,
                "--map",
                "a.map",
            ];
            assert_eq!(code(&folder.encycle(&arguments, "")), 0);
        }
        for (name, arguments, dialect) in solvers {
            let solver =
                find(name).unwrap_or_else(|error| panic!("scripts/install-solvers: {error}"));
            let said = folder.run(&solver.path, arguments, "");
            if dialect == "competition" {
                folder.write("out", &stdout(&said));
            }
            for source in [["--map", "a.map"], ["--encoding", encoding]] {
                let arguments = ["decode", "puzzle.txt", "out", source[0], source[1]];
                let output = folder.encycle(&arguments, "");
                let verdict = format!("puzzle.txt: solved (3 x 4, read as {dialect})\n");
                assert_eq!(stdout(&output), verdict + &expected, "{name}, {encoding}, {source:?}");
                assert_eq!((code(&output), &*stderr(&output)), (0, ""), "{name}");
            }
            fs::remove_file(folder.0.path().join("out")).expect("an output");
        }
        // the output of the built-in solver through a pipe
        let model = stdout(&folder.encycle(&["sat", "a.cnf"], ""));
        let arguments = ["decode", "puzzle.txt", "-", "--map", "a.map"];
        assert_eq!(picture(&folder.encycle(&arguments, &model)), expected);
    }
}
