//! Bare grids with blank lines between them, and blank lines within a grid.

use std::fs;

use encycle::encodings::puzzle::Extent;
use encycle::formats::{self, PuzzleFormat, read_all};
use encycle::puzzle::{Puzzle, PuzzleKind};

use crate::formats::bare::bare;
use crate::formats::graphs::is_same;
use crate::support::binary::{code, encycle, stderr};
use crate::support::kinds::{kind, varied};

const SUDOKU: &str = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n";

fn sudoku() -> Puzzle {
    formats::read(SUDOKU, None).expect("a Sudoku").puzzle
}

fn refusal(text: &str, kind: Option<PuzzleKind>) -> String {
    formats::read(text, kind).expect_err(text).to_string()
}

#[test]
fn two_bare_sudokus_were_one_grid() {
    let drawn = formats::write(&sudoku(), PuzzleFormat::Boxed).expect("a drawing");
    for kind in [None, Some(PuzzleKind::Sudoku)] {
        for text in [
            format!("{SUDOKU}\n{SUDOKU}"),
            format!("# one\n{SUDOKU}# two\n{SUDOKU}"),
            format!("\n{}\n\n{}", banded(), banded()),
            format!("{drawn}\n{drawn}"),
        ] {
            let all = read_all(&text, kind);
            assert_eq!(all.len(), 2, "{text}");
            assert!(all.into_iter().all(|one| one.1.expect("a Sudoku").puzzle == sudoku()));
            let error = refusal(&text, kind);
            assert!(error.contains("2 puzzles, which begin in lines "), "{error}");
            assert!(error.contains("\nhelp: name one of them as FILE#1 to FILE#2"), "{error}");
        }
        // the second one is damaged
        let damaged = format!("{SUDOKU}\n{}", SUDOKU.replacen('8', "y", 2));
        let all = read_all(&damaged, kind);
        assert_eq!((all.len(), all[0].1.is_ok(), all[1].1.is_ok()), (2, true, false));
    }
}

/// The Sudoku with blank lines between its boxes.
fn banded() -> String {
    let rows: Vec<&str> = SUDOKU.lines().collect();
    rows.chunks(3).map(|band| band.join("\n") + "\n").collect::<Vec<_>>().join("\n")
}

#[test]
fn blank_lines_within_a_grid_are_ignored() {
    for kind in [None, Some(PuzzleKind::Sudoku)] {
        for text in [banded(), SUDOKU.replace('\n', "\n\n")] {
            assert_eq!(formats::read(&text, kind).expect(&text).puzzle, sudoku(), "{text}");
        }
    }
    let rooms = "3...\n....\n\naabb\naabb\n";
    let whole = formats::read(&rooms.replace("\n\n", "\n"), Some(kind("country-road")));
    assert_eq!(formats::read(rooms, Some(kind("country-road"))), whole);
}

#[test]
fn two_bare_grids_of_any_kind_were_one_taller_grid() {
    for &kind in varied() {
        let grid = bare(kind).1;
        let text = format!("{grid}\n{grid}");
        let error = refusal(&text, Some(kind));
        assert!(error.contains("2 puzzles, which begin in lines "), "{kind}: {error}");
        assert!(error.contains("FILE#1"), "{kind}: {error}");
        // a taller grid of some kinds is valid, too
        let all = read_all(&text, Some(kind));
        match error.contains("two readings") {
            true => assert!(matches!(&all[..], [(None, Err(_))]), "{kind}"),
            false => assert!(all.len() == 2 && all.iter().all(|one| one.1.is_ok()), "{kind}"),
        }
        assert!(formats::read(&text, None).is_err(), "{kind}");
    }
}

#[test]
fn one_of_two_grids_is_read_by_its_number() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("two.txt");
    std::fs::write(&path, "3..\n.2.\n\n..1\n.3.\n").expect("a file");
    let name = path.to_str().expect("text");
    let kind = Some(PuzzleKind::Slitherlink);
    let error = formats::load(name, kind).expect_err("two").to_string();
    assert!(
        error.contains("two.txt:4:1: two readings: 2 puzzles, which begin in lines 1, 4"),
        "{error}"
    );
    let second = formats::load(&format!("{name}#2"), kind).expect("the second").puzzle;
    assert_eq!(second, "slitherlink 2 3\n..1\n.3.\n".parse().expect("a puzzle"));
    assert_eq!(formats::load_all(name, kind).expect("a file").len(), 1);
}

#[test]
fn several_graphs_or_frames_in_a_file_were_one_puzzle() {
    let drawn = formats::write(&sudoku(), PuzzleFormat::Boxed).expect("a drawing");
    let hamilton = "hamilton graph 3\n1 2\n2 3\n3 1\n";
    let numberlink = "numberlink graph 4\npair 1 3\n1 2\n2 3\n3 4\n4 1\n";
    for pair in [
        [&*drawn, &*drawn],
        [hamilton, hamilton],
        [numberlink, numberlink],
        [hamilton, numberlink],
        ["hamilton 2 2\n. .\n. .\n", hamilton],
    ] {
        for between in ["", "\n", "# the next\n"] {
            let text = pair.join(between);
            let all = read_all(&text, None);
            assert_eq!(all.len(), 2, "{text}");
            for (one, alone) in all.into_iter().zip(pair) {
                let alone = formats::read(alone, None).expect("a puzzle").puzzle;
                assert_eq!(one.1.expect("a puzzle").puzzle, alone, "{text}");
            }
        }
    }
}

/// A number selected the puzzles of a kind of the user's own as one puzzle, and a file with puzzles of other kinds above the kind
/// was not read.
#[test]
fn numbers_select_puzzles_below_kinds_in_front() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("several.txt").to_str().expect("text").to_owned();
    let own = "kind lone\nsymbol x\ndraw shaded cells\n\
        rule one for c in cells, x in neighbours(c): not (shaded(c) and shaded(x))\n\nlone 1 ";
    let text = format!("slitherlink 1 1\n4\n\n{own}2\n..\n\n{own}3\n...\n");
    for (first, skipped) in [(0, 0), (1, text.find("kind").expect("a kind"))] {
        fs::write(&path, &text[skipped..]).expect("a file");
        let all = formats::load_all(&path, None).expect("puzzles");
        assert_eq!(all.len(), 3 - first);
        for (number, (_, parsed)) in (1..).zip(all) {
            let puzzle = parsed.expect("a puzzle").puzzle;
            let selected = formats::load(&format!("{path}#{number}"), None).expect("a puzzle");
            assert_eq!(selected.puzzle, puzzle, "{number}");
            let Extent::Grid(grid) = puzzle.extent() else { panic!("{number}") };
            assert_eq!(grid.cols(), number + first, "{number}");
        }
    }
}

/// Two puzzles of one format were files that Encycle did not read: with a second head, root or graph, or with `.sdk`.
#[test]
fn several_converted_puzzles_are_read_back_or_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let line = "4.....59......5..35...3.6...2..1...7.....8...7.83..1....9.6..48.....9.3....283..6";
    let sources = [
        format!("{line}\n{}\n", line.replace('4', ".")),
        "hamilton graph 3\n1 2\n2 3\n1 3\n\nhamilton graph 4\n1 2\n2 3\n3 4\n1 4\n1 3\n".to_owned(),
        "slitherlink 2 2\n3.\n..\n\nslitherlink 2 3\n3..\n...\n".to_owned(),
        "neighbor-number 3\n1..\n...\n...\n\nneighbor-number 3\n2..\n...\n...\n".to_owned(),
    ];
    let (source, mut read, mut refused) = (path("source.txt"), 0, 0);
    for text in sources {
        fs::write(&source, &text).expect("a file");
        let puzzles: Vec<Puzzle> = read_all(&text, None)
            .into_iter()
            .map(|(_, parsed)| parsed.unwrap_or_else(|error| panic!("{error}\n{text}")).puzzle)
            .collect();
        assert_eq!(puzzles.len(), 2, "{text}");
        for &format in PuzzleFormat::ALL {
            if formats::write(&puzzles[0], format).is_err() {
                continue;
            }
            let (name, ending) = (format.name(), format.ending().unwrap_or("txt"));
            let out = path(&format!("{name}.{ending}"));
            let output = encycle(&["convert", &source, "--to", name, "-o", &out, "--force"]);
            if code(&output) == 2 {
                assert!(stderr(&output).contains("2 puzzles, and a text in the format"), "{name}");
                refused += 1;
                continue;
            }
            let all =
                formats::load_all(&out, None).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(all.len(), 2, "{name}");
            for ((_, parsed), puzzle) in all.into_iter().zip(&puzzles) {
                let read = parsed.unwrap_or_else(|error| panic!("{name}: {error}")).puzzle;
                // a grid becomes a graph
                let is_graph = format == PuzzleFormat::Graph;
                assert!(is_graph || is_same(&read, puzzle), "{name}");
            }
            read += 1;
        }
    }
    assert!(read > 12 && refused > 0, "{read} {refused}");
}
