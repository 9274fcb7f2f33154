//! Every registered kind of puzzle has examples, formats, pictures and encodings that solvers accept.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use encycle::encodings::encoding::CutKind;
use encycle::encodings::logic::{CnfMethod, LoweringOptions};
use encycle::encodings::puzzle::{Solution, SolutionForm};
use encycle::formats::{self, Parsed, PuzzleFormat};
use encycle::puzzle::PuzzleKind;
use encycle::solve::{BatSatSession, Verdict};
use serde_json::Value;

use crate::formats::graphs::is_same;
use crate::support::binary::{code, encycle, with_input};
use crate::support::kinds::{agrees, decisive, examples, sample, solved};

fn load(path: &Path) -> Parsed {
    formats::load(path.to_str().expect("text"), None).unwrap_or_else(|error| panic!("{error}"))
}

fn text(path: &Path) -> &str {
    path.to_str().expect("text")
}

/// Each kind has examples with exactly one solution, equal to the solution file if there is one.
#[test]
fn every_kind_has_examples_with_one_solution() {
    for &kind in PuzzleKind::all() {
        let examples = examples(kind);
        assert!(!examples.is_empty(), "{kind} has no example");
        for path in examples {
            let parsed = load(&path);
            assert_eq!(parsed.puzzle.kind(), kind, "{path:?}");
            let output = encycle(&["solve", text(&path), "--unique", "--json"]);
            let json = String::from_utf8_lossy(&output.stdout);
            assert_eq!(code(&output), 0, "{path:?}: {json}");
            let answer: Value = serde_json::from_str(&json).expect("JSON");
            assert_eq!(answer["verdict"], "unique", "{path:?}");
            assert_eq!(answer["kind"], kind.name());
            let told = path.with_extension("").to_string_lossy().into_owned() + ".solution.txt";
            if Path::new(&told).exists() {
                assert_eq!(code(&encycle(&["check", text(&path), &told])), 0, "{told}");
                let found = solved(
                    &parsed.puzzle,
                    &parsed.puzzle.builtin_encoding(),
                    &mut BatSatSession::new(LoweringOptions::default(), None),
                    None,
                );
                let expected = formats::load_solution(Path::new(&told), &parsed.puzzle);
                assert_eq!(found.1, Some(expected.expect("a solution")), "{told}");
            }
        }
    }
}

/// All encodings, CNF methods and kinds of cut give the same verdict with the built-in solver.
#[test]
fn all_encodings_agree() {
    for &kind in PuzzleKind::all() {
        let puzzle = sample(kind);
        let mut verdicts = Vec::new();
        for name in decisive(&puzzle) {
            let kinds = puzzle.encoding(&name).expect("a known name").cut_kinds();
            let kinds: Vec<Option<CutKind>> = match kinds {
                [] => vec![None],
                kinds => kinds.iter().copied().map(Some).collect(),
            };
            for cuts in kinds {
                for &method in CnfMethod::ALL {
                    let mut session = BatSatSession::new(method.into(), Some(1));
                    verdicts.push(solved(&puzzle, &name, &mut session, cuts).0);
                }
            }
        }
        assert!(verdicts.windows(2).all(|pair| pair[0] == pair[1]), "{kind}: {verdicts:?}");
        assert!(matches!(verdicts[0], Verdict::Unique | Verdict::Several), "{kind}");
    }
}

#[test]
fn microlp_agrees() {
    agrees("microlp");
}

/// The output of `encycle sat` for each encoding is decoded by its map, and by the name of the encoding.
#[test]
fn saved_outputs_of_every_encoding_are_decoded() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    for &kind in PuzzleKind::all() {
        let puzzle = file("puzzle.txt");
        fs::write(&puzzle, kind.sample()).expect("a file");
        for name in decisive(&sample(kind)) {
            let (cnf, map) = (file("formula.cnf"), file("formula.map"));
            let encode =
                ["encode", "--force", &puzzle, "--encoding", &name, "-o", &cnf, "--map", &map];
            assert_eq!(code(&encycle(&encode)), 0);
            let said = encycle(&["sat", &cnf]);
            assert_eq!(code(&said), 10, "{kind} by {name} is satisfiable");
            let said = String::from_utf8_lossy(&said.stdout).into_owned();
            let is_exact = sample(kind).encoding(&name).expect("a known name").is_exact();
            for with_map in [true, false] {
                let way = if with_map { ["--map", &map] } else { ["--encoding", &name] };
                let decode = [&["decode", &puzzle, "-", "--json"][..], &way].concat();
                let output = with_input(&decode, &said);
                let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
                let verdict = answer["verdict"].as_str().expect("a verdict");
                let allowed: &[&str] =
                    if is_exact { &["solved"] } else { &["solved", "rule-broken"] };
                assert!(allowed.contains(&verdict), "{kind} by {name}: {answer}");
                // several loops in a model are not worth a note
                assert_eq!(answer["notes"].as_array().map(Vec::len), Some(0), "{answer}");
            }
        }
    }
}

/// An unsatisfiable formula of an underapproximation proves nothing.
#[test]
fn an_unsatisfiable_underapproximation_is_unknown() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let (puzzle, cnf, map) = (file("puzzle.txt"), file("formula.cnf"), file("formula.map"));
    // the straight path leaves cells uncovered, and the long path touches itself
    fs::write(&puzzle, "numberlink 2 2 free\n1.\n1.\n").expect("a file");
    let encoding = ["--encoding", "induced+cover"];
    let encode =
        [&["encode", "--force", &puzzle, "-o", &cnf, "--map", &map][..], &encoding].concat();
    assert_eq!(code(&encycle(&encode)), 0);
    assert_eq!(code(&encycle(&["sat", &cnf])), 20);
    let decode = ["decode", &puzzle, "-", "--map", &map];
    assert_eq!(code(&with_input(&decode, "s UNSATISFIABLE\n")), 3);
    assert_eq!(code(&encycle(&[&["solve", &puzzle][..], &encoding].concat())), 3);
    // in a race the complete encoding decides
    let race =
        ["solve", &puzzle, "--unique", "--race-encodings", "induced,induced+cover", "--json"];
    let output = encycle(&race);
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((code(&output), &answer["verdict"]), (1, &"several".into()), "{answer}");
}

/// `encycle lint` finds no error in the formulas of any encoding.
#[test]
fn formulas_of_every_encoding_are_clean() {
    let folder = tempfile::tempdir().expect("a folder");
    for &kind in PuzzleKind::all() {
        for name in sample(kind).encoding_names() {
            for ending in ["cnf", "lp"] {
                let path = folder.path().join(format!("formula.{ending}"));
                let encode = ["encode", "--force", "-", "--encoding", &name, "-o", text(&path)];
                assert_eq!(code(&with_input(&encode, kind.sample())), 0, "{kind} by {name}");
                let lint = encycle(&["lint", text(&path), "--json"]);
                let report: Value = serde_json::from_slice(&lint.stdout).expect("JSON");
                assert_eq!(report["errors"], 0, "{kind} by {name}: {report}");
            }
        }
    }
}

/// `sizes` counts every encoding, and `explain` has a meaning for the first, middle and last clause and row.
#[test]
fn every_encoding_is_counted_and_explained() {
    for &kind in PuzzleKind::all() {
        let names = sample(kind).encoding_names();
        let sizes = ["sizes", "-", "--encoding", "all", "--json"];
        let output = with_input(&sizes, kind.sample());
        assert_eq!(code(&output), 0);
        let lines: Vec<Value> = String::from_utf8_lossy(&output.stdout)
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        assert_eq!(lines.len(), names.len(), "{kind}");
        for (line, name) in lines.iter().zip(&names) {
            assert_eq!(line["encoding"], **name);
            let clauses = line["total"]["clauses"].as_u64().expect("a number");
            let rows = line["total"]["lp_rows"].as_u64().expect("a number");
            for (which, count) in [("--clause", clauses), ("--row", rows)] {
                for number in [1, count / 2 + 1, count].into_iter().filter(|&n| n <= count) {
                    let number = number.to_string();
                    let explain = ["explain", "-", "--encoding", name, which, &number];
                    let output = with_input(&explain, kind.sample());
                    let told = String::from_utf8_lossy(&output.stdout).into_owned();
                    assert_eq!(code(&output), 0, "{kind} by {name}, {which} {number}");
                    let rule = told.lines().find(|line| line.starts_with("rule ")).expect("a rule");
                    let meaning = rule.split_once(": ").map_or("", |(_, meaning)| meaning);
                    assert!(!meaning.is_empty(), "{kind} by {name}, {which} {number}: {told}");
                }
            }
        }
    }
}

/// Writing and reading a puzzle in any format gives the same puzzle.
#[test]
fn every_example_survives_its_formats() {
    for &kind in PuzzleKind::all() {
        let mut written = 0;
        for path in examples(kind) {
            let puzzle = load(&path).puzzle;
            for &format in PuzzleFormat::ALL {
                let Ok(text) = formats::write(&puzzle, format) else { continue };
                written += 1;
                let again = formats::read(&text, Some(kind));
                let again = again.unwrap_or_else(|error| panic!("{path:?} as {format}: {error}"));
                // a grid written as a graph is a different puzzle with the same solutions
                if again.puzzle.extent() == puzzle.extent() {
                    assert!(is_same(&again.puzzle, &puzzle), "{path:?} as {format}");
                    assert_eq!(again.format, format, "{path:?}");
                }
                let to = encycle(&["convert", path.to_str().expect("text"), "--to", format.name()]);
                assert_eq!(String::from_utf8_lossy(&to.stdout).trim_end(), text.trim_end());
            }
        }
        assert!(written > 0, "{kind} is written nowhere");
    }
}

/// A picture in ASCII has another sign for each sign of the picture. Arrows, moons and suns were all printed as `?`.
fn assert_signs_differ(picture: &[u8], ascii: &[u8], path: &Path) {
    let [picture, ascii] =
        [picture, ascii].map(|bytes| String::from_utf8(bytes.to_vec()).expect("UTF-8"));
    assert!(ascii.is_ascii(), "{path:?}");
    assert_eq!(picture.chars().count(), ascii.len(), "{path:?}");
    let lines = '\u{2500}'..='\u{257f}';
    let pairs = picture.chars().zip(ascii.chars()).filter(|(sign, _)| !lines.contains(sign));
    let mut signs = BTreeMap::new();
    for (sign, substitute) in pairs.filter(|&(sign, _)| !sign.is_ascii()) {
        assert_ne!(substitute, '?', "{path:?}: {sign}");
        assert_eq!(*signs.entry(substitute).or_insert(sign), sign, "{path:?}: {substitute}");
    }
}

/// Pictures of every example as text and SVG, with and without its solution.
#[test]
fn every_example_is_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    for &kind in PuzzleKind::all() {
        for path in examples(kind) {
            let answer = encycle(&["solve", text(&path), "--json"]);
            let solution = folder.path().join("answer.json");
            fs::write(&solution, &answer.stdout).expect("a file");
            let picture = ["convert", text(&path), "--to", "picture"];
            let solved = [&picture[..], &["--solution", text(&solution)]].concat();
            let (bare, full) = (encycle(&picture), encycle(&solved));
            assert_eq!((code(&bare), code(&full)), (0, 0), "{path:?}");
            assert_ne!(bare.stdout, full.stdout, "{path:?}: the solution is not seen");
            let ascii = encycle(&[&solved[..], &["--ascii"]].concat());
            assert_signs_differ(&full.stdout, &ascii.stdout, &path);
            let svg = folder.path().join("picture.svg");
            let draw = ["convert", text(&path), "-o", text(&svg), "--force"];
            let draw = [&draw[..], &["--solution", text(&solution)]].concat();
            assert_eq!(code(&encycle(&draw)), 0, "{path:?}");
            let picture = fs::read_to_string(&svg).expect("a picture");
            roxmltree::Document::parse(&picture)
                .unwrap_or_else(|error| panic!("{path:?}: {error}"));
        }
    }
}

/// A solution with one flipped atom violates a rule, unless it is another solution; the checker names the rule.
#[test]
fn a_wrong_solution_is_refused_with_the_violated_rule() {
    for &kind in PuzzleKind::all() {
        let puzzle = sample(kind);
        let mut session = BatSatSession::new(LoweringOptions::default(), None);
        let (_, found) = solved(&puzzle, &puzzle.builtin_encoding(), &mut session, None);
        let found = found.expect("a sample has a solution");
        let mut refused = 0;
        for atom in 0..puzzle.atom_count() {
            let mut atoms = found.atoms().to_vec();
            atoms[atom] = !atoms[atom];
            if let Err(broken) = puzzle.check(&Solution::new(atoms)) {
                refused += 1;
                assert!(
                    !broken.rule.is_empty() && !broken.violation.is_empty(),
                    "{kind}: {broken}"
                );
            }
        }
        assert!(2 * refused > puzzle.atom_count(), "{kind}: {refused} of {}", puzzle.atom_count());
        let nothing = Solution::new(vec![false; puzzle.atom_count()]);
        assert!(puzzle.check(&nothing).is_err(), "{kind}: nothing at all is a solution");
    }
}

#[test]
fn the_json_key_of_a_solution_depends_on_its_form() {
    for &kind in PuzzleKind::all() {
        let output = with_input(&["solve", "-", "--json"], kind.sample());
        let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let key = match sample(kind).form() {
            SolutionForm::Edges => "edges",
            SolutionForm::Values { .. } => "cells",
            SolutionForm::Atoms => "atoms",
        };
        assert!(answer[key].is_array(), "{kind}: {answer}");
    }
}
