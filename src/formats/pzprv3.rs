//! The file format that pzpr and puzz.link save.
//!
//! The fields are lines, or pieces between `/`: `pzprv3` or `pzprv3.1`; `slither`; the number of rows;
//! the number of columns; one field per row of cells; then the solution drawn so far. Version 3.1 stores
//! the shades of the cells first, one field per row; both versions store the vertical edges and then the
//! horizontal edges, one field per row. The reader skips this solution. The writer writes version 3.1
//! with an empty solution.
//!
//! A `.` is an empty cell. A `-` is the clue `?`, which restricts nothing in a Slitherlink, so it is
//! read as an empty cell too.

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::slitherlink::{Slitherlink, cell_char, clue_rows};

use crate::formats::{Reading, expect_loops, loops};
use crate::puzzle::PuzzleKind;
use encycle_encodings::text::Rows;
use encycle_encodings::text::{self, Span, Text};

/// The name of Slitherlink in these files.
const NAME: &str = "slither";

/// Returns whether `line` begins such a file.
pub(super) fn claims(line: &str) -> bool {
    line.starts_with("pzprv3")
}

/// Reads a file.
pub(super) fn read(text: Text<'_>, kind: Option<PuzzleKind>) -> Reading {
    let mut pieces = text
        .lines()
        .flat_map(|line| line.split(|c| c == '/'))
        .map(Span::trim)
        .filter(|piece| !piece.text.is_empty());
    let mut next = |what: &str| {
        pieces.next().ok_or_else(|| text.fault_at_end(format!("the file ends before {what}")))
    };
    let version = next("the version")?;
    if !matches!(version.text, "pzprv3" | "pzprv3.1") {
        return Err(version.fault(format!(
            "unknown version {}: only pzprv3 and pzprv3.1 can be read",
            version.shown()
        )));
    }
    let name = next("the kind of puzzle")?;
    if name.text != NAME {
        return Err(name.fault(format!(
            "{} is not a kind of puzzle that can be read from pzpr files\nhelp: use '{NAME}'",
            name.shown()
        )));
    }
    expect_loops(kind, name)?;
    let grid = text::size(next("the number of rows")?, next("the number of columns")?)?;
    let mut rows = Rows::new(Some(grid));
    while !rows.complete() {
        let line = next("the last row of cells")?;
        if line.text == "f" {
            return Err(line.fault(
                "the flag 'f' requires a loop through every vertex: only plain Slitherlink can be \
                 read",
            ));
        }
        rows.push(line, line.words(), |cell| cell.clue(&[".", "-"]))?;
    }
    for line in pieces {
        if ["info:", "history:", "__HISTORY__", "TrialData", "http:"]
            .into_iter()
            .any(|start| line.text.starts_with(start))
        {
            break;
        }
        let is_number = |word: Span<'_>| word.text.parse::<i32>().is_ok();
        if let Some(word) = line.words().find(|&word| !is_number(word)) {
            return Err(word.fault(format!(
                "{} after the last of {} rows of cells: only the numbers of a solution may follow",
                word.shown(),
                grid.rows()
            )));
        }
    }
    Ok((loops(rows.finish(|why| text.fault_at_end(why))?, kind)?, None))
}

/// Writes a file with an empty solution.
pub(super) fn write(puzzle: &Slitherlink, grid: Grid) -> String {
    let (rows, cols) = (grid.rows(), grid.cols());
    let mut out = format!("pzprv3.1\n{NAME}\n{rows}\n{cols}\n");
    for row in clue_rows(puzzle) {
        for clue in row {
            out.extend([cell_char(clue, '.'), ' ']);
        }
        out.push('\n');
    }
    let shades = (rows, cols);
    let vertical_edges = (rows, cols + 1);
    let horizontal_edges = (rows + 1, cols);
    for (lines, width) in [shades, vertical_edges, horizontal_edges] {
        for _ in 0..lines {
            out.extend(std::iter::repeat_n("0 ", width));
            out.push('\n');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    #[test]
    fn slashes_lines_and_both_versions_are_read() {
        let grid = read("3.2\n.0.\n", None).unwrap().puzzle;
        for text in [
            "pzprv3/slither/2/3/3 . 2 /. 0 . /",
            "pzprv3/slither/2/3/3 - 2 /. 0 . /1 0 0 1 /0 -1 0 0 /0 1 0 /0 0 0 /0 0 0 /",
            "pzprv3.1\nslither\n2\n3\n3 . 2 \n. 0 . \n0 0 0 \n1 2 0 \n",
            "pzprv3.1\nslither\n2\n3\n3 . 2 \n. 0 . \ninfo:{\n \"a\": \"b/c\"\n}\n",
        ] {
            let parsed = read(text, None).unwrap();
            assert_eq!(
                (parsed.puzzle, parsed.format),
                (grid.clone(), PuzzleFormat::Pzprv3),
                "{text}"
            );
        }
    }

    #[test]
    fn the_empty_solution_has_the_layout_that_pzpr_expects() {
        let puzzle = read("3.2\n.0.\n", None).unwrap().puzzle;
        assert_eq!(
            write(&puzzle, PuzzleFormat::Pzprv3).unwrap(),
            "pzprv3.1\nslither\n2\n3\n3 . 2 \n. 0 . \n0 0 0 \n0 0 0 \n0 0 0 0 \n0 0 0 0 \n\
             0 0 0 \n0 0 0 \n0 0 0 \n"
        );
    }

    #[test]
    fn an_invalid_file_is_rejected_with_its_position() {
        assert_refused(&[
            ("pzprv3", 1, 7, "ends before the kind"),
            ("pzprv3.2/slither/1/1/. /", 1, 1, "unknown version"),
            ("pzprv3/nurikabe/1/1/. /", 1, 8, "'nurikabe' is not a kind"),
            ("pzprv3/slither/1", 1, 17, "ends before the number of columns"),
            ("pzprv3/slither/x/1", 1, 16, "not a number of rows"),
            ("pzprv3/slither/99999999/99999999/", 1, 16, "1 to 1000 rows"),
            ("pzprv3/slither/2/2/. . /", 1, 25, "before the last row"),
            ("pzprv3/slither/1/2/. . . /", 1, 24, "more than 2 cells"),
            ("pzprv3/slither/1/2/. /", 1, 21, "row 1 has 1 cell"),
            ("pzprv3/slither/1/2/f/. . /", 1, 20, "every vertex"),
            ("pzprv3/slither/1/2/. q /", 1, 22, "'q' is not a cell"),
            ("pzprv3/slither/1/2/. 6 /", 1, 22, "clue 6"),
            ("pzprv3/slither/1/2/. . /. . /", 1, 25, "after the last of 1"),
            ("pzprv3\nslither\n1\n1\n.\n0 0\n0 z\n", 7, 3, "'z' after"),
        ]);
    }
}
