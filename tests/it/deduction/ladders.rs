//! Deductions without guessing, compared with all solutions: no technique excludes one, and levels are nested.

use std::collections::BTreeSet;

use encycle::count::brute_force;
use encycle::deduce::{
    Deducer, Level, PresolveVerdict, Technique, TechniqueSet, grade, level_of, techniques,
};
use encycle::encodings::grid::Grid;
use encycle::encodings::kinds::neighbor_number::{NeighborNumber, NeighborNumberClue};
use encycle::encodings::kinds::slitherlink::Slitherlink;
use encycle::encodings::kinds::sudoku::Sudoku;
use encycle::encodings::logic::LoweringOptions;
use encycle::encodings::puzzle::Solution;
use encycle::encodings::rules::one_loop::EdgeSet;
use encycle::formats;
use encycle::generate::{LoopSize, random_inside};
use encycle::puzzle::{Puzzle, PuzzleKind};
use encycle::solve::{BatSatSession, Enumerator, NextSolution, SearchOptions};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::support::binary::{code, encycle, json, stderr, stdout, with_input};
use crate::support::kinds::varied;
use crate::support::random::{Draft, Random};

/// The limit on the number of solutions to compare with.
const MANY: usize = 200;

fn solutions(puzzle: &Puzzle) -> Vec<Solution> {
    if let Some(all) = brute_force(puzzle) {
        return all;
    }
    let name = puzzle.complete_encoding(puzzle.builtin_encoding());
    let encoding = puzzle.encoding(&name).expect("an encoding");
    let mut session = BatSatSession::new(LoweringOptions::default(), None);
    let mut all = Enumerator::new(&encoding, &mut session, SearchOptions::default());
    let mut solutions = Vec::new();
    while solutions.len() < MANY {
        match all.next_solution(&mut ()).expect("the solver works") {
            NextSolution::Solution(solution) => solutions.push(solution),
            _ => break,
        }
    }
    solutions
}

/// Asserts that every level agrees with all solutions and deduces at least what the level below does. Adds the names
/// of the techniques that were applied to `acted`.
fn assert_sound(
    puzzle: &Puzzle,
    solutions: &[Solution],
    deducers: &mut [Deducer; 3],
    acted: &mut BTreeSet<&'static str>,
) {
    let mut below: Option<(Vec<Option<bool>>, bool)> = None;
    for deducer in deducers {
        let deduced = deducer.deduce(puzzle).expect("clauses");
        acted.extend(deduced.steps.iter().map(|step| step.technique));
        assert!(deduced.steps.iter().all(|step| !step.words.is_empty()), "{puzzle:?}");
        for solution in solutions {
            for (atom, (&known, &truth)) in deduced.atoms.iter().zip(solution.atoms()).enumerate() {
                let name = puzzle.atom_name(atom);
                assert!(known.is_none_or(|known| known == truth), "{puzzle:?}: {name}");
            }
        }
        let solved = deducer.solve(puzzle);
        match &deduced.verdict {
            PresolveVerdict::Solved(only) => {
                assert_eq!(solutions, std::slice::from_ref(only), "{puzzle:?}");
                assert_eq!(solved.as_ref(), Some(only), "{puzzle:?}");
            }
            PresolveVerdict::Contradiction => assert!(solutions.is_empty(), "{puzzle:?}"),
            PresolveVerdict::Open => {}
        }
        let is_contradiction = deduced.verdict == PresolveVerdict::Contradiction;
        assert_eq!(solved.is_some(), matches!(deduced.verdict, PresolveVerdict::Solved(_)));
        if let Some((known, contradiction)) = &below {
            assert!(!contradiction || is_contradiction, "{puzzle:?}");
            let nested = known.iter().zip(&deduced.atoms);
            let mut nested = nested.map(|(below, now)| below.is_none() || below == now);
            assert!(is_contradiction || nested.all(|nested| nested), "{puzzle:?}");
        }
        below = Some((deduced.atoms, is_contradiction));
    }
}

fn deducers(puzzle: &Puzzle) -> [Deducer; 3] {
    Level::ALL.map(|level| Deducer::new(puzzle, level))
}

/// Random small puzzles with no, one and many solutions. The deducers are reused for puzzles of different sizes, so
/// that state kept from an earlier puzzle would show.
#[test]
fn no_technique_excludes_a_solution() {
    for &kind in varied() {
        let mut random = Random::new(17);
        let mut acted = BTreeSet::new();
        let sample = formats::read(kind.sample(), None).expect("a sample").puzzle;
        let mut kept = deducers(&sample);
        let (mut checked, mut several, mut solved) = (0, 0, 0);
        while checked < 250 {
            let Some(puzzle) = Draft::random(kind, &mut random).puzzle() else { continue };
            let solutions = solutions(&puzzle);
            assert_sound(&puzzle, &solutions, &mut kept, &mut acted);
            checked += 1;
            several += usize::from(solutions.len() > 1);
            solved += usize::from(level_of(&puzzle).is_some());
        }
        assert!(several > 20 && solved > 5, "{kind}: {several} with several, {solved} solved");
        let all: BTreeSet<&str> = techniques(kind).iter().map(|technique| technique.name).collect();
        assert!(acted.is_subset(&all), "{kind}: {acted:?}");
        // unit propagation alone decides such small Chaos puzzles
        let least = if kind.own_name() == "chaos" { 1 } else { 2 };
        assert!(acted.len() >= least, "{kind}: {acted:?}");
    }
}

/// Asserts for larger puzzles with a known solution that no technique excludes it, and that each technique but the
/// `idle` ones is applied somewhere.
fn assert_keeps(
    kind: PuzzleKind,
    idle: &[&str],
    puzzles: impl Iterator<Item = (Puzzle, Solution)>,
) {
    let mut acted = BTreeSet::new();
    for (puzzle, solution) in puzzles {
        assert_eq!(puzzle.check(&solution), Ok(()));
        let mut below = 0;
        for mut deducer in deducers(&puzzle) {
            let deduced = deducer.deduce(&puzzle).expect("clauses");
            acted.extend(deduced.steps.iter().map(|step| step.technique));
            let known = deduced.atoms.iter().zip(solution.atoms());
            for (atom, (known, &truth)) in known.enumerate() {
                assert!(known.is_none_or(|known| known == truth), "{puzzle:?}: atom {atom}");
            }
            assert_ne!(deduced.verdict, PresolveVerdict::Contradiction, "{puzzle:?}");
            let known = deduced.atoms.iter().flatten().count();
            assert!(known >= below, "{puzzle:?}: a higher level knows less");
            below = known;
        }
    }
    let all = techniques(kind).into_iter().map(|technique| technique.name);
    let never: Vec<&str> = all.filter(|name| !acted.contains(name)).collect();
    assert_eq!(never, idle, "{kind}: techniques without use");
}

/// Solved Sudokus come from the pattern of shifted rows by permuting rows, columns and values.
#[test]
fn large_sudokus_keep_their_solution() {
    let mut random = Random::new(3);
    let shuffled = |random: &mut Random, groups: usize, size: usize| -> Vec<usize> {
        let mut order: Vec<usize> = (0..groups * size).collect();
        for group in order.chunks_mut(size) {
            (1..size).for_each(|at| group.swap(at, random.below(at + 1)));
        }
        order
    };
    let puzzles = (0..2500).map(|round| {
        let (height, width) = [(3, 3), (3, 3), (3, 3), (2, 4), (4, 3)][round % 5];
        let side = height * width;
        let rows = shuffled(&mut random, width, height);
        let columns = shuffled(&mut random, height, width);
        let values = shuffled(&mut random, 1, side);
        let cells: Vec<u32> = (0..side * side)
            .map(|cell| {
                let (row, col) = (rows[cell / side], columns[cell % side]);
                values[(row % height * width + row / height + col) % side] as u32 + 1
            })
            .collect();
        let density = [27, 30, 34][round % 3];
        let clues = cells.iter().map(|&value| if random.percent(density) { value } else { 0 });
        let puzzle = Sudoku::new(height, width, clues.collect()).expect("a puzzle");
        (Puzzle::from(puzzle), Solution::of_values(&cells, side as u32))
    });
    assert_keeps(PuzzleKind::Sudoku, &[], puzzles);
}

/// Clues of random loops; some are left out.
#[test]
fn large_slitherlinks_keep_their_loop() {
    let mut random = Pcg64Mcg::seed_from_u64(4);
    let puzzles = (0..200).map(|round| {
        let grid = Grid::new(7, 9).expect("a grid");
        let inside = random_inside(grid, LoopSize::Inside(0.5), 0.5, &mut random);
        let lines = EdgeSet::around(grid, &inside);
        let clue = |cell| lines.count(&grid.cell_edges(cell)) as u8;
        let keep = [3, 4, 5][round % 3];
        let clues = grid.cells().map(|cell| {
            let kept = random.next_u32() % 8 < keep;
            kept.then(|| clue(cell))
        });
        let puzzle = Slitherlink::new(grid, clues.collect()).expect("a puzzle");
        (Puzzle::from(puzzle), lines.into())
    });
    // `check` acts only where all edges are known and are not a solution
    assert_keeps(PuzzleKind::Slitherlink, &["check"], puzzles);
}

/// Digits of the examples' solutions; some are left out.
#[test]
fn large_neighbor_numbers_keep_their_solution() {
    let mut random = Random::new(6);
    let solved = ["lark", "swift", "rook"].map(|name| {
        let path = format!("{}/examples/neighbor-number/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        let puzzle = formats::load(&path, None).expect("an example").puzzle;
        let only = solutions(&puzzle).remove(0);
        (puzzle, only)
    });
    let puzzles = (0..300).map(|round| {
        let (puzzle, solution) = &solved[round % 3];
        let digits = solution.values(NeighborNumber::VALUES);
        let side = puzzle.extent().count().isqrt();
        let density = [15, 25, 40][round / 3 % 3];
        let given = |&digit: &u32| match random.percent(density) {
            false => NeighborNumberClue::Unknown,
            true if digit == 0 => NeighborNumberClue::Empty,
            true => NeighborNumberClue::Digit(digit),
        };
        let clues = digits.iter().map(given).collect();
        let puzzle = NeighborNumber::new(side, clues).expect("a puzzle");
        (Puzzle::from(puzzle), solution.clone())
    });
    assert_keeps(PuzzleKind::NeighborNumber, &[], puzzles);
}

/// The level of a puzzle is the lowest one that solves it.
#[test]
fn the_level_is_the_lowest_that_solves_the_puzzle() {
    let mut random = Random::new(8);
    let mut found = BTreeSet::new();
    for _ in 0..2000 {
        let kind = random.of(varied());
        let Some(puzzle) = Draft::random(kind, &mut random).puzzle() else { continue };
        let level = level_of(&puzzle);
        assert_eq!(grade(&puzzle).expect("clauses").level, level);
        let solves = |level| Deducer::new(&puzzle, level).solve(&puzzle).is_some();
        match level {
            Some(level) => {
                assert!(solves(level), "{puzzle:?}");
                assert!(!level.below().is_some_and(solves), "{puzzle:?}");
            }
            None => assert!(!solves(Level::Hard), "{puzzle:?}"),
        }
        found.insert(level);
    }
    assert_eq!(found.len(), 4, "all levels, and none: {found:?}");
}

/// Each kind has techniques of every level, simplest first, with unique names and sources.
#[test]
fn ladders_are_ordered_by_level() {
    for &kind in varied() {
        let ladder = techniques(kind);
        assert!(ladder.is_sorted_by_key(|technique| technique.level), "{kind}");
        let levels: BTreeSet<Level> = ladder.iter().map(|technique| technique.level).collect();
        assert_eq!(levels.into_iter().collect::<Vec<_>>(), Level::ALL, "{kind}");
        let names: BTreeSet<&str> = ladder.iter().map(|technique| technique.name).collect();
        assert_eq!(names.len(), ladder.len(), "{kind}");
        let told =
            |technique: &Technique| !technique.meaning.is_empty() && !technique.source.is_empty();
        assert!(ladder.iter().all(told), "{kind}");
    }
}

/// docs/research/difficulty.md describes every technique.
#[test]
fn every_technique_is_documented() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/research/difficulty.md");
    let text = std::fs::read_to_string(path).expect("docs/research/difficulty.md");
    for &kind in varied() {
        for technique in techniques(kind) {
            let name = format!("`{}`", technique.name);
            assert!(text.contains(&name), "docs/research/difficulty.md: {name} of {kind}");
        }
    }
}

#[test]
fn grade_prints_level_and_techniques() {
    let easy = "sudoku 2 2\n1...\n..2.\n.3..\n...4\n";
    let output = with_input(&["grade", "-"], easy);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).starts_with("-: easy (4 x 4; naked-single "), "{}", stdout(&output));

    let output = with_input(&["grade", "-", "--steps"], easy);
    let text = stdout(&output);
    let steps: Vec<&str> = text.lines().skip(1).take_while(|line| line.contains(". ")).collect();
    assert!(text.contains("\n64 of 64 values of cells fixed (100.0 %)\n"), "{text}");
    assert!(steps[0].starts_with("    1. "), "{text}");
    assert!(steps.iter().all(|step| step.contains("-single: ")), "{text}");

    let output = with_input(&["grade", "-", "--json", "--steps"], easy);
    let object = json(&output);
    assert_eq!(object["schema"], "encycle-grade-1");
    assert_eq!((&object["level"], &object["verdict"]), (&"easy".into(), &"solved".into()));
    let times = object["techniques"].as_array().expect("techniques").iter();
    let times: u64 = times.map(|one| one["times"].as_u64().expect("a number")).sum();
    assert_eq!(object["steps"].as_array().map(Vec::len), Some(times as usize));
    assert_eq!(object["in_all"].as_array().map(Vec::len), Some(16));
    assert_eq!(
        (object["in_none"].as_array().map(Vec::len), &object["atom_count"]),
        (Some(48), &64.into())
    );

    let rows = |kind| stdout(&encycle(&["grade", "--techniques", kind])).lines().count();
    assert_eq!(rows("sudoku"), 2 * techniques(PuzzleKind::Sudoku).len());
}

#[test]
fn exit_code_of_grade_shows_whether_guessing_is_needed() {
    let guess = with_input(&["grade", "-"], "slitherlink 2 2\n..\n..\n");
    assert_eq!((code(&guess), stdout(&guess).as_str()), (3, "-: several solutions (2 x 2)\n"));
    let guess = with_input(&["grade", "-", "--json"], "slitherlink 2 2\n..\n..\n");
    assert_eq!(json(&guess)["search"], "several");
    let none = with_input(&["grade", "-", "--json"], "sudoku 1 2\n12\n12\n");
    assert_eq!((code(&none), &json(&none)["verdict"]), (1, &"no-solution".into()));
    assert!(json(&none)["level"].is_null());
    let bad = with_input(&["grade", "-"], "sudoku 2 2\n1..\n");
    assert_eq!((code(&bad), stdout(&bad).as_str()), (2, ""));
    // an unreadable puzzle does not stop the others, and the worst code counts
    let two = encycle(&["grade", "no-such-file", "examples/sudoku/finch.txt", "--json"]);
    assert_eq!((code(&two), stdout(&two).lines().count()), (2, 2));
    assert_eq!(code(&encycle(&["grade"])), 2);
    assert_eq!(code(&encycle(&["grade", "--techniques", "go"])), 2);
}

/// Without a technique, no step uses it, and what is derived is less or the same: `grade --without` measures single rules.
#[test]
fn each_technique_of_every_kind_can_be_left_out() {
    for &kind in varied() {
        let puzzle = formats::read(kind.sample(), None).expect("a sample").puzzle;
        let all = TechniqueSet::up_to(Level::Hard);
        let full = Deducer::with(&puzzle, all.clone()).deduce(&puzzle).expect("a ladder");
        for technique in techniques(kind) {
            let set = all.clone().without([technique.name]);
            let less = Deducer::with(&puzzle, set).deduce(&puzzle).expect("a ladder");
            let is_used = less.steps.iter().any(|step| step.technique == technique.name);
            assert!(!is_used, "{kind}: {}", technique.name);
            for (less, full) in less.atoms.iter().zip(&full.atoms) {
                assert!(less.is_none() || less == full, "{kind}: {}", technique.name);
            }
        }
    }
}

/// A contradiction was reported by `check`, `early-loop` and `clue-colours` even if they were left out.
#[test]
fn no_step_names_a_technique_that_is_left_out() {
    let texts = [
        "slitherlink 1 1\n0\n",
        "slitherlink 1 3\n033\n",
        "slitherlink 3 3\n3.3\n.1.\n3.3\n",
        "slitherlink 2 2\n30\n.3\n",
    ];
    for text in texts {
        let puzzle = formats::read(text, None).expect("a puzzle").puzzle;
        for technique in techniques(PuzzleKind::Slitherlink) {
            let set = TechniqueSet::up_to(Level::Hard).without([technique.name]);
            let deduced = Deducer::with(&puzzle, set).deduce(&puzzle).expect("a ladder");
            let is_named = deduced.steps.iter().any(|step| step.technique == technique.name);
            assert!(!is_named, "{text}: {}", technique.name);
        }
    }
}

/// The JSON of a step named a step from which it follows twice, once for each of two edges.
#[test]
fn steps_name_the_steps_before_once_and_in_order() {
    let mut with_several = 0;
    let ten = std::fs::read_to_string("examples/slitherlink/ten.txt").expect("an example");
    for text in varied().iter().map(|kind| kind.sample()).chain([&*ten]) {
        let puzzle = formats::read(text, None).expect("a puzzle").puzzle;
        let deduced = Deducer::new(&puzzle, Level::Hard).deduce(&puzzle).expect("a ladder");
        for (number, step) in deduced.steps.iter().enumerate() {
            assert!(step.from.is_sorted_by(|a, b| a < b), "{text}: {:?}", step.from);
            assert!(step.from.iter().all(|&from| from < number), "{text}: {:?}", step.from);
            with_several += usize::from(step.from.len() > 1);
        }
    }
    assert!(with_several > 0);
}

#[test]
fn a_technique_is_left_out_by_name() {
    let count = |arguments: &[&str]| {
        let grade = ["grade", "examples/slitherlink/ten.txt", "--steps", "--json"];
        let report = json(&encycle(&[&grade, arguments].concat()));
        report["steps"].as_array().expect("steps").len()
    };
    assert!(count(&["--without", "vertex-full,colour"]) > 0);
    let output = encycle(&["grade", "examples/slitherlink/ten.txt", "--without", "color"]);
    assert_eq!(code(&output), 2);
    let error = stderr(&output);
    assert!(error.contains("--without color: not a technique of slitherlink"), "{error}");
    assert!(error.contains("did you mean `colour`?"), "{error}");
}

/// Undecided cells of a Neighbor Number were drawn as empty cells.
#[test]
fn undecided_values_are_not_drawn_as_empty_cells() {
    let output = with_input(&["grade", "-", "--level", "easy", "--steps"], "6*0,0,0;1,0,0;3,0,0\n");
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    let picture = stdout(&output);
    let rows: Vec<&str> = picture.lines().filter(|line| line.starts_with('│')).collect();
    assert_eq!(rows[0], "│ x   x   ?   x   ?   ? │", "{picture}");
    assert_eq!(rows[1], "│ ?   ?   ?   ?   ?   ? │", "{picture}");
}
