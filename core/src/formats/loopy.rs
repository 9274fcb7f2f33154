//! Game ids of Loopy, from Simon Tatham's puzzle collection, on square grids.
//!
//! `10x10t0de:BODY` contains the width and the height, the tiling `t0` (squares), the difficulty `de` (easy), and the
//! cells: a digit is a clue, and a letter `a` to `z` is a run of 1 to 26 empty cells. The tiling and the difficulty are
//! optional. The address of Loopy's page has the id after its `#`, and a save file has it in its lines `PARAMS` and
//! `DESC`. Loopy itself omits the difficulty from an id that contains the cells, because only its generator uses the
//! difficulty; so this writer produces `10x10t0:BODY`.

use std::fmt::Write as _;

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::codec::{ClueGrid, ClueSymbol};

use crate::formats::placed::PlacedSymbols;
use crate::formats::{Reading, expect_loops};
use crate::puzzle::{Puzzle, PuzzleKind};
use encycle_encodings::text::{self, Fault, Span, Text};

/// The maximum length of a run of empty cells that one letter expresses.
const LONGEST: usize = 26;

/// The first word of a file that a game of the collection has saved.
const SAVE_FILE: &str = "SAVEFILE:";

/// Returns whether `line` looks like a game id: `WxH`, and a `:` or `#` anywhere.
pub(super) fn is_id(line: &str) -> bool {
    let digit = |c: char| c.is_ascii_digit();
    let behind_width = line.trim_start_matches(digit);
    line.starts_with(digit)
        && behind_width.strip_prefix('x').is_some_and(|rest| rest.starts_with(digit))
        && line.contains([':', '#'])
}

/// Returns whether `line` is the address of a page of the collection, with a game id.
pub(super) fn is_page(line: &str) -> bool {
    game_of_page(line).is_some_and(|(_, id)| !id.is_empty())
}

/// Returns the name of the game in the address of its page, and the id.
fn game_of_page(line: &str) -> Option<(&str, &str)> {
    let (page, id) = line.split_once('#')?;
    let name = page.strip_suffix(".html")?.rsplit('/').next()?;
    (page.contains("://") || page.contains('/')).then_some((name, id))
}

/// Returns whether `line` looks like a game id, a page, or the start of a save file.
pub(super) fn claims(line: &str) -> bool {
    // games with a single number as their size, such as Towers
    let is_other = || {
        let (params, body) = line.split_once(':').unwrap_or((line, ""));
        params.starts_with(|c: char| c.is_ascii_digit())
            && params.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && !body.is_empty()
            && !line.contains(char::is_whitespace)
    };
    is_id(line) || is_page(line) || line.starts_with(SAVE_FILE) || is_other()
}

/// Reads a game id, the address of a page, or a save file.
pub(super) fn read(text: Text<'_>, kind: Option<PuzzleKind>) -> Reading {
    let first = text.lines().next().unwrap_or(Span { text: "", offset: 0 });
    if first.text.starts_with(SAVE_FILE) {
        return read_saved(text, kind);
    }
    let line = text.only_line("a Loopy id")?;
    match game_of_page(line.text) {
        Some((name, _)) if name != "loopy" => {
            Err(line.fault(format!("a game of {name}: only games of Loopy can be read")))
        }
        Some((_, id)) => read_id(line.from(line.text.len() - id.len()), kind),
        None => read_id(line, kind),
    }
}

/// Reads a save file, whose lines consist of a key, the length of the value, and the value.
fn read_saved(text: Text<'_>, kind: Option<PuzzleKind>) -> Reading {
    let field = |key: &str| {
        let has_key = |line: &Span<'_>| line.text.split(':').next().map(str::trim) == Some(key);
        let line = text.lines().find(has_key)?;
        line.cut(|c| c == ':').1?.cut(|c| c == ':').1
    };
    let missing = |key: &str| text.fault_at_end(format!("the save file has no line {key}"));
    let game = field("GAME").ok_or_else(|| missing("GAME"))?;
    if game.text != "Loopy" {
        let message = format!("a saved game of {}: only games of Loopy can be read", game.shown());
        return Err(game.fault(message));
    }
    expect_loops(kind, game)?;
    let params = field("PARAMS").ok_or_else(|| missing("PARAMS"))?;
    let body = field("DESC").ok_or_else(|| missing("DESC"))?;
    puzzle(read_params(params)?, body, kind)
}

/// Reads a game id.
fn read_id(line: Span<'_>, kind: Option<PuzzleKind>) -> Reading {
    let (params, body) = line.cut(|c| matches!(c, ':' | '#'));
    let Some(body) = body else {
        return Err(params.fault_after("no ':' and no cells\nhelp: write 'WxHt0:CELLS'"));
    };
    if let Some(game) = other_game(params.text, body.text) {
        return Err(params.fault(format!("an id of {game}: only ids of Loopy can be read")));
    }
    expect_loops(kind, line)?;
    if line.text.as_bytes().get(params.text.len()) == Some(&b'#') {
        return Err(params.fault_after(
            "a '#' id is a seed that only Loopy can expand\n\
             help: use its 'WxHt0:CELLS' form (menu Game, Specific)",
        ));
    }
    puzzle(read_params(params)?, body, kind)
}

/// Returns the name of another game of the collection that writes such ids. An id does not name its game, so the
/// function names a game only for ids that are not ids of Loopy.
fn other_game(params: &str, body: &str) -> Option<&'static str> {
    let (width, rest) = params.split_once('x').unwrap_or((params, ""));
    let height = &rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())];
    let (Ok(width), Ok(height)) = (width.parse::<usize>(), height.parse::<usize>()) else {
        return Some("another game of that collection");
    };
    if rest[height.to_string().len().min(rest.len())..].starts_with('t') {
        return None;
    }
    let area = width.saturating_mul(height);
    let runs = |is_clue: fn(u8) -> bool| -> usize {
        let length = |byte: u8| match byte {
            b'a'..=b'z' => usize::from(byte - b'a') + 1,
            _ => usize::from(is_clue(byte)),
        };
        body.bytes().map(length).sum()
    };
    // a number of several digits is one clue
    let numbers = body.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty()).count();
    let is_of = |symbols: &str| {
        body.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || symbols.contains(c))
    };
    let is_loopy = is_of("") && !body.contains(['5', '6', '7', '8', '9']);
    match () {
        () if is_loopy && runs(|b| b.is_ascii_digit()) == area => None,
        () if is_of("_") && runs(|_| false) + numbers == area.saturating_mul(area) && area > 1 => {
            Some("Solo (Sudoku)")
        }
        () if body.contains(['B', 'W']) && is_of("BW") && runs(|b| b"BW".contains(&b)) == area => {
            Some("Pearl (Masyu)")
        }
        () if body.len() == area && is_of("") => Some("Singles (Hitori)"),
        () if body.contains(['_', ',', ';']) || body.contains(|c: char| c.is_ascii_uppercase()) => {
            Some("another game of that collection")
        }
        () => None,
    }
}

/// Builds the puzzle with the cells of an id: a Slitherlink, or the expected kind.
fn puzzle(grid: Grid, body: Span<'_>, kind: Option<PuzzleKind>) -> Reading {
    let found = cells(grid, body)?;
    let clues = ClueGrid::new(grid, found.symbols);
    let made = kind.unwrap_or(PuzzleKind::Slitherlink).puzzle_of_clues(&clues);
    Ok(made.map_err(|error| error.at(grid, &found.offsets, body.offset))?.into())
}

/// Reads the cells of an id.
fn cells<'a>(grid: Grid, body: Span<'a>) -> Result<PlacedSymbols<'a>, Fault> {
    let mut found = PlacedSymbols::new((body, "id"), (grid.cell_count(), "cells"));
    for piece in body.chars() {
        match *piece.text.as_bytes() {
            [digit @ b'0'..=b'9'] => {
                found.clue(piece, ClueSymbol::Number(u32::from(digit - b'0')))?;
            }
            [letter @ b'a'..=b'z'] => found.skip(piece, usize::from(letter - b'a') + 1)?,
            _ => {
                return Err(piece.wrong(
                    "is not part of a Loopy id\n\
                     help: write a clue as a digit 0 to 4, a run of 1 to 26 empty cells as a letter \
                     a to z",
                ));
            }
        }
    }
    found.finish()
}

/// Parses `WxH`, then an optional `t0` and an optional `dX`.
fn read_params(params: Span<'_>) -> Result<Grid, Fault> {
    let (width, rest) = params.cut(|c| c == 'x');
    let rest = rest.ok_or_else(|| params.fault("no 'x' between width and height"))?;
    let digits =
        |span: Span<'_>| span.text.find(|c: char| !c.is_ascii_digit()).unwrap_or(span.text.len());
    let height = Span { text: &rest.text[..digits(rest)], ..rest };
    let grid = text::size(height, width)?;
    let mut behind = rest.from(height.text.len());
    if behind.text.starts_with('t') {
        let tiling = behind.from(1);
        let end = digits(tiling);
        if &tiling.text[..end] != "0" {
            let named = Span { text: &tiling.text[..end], ..tiling };
            return Err(tiling.fault(format!(
                "tiling {}: only tiling 0, the square grid, can be read",
                named.shown()
            )));
        }
        behind = tiling.from(end);
    }
    match behind.text.strip_prefix('d').map(str::as_bytes) {
        None if behind.text.is_empty() => Ok(grid),
        Some([] | [b'a'..=b'z']) => Ok(grid),
        _ => Err(behind.wrong("before the ':'\nhelp: write 'WxHt0:CELLS' or 'WxHt0dX:CELLS'")),
    }
}

/// Writes a game id; `None` for a puzzle that is not on a grid.
pub(super) fn write(puzzle: &Puzzle) -> Option<String> {
    let clues = puzzle.clue_grid()?;
    let mut out = String::new();
    let _ = write!(out, "{}x{}t0:", clues.grid.cols(), clues.grid.rows());
    for run in clues.symbols.chunk_by(|a, b| a.is_none() && b.is_none()) {
        match run {
            [Some(ClueSymbol::Number(number))] => out.push_str(&number.to_string()),
            _ => out
                .extend(run.chunks(LONGEST).map(|part| char::from(b'a' + (part.len() - 1) as u8))),
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    #[test]
    fn tiling_and_difficulty_are_optional() {
        let grid = read("slitherlink 2 3\n3.2\n.0.\n", None).unwrap().puzzle;
        for id in ["3x2t0de:3a2a0a", "3x2t0:3a2a0a", "3x2:3a2a0a", "3x2dh:3a2a0a"] {
            let parsed = read(id, None).unwrap();
            assert_eq!((parsed.puzzle, parsed.format), (grid.clone(), PuzzleFormat::Loopy), "{id}");
        }
        assert_eq!(write(&grid, PuzzleFormat::Loopy).unwrap(), "3x2t0:3a2a0a");
    }

    #[test]
    fn a_run_of_more_than_26_cells_takes_two_letters() {
        let row = format!("slitherlink 1 28\n1{}\n", ".".repeat(27));
        let id = write(&read(&row, None).unwrap().puzzle, PuzzleFormat::Loopy).unwrap();
        assert_eq!(id, "28x1t0:1za");
    }

    #[test]
    fn the_page_and_the_save_file_of_loopy_are_read() {
        let grid = read("slitherlink 2 3\n3.2\n.0.\n", None).unwrap().puzzle;
        let page =
            "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/loopy.html#3x2t0:3a2a0a";
        let saved = "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\nGAME    :5:Loopy\n\
                     PARAMS  :6:3x2t0d\nCPARAMS :7:3x2t0de\nDESC    :6:3a2a0a\nNSTATES :1:1\nSTATEPOS:1:1\n";
        for text in [page, saved, &saved.replace('\n', "\r\n")] {
            let parsed = read(text, None).unwrap();
            assert_eq!((&parsed.puzzle, parsed.format), (&grid, PuzzleFormat::Loopy), "{text}");
        }
        let other = saved.replace("5:Loopy", "4:Solo");
        assert_refused(&[
            (&other, 3, 12, "a saved game of 'Solo'"),
            (&page.replace("loopy", "pearl"), 1, 1, "a game of pearl"),
            ("SAVEFILE:41:x\nGAME    :5:Loopy\n", 2, 17, "no line PARAMS"),
        ]);
    }

    #[test]
    fn ids_of_other_games_were_read_as_loops() {
        assert_refused(&[
            ("2x2:1a2_3a4j", 1, 1, "an id of Solo (Sudoku)"),
            ("3x3de:aBcWbB", 1, 1, "an id of Pearl (Masyu)"),
            ("3x3dk:125231312", 1, 1, "an id of Singles (Hitori)"),
            ("7x7i30e10m2d0:2_a,b", 1, 1, "an id of another game"),
            ("4de:1/2/3", 1, 1, "an id of another game"),
        ]);
    }

    #[test]
    fn an_invalid_id_is_rejected_with_its_position() {
        assert_refused(&[
            ("10x10t0de#1234567", 1, 10, "seed"),
            ("5x5t3de:a", 1, 5, "tiling '3'"),
            ("5x5t:a", 1, 5, "tiling ''"),
            ("5x5q:a", 1, 4, "'q' before the ':'"),
            ("5x5t0dee:a", 1, 6, "'dee' before the ':'"),
            ("5x0t0:a", 1, 3, "1 to 1000 rows"),
            ("4000000000x3t0:a", 1, 1, "1 to 1000 columns"),
            ("2x2t0:a3", 1, 9, "2 of 4 cells"),
            ("2x2t0:", 1, 7, "0 of 4 cells"),
            ("2x2t0:a3b1", 1, 10, "beyond the last of the 4 cells"),
            ("2x2t0:z", 1, 7, "beyond"),
            ("2x2t0:aA", 1, 8, "'A' is not part"),
            ("2x2t0:a7b", 1, 8, "clue 7"),
            ("2x2t0:d\nx\n", 2, 1, "'x' after a Loopy id"),
        ]);
    }
}
