//! Several certificates in one command.

use crate::support::binary::{code, encycle, stderr, stdout};

#[test]
fn an_unreadable_folder_kept_the_next_certificate_unchecked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let good = path("good");
    let made = encycle(&["certify", "examples/slitherlink/first.txt", "--out", &good]);
    assert_eq!(code(&made), 0, "{made:?}");
    let run = encycle(&["verify", &path("missing"), &good, &path("none")]);
    assert_eq!(code(&run), 2, "{run:?}");
    assert_eq!(stdout(&run).matches(": verified: unique (").count(), 1, "{run:?}");
    for name in ["missing", "none"] {
        assert!(stderr(&run).contains(&format!("error: {}", path(name))), "{run:?}");
    }
}

/// The error named the missing `certificate.json`, which such a folder does not have.
#[test]
fn a_folder_for_veripb_names_the_commands_that_check_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows = folder.path().join("rows");
    let out = rows.display().to_string();
    let puzzle = "examples/slitherlink/first.txt";
    let made = encycle(&["certify", puzzle, "--format", "veripb", "--out", &out]);
    assert_eq!(code(&made), 0, "{made:?}");
    let run = encycle(&["verify", &out]);
    assert_eq!(code(&run), 2, "{run:?}");
    let file = |name: &str| rows.join(name).display().to_string();
    let [rules, solution] = ["rules.opb", "solution-1.pbp"].map(file);
    let [others, proof] = ["others.opb", "others.pbp"].map(file);
    let expected = format!(
        "error: {out}: a certificate for VeriPB\nhelp: check it by `veripb {rules} {solution}`, for each listed solution, \
         and `veripb {others} {proof}`\n"
    );
    assert_eq!(stderr(&run), expected);
}
