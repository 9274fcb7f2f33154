//! Files of graphs at the command line: comments, lists of tiny graphs, and damaged files of directed graphs.

use serde_json::Value;

use crate::support::binary::{code, encycle, stderr, stdout, with_input};

/// Formulas of lp_solve begin with such comments, too, and commands for problems of your own read formulas first.
#[test]
fn an_undirected_graph_below_a_comment_was_a_linear_program() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, comment) in [("a.dot", "// c\n"), ("a.gv", "/* c\n */ "), ("a.txt", "// c\n")] {
        let text = format!("{comment}graph {{ 1--2--3--1 }}\n");
        let path = folder.path().join(name).display().to_string();
        std::fs::write(&path, &text).expect("a file");
        for run in [encycle(&["solve", &path]), with_input(&["solve", "-"], &text)] {
            assert_eq!(code(&run), 0, "{run:?}");
            assert!(stdout(&run).contains("cycle: 1 2 3 1"), "{run:?}");
        }
        let counted = encycle(&["count", &path]);
        assert!(stdout(&counted).contains(": 1 solution ("), "{counted:?}");
    }
}

#[test]
fn a_list_of_tiny_graphs_was_one_damaged_graph() {
    for (text, verdicts) in [
        ("Bw\nBw\n", &["solved", "solved"][..]),
        ("A_\nBw\n", &["no-solution", "solved"]),
        ("@\nA_\n", &["no-solution", "no-solution"]),
    ] {
        let run = with_input(&["solve", "-", "--json"], text);
        let lines = stdout(&run);
        let found: Vec<Value> =
            lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let found: Vec<&str> =
            found.iter().map(|one| one["verdict"].as_str().expect("text")).collect();
        assert_eq!(found, verdicts, "{text:?}: {run:?}");
    }
}

/// No format was recognized.
#[test]
fn a_damaged_file_of_digraph6_was_in_no_format() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.d6").display().to_string();
    for (text, words) in [
        ("&\n", ":1:2: the number of vertices is incomplete"),
        ("AO\n", ":1:1: 'AO' is not a directed graph"),
        ("&?\n", ":1:2: digraph: no vertices"),
    ] {
        std::fs::write(&path, text).expect("a file");
        let refused = encycle(&["solve", &path]);
        assert_eq!(code(&refused), 2, "{refused:?}");
        assert!(stderr(&refused).contains(words), "{refused:?}");
    }
}

/// The goal of a directed graph named both ends of a path, or none.
#[test]
fn a_directed_path_has_a_start_and_any_end() {
    let text = "hamilton digraph 3 path 2\n1 2\n2 1\n2 3\n3 2\n1 3\n3 1\n";
    let counted = with_input(&["count", "-"], text);
    assert!(stdout(&counted).contains(": 2 solutions ("), "{counted:?}");
    let solved = with_input(&["solve", "-"], text);
    assert!(stdout(&solved).contains("digraph: 2->"), "{solved:?}");
    let cycle = with_input(&["solve", "-", "--variant", "cycle"], text);
    assert!(stderr(&cycle).contains("vertex 2 is an end"), "{cycle:?}");
}
