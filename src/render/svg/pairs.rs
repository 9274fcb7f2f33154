//! The lines and terminals of puzzles with pairs of terminals.

use std::collections::BTreeMap;

use crate::render::colours::{MUTED, SERIES, SchemeColour};
use crate::render::svg::{Stroke, SvgPage};

/// The strokes of the first pairs, one per color, of the next pairs with the same colors, and so on. The dash patterns
/// repeat after 16 pixels, so that they fit the distance of cells. A look may repeat, because pairs also have names.
const LOOKS: [&str; 4] = [
    "stroke-width=\"5\"",
    "stroke-width=\"5\" stroke-dasharray=\"7 9\"",
    "stroke-width=\"5\" stroke-dasharray=\"0 8\"",
    "stroke-width=\"2\"",
];

/// Returns the color of a pair.
fn colour(pair: u32) -> SchemeColour {
    SERIES[pair as usize % SERIES.len()]
}

/// Returns the stroke of a pair's line.
fn stroke(pair: u32) -> Stroke {
    (colour(pair), LOOKS[pair as usize / SERIES.len() % LOOKS.len()])
}

/// Appends lines, each with its pair; lines without a pair get the stroke `plain`.
pub(super) fn put_lines(
    page: &mut SvgPage,
    lines: impl Iterator<Item = (Option<u32>, String)>,
    plain: Stroke,
) {
    let mut paths: BTreeMap<Option<u32>, String> = BTreeMap::new();
    for (pair, line) in lines {
        paths.entry(pair).or_default().push_str(&line);
    }
    for (pair, path) in paths {
        page.path(pair.map_or(plain, stroke), &path);
    }
}

/// Appends a ring around a terminal, filled with the background, in the color of its pair.
pub(super) fn put_terminal(page: &mut SvgPage, (x, y): (f64, f64), radius: f64, pair: Option<u32>) {
    let colour = pair.map_or(MUTED, colour).attributes();
    page.put(format_args!(
        "<g class=\"hollow\" fill=\"#fff\"><circle {colour} stroke=\"currentColor\" \
         stroke-width=\"2.5\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"/></g>"
    ));
}
