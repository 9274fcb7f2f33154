//! Addresses of puzz.link, pzv.jp, pzprxs and other sites that run pzpr: `https://puzz.link/p?NAME/W/H/BODY`, on any
//! host, or only `NAME/W/H/BODY`. The body formats have one module each.
//!
//! A word before the size is a flag that changes the rules. For example, `f` in a Slitherlink means that the loop
//! visits every vertex, and `v:` means a variant that the address does not describe. The reader rejects such puzzles.
//!
//! The sites also write `NAME_edit` and `NAME_play`, options such as `type=editor&` before the name, a whole pzprv3
//! file in place of the name, a `/` at the end, and codes such as `%20`.

mod clued;
mod hitori;
mod kanpen;
mod numbers;
pub(super) mod numlin;
mod nurikabe;
mod packed;
mod percent;
mod rooms;
pub(super) mod slither;
mod sudoku;

use crate::formats::pzpr_names::{kind_of, named};
use crate::formats::{Reading, loops, pzprv3};
use crate::puzzle::{Puzzle, PuzzleKind};
use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::country_road::CountryRoad;
use encycle_encodings::kinds::heyawake::Heyawake;
use encycle_encodings::text::{self, Fault, Span, Text};

/// Returns whether `line` looks like an address, supported or not.
pub(super) fn claims(line: &str) -> bool {
    let is_bare = || line.split_once('/').is_some_and(|(name, _)| named(name).is_some());
    line.contains("://") || line.starts_with("puzz.link") || is_bare() || names_a_puzzle(line)
}

/// Returns whether `line` contains `?` followed by the name of a kind and a `/`.
pub(super) fn names_a_puzzle(line: &str) -> bool {
    let data =
        line.split_once('?').map(|(_, data)| without_options(Span { text: data, offset: 0 }));
    let name = data.and_then(|data| data.text.split_once('/')).map(|(name, _)| name);
    name.is_some_and(|name| named(name).is_some() || name.starts_with("pzprv3"))
}

/// Returns the data of an address without the options before it, such as `type=editor&`.
fn without_options(data: Span<'_>) -> Span<'_> {
    let mut data = data;
    while let (option, Some(rest)) = data.cut(|c| c == '&') {
        let is_option = option.text.contains('=') && !option.text.contains('/');
        if !is_option {
            break;
        }
        // in the source of a web page, the `&` is written as `&amp;`
        data = if rest.text.starts_with("amp;") { rest.from("amp;".len()) } else { rest };
    }
    data
}

/// Reads an address.
pub(super) fn read(text: Text<'_>, kind: Option<PuzzleKind>) -> Reading {
    let line = text.only_line("an address")?;
    if line.text.contains("penpa-edit") {
        return Err(line.fault(
            "penpa-edit addresses cannot be read\n\
             help: enter the puzzle at puzz.link and use the address from there",
        ));
    }
    let data = match line.cut(|c| c == '?') {
        (_, Some(data)) => data,
        (bare, None) if !bare.text.contains("://") && claims(bare.text) => bare,
        (bare, None) => {
            return Err(bare.fault_after(
                "no '?' and no puzzle in this address\n\
                 help: use an address like https://puzz.link/p?slither/W/H/BODY",
            ));
        }
    };
    if kanpen::claims(line.text) {
        return kanpen::read(line, data, kind);
    }
    let data = without_options(data);
    let fault = match read_data(data, kind) {
        Err(fault) if data.text.contains('%') => fault,
        other => return other,
    };
    // a `%` may begin a number of the body, so codes of characters are decoded only if the address is invalid without
    // decoding
    let Some(decoded) = percent::decoded(data.text) else { return Err(fault) };
    let decoded = without_options(Span { text: &decoded, offset: 0 });
    read_data(decoded, kind).map_err(|Fault { message, .. }| data.fault(message))
}

/// Reads `NAME/W/H/BODY` or `NAME/FLAG/W/H/BODY`, or a pzprv3 file with `/` between its lines.
fn read_data(data: Span<'_>, kind: Option<PuzzleKind>) -> Reading {
    if pzprv3::claims(data.text) {
        return pzprv3::read_fields(data, kind);
    }
    let mut parts = data.split(|c| c == '/');
    let name = parts.next().unwrap_or(data);
    let found = kind_of(name, kind, "addresses")?;
    let missing =
        || data.fault_after("the address ends too early\nhelp: use the form NAME/W/H/BODY");
    let mut width = parts.next().ok_or_else(missing)?;
    if !width.text.starts_with(|c: char| c.is_ascii_digit()) {
        refuse_flag(width, found)?;
        width = parts.next().ok_or_else(missing)?;
    }
    let height = parts.next().ok_or_else(missing)?;
    let grid = text::size(height, width)?;
    let body = parts.next().ok_or_else(missing)?;
    // an address ends in `/` if its last character could be lost otherwise, so empty parts are allowed here
    if let Some(more) = parts.find(|part| !part.text.is_empty()) {
        return Err(more.fault(format!("{} after the cells\nhelp: remove it", more.shown())));
    }
    Ok(match found {
        PuzzleKind::Numberlink => numlin::read_body(grid, body)?.into(),
        PuzzleKind::Masyu => packed::read_masyu(grid, body)?.into(),
        PuzzleKind::SimpleLoop => packed::read_simple_loop(grid, body)?.into(),
        PuzzleKind::Hitori => hitori::read_body(grid, body)?.into(),
        PuzzleKind::Heyawake => Heyawake::new(rooms::read_body(grid, body)?).into(),
        PuzzleKind::Nurikabe => nurikabe::read_body(grid, body)?.into(),
        PuzzleKind::CountryRoad => CountryRoad::new(rooms::read_body(grid, body)?).into(),
        PuzzleKind::Yajilin => clued::read_yajilin(grid, body)?.into(),
        PuzzleKind::MoonOrSun => packed::read_moon_or_sun(grid, body)?.into(),
        PuzzleKind::Geradeweg => clued::read_geradeweg(grid, body)?.into(),
        PuzzleKind::BalanceLoop => clued::read_balance_loop(grid, body)?.into(),
        PuzzleKind::Sudoku => sudoku::read_body(grid, height, body)?.into(),
        _ => loops(slither::read_body(grid, body)?, kind)?.into(),
    })
}

/// Rejects a flag before the size, unless it is empty.
fn refuse_flag(flag: Span<'_>, kind: PuzzleKind) -> Result<(), Fault> {
    let meaning = match flag.text {
        "" => return Ok(()),
        // this flag changes only the picture
        "b" if kind == PuzzleKind::Yajilin => return Ok(()),
        "f" if kind == PuzzleKind::Slitherlink => "requires a loop through every vertex",
        text if text.starts_with('v') => "marks a variant whose rules are not in the address",
        _ => "may change the rules",
    };
    Err(flag.fault(format!(
        "the flag {} {meaning}: only plain {kind} puzzles, NAME/W/H/BODY, can be read",
        flag.shown()
    )))
}

/// Returns the address of a puzzle whose kind has this name in addresses. Like the addresses of the site, it ends in
/// `/` if programs that find addresses in text would lose the last character of the body.
fn address(name: &str, grid: Grid, body: &str) -> String {
    let end = if body.ends_with(|c: char| c.is_ascii_alphanumeric()) { "" } else { "/" };
    format!("https://puzz.link/p?{name}/{}/{}/{body}{end}", grid.cols(), grid.rows())
}

/// Writes a puzzle as an address, or returns `None` if the format cannot express it.
pub(super) fn write(puzzle: &Puzzle) -> Option<String> {
    match puzzle {
        Puzzle::Slitherlink(loops) => loops.grid().map(|grid| slither::write(loops, grid)),
        Puzzle::Numberlink(puzzle) => puzzle.grid().and_then(|grid| numlin::write(puzzle, grid)),
        Puzzle::Masyu(puzzle) => Some(packed::write_masyu(puzzle)),
        Puzzle::SimpleLoop(puzzle) => Some(packed::write_simple_loop(puzzle)),
        Puzzle::Hitori(puzzle) => Some(hitori::write(puzzle)),
        Puzzle::Heyawake(puzzle) => rooms::write("heyawake", puzzle.clues()),
        Puzzle::Nurikabe(puzzle) => nurikabe::write(puzzle),
        Puzzle::CountryRoad(puzzle) if puzzle.clues().outside().contains(&true) => None,
        Puzzle::CountryRoad(puzzle) => rooms::write("country", puzzle.clues()),
        Puzzle::Yajilin(puzzle) => clued::write_yajilin(puzzle),
        Puzzle::MoonOrSun(puzzle) => Some(packed::write_moon_or_sun(puzzle)),
        Puzzle::Geradeweg(puzzle) => clued::write_geradeweg(puzzle),
        Puzzle::BalanceLoop(puzzle) => clued::write_balance_loop(puzzle),
        Puzzle::Sudoku(puzzle) => sudoku::write(puzzle),
        _ => None,
    }
}
