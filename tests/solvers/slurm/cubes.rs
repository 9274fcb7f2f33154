//! `encycle certify --cubes` on a cluster.

use std::fs;

use super::{ENCYCLE, ended, folder, with_slurm};
use crate::support::binary::{code, encycle, stderr, stdout};

const PUZZLE: &str = "examples/slitherlink/heron.txt";

#[test]
fn the_cubes_of_a_certificate_are_tasks_of_an_array() {
    let folder = folder();
    let certify = |words: &[&str], name: &str| {
        let mut command = with_slurm(ENCYCLE);
        let out = folder.path().join(name);
        command.args(["certify", PUZZLE, "--cubes", "4"]).args(words).arg("--out").arg(&out);
        (ended(command), out)
    };
    let on_slurm = ["--executor", "slurm", "--sbatch=--mem=100M"];
    let (output, out) = certify(&on_slurm, "done");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let verified = encycle(&["verify", out.to_str().expect("text")]);
    assert!(stdout(&verified).contains("verified: unique"), "{verified:?}");

    // no task has the time to prove anything; the same command without the limit continues
    let (output, out) = certify(&[&on_slurm[..], &["--timeout", "0.000001"]].concat(), "late");
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    assert!(stdout(&output).contains("cubes without a proof: 4; the first is 1: "), "{output:?}");
    assert!(fs::metadata(out.join("cubes/1/log")).expect("a log").len() > 0);
    let (output, out) = certify(&["--resume"], "late");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(!out.join("cubes").exists());
}
