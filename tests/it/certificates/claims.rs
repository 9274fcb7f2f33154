//! What can be claimed, with which encodings, and by which commands.

use std::fs;

use encycle::certify::{CertifyError, CertifyOptions, certify};
use encycle::encodings::logic::{CardMethod, CnfMethod, LoweringOptions};
use encycle::puzzle::PuzzleKind;

use super::{SMALL, all_solutions, parse};
use crate::support::binary::{code, encycle, stderr, stdout, with_input};

/// The claim was `forced`, with no atoms and the number of listed solutions, 0.
#[cfg(feature = "installed-solvers")]
#[test]
fn the_checker_in_python_left_out_the_forced_atoms() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("certificate");
    let path = out.to_str().expect("text");
    let options = ["certify", "-", "--out", path, "--facts", "h_1_1,-v_1_2"];
    assert_eq!(code(&with_input(&options, "slitherlink 1 2\n33\n")), 0);
    let script = out.join("verify.py");
    let output = std::process::Command::new("python3").arg(script).arg(&out).output();
    let said = stdout(&output.expect("python3"));
    assert!(said.starts_with("verified: forced h_1_1 -v_1_2 (slitherlink; "), "{said}");
}

#[test]
fn the_commands_certify_and_verify() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("certificate");
    let path = out.to_str().expect("text");
    let made = encycle(&["certify", "examples/slitherlink/first.txt", "--out", path]);
    assert_eq!(code(&made), 0, "{}", stderr(&made));
    assert!(stdout(&made).starts_with("examples/slitherlink/first.txt: unique ("));
    let verified = encycle(&["verify", path]);
    assert_eq!(code(&verified), 0, "{}", stderr(&verified));
    assert!(
        stdout(&verified).contains(": verified: unique (slitherlink 5 x 5; "),
        "{}",
        stdout(&verified)
    );
    // a changed file is another one than the certificate names
    let formula = out.join("formula.cnf");
    let text = fs::read_to_string(&formula).expect("a formula");
    fs::write(&formula, text.replacen(" 0\n", " 1 0\n", 1)).expect("a file");
    let changed = encycle(&["verify", path]);
    assert_eq!(code(&changed), 1);
    assert!(
        stdout(&changed).contains("not verified: formula.cnf: its SHA-256 is "),
        "{}",
        stdout(&changed)
    );
    fs::remove_file(&formula).expect("a file");
    assert_eq!(code(&encycle(&["verify", path])), 2);
    // the folder is in use, several solutions are too many, and some kinds have no certificates
    let open = "slitherlink 2 2\n..\n..\n";
    assert_eq!(code(&with_input(&["certify", "-", "--out", path], open)), 2);
    let several = folder.path().join("several");
    let several = several.to_str().expect("text");
    let refused = with_input(&["certify", "-", "--out", several], open);
    assert_eq!((code(&refused), stdout(&refused).contains("more than 1 solution\n")), (1, true));
    let all = with_input(&["certify", "-", "--out", several, "--limit", "13", "--force"], open);
    assert_eq!(code(&all), 0, "{}", stderr(&all));
    // the number was only in the text of `verify`
    assert!(stdout(&all).contains(": exactly 13 solutions ("), "{}", stdout(&all));
    assert!(stdout(&encycle(&["verify", several])).contains("verified: exactly 13 solutions"));
    let edges = ["certify", "-", "--out", several, "--force", "--facts"];
    let forced = with_input(&[&edges[..], &["h_1_1,-v_1_2"]].concat(), "slitherlink 1 2\n33\n");
    assert_eq!(code(&forced), 0, "{}", stderr(&forced));
    assert!(stdout(&forced).contains(": forced h_1_1 -v_1_2 ("), "{}", stdout(&forced));
    let verified = stdout(&encycle(&["verify", several]));
    assert!(verified.contains("verified: forced h_1_1 -v_1_2 (slitherlink"), "{verified}");
    let all = with_input(&[&edges[..], &["all"]].concat(), "slitherlink 2 2\n2.\n..\n");
    assert_eq!(code(&all), 0, "{}", stderr(&all));
    let free = with_input(&[&edges[..], &["h_1_1"]].concat(), open);
    assert_eq!((code(&free), stdout(&free).contains("`h_1_1` is not forced")), (1, true));
    let unknown = with_input(&[&edges[..], &["h_9_9"]].concat(), open);
    assert_eq!(code(&unknown), 2);
    assert!(stderr(&unknown).contains("`h_9_9` is no atom"), "{}", stderr(&unknown));
    let tree = ["--out", several, "--force", "--encoding", "edge+tree"];
    let other = encycle(&[&["certify", "examples/slitherlink/first.txt"], &tree[..]].concat());
    assert_eq!(code(&other), 2);
    assert!(stderr(&other).contains("with the encoding edge+tree"), "{}", stderr(&other));
}

/// The papers' encodings, by each CNF method and cardinality encoding: auxiliary variables are eliminated, and what is left
/// has a local argument.
#[test]
fn auxiliary_variables_are_checked_as_definitions() {
    let mut with_auxiliary = 0;
    for text in SMALL {
        let puzzle = parse(text);
        let of_kind = [&*encycle::certify::certificate_encoding(&puzzle)];
        let encodings: &[&str] = match puzzle.kind() {
            PuzzleKind::Slitherlink | PuzzleKind::Slitherlynx => &["edge", "two-line", "pre-succ"],
            PuzzleKind::Sudoku => &["s1", "s2", "s3", "s3+reduced"],
            PuzzleKind::NeighborNumber => &["minimal", "minimal+minmax+oddeven+notequal"],
            PuzzleKind::Reachability => &["closure"],
            _ => &of_kind,
        };
        let methods = CnfMethod::ALL.iter().map(|&cnf| (cnf, CardMethod::default()));
        let methods = methods.chain(CardMethod::ALL.iter().map(|&card| (CnfMethod::Tseitin, card)));
        for (encoding, (cnf, card)) in
            encodings.iter().flat_map(|one| methods.clone().map(move |method| (one, method)))
        {
            let options = CertifyOptions {
                encoding: Some((*encoding).to_owned()),
                lowering: Some(LoweringOptions { cnf, card, ..LoweringOptions::default() }),
                limit: 200,
                ..CertifyOptions::default()
            };
            let certificate = certify(&puzzle, &options)
                .unwrap_or_else(|error| panic!("{error}: {text} {encoding} {cnf:?} {card:?}"));
            with_auxiliary +=
                usize::from(certificate.names.iter().any(|name| name.starts_with("t_")));
            assert_eq!(certificate.verify(), Ok(()));
        }
    }
    assert!(with_auxiliary > 50, "{with_auxiliary}");
}

/// What the solutions have in common is certified, and nothing else.
#[test]
fn forced_atoms_are_those_of_all_solutions() {
    for text in SMALL {
        let puzzle = parse(text);
        let all = all_solutions(&puzzle);
        for atom in 0..puzzle.atom_count() {
            for value in [true, false] {
                let options =
                    CertifyOptions { forced: vec![(atom, value)], ..CertifyOptions::default() };
                let is_forced = all.iter().all(|solution| solution.has(atom) == value);
                match certify(&puzzle, &options) {
                    Ok(certificate) => {
                        assert!(is_forced, "{text} {atom} {value}");
                        assert_eq!(certificate.verify(), Ok(()));
                    }
                    Err(error) => {
                        let is_named = matches!(error, CertifyError::NotForced(_));
                        assert!(is_named && !is_forced, "{error}: {text} {atom} {value}");
                    }
                }
            }
        }
    }
}
