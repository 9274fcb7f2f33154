//! Generators for kinds whose clues cannot be chosen one by one: each puzzle is made as a whole, and solved from
//! scratch.

mod arrows;
mod loop_rooms;
mod pairs;
mod random_loop;
mod regions;
mod scratch;
mod shading;
mod written;

use rand_pcg::Pcg64Mcg;

use crate::generate::error::GenerateError;
use crate::generate::frame::{has_loop_clues, has_value_clues};
use crate::generate::options::GeneratedPuzzle;
use crate::puzzle::PuzzleKind;

pub(super) use scratch::ScratchTests;
pub(super) use written::with_smaller_parameters;

/// Attempts to make a puzzle; returns `None` if the attempt fails.
pub(super) type Maker =
    fn(&mut ScratchTests<'_>, &mut Pcg64Mcg) -> Result<Option<GeneratedPuzzle>, GenerateError>;

/// Returns the maker of a kind, and an explanation of where its clues come from.
fn own(kind: PuzzleKind) -> Option<(Maker, &'static str)> {
    match (kind.own_name(), kind) {
        (_, PuzzleKind::Written(written)) if written.refuses_generation().is_some() => None,
        _ if has_value_clues(kind) => None,
        (_, PuzzleKind::Numberlink) => {
            Some((pairs::numberlink, "the pairs of a numberlink come from random paths"))
        }
        ("simple-loop", _) => Some((
            random_loop::simple_loop,
            "the black cells of a simple-loop come from a random loop",
        )),
        ("hitori", _) => {
            Some((shading::shading, "the numbers of a hitori come from random shaded cells"))
        }
        ("heyawake", _) => Some((shading::shading, "the rooms of a heyawake are random")),
        ("yajilin", _) => {
            Some((arrows::yajilin, "the arrows of a yajilin are beside a random loop"))
        }
        ("country-road", _) => {
            Some((loop_rooms::loop_rooms, "the rooms of a country-road come from a random loop"))
        }
        ("moon-or-sun", _) => {
            Some((loop_rooms::loop_rooms, "the rooms of a moon-or-sun come from a random loop"))
        }
        (_, PuzzleKind::Nurikabe) => {
            Some((shading::nurikabe, "the numbers of a nurikabe come from random islands"))
        }
        (_, PuzzleKind::Written(written)) if written.has_regions() => Some((
            regions::regions,
            "the clues of regions come from regions that are joined at random",
        )),
        (_, PuzzleKind::Written(_)) if !has_loop_clues(kind) => Some((
            written::written,
            "the clues of a kind file are those that hold in a random solution",
        )),
        _ => None,
    }
}

/// Returns the maker of a kind, or `None` if the kind has a frame or cannot be generated.
pub(super) fn maker(kind: PuzzleKind) -> Option<Maker> {
    Some(own(kind)?.0)
}

/// Returns why the clues of a kind are not chosen one by one although the kind can be generated. Returns `None` for
/// kinds with a [`frame`](crate::generate::frame), and for kinds that cannot be generated.
///
/// ```
/// use encycle::{generate::origin_of_clues, puzzle::PuzzleKind};
/// assert_eq!(origin_of_clues(PuzzleKind::Sudoku), None);
/// assert!(origin_of_clues(PuzzleKind::Numberlink).is_some());
/// ```
#[must_use]
pub fn origin_of_clues(kind: PuzzleKind) -> Option<&'static str> {
    Some(own(kind)?.1)
}
