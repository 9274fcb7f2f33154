//! A puzzle as the page shows it: geometry, clues, what a player may mark, and the places of rules and constraints.

use std::collections::{BTreeMap, HashMap, HashSet};

use encycle_encodings::grid::{Cell, Edge, Graph, GraphLayout, Grid, Side, Vertex};
use encycle_encodings::kinds::codec::ClueSymbol;
use encycle_encodings::kinds::reachability::Wall;
use encycle_encodings::kinds::written::{RuleInstance, RuleMeaning, WrittenPuzzle};
use encycle_encodings::logic::Place;
use encycle_encodings::puzzle::{
    CellSign, Extent, GraphSketch, GridSketch, Ink, Sketch, SolutionForm, mark_before,
};
use encycle_encodings::text::TextLayout;
use serde::{Deserialize, Serialize};

use crate::formats::{self, PuzzleFormat, WriteError};
use crate::page::{Marks, PicturePart};
use crate::puzzle::Puzzle;
use crate::report::PuzzleSize;

/// A puzzle as the page shows it.
///
/// Coordinates are in cells: the cell in row r and column c, from 0, covers x from c to c + 1 and y from r to r + 1. A
/// vertex of a general graph has any place; neighbours are about one unit apart.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Board {
    /// The puzzle as plain text, or in another format if that cannot express it: what other requests want.
    pub puzzle: String,
    /// The name of the kind.
    pub kind: String,
    /// The title.
    pub title: String,
    /// The rules, in a sentence or two.
    pub rules: String,
    /// The variant of the rules in force.
    pub variant: Option<String>,
    /// The names and numbers that follow the size in the header, such as the ships of a fleet.
    pub parameters: Vec<(String, u32)>,
    /// The size.
    pub size: PuzzleSize,
    /// The arrangement of the plain text.
    pub layout: BoardLayout,
    /// What a solution consists of.
    pub form: BoardForm,
    /// The names of the atoms.
    pub atoms: Vec<String>,
    /// The clues and walls of a grid; null for a general graph.
    pub grid: Option<GridBoard>,
    /// The vertices between which lines are drawn. Empty for `values`.
    pub points: Vec<(f64, f64)>,
    /// For each atom that is a line (or a passage between two cells), its two points. Atoms beyond the list are not
    /// drawn: they follow from the others.
    pub lines: Vec<(usize, usize)>,
    /// The lines that a player may mark; null for all of them.
    pub free: Option<Vec<usize>>,
    /// The cells that a player may shade, besides the lines if there are any; null if the solution shades no cells.
    pub shadable: Option<Vec<usize>>,
    /// The names of the vertices of a general graph.
    pub names: Vec<String>,
    /// Texts at a place of a general graph.
    pub notes: Vec<Note>,
    /// Vertices of a general graph that are clues, with their text.
    pub terminals: Vec<(usize, String)>,
    /// The texts of the values from 1, for `values`. The atom of a cell and value is `cell · values + value - 1`.
    pub values: Vec<String>,
    /// The values, from 0, that the rules about a cell alone permit in some cell without a given value.
    pub offered: Vec<usize>,
    /// If the values are regions around clues, the cell of the clue of each value; otherwise empty.
    pub region_cells: Vec<usize>,
    /// The drawings of these values, if they are signs; empty if the values are texts.
    pub signs: Vec<SignDrawing>,
    /// The drawings of the signs at the beginning of clues, by their characters.
    pub clue_signs: BTreeMap<String, SignDrawing>,
    /// For `values`, the cells into which a player writes nothing: those whose clue is their value, or says that they have none.
    pub fixed: Vec<usize>,
    /// The atoms of the values that are clues.
    pub given: Vec<usize>,
    /// For `values`, whether a cell that a player fills may stay empty.
    pub may_be_empty: bool,
    /// The conditions of the kind that the clues break, each in a sentence: other requests refuse such a puzzle.
    pub conditions: Vec<String>,
    /// The clues that are not in cells, and the rooms; null for a kind that has neither.
    pub parts: Option<ClueParts>,
    /// The texts that the editor offers for a cell.
    pub cell_clues: Vec<String>,
    /// The words of the plain text for these, which can be typed.
    pub clue_words: Vec<String>,
    /// Whether the texts that a cell may have are too many to be offered, such as all numbers, so that any text may be written.
    pub has_more_clues: bool,
    /// The formats that can express the puzzle.
    pub formats: Vec<String>,
    /// The encodings of the puzzle: that of the built-in solver first.
    pub encodings: Vec<String>,
    /// The encoding that suits SAT solvers that are not built in.
    pub default_encoding: String,
    /// The encoding that suits MIP solvers.
    pub mip_encoding: String,
    /// The built-in solver that suits the puzzle.
    pub default_solver: String,
    /// The kinds of cut of each of these encodings.
    pub cuts: Vec<Vec<String>>,
    /// A solution that the text contained.
    pub solution: Option<Marks>,
    /// An address at puzz.link, if the kind has one.
    pub address: Option<String>,
}

/// The arrangement of the plain text of a kind, on which it depends how a puzzle is edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BoardLayout {
    /// Rows of cells.
    Cells,
    /// Rows of cells, then rows with the names of their rooms.
    Rooms,
    /// Rows of cells with walls in and between them.
    Walls,
}

impl From<TextLayout> for BoardLayout {
    fn from(layout: TextLayout) -> Self {
        match layout {
            TextLayout::Cells => Self::Cells,
            TextLayout::Rooms => Self::Rooms,
            TextLayout::Walls(_) => Self::Walls,
        }
    }
}

/// What a solution consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BoardForm {
    /// Lines between points.
    Lines,
    /// A value in each cell, or none.
    Values,
    /// Walls: a line is a passage between two cells, open if true, and a wall if false.
    Walls,
}

/// The clues of a puzzle on cells.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct GridBoard {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub cols: usize,
    /// Whether vertices are drawn as dots.
    pub dotted: bool,
    /// Whether the kind has black circles, from which white circles differ by their fill in the dark colours, too.
    pub has_black_circles: bool,
    /// The text of each cell, row by row.
    pub texts: Vec<Option<String>>,
    /// A small text in a corner of each cell, such as the sum of a room, row by row.
    pub notes: Vec<Option<String>>,
    /// Heavy borders, as x1, y1, x2, y2: walls, boxes, the frame.
    pub walls: Vec<[usize; 4]>,
    /// Borders that a solution may choose, in the same form.
    pub undecided: Vec<[usize; 4]>,
    /// Thin borders that only guide the eye, in the same form.
    pub guides: Vec<[usize; 4]>,
}

/// The parts of the plain text besides the rows of cells, as words; `.` is no clue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ClueParts {
    /// The numbers at the corners of cells, row by row; empty if the kind has none.
    pub corners: Vec<String>,
    /// The cells with the numbers around them, row by row: two rows and two columns more than the grid. Empty if the kind
    /// has no numbers there.
    pub frame: Vec<String>,
    /// Whether a rule reads the numbers above the grid, below it, on its left and on its right.
    pub sides: [bool; 4],
    /// Whether the text has rows of cells, with or without numbers around them.
    pub has_cells: bool,
    /// The names of the rooms, row by row; empty if the kind has no rooms.
    pub rooms: Vec<String>,
}

impl ClueParts {
    /// Reads the parts of a puzzle from its plain text.
    fn new(puzzle: &Puzzle, text: &str) -> Option<Self> {
        let Extent::Grid(grid) = puzzle.extent() else { return None };
        let (has_corners, has_frame, has_rooms) = match puzzle {
            Puzzle::Written(puzzle) => {
                let clues = puzzle.clues();
                let has_frame = clues.border.iter().any(|line| !line.is_empty());
                (!clues.corners.is_empty(), has_frame, puzzle.kind().codec.has_rooms)
            }
            _ => (false, false, puzzle.kind().layout() == TextLayout::Rooms),
        };
        if !(has_corners || has_frame || has_rooms) {
            return None;
        }
        // the numbers of lines that are read downward are above them
        let directions = [Side::Down, Side::Up, Side::Right, Side::Left];
        let sides = directions.map(|side| match puzzle {
            Puzzle::Written(puzzle) => has_frame && puzzle.kind().reads_border(side),
            _ => false,
        });
        let header = format!("{} {} {}", puzzle.kind().name(), grid.rows(), grid.cols());
        let below = text.lines().skip_while(|line| !line.starts_with(&header)).skip(1);
        let mut rows =
            below.filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
                let line = line.trim();
                match line.contains(' ') {
                    true => line.split_whitespace().map(str::to_owned).collect(),
                    false => line.chars().map(String::from).collect::<Vec<String>>(),
                }
            });
        let mut take = |count: usize| rows.by_ref().take(count).flatten().collect::<Vec<_>>();
        let corners = take(if has_corners { grid.rows() + 1 } else { 0 });
        let frame = take(if has_frame { grid.rows() + 2 } else { 0 });
        let mut rest = take(2 * grid.rows());
        let rooms = rest.split_off(match has_rooms {
            true => rest.len().saturating_sub(grid.cell_count()),
            false => rest.len(),
        });
        Some(Self { corners, has_cells: has_frame || !rest.is_empty(), frame, sides, rooms })
    }
}

/// A text at a place.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Note {
    /// x, to the right.
    pub x: f64,
    /// y, down.
    pub y: f64,
    /// The text.
    pub text: String,
}

/// Parts of a board that belong together, such as where a rule is broken.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Spot {
    /// The cells, row by row.
    pub cells: Vec<usize>,
    /// The vertices, as numbers of [`Board::points`].
    pub vertices: Vec<usize>,
    /// The atoms.
    pub atoms: Vec<usize>,
}

impl Board {
    /// Describes a puzzle.
    ///
    /// # Errors
    /// No format can express it.
    pub fn new(puzzle: &Puzzle) -> Result<Self, WriteError> {
        let all = PuzzleFormat::ALL.iter();
        let mut texts: Vec<(PuzzleFormat, String)> = all
            .filter_map(|&format| Some((format, formats::written_as(puzzle, format)?)))
            .collect();
        let formats = texts.iter().map(|(format, _)| format.name().to_owned()).collect();
        let address = texts.iter().find(|(format, _)| *format == PuzzleFormat::PuzzLink);
        let address = address.map(|(_, text)| text.clone());
        // the first format that can express it, as `formats::write_default` chooses
        let text = match texts.is_empty() {
            false => texts.swap_remove(0).1,
            true => formats::write_default(puzzle)?,
        };
        let default = puzzle.builtin_encoding();
        let mut encodings = puzzle.encoding_names();
        encodings.sort_by_key(|name| *name != default);
        // cuts depend on the parts of an encoding, not on the clues: an encoding of a large puzzle is dear
        let sample = formats::read(puzzle.kind().sample(), None).map(|read| read.puzzle);
        let cuts = |name: &String| {
            let of = |puzzle: &Puzzle| {
                let encoding = puzzle.encoding(name).ok()?;
                Some(encoding.cut_kinds().iter().map(|kind| kind.name().to_owned()).collect())
            };
            sample.as_ref().ok().and_then(of).or_else(|| of(puzzle)).unwrap_or_default()
        };
        let (offered, has_more_clues) = cell_clues(puzzle);
        let (cell_clues, clue_words) = offered.into_iter().unzip();
        let mut board = Self {
            kind: puzzle.kind().name().to_owned(),
            title: String::new(),
            rules: puzzle.kind().rules().to_owned(),
            variant: puzzle.variant().map(str::to_owned),
            parameters: parameters(puzzle),
            size: puzzle.extent().into(),
            layout: puzzle.kind().layout().into(),
            form: BoardForm::Lines,
            atoms: (0..puzzle.atom_count()).map(|atom| puzzle.atom_name(atom)).collect(),
            grid: None,
            points: Vec::new(),
            lines: Vec::new(),
            free: None,
            shadable: None,
            names: Vec::new(),
            notes: Vec::new(),
            terminals: Vec::new(),
            values: Vec::new(),
            offered: Vec::new(),
            region_cells: Vec::new(),
            signs: Vec::new(),
            clue_signs: BTreeMap::new(),
            fixed: Vec::new(),
            given: Vec::new(),
            may_be_empty: false,
            conditions: broken_conditions(puzzle),
            parts: ClueParts::new(puzzle, &text),
            cell_clues,
            clue_words,
            has_more_clues,
            formats,
            cuts: encodings.iter().map(cuts).collect(),
            encodings,
            default_encoding: puzzle.default_encoding(),
            mip_encoding: puzzle.mip_encoding(),
            default_solver: if puzzle.prefers_stable() { "stable" } else { "batsat" }.to_owned(),
            solution: None,
            address,
            puzzle: text,
        };
        match puzzle.sketch(None) {
            Sketch::Grid(sketch) => board.add_grid(puzzle, sketch),
            Sketch::Graph(sketch) => board.add_graph(sketch),
        }
        Ok(board)
    }

    fn add_grid(&mut self, puzzle: &Puzzle, sketch: GridSketch) {
        let grid = sketch.grid;
        let borders = |ink: Ink| {
            let edges = grid.edges().filter(|edge| sketch.borders[edge.index()] == Some(ink));
            edges.map(|edge| segment(grid, edge)).collect()
        };
        self.grid = Some(GridBoard {
            rows: grid.rows(),
            cols: grid.cols(),
            dotted: sketch.dotted,
            has_black_circles: sketch.has_black_circles,
            walls: borders(Ink::Clue),
            undecided: borders(Ink::Undecided),
            guides: borders(Ink::Guide),
            notes: sketch.notes.clone(),
            texts: sketch
                .texts
                .iter()
                .map(|text| text.as_ref().map(|label| label.text.clone()))
                .collect(),
        });
        self.shadable = match puzzle {
            Puzzle::Written(puzzle) => puzzle.shadable_cells(),
            Puzzle::Nurikabe(_) => {
                let cells = sketch.texts.iter().enumerate();
                Some(cells.filter(|(_, text)| text.is_none()).map(|(cell, _)| cell).collect())
            }
            _ => None,
        };
        let signs = sketch.texts.iter().flatten().filter_map(|label| CellSign::before(&label.text));
        let drawings = signs.map(|(sign, _)| (sign.text.to_owned(), SignDrawing::of(sign)));
        self.clue_signs = drawings.collect();
        self.notes = notes_of(&sketch);
        self.title = sketch.title;
        if matches!(puzzle.form(), SolutionForm::Values { .. }) {
            self.form = BoardForm::Values;
            self.values = puzzle.value_texts();
            let signs = self.values.iter().map(|text| CellSign::of(text).map(SignDrawing::of));
            self.signs = signs.collect::<Option<_>>().unwrap_or_default();
            self.offered = (0..self.values.len()).collect();
            if let Puzzle::Written(puzzle) = puzzle {
                let clues = puzzle.region_clues().into_iter().flatten();
                self.region_cells = clues.map(|cell| grid.cell_index(cell)).collect();
            }
            if self.values.len() > 1 {
                self.fix_cells(puzzle);
            }
            return;
        }
        if let Some(graph) = puzzle.graph_of_atoms() {
            self.points = points(graph);
            self.lines = graph.edges().map(|edge| graph.ends(edge).into()).collect();
        }
        if let Puzzle::Hamilton(puzzle) = puzzle
            && puzzle.forbidden().next().is_some()
        {
            let free = puzzle.graph().edges().filter(|&link| !puzzle.is_forbidden(link));
            self.free = Some(free.map(|link| link.index()).collect());
        }
        if let Puzzle::Reachability(puzzle) = puzzle {
            self.form = BoardForm::Walls;
            let free = puzzle.graph().edges().filter(|&link| puzzle.wall(link) == Wall::Free);
            self.free = Some(free.map(|link| link.index()).collect());
        }
    }

    /// Finds the cells that the clues decide, and the values of the others.
    fn fix_cells(&mut self, puzzle: &Puzzle) {
        let Some(grid) = &self.grid else { return };
        let count = self.values.len();
        let clues = grid.texts.iter().enumerate();
        let clues = clues.filter_map(|(cell, text)| Some((cell, text.as_ref()?)));
        let Puzzle::Written(written) = puzzle else {
            for (cell, text) in clues {
                let value = self.values.iter().position(|value| value == text);
                self.given.extend(value.map(|value| cell * count + value));
                self.fixed.push(cell);
            }
            self.may_be_empty = matches!(puzzle, Puzzle::NeighborNumber(_));
            return;
        };
        let rules = CellRules::new(written, count);
        for (cell, text) in clues {
            let is_shown = |value: &usize| mark_before(text, &self.values[*value]).is_some();
            let given = rules.stated(cell).or_else(|| rules.only(cell).filter(is_shown));
            self.given.extend(given.map(|value| cell * count + value));
            if given.is_some() || (0..count).all(|value| !rules.permit(cell, Some(value))) {
                self.fixed.push(cell);
            }
        }
        let fixed: HashSet<usize> = self.fixed.iter().copied().collect();
        let open: Vec<usize> = (0..grid.texts.len()).filter(|cell| !fixed.contains(cell)).collect();
        self.offered = rules.offered(&open);
        let may_be_empty = open.iter().any(|&cell| rules.permit(cell, None));
        self.may_be_empty = puzzle.solutions_nest() && may_be_empty;
    }

    fn add_graph(&mut self, sketch: GraphSketch) {
        let count = sketch.vertices.len();
        self.title = sketch.title;
        self.points = match &sketch.points[..] {
            [] => circle(count),
            points => {
                points.iter().map(|&(x, y)| (f64::from(x) / 100.0, f64::from(y) / 100.0)).collect()
            }
        };
        self.lines = sketch.edges.iter().map(|&(a, b)| (a as usize, b as usize)).collect();
        self.names = sketch.vertices;
        let notes = sketch.notes.into_iter();
        let note = |((x, y), text)| Note { x: f64::from(x) / 100.0, y: f64::from(y) / 100.0, text };
        self.notes = notes.map(note).collect();
        self.terminals =
            sketch.terminals.into_iter().map(|(vertex, text)| (vertex as usize, text)).collect();
    }
}

/// Returns the names and numbers that follow the size in the header.
fn parameters(puzzle: &Puzzle) -> Vec<(String, u32)> {
    let Puzzle::Written(puzzle) = puzzle else { return Vec::new() };
    let names = puzzle.kind().parameters().iter().map(|info| info.name.clone());
    names.zip(puzzle.clues().parameters.iter().copied()).collect()
}

/// Returns the conditions of the kind that the clues break.
fn broken_conditions(puzzle: &Puzzle) -> Vec<String> {
    let Puzzle::Written(puzzle) = puzzle else { return Vec::new() };
    let broken = puzzle.kind().broken_conditions(puzzle.clues());
    broken.into_iter().map(str::to_owned).collect()
}

/// The rules about each cell alone, in a puzzle with several values.
struct CellRules {
    rules: HashMap<usize, Vec<RuleMeaning>>,
    /// The number of values.
    count: usize,
}

impl CellRules {
    fn new(puzzle: &WrittenPuzzle, count: usize) -> Self {
        let mut rules: HashMap<usize, Vec<RuleMeaning>> = HashMap::new();
        for RuleInstance { meaning, .. } in puzzle.rule_instances().unwrap_or_default() {
            let mut cells = Vec::new();
            meaning.each_atom(&mut |atom| cells.push(atom / count));
            cells.dedup();
            if let [cell] = cells[..] {
                rules.entry(cell).or_default().push(meaning);
            }
        }
        Self { rules, count }
    }

    /// Returns whether no rule about a cell is broken by what is known about its atoms.
    fn hold(&self, cell: usize, known: &dyn Fn(usize) -> Option<bool>) -> bool {
        let mut rules = self.rules.get(&cell).into_iter().flatten();
        rules.all(|rule| rule.bounds(known).1 > 0)
    }

    /// Returns whether a cell may have a value, or none.
    fn permit(&self, cell: usize, value: Option<usize>) -> bool {
        let count = self.count;
        self.hold(cell, &|atom| (atom / count == cell).then_some(Some(atom % count) == value))
    }

    /// Returns the value of a cell that a single rule states.
    fn stated(&self, cell: usize) -> Option<usize> {
        (0..self.count).find(|value| {
            let stated = cell * self.count + value;
            !self.hold(cell, &|atom| (atom == stated).then_some(false))
        })
    }

    /// Returns the value of a cell that all rules together leave.
    fn only(&self, cell: usize) -> Option<usize> {
        let mut values = (0..self.count).filter(|&value| self.permit(cell, Some(value)));
        let value = values.next()?;
        (values.next().is_none() && !self.permit(cell, None)).then_some(value)
    }

    /// Returns the values that some of the cells may have.
    fn offered(&self, cells: &[usize]) -> Vec<usize> {
        // the only rule about most cells is that they have one value
        let has_any = |cell: &usize| self.rules.get(cell).is_none_or(|rules| rules.len() == 1);
        let has_all = cells.iter().any(has_any);
        let may_be = |value: usize| cells.iter().any(|&cell| self.permit(cell, Some(value)));
        (0..self.count).filter(|&value| has_all || may_be(value)).collect()
    }
}

/// Returns the numbers at corners and outside the grid.
fn notes_of(sketch: &GridSketch) -> Vec<Note> {
    let (rows, cols) = (sketch.grid.rows() as f64, sketch.grid.cols() as f64);
    let width = sketch.grid.cols() + 1;
    let corner = |(place, number): (usize, &Option<u32>)| {
        let (x, y) = ((place % width) as f64, (place / width) as f64);
        Some(Note { x, y, text: (*number)?.to_string() })
    };
    let [above, below, left, right] = &sketch.margins;
    // lists extend from the grid outward
    let outside = |lines: &[Vec<String>], is_before: bool, at: &dyn Fn(f64, f64) -> (f64, f64)| {
        let lines = lines.iter().enumerate();
        let notes = lines.flat_map(|(line, numbers)| {
            numbers.iter().enumerate().map(move |(place, text)| {
                let far = if is_before { numbers.len() - 1 - place } else { place };
                (line as f64 + 0.5, 0.4 + 0.5 * far as f64, text.clone())
            })
        });
        notes
            .map(|(line, far, text)| {
                let (x, y) = at(line, far);
                Note { x, y, text }
            })
            .collect::<Vec<Note>>()
    };
    let mut notes: Vec<Note> = sketch.corners.iter().enumerate().filter_map(corner).collect();
    notes.extend(outside(above, true, &|x, far| (x, -far)));
    notes.extend(outside(below, false, &|x, far| (x, rows + far)));
    notes.extend(outside(left, true, &|y, far| (-far, y)));
    notes.extend(outside(right, false, &|y, far| (cols + far, y)));
    notes
}

/// Returns the places of the numbers at corners and outside the grid, in the order of [`Board::notes`].
pub(super) fn note_places(sketch: &GridSketch) -> Vec<Place> {
    let width = sketch.grid.cols() + 1;
    let corners = sketch.corners.iter().enumerate().filter(|(_, number)| number.is_some());
    let corner = |(place, _): (usize, &Option<u32>)| Place::Vertex {
        row: place / width,
        col: place % width,
    };
    let mut places: Vec<Place> = corners.map(corner).collect();
    let line_places: [fn(usize) -> Place; 4] =
        [Place::Column, Place::Column, Place::Row, Place::Row];
    for (lines, line_place) in sketch.margins.iter().zip(line_places) {
        for (line, numbers) in lines.iter().enumerate() {
            places.extend(std::iter::repeat_n(line_place(line), numbers.len()));
        }
    }
    places
}

/// A sign in a cell. All distances are from the left and the upper side of the cell, in 32nds of a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SignDrawing {
    /// Lines between two points; a line through more points is the outline of a black area, or of a frame if it
    /// visits a point twice.
    pub lines: Vec<Vec<[i8; 2]>>,
    /// The center of a small white circle.
    pub circle: Option<[i8; 2]>,
}

impl SignDrawing {
    fn of(sign: &CellSign) -> Self {
        Self { lines: sign.lines.iter().map(|line| line.to_vec()).collect(), circle: sign.circle }
    }
}

/// Returns what the editor offers for a cell, each with its word of the plain text, and whether there is more.
fn cell_clues(puzzle: &Puzzle) -> (Vec<(String, String)>, bool) {
    let same = |text: &str| (text.to_owned(), text.to_owned());
    // clues beside the grid, at corners and in the header are edited elsewhere; numbers in cells are typed then
    let (alphabet, is_whole) = match (puzzle, puzzle.kind().codec()) {
        (Puzzle::Hamilton(_), _) => return (["S", "E"].map(same).to_vec(), false),
        (Puzzle::Reachability(_), _) => return (["S", "o", "x"].map(same).to_vec(), false),
        (Puzzle::Written(written), None) => (&written.kind().file().codec.alphabet, false),
        (_, None) => return (Vec::new(), true),
        (_, Some(codec)) => (&codec.alphabet, true),
    };
    let letters = (0..alphabet.letters.len()).map(|letter| ClueSymbol::Letter(letter, None));
    let choices = if is_whole { alphabet.choices() } else { Vec::new() };
    let (values, symbols, has_more) = match puzzle.form() {
        SolutionForm::Values { values: 2.., .. }
            if is_whole
                && CellSign::of(&puzzle.value_text(1)).is_none()
                && shows_values(puzzle) =>
        {
            (puzzle.value_texts(), letters.collect(), false)
        }
        _ if choices.is_empty() => (Vec::new(), letters.collect(), true),
        _ => (Vec::new(), choices, false),
    };
    let of_symbol = |symbol: ClueSymbol| (alphabet.picture(symbol), alphabet.text(symbol));
    let offered = values.iter().map(|value| same(value));
    (offered.chain(symbols.into_iter().map(of_symbol)).collect(), has_more)
}

/// Returns whether the number of a clue is the value of its cell.
pub(super) fn shows_values(puzzle: &Puzzle) -> bool {
    match puzzle {
        Puzzle::Written(puzzle) => puzzle.shows_values(),
        _ => true,
    }
}

/// Returns the ends of an edge: x1, y1, x2, y2.
fn segment(grid: Grid, edge: Edge) -> [usize; 4] {
    let [a, b] = grid.edge_ends(edge);
    [a.col, a.row, b.col, b.row]
}

fn points(graph: &Graph) -> Vec<(f64, f64)> {
    let point = |vertex: usize| match graph.layout() {
        GraphLayout::Lines(grid) => {
            ((vertex % (grid.cols() + 1)) as f64, (vertex / (grid.cols() + 1)) as f64)
        }
        GraphLayout::Cells(grid) => {
            let Cell { row, col } = grid.cell_at(vertex);
            (col as f64 + 0.5, row as f64 + 0.5)
        }
        GraphLayout::General => (0.0, 0.0),
    };
    (0..graph.vertex_count()).map(point).collect()
}

/// Places vertices on a circle, neighbours one unit apart.
fn circle(count: usize) -> Vec<(f64, f64)> {
    let radius = (count as f64 / std::f64::consts::TAU).max(1.0);
    let angle = |vertex: usize| std::f64::consts::TAU * vertex as f64 / count as f64;
    let point =
        |vertex| (radius * (1.0 + angle(vertex).sin()), radius * (1.0 - angle(vertex).cos()));
    (0..count).map(point).collect()
}

impl Spot {
    /// Adds cells, and keeps all of them in order and each once.
    pub(super) fn add_cells(&mut self, cells: Vec<usize>) {
        self.cells.extend(cells);
        self.cells.sort_unstable();
        self.cells.dedup();
    }

    /// Returns the parts of the board at a place of a puzzle. The spot is empty if the place is the whole puzzle.
    #[must_use]
    pub fn of(puzzle: &Puzzle, place: Place) -> Self {
        let none = Self::default();
        if let (Place::Node(vertex), _) | (Place::Nodes(vertex, _), None) =
            (place, puzzle.graph_of_atoms())
        {
            return Self { vertices: vec![vertex], ..none };
        }
        if let (Place::Nodes(a, b), Some(graph)) = (place, puzzle.graph_of_atoms()) {
            let atoms = graph.edge_between(a, b).map(Edge::index).into_iter().collect();
            return Self { vertices: vec![a, b], atoms, ..none };
        }
        if let (Place::Face(face), Puzzle::Slitherlink(loops) | Puzzle::Slitherlynx(loops)) =
            (place, puzzle)
        {
            let clue = loops.edge_clues().iter().find(|clue| clue.place == Place::Face(face));
            let edges = clue.iter().flat_map(|clue| clue.edges.iter());
            return Self { atoms: edges.map(|edge| edge.index()).collect(), ..none };
        }
        let Extent::Grid(grid) = puzzle.extent() else { return none };
        let cells = |wanted: &dyn Fn(Cell) -> bool| {
            let cells = grid
                .cells()
                .filter(|&cell| wanted(cell))
                .map(|cell| grid.cell_index(cell))
                .collect();
            Self { cells, ..Self::default() }
        };
        match place {
            Place::Cell { row, col } => cells(&|cell| (cell.row, cell.col) == (row, col)),
            Place::Cells { from, to } => cells(&|cell| [from, to].contains(&(cell.row, cell.col))),
            Place::Row(row) => cells(&|cell| cell.row == row),
            Place::Column(col) => cells(&|cell| cell.col == col),
            Place::Block(block) => match puzzle {
                Puzzle::Sudoku(sudoku) => cells(&|cell| sudoku.box_of(cell) == block),
                _ => none,
            },
            Place::Vertex { row, col } if row <= grid.rows() && col <= grid.cols() => {
                Self { vertices: vec![grid.vertex_index(Vertex { row, col })], ..none }
            }
            Place::Edge { row, col, horizontal } => {
                let is_on = match horizontal {
                    true => row <= grid.rows() && col < grid.cols(),
                    false => row < grid.rows() && col <= grid.cols(),
                };
                let edge = is_on.then(|| {
                    if horizontal { grid.horizontal(row, col) } else { grid.vertical(row, col) }
                });
                Self {
                    atoms: edge.and_then(|edge| atom(puzzle, grid, edge)).into_iter().collect(),
                    ..none
                }
            }
            _ => none,
        }
    }

    /// Returns whether nothing is marked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Returns the atom that lies on an edge of the grid, or crosses it.
fn atom(puzzle: &Puzzle, grid: Grid, edge: Edge) -> Option<usize> {
    let graph = puzzle.graph_of_atoms()?;
    match graph.layout() {
        GraphLayout::Lines(_) => Some(edge.index()),
        GraphLayout::Cells(_) => match grid.edge_cells(edge) {
            [Some(a), Some(b)] => {
                graph.edge_between(grid.cell_index(a), grid.cell_index(b)).map(Edge::index)
            }
            _ => None,
        },
        GraphLayout::General => None,
    }
}

/// The meaning of a part of the board: the places of the constraints there, its atoms, and its name.
pub(super) struct PartMeaning {
    pub places: Vec<Place>,
    pub atoms: Vec<usize>,
    pub words: String,
}

/// Returns the meaning of a part of the board, or `None` if the board has no such part.
pub(super) fn meaning(puzzle: &Puzzle, part: PicturePart) -> Option<PartMeaning> {
    let graph = puzzle.graph_of_atoms();
    let of_vertex = |graph: &Graph, vertex: usize| PartMeaning {
        places: vec![graph.vertex_place(vertex)],
        atoms: Vec::new(),
        words: graph.vertex_place(vertex).to_string(),
    };
    match (part, puzzle.extent(), graph) {
        (PicturePart::Atom(atom), _, _) if atom < puzzle.atom_count() => {
            let edge = graph.filter(|graph| atom < graph.edge_count());
            let place = edge.map(|graph| graph.edge_place(Edge(atom as u32)));
            Some(PartMeaning {
                places: place.into_iter().collect(),
                atoms: vec![atom],
                words: puzzle.atom_name(atom),
            })
        }
        (PicturePart::Vertex(vertex), _, Some(graph)) if vertex < graph.vertex_count() => {
            Some(of_vertex(graph, vertex))
        }
        (PicturePart::Cell(cell), Extent::Grid(grid), _) if cell < grid.cell_count() => {
            let place = Place::from(grid.cell_at(cell));
            let values = puzzle.atom_count() / grid.cell_count();
            let atoms = match graph {
                None => (cell * values..(cell + 1) * values).collect(),
                Some(_) => Vec::new(),
            };
            Some(PartMeaning { places: vec![place], atoms, words: place.to_string() })
        }
        _ => None,
    }
}
