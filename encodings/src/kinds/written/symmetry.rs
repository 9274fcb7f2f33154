//! The isometries of the grid that keep the rules of a kind.
//!
//! The form of many rules shows that every isometry keeps them (`KindFile::is_symmetric`). Other rules name directions or
//! places, and only some isometries keep them: for example, the image of a Cojun in a vertical mirror is a Cojun, but its
//! image in a horizontal mirror is not. For these kinds, a puzzle has an image if the rules at all places of the puzzle become
//! the rules at all places of the image.

use std::collections::HashSet;

use crate::grid::{Cell, Grid, Isometry};
use crate::kinds::codec::{ARROWS, ClueSymbol};
use crate::kinds::written::WrittenKind;
use crate::kinds::written::check::RuleInstance;
use crate::kinds::written::clues::WrittenClues;
use crate::kinds::written::file::Drawing;
use crate::kinds::written::meaning::RuleMeaning;
use crate::puzzle::{BLACK, CellSign};
use crate::rules::value_graphs::ValueRule;

/// Returns the clues that may be the image of these clues. With a border there are two: a number moves with its line, either
/// to the side where the image of its direction begins, or it stays where its kind has numbers, above and on the left.
pub(super) fn images(
    kind: WrittenKind,
    clues: &WrittenClues,
    isometry: Isometry,
) -> Vec<WrittenClues> {
    let file = kind.file();
    if file.is_symmetric || isometry == Isometry::IDENTITY {
        return vec![clues.image(isometry, false)];
    }
    let letters = letter_images(kind, isometry);
    let of = |keeps_sides: bool| {
        let mut image = clues.image(isometry, keeps_sides);
        let (grid, from) = (image.grid(), clues.grid());
        image.cells.symbols.fill(None);
        let mut bars = vec![[false; 2]; grid.cell_count()];
        for (cell, symbol) in from.cells().zip(&clues.cells.symbols) {
            let Some(symbol) = *symbol else { continue };
            let (to, moved) = clue_image(kind, from, isometry, cell, symbol)?;
            let place = &mut image.cells.symbols[grid.cell_index(to)];
            // two circles may belong to the same cell of the image
            if place.is_some() {
                return None;
            }
            *place = match symbol {
                ClueSymbol::Letter(letter, number) if bars_of(kind, letter).is_some() => {
                    number.map(ClueSymbol::Number)
                }
                _ => Some(symbol_image(moved, &letters, isometry)),
            };
            let ClueSymbol::Letter(letter, _) = symbol else { continue };
            let own = bars_of(kind, letter).unwrap_or_default();
            for (center, _) in SIDES.into_iter().zip(own).filter(|(_, is_there)| *is_there) {
                let (to, center) = moved_place(from, isometry, cell, center)?;
                bars[grid.cell_index(to)][usize::from(center == SIDES[1])] = true;
            }
        }
        add_bars(kind, &mut image, &bars)?;
        Some(image)
    };
    let choices: &[bool] = if file.has_border { &[false, true] } else { &[false] };
    choices.iter().filter_map(|&keeps_sides| of(keeps_sides)).collect()
}

/// Returns the cell of the image to which a clue moves, and the clue there. A circle on a side or a corner of its cell belongs
/// to the cell above it and on its left. `None` if there is no such cell or letter.
fn clue_image(
    kind: WrittenKind,
    grid: Grid,
    isometry: Isometry,
    cell: Cell,
    symbol: ClueSymbol,
) -> Option<(Cell, ClueSymbol)> {
    let letters = kind.codec.alphabet.letters;
    let circle_of = |letter: usize| CellSign::of(letters[letter].picture)?.circle;
    let ClueSymbol::Letter(letter, number) = symbol else {
        return Some((isometry.cell(grid, cell), symbol.image(isometry)));
    };
    let Some(center) = circle_of(letter) else {
        return Some((isometry.cell(grid, cell), symbol));
    };
    let (to, center) = moved_place(grid, isometry, cell, center)?;
    let letter = (0..letters.len()).find(|&letter| circle_of(letter) == Some(center))?;
    Some((to, ClueSymbol::Letter(letter, number)))
}

/// The middle of the right and of the lower side of a cell, in 32nds of the cell.
const SIDES: [[i8; 2]; 2] = [[32, 16], [16, 32]];

/// Returns whether the picture of a letter has a bar on the right side and on the lower side, if it consists of such bars.
fn bars_of(kind: WrittenKind, letter: usize) -> Option<[bool; 2]> {
    let lines = CellSign::of(kind.codec.alphabet.letters[letter].picture)?.lines;
    let is_on = |line: &&[[i8; 2]], axis: usize| line.iter().all(|point| point[axis] == 32);
    let are_bars = lines.iter().all(|line| is_on(line, 0) || is_on(line, 1));
    let bars = [0, 1].map(|axis| lines.iter().any(|line| is_on(line, axis)));
    (are_bars && !lines.is_empty()).then_some(bars)
}

/// Adds the letters of bars on the right and the lower side of each cell; `None` if there is no such letter, or another clue.
fn add_bars(kind: WrittenKind, image: &mut WrittenClues, bars: &[[bool; 2]]) -> Option<()> {
    for (symbol, &bars) in image.cells.symbols.iter_mut().zip(bars) {
        if bars == [false; 2] {
            continue;
        }
        let number = match *symbol {
            None => None,
            Some(ClueSymbol::Number(number)) => Some(number),
            Some(_) => return None,
        };
        let mut letters = 0..kind.codec.alphabet.letters.len();
        let letter = letters.find(|&letter| bars_of(kind, letter) == Some(bars))?;
        *symbol = Some(ClueSymbol::Letter(letter, number));
    }
    Some(())
}

/// Returns the cell of the image, and the place in it, to which a place in a cell moves. Places are distances from the left and
/// the upper side of a cell, in 32nds of the cell; one on a side belongs to the cell above it or on its left.
fn moved_place(
    grid: Grid,
    isometry: Isometry,
    cell: Cell,
    [x, y]: [i8; 2],
) -> Option<(Cell, [i8; 2])> {
    let mut x = 32 * cell.col + usize::try_from(x).ok()?;
    let mut y = 32 * cell.row + usize::try_from(y).ok()?;
    if isometry.flips_cols {
        x = 32 * grid.cols() - x;
    }
    if isometry.flips_rows {
        y = 32 * grid.rows() - y;
    }
    if isometry.transposes {
        std::mem::swap(&mut x, &mut y);
    }
    let to = Cell { row: y.checked_sub(1)? / 32, col: x.checked_sub(1)? / 32 };
    Some((to, [i8::try_from(x - 32 * to.col).ok()?, i8::try_from(y - 32 * to.row).ok()?]))
}

/// Returns a symbol with the image of its letter, or of the diagonal line between its two sums.
fn symbol_image(symbol: ClueSymbol, letters: &[usize], isometry: Isometry) -> ClueSymbol {
    match symbol {
        ClueSymbol::Letter(letter, number) => ClueSymbol::Letter(letters[letter], number),
        ClueSymbol::LetterArrow(letter, number, side) => {
            ClueSymbol::LetterArrow(letters[letter], number, side)
        }
        ClueSymbol::Sums { down, right } if isometry.transposes => {
            ClueSymbol::Sums { down: right, right: down }
        }
        other => other,
    }
}

/// Returns, for each letter, the letter whose picture is the image of its picture: for example, an arrow turns. Circles are moved
/// with their cells.
fn letter_images(kind: WrittenKind, isometry: Isometry) -> Vec<usize> {
    let letters = kind.codec.alphabet.letters;
    let image = |picture: &str| {
        let picture = picture_image(picture, isometry)?;
        letters.iter().position(|letter| letter.picture == picture)
    };
    permuted(letters.iter().enumerate().map(|(at, one)| image(one.picture).unwrap_or(at)).collect())
}

/// Returns the image of the picture of a letter, if it is the picture of another one.
fn picture_image(picture: &str, isometry: Isometry) -> Option<String> {
    if let Some(sign) = CellSign::of(picture) {
        let image = sign.image(isometry).filter(|image| image.circle.is_none());
        return image.map(|image| image.text.to_owned());
    }
    let arrow = picture.strip_prefix(BLACK)?;
    let (side, ..) = ARROWS.iter().find(|(.., sign)| arrow.chars().eq([*sign]))?;
    let image = side.image(isometry);
    let (.., sign) = ARROWS.iter().find(|(one, ..)| *one == image)?;
    Some(format!("{BLACK}{sign}"))
}

/// Returns the images if they are a permutation, and otherwise the identity.
fn permuted(images: Vec<usize>) -> Vec<usize> {
    let mut sorted = images.clone();
    sorted.sort_unstable();
    let identity: Vec<usize> = (0..images.len()).collect();
    if sorted == identity { images } else { identity }
}

/// Returns, for each value from 1 to `values`, its image under an isometry: a value that stands for the region of a clue
/// becomes that of the image of the clue, and a sign with a direction the image of the sign.
pub(super) fn value_images(
    kind: WrittenKind,
    clues: &WrittenClues,
    isometry: Isometry,
    values: u32,
) -> Vec<u32> {
    let file = kind.file();
    let identity = || (0..values as usize).collect();
    let images = match &file.drawing {
        Drawing::Values { are_regions: true, .. } => {
            let mut images = region_images(kind, clues, isometry);
            images.extend(images.len()..values as usize);
            images
        }
        Drawing::Values { signs, .. } if !file.is_symmetric => match file.globals.value_rule {
            Some(ValueRule::Slopes) => {
                let flips = [isometry.flips_rows, isometry.flips_cols, isometry.transposes];
                exchanged(
                    values,
                    &[1, 0],
                    flips.into_iter().filter(|flips| *flips).count() % 2 == 1,
                )
            }
            Some(ValueRule::Bridges) => exchanged(values, &[2, 3, 0, 1], isometry.transposes),
            _ if signs.len() == values as usize => {
                let image = |sign: &&'static CellSign| {
                    let image = sign.image(isometry)?;
                    signs.iter().position(|one| one.text == image.text)
                };
                let images = signs.iter().enumerate().map(|(at, one)| image(one).unwrap_or(at));
                permuted(images.collect())
            }
            _ => identity(),
        },
        _ => identity(),
    };
    images.into_iter().map(|image| image as u32 + 1).collect()
}

/// Returns the values, counted from 0, of which the first are exchanged or not.
fn exchanged(values: u32, first: &[usize], is_exchanged: bool) -> Vec<usize> {
    let image = |value: usize| first.get(value).copied().filter(|_| is_exchanged).unwrap_or(value);
    (0..values as usize).map(image).collect()
}

/// Returns, for each cell with a clue, how many clues come before its image in the image.
fn region_images(kind: WrittenKind, clues: &WrittenClues, isometry: Isometry) -> Vec<usize> {
    let grid = clues.grid();
    let image = isometry.grid(grid);
    let place = |(cell, symbol): (Cell, &Option<ClueSymbol>)| {
        let (to, _) = clue_image(kind, grid, isometry, cell, (*symbol)?)?;
        Some(image.cell_index(to))
    };
    let places: Vec<usize> = grid.cells().zip(&clues.cells.symbols).filter_map(place).collect();
    let rank = |place: &usize| places.iter().filter(|other| *other < place).count();
    places.iter().map(rank).collect()
}

/// Returns whether rules with these images of their atoms are the other rules.
pub(super) fn are_same(one: &[RuleInstance], images: &[usize], other: &[RuleInstance]) -> bool {
    let identity: Vec<usize> = (0..images.len()).collect();
    let meanings = |instances: &[RuleInstance], images: &[usize]| -> HashSet<RuleMeaning> {
        let moved = instances.iter().map(|instance| instance.meaning.moved(images));
        moved.filter(|meaning| !meaning.is_true()).collect()
    };
    meanings(one, images) == meanings(other, &identity)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The signs of slopes, bridges and triangles turn with the grid.
    #[test]
    fn signs_turn_with_the_grid() {
        let turned = Isometry { flips_rows: true, flips_cols: false, transposes: true };
        let words = |name: &str| {
            let sign = CellSign::all().iter().find(|sign| sign.words == name).expect("a sign");
            sign.image(turned).map(|image| image.words)
        };
        assert_eq!(words("rising slope"), Some("falling slope"));
        assert_eq!(words("double bridge across"), Some("double bridge along"));
        assert_eq!(words("upper left triangle"), Some("upper right triangle"));
        assert_eq!(words("upper ship end"), Some("right ship end"));
        assert_eq!(words("square"), Some("square"));
        assert_eq!(words("circle on the right side"), Some("circle on the lower side"));
        assert_eq!(words("circle on the lower side"), None);
        assert_eq!(picture_image("■↑", turned).as_deref(), Some("■→"));
        assert_eq!(picture_image(BLACK, turned), None);
    }
}
