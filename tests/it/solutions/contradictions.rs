//! Clues that contradict each other are legal in all kinds: the verdict is `no-solution`, and `repair` finds the clue.

use encycle::certify::{CertifyOptions, certify, has_certificates};
use encycle::count::{CountMethod, CountOptions, count};
use encycle::encodings::encoding::Completeness;
use encycle::encodings::grid::{Cell, Grid};
use encycle::encodings::kinds::codec::ClueGrid;
use encycle::encodings::puzzle::Solution;
use encycle::formats;
use encycle::generate::{GenerateError, RepairOptions, RepairOutcome, repair};
use encycle::puzzle::{Puzzle, PuzzleKind};
use encycle::solve::{Solve, Verdict};

use crate::support::kinds::{kind, varied};

/// Puzzles with a clue that contradicts the size, the room or another clue, and a part of the name of that clue.
const CONTRADICTIONS: [(&str, &str); 30] = [
    ("slitherlink 2 4\n4..4\n....\n", "4"),
    ("slitherlink 3 3\n.3.\n.4.\n...\n", ""),
    ("slitherlynx 2 2\n44\n..\n", "4"),
    ("yajilin 3 3\n. . .\n2w . .\n. . .\n", "2w"),
    ("yajilin 3 3\n. . 99s\n. . .\n. . .\n", "99s"),
    ("linesweeper 3 3\n8..\n...\n...\n", "8"),
    ("linesweeper 3 4\n....\n.8..\n..8.\n", "8"),
    ("geradeweg 3 3\n9..\n...\n...\n", "9"),
    ("geradeweg 3 3\n4294967295 . .\n. . .\n. . .\n", "4294967295"),
    ("shingoki 3 3\nb9 . .\n. . .\n. . .\n", "9"),
    ("shingoki 3 3\n. w1 .\n. . .\n. . .\n", "1"),
    ("shingoki 3 3\n. w4294967295 .\n. . .\n. . .\n", "4294967295"),
    ("balance-loop 3 3\nw9 . .\n. . .\n. . .\n", "9"),
    ("balance-loop 3 3\nb0 . .\n. . .\n. . .\n", "0"),
    ("heyawake 2 2\n5.\n..\nab\nab\n", "5"),
    ("country-road 2 2\n5.\n..\nab\nab\n", "5"),
    ("nurikabe 2 2\n9.\n..\n", "9"),
    ("masyu 2 2\nw.\n..\n", ""),
    ("sudoku 2 2\n11..\n....\n....\n....\n", "1"),
    ("chaos 2 3\n111\n...\n", "1"),
    ("neighbor-number 4\n11..\n....\n....\n....\n", "1"),
    ("hitori 1 4\n1111\n", "1"),
    ("hamilton 2 2\nS E\n-\n. .\n", ""),
    // a clue above the number of its edges, and terminals without a partner
    (TRIANGLES, "clue 2: 4 of 3 edges"),
    ("numberlink 2 2\n1.\n..\n", "`1` at the cell in row 1, column 1"),
    ("numberlink 3 3\n1.2\n1.2\n3..\n", "`3` at the cell in row 3, column 1"),
    ("numberlink 2 2 cover\n11\n.2\n", "`2`"),
    ("numberlink 4 4\n1..1\n.2..\n..3.\n...3\n", "`2`"),
    ("numberlink graph 4\npair 2 2\n1 2\n2 3\n3 4\n4 1\n", "`1` at vertex 2"),
    ("https://puzz.link/p?numlin/2/2/1i", "`1`"),
];

const TRIANGLES: &str = r#"{ "kind": "slitherlink", "vertices": 4,
  "edges": [[1, 2], [2, 3], [3, 1], [1, 4], [2, 4]],
  "clues": [{ "edges": [1, 2, 3], "count": 3 }, { "face": [1, 2, 4], "count": 4 }] }"#;

fn read(text: &str) -> Puzzle {
    formats::read(text, None).unwrap_or_else(|error| panic!("{error}\n{text}")).puzzle
}

#[test]
fn contradictory_clues_were_bad_input_in_some_kinds() {
    for (text, _) in CONTRADICTIONS {
        let puzzle = read(text);
        for name in puzzle.encoding_names() {
            let encoding = puzzle.encoding(&name).expect("an encoding");
            if encoding.completeness() != Completeness::Complete {
                continue;
            }
            // the predicted size is that of the contradiction, too
            let solved = Solve::new(&puzzle).encodings([&name]).unique().run();
            let solved = solved.unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
            assert_eq!(solved.verdict(), Verdict::NoSolution, "{name}\n{text}");
        }
        let solved = Solve::new(&puzzle).unique().run().expect("a verdict");
        assert_eq!(solved.verdict(), Verdict::NoSolution, "{text}");
        if puzzle.line_problem().is_some() {
            let zdd = count(&puzzle, CountMethod::Zdd, &CountOptions::default());
            assert_eq!(zdd.expect("a count").solutions, 0_u32.into(), "{text}");
        }
        // the text of a contradictory puzzle is written and read
        assert_eq!(read(&formats::write_default(&puzzle).expect("a text")), puzzle);
    }
}

/// Returns a puzzle whose only clue, in a corner, holds in no solution.
fn in_a_corner(kind: PuzzleKind) -> Option<Puzzle> {
    let alphabet = &kind.codec().filter(|codec| codec.is_separable)?.alphabet;
    let grid = Grid::new(3, 4).expect("a grid");
    let empty = ClueGrid::empty(grid);
    let corner = Cell { row: 0, col: 0 };
    let puzzles = alphabet
        .choices()
        .into_iter()
        .filter_map(|symbol| kind.puzzle_of_clues(&empty.clone().with(corner, symbol)).ok());
    let verdict = |puzzle: &Puzzle| Solve::new(puzzle).unique().run().expect("a verdict").verdict();
    puzzles.into_iter().find(|puzzle| verdict(puzzle) == Verdict::NoSolution)
}

/// Where clues cannot be removed one by one, `repair` says so. In any other kind it finds a clue that contradicts the grid.
#[test]
fn a_kind_without_a_contradiction_has_no_removable_clues() {
    let has_one = |kind| CONTRADICTIONS.iter().any(|(text, _)| read(text).kind() == kind);
    for &kind in varied().iter().filter(|kind| !has_one(**kind)) {
        let puzzle = in_a_corner(kind).unwrap_or_else(|| read(kind.sample()));
        let found = repair(&puzzle, 2, &RepairOptions::default());
        let is_named = matches!(found, Ok(RepairOutcome::Contradiction { .. }));
        assert!(is_named || matches!(found, Err(GenerateError::Unfit(_))), "{kind}: {found:?}");
    }
    // the derived puzzles are contradictory
    let masyu = in_a_corner(kind("masyu")).expect("a white circle in a corner");
    let found = repair(&masyu, 2, &RepairOptions::default());
    assert!(matches!(found, Ok(RepairOutcome::Contradiction { .. })), "{found:?}");
}

#[test]
fn contradictory_clues_are_certified_and_no_solution_is_accepted() {
    for (text, _) in CONTRADICTIONS {
        let puzzle = read(text);
        if has_certificates(&puzzle) {
            let certificate = certify(&puzzle, &CertifyOptions::default());
            let certificate = certificate.unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert!(certificate.solutions.is_empty(), "{text}");
            assert_eq!(certificate.verify(), Ok(()), "{text}");
        }
        if puzzle.atom_count() <= 12 {
            for set in 0..1_u32 << puzzle.atom_count() {
                let atoms = (0..puzzle.atom_count()).map(|atom| set >> atom & 1 == 1);
                assert!(puzzle.check(&Solution::new(atoms.collect())).is_err(), "{text}");
            }
        }
    }
}

#[test]
fn repair_finds_the_contradictory_clue_in_all_kinds() {
    let mut repaired = 0;
    for (text, name) in CONTRADICTIONS {
        let found = repair(&read(text), 2, &RepairOptions::default());
        let found = found.unwrap_or_else(|error| panic!("{error}\n{text}"));
        if let Some(mended) = found.mended() {
            let verdict = Solve::new(mended).unique().run().expect("a verdict").verdict();
            assert_eq!(verdict, Verdict::Unique, "{text}");
            repaired += 1;
        }
        let RepairOutcome::Contradiction { clues, removed, .. } = found else {
            panic!("{text}: {found:?}");
        };
        assert!(!clues.is_empty(), "{text}");
        assert!(clues.iter().any(|clue| clue.contains(name)), "{text}: {clues:?}");
        let (fewest, mended) = removed.expect("clues to remove");
        assert_eq!(fewest.len(), 1, "{text}: {fewest:?}");
        let solved = Solve::new(&mended).run().expect("a verdict");
        assert_eq!(solved.verdict(), Verdict::Solved, "{text}");
    }
    // what is left without the wrong clue was not repaired
    assert!(repaired > CONTRADICTIONS.len() / 2, "{repaired}");
}
