//! The files of each format have the rows of the lowering.

use std::collections::BTreeMap;

use encycle_encodings::encoding::Encodable;
use encycle_encodings::export::{MpsLayout, OpbRevision, RowSize, write_mps, write_opb};
use encycle_encodings::kinds::numberlink::{Numberlink, NumberlinkRule};
use encycle_encodings::kinds::slitherlink::Slitherlink;
use encycle_encodings::logic::{
    ConstraintSink, DegreeRows, LoweringOptions, Relation, lower_to_rows,
};

use crate::common::{Program, rows};

/// A row: coefficients by the number of the variable, from 1, the relation, and the right-hand side.
type PlainRow = (BTreeMap<usize, i64>, &'static str, i64);

fn expected(program: &Program) -> Vec<PlainRow> {
    let row = |(terms, relation, right): &(Vec<_>, Relation, i64)| {
        let terms =
            terms.iter().map(|&(c, var): &(i64, encycle_encodings::logic::Var)| (var.idx() + 1, c));
        let relation = match relation {
            Relation::AtLeast => ">=",
            Relation::AtMost => "<=",
            Relation::Equal => "=",
        };
        (terms.collect(), relation, *right)
    };
    program.rows.iter().map(row).collect()
}

fn number<T: std::str::FromStr>(word: &str) -> T {
    word.parse().unwrap_or_else(|_| panic!("not a number: {word}"))
}

/// Reads the constraints of an OPB file, in which rows with `<=` are negated.
fn read_opb(text: &str) -> Vec<PlainRow> {
    let row = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let [terms @ .., relation, right, ";"] = &words[..] else { panic!("{line}") };
        let pairs = terms.chunks(2);
        let terms = pairs.map(|pair| (number(pair[1].trim_start_matches('x')), number(pair[0])));
        (terms.collect(), if *relation == "=" { "=" } else { ">=" }, number(right))
    };
    text.lines().filter(|line| !line.starts_with('*')).map(row).collect()
}

/// Reads the rows and the bounds of an MPS file whose columns have these names.
fn read_mps(text: &str, names: &[String]) -> Vec<PlainRow> {
    let column = |name: &str| 1 + names.iter().position(|one| one == name).expect("a known column");
    // fixed format numbers the rows
    let mut known: Vec<String> = Vec::new();
    let row = |known: &[String], name: &str| {
        known.iter().position(|one| one == name).unwrap_or_else(|| panic!("no row `{name}`"))
    };
    let (mut section, mut rows, mut bounded) = ("", Vec::<PlainRow>::new(), 0);
    for line in text.lines().filter(|line| !line.starts_with('*')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        if !line.starts_with(' ') {
            section = words[0];
            continue;
        }
        match (section, &words[..]) {
            ("ROWS", ["N", "obj"]) | ("COLUMNS", ["MARKER", "'MARKER'", _] | [_, "obj", "0"]) => {}
            ("ROWS", [relation, name]) => {
                assert!(!known.iter().any(|one| one == name), "{name}");
                known.push((*name).to_owned());
                let relation = match *relation {
                    "G" => ">=",
                    "L" => "<=",
                    _ => "=",
                };
                rows.push((BTreeMap::new(), relation, 0));
            }
            ("COLUMNS", [name, entries @ ..]) => entries.chunks(2).for_each(|pair| {
                let before = rows[row(&known, pair[0])].0.insert(column(name), number(pair[1]));
                assert_eq!(before, None);
            }),
            ("RHS", ["RHS", name, value]) => rows[row(&known, name)].2 = number(value),
            ("BOUNDS", ["UP", "BND", name, "1"]) => {
                bounded += 1;
                assert_eq!(column(name), bounded);
            }
            _ => panic!("{section}: {line}"),
        }
    }
    assert_eq!(bounded, names.len());
    rows
}

#[test]
fn opb_and_mps_files_have_the_rows_of_the_lowering() {
    let slitherlink = Slitherlink::from_rows(&["3..", ".02", "1.."]).expect("a puzzle");
    let numberlink =
        Numberlink::from_rows(&["a..", ".b.", "ab."], NumberlinkRule::Cover).expect("a puzzle");
    let puzzles: [&dyn Encodable; 2] = [&slitherlink, &numberlink];
    for (puzzle, degree_rows) in
        puzzles.iter().flat_map(|one| DegreeRows::ALL.iter().map(move |rows| (one, *rows)))
    {
        let options = LoweringOptions { degree_rows, ..LoweringOptions::default() };
        for name in puzzle.encoding_names() {
            let encoding = puzzle.encoding(&name).expect("a known encoding");
            let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
            let program = rows(options, encode);
            let expected = expected(&program);
            let mut file = Vec::new();
            let size =
                write_opb(&mut file, &[], OpbRevision::Pb24, options, &encode).expect("memory");
            let text = String::from_utf8(std::mem::take(&mut file)).expect("ASCII");
            let head = size.header(OpbRevision::Pb24) + "\n";
            assert!(text.starts_with(&head), "{name}");
            let counted = lower_to_rows(RowSize::default(), options, encode).expect("small");
            assert_eq!(counted.opb_bytes, (text.len() - head.len()) as u64, "{name}");
            assert_eq!((size.variables, size.constraints), (program.names.len(), expected.len()));
            let negated = |(terms, relation, right): &PlainRow| match *relation {
                "<=" => (terms.iter().map(|(&var, c)| (var, -c)).collect(), ">=", -right),
                _ => (terms.clone(), *relation, *right),
            };
            assert!(read_opb(&text) == expected.iter().map(negated).collect::<Vec<_>>(), "{name}");
            let numbered = (1..=program.names.len()).map(|number| format!("x{number}")).collect();
            for (layout, names) in [(MpsLayout::Free, program.names), (MpsLayout::Fixed, numbered)]
            {
                write_mps(&mut file, &[], layout, options, &encode).expect("memory");
                let text = String::from_utf8(std::mem::take(&mut file)).expect("ASCII");
                assert!(read_mps(&text, &names) == expected, "{name} {layout:?}");
            }
        }
    }
}

#[test]
fn a_program_without_columns_has_a_placeholder() {
    let mut file = Vec::new();
    let options = LoweringOptions::default();
    write_mps(&mut file, &[], MpsLayout::Free, options, &|_| ()).expect("memory");
    let text = String::from_utf8(file).expect("ASCII");
    assert!(text.contains("\n none obj 0\n") && text.contains("\n UP BND none 1\n"), "{text}");
}
