//! The text form of Numberlink, on a grid or on a graph.
//!
//! `numberlink ROWS COLS [free|cover]`: two cells with the same text are a pair, `.` is an empty cell.
//!
//! `numberlink graph VERTICES [free|cover]`: lines `pair A B`, and one edge per line. A cell whose text occurs only
//! once and a line `pair A A` are terminals without a partner.

use crate::cell_values::read_texts;
use crate::grid::{Graph, Grid};
use crate::kinds::codec::{
    AddressBody, ClueAlphabet, ClueCodec, ClueError, ClueGrid, FileDrawing, PzprSpelling,
};
use crate::kinds::numberlink::{Numberlink, NumberlinkRule, TerminalPair};
use crate::kinds::{Kind, SolutionFamily, VariantError};
use crate::puzzle::PuzzleSymmetry;
use crate::text::{EmptyCells, Fault, Header, Span, Text, TextSize, edge_list};

impl Kind for Numberlink {
    type Puzzle = Self;

    const FAMILY: SolutionFamily = SolutionFamily::Paths;
    const NAME: &'static str = "numberlink";
    const SAMPLE: &'static str = "numberlink 3 3\n1 . 2\n. . .\n1 . 2\n";
    const RULES: &'static str = "Join equal numbers by lines that neither cross nor branch.";
    const VARIANTS: &'static [&'static str] = &["free", "cover"];

    const CODEC: Option<&'static ClueCodec> = Some(&ClueCodec {
        alphabet: ClueAlphabet {
            numbers: Some((1, u32::MAX)),
            help: "write the number of a pair, any other cell as '.'",
            ..ClueAlphabet::NONE
        },
        is_separable: false,
        has_rooms: false,
        janko: None,
        pzpr: Some(PzprSpelling {
            names: &["numlin", "numberlink"],
            body: AddressBody::Numbers,
            drawing: FileDrawing::Lines,
            letter: None,
        }),
    });

    /// Returns the numbers of the pairs; `None` if a name is not a number, or if the paths must cover the grid.
    fn clue_grid(puzzle: &Self) -> Option<ClueGrid> {
        let grid = puzzle.grid().filter(|_| puzzle.rule() == NumberlinkRule::Free)?;
        let name = |cell| puzzle.terminal(cell).map(|pair| puzzle.pairs()[pair].name.parse().ok());
        let names: Option<Vec<Option<u32>>> = (0..grid.cell_count())
            .map(|cell| name(cell).map_or(Some(None), |number| number.map(Some)))
            .collect();
        Some(ClueGrid::of_numbers(grid, names?))
    }

    fn from_clue_grid(clues: &ClueGrid) -> Result<Self, ClueError> {
        let name = |number: Option<u32>| number.map(|number| number.to_string());
        let names: Vec<Option<String>> = clues.numbers().into_iter().map(name).collect();
        Self::on_cells(clues.grid, &names, NumberlinkRule::Free).map_err(|error| ClueError {
            cell: error.vertex.map(|cell| clues.grid.cell_at(cell)),
            message: error.to_string(),
        })
    }

    fn with_variant(puzzle: Self, name: &str) -> Result<Self, VariantError> {
        Ok(puzzle.with_rule(match name {
            "cover" => NumberlinkRule::Cover,
            _ => NumberlinkRule::Free,
        }))
    }

    /// Returns the image under a symmetry. Its pairs are numbered from 1 in the order of their first cells.
    fn image(puzzle: &Self, symmetry: &PuzzleSymmetry) -> Option<Self> {
        let (isometry, layout) = (symmetry.isometry, puzzle.graph().layout());
        let image = Graph::of_cells(isometry.grid(puzzle.grid()?));
        let mut ends: Vec<[usize; 2]> = Vec::new();
        for pair in puzzle.pairs() {
            let [a, b] = pair.ends.map(|end| isometry.graph_vertex(layout, end));
            let (a, b) = (a?, b?);
            ends.push([a.min(b), a.max(b)]);
        }
        ends.sort_unstable();
        let pair =
            |(number, ends): (usize, [usize; 2])| TerminalPair { name: number.to_string(), ends };
        Self::new(image, (1..).zip(ends).map(pair).collect(), puzzle.rule()).ok()
    }

    fn read<'a>(
        text: Text<'a>,
        header: &Header<'a>,
        lines: &mut dyn Iterator<Item = Span<'a>>,
    ) -> Result<Self, Fault> {
        match header.words[..] {
            [graph, vertices, ref rest @ ..] if graph.text == "graph" => {
                let count = edge_list::vertex_count(vertices)?;
                on_graph(header, count, rule(rest)?, lines)
            }
            [rows, cols, ref rest @ ..] => {
                on_cells(text, crate::text::size(rows, cols)?.into(), rule(rest)?, lines)
            }
            [] if let Some(size) = header.counted() => on_cells(text, size, None, lines),
            _ => Err(header.line.fault_after(
                "no size\nhelp: write 'numberlink ROWS COLS [free|cover]' or 'numberlink graph \
                 VERTICES [free|cover]'",
            )),
        }
    }

    fn is_likely(puzzle: &Self) -> bool {
        // without an empty cell, the text is more likely a list of edges
        !puzzle.pairs().is_empty()
            && !puzzle.pairs().iter().any(TerminalPair::is_lone)
            && 2 * puzzle.pairs().len() < puzzle.graph().vertex_count()
    }

    /// Writes a puzzle on a grid or on a graph.
    ///
    /// Returns `None` if the pairs of a general graph are not named 1, 2, ... in order, because the reader numbers
    /// them, or if a pair on a grid has the name of an empty cell.
    fn write(puzzle: &Self) -> Option<String> {
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
            return Some(head + &pairs? + &edge_list::write(puzzle.graph()));
        };
        let name =
            |cell: usize| puzzle.terminal(cell).map_or(".", |pair| &puzzle.pairs()[pair].name);
        let empty = EmptyCells::new(false);
        if puzzle.pairs().iter().any(|pair| empty.is_symbol(&pair.name)) {
            return None;
        }
        let mut out = format!("numberlink {} {} {rule}\n", grid.rows(), grid.cols());
        for row in 0..grid.rows() {
            let cells = (0..grid.cols()).map(|col| name(row * grid.cols() + col));
            out.push_str(&cells.collect::<Vec<_>>().join(" "));
            out.push('\n');
        }
        Some(out)
    }
}

impl Numberlink {
    /// Builds the puzzle with these texts, one per cell; `offset` returns the position of a cell in the text.
    ///
    /// # Errors
    /// The texts do not form pairs; the error points to the cell.
    pub fn from_texts(
        grid: Grid,
        texts: &[Option<String>],
        rule: Option<NumberlinkRule>,
        offset: impl Fn(usize) -> usize,
    ) -> Result<Self, Fault> {
        let puzzle = Self::on_cells(grid, texts, rule.unwrap_or(NumberlinkRule::Free));
        puzzle.map_err(|error| Fault {
            offset: offset(error.vertex.unwrap_or(0)),
            message: error.to_string(),
        })
    }
}

/// Parses the rule in the header, if any.
fn rule(words: &[Span<'_>]) -> Result<Option<NumberlinkRule>, Fault> {
    match words {
        [] => Ok(None),
        [rule] => match rule.text {
            "free" => Ok(Some(NumberlinkRule::Free)),
            "cover" => Ok(Some(NumberlinkRule::Cover)),
            _ => Err(rule.wrong("is neither 'free' nor 'cover'")),
        },
        [_, more, ..] => Err(more.wrong("after the header\nhelp: remove it")),
    }
}

/// Reads the cells of a grid.
fn on_cells<'a>(
    text: Text<'a>,
    size: TextSize,
    rule: Option<NumberlinkRule>,
    lines: &mut dyn Iterator<Item = Span<'a>>,
) -> Result<Numberlink, Fault> {
    let cells = read_texts(text, size, lines, Ok)?;
    let mut empty = EmptyCells::new(false);
    let has_other = cells.cells.iter().any(|cell| cell.text != "0" && empty.is_symbol(cell.text));
    let mut zeros = cells.cells.iter().filter(|cell| cell.text == "0");
    if let (Some(zero), Some(_), None, false) =
        (zeros.next(), zeros.next(), zeros.next(), has_other)
    {
        return Err(zero.fault(
            "two readings of '0': a pair, or two empty cells\n\
             help: write empty cells as '.', and give the pair another name",
        ));
    }
    let names: Result<Vec<Option<String>>, Fault> = cells
        .cells
        .iter()
        .map(|&cell| Ok((!empty.has(cell)?).then(|| cell.text.to_owned())))
        .collect();
    Numberlink::from_texts(size.grid, &names?, rule, |cell| cells.offsets[cell])
}

/// Reads the pairs and edges of a general graph.
fn on_graph<'a>(
    header: &Header<'a>,
    count: usize,
    rule: Option<NumberlinkRule>,
    lines: &mut dyn Iterator<Item = Span<'a>>,
) -> Result<Numberlink, Fault> {
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
                    ends: [edge_list::vertex(a, count)?, edge_list::vertex(b, count)?],
                });
                places.push(line);
            }
            [word, ..] if word.text == "pair" => {
                return Err(line.wrong("is not a pair\nhelp: write 'pair A B'"));
            }
            _ => links.push(line),
        }
    }
    let graph = edge_list::read(links.into_iter(), count)?;

    Numberlink::new(graph, pairs, rule.unwrap_or(NumberlinkRule::Free)).map_err(|error| {
        let place = error.pair.and_then(|pair| places.get(pair)).unwrap_or(&header.line);
        place.fault(error.to_string())
    })
}
