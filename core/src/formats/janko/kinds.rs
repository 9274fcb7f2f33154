//! The cells of each kind in the texts of janko.at. `-` or `.` is a cell without a clue; all other cells are:
//!
//! | kind | cells |
//! |---|---|
//! | Slitherlink, Slitherlynx | numbers 0 to 4 |
//! | Simple Loop | `x` for a black cell |
//! | Masyu | `w` or `1` for a white circle, `b` or `2` for a black circle |
//! | Country Road, Heyawake | numbers, and a section `areas`; in a Country Road, `@` is a cell outside all areas |
//! | Moon-or-Sun | `o` for a sun and `x` for a moon, and a section `areas` |
//! | Hitori, Linesweeper | numbers |
//! | Nurikabe | numbers; `?` for an island of any size |
//! | Geradeweg | numbers; 0 for a circle without a number |
//! | Shingoki, Balance Loop | `w` or `b` with the number before or after it, as in `w4` |
//! | Yajilin | a number with an arrow, as in `2e`; `x` or `@` for a clue cell without number and arrow |
//!
//! In a solution of Slitherlink, `x` or `1` is a cell inside the loop, and `-`, `.` or `0` is a cell outside. In a
//! solution of a loop through cells, two of the letters `n`, `e`, `s` and `w` are the sides of a visited cell that have
//! a line. In a solution of a shading puzzle, `x` is a shaded cell.

use encycle_encodings::grid::Cell;
use encycle_encodings::kinds::codec::{ClueAlphabet, ClueGrid, ClueSymbol, JankoSpelling};
use encycle_encodings::puzzle::{Solution, SolutionForm};
use encycle_encodings::rules::one_loop::EdgeSet;
use encycle_encodings::text::{Cells, Fault, Span};

use crate::puzzle::{Puzzle, PuzzleKind};

/// Returns the kinds that can be read.
pub(super) fn all() -> impl Iterator<Item = PuzzleKind> {
    PuzzleKind::all().iter().copied().filter(|&kind| spelling(kind).is_some())
}

/// Returns the alphabet of a kind and its spelling in these texts.
fn spelling(kind: PuzzleKind) -> Option<(&'static ClueAlphabet, &'static JankoSpelling)> {
    let codec = kind.codec()?;
    Some((&codec.alphabet, codec.janko.as_ref()?))
}

/// Returns whether a kind can be read, which may be one of the user.
pub(super) fn has(kind: PuzzleKind) -> bool {
    spelling(kind).is_some()
}

/// Returns the name of a kind in these texts. Those of Encycle have no hyphens there.
fn name(kind: PuzzleKind) -> String {
    let hyphen = if kind.is_builtin() { "" } else { "-" };
    kind.name().replace('-', hyphen)
}

/// Returns the kind with this name, in any letter case and with or without hyphens: the expected one, or one of Encycle.
pub(super) fn named(text: &str, expected: Option<PuzzleKind>) -> Option<PuzzleKind> {
    let plain = |text: &str| text.to_ascii_lowercase().replace('-', "");
    expected.into_iter().chain(all()).find(|&kind| plain(kind.name()) == plain(text))
}

/// Returns whether texts of a kind have the section `areas`.
pub(super) fn has_areas(kind: PuzzleKind) -> bool {
    kind.codec().is_some_and(|codec| codec.has_rooms)
}

/// Builds a puzzle from the cells of its problem and from its areas.
pub(super) fn puzzle(
    kind: PuzzleKind,
    problem: &Cells<Span<'_>>,
    areas: Option<&Cells<Span<'_>>>,
) -> Result<Puzzle, Fault> {
    let read = |cell: &Span<'_>| match cell.text {
        "-" | "." => Ok(None),
        text => symbol(kind, text)
            .map(Some)
            .ok_or_else(|| cell.wrong(format!("is not a cell\nhelp: {}", help(kind)))),
    };
    let symbols = problem.cells.iter().map(read).collect::<Result<_, Fault>>()?;
    let names = areas.filter(|_| has_areas(kind)).map_or(&[][..], |areas| &areas.cells);
    let rooms = names.iter().map(|name| name.text.to_owned()).collect();
    let made = kind.puzzle_of_clues(&ClueGrid { grid: problem.grid, symbols, rooms });
    made.map_err(|error| error.at(problem.grid, &problem.offsets, problem.offsets[0]))
}

/// Reads a clue; `None` if the text is none.
fn symbol(kind: PuzzleKind, text: &str) -> Option<ClueSymbol> {
    let (alphabet, spelling) = spelling(kind)?;
    if alphabet.has_unknown && (text == "?" || text == spelling.unknown) {
        return Some(ClueSymbol::Unknown);
    }
    let is_of = |c: char, letters: &&str| letters.contains(c.to_ascii_lowercase());
    let plain = |c: char| match spelling.letters.iter().position(|letters| is_of(c, letters)) {
        Some(letter) => Some(alphabet.letters[letter].letter),
        None => Some(c).filter(|c| !c.is_alphabetic() || alphabet.has_arrows),
    };
    alphabet.parse(&text.chars().map(plain).collect::<Option<String>>()?)
}

/// Returns the text of a clue.
fn symbol_text(alphabet: &ClueAlphabet, spelling: &JankoSpelling, symbol: ClueSymbol) -> String {
    match symbol {
        ClueSymbol::Unknown => spelling.unknown.to_owned(),
        ClueSymbol::Letter(letter, _) => {
            let plain = alphabet.letters[letter].letter;
            alphabet.text(symbol).replace(plain, &spelling.letters[letter][..1])
        }
        symbol => alphabet.text(symbol),
    }
}

/// Returns how to write the clues of a kind.
fn help(kind: PuzzleKind) -> String {
    let Some((alphabet, spelling)) = spelling(kind) else { return String::new() };
    let mut help = alphabet.help.replace("'.'", "'-'");
    for (letter, ours) in alphabet.letters.iter().zip(spelling.letters) {
        help = help.replace(&format!("'{}'", letter.letter), &format!("'{}'", &ours[..1]));
    }
    help
}

/// Reads the solution of a puzzle; `None` if these texts have no solutions for the kind.
pub(super) fn solution(
    puzzle: &Puzzle,
    cells: &Cells<Span<'_>>,
) -> Result<Option<Solution>, Fault> {
    if let Some(grid) = puzzle.loop_grid() {
        let help = "write 'x' for a cell inside the loop and '-' for one outside";
        let inside: Result<Vec<bool>, Fault> =
            cells.cells.iter().map(|cell| marked(*cell, help)).collect();
        return Ok(Some(EdgeSet::around(grid, &inside?).into()));
    }
    if matches!(puzzle.form(), SolutionForm::Values { values: 1, .. }) {
        let help = "write 'x' for a shaded cell and '-' for any other";
        let shaded: Result<Vec<bool>, Fault> =
            cells.cells.iter().map(|cell| marked(*cell, help)).collect();
        return Ok(Some(Solution::new(shaded?)));
    }
    let Some(graph) = puzzle.graph_of_atoms() else { return Ok(None) };
    let (grid, mut lines) = (cells.grid, vec![false; graph.edge_count()]);
    for (cell, sides) in grid.cells().zip(&cells.cells) {
        if matches!(sides.text, "-" | "." | "x" | "X") {
            continue;
        }
        if !sides.text.bytes().all(|byte| b"nesw".contains(&byte)) {
            let help = "write the sides with a line as in 'ne', '-' for a cell without lines";
            let message = format!("{} is not a cell of a solution\nhelp: {help}", sides.shown());
            return Err(sides.fault(message));
        }
        for side in sides.chars() {
            let Cell { row, col } = cell;
            let next = match side.text {
                "n" => row.checked_sub(1).map(|row| Cell { row, col }),
                "w" => col.checked_sub(1).map(|col| Cell { row, col }),
                "s" => Some(Cell { row: row + 1, col }),
                _ => Some(Cell { row, col: col + 1 }),
            };
            let next = next.filter(|next| next.row < grid.rows() && next.col < grid.cols());
            let link = next
                .and_then(|next| graph.edge_between(grid.cell_index(cell), grid.cell_index(next)));
            let link = link.ok_or_else(|| {
                let side = side.shown();
                sides.fault(format!("no cell on the side {side} of {cell}\nhelp: remove {side}"))
            })?;
            lines[link.index()] = true;
        }
    }
    Ok(Some(Solution::new(lines)))
}

/// Parses a cell of a solution that is either marked or unmarked.
fn marked(cell: Span<'_>, help: &str) -> Result<bool, Fault> {
    match cell.text {
        "x" | "X" | "1" => Ok(true),
        "-" | "." | "0" => Ok(false),
        _ => Err(cell.wrong(format!("is not a cell of a solution\nhelp: {help}"))),
    }
}

/// Writes a puzzle in the format of janko.at, without a solution. Returns `None` if the format cannot express it.
pub(in crate::formats) fn write(puzzle: &Puzzle) -> Option<String> {
    let (alphabet, spelling) = spelling(puzzle.kind())?;
    let clues = puzzle.clue_grid()?;
    let (rows, cols, kind) = (clues.grid.rows(), clues.grid.cols(), name(puzzle.kind()));
    let mut out = format!("begin\npuzzle {kind}\nrows {rows}\ncols {cols}\nproblem\n");
    let mut add = |cells: &[String]| {
        cells.chunks(cols).for_each(|row| out.push_str(&(row.join(" ") + "\n")));
    };
    let cell = |symbol: &Option<ClueSymbol>| match *symbol {
        Some(symbol) => symbol_text(alphabet, spelling, symbol),
        None => "-".to_owned(),
    };
    add(&clues.symbols.iter().map(cell).collect::<Vec<_>>());
    if !clues.rooms.is_empty() {
        let regions = clues.regions();
        let area = |(cell, number): (usize, &usize)| match clues.is_outside(cell) {
            true => clues.rooms[cell].clone(),
            false => (number + 1).to_string(),
        };
        add(&["areas".to_owned()]);
        add(&regions.numbers().iter().enumerate().map(area).collect::<Vec<_>>());
    }
    out.push_str("end\n");
    Some(out)
}
