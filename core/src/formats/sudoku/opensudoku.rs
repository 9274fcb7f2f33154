//! Files of OpenSudoku: XML with the cells of each Sudoku in the attribute `data` of an element `game`.
//!
//! ```text
//! <?xml version="1.0" encoding="UTF-8"?>
//! <opensudoku><name>easy</name>
//! <game data="053070000600195000..." />
//! </opensudoku>
//! ```

use std::ops::Range;

use encycle_encodings::kinds::sudoku::Sudoku;
use encycle_encodings::text::{Span, Text};

use crate::formats::sudoku::line;
use crate::formats::{Reading, expect_kind};
use crate::puzzle::PuzzleKind;

/// The start of an element with a puzzle.
const GAME: &str = "<game";

/// Returns whether `line` begins an XML file, or a puzzle in such a file.
pub(in crate::formats) fn claims(line: &str) -> bool {
    ["<?xml", "<opensudoku", GAME].iter().any(|start| line.starts_with(start))
}

/// Returns the ranges of the puzzles in a text, each with the text that precedes it.
pub(in crate::formats) fn pieces(text: &str) -> Vec<Range<usize>> {
    let starts: Vec<usize> = text.match_indices(GAME).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let mut pieces: Vec<Range<usize>> = starts.iter().zip(ends).map(|(&a, b)| a..b).collect();
    if let Some(first) = pieces.first_mut() {
        first.start = 0;
    }
    pieces
}

/// Reads the only puzzle of a text; other text may precede the puzzle.
pub(in crate::formats) fn read(text: Text<'_>, kind: Option<PuzzleKind>) -> Reading {
    let whole = Span { text: text.0, offset: 0 };
    let start = text.0.find(GAME).ok_or_else(|| {
        whole.trim().fault("XML without an element `game`: only files of OpenSudoku can be read")
    })?;
    let game = whole.from(start);
    expect_kind(PuzzleKind::Sudoku, kind, game)?;
    let tag = Span { text: &game.text[..game.text.find('>').unwrap_or(game.text.len())], ..game };
    let data = tag.text.find("data=").map(|at| tag.from(at + "data=".len()));
    let value = data.and_then(|data| {
        let quote = data.text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        data.from(1).cut(|c| c == quote).1.map(|_| data.from(1).cut(|c| c == quote).0)
    });
    let value = value.ok_or_else(|| tag.fault("element `game` without an attribute `data`"))?;
    line::read_cells(value.trim())
}

/// Writes a file with one puzzle.
pub(in crate::formats) fn write(puzzle: &Sudoku) -> Option<String> {
    let cells = line::write(puzzle).filter(|cells| cells.len() == 81)?.replace('.', "0");
    Some(format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n<game data=\"{cells}\" />\n</opensudoku>\n"
    ))
}

#[cfg(test)]
mod tests {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, read_all, write};

    const LINE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn a_file_of_games_is_read() {
        let plain = read(LINE, None).unwrap().puzzle;
        let text = write(&plain, PuzzleFormat::OpenSudoku).unwrap();
        let parsed = read(&text, None).unwrap();
        assert_eq!((&parsed.puzzle, parsed.format), (&plain, PuzzleFormat::OpenSudoku));
        let two = text.replacen("<game", &format!("<game time='0' data='{LINE}'/><game"), 1);
        let all = read_all(&two, None);
        assert_eq!(all.len(), 2);
        assert!(all.into_iter().all(|one| one.1.unwrap().puzzle == plain));
    }

    #[test]
    fn other_xml_is_rejected_with_its_position() {
        assert_refused(&[
            ("<?xml version=\"1.0\"?>\n<svg/>\n", 1, 1, "without an element `game`"),
            ("<opensudoku>\n<game/>\n", 2, 1, "without an attribute `data`"),
            ("<opensudoku>\n<game data=\"12\"/>\n", 2, 13, "2 cells"),
        ]);
    }
}
