//! Grids without a header: with `--kind` all kinds are read, without it only the kind that fits alone.

use encycle::formats::{self, Parsed, PuzzleFormat};
use encycle::puzzle::PuzzleKind;

use crate::support::kinds::{kind, varied};

/// The sample of a kind without its header, and the words of the header.
pub(crate) fn bare(kind: PuzzleKind) -> (String, String) {
    let (header, rows) = kind.sample().split_once('\n').expect("a header");
    let words = header.split_once(' ').expect("a size").1;
    (words.to_owned(), rows.to_owned())
}

fn read(text: &str, kind: Option<PuzzleKind>) -> Parsed {
    formats::read(text, kind).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn refusal(text: &str, kind: Option<PuzzleKind>) -> String {
    match formats::read(text, kind) {
        Ok(parsed) => panic!("{text} was read as {parsed:?}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_bare_grid_of_most_kinds_was_refused_although_the_kind_was_given() {
    for &kind in varied() {
        let puzzle = read(kind.sample(), None).puzzle;
        let (size, rows) = bare(kind);
        let parsed = read(&rows, Some(kind));
        assert_eq!((&parsed.puzzle, parsed.is_guessed), (&puzzle, false), "{kind}");
        // the size alone may be the first line
        let side = match kind {
            PuzzleKind::Sudoku => "4 4".to_owned(),
            PuzzleKind::NeighborNumber => "4".to_owned(),
            _ => size,
        };
        match formats::read(&format!("{side}\n{rows}"), Some(kind)) {
            Ok(parsed) => assert_eq!(parsed.puzzle, puzzle, "{kind}"),
            // a grid of two columns may begin with such a row
            Err(error) => assert!(error.message.contains("two readings of '2 2'"), "{error}"),
        }
    }
}

#[test]
fn a_bare_grid_is_read_as_its_kind_or_refused_but_never_as_another_kind() {
    let mut guessed = Vec::new();
    for &kind in varied() {
        match formats::read(&bare(kind).1, None) {
            Ok(parsed) => {
                assert!(parsed.is_guessed);
                assert_eq!(parsed.puzzle, read(kind.sample(), None).puzzle, "{kind}");
                guessed.push(kind);
            }
            Err(error) => {
                let error = error.to_string();
                assert!(!error.contains("digit 0 to 4"), "{kind}: {error}");
                let names = ["several kinds fit", "no format recognized this; nearest: "];
                assert!(names.iter().any(|name| error.contains(name)), "{kind}: {error}");
                assert!(error.contains("name the kind"), "{kind}: {error}");
            }
        }
    }
    assert!(guessed.len() > 4, "{guessed:?}");
}

const SUDOKU: &str = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n";

#[test]
fn a_sudoku_whose_header_names_its_rows_was_asked_for_81_cells() {
    for (side, boxes) in [(4, "2 2"), (6, "2 3"), (8, "2 4"), (9, "3 3"), (12, "3 4"), (16, "4 4")]
    {
        for row in [".".repeat(side), vec!["."; side].join(" ")] {
            let text = format!("sudoku {side} {side}\n{}", format!("{row}\n").repeat(side));
            let error = formats::read(&text, None).expect_err("a wrong header").to_string();
            assert!(error.contains(&format!("write 'sudoku {boxes}'")), "{text}{error}");
            let right = text.replace(&format!("sudoku {side} {side}"), &format!("sudoku {boxes}"));
            assert!(formats::read(&right, None).is_ok(), "{right}");
        }
    }
}

/// A Sudoku with a typing error was a Geradeweg or a Neighbor Number without a solution, or nearest to a Numberlink.
#[test]
fn a_sudoku_with_a_typing_error_is_named() {
    let rows: Vec<&str> = SUDOKU.lines().collect();
    let spaced: String =
        SUDOKU.lines().map(|row| row.split("").collect::<Vec<_>>().join(" ") + "\n").collect();
    for (text, words) in [
        (SUDOKU.replacen("53", "55", 1), "1:2: "),
        (
            SUDOKU.replacen("53", "x3", 1),
            "1:1: no format recognized this; nearest: a bare grid of sudoku: two symbols",
        ),
        (SUDOKU.replacen("4..", "x..", 1), "5:1: "),
        (SUDOKU.replacen("8...6", "8..y6", 1), "4:4: "),
        (SUDOKU.replacen("8...6", "8...66", 1), "4:10: "),
        (SUDOKU.replacen("8...6", "8..6", 1), "4:9: "),
        (SUDOKU.replacen("53..", "53.", 1), "1:9: "),
        (spaced.replacen("8 . . . 6", "8 . . 6", 1), "4:17: "),
        (spaced.replacen("8 . . . 6", "8 . y . 6", 1), "4:6: "),
        (SUDOKU.replacen("8...6", "8..y6", 1).replacen("...8..79", "..z8..79", 1), "4:4: "),
        (rows[..8].join("\n"), "8 rows of 9 cells: a Sudoku is a square"),
        (rows[..8].join("\n") + "\n" + rows[8] + "\n.........\n", "10 rows of 9 cells"),
    ] {
        let error = refusal(&text, None);
        assert!(error.contains("nearest: a bare grid of sudoku: "), "{text}: {error}");
        assert!(error.contains(words) && error.contains("name the kind"), "{text}: {error}");
    }
    for text in [SUDOKU.replace('\n', ".\n"), "20240115\n".to_owned()] {
        assert!(refusal(&text, None).contains("name the kind"), "{text}");
    }
}

#[test]
fn a_damaged_grid_was_nearest_to_a_numberlink() {
    for (text, kind, words) in [
        ("3..y\n.2..\n..0.\n1..3\n", "slitherlink", "1:4: "),
        ("3 . . 2\n. 2 .\n. . 0 .\n1 . . 3\n", "slitherlink", "2:6: "),
        ("A..B\n.BAC\n....\n", "numberlink", "only one 'C'"),
        ("w...\n.q.b\n....\n", "masyu", "2:2: "),
    ] {
        let error = refusal(text, None);
        assert!(error.contains(&format!("nearest: a bare grid of {kind}: ")), "{text}: {error}");
        assert!(error.contains(words), "{text}: {error}");
    }
    assert!(refusal("hello\n", None).contains("nearest: none: no kind fits"));
}

#[test]
fn a_list_of_edges_with_two_readings_was_a_grid_of_two_columns() {
    for text in ["4 3\n1 2\n2 3\n4 1\n", "4 3\n1 2\n2 3\n3 4\n"] {
        let error = refusal(text, None);
        assert!(
            error.contains("several kinds fit, and none is named: a list of edges (hamilton), "),
            "{error}"
        );
    }
    let error = refusal("1 2\n2 3\n3 5\n5 1\n", None);
    assert!(
        error.contains("nearest: a list of edges (hamilton): vertices without an edge: 4"),
        "{error}"
    );
}

#[test]
fn several_kinds_that_fit_are_listed() {
    for (text, kinds) in [
        ("1 . 2\n. . .\n1 . 2\n", "numberlink"),
        ("w...\n....\n..b.\n....\n", "balance-loop, a bare grid of masyu, a bare grid of shingoki"),
        ("2..3\n....\n.1..\n", "slitherlink, a bare grid of nurikabe"),
        ("1...\n..2.\n.3..\n...4\n", "sudoku"),
        ("1 2 2\n3 2 1\n1 3 2\n", "slitherlink, a bare grid of hitori"),
        ("3...\n....\n....\naabb\naabb\nccdd\n", "country-road, a bare grid of heyawake"),
    ] {
        let error = refusal(text, None);
        assert!(error.contains("several kinds fit") && error.contains(kinds), "{error}");
    }
    for (text, kind) in [
        ("A..B\n.BA.\n", PuzzleKind::Numberlink),
        ("1 2 2 5 4\n3 2 1 4 4\n1 3 2 2 5\n4 4 5 1 1\n5 1 3 3 2\n", kind("hitori")),
        ("S . .\n. . .\n. . E\n", PuzzleKind::Hamilton),
        (". . .\n. 0n .\n. . .\n", kind("yajilin")),
        ("3.0\n.2.\n", PuzzleKind::Slitherlink),
        (
            "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n",
            PuzzleKind::Sudoku,
        ),
    ] {
        let parsed = read(text, None);
        assert_eq!((parsed.puzzle.kind(), parsed.format), (kind, PuzzleFormat::Plain), "{text}");
    }
}

#[test]
fn an_unrecognized_text_is_told_the_nearest_format() {
    for text in ["hello\n", "a b c\nd e f\n", "3 x 3\n", "...\n...\n", "<html>\n"] {
        let error = refusal(text, None);
        assert!(
            error.contains("no format recognized this; nearest: ") || error.contains("a web page"),
            "{text}: {error}"
        );
        assert!(!error.contains("digit 0 to 4"), "{text}: {error}");
    }
    // a header whose kind is misspelled keeps its own error
    assert!(refusal("sudoko 3 3\n", None).contains("did you mean `sudoku`"));
    assert!(refusal("", None).contains("the text is empty"));
}

#[test]
fn the_symbols_of_an_empty_cell_are_the_same_in_all_kinds() {
    for &kind in varied() {
        let puzzle = read(kind.sample(), None).puzzle;
        let has_zero = kind.codec().is_some_and(|codec| codec.alphabet.has_zero());
        for empty in ["-", "_", "0"] {
            let text = match kind {
                // a `0` in an arrow is a number
                _ if kind.name() == "yajilin" => kind
                    .sample()
                    .replace(" .", &format!(" {empty}"))
                    .replacen('.', empty, 2)
                    .replace("\n.", &format!("\n{empty}")),
                _ => kind.sample().replace('.', empty),
            };
            match empty == "0" && has_zero {
                true => assert_ne!(
                    formats::read(&text, None).map(|one| one.puzzle),
                    Ok(puzzle.clone()),
                    "{text}"
                ),
                false => assert_eq!(read(&text, None).puzzle, puzzle, "{text}"),
            }
        }
        // two symbols in one puzzle are refused, and so is a second one that occurs twice, as if it were a pair
        let dots: Vec<_> = kind.sample().match_indices('.').map(|(at, _)| at).collect();
        for (empty, count) in [("_", 1), ("_", 2), ("0", 1), ("0", 2)] {
            let is_number = empty == "0" && has_zero;
            if dots.len() <= count || is_number {
                continue;
            }
            let mut text = kind.sample().to_owned();
            for &dot in &dots[dots.len() - count..] {
                text.replace_range(dot..=dot, empty);
            }
            let error = refusal(&text, None);
            let words = [
                format!("two symbols for an empty cell: '.' and '{empty}'"),
                "two readings of '0': an empty cell as '.' is".to_owned(),
            ];
            assert!(words.iter().any(|words| error.contains(words)), "{kind}: {error}\n{text}");
        }
    }
}

#[test]
fn a_size_that_may_be_a_row_is_refused() {
    assert!(
        refusal("2 2\n1 .\n. 1\n", Some(PuzzleKind::Nurikabe)).contains("two readings of '2 2'")
    );
    assert_eq!(
        read("3 2\n1.\n.1\n", Some(PuzzleKind::Nurikabe)).puzzle.extent().to_string(),
        "3 x 2"
    );
    assert!(
        refusal("3 4\n1...\n...1\n", Some(PuzzleKind::Nurikabe))
            .contains("only 2 of the announced 3 rows")
    );
}

#[test]
fn commas_semicolons_and_tabs_separate_cells() {
    let sudoku = read(SUDOKU, None).puzzle;
    for separator in [",", ";", "\t", ", "] {
        for empty in ["", ".", "0"] {
            for (mark, end) in [("", ""), ("\"", ""), ("", separator.trim_end_matches(' '))] {
                // a blank cell at the end looks like a further separator
                if empty.is_empty() && !end.is_empty() {
                    continue;
                }
                let cell = |c: char| {
                    let cell = if c == '.' { empty.to_owned() } else { c.to_string() };
                    format!("{mark}{cell}{mark}")
                };
                let row = |row: &str| row.chars().map(cell).collect::<Vec<_>>().join(separator);
                let text: String = SUDOKU.lines().map(|line| row(line) + end + "\r\n").collect();
                for kind in [None, Some(PuzzleKind::Sudoku)] {
                    assert_eq!(read(&text, kind).puzzle, sudoku, "{text}");
                }
            }
        }
    }
    let plain = read("sudoku 2 2\n1..3\n.3..\n..2.\n...1\n", None).puzzle;
    let text = "1,,,3\n,3,,\n,,2,\n,,,1\n";
    assert_eq!(read(text, Some(PuzzleKind::Sudoku)).puzzle, plain);
    assert_eq!(
        read("1,0,0,3\n0,3,0,0\n0,0,2,0\n0,0,0,1\n", Some(PuzzleKind::Sudoku)).puzzle,
        plain
    );
}

/// The rows of a Sudoku of 16 x 16 cells with the values 0 to E, and `.` in place of F and of every second cell.
fn hexadecimal() -> String {
    let cell = |row: usize, col: usize| match (4 * (row % 4) + row / 4 + col) % 16 {
        15 => '.',
        _ if (row + col).is_multiple_of(2) => '.',
        value => char::from_digit(value as u32, 16).expect("a digit").to_ascii_uppercase(),
    };
    let row = |row| (0..16).map(|col| cell(row, col)).collect::<String>() + "\n";
    (0..16).map(row).collect()
}

#[test]
fn the_nearest_reading_was_untrue() {
    let line = SUDOKU.replace('\n', "");
    let (longer, shorter) = (format!("{line}."), &line[..80]);
    for (text, words) in [
        (hexadecimal(), "a bare grid of sudoku: two readings of '0'"),
        (format!("{longer}\n{line}\n"), "a Sudoku in one line: 82 cells"),
        (format!("{longer}\n{longer}\n"), "a Sudoku in one line: 82 cells"),
        (format!("{shorter}\n{line}\n"), "a Sudoku in one line: 80 cells"),
        (format!("{shorter}\n"), "a Sudoku in one line: 80 cells"),
        ("1 2\n2 3\n3 4\n4 x\n".to_owned(), "a list of edges (hamilton): 'x' is not a vertex"),
        ("1 2\n2 3\n3 4\n4 1 5\n".to_owned(), "a list of edges (hamilton): '4 1 5' is not an edge"),
        ("1 2\n2 3\n3 4\n4\n".to_owned(), "a list of edges (hamilton): '4' is not an edge"),
        ("1 2\n2 3\n3 -4\n4 1\n".to_owned(), "a list of edges (hamilton): '-4' is not a vertex"),
        (
            "1 2 7\n2 3 5\n3 4 6\n4 1 8\n".to_owned(),
            "a list of edges (hamilton): '1 2 7' is not an edge",
        ),
        ("4 4\n1 2 .7\n2 3 5\n3 4 6\n4 1 8\n".to_owned(), "a list of edges (hamilton): '1 2 .7'"),
        ("3 x x\nx 2 x\nx x 1\n".to_owned(), "a bare grid of slitherlink"),
        ("3 x x\nx x x\nx x 2\n".to_owned(), "'x' is no symbol of an empty cell, which is '.'"),
    ] {
        let error = refusal(&text, None);
        assert!(error.contains("nearest: ") && error.contains(words), "{text}: {error}");
    }
    // of several Sudokus in lines, the wrong one alone is refused
    let all = formats::read_all(&format!("{line}\n{longer}\n{shorter}\n"), None);
    let errors = all.into_iter().filter_map(|one| one.1.err());
    assert_eq!(errors.filter(|error| error.message.contains("a Sudoku in one line: 8")).count(), 2);
    for text in ["1 2 7\n2 3 5\n3 4 6\n4 1 8\n", "1,2,0.7\n2,3,0.5\n3,4,1.5\n4,1,8\n"] {
        let error = refusal(text, Some(PuzzleKind::Hamilton));
        assert!(error.contains("write two vertices without a weight"), "{text}: {error}");
    }
    // an empty cell is no typing error in a list of edges
    assert!(!refusal("1 2\n2 3\n3 1\n. 1\n3 9\n", None).contains("list of edges"));
}

#[test]
fn commas_at_the_ends_of_rows_and_blanks_between_boxes_were_refused() {
    let puzzle = read(SUDOKU, None).puzzle;
    let zeros = SUDOKU.replace('.', "0");
    let rows: Vec<&str> = zeros.lines().collect();
    let each =
        |change: &dyn Fn(&str) -> String| rows.iter().map(|row| change(row) + "\n").collect();
    let separated = |between: &str, row: &str| {
        row.chars().map(|cell| cell.to_string()).collect::<Vec<_>>().join(between)
    };
    let texts: [String; 5] = [
        each(&|row| format!("{row},")),
        each(&|row| separated(",", row) + ","),
        each(&|row| separated(" ", row) + ","),
        each(&|row| separated(";", row) + ";"),
        each(&|row| format!("{} {} {}", &row[..3], &row[3..6], &row[6..])),
    ];
    let open = |text: &String| text.trim_end().trim_end_matches([',', ';']).to_owned() + "\n";
    for text in texts.iter().cloned().chain(texts.iter().map(open)) {
        for kind in [None, Some(PuzzleKind::Sudoku)] {
            assert_eq!(read(&text, kind).puzzle, puzzle, "{text}");
        }
    }
}

#[test]
fn a_header_above_damaged_edges_became_a_duplicate_edge() {
    for (header, edges, words) in [
        ("4 3", "1 2\n2 3\n3 4\n4 1\n", "announces 3 edges, and 4 follow"),
        ("4 4", "1 2\n2 3\n3 4\n3 4\n4 1\n", "announces 4 edges, and 5 follow"),
        ("4 2", "0 1\n1 2\n2 3\n", "announces 2 edges, and 3 follow"),
    ] {
        let error = refusal(&format!("{header}\n{edges}"), Some(PuzzleKind::Hamilton));
        assert!(error.starts_with("1:1") || error.contains(":1:1"), "{error}");
        let found = error.contains("a header that does not match") && error.contains(words);
        assert!(found && !error.contains("duplicate"), "{error}");
    }
}

#[test]
fn a_file_with_other_rooms_than_announced_was_accepted() {
    for kind in ["heyawake", "country", "moonsun"] {
        let file = |count: &str| format!("pzprv3/{kind}/2/2/{count}/0 1 /0 1 /1 . /. . /");
        let known = file("2");
        read(&known, None);
        for count in ["3", "1", "x"] {
            let error = refusal(&file(count), None);
            assert!(
                error.contains(&format!("'{count}' rooms are announced, and 2 drawn")),
                "{error}"
            );
        }
    }
}
