//! Solvers with wrong verdicts: every command that asks them names the solver, and believes nothing.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

use assert_cmd::cargo::CommandCargoExt as _;

use crate::support::binary::{code, encycle, json, stderr};
use crate::support::misbehaving;

const TEN: &str = "examples/slitherlink/ten.txt";

/// A MIP solver may report a feasible program as infeasible after rounding errors.
#[test]
fn enumerate_certify_and_generate_believed_an_infeasible_of_a_mip_solver() {
    let folder = tempfile::tempdir().expect("a folder");
    let cbc = folder.path().join("cbc");
    symlink(misbehaving::path("denies-every-solution"), &cbc).expect("a link");
    let cbc = cbc.to_str().expect("text");
    let out = folder.path().join("certificate");
    let out = out.to_str().expect("text");
    for arguments in [
        &["solve", TEN, "--solver", cbc][..],
        &["enumerate", TEN, "--solver", cbc],
        &["certify", TEN, "--solver", cbc, "--out", out],
        &["generate", "slitherlink", "4x4", "--difficulty", "any", "--solver", cbc],
    ] {
        let output = encycle(arguments);
        assert_eq!(code(&output), 4, "{arguments:?}: {}", stderr(&output));
        let said = stderr(&output);
        assert!(said.contains("cbc") && said.contains("wrong verdict"), "{arguments:?}: {said}");
        assert!(
            !said.contains("complete (") && !said.contains("internal"),
            "{arguments:?}: {said}"
        );
    }
    let report = json(&encycle(&["enumerate", TEN, "--solver", cbc, "--json"]));
    assert_eq!(report["complete"], false, "{report}");
}

/// `leaves-a-child` always answers UNSATISFIABLE. SAT solvers are not confirmed unless the user asks for it, but a certificate needs a
/// proof, and a generated puzzle its solution.
#[test]
fn the_lie_of_a_sat_solver_was_called_a_defect_of_encycle() {
    let liar = misbehaving::text("leaves-a-child");
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("certificate");
    let out = out.to_str().expect("text");
    for arguments in [
        &["certify", TEN, "--solver", &liar, "--out", out][..],
        &["generate", "slitherlink", "4x4", "--difficulty", "any", "--solver", &liar],
    ] {
        let output = encycle(arguments);
        assert_eq!(code(&output), 4, "{arguments:?}: {}", stderr(&output));
        let said = stderr(&output);
        assert!(said.contains("leaves-a-child") && said.contains("wrong verdict"), "{said}");
    }
}

#[test]
fn bench_went_on_with_a_solver_whose_first_answer_was_wrong() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("rows");
    let out = out.to_str().expect("text");
    for liar in ["lies-with-a-wrong-model", "leaves-a-child"] {
        let solver = misbehaving::text(liar);
        let output = encycle(&["bench", TEN, "--solver", &solver, "--out", out]);
        assert_eq!(code(&output), 2, "{liar}: {}", stderr(&output));
        assert!(stderr(&output).contains("fails on a tiny puzzle"), "{}", stderr(&output));
        assert!(!Path::new(out).exists(), "{liar}");
    }
}

/// A solver runs in a directory of its own, where the script of an interpreter is not.
#[test]
fn the_script_of_an_interpreter_was_looked_up_in_the_folder_of_the_solver() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = assert_cmd::cargo::cargo_bin("encycle");
    let script = format!("exec {} sat \"$1\"\n", program.display());
    fs::write(folder.path().join("solver.sh"), script).expect("a script");
    let puzzle = Path::new(env!("CARGO_MANIFEST_DIR")).join(TEN);
    let mut command = Command::cargo_bin("encycle").expect("the program");
    let command = command.current_dir(folder.path()).stdin(Stdio::null());
    let output = command.arg("solve").arg(puzzle).args(["--solver", "sh solver.sh"]).output();
    let output = output.expect("a run");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
}

#[test]
fn a_campaign_without_runs_left_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("rows");
    let out = out.to_str().expect("text");
    for encodings in ["nosuch", "edge,nosuch"] {
        let output = encycle(&["bench", TEN, "--encoding", encodings, "--out", out]);
        assert_eq!(code(&output), 2, "{}", stderr(&output));
        assert!(!Path::new(out).exists(), "{encodings}");
    }
}
