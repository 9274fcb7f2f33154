//! Independent methods count the solutions of random puzzles and must agree. A disagreement is reported with the
//! smallest puzzle that shows it.
//!
//! `ENCYCLE_ORACLE_SECONDS=3600 cargo test --release --test slow oracle -- --nocapture` searches for an hour.
//! `ENCYCLE_ORACLE_SEED` sets the first seed; a report names its seed.

use std::time::{Duration, Instant};

use encycle::count::{self, CountMethod, brute_force};
use encycle::encodings::encoding::{Completeness, Encoding};
use encycle::encodings::kinds::reachability::Wall;
use encycle::encodings::logic::{CnfMethod, LoweringOptions};
use encycle::puzzle::{Puzzle, PuzzleKind};
use encycle::solve::{
    BatSatSession, Enumerator, MicrolpSession, NextSolution, SearchOptions, Session,
    external_session,
};
use encycle::solvers::find;

use crate::support::binary::own_binary;
use crate::support::random::{Draft, Random};

/// The number of solutions of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Count {
    /// The exact number.
    Exactly(u64),
    /// A lower bound: the method stops counting there.
    AtLeast(u64),
}

impl Count {
    fn agrees_with(self, other: Self) -> bool {
        match (self, other) {
            (Self::Exactly(one), Self::Exactly(other)) => one == other,
            (Self::Exactly(one), Self::AtLeast(least))
            | (Self::AtLeast(least), Self::Exactly(one)) => one >= least,
            (Self::AtLeast(_), Self::AtLeast(_)) => true,
        }
    }
}

/// A method: returns the count, or `None` if it does not apply. A failure disagrees with every result.
type Method = fn(&Puzzle) -> Result<Option<Count>, String>;

/// The methods by name. A method runs on every n-th puzzle.
const METHODS: &[(&str, u64, Method)] = &[
    ("brute force", 1, by_brute_force),
    ("zdd", 1, by_zdd),
    ("sat", 1, by_sat),
    ("sat by clauses", 4, by_clauses),
    ("sat by another encoding", 2, by_other_encoding),
    #[cfg(feature = "installed-solvers")]
    ("mip highs", 16, by_highs),
    #[cfg(feature = "installed-solvers")]
    ("mip cbc", 16, by_cbc),
    ("mip microlp", 4, by_microlp),
];

/// Limits of the count, in this process and through files.
const MANY: u64 = 5_000;
const SOME: u64 = 4;

fn by_brute_force(puzzle: &Puzzle) -> Result<Option<Count>, String> {
    Ok(brute_force(puzzle).map(|solutions| Count::Exactly(solutions.len() as u64)))
}

fn by_zdd(puzzle: &Puzzle) -> Result<Option<Count>, String> {
    if puzzle.line_problem().is_none() {
        return Ok(None);
    }
    let count = count::count(puzzle, CountMethod::Zdd, &count::CountOptions::default());
    let count = count.map_err(|error| error.to_string())?.solutions;
    // the counts of such small puzzles fit
    u64::try_from(count).map(|count| Some(Count::Exactly(count))).map_err(|error| error.to_string())
}

fn counted(
    encoding: &Encoding<'_>,
    session: &mut dyn Session,
    most: u64,
) -> Result<Option<Count>, String> {
    counted_with(encoding, session, most, SearchOptions::default())
}

fn counted_with(
    encoding: &Encoding<'_>,
    session: &mut dyn Session,
    most: u64,
    options: SearchOptions,
) -> Result<Option<Count>, String> {
    let mut all = Enumerator::new(encoding, session, options);
    for count in 0..most {
        match all.next_solution(&mut ()).map_err(|failure| failure.to_string())? {
            NextSolution::Solution(_) => {}
            NextSolution::Exhausted => return Ok(Some(Count::Exactly(count))),
            NextSolution::Unknown(reason) => return Err(reason),
        }
    }
    Ok(Some(Count::AtLeast(most)))
}

/// The complete encodings; the default for external solvers comes first.
fn encodings(puzzle: &Puzzle) -> Vec<Encoding<'_>> {
    let names = puzzle.encoding_names().into_iter();
    let encodings = names.filter_map(|name| puzzle.encoding(&name).ok());
    encodings.filter(|one| one.completeness() == Completeness::Complete).collect()
}

fn first(puzzle: &Puzzle) -> Result<Encoding<'_>, String> {
    encodings(puzzle).into_iter().next().ok_or_else(|| "no encoding has all solutions".to_owned())
}

/// Enumerates by cubes with the default encoding of the built-in solver, presolved if possible.
fn by_sat(puzzle: &Puzzle) -> Result<Option<Count>, String> {
    let best = puzzle.encoding(&puzzle.builtin_encoding()).map_err(|error| error.to_string())?;
    let best = match best.completeness() {
        Completeness::Complete => best,
        _ => first(puzzle)?,
    };
    let mut session = BatSatSession::new(LoweringOptions::default(), None);
    counted(&puzzle.presolved(best), &mut session, MANY)
}

/// Enumerates with a blocking clause for each solution, by an external solver.
fn by_clauses(puzzle: &Puzzle) -> Result<Option<Count>, String> {
    external(
        puzzle,
        &if cfg!(feature = "installed-solvers") { "minisat".to_owned() } else { own_binary() },
    )
}

/// Enumerates by an encoding and a CNF method that depend on the puzzle.
fn by_other_encoding(puzzle: &Puzzle) -> Result<Option<Count>, String> {
    let encodings = encodings(puzzle);
    let mut random = Random::new(format!("{puzzle:?}").bytes().map(u64::from).sum());
    let encoding = &encodings[random.below(encodings.len())];
    let method = random.of(CnfMethod::ALL);
    let mut session = BatSatSession::new(method.into(), Some(1));
    counted(encoding, &mut session, MANY)
        .map_err(|failure| format!("{} by {}: {failure}", encoding.name(), method.name()))
}

#[cfg(feature = "installed-solvers")]
fn by_highs(puzzle: &Puzzle) -> Result<Option<Count>, String> {
    external(puzzle, "highs")
}

#[cfg(feature = "installed-solvers")]
fn by_cbc(puzzle: &Puzzle) -> Result<Option<Count>, String> {
    external(puzzle, "cbc")
}

/// Enumerates by rows, with cuts of the linear relaxation if the encoding has them.
fn by_microlp(puzzle: &Puzzle) -> Result<Option<Count>, String> {
    let mut session = MicrolpSession::new(LoweringOptions::default());
    let options = SearchOptions { fractional: true, ..SearchOptions::default() };
    counted_with(&first(puzzle)?, &mut session, SOME, options)
}

fn external(puzzle: &Puzzle, solver: &str) -> Result<Option<Count>, String> {
    let solver = find(solver).unwrap_or_else(|error| panic!("{error}"));
    let session = external_session(solver, LoweringOptions::default());
    let mut session = session.map_err(|failure| failure.to_string())?;
    counted(&first(puzzle)?, &mut *session, SOME)
}

/// The results of all methods if two of them disagree.
fn disagreement(puzzle: &Puzzle, methods: &[(&str, u64, Method)], turn: u64) -> Option<String> {
    let due = methods.iter().filter(|&&(_, every, _)| turn.is_multiple_of(every));
    let results: Vec<_> = due.map(|&(name, _, method)| (name, method(puzzle))).collect();
    let agree = results.iter().enumerate().all(|(place, (_, one))| {
        results[place..].iter().all(|(_, other)| match (one, other) {
            (Ok(Some(one)), Ok(Some(other))) => one.agrees_with(*other),
            (Err(_), _) | (_, Err(_)) => false,
            _ => true,
        })
    });
    (!agree)
        .then(|| results.iter().map(|(name, results)| format!("{name}: {results:?}\n")).collect())
}

/// Removes rows, columns, clues and walls one by one while the methods still disagree. Returns the smallest draft and
/// the results for it.
fn shrunk(draft: Draft, methods: &[(&str, u64, Method)], turn: u64) -> (Draft, String) {
    let fails = |draft: &Draft| disagreement(&draft.puzzle()?, methods, turn);
    let mut results = fails(&draft).unwrap_or_default();
    let mut draft = draft;
    while let Some((smaller, says)) =
        draft.smaller().into_iter().find_map(|smaller| fails(&smaller).map(|says| (smaller, says)))
    {
        (draft, results) = (smaller, says);
    }
    (draft, results)
}

/// Searches for a disagreement about puzzles of these kinds. The error names the seed, the smallest puzzle and the
/// results. Otherwise returns for each kind the number of puzzles, of solvable ones, and of those with one solution.
fn look(
    kinds: &[PuzzleKind],
    methods: &[(&str, u64, Method)],
    first: u64,
    goes_on: impl Fn(u64) -> bool,
) -> Result<Vec<(PuzzleKind, [u64; 3])>, String> {
    let mut seen: Vec<(PuzzleKind, [u64; 3])> = kinds.iter().map(|&kind| (kind, [0; 3])).collect();
    let mut seed = first;
    while goes_on(seed - first) {
        for (kind, counts) in &mut seen {
            let draft = Draft::random(*kind, &mut Random::new(seed));
            let Some(puzzle) = draft.puzzle() else { continue };
            if disagreement(&puzzle, methods, seed).is_some() {
                let (small, results) = shrunk(draft, methods, seed);
                return Err(format!("ENCYCLE_ORACLE_SEED={seed}\n{}{results}", small.text()));
            }
            let Ok(Some(Count::Exactly(count) | Count::AtLeast(count))) = by_sat(&puzzle) else {
                continue;
            };
            counts[0] += 1;
            counts[1] += u64::from(count > 0);
            counts[2] += u64::from(count == 1);
        }
        seed += 1;
    }
    Ok(seen)
}

pub(crate) fn number(variable: &str, default: u64) -> u64 {
    let Ok(text) = std::env::var(variable) else { return default };
    text.parse().unwrap_or_else(|_| panic!("{variable}={text}: give a number"))
}

#[test]
fn all_methods_agree() {
    let time = Duration::from_secs(number("ENCYCLE_ORACLE_SECONDS", 10));
    let first = number("ENCYCLE_ORACLE_SEED", 1);
    let start = Instant::now();
    // at least a few of each kind
    let goes_on = |turn| turn < 17 || start.elapsed() < time;
    match look(PuzzleKind::all(), METHODS, first, goes_on) {
        Err(report) => panic!("the methods disagree\n{report}"),
        Ok(seen) => {
            for (kind, [puzzles, solvable, unique]) in seen {
                println!(
                    "{kind}: {puzzles} puzzles, {solvable} with a solution, {unique} with one"
                );
                let is_varied = solvable > 0 && solvable < puzzles;
                // the random boards are made for the programmed kinds
                assert!(is_varied || kind.file_text().is_some(), "{kind}: all puzzles are alike");
            }
        }
    }
}

/// The report about a method that is wrong for some puzzles.
fn report_on(kind: PuzzleKind, wrong: Method) -> String {
    let methods = [("sat", 1, by_sat as Method), ("wrong", 1, wrong)];
    look(&[kind], &methods, 1, |turn| turn < 500).expect_err("a wrong method goes unnoticed")
}

fn one_more(puzzle: &Puzzle, is_wrong: bool) -> Result<Option<Count>, String> {
    Ok(by_sat(puzzle)?.map(|count| match count {
        Count::Exactly(count) => Count::Exactly(count + u64::from(is_wrong)),
        many => many,
    }))
}

/// The smallest puzzle with a 3 in the corner has one cell.
#[test]
fn a_miscount_with_a_3_in_the_corner_is_shrunk_to_one_cell() {
    let report = report_on(PuzzleKind::Slitherlink, |puzzle| {
        let Puzzle::Slitherlink(loops) = puzzle else { return Ok(None) };
        let has_3 = loops.clues().any(|(cell, clue)| (cell.row, cell.col, clue) == (0, 0, 3));
        one_more(puzzle, has_3)
    });
    let (_, puzzle) = report.split_once('\n').expect("the seed");
    let results = "sat: Ok(Some(Exactly(0)))\nwrong: Ok(Some(Exactly(1)))\n";
    assert_eq!(puzzle, format!("slitherlink 1 1\n3\n{results}"));
}

/// A path around a corner needs two rows and two columns.
#[test]
fn a_miscount_of_bent_paths_is_shrunk_to_one_corner() {
    let report = report_on(PuzzleKind::Numberlink, |puzzle| {
        let Puzzle::Numberlink(links) = puzzle else { return Ok(None) };
        let Some(grid) = links.grid() else { return Ok(None) };
        let is_straight = |ends: [usize; 2]| {
            let [a, b] = ends.map(|end| grid.cell_at(end));
            a.row == b.row || a.col == b.col
        };
        let bent = !links.pairs().iter().all(|pair| is_straight(pair.ends));
        one_more(puzzle, bent)
    });
    let puzzle: Vec<&str> = report.lines().skip(1).collect();
    assert!(puzzle[0].starts_with("numberlink 2 2"), "{report}");
    assert!(puzzle[1] != ".." && puzzle[2] != "..", "{report}");
    assert_eq!(puzzle[1..3].concat().matches('.').count(), 2, "{report}");
}

/// A failure of one method is a disagreement and is shrunk likewise.
#[test]
fn a_failure_with_free_walls_is_shrunk_to_one_wall() {
    let report = report_on(PuzzleKind::Reachability, |puzzle| {
        let Puzzle::Reachability(question) = puzzle else { return Ok(None) };
        match question.walls().contains(&Wall::Free) {
            true => Err("a wall".to_owned()),
            false => by_sat(puzzle),
        }
    });
    let (_, puzzle) = report.split_once('\n').expect("the seed");
    let sides = ["reachability 1 2\n.?.\n", "reachability 2 1\n.\n?\n.\n"];
    assert!(sides.iter().any(|side| puzzle.starts_with(side)), "{report}");
}
