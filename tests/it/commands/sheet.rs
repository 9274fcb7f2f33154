//! Puzzles on paper: `encycle sheet`, and pictures as PDF and PNG.

use std::fs;
use std::path::Path;

use encycle::prelude::*;
use encycle::render::print::{Drawing, pdf, png};
use encycle::render::{Picture, svg};

use crate::support::binary::{code, encycle, stderr};

/// The number of pages of a PDF file.
fn pages(bytes: &[u8]) -> usize {
    let text = String::from_utf8_lossy(bytes);
    assert!(text.starts_with("%PDF-") && text.ends_with("%%EOF"), "{}", bytes.len());
    text.matches("/Type /Page\n").count()
}

#[test]
fn a_sheet_has_several_puzzles_a_page_and_their_solutions_at_the_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let puzzles = ["examples/sudoku/robin.txt", "examples/slitherlink/wren.txt", "examples/masyu"];
    let call = |out: &str, more: &[&str]| {
        let output = encycle(&[&["sheet"], &puzzles[..], &["-o", out], more].concat());
        assert_eq!((code(&output), stderr(&output)), (0, String::new()));
        fs::read(out).expect("a file")
    };
    let html = call(&path("book.html"), &["--title", "Birds & loops"]);
    let html = String::from_utf8(html).expect("text");
    for words in
        [">1. robin<", ">2. wren<", ">Sudoku 9 x 9, ", ">Birds &amp; loops: solutions<", "size:a4"]
    {
        assert!(html.contains(words), "{words}");
    }
    let count = html.matches("class=\"page\"").count();
    assert!(
        html.contains(&format!(">1 / {count}<")) && html.contains(&format!(">{count} / {count}<"))
    );
    assert_eq!(pages(&call(&path("book.pdf"), &["--paper", "letter"])), count);
    // a name for the puzzle and one for its solution
    let is_slot = |line: &&str| {
        line.split_once(". ").is_some_and(|(start, _)| {
            start.rsplit('>').next().is_some_and(|number| number.parse::<usize>().is_ok())
        })
    };
    let puzzles = html.lines().filter(is_slot).count() / 2;
    let single = call(&path("single.pdf"), &["--per-page", "1", "--no-answers"]);
    assert_eq!(pages(&single), puzzles);
}

#[test]
fn a_sheet_is_pdf_or_html() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["book.txt", "book.svg", "book"] {
        let path = folder.path().join(name);
        let output = encycle(&["sheet", "examples/masyu", "-o", path.to_str().expect("text")]);
        assert_eq!(code(&output), 2, "{name}");
        assert!(
            stderr(&output).contains("help: use a name in `.pdf` or `.html`"),
            "{}",
            stderr(&output)
        );
    }
}

/// Puzzles of one file had the same name, letters became boxes and a kind was guessed without a word.
#[test]
fn a_sheet_numbers_the_puzzles_of_a_file_and_notes_boxes_and_guesses() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let (many, table) = (path("many.txt"), path("data.csv"));
    fs::write(&many, "slitherlink 2 2\n31\n..\n\nslitherlink 2 2\n33\n..\n").expect("a file");
    fs::write(&table, "3,2,3\n2,.,2\n3,2,3\n").expect("a file");
    let (html, pdf) = (path("book.html"), path("book.pdf"));
    let output = encycle(&["sheet", &many, "-o", &html]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = fs::read_to_string(&html).expect("a sheet");
    assert!(text.contains(">1. many #1<") && text.contains(">2. many #2<"), "{text}");
    let output = encycle(&["sheet", &many, "-o", &pdf, "--title", "日本 1"]);
    assert!(stderr(&output).contains("lacks 日本, so boxes"), "{}", stderr(&output));
    let output = encycle(&["sheet", &table, "-o", &html]);
    assert!(stderr(&output).contains("data.csv: slitherlink guessed"), "{}", stderr(&output));
}

/// A puzzle without a single solution is printed, but not silently.
#[test]
fn a_sheet_warns_of_puzzles_without_a_single_solution() {
    let folder = tempfile::tempdir().expect("a folder");
    let puzzle = folder.path().join("open.txt");
    fs::write(&puzzle, "slitherlink 2 2\n..\n..\n").expect("a file");
    let out = folder.path().join("open.pdf");
    let [puzzle, out] = [&puzzle, &out].map(|path| path.to_str().expect("text"));
    let output = encycle(&["sheet", puzzle, "-o", out]);
    assert_eq!(code(&output), 0);
    assert!(stderr(&output).contains("open.txt: several solutions"), "{}", stderr(&output));
}

#[test]
fn a_picture_is_pdf_or_png_by_the_name_of_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, start) in [("a.pdf", &b"%PDF-"[..]), ("a.png", b"\x89PNG"), ("a.svg", b"<svg ")] {
        let path = folder.path().join(name);
        let call = ["convert", "examples/masyu/curlew.txt", "--print", "-o"];
        let output = encycle(&[&call[..], &[path.to_str().expect("text")]].concat());
        assert_eq!(code(&output), 0, "{name}: {}", stderr(&output));
        let bytes = fs::read(&path).expect("a file");
        assert!(bytes.starts_with(start) && bytes.len() > 1000, "{name}");
    }
}

/// On paper everything is black, white or gray; and no element of a picture is unknown to the writers of PDF and PNG.
#[test]
fn pictures_of_every_kind_are_printed_in_black_and_white() {
    let pictures = std::env::var_os("ENCYCLE_SCREENSHOTS");
    for kind in PuzzleKind::all() {
        let puzzle: Puzzle = kind.sample().parse().expect("a sample");
        let outcome = Solve::new(&puzzle).run().expect("a run");
        let solution = outcome.solution().expect("a solution");
        for (name, picture) in [
            ("puzzle", Picture::puzzle(&*puzzle)),
            ("solution", Picture::solved(&*puzzle, solution)),
        ] {
            let printed = svg(&picture.clone().shaded(true).on_paper(true));
            for colour in printed.split("\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
                let parts: Vec<&str> = match colour.len() {
                    3 => (0..3).map(|at| &colour[at..=at]).collect(),
                    _ => (0..3).map(|at| &colour[2 * at..2 * at + 2]).collect(),
                };
                assert!(parts.windows(2).all(|two| two[0] == two[1]), "{kind}, {name}: #{colour}");
            }
            assert!(!printed.contains("<style"), "{kind}");
            let drawing =
                Drawing::of_svg(&printed).unwrap_or_else(|error| panic!("{kind}: {error}"));
            let on_screen = Drawing::of_svg(&svg(&picture)).expect("the same elements in colors");
            assert!(on_screen != drawing, "{kind}");
            let (pdf, png) =
                (pdf("", std::slice::from_ref(&drawing)), png(&drawing).expect("a picture"));
            assert_eq!(pages(&pdf.expect("a page")), 1);
            if let Some(folder) = &pictures {
                let file = Path::new(folder).join(format!("paper-{kind}-{name}.png"));
                fs::write(file, png).expect("a file");
            }
        }
    }
}

/// A Star Battle was printed without its number of stars, and the title of a Sudoku was cut to "Sudoku 9 x 9, boxes of".
#[test]
fn a_sheet_names_the_parameters_of_each_puzzle() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("book.html");
    for (number, kind) in PuzzleKind::all().iter().enumerate() {
        fs::write(folder.path().join(format!("{number}.txt")), kind.sample()).expect("a file");
    }
    let [source, out] = [folder.path(), out.as_path()].map(|path| path.to_str().expect("text"));
    let output =
        encycle(&["sheet", source, "-o", out, "--no-answers", "--no-grades", "--per-page", "1"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let html = fs::read_to_string(out).expect("text");
    for &kind in PuzzleKind::all() {
        let PuzzleKind::Written(written) = kind else { continue };
        let sample: Puzzle = kind.sample().parse().expect("a sample");
        let title = Picture::puzzle(&*sample).title().to_owned();
        for info in written.parameters() {
            assert!(title.contains(&format!(", {} ", info.name)), "{kind}: {title}");
        }
        assert!(html.contains(&format!(">{title}<")), "{kind}: {title}");
    }
    assert!(html.contains(">Star Battle 4 x 4, stars 1<") && html.contains(">Sudoku: Write"));
}

/// The shell names solutions, too: `examples/masyu/*.txt`.
#[test]
fn solutions_beside_their_puzzles_are_left_out_of_a_list() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("book.html");
    let out = out.to_str().expect("text");
    let files = ["examples/masyu/curlew.txt", "examples/masyu/curlew.solution.txt"];
    for call in [
        &["solve", "-q"][..],
        &["grade"],
        &["count"],
        &["sizes"],
        &["sheet", "-o", out, "--no-answers"],
    ] {
        let output = encycle(&[call, &files[..]].concat());
        assert_eq!(code(&output), 0, "{call:?}: {}", stderr(&output));
        let note =
            format!("note: left out 1 solution file beside the puzzles, such as {}", files[1]);
        assert_eq!(stderr(&output).matches(&note).count(), 1, "{call:?}: {}", stderr(&output));
    }
    // alone, it is read as every other file
    assert_eq!(code(&encycle(&["solve", files[1]])), 2);
}
