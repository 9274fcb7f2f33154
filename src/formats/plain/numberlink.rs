//! `numberlink ROWS COLS [free|cover]`: two cells with the same text are a pair, `.` is an empty cell.
//!
//! `numberlink graph VERTICES [free|cover]`: lines `pair A B`, and one edge per line.

use encycle_encodings::kinds::numberlink::{Numberlink, NumberlinkRule, TerminalPair};

use crate::formats::plain::Header;
use crate::formats::scan::rows::Rows;
use crate::formats::scan::text::{self, Fault, Span, Text};
use crate::formats::{edges, scan::numbers};
use crate::puzzle::Puzzle;

/// Reads a puzzle on a grid or on a graph.
pub(super) fn read<'a>(
    text: Text<'a>,
    header: Option<&Header<'a>>,
    lines: impl Iterator<Item = Span<'a>>,
) -> Result<Puzzle, Fault> {
    let header = Header::needed(header, "'numberlink ROWS COLS [free|cover]'")?;
    match header.words[..] {
        [graph, vertices, ref rest @ ..] if graph.text == "graph" => {
            let count = edges::vertex_count(vertices)?;
            on_graph(header, count, rule(rest)?, lines)
        }
        [rows, cols, ref rest @ ..] => {
            let grid = text::size(rows, cols)?;
            let rule = rule(rest)?;
            let mut rows = Rows::new(Some(grid));
            for line in lines {
                let name = |cell: Span<'a>| {
                    Ok((!matches!(cell.text, "." | "-")).then(|| cell.text.to_owned()))
                };
                rows.push(line, line.cells(grid.cols()).into_iter(), name)?;
            }
            let cells = rows.finish(|message| text.fault_at_end(message))?;
            numbers::on_cells(grid, &cells.cells, rule, |cell| cells.offsets[cell])
        }
        _ => Err(header.line.fault_behind(
            "no size\nhelp: write 'numberlink ROWS COLS [free|cover]' or 'numberlink graph \
             VERTICES [free|cover]'",
        )),
    }
}

/// Parses the rule in the header, if any.
fn rule(words: &[Span<'_>]) -> Result<Option<NumberlinkRule>, Fault> {
    match words {
        [] => Ok(None),
        [rule] => match rule.text {
            "free" => Ok(Some(NumberlinkRule::Free)),
            "cover" => Ok(Some(NumberlinkRule::Cover)),
            _ => Err(rule.fault(format!("{} is neither 'free' nor 'cover'", rule.shown()))),
        },
        [_, more, ..] => {
            Err(more.fault(format!("{} after the header\nhelp: remove it", more.shown())))
        }
    }
}

/// Reads the pairs and edges of a general graph.
fn on_graph<'a>(
    header: &Header<'a>,
    count: usize,
    rule: Option<NumberlinkRule>,
    lines: impl Iterator<Item = Span<'a>>,
) -> Result<Puzzle, Fault> {
    let mut pairs: Vec<TerminalPair> = Vec::new();
    let mut places = Vec::new();
    let mut links = Vec::new();
    for line in lines {
        let words: Vec<Span<'a>> = line.words().collect();
        match words[..] {
            [word, a, b] if word.text == "pair" => {
                let name = (pairs.len() + 1).to_string();
                pairs.push(TerminalPair {
                    name,
                    ends: [edges::vertex(a, count)?, edges::vertex(b, count)?],
                });
                places.push(line);
            }
            [word, ..] if word.text == "pair" => {
                let shown = line.shown();
                return Err(line.fault(format!("{shown} is not a pair\nhelp: write 'pair A B'")));
            }
            _ => links.push(line),
        }
    }
    let graph = edges::read(links.into_iter(), count)?;
    let puzzle =
        Numberlink::new(graph, pairs, rule.unwrap_or(NumberlinkRule::Free)).map_err(|error| {
            let place = error.pair.and_then(|pair| places.get(pair)).unwrap_or(&header.line);
            place.fault(error.to_string())
        });
    Ok(puzzle?.into())
}

/// Writes a puzzle on a grid or on a graph.
///
/// Returns `None` if the pairs of a general graph are not named 1, 2, ... in order: the reader numbers them.
pub(super) fn write(puzzle: &Numberlink) -> Option<String> {
    let rule = match puzzle.rule() {
        NumberlinkRule::Free => "free",
        NumberlinkRule::Cover => "cover",
    };
    let Some(grid) = puzzle.grid() else {
        let pair = |(index, pair): (usize, &TerminalPair)| {
            let [a, b] = pair.ends.map(|end| end + 1);
            // the reader numbers pairs in order of appearance
            (pair.name == (index + 1).to_string()).then(|| format!("pair {a} {b}\n"))
        };
        let pairs: Option<String> = puzzle.pairs().iter().enumerate().map(pair).collect();
        let head = format!("numberlink graph {} {rule}\n", puzzle.graph().vertex_count());
        return Some(head + &pairs? + &edges::write(puzzle.graph()));
    };
    let name = |cell: usize| puzzle.terminal(cell).map_or(".", |pair| &puzzle.pairs()[pair].name);
    let mut out = format!("numberlink {} {} {rule}\n", grid.rows(), grid.cols());
    for row in 0..grid.rows() {
        let cells = (0..grid.cols()).map(|col| name(row * grid.cols() + col));
        out.push_str(&cells.collect::<Vec<_>>().join(" "));
        out.push('\n');
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    #[test]
    fn grids_and_graphs_are_read_and_written() {
        for text in [
            "numberlink 2 3 free\n1 . 1\n12 . 12\n",
            "numberlink 1 2 cover\n1 1\n",
            "numberlink graph 4 cover\npair 1 4\n1 2\n2 3\n3 4\n",
        ] {
            let parsed = read(text, None).unwrap();
            assert_eq!(write(&parsed.puzzle, PuzzleFormat::Plain).unwrap(), text);
        }
        let dense = read("numberlink 2 3\n1.1\n2.2\n", None).unwrap().puzzle;
        assert_eq!(dense, read("numberlink 2 3 free\n1 . 1\n2 . 2\n", None).unwrap().puzzle);
        let cover = dense.with_variant("cover").unwrap();
        assert_eq!(cover.variant(), Some("cover"));
        assert!(cover.with_variant("path").unwrap_err().contains("free, cover"));
    }

    #[test]
    fn an_invalid_text_is_rejected_with_its_position() {
        assert_refused(&[
            ("numberlink\n", 1, 11, "no size"),
            ("numberlink 2 2 all\n11\n..\n", 1, 16, "neither 'free' nor 'cover'"),
            ("numberlink 2 2\n11\n", 2, 3, "only 1 of the announced 2 rows"),
            ("numberlink 2 2\n1.\n.2\n", 2, 1, "only one `1`"),
            ("numberlink 2 2\n11\n.1\n", 3, 2, "a third `1`"),
            ("numberlink graph 3\npair 1\n", 2, 1, "write 'pair A B'"),
            ("numberlink graph 3\npair 1 2\npair 2 3\n1 2\n", 3, 1, "already"),
            ("numberlink graph 3\npair 1 4\n", 2, 8, "'4' is not a vertex"),
        ]);
    }
}
