//! The tables of Block 2024, chapter 3: Neighbor Numbers by size, level and algorithm.

use encycle::deduce::Level;
use encycle::generate::{Difficulty, GenerateOptions, GenerationRoute, Strategy};
use encycle::puzzle::PuzzleKind;

use super::generated::Samples;
use super::runs::Runner;
use super::table::{seconds, table};
use super::{Blocks, Fallible};

/// Repeats Tables 3.1 to 3.5: clues, times, and the nodes of the search trees.
pub fn algorithms(runner: &Runner) -> Fallible<Blocks> {
    let mut rows = Vec::new();
    let mut trees = Vec::new();
    for (side, puzzles, figures) in [(5, 25, BLOCK_5), (6, 10, BLOCK_6), (7, 2, BLOCK_7)] {
        for (level, lines) in Level::ALL.into_iter().zip(figures) {
            for (strategy, (clues, paper_seconds, rate)) in SEARCHES.into_iter().zip(lines) {
                let options = neighbor_number(side, level, strategy, 50);
                let samples = Samples::of(&options, puzzles.min(runner.seeds()), runner.limit())?;
                let head =
                    [format!("{side}x{side}"), level.to_string(), strategy.name().to_owned()];
                let paper = [clues, paper_seconds, rate].map(str::to_owned);
                let own = samples.as_ref().map_or_else(
                    || ["–"; 3].map(str::to_owned),
                    |samples| {
                        let spent = samples.mean(|one| one.seconds);
                        let sets = samples.mean(|one| one.generated.tested_sets as f64);
                        [
                            format!("{:.1}", samples.mean(|one| one.generated.clues as f64)),
                            seconds(spent),
                            format!("{:.0}", sets / spent),
                        ]
                    },
                );
                let cells = own.into_iter().zip(paper).flat_map(|(own, paper)| [own, paper]);
                rows.push(head.clone().into_iter().chain(cells).collect());
                let tree =
                    TREES.iter().find(|tree| (tree.0, tree.1, tree.2) == (side, level, strategy));
                let (Some((.., nodes, repeated)), Some(samples)) = (tree, &samples) else {
                    continue;
                };
                let mean = |count: fn(&encycle::generate::GeneratedPuzzle) -> u64| {
                    format!("{:.0}", samples.mean(|one| count(&one.generated) as f64))
                };
                let tree = [
                    mean(|made| made.tested_sets),
                    nodes.to_string(),
                    mean(|made| made.repeated_sets),
                    repeated.to_string(),
                ];
                trees.push(head.into_iter().chain(tree).collect());
            }
        }
    }
    let heading =
        ["size", "level", "algorithm", "clues", "paper", "s", "paper", "sets per s", "paper"];
    let algorithms =
        table(&heading.map(str::to_owned), rows) + "\n" + &runner.told_seeds("mean", "");
    let heading = ["size", "level", "algorithm", "sets", "paper", "repeated", "paper"];
    let trees = table(&heading.map(str::to_owned), trees);
    Ok(vec![("block-algorithms".to_owned(), algorithms), ("block-trees".to_owned(), trees)])
}

/// Repeats Table 3.6: the number of clues by iterations, on 6x6 cells.
pub fn iterations(runner: &Runner) -> Fallible<Blocks> {
    let mut rows = Vec::new();
    for (iterations, level, strategy, paper) in ITERATIONS {
        let options = neighbor_number(6, level, strategy, iterations);
        let samples = Samples::of(&options, 10 * runner.seeds(), runner.limit())?;
        let Some(samples) = samples else { continue };
        let own = [
            format!("{:.1}", samples.mean(|one| one.generated.clues as f64)),
            format!("{:.1}", samples.mean(|one| one.generated.mean_clues)),
            seconds(samples.mean(|one| one.seconds)),
            format!("{:.0}", samples.mean(|one| one.generated.tested_sets as f64)),
        ];
        let cells = own.into_iter().zip(paper).flat_map(|(own, paper)| [own, paper.to_owned()]);
        let head = [iterations.to_string(), level.to_string(), strategy.name().to_owned()];
        rows.push(head.into_iter().chain(cells).collect());
    }
    let heading = [
        "iterations",
        "level",
        "algorithm",
        "clues",
        "paper",
        "mean layer",
        "paper",
        "s",
        "paper",
        "sets",
        "paper",
    ];
    let text = table(&heading.map(str::to_owned), rows)
        + "\n"
        + &runner.told_seeds("mean", "; ten times as many in this table");
    Ok(vec![("block-iterations".to_owned(), text)])
}

/// Returns the options for a level of the paper, whose puzzles may also be solvable by a lower level.
fn neighbor_number(
    side: usize,
    level: Level,
    strategy: Strategy,
    iterations: usize,
) -> GenerateOptions {
    GenerateOptions {
        route: GenerationRoute::TopDown(strategy),
        iterations,
        difficulty: Some(Difficulty::UpTo(level)),
        ..GenerateOptions::new(PuzzleKind::NeighborNumber, side, side)
    }
}

/// Block 2024, Table 3.5: nodes of the search trees, and duplicates that were avoided.
const TREES: [(usize, Level, Strategy, u64, u64); 12] = [
    (5, Level::Easy, Strategy::ExploreTopDown, 3240, 1953),
    (5, Level::Medium, Strategy::ExploreTopDown, 13688, 23629),
    (5, Level::Hard, Strategy::ExploreTopDown, 13593, 22959),
    (6, Level::Easy, Strategy::ExploreTopDown, 6483, 2483),
    (6, Level::Medium, Strategy::ExploreTopDown, 74205, 169_030),
    (6, Level::Hard, Strategy::ExploreTopDown, 146_861, 633_490),
    (5, Level::Easy, Strategy::ExploreBottomUp, 21464, 156_976),
    (5, Level::Medium, Strategy::ExploreBottomUp, 7849, 62515),
    (5, Level::Hard, Strategy::ExploreBottomUp, 6620, 53192),
    (6, Level::Easy, Strategy::ExploreBottomUp, 212_243, 1_816_582),
    (6, Level::Medium, Strategy::ExploreBottomUp, 34681, 351_236),
    (6, Level::Hard, Strategy::ExploreBottomUp, 60220, 555_626),
];

/// A row of Table 3.6: iterations, level, algorithm; clues, layer, seconds and nodes of the paper.
type IterationRow = (usize, Level, Strategy, [&'static str; 4]);

/// Block 2024, Table 3.6. The last measurement of the paper was aborted.
const ITERATIONS: [IterationRow; 18] = [
    (1, Level::Easy, Strategy::MultiBranch, ["11.9", "11.9", "0.063", "39"]),
    (1, Level::Easy, Strategy::SingleBranch, ["16.3", "16.3", "0.004", "2.66"]),
    (1, Level::Easy, Strategy::BottomUp, ["16.3", "16.3", "0.052", "16"]),
    (1, Level::Hard, Strategy::MultiBranch, ["7.04", "7.04", "0.858", "38"]),
    (1, Level::Hard, Strategy::SingleBranch, ["12.47", "12.47", "0.126", "7"]),
    (1, Level::Hard, Strategy::BottomUp, ["13.17", "13.17", "0.422", "13"]),
    (10, Level::Easy, Strategy::MultiBranch, ["11.1", "11.7", "0.650", "389"]),
    (10, Level::Easy, Strategy::SingleBranch, ["14.5", "16.3", "0.028", "27"]),
    (10, Level::Easy, Strategy::BottomUp, ["14.6", "16.3", "0.472", "163"]),
    (10, Level::Hard, Strategy::MultiBranch, ["6.4", "7.3", "8.807", "379"]),
    (10, Level::Hard, Strategy::SingleBranch, ["9.8", "13.2", "1.094", "58"]),
    (10, Level::Hard, Strategy::BottomUp, ["9.4", "12.8", "4.197", "128"]),
    (50, Level::Easy, Strategy::MultiBranch, ["11.1", "11.8", "4.104", "1932"]),
    (50, Level::Easy, Strategy::SingleBranch, ["13.5", "16.4", "0.141", "131"]),
    (50, Level::Easy, Strategy::BottomUp, ["13.6", "16.3", "2.366", "816"]),
    (50, Level::Hard, Strategy::MultiBranch, ["–", "–", "–", "–"]),
    (50, Level::Hard, Strategy::SingleBranch, ["8.4", "12.9", "5.967", "306"]),
    (50, Level::Hard, Strategy::BottomUp, ["8.2", "12.8", "20.390", "639"]),
];

/// The five algorithms of Block 2024, in the order of the paper.
const SEARCHES: [Strategy; 5] = [
    Strategy::ExploreTopDown,
    Strategy::ExploreBottomUp,
    Strategy::SingleBranch,
    Strategy::MultiBranch,
    Strategy::BottomUp,
];

/// Mean number of clues, mean time in seconds and sets per second, as printed in the paper, by level and
/// algorithm.
type Figures = [[(&'static str, &'static str, &'static str); 5]; 3];

/// Block 2024, tables 3.1 and 3.4.
const BLOCK_5: Figures = [
    [
        ("8.9", "3.6", "899"),
        ("8.6", "33.3", "645"),
        ("10.3", "0.1", "1497"),
        ("8.8", "2.2", "718"),
        ("10", "0.9", "711"),
    ],
    [
        ("6.1", "133.9", "102"),
        ("6.0", "91.3", "86"),
        ("7.9", "1.3", "171"),
        ("6.0", "17.0", "90"),
        ("7.9", "5.2", "111"),
    ],
    [
        ("6.0", "178.9", "76"),
        ("5.9", "106.5", "62"),
        ("7.2", "1.9", "124"),
        ("6.0", "16.9", "91"),
        ("7.6", "8.1", "71"),
    ],
];

/// Block 2024, tables 3.2 and 3.4.
const BLOCK_6: Figures = [
    [
        ("11.0", "11.1", "582"),
        ("11.2", "582.7", "364"),
        ("13.7", "0.2", "625"),
        ("11.1", "3.8", "521"),
        ("13.7", "2.0", "421"),
    ],
    [
        ("7.7", "1501.5", "49"),
        ("6.5", "739.0", "47"),
        ("10.2", "2.3", "102"),
        ("7.1", "39.9", "47"),
        ("9.5", "12.9", "53"),
    ],
    [
        ("6.4", "4071.1", "36"),
        ("6.4", "1801.7", "33"),
        ("7.6", "1073", "34"),
        ("6.3", "45.4", "43"),
        ("9.6", "19.7", "34"),
    ],
];

/// Block 2024, tables 3.3 and 3.4.
const BLOCK_7: Figures = [
    [
        ("14.0", "26.6", "394"),
        ("15.0", "9910.0", "204"),
        ("16.8", "221.8", "588"),
        ("14.0", "9.3", "241"),
        ("17.1", "5.8", "169"),
    ],
    [
        ("-", ">5h", "-"),
        ("-", ">5h", "-"),
        ("13.4", "3.8", "61"),
        ("11.7", "68.1", "41"),
        ("12.2", "35.2", "24"),
    ],
    [
        ("-", ">5h", "-"),
        ("-", ">5h", "-"),
        ("10.5", "8.0", "39"),
        ("8", "103.6", "21"),
        ("9.9", "45.6", "17"),
    ],
];
