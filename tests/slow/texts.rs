//! Random puzzles of every kind are written in every format, by us and in the dialects of other programs, and read back.
//!
//! The variables of [`oracle`](crate::oracle) set the time and the first seed.

use std::time::{Duration, Instant};

use encycle::encodings::kinds::codec::ClueAlphabet;
use encycle::encodings::kinds::sudoku::Sudoku;
use encycle::formats::{self, PuzzleFormat};
use encycle::puzzle::{Puzzle, PuzzleKind};
use encycle::render::{Charset, Picture, text};

use crate::oracle::number;
use crate::support::random::{Draft, Random};

/// Replaces the characters other than letters and digits by their codes.
fn coded(text: &str) -> String {
    let code = |c: char| match c.is_ascii_alphanumeric() || c == '/' {
        true => c.to_string(),
        false => c.to_string().bytes().map(|byte| format!("%{byte:02X}")).collect(),
    };
    text.chars().map(code).collect()
}

/// Returns the same puzzle in other dialects of the format of its text.
fn dialects(puzzle: &Puzzle, format: PuzzleFormat, written: &str) -> Vec<String> {
    let mut texts = vec![
        format!("\u{feff}# a comment\r\n\r\n{}", written.replace('\n', "\r\n")),
        written.lines().map(|line| format!("{line}  \n")).collect(),
    ];
    match format {
        PuzzleFormat::Plain => {
            let (head, rows) = written.split_once('\n').unwrap_or((written, ""));
            let is_grid = !head.contains("graph") && puzzle.variant().is_none();
            let square = match puzzle {
                Puzzle::Sudoku(one) => one.box_rows() == one.box_cols(),
                _ => true,
            };
            if is_grid && square {
                texts.push(rows.to_owned());
            }
            if !matches!(puzzle.kind().name(), "hamilton" | "reachability" | "yajilin") {
                texts.push(written.replace('.', "_"));
                texts.push(written.replace('.', "-"));
            }
            if !puzzle.kind().name().contains('-') {
                texts.push(written.replacen(
                    puzzle.kind().name(),
                    &puzzle.kind().name().to_uppercase(),
                    1,
                ));
            }
        }
        PuzzleFormat::PuzzLink => {
            let (_, data) = written.split_once('?').expect("an address");
            let (name, body) = data.split_once('/').expect("a name");
            texts.extend([
                format!("http://pzv.jp/p.html?{data}"),
                format!("https://pzprxs.vercel.app/p?{data}"),
                format!("https://puzz.link/p?{name}_edit/{body}"),
                format!("https://puzz.link/p?{name}_play/{body}"),
                format!("https://puzz.link/p?type=editor&{data}"),
                format!("puzz.link/p?type=player&{data}"),
                format!("  https://puzz.link/p?{}/  ", data.trim_end_matches('/')),
                data.to_owned(),
            ]);
            // a `%` of the body begins a number, so only a body without one can be coded
            if !data.contains('%') {
                texts.push(format!("https://puzz.link/p?{}", coded(data)));
            }
        }
        PuzzleFormat::Pzprv3 => {
            let joined = written.replace('\n', "/");
            texts.extend([
                format!("https://puzz.link/p?{}", coded(&joined)),
                format!("https://puzz.link/p?type=editor&{joined}"),
                format!("{written}info:{{\n \"a\": \"b/c\"\n}}\n"),
                joined,
            ]);
        }
        PuzzleFormat::Boxed => {
            texts.extend([
                written.replace('+', "*"),
                written.replace('.', "-"),
                written.replace('.', "_"),
                written.replace('.', " "),
                written.replace('|', "│").replace('-', "─").replace('+', "┼"),
                text(&Picture::new(&**puzzle, None), Charset::Unicode),
                text(&Picture::new(&**puzzle, None), Charset::Ascii),
                written
                    .lines()
                    .filter(|line| !line.starts_with('+'))
                    .fold(String::new(), |all, line| all + line.trim_matches('|') + "\n"),
            ]);
            if let Puzzle::Sudoku(one) = puzzle
                && one.box_rows() != one.box_cols()
            {
                // without rules, boxes are those of the bars
                texts.pop();
            }
        }
        PuzzleFormat::Line => {
            let empties = ["0", "-", "_", "*", "?", "X"];
            texts.extend(empties.map(|empty| written.replace('.', empty)));
            texts.push(format!("puzzle,rating\n{written},1.5\n"));
            texts.push(format!(
                "<opensudoku><game created=\"0\" data=\"{}\"/></opensudoku>",
                written.replace('.', "0")
            ));
        }
        _ => {}
    }
    texts
}

/// Asserts that a text is read as this puzzle, with and without the kind. Without it, a bare grid may fit several kinds.
fn assert_read(text: &str, puzzle: &Puzzle, seed: u64) {
    let says = |what: &str| format!("ENCYCLE_ORACLE_SEED={seed}: {what}\n{text}");
    match formats::read(text, Some(puzzle.kind())) {
        Ok(parsed) => assert_eq!(&parsed.puzzle, puzzle, "{}", says("another puzzle")),
        // a row of a bare grid may be its size
        Err(error) if error.message.contains("two readings of") => {}
        Err(error) => panic!("{}", says(&error.to_string())),
    }
    match formats::read(text, None) {
        // the clues of a random puzzle may be those of another kind
        Ok(parsed) if parsed.is_guessed && parsed.puzzle.kind() != puzzle.kind() => {}
        Ok(parsed) => {
            assert_eq!(&parsed.puzzle, puzzle, "{}", says("without a kind, another puzzle"))
        }
        Err(error) => {
            let error = error.to_string();
            // a wall looks like the bar of a drawn Sudoku
            let bare =
                ["several kinds fit", "no format recognized", "two readings of", " between bars"];
            assert!(bare.iter().any(|words| error.contains(words)), "{}", says(&error));
        }
    }
}

/// A random Sudoku with boxes of 3 x 3 cells, which may have no solution.
fn sudoku(random: &mut Random) -> Puzzle {
    let clue = |_| if random.below(3) == 0 { 1 + random.below(9) as u32 } else { 0 };
    let clues = (0..81).map(clue).collect();
    Sudoku::new(3, 3, clues).expect("values in range").into()
}

#[test]
fn every_format_and_dialect_is_read_back() {
    let time = Duration::from_secs(number("ENCYCLE_ORACLE_SECONDS", 1));
    let first = number("ENCYCLE_ORACLE_SEED", 1);
    let start = Instant::now();
    let mut seen = 0;
    for seed in first.. {
        // the header of a kind with parameters cannot be left out, and a bare column of `w2` or `0s` looks like
        // two cells a row
        let is_long =
            |alphabet: &ClueAlphabet| alphabet.has_numbered_letters || alphabet.has_arrows;
        let has_text = |kind: &&PuzzleKind| {
            kind.file_text().is_none()
                || kind.codec().is_some_and(|codec| !is_long(&codec.alphabet))
        };
        let drafts = PuzzleKind::all().iter().filter(has_text);
        let drafts =
            drafts.filter_map(|&kind| Draft::random(kind, &mut Random::new(seed)).puzzle());
        for puzzle in drafts.chain([sudoku(&mut Random::new(seed))]) {
            let grid = |format: PuzzleFormat| {
                // the graph of a grid is another puzzle
                let is_other = format == PuzzleFormat::Graph && puzzle.loop_grid().is_some();
                formats::write(&puzzle, format).ok().filter(|_| !is_other)
            };
            for &format in PuzzleFormat::ALL {
                let Some(written) = grid(format) else { continue };
                assert_read(&written, &puzzle, seed);
                for text in dialects(&puzzle, format, &written) {
                    assert_read(&text, &puzzle, seed);
                    seen += 1;
                }
            }
        }
        if seed - first >= 2 && start.elapsed() >= time {
            break;
        }
    }
    println!("{seen} texts");
    assert!(seen > 1000, "{seen}");
}
