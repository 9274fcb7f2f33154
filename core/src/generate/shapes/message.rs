//! Loops that spell a text (Yoshinaka et al. 2012, section 8.3, figure 11).
//!
//! A letter is an area of cells whose border is one loop, or two loops if the area has a hole. No two cells of a letter
//! touch only in a corner, because four lines would meet there.

use crate::generate::error::UnfitError;
use encycle_encodings::grid::{Cell, Grid};

/// The number of rows of a letter.
const HEIGHT: usize = 5;

/// The shapes of the letters, row by row. If a key has two characters, both have the same shape.
const GLYPHS: [(&str, [&str; HEIGHT]); 34] = [
    ("A", ["###", "#.#", "###", "#.#", "#.#"]),
    ("B", ["#..", "#..", "###", "#.#", "###"]),
    ("C", ["###", "#..", "#..", "#..", "###"]),
    ("D", ["..#", "..#", "###", "#.#", "###"]),
    ("E", ["###", "#..", "###", "#..", "###"]),
    ("F", ["###", "#..", "###", "#..", "#.."]),
    ("G", ["####", "#...", "#.##", "#..#", "####"]),
    ("H", ["#.#", "#.#", "###", "#.#", "#.#"]),
    ("I", ["#", "#", "#", "#", "#"]),
    ("J", ["..#", "..#", "..#", "#.#", "###"]),
    ("K", ["#..#", "#.##", "###.", "#.##", "#..#"]),
    ("L", ["#..", "#..", "#..", "#..", "###"]),
    ("M", ["#####", "#.#.#", "#.#.#", "#.#.#", "#.#.#"]),
    ("N", ["####", "#..#", "#..#", "#..#", "#..#"]),
    ("O", ["###", "#.#", "#.#", "#.#", "###"]),
    ("P", ["###", "#.#", "###", "#..", "#.."]),
    ("Q", ["####", "#..#", "#..#", "####", "...#"]),
    ("R", ["###", "#..", "#..", "#..", "#.."]),
    ("S5", ["###", "#..", "###", "..#", "###"]),
    ("T", ["###", ".#.", ".#.", ".#.", ".#."]),
    ("U", ["#.#", "#.#", "#.#", "#.#", "###"]),
    ("V", ["#.#", "#.#", "#.#", "###", ".#."]),
    ("W", ["#.#.#", "#.#.#", "#.#.#", "#.#.#", "#####"]),
    ("X", ["#.#", "###", ".#.", "###", "#.#"]),
    ("Y", ["#.#", "#.#", "###", ".#.", ".#."]),
    ("Z2", ["###", "..#", "###", "#..", "###"]),
    ("0", ["####", "#..#", "#..#", "#..#", "####"]),
    ("1", [".#.", "##.", ".#.", ".#.", "###"]),
    ("3", ["###", "..#", "###", "..#", "###"]),
    ("4", ["#.#", "#.#", "###", "..#", "..#"]),
    ("6", ["###", "#..", "###", "#.#", "###"]),
    ("7", ["###", "..#", "..#", "..#", "..#"]),
    ("8", ["###", "#.#", "###", "#.#", "###"]),
    ("9", ["###", "#.#", "###", "..#", "###"]),
];

/// Returns the shape of a letter or a blank.
fn glyph(letter: char) -> Option<[&'static str; HEIGHT]> {
    let letter = letter.to_ascii_uppercase();
    match letter {
        ' ' => Some([".", ".", ".", ".", "."]),
        _ => GLYPHS.iter().find(|(letters, _)| letters.contains(letter)).map(|(_, rows)| *rows),
    }
}

/// Returns, for each cell index, whether the cell is inside a letter of the text. The text is centered in the grid.
///
/// # Errors
/// Returns an error if a character has no shape, the text is blank, or the grid is too small.
pub fn message_inside(text: &str, grid: Grid) -> Result<Vec<bool>, UnfitError> {
    let letters: Vec<[&str; HEIGHT]> = text
        .chars()
        .map(|letter| {
            glyph(letter).ok_or_else(|| {
                format!(
                    "unknown character in the message: `{letter}`\n\
                     help: use A to Z, 0 to 9 and blanks"
                )
            })
        })
        .collect::<Result<_, _>>()?;
    let width = letters.iter().map(|rows| rows[0].len() + 1).sum::<usize>().saturating_sub(1);
    if width == 0 || text.trim().is_empty() {
        return Err("empty message\nhelp: use A to Z, 0 to 9 and blanks".to_owned().into());
    }
    if grid.rows() < HEIGHT || grid.cols() < width {
        return Err(format!(
            "the message requires {HEIGHT} rows and {width} columns, but the grid has {} and {}\n\
             help: use a larger grid or a shorter message",
            grid.rows(),
            grid.cols()
        )
        .into());
    }
    let mut inside = vec![false; grid.cell_count()];
    let (top, mut left) = ((grid.rows() - HEIGHT) / 2, (grid.cols() - width) / 2);
    for rows in letters {
        for (row, line) in rows.iter().enumerate() {
            for (col, _) in line.bytes().enumerate().filter(|&(_, byte)| byte == b'#') {
                inside[grid.cell_index(Cell { row: top + row, col: left + col })] = true;
            }
        }
        left += rows[0].len() + 1;
    }
    Ok(inside)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_letter_is_connected_and_has_no_touching_corners() {
        for (letters, rows) in GLYPHS {
            let width = rows[0].len();
            assert!(rows.iter().all(|row| row.len() == width), "{letters}");
            let is = |row: usize, col: usize| rows[row].as_bytes()[col] == b'#';
            for row in 1..HEIGHT {
                for col in 1..width {
                    let [a, b] = [is(row - 1, col - 1), is(row - 1, col)];
                    let [c, d] = [is(row, col - 1), is(row, col)];
                    assert!(!(a == d && b == c && a != b), "{letters} at {row}, {col}");
                }
            }
            let cells: HashSet<(usize, usize)> = (0..HEIGHT)
                .flat_map(|row| (0..width).map(move |col| (row, col)))
                .filter(|&(r, c)| is(r, c))
                .collect();
            let mut piece = vec![*cells.iter().next().expect("a cell")];
            let mut next = 0;
            while let Some(&(row, col)) = piece.get(next) {
                next += 1;
                let beside = [
                    (row + 1, col),
                    (row, col + 1),
                    (row.wrapping_sub(1), col),
                    (row, col.wrapping_sub(1)),
                ];
                for cell in beside {
                    if cells.contains(&cell) && !piece.contains(&cell) {
                        piece.push(cell);
                    }
                }
            }
            assert_eq!(piece.len(), cells.len(), "{letters}");
        }
        let shapes: HashSet<[&str; HEIGHT]> = GLYPHS.iter().map(|(_, rows)| *rows).collect();
        assert_eq!(shapes.len(), GLYPHS.len());
        assert!(('A'..='Z').chain('0'..='9').all(|letter| glyph(letter).is_some()));
    }

    #[test]
    fn a_message_that_does_not_fit_is_rejected() {
        let grid = Grid::new(5, 7).expect("a size");
        assert_eq!(
            message_inside("hi", grid).map(|inside| inside.iter().filter(|&&one| one).count()),
            Ok(16)
        );
        for (text, wrong) in [("ÄH", "`Ä`"), ("HEY", "11 columns"), (" ", "empty")] {
            assert!(message_inside(text, grid).expect_err(text).to_string().contains(wrong));
        }
    }
}
