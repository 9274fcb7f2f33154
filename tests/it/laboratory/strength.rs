//! What formulas derive by unit propagation: `encycle strength`.

use std::fs;

use encycle::encodings::encoding::Encoding;
use encycle::encodings::export::{count_clauses, list_clauses};
use encycle::encodings::logic::{CnfMethod, ConstraintSink, Lit, LoweringOptions};
use encycle::encodings::puzzle::Solution;
use encycle::problem::Problem as _;
use encycle::puzzle::Puzzle;
use encycle::strength::{MeasuredFormula, Share, StrengthOptions, measure_strength};

use crate::support::binary::{code, encycle, stderr, stdout};
use crate::support::kinds::{sample, varied};

/// Scans the clauses again and again; `None` if one is false.
fn propagated(clauses: &[Vec<Lit>], mut values: Vec<Option<bool>>) -> Option<Vec<Option<bool>>> {
    loop {
        let mut has_changed = false;
        for clause in clauses {
            let value = |lit: &Lit| values[lit.vidx()].map(|value| value == lit.is_pos());
            if clause.iter().any(|lit| value(lit) == Some(true)) {
                continue;
            }
            let open: Vec<Lit> =
                clause.iter().filter(|lit| value(lit).is_none()).copied().collect();
            match open[..] {
                [] => return None,
                [unit] => {
                    values[unit.vidx()] = Some(unit.is_pos());
                    has_changed = true;
                }
                _ => {}
            }
        }
        if !has_changed {
            return Some(values);
        }
    }
}

/// The shares of derived literals and of found contradictions over all partial assignments, by their definitions.
fn brute_force(
    puzzle: &Puzzle,
    encoding: &Encoding<'_>,
    lowering: LoweringOptions,
) -> (Share, Share) {
    let count = puzzle.atom_count();
    let all = list_clauses(lowering, &|sink| encoding.encode(sink), usize::MAX, |_, _, _| true);
    let all = all.expect("a small formula");
    let clauses: Vec<Vec<Lit>> = all.clauses.into_iter().map(|one| one.literals).collect();
    let place = |atom: usize| {
        let name = puzzle.atom_name(atom);
        all.names.iter().position(|one| one == name).expect("a variable of the atom")
    };
    let places: Vec<usize> = (0..count).map(place).collect();
    let assignments = (0..1_u32 << count)
        .map(|bits| (0..count).map(|atom| bits >> atom & 1 == 1).collect::<Vec<bool>>());
    let solutions: Vec<Vec<bool>> =
        assignments.filter(|atoms| puzzle.check(&Solution::new(atoms.clone())).is_ok()).collect();
    let (mut derived, mut caught) = (Share::default(), Share::default());
    for code in 0..3_usize.pow(count as u32) {
        let digit = |atom: usize| code / 3_usize.pow(atom as u32) % 3;
        let given: Vec<Option<bool>> =
            (0..count).map(|atom| (digit(atom) > 0).then(|| digit(atom) == 2)).collect();
        let mut start = vec![None; all.names.len()];
        (0..count).for_each(|atom| start[places[atom]] = given[atom]);
        let found = propagated(&clauses, start);
        let agreeing: Vec<&Vec<bool>> = solutions
            .iter()
            .filter(|one| (0..count).all(|atom| given[atom].is_none_or(|value| value == one[atom])))
            .collect();
        let Some(first) = agreeing.first() else {
            caught.whole += 1;
            caught.part += u64::from(found.is_none());
            continue;
        };
        let found = found.expect("no clause is false in a solution");
        for atom in (0..count).filter(|&atom| given[atom].is_none()) {
            if agreeing.iter().all(|one| one[atom] == first[atom]) {
                derived.whole += 1;
                derived.part += u64::from(found[places[atom]] == Some(first[atom]));
            }
        }
    }
    (derived, caught)
}

/// All clues of one and of two cells, and some of 2 x 2 cells: every percentage is that of the definition.
#[test]
fn every_share_is_that_of_brute_force() {
    let mut texts: Vec<String> =
        "01234.".chars().map(|clue| format!("slitherlink 1 1\n{clue}\n")).collect();
    for first in "0123.".chars() {
        texts.extend("0123.".chars().map(|next| format!("slitherlink 1 2\n{first}{next}\n")));
    }
    texts.push("slitherlink 2 2\n3.\n.1\n".to_owned());
    for text in texts {
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let lowerings = [CnfMethod::Direct, CnfMethod::Tseitin].map(LoweringOptions::from);
        let names = if puzzle.atom_count() > 7 {
            vec!["edge", "edge+tree"]
        } else {
            vec!["edge", "pre-succ", "edge+order", "edge+cotree", "edge+colours"]
        };
        let mut formulas = Vec::new();
        let mut expected = Vec::new();
        for name in names {
            let encoding = puzzle.encoding(name).expect("a known name");
            for lowering in lowerings {
                let formula = MeasuredFormula::of_encoding(&encoding, lowering);
                formulas.push(formula.expect("a small formula"));
                expected.push(brute_force(&puzzle, &encoding, lowering));
            }
        }
        let options = StrengthOptions { cases: 600_000, ..StrengthOptions::default() };
        let table = measure_strength(&puzzle, formulas, options).expect("small formulas");
        assert!(table.is_exhaustive);
        for (row, (derived, caught)) in table.rows.iter().zip(expected) {
            let strength = row.puzzle.as_ref().expect("an encoding without cuts");
            assert_eq!(
                (strength.derived, strength.caught),
                (derived, caught),
                "{}, {text}",
                row.label()
            );
            if let Some(witness) = &strength.witness {
                assert!(!strength.misses_nothing());
                assert!(witness.given.iter().flatten().count() < puzzle.atom_count());
            }
        }
    }
}

/// Every encoding of every kind that has all atoms is sound, and stronger with its clauses than without those of a family.
#[test]
fn no_formula_derives_more_than_follows_and_fewer_clauses_derive_no_more() {
    for &kind in varied() {
        let puzzle = sample(kind);
        let mut formulas = Vec::new();
        for name in puzzle.encoding_names() {
            let encoding = puzzle.encoding(&name).expect("a known name");
            let formula = MeasuredFormula::of_encoding(&encoding, LoweringOptions::default());
            let Some(formula) = formula.and_then(|formula| formula.with_atoms(&puzzle)).ok() else {
                continue;
            };
            let without: Vec<_> =
                formula.families().into_iter().map(|family| formula.without(family)).collect();
            formulas.push(formula);
            formulas.extend(without);
        }
        let options = StrengthOptions { cases: 30, seed: 7 };
        let table = measure_strength(&puzzle, formulas, options);
        let table = table.unwrap_or_else(|error| panic!("{kind}: {error}"));
        assert!(!table.rows.is_empty(), "{kind}");
        let mut whole = None;
        for row in &table.rows {
            let strength = &row.models;
            if row.without.is_none() {
                whole = Some(strength);
            }
            let whole = whole.expect("the formula comes first");
            assert_eq!(strength.derived.whole, whole.derived.whole);
            assert!(strength.derived.part <= whole.derived.part, "{kind}, {}", row.label());
            assert!(strength.caught.part <= whole.caught.part, "{kind}, {}", row.label());
        }
    }
}

/// A row of each clause, or a stronger one, is in the program: so its relaxation derives what unit propagation derives. That
/// it derives nothing else is checked by `measure_strength`.
#[test]
fn a_relaxation_derives_what_unit_propagation_derives() {
    let mut is_stronger = false;
    let texts = ["2.", "3.", "31", "..", "22"].map(|row| format!("slitherlink 1 2\n{row}\n"));
    let small = texts.into_iter().map(|text| (text.parse().expect("a puzzle"), 3_usize.pow(7)));
    let samples = varied().iter().map(|&kind| (sample(kind), 8));
    for (puzzle, cases) in small.chain(samples) {
        let puzzle: Puzzle = puzzle;
        let mut formulas = Vec::new();
        for name in puzzle.encoding_names().into_iter().filter(|name| !name.contains('+')) {
            let encoding = puzzle.encoding(&name).expect("a known name");
            let lowering = LoweringOptions::default();
            let formula = MeasuredFormula::of_encoding(&encoding, lowering);
            if let Ok(formula) = formula.and_then(|formula| formula.with_atoms(&puzzle)) {
                let relaxation = MeasuredFormula::of_relaxation(&encoding, lowering);
                formulas.extend([formula, relaxation.expect("a small program")]);
            }
        }
        let options = StrengthOptions { cases, seed: 3 };
        let table = measure_strength(&puzzle, formulas, options);
        let table = table.unwrap_or_else(|error| panic!("{}: {error}", puzzle.kind()));
        assert!(table.rows.iter().any(|row| row.is_relaxation));
        for pair in table.rows.chunks(2) {
            let [clauses, rows] = [&pair[0].models, &pair[1].models];
            let label = (puzzle.kind(), pair[1].label());
            assert!(rows.derived.part >= clauses.derived.part, "{label:?}");
            assert!(rows.caught.part >= clauses.caught.part, "{label:?}");
            is_stronger |= rows.derived.part > clauses.derived.part;
        }
    }
    assert!(is_stronger);
}

#[test]
fn a_file_with_the_map_of_an_encoding_is_as_strong_as_the_encoding() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let [puzzle, cnf, map] = ["p.txt", "mine.cnf", "mine.map"].map(path);
    fs::write(&puzzle, "slitherlink 3 3\n3.0\n131\n320\n").expect("a file");
    let edge_order = ["--encoding", "edge+order"];
    let output =
        encycle(&[&["encode", &puzzle, "-o", &cnf, "--map", &map], &edge_order[..]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let file = ["--formula", &cnf, "--map", &map, "--csv", "--cases", "50"];
    let output = encycle(&[&["strength", &puzzle], &edge_order[..], &file].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 3, "{text}");
    assert_eq!(rows[1][5..], rows[2][5..], "{text}");

    // a formula with a clause that excludes a solution is found out
    let text = fs::read_to_string(&cnf).expect("the file");
    let header = text.lines().find(|line| line.starts_with("p cnf")).expect("a header");
    let words: Vec<&str> = header.split(' ').collect();
    let clauses: usize = words[3].parse().expect("a number");
    let wrong = text.replace(header, &format!("p cnf {} {}", words[2], clauses + 1));
    fs::write(&cnf, wrong + "-1 0\n").expect("a file");
    let output = encycle(&[&["strength", &puzzle], &edge_order[..], &file].concat());
    assert_eq!(code(&output), 2);
    assert!(
        stderr(&output).contains("mine.cnf: derives a literal that does not hold"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn tables_witnesses_and_charts_are_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let [puzzle, chart] = ["p.txt", "strength.svg"].map(path);
    fs::write(&puzzle, "slitherlink 2 2\n3.\n..\n").expect("a file");
    let run = |more: &[&str]| {
        let output = encycle(&[&["strength", &puzzle, "--force", "--cases", "200"], more].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        stdout(&output)
    };
    let text = run(&["--encoding", "edge", "--by", "family", "--witness", "--svg", &chart]);
    assert!(text.contains("200 cases (sampled), 12 atoms"), "{text}");
    assert!(text.contains("edge, direct without clue: "), "{text}");
    // the missed edge is doubled
    assert!(["═", "║", "xx"].iter().any(|mark| text.contains(mark)), "{text}");
    assert!(fs::read_to_string(&chart).expect("the chart").contains("edge, direct without degree"));
    let json = run(&["--json", "--cnf", "all", "--card", "totalizer"]);
    assert_eq!(json.lines().count(), 3 * CnfMethod::ALL.len(), "three bases");
    // the same cases in every run
    assert_eq!(run(&["--json"]), run(&["--json"]));
    assert_ne!(run(&["--json"]), run(&["--json", "--seed", "2"]));

    let output = encycle(&["strength", &puzzle, "--encoding", "colour"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("no variable `h_1_1`"), "{}", stderr(&output));
    // one encoding without atoms ended the table of the others
    let output = encycle(&["strength", &puzzle, "--encoding", "colour,edge", "--csv"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("colour: no variable `h_1_1`"), "{}", stderr(&output));
    assert_eq!(stdout(&output).lines().count(), 1 + 1, "{}", stdout(&output));
}

/// A comma-separated table has all numbers of the JSON lines.
#[test]
fn tables_of_strengths_have_the_values_of_the_reports() {
    let puzzle = "examples/slitherlink/first.txt";
    let of = |format: &str| {
        let output = encycle(&["strength", puzzle, "--cases", "50", format]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        stdout(&output)
    };
    let (table, lines) = (of("--csv"), of("--json"));
    let mut table = csv::Reader::from_reader(table.as_bytes());
    let headings = table.headers().expect("headings").clone();
    let records: Vec<csv::StringRecord> = table.records().collect::<Result<_, _>>().expect("CSV");
    let lines: Vec<serde_json::Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(records.len(), lines.len());
    for (record, line) in records.iter().zip(&lines) {
        for (heading, cell) in headings.iter().zip(record) {
            let value = match heading.rsplit_once("_of_") {
                Some((key, of)) => {
                    let key = match key {
                        "open" => "open_when_missed",
                        "complete" => "propagation_complete",
                        key => key,
                    };
                    &line[format!("of_{of}")][key]
                }
                None => &line[heading],
            };
            let value = match value {
                serde_json::Value::String(text) => text.clone(),
                serde_json::Value::Null => String::new(),
                serde_json::Value::Number(number) => {
                    assert_eq!(cell.parse::<f64>().ok(), number.as_f64(), "{heading}");
                    continue;
                }
                value => value.to_string(),
            };
            assert_eq!(cell, value, "{heading}");
        }
    }
}

/// The reference was searched in all encodings, so that a 20x36 took gigabytes for `reach`.
#[test]
fn larger_encodings_than_the_reference_are_not_encoded() {
    let puzzle = crate::support::kinds::sample(encycle::puzzle::PuzzleKind::Slitherlink);
    let tested = std::cell::RefCell::new(Vec::new());
    let name = puzzle.smallest_encoding(&|encoding| {
        tested.borrow_mut().push(encoding.name().to_owned());
        encoding.is_whole()
    });
    let size = |name: &String| {
        let encoding = puzzle.encoding(name).expect("a known name");
        let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
        let counted = count_clauses(usize::MAX, LoweringOptions::default(), &encode);
        counted.expect("a small formula")
    };
    let name = name.expect("a whole encoding");
    let (tested, greatest) = (tested.into_inner(), size(&name));
    assert!(tested.iter().all(|one| size(one) <= greatest), "{name}: {tested:?}");
    assert!(tested.len() < puzzle.encoding_names().len());
}
