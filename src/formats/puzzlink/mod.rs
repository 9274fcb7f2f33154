//! Addresses of puzz.link, pzv.jp, pzprxs and other sites that run pzpr:
//! `https://puzz.link/p?NAME/W/H/BODY`, on any host, or only `NAME/W/H/BODY`. One module per body
//! format.
//!
//! A word before the size is a flag that changes the rules (`f` of a Slitherlink: the loop visits every
//! vertex; `v:`: a variant that the address does not describe). The reader rejects such puzzles.

mod clued;
mod hitori;
mod numbers;
pub(super) mod numlin;
mod nurikabe;
mod packed;
mod rooms;
pub(super) mod slither;

use crate::formats::{Reading, expect_kind, expect_loops, loops};
use crate::puzzle::{Puzzle, PuzzleKind};
use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::country_road::CountryRoad;
use encycle_encodings::kinds::heyawake::Heyawake;
use encycle_encodings::text::{self, Fault, Span, Text};

/// The names of the kinds in addresses.
const NAMES: [(&str, PuzzleKind); 16] = [
    ("slither", PuzzleKind::Slitherlink),
    ("slitherlink", PuzzleKind::Slitherlink),
    ("numlin", PuzzleKind::Numberlink),
    ("numberlink", PuzzleKind::Numberlink),
    ("mashu", PuzzleKind::Masyu),
    ("masyu", PuzzleKind::Masyu),
    ("hitori", PuzzleKind::Hitori),
    ("heyawake", PuzzleKind::Heyawake),
    ("nurikabe", PuzzleKind::Nurikabe),
    ("country", PuzzleKind::CountryRoad),
    ("simpleloop", PuzzleKind::SimpleLoop),
    ("yajilin", PuzzleKind::Yajilin),
    ("yajirin", PuzzleKind::Yajilin),
    ("moonsun", PuzzleKind::MoonOrSun),
    ("geradeweg", PuzzleKind::Geradeweg),
    ("balance", PuzzleKind::BalanceLoop),
];

/// Returns whether `line` looks like an address, supported or not.
pub(super) fn claims(line: &str) -> bool {
    let bare = |name: &str| line.strip_prefix(name).is_some_and(|rest| rest.starts_with('/'));
    line.contains("://")
        || line.starts_with("puzz.link")
        || NAMES.iter().any(|(name, _)| bare(name))
        || names_a_puzzle(line)
}

/// Returns whether `line` contains `?` followed by the name of a kind and a `/`.
pub(super) fn names_a_puzzle(line: &str) -> bool {
    line.split_once('?').is_some_and(|(_, data)| {
        let name = data.split('/').next().unwrap_or_default();
        data.contains('/') && NAMES.iter().any(|(known, _)| *known == name)
    })
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
    let mut parts = data.split(|c| c == '/');
    let name = parts.next().unwrap_or(data);
    let Some(&(_, found)) = NAMES.iter().find(|(known, _)| *known == name.text) else {
        let known: Vec<String> = NAMES.iter().map(|(known, _)| format!("'{known}'")).collect();
        return Err(name.fault(format!(
            "{} is not a kind of puzzle that can be read from addresses\nhelp: use {}",
            name.shown(),
            known.join(", ")
        )));
    };
    match found {
        PuzzleKind::Slitherlink => expect_loops(kind, name)?,
        _ => expect_kind(found, kind, name)?,
    }
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
    if let Some(more) = parts.next() {
        return Err(more.fault(format!("{} after the cells\nhelp: remove it", more.shown())));
    }
    let puzzle = match found {
        PuzzleKind::Numberlink => numlin::read_body(grid, body)?,
        PuzzleKind::Masyu => packed::read_masyu(grid, body)?,
        PuzzleKind::SimpleLoop => packed::read_simple_loop(grid, body)?,
        PuzzleKind::Hitori => hitori::read_body(grid, body)?,
        PuzzleKind::Heyawake => Heyawake::new(rooms::read_body(grid, body)?).into(),
        PuzzleKind::Nurikabe => nurikabe::read_body(grid, body)?,
        PuzzleKind::CountryRoad => CountryRoad::new(rooms::read_body(grid, body)?).into(),
        PuzzleKind::Yajilin => clued::read_yajilin(grid, body)?.into(),
        PuzzleKind::MoonOrSun => packed::read_moon_or_sun(grid, body)?,
        PuzzleKind::Geradeweg => clued::read_geradeweg(grid, body)?.into(),
        PuzzleKind::BalanceLoop => clued::read_balance_loop(grid, body)?.into(),
        _ => loops(slither::read_body(grid, body)?, kind)?,
    };
    Ok((puzzle, None))
}

/// Rejects a flag before the size, unless it is empty.
fn refuse_flag(flag: Span<'_>, kind: PuzzleKind) -> Result<(), Fault> {
    let meaning = match flag.text {
        "" => return Ok(()),
        // only the picture differs
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

/// Returns the address of a puzzle, whose kind has this name there.
fn address(name: &str, grid: Grid, body: &str) -> String {
    format!("https://puzz.link/p?{name}/{}/{}/{body}", grid.cols(), grid.rows())
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
        _ => None,
    }
}
