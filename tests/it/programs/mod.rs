//! Formulas read back and converted: `encycle convert --to dimacs|lp|mps|opb`.

mod models;

use std::collections::HashMap;
use std::fs;

use encycle::encodings::export::{
    Encode, MpsLayout, OpbRevision, Preamble, write_dimacs, write_lp, write_mps, write_opb,
};
use encycle::encodings::logic::{CnfMethod, DegreeRows, LoweringOptions};
use encycle::export::{variable_map, write_converted_map};
use encycle::formats::map;
use encycle::formats::program::Program;
use encycle::lint::FileFormat;
use encycle::puzzle::PuzzleKind;
use encycle_encodings::export::MapTarget;

use crate::support::binary::{code, encycle, stderr, stdout, with_input};
use crate::support::kinds::sample;
use crate::support::long_or;

/// The files of a formula.
const FILES: [(FileFormat, MapTarget); 5] = [
    (FileFormat::Cnf, MapTarget::Cnf),
    (FileFormat::Lp, MapTarget::Lp),
    (FileFormat::Mps, MapTarget::Lp),
    // the fixed layout
    (FileFormat::Mps, MapTarget::Opb),
    (FileFormat::Opb, MapTarget::Opb),
];

/// Writes the file of a formula with this number, without comments.
fn write_file(number: usize, lowering: LoweringOptions, encode: Encode<'_>) -> Vec<u8> {
    let mut text = Vec::new();
    match number {
        0 => write_dimacs(&mut text, &Preamble::default(), lowering, encode).map(drop),
        1 => write_lp(&mut text, &[], lowering, encode).map(drop),
        2 => write_mps(&mut text, &[], MpsLayout::Free, lowering, encode).map(drop),
        3 => write_mps(&mut text, &[], MpsLayout::Fixed, lowering, encode).map(drop),
        _ => write_opb(&mut text, &[], OpbRevision::Pb24, lowering, encode).map(drop),
    }
    .expect("memory");
    text
}

/// All these files.
fn written(lowering: LoweringOptions, encode: Encode<'_>) -> [(FileFormat, MapTarget, Vec<u8>); 5] {
    std::array::from_fn(|number| {
        let (format, side) = FILES[number];
        (format, side, write_file(number, lowering, encode))
    })
}

fn read(format: FileFormat, text: &[u8]) -> Program {
    Program::read(format, text, "text").unwrap_or_else(|error| panic!("{error}"))
}

/// Replaces the names of rows, which say where a row of an encoding comes from, by numbers.
fn with_numbered_rows(format: FileFormat, text: &[u8]) -> String {
    let text = std::str::from_utf8(text).expect("ASCII");
    let text = match format {
        // where a line is wrapped depends on the lengths of the names
        FileFormat::Lp => text.replace("\n  ", " "),
        _ => text.to_owned(),
    };
    let mut numbers = HashMap::new();
    let line = |line: &str| match format {
        FileFormat::Lp => match line.split_once(": ") {
            Some((name, row)) if name != " obj" => {
                let count = numbers.len();
                numbers.insert(name.to_owned(), count);
                format!(" {count}: {row}\n")
            }
            _ => format!("{line}\n"),
        },
        FileFormat::Mps => {
            let words: Vec<&str> = line.split(' ').collect();
            if let ["", "G" | "L" | "E", name] = words[..] {
                let count = numbers.len();
                numbers.insert(name.to_owned(), count);
            }
            // a column may have the name of a row
            let number = |(place, word): (usize, &&str)| match numbers.get(*word) {
                Some(number) if [2, 4].contains(&place) => number.to_string(),
                _ => (*word).to_owned(),
            };
            words.iter().enumerate().map(number).collect::<Vec<_>>().join(" ") + "\n"
        }
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

/// Files of all kinds, encodings and lowerings are read and written again without a change; and as a file of another
/// linear format, they are what the encoding would write there.
#[test]
fn every_file_of_every_encoding_is_read_back_as_it_was() {
    let lowerings = [
        LoweringOptions::default(),
        LoweringOptions {
            cnf: CnfMethod::Tseitin,
            degree_rows: DegreeRows::Equation,
            ..LoweringOptions::default()
        },
    ];
    for &kind in PuzzleKind::all() {
        let puzzle = sample(kind);
        for (number, name) in puzzle.encoding_names().into_iter().enumerate() {
            let encoding = puzzle.encoding(&name).expect("a known name");
            // in a short run, the lowerings in turn
            for lowering in lowerings.into_iter().cycle().skip(number % 2).take(long_or(2, 1)) {
                let case = format!("{kind}, {name}, {}", lowering.cnf.name());
                let text = |file| write_file(file, lowering, &|sink| encoding.encode(sink));
                let texts: [Vec<u8>; 5] = std::array::from_fn(text);
                let compared = |file: usize, text: &[u8]| with_numbered_rows(FILES[file].0, text);
                let expected: [String; 5] =
                    std::array::from_fn(|file| compared(file, &texts[file]));
                for (file, (format, side)) in FILES.into_iter().enumerate() {
                    let mut program = read(format, &texts[file]);
                    let map = variable_map(&puzzle, &encoding, lowering, side).expect("a map");
                    program.set_names(&map).unwrap_or_else(|error| panic!("{case}: {error}"));
                    // of LP files, also the order of the terms and the signs are kept
                    let others =
                        if format == FileFormat::Lp { 1..FILES.len() } else { file..file + 1 };
                    for other in others {
                        let again = write_file(other, LoweringOptions::default(), &|sink| {
                            program.encode(sink);
                        });
                        let is_same = compared(other, &again) == expected[other];
                        assert!(is_same, "{case} from {format} to {}", FILES[other].0);
                    }
                }
            }
        }
    }
}

/// The clauses of a formula that went through rows are those of the formula.
#[test]
fn clauses_survive_the_way_through_every_linear_format() {
    let puzzle = sample(PuzzleKind::Slitherlink);
    for name in ["edge", "edge+order", "edge+cotree"] {
        let encoding = puzzle.encoding(name).expect("a known name");
        let lowering = LoweringOptions::default();
        let cnf = write_file(0, lowering, &|sink| encoding.encode(sink));
        let source = variable_map(&puzzle, &encoding, lowering, MapTarget::Cnf).expect("a map");
        let mut program = read(FileFormat::Cnf, &cnf);
        program.set_names(&source).expect("its map");
        let clauses = |text: &[u8]| -> Vec<Vec<i32>> {
            let text = String::from_utf8_lossy(text);
            let mut all: Vec<Vec<i32>> = text
                .lines()
                .skip(1)
                .map(|line| {
                    let mut clause: Vec<i32> =
                        line.split(' ').map(|word| word.parse().expect("a literal")).collect();
                    clause.sort_unstable();
                    clause
                })
                .collect();
            all.sort();
            all
        };
        for (format, side, text) in written(lowering, &|sink| program.encode(sink)) {
            let mut map_text = Vec::new();
            write_converted_map(&mut map_text, &source, &program, lowering, side).expect("memory");
            let map = map::read(&String::from_utf8_lossy(&map_text)).expect("a map");
            assert_eq!((map.names(), map.fact("encoding")), (source.names(), Some(name)));
            let mut back = read(format, &text);
            back.set_names(&map).expect("the converted map");
            let again = write_file(0, lowering, &|sink| back.encode(sink));
            assert_eq!(clauses(&again), clauses(&cnf), "{name} through {format}");
        }
    }
}

/// From an LP file to a CNF file, a model of which decodes to the solution with the map of the conversion.
#[test]
fn a_converted_formula_is_solved_and_decoded_with_its_map() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("p.txt"), "slitherlink 3 3\n3.3\n...\n2.2\n").expect("a file");
    let [puzzle, lp, lp_map, cnf, cnf_map, answer] =
        ["p.txt", "p.lp.xz", "lp.map", "p.cnf.gz", "cnf.map", "answer"].map(path);
    let run = |arguments: &[&str]| {
        let output = encycle(arguments);
        assert_eq!(code(&output), 0, "{arguments:?}: {}", stderr(&output));
        stdout(&output)
    };
    for degree_rows in ["inequalities", "equation"] {
        let force = ["--encoding", "edge+order", "--degree-rows", degree_rows, "--force"];
        run(&[&["encode", &puzzle, "-o", &lp, "--map", &lp_map], &force[..]].concat());
        let maps = ["--map", &lp_map, "--map-out", &cnf_map, "--force"];
        run(&[&["convert", &lp, "--to", "dimacs", "-o", &cnf], &maps[..]].concat());
        assert_eq!(stdout(&encycle(&["lint", &cnf])).lines().count(), 1, "no finding");
        let solved = encycle(&["sat", &cnf]);
        fs::write(&answer, stdout(&solved)).expect("a file");
        let decoded = run(&["decode", &puzzle, &answer, "--map", &cnf_map]);
        assert!(decoded.contains(": solved (3 x 3"), "{decoded}");
    }
    // a map of the other file is refused
    let output = encycle(&["convert", &cnf, "--map", &lp_map, "--to", "lp"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("it has `side lp`"), "{}", stderr(&output));
}

#[test]
fn text_that_is_no_formula_of_0_1_variables_is_refused_with_its_place() {
    let mps = "NAME a FREE\nROWS\n N obj\n G c1\nCOLUMNS\n MARKER 'MARKER' 'INTORG'\n x c1 1\n";
    let ends = " MARKER 'MARKER' 'INTEND'\nRHS\n RHS c1 1\nBOUNDS\n";
    let lp = "Minimize\n obj: 0 x\nSubject To\n";
    let (lp_end, opb) = ("Binary\n x\nEnd\n", "* #variable= 2 #constraint= 1\n");
    let table = [
        (FileFormat::Cnf, "p cnf 1 1\n2 0\n".to_owned(), "2:1: variable 2 exceeds"),
        (FileFormat::Lp, String::new(), "1:1: no `End`"),
        (FileFormat::Lp, "Maximize\n obj: x\n".to_owned(), "2:1: no `End`"),
        (
            FileFormat::Lp,
            format!("{lp} c1: x >= 1\n{lp_end}").replace("0 x", "x"),
            "2:7: found `1`, expected the coefficient 0",
        ),
        (
            FileFormat::Lp,
            format!("{}{lp_end}", lp.replace("0 x", "3 x") + " c1: x >= 1\n"),
            "2:7: found `3`",
        ),
        (FileFormat::Lp, format!("{lp} c1: x + x >= 1\n"), "4:10: `x` occurs twice"),
        (FileFormat::Lp, format!("{lp} c1: x >= 1.5\n{lp_end}"), "4:11: found `1.5`"),
        (FileFormat::Lp, format!("{lp} c1: x\nBinary\n"), "4:1: row `c1` has no relation"),
        (FileFormat::Lp, format!("{lp} c1: x >= y\n"), "4:11: variable on the right side: `y`"),
        (FileFormat::Lp, format!("{lp} c1: x >= 1\nEnd\n"), "2:9: the column `x` is not 0-1"),
        (FileFormat::Lp, format!("{lp} c1: x >= 99999999999999999999\n"), "4:11: number that some"),
        (FileFormat::Lp, format!("{lp} c1: x - 1 >= 0\n{lp_end}"), "4:10: constant left"),
        (FileFormat::Lp, format!("{lp} c1: 3 2 x >= 1\n{lp_end}"), "4:8: missing sign before `2`"),
        (FileFormat::Mps, format!("{mps}{ends}"), "11:1: no line ENDATA"),
        (FileFormat::Mps, format!("{mps}{ends}ENDATA\n"), "7:2: the column `x` is not 0-1"),
        (FileFormat::Mps, format!("{mps}{ends} UP BND x 2\nENDATA\n"), "12:2: found `2`"),
        (FileFormat::Mps, format!("{mps} y c2 1\n"), "8:1: unknown row: `c2`"),
        (
            FileFormat::Mps,
            format!("{mps} y obj 1\n{ends} UP BND x 1\nENDATA\n"),
            "8:8: found `1`, expected the coefficient 0",
        ),
        (
            FileFormat::Mps,
            format!("{mps}{ends}").replace("RHS c1 1", "RHS c1 1\n R2 c1 2"),
            "11:1: ",
        ),
        (FileFormat::Opb, "+1 x1 >= 1\n".to_owned(), "1:1: no header"),
        (FileFormat::Opb, format!("{opb}+1 x1 >= 1\n"), "2:1: last constraint without `;`"),
        (
            FileFormat::Opb,
            format!("{opb}min: +1 x1 ;\n+1 x1 >= 1 ;\n"),
            "2:9: found `1`, expected the coefficient 0",
        ),
        (FileFormat::Opb, format!("{opb}+1 x1 x2 >= 1 ;\n"), "2:7: second variable of a term"),
        (FileFormat::Opb, format!("{opb}+1 x0 >= 1 ;\n"), "2:4: name of a variable: `x0`"),
        (FileFormat::Opb, format!("{opb}+1 x1 >= ;\n"), "2:10: unexpected `;`"),
        (FileFormat::Opb, opb.to_owned(), "1:1: the header declares 1 constraints"),
    ];
    for (format, text, expected) in table {
        let error = Program::read(format, text.as_bytes(), "file").expect_err(&text).to_string();
        assert!(error.starts_with(&format!("file:{expected}")), "{text}: {error}");
    }
    let output = with_input(&["convert", "-", "--to", "lp"], "slitherlink 1 1\n4\n");
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("to convert a puzzle"), "{}", stderr(&output));
}

/// The objective was named `obj`, and the rows `constraint_1` and so on.
#[test]
fn converted_rows_keep_their_names() {
    let rows = " cost: 0 a + 0 b\nSubject To\n load: a + b >= 1\n constraint_1: a - b <= 0\n";
    let lp = format!("Minimize\n{rows}Binary\n a\n b\nEnd\n");
    let mps = stdout(&with_input(&["convert", "-", "--to", "mps"], &lp));
    assert!(mps.contains("ROWS\n N cost\n G load\n L constraint_1\n"), "{mps}");
    let again = stdout(&with_input(&["convert", "-", "--to", "lp"], &mps));
    assert!(again.contains(rows), "{again}");
    // a file without names
    let opb = stdout(&with_input(&["convert", "-", "--to", "opb"], &mps));
    let named = stdout(&with_input(&["convert", "-", "--to", "lp"], &opb));
    assert!(named.contains(" constraint_1: x1 + x2 >= 1\n constraint_2: "), "{named}");
}

/// A count of many literals was refused unless a cardinality encoding was chosen; now it becomes a decision diagram.
#[test]
fn a_large_count_needs_no_cardinality_encoding() {
    let terms: String = (1..=40).map(|number| format!("+1 x{number} ")).collect();
    let text = format!("{terms}= 20 ;\n");
    let output = with_input(
        &["convert", "-", "--to", "dimacs"],
        &format!("* #variable= 40 #constraint= 1\n{text}"),
    );
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let output = with_input(
        &["convert", "-", "--to", "dimacs", "--card", "totalizer"],
        &format!("* #variable= 40 #constraint= 1\n{text}"),
    );
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).starts_with("c encycle"), "{}", stdout(&output));
}
