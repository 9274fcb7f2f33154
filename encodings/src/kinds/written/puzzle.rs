//! A puzzle of a written kind: its atoms, check, encodings and picture, which follow from the drawing.

use std::cell::RefCell;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use crate::cell_loops::{CellBoard, CellLoop, CertainSet, LineCounts, Side, Visit};
use crate::cell_values::CellValues;
use crate::encoding::{Encodable, Encoding, EncodingError, EncodingInfo, GlobalConstraint, Part};
use crate::grid::{Cell, Edge, Grid, Isometry};
use crate::kinds::Relabelling;
use crate::kinds::codec::{ClueError, ClueGrid, ClueSymbol, list_text};
use crate::kinds::written::check::{
    BrokenRequirement, Drawn, OpenDrawing, RuleInstance, broken_requirements, check_clue,
    check_clues, check_globals, check_rules, check_without_clues, compared_runs, instances,
    unshaded_cells,
};
use crate::kinds::written::clues::{NumberList, WrittenClues};
use crate::kinds::written::encode::{
    Atoms, Compiled, boxes, compile, compile_clue_rules, compile_fixing_rules, fixed_number,
};
use crate::kinds::written::file::{Drawing, Generation, MOST_VALUES};
use crate::kinds::written::guards;
use crate::kinds::written::meaning::RuleMeaning;
use crate::kinds::written::symmetry;
use crate::kinds::written::terms::NumberComparison;
use crate::kinds::written::{BareGrid, WrittenKind, file::Globals};
use crate::logic::{Constraint, ConstraintSink, Lit, Origin, Place};
use crate::puzzle::{
    BLACK_CIRCLE, BrokenRule, Extent, GridSketch, Ink, Instance, PuzzleSymmetry, Sketch, Solution,
    SolutionForm,
};
use crate::rules::connected::tree::{self, CellClass, TREE};
use crate::rules::connected::{Colouring, ConnectedColour};
use crate::rules::groups::{GROUPS, SizedGroups};
use crate::rules::matching::{MATCHING, Matching};
use crate::rules::value_graphs::{ValueGraph, ValueRule};
use crate::shading::ShadedBoard;
use crate::text::{Fault, Header, Span, Text};

/// A puzzle of a kind that a text file describes.
///
/// ```
/// use encycle_encodings::kinds::written::{WrittenKind, WrittenPuzzle, WrittenClues};
/// use encycle_encodings::kinds::codec::{ClueGrid, ClueSymbol};
/// use encycle_encodings::grid::{Cell, Grid};
/// use encycle_encodings::puzzle::{Instance, Solution};
///
/// let kind = WrittenKind::parse(
///     "kind lamps\nsymbol number 0..4\ndraw shaded cells\n\
///      rule number for c in cells if number(c): count(shaded(n) for n in neighbours(c)) = number(c)\n",
/// )?;
/// let clues = ClueGrid::empty(Grid::new(1, 3).unwrap()).with(Cell { row: 0, col: 1 }, ClueSymbol::Number(1));
/// let puzzle = WrittenPuzzle::new(kind, WrittenClues::of_cells(clues))?;
/// assert!(puzzle.check(&Solution::of_values(&[1, 0, 0], 1)).is_ok());
/// let broken = puzzle.check(&Solution::of_values(&[1, 0, 1], 1)).unwrap_err();
/// assert_eq!(broken.rule, "number");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum WrittenPuzzle {
    /// One loop through cells.
    Loop(WrittenLoop),
    /// Shaded cells, or values.
    Cells(WrittenCells),
}

/// The kind and the clues of a puzzle, and the constraints that follow, made when they are first needed by one of its clones.
#[derive(Clone, Debug)]
struct Content {
    kind: WrittenKind,
    clues: WrittenClues,
    compiled: Arc<OnceLock<Result<Compiled, EncodingError>>>,
    certain: Arc<OnceLock<Vec<CertainSet>>>,
}

impl PartialEq for Content {
    fn eq(&self, other: &Self) -> bool {
        (self.kind, &self.clues) == (other.kind, &other.clues)
    }
}

impl Eq for Content {}

impl Hash for Content {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.kind, self.clues.write(self.kind)).hash(state);
    }
}

impl Content {
    fn compiled(&self, atoms: Atoms<'_>) -> Result<&Compiled, EncodingError> {
        let made = self.compiled.get_or_init(|| compile(self.kind, &self.clues, atoms));
        made.as_ref().map_err(EncodingError::clone)
    }

    /// Draws the clues, and names the parameters in the title.
    fn draw(&self, sketch: &mut GridSketch) {
        for (info, value) in self.kind.parameters().iter().zip(&self.clues.parameters) {
            sketch.title += &format!(", {} {value}", info.name);
        }
        let file = self.kind.file();
        let alphabet = &file.codec.alphabet;
        // a value is written over a circle, in a color for the background
        sketch.has_black_circles = !matches!(file.drawing, Drawing::Values { .. })
            && (alphabet.number_shape == BLACK_CIRCLE
                || alphabet.letters.iter().any(|letter| letter.picture == BLACK_CIRCLE));
        for (cell, symbol) in self.clues.grid().cells().zip(&self.clues.cells.symbols) {
            let Some(symbol) = symbol else { continue };
            match self.is_note(*symbol) {
                true => {
                    sketch.notes[sketch.grid.cell_index(cell)] = Some(alphabet.picture(*symbol));
                }
                false => sketch.write(cell, alphabet.picture(*symbol), Ink::Clue),
            }
        }
        sketch.corners.clone_from(&self.clues.corners);
        let [up, down, left, right] = &self.clues.border;
        let texts = |clue: &Option<NumberList>| {
            let numbers = clue.iter().flatten();
            numbers.map(|number| list_text(std::slice::from_ref(number))).collect()
        };
        sketch.margins = [down, up, right, left].map(|line| line.iter().map(texts).collect());
        if self.kind.file().codec.has_rooms {
            let rooms = self.clues.regions();
            sketch.frame(|a, b| rooms.of(a) != rooms.of(b));
        }
        if let Some(boxes) = boxes(self.kind, &self.clues) {
            let grid = self.clues.grid();
            let differ = |a: Cell, b: Cell| boxes[grid.cell_index(a)] != boxes[grid.cell_index(b)];
            match self.kind.file().codec.has_rooms {
                true => sketch.guide(differ),
                false => sketch.frame(differ),
            }
        }
    }

    /// Returns the clues of the regions, in the order of their values, if regions around clues are drawn.
    fn region_clues(&self) -> Option<Vec<Cell>> {
        let Drawing::Values { are_regions: true, .. } = &self.kind.file().drawing else {
            return None;
        };
        let cells = self.clues.grid().cells().zip(&self.clues.cells.symbols);
        Some(cells.filter_map(|(cell, symbol)| symbol.map(|_| cell)).collect())
    }

    /// Returns whether a clue leaves its cell to a value: the number of a room does.
    fn is_note(&self, symbol: ClueSymbol) -> bool {
        let file = self.kind.file();
        let is_of_room = match symbol {
            ClueSymbol::Number(_) => file.has_room_numbers,
            ClueSymbol::Letter(_, Some(_)) => file.codec.has_rooms,
            _ => false,
        };
        is_of_room && matches!(file.drawing, Drawing::Values { .. })
    }

    fn about(&self) -> EncodingInfo {
        let file = self.kind.file();
        EncodingInfo {
            name: file.base_name,
            meaning: &file.about,
            source: "the rules of the kind file; our own clauses",
            families: self.kind.families(),
        }
    }
}

/// The constraints of the rules that read clues, with the variables that these need.
#[derive(Debug)]
pub struct ClueRules(Compiled);

impl ClueRules {
    /// Returns whether there is no constraint.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Creates the variables.
    pub fn variables(&self, sink: &mut dyn ConstraintSink) {
        self.0.create_variables(sink);
    }

    /// Adds the constraints; `first` is the number of the first variable.
    pub fn constraints(&self, first: u32, sink: &mut dyn ConstraintSink) {
        self.0.add_constraints(first, sink);
    }
}

/// A rule about a drawing as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WholeRule {
    /// The lines are one loop.
    OneLoop,
    /// The shaded cells, or the others, are connected by their sides.
    Connected {
        /// Whether it is about the shaded cells.
        is_shaded: bool,
    },
    /// Each group of shaded cells, or of the others, has a cell at the border of the grid.
    Reaching {
        /// Whether it is about the shaded cells.
        is_shaded: bool,
    },
    /// Each cell with a letter has a shaded neighbor of its own, and each other shaded cell is one of these.
    Matched {
        /// The position of the letter in the alphabet.
        letter: usize,
    },
    /// Each connected group of cells with equal values has as many cells as the value.
    SizedGroups,
    /// A rule about a graph that the values make.
    Values(ValueRule),
}

/// A puzzle whose solution is one loop through cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WrittenLoop {
    content: Content,
    board: CellBoard,
}

/// A puzzle whose solution shades cells, or writes values into them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WrittenCells {
    content: Content,
    values: CellValues,
    may_be_empty: bool,
}

impl WrittenPuzzle {
    /// Creates a puzzle. Contradictory clues are legal; the puzzle then has no solution.
    ///
    /// # Errors
    /// The kind has no such clues, they break one of its conditions, or no value fits into cells of this grid.
    pub fn new(kind: WrittenKind, clues: WrittenClues) -> Result<Self, ClueError> {
        clues.check(kind)?;
        check_requirements(kind, &clues)?;
        Self::of_checked(kind, clues)
    }

    /// Creates a puzzle whose clues may break the conditions of its kind ([`WrittenKind::broken_conditions`]), for example one
    /// without clues.
    ///
    /// # Errors
    /// The kind has no such clues, or no value fits into cells of this grid.
    pub fn without_conditions(kind: WrittenKind, clues: WrittenClues) -> Result<Self, ClueError> {
        clues.check(kind)?;
        Self::of_checked(kind, clues)
    }

    fn of_checked(kind: WrittenKind, clues: WrittenClues) -> Result<Self, ClueError> {
        let (grid, clues) = (clues.grid(), clues.normal(kind));
        let content = Content { kind, clues, compiled: Arc::default(), certain: Arc::default() };
        let cells = |content, values, may_be_empty| {
            let values = CellValues { grid, values };
            Ok(Self::Cells(WrittenCells { content, values, may_be_empty }))
        };
        match &kind.file().drawing {
            Drawing::Shaded => cells(content, ShadedBoard::SHADED, true),
            Drawing::Values { largest, may_be_empty, are_regions, .. } => {
                let largest = fixed_number(&content.clues, largest).unwrap_or(0);
                // without a clue, no cell has the value of a region
                let largest = if *are_regions { largest.max(1) } else { largest };
                let is_usable = |values: &u32| (1..=MOST_VALUES).contains(values);
                let values = u32::try_from(largest).ok().filter(is_usable);
                let refusal =
                    || ClueError { cell: None, message: unusable_values(kind, grid, largest) };
                cells(content, values.ok_or_else(refusal)?, *may_be_empty)
            }
            Drawing::Lines { .. } => {
                let board = visited_board(&content, free_board(grid));
                Ok(Self::Loop(WrittenLoop { content, board }))
            }
        }
    }

    /// Returns the kind.
    #[must_use]
    pub fn kind(&self) -> WrittenKind {
        self.content().kind
    }

    /// Returns the clues.
    #[must_use]
    pub fn clues(&self) -> &WrittenClues {
        &self.content().clues
    }

    fn content(&self) -> &Content {
        match self {
            Self::Loop(puzzle) => &puzzle.content,
            Self::Cells(puzzle) => &puzzle.content,
        }
    }

    /// Returns the interface that all puzzles have.
    #[must_use]
    pub fn as_encodable(&self) -> &(dyn Encodable + 'static) {
        match self {
            Self::Loop(puzzle) => puzzle,
            Self::Cells(puzzle) => puzzle,
        }
    }

    /// Returns the rules as those of a loop through cells, if the solution is one.
    #[must_use]
    pub fn cell_loop(&self) -> Option<&dyn CellLoop> {
        match self {
            Self::Loop(puzzle) => Some(puzzle),
            Self::Cells(_) => None,
        }
    }

    /// Returns the color of which the rules connect the cells, if they connect one color, and say nothing about ways to the
    /// border: true for shaded cells.
    #[must_use]
    pub fn connected_colour(&self) -> Option<bool> {
        let Globals { connected_shaded, connected_unshaded, reaching, .. } =
            self.kind().file().globals;
        (connected_shaded != connected_unshaded && reaching.is_none()).then_some(connected_shaded)
    }

    /// Returns the image under an isometry of the grid and a permutation of the values; `None` if they may change the rules.
    #[must_use]
    pub fn image(&self, symmetry: &PuzzleSymmetry) -> Option<Self> {
        let (kind, isometry) = (self.kind(), symmetry.isometry);
        symmetry::images(kind, self.clues(), isometry).into_iter().find_map(|clues| {
            let image = Self::new(kind, clues).ok()?;
            // the values may depend on the width or the height
            let has_same_values = match (self, &image) {
                (Self::Cells(one), Self::Cells(other)) => one.values.values == other.values.values,
                _ => true,
            };
            let is_certain = kind.file().is_symmetric || isometry == Isometry::IDENTITY;
            let keeps_rules = || is_certain || self.has_rules_of(&image, isometry);
            (has_same_values && keeps_rules()).then_some(image)?.relabelled(symmetry)
        })
    }

    /// Returns the puzzle with the image of each value; `None` if that may change the rules.
    fn relabelled(self, symmetry: &PuzzleSymmetry) -> Option<Self> {
        if symmetry.values.is_empty() {
            return Some(self);
        }
        if !self.kind().file().has_equal_values {
            return None;
        }
        let mut clues = self.clues().clone();
        for symbol in clues.cells.symbols.iter_mut().flatten() {
            if let Some(number) = symbol.number() {
                *symbol = symbol.with_number(symmetry.value(number));
            }
        }
        Self::new(self.kind(), clues).ok()
    }

    /// Returns the permutations of the values that keep the rules.
    #[must_use]
    pub fn relabelling(&self) -> Relabelling {
        let Self::Cells(cells) = self else { return Relabelling::None };
        if !self.kind().file().has_equal_values {
            return Relabelling::None;
        }
        let greatest = cells.values.values;
        let value = |symbol: &Option<ClueSymbol>| {
            let number = symbol.and_then(ClueSymbol::number);
            number.filter(|&number| number <= greatest).unwrap_or_default()
        };
        Relabelling::All { clues: self.clues().cells.symbols.iter().map(value).collect() }
    }

    /// Returns whether an isometry maps the rules at each place to the rules at each place of the image.
    fn has_rules_of(&self, image: &Self, isometry: Isometry) -> bool {
        let atoms = match (self, image) {
            (Self::Loop(one), Self::Loop(other)) => {
                let edges = isometry.graph_edges(one.board.graph(), other.board.graph());
                edges.map(|edges| edges.into_iter().map(Edge::index).collect())
            }
            (Self::Cells(one), Self::Cells(_)) => Some(one.images(&isometry.into())),
            _ => None,
        };
        match (atoms, self.rule_instances(), image.rule_instances()) {
            (Some(atoms), Some(one), Some(other)) => symmetry::are_same(&one, &atoms, &other),
            _ => false,
        }
    }

    /// Returns the clues of the regions that a solution shows as the values 1, 2, ..., if it shows regions around clues.
    #[must_use]
    pub fn region_clues(&self) -> Option<Vec<Cell>> {
        self.content().region_clues()
    }

    /// Returns how pictures show a value: by its sign, or as a number.
    #[must_use]
    pub fn value_text(&self, value: u32) -> String {
        match self {
            Self::Cells(puzzle) => puzzle.value_text(value),
            Self::Loop(_) => value.to_string(),
        }
    }

    /// Returns which clues in cells would hold in a solution of the puzzle without clues.
    pub fn permitted(&self, solution: &Solution) -> impl Fn(Cell, ClueSymbol) -> bool {
        let (kind, clues) = (self.kind(), RefCell::new(self.clues().clone()));
        let drawn = self.drawn(solution);
        // whether the rules permit any clue in a cell, which all clues there have in common
        let any: RefCell<Vec<Option<bool>>> =
            RefCell::new(vec![None; self.clues().grid().cell_count()]);
        move |cell, symbol| {
            let Ok(drawn) = &drawn else { return false };
            let mut clues = clues.borrow_mut();
            let index = clues.cells.grid.cell_index(cell);
            let before = clues.cells.symbols[index].replace(symbol);
            let holds = |reads_symbol| check_clue(kind, &clues, drawn, cell, reads_symbol).is_ok();
            let is_permitted =
                *any.borrow_mut()[index].get_or_insert_with(|| holds(false)) && holds(true);
            clues.cells.symbols[index] = before;
            is_permitted
        }
    }

    /// Returns whether a solution obeys the rules that read no clue.
    #[must_use]
    pub fn holds_without_clues(&self, solution: &Solution) -> bool {
        let drawn = self.drawn(solution);
        drawn.is_ok_and(|drawn| check_without_clues(self.kind(), self.clues(), &drawn).is_ok())
    }

    fn drawn(&self, solution: &Solution) -> Result<Drawn, BrokenRule> {
        match self {
            Self::Loop(puzzle) => Ok(puzzle.drawn(solution)),
            Self::Cells(puzzle) => puzzle.drawn(solution),
        }
    }

    /// Returns the constraints of the rules that read clues.
    ///
    /// # Errors
    /// The rules become too many constraints.
    pub fn clue_rules(&self) -> Result<ClueRules, EncodingError> {
        let Content { kind, clues, .. } = self.content();
        let free = free_board(clues.grid());
        let atoms = match self {
            Self::Loop(_) => Atoms::Links(&free),
            Self::Cells(puzzle) => puzzle.atoms(),
        };
        Ok(ClueRules(compile_clue_rules(*kind, clues, atoms)?))
    }

    /// Returns what the rules say about each place, those of the drawing included, but not those about the drawing as a
    /// whole ([`Self::whole_rules`]). They are read from the file without the encoder. `None` if they take too many steps.
    #[must_use]
    pub fn rule_instances(&self) -> Option<Vec<RuleInstance>> {
        let mut instances = self.tried_instances()?;
        instances.retain(|one| !one.meaning.is_true());
        Some(instances)
    }

    /// Returns the instances that a drawing may break, and of the others at most one for each rule whose conditions are met.
    pub(super) fn tried_instances(&self) -> Option<Vec<RuleInstance>> {
        match self {
            Self::Loop(puzzle) => puzzle.rule_instances(),
            Self::Cells(puzzle) => puzzle.rule_instances(),
        }
    }

    /// Returns the cells that a player may shade: of a loop, those that it may leave out; of shaded cells, those that no rule
    /// about single cells with a clue forbids. `None` if no cell is shaded.
    #[must_use]
    pub fn shadable_cells(&self) -> Option<Vec<usize>> {
        match self {
            Self::Loop(puzzle) => puzzle.shadable_cells(),
            Self::Cells(puzzle) => puzzle.shadable_cells(),
        }
    }

    /// Returns whether the number that a cell shows is its value, as in a Sudoku, and the values are the same whatever cells show.
    /// Other numbers count something, or are a sum.
    #[must_use]
    pub fn shows_values(&self) -> bool {
        match self {
            Self::Loop(_) => false,
            Self::Cells(puzzle) => puzzle.shows_values().unwrap_or(false),
        }
    }

    /// Returns the rules about the drawing as a whole.
    #[must_use]
    pub fn whole_rules(&self) -> Vec<WholeRule> {
        match self {
            Self::Loop(_) => vec![WholeRule::OneLoop],
            Self::Cells(puzzle) => puzzle
                .connected()
                .map(|is_shaded| WholeRule::Connected { is_shaded })
                .chain(puzzle.globals().reaching.map(|is_shaded| WholeRule::Reaching { is_shaded }))
                .chain(puzzle.globals().matched.map(|letter| WholeRule::Matched { letter }))
                .chain(puzzle.globals().sized_groups.then_some(WholeRule::SizedGroups))
                .chain(puzzle.globals().value_rule.map(WholeRule::Values))
                .collect(),
        }
    }

    /// Returns whether the rules say nothing with these clues, so that the drawing has only to satisfy the global rules.
    #[must_use]
    pub fn has_no_rules(&self) -> bool {
        let no_visit = match self {
            Self::Loop(puzzle) => puzzle.board.visits().iter().all(|&visit| visit == Visit::Free),
            Self::Cells(_) => true,
        };
        no_visit && self.compiled().is_ok_and(Compiled::is_empty)
    }

    fn compiled(&self) -> Result<&Compiled, EncodingError> {
        match self {
            Self::Loop(puzzle) => puzzle.compiled(),
            Self::Cells(puzzle) => puzzle.compiled(),
        }
    }

    /// Returns whether a solution of this puzzle without clues obeys the rules if there are these clues.
    #[must_use]
    pub fn holds_with(&self, clues: &WrittenClues, solution: &Solution) -> bool {
        let drawn = self.drawn(solution);
        clues.check(self.kind()).is_ok()
            && drawn.is_ok_and(|drawn| check_clues(self.kind(), clues, &drawn).is_ok())
    }

    /// Returns whether a grid without a header that reads as this puzzle is likely meant as one of its kind.
    #[must_use]
    pub fn is_likely(&self) -> bool {
        let cells = &self.clues().cells;
        // numbers up to 3 are more likely those of a Slitherlink
        let is_distinctive = |symbol: &Option<ClueSymbol>| {
            symbol.is_some_and(|one| !matches!(one, ClueSymbol::Number(0..=3)))
        };
        match self.kind().file().bare {
            None => false,
            Some(BareGrid::Full) => is_full(cells),
            Some(BareGrid::Sparse) if cells.rooms.is_empty() => {
                cells.symbols.contains(&None) && cells.symbols.iter().any(is_distinctive)
            }
            Some(BareGrid::Sparse) => self.clues().regions().count() > 1,
        }
    }

    /// Returns the lengths that the rules compare with the lists of these clues in a solution of this puzzle.
    #[must_use]
    pub fn compared_runs(&self, clues: &WrittenClues, solution: &Solution) -> Vec<Vec<u32>> {
        let drawn = match self {
            Self::Loop(puzzle) => puzzle.drawn(solution),
            Self::Cells(puzzle) => puzzle.drawn(solution).unwrap_or_default(),
        };
        compared_runs(self.kind(), clues, &drawn)
    }

    /// Checks a solution.
    ///
    /// # Errors
    /// The first broken rule.
    pub fn check(&self, solution: &Solution) -> Result<(), BrokenRule> {
        self.as_encodable().check(solution)
    }

    /// Returns the plain text, header included.
    #[must_use]
    pub fn write(&self) -> String {
        self.clues().write(self.kind())
    }
}

/// Checks the conditions of a kind on its clues.
fn check_requirements(kind: WrittenKind, clues: &WrittenClues) -> Result<(), ClueError> {
    let Some(BrokenRequirement { sentence, place, name }) = broken_requirements(kind, clues).next()
    else {
        return Ok(());
    };
    let cell = match place {
        Place::Cell { row, col } | Place::Cells { from: (row, col), .. } => Some(Cell { row, col }),
        _ => None,
    };
    let message =
        format!("clues that no {} has in {name}\nhelp: change them: {sentence}", kind.name);
    Err(ClueError { cell, message })
}

/// Returns what is wrong with a grid on which cells have this number of values.
fn unusable_values(kind: WrittenKind, grid: Grid, values: i64) -> String {
    let (name, rows, cols) = (&kind.name, grid.rows(), grid.cols());
    let parts = if kind.codec.has_rooms { "grid or rooms" } else { "grid" };
    match values {
        ..1 => format!(
            "no value to write in {rows} x {cols} cells of the kind {name}\nhelp: use a larger {parts}"
        ),
        _ => format!(
            "{values} values in {rows} x {cols} cells of the kind {name}, where {MOST_VALUES} are the most\n\
             help: use a smaller {parts}"
        ),
    }
}

/// Returns whether each cell has a number, not greater than the longer side, and one is twice in a row or column.
fn is_full(clues: &ClueGrid) -> bool {
    let (rows, cols) = (clues.grid.rows(), clues.grid.cols());
    let numbers: Option<Vec<u32>> = clues.numbers().into_iter().collect();
    numbers.is_some_and(|numbers| {
        let is_twice = |at: usize| {
            let rest = (at + 1..numbers.len()).filter(|&other| numbers[other] == numbers[at]);
            rest.into_iter().any(|other| other / cols == at / cols || other % cols == at % cols)
        };
        numbers.iter().all(|&number| (1..=rows.max(cols)).contains(&(number as usize)))
            && (0..numbers.len()).any(is_twice)
    })
}

/// Returns a board of which the loop may visit each cell.
fn free_board(grid: Grid) -> CellBoard {
    CellBoard::new(grid, vec![Visit::Free; grid.cell_count()])
}

/// Returns the board on which the cells that a rule fixes as visited, or not, are known: cuts use it, and so do the constraints
/// of the rules, which are then about the other cells. If no cell is known, the constraints are those that the rules became here.
fn visited_board(content: &Content, free: CellBoard) -> CellBoard {
    let made = compile_fixing_rules(content.kind, &content.clues, Atoms::Links(&free));
    let Ok((compiled, are_all)) = made else { return free };
    let graph = free.graph();
    let mut is_absent = vec![false; graph.edge_count()];
    let mut visited = vec![false; graph.vertex_count()];
    for (literals, _) in compiled.facts() {
        let Some(&first) = literals.first() else { continue };
        if literals.iter().all(|literal| literal.is_pos()) {
            let ends = |literal: Lit| graph.ends(Edge(literal.vidx32()));
            let is_common =
                |cell: &usize| literals.iter().all(|&literal| ends(literal).contains(cell));
            ends(first).into_iter().filter(is_common).for_each(|cell| visited[cell] = true);
        } else if literals.len() == 1 {
            is_absent[first.vidx()] = true;
        }
    }
    let visit = |cell: usize| {
        let links = graph.incident(cell);
        match () {
            () if visited[cell] => Visit::Always,
            () if !links.is_empty() && links.iter().all(|link| is_absent[link.index()]) => {
                Visit::Never
            }
            () => Visit::Free,
        }
    };
    let visits: Vec<Visit> = (0..free.grid().cell_count()).map(visit).collect();
    if visits.iter().all(|visit| *visit == Visit::Free) {
        if are_all {
            // nothing was made before, since the puzzle is new
            let _ = content.compiled.set(Ok(compiled));
        }
        return free;
    }
    free.with_visits(visits)
}

impl WrittenLoop {
    fn rule_instances(&self) -> Option<Vec<RuleInstance>> {
        let (board, grid) = (&self.board, self.board.grid());
        let cell = |(row, col): (i64, i64)| Cell { row: row as usize, col: col as usize };
        let line = |[one, other]: [(i64, i64); 2]| {
            let side = if one.0 == other.0 { Side::Right } else { Side::Down };
            let is_inside = (0..grid.rows() as i64).contains(&one.0)
                && (0..grid.cols() as i64).contains(&one.1);
            let link = if is_inside { board.link(cell(one), side) } else { None };
            link.map(|link| link.index())
        };
        let open = OpenDrawing { greatest: 0, line: &line, value: &|_, _| 0 };
        let mut all = instances(self.content.kind, &self.content.clues, &open)?;
        for index in 0..grid.cell_count() {
            let links = board.graph().incident(index).iter();
            let count =
                RuleMeaning::sum(links.map(|link| (1, RuleMeaning::Atom(link.index()))).collect());
            let is = |number| {
                let number = RuleMeaning::Constant(number);
                RuleMeaning::compare(count.clone(), NumberComparison::Equal, number)
            };
            let meaning = RuleMeaning::any(vec![is(0), is(2)]);
            let place = grid.cell_at(index).into();
            all.push(RuleInstance { rule: "degree", place, meaning });
        }
        Some(all)
    }

    /// Returns the cells that have neither a line nor a clue in some drawing; the number of a room is not a clue of its cell.
    fn shadable_cells(&self) -> Option<Vec<usize>> {
        let file = self.content.kind.file();
        let Drawing::Lines { shades_others: true } = file.drawing else { return None };
        let symbols = self.content.clues.cells.symbols.iter().enumerate();
        let free = symbols.filter(|(_, symbol)| symbol.is_none() || file.has_room_numbers);
        Some(free.map(|(cell, _)| cell).collect())
    }

    fn compiled(&self) -> Result<&Compiled, EncodingError> {
        self.content.compiled(Atoms::Links(&self.board))
    }

    fn drawn(&self, solution: &Solution) -> Drawn {
        let graph = self.board.graph();
        let mut lines = vec![[false; 2]; graph.vertex_count()];
        let mut degrees = vec![0; graph.vertex_count()];
        for atom in solution.true_atoms() {
            let [a, b] = graph.ends(Edge(atom as u32));
            // the next cell is on the right, and any other below; in a single column, the next one is below
            let is_right = a.abs_diff(b) == 1 && self.board.grid().cols() > 1;
            lines[a.min(b)][usize::from(!is_right)] = true;
            [a, b].into_iter().for_each(|end| degrees[end] += 1);
        }
        Drawn { lines, degrees, ..Drawn::default() }
    }
}

impl CellLoop for WrittenLoop {
    /// Several cells may be certain because of one clue, so the clues are counted, unless the rules decide every cell.
    fn clue_count(&self) -> usize {
        let clues = &self.content.clues;
        let rooms =
            if self.content.kind.file().codec.has_rooms { clues.regions().count() } else { 0 };
        match self.board.cells_with(Visit::Free).count() {
            0 => self.board.grid().cell_count(),
            _ => clues.cells.symbols.iter().flatten().count() + rooms,
        }
    }

    fn title(&self) -> &'static str {
        &self.content.kind.file().title
    }

    fn base(&self) -> EncodingInfo {
        self.content.about()
    }

    fn board(&self) -> &CellBoard {
        &self.board
    }

    /// The check of the rules does not depend on what the encoder concludes from them.
    fn check_clues(&self, solution: &Solution) -> Result<(), BrokenRule> {
        check_rules(self.content.kind, &self.content.clues, &self.drawn(solution))
    }

    fn certain_sets(&self) -> &[CertainSet] {
        self.content.certain.get_or_init(|| match self.compiled() {
            Ok(compiled) => compiled.certain_sets(self.board.graph()),
            Err(_) => Vec::new(),
        })
    }

    fn line_counts(&self) -> LineCounts {
        match self.compiled() {
            Ok(compiled) => compiled.line_counts(&self.board),
            Err(_) => LineCounts::default(),
        }
    }

    fn clue_variables(&self, sink: &mut dyn ConstraintSink) {
        if let Ok(compiled) = self.compiled() {
            compiled.create_variables(sink);
        }
    }

    fn variable_bound(&self) -> u128 {
        match self.compiled() {
            Ok(_) => 0,
            // refuses the encoding
            Err(_) => u128::MAX >> 1,
        }
    }

    fn clue_rules(&self, first: u32, sink: &mut dyn ConstraintSink) {
        if let Ok(compiled) = self.compiled() {
            compiled.add_constraints(first, sink);
        }
    }

    fn draw_clues(&self, sketch: &mut GridSketch) {
        self.content.draw(sketch);
    }

    fn draw_solution(&self, solution: &Solution, sketch: &mut GridSketch) {
        for cell in self.shadable_cells().unwrap_or_default() {
            if self.board.lines_at(solution, cell) == 0 {
                sketch.shaded[cell] = Some(Ink::Solution);
            }
        }
    }
}

impl WrittenCells {
    /// Returns the greatest value of a cell.
    #[must_use]
    pub fn values(&self) -> u32 {
        self.values.values
    }

    fn grid(&self) -> Grid {
        self.values.grid
    }

    /// Returns the image of each atom in the image of the puzzle.
    fn images(&self, symmetry: &PuzzleSymmetry) -> Vec<usize> {
        let isometry = symmetry.isometry;
        let Content { kind, clues, .. } = &self.content;
        let values = symmetry::value_images(*kind, clues, isometry, self.values.values);
        let grid = self.grid();
        let image = CellValues { grid: isometry.grid(grid), ..self.values };
        let mut atoms = Vec::with_capacity(self.values.count());
        for cell in grid.cells() {
            let cell = image.grid.cell_index(isometry.cell(grid, cell));
            atoms.extend(values.iter().map(|&value| image.atom(cell, symmetry.value(value))));
        }
        atoms
    }

    fn drawn(&self, solution: &Solution) -> Result<Drawn, BrokenRule> {
        let values = self.values.read(solution, self.may_be_empty)?;
        if let Some(cell) = values.iter().position(|&value| value > 0)
            && self.has_no_region()
        {
            return Err(BrokenRule::new(
                "cell",
                self.grid().cell_at(cell),
                "a region without a clue",
            ));
        }
        Ok(Drawn { greatest: self.values.values, values, ..Drawn::default() })
    }

    /// Returns whether a number in a cell is its value: whether it is on a board with one clue; `None` if there is no such board.
    fn shows_values(&self) -> Option<bool> {
        let (kind, clues) = (self.content.kind, &self.content.clues);
        let Drawing::Values { largest, are_regions: false, .. } = &kind.file().drawing else {
            return None;
        };
        if guards::reads_clues(&[], largest) {
            return None;
        }
        let number = kind.codec.alphabet.numbers?.0.max(1);
        if number > self.values.values {
            return None;
        }
        let cell = (0..self.grid().cell_count()).find(|&cell| !clues.cells.is_outside(cell))?;
        let mut one = clues.clone();
        one.cells.symbols.fill(None);
        one.cells.symbols[cell] = Some(ClueSymbol::Number(number));
        let board = WrittenPuzzle::new(kind, one).ok()?;
        let shown = self.values.atom(cell, number);
        let without = |atom: usize| (atom == shown).then_some(false);
        let instances = board.rule_instances()?;
        Some(instances.iter().any(|one| one.rule != "cell" && one.meaning.bounds(&without).1 < 1))
    }

    fn rule_instances(&self) -> Option<Vec<RuleInstance>> {
        let (values, grid) = (self.values, self.grid());
        let index = |(row, col): (i64, i64)| row as usize * grid.cols() + col as usize;
        let value = |at: (i64, i64), value: u32| values.atom(index(at), value);
        let open = OpenDrawing { greatest: values.values, line: &|_| None, value: &value };
        let mut all = instances(self.content.kind, &self.content.clues, &open)?;
        let cells = if self.is_shading() { 0 } else { grid.cell_count() };
        for cell in 0..cells {
            let atoms = (1..=values.values).map(|value| values.atom(cell, value));
            let count = RuleMeaning::sum(atoms.map(|atom| (1, RuleMeaning::Atom(atom))).collect());
            let comparison = match self.may_be_empty {
                true => NumberComparison::AtMost,
                false => NumberComparison::Equal,
            };
            let mut say = |count, comparison, bound| {
                let meaning = RuleMeaning::compare(count, comparison, RuleMeaning::Constant(bound));
                all.push(RuleInstance { rule: "cell", place: grid.cell_at(cell).into(), meaning });
            };
            if self.has_no_region() {
                say(count.clone(), NumberComparison::AtMost, 0);
            }
            say(count, comparison, 1);
        }
        Some(all)
    }

    fn shadable_cells(&self) -> Option<Vec<usize>> {
        let (values, cols) = (self.values, self.grid().cols());
        let value = |(row, col): (i64, i64), value: u32| {
            values.atom(row as usize * cols + col as usize, value)
        };
        let open = OpenDrawing { greatest: 1, line: &|_| None, value: &value };
        let clues = &self.content.clues;
        let is_blank = |&cell: &usize| clues.cells.symbols.get(cell).is_none_or(Option::is_none);
        self.is_shading().then(|| {
            let forbidden = unshaded_cells(self.content.kind, clues, &open);
            (0..self.grid().cell_count())
                .filter(|cell| is_blank(cell) || !forbidden.contains(cell))
                .collect()
        })
    }

    fn is_shading(&self) -> bool {
        matches!(self.content.kind.file().drawing, Drawing::Shaded)
    }

    fn globals(&self) -> Globals {
        self.content.kind.file().globals
    }

    fn compiled(&self) -> Result<&Compiled, EncodingError> {
        self.content.compiled(self.atoms())
    }

    fn atoms(&self) -> Atoms<'_> {
        Atoms::Values { values: self.values, may_be_empty: self.may_be_empty }
    }

    /// Returns the colors that are connected: true for shaded cells.
    fn connected(&self) -> impl Iterator<Item = bool> {
        let globals = self.globals();
        [(globals.connected_shaded, true), (globals.connected_unshaded, false)]
            .into_iter()
            .filter_map(|(is_connected, colour)| is_connected.then_some(colour))
    }

    /// Adds the constraint that each cell has one value.
    fn one_value(&self, sink: &mut dyn ConstraintSink) {
        let at_least = usize::from(!self.may_be_empty);
        for cell in 0..self.grid().cell_count() {
            let literals: Vec<Lit> =
                (1..=self.values.values).map(|value| self.values.literal(cell, value)).collect();
            let constraint = Constraint::Cardinality { literals: &literals, at_least, at_most: 1 };
            let origin = Origin::new("cell", self.grid().cell_at(cell).into());
            sink.constraint(constraint, origin);
            if self.has_no_region() {
                literals.iter().for_each(|&literal| {
                    sink.constraint(Constraint::Clause(&[!literal]), origin);
                });
            }
        }
    }

    /// Returns how pictures show a value.
    fn value_text(&self, value: u32) -> String {
        let sign = match &self.content.kind.file().drawing {
            Drawing::Values { signs, .. } => signs.get(value as usize - 1),
            _ => None,
        };
        sign.map_or_else(|| value.to_string(), |sign| sign.text.to_owned())
    }

    /// Returns whether regions around clues are drawn, and there is no clue.
    fn has_no_region(&self) -> bool {
        self.content.region_clues().is_some_and(|clues| clues.is_empty())
    }
}

impl Instance for WrittenCells {
    fn extent(&self) -> Extent {
        Extent::Grid(self.grid())
    }

    fn form(&self) -> SolutionForm {
        self.values.form()
    }

    fn check(&self, solution: &Solution) -> Result<(), BrokenRule> {
        let drawn = self.drawn(solution)?;
        check_rules(self.content.kind, &self.content.clues, &drawn)?;
        if self.is_shading() {
            let shaded: Vec<bool> =
                drawn.values.iter().map(|value| *value == ShadedBoard::SHADED).collect();
            let board = ShadedBoard::new(self.grid());
            self.connected().try_for_each(|colour| board.check_connected(&shaded, colour))?;
            if let Some(colour) = self.globals().reaching {
                board.check_reaching(&shaded, colour)?;
            }
        }
        check_globals(self.globals(), &self.content.clues, &drawn)
    }

    fn atom_images(&self, symmetry: &PuzzleSymmetry) -> Option<Vec<usize>> {
        (symmetry.isometry.grid(self.grid()) == self.grid()).then(|| self.images(symmetry))
    }

    /// A solution may have more shaded or filled cells than another.
    fn solutions_nest(&self) -> bool {
        self.may_be_empty
    }

    fn sketch(&self, solution: Option<&Solution>) -> Sketch {
        let file = self.content.kind.file();
        let grid = self.grid();
        let mut sketch = GridSketch::new(format!("{} {}", file.title, self.extent()), grid);
        sketch.walled = true;
        self.content.draw(&mut sketch);
        if !file.codec.has_rooms {
            sketch.frame(|_, _| false);
        }
        if let (Some(solution), Drawing::Values { are_regions: true, .. }) =
            (solution, &file.drawing)
        {
            let values = self.values.shown(solution);
            sketch.frame(|a, b| values[grid.cell_index(a)] != values[grid.cell_index(b)]);
            return Sketch::Grid(sketch);
        }
        for atom in solution.iter().flat_map(|solution| solution.true_atoms()) {
            let cell = atom / self.values.values as usize;
            let value = atom % self.values.values as usize + 1;
            if self.is_shading() {
                sketch.shaded[cell] = Some(Ink::Solution);
            } else {
                let text = self.value_text(value as u32);
                sketch.write_value(cell, text);
            }
        }
        Sketch::Grid(sketch)
    }
}

impl Encodable for WrittenCells {
    fn encoding_names(&self) -> Vec<String> {
        let base = self.content.kind.file().base_name;
        let eager = self.eager_part().map(|part| format!("{base}+{}", part.name));
        std::iter::once(base.to_owned()).chain(eager).collect()
    }

    fn encoding<'a>(&'a self, name: &str) -> Result<Encoding<'a>, EncodingError> {
        let names = self.encoding_names();
        let Some(place) = names.iter().position(|known| known == name) else {
            return Err(EncodingError::unknown(name, &names));
        };
        let about = self.content.about();
        let mut encoding = Encoding::new(self, name, about.meaning);
        let first = encoding.numbers(self.values.count())?;
        let compiled = self.compiled()?;
        let of_rules = encoding.numbers(compiled.variable_count())?;
        let cells = EncodingInfo::of_families(about.name, about.source, self.families_of_cells());
        let has_values = !self.is_shading();
        let cells = Part::new(cells, move |sink| {
            if has_values {
                self.one_value(sink);
            }
        });
        encoding.push(cells.with_variables(first, move |sink| {
            for atom in 0..self.values.count() {
                sink.variable(self.family(), format_args!("{}", self.values.name(atom)));
            }
        }));
        let rules = Part::new(about, move |sink| compiled.add_constraints(of_rules, sink));
        encoding.push(rules.with_variables(of_rules, move |sink| compiled.create_variables(sink)));
        if place == 0 {
            return Ok(encoding.with_global_constraint(self.omitted()));
        }
        let part = self.stated(&mut encoding)?;
        let mut encoding = encoding.with_part(part);
        encoding.is_determined = false;
        Ok(encoding)
    }
}

impl WrittenCells {
    /// Returns the family of the variables of cells.
    fn family(&self) -> &'static str {
        if self.is_shading() { "shaded" } else { "value" }
    }

    fn families_of_cells(&self) -> &'static [(&'static str, &'static str)] {
        match (self.is_shading(), self.may_be_empty) {
            (true, _) => &[("shaded", "whether a cell is shaded")],
            (false, true) => &[
                ("value", "whether a cell has a value"),
                ("cell", "each cell has at most one value"),
            ],
            (false, false) => &[
                ("value", "whether a cell has a value"),
                ("cell", "each cell has exactly one value"),
            ],
        }
    }

    /// Returns the cells at the border, if the cells of the other color are connected to them.
    fn goals(&self) -> Option<Vec<bool>> {
        self.globals().reaching?;
        Some(self.grid().cells().map(|cell| self.grid().is_at_border(cell)).collect())
    }

    /// Returns the constraint that shaded cells are matched with the cells of a letter, if there is one.
    fn matching(&self) -> Option<Matching> {
        let letter = self.globals().matched?;
        let is_of = |symbol: &Option<ClueSymbol>| matches!(symbol, Some(ClueSymbol::Letter(one, _)) if *one == letter);
        let symbols = &self.content.clues.cells.symbols;
        Some(Matching::new(self.grid(), symbols.iter().map(is_of).collect()))
    }

    fn value_graph(&self, rule: ValueRule) -> ValueGraph {
        let clues = &self.content.clues;
        let number = |symbol: &Option<ClueSymbol>| match symbol {
            Some(ClueSymbol::Number(number) | ClueSymbol::Letter(_, Some(number))) => Some(*number),
            _ => None,
        };
        let rooms = match self.content.kind.file().codec.has_rooms {
            true => {
                let regions = clues.regions();
                self.grid().cells().map(|cell| regions.of(cell)).collect()
            }
            false => vec![0; self.grid().cell_count()],
        };
        ValueGraph {
            rule,
            values: self.values,
            rooms,
            numbers: clues.cells.symbols.iter().map(number).collect(),
            has_clue: clues.cells.symbols.iter().map(Option::is_some).collect(),
        }
    }

    fn sized_groups(&self) -> SizedGroups {
        let symbols = &self.content.clues.cells.symbols;
        let is_given = symbols.iter().map(|one| matches!(one, Some(ClueSymbol::Number(_))));
        SizedGroups::new(self.values, is_given.collect())
    }

    /// Returns the description of the part that states the rule about the drawing as a whole, if there is such a rule.
    fn eager_part(&self) -> Option<EncodingInfo> {
        let globals = self.globals();
        match globals.value_rule {
            Some(rule) => Some(rule.eager()),
            None if globals.matched.is_some() => Some(MATCHING),
            None if globals.sized_groups => Some(GROUPS),
            None => self.connected().next().map(|_| TREE),
        }
    }

    /// Returns the part that states the rule about the drawing as a whole; for connected cells if there is no other.
    fn stated(&self, encoding: &mut Encoding<'_>) -> Result<Part<'static>, EncodingError> {
        if let Some(rule) = self.globals().value_rule {
            return self.value_graph(rule).part(encoding);
        }
        if let Some(matching) = self.matching() {
            return matching.part(encoding);
        }
        if self.globals().sized_groups {
            return self.sized_groups().part(encoding);
        }
        let grid = self.grid();
        let connected = self.connected().map(|colour| CellClass::of_colour(grid, colour, None));
        let reaching = self.globals().reaching;
        let reaching = reaching.map(|colour| CellClass::of_colour(grid, colour, self.goals()));
        tree::part(grid, None, connected.chain(reaching).collect(), encoding)
    }

    /// Returns the rule about the drawing as a whole, which cuts enforce.
    fn omitted(&self) -> Option<Box<dyn GlobalConstraint>> {
        if let Some(rule) = self.globals().value_rule {
            return Some(Box::new(self.value_graph(rule)));
        }
        if let Some(matching) = self.matching() {
            return Some(Box::new(matching));
        }
        if self.globals().sized_groups {
            return Some(Box::new(self.sized_groups()));
        }
        let colouring = |colour| {
            let connected = Colouring::connected(self.grid(), colour, None);
            if self.globals().reaching.is_some() { connected.with_border_goal() } else { connected }
        };
        let mut colours = self.connected();
        let is_shaded = colours.next()?;
        Some(Box::new(ConnectedColour {
            colouring: colouring(is_shaded),
            other: colours.next().map(colouring),
            is_shaded,
            clue_checks: Box::new(|| None),
        }))
    }
}

impl WrittenPuzzle {
    /// Reads the plain text below a header.
    ///
    /// # Errors
    /// The text is malformed, or describes no puzzle of the kind.
    pub fn read<'a>(
        kind: WrittenKind,
        text: Text<'a>,
        header: &Header<'a>,
        lines: &mut dyn Iterator<Item = Span<'a>>,
    ) -> Result<Self, Fault> {
        Self::read_by(Self::new, kind, (text, header, lines))
    }

    /// Reads the plain text below a header of a puzzle that may break the conditions of its kind, as
    /// [`Self::without_conditions`] creates it.
    ///
    /// # Errors
    /// The text is malformed, or describes no puzzle of the kind for another reason.
    pub fn read_unfinished<'a>(
        kind: WrittenKind,
        text: Text<'a>,
        header: &Header<'a>,
        lines: &mut dyn Iterator<Item = Span<'a>>,
    ) -> Result<Self, Fault> {
        Self::read_by(Self::without_conditions, kind, (text, header, lines))
    }

    /// Reads the clues, and creates a puzzle of them by this function.
    fn read_by<'a>(
        create: fn(WrittenKind, WrittenClues) -> Result<Self, ClueError>,
        kind: WrittenKind,
        (text, header, lines): (Text<'a>, &Header<'a>, &mut dyn Iterator<Item = Span<'a>>),
    ) -> Result<Self, Fault> {
        let (clues, offsets) = WrittenClues::read(kind, text, header, lines)?;
        let grid = clues.grid();
        create(kind, clues).map_err(|error| error.at(grid, &offsets, header.line.offset))
    }
}

impl WrittenKind {
    /// Returns the number of cells of each room of a generated puzzle; `None` if rooms may have any size. Where the number is
    /// below 0, no rooms have it: it is then 0.
    #[must_use]
    pub fn generated_room_size(self, grid: Grid) -> Option<usize> {
        let Some(Generation::RoomsOf(size)) = &self.file().generation else { return None };
        let size = fixed_number(&WrittenClues::empty(self, grid), size)?;
        (size != 0).then(|| usize::try_from(size).unwrap_or(0))
    }

    /// Returns the conditions on the clues that some clues break, each in a sentence.
    #[must_use]
    pub fn broken_conditions(self, clues: &WrittenClues) -> Vec<&'static str> {
        broken_requirements(self, clues).map(|broken| broken.sentence).collect()
    }
}
