//! Certificates that `solve`, `generate`, `thin` and `repair` write.

use std::fs;
use std::path::Path;

use encycle::certify::Certificate;

use crate::support::binary::{code, encycle, json, stderr, stdout, with_input};

const FIRST: &str = "examples/slitherlink/first.txt";

fn assert_verified(folder: &Path, claim: &str) {
    let (certificate, info) =
        Certificate::read(folder).unwrap_or_else(|error| panic!("{error}: {}", folder.display()));
    assert_eq!((info.claim.name(), certificate.verify()), (claim, Ok(())), "{}", folder.display());
}

#[test]
fn solve_writes_certificates_of_its_verdicts() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    for encoding in ["edge", "colour"] {
        let out = path(encoding);
        let options = ["--unique", "--json", "--encoding", encoding, "--certificate", &out];
        let solved = encycle(&[&["solve", "examples/slitherlink/ten.txt"], &options[..]].concat());
        assert_eq!(code(&solved), 0, "{}", stderr(&solved));
        assert_eq!(json(&solved)["certificate"].as_str(), Some(&*out));
        assert_verified(Path::new(&out), "unique");
    }
    // the cuts of Numberlink are not those of certificates
    let (pairs, out) = ("examples/numberlink/martin.txt", path("pairs"));
    let options = ["--unique", "--encoding", "degree", "--certificate", &out];
    let solved = encycle(&[&["solve", pairs], &options[..]].concat());
    assert_eq!(code(&solved), 0, "{}", stderr(&solved));
    assert_verified(Path::new(&out), "unique");
    // each of several puzzles has the folder of its number; some have none
    let (no, open) = (path("no.txt"), path("open.txt"));
    fs::write(&no, "slitherlink 2 2\n33\n33\n").expect("a file");
    fs::write(&open, "slitherlink 2 2\n..\n..\n").expect("a file");
    let (out, sudoku) = (path("several"), "examples/sudoku/robin.txt");
    let call = ["solve", &no, &open, "examples/reachability/rooms.txt", sudoku];
    let call = [&call[..], &["--unique", "--certificate", &out]].concat();
    let solved = encycle(&call);
    assert_eq!(code(&solved), 1);
    assert!(stderr(&solved).contains("no certificate: the verdict is `several`"));
    assert_verified(&Path::new(&out).join("1"), "no-solution");
    assert_verified(&Path::new(&out).join("3"), "unique");
    assert_verified(&Path::new(&out).join("4"), "unique");
    assert!(!Path::new(&out).join("2").exists());
    // the folder is in use, and the option needs --unique
    assert_eq!(code(&encycle(&call)), 2);
    assert_eq!(code(&encycle(&["solve", &no, "--certificate", &path("new")])), 2);
}

#[test]
fn made_puzzles_have_certificates() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let out = path("made");
    let made = ["generate", "slitherlink", "5x5", "--count", "3", "--seed", "4"];
    let made = encycle(&[&made[..], &["--certificate", &out]].concat());
    assert_eq!(code(&made), 0, "{}", stderr(&made));
    for number in 1..=3 {
        let own = Path::new(&out).join(number.to_string());
        assert_verified(&own, "unique");
        // it is that of the printed puzzle
        let puzzle = fs::read_to_string(own.join("puzzle.txt")).expect("a puzzle");
        assert!(stdout(&made).contains(puzzle.trim_end()), "{puzzle}");
    }
    let none = encycle(&["generate", "reachability", "4x4", "--certificate", &path("none")]);
    assert_eq!(code(&none), 2, "{}", stderr(&none));
    let thinned = encycle(&["thin", FIRST, "--certificate", &path("thin")]);
    assert_eq!(code(&thinned), 0, "{}", stderr(&thinned));
    assert_verified(Path::new(&path("thin")), "unique");
    let open = "slitherlink 2 2\n..\n..\n";
    let repaired = with_input(&["repair", "-", "--certificate", &path("repair")], open);
    assert_eq!(code(&repaired), 0, "{}", stderr(&repaired));
    assert_verified(Path::new(&path("repair")), "unique");
}
