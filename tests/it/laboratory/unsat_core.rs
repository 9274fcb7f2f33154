//! Which clauses a proof of uniqueness uses: `encycle core`.

use std::fs;

use encycle::encodings::encoding::EXCLUDED;
use encycle::encodings::logic::{CnfMethod, LoweringOptions};
use encycle::puzzle::{Puzzle, PuzzleKind};
use encycle::report::CoreReport;
use encycle::solvers::{Limits, Refuted, refute};
use encycle::unsat_core::{CoreError, CoreOptions, UnsatCore, UsedClause, Without, unsat_core};

use crate::support::binary::{code, encycle, stderr, stdout};
use crate::support::kinds::sample;

/// Refutes the clauses of a core that are chosen.
fn refuted(core: &UnsatCore, is_chosen: impl Fn(&UsedClause) -> bool) -> Refuted {
    let numbers = |clause: &UsedClause| -> Vec<i32> {
        clause.literals.iter().map(|literal| literal.to_ipasir()).collect()
    };
    let chosen: Vec<Vec<i32>> =
        core.clauses.iter().filter(|clause| is_chosen(clause)).map(numbers).collect();
    refute(&chosen, &Limits::default())
}

#[test]
fn the_used_clauses_alone_have_no_model_and_needed_families_are_needed() {
    let mut kinds = 0;
    let mut is_smaller = false;
    for &kind in PuzzleKind::all() {
        let puzzle = sample(kind);
        for cnf in [CnfMethod::Direct, CnfMethod::Tseitin] {
            let options = CoreOptions {
                lowering: LoweringOptions::from(cnf),
                without_families: true,
                ..CoreOptions::default()
            };
            let core = match unsat_core(&puzzle, &options) {
                Ok(core) => core,
                Err(CoreError::Several) => continue,
                Err(error) => panic!("{kind}: {error}"),
            };
            kinds += 1;
            assert!(matches!(refuted(&core, |one| one.uses > 0), Refuted::Yes(_)), "{kind}");
            is_smaller |= core.clauses.iter().any(|one| one.uses == 0);
            let solution = core.solution.as_ref().expect("a solution");
            assert!(puzzle.check(solution).is_ok());
            let sum = |of: fn(&UsedClause) -> usize| core.clauses.iter().map(of).sum::<usize>();
            let rows = core.families.iter();
            assert_eq!(rows.clone().map(|row| row.clauses).sum::<usize>(), core.clauses.len());
            let used = rows.clone().map(|row| row.used).sum::<usize>();
            assert_eq!(used, sum(|one| usize::from(one.uses > 0)), "{kind}");
            for row in rows {
                let found = refuted(&core, |one| one.origin.family != row.family);
                let is_needed = found == Refuted::No;
                assert_eq!(
                    row.without == Some(Without::Needed),
                    is_needed,
                    "{kind}, {}",
                    row.family
                );
                // a needed family is in every core
                assert!(!is_needed || row.used > 0, "{kind}, {}", row.family);
            }
        }
    }
    assert!(kinds >= 6 && is_smaller, "{kinds}");
}

#[test]
fn a_puzzle_without_solution_has_a_core_and_one_with_several_has_none() {
    let of = |text: &str| {
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        unsat_core(&puzzle, &CoreOptions::default())
    };
    let core = of("slitherlink 2 2\n33\n33\n").expect("no solution");
    assert!(core.solution.is_none());
    assert!(core.families.iter().all(|row| row.family != EXCLUDED));
    // the word of the other commands
    assert_eq!(CoreReport::new("-", &core).claim, "no-solution");
    assert!(matches!(of("slitherlink 1 2\n..\n"), Err(CoreError::Several)));
}

#[test]
fn tables_and_pictures_of_a_core_are_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let [puzzle, heat, graph] = ["p.txt", "heat.svg", "graph.svg"].map(path);
    fs::write(&puzzle, "slitherlink 5 5\n3.1..\n....1\n321.3\n..3..\n32..3\n").expect("a file");
    let output = encycle(&["core", &puzzle, "--needed", "--svg", &heat, "--graph", &graph]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("unique (edge, direct)") && text.contains("needed"), "{text}");
    let [heat, graph] = [heat, graph].map(|file| fs::read_to_string(file).expect("a picture"));
    assert!(heat.contains("class=\"heat\"") && heat.contains("100 % of the greatest heat"));
    assert!(heat.contains(" clauses a cell</text>"), "{heat}");
    assert!(graph.contains("<title>h_1_1: ") && graph.contains(">degree</text>"));

    let output = encycle(&["core", "-", "--svg", "-"]);
    assert_eq!(code(&output), 2);
    fs::write(&puzzle, "slitherlink 1 2\n..\n").expect("a file");
    let output = encycle(&["core", &puzzle, "--json"]);
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains("several solutions"), "{}", stdout(&output));
    let output = encycle(&["core", &puzzle, &puzzle, "--graph", "x.svg"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("a picture needs one puzzle, not 2"), "{}", stderr(&output));
}
