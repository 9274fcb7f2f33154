//! `encycle thin` and `encycle repair`, run as processes.

use encycle::encodings::kinds::SolutionFamily;
use encycle::formats;
use encycle::generate::{
    GenerateOptions, GeneratedPuzzle, PlacedClue, RepairOutcome, frame_of, generate,
};
use encycle::puzzle::PuzzleKind;
use encycle::report::RepairReport;
use encycle::solve::{Solve, Verdict};

use super::{taken_apart, without};
use crate::support::binary::{code, json, stderr, stdout, with_input};
use crate::support::kinds::varied;
use crate::support::puzzles::CONTRADICTIONS;
use crate::support::unique::is_unique;

/// Exactly the clues listed as superfluous are, and the thinned puzzle is minimal.
#[test]
fn thin_lists_the_superfluous_clues() {
    let wish = GenerateOptions { at_least: 9, ..GenerateOptions::new(PuzzleKind::Sudoku, 4, 4) };
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

/// A puzzle with all clues of its solution is thinned to a minimal one: the kinds with numbers in rooms and
/// of islands, and those of loops.
#[test]
fn thin_keeps_a_minimal_set_of_every_kind_with_clues() {
    let is_of_cells = |kind: &&PuzzleKind| {
        matches!(kind.family(), SolutionFamily::CellLoop | SolutionFamily::Shading)
    };
    for &kind in varied().iter().filter(is_of_cells) {
        let sample = formats::read(kind.sample(), None).expect("a sample").puzzle;
        // the clues of a Simple Loop and of a Moon-or-Sun cannot be removed one by one
        if frame_of(&sample).is_err() {
            continue;
        }
        let made = generate(&GenerateOptions::new(kind, 6, 6), 1).expect("a puzzle");
        let (frame, mut all) = taken_apart(&made.puzzle);
        let others = frame.all_of(&made.solution).into_iter();
        let is_new = |clue: &PlacedClue| all.iter().all(|one| one.place != clue.place);
        let others: Vec<PlacedClue> = others.filter(is_new).collect();
        all.extend(others);
        assert!(all.iter().all(|&clue| frame.holds(clue, &made.solution)), "{kind}");
        let text = formats::write_default(&frame.with(&all)).expect("text");
        let told = json(&with_input(&["thin", "-", "--json"], &text));
        let thinned = told["thinned"].as_str().expect("a puzzle");
        let (frame, kept) = taken_apart(&formats::read(thinned, None).expect("a puzzle").puzzle);
        assert!(kept.len() < all.len() && is_unique(&frame.with(&kept)), "{kind}");
        assert!((0..kept.len()).all(|index| !is_unique(&without(&*frame, &kept, index))), "{kind}");
    }
}

/// No smaller set of added clues makes the puzzle unique; all are tried.
#[test]
fn repair_adds_as_few_clues_as_possible() {
    for text in [
        "slitherlink 3 3\n...\n...\n...\n",
        "slitherlink 3 3\n...\n.2.\n...\n",
        "slitherlink 2 3\n2..\n..2\n",
        "masyu 3 4\n....\n....\n.w..\n",
        "geradeweg 3 3\n...\n...\n...\n",
        "country-road 3 4\n....\n....\n....\naabb\naabb\naabb\n",
        "heyawake 3 3\n...\n...\n...\naab\naab\ncbb\n",
        "yajilin 4 3\n. . .\n. x .\n. . .\n. . .\n",
        "nurikabe 3 3\n?..\n...\n..?\n",
        "nurikabe 2 4\n?..?\n....\n",
    ] {
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
            .addable()
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
    assert_eq!(code(&output), 0);
    let told = json(&output);
    assert_eq!(told["verdict"], "no-solution");
    let mended = told["mended"].as_str().expect("a puzzle");
    let solved = with_input(&["solve", "-", "--unique", "--json"], mended);
    assert_eq!(json(&solved)["verdict"], "unique", "{mended}");
    let named: Vec<&str> = told["contradiction"]
        .as_array()
        .expect("clues")
        .iter()
        .filter_map(|one| one.as_str())
        .collect();
    let expected = ["0 at row 2, column 2", "3 at row 2, column 3", "0 at row 2, column 4"];
    assert_eq!(named, expected);
}

/// They were all named "at the border", and corners by a number.
#[test]
fn clues_outside_the_grid_are_named_by_their_places() {
    for (text, expected) in [
        (
            "skyscrapers 3 3 3\n.3...\n.....\n.....\n.....\n.3...\n",
            ["`3` above column 1", "`3` below column 1"],
        ),
        (
            "skyscrapers 3 3 3\n.....\n.....\n3...3\n.....\n.....\n",
            ["`3` left of row 2", "`3` right of row 2"],
        ),
    ] {
        let told = json(&with_input(&["repair", "-", "--json"], text));
        let mut named: Vec<&str> = told["contradiction"]
            .as_array()
            .expect("clues")
            .iter()
            .filter_map(|one| one.as_str())
            .collect();
        named.sort_unstable();
        assert_eq!(named, expected, "{told}");
    }
}

/// All subsets of the clues are tried. Some contradictions need one removal, others two or three.
#[test]
fn repair_removes_as_few_clues_as_possible() {
    for text in CONTRADICTIONS {
        let puzzle = formats::read(text, None).expect("a puzzle").puzzle;
        let output = with_input(&["repair", "-", "--json"], text);
        let told = json(&output);
        let (frame, clues) = taken_apart(&puzzle);
        let has_solution = |set: u32| {
            let kept: Vec<PlacedClue> = clues
                .iter()
                .enumerate()
                .filter(|(number, _)| set >> number & 1 == 1)
                .map(|(_, &clue)| clue)
                .collect();
            let verdict = Solve::new(&frame.with(&kept)).run().expect("a run").verdict();
            verdict != Verdict::NoSolution
        };
        let most =
            (0..1 << clues.len()).filter(|&set| has_solution(set)).map(u32::count_ones).max();
        let fewest = clues.len() - most.expect("the rules have a solution") as usize;
        if fewest == 0 {
            panic!("{text}: not contradictory");
        }
        let removed = told["removed"].as_array().unwrap_or_else(|| panic!("{text}: {told}"));
        assert_eq!(removed.len(), fewest, "{text}: {told}");
        let names: Vec<String> = clues.iter().map(|&clue| frame.name(clue)).collect();
        let set = (0..).zip(&names).filter(|(_, name)| !removed.contains(&(*name).as_str().into()));
        assert!(has_solution(set.map(|(number, _)| 1 << number).sum()), "{text}: {told}");
    }
}

/// A soft clause for each clue, and nothing else is soft.
#[test]
fn repair_writes_a_max_sat_formula() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("clues.wcnf").to_str().expect("text").to_owned();
    let text = "slitherlink 3 5\n.....\n.030.\n1...2\n";
    let output = with_input(&["repair", "-", "--wcnf", &file], text);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("the fewest: 2"), "{}", stderr(&output));
    let written = std::fs::read_to_string(&file).expect("a file");
    let soft: Vec<&str> = written.lines().filter(|line| line.starts_with("1 ")).collect();
    assert_eq!(soft.len(), 5, "{soft:?}");
    assert!(
        written.lines().all(|line| ["c ", "h ", "1 "].iter().any(|start| line.starts_with(start)))
    );
    let refused = with_input(&["repair", "-", "--wcnf", "clues.cnf"], text);
    assert!(stderr(&refused).contains("use a name in `.wcnf`"), "{}", stderr(&refused));
}

/// The search for clues that make a solution unique was stopped, and the verdict was that there is no repair.
#[test]
fn a_limit_is_not_the_lack_of_a_repair() {
    // more than 16 clues have to be added, and to prove how many takes years
    let text = format!("sudoku 3 3\n11.......\n{}", ".........\n".repeat(8));
    let output = with_input(&["repair", "-", "--timeout", "3"], &text);
    assert_eq!((code(&output), stdout(&output).as_str()), (3, ""), "{}", stderr(&output));
    let told = stderr(&output);
    assert!(told.contains("the time limit of 3 s was reached"), "{told}");
    let puzzle = formats::read(&text, None).expect("a puzzle").puzzle;
    let stopped = RepairOutcome::Contradiction {
        clues: vec!["1 at row 1, column 1".to_owned()],
        removed: None,
        rest: None,
        limit: Some("the time limit of 3 s was reached".to_owned()),
        optimum: None,
    };
    let report = RepairReport::new("-", &puzzle, &stopped, None);
    let reason = "the time limit of 3 s was reached before a repair was found".to_owned();
    assert_eq!((report.complete, report.reason), (false, Some(reason)));
}

/// `repair` said that no clues make a solution of a Hitori unique, but it tries none.
#[test]
fn kinds_without_clues_to_add_are_not_called_irreparable() {
    let texts = PuzzleKind::all().iter().filter_map(|kind| {
        let sample = formats::read(kind.sample(), None).expect("a sample").puzzle;
        let (frame, _) = frame_of(&sample).ok()?;
        let text = formats::write_default(&frame.with(&[])).expect("text");
        (frame.possible().is_empty() && !is_unique(&frame.with(&[]))).then_some(text)
    });
    let mut texts: Vec<String> = texts.collect();
    assert!(texts.iter().any(|text| text.starts_with("hitori")), "{texts:?}");
    texts.push("hitori 5 5\n21534\n.5445\n54123\n43412\n42515\n".to_owned());
    texts.push("nurikabe 5 5\n2....\n...1.\n1....\n.....\n1....\n".to_owned());
    for text in texts {
        let output = with_input(&["repair", "-", "--solutions", "2"], &text);
        if code(&output) == 0 {
            // numbers in the place of `?`
            let mended = formats::read(&stdout(&output), None).expect("a puzzle").puzzle;
            assert!(is_unique(&mended), "{text}");
            continue;
        }
        assert_eq!((code(&output), stdout(&output).as_str()), (1, ""), "{text}");
        let told = stderr(&output);
        // in a Nurikabe, the removed number leaves a `?`, which numbers may replace
        let words = match text.starts_with("nurikabe") {
            true => "no clues that can be added make one of the examined solutions unique",
            false => "repair has no clues to add",
        };
        assert!(told.contains("not repaired: ") && told.contains(words), "{text}{told}");
    }
}

/// The output was empty, so `repair | solve` failed for a puzzle that needs no repair.
#[test]
fn a_puzzle_with_one_solution_is_printed() {
    let text = "slitherlink 1 1\n4\n";
    let output = with_input(&["repair", "-"], text);
    assert_eq!((code(&output), stdout(&output).as_str()), (0, text));
    assert!(json(&with_input(&["repair", "-", "--json"], text))["mended"].is_null());
}

/// A clue 4, which a generated Slitherlink never has, was not among the clues that are added.
#[test]
fn repair_added_two_clues_instead_of_a_4() {
    let text = "slitherlink 3 3\n...\n...\n...\n";
    let output = with_input(&["repair", "-", "--solutions", "1000"], text);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let mended = stdout(&output);
    assert_eq!(mended.matches(|c: char| c.is_ascii_digit()).count(), 2 + 1, "{mended}");
    assert!(mended.contains('4'), "{mended}");
}
