//! `encycle certify --prover`: provers that fail, and those that cannot prove.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::Instant;

use crate::support::binary::{code, encycle, stderr, stdout};

/// No solution: the final formula is small, and unit propagation alone does not refute it.
const PUZZLE: &str = "slitherlink 3 3\n2.2\n.3.\n2.2\n";

/// A program that runs a script with the formula as `$1` and the proof as `$2`, and the list that describes it.
struct Fake {
    folder: tempfile::TempDir,
}

impl Fake {
    fn new(script: &str, format: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join("fake");
        fs::write(&program, format!("#!/bin/sh\n{script}\n")).expect("a file");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("permissions");
        let list = format!(
            "[[solver]]\nname = 'fake'\nlike = 'competition'\nprograms = ['{}']\n\
             arguments = ['{{input}}', '{{proof}}']\nproof.{format} = ['{{proof}}']\n",
            program.display()
        );
        fs::write(folder.path().join("list.toml"), list).expect("a file");
        fs::write(folder.path().join("puzzle.txt"), PUZZLE).expect("a file");
        Self { folder }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().expect("text").to_owned()
    }

    /// Certifies with the program as prover; returns the exit code and both outputs.
    fn certify(&self, options: &[&str]) -> (i32, String) {
        let (puzzle, list, out) =
            (self.path("puzzle.txt"), self.path("list.toml"), self.path("out"));
        let mut arguments =
            vec!["certify", &puzzle, "--solvers", &list, "--prover", "fake", "--out", &out];
        arguments.extend(options);
        let output = encycle(&arguments);
        (code(&output), stdout(&output) + &stderr(&output))
    }
}

/// Prints the result that makes Encycle read the proof.
const UNSAT: &str = "echo 's UNSATISFIABLE'";

/// Every failure is an error that names the prover, and no certificate is written.
#[test]
fn failures_of_provers_are_named() {
    let with_proof = |text: &str| format!("printf '{text}' > \"$2\"; {UNSAT}");
    for (script, format, expected) in [
        (UNSAT.to_owned(), "drat", "it wrote no proof: "),
        ("exit 20".to_owned(), "drat", "exited with status 20 without an answer"),
        (format!("{UNSAT}; kill -SEGV $$"), "drat", "was ended by "),
        ("echo 's SATISFIABLE'; echo 'v 0'".to_owned(), "drat", "its model does not satisfy"),
        (with_proof(""), "drat", "proof: the proof does not lead to the empty clause"),
        (
            with_proof("1 2"),
            "drat",
            "malformed proof: drat, step 1, before byte 3: the 0 at its end",
        ),
        (
            with_proof("0\\n"),
            "drat",
            "proof: added clause 1 does not follow by unit propagation: []",
        ),
        (
            with_proof("a\\002\\000a"),
            "drat",
            "malformed proof: drat, step 2, before byte 4: it is cut",
        ),
        (with_proof("1000000 0\\n"), "drat", "has a variable that is not in the formula: 1000000"),
        (with_proof("2147483647 0\\n"), "drat", "has a variable that is not in the formula"),
        (with_proof("%%PDF-1.7\\n\\377\\376 0\\n"), "drat", "malformed proof: drat, step 1"),
        (with_proof("a 1 2"), "frat", "malformed proof: frat, step 1, before byte 5"),
        (with_proof("x 1 2 0\\n"), "frat", "unknown step: `x`"),
        (with_proof("a 300 0\\n"), "frat", "added clause 1 does not follow"),
    ] {
        let fake = Fake::new(&script, format);
        let (code, text) = fake.certify(&[]);
        assert_eq!(code, 4, "{script}: {text}");
        assert!(text.contains("solver fake: ") && text.contains(expected), "{script}: {text}");
        assert!(!Path::new(&fake.path("out/certificate.json")).exists(), "{script}");
    }
}

/// A correct proof is taken from any program: here the clauses of an earlier certificate.
#[test]
fn a_correct_proof_is_accepted_and_damaged_ones_refused() {
    let fake = Fake::new("false", "drat");
    let (puzzle, first) = (fake.path("puzzle.txt"), fake.path("first"));
    let made = encycle(&["certify", &puzzle, "--out", &first]);
    assert_eq!(code(&made), 0, "{}", stderr(&made));
    let lrat = fs::read_to_string(Path::new(&first).join("proof.lrat")).expect("a proof");
    let clause = |line: &str| {
        let literals = line.split(' ').skip(1).take_while(|word| *word != "0");
        literals.map(|literal| literal.to_owned() + " ").collect::<String>() + "0\n"
    };
    let drat: Vec<String> = lrat.lines().map(clause).collect();
    let program = fake.path("fake");
    let prove = |text: &str| {
        fs::write(fake.path("proof"), text).expect("a file");
        let script = format!("#!/bin/sh\ncat '{}' > \"$2\"\n{UNSAT}\n", fake.path("proof"));
        fs::write(&program, script).expect("a file");
        fake.certify(&["--force"])
    };
    let (code_of_proof, text) = prove(&drat.concat());
    assert_eq!(code_of_proof, 0, "{text}");
    let verified = encycle(&["verify", &fake.path("out")]);
    assert_eq!(code(&verified), 0, "{}", stdout(&verified));
    let manifest = fs::read_to_string(Path::new(&fake.path("out")).join("certificate.json"));
    assert!(manifest.expect("a manifest").contains("\"prover\": \"fake\""));
    // a clause that does not follow, although the others refute the formula
    let (code, text) = prove(&format!("1 0\n-1 0\n{}", drat.concat()));
    assert_eq!(code, 4, "{text}");
    assert!(
        text.contains("does not follow") && text.contains("help: it may be a RAT step"),
        "{text}"
    );
}

#[test]
fn limits_end_a_prover() {
    let fake = Fake::new("sleep 60", "drat");
    let start = Instant::now();
    let (code, text) = fake.certify(&["--timeout", "1"]);
    assert_eq!(code, 3, "{text}");
    assert!(text.contains("unknown, proof: fake reached the limit of time"), "{text}");
    assert!(start.elapsed().as_secs() < 20);
}

/// The help names the provers.
#[test]
fn solvers_without_proofs_are_refused() {
    let out = tempfile::tempdir().expect("a folder");
    let out = out.path().join("out");
    let certify = |prover: &str| {
        let output = encycle(&[
            "certify",
            "examples/slitherlink/first.txt",
            "--out",
            out.to_str().expect("text"),
            "--prover",
            prover,
        ]);
        assert_eq!(code(&output), 2, "{prover}: {}", stdout(&output));
        stderr(&output)
    };
    for (prover, error) in [
        ("microlp", "error: solver without proofs: microlp\n"),
        ("ipasir:/bin/sh", "error: solver without proofs: ipasir:/bin/sh\n"),
        ("/bin/sh", "error: solver without proofs: sh\n"),
        ("no-such-solver", "error: unknown solver: `no-such-solver`\n"),
    ] {
        let text = certify(prover);
        assert!(text.starts_with(error), "{text}");
        assert!(text.contains("\nhelp: installed provers: batsat"), "{text}");
    }
    assert!(!out.join("certificate.json").exists());
}
