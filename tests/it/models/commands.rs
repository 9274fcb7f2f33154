//! The commands that take a formula of the user's own.

use crate::support::binary::{code, encycle, stderr, stdout};

#[test]
fn the_example_of_the_readme_is_solved_by_a_clause_solver_and_a_mip_solver() {
    for solver in ["batsat", "microlp"] {
        let arguments = [
            "solve",
            "examples/own/tour.lp",
            "--rules",
            "examples/own/tour.rules",
            "--solver",
            solver,
        ];
        let output = encycle(&arguments);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(0), "{text}");
        assert!(text.starts_with("examples/own/tour.lp: optimal 30 ("), "{text}");
        assert!(text.contains("towns: A-"), "{text}");
    }
}

#[test]
fn the_forms_of_a_rule_are_compared_and_written() {
    let files = ["examples/own/square.cnf", "--rules", "examples/own/square.rules"];
    let sizes = encycle(&[&["sizes"], &files[..]].concat());
    let text = String::from_utf8_lossy(&sizes.stdout).into_owned();
    for form in ["cuts", "order", "elimination", "leaf", "hybrid"] {
        assert!(text.contains(form), "{text}");
    }
    let formula = encycle(&[&["encode"], &files[..], &["--state", "order"]].concat());
    let text = String::from_utf8_lossy(&formula.stdout).into_owned();
    assert!(text.contains("encoding order: its solutions are those of the puzzle"), "{text}");
}

const TOUR: [&str; 3] = ["examples/own/tour.lp", "--rules", "examples/own/tour.rules"];

/// Runs a command on the tour of the examples, with further arguments.
fn on_tour(command: &str, further: &[&str]) -> std::process::Output {
    encycle(&[&[command], &TOUR[..], further].concat())
}

/// The files state the rules, so they are solved without them.
#[test]
fn every_written_formula_has_the_optimum_of_the_example() {
    let folder = tempfile::tempdir().expect("a folder");
    for (format, solver) in [
        ("lp", "microlp"),
        ("mps", "microlp"),
        ("mps-fixed", "microlp"),
        ("opb", "batsat"),
        ("opb-2016", "batsat"),
        ("wcnf", "batsat"),
    ] {
        let path = folder.path().join(format).display().to_string();
        let written = on_tour("encode", &["--to", format, "--state", "order", "-o", &path]);
        assert_eq!(code(&written), 0, "{format}: {}", stderr(&written));
        let solved = encycle(&["solve", &path, "--solver", solver]);
        assert_eq!(code(&solved), 0, "{format}: {}", stderr(&solved));
        assert!(stdout(&solved).contains(": optimal 30 ("), "{format}: {}", stdout(&solved));
    }
    let written = on_tour("encode", &["--to", "dimacs"]);
    assert_eq!(code(&written), 0);
    let warning = "warning: examples/own/tour.lp: a DIMACS file has no objective";
    assert!(stderr(&written).starts_with(warning), "{}", stderr(&written));
    assert!(stdout(&written).contains("p cnf "), "{}", stdout(&written));
}
