//! Names of kinds in the program pzpr: what its addresses (puzz.link, kanpen.net) and its files (pzprv3) share.

use encycle_encodings::text::{self, Fault, Span};

use crate::formats::{expect_kind, expect_loops};
use crate::puzzle::PuzzleKind;

/// The names of the kinds in addresses and files.
const NAMES: [(&str, PuzzleKind); 20] = [
    ("slither", PuzzleKind::Slitherlink),
    ("slitherlink", PuzzleKind::Slitherlink),
    ("numlin", PuzzleKind::Numberlink),
    ("numberlink", PuzzleKind::Numberlink),
    ("mashu", PuzzleKind::Masyu),
    ("masyu", PuzzleKind::Masyu),
    ("pearl", PuzzleKind::Masyu),
    ("hitori", PuzzleKind::Hitori),
    ("heyawake", PuzzleKind::Heyawake),
    ("heyawacky", PuzzleKind::Heyawake),
    ("nurikabe", PuzzleKind::Nurikabe),
    ("country", PuzzleKind::CountryRoad),
    ("countryroad", PuzzleKind::CountryRoad),
    ("simpleloop", PuzzleKind::SimpleLoop),
    ("yajilin", PuzzleKind::Yajilin),
    ("yajirin", PuzzleKind::Yajilin),
    ("moonsun", PuzzleKind::MoonOrSun),
    ("geradeweg", PuzzleKind::Geradeweg),
    ("balance", PuzzleKind::BalanceLoop),
    ("sudoku", PuzzleKind::Sudoku),
];

/// The suffixes of the names of kinds in addresses of the editor and the player.
const MODES: [&str; 3] = ["_edit", "_play", "_test"];

/// Returns the kind with this name in addresses and files.
pub(super) fn named(name: &str) -> Option<PuzzleKind> {
    let name = MODES.iter().find_map(|mode| name.strip_suffix(mode)).unwrap_or(name);
    NAMES.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)
}

/// Returns the kind with this name, and checks that it is the expected one.
pub(super) fn kind_of(
    name: Span<'_>,
    expected: Option<PuzzleKind>,
    place: &str,
) -> Result<PuzzleKind, Fault> {
    let Some(found) = named(name.text) else {
        let known: Vec<String> = NAMES.iter().map(|(known, _)| format!("'{known}'")).collect();
        return Err(name.fault(format!(
            "{} is not a kind of puzzle that can be read from {place}\nhelp: use {}",
            name.shown(),
            known.join(", ")
        )));
    };
    match found {
        PuzzleKind::Slitherlink => expect_loops(expected, name)?,
        _ => expect_kind(found, expected, name)?,
    }
    Ok(found)
}

/// Returns the rows and columns of a box of a grid with this side: a square box, or 2 x 3 for a side of 6.
pub(super) fn sudoku_boxes(side: usize, at: Span<'_>) -> Result<(usize, usize), Fault> {
    let known = if side == 6 { Some((2, 3)) } else { text::square_box(side) };
    known.ok_or_else(|| {
        at.fault(format!("a side of {side}: the boxes of a Sudoku have 4, 6, 9, 16 or 25 cells"))
    })
}
