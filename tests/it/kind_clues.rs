//! The clues of kind files: which of them `thin`, `repair` and `generate` may remove and add one by one.

use encycle::count::brute_force;
use encycle::encodings::grid::Isometry;
use encycle::encodings::puzzle::Solution;
use encycle::formats;
use encycle::generate::{
    Difficulty, GenerateOptions, RepairOptions, RepairOutcome, Strategy, Symmetry, ThinOutcome,
    frame_of, generate, repair, thin,
};
use encycle::puzzle::{Puzzle, PuzzleKind};

use crate::support::random::Random;

/// Statements about a set `l` of cells for the drawings of the kinds below.
const DRAWINGS: [(&str, &str); 2] =
    [("shaded cells", "shaded(c)"), ("lines between cells\nglobal one loop", "visited(c)")];

/// Returns a kind whose rule reads the number of each set of some, with rooms.
fn numbered_kind(drawing: (&str, &str), sets: &str) -> String {
    let (drawn, statement) = drawing;
    format!(
        "kind numbered\nboard rooms\nsymbol number 0..4\ndraw {drawn}\n\
         rule number for {sets} if number(l): count({statement} for c in l) = number(l)\n"
    )
}

/// Returns a puzzle of 3 x 3 cells with three rooms; `None` if the kind refuses the clues.
fn random_board(kind: &str, random: &mut Random) -> Option<Puzzle> {
    let mut cells = String::new();
    for at in 1..=9 {
        cells.push(if random.percent(40) { random.of(&['0', '1', '2', '3']) } else { '.' });
        if at % 3 == 0 {
            cells.push('\n');
        }
    }
    let text = format!("{kind}\nnumbered 3 3\n{cells}aab\nabb\nccc\n");
    Some(formats::read(&text, None).ok()?.puzzle)
}

fn solutions(puzzle: &Puzzle) -> Vec<Solution> {
    brute_force(puzzle).expect("few drawings")
}

/// Compares the result of `thin` with a trial of all drawings.
fn assert_thinned(puzzle: &Puzzle, outcome: &ThinOutcome) {
    let all = solutions(puzzle);
    match outcome {
        ThinOutcome::NoSolution => assert_eq!(all.len(), 0, "{puzzle:?}"),
        ThinOutcome::Several(..) => assert!(all.len() > 1, "{puzzle:?}"),
        ThinOutcome::Unique { puzzle: thinned, .. } => {
            assert_eq!(all.len(), 1, "{puzzle:?}");
            assert_eq!(solutions(thinned), all, "{puzzle:?}");
        }
    }
}

/// Compares the result of `repair` with a trial of all drawings.
fn assert_repaired(puzzle: &Puzzle, outcome: &RepairOutcome) {
    let count = solutions(puzzle).len();
    match outcome {
        RepairOutcome::Unique(_) => assert_eq!(count, 1, "{puzzle:?}"),
        RepairOutcome::Several { .. } => assert!(count > 1, "{puzzle:?}"),
        RepairOutcome::Contradiction { removed, .. } => {
            assert_eq!(count, 0, "{puzzle:?}");
            let (_, left) = removed.as_ref().expect("clues to remove");
            assert!(!solutions(left).is_empty(), "{puzzle:?}");
        }
    }
    if let Some(mended) = outcome.mended() {
        assert_eq!(solutions(mended).len(), 1, "{puzzle:?}");
    }
}

/// Without the first number of a row, another number of the row counts, but `thin` and `repair` took each number for a clue of
/// its own, and gave wrong verdicts. A room has one number, so there this is so.
#[test]
fn the_first_number_of_a_set_is_not_removed_alone() {
    let options = RepairOptions::default();
    for (sets, is_alone) in [
        ("l in rooms", true),
        ("l in rows + columns", false),
        ("l in rows", false),
        ("d in directions, l in lines(d)", false),
        ("l in squares", false),
        ("l in windows(2)", false),
        ("l in boxes(1, 3)", false),
        ("x in cells, l in {around(x)}", false),
        ("l in rooms + rows", false),
    ] {
        for drawing in DRAWINGS {
            let (kind, mut random) = (numbered_kind(drawing, sets), Random::new(11));
            let mut tried = 0;
            for _ in 0..60 {
                let Some(puzzle) = random_board(&kind, &mut random) else { continue };
                tried += 1;
                let thinned = thin(&puzzle, Strategy::MultiBranch, Symmetry::None, 1, &options);
                let repaired = repair(&puzzle, 20, &options);
                if is_alone {
                    assert_thinned(&puzzle, &thinned.expect(sets));
                    assert_repaired(&puzzle, &repaired.expect(sets));
                    continue;
                }
                for error in [thinned.err(), repaired.err()] {
                    let error = error.unwrap_or_else(|| panic!("{sets}: not refused"));
                    let expected = "has no clues that can be removed one by one";
                    assert!(error.to_string().contains(expected), "{error}");
                }
            }
            assert!(tried > 4, "{sets}: {tried} boards");
        }
    }
}

/// Two numbers in a room were refused, and the number of a room moved to its first cell, where only numbers of rows are read.
#[test]
fn numbers_of_rows_stay_where_they_are_in_a_kind_with_rooms() {
    let kind = numbered_kind(DRAWINGS[0], "l in rows");
    let text = format!("{kind}\nnumbered 2 2\n.0\n.2\naa\naa\n");
    let puzzle = formats::read(&text, None).expect("a puzzle").puzzle;
    assert_eq!(solutions(&puzzle), [Solution::of_values(&[0, 0, 1, 1], 1)]);
    let broken = puzzle.check(&Solution::of_values(&[1, 0, 1, 1], 1)).expect_err("a broken rule");
    assert!(broken.violation.ends_with("(`0` in row 1)"), "{}", broken.violation);
}

/// Clues were named by their pictures, `■↓4` and `◨` in place of the `s4` and the `r` of the text.
#[test]
fn clues_are_named_as_in_the_text() {
    let text = "kind spelled\nsymbol s black arrow down number\nsymbol r circle on the right side\nsymbol number 0..4\n\
        draw shaded cells\n\
        rule s for c in cells if letter(c) = s: shaded(c)\n\
        rule r for c in cells if letter(c) = r: shaded(c)\n\
        rule n for c in cells if number(c): unshaded(c)\n\nspelled 1 3\ns4 r 1\n";
    let puzzle = formats::read(text, None).expect("a puzzle").puzzle;
    let (frame, clues) = frame_of(&puzzle).expect("clues that are removed alone");
    let mut names: Vec<String> = clues.into_iter().map(|clue| frame.name(clue)).collect();
    names.sort();
    let at = |name: &str, col: usize| format!("`{name}` at row 1, column {col}");
    assert_eq!(names, [at("1", 3), at("r", 2), at("s4", 1)]);
}

/// Without the letter of a cell, fewer cells are shaded, but `repair` removed more clues than needed.
#[test]
fn letters_with_matched_cells_are_not_removed_alone() {
    let text = "kind tied\nsymbol t\nsymbol number 0..4\ndraw shaded cells\nglobal shaded matched with t\n\
        rule dry for c in cells if letter(c) = t: unshaded(c)\n\
        rule number for c in cells if number(c): unshaded(c) and count(shaded(x) for x in neighbours(c)) = number(c)\n\n\
        tied 3 3\nt..\n1..\n..t\n";
    let puzzle = formats::read(text, None).expect("a puzzle").puzzle;
    let error = repair(&puzzle, 10, &RepairOptions::default()).expect_err("letters together");
    assert!(error.to_string().contains("removed one by one"), "{error}");
}

/// The generator took each number for a clue of its own, and ended with an internal error.
#[test]
fn puzzles_whose_clues_depend_on_each_other_are_generated() {
    let text = "kind first\nsymbol number 0..4\ndraw shaded cells\n\
        rule row for l in rows + columns if number(l): count(shaded(c) for c in l) = number(l)\n\
        rule dry for c in cells if number(c): unshaded(c)\n";
    let kind = PuzzleKind::parse_file(text).expect("a kind");
    let options = GenerateOptions {
        difficulty: Some(Difficulty::Any),
        attempts: 30,
        ..GenerateOptions::new(kind, 3, 3)
    };
    let mut made = 0;
    for seed in 1..=10 {
        match generate(&options, seed) {
            Ok(one) => {
                made += 1;
                assert_eq!(solutions(&one.puzzle), [one.solution]);
            }
            Err(error) => assert!(error.to_string().contains("no puzzle found"), "{error}"),
        }
    }
    assert!(made > 0, "no puzzle");
}

/// The first number around a cell is another one after a reflection, which counted as a symmetry.
#[test]
fn the_first_number_of_a_set_has_no_symmetry() {
    for set in ["around(c)", "neighbours(c)", "block(c)"] {
        let text = format!(
            "kind near\nsymbol number 0..4\ndraw shaded cells\n\
             rule one for c in cells if number({set}): count(shaded(x) for x in {set}) = number({set})\n\n\
             near 3 3\n1.2\n...\n...\n"
        );
        let puzzle = formats::read(&text, None).expect("a puzzle").puzzle;
        let Puzzle::Written(written) = puzzle else { panic!("another kind") };
        let reflection = Isometry { flips_cols: true, ..Isometry::IDENTITY };
        assert!(written.image(&reflection.into()).is_none(), "{set}");
    }
}

/// The message said only that options are to be relaxed, and blamed the conditions on the clues for what the difficulty does.
#[test]
fn a_generator_that_finds_nothing_names_what_was_asked_for() {
    let error = |text: &str, change: fn(&mut GenerateOptions)| {
        let kind = PuzzleKind::parse_file(text).expect("a kind");
        let mut options = GenerateOptions { attempts: 2, ..GenerateOptions::new(kind, 4, 4) };
        change(&mut options);
        generate(&options, 1).expect_err("no such puzzle").to_string()
    };
    // the only solution needs no clue, and no clue holds in it
    let text = "kind ones\nsymbol number 1..2\ndraw values 1..2\n\
        rule blank for c in cells if not clue(c): value(c) = 1\n\
        rule clue for c in cells if number(c): value(c) = 2 and number(c) = 1\n";
    assert_eq!(
        error(text, |_| {}),
        "no puzzle found in 2 attempts with the difficulty no-guessing; the rules of ones are also about cells without a clue\n\
         help: use the difficulty any, use another size, or increase the number of attempts"
    );
    let any = error(text, |options| options.difficulty = Some(Difficulty::Any));
    assert!(any.starts_with("no puzzle found in 2 attempts; the rules of ones"), "{any}");
    assert!(any.ends_with("help: use another size, or increase the number of attempts"), "{any}");
}
