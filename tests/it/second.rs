//! The formula of a second solution: `encycle encode --second`.

use encycle::encodings::encoding::{ADDED_FAMILIES, Completeness, EXCLUDED, Encoding};
use encycle::encodings::export::{count_clauses, trace_clause};
use encycle::encodings::kinds::written::WrittenKind;
use encycle::encodings::logic::{CnfLowering, ConstraintSink, LoweringOptions};
use encycle::puzzle::{Puzzle, PuzzleKind};
use encycle::solve::second_solution;
use encycle::solve::{Solve, Verdict};
use encycle::solvers::{BatSat, Limits, SolverStatus};

use crate::support::binary::{code, encycle, stderr, stdout, with_input};
use crate::support::kinds::{sample, varied};

/// A model of an encoding, if it has one.
fn model(encoding: &Encoding<'_>) -> Option<Vec<bool>> {
    let mut solver = CnfLowering::new(BatSat::new(None), LoweringOptions::default());
    encoding.encode(&mut solver);
    match solver.sink().expect("a small formula").solve(&Limits::default()) {
        SolverStatus::Satisfiable(values) => {
            Some(values.into_iter().map(|value| value == Some(true)).collect())
        }
        SolverStatus::Unsatisfiable => None,
        SolverStatus::Unknown => panic!("no limit was set"),
    }
}

/// For every kind and every encoding without cuts, the formula has a model exactly if there are two solutions.
#[test]
fn the_formula_of_a_second_solution_decides_uniqueness() {
    let open: Puzzle = "slitherlink 2 2\n..\n3.\n".parse().expect("a puzzle");
    let mut several = 0;
    for puzzle in varied().iter().map(|&kind| sample(kind)).chain([open]) {
        let verdict = Solve::new(&puzzle).unique().run().expect("a run").verdict();
        let mut checked = 0;
        for name in puzzle.encoding_names() {
            let encoding = puzzle.encoding(&name).expect("a known name");
            if !encoding.is_exact() || encoding.completeness() != Completeness::Complete {
                continue;
            }
            let second = second_solution(&puzzle, encoding, &Solve::new(&puzzle));
            let second = second.unwrap_or_else(|error| panic!("{}: {error}", puzzle.kind()));
            let found = model(&second);
            assert_eq!(found.is_some(), verdict == Verdict::Several, "{} by {name}", puzzle.kind());
            if let Some(found) = found {
                let first = Solve::new(&puzzle).run().expect("a run");
                let solution = second.solution(&found);
                assert_eq!(puzzle.check(&solution), Ok(()), "{name}");
                assert_ne!(Some(&solution), first.solution(), "{name}");
                several += 1;
            }
            checked += 1;
        }
        let always_has_cuts = matches!(puzzle.kind(), PuzzleKind::Slitherlynx);
        assert!(checked > 0 || always_has_cuts, "{}", puzzle.kind());
    }
    assert!(several > 3, "{several}");
}

/// The clause that excludes the solution had the family `block`, which is a rule of Nurikabe and may be one of a kind file.
#[test]
fn no_rule_has_the_name_of_a_family_that_is_added() {
    for &kind in PuzzleKind::all() {
        let puzzle = sample(kind);
        for name in puzzle.encoding_names() {
            let families = puzzle.encoding(&name).expect("a known name").families();
            let mut names = families.iter().map(|family| family.name);
            assert_eq!(names.find(|name| ADDED_FAMILIES.contains(name)), None, "{kind} by {name}");
            for family in families {
                let is_described = !family.meaning.is_empty() && !family.source.is_empty();
                assert!(is_described, "{kind} by {name}: {}", family.name);
            }
        }
    }
    let kind = |rule: &str| {
        let rule = format!("rule {rule} for a, b in adjacent: not (shaded(a) and shaded(b))");
        let example = "example\n 1 2\n ##\n";
        let text = format!(
            "kind ownkind\nabout Shade cells.\nsymbol number 0..8\ndraw shaded cells\n{rule}\n{example}"
        );
        WrittenKind::parse(&text).err().map(|error| error.to_string()).unwrap_or_default()
    };
    let refusal = "is the name of a rule that Encycle adds";
    for name in ADDED_FAMILIES {
        assert!(kind(name).contains(refusal), "{name}: {}", kind(name));
    }
    assert!(!kind("block").contains(refusal), "{}", kind("block"));
}

/// In all kinds, `explain --second` had no sentence and no source for the clause that excludes the solution.
#[test]
fn the_clause_that_excludes_the_solution_has_a_sentence_and_a_source() {
    let choices = LoweringOptions::default();
    for &kind in PuzzleKind::all() {
        let puzzle = sample(kind);
        let names = puzzle.encoding_names();
        let mut encodings = names.iter().map(|name| puzzle.encoding(name).expect("a known name"));
        let Some(encoding) = encodings.find(Encoding::is_whole) else {
            continue;
        };
        let second = second_solution(&puzzle, encoding, &Solve::new(&puzzle));
        let second = second.unwrap_or_else(|error| panic!("{kind}: {error}"));
        let encode = |sink: &mut dyn ConstraintSink| second.encode(sink);
        let count = count_clauses(usize::MAX, choices, &encode).expect("a small formula");
        let last = trace_clause(count.expect("a number"), choices, &encode).expect("a clause");
        assert_eq!(last.origin.family, EXCLUDED, "{kind}");
        let families = second.families();
        let family = families.iter().find(|family| family.name == EXCLUDED).expect("a family");
        assert!(!family.meaning.is_empty() && !family.source.is_empty(), "{kind}");
    }
}

#[test]
fn a_puzzle_without_a_solution_has_no_second_one() {
    let output = with_input(&["encode", "-", "--second"], "slitherlink 1 2\n32\n");
    assert_eq!((code(&output), &*stdout(&output)), (2, ""));
    assert!(stderr(&output).contains("no solution was found"), "{}", stderr(&output));
}

/// The counting type line is that of the formula, and comments are left out.
#[test]
fn type_lines_and_comments_are_as_requested() {
    let head = |arguments: &[&str]| {
        let words = [&["encode", "-", "--encoding"], arguments].concat();
        let output = with_input(&words, "slitherlink 1 1\n4\n");
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        stdout(&output).lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(head(&["edge+order", "--type-line"]), "c t mc");
    assert_eq!(head(&["edge+cotree", "--type-line"]), "c t pmc");
    assert!(head(&["edge", "--no-comments"]).starts_with("p cnf 4 "));
}

/// The formula of `encode --second` of a puzzle with one solution is unsatisfiable. Its output was decoded as `no-solution`.
#[test]
fn the_map_states_what_an_unsatisfiable_formula_means() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let [puzzle, formula, map, answer] = ["p.txt", "p.cnf", "p.map", "answer"].map(path);
    let run = |arguments: &[&str]| encycle(arguments);
    for (text, verdict, expected) in
        [("slitherlink 1 2\n1.\n", "unique", 0), ("slitherlink 2 2\n..\n3.\n", "several", 1)]
    {
        std::fs::write(&puzzle, text).expect("a file");
        let files = ["-o", &formula, "--map", &map, "--force", "--encoding", "edge+order"];
        let encoded = run(&[&["encode", &puzzle, "--second"], &files[..]].concat());
        assert_eq!(code(&encoded), 0, "{}", stderr(&encoded));
        std::fs::write(&answer, stdout(&run(&["sat", &formula]))).expect("a file");
        let decoded = run(&["decode", &puzzle, &answer, "--map", &map]);
        assert_eq!(code(&decoded), expected, "{}", stdout(&decoded));
        assert!(stdout(&decoded).contains(&format!(": {verdict} (")), "{}", stdout(&decoded));
    }
    let written = std::fs::read_to_string(&map).expect("the map");
    assert!(written.contains("\nunsat no-second-solution\n"), "{written}");
    std::fs::write(&answer, "s UNSATISFIABLE\n").expect("a file");
    // a puzzle of the size of the map without a solution, so that no solution contradicts the answer
    std::fs::write(&puzzle, "slitherlink 2 2\n00\n00\n").expect("a file");
    for (meaning, verdict, expected) in [
        ("no-solution", "no-solution", 1),
        ("under-approximation", "unknown", 3),
        ("cube 3 of 8", "unknown", 3),
    ] {
        std::fs::write(&map, written.replace("no-second-solution", meaning)).expect("a file");
        let decoded = run(&["decode", &puzzle, &answer, "--map", &map]);
        assert_eq!(code(&decoded), expected, "{}", stdout(&decoded));
        assert!(stdout(&decoded).contains(&format!(": {verdict} (")), "{}", stdout(&decoded));
        let names_part = stdout(&decoded).contains("cube 3 of 8");
        assert_eq!(names_part, meaning.starts_with("cube"), "{}", stdout(&decoded));
    }
}
