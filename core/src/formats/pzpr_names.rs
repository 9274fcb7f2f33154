//! Names of kinds and numbers of arrows in the program pzpr: what its addresses (puzz.link, kanpen.net) and its files (pzprv3) share.

use encycle_encodings::cell_loops::Side;
use encycle_encodings::text::{Fault, Span};

use crate::formats::{expect_kind, expect_loops};
use crate::puzzle::PuzzleKind;

/// The sides of arrows, by their number less one.
pub(super) const ARROWS: [Side; 4] = [Side::Up, Side::Down, Side::Left, Side::Right];

/// The suffixes of the names of kinds in addresses of the editor and the player.
const MODES: [&str; 3] = ["_edit", "_play", "_test"];

/// Returns the names of all kinds, each with its kind.
fn names() -> impl Iterator<Item = (&'static str, PuzzleKind)> {
    let kinds = PuzzleKind::all().iter().filter_map(|&kind| Some((kind, kind.pzpr()?)));
    kinds.flat_map(|(kind, spelling)| spelling.names.iter().map(move |&name| (name, kind)))
}

/// Returns the kind with this name in addresses and files.
pub(super) fn named(name: &str) -> Option<PuzzleKind> {
    let name = MODES.iter().find_map(|mode| name.strip_suffix(mode)).unwrap_or(name);
    names().find(|(known, _)| *known == name).map(|(_, kind)| kind)
}

/// Returns the kind with this name, and checks that it is the expected one. A Slitherlink may be read as a
/// Slitherlynx.
pub(super) fn kind_of(
    name: Span<'_>,
    expected: Option<PuzzleKind>,
    place: &str,
) -> Result<PuzzleKind, Fault> {
    let Some(found) = named(name.text) else {
        let known: Vec<String> = names().map(|(known, _)| format!("'{known}'")).collect();
        return Err(name.wrong(format!(
            "is not a kind of puzzle that can be read from {place}\nhelp: use {}",
            known.join(", ")
        )));
    };
    match found {
        PuzzleKind::Slitherlink => expect_loops(expected, name)?,
        _ => expect_kind(found, expected, name)?,
    }
    Ok(found)
}
