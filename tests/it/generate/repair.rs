//! `encycle thin` and `encycle repair`, run as processes.

use encycle::formats;
use encycle::generate::{GenerateOptions, GeneratedPuzzle, PlacedClue, generate};
use encycle::puzzle::PuzzleKind;

use super::{taken_apart, without};
use crate::support::binary::{code, json, stderr, stdout, with_input};
use crate::support::unique::is_unique;

/// Exactly the clues listed as superfluous are, and the thinned puzzle is minimal.
#[test]
fn thin_lists_the_superfluous_clues() {
    let wish = GenerateOptions { at_least: 9, ..GenerateOptions::new(PuzzleKind::Sudoku, 2, 2) };
    let GeneratedPuzzle { puzzle, .. } = generate(&wish, 6).expect("a puzzle");
    let text = formats::write_default(&puzzle).expect("text");
    let (frame, clues) = taken_apart(&puzzle);
    let expected: Vec<String> = (0..clues.len())
        .filter(|&index| is_unique(&without(&*frame, &clues, index)))
        .map(|index| frame.name(clues[index]))
        .collect();
    assert!(!expected.is_empty());
    for strategy in ["multi-branch", "minimum"] {
        let output = with_input(&["thin", "-", "--json", "--strategy", strategy], &text);
        let told = json(&output);
        assert_eq!(told["superfluous"], serde_json::json!(expected));
        assert_eq!(told["clues"], clues.len());
        let thinned = told["thinned"].as_str().expect("a puzzle");
        let thinned = formats::read(thinned, None).expect("a puzzle").puzzle;
        let (frame, kept) = taken_apart(&thinned);
        assert_eq!(told["kept"], kept.len());
        assert!(is_unique(&thinned) && kept.iter().all(|given| clues.contains(given)));
        assert!((0..kept.len()).all(|index| !is_unique(&without(&*frame, &kept, index))));
    }
    let output = with_input(&["thin", "-"], "sudoku 2 2\n....\n....\n....\n....\n");
    assert_eq!((code(&output), stdout(&output).as_str()), (1, ""));
    assert!(stderr(&output).contains("several\nhelp: `encycle repair`"), "{}", stderr(&output));
}

/// No smaller set of added clues makes the puzzle unique; all are tried.
#[test]
fn repair_adds_as_few_clues_as_possible() {
    for text in ["slitherlink 3 3\n...\n.2.\n...\n", "slitherlink 2 3\n2..\n..2\n"] {
        let puzzle = formats::read(text, None).expect("a puzzle").puzzle;
        let output = with_input(&["repair", "-", "--json", "--solutions", "1000"], text);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let told = json(&output);
        assert_eq!((&told["verdict"], &told["complete"]), (&"several".into(), &true.into()));
        let mended = told["mended"].as_str().expect("a puzzle");
        assert!(is_unique(&formats::read(mended, None).expect("a puzzle").puzzle), "{mended}");
        let added = told["added"].as_array().expect("clues").len();
        let (frame, there) = taken_apart(&puzzle);
        let free: Vec<PlacedClue> = frame
            .possible()
            .into_iter()
            .filter(|given| there.iter().all(|one| one.place != given.place))
            .collect();
        // all sets with one clue fewer
        let sets: Vec<Vec<PlacedClue>> = match added {
            1 => vec![vec![]],
            2 => free.iter().map(|&given| vec![given]).collect(),
            _ => panic!("{added} clues are too many to be tried here"),
        };
        for set in sets {
            let all: Vec<PlacedClue> = there.iter().copied().chain(set).collect();
            assert!(!is_unique(&frame.with(&all)), "{all:?}");
        }
    }
}

#[test]
fn repair_lists_contradicting_clues() {
    // the two 0s leave two edges for the 3 between them; the other clues are not involved
    let text = "slitherlink 3 5\n.....\n.030.\n1...2\n";
    let output = with_input(&["repair", "-", "--json"], text);
    assert_eq!(code(&output), 1);
    let told = json(&output);
    assert_eq!(told["verdict"], "no-solution");
    let named: Vec<&str> = told["contradiction"]
        .as_array()
        .expect("clues")
        .iter()
        .filter_map(|one| one.as_str())
        .collect();
    let expected = ["0 at row 2, column 2", "3 at row 2, column 3", "0 at row 2, column 4"];
    assert_eq!(named, expected);
    let output = with_input(&["repair", "-"], "slitherlink 1 1\n4\n");
    assert_eq!((code(&output), stdout(&output).as_str()), (0, ""));
}
