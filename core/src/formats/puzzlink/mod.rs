//! Addresses of puzz.link, pzv.jp, pzprxs and other sites that run pzpr: `https://puzz.link/p?NAME/W/H/BODY`, on any
//! host, or only `NAME/W/H/BODY`. `bodies` has the formats of the body.
//!
//! A word before the size is a flag that changes the rules. For example, `f` in a Slitherlink means that the loop
//! visits every vertex, and `v:` means a variant that the address does not describe. The reader rejects such puzzles.
//!
//! The sites also write `NAME_edit` and `NAME_play`, options such as `type=editor&` before the name, a whole pzprv3
//! file in place of the name, a `/` at the end, and codes such as `%20`.

mod bodies;
mod kanpen;
mod percent;
mod rooms;
#[cfg(test)]
mod tests;

use crate::formats::pzpr_names::{kind_of, named};
use crate::formats::{Reading, pzprv3};
use crate::puzzle::{Puzzle, PuzzleKind};
use encycle_encodings::grid::Cell;
use encycle_encodings::kinds::codec::{AddressBody, ClueGrid};
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
        return Err(more.wrong("after the cells\nhelp: remove it"));
    }
    let (Some(codec), Some(spelling)) = (found.codec(), found.pzpr()) else {
        return Err(name.fault(format!("{found} has no addresses")));
    };
    let (rooms, rest) = match codec.has_rooms {
        true => rooms::read_borders(grid, body).map(|(rooms, rest)| (Some(rooms), rest))?,
        false => (None, body),
    };
    let (symbols, offsets) = match &rooms {
        Some(rooms) if spelling.body == AddressBody::Numbers => {
            let places = (rooms.count(), "rooms");
            let found = bodies::read(spelling.body, &codec.alphabet, rest, places)?;
            let mut symbols = vec![None; grid.cell_count()];
            let mut offsets = vec![body.offset; grid.cell_count()];
            for (room, cells) in rooms.cells().into_iter().enumerate() {
                let first = grid.cell_index(cells[0]);
                (symbols[first], offsets[first]) = (found.symbols[room], found.offsets[room]);
            }
            (symbols, offsets)
        }
        _ => {
            let places = (grid.cell_count(), "cells");
            let found = bodies::read(spelling.body, &codec.alphabet, rest, places)?;
            (found.symbols, found.offsets)
        }
    };
    let rooms = rooms.map_or_else(Vec::new, |rooms| rooms.names());
    let made = kind.unwrap_or(found).puzzle_of_clues(&ClueGrid { grid, symbols, rooms });
    Ok(made.map_err(|error| error.at(grid, &offsets, height.offset))?.into())
}

/// Rejects a flag before the size, unless it is empty.
fn refuse_flag(flag: Span<'_>, kind: PuzzleKind) -> Result<(), Fault> {
    let meaning = match flag.text {
        "" => return Ok(()),
        // this flag changes only the picture
        "b" if kind.own_name() == "yajilin" => return Ok(()),
        "f" if kind == PuzzleKind::Slitherlink => "requires a loop through every vertex",
        text if text.starts_with('v') => "marks a variant whose rules are not in the address",
        _ => "may change the rules",
    };
    Err(flag.fault(format!(
        "the flag {} {meaning}: only plain {kind} puzzles, NAME/W/H/BODY, can be read",
        flag.shown()
    )))
}

/// Writes a puzzle as an address, or returns `None` if the format cannot express it.
///
/// Like the addresses of the site, it ends in `/` if programs that find addresses in text would lose the last character
/// of the body.
pub(super) fn write(puzzle: &Puzzle) -> Option<String> {
    let (codec, spelling) = (puzzle.kind().codec()?, puzzle.kind().pzpr()?);
    let clues = puzzle.clue_grid()?;
    let grid = clues.grid;
    let has_outside = (0..grid.cell_count()).any(|cell| clues.is_outside(cell));
    let rooms = codec.has_rooms.then(|| clues.regions());
    let mut body = match &rooms {
        Some(_) if has_outside => return None,
        Some(rooms) => rooms::write_borders(rooms),
        None => String::new(),
    };
    let symbols = match rooms {
        Some(rooms) if spelling.body == AddressBody::Numbers => {
            let number = |cells: Vec<Cell>| {
                cells.into_iter().find_map(|cell| clues.symbols[grid.cell_index(cell)])
            };
            rooms.cells().into_iter().map(number).collect()
        }
        _ => clues.symbols,
    };
    body += &bodies::write(spelling.body, &symbols)?;
    let end = if body.ends_with(|c: char| c.is_ascii_alphanumeric()) { "" } else { "/" };
    let (name, rows, cols) = (spelling.names[0], grid.rows(), grid.cols());
    Some(format!("https://puzz.link/p?{name}/{cols}/{rows}/{body}{end}"))
}
