//! ASCII substitutes for the characters in pictures of clauses, for terminals without Unicode.

/// The characters of the pictures that are not in ASCII, each with its substitute.
const ASCII_SIGNS: [(char, char); 15] = [
    ('·', '.'),
    ('●', 'O'),
    // a white circle and a black cell in a loop through cells
    ('○', 'o'),
    ('■', '#'),
    ('◆', '@'),
    ('─', '-'),
    ('│', '|'),
    ('═', '='),
    ('║', '#'),
    ('¦', ':'),
    ('►', '>'),
    ('◄', '<'),
    ('▼', 'v'),
    ('▲', '^'),
    // a letter in the descriptions of Sudoku's rule families
    ('Š', 'S'),
];

/// Replaces the characters of a picture of [`marks`](crate::render::marks), and of the text around the picture, by
/// ASCII characters. A character without a substitute becomes `?`.
#[must_use]
pub fn marks_in_ascii(text: &str) -> String {
    let sign = |character: char| match ASCII_SIGNS.iter().find(|&&(from, _)| from == character) {
        Some(&(_, sign)) => sign,
        None if character.is_ascii() => character,
        None => '?',
    };
    text.chars().map(sign).collect()
}

#[cfg(test)]
mod tests {
    use encycle_encodings::kinds::slitherlink::Slitherlink;
    use encycle_encodings::logic::Place;
    use encycle_encodings::puzzle::{Instance as _, Sketch};

    use super::*;
    use crate::render::{ClauseMarks, marks};

    /// Arrows of directions and doubled lines were printed as `?` on terminals without Unicode.
    #[test]
    fn every_sign_has_an_ascii_sign() {
        let puzzle = Slitherlink::from_rows(&["3..", "...", "..1"]).expect("a puzzle");
        let names = ["d_h_1_1", "d_h_2_1", "d_v_1_2", "d_v_1_3", "h_3_1", "v_2_1", "l_2_2_1"];
        let negative = ["d_h_2_1", "d_v_1_2"];
        let literals = names.map(|name| (name.to_owned(), !negative.contains(&name)));
        let Sketch::Grid(sketch) = puzzle.sketch(None) else { unreachable!("a grid") };
        let edge = |row, col, horizontal| Place::Edge { row, col, horizontal };
        let places = [
            Place::Vertex { row: 1, col: 1 },
            edge(2, 0, true),
            edge(1, 0, false),
            edge(0, 0, false),
        ];
        let pictures = places.map(|place| {
            let marks = marks(ClauseMarks { sketch: &sketch, literals: &literals, place });
            marks.expect("a small part").0
        });
        let drawn = pictures.concat();
        for sign in "·●◆─│═║¦►◄▼▲".chars() {
            assert!(drawn.contains(sign), "{sign} is not drawn in\n{drawn}");
        }
        let ascii = marks_in_ascii(&drawn);
        assert!(ascii.is_ascii() && !ascii.contains('?'), "{ascii}");
    }
}
