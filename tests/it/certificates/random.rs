//! Random tiny puzzles of every kind with certificates, half of them contradictory: both checkers accept each certificate.

use std::fs;
use std::path::Path;
use std::process::Command;

use encycle::certify::{CertifyError, CertifyOptions, certify, has_certificates};
use encycle::count::brute_force;
use encycle::puzzle::{Puzzle, PuzzleKind};

use super::parse;
use crate::kind_files::random_puzzle;
use crate::support::long_or;
use crate::support::random::{Draft, Random};

/// A program that verifies the certificates in all subfolders, each with its own checker; equal ones are read once.
const VERIFY_ALL: &str = r#"
import pathlib, sys
folders = sorted(path for path in pathlib.Path(sys.argv[1]).iterdir())
sys.argv = ["verify.py"]
checkers = {}
for folder in folders:
    text = (folder / "verify.py").read_text()
    if text not in checkers: exec(text, checkers.setdefault(text, {"__name__": "checker"}))
    try: checkers[text]["verify"](folder)
    except Exception as error: print(f"{folder.name}: {error}: {(folder / 'puzzle.txt').read_text()}")
"#;

/// Returns the encoding of a random puzzle: the default in most cases.
fn encoding_of(puzzle: &Puzzle, random: &mut Random) -> Option<String> {
    let names = ["s1+reduced", "s2", "s3+reduced"];
    let is_sudoku = puzzle.kind() == PuzzleKind::Sudoku && random.percent(50);
    is_sudoku.then(|| random.of(&names).to_owned())
}

/// What a contradiction of the clues alone leaves of a formula, such as the empty clause, had no argument.
#[test]
fn random_puzzles_are_certified_and_accepted_by_both_checkers() {
    let wanted = long_or(1000, 24);
    let programmed = PuzzleKind::PROGRAMMED.iter();
    for &kind in programmed.filter(|kind| has_certificates(&parse(kind.sample()))) {
        let folder = tempfile::tempdir().expect("a folder");
        // puzzles without a solution, and with solutions
        let mut made = [0, 0];
        for seed in 0.. {
            if made == [wanted / 2; 2] {
                break;
            }
            assert!(seed < 4000 + 40 * wanted as u64, "{kind}: {made:?}");
            let mut random = Random::new(seed);
            let draft = Draft::random(kind, &mut random);
            let Some(puzzle) = draft.puzzle() else { continue };
            let encoding = encoding_of(&puzzle, &mut random);
            let options = CertifyOptions { limit: 20, encoding, ..CertifyOptions::default() };
            let certificate = match certify(&puzzle, &options) {
                Ok(certificate) => certificate,
                Err(CertifyError::Several(_)) => continue,
                Err(error) => panic!("{kind}, seed {seed}: {error}:\n{}", draft.text()),
            };
            let class = usize::from(!certificate.solutions.is_empty());
            if made[class] == wanted / 2 {
                continue;
            }
            made[class] += 1;
            assert_eq!(certificate.verify(), Ok(()), "{kind}, seed {seed}:\n{}", draft.text());
            let path = folder.path().join(format!("{seed:06}"));
            fs::create_dir(&path).expect("a folder");
            certificate.write(&path).expect("files");
        }
        verify_by_python(kind, folder.path());
    }
}

/// The arguments for a written kind are made from its file, so they are tried with the rules of all of these kinds.
#[test]
fn certificates_of_written_kinds_list_the_solutions_of_brute_force() {
    let mut certified = 0;
    for &kind in PuzzleKind::all() {
        let PuzzleKind::Written(written) = kind else { continue };
        let folder = tempfile::tempdir().expect("a folder");
        let mut random = Random::new(17);
        for number in 0..long_or(200, 8) {
            let Some(puzzle) = random_puzzle(written, &mut random) else { continue };
            let puzzle = Puzzle::Written(puzzle);
            let Some(mut expected) = brute_force(&puzzle) else { continue };
            if expected.len() > 20 {
                continue;
            }
            let text = encycle::formats::write_default(&puzzle).expect("a text");
            let options = CertifyOptions { limit: 20, ..CertifyOptions::default() };
            let certificate = certify(&puzzle, &options);
            let certificate = certificate.unwrap_or_else(|error| panic!("{error}:\n{text}"));
            assert_eq!(certificate.verify(), Ok(()), "{text}");
            let mut listed = certificate.solutions.clone();
            listed.sort();
            expected.sort();
            assert_eq!(listed, expected, "{text}");
            let path = folder.path().join(format!("{number:06}"));
            fs::create_dir(&path).expect("a folder");
            certificate.write(&path).expect("files");
            certified += 1;
        }
        verify_by_python(kind, folder.path());
    }
    assert!(certified > 150, "{certified}");
}

/// Two variables meant the same ship, and the checker in Python counted only the last of them.
#[test]
fn variables_of_one_ship_were_counted_apart() {
    let puzzle = parse("battleship 3 3 2 0 1 0 0\n.302.\n...o.\n1....\n.....\n.....\n");
    let certificate = certify(&puzzle, &CertifyOptions::default()).expect("a certificate");
    assert_eq!(certificate.verify(), Ok(()));
    let folder = tempfile::tempdir().expect("a folder");
    certificate.write(&folder.path().join("1")).expect("files");
    verify_by_python(puzzle.kind(), folder.path());
}

/// Verifies all certificates of a folder by the checker in Python, if there are any.
fn verify_by_python(kind: PuzzleKind, folder: &Path) {
    if fs::read_dir(folder).expect("a folder").next().is_none() {
        return;
    }
    let mut python = Command::new("python3");
    let output = python.args(["-c", VERIFY_ALL]).arg(folder).output().expect("python3");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.is_empty(), "{kind}: {said}{output:?}");
}
