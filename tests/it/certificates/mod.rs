//! Certificates: made, written, read, verified, and damaged.

mod claims;
mod counting;
mod cubes;
mod damage;
mod random;
mod several;

use encycle::certify::{Certificate, CertifyOptions, certify};
use encycle::count::brute_force;
use encycle::encodings::logic::LoweringOptions;
use encycle::encodings::puzzle::Solution;
use encycle::puzzle::{Puzzle, PuzzleKind};
use encycle::solve::{BatSatSession, Finder, NextSolution, SearchOptions};

use crate::support::kinds::examples;
use crate::support::long_or;

/// Small puzzles without a solution, with one, and with several; brute force counts them.
const SMALL: [&str; 46] = [
    "slitherlink 2 2\n31\n..\n",
    "slitherlink 2 2\n33\n33\n",
    "slitherlink 2 3\n..2\n3..\n",
    // two loops satisfy the clues, and no single one
    "slitherlink 3 3\n3.3\n...\n3.3\n",
    "slitherlynx 2 3\n...\n.4.\n",
    "slitherlynx 2 2\n3.\n.3\n",
    "hamilton 3 4\n....\n....\n....\n",
    "hamilton 3 3\n...\n...\n...\n",
    "hamilton 2 3 path\nS..\n..E\n",
    "hamilton 3 3 path\nS..\n...\n...\n",
    "hamilton 3 3 path\n.S.\n...\n...\n",
    "hamilton 2 3 path\n...\n...\n",
    "hamilton 3 3 path\n...\n...\n...\n",
    "hamilton graph 5 path\n1 2\n1 3\n1 4\n1 5\n",
    "hamilton 1 1 path\n.\n",
    "numberlink 3 3\n1 . 2\n. . .\n1 . 2\n",
    "numberlink 2 3 cover\n1 . 1\n. . .\n",
    "numberlink 2 2\n1 2\n2 1\n",
    "sudoku 2 2\n1...\n..2.\n.3..\n...4\n",
    "neighbor-number 3\n12.\n...\n...\n",
    "neighbor-number 4\n12.x\n....\n....\n....\n",
    "reachability 2 3\nS . .\n- ?\n. x|o\n",
    "reachability 2 2\nS?o\n? ?\n.?x\n",
    "simple-loop 3 4\n....\n....\n....\n",
    "simple-loop 3 4\n....\n.xx.\n....\n",
    "simple-loop 2 3\n..x\n...\n",
    "sudoku 2 2\n12..\n34..\n..1.\n...2\n",
    "nurikabe 3 4\n2..3\n....\n.1..\n",
    "nurikabe 3 3\n?..\n...\n..?\n",
    // clues side by side, an island without room, two islands that separate the shaded cells, and no clue
    "nurikabe 2 2\n11\n..\n",
    "nurikabe 3 3\n9.1\n...\n1..\n",
    "nurikabe 2 3\n1..\n..1\n",
    "nurikabe 2 2\n..\n..\n",
    // kinds that are text files: shaded cells, values and loops
    "kuromasu 2 3\n...\n.3.\n",
    "yin-yang 2 3\n.b.\n...\n",
    "skyscrapers 2 2\n....\n1..2\n....\n....\n",
    "entry-exit 2 3\naab\nabb\n",
    "entry-exit 2 2\naa\naa\n",
    // rules about graphs of values: equal values apart, values apart, a cycle of slopes, groups, islands
    "galaxies 1 3\nr.o\n",
    "galaxies 2 3\n.u.\no.o\n",
    "gokigen-naname 2 2\n...\n.0.\n...\n",
    "gokigen-naname 2 2\n...\n...\n...\n",
    "kurotto 2 3\n2..\n..1\n",
    "shimaguni 2 3\n2..\n...\naab\naab\n",
    "hashi 1 3\n1.1\n",
    // rules that imply more together
    "yajilin 3 4\n1e . . .\n. . . .\n. . . .\n",
];

pub fn parse(text: &str) -> Puzzle {
    text.parse().unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// All solutions in order: by brute force, or for a larger puzzle by another encoding than that of the certificate.
pub fn all_solutions(puzzle: &Puzzle) -> Vec<Solution> {
    let mut all = brute_force(puzzle).unwrap_or_else(|| {
        let name = match puzzle.kind().name() {
            "sudoku" => "s1",
            "hamilton" => "order",
            "numberlink" => "labels",
            "neighbor-number" => "minimal+minmax+oddeven+notequal",
            "reachability" => "steps",
            "simple-loop" | "yajilin" => "degree+order",
            _ => "colour",
        };
        let encoding = puzzle.encoding(name).expect("an encoding");
        let mut session = BatSatSession::new(LoweringOptions::default(), None);
        let mut finder = Finder::new(&encoding, &mut session, SearchOptions::default());
        let mut all = Vec::new();
        while let NextSolution::Solution(solution) = finder.next(&mut ()).expect("an answer") {
            all.push(solution);
        }
        all
    });
    all.sort();
    all
}

fn made(puzzle: &Puzzle) -> Certificate {
    let options = CertifyOptions { limit: 200, ..CertifyOptions::default() };
    certify(puzzle, &options).unwrap_or_else(|error| panic!("{error}: {puzzle:?}"))
}

/// The listed solutions are those of brute force, and the certificate is accepted, also after it was written and read.
#[test]
fn certificates_list_all_solutions_and_are_verified() {
    for text in SMALL {
        let puzzle = parse(text);
        let certificate = made(&puzzle);
        let all = all_solutions(&puzzle);
        let mut listed = certificate.solutions.clone();
        listed.sort();
        assert_eq!(listed, all, "{text}");
        assert_eq!(certificate.verify(), Ok(()), "{text}");
        let folder = tempfile::tempdir().expect("a folder");
        certificate.write(folder.path()).expect("files");
        let (read, info) =
            Certificate::read(folder.path()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(info.solutions, all.len());
        assert_eq!(
            (&read.formula, &read.proof, &read.solutions),
            (&certificate.formula, &certificate.proof, &certificate.solutions)
        );
        assert_eq!(read.verify(), Ok(()), "{text}");
    }
}

/// Every example of the kinds with certificates is certified and verified. An example of Tenner Grid and one of Yajilin have
/// clauses that only several rules together imply.
#[test]
fn examples_are_certified() {
    let mut certified = 0;
    let has_certificates =
        |kind: &&PuzzleKind| encycle::certify::has_certificates(&parse(kind.sample()));
    for &kind in PuzzleKind::all().iter().filter(has_certificates) {
        let mut files = examples(kind);
        // too large
        files.retain(|file| !file.to_string_lossy().contains("labath"));
        // in a short run, one example of each kind
        for path in files.into_iter().take(long_or(usize::MAX, 1)) {
            let name = path.to_str().expect("text");
            let puzzle =
                encycle::formats::load(name, None).unwrap_or_else(|error| panic!("{error}")).puzzle;
            let certificate = made(&puzzle);
            assert_eq!(
                (certificate.claim.name(), certificate.verify()),
                ("unique", Ok(())),
                "{name}"
            );
            certified += 1;
        }
    }
    assert!(certified >= 70, "{certified}");
}
