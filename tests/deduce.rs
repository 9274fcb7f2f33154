//! Deduction without guessing against all solutions: no technique takes one away, and levels are nested.

mod binary;
mod random;

use std::collections::BTreeSet;

use encycle::count::brute_force;
use encycle::deduce::{Deducer, Level, Verdict, grade, level_of, techniques};
use encycle::formats;
use encycle::puzzle::{Kind, Puzzle};
use encycle::search::{EmbeddedSession, Enumerator, Found, Options};
use encycle_encodings::logic::Choices;
use encycle_encodings::puzzle::Solution;
use random::{Draft, Random};

/// Up to so many solutions: all of them, or some to compare with.
const MANY: usize = 200;

fn solutions(puzzle: &Puzzle) -> Vec<Solution> {
    if let Some(all) = brute_force(puzzle) {
        return all;
    }
    let name = puzzle.complete_encoding(puzzle.embedded_encoding());
    let encoding = puzzle.encoding(&name).expect("an encoding");
    let mut session = EmbeddedSession::new(Choices::default(), None);
    let mut all = Enumerator::new(&*encoding, &mut session, Options::default());
    let mut solutions = Vec::new();
    while solutions.len() < MANY {
        match all.next(&mut ()).expect("the solver works") {
            Found::Solution(solution) => solutions.push(solution),
            _ => break,
        }
    }
    solutions
}

/// Every level against these solutions of a puzzle, and against the level below; the names of the techniques that
/// acted are added.
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
            Verdict::Solved(only) => {
                assert_eq!(solutions, [only.clone()], "{puzzle:?}");
                assert_eq!(solved.as_ref(), Some(only), "{puzzle:?}");
            }
            Verdict::Contradiction => assert!(solutions.is_empty(), "{puzzle:?}"),
            Verdict::Open => {}
        }
        let is_contradiction = deduced.verdict == Verdict::Contradiction;
        assert_eq!(solved.is_some(), matches!(deduced.verdict, Verdict::Solved(_)));
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

/// Small puzzles of every kind, without a solution, with one and with many. The deducers are those of the puzzle
/// before, of whatever size it was, so that what they keep must not matter.
#[test]
fn no_technique_takes_a_solution_away() {
    for &kind in Kind::ALL {
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
        // subsets of three and more want larger boxes, and so do fish
        let all: BTreeSet<&str> = techniques(kind).iter().map(|technique| technique.name).collect();
        eprintln!(
            "{kind}: {several} {solved} idle {:?}",
            all.difference(&acted).collect::<Vec<_>>()
        );
        assert!(acted.is_subset(&all), "{kind}: {acted:?}");
    }
}
