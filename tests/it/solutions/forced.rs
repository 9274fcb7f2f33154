//! Forced atoms, compared with all solutions.

use encycle::count::brute_force;
use encycle::encodings::encoding::Completeness;
use encycle::encodings::logic::LoweringOptions;
use encycle::formats;
use encycle::puzzle::PuzzleKind;
use encycle::solve::{CommonAtoms, ForcedError, SearchOptions, forced};
use encycle::solvers::Stop;

use crate::support::kinds::varied;
use crate::support::random::{Draft, Random};
use crate::support::solutions::{all_of, batsat, common};

/// Random small puzzles of every kind, by every complete encoding whose variables are the atoms.
#[test]
fn forced_atoms_are_those_common_to_all_solutions() {
    for &kind in varied() {
        let (mut open, mut served) = (0, 0);
        for seed in 0..40 {
            let Some(puzzle) = Draft::random(kind, &mut Random::new(seed)).puzzle() else {
                continue;
            };
            let encoding = puzzle.default_encoding();
            let encoding = puzzle.encoding(&encoding).expect("a known name");
            let solutions = brute_force(&puzzle).unwrap_or_else(|| {
                let all = all_of(&encoding, &mut batsat(LoweringOptions::default()));
                all.into_iter().collect()
            });
            for name in puzzle.encoding_names() {
                let encoding = puzzle.encoding(&name).expect("a known name");
                if encoding.completeness() != Completeness::Complete {
                    continue;
                }
                let options = SearchOptions::default();
                let found = match forced(
                    &encoding,
                    &mut batsat(LoweringOptions::default()),
                    options,
                    &mut (),
                ) {
                    Err(ForcedError::Encoding { reason, .. }) => {
                        assert!(name.starts_with("colour"), "{name}: {reason}");
                        continue;
                    }
                    found => found.expect("no failure"),
                };
                served += 1;
                match (&solutions[..], found) {
                    ([], found) => assert_eq!(found, CommonAtoms::NoSolution, "{puzzle:?}"),
                    (_, CommonAtoms::Atoms(atoms, solution)) => {
                        let expected = common(&solutions, puzzle.atom_count());
                        assert_eq!(atoms, expected, "{name} of {puzzle:?}");
                        assert!(solutions.contains(&solution));
                        open += usize::from(atoms.contains(&None) && atoms.contains(&Some(true)));
                    }
                    (_, found) => panic!("{found:?}"),
                }
            }
        }
        assert!(served > 20, "{kind}: {served}");
        // most puzzles have no atom that is true in all solutions
        assert!(open > 0, "{kind}: no puzzle with something forced and something open");
    }
}

#[test]
fn unsuitable_encodings_are_refused_with_one_that_works() {
    for (text, encoding, said) in [
        ("slitherlink 2 2\n3.\n..\n", "colour", "`colour`: its variables are not the atoms"),
        (PuzzleKind::Numberlink.sample(), "induced", "`induced`: it excludes solutions"),
    ] {
        let puzzle = formats::read(text, None).expect("a puzzle").puzzle;
        let encoding = puzzle.encoding(encoding).expect("a known name");
        let error = forced(
            &encoding,
            &mut batsat(LoweringOptions::default()),
            SearchOptions::default(),
            &mut (),
        );
        let error = error.expect_err("it cannot").to_string();
        assert!(error.contains(said), "{error}");
        let other = error.rsplit("use ").next().expect("a name");
        let encoding = puzzle.encoding(other).expect("a known name");
        assert!(
            forced(
                &encoding,
                &mut batsat(LoweringOptions::default()),
                SearchOptions::default(),
                &mut ()
            )
            .is_ok()
        );
    }
}

#[test]
fn a_stop_request_gives_unknown() {
    let puzzle = formats::read(PuzzleKind::Slitherlink.sample(), None).expect("a sample").puzzle;
    let encoding = puzzle.encoding("edge").expect("a known name");
    let stop = Stop::default();
    stop.request();
    let options = SearchOptions { stop, ..SearchOptions::default() };
    let found = forced(&encoding, &mut batsat(LoweringOptions::default()), options, &mut ())
        .expect("no failure");
    assert_eq!(found, CommonAtoms::Unknown("the search was stopped".to_owned(), None));
}
