//! Symmetries of puzzles: counts up to symmetry, canonical forms, and symmetry breaking, against brute force.

use encycle::count::{BigUint, CountMethod, CountOptions, brute_force, count_up_to_symmetry};
use encycle::encodings::encoding::{Completeness, atom_literals};
use encycle::encodings::grid::Isometry;
use encycle::encodings::kinds::Relabelling;
use encycle::encodings::logic::LoweringOptions;
use encycle::encodings::puzzle::{PuzzleSymmetry, Solution, SolutionForm};
use encycle::formats;
use encycle::puzzle::Puzzle;
use encycle::solve::{BatSatSession, SearchOptions, Solve, Verdict, count};

use crate::support::kinds::varied;
use crate::support::random::{Draft, Random};

fn read(text: &str) -> Puzzle {
    formats::read(text, None).unwrap_or_else(|error| panic!("{text}: {error}")).puzzle
}

/// A model with two symmetric loops contains solutions that the symmetry moves, which must not be counted as kept.
#[test]
fn loops_that_a_symmetry_exchanges_are_not_counted() {
    let puzzle = read("slitherlink 2 3\n...\n...\n");
    let counted = count_up_to_symmetry(&puzzle, CountMethod::Sat, &CountOptions::default());
    let counted = counted.expect("a count");
    assert_eq!((counted.solutions, counted.orbits), (40_u32.into(), 15_u32.into()));
}

/// Puzzles of every kind with several symmetries, small enough for brute force.
const SYMMETRIC: &[&str] = &[
    "slitherlink 2 2\n..\n..\n",
    "slitherlink 2 3\n...\n...\n",
    "slitherlink 2 2\n2.\n..\n",
    "slitherlink 2 2\n1.\n.1\n",
    "slitherlynx 2 2\n..\n..\n",
    "slitherlynx 2 2\n4.\n.4\n",
    "hamilton 3 3 path\n...\n...\n...\n",
    "hamilton 3 3 path\nS..\n...\n..E\n",
    "hamilton 3 4 cycle\n....\n....\n....\n",
    "numberlink 3 3\n1 . 2\n. . .\n1 . 2\n",
    "numberlink 3 3\n1 . .\n. . .\n. . 1\n",
    "reachability 2 2\n.?.\n? ?\n.?.\n",
    "reachability 2 2\nS?.\n? ?\n.?S\n",
    "sudoku 1 3\n...\n...\n...\n",
    "sudoku 2 1\n..\n..\n",
    "chaos 2 3\n...\n...\n",
    "chaos 2 3\n1..\n..2\n",
    "neighbor-number 3\n...\n...\n...\n",
    "simple-loop 3 4\n....\n....\n....\n",
    "masyu 3 3\n...\n...\n...\n",
    "masyu 3 3\n...\n...\n.w.\n",
    "hitori 2 3\n121\n121\n",
    "nurikabe 3 3\n...\n.2.\n...\n",
    "country-road 2 4\n....\n....\naabb\naabb\n",
    "yajilin 3 3\n...\n...\n...\n",
    "moon-or-sun 3 4\ns..m\n....\ns..m\naabb\naabb\naabb\n",
    "geradeweg 3 3\n...\n...\n.2.\n",
    "shingoki 3 3\n. . .\n. . .\n. w .\n",
    "balance-loop 3 3\n. . .\n. . .\n. w .\n",
    "linesweeper 3 3\n...\n.8.\n...\n",
    "heyawake 2 4\n1...\n....\naabb\naabb\n",
    "jigsaw-sudoku 3 3\n...\n...\n...\naab\nabb\nccc\n",
    "hakoiri 2 3\n...\n...\naab\nabb\n",
];

/// All methods agree, and brute force collects the classes instead of using Burnside's lemma.
#[test]
fn counts_up_to_symmetry_are_those_of_brute_force() {
    let mut with_symmetries = 0;
    let mut check = |puzzle: &Puzzle| {
        if brute_force(puzzle).is_none() {
            return;
        }
        let counted = count_up_to_symmetry(puzzle, CountMethod::All, &CountOptions::default());
        let counted = counted.unwrap_or_else(|error| panic!("{puzzle:?}: {error}"));
        assert_eq!(counted.methods.last(), Some(&"brute force"), "{puzzle:?}");
        with_symmetries += usize::from(counted.symmetries > 1 && counted.orbits > 1_u32.into());
    };
    SYMMETRIC.iter().for_each(|text| check(&read(text)));
    let mut random = Random::new(11);
    for &kind in varied() {
        for _ in 0..40 {
            let draft = Draft::random(kind, &mut random);
            if let Ok(parsed) = formats::read(&draft.text(), None) {
                check(&parsed.puzzle);
            }
        }
    }
    assert!(with_symmetries > 30, "{with_symmetries}");
}

/// Published numbers: cycles in a grid (OEIS A140517 counts all), Hamilton cycles (A003763, and A209077 up to symmetry; Wynn
/// 2014, Enumeration of nonisomorphic Hamiltonian cycles on square grid graphs), Hamilton paths (A120443 counts all), and
/// Sudokus of 4 x 4 cells, of which two are essentially different, and more if rows cannot be exchanged.
#[test]
fn counts_up_to_symmetry_are_the_published_ones() {
    let check = |head: &str, side: usize, solutions: &str, orbits: Option<&str>| {
        let rows = format!("{}\n", ".".repeat(side)).repeat(side);
        let puzzle = read(&format!("{head}\n{rows}"));
        let counted = count_up_to_symmetry(&puzzle, CountMethod::Zdd, &CountOptions::default());
        let counted = counted.expect("a count");
        assert_eq!(counted.solutions.to_string(), solutions, "{head}");
        let least = counted.solutions.clone() / 8_u32;
        assert!(counted.symmetries == 8 && counted.orbits >= least, "{head}");
        if let Some(orbits) = orbits {
            assert_eq!(counted.orbits.to_string(), orbits, "{head}");
        }
    };
    for (side, solutions, orbits) in [
        (2, "1", "1"),
        (4, "6", "2"),
        (6, "1072", "149"),
        (8, "4638576", "580717"),
        (10, "467260456608", "58407763266"),
        (12, "1076226888605605706", "134528361351329451"),
    ] {
        check(&format!("hamilton {side} {side} cycle"), side, solutions, Some(orbits));
    }
    for (side, solutions) in [(2, "13"), (5, "1222363"), (8, "2318527339461265")] {
        check(&format!("slitherlink {side} {side}"), side, solutions, None);
    }
    for (side, solutions) in [(3, "20"), (5, "4324"), (8, "3023313284")] {
        check(&format!("hamilton {side} {side} path"), side, solutions, None);
    }
}

/// The symmetries of a puzzle map solutions to solutions, and no atom to two.
#[test]
fn symmetries_map_solutions_to_solutions() {
    for text in SYMMETRIC.iter().copied() {
        let puzzle = read(text);
        let group = puzzle.symmetries().elements(1000).expect("few symmetries");
        assert!(group.len() > 1, "{text}");
        let solutions = brute_force(&puzzle).unwrap_or_default();
        for symmetry in &group {
            let images = puzzle.atom_images(symmetry).expect("a grid");
            let mut sorted = images.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..puzzle.atom_count()).collect::<Vec<_>>(), "{text}");
            for solution in &solutions {
                let mut image = vec![false; images.len()];
                solution.true_atoms().for_each(|atom| image[images[atom]] = true);
                assert_eq!(puzzle.check(&Solution::new(image)), Ok(()), "{text} {symmetry:?}");
            }
        }
    }
}

/// All images of a puzzle have its canonical form, which is one of them, and as many solutions.
fn check_canonical(puzzle: &Puzzle, relabellings: &[Vec<u32>]) {
    let form = puzzle.canonical();
    assert_eq!(form.canonical(), form);
    let solutions = |puzzle: &Puzzle| brute_force(puzzle).map(|solutions| solutions.len());
    assert_eq!(solutions(&form), solutions(puzzle), "{puzzle:?}");
    for isometry in Isometry::ALL {
        for values in relabellings {
            let symmetry = PuzzleSymmetry { isometry, values: values.clone() };
            let image = puzzle.image(&symmetry).expect("a puzzle on a grid");
            assert_eq!(image.canonical(), form, "{puzzle:?} {symmetry:?}");
        }
    }
}

#[test]
fn canonical_forms_are_equal_for_all_images_and_no_others() {
    let mut random = Random::new(12);
    for &kind in varied() {
        let mut checked = 0;
        while checked < 25 {
            let draft = Draft::random(kind, &mut random);
            let Ok(parsed) = formats::read(&draft.text(), None) else { continue };
            checked += 1;
            let values = match parsed.puzzle.form() {
                SolutionForm::Values { values, .. } => values,
                _ => 0,
            };
            let relabellings = match parsed.puzzle.relabelling() {
                Relabelling::None => vec![Vec::new()],
                Relabelling::Reversal => vec![Vec::new(), (1..=values).rev().collect()],
                Relabelling::All { .. } => {
                    let mut exchanged: Vec<u32> = (1..=values).collect();
                    exchanged[..2].reverse();
                    let turned = (1..=values).map(|value| value % values + 1).collect();
                    vec![Vec::new(), turned, exchanged]
                }
            };
            check_canonical(&parsed.puzzle, &relabellings);
        }
    }
    // one edge clue of two cells: in a corner, or in the middle
    let [corner, other, middle] = ["3..", "..3", ".3."]
        .map(|row| read(&format!("slitherlink 2 3\n{row}\n...\n")).canonical());
    assert!(corner == other && corner != middle);
    // the two ends of a path, and the names of pairs, do not matter
    let path = |rows: &str| read(&format!("hamilton 2 2 path\n{rows}\n")).canonical();
    assert_eq!(path("S.\nE."), path("..\nES"));
    let pairs = |rows: &str| read(&format!("numberlink 2 2\n{rows}\n")).canonical();
    assert_eq!(pairs("a b\na b"), pairs("1 1\n2 2"));
}

/// With all symmetries broken, exactly one solution of each class is left without cuts; the sizes are those of the closed formula, and the
/// verdicts those of the puzzle.
#[test]
fn symmetry_breaking_leaves_one_solution_of_each_class() {
    for text in SYMMETRIC.iter().copied() {
        let puzzle = read(text);
        let counted = count_up_to_symmetry(&puzzle, CountMethod::Sat, &CountOptions::default());
        let counted = counted.expect("a count");
        let mut tried = 0;
        for inner in puzzle.encoding_names() {
            let encoding = puzzle.encoding(&inner).expect("an encoding");
            let has_atoms = atom_literals(&encoding).is_some();
            let is_complete = encoding.completeness() == Completeness::Complete;
            let name = format!("{inner}+symmetry");
            let broken = puzzle.encoding(&name);
            assert_eq!(broken.is_ok(), has_atoms && is_complete, "{text} {name}");
            let Ok(broken) = broken else { continue };
            assert_eq!(broken.name(), name);
            assert_eq!(broken.completeness(), Completeness::Equisatisfiable);
            let mut session = BatSatSession::new(LoweringOptions::default(), None);
            let left = count(&broken, &mut session, SearchOptions::default(), &mut ());
            let left = left.unwrap_or_else(|failure| panic!("{text} {name}: {failure}"));
            let left = BigUint::from(left.solutions);
            // a model of several loops may contain a solution that is not the least
            match encoding.is_exact() {
                true => assert_eq!(counted.orbits, left, "{text} {name}"),
                false => {
                    assert!(counted.orbits <= left && left <= counted.solutions, "{text} {name}")
                }
            }
            tried += 1;
        }
        assert!(tried > 0, "{text}");
        let name = puzzle.encoding_names().into_iter().map(|name| format!("{name}+symmetry"));
        let name = name.into_iter().find(|name| puzzle.encoding(name).is_ok()).expect("a name");
        let outcome =
            Solve::new(&puzzle).encodings([name.clone()]).unique().run().expect("an outcome");
        let expected = match &counted.solutions {
            none if *none == BigUint::ZERO => Verdict::NoSolution,
            one if *one == BigUint::from(1_u32) => Verdict::Unique,
            _ => Verdict::Several,
        };
        assert_eq!(outcome.verdict(), expected, "{text} {name}");
    }
}

/// A class may have all solutions: then one model is left, and the puzzle is not unique all the same.
#[test]
fn a_single_model_does_not_make_a_symmetric_puzzle_unique() {
    let puzzle = read("hamilton 2 2 path\n..\n..\n");
    let counted = count_up_to_symmetry(&puzzle, CountMethod::All, &CountOptions::default());
    let counted = counted.expect("a count");
    assert_eq!((counted.solutions, counted.orbits), (4_u32.into(), 1_u32.into()));
    let names = puzzle.encoding_names();
    let complete = names.iter().map(|name| format!("{name}+symmetry"));
    let mut tried = 0;
    for name in complete.filter(|name| puzzle.encoding(name).is_ok()) {
        let outcome =
            Solve::new(&puzzle).encodings([name.clone()]).unique().run().expect("an outcome");
        assert_eq!(outcome.verdict(), Verdict::Several, "{name}");
        tried += 1;
    }
    assert!(tried > 0);
}
