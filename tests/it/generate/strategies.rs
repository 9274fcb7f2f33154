//! Strategies of the generator, as a library.

use encycle::count::brute_force;
use encycle::deduce::{Level, level_of};
use encycle::encodings::grid::Graph;
use encycle::encodings::kinds::SolutionFamily;
use encycle::encodings::kinds::codec::ClueGrid;
use encycle::encodings::kinds::written::WrittenKind;
use encycle::generate::{
    Difficulty, GenerateOptions, GenerationRoute, Growth, PlacedClue, Strategy, Symmetry, frame,
    generate, origin_of_clues,
};
use encycle::puzzle::{Puzzle, PuzzleKind};

use super::{taken_apart, without};
use crate::support::kinds::{kind, varied};
use crate::support::unique::is_unique;

const SIZES: &[(&str, usize, usize)] = &[
    ("slitherlink", 4, 5),
    ("slitherlink", 7, 7),
    ("slitherlink", 1, 6),
    ("slitherlynx", 5, 4),
    ("sudoku", 4, 4),
    ("sudoku", 6, 6),
    ("sudoku", 9, 9),
    ("chaos", 4, 5),
    ("hamilton", 4, 5),
    ("hamilton", 6, 6),
    ("neighbor-number", 5, 5),
    ("numberlink", 5, 6),
    ("hitori", 5, 6),
    ("hitori", 8, 8),
    ("heyawake", 5, 6),
    ("heyawake", 9, 8),
    ("nurikabe", 5, 6),
    ("nurikabe", 9, 8),
    ("simple-loop", 2, 2),
    ("simple-loop", 6, 7),
    ("yajilin", 5, 4),
    ("yajilin", 7, 6),
    ("country-road", 6, 6),
    ("moon-or-sun", 6, 7),
    ("masyu", 4, 5),
    ("masyu", 7, 6),
    ("linesweeper", 4, 5),
    ("linesweeper", 7, 6),
];

#[test]
fn puzzles_of_every_kind_are_unique_by_a_second_method() {
    let is_listed = |kind: &PuzzleKind| SIZES.iter().any(|(listed, ..)| *listed == kind.name());
    let others = varied().iter().filter(|kind| !is_listed(kind));
    let others = others.flat_map(|&kind| [(kind, 4, 5), (kind, 7, 6)]);
    // puzzles of Reachability cannot be generated
    let others = others.filter(|(kind, ..)| *kind != PuzzleKind::Reachability);
    let listed = SIZES.iter().map(|&(name, rows, cols)| (kind(name), rows, cols));
    for (kind, rows, cols) in listed.chain(others) {
        for seed in 0..4 {
            let made = generate(&GenerateOptions::new(kind, rows, cols), seed).expect("a puzzle");
            assert!(is_unique(&made.puzzle), "{kind} {rows}x{cols}, seed {seed}");
            assert_eq!(made.puzzle.check(&made.solution), Ok(()));
        }
    }
}

/// Sizes of kinds of which no puzzle, or none with one solution, was found in 4 x 4 cells.
const OTHER_SIZES: &[(&str, usize, usize)] = &[
    ("binairo", 6, 6),
    ("consecutive-sudoku", 6, 6),
    ("detour", 6, 6),
    ("doppelblock", 3, 3),
    ("eulero", 3, 3),
    ("factors", 3, 3),
    ("gappy", 9, 9),
    ("regional-yajilin", 5, 5),
    ("shimaguni", 5, 5),
    ("trinairo", 6, 6),
];

/// Three of four kinds that are text files were refused.
#[test]
fn every_kind_of_a_file_is_generated_again_by_its_seed() {
    let kinds = PuzzleKind::all().iter().filter(|kind| kind.file_text().is_some());
    for &kind in kinds.filter(|kind| !varied().contains(kind)) {
        if origin_of_clues(kind).is_none() && frame(kind, 4, 4).is_err() {
            let error = generate(&GenerateOptions::new(kind, 4, 4), 1).expect_err("a refusal");
            assert!(error.to_string().contains("cannot be generated"), "{kind}: {error}");
            continue;
        }
        let size = OTHER_SIZES.iter().find(|(name, ..)| *name == kind.name());
        let (rows, cols) = size.map_or((4, 4), |&(_, rows, cols)| (rows, cols));
        let options = GenerateOptions::new(kind, rows, cols);
        let made = generate(&options, 1).unwrap_or_else(|error| panic!("{kind}: {error}"));
        assert!(is_unique(&made.puzzle), "{kind}");
        assert_eq!(made.puzzle.check(&made.solution), Ok(()), "{kind}");
        assert_eq!(generate(&options, 1).expect("a puzzle").puzzle, made.puzzle, "{kind}");
    }
}

/// No Entry Exit was found in 1000 attempts, because random rooms seldom have one solution. Rooms change where another
/// solution differs.
#[test]
fn rooms_change_until_the_solution_is_unique() {
    let options = GenerateOptions::new(kind("entry-exit"), 10, 10);
    let made = generate(&options, 1).expect("a puzzle");
    assert!(is_unique(&made.puzzle));
    assert_eq!(generate(&options, 1).expect("a puzzle").puzzle, made.puzzle);
}

/// Random rooms seldom have one place for each star, and no Star Battle of ten rows was found; a room that shrinks goes on to
/// shrink. Two rules about connected cells took cuts without end, and the numbers along a path a search without end.
#[test]
fn boards_of_hard_kinds_are_generated() {
    for (name, side) in [("star-battle", 8), ("yin-yang", 6), ("hidoku", 7), ("numbrix", 7)] {
        let options = GenerateOptions::new(kind(name), side, side);
        let made = generate(&options, 1).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(is_unique(&made.puzzle), "{name}");
        assert_eq!(generate(&options, 1).expect("a puzzle").puzzle, made.puzzle, "{name}");
    }
}

/// Magnets had rooms of five cells, a jigsaw rooms that cannot have each value, and a Hashi no clue at all.
#[test]
fn generated_boards_are_those_of_the_kind() {
    for (name, side, size) in [("magnets", 4, 2), ("jigsaw-sudoku", 5, 5), ("patchwork", 6, 3)] {
        for seed in 0..3 {
            let options = GenerateOptions::new(kind(name), side, side);
            let made = generate(&options, seed).expect("a puzzle");
            let Puzzle::Written(puzzle) = &made.puzzle else { panic!("{name}") };
            let rooms = puzzle.clues().cells.regions();
            assert!(rooms.cells().iter().all(|cells| cells.len() == size), "{name} {seed}");
        }
    }
    let odd = GenerateOptions::new(kind("magnets"), 5, 5);
    let error = generate(&odd, 1).expect_err("an odd number of cells");
    assert!(error.to_string().contains("each room has 2 cells"), "{error}");
    for name in ["hashi", "samurai-sudoku", "thermometer"] {
        assert_eq!(origin_of_clues(kind(name)), None, "{name}");
    }
}

/// Lists of names in the generator said which rooms a kind has, and which kinds are refused, so a copy of a kind was neither.
#[test]
fn a_copy_of_a_kind_is_generated_as_the_kind_is() {
    let copy = |name: &str, old: &str, new: &str| {
        let text = kind(name).file_text().expect("a kind of a file");
        assert!(text.contains(old), "{text}");
        let text = text.replacen(&format!("kind {name}"), "kind mine", 1).replacen(old, new, 1);
        PuzzleKind::Written(WrittenKind::parse(&text).expect("a kind"))
    };
    let jigsaw = copy("jigsaw-sudoku", "", "");
    let made = generate(&GenerateOptions::new(jigsaw, 5, 5), 1).expect("a puzzle");
    let Puzzle::Written(puzzle) = &made.puzzle else { panic!("{:?}", made.puzzle) };
    let rooms = puzzle.clues().cells.regions();
    assert!(rooms.cells().iter().all(|cells| cells.len() == 5), "{}", puzzle.write());
    let whim = "\ngenerate no \"a whim\"\ndraw ";
    for refused in [copy("tents", "\ndraw ", whim), copy("masyu", "\ndraw ", whim)] {
        assert_eq!(origin_of_clues(refused), None);
        let error = generate(&GenerateOptions::new(refused, 5, 5), 1).expect_err("a refusal");
        assert!(error.to_string().starts_with("mine cannot be generated: a whim\n"), "{error}");
    }
}

/// Kinds of files were refused in a single row. Only a loop through cells needs two; some others have no puzzle there.
#[test]
fn thin_grids_are_generated_unless_the_kind_is_a_loop() {
    let mut made = 0;
    for &kind in PuzzleKind::all().iter().filter(|kind| kind.file_text().is_some()) {
        let is_loop = kind.family() == SolutionFamily::CellLoop;
        let options = GenerateOptions { attempts: 5, ..GenerateOptions::new(kind, 1, 4) };
        match generate(&options, 1) {
            Ok(one) => {
                assert!(is_unique(&one.puzzle), "{kind}");
                made += 1;
            }
            Err(error) => {
                assert!(is_loop || !error.to_string().contains("use 2 to"), "{kind}: {error}");
            }
        }
    }
    assert!(made > 20, "{made} kinds");
}

#[test]
fn variants_are_kept() {
    for (kind, variant) in [
        (PuzzleKind::Hamilton, "cycle"),
        (PuzzleKind::Numberlink, "cover"),
        (PuzzleKind::Numberlink, "free"),
    ] {
        let wish = GenerateOptions {
            variant: Some(variant.to_owned()),
            ..GenerateOptions::new(kind, 4, 6)
        };
        let made = generate(&wish, 5).expect("a puzzle");
        assert_eq!(made.puzzle.variant(), Some(variant));
        assert!(is_unique(&made.puzzle));
    }
}

/// Regression: once all solutions were known, the unsatisfiable core contained no clues, and none were kept.
#[test]
fn clues_are_kept_when_all_solutions_are_known() {
    let way = GenerationRoute::Grow(Growth::Random);
    for seed in 0..20 {
        let wish =
            GenerateOptions { route: way, ..GenerateOptions::new(PuzzleKind::Slitherlink, 1, 3) };
        assert!(is_unique(&generate(&wish, seed).expect("a puzzle").puzzle), "seed {seed}");
    }
}

/// No clue can be removed from a puzzle that these strategies generate.
#[test]
fn minimal_puzzles_have_no_superfluous_clue() {
    let ways = [
        GenerationRoute::TopDown(Strategy::MultiBranch),
        GenerationRoute::TopDown(Strategy::Minimum),
        GenerationRoute::Grow(Growth::Random),
        GenerationRoute::Grow(Growth::Least),
        GenerationRoute::Grow(Growth::Last),
        GenerationRoute::Grow(Growth::First),
    ];
    for (kind, rows, cols) in [
        (PuzzleKind::Slitherlink, 4, 4),
        (PuzzleKind::Sudoku, 4, 4),
        (PuzzleKind::Hamilton, 4, 4),
        (kind("chaos"), 3, 4),
        (kind("masyu"), 4, 4),
        (kind("geradeweg"), 4, 4),
        (kind("shingoki"), 4, 4),
        (kind("balance-loop"), 4, 4),
        (kind("linesweeper"), 4, 4),
    ] {
        for way in ways {
            let wish = GenerateOptions {
                route: way,
                difficulty: Some(Difficulty::Any),
                ..GenerateOptions::new(kind, rows, cols)
            };
            let made = generate(&wish, 11).expect("a puzzle");
            assert!(is_unique(&made.puzzle), "{kind}, {way:?}");
            let (frame, clues) = taken_apart(&made.puzzle);
            assert_eq!(clues.len(), made.clues);
            for index in 0..clues.len() {
                assert!(!is_unique(&without(&*frame, &clues, index)), "{kind}, {way:?}");
            }
        }
    }
}

/// Two adjacent black cells beside a line of the loop cannot become white: then the puzzle has several solutions.
#[test]
fn simple_loops_have_no_superfluous_pair_of_black_cells() {
    let mut pairs = 0;
    for seed in 0..6 {
        let wish = GenerateOptions {
            difficulty: Some(Difficulty::Any),
            ..GenerateOptions::new(kind("simple-loop"), 6, 6)
        };
        let made = generate(&wish, seed);
        let made = made.expect("a puzzle");
        let ClueGrid { grid, symbols, .. } = made.puzzle.clue_grid().expect("clues in cells");
        let black: Vec<bool> = symbols.iter().map(Option::is_some).collect();
        assert_eq!(black.iter().filter(|&&black| black).count(), made.clues);
        let graph = Graph::of_cells(grid);
        for edge in graph.edges().filter(|edge| graph.ends(*edge).iter().all(|&end| black[end])) {
            // the link beside this one, across two sides of a square of four cells
            let [a, b] = graph.ends(edge);
            let beside = graph.edges().filter(|line| {
                let ends = graph.ends(*line);
                let is_square = graph.edge_between(a, ends[0]).is_some()
                    && graph.edge_between(b, ends[1]).is_some();
                is_square && made.solution.has(line.index())
            });
            if beside.count() > 0 {
                let mut fewer = symbols.clone();
                fewer[a] = None;
                fewer[b] = None;
                let fewer = made.puzzle.kind().puzzle_of_clues(&ClueGrid::new(grid, fewer));
                assert!(!is_unique(&fewer.expect("a puzzle")), "seed {seed}, {a} and {b}");
                pairs += 1;
            }
        }
    }
    assert!(pairs > 0);
}

/// A circle of the frame holds in a loop if and only if the puzzle with this circle alone accepts the loop.
#[test]
fn circles_hold_where_the_checker_accepts_them() {
    let frame = frame(kind("masyu"), 3, 3).expect("a frame");
    let loops = brute_force(frame.empty()).expect("a small puzzle");
    let mut held = 0;
    for solution in &loops {
        for clue in frame.possible() {
            let is_accepted = frame.with(&[clue]).check(solution).is_ok();
            assert_eq!(frame.holds(clue, solution), is_accepted, "{}", frame.name(clue));
            held += usize::from(is_accepted);
        }
    }
    assert!(held > 0);
}

/// Three strategies find equally few clues for a solution, and no smaller set suffices; all are tried.
#[test]
fn minimum_strategies_find_the_fewest_clues() {
    let by = |strategy| {
        let way = GenerationRoute::TopDown(strategy);
        let wish =
            GenerateOptions { route: way, ..GenerateOptions::new(PuzzleKind::Slitherlink, 3, 3) };
        generate(&wish, 21).expect("a puzzle")
    };
    let [minimum, up, down] =
        [Strategy::Minimum, Strategy::ExploreBottomUp, Strategy::ExploreTopDown].map(by);
    assert_eq!((minimum.clues, &minimum.solution), (up.clues, &up.solution));
    assert_eq!((minimum.clues, &minimum.solution), (down.clues, &down.solution));
    let (frame, _) = taken_apart(&minimum.puzzle);
    let all = frame.all_of(&minimum.solution);
    for set in 0_u32..1 << all.len() {
        if (set.count_ones() as usize) < minimum.clues {
            let chosen = all.iter().enumerate().filter(|(index, _)| set >> index & 1 == 1);
            let chosen: Vec<PlacedClue> = chosen.map(|(_, &given)| given).collect();
            assert!(!is_unique(&frame.with(&chosen)), "{chosen:?}");
        }
    }
}

#[test]
fn probabilistic_strategies_use_all_iterations() {
    for strategy in Strategy::ALL.into_iter().filter(|strategy| strategy.is_probabilistic()) {
        let by = |iterations| {
            let way = GenerationRoute::TopDown(strategy);
            let wish = GenerateOptions {
                route: way,
                iterations,
                difficulty: Some(Difficulty::Any),
                ..GenerateOptions::new(PuzzleKind::NeighborNumber, 5, 5)
            };
            generate(&wish, 3).expect("a puzzle")
        };
        let (once, often) = (by(1), by(20));
        assert!(often.clues <= once.clues && often.tested_sets > once.tested_sets, "{strategy:?}");
        assert!(is_unique(&often.puzzle), "{strategy:?}");
    }
}

#[test]
fn symmetry_is_kept() {
    for symmetry in Symmetry::ALL {
        for kind in [PuzzleKind::Slitherlink, PuzzleKind::Hamilton, kind("masyu")] {
            let wish = GenerateOptions { symmetry, ..GenerateOptions::new(kind, 6, 6) };
            let made = generate(&wish, 2).expect("a puzzle");
            let (frame, clues) = taken_apart(&made.puzzle);
            let grouped: usize = symmetry.groups(&*frame, &clues).iter().map(|one| one.len()).sum();
            assert_eq!(grouped, clues.len(), "{kind}, {symmetry:?}");
        }
    }
}

/// The level computed from the puzzle alone, as by `encycle grade`, is the requested one.
#[test]
fn puzzles_have_the_requested_difficulty() {
    let kinds = [
        (PuzzleKind::Slitherlink, 7, 7),
        (PuzzleKind::Slitherlynx, 5, 5),
        (PuzzleKind::Sudoku, 9, 9),
        (PuzzleKind::NeighborNumber, 5, 5),
        (PuzzleKind::Numberlink, 6, 6),
        (kind("simple-loop"), 6, 6),
        (kind("masyu"), 7, 7),
    ];
    for (kind, rows, cols) in kinds {
        // the medium techniques solve nearly every Simple Loop with one solution
        let is_simple = kind.name() == "simple-loop";
        for level in Level::ALL.into_iter().filter(|&level| !is_simple || level < Level::Hard) {
            let difficulty = Some(Difficulty::Level(level));
            let wish = GenerateOptions { difficulty, ..GenerateOptions::new(kind, rows, cols) };
            let made = generate(&wish, 1).expect("a puzzle");
            assert_eq!(level_of(&made.puzzle), Some(level), "{kind}");
            assert!(is_unique(&made.puzzle), "{kind}, {level}");
        }
        let wish = GenerateOptions {
            difficulty: Some(Difficulty::NO_GUESSING),
            ..GenerateOptions::new(kind, rows, cols)
        };
        let made = generate(&wish, 2).expect("a puzzle");
        assert!(level_of(&made.puzzle).is_some(), "{kind}");
    }
}

/// With techniques, a missing clue was any clue of the frame, also one that does not hold in the solution. The sets of
/// `minimum` then grew to contradictions, and it never ended.
#[test]
fn minimum_ends_with_techniques_for_every_kind_with_clues() {
    let kinds = [
        (PuzzleKind::NeighborNumber, 4, 4),
        (kind("chaos"), 3, 4),
        (PuzzleKind::Sudoku, 4, 4),
        (PuzzleKind::Slitherlink, 3, 3),
        (PuzzleKind::Slitherlynx, 3, 3),
        (PuzzleKind::Hamilton, 3, 4),
    ];
    let timeout = Some(std::time::Duration::from_secs(60));
    for (kind, rows, cols) in kinds {
        let wish = GenerateOptions {
            route: GenerationRoute::TopDown(Strategy::Minimum),
            difficulty: Some(Difficulty::NO_GUESSING),
            timeout,
            ..GenerateOptions::new(kind, rows, cols)
        };
        let fewest = generate(&wish, 1).expect("a puzzle").clues;
        let route = GenerationRoute::TopDown(Strategy::ExploreTopDown);
        assert_eq!(
            generate(&GenerateOptions { route, ..wish }, 1).expect("a puzzle").clues,
            fewest
        );
    }
}

/// `first` began without clues, so it chose the clues of the first solution that the solver finds: the same for every
/// seed.
#[test]
fn growth_finds_another_solution_with_another_seed() {
    for growth in Growth::ALL {
        let wish = GenerateOptions {
            route: GenerationRoute::Grow(growth),
            ..GenerateOptions::new(PuzzleKind::Sudoku, 9, 9)
        };
        let made = [1, 2, 3].map(|seed| generate(&wish, seed).expect("a puzzle").solution);
        assert!(made[0] != made[1] && made[1] != made[2] && made[0] != made[2], "{growth:?}");
    }
}

/// Labath 2010, section 3.2, recommends random clues first, and another heuristic at the end.
#[test]
fn growth_may_begin_with_many_random_clues() {
    for random_clues in [0, 20, 1000] {
        let wish = GenerateOptions {
            route: GenerationRoute::Grow(Growth::Least),
            random_clues: Some(random_clues),
            ..GenerateOptions::new(kind("chaos"), 4, 4)
        };
        assert!(is_unique(&generate(&wish, 1).expect("a puzzle").puzzle), "{random_clues}");
    }
}

/// Block 2024, 4.2, proposes threads for the iterations. They must not change the puzzle.
#[test]
fn parallel_iterations_find_the_same_puzzle() {
    for strategy in [Strategy::MultiBranch, Strategy::SingleBranch, Strategy::BottomUp] {
        for at_most in [None, Some(12)] {
            let wish = |jobs| GenerateOptions {
                route: GenerationRoute::TopDown(strategy),
                iterations: 20,
                jobs,
                at_most,
                difficulty: Some(Difficulty::NO_GUESSING),
                ..GenerateOptions::new(PuzzleKind::NeighborNumber, 6, 6)
            };
            let one = generate(&wish(1), 5).expect("a puzzle");
            for jobs in [2, 4] {
                let made = generate(&wish(jobs), 5).expect("a puzzle");
                assert_eq!(made.puzzle, one.puzzle, "{strategy:?}, {jobs}");
                assert_eq!(made.tested_sets, one.tested_sets, "{strategy:?}, {jobs}");
                assert!((made.mean_clues - one.mean_clues).abs() < 1e-9);
            }
        }
    }
}

/// The depth limit of Block 2024, 2.3.3: the first set that is small enough ends the search.
#[test]
fn a_search_ends_with_few_enough_clues() {
    for strategy in Strategy::ALL {
        let wish = |at_most| GenerateOptions {
            route: GenerationRoute::TopDown(strategy),
            iterations: 50,
            at_most,
            difficulty: Some(Difficulty::NO_GUESSING),
            ..GenerateOptions::new(PuzzleKind::NeighborNumber, 5, 5)
        };
        let fewest = generate(&wish(None), 3).expect("a puzzle");
        let made = generate(&wish(Some(9)), 3).expect("a puzzle");
        assert!(made.clues <= 9 && made.clues >= fewest.clues, "{strategy:?}: {}", made.clues);
        if strategy == Strategy::ExploreTopDown {
            assert!(made.tested_sets * 10 < fewest.tested_sets && fewest.repeated_sets > 0);
        }
    }
    let wish = GenerateOptions {
        at_most: Some(2),
        attempts: 2,
        ..GenerateOptions::new(PuzzleKind::Sudoku, 9, 9)
    };
    let error = generate(&wish, 1).expect_err("no Sudoku with two clues").to_string();
    assert!(error.contains("no puzzle found in 2 attempts"), "{error}");
}

/// To compare strategies, they must start from the same solutions, even if one of them gives up more solutions.
#[test]
fn strategies_start_from_the_same_solutions() {
    let mut later = 0;
    for seed in 0..20 {
        let made = [Strategy::MultiBranch, Strategy::SingleBranch].map(|strategy| {
            let wish = GenerateOptions {
                route: GenerationRoute::TopDown(strategy),
                difficulty: Some(Difficulty::Level(Level::Medium)),
                ..GenerateOptions::new(PuzzleKind::Slitherlink, 4, 4)
            };
            generate(&wish, seed).expect("a puzzle")
        });
        if made[0].attempts == made[1].attempts {
            assert_eq!(made[0].solution, made[1].solution, "seed {seed}");
            later += usize::from(made[0].attempts > 1);
        }
    }
    assert!(later > 0, "in no case did both strategies give up a solution");
}

/// A puzzle of Block's level medium may be easy, too.
#[test]
fn puzzles_up_to_a_level_may_be_easier() {
    let levels: Vec<Option<Level>> = (0..20)
        .map(|seed| {
            let wish = GenerateOptions {
                difficulty: Some(Difficulty::UpTo(Level::Medium)),
                ..GenerateOptions::new(PuzzleKind::Slitherlink, 5, 5)
            };
            level_of(&generate(&wish, seed).expect("a puzzle").puzzle)
        })
        .collect();
    assert!(levels.iter().all(|level| level.is_some_and(|level| level <= Level::Medium)));
    assert!(levels.contains(&Some(Level::Easy)) && levels.contains(&Some(Level::Medium)));
}

/// Strategies that find few clues were given up if more clues were demanded.
#[test]
fn every_strategy_keeps_as_many_clues_as_demanded() {
    for route in GenerationRoute::all() {
        let wish = GenerateOptions {
            route,
            at_least: 9,
            attempts: 20,
            ..GenerateOptions::new(PuzzleKind::Sudoku, 4, 4)
        };
        let made = generate(&wish, 1).expect("a puzzle");
        assert!(made.clues >= 9 && is_unique(&made.puzzle), "{route:?}: {}", made.clues);
    }
}

/// The groups of a symmetry differ in size, so a set of fewer groups may have more clues.
#[test]
fn exhaustive_strategies_find_the_fewest_clues_with_symmetry() {
    let cases = [
        (PuzzleKind::Slitherlink, 3, Symmetry::Rotate4),
        (PuzzleKind::Slitherlynx, 3, Symmetry::Rotate4),
        (PuzzleKind::Sudoku, 4, Symmetry::Diagonal),
    ];
    for (kind, side, symmetry) in cases {
        for seed in 1..4 {
            let exhaustive =
                [Strategy::ExploreTopDown, Strategy::ExploreBottomUp, Strategy::Minimum];
            let clues = exhaustive.map(|strategy| {
                let route = GenerationRoute::TopDown(strategy);
                let wish =
                    GenerateOptions { route, symmetry, ..GenerateOptions::new(kind, side, side) };
                generate(&wish, seed).expect("a puzzle").clues
            });
            assert_eq!(clues, [clues[0]; 3], "{kind}, seed {seed}");
        }
    }
}
