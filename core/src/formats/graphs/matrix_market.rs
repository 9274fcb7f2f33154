//! Matrix Market files: the adjacency matrix of a graph, as a list of its entries.
//!
//! ```text
//! %%MatrixMarket matrix coordinate pattern symmetric
//! 3 3 3
//! 2 1
//! 3 1
//! 3 2
//! ```
//!
//! The first line names the field of the values and the symmetry. Values do not matter for a Hamilton cycle, except that an
//! entry 0 is not an edge. A `general` matrix must be symmetric, too, and may have only one entry at a place. Source:
//! R. F. Boisvert, R. Pozo and K. A. Remington, "The Matrix Market Exchange Formats: Initial Design", NISTIR 5935, 1996.

use std::collections::{HashMap, HashSet};

use encycle_encodings::kinds::hamilton::Hamilton;
use encycle_encodings::text::edge_list;
use encycle_encodings::text::{Fault, Span, Text, counted};

use crate::formats::graphs::simple_edges::SimpleEdges;
use crate::formats::{Reading, expect_kind};
use crate::puzzle::PuzzleKind;

/// How the first line begins.
const BANNER: &str = "%%matrixmarket";

/// The fields, and the number of words of a value.
const FIELDS: [(&str, usize); 4] = [("pattern", 0), ("real", 1), ("integer", 1), ("complex", 2)];

/// The symmetries, and whether the entry at (i, j) also stands for the entry at (j, i).
const SYMMETRIES: [(&str, bool); 4] =
    [("general", false), ("symmetric", true), ("skew-symmetric", true), ("hermitian", true)];

/// Returns whether `line` is the first line of a file.
pub(in crate::formats) fn claims(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    word.eq_ignore_ascii_case(BANNER)
}

/// Returns the value of a word of the first line in a table.
fn choice<T: Copy>(word: Span<'_>, table: &[(&str, T)], what: &str) -> Result<T, Fault> {
    let found = table.iter().find(|(name, _)| word.text.eq_ignore_ascii_case(name));
    found.map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = table.iter().map(|(name, _)| *name).collect();
        word.wrong(format!(
            "is not a {what} that can be read\nhelp: use one of {}",
            names.join(", ")
        ))
    })
}

/// Parses the first line: the number of words of a value, and whether an entry stands for two.
fn banner(line: Span<'_>) -> Result<(usize, bool), Fault> {
    let words: Vec<Span<'_>> = line.words().collect();
    let [_, object, format, field, symmetry] = words[..] else {
        return Err(line.fault(
            "the first line has not five words\nhelp: write '%%MatrixMarket matrix coordinate pattern symmetric'",
        ));
    };
    choice(object, &[("matrix", ())], "object")?;
    choice(format, &[("coordinate", ())], "format")?;
    Ok((choice(field, &FIELDS, "field")?, choice(symmetry, &SYMMETRIES, "symmetry")?))
}

/// Reads a graph.
pub(in crate::formats) fn read(text: Text<'_>, kind: Option<PuzzleKind>) -> Reading {
    let mut lines = text.lines();
    let first = lines.next().ok_or_else(|| text.fault_at_end("no matrix"))?;
    expect_kind(PuzzleKind::Hamilton, kind, first)?;
    let (value_words, is_symmetric) = banner(first)?;
    let mut lines = lines.filter(|line| !line.text.starts_with('%'));
    let size = lines.next().ok_or_else(|| text.fault_at_end("no line 'ROWS COLUMNS ENTRIES'"))?;
    let (count, (announced, number)) = dimensions(size)?;
    let mut edges = SimpleEdges::default();
    // the entries of a general matrix whose mirror images are missing so far
    let mut open: HashMap<[u32; 2], Span<'_>> = HashMap::new();
    let mut seen: HashSet<[u32; 2]> = HashSet::new();
    let (mut listed, mut zeros) = (0_usize, 0_usize);
    for line in lines {
        listed += 1;
        let words: Vec<Span<'_>> = line.words().collect();
        let [row, col, ref value @ ..] = words[..] else {
            return Err(wrong_entry(line, value_words));
        };
        if value.len() != value_words {
            return Err(wrong_entry(line, value_words));
        }
        let [a, b] = [edge_list::vertex(row, count)? as u32, edge_list::vertex(col, count)? as u32];
        if !is_symmetric && !seen.insert([a, b]) {
            return Err(line.fault("second entry at this place\nhelp: keep one"));
        }
        if is_zero(value)? {
            zeros += 1;
        } else if a == b || is_symmetric {
            edges.add([a, b], line)?;
        } else if open.remove(&[b, a]).is_some() {
            edges.add([b, a], line)?;
        } else {
            open.insert([a, b], line);
        }
    }
    if listed != number {
        let message = format!(
            "{} announced, {listed} listed\nhelp: complete the file, or correct the number",
            counted(number, "entry")
        );
        return Err(announced.fault(message));
    }
    if let Some(line) = open.into_values().min_by_key(|line| line.offset) {
        return Err(line.fault(
            "an entry without its mirror image: a matrix that is not symmetric is a directed graph\n\
             help: add the mirror image, or write 'symmetric' in the first line; a directed graph is read as digraph6, DOT, GML \
             or 'hamilton digraph'",
        ));
    }
    let mut content = edges.into_cycle(count, size)?;
    if zeros > 0 {
        content.notes.push(format!("left out: {} with the value 0", counted(zeros, "entry")));
    }
    Ok(content)
}

/// Parses the line of the sizes: the number of vertices, and the number of entries with its place.
fn dimensions(line: Span<'_>) -> Result<(usize, (Span<'_>, usize)), Fault> {
    let words: Vec<Span<'_>> = line.words().collect();
    let [rows, cols, entries] = words[..] else {
        return Err(
            line.wrong("is not a size\nhelp: write the numbers of rows, columns and entries")
        );
    };
    let count = edge_list::vertex_count(rows)?;
    if edge_list::vertex_count(cols)? != count {
        return Err(cols.fault(format!(
            "{} and {}: the adjacency matrix of a graph is square",
            counted(count, "row"),
            counted(edge_list::vertex_count(cols)?, "column")
        )));
    }
    let number = entries.text.parse().map_err(|_| entries.wrong("is not a number of entries"))?;
    Ok((count, (entries, number)))
}

/// Returns the fault of a line that is not an entry.
fn wrong_entry(line: Span<'_>, value_words: usize) -> Fault {
    let value = ["", ", and a value", ", and two numbers, its value"][value_words.min(2)];
    line.wrong(format!("is not an entry\nhelp: write a row, a column{value}"))
}

/// Returns whether a value is 0. `nan` and `inf` are no numbers of a matrix, although they are those of `f64`.
fn is_zero(words: &[Span<'_>]) -> Result<bool, Fault> {
    let mut is_zero = !words.is_empty();
    for word in words {
        let value = word.text.parse::<f64>().ok().filter(|value| value.is_finite());
        let value = value.ok_or_else(|| word.wrong("is not a number"))?;
        is_zero &= value == 0.0;
    }
    Ok(is_zero)
}

/// Writes a graph.
///
/// Returns `None` for a path, a puzzle on a grid or a graph with forbidden edges, because the reader takes every graph as
/// a cycle problem.
pub(in crate::formats) fn write(puzzle: &Hamilton) -> Option<String> {
    let graph = puzzle.plain_cycle()?;
    let entry = |edge| {
        let [a, b] = graph.ends(edge);
        format!("{} {}\n", a.max(b) + 1, a.min(b) + 1)
    };
    let count = graph.vertex_count();
    let entries: String = graph.edges().map(entry).collect();
    Some(format!(
        "%%MatrixMarket matrix coordinate pattern symmetric\n{count} {count} {}\n{entries}",
        graph.edge_count()
    ))
}

#[cfg(test)]
mod tests {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    #[test]
    fn values_the_diagonal_and_mirror_images_are_left_out() {
        let plain = read("hamilton graph 3\n2 1\n3 1\n3 2\n", None).unwrap().puzzle;
        let text = write(&plain, PuzzleFormat::MatrixMarket).unwrap();
        let head = "%%MatrixMarket matrix coordinate";
        assert_eq!(text, format!("{head} pattern symmetric\n3 3 3\n2 1\n3 1\n3 2\n"));
        for (rest, notes) in [
            ("pattern symmetric\n% a comment\n\n3 3 3\n2 1\n3 1\n3 2\n", 0),
            ("real general\n3 3 6\n2 1 1\n1 2 1\n1 3 .5\n3 1 .5\n3 2 -1e3\n2 3 1\n", 0),
            ("Integer Symmetric\n3 3 6\n1 1 4\n2 1 7\n2 2 0\n3 1 7\n3 2 7\n3 3 1\n", 2),
            ("complex hermitian\n3 3 3\n2 1 0 1\n3 1 0 1\n3 2 1 0\n", 0),
        ] {
            let parsed = read(&format!("{head} {rest}"), None)
                .unwrap_or_else(|error| panic!("{error}\n{rest}"));
            assert_eq!(
                (parsed.format, parsed.notes.len()),
                (PuzzleFormat::MatrixMarket, notes),
                "{rest}"
            );
            assert_eq!(parsed.puzzle.extent(), plain.extent(), "{rest}");
        }
    }

    #[test]
    fn an_entry_of_a_general_matrix_was_merged_if_its_mirror_image_was_repeated_too() {
        let general = |field: &str, rest: &str| {
            format!("%%MatrixMarket matrix coordinate {field} general\n{rest}")
        };
        assert_refused(&[
            (&general("pattern", "3 3 4\n2 1\n1 2\n2 1\n1 2\n"), 5, 1, "second entry"),
            (&general("pattern", "3 3 2\n1 1\n1 1\n"), 4, 1, "second entry"),
            (&general("real", "3 3 2\n2 1 0\n2 1 0\n"), 4, 1, "second entry"),
        ]);
    }

    #[test]
    fn a_value_that_is_no_number_was_an_edge() {
        let head = "%%MatrixMarket matrix coordinate";
        for value in ["nan", "-NaN", "inf", "1e999"] {
            let text = format!("{head} real symmetric\n2 2 1\n2 1 {value}\n");
            assert_refused(&[(&text, 3, 5, "is not a number")]);
        }
        let complex = format!("{head} complex symmetric\n2 2 1\n2 1 0 nan\n");
        assert_refused(&[(&complex, 3, 7, "'nan' is not a number")]);
    }

    #[test]
    fn an_invalid_matrix_is_rejected_with_its_position() {
        let head = "%%MatrixMarket matrix coordinate pattern";
        let symmetric = |rest: &str| format!("{head} symmetric\n{rest}");
        let general = |rest: &str| format!("{head} general\n{rest}");
        assert_refused(&[
            (
                "%%MatrixMarket matrix array real general\n1 1\n1\n",
                1,
                23,
                "'array' is not a format",
            ),
            ("%%MatrixMarket matrix coordinate real\n", 1, 1, "five words"),
            ("%%MatrixMarket matrix coordinate x general\n", 1, 34, "use one of pattern, real"),
            (&symmetric(""), 1, 51, "no line 'ROWS"),
            (&symmetric("3 2 1\n2 1\n"), 2, 3, "3 rows and 2 columns"),
            (&symmetric("3 3 2\n2 1\n"), 2, 5, "2 entries announced, 1 listed"),
            (&symmetric("3 3 1\n4 1\n"), 3, 1, "'4' is not a vertex"),
            (&symmetric("3 3 1\n2 1 1\n"), 3, 1, "write a row, a column"),
            (&general("3 3 3\n2 1\n1 2\n3 1\n"), 5, 1, "without its mirror image"),
            (&general("3 3 2\n2 1\n2 1\n"), 4, 1, "second entry"),
            (
                "%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n2 1 x\n",
                3,
                5,
                "'x' is not a number",
            ),
        ]);
    }
}
