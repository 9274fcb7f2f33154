//! Independent methods must agree on random puzzles: who does not is reported with the smallest puzzle on
//! which it still disagrees.
//!
//! `ENCYCLE_ORACLE_SECONDS=3600 cargo test --release --test oracle -- --nocapture` looks for long;
//! `ENCYCLE_ORACLE_SEED` begins with another puzzle, and is what a report names.

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

/// How many solutions a puzzle has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Count {
    /// Exactly so many.
    Exactly(u64),
    /// So many, perhaps more: the method does not count further.
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

/// A way to count: the count, or `None` where it does not serve. A failure is a count of its own, with which
/// nobody agrees.
type Way = fn(&Puzzle) -> Result<Option<Count>, String>;

/// Each method, and how many puzzles go by for one that it is asked about.
const METHODS: &[(&str, u64, Way)] = &[
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

/// What is not counted any further in this process, and through files.
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
    // the numbers of such puzzles are small
    u64::try_from(count).map(|count| Some(Count::Exactly(count))).map_err(|error| error.to_string())
}

fn counted(
    encoding: &dyn Encoding,
    session: &mut dyn Session,
    most: u64,
) -> Result<Option<Count>, String> {
    counted_with(encoding, session, most, SearchOptions::default())
}

fn counted_with(
    encoding: &dyn Encoding,
    session: &mut dyn Session,
    most: u64,
    options: SearchOptions,
) -> Result<Option<Count>, String> {
    let mut all = Enumerator::new(encoding, session, options);
    for count in 0..most {
        match all.next(&mut ()).map_err(|failure| failure.to_string())? {
            NextSolution::Solution(_) => {}
            NextSolution::Exhausted => return Ok(Some(Count::Exactly(count))),
            NextSolution::Unknown(reason) => return Err(reason),
        }
    }
    Ok(Some(Count::AtLeast(most)))
}

/// The encodings that have all solutions, the default of external solvers first.
fn encodings(puzzle: &Puzzle) -> Vec<Box<dyn Encoding + '_>> {
    let names = puzzle.encoding_names().into_iter();
    let encodings = names.filter_map(|name| puzzle.encoding(&name).ok());
    encodings.filter(|one| one.completeness() == Completeness::Complete).collect()
}

fn first(puzzle: &Puzzle) -> Result<Box<dyn Encoding + '_>, String> {
    encodings(puzzle).into_iter().next().ok_or_else(|| "no encoding has all solutions".to_owned())
}

/// By cubes, and the encoding that serves the built-in solver best, presolved where that goes.
fn by_sat(puzzle: &Puzzle) -> Result<Option<Count>, String> {
    let best = puzzle.encoding(&puzzle.builtin_encoding()).map_err(|error| error.to_string())?;
    let best = match best.completeness() {
        Completeness::Complete => best,
        _ => first(puzzle)?,
    };
    let mut session = BatSatSession::new(LoweringOptions::default(), None);
    counted(&*puzzle.presolved(best), &mut session, MANY)
}

/// With a clause against each solution, which an external solver gets.
fn by_clauses(puzzle: &Puzzle) -> Result<Option<Count>, String> {
    external(
        puzzle,
        &if cfg!(feature = "installed-solvers") { "minisat".to_owned() } else { own_binary() },
    )
}

/// One of the other encodings, by one of the CNF methods: which, the puzzle says.
fn by_other_encoding(puzzle: &Puzzle) -> Result<Option<Count>, String> {
    let encodings = encodings(puzzle);
    let mut random = Random::new(format!("{puzzle:?}").bytes().map(u64::from).sum());
    let encoding = &encodings[random.below(encodings.len())];
    let method = random.of(CnfMethod::ALL);
    let mut session = BatSatSession::new(method.into(), Some(1));
    counted(&**encoding, &mut session, MANY)
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

/// With the points of the relaxation cut off, where the encoding knows how.
fn by_microlp(puzzle: &Puzzle) -> Result<Option<Count>, String> {
    let mut session = MicrolpSession::new(LoweringOptions::default());
    let options = SearchOptions { fractional: true, ..SearchOptions::default() };
    counted_with(&*first(puzzle)?, &mut session, SOME, options)
}

fn external(puzzle: &Puzzle, solver: &str) -> Result<Option<Count>, String> {
    let solver = find(solver).unwrap_or_else(|error| panic!("{error}"));
    let session = external_session(solver, LoweringOptions::default());
    let mut session = session.map_err(|failure| failure.to_string())?;
    counted(&*first(puzzle)?, &mut *session, SOME)
}

/// What the methods say of a puzzle, if two of them do not agree.
fn disagreement(puzzle: &Puzzle, methods: &[(&str, u64, Way)], turn: u64) -> Option<String> {
    let asked = methods.iter().filter(|&&(_, every, _)| turn.is_multiple_of(every));
    let said: Vec<_> = asked.map(|&(name, _, way)| (name, way(puzzle))).collect();
    let agree = said.iter().enumerate().all(|(place, (_, one))| {
        said[place..].iter().all(|(_, other)| match (one, other) {
            (Ok(Some(one)), Ok(Some(other))) => one.agrees_with(*other),
            (Err(_), _) | (_, Err(_)) => false,
            _ => true,
        })
    });
    (!agree).then(|| said.iter().map(|(name, said)| format!("{name}: {said:?}\n")).collect())
}

/// The smallest draft to be reached by leaving out rows, columns, clues and walls one by one on which the
/// methods still disagree, and what they say of it.
fn shrunk(draft: Draft, methods: &[(&str, u64, Way)], turn: u64) -> (Draft, String) {
    let fails = |draft: &Draft| disagreement(&draft.puzzle()?, methods, turn);
    let mut said = fails(&draft).unwrap_or_default();
    let mut draft = draft;
    while let Some((smaller, says)) =
        draft.smaller().into_iter().find_map(|smaller| fails(&smaller).map(|says| (smaller, says)))
    {
        (draft, said) = (smaller, says);
    }
    (draft, said)
}

/// Looks for a disagreement about a puzzle of one of these kinds; the report names the seed, the
/// smallest puzzle and what each method says. Without one, how many puzzles there were of each kind, and
/// how many of them had a solution, and exactly one.
fn look(
    kinds: &[PuzzleKind],
    methods: &[(&str, u64, Way)],
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
                let (small, said) = shrunk(draft, methods, seed);
                return Err(format!("ENCYCLE_ORACLE_SEED={seed}\n{}{said}", small.text()));
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

fn number(variable: &str, default: u64) -> u64 {
    let Ok(text) = std::env::var(variable) else { return default };
    text.parse().unwrap_or_else(|_| panic!("{variable}={text}: give a number"))
}

#[test]
fn all_methods_agree() {
    let time = Duration::from_secs(number("ENCYCLE_ORACLE_SECONDS", 10));
    let first = number("ENCYCLE_ORACLE_SEED", 1);
    let start = Instant::now();
    // a few of each kind in any case
    let goes_on = |turn| turn < 17 || start.elapsed() < time;
    match look(PuzzleKind::ALL, METHODS, first, goes_on) {
        Err(report) => panic!("the methods disagree\n{report}"),
        Ok(seen) => {
            for (kind, [puzzles, solvable, unique]) in seen {
                println!(
                    "{kind}: {puzzles} puzzles, {solvable} with a solution, {unique} with one"
                );
                assert!(solvable > 0 && solvable < puzzles, "{kind}: all puzzles are alike");
            }
        }
    }
}

/// A method that is wrong about some puzzles: is it found, and on the smallest puzzle?
fn report_on(kind: PuzzleKind, wrong: Way) -> String {
    let methods = [("sat", 1, by_sat as Way), ("wrong", 1, wrong)];
    look(&[kind], &methods, 1, |turn| turn < 500).expect_err("a wrong method goes unnoticed")
}

fn one_more(puzzle: &Puzzle, is_wrong: bool) -> Result<Option<Count>, String> {
    Ok(by_sat(puzzle)?.map(|count| match count {
        Count::Exactly(count) => Count::Exactly(count + u64::from(is_wrong)),
        many => many,
    }))
}

/// One cell is all that it takes to have a 3 in a corner.
#[test]
fn a_method_that_miscounts_with_a_3_in_the_corner_is_found_and_shrunk_to_one_cell() {
    let report = report_on(PuzzleKind::Slitherlink, |puzzle| {
        let Puzzle::Slitherlink(loops) = puzzle else { return Ok(None) };
        let has_3 = loops.clues().any(|(cell, clue)| (cell.row, cell.col, clue) == (0, 0, 3));
        one_more(puzzle, has_3)
    });
    let (_, puzzle) = report.split_once('\n').expect("the seed");
    let said = "sat: Ok(Some(Exactly(0)))\nwrong: Ok(Some(Exactly(1)))\n";
    assert_eq!(puzzle, format!("slitherlink 1 1\n3\n{said}"));
}

/// Of a pair and its walls nothing can be left out: a path over a corner takes two rows and two columns.
#[test]
fn a_method_that_sees_no_corners_is_shrunk_to_one_corner() {
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

/// Failures count as disagreement, also of a single method, and shrink too.
#[test]
fn a_method_that_fails_where_a_wall_may_stand_is_shrunk_to_that_wall() {
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
