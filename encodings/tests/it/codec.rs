//! The spelling of clues: every symbol of every alphabet.

use encycle_encodings::cell_loops::Side;
use encycle_encodings::grid::{Cell, Grid};
use encycle_encodings::kinds::Kind;
use encycle_encodings::kinds::codec::{ClueAlphabet, ClueGrid, ClueSymbol};
use encycle_encodings::kinds::nurikabe::Nurikabe;
use encycle_encodings::kinds::written::{WrittenClues, WrittenPuzzle};

use crate::common::written;

/// The alphabets with each type of symbol.
fn alphabets() -> [&'static ClueAlphabet; 4] {
    let of_file = |name: &str| Some(&written::kind(name).file().codec);
    [of_file("linesweeper"), of_file("balance-loop"), Nurikabe::CODEC, of_file("yajilin")]
        .map(|codec| &codec.expect("clues in cells").alphabet)
}

/// The symbols with numbers up to 12, and a letter behind the last.
fn symbols() -> Vec<ClueSymbol> {
    let numbers = || (0..=12).map(Some).chain([None]);
    let letters = (0..2).flat_map(|letter| numbers().map(move |n| ClueSymbol::Letter(letter, n)));
    let arrows =
        Side::ALL.into_iter().flat_map(|side| (0..=12).map(move |n| ClueSymbol::Arrow(n, side)));
    let bare = (0..=12).map(ClueSymbol::Number);
    bare.chain([ClueSymbol::Unknown]).chain(letters).chain(arrows).collect()
}

/// The text and the picture of a symbol of the alphabet are read as the symbol, if its number is in range.
#[test]
fn the_text_and_the_picture_of_each_symbol_are_read_back() {
    let mut counts = Vec::new();
    for alphabet in alphabets() {
        let all = symbols().into_iter().filter(|&symbol| alphabet.has(symbol));
        let is_of = |&symbol: &ClueSymbol| {
            let texts = [alphabet.text(symbol), alphabet.picture(symbol)];
            let [text, picture] = texts.map(|text| alphabet.parse(&text));
            assert_eq!(text, picture, "{symbol:?}");
            assert!(text.is_none_or(|text| text == symbol), "{symbol:?} as {text:?}");
            text.is_some()
        };
        counts.push(all.filter(is_of).count());
    }
    // 0 to 8; two colors with a number 0 to 12 or none; 1 to 12 and `?`; four arrows with 0 to 12, and `x`
    assert_eq!(counts, [9, 2 * 14, 13, 4 * 13 + 1]);
}

#[test]
fn texts_that_are_no_clue_are_refused() {
    let [counts, circles, islands, arrows] = alphabets();
    for text in ["9", "-1", "+1", "", "x", "?", "1.0", "99999999999"] {
        assert_eq!(counts.parse(text), None, "{text}");
    }
    for text in ["4", "w4w", "4w4", "wb", "g", "w-4", "w99999999999", "?"] {
        assert_eq!(circles.parse(text), None, "{text}");
    }
    assert_eq!((islands.parse("0"), islands.parse("1000"), islands.parse("w")), (None, None, None));
    for text in ["1", "e", "1f", "e1", "-1e", "+1e", "2↑↑", "99999999999e"] {
        assert_eq!(arrows.parse(text), None, "{text}");
    }
}

/// A symbol of another kind is refused at its cell, never read as another clue.
#[test]
fn a_kind_refuses_the_symbols_of_another() {
    let grid = Grid::new(1, 2).expect("a small grid");
    let with = |symbol| ClueGrid::new(grid, vec![None, Some(symbol)]);
    let cell = Some(Cell { row: 0, col: 1 });
    let letter = ClueSymbol::Letter(1, Some(3));
    let of_file = |name: &str, symbol| {
        WrittenPuzzle::new(written::kind(name), WrittenClues::of_cells(with(symbol)))
    };
    let refused = [
        of_file("linesweeper", ClueSymbol::Unknown).unwrap_err(),
        of_file("linesweeper", ClueSymbol::Number(9)).unwrap_err(),
        of_file("masyu", letter).unwrap_err(),
        Nurikabe::from_clue_grid(&with(letter)).unwrap_err(),
        Nurikabe::from_clue_grid(&with(ClueSymbol::Number(0))).unwrap_err(),
        of_file("yajilin", letter).unwrap_err(),
    ];
    for error in refused {
        assert_eq!(error.cell, cell, "{error}");
        assert!(error.message.contains("help:"), "{error}");
    }
    assert!(of_file("balance-loop", letter).is_ok());
}
