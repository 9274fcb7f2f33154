//! The commands that take a formula of the user's own.

use crate::support::binary::encycle;

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
